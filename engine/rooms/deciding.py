"""The fold over the room's messages: one table of who may say what when, and what follows from it.

``decide`` judges a member's message, ``admit`` a newcomer's first, ``follow`` says what comes by
itself out of what the game has come to. All three are the same on every phone, and know no clock.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from engine.record import clean_name
from engine.rooms import claiming, going, seating
from engine.rooms import messages as say
from engine.rooms.acts import Act, NoEffect, Rule, changed, placed
from engine.rooms.events import Denied, Entered, Event, GameOver, Sat, SeatMoved
from engine.rooms.lobby import (
    LOBBY,
    MEMBERS,
    MOVED,
    OVER,
    PLAYING,
    STARTING,
    Claim,
    Lobby,
    Member,
    Place,
)
from engine.rooms.seating import begun
from engine.sealed.standing import SUBSTITUTE

TABLE: Final[Mapping[type[Any], Rule]] = {**seating.RULES, **going.RULES, **claiming.RULES}
"""By its kind who judges a message, in which phases. ``Enter`` is judged by ``admit``. No entry, or
another phase: it has no effect."""


@dataclass(frozen=True, slots=True)
class Course:
    """What the table has come to: the game is over; the last entry closed a deal and the next is
    not begun; its log is so long that it should begin anew."""

    over: bool = False
    between: bool = False
    long: bool = False


def admit(lobby: Lobby, message: say.Enter) -> Act:
    """A newcomer, whose signature and binding are verified; the first one is the host."""
    if (message.version, message.protocol) != (lobby.version, lobby.protocol) and lobby.members:
        raise NoEffect("version")
    if message.protocol != say.PROTOCOL:
        raise NoEffect("version")
    used = {key for it in lobby.members for key in (it.signs, it.seals)}
    if message.signs in used or message.seals in used or message.signs == message.seals:
        raise NoEffect("inside")
    if len(lobby.members) >= MEMBERS:
        raise NoEffect("full")
    if clean_name(message.name) != message.name:
        raise NoEffect("name")
    number = len(lobby.members)
    member = Member(
        number, message.name, message.signs, message.seals, message.sender, message.promise
    )
    lobby = replace(lobby, version=message.version, members=(*lobby.members, member))
    events: list[Event] = [Entered(number)]
    if lobby.host < 0:
        lobby = replace(lobby, host=number)
    free = next((n for n, place in enumerate(lobby.seats) if place.free), -1)
    if lobby.phase in (LOBBY, OVER) and free >= 0:
        lobby = placed(lobby, free, Place(number))
        events.append(Sat(number, free))
    return lobby, events


def decide(lobby: Lobby, at: int, who: int, message: say.Message) -> Act:
    """The room after a member's message at an entry of the log, and the events; or ``NoEffect``."""
    if lobby.members[who].gone:
        raise NoEffect("gone")
    rule = TABLE.get(type(message))
    if rule is None:
        raise NoEffect("inside")
    if lobby.phase not in rule.phases:
        raise NoEffect("playing" if lobby.phase in (PLAYING, STARTING) else "not-playing")
    if rule.host and who != lobby.host:
        raise NoEffect("not-host")
    return _unclaimed(*rule.judge(lobby, at, lobby.members[who], message))


def _unclaimed(lobby: Lobby, events: list[Event]) -> Act:
    """Without the claims that came to nothing: of somebody who has gone, or to a seat given up."""
    void = [it for it in lobby.claims if not _stands(lobby, it)]
    if not void:
        return lobby, events
    lobby = replace(lobby, claims=tuple(it for it in lobby.claims if it not in void))
    told = [Denied(it.member) for it in void if not lobby.members[it.member].gone]
    return lobby, [*events, *told]


def _stands(lobby: Lobby, claim: Claim) -> bool:
    gone = lobby.members[claim.member].gone or lobby.members[claim.of].gone
    return not gone and lobby.seat_of(claim.of) >= 0


def heard(lobby: Lobby, who: int) -> Lobby:
    """The room when a member has said one message more, whatever it was."""
    member = lobby.members[who]
    lobby = changed(lobby, replace(member, said=member.said + 1))
    return replace(lobby, heir=-1) if who == lobby.host else lobby


def follow(lobby: Lobby, at: int, course: Course) -> Act:
    """The room after all that follows from what the table has come to at an entry."""
    if lobby.phase != PLAYING:
        return lobby, []
    if course.over:
        return _unclaimed(_ended(lobby), [])  # the table tells how
    gone = sum(1 for number in lobby.seated if lobby.members[number].gone)
    waiting = bool(lobby.taking) or gone > 0
    stuck = gone > 1 or (gone == 1 and len(lobby.seated) == 2)
    if not (course.between and (waiting or course.long)) and not stuck:
        return lobby, []
    after = _reseated(lobby, Place(bot=SUBSTITUTE))
    if len(after.playing) < 2:
        return _unclaimed(_ended(lobby), [GameOver(None)])
    moved: list[Event] = [
        SeatMoved(it.of, it.member) for it in lobby.claims if it.agreed and not after.claims
    ]
    after, events = begun(after, at)
    return _unclaimed(after, [*moved, *events])


def _ended(lobby: Lobby) -> Lobby:
    return replace(_reseated(lobby, Place()), phase=OVER)


def _reseated(lobby: Lobby, empty: Place) -> Lobby:
    """With those at the seats who come next, and ``empty`` where nobody does."""
    for taking in lobby.taking:
        old = lobby.seats[taking.seat].member
        lobby = placed(lobby, taking.seat, Place(taking.member) if taking.member >= 0 else empty)
        if any(it.agreed and it.of == old for it in lobby.claims):
            lobby = changed(lobby, replace(lobby.members[old], gone=MOVED))
            lobby = replace(lobby, host=taking.member if lobby.host == old else lobby.host)
    for seat, place in enumerate(lobby.seats):
        if place.member >= 0 and lobby.members[place.member].gone:
            lobby = placed(lobby, seat, empty)
    claims = tuple(it for it in lobby.claims if not it.agreed)
    return replace(lobby, taking=(), claims=claims)
