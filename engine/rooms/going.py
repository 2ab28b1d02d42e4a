"""Judging the host's role, who goes, what is said in passing, and what happened at the door."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from engine.rooms import messages as say
from engine.rooms.acts import ALWAYS, Act, NoEffect, Rule, another, changed, freed, untaken
from engine.rooms.emotes import EMOTES
from engine.rooms.events import Emoted, Event, HostPassed, Kicked, Left, WrongTry
from engine.rooms.lobby import KICKED, LEFT, PLAYING, Lobby, Member, Welcome

KNOWN: Final = 20  # welcomes that are remembered, for newcomers who want a seat


def _hosted(lobby: Lobby, member: int, why: str) -> Act:
    return replace(lobby, host=member, heir=-1), [HostPassed(member, why)]


def _hand(lobby: Lobby, at: int, who: Member, message: say.Hand) -> Act:
    if another(lobby, who, message.member) is None:
        raise NoEffect("no-such")
    return _hosted(lobby, message.member, "given")


def _take(lobby: Lobby, at: int, who: Member, message: say.Take) -> Act:
    """Once it is an announcement; said again, with no word of the host between, it holds."""
    if message.host != lobby.host or who.number == lobby.host:
        raise NoEffect("no-such")
    if lobby.heir == who.number:
        return _hosted(lobby, who.number, "gone")
    return replace(lobby, heir=who.number), []


def heirs(lobby: Lobby, host: int) -> list[int]:
    """Who comes next as host: by seats from the host's on, then all others."""
    seat = lobby.seat_of(host)
    count = len(lobby.seats)
    round_ = [lobby.seats[(seat + 1 + n) % count].member for n in range(count)]
    rows = [*round_, *(it.number for it in lobby.members)]
    present = {it.number for it in lobby.present} - {host}
    return [number for number in dict.fromkeys(rows) if number in present]


def _gone(lobby: Lobby, member: Member, why: str) -> Lobby:
    """Without a member: its seat is free, at a table that plays from the next deal on."""
    number = member.number
    lobby = changed(lobby, replace(lobby.members[number], gone=why))
    lobby = untaken(lobby, number)
    claims = tuple(it for it in lobby.claims if number not in (it.member, it.of))
    lobby = replace(lobby, claims=claims, heir=-1 if lobby.heir == number else lobby.heir)
    return lobby if lobby.phase == PLAYING else freed(lobby, number)


def _kick(lobby: Lobby, at: int, who: Member, message: say.Kick) -> Act:
    other = another(lobby, who, message.member)
    if other is None:
        raise NoEffect("no-such")
    return _gone(lobby, other, KICKED), [Kicked(other.number)]


def _leave(lobby: Lobby, at: int, who: Member, message: say.Leave) -> Act:
    events: list[Event] = [Left(who.number)]
    if who.number == lobby.host:
        rows = heirs(lobby, who.number)
        heir = message.heir if message.heir in rows else next(iter(rows), -1)
        lobby = replace(lobby, host=heir, heir=-1)
        events += [HostPassed(heir, "left")] if heir >= 0 else []
    return _gone(lobby, who, LEFT), events


# -- in passing, and at the door --------------------------------------------------------------------


def _here(lobby: Lobby, at: int, who: Member, message: say.Here) -> Act:
    return lobby, []


def _emote(lobby: Lobby, at: int, who: Member, message: say.Emote) -> Act:
    if not 0 <= message.emote < len(EMOTES):
        raise NoEffect("no-such")
    return lobby, [Emoted(who.number, EMOTES[message.emote])]


def _welcomed(lobby: Lobby, at: int, who: Member, message: say.Welcomed) -> Act:
    welcome = Welcome(message.sender, message.first, message.second)
    others = [it for it in lobby.welcomes if it.sender != message.sender]
    return replace(lobby, wrong=0, welcomes=(*others, welcome)[-KNOWN:]), []


def _wrong(lobby: Lobby, at: int, who: Member, message: say.Wrong) -> Act:
    return replace(lobby, wrong=lobby.wrong + 1), [WrongTry(lobby.wrong + 1)]


RULES: Final[Mapping[type[Any], Rule]] = {
    say.Kick: Rule(_kick, ALWAYS, host=True),
    say.Hand: Rule(_hand, ALWAYS, host=True),
    say.Leave: Rule(_leave, ALWAYS),
    say.Take: Rule(_take, ALWAYS),
    say.Here: Rule(_here, ALWAYS),
    say.Emote: Rule(_emote, ALWAYS),
    say.Welcomed: Rule(_welcomed, ALWAYS),
    say.Wrong: Rule(_wrong, ALWAYS),
}
