"""Judging who sits where, what is to be played, and the beginning: the lobby itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from hashlib import sha256
from typing import Any, Final

from engine.game import GameError, find
from engine.record import clean_name
from engine.rooms import messages as say
from engine.rooms.acts import ALWAYS, APART, Act, NoEffect, Rule, changed, freed, placed, untaken
from engine.rooms.events import (
    Began,
    Cancelled,
    GameChosen,
    Renamed,
    Sat,
    SeatsChanged,
    Starting,
    Stood,
    WatchingChanged,
)
from engine.rooms.identity import promise_of
from engine.rooms.lobby import (
    LOBBY,
    OVER,
    PLAYING,
    SEATS,
    STARTING,
    Lobby,
    Member,
    Place,
    Promise,
    Taking,
    is_bot,
)


def _rename(lobby: Lobby, at: int, who: Member, message: say.Rename) -> Act:
    if clean_name(message.name) != message.name or message.name == who.name:
        raise NoEffect("name")
    return changed(lobby, replace(who, name=message.name)), [Renamed(who.number, who.name)]


def _sit(lobby: Lobby, at: int, who: Member, message: say.Sit) -> Act:
    seat = message.seat
    if not 0 <= seat < len(lobby.seats):
        raise NoEffect("no-such")
    place = lobby.seats[seat]
    if lobby.phase != PLAYING:
        if not place.free:
            raise NoEffect("taken-seat")
        return placed(freed(lobby, who.number), seat, Place(who.number)), [Sat(who.number, seat)]
    if lobby.seat_of(who.number) >= 0:
        raise NoEffect("playing")
    held = place.member >= 0 and not lobby.members[place.member].gone
    if held or any(it.seat == seat and it.member >= 0 for it in lobby.taking):
        raise NoEffect("taken-seat")
    taking = (*untaken(lobby, who.number).taking, Taking(seat, who.number))
    return replace(lobby, taking=taking), [Sat(who.number, seat)]


def _stand(lobby: Lobby, at: int, who: Member, message: say.Stand) -> Act:
    seat = lobby.seat_of(who.number)
    if lobby.phase == PLAYING and seat >= 0:
        if any(it.seat == seat for it in lobby.taking):
            raise NoEffect("taken-seat")
        lobby = replace(lobby, taking=(*lobby.taking, Taking(seat, -1)))
    elif lobby.waits_for(who.number) >= 0:
        lobby = untaken(lobby, who.number)
    elif seat >= 0:
        lobby = freed(lobby, who.number)
    else:
        raise NoEffect("no-such")
    return lobby, [Stood(who.number)]


# -- the host's choices -----------------------------------------------------------------------------


def _choose(lobby: Lobby, at: int, who: Member, message: say.Choose) -> Act:
    try:
        find(message.variant)
    except GameError:
        raise NoEffect("no-such") from None
    if clean_name(message.title) != message.title:
        raise NoEffect("name")
    chosen = replace(
        lobby, variant=message.variant, changes=message.changes, title=message.title, phase=LOBBY
    )
    return chosen, [GameChosen()]


def _seats(lobby: Lobby, at: int, who: Member, message: say.Seats) -> Act:
    if message.count not in SEATS:
        raise NoEffect("no-such")
    seats = list(lobby.seats)
    for goes in (lambda it: it.free, lambda it: bool(it.bot), lambda it: True):
        for place in [it for it in reversed(seats) if goes(it)]:
            if len(seats) > message.count:
                del seats[len(seats) - 1 - seats[::-1].index(place)]
    seats += [Place()] * (message.count - len(seats))
    return replace(lobby, seats=tuple(seats), phase=LOBBY), [SeatsChanged()]


def _set_bot(lobby: Lobby, at: int, who: Member, message: say.SetBot) -> Act:
    if not 0 <= message.seat < len(lobby.seats) or (message.bot and not is_bot(message.bot)):
        raise NoEffect("no-such")
    if lobby.seats[message.seat].member >= 0:
        raise NoEffect("taken-seat")
    lobby = placed(lobby, message.seat, Place(bot=message.bot))
    return replace(lobby, phase=LOBBY), [SeatsChanged()]


def _arrange(lobby: Lobby, at: int, who: Member, message: say.Arrange) -> Act:
    if sorted(message.order) != list(range(len(lobby.seats))):
        raise NoEffect("no-such")
    seats = tuple(lobby.seats[old] for old in message.order)
    return replace(lobby, seats=seats, phase=LOBBY), [SeatsChanged()]


def _watching(lobby: Lobby, at: int, who: Member, message: say.Watching) -> Act:
    return replace(lobby, watching=message.allowed), [WatchingChanged()]


# -- the beginning ----------------------------------------------------------------------------------


def _start(lobby: Lobby, at: int, who: Member, message: say.Start) -> Act:
    wrong = lobby.why_not_start()
    if wrong:
        raise NoEffect(wrong)
    return replace(lobby, phase=STARTING, ready=()), [Starting()]


def _cancel(lobby: Lobby, at: int, who: Member, message: say.Cancel) -> Act:
    return replace(lobby, phase=LOBBY, ready=()), [Cancelled()]


def _ready(lobby: Lobby, at: int, who: Member, message: say.Ready) -> Act:
    number = who.number
    if number not in lobby.seated or any(it.member == number for it in lobby.ready):
        raise NoEffect("not-asked")
    if message.table != lobby.table + 1 or promise_of(bytes.fromhex(message.nonce)) != who.promise:
        raise NoEffect("no-such")
    lobby = changed(lobby, replace(who, promise=message.promise, drawn=who.drawn + 1))
    lobby = replace(lobby, ready=(*lobby.ready, Promise(number, message.nonce)))
    if {it.member for it in lobby.ready} < set(lobby.seated):
        return lobby, []
    drawn = sha256("".join(it.nonce for it in sorted(lobby.ready, key=_by_member)).encode())
    dealer = int.from_bytes(drawn.digest(), "big") % len(lobby.seats)
    return begun(replace(lobby, dealer=dealer, ready=(), taking=()), at)


def _by_member(promise: Promise) -> int:
    return promise.member


def begun(lobby: Lobby, at: int) -> Act:
    """With the next table, which begins after an entry."""
    playing = lobby.playing
    keeper = lobby.host if lobby.host in playing else playing[0]
    lobby = replace(lobby, phase=PLAYING, table=lobby.table + 1, since=at + 1, keeper=keeper)
    return lobby, [Began(lobby.table)]


RULES: Final[Mapping[type[Any], Rule]] = {
    say.Rename: Rule(_rename, ALWAYS),
    say.Sit: Rule(_sit, (LOBBY, PLAYING, OVER)),
    say.Stand: Rule(_stand, ALWAYS),
    say.Choose: Rule(_choose, APART, host=True),
    say.Seats: Rule(_seats, APART, host=True),
    say.SetBot: Rule(_set_bot, APART, host=True),
    say.Arrange: Rule(_arrange, APART, host=True),
    say.Watching: Rule(_watching, ALWAYS, host=True),
    say.Start: Rule(_start, APART, host=True),
    say.Cancel: Rule(_cancel, (STARTING,), host=True),
    say.Ready: Rule(_ready, (STARTING,)),
}
