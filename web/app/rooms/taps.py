"""What a tap does in a room: the room is told, or another of its screens is shown."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from engine.game import IllegalMove
from engine.rooms import actions
from engine.rooms.codes import BadCode, Code, parse_code
from engine.rooms.events import Refusal
from engine.rooms.room import Room
from web.app import texts
from web.app.events import Answer, Event
from web.app.house import set_of, with_set
from web.app.model import Effect, Model
from web.app.rooms import words
from web.app.rooms.company import Company
from web.app.rooms.following import looked, to_table
from web.app.rooms.table import RoomTable
from web.app.rooms.ways import DONE, choice, to_others
from web.app.update import update

if TYPE_CHECKING:
    from web.app.rooms.wiring import Wiring

Tap = Callable[["Wiring", Model, Company, str], Answer]


# -- every tap --------------------------------------------------------------------------------------------


def tapped(wiring: Wiring, model: Model, event: Event) -> tuple[Model, list[Effect]] | None:
    """The model and effects after a tap that the rooms know; None for all others."""
    company = model.company
    if not isinstance(company, Company):
        return None
    name, value = str(event.get("event", "")), str(event.get("value", ""))
    if name == "set-name" and wiring.room is not None:
        after, effects = update(model, event)
        return _do(wiring, after, company, actions.Rename(after.settings.name), effects)
    tap = _TAPS.get(name)
    if tap is None or not (model.together or name in _ANYWHERE):
        return None
    return tap(wiring, model, replace(company, trouble=""), value)


def wished(wiring: Wiring, model: Model, effects: list[Effect]) -> tuple[Model, list[Effect]]:
    """What a tap on one of the other screens means to the room: a move, a choice, a way out."""
    company = model.company
    if not isinstance(company, Company) or not model.together:
        return model, effects
    if model.screen in ("home", "offer", "settings"):
        if company.view is not None and company.view.phase in DONE:
            return replace(to_others(model), company=None), [*effects, *wiring.leave()]
        return to_others(model), effects
    if model.screen == "new-game":
        return _chosen(wiring, replace(model, screen="room"), company, effects)
    table = model.table
    if isinstance(table, RoomTable) and table.wish is not None:
        model = replace(model, table=company.table)
        return _do(wiring, model, company, actions.Play(table.wish), effects)
    if model.screen in ("result", "game-over"):
        model = replace(model, company=looked(company, wiring.now))
    return model, effects


def _do(
    wiring: Wiring, model: Model, company: Company, action: Any, effects: list[Effect]
) -> Answer:
    """The room is told; why it cannot be is said in words."""
    model = replace(model, company=company)
    if wiring.room is None:
        return model, effects
    try:
        wiring.room.do(action, wiring.now)
    except Refusal as refusal:
        sentence = words.REFUSALS.get(refusal.code, words.REFUSED)
        return replace(model, refused=sentence, said=(sentence,)), effects
    except IllegalMove as illegal:
        table = company.table
        assert table is not None  # somebody has moved
        sentence = table.game.explain(table.state, table.me, illegal.refusal)
        return replace(model, refused=sentence, said=(sentence,)), effects
    if isinstance(action, actions.Play) and company.table is not None:
        answered = company.table.view.state
        company = replace(company, answered=answered, answered_at=wiring.now)
        model = replace(model, company=company)
    return model, effects


def _chosen(wiring: Wiring, model: Model, company: Company, effects: list[Effect]) -> Answer:
    """The host has chosen game and rules on the pages where one chooses for oneself."""
    return _do(wiring, model, company, choice(model), effects)


# -- the way in ---------------------------------------------------------------------------------------------


def _typed(wiring: Wiring, model: Model, company: Company, value: str) -> Answer:
    return replace(model, company=replace(company, typed=value[:60])), []


def _make(wiring: Wiring, model: Model, company: Company, value: str) -> Answer:
    if wiring.room is None and wiring.restoring is None:
        name = model.settings.name
        wiring.enter(Room.make(name, wiring.version, wiring.now, wiring.entropy))
        return replace(model, company=replace(company, stage="in", code=None)), []
    return model, []


def _join(wiring: Wiring, model: Model, company: Company, value: str) -> Answer:
    """By the link that was opened, else by the code that was typed."""
    if wiring.room is not None or wiring.restoring is not None:
        return model, []
    try:
        code = company.code or parse_code(company.typed)
    except BadCode as error:
        return _troubled(model, company, str(error))
    return _enter(wiring, model, company, code)


def _enter(wiring: Wiring, model: Model, company: Company, code: Code) -> Answer:
    name = model.settings.name
    wiring.enter(Room.enter(code, name, wiring.version, wiring.now, wiring.entropy))
    return replace(model, company=replace(company, stage="in", code=None)), []


def _troubled(model: Model, company: Company, sentence: str) -> Answer:
    company = replace(company, trouble=sentence)
    return replace(model, company=company, said=(sentence,)), []


def _stay(wiring: Wiring, model: Model, company: Company, value: str) -> Answer:
    return replace(model, company=replace(company, stage="in", code=None)), []


def _other_code(wiring: Wiring, model: Model, company: Company, value: str) -> Answer:
    """Away from a room that cannot be entered; an ended one is put away by it."""
    effects = wiring.leave()
    fresh = Company(
        at=wiring.now, inside=company.inside, address=company.address, plain=company.plain
    )
    return replace(model, company=fresh, table=None, screen="room"), effects


def _knock(wiring: Wiring, model: Model, company: Company, value: str) -> Answer:
    try:
        code = parse_code(company.typed)
    except BadCode as error:
        return _troubled(model, company, str(error))
    view = company.view
    if view is not None and code.five != view.code.five:
        model, effects = _other_code(wiring, model, company, value)
        assert isinstance(model.company, Company)  # the way in
        model, more = _enter(wiring, model, model.company, code)
        return model, [*effects, *more]
    return _do(wiring, model, company, actions.Knock(code), [])


def _reload(wiring: Wiring, model: Model, company: Company, value: str) -> Answer:
    return replace(model, company=company), [{"do": "reload"}]


def _play_here(wiring: Wiring, model: Model, company: Company, value: str) -> Answer:
    """Another window has written to the store meanwhile: what is kept is read anew."""
    return replace(model, company=company), [{"do": "read-kept"}]


# -- the lobby ------------------------------------------------------------------------------------------------


def _act(make: Callable[[str], Any], *, close: bool = True) -> Tap:
    """A tap that tells the room one thing; what lay over the screen is closed."""

    def tap(wiring: Wiring, model: Model, company: Company, value: str) -> Answer:
        try:
            action = make(value)
        except ValueError:
            return model, []
        return _do(wiring, replace(model, over="") if close else model, company, action, [])

    return tap


def _pair(make: Callable[[int, str], Any]) -> Callable[[str], Any]:
    """From ``3 steady`` to the action."""

    def made(value: str) -> Any:
        number, _, word = value.partition(" ")
        return make(int(number), word)

    return made


def _game(wiring: Wiring, model: Model, company: Company, value: str) -> Answer:
    after, effects = update(model, {"event": "set-game", "value": value})
    return _chosen(wiring, after, company, effects)


def _house(wiring: Wiring, model: Model, company: Company, value: str) -> Answer:
    """To the pages of house rules, the room's rules on them."""
    lobby = company.view.lobby if company.view is not None else None
    agreed = company.rules()
    if agreed is not None and lobby is not None:
        name = lobby.title
        model = with_set(
            model, replace(set_of(model), variant=agreed[0], rules=agreed[1], name=name)
        )
    return replace(model, screen=value if value in ("house", "tables") else "house", over=""), []


def _moved(step: int) -> Tap:
    """A seat changes places with the next one, or the one before."""

    def tap(wiring: Wiring, model: Model, company: Company, value: str) -> Answer:
        lobby = company.view.lobby if company.view is not None else None
        if lobby is None or not value.isdecimal():
            return model, []
        order = list(range(len(lobby.seats)))
        here, there = int(value), (int(value) + step) % len(order)
        order[here], order[there] = order[there], order[here]
        over = model.over.replace(f"place-{here}", f"place-{there}")
        arranged = actions.Arrange(tuple(order))
        return _do(wiring, replace(model, over=over), company, arranged, [])

    return tap


def _partners(wiring: Wiring, model: Model, company: Company, value: str) -> Answer:
    """All but the first seat move on by one: three times, and everybody was everybody's partner."""
    lobby = company.view.lobby if company.view is not None else None
    if lobby is None:
        return model, []
    rest = list(range(1, len(lobby.seats)))
    return _do(wiring, model, company, actions.Arrange((0, *rest[1:], rest[0])), [])


def _share(wiring: Wiring, model: Model, company: Company, value: str) -> Answer:
    view = company.view
    code = view.code if view is not None else company.code
    if code is None:
        return model, []
    text = words.INVITE_TEXT.format(code=code.said)
    if value == "copy":
        return model, [{"do": "copy", "text": company.link}]
    share = {"do": "share", "title": texts.NAME, "text": text, "url": f"#{code.fragment}"}
    return model, [share]


def _leave(wiring: Wiring, model: Model, company: Company, value: str) -> Answer:
    """For good; whoever is not inside, or is cut off from the room, only forgets it."""
    view = company.view
    inside = view is not None and view.me >= 0 and view.phase not in ("fork", "version", "refused")
    if inside and view is not None and view.line.state == "open":
        return _do(wiring, replace(model, over=""), company, actions.Leave(), [])
    if company.stage == "ask":
        fresh = replace(company, stage="entry", view=None, table=None)
        return replace(model, company=fresh, table=None, screen="room"), wiring.leave()
    model, effects = _other_code(wiring, replace(model, over=""), company, value)
    home = replace(to_others(model), company=None, screen="home")
    return home, effects


def _over(wiring: Wiring, model: Model, company: Company, value: str) -> Answer:
    return replace(model, over=value), []


def _look(stays: bool) -> Tap:
    """To the lobby while a game is played, or back to the table."""

    def tap(wiring: Wiring, model: Model, company: Company, value: str) -> Answer:
        return replace(model, over="", company=replace(company, stays=stays)), []

    return tap


# -- the table --------------------------------------------------------------------------------------------------


def _next(wiring: Wiring, model: Model, company: Company, value: str) -> Answer:
    table = company.table
    return (to_table(model, company, table), []) if table is not None else (model, [])


def _move(wiring: Wiring, model: Model, company: Company, value: str) -> Answer:
    """A new phone's own pictures are right, or are not."""
    member, _, said = value.partition(" ")
    if not member.isdecimal():
        return model, []
    return _do(wiring, model, company, actions.ConfirmClaim(int(member), said == "yes"), [])


_ANYWHERE: Final = ("room-leave",)

_TAPS: Final[dict[str, Tap]] = {
    "room-typed": _typed,
    "room-make": _make,
    "room-join": _join,
    "room-stay": _stay,
    "room-other": _other_code,
    "room-knock": _knock,
    "room-here": _play_here,
    "room-reload": _reload,
    "room-follow": _act(lambda value: actions.FollowRelay()),
    "room-sit": _act(lambda value: actions.Sit(int(value))),
    "room-stand": _act(lambda value: actions.Stand()),
    "room-bot": _act(_pair(lambda seat, bot: actions.SetBot(seat, bot))),
    "room-seats": _act(lambda value: actions.SetSeats(int(value))),
    "room-game": _game,
    "room-house": _house,
    "room-watching": _act(lambda value: actions.AllowWatching(value == "true")),
    "room-start": _act(lambda value: actions.Start()),
    "again": _act(lambda value: actions.Start()),
    "room-cancel": _act(lambda value: actions.Cancel()),
    "room-kick": _act(lambda value: actions.Kick(int(value))),
    "room-host": _act(lambda value: actions.HandHost(int(value))),
    "room-earlier": _moved(-1),
    "room-later": _moved(1),
    "room-partners": _partners,
    "room-claim": _act(lambda value: actions.ClaimSeat(int(value))),
    "room-confirm": _move,
    "room-leave": _leave,
    "room-share": _share,
    "room-over": _over,
    "room-lobby": _look(True),
    "room-table": _look(False),
    "next-hand": _next,
    "room-emote": _act(lambda value: actions.Emote(value)),
    "room-ask-back": _act(lambda value: actions.AskTakeBack()),
    "room-back": _act(lambda value: actions.AnswerTakeBack(value == "yes")),
    "room-wait": _act(lambda value: actions.Wait(int(value))),
    "room-let-bot": _act(lambda value: actions.LetBotPlay(int(value))),
    "room-redeal": _act(lambda value: actions.VoteRedeal()),
    "room-concede": _act(lambda value: actions.Concede()),
    "room-take-seat": _act(lambda value: actions.TakeSeat()),
}
