"""What lies where in a game of Deeds, the moves, and who may know which card.

Waiting is data: ``State.action`` is the one action that others still answer, with a ``Track`` for
every seat it is played against, and ``State.unplaced`` are wild deeds whose owner has yet to name
a colour. Whose answer is awaited follows from these (``legality.owed``).

Slots stand everywhere; faces only in ``Table.faces``. Every slot lies in exactly one place: stock,
discard pile, a hand, a bank, a stack (as deed, House or Hotel), unplaced, or it has died in a mix.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from operator import attrgetter
from typing import Any, Final

from engine.deeds.deck import PACK, SIZE, TEN
from engine.deeds.rules import SEATS, Rules
from engine.game import Faces, GameError, Mix, Outcome

EVERYONE: Final = -1  # the target of what is played against all others

# -- moves --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Done:
    """End the turn."""


@dataclass(frozen=True, slots=True)
class Bank:
    """Put a card into one's bank for its value."""

    slot: int


@dataclass(frozen=True, slots=True)
class Lay:
    """Lay a deed on one's table in a colour."""

    slot: int
    colour: str


@dataclass(frozen=True, slots=True)
class Shift:
    """Move one's own wild deed on the table to another of its colours."""

    slot: int
    colour: str


@dataclass(frozen=True, slots=True)
class Draw:
    """Play a Payday: draw two."""

    slot: int


@dataclass(frozen=True, slots=True)
class Ask:
    """Play a Bailiff against a seat, or a Whip-round against ``EVERYONE``."""

    slot: int
    target: int


@dataclass(frozen=True, slots=True)
class Rent:
    """Ask rent for a colour of one's own, raised by so many hikes, from a seat or ``EVERYONE``."""

    slot: int
    colour: str
    hikes: tuple[int, ...]  # ascending
    target: int


@dataclass(frozen=True, slots=True)
class Take:
    """Play a Pickpocket for somebody's deed."""

    slot: int
    deed: int


@dataclass(frozen=True, slots=True)
class Trade:
    """Play a Swap: one's own deed for somebody's."""

    slot: int
    own: int
    deed: int


@dataclass(frozen=True, slots=True)
class Seize:
    """Play a Hostile Takeover for the complete stack that begins with this deed."""

    slot: int
    deed: int


@dataclass(frozen=True, slots=True)
class Build:
    """Put a House or Hotel on one's own complete stack that begins with this deed."""

    slot: int
    deed: int


@dataclass(frozen=True, slots=True)
class Accept:
    """Let it stand: the action against oneself, or the No Chance of that target."""

    target: int


@dataclass(frozen=True, slots=True)
class Refuse:
    """Answer with a No Chance, in the chain with that target; ``hike``: against one hike alone."""

    slot: int
    target: int
    hike: bool = False


@dataclass(frozen=True, slots=True)
class Pay:
    """Hand over these cards of one's own table; a set, so its one form is ascending."""

    slots: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Place:
    """Name the colour in which a wild deed just received lies."""

    slot: int
    colour: str


@dataclass(frozen=True, slots=True)
class Throw:
    """Throw these cards down at the end of the turn; a set, so its one form is ascending."""

    slots: tuple[int, ...]


Played = Bank | Lay | Draw | Ask | Rent | Take | Trade | Seize | Build
Move = Done | Played | Shift | Accept | Refuse | Pay | Place | Throw

# -- what lies on the table -----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Stack:
    """Deeds of one colour in the order they came, and the buildings on them; -1: there is none."""

    colour: str
    deeds: tuple[int, ...]
    house: int = -1
    hotel: int = -1


Stacks = tuple[Stack, ...]
Hands = tuple[tuple[int, ...], ...]  # by seat
Arrangement = tuple[tuple[str, tuple[int, ...]], ...]  # where one's deeds lie, sorted


@dataclass(frozen=True, slots=True)
class Track:
    """How far an action has come with one seat it is played against.

    `stage`: "answer" while the chain of No Chances runs, "pay" when a debt stands, "done".
    `thrown` counts the No Chances of the chain: the target answers when it is even, the player of
    the action when it is odd. `on_hike`: the chain is about one hike alone. `last`: the slot of the
    last No Chance, -1 when there is none.
    """

    seat: int
    due: int = 0  # M; fixed when the action is declared
    hikes: int = 0  # still raising `due`
    thrown: int = 0
    on_hike: bool = False
    stage: str = "answer"
    last: int = -1


@dataclass(frozen=True, slots=True)
class Action:
    """What was played against others and is not yet settled with all of them.

    `kind` is the card's kind; `give` and `take` are the deeds that change hands, -1: none. For a
    takeover `take` is the first deed of the stack.
    """

    kind: str
    player: int
    tracks: tuple[Track, ...]
    colour: str = ""
    give: int = -1
    take: int = -1


@dataclass(frozen=True, slots=True)
class Wild:
    """A wild deed that has come to a seat and has no colour yet."""

    seat: int
    slot: int


@dataclass(frozen=True, slots=True)
class Table:
    """Who plays by which rules, and what this device knows of the cards."""

    rules: Rules
    players: int
    dealer: int
    faces: Faces
    mixes: tuple[Mix, ...] = ()


@dataclass(frozen=True, slots=True)
class State:
    """A game at one moment. Tuples by seat where it says so."""

    table: Table
    stock: tuple[int, ...]  # the last is drawn first
    discard: tuple[int, ...]  # the last came last
    hands: Hands  # by seat
    banks: Hands  # by seat
    stacks: tuple[Stacks, ...]  # by seat
    turn: int  # the seat whose turn it is
    number: int  # of this turn, from 1; 0 before the deal
    plays: int  # still left in this turn
    to_draw: int = 0  # cards still to come to the seat on turn, after a shuffle
    throwing: bool = False  # the seat on turn must throw down to the limit
    seen: tuple[Arrangement, ...] = ()  # how the deeds of the seat on turn lay in this turn
    action: Action | None = None
    unplaced: tuple[Wild, ...] = ()
    opened: int = 0  # bit mask of slots that went under the stock face up
    result: Outcome | None = None


CLASSES: Final = (Table, State, Stack, Track, Action, Wild, Rules, Mix, Outcome)


_NAMES: Final = tuple(field.name for field in fields(State))
_PLACES: Final = {name: place for place, name in enumerate(_NAMES)}
_values: Final = attrgetter(*_NAMES)


def changed(state: State, **changes: Any) -> State:
    """The state with some fields changed: ``dataclasses.replace`` in a third of the time."""
    values = list(_values(state))
    for name, value in changes.items():
        values[_PLACES[name]] = value
    return State(*values)


def undealt(rules: Rules, players: int, dealer: int) -> State:
    """The state before the deal; ``GameError`` when so many cannot play."""
    if players not in SEATS:
        raise GameError(f"Deeds is for {SEATS.start} to {SEATS.stop - 1} players, not {players}.")
    nothing: Hands = ((),) * players
    table = Table(rules, players, dealer, ())
    return State(table, (), (), nothing, nothing, ((),) * players, dealer, 0, 0)


def pack_of(rules: Rules) -> tuple[int, ...]:
    """The faces of all packs, before any shuffle."""
    return PACK * rules.packs


def with_faces(state: State, faces: Faces) -> State:
    """The same state knowing other faces."""
    return replace(state, table=replace(state.table, faces=faces))


# -- sets -----------------------------------------------------------------------------------------


def complete(stack: Stack, faces: Faces) -> bool:
    """Whether a stack is a whole set: all its deeds, and not only wilds of ten colours."""
    return len(stack.deeds) == SIZE[stack.colour] and has_name(stack, faces)


def has_name(stack: Stack, faces: Faces) -> bool:
    """Whether some deed of the stack is not a wild of ten colours."""
    return faces[stack.deeds[0]] != TEN or any(faces[slot] != TEN for slot in stack.deeds)


def sets_of(state: State, seat: int) -> int:
    """How many colours the seat has a complete set of; a second one of a colour does not count."""
    faces = state.table.faces
    return len({stack.colour for stack in state.stacks[seat] if complete(stack, faces)})


def owner_of(state: State, deed: int) -> int:
    """The seat on whose table a deed lies; -1 when it lies on none."""
    for seat, stacks in enumerate(state.stacks):
        if any(deed in stack.deeds for stack in stacks):
            return seat
    return -1


def stack_of(stacks: Stacks, deed: int) -> Stack | None:
    """The stack in which a deed lies."""
    return next((stack for stack in stacks if deed in stack.deeds), None)


# -- who may know what ------------------------------------------------------------------------------


def entitled(state: State) -> tuple[int, ...]:
    """For every slot the seats that may know its face, as a bit mask.

    Hands are their owners', the stock is nobody's, all else lies open. What went under the stock
    face up stays known to everyone.
    """
    everyone = (1 << state.table.players) - 1
    known = [everyone] * len(state.table.faces)
    opened = state.opened
    for slot in state.stock:
        if not opened >> slot & 1:
            known[slot] = 0
    for seat, hand in enumerate(state.hands):
        for slot in hand:
            if not opened >> slot & 1:
                known[slot] = 1 << seat
    return tuple(known)
