"""Why a move is made, in words: a clause that fits after “because”, without a full stop."""

from __future__ import annotations

from engine.deeds.holdings import with_deed
from engine.deeds.state import Stack, Stacks, complete, stack_of
from engine.deeds.steady.sight import SIZE, Sight
from engine.deeds.words import money

PLURALS = {"station": "stations", "utility": "utilities"}


def set_of(colour: str) -> str:
    """A set as one speaks of it: ``the red set``, ``the set of stations``."""
    return f"the set of {PLURALS[colour]}" if colour in PLURALS else f"the {colour} set"


def deeds_of(colour: str, count: int) -> str:
    """Deeds of a colour, counted: ``two of three for the red set``."""
    names = {1: "one", 2: "two", 3: "three", 4: "four"}
    return f"{names[count]} of {names[SIZE[colour]]} for {set_of(colour)}"


def _wins(sight: Sight, after: Stacks) -> bool:
    done = {stack.colour for stack in after if complete(stack, sight.faces)}
    return len(done) >= sight.sets


def why_laid(sight: Sight, slot: int, colour: str) -> str:
    """Why a deed lies in this colour."""
    return why_lies(sight, with_deed(sight.own, slot, colour), slot)


def why_lies(sight: Sight, after: Stacks, slot: int) -> str:
    """Why a deed of one's own should come to lie as it does there."""
    stack = stack_of(after, slot)
    assert stack is not None  # it was just put there
    if _wins(sight, after):
        return "it completes the sets that win"
    if complete(stack, sight.faces):
        return f"it completes {set_of(stack.colour)}"
    if any(complete(it, sight.faces) for it in after if it.colour == stack.colour):
        return f"it can pay a debt before {set_of(stack.colour)} must"
    if len(stack.deeds) == SIZE[stack.colour]:
        return f"{set_of(stack.colour)} still wants one deed that is not of all colours"
    if len(stack.deeds) == 1:
        return f"it begins {set_of(stack.colour)}"
    return f"it makes {deeds_of(stack.colour, len(stack.deeds))}"


def why_seize(sight: Sight, stack: Stack) -> str:
    """Why this set is taken over."""
    if _wins(sight, (*sight.own, stack)):
        return f"{set_of(stack.colour)} is the last you need"
    return f"{set_of(stack.colour)} helps you most and hurts its owner most"


def why_take(sight: Sight, after: Stacks, colour: str, hurts: bool) -> str:
    """Why this deed is picked; ``hurts``: the loser misses it more than the taker wants it."""
    done = [stack for stack in after if stack.colour == colour and complete(stack, sight.faces)]
    if _wins(sight, after):
        return "it completes the sets that win"
    if done and not any(complete(s, sight.faces) for s in sight.own if s.colour == colour):
        return f"it completes {set_of(colour)}"
    if hurts:
        return "its owner will miss it most"
    return f"it brings {set_of(colour)} nearer"


def why_trade(sight: Sight, after: Stacks, colour: str, hurts: bool) -> str:
    """Why these two deeds change places."""
    return f"{why_take(sight, after, colour, hurts)}, and you need the other least"


def why_rent(amount: int, hikes: int) -> str:
    """Why rent is asked, and raised."""
    if hikes:
        return f"raised like that the rent is {money(amount)}, and it hurts"
    return f"the rent of {money(amount)} is worth asking now"


def why_built(colour: str) -> str:
    """Why a building goes on a set."""
    return f"it raises the rent of {set_of(colour)}"


def why_banked(amount: int) -> str:
    """Why a card goes into the bank."""
    return f"{money(amount)} more in the bank guards your deeds"
