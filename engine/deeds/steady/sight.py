"""What a seat sees, and what a table is worth to its owner.

Worths are in M, roughly: what a card or a change is worth as if it were money. The tables of
numbers are rules of thumb, tried out in the arena.
"""

from __future__ import annotations

from typing import Final

from engine.deeds.deck import CARDS, COLOURS, HOTEL_RENT, HOUSE_RENT, KIND, TEN, VALUE
from engine.deeds.holdings import with_deed, without_deed, worth
from engine.deeds.state import Stacks, State
from engine.game import Faces

SHARES: Final = {
    2: (0.0, 2.5, 10.0),
    3: (0.0, 1.2, 4.5, 11.0),
    4: (0.0, 0.8, 2.2, 5.0, 11.0),
}  # by the size of a set: what so many of its deeds are worth together
NAMELESS: Final = 0.4  # of that, with wilds of ten colours only
BEYOND: Final = 0.3  # of that, for colours beyond those that win
AGAIN: Final = 0.15  # of that, for a second stack of a colour
RENT: Final = 0.25  # for every M of rent a stack earns
CLOSER: Final = 20.0  # for all sets that win; squared by the share of them one has
WON: Final = 1000.0

DEEDS: Final = tuple(
    0.15 * card.value + (2.0 if face == TEN else 0.4 if card.kind == "wild" else 0.0)
    for face, card in enumerate(CARDS)
)  # by face: what a deed is worth beyond its stack, to pay with or to move

PURSE: Final = ((5, 0.7), (5, 0.45), (10, 0.2), (1000, 0.05))  # so many M of a bank at so much each

HARM: Final = {2: 0.9, 3: 0.55, 4: 0.4, 5: 0.35, 6: 0.3}  # by players: what another's loss is worth
NEAR: Final = (
    2.0,
    2.0,
    1.6,
    1.2,
    1.0,
    0.8,
)  # times that, by the deeds the other still wants to win

SIZE: Final = {colour.name: colour.size for colour in COLOURS.values()}
RENTS: Final = {colour.name: colour.rents for colour in COLOURS.values()}


def standing(stacks: Stacks, faces: Faces, sets: int) -> float:
    """What the deeds of a table are worth to its owner, where so many sets win."""
    best: dict[str, float] = {}
    total, done = 0.0, set()
    for stack in stacks:
        colour, count, named = stack.colour, len(stack.deeds), False
        for slot in stack.deeds:
            face = faces[slot]
            assert face is not None  # what lies on a table lies open
            total += DEEDS[face]
            named = named or face != TEN
        mark = SHARES[SIZE[colour]][count]
        if named:
            mark += RENT * RENTS[colour][count - 1]
            if count == SIZE[colour]:
                done.add(colour)
                mark += RENT * (HOUSE_RENT * (stack.house >= 0) + HOTEL_RENT * (stack.hotel >= 0))
        else:
            mark *= NAMELESS
        other = best.get(colour, 0.0)
        best[colour] = max(mark, other)
        total += AGAIN * min(mark, other)
    marks = sorted(best.values(), reverse=True)
    total += sum(marks[:sets]) + BEYOND * sum(marks[sets:])
    total += CLOSER * (len(done) / sets) ** 2
    return total + WON if len(done) >= sets else total


def missing(stacks: Stacks, faces: Faces, sets: int) -> int:
    """How many deeds a table still wants to win, if all came as they should."""
    left = dict(SIZE)
    for stack in stacks:
        want = SIZE[stack.colour] - len(stack.deeds)
        if not want and all(faces[slot] == TEN for slot in stack.deeds):
            want = 1
        left[stack.colour] = min(left[stack.colour], want)
    return sum(sorted(left.values())[:sets])


def purse(amount: int) -> float:
    """What a bank of so many M is worth: the first M guard the deeds, the later ones hardly."""
    total = 0.0
    for most, each in PURSE:
        total += each * min(amount, most)
        amount -= most
        if amount <= 0:
            break
    return total


class Sight:
    """A view as a seat looks at it: its hand, its table, and what others' losses are worth to it."""

    __slots__ = ("_harms", "_standings", "faces", "hand", "own", "rules", "seat", "sets", "view")

    def __init__(self, view: State, seat: int) -> None:
        self.view, self.seat = view, seat
        self.faces, self.rules = view.table.faces, view.table.rules
        self.sets = self.rules.sets
        self.own = view.stacks[seat]
        self.hand = [(slot, self.face(slot)) for slot in view.hands[seat]]
        self._standings: dict[int, float] = {}
        self._harms: dict[int, float] = {}

    def face(self, slot: int) -> int:
        """The face of a card this seat may know."""
        face = self.faces[slot]
        assert face is not None  # one's own, or on a table
        return face

    def value(self, slot: int) -> int:
        """What is printed on a card, in M."""
        return VALUE[self.face(slot)]

    def others(self) -> list[int]:
        """The other seats, from the left."""
        players = self.view.table.players
        return [(self.seat + i) % players for i in range(1, players)]

    def worth(self, stacks: Stacks) -> float:
        """What these deeds are worth to whoever owns them."""
        return standing(stacks, self.faces, self.sets)

    def standing(self, seat: int) -> float:
        """What a seat's deeds are worth to it as they lie."""
        if seat not in self._standings:
            self._standings[seat] = self.worth(self.view.stacks[seat])
        return self._standings[seat]

    def gain(self, stacks: Stacks) -> float:
        """How much better off this seat is with these deeds than with its own."""
        return self.worth(stacks) - self.standing(self.seat)

    def loss(self, seat: int, stacks: Stacks) -> float:
        """How much worse off a seat is with these deeds than with its own."""
        return self.standing(seat) - self.worth(stacks)

    def harm(self, seat: int) -> float:
        """What a loss of another seat's is worth to this one, for each M of it."""
        if seat not in self._harms:
            self._harms[seat] = HARM[self.view.table.players] * self.near(seat)
        return self._harms[seat]

    def near(self, seat: int) -> float:
        """How many times more each deed counts for a seat, the nearer it is to the win."""
        return NEAR[min(missing(self.view.stacks[seat], self.faces, self.sets), len(NEAR) - 1)]

    def money(self, seat: int) -> int:
        """What a seat's bank holds in M."""
        return worth(self.view.banks[seat], self.faces)

    def no_chances(self) -> list[int]:
        """The No Chances in one's hand."""
        return [slot for slot, face in self.hand if KIND[face] == "no chance"]


def placed(sight: Sight, stacks: Stacks, slot: int, lies: str = "") -> tuple[float, str, Stacks]:
    """A deed where it is worth most: what the table is worth then, the colour, the table.

    ``lies`` is the colour in which a deed that is not wild lies already.
    """
    card = CARDS[sight.face(slot)]
    colours = card.colours if not lies or card.kind == "wild" else (lies,)
    best: tuple[float, str, Stacks] | None = None
    for colour in _sensible(stacks, colours):
        after = with_deed(stacks, slot, colour)
        value = sight.worth(after)
        if best is None or value > best[0]:
            best = value, colour, after
    assert best is not None  # every deed has a colour
    return best


def _sensible(stacks: Stacks, colours: tuple[str, ...]) -> tuple[str, ...]:
    """Of many colours those that lie there already, if any."""
    if len(colours) < 3:
        return colours
    wanting = {stack.colour for stack in stacks if len(stack.deeds) < SIZE[stack.colour]}
    return tuple(colour for colour in colours if colour in wanting) or colours


def without(stacks: Stacks, slot: int) -> Stacks:
    """The stacks with one deed less."""
    return without_deed(stacks, slot)[0]
