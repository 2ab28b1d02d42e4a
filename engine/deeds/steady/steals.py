"""What to take with a Takeover, a Pickpocket or a Swap, and from whom."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from engine.deeds.holdings import loose, whole
from engine.deeds.state import Action, Seize, Stack, Stacks, Take, Trade, stack_of
from engine.deeds.steady.reasons import why_seize, why_take, why_trade
from engine.deeds.steady.sight import Sight, placed, without

Theft = tuple[float, Seize | Take | Trade, Callable[[], str]]


def takeovers(sight: Sight, slot: int) -> Iterator[Theft]:
    """Every complete set of another that may be taken over: worth, move and reason."""
    for seat in sight.others():
        for stack in whole(sight.view.stacks[seat], sight.faces):
            why = partial(why_seize, sight, stack)
            yield seized(sight, seat, stack), Seize(slot, stack.deeds[0]), why


def pickpockets(sight: Sight, slot: int) -> Iterator[Theft]:
    """Every deed of another that may be picked."""
    for seat in sight.others():
        theirs = sight.view.stacks[seat]
        for deed in loose(theirs, sight.faces):
            after, colour, got = _received(sight, sight.own, theirs, deed)
            lost = sight.loss(seat, without(theirs, deed))
            gain = after - sight.standing(sight.seat)
            worth = gain + sight.harm(seat) * lost
            why = partial(why_take, sight, got, colour, gain < lost)
            yield worth, Take(slot, deed), why


def swaps(sight: Sight, slot: int) -> Iterator[Theft]:
    """The best swaps: to each other seat goes the deed that is missed least, seen from both sides."""
    own = loose(sight.own, sight.faces)
    for seat in sight.others() if own else ():
        theirs = sight.view.stacks[seat]
        wanted = loose(theirs, sight.faces)
        if not wanted:
            continue
        given = min(own, key=lambda deed: _parting(sight, deed, seat))
        rest = without(sight.own, given)
        for deed in wanted:
            after, colour, got = _received(sight, rest, theirs, deed)
            left = _received(sight, without(theirs, deed), sight.own, given)[0]
            gain, lost = after - sight.standing(sight.seat), sight.standing(seat) - left
            worth = gain + sight.harm(seat) * lost
            why = partial(why_trade, sight, got, colour, gain < lost)
            yield worth, Trade(slot, given, deed), why


def seized(sight: Sight, seat: int, stack: Stack) -> float:
    """What taking a whole set from a seat is worth."""
    rest = tuple(it for it in sight.view.stacks[seat] if it is not stack)
    return sight.gain((*sight.own, stack)) + sight.harm(seat) * sight.loss(seat, rest)


def hurt(sight: Sight, action: Action, loser: int, taker: int) -> tuple[float, float]:
    """What a theft that stands takes from the loser, and what it gives to the taker."""
    stacks = sight.view.stacks
    before = stack_of(stacks[loser], action.take)
    assert before is not None  # nothing changes while it is answered
    if action.kind == "takeover":
        left: Stacks = tuple(it for it in stacks[loser] if it is not before)
        return sight.loss(loser, left), -sight.loss(taker, (*stacks[taker], before))
    left, grown = without(stacks[loser], action.take), stacks[taker]
    if action.give >= 0:
        rest = without(grown, action.give)
        kept = _received(sight, left, grown, action.give)[0]
        got = _received(sight, rest, stacks[loser], action.take)[0]
    else:
        kept = sight.worth(left)
        got = _received(sight, grown, stacks[loser], action.take)[0]
    return sight.standing(loser) - kept, got - sight.standing(taker)


def _received(sight: Sight, stacks: Stacks, before: Stacks, deed: int) -> tuple[float, str, Stacks]:
    """The table of who receives a deed that lay on another, at its best."""
    stack = stack_of(before, deed)
    assert stack is not None  # it lies there
    return placed(sight, stacks, deed, stack.colour)


def _parting(sight: Sight, deed: int, seat: int) -> float:
    """What giving a deed to a seat costs."""
    given = _received(sight, sight.view.stacks[seat], sight.own, deed)[0]
    cost = sight.loss(sight.seat, without(sight.own, deed))
    return cost + sight.harm(seat) * (given - sight.standing(seat))
