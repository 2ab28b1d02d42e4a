"""What the laws must know of Deeds: where cards lie, what could be said, which moves are alike."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from engine.deeds import state as deeds
from engine.deeds.deck import COLOURS, KIND, VALUE
from engine.deeds.options import MOST_THROWS
from engine.deeds.payment import MOST_LISTED

SAYINGS = 90  # in a state: a few of each kind, and as many again that nearly fit


def places(state: deeds.State) -> list[tuple[int, ...]]:
    """Every place with the slots in it; all of them lie somewhere."""
    found = [state.stock, state.discard, *state.hands, *state.banks]
    for stacks in state.stacks:
        for stack in stacks:
            buildings = tuple(slot for slot in (stack.house, stack.hotel) if slot >= 0)
            found += [stack.deeds, buildings]
    return [*found, tuple(wild.slot for wild in state.unplaced)]


# ------------------------------------------------------------------------------- what walks choose

FEW = {
    deeds.Lay: 3,
    deeds.Shift: 1,
    deeds.Done: 1,
    deeds.Bank: 1,
    deeds.Throw: 2,
    deeds.Place: 3,
    deeds.Pay: 3,
    deeds.Accept: 2,
    deeds.Draw: 1,
    deeds.Ask: 2,
    deeds.Rent: 3,
    deeds.Take: 2,
    deeds.Trade: 2,
    deeds.Build: 2,
    deeds.Seize: 2,
    deeds.Refuse: 3,
}
"""How many moves of a kind a walk chooses from, the rarest kinds last."""


def varied(moves: Sequence[Any]) -> list[Any]:
    """A few moves of each kind, evenly from all there are."""
    found: list[Any] = []
    for kind, few in FEW.items():
        own = [move for move in moves if type(move) is kind]
        found += own[:: -(-len(own) // few) or 1]
    return found


# -------------------------------------------------------------------------------- what may be said


def sayings(state: deeds.State, seat: int, many: int = SAYINGS) -> list[Any]:
    """Sense and nonsense, always the same in a state."""
    rng = Random(f"{state.number} {state.plays} {seat} {state.discard[-2:]} {state.stock[-1:]}")
    pools = _pools(state, seat)
    makers = list(_MAKERS)
    said = [_MAKERS[makers[number % len(makers)]](rng, pools) for number in range(many)]
    return [None, "done", deeds.Done(), deeds.Done, *said]


def _pools(state: deeds.State, seat: int) -> dict[str, list[Any]]:
    """What the arguments of moves are drawn from: what fits, with something that does not."""
    slots = len(state.table.faces)
    players = state.table.players
    mine = seat if 0 <= seat < players else 0
    own = [slot for stack in state.stacks[mine] for slot in stack.deeds]
    buildings = [it for stack in state.stacks[mine] for it in (stack.house, stack.hotel) if it >= 0]
    all_deeds = [slot for stacks in state.stacks for stack in stacks for slot in stack.deeds]
    nonsense = [-1, slots, slots + 5, *state.stock[-1:], *state.hands[(mine + 1) % players][:1]]
    return {
        "hand": [*state.hands[mine], *state.hands[mine], *nonsense],
        "own": [*own, *own, *nonsense],
        "deed": [*all_deeds, *all_deeds, *nonsense],
        "table": [*state.banks[mine], *own, *buildings, *nonsense[:1]],
        "wild": [*(wild.slot for wild in state.unplaced), *own[:1], *nonsense[:1]],
        "colour": [*COLOURS, *COLOURS, "", "Red", "blue"],
        "target": [deeds.EVERYONE, *range(players), *range(players), -2, players],
    }


Maker = Callable[[Random, dict[str, list[Any]]], Any]


def _of(make: Callable[..., Any], *kinds: str) -> Maker:
    return lambda rng, pools: make(*(rng.choice(pools[kind]) for kind in kinds))


def _rent(rng: Random, pools: dict[str, list[Any]]) -> Any:
    hikes = tuple(rng.choice(pools["hand"]) for _ in range(rng.choice((0, 0, 1, 2, 3))))
    colour, target = rng.choice(pools["colour"]), rng.choice(pools["target"])
    return deeds.Rent(rng.choice(pools["hand"]), colour, hikes, target)


def _pay(rng: Random, pools: dict[str, list[Any]]) -> Any:
    some = {slot for slot in pools["table"] if rng.random() < 0.5}
    return deeds.Pay(_in_some_order(rng, some))


def _throw(rng: Random, pools: dict[str, list[Any]]) -> Any:
    some = rng.sample(pools["hand"], rng.randint(0, min(4, len(pools["hand"]))))
    return deeds.Throw(_in_some_order(rng, set(some)))


def _in_some_order(rng: Random, slots: set[int]) -> tuple[int, ...]:
    """Mostly the one form, sometimes backwards or with a card twice."""
    right = tuple(sorted(slots))
    return rng.choice((right, right, right, right[::-1], (*right, *right[:1])))


def _refuse(rng: Random, pools: dict[str, list[Any]]) -> Any:
    return deeds.Refuse(rng.choice(pools["hand"]), rng.choice(pools["target"]), rng.random() < 0.3)


_MAKERS: dict[str, Maker] = {
    "bank": _of(deeds.Bank, "hand"),
    "lay": _of(deeds.Lay, "hand", "colour"),
    "shift": _of(deeds.Shift, "own", "colour"),
    "draw": _of(deeds.Draw, "hand"),
    "ask": _of(deeds.Ask, "hand", "target"),
    "rent": _rent,
    "take": _of(deeds.Take, "hand", "deed"),
    "trade": _of(deeds.Trade, "hand", "own", "deed"),
    "seize": _of(deeds.Seize, "hand", "deed"),
    "build": _of(deeds.Build, "hand", "own"),
    "accept": _of(deeds.Accept, "target"),
    "refuse": _refuse,
    "pay": _pay,
    "place": _of(deeds.Place, "wild", "colour"),
    "throw": _throw,
}

# ------------------------------------------------------------------------------------ what is alike


def stands_for(state: deeds.State, listed: list[Any], move: Any) -> bool:
    """Whether a listed move differs only by cards that are alike, or the list was broken off."""
    if isinstance(move, deeds.Pay) and len(listed) >= MOST_LISTED:
        return True
    if isinstance(move, deeds.Throw) and len(listed) >= MOST_THROWS:
        return True
    return alike(state, move) in {alike(state, other) for other in listed}


def alike(state: deeds.State, move: Any) -> Any:
    """The move without telling apart cards of which one stands for all its like."""
    faces = state.table.faces
    match move:
        case deeds.Pay(slots):
            return deeds.Pay, tuple(sorted(_sort(state, slot) for slot in slots))
        case deeds.Throw(slots):
            return deeds.Throw, tuple(sorted(faces[slot] or 0 for slot in slots))
        case deeds.Refuse(_, target, hike):
            return deeds.Refuse, target, hike
        case deeds.Rent(slot, colour, hikes, target):
            return deeds.Rent, slot, colour, len(hikes), target
    return move


def _sort(state: deeds.State, slot: int) -> tuple[int, ...]:
    """Banked cards of a value are alike, and of a stack the deeds that are not wild."""
    face = state.table.faces[slot] or 0
    for seat, stacks in enumerate(state.stacks):
        for place, stack in enumerate(stacks):
            if slot in (stack.house, stack.hotel):
                return seat, place, -2, face
            if slot in stack.deeds:
                return seat, place, VALUE[face], face if KIND[face] == "wild" else -1
    return -1, -1, VALUE[face], -1
