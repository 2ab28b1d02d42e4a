"""What is public about one deal, from the first key to the last signature: frozen values.

::

    KEYS ─all keys→ CHAIN ─all shuffled→ READY ─the game wants it→ PLAY ─over, or void→ OPEN
                                                     REMIX ⇄ PLAY                        │
                                                             closed ←all signed─ AUDIT ←all keys

A deal lasts from one fresh shuffle of the pack to the next. Its *members* are the devices whose
keys mask its cards; its *cards* are the masked cards by slot, also of those slots that a remix has
ended. The dicts in here are never changed once they stand in a value.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Final

from engine.game import Question
from engine.sealed import group
from engine.sealed.deck import Masked, cards, cards_in_steps
from engine.sealed.group import Point
from engine.sealed.journal import Entry
from engine.sealed.steps import Steps
from engine.sealed.table import Table


class Stage(Enum):
    """How far a deal has come."""

    KEYS = "keys"
    CHAIN = "chain"
    READY = "ready"
    PLAY = "play"
    REMIX = "remix"
    OPEN = "open"
    AUDIT = "audit"


@dataclass(frozen=True, slots=True)
class DeviceKeys:
    """A member's key and its backup; ``commitments`` begins with the key, or is empty for two."""

    index: int
    public: Point
    commitments: tuple[Point, ...]
    parts: tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class Link:
    """What one device made of a chain, by message ``index``."""

    index: int
    device: int
    outputs: tuple[Masked, ...]


@dataclass(frozen=True, slots=True)
class Chain:
    """A shuffle by one device after the other; ``number`` 0 is the pack's, then come the remixes."""

    number: int
    inputs: tuple[Masked, ...]
    links: tuple[Link, ...] = ()

    @property
    def outputs(self) -> tuple[Masked, ...]:
        """The cards as the last device left them."""
        return self.links[-1].outputs if self.links else self.inputs

    def turn(self, present: tuple[int, ...]) -> int | None:
        """Whose turn it is, of those who are there; None when the chain is done."""
        last = self.links[-1].device if self.links else -1
        return next((device for device in present if device > last), None)


@dataclass(frozen=True, slots=True)
class Made:
    """A move that was made: by which message, for which seat, and the game's state before it."""

    index: int
    seat: int
    state: Any


@dataclass(frozen=True, slots=True)
class Deal:
    """A deal at one moment.

    ``before`` is the game's state before it, ``asked`` the step at which each open question was
    asked, ``changed`` how long the log was when the game last moved, ``last`` the last move that a
    person made. ``undone`` are, by how long the log was then, the messages from which on moves were
    taken back. ``shares`` are by slot and device, ``stand_ins`` by slot, absent device and the device
    that stands in, ``parts`` by absent device and sender. ``acted`` are the messages that had an
    effect, for the audit.
    """

    number: int
    members: tuple[int, ...]
    pack: tuple[int, ...]
    stage: Stage = Stage.KEYS
    keys: Mapping[int, DeviceKeys] = field(default_factory=dict)
    joint: Point = group.IDENTITY
    chains: tuple[Chain, ...] = ()
    cards: tuple[Masked, ...] = ()
    shares: Mapping[tuple[int, int], Point] = field(default_factory=dict)
    stand_ins: Mapping[tuple[int, int, int], Point] = field(default_factory=dict)
    places: Mapping[int, int] = field(default_factory=dict)  # by public slot its place in the pack
    served: tuple[int, ...] = ()  # by slot the devices that were ever to open it, as a bit mask
    before: Any = None
    step: int = 0
    asked: Mapping[Question, int] = field(default_factory=dict)
    changed: int = 0
    last: Made | None = None
    undone: tuple[tuple[int, int], ...] = ()
    void: bool = False
    opened: Mapping[int, bytes] = field(default_factory=dict, repr=False)
    missed: frozenset[int] = frozenset()  # who was away when keys were to be opened, if only once
    parts: Mapping[tuple[int, int], int] = field(default_factory=dict, repr=False)
    signed: Mapping[int, bytes] = field(default_factory=dict)
    acted: tuple[Entry, ...] = ()

    @property
    def backed_up(self) -> bool:
        """Whether others hold parts of every member's key."""
        return len(self.members) > 2

    def is_open(self, device: int) -> bool:
        """Whether a member's secret follows from the log: from its key, or from all parts of it."""
        if device in self.opened:
            return True
        parts = [(device, other) in self.parts for other in self.others(device)]
        return self.backed_up and all(parts)

    def place(self, device: int) -> int:
        """A member's place among the members, by which its backup counts."""
        return self.members.index(device)

    def chain_of(self, slot: int) -> int:
        """The number of the chain that a slot came from."""
        for chain in self.chains:
            if slot < len(chain.inputs):
                return chain.number
            slot -= len(chain.inputs)
        raise IndexError("There is no such slot.")

    def others(self, *devices: int) -> list[int]:
        """The members but for some."""
        return [device for device in self.members if device not in devices]


# -- what proofs and secrets are bound to -----------------------------------------------------------


def context(table: Table, deal: int, what: str, *numbers: int) -> bytes:
    """64 bytes that name the table, the deal, a purpose and some numbers: no two alike."""
    row = b"".join(number.to_bytes(4, "little") for number in (deal, *numbers))
    return group.digest("context", table.context, what.encode(), row)


def pack_points(count: int) -> tuple[tuple[Point, ...], Mapping[bytes, int]]:
    """The card points of a pack of so many, and which encoding is at which place of it."""
    if count not in _PACKS:
        points = cards(PACK, count)
        _PACKS[count] = points, {group.encode(point): k for k, point in enumerate(points)}
    return _PACKS[count]


def pack_in_steps(count: int) -> Steps[tuple[Point, ...]]:
    """The card points of a pack, made one at a time where they are not known yet."""
    if count not in _PACKS:
        for point in (yield from cards_in_steps(PACK, count)):
            group.encode(point)  # the point remembers it
            yield
    return pack_points(count)[0]


PACK: Final = b"pack"  # cards are told apart by their place, so one name will do for every pack
_PACKS: Final[dict[int, tuple[tuple[Point, ...], Mapping[bytes, int]]]] = {}
