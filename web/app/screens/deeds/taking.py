"""The ways to take, swap and build: what is chosen for them by tapping it on the tables."""

from __future__ import annotations

from typing import Any

from engine.deeds.deck import CARDS
from engine.deeds.play import DEEDS
from engine.deeds.state import State, owner_of, stack_of
from web.app.screens.deeds import words
from web.app.screens.deeds.half import Half, Ways, do
from web.app.screens.deeds.stacks import shown


def take(half: Half) -> Ways:
    """Pickpocket: which deed of somebody else."""
    state = half.state
    deeds = frozenset(move.deed for move in half.moves)
    chosen = next((move for move in half.moves if move.deed in half.picked), None)
    if chosen is None:
        return Ways((), deeds, hint="Tap the deed you want on another's table.")
    name, owner = words.title(state, chosen.deed), half.called[owner_of(state, chosen.deed)]
    return Ways(
        (do("Take it", chosen, prime=True),),
        deeds,
        hint=f"{name} from {owner}.{_other(half, deeds, chosen.deed)}",
    )


def _other(half: Half, deeds: frozenset[int], deed: int) -> str:
    """That the stack holds another deed to choose."""
    return (
        " Tap again for another of the stack." if len(choices(half.state, deeds, deed)) > 1 else ""
    )


def choices(state: State, deeds: frozenset[int], deed: int) -> list[int]:
    """The different deeds that may be chosen in the stack of a deed, alike ones once."""
    faces = state.table.faces
    stacks = [stack for own in state.stacks for stack in own if deed in stack.deeds]
    found: dict[Any, int] = {}
    for slot in stacks[0].deeds if stacks else ():
        if slot in deeds:
            face = faces[slot]
            alike = face if face is not None and CARDS[face].kind == "wild" else -1
            found.setdefault(alike, slot)
    return list(found.values())


def trade(half: Half) -> Ways:
    """Swap: one deed of each, in any order."""
    state = half.state
    deeds = frozenset(slot for move in half.moves for slot in (move.own, move.deed))
    chosen = [m for m in half.moves if m.own in half.picked and m.deed in half.picked]
    if chosen:
        gives, gets = words.title(state, chosen[0].own), words.title(state, chosen[0].deed)
        hint = f"Your {gives} for {gets}."
        return Ways((do("Swap", chosen[0], prime=True),), deeds, hint=hint)
    mine = [m.own for m in half.moves if m.own in half.picked]
    theirs = [m.deed for m in half.moves if m.deed in half.picked]
    if mine:
        return Ways((), deeds, hint=f"{words.title(state, mine[0])} for which? Tap another's deed.")
    if theirs:
        return Ways((), deeds, hint=f"{words.title(state, theirs[0])} for which of yours? Tap it.")
    return Ways((), deeds, hint="Tap the deed you give, then the one you want.")


def seize(half: Half) -> Ways:
    """Hostile Takeover: which complete set."""
    state = half.state
    stacks = {move.deed: move for move in half.moves}
    deeds = frozenset(stacks)
    chosen = next((stacks[slot] for slot in half.picked if slot in stacks), None)
    if chosen is None:
        return Ways((), deeds, hint="Tap the complete set you want.")
    owner = owner_of(state, chosen.deed)
    stack = stack_of(state.stacks[owner], chosen.deed)
    colour = stack.colour if stack is not None else ""
    hint = f"The whole {colour} set of {half.called[owner]}."
    return Ways((do("Take it over", chosen, prime=True),), deeds, hint=hint)


def build(half: Half) -> Ways:
    """House or Hotel: on which set, where there are several."""
    state = half.state
    sites = {move.deed: move for move in half.moves}
    deeds = frozenset(sites)
    chosen = next((sites[slot] for slot in half.picked if slot in sites), None)
    if len(sites) == 1:
        chosen = half.moves[0]
    if chosen is None:
        return Ways((), deeds, hint="Tap the set it goes on.")
    built = DEEDS.step(state, half.me, chosen)
    after = stack_of(built.stacks[half.me], chosen.deed)
    before = stack_of(state.stacks[half.me], chosen.deed)
    if after is None or before is None:
        return Ways((), deeds)
    rent = shown(built, half.me, after).rent
    return Ways(
        (do(f"Build on {before.colour}", chosen, prime=True, note=f"rent {words.money(rent)}"),),
        deeds,
    )
