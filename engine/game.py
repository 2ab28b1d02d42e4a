"""The contract every game fulfils, what is written once on top of it, and the registry of games.

A game is a pure fold over a log of moves. A state speaks of *slots*, the numbers of the physical
cards, and holds one ``faces`` tuple, slot → face or None, which is what this device knows.

Glossary: *slot*, the public number of a card in a shuffled pack; *face*, what is printed on it;
*seat*, a player's place, 0 … n-1 in play order; *view*, the state as one seat may know it; *world*,
a state with every face filled in; *mix*, slots that were shuffled into as many new ones.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from random import Random
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

if TYPE_CHECKING:
    from engine.house import HouseRule

Faces = tuple[int | None, ...]


class GameError(Exception):
    """Something a player or a file did that the game cannot accept; the message is a sentence."""


class IllegalMove(GameError):
    """A move the rules refuse; ``refusal`` says which rule."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(f"The rules refuse this move: {refusal.rule}.")
        self.refusal = refusal


class Contradiction(GameError):
    """A face was shown that cannot be: the slot is known to hold another one."""


@dataclass(frozen=True, slots=True)
class Question:
    """What a seat owes the table now: ``what`` names it, ``about`` the slots it concerns."""

    seat: int
    what: str
    about: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a move may not be made: the rule's name, and the slots that make it so."""

    rule: str
    slots: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Fresh:
    """A shuffle is wanted of a whole pack: slots start again at 0. The audit point of a deal."""

    pack: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Remix:
    """A shuffle is wanted of these slots: they die, and as many are born after the last one."""

    slots: tuple[int, ...]


Shuffle = Fresh | Remix


@dataclass(frozen=True, slots=True)
class Mix:
    """A remix that happened: the slots that died and those that were born, the faces the same."""

    died: tuple[int, ...]
    born: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game: the winning seats and the reason's name."""

    winners: tuple[int, ...]
    reason: str


S = TypeVar("S")
M = TypeVar("M")


class Game(ABC, Generic[S, M]):
    """What a game must be able to say; states and moves are its own frozen values."""

    # -- the fold ---------------------------------------------------------------------------

    @abstractmethod
    def start(self, rules: Any, players: int, dealer: int) -> S:
        """The first state, nothing dealt. ``GameError`` when so many cannot play by these rules."""

    @abstractmethod
    def shuffle_wanted(self, state: S) -> Shuffle | None:
        """The shuffle the game waits for, or None."""

    @abstractmethod
    def deal(self, state: S) -> S:
        """The state after the wanted shuffle: its slots exist, their faces are not yet known."""

    @abstractmethod
    def owed(self, state: S) -> tuple[Question, ...]:
        """The questions open now, several at once where several seats answer independently."""

    @abstractmethod
    def legal_moves(self, state: S, seat: int) -> Sequence[M]:
        """Every move the seat may make now, in a fixed order; empty when nothing is asked of it."""

    @abstractmethod
    def why_illegal(self, state: S, seat: int, move: M) -> Refusal | None:
        """None when the seat may make the move, else the rule against it. Never raises."""

    @abstractmethod
    def shown(self, state: S, move: M) -> tuple[int, ...]:
        """The slots the move lays open: their faces travel with it, it is nothing without them."""

    @abstractmethod
    def step(self, state: S, seat: int, move: M) -> S:
        """The state after a legal move, unchecked: for replay and search. Else use ``apply``."""

    @abstractmethod
    def entitled(self, state: S) -> tuple[int, ...]:
        """For every slot the seats that may know its face, as a bit mask: the source of secrecy."""

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """None while the game goes on, else who won and why."""

    # -- what a device knows ------------------------------------------------------------------

    @abstractmethod
    def seats(self, state: S) -> int:
        """How many play."""

    @abstractmethod
    def rules(self, state: S) -> Any:
        """The rules they play by."""

    @abstractmethod
    def pack(self, state: S) -> tuple[int, ...]:
        """The faces of the whole pack, in the order before any shuffle."""

    @abstractmethod
    def faces(self, state: S) -> Faces:
        """What this device knows of every slot."""

    @abstractmethod
    def with_faces(self, state: S, faces: Faces) -> S:
        """The same state knowing something else."""

    @abstractmethod
    def mixes(self, state: S) -> tuple[Mix, ...]:
        """The remixes since the last fresh shuffle, oldest first."""

    # -- text forms, cases and words ------------------------------------------------------------

    @abstractmethod
    def face_text(self, face: int) -> str:
        """The text form of a face."""

    @abstractmethod
    def parse_face(self, text: str) -> int:
        """The face a text form names; ``ValueError`` with a sentence otherwise."""

    @abstractmethod
    def move_text(self, move: M) -> str:
        """The text form of a move, on one line."""

    @abstractmethod
    def parse_move(self, text: str) -> M:
        """The move a text form names; ``ValueError`` with a sentence otherwise."""

    @abstractmethod
    def classes(self) -> tuple[type, ...]:
        """The dataclasses that states are made of, for their text form."""

    @abstractmethod
    def parse_rules(self, fields: Mapping[str, Any], base: Any) -> Any:
        """The rules ``base`` with these fields changed; ``ValueError`` with a sentence otherwise."""

    @abstractmethod
    def rules_changes(self, rules: Any, base: Any) -> dict[str, Any]:
        """The fields in which ``rules`` differ from ``base``, as plain JSON values."""

    @abstractmethod
    def house_rules(self) -> Sequence[HouseRule]:
        """Every rule a table may set, in the order one plays."""

    @abstractmethod
    def complaints(self, rules: Any, case: Mapping[str, Any]) -> list[str]:
        """What is wrong with a rule case's expectations; empty when all hold."""

    @abstractmethod
    def explain(self, state: S, seat: int, refusal: Refusal) -> str:
        """The refusal as a sentence to the seat's player."""

    @abstractmethod
    def said(self, before: S, seat: int, move: M, after: S, names: Sequence[str]) -> str:
        """The move that led from ``before`` to ``after`` in whole sentences, from what is public.

        ``names`` are the players' by seat; the name “You” takes the verb's second person.
        """

    @abstractmethod
    def tell(self, state: S, seat: int, names: Sequence[str]) -> list[str]:
        """What the seat sees, line by line, and what is wanted of it; -1 is an onlooker."""

    # -- written once ---------------------------------------------------------------------------

    def apply(self, state: S, seat: int, move: M) -> S:
        """The state after the move; ``IllegalMove`` when the rules refuse it."""
        refusal = self.why_illegal(state, seat, move)
        if refusal is not None:
            raise IllegalMove(refusal)
        return self.step(state, seat, move)

    def reveal(self, state: S, shown: Mapping[int, int]) -> S:
        """The state knowing these faces too. ``Contradiction`` when one is known to be another."""
        faces = list(self.faces(state))
        for slot, face in shown.items():
            if not 0 <= slot < len(faces) or faces[slot] not in (None, face):
                raise Contradiction(f"Slot {slot} cannot be the {self.face_text(face)}.")
            faces[slot] = face
        return self.with_faces(state, tuple(faces))

    def masked(self, state: S, *seats: int) -> S:
        """The state as it is known to the given seats together; to none: what is public."""
        entitled = self.entitled(state)
        everyone = (1 << self.seats(state)) - 1
        known = 0
        for seat in seats:
            known |= 1 << seat
        faces = self.faces(state)
        return self.with_faces(
            state,
            tuple(
                face if mask == everyone or mask & known else None
                for face, mask in zip(faces, entitled, strict=True)
            ),
        )

    def judged(self, state: S, seat: int, move: M) -> Refusal | None:
        """How everyone alike judges a logged move: by what is public and what the move shows."""
        faces = self.faces(state)
        shown = {slot: faces[slot] for slot in self.shown(state, move)}
        public = self.masked(state)
        opened = {slot: face for slot, face in shown.items() if face is not None}
        return self.why_illegal(self.reveal(public, opened), seat, move)

    def sample(self, view: S, chance: Random) -> S:
        """A world the view allows, all worlds alike; dead throws this device knows are honoured."""
        return self.with_faces(
            view, _fill(self.faces(view), self.mixes(view), self.pack(view), chance)
        )

    def state_text(self, state: S) -> str:
        """The text form of a state, which ``parse_state`` reads back."""
        from engine.text import to_text

        return to_text(state)

    def parse_state(self, text: str) -> S:
        """The state a text form names; ``ValueError`` with a sentence otherwise."""
        from engine.text import from_text

        state: S = from_text(text, self.classes())
        return state


def _fill(faces: Faces, mixes: Sequence[Mix], pack: Sequence[int], chance: Random) -> Faces:
    """Every unknown face filled in. Backwards through the mixes, what is known of the born must
    have died somewhere; then the pack's missing faces go round, and forwards again to the born."""
    world = list(faces)
    for mix in reversed(mixes):
        missing = Counter(f for f in (world[s] for s in mix.born) if f is not None)
        missing -= Counter(f for f in (world[s] for s in mix.died) if f is not None)
        _place(world, mix.died, list(missing.elements()), chance)
    first = len(pack)
    unseen = Counter(pack) - Counter(f for f in world[:first] if f is not None)
    _place(world, range(first), list(unseen.elements()), chance)
    for mix in mixes:
        left = Counter(world[s] for s in mix.died) - Counter(world[s] for s in mix.born)
        _place(world, mix.born, [f for f in left.elements() if f is not None], chance)
    return tuple(world)


def _place(world: list[int | None], slots: Iterable[int], faces: list[int], chance: Random) -> None:
    """Put the faces on unknown ones of the slots, at random."""
    empty = [slot for slot in slots if world[slot] is None]
    for slot, face in zip(shuffled(empty, chance), faces, strict=False):
        world[slot] = face


T = TypeVar("T")


def shuffled(items: Sequence[T], chance: Random) -> list[T]:
    """The items in random order: by one ``random()`` each, the one output Python keeps stable."""
    keys = [chance.random() for _ in items]
    return [items[i] for i in sorted(range(len(items)), key=keys.__getitem__)]


# -- the registry -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Variant:
    """A named set of rules of a game: what a table is opened with."""

    name: str  # in records, addresses and files
    title: str  # for people
    game_at: str  # where its game is, ``module:name``: variants are named without importing games
    rules: Any
    source: str  # where the rules come from
    own: bool = False  # one of the product's own games, offered first

    @property
    def game(self) -> Game[Any, Any]:
        """The game's contract; the first who asks for it imports the game."""
        return _game(self.game_at)


@cache
def _game(place: str) -> Game[Any, Any]:
    module, _, name = place.partition(":")
    game: Game[Any, Any] = getattr(import_module(module), name)
    return game


_FAMILIES: Final = ("engine.forty_fives.variants", "engine.deeds.variants")
"""The modules that hold variants; each is imported only when a variant is asked for."""


def _variants(family: str) -> Mapping[str, Variant]:
    variants: Callable[[], Mapping[str, Variant]] = import_module(family).variants
    return variants()


def first() -> str:
    """The name of the variant a first table is opened with; no other family is imported for it."""
    return next(iter(_variants(_FAMILIES[0])))


def names() -> tuple[str, ...]:
    """The names of all registered variants."""
    return tuple(name for family in _FAMILIES for name in _variants(family))


def find(name: str) -> Variant:
    """The variant of that name; ``GameError`` naming the known ones otherwise."""
    for family in _FAMILIES:
        known = _variants(family)
        if name in known:
            return known[name]
    raise GameError(f"There is no game “{name[:40]}”. The games are: {', '.join(names())}.")
