"""Judging a seat that moves to another phone of the same person, and what may be forgotten."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from engine.rooms import messages as say
from engine.rooms.acts import (
    ALWAYS,
    Act,
    NoEffect,
    Rule,
    another,
    changed,
    freed,
    placed,
    untaken,
)
from engine.rooms.events import Claimed, Denied, SeatMoved
from engine.rooms.lobby import (
    LOBBY,
    MOVED,
    PLAYING,
    STARTING,
    Claim,
    Lobby,
    Member,
    Place,
    Taking,
)


def _claim(lobby: Lobby, at: int, who: Member, message: say.Claim) -> Act:
    welcome = next((it for it in lobby.welcomes if it.sender == who.sender), None)
    other = another(lobby, who, message.of)
    if welcome is None or other is None or lobby.seat_of(message.of) < 0:
        raise NoEffect("no-such")
    if lobby.seat_of(who.number) >= 0 and lobby.phase in (PLAYING, STARTING):
        raise NoEffect("playing")
    claims = [it for it in lobby.claims if it.member != who.number]
    claim = Claim(who.number, message.of, welcome.first, welcome.second)
    return replace(lobby, claims=(*claims, claim)), [Claimed(who.number, message.of)]


def _confirm(lobby: Lobby, at: int, who: Member, message: say.Confirm) -> Act:
    """By anybody who sits, or the host; not by the newcomer itself."""
    claim = next((it for it in lobby.claims if it.member == message.member), None)
    if claim is None or claim.agreed:
        raise NoEffect("no-such")
    if who.number == claim.member or not (who.number in lobby.seated or who.number == lobby.host):
        raise NoEffect("not-asked")
    others = tuple(it for it in lobby.claims if it.of != claim.of and it.member != claim.member)
    if not message.yes:
        claims = tuple(it for it in lobby.claims if it.member != claim.member)
        return replace(lobby, claims=claims), [Denied(claim.member)]
    if lobby.phase != PLAYING:
        return _moved(replace(lobby, claims=others), claim)
    # The old phone may still hand over the seat's secrets; if it does not, the seat is the new
    # one's from the next deal on.
    seat = lobby.seat_of(claim.of)
    taking = tuple(it for it in untaken(lobby, claim.member).taking if it.seat != seat)
    agreed = replace(lobby, claims=(*others, replace(claim, agreed=True)))
    return replace(agreed, taking=(*taking, Taking(seat, claim.member))), []


def _moved(lobby: Lobby, claim: Claim) -> Act:
    """With the seat, and the host's role, at the new phone; the old one is out."""
    seat = lobby.seat_of(claim.of)
    lobby = freed(lobby, claim.member)
    lobby = placed(lobby, seat, Place(claim.member))
    lobby = replace(lobby, host=claim.member if lobby.host == claim.of else lobby.host)
    lobby = changed(lobby, replace(lobby.members[claim.of], gone=MOVED))
    lobby = replace(lobby, phase=LOBBY if lobby.phase == STARTING else lobby.phase, ready=())
    return untaken(lobby, claim.of), [SeatMoved(claim.of, claim.member)]


def _handed(lobby: Lobby, at: int, who: Member, message: say.Handed) -> Act:
    """The new phone has the secrets of the old one's seat, and is that member from now on."""
    claim = next((it for it in lobby.claims if it.member == message.to and it.agreed), None)
    if claim is None or claim.of != who.number or message.table != lobby.table:
        raise NoEffect("no-such")
    new = lobby.members[claim.member]
    lobby = changed(lobby, replace(who, sender=new.sender, promise=new.promise, drawn=new.drawn))
    lobby = changed(lobby, replace(new, gone=MOVED))
    lobby = untaken(lobby, new.number)
    claims = tuple(it for it in lobby.claims if it.member != new.number)
    return replace(lobby, claims=claims), [SeatMoved(who.number, who.number)]


# -- what may be forgotten --------------------------------------------------------------------------


def _settle(lobby: Lobby, at: int, who: Member, message: say.Settle) -> Act:
    return replace(lobby, settled=at, agreed=(who.number,)), []


def _agree(lobby: Lobby, at: int, who: Member, message: say.Agree) -> Act:
    if message.at != lobby.settled or who.number in lobby.agreed or who.number not in lobby.seated:
        raise NoEffect("no-such")
    return replace(lobby, agreed=(*lobby.agreed, who.number)), []


RULES: Final[Mapping[type[Any], Rule]] = {
    say.Claim: Rule(_claim, ALWAYS),
    say.Confirm: Rule(_confirm, ALWAYS),
    say.Handed: Rule(_handed, (PLAYING,)),
    say.Settle: Rule(_settle, (PLAYING,), host=True),
    say.Agree: Rule(_agree, ALWAYS),
}
