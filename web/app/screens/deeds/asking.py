"""The ways to draw and to ask for money: from whom, for which colour, raised by how many hikes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from engine.deeds.state import EVERYONE, stack_of
from web.app.components.parts import Action
from web.app.screens.deeds.half import Half, Ways, amount, do


def draw(half: Half) -> Ways:
    """Payday needs no choice."""
    return Ways((do("Play it", half.moves[0], prime=True),))


def ask(half: Half) -> Ways:
    """Bailiff: from whom; Whip-round: from everyone."""
    due = amount(half, half.moves[0])
    if half.moves[0].target == EVERYONE:
        return Ways((do(f"Collect {due} each", half.moves[0], prime=True),))
    return _from_whom(half, due)


def _from_whom(half: Half, due: str) -> Ways:
    alone = len(half.moves) == 1
    return Ways(
        tuple(
            do(f"{due} from {half.called[move.target]}", move, prime=alone) for move in half.moves
        ),
        seats=frozenset(move.target for move in half.moves),
        hint="" if alone else "From whom? Tap a name.",
    )


def rent(half: Half) -> Ways:
    """Rent: for which colour, unless one is picked, from whom, and how often doubled."""
    most = max(len(move.hikes) for move in half.moves)
    hikes = min(half.hikes, most)
    moves = [move for move in half.moves if len(move.hikes) == hikes]
    stacks = half.state.stacks[half.me]
    own = [stack for slot in half.picked if (stack := stack_of(stacks, slot)) is not None]
    if own and any(move.colour == own[0].colour for move in moves):
        moves = [move for move in moves if move.colour == own[0].colour]
    colours = list(dict.fromkeys(move.colour for move in moves))
    all_colours = {move.colour for move in half.moves}
    deeds = frozenset(s for stack in stacks if stack.colour in all_colours for s in stack.deeds)
    if len(colours) == 1:
        found = _rent_from(replace(half, moves=tuple(moves)))
    else:
        found = Ways(
            tuple(_colour(half, moves, colour) for colour in colours), hint="For which colour?"
        )
    raise_it = (_hike(hikes),) if most else ()
    return replace(found, actions=(*found.actions, *raise_it), deeds=deeds)


def _rent_from(half: Half) -> Ways:
    """The rent of one colour, from everyone or from whom one chooses."""
    first = half.moves[0]
    due = amount(half, first)
    if first.target == EVERYONE:
        return Ways((do(f"Ask {due} each for {first.colour}", first, prime=True),))
    found = _from_whom(half, due)
    hint = f"The rent for {first.colour}: from whom?" if len(half.moves) > 1 else ""
    return replace(found, hint=hint)


def _colour(half: Half, moves: Sequence[Any], colour: str) -> Action:
    """A colour to ask rent for: at once where nothing else is to be chosen."""
    fitting = [move for move in moves if move.colour == colour]
    due = amount(half, fitting[0])
    if len(fitting) == 1:
        each = " each" if fitting[0].target == EVERYONE else ""
        return do(colour.capitalize(), fitting[0], note=f"{due}{each}")
    stack = next(it for it in half.state.stacks[half.me] if it.colour == colour)
    return Action(
        colour.capitalize(), "deed", str(stack.deeds[0]), note=due, id=f"for-{stack.deeds[0]}"
    )


def _hike(hikes: int) -> Action:
    text = {0: "Rent Hike", 1: "Hike ×2", 2: "Hikes ×4"}[hikes]
    note = "doubles it" if not hikes else ""
    return Action(text, "hike", note=note, pressed=hikes > 0)
