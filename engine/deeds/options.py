"""The moves a seat may make now, as a list that makes a move when it is asked for.

Most of a list is never looked at, so it holds what the moves are made of. Where choices multiply
(payments, cards thrown down) cards alike stand for each other and the list may break off; every
move in it is legal.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Any, Final, overload

from engine.deeds.deck import CARDS, DEED, HIKE, KIND, NO_CHANCE
from engine.deeds.holdings import loose, whole
from engine.deeds.legality import (
    answering,
    askable,
    can_afford_refusal,
    owed,
    sites,
    too_many,
    turning_back,
    why_hikes_stand,
)
from engine.deeds.payment import offers
from engine.deeds.state import (
    EVERYONE,
    Accept,
    Ask,
    Bank,
    Build,
    Done,
    Draw,
    Lay,
    Move,
    Pay,
    Place,
    Refuse,
    Rent,
    Seize,
    Shift,
    State,
    Take,
    Throw,
    Trade,
)

MOST_THROWS: Final = 500


class Moves(Sequence[Move]):
    """Moves in blocks: of each the values, and what makes a move of one."""

    __slots__ = ("_blocks", "_count")

    def __init__(self) -> None:
        self._blocks: list[tuple[Callable[[Any], Move], Sequence[Any]]] = []
        self._count = 0

    def add(self, make: Callable[[Any], Move], values: Sequence[Any]) -> None:
        """A block more; an empty one is left out."""
        if values:
            self._blocks.append((make, values))
            self._count += len(values)

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, index: int) -> Move: ...

    @overload
    def __getitem__(self, index: slice) -> list[Move]: ...

    def __getitem__(self, index: int | slice) -> Move | list[Move]:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(self._count))]
        place = index + self._count if index < 0 else index
        if place < 0:
            raise IndexError(index)
        for make, values in self._blocks:
            if place < len(values):
                return make(values[place])
            place -= len(values)
        raise IndexError(index)


def legal_moves(state: State, seat: int) -> Sequence[Move]:
    """Every move the seat may make, in a fixed order; empty when nothing is asked of it."""
    moves = Moves()
    for what in dict.fromkeys([it.what for it in owed(state) if it.seat == seat]):
        _LISTS[what](state, seat, moves)
    return moves


def _plays(state: State, seat: int, moves: Moves) -> None:
    if state.plays:
        _from_hand(state, seat, moves)
    moves.add(_done, (None,))
    if state.plays or not state.table.rules.moving_costs:
        moves.add(_shift, _shifts(state, seat))


def _from_hand(state: State, seat: int, moves: Moves) -> None:
    faces = state.table.faces
    lays: list[tuple[int, str]] = []
    banked: list[int] = []
    played: list[tuple[int, int]] = []
    for slot in state.hands[seat]:
        face = faces[slot]
        if face is None:
            continue
        if DEED[face]:
            lays += [(slot, colour) for colour in CARDS[face].colours]
        else:
            banked.append(slot)
            if KIND[face] in _BLOCKS:
                played.append((slot, face))
    moves.add(_lay, lays)
    moves.add(Bank, banked)
    for slot, face in played:
        _BLOCKS[KIND[face]](state, seat, slot, face, moves)


def _lay(value: tuple[int, str]) -> Move:
    return Lay(*value)


def _done(_: None) -> Move:
    return _DONE


_DONE: Final = Done()


def _shift(value: tuple[int, str]) -> Move:
    return Shift(*value)


def _shifts(state: State, seat: int) -> list[tuple[int, str]]:
    faces = state.table.faces
    shifts = [
        (slot, colour)
        for stack in state.stacks[seat]
        for slot in stack.deeds
        if (face := faces[slot]) is not None and KIND[face] == "wild"
        for colour in CARDS[face].colours
        if colour != stack.colour
    ]
    back = turning_back(state) if shifts else ()
    return [shift for shift in shifts if shift not in back] if back else shifts


# -- what a card can be played for ------------------------------------------------------------------


def _others(state: State, seat: int) -> list[int]:
    players = state.table.players
    return [(seat + i) % players for i in range(1, players)]


def _draws(state: State, seat: int, slot: int, face: int, moves: Moves) -> None:
    moves.add(Draw, (slot,))


def _asks(state: State, seat: int, slot: int, face: int, moves: Moves) -> None:
    targets = _others(state, seat) if KIND[face] == "bailiff" else [EVERYONE]
    moves.add(lambda target: Ask(slot, target), targets)


def _rents(state: State, seat: int, slot: int, face: int, moves: Moves) -> None:
    colours = askable(state, seat, face)
    if not colours:
        return
    faces = state.table.faces
    hikes = [it for it in state.hands[seat] if faces[it] == HIKE][: state.plays - 1]
    raised = [tuple(sorted(hikes[:count])) for count in range(len(hikes) + 1)]
    targets = _others(state, seat) if KIND[face] == "any rent" else [EVERYONE]
    values = [(c, h, t) for h in raised for c in colours for t in targets]
    moves.add(lambda value: Rent(slot, *value), values)


def _loose_of_others(state: State, seat: int) -> list[int]:
    faces = state.table.faces
    return [deed for it in _others(state, seat) for deed in loose(state.stacks[it], faces)]


def _takes(state: State, seat: int, slot: int, face: int, moves: Moves) -> None:
    moves.add(lambda deed: Take(slot, deed), _loose_of_others(state, seat))


def _trades(state: State, seat: int, slot: int, face: int, moves: Moves) -> None:
    own = loose(state.stacks[seat], state.table.faces)
    others = _loose_of_others(state, seat) if own else []
    pairs = [(mine, theirs) for mine in own for theirs in others]
    moves.add(lambda pair: Trade(slot, *pair), pairs)


def _seizures(state: State, seat: int, slot: int, face: int, moves: Moves) -> None:
    faces = state.table.faces
    stacks = [stack for it in _others(state, seat) for stack in whole(state.stacks[it], faces)]
    moves.add(lambda deed: Seize(slot, deed), [stack.deeds[0] for stack in stacks])


def _buildings(state: State, seat: int, slot: int, face: int, moves: Moves) -> None:
    moves.add(lambda deed: Build(slot, deed), sites(state, seat, KIND[face]))


_BLOCKS: Final[dict[str, Callable[[State, int, int, int, Moves], None]]] = {
    "payday": _draws,
    "bailiff": _asks,
    "whip-round": _asks,
    "rent": _rents,
    "any rent": _rents,
    "pickpocket": _takes,
    "swap": _trades,
    "takeover": _seizures,
    "house": _buildings,
    "hotel": _buildings,
}

# -- answers ------------------------------------------------------------------------------------------


def _answers(state: State, seat: int, moves: Moves) -> None:
    assert state.action is not None
    faces = state.table.faces
    held = [slot for slot in state.hands[seat] if faces[slot] == NO_CHANCE][:1]
    refusals = held if can_afford_refusal(state, seat) else []
    for track in state.action.tracks:
        if track.stage != "answer" or answering(state, track) != seat:
            continue
        target = track.seat
        moves.add(Accept, (target,))
        moves.add(lambda slot, target=target: Refuse(slot, target), refusals)  # type: ignore[misc]
        if not track.thrown and why_hikes_stand(state, track):
            moves.add(lambda slot, target=target: Refuse(slot, target, True), refusals)  # type: ignore[misc]


def _payments(state: State, seat: int, moves: Moves) -> None:
    moves.add(Pay, offers(state, seat))


def _places(state: State, seat: int, moves: Moves) -> None:
    faces = state.table.faces
    values = [
        (wild.slot, colour)
        for wild in state.unplaced
        if wild.seat == seat
        for colour in CARDS[faces[wild.slot] or 0].colours
    ]
    moves.add(lambda value: Place(*value), values)


def _throws(state: State, seat: int, moves: Moves) -> None:
    faces, hand = state.table.faces, state.hands[seat]
    seen: set[tuple[Any, ...]] = set()
    thrown: list[tuple[int, ...]] = []
    # The cheapest first: they are what one would part with.
    order = sorted(hand, key=lambda slot: (CARDS[faces[slot] or 0].value, slot))
    for slots in combinations(order, too_many(state, seat)):
        alike = tuple(sorted(faces[slot] or 0 for slot in slots))
        if alike not in seen:
            seen.add(alike)
            thrown.append(tuple(sorted(slots)))
        if len(thrown) == MOST_THROWS:
            break
    moves.add(Throw, thrown)


_LISTS: Final[dict[str, Callable[[State, int, Moves], None]]] = {
    "play": _plays,
    "answer": _answers,
    "pay": _payments,
    "place": _places,
    "throw": _throws,
}
