"""What lies over the room's pages: menus, questions, the pictures of a phone that asks for a seat."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import htpy as h
from htpy import Node

from engine.english import listed
from engine.rooms.emotes import EMOTES
from engine.rooms.views import RoomView
from web.app import texts
from web.app.components.dialogs import dialog, menu
from web.app.components.parts import Action
from web.app.model import Model
from web.app.rooms import words
from web.app.rooms.company import Company
from web.app.rooms.pictures import picture
from web.app.screens.common import close_cross


def over_room(company: Company, model: Model) -> Node:
    """The one thing that lies over the page: first what the table must know, then what was opened."""
    view = company.view
    if view is None:
        return None
    for ask in (_taken, _claim, _claiming, _take_back):
        found = ask(company, view)
        if found is not None:
            return found
    kind, _, which = model.over.partition("-")
    make = _OVERS.get(kind)
    return make(company, view, which) if make is not None else None


def _play_on(text: str = texts.GO_ON) -> Action:
    return Action(text, "close", focus=True, calm=True, id="over-close")


# -- what the table must know ---------------------------------------------------------------------------


def _taken(company: Company, view: RoomView) -> Node:
    """The person comes back to a seat that was played for: this tap does that and nothing else."""
    if not view.taken:
        return None
    table = view.table
    bot = table is not None and 0 <= table.seat < len(table.bots) and table.bots[table.seat]
    return dialog(
        words.TAKEN,
        words.TAKEN_BOT if bot else words.TAKEN_AWAY,
        [Action(words.TAKE_SEAT, "room-take-seat", kind="prime", focus=True, calm=True)],
        id="taken",
    )


def _pictures(pair: tuple[str, str]) -> Node:
    return h.div(".pictures")[[picture(name) for name in pair]]


def _claim(company: Company, view: RoomView) -> Node:
    """Somebody's new phone asks for the seat: the two pictures must be the same."""
    claim = next((it for it in view.claims if it.member != view.me), None)
    if claim is None:
        return None
    return dialog(
        words.CLAIM_ASK.format(name=company.called(claim.of)),
        [h.p[words.CLAIM_TEXT], _pictures(claim.pictures)],
        [
            Action(words.CLAIM_NO, "room-confirm", f"{claim.member} no", focus=True),
            Action(words.CLAIM_YES, "room-confirm", f"{claim.member} yes", kind="prime"),
        ],
        id="claim",
    )


def _claiming(company: Company, view: RoomView) -> Node:
    if view.claiming < 0 or view.pictures is None:
        return None
    return dialog(
        words.CLAIMING,
        [
            h.p[words.CLAIMING_TEXT.format(name=company.called(view.claiming))],
            _pictures(view.pictures),
        ],
        [Action(texts.HOME, "home", kind="quiet", id="claiming-home")],
        id="claiming",
    )


def _take_back(company: Company, view: RoomView) -> Node:
    """Somebody asks to take a move back: each is asked once."""
    asked = view.take_back
    if asked is None or view.me not in asked.wanted:
        return None
    return dialog(
        words.TAKE_BACK_ASK.format(names=listed([company.called(it) for it in asked.agreed])),
        words.TAKE_BACK_TEXT,
        [
            Action(words.DISAGREE, "room-back", "no", focus=True),
            Action(words.AGREE, "room-back", "yes", kind="prime"),
        ],
        id="take-back",
    )


# -- what was opened --------------------------------------------------------------------------------------


def _menu(company: Company, view: RoomView, which: str) -> Node:
    actions = [_play_on()]
    if "Emote" in view.can:
        actions.append(Action(words.EMOTES, "room-over", "emotes", icon="laugh", calm=True))
    if "AskTakeBack" in view.can:
        note = words.TAKE_BACK_NOTE
        actions.append(Action(words.TAKE_BACK, "room-ask-back", icon="undo", note=note, calm=True))
    if "Concede" in view.can:
        actions.append(Action(words.CONCEDE, "room-over", "concede", calm=True))
    actions += [
        Action(words.SEE_ROOM, "room-lobby", icon="friends", calm=True),
        Action(texts.HELP, "rules", icon="book", calm=True, id="menu-rules"),
        Action(words.HOME, "home", note=words.HOME_NOTE, calm=True, id="menu-home"),
    ]
    return menu(words.MENU, actions, close=close_cross())


def _emotes(company: Company, view: RoomView, which: str) -> Node:
    said = [
        Action(words.EMOTE_WORDS.get(name, name), "room-emote", name, calm=True) for name in EMOTES
    ]
    return menu(words.EMOTES, said, close=close_cross(), id="emotes")


def _leave(company: Company, view: RoomView, which: str) -> Node:
    return dialog(
        words.LEAVE_ASK,
        words.LEAVE_TEXT,
        [
            Action(words.LEAVE_YES, "room-leave", kind="danger"),
            Action(words.STAY_HERE, "close", focus=True, id="over-close"),
        ],
        id="ask-leave",
    )


def _concede(company: Company, view: RoomView, which: str) -> Node:
    return dialog(
        words.CONCEDE_ASK,
        words.CONCEDE_TEXT,
        [Action(words.CONCEDE, "room-concede", kind="danger"), _play_on()],
        id="ask-concede",
    )


def _kick(company: Company, view: RoomView, which: str) -> Node:
    name = company.called(int(which)) if which.isdecimal() else ""
    return dialog(
        words.KICK_ASK.format(name=name),
        words.KICK_TEXT.format(name=name),
        [
            Action(words.KICK_YES, "room-kick", which, kind="danger"),
            Action(words.STAY_HERE, "close", focus=True, id="over-close"),
        ],
        id="ask-kick",
    )


def _person(company: Company, view: RoomView, which: str) -> Node:
    """What the host can do about a member."""
    person = company.person(int(which)) if which.isdecimal() else None
    if person is None:
        return None
    return menu(person.label, _about(person.number, person.label), close=close_cross())


def _about(number: int, label: str) -> list[Action]:
    return [
        Action(words.MAKE_HOST.format(name=label), "room-host", str(number), icon="crown"),
        Action(words.KICK, "room-over", f"kick-{number}", kind="danger"),
    ]


def _seat(company: Company, view: RoomView, which: str) -> Node:
    """What the host can do about a seat."""
    lobby = view.lobby
    if lobby is None or not which.isdecimal() or int(which) >= len(lobby.seats):
        return None
    place = lobby.seats[int(which)]
    person = company.person(place.member) if place.member >= 0 else None
    actions = []
    if view.phase in ("lobby", "over"):
        actions += [
            Action(words.EARLIER, "room-earlier", which),
            Action(words.LATER, "room-later", which),
        ]
    if person is not None and person.me:
        actions.append(Action(words.STAND, "room-stand"))
    elif person is not None:
        actions += _about(person.number, person.label)
    elif place.bot:
        actions += [
            Action(name, "room-bot", f"{which} {bot}", pressed=bot == place.bot)
            for bot, name in words.BOTS.items()
        ]
        actions.append(Action(words.NO_BOT, "room-bot", f"{which} ", kind="danger"))
    title = person.label if person is not None else words.BOTS.get(place.bot, words.FREE)
    return menu(f"{title} · seat {int(which) + 1}", actions, close=close_cross())


_OVERS: Final[dict[str, Callable[[Company, RoomView, str], Node]]] = {
    "menu": _menu,
    "emotes": _emotes,
    "leave": _leave,
    "concede": _concede,
    "kick": _kick,
    "person": _person,
    "place": _seat,
}


def asked_back(company: Company) -> str:
    """For whom one waits who has asked to take a move back."""
    asked = company.view.take_back if company.view is not None else None
    if asked is None or not asked.mine:
        return ""
    return words.ASKED_BACK.format(names=listed([company.called(it) for it in asked.wanted]))
