"""What the arena asks of the game: who won, who plays for whom, which slips were made.

A game of Deeds is one hand of the arena: it gives the winner a point, shared where a win is. A slip
is a move that everybody at the table would groan at, judged on the state before it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from engine.deeds.deck import NO_CHANCE
from engine.deeds.holdings import without_deed
from engine.deeds.legality import can_afford_refusal
from engine.deeds.payment import offers
from engine.deeds.state import Accept, Bank, Move, Pay, State, complete


def points(state: State) -> tuple[float, ...] | None:
    """By seat the share of the win; None while the game goes on."""
    if state.result is None:
        return None
    winners = state.result.winners
    return tuple(
        1 / len(winners) if seat in winners else 0.0 for seat in range(state.table.players)
    )


def side(state: State, seat: int) -> int:
    """Everyone plays for oneself."""
    return seat


def slips(state: State, seat: int, move: Move) -> tuple[str, ...]:
    """The names of the slips in this move; empty for most."""
    found = _SLIPS.get(type(move))
    return () if found is None or not found[1](state, seat, move) else (found[0],)


def _let_a_set_go(state: State, seat: int, move: Accept) -> bool:
    action = state.action
    if action is None or action.kind != "takeover" or seat == action.player:
        return False
    held = any(state.table.faces[slot] == NO_CHANCE for slot in state.hands[seat])
    return held and can_afford_refusal(state, seat)


def _banked_a_no_chance(state: State, seat: int, move: Bank) -> bool:
    faces = state.table.faces
    return faces[move.slot] == NO_CHANCE and len(state.hands[seat]) <= state.table.rules.hand_limit


def _broke_a_set(state: State, seat: int, move: Pay) -> bool:
    kept = _colours_left(state, seat, move.slots)
    return any(_colours_left(state, seat, offer) > kept for offer in offers(state, seat))


def _colours_left(state: State, seat: int, offer: tuple[int, ...]) -> int:
    """How many colours the seat has a complete set of after it handed that over."""
    stacks = state.stacks[seat]
    for slot in offer:
        stacks, _ = without_deed(stacks, slot)
    return len({it.colour for it in stacks if complete(it, state.table.faces)})


_SLIPS: Final[dict[type, tuple[str, Callable[[State, int, Any], bool]]]] = {
    Accept: ("let a set be taken over with a No Chance in the hand", _let_a_set_go),
    Bank: ("banked a No Chance that could be kept", _banked_a_no_chance),
    Pay: ("broke more sets than needed", _broke_a_set),
}
