"""What lies on a player's table: how stacks grow and break, and the rent they earn.

The product's own rules of Deeds, “Sets”, and the rents of “The deck”.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.deeds.deck import COLOURS, HOTEL_RENT, HOUSE_RENT, SIZE, VALUE
from engine.deeds.state import Arrangement, Stack, Stacks, complete, has_name, stack_of
from engine.game import Faces


def rent_of(stack: Stack, faces: Faces) -> int:
    """The rent of a stack in M; 0 when it holds wilds of ten colours only."""
    if not has_name(stack, faces):
        return 0
    rent = COLOURS[stack.colour].rents[len(stack.deeds) - 1]
    return rent + HOUSE_RENT * (stack.house >= 0) + HOTEL_RENT * (stack.hotel >= 0)


def best_rent(stacks: Stacks, colour: str, faces: Faces) -> int:
    """The rent of the best stack of a colour in M; 0 when none can be asked."""
    return max((rent_of(stack, faces) for stack in stacks if stack.colour == colour), default=0)


def with_deed(stacks: Stacks, slot: int, colour: str) -> Stacks:
    """The stacks with one deed more: it joins the stack that wants one, else starts another."""
    size = SIZE[colour]
    for i, stack in enumerate(stacks):
        if stack.colour == colour and len(stack.deeds) < size:
            joined = Stack(colour, (*stack.deeds, slot), stack.house, stack.hotel)
            return (*stacks[:i], joined, *stacks[i + 1 :])
    return (*stacks, Stack(colour, (slot,)))


def without_deed(stacks: Stacks, slot: int) -> tuple[Stacks, tuple[int, ...]]:
    """The stacks with one deed less, and the buildings that are binned because a set broke.

    Where two stacks of the colour want deeds then, the later one fills the gap of the earlier, as
    anybody would push them together.
    """
    rest: list[Stack] = []
    binned: tuple[int, ...] = ()
    colour = ""
    for stack in stacks:
        if slot not in stack.deeds:
            rest.append(stack)
            continue
        colour = stack.colour
        binned = tuple(it for it in (stack.house, stack.hotel) if it >= 0)
        deeds = tuple(deed for deed in stack.deeds if deed != slot)
        if deeds:
            rest.append(Stack(colour, deeds))
    return _closed_up(rest, colour), binned


def _closed_up(stacks: list[Stack], colour: str) -> Stacks:
    """The stacks, of which at most one of the colour wants deeds."""
    size = SIZE[colour] if colour else 0
    wanting = [i for i, it in enumerate(stacks) if it.colour == colour and len(it.deeds) < size]
    if len(wanting) < 2:
        return tuple(stacks)
    first, later = wanting
    moved = size - len(stacks[first].deeds)
    deeds = stacks[later].deeds
    stacks[first] = Stack(colour, stacks[first].deeds + deeds[:moved])
    stacks[later] = Stack(colour, deeds[moved:])
    return tuple(stack for stack in stacks if stack.deeds)


def arrangement(stacks: Stacks) -> Arrangement:
    """How deeds lie, whatever the order they came in."""
    return tuple(sorted((stack.colour, tuple(sorted(stack.deeds))) for stack in stacks))


def moved(stacks: Stacks, slot: int, colour: str) -> tuple[Stacks, tuple[int, ...]]:
    """The stacks with a deed of theirs in another colour, and the buildings binned by it."""
    rest, binned = without_deed(stacks, slot)
    return with_deed(rest, slot, colour), binned


def loose(stacks: Stacks, faces: Faces) -> list[int]:
    """The deeds that lie in no complete set."""
    return [slot for stack in stacks if not complete(stack, faces) for slot in stack.deeds]


def whole(stacks: Stacks, faces: Faces) -> list[Stack]:
    """The complete stacks."""
    return [stack for stack in stacks if complete(stack, faces)]


def is_loose(stacks: Stacks, slot: int, faces: Faces) -> bool:
    """Whether a deed lies here, in no complete set."""
    stack = stack_of(stacks, slot)
    return stack is not None and not complete(stack, faces)


def worth(slots: Iterable[int], faces: Faces) -> int:
    """What these cards are worth in M; a card that is not known counts nothing."""
    return sum(VALUE[face] for face in (faces[slot] for slot in slots) if face is not None)
