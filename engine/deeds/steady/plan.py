"""The way to win in this very turn, if there is one.

Colours that lack deeds are *wants*, one for every deed. *Sources* are what may fill a want: a deed
in the hand, a wild on the table, a deed or a whole set of another's. A plan gives every want of
enough colours a source of its own, with the plays that are left. What others may refuse goes first,
so that nothing is laid for a plan that fails.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from engine.deeds.deck import CARDS, DEED, KIND, TEN
from engine.deeds.holdings import loose, whole
from engine.deeds.legality import why_illegal
from engine.deeds.state import Lay, Move, Seize, Shift, Stacks, Take, Trade, complete
from engine.deeds.steady.reasons import set_of
from engine.deeds.steady.sight import SIZE, Sight

ORDER: Final = (Seize, Take, Trade, Lay, Shift)
THEFTS: Final = ("takeover", "pickpocket", "swap")
NEVER: Final = 99  # deeds lacking where deeds alone do not help
PATIENCE: Final = 400  # sources tried in a search


@dataclass(frozen=True, slots=True)
class Source:
    """One way to fill a want of a colour: what it uses up, and what it costs in plays."""

    colour: str
    move: Move
    uses: frozenset[int]
    cost: int
    alike: tuple[object, ...]  # the same for sources of which one is as good as the other
    ten: bool = False
    leaves: str = ""  # the colour of one's own that it takes a deed from


Steps = tuple[Source, ...]


def winning(sight: Sight) -> tuple[Move, str] | None:
    """The first step to a win in this turn, and why; None when no such way was found."""
    done = {stack.colour for stack in sight.own if complete(stack, sight.faces)}
    lacks = _lacks(sight, done)
    lacking = max(0, sight.sets - len(done))
    if _out_of_reach(sight, sorted(lacks.values())[:lacking]):
        return None
    pool: dict[str, list[Source]] = {}
    for source in _sources(sight, [colour for colour, many in lacks.items() if many < NEVER]):
        pool.setdefault(source.colour, []).append(source)
    near = [colour for colour in pool if _can_fill(pool[colour], lacks[colour])]
    search, best = _Search(sight, pool), None
    for colours in combinations(sorted(near, key=lambda c: (lacks[c], len(pool[c]))), lacking):
        wants = [colour for colour in reversed(colours) for _ in range(lacks[colour])]
        steps = search.filled(wants, colours)
        if steps is not None and (best is None or _risks(steps) < _risks(best)):
            best = steps
    return None if best is None else _first(sight, best)


def _risks(steps: Steps) -> int:
    """How many steps others may refuse."""
    return sum(isinstance(step.move, Seize | Take | Trade) for step in steps)


def _lacks(sight: Sight, done: set[str]) -> dict[str, int]:
    """How many deeds each colour lacks of which there is no set."""
    held = {stack.colour: len(stack.deeds) for stack in sight.own}
    return {c: size - held.get(c, 0) or NEVER for c, size in SIZE.items() if c not in done}


def _out_of_reach(sight: Sight, lacks: Sequence[int]) -> bool:
    """Whether so many deeds cannot come in this turn, however well it goes."""
    takeovers = sum(KIND[face] == "takeover" for _, face in sight.hand)
    few = sum(lacks[:-takeovers] if takeovers else lacks) + min(takeovers, len(lacks))
    if few <= sight.view.plays:
        return False
    return few > sight.view.plays + sum(1 for _ in _movable(sight.own, sight))


def _can_fill(sources: Sequence[Source], lacking: int) -> bool:
    return len(sources) >= lacking or any(isinstance(it.move, Seize) for it in sources)


class _Search:
    """Looks for sources of all wants, until its patience is at an end."""

    def __init__(self, sight: Sight, pool: dict[str, list[Source]]) -> None:
        self.pool, self.plays, self.patience = pool, sight.view.plays, PATIENCE
        self.named = {
            stack.colour
            for stack in sight.own
            if any(sight.face(slot) != TEN for slot in stack.deeds)
        }

    def filled(self, wants: list[str], colours: tuple[str, ...]) -> Steps | None:
        """A source for every want, or None."""
        return self._fill(wants, colours, self.plays, frozenset(), ())

    def _fill(
        self,
        wants: list[str],
        colours: tuple[str, ...],
        plays: int,
        used: frozenset[int],
        steps: Steps,
    ) -> Steps | None:
        if not wants:
            return steps if self._all_named(colours, steps) else None
        tried = set()
        for source in self.pool[wants[0]]:
            if source.cost > plays or source.leaves in colours or source.alike in tried:
                continue
            if not used.isdisjoint(source.uses):
                continue
            self.patience -= 1
            if self.patience < 0:
                return None
            tried.add(source.alike)
            all_of_it = isinstance(source.move, Seize)
            rest = [want for want in wants if want != wants[0]] if all_of_it else wants[1:]
            uses = used | source.uses
            found = self._fill(rest, colours, plays - source.cost, uses, (*steps, source))
            if found is not None:
                return found
        return None

    def _all_named(self, colours: tuple[str, ...], steps: Steps) -> bool:
        """Whether no set is of wilds of ten colours only."""
        return self.named.union(it.colour for it in steps if not it.ten).issuperset(colours)


# -- sources --------------------------------------------------------------------------------------


def _movable(stacks: Stacks, sight: Sight) -> Iterator[tuple[int, str]]:
    """One's wild deeds that no set needs where they lie, with their colour."""
    for stack in stacks:
        again = sum(it.colour == stack.colour for it in stacks) > 1
        if again or not complete(stack, sight.faces):
            for slot in stack.deeds:
                if KIND[sight.face(slot)] == "wild":
                    yield slot, stack.colour


def _sources(sight: Sight, colours: Sequence[str]) -> Iterator[Source]:
    """What may fill wants of these colours: first what costs nothing, last what may be refused."""
    costs = int(sight.rules.moving_costs)
    for slot, lies in _movable(sight.own, sight):
        face = sight.face(slot)
        for colour in _fitting(face, colours):
            if colour != lies:
                shift, uses = Shift(slot, colour), frozenset((slot,))
                yield Source(colour, shift, uses, costs, (face, lies), face == TEN, lies)
    if not sight.view.plays:
        return
    deeds = [card for card in sight.hand if DEED[card[1]]]
    for slot, face in sorted(deeds, key=lambda card: len(CARDS[card[1]].colours)):
        for colour in _fitting(face, colours):
            yield Source(colour, Lay(slot, colour), frozenset((slot,)), 1, (face,), face == TEN)
    for slot, face in sight.hand:
        if KIND[face] in THEFTS:
            yield from _thefts(sight, slot, KIND[face], colours)


def _fitting(face: int, colours: Sequence[str]) -> list[str]:
    return [colour for colour in colours if colour in CARDS[face].colours]


def _thefts(sight: Sight, card: int, kind: str, colours: Sequence[str]) -> Iterator[Source]:
    """What a Takeover, a Pickpocket or a Swap can bring."""
    for seat in sight.others():
        theirs = sight.view.stacks[seat]
        if kind == "takeover":
            for stack in whole(theirs, sight.faces):
                if stack.colour in colours:
                    first = stack.deeds[0]
                    uses = frozenset((card, first))
                    yield Source(stack.colour, Seize(card, first), uses, 1, (kind,))
            continue
        for deed in loose(theirs, sight.faces):
            face = sight.face(deed)
            for colour in _fitting(face, colours):
                if kind == "pickpocket":
                    uses = frozenset((card, deed))
                    yield Source(colour, Take(card, deed), uses, 1, (kind, face), face == TEN)
                else:
                    yield from _trades(sight, card, deed, colour)


def _trades(sight: Sight, card: int, deed: int, colour: str) -> Iterator[Source]:
    """A Swap for this deed, against one deed of each of one's colours."""
    face = sight.face(deed)
    for stack in sight.own:
        if stack.colour != colour and not complete(stack, sight.faces):
            given, uses = stack.deeds[0], frozenset((card, deed, stack.deeds[0]))
            alike = ("swap", face, stack.colour)
            move = Trade(card, given, deed)
            yield Source(colour, move, uses, 1, alike, face == TEN, stack.colour)


def _first(sight: Sight, steps: Steps) -> tuple[Move, str] | None:
    """The step to begin with, and why."""
    for step in sorted(steps, key=lambda source: ORDER.index(type(source.move))):
        if why_illegal(sight.view, sight.seat, step.move) is None:
            if len(steps) == 1:
                return step.move, "it completes the sets that win"
            return step.move, f"with {set_of(step.colour)} this turn can win the game"
    return None
