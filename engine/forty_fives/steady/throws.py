"""Throwing: trumps stay, plain cards go, and a seat that must keep one keeps the highest."""

from __future__ import annotations

from engine.forty_fives.legality import throw_bounds
from engine.forty_fives.ranking import ACE_OF_HEARTS, Order
from engine.forty_fives.state import Move, Throw, Throwing


def throw(view: Throwing, seat: int) -> tuple[Move, str]:
    """The throw, and why: all plain cards, as far as the rules let so many go."""
    order, faces = view.contract.order, view.table.faces
    assert order is not None  # trumps are named before anyone throws
    held = [(face, slot) for slot in view.hands[seat] if (face := faces[slot]) is not None]
    held.sort(key=lambda pair: order.strength[pair[0]])  # plain first, each kind from the lowest
    plain = sum(not order.is_trump(face) for face, _ in held)
    least, most = throw_bounds(view, seat)
    count = min(most, max(least, plain))
    slots = tuple(sorted(slot for _, slot in held[:count]))
    kept = [face for face, _ in held[count:]]
    return Throw(slots), _reason(order, kept, count - plain)


def _reason(order: Order, kept: list[int], beyond: int) -> str:
    """Why this is kept; ``beyond`` trumps had to go too, or below zero, so many plain could not."""
    if beyond > 0:
        return "only five can stay, so the lowest trumps go too"
    trumps = sum(order.is_trump(card) for card in kept)
    if beyond < 0 and trumps < len(kept):
        return "trumps stay, and the highest of the cards that may not all go"
    if not trumps:
        return "there is no trump to keep, so five new cards"
    if ACE_OF_HEARTS in kept:
        return "trumps stay and plain cards go; the Ace of Hearts is a trump as well"
    return "trumps stay and plain cards go"
