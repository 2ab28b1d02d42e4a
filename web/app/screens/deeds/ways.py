"""What can be done with a card of one's hand now: found in the legal moves, never in a rule here.

A half-made move is the touched card, what is picked for it on the tables (a stack for its colour,
one's own deed, another's) and the number of hikes. Nothing of it is in the game before the whole
move is made, so to put it away leaves everything as it was.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Final

from engine.deeds.deck import CARDS
from engine.deeds.play import DEEDS
from engine.deeds.state import (
    EVERYONE,
    Ask,
    Bank,
    Build,
    Draw,
    Lay,
    Rent,
    Seize,
    State,
    Take,
    Trade,
    owner_of,
)
from web.app.screens.deeds import asking, taking, words
from web.app.screens.deeds.half import Half, Ways, do, makes, may_play, moves_with


def ways(
    state: State, me: int, slot: int, picked: tuple[int, ...], hikes: int, called: Sequence[str]
) -> Ways:
    """Everything the card can be used for now, as far as the move is made."""
    moves = moves_with(state, me, slot)
    half = Half(state, me, called, picked, hikes)
    found = Ways()
    for kind, make in _MAKE.items():
        made = tuple(move for move in moves if type(move) is kind)
        if made:
            found = make(replace(half, moves=made))
    banked = [move for move in moves if isinstance(move, Bank)]
    if not banked:
        return found
    face = state.table.faces[slot]
    value = words.money(CARDS[face or 0].value)
    bank = do(f"{words.BANK} {value}", banked[0], prime=len(moves) == 1)
    return replace(found, actions=(*found.actions, bank))


def why_not(state: State, me: int, slot: int) -> str:
    """Why the card cannot be played for what it does; empty when it can, or nothing is asked."""
    if not may_play(state, me):
        return ""
    moves = moves_with(state, me, slot)
    if any(not isinstance(move, Bank) for move in moves):
        return ""
    trial = _trial(state, me, slot)
    refusal = DEEDS.why_illegal(state, me, trial) if trial is not None else None
    return DEEDS.explain(state, me, refusal) if refusal is not None else ""


def why_not_this(state: State, me: int, slot: int, deed: int) -> str:
    """Why the card cannot be played for a deed on a table."""
    face = state.table.faces[slot]
    mine = owner_of(state, deed) == me
    kinds: dict[str, Any] = {
        "pickpocket": Take(slot, deed),
        "takeover": Seize(slot, deed),
        "house": Build(slot, deed),
        "hotel": Build(slot, deed),
    }
    if face is None:
        return ""
    if CARDS[face].kind == "swap":
        trades = [move for move in moves_with(state, me, slot) if isinstance(move, Trade)]
        if trades:
            first = trades[0]
            kinds["swap"] = replace(first, own=deed) if mine else replace(first, deed=deed)
    move = kinds.get(CARDS[face].kind)
    refusal = DEEDS.why_illegal(state, me, move) if move is not None else None
    return DEEDS.explain(state, me, refusal) if refusal is not None else ""


def _trial(state: State, me: int, slot: int) -> Any:
    """A move of the card's own kind, to hear what stands against it."""
    face = state.table.faces[slot]
    if face is None:
        return None
    card = CARDS[face]
    others = [seat for seat in range(state.table.players) if seat != me]
    one = others[0] if others else EVERYONE
    theirs = [s.deeds[0] for seat in others for s in state.stacks[seat]]
    own = [stack.deeds[0] for stack in state.stacks[me]]
    deed, mine = (theirs or [-1])[0], (own or [-1])[0]
    trials: dict[str, Callable[[], Any]] = {
        "deed": lambda: Lay(slot, card.colours[0]),
        "wild": lambda: Lay(slot, card.colours[0]),
        "money": lambda: Bank(slot),
        "payday": lambda: Draw(slot),
        "bailiff": lambda: Ask(slot, one),
        "whip-round": lambda: Ask(slot, EVERYONE),
        "rent": lambda: Rent(slot, card.colours[0], (), EVERYONE),
        "any rent": lambda: Rent(slot, card.colours[0], (), one),
        "pickpocket": lambda: Take(slot, deed),
        "swap": lambda: Trade(slot, mine, deed),
        "takeover": lambda: Seize(slot, deed),
        "house": lambda: Build(slot, mine),
        "hotel": lambda: Build(slot, mine),
        "hike": lambda: Bank(slot),
        "no chance": lambda: Bank(slot),
    }
    return trials[card.kind]()


def _lay(half: Half) -> Ways:
    alone = len(half.moves) == 1
    actions = tuple(
        do(
            "Lay it" if alone else f"As {move.colour}",
            move,
            prime=alone,
            note=makes(half.state, half.me, move),
        )
        for move in half.moves
    )
    return Ways(actions, hint="" if alone else "Choose the colour it lies in.")


_MAKE: Final[dict[type, Callable[[Half], Ways]]] = {
    Lay: _lay,
    Draw: asking.draw,
    Ask: asking.ask,
    Rent: asking.rent,
    Take: taking.take,
    Trade: taking.trade,
    Seize: taking.seize,
    Build: taking.build,
}
