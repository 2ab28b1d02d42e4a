"""What judging a message of the room has in common: an act, no effect, a rule, and small changes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Final

from engine.rooms.events import Event
from engine.rooms.lobby import LOBBY, OVER, PLAYING, STARTING, Lobby, Member, Place

Act = tuple[Lobby, list[Event]]

ALWAYS: Final = (LOBBY, STARTING, PLAYING, OVER)
APART: Final = (LOBBY, OVER)  # between games


class NoEffect(Exception):
    """A message that may not act; ``code`` says why."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True, slots=True)
class Rule:
    """Who judges a kind of message, in which phases it may be said, and whether by the host only."""

    judge: Callable[[Lobby, int, Member, Any], Act]
    phases: tuple[str, ...]
    host: bool = False


def changed(lobby: Lobby, member: Member) -> Lobby:
    """The room with a member as it is now."""
    members = list(lobby.members)
    members[member.number] = member
    return replace(lobby, members=tuple(members))


def placed(lobby: Lobby, seat: int, place: Place) -> Lobby:
    """The room with somebody else at a seat."""
    seats = list(lobby.seats)
    seats[seat] = place
    return replace(lobby, seats=tuple(seats))


def freed(lobby: Lobby, member: int) -> Lobby:
    """Without a member at its seat, which is free; nobody waits for a beginning any more."""
    seat = lobby.seat_of(member)
    if seat < 0:
        return lobby
    lobby = placed(lobby, seat, Place())
    return replace(lobby, phase=LOBBY, ready=()) if lobby.phase == STARTING else lobby


def untaken(lobby: Lobby, member: int) -> Lobby:
    """Without the seat that a member was to take."""
    return replace(lobby, taking=tuple(it for it in lobby.taking if it.member != member))


def another(lobby: Lobby, who: Member, number: int) -> Member | None:
    """A member that is not the one who speaks, and has not gone."""
    if not 0 <= number < len(lobby.members) or number == who.number:
        return None
    member = lobby.members[number]
    return None if member.gone else member
