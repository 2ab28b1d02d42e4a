"""The single source of legality: what may be done, and the rule against everything else.

The legal list, the check before a move, the dimmed cards on screen, the sentence under the player's
finger and the audit all come from here. A face that is not known never forbids anything, so the
same functions judge a whole world, a seat's view, and what is public.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import combinations
from typing import Any, Final, overload

from engine.cards import SUITS
from engine.forty_fives.auction import open_calls, why_no_call
from engine.forty_fives.rules import HAND, Rules
from engine.forty_fives.state import (
    Auction,
    Bid,
    Hold,
    Move,
    Name,
    Naming,
    Pass,
    Play,
    Playing,
    State,
    Throw,
    Throwing,
    first_in_stock,
    pack_of,
)
from engine.game import Question, Refusal

NAMES: Final = tuple(Name(suit) for suit in SUITS)
PLAYS: Final = tuple(Play(slot) for slot in range(128))
"""A play for every slot there can be: six players' remixes stay far below it."""

_NOTHING: Final[tuple[Move, ...]] = ()


@cache
def _question(seat: int, what: str) -> tuple[Question, ...]:
    return (Question(seat, what),)


def owed(state: State) -> tuple[Question, ...]:
    """The questions open now; while throwing, one to everybody who has not thrown."""
    kind = type(state)
    if kind is Playing:
        return _question(state.turn, "play")  # type: ignore[union-attr]
    if isinstance(state, Throwing):
        return tuple(
            Question(seat, "throw") for seat, own in enumerate(state.thrown) if own is None
        )
    if isinstance(state, Auction):
        return _question(state.turn, "call")
    return _question(state.turn, "name") if isinstance(state, Naming) else ()


# -- playing ------------------------------------------------------------------------------------


def duty(state: Playing, seat: int) -> tuple[int, ...] | None:
    """The slots of which one must be played to the trick, or None when any card will do.

    Source: rules, "Play". Holding one card that binds makes every card that answers the lead, and
    only those, playable. Only the led card counts, not what fell later.
    """
    if not state.trick:
        return None
    faces = state.table.faces
    led = faces[state.trick[0]]
    order = state.contract.order
    if led is None or order is None:
        return None
    hand = state.hands[seat]
    binding = order.binding[led]
    for slot in hand:
        if faces[slot] in binding:
            answers = order.answers[led]
            return tuple([own for own in hand if faces[own] in answers])
    return None


def _plays(state: Playing, seat: int) -> list[Play]:
    if seat != state.turn:
        return []
    must = duty(state, seat)
    return [PLAYS[slot] for slot in (state.hands[seat] if must is None else must)]


def _why_no_play(state: Playing, seat: int, move: Move) -> Refusal | None:
    if not isinstance(move, Play):
        return Refusal("a card is wanted")
    if move.slot not in state.hands[seat]:
        return Refusal("not in hand", (move.slot,))
    must = duty(state, seat)
    if must is None or move.slot in must:
        return None
    order, faces = state.contract.order, state.table.faces
    led = faces[state.trick[0]]
    assert order is not None and led is not None  # else there is no duty
    binds = tuple(slot for slot in must if faces[slot] in order.binding[led])
    return Refusal("trumps led" if order.is_trump(led) else "follow or trump", binds)


# -- throwing -----------------------------------------------------------------------------------


class Throws(Sequence[Throw]):
    """All throws of ``least`` to ``most`` of these slots, made only when asked for by number."""

    __slots__ = ("_choices", "_slots")

    def __init__(self, slots: tuple[int, ...], least: int, most: int) -> None:
        self._slots = slots
        self._choices = _choices(len(slots), least, most)

    def __len__(self) -> int:
        return len(self._choices)

    @overload
    def __getitem__(self, index: int) -> Throw: ...
    @overload
    def __getitem__(self, index: slice) -> list[Throw]: ...
    def __getitem__(self, index: int | slice) -> Throw | list[Throw]:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        slots = self._slots
        return Throw(tuple([slots[place] for place in self._choices[index]]))


@cache
def _choices(held: int, least: int, most: int) -> tuple[tuple[int, ...], ...]:
    return tuple(
        places for count in range(least, most + 1) for places in combinations(range(held), count)
    )


@cache
def draw_limit(rules: Rules, players: int) -> int:
    """How many cards one seat may draw: five, or its part of the stock where throws are capped."""
    if rules.short_stock == "reshuffle":
        return HAND
    drawing = players if rules.bidder_draws else players - 1
    stock = len(pack_of(rules)) - HAND * players - rules.kitty
    return min(HAND, stock // drawing)


def throw_bounds(state: Throwing, seat: int) -> tuple[int, int]:
    """The least and the most cards the seat may throw."""
    rules = state.table.rules
    surplus = len(state.hands[seat]) - HAND
    if seat == state.contract.bidder and not rules.bidder_draws:
        return surplus, surplus
    return surplus, surplus + draw_limit(rules, state.table.players)


def _throws(state: Throwing, seat: int) -> Sequence[Throw]:
    if not 0 <= seat < len(state.thrown) or state.thrown[seat] is not None:
        return ()
    return Throws(state.hands[seat], *throw_bounds(state, seat))


def _why_no_throw(state: Throwing, seat: int, move: Move) -> Refusal | None:
    if not isinstance(move, Throw):
        return Refusal("a throw is wanted")
    strangers = tuple(slot for slot in move.slots if slot not in state.hands[seat])
    if strangers:
        return Refusal("not in hand", strangers)
    if list(move.slots) != sorted(set(move.slots)):
        return Refusal("a throw is a set")
    least, most = throw_bounds(state, seat)
    if len(move.slots) < least:
        return Refusal("throw more", (least - len(move.slots),))
    return Refusal("throw fewer", (len(move.slots) - most,)) if len(move.slots) > most else None


# -- calling and naming ---------------------------------------------------------------------------


def _calls(state: Auction, seat: int) -> Sequence[Move]:
    return open_calls(state) if seat == state.turn else _NOTHING


def _why_no_call(state: Auction, seat: int, move: Move) -> Refusal | None:
    if not isinstance(move, Pass | Hold | Bid):
        return Refusal("a call is wanted")
    return why_no_call(state, move)


def _names(state: Naming, seat: int) -> Sequence[Move]:
    return NAMES if seat == state.turn else _NOTHING


def _why_no_name(state: Naming, seat: int, move: Move) -> Refusal | None:
    return None if move in NAMES else Refusal("a suit is wanted")


# -- by phase -------------------------------------------------------------------------------------

_LISTS: Final[dict[type, Callable[[Any, int], Sequence[Move]]]] = {
    Auction: _calls,
    Naming: _names,
    Throwing: _throws,
    Playing: _plays,
}
_CHECKS: Final[dict[type, Callable[[Any, int, Move], Refusal | None]]] = {
    Auction: _why_no_call,
    Naming: _why_no_name,
    Throwing: _why_no_throw,
    Playing: _why_no_play,
}


def legal_moves(state: State, seat: int) -> Sequence[Move]:
    """Every move the seat may make now."""
    moves = _LISTS.get(type(state))
    return moves(state, seat) if moves else _NOTHING


def why_illegal(state: State, seat: int, move: Move) -> Refusal | None:
    """None when the seat may make this move now, else the rule against it."""
    if all(question.seat != seat for question in owed(state)):
        return Refusal("not your turn")
    return _CHECKS[type(state)](state, seat, move)


__all__ = [
    "draw_limit",
    "duty",
    "first_in_stock",
    "legal_moves",
    "owed",
    "throw_bounds",
    "why_illegal",
]
