"""When a No Chance is due: always to a takeover, else for what it would cost to do without."""

from __future__ import annotations

from typing import Final

from engine.deeds.legality import answering, can_afford_refusal
from engine.deeds.state import Accept, Action, Move, Refuse, Track
from engine.deeds.steady.hand import bite, pain
from engine.deeds.steady.sight import WON, Sight
from engine.deeds.steady.steals import hurt
from engine.deeds.words import money

WORTH: Final = (6.0, 3.5)  # what must be at stake for the only No Chance, for one of several
COUNTER: Final = (8.0, 4.5)  # the same for answering another's No Chance
BIG: Final = 5  # M: a debt that is refused where deeds would have to go


def answer(sight: Sight) -> tuple[Move, str]:
    """The answer that is asked for first, and why."""
    action = sight.view.action
    assert action is not None  # there is something to answer
    asked = [it for it in action.tracks if it.stage == "answer"]
    track = next(it for it in asked if answering(sight.view, it) == sight.seat)
    held = sight.no_chances()
    due = track.seat == sight.seat
    stake, why = (_against_us if due else _for_us)(sight, action, track)
    if not held or not can_afford_refusal(sight.view, sight.seat):
        return Accept(track.seat), "you have no No Chance to answer it with"
    if stake >= (WORTH if due else COUNTER)[len(held) > 1]:
        return Refuse(held[0], track.seat), why
    return Accept(track.seat), "a No Chance is worth more later"


def _against_us(sight: Sight, action: Action, track: Track) -> tuple[float, str]:
    """What is lost if the action stands against this seat, and why it is stopped."""
    if action.kind == "takeover":
        return WON, "a whole set is at stake"
    if track.due:
        due = track.due - (track.due >> 1) if track.on_hike else track.due
        cost, deeds = pain(sight, due)
        if deeds and due >= BIG:
            return WON, f"{money(due)} would cost you deeds"
        return cost, f"{money(due)} would hurt"
    lost, got = hurt(sight, action, sight.seat, action.player)
    stake = sight.near(sight.seat) * lost + sight.harm(action.player) * max(0.0, got)
    return stake, _why_theft(got)


def _why_theft(got: float) -> str:
    if got >= WON / 2:
        return "the other would win with it"
    return "that deed is worth more than a No Chance"


def _for_us(sight: Sight, action: Action, track: Track) -> tuple[float, str]:
    """What is gained if one's own action stands against a seat after all, and why it should."""
    if track.due:
        due = track.due - (track.due >> 1) if track.on_hike else track.due
        return bite(sight, track.seat, due), f"{money(due)} is worth another No Chance"
    lost, got = hurt(sight, action, track.seat, sight.seat)
    why = "it would win the game" if got >= WON / 2 else "what it takes is worth another No Chance"
    return got + sight.harm(track.seat) * lost, why
