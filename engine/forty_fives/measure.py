"""What the arena asks of the family: what a hand gave, who plays for whom, which slips were made.

A slip is a move that everybody at the table would groan at, whatever the cards turn out to be. It
is judged on the state before the move, with all faces known.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from engine.cards import SUITS
from engine.forty_fives.legality import duty
from engine.forty_fives.ranking import Order, order_of
from engine.forty_fives.state import (
    Auction,
    Bid,
    HandOver,
    Hold,
    Move,
    Play,
    Playing,
    State,
    Throw,
    Throwing,
)
from engine.forty_fives.transitions import best_play


def points(state: State) -> tuple[int, ...] | None:
    """By side what the hand that has just ended gave; None while none has."""
    return state.result.delta if isinstance(state, HandOver) else None


def side(state: State, seat: int) -> int:
    """The side a seat plays for."""
    return state.table.rules.side(seat)


def slips(state: State, seat: int, move: Move) -> tuple[str, ...]:
    """The names of the slips in this move; empty for most."""
    return tuple(
        name
        for name, (phase, kinds, is_slip) in _SLIPS.items()
        if isinstance(state, phase) and isinstance(move, kinds) and is_slip(state, seat, move)
    )


def _face(state: State, slot: int) -> int:
    face = state.table.faces[slot]
    assert face is not None  # slips are judged by whoever knows all cards
    return face


def _order(state: Throwing | Playing) -> Order:
    assert state.contract.order is not None
    return state.contract.order


def _bid_on_air(state: Auction, seat: int, move: Bid | Hold) -> bool:
    hand = {_face(state, slot) for slot in state.hands[seat]}
    return all(len(hand.intersection(order_of(state.table.rules, s).trumps)) < 2 for s in SUITS)


def _threw_the_five(state: Throwing, seat: int, move: Throw) -> bool:
    return any(_face(state, slot) == _order(state).trumps[0] for slot in move.slots)


def _threw_trump_for_plain(state: Throwing, seat: int, move: Throw) -> bool:
    kept = [slot for slot in state.hands[seat] if slot not in move.slots]
    is_trump = _order(state).is_trump
    return any(is_trump(_face(state, slot)) for slot in move.slots) and not all(
        is_trump(_face(state, slot)) for slot in kept
    )


def _overtook_partner(state: Playing, seat: int, move: Play) -> bool:
    if not state.trick or len(state.trick) < state.table.players - 1:
        return False
    winner = (state.leader + best_play(state.table, state.contract, state.trick)) % (
        state.table.players
    )
    if side(state, winner) != side(state, seat):
        return False
    takers = _takers(state, seat)
    return move.slot in takers and len(takers) < len(_choice(state, seat))


def _paid_too_much(state: Playing, seat: int, move: Play) -> bool:
    if len(state.trick) < state.table.players - 1:
        return False
    takers = _takers(state, seat)
    strength = _order(state).strength
    return move.slot in takers and any(
        strength[_face(state, slot)] < strength[_face(state, move.slot)] for slot in takers
    )


def _missed_holdback(state: Playing, seat: int, move: Play) -> bool:
    if not state.trick or move.slot in _takers(state, seat):
        return False
    order, led = _order(state), _face(state, state.trick[0])
    return (
        order.is_trump(led)
        and order.may_wait(_face(state, move.slot), led)
        and not all(order.may_wait(_face(state, slot), led) for slot in _choice(state, seat))
    )


def _choice(state: Playing, seat: int) -> tuple[int, ...]:
    """The slots the seat may play."""
    return duty(state, seat) or state.hands[seat]


def _takers(state: Playing, seat: int) -> tuple[int, ...]:
    """Those of them that take the trick as it lies."""
    place = best_play(state.table, state.contract, state.trick)
    power = _order(state).power[_face(state, state.trick[0])]
    most = power[_face(state, state.trick[place])]
    return tuple(slot for slot in _choice(state, seat) if power[_face(state, slot)] > most)


_SLIPS: Final[dict[str, tuple[type, Any, Callable[[Any, int, Any], bool]]]] = {
    "bid with less than two trumps": (Auction, Bid | Hold, _bid_on_air),
    "threw the 5": (Throwing, Throw, _threw_the_five),
    "threw a trump and kept a plain card": (Throwing, Throw, _threw_trump_for_plain),
    "overtook a partner's won trick": (Playing, Play, _overtook_partner),
    "took a trick with more than was needed": (Playing, Play, _paid_too_much),
    "missed a holdback": (Playing, Play, _missed_holdback),
}
