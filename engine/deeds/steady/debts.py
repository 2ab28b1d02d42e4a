"""Paying with what is needed least, wild deeds in their best colour, the least useful cards down."""

from __future__ import annotations

from heapq import nsmallest
from typing import Final

from engine.deeds.legality import too_many
from engine.deeds.payment import due_from, offers
from engine.deeds.state import Move, Pay, Place, Stack, Stacks, Throw, complete, stack_of
from engine.deeds.steady.hand import kept
from engine.deeds.steady.reasons import why_laid
from engine.deeds.steady.sight import Sight, placed, purse, without

TO_RIVAL: Final = 0.3  # of what money is worth, for each M it gives to the other
CLOSE: Final = 10  # offers looked at closely, of those whose cards cost least one by one


def pay(sight: Sight) -> tuple[Move, str]:
    """The offer that costs least, and why."""
    choice = offers(sight.view, sight.seat)
    if len(choice) > CLOSE:
        each = {slot: cost(sight, (slot,))[0] for slot in set().union(*choice)}
        choice = nsmallest(CLOSE, choice, key=lambda it: (sum(each[slot] for slot in it), it))
    best = choice[0] if len(choice) == 1 else min(choice, key=lambda offer: cost(sight, offer))
    return Pay(best), _why_pay(sight, best)


def cost(sight: Sight, offer: tuple[int, ...]) -> tuple[float, int, tuple[int, ...]]:
    """What an offer costs: the money, the deeds, and what they are worth to who gets them."""
    view, seat = sight.view, sight.seat
    assert view.action is not None  # somebody is owed
    rival = view.action.player
    bank, given = sight.money(seat), 0
    left, grown = sight.own, view.stacks[rival]
    for slot in offer:
        stack = stack_of(left, slot)
        if stack is None:
            given += sight.value(slot)
            left = _without_building(left, slot)
        else:
            left = without(left, slot)
            grown = placed(sight, grown, slot, stack.colour)[2]
    from_bank = sum(sight.value(slot) for slot in offer if slot in view.banks[seat])
    spent = purse(bank) - purse(bank - from_bank) + sight.loss(seat, left)
    got = TO_RIVAL * given - (sight.loss(rival, grown) if grown is not view.stacks[rival] else 0.0)
    return spent + sight.harm(rival) * got, len(offer), offer


def _without_building(stacks: Stacks, slot: int) -> Stacks:
    """The stacks without a building; any other card of the bank changes nothing."""
    return tuple(
        stack
        if slot not in (stack.house, stack.hotel)
        else Stack(stack.colour, stack.deeds, -1 if slot == stack.house else stack.house, -1)
        for stack in stacks
    )


def _why_pay(sight: Sight, offer: tuple[int, ...]) -> str:
    due, paid = due_from(sight.view, sight.seat), sum(sight.value(slot) for slot in offer)
    if paid < due:
        return "it cannot be covered, so everything goes"
    if all(slot in sight.view.banks[sight.seat] for slot in offer):
        over = "to the last M" if paid == due else "with the least loss"
        return f"the bank covers it {over}"
    broken = _broken(sight, offer)
    if any(_broken(sight, other) < broken for other in offers(sight.view, sight.seat)):
        return "anything else would help the other more"
    if broken:
        return "it breaks no more sets than it must"
    what = "this is" if len(offer) == 1 else "these are"
    return f"no set is broken, and {what} what you need least"


def _broken(sight: Sight, offer: tuple[int, ...]) -> int:
    """How many complete sets an offer breaks."""
    whole = [stack for stack in sight.own if complete(stack, sight.faces)]
    return sum(not set(offer).isdisjoint(stack.deeds) for stack in whole)


def place(sight: Sight) -> tuple[Move, str]:
    """The colour of a wild deed just received, and why."""
    slot = next(wild.slot for wild in sight.view.unplaced if wild.seat == sight.seat)
    colour = placed(sight, sight.own, slot)[1]
    return Place(slot, colour), why_laid(sight, slot, colour)


def throw(sight: Sight) -> tuple[Move, str]:
    """The cards to throw down, and why."""
    order = sorted(sight.hand, key=lambda card: (kept(sight, *card), card))
    gone = [slot for slot, _ in order[: too_many(sight.view, sight.seat)]]
    few = "this is the card" if len(gone) == 1 else "these are the cards"
    return Throw(tuple(sorted(gone))), f"{few} you can use least"
