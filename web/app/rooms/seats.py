"""The seats of the room in a list: who sits there, what can be done about it, and who only watches."""

from __future__ import annotations

import htpy as h
from htpy import Node

from engine.english import listed
from engine.rooms.lobby import Lobby, Place
from engine.rooms.views import PersonView
from web.app.components.icons import icon
from web.app.components.parts import Action, button, icon_button
from web.app.rooms import words
from web.app.rooms.company import Company


def seat_list(company: Company) -> Node:
    """Every seat in play order, its player, and one thing to do."""
    lobby = _lobby(company)
    return h.ol(".seat-list", id="seat-list", aria_label=words.SEATS)[
        [_seat(company, lobby, seat, place) for seat, place in enumerate(lobby.seats)]
    ]


def _lobby(company: Company) -> Lobby:
    assert company.view is not None and company.view.lobby is not None  # one is inside
    return company.view.lobby


def _seat(company: Company, lobby: Lobby, seat: int, place: Place) -> Node:
    person = company.person(place.member) if place.member >= 0 else None
    kind = "person" if person else "bot" if place.bot else "free"
    name, notes = _who(company, lobby, seat, place, person)
    return h.li(
        ".seat",
        id=f"seat-{seat}",
        data_kind=kind,
        data_own="true" if person and person.me else None,
        data_away="true" if person and not person.here else None,
        data_side=_side(company, seat),
    )[
        h.span(".avatar", aria_hidden="true")[_face(person, place)],
        h.span(".who")[h.b[name], notes and h.small[notes]],
        h.span(".does")[_does(company, lobby, seat, place, person)],
    ]


def _face(person: PersonView | None, place: Place) -> Node:
    if person is not None:
        return person.label[:1].upper()
    return icon("bot") if place.bot else icon("plus")


def _side(company: Company, seat: int) -> str | None:
    """The letter of the partnership that sits there, where partners play."""
    agreed = company.rules()
    rules = agreed[1] if agreed is not None else None
    if not getattr(rules, "sides", 0):
        return None
    return "ABC"[rules.side(seat)] if rules is not None else None


def _who(
    company: Company, lobby: Lobby, seat: int, place: Place, person: PersonView | None
) -> tuple[str, str]:
    """The name at a seat, and what there is to say about it."""
    taking = next((it.member for it in lobby.taking if it.seat == seat), -1)
    coming = [f"{company.called(taking)} {words.NEXT_DEAL}"] if taking >= 0 else []
    if person is None and not place.bot:
        return words.FREE, ", ".join(coming)
    if person is None:
        view = company.view
        keeper = _keeper(company, seat)
        own = view is not None and keeper == view.me
        notes = [words.keeper(company.called(keeper), own)] if keeper >= 0 else []
        return words.BOTS.get(place.bot, place.bot), ", ".join([*notes, *coming])
    notes = _notes(person)
    return person.label, ", ".join([*notes, *coming])


def _keeper(company: Company, seat: int) -> int:
    """The member whose phone plays a bot, or will: that of the host, until the game begins."""
    view = company.view
    table = view.table if view is not None else None
    if view is not None and view.phase == "playing" and table is not None:
        return table.keepers[seat] if seat < len(table.keepers) else -1
    return _lobby(company).host


def _notes(person: PersonView) -> list[str]:
    said = {
        words.YOU: person.me,
        words.HOST: person.host,
        words.AWAY: not person.here,
    }
    return [word for word, so in said.items() if so]


def _does(
    company: Company, lobby: Lobby, seat: int, place: Place, person: PersonView | None
) -> Node:
    """One button a seat; what the host can do besides lies behind three dots."""
    view = company.view
    assert view is not None  # one is inside
    playing = view.phase == "playing"
    if person is not None and person.me:
        return _more(view.hosting and not playing, seat) or button(
            Action(words.STAND, "room-stand", kind="quiet", off="Stand" not in view.can)
        )
    if place.free or (playing and place.bot):
        sit = Action(words.SIT, "room-sit", str(seat), kind="plain", off="Sit" not in view.can)
        bot = Action(words.ADD_BOT, "room-bot", f"{seat} steady", icon="bot", kind="quiet")
        return [
            icon_button(bot) if view.hosting and not playing else None,
            button(sit) if "Sit" in view.can else None,
        ]
    outside = lobby.seat_of(view.me) < 0 and view.claiming < 0
    if person is not None and outside and "ClaimSeat" in view.can:
        return button(Action(words.THAT_IS_ME, "room-claim", str(person.number), kind="quiet"))
    return _more(view.hosting, seat)


def _more(may: bool, seat: int) -> Node:
    if not may:
        return None
    return icon_button(Action(words.MORE, "room-over", f"place-{seat}", icon="dots"))


def partners(company: Company) -> Node:
    """Who plays with whom, and for the host the way to change it."""
    lobby, view = _lobby(company), company.view
    sides: dict[str, list[str]] = {}
    for seat, place in enumerate(lobby.seats):
        side = _side(company, seat)
        if side is not None:
            name = company.called(place.member) if place.member >= 0 else f"seat {seat + 1}"
            sides.setdefault(side, []).append(words.BOTS[place.bot] if place.bot else name)
    if not sides:
        return None
    pairs = "; ".join(f"{side} {listed(names)}" for side, names in sorted(sides.items()))
    hosting = view is not None and view.hosting and view.phase != "playing"
    return h.div(".partners", id="partners")[
        h.p[words.PARTNERS.format(pairs=pairs)],
        button(Action(words.CHANGE_PARTNERS, "room-partners", kind="quiet")) if hosting else None,
    ]


def watchers(company: Company) -> Node:
    """Who is in the room without a seat."""
    lobby, view = _lobby(company), company.view
    assert view is not None  # one is inside
    standing = [it for it in view.people if lobby.seat_of(it.number) < 0]
    if not standing:
        return None
    return h.div(".watchers", id="watchers")[
        h.h3[words.WATCHERS],
        h.ul[[_watcher(it, view.hosting) for it in standing]],
    ]


def _watcher(person: PersonView, hosting: bool) -> Node:
    notes = ", ".join(_notes(person))
    label = f"{person.label} ({notes})" if notes else person.label
    if not hosting or person.me:
        return h.li[h.span(".name-chip")[label]]
    return h.li[button(Action(label, "room-over", f"person-{person.number}", kind="quiet"))]
