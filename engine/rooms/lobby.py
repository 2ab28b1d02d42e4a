"""The room as everybody sees it: one frozen value, which follows from the log alone.

Members are numbered in the order they entered, and keep their number. *Seats* are in play order, so
where partners sit across the table the order of the seats is the arrangement of partners. While a
game is played ``seats`` tells who plays; who comes next stands in ``taking``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final

from engine.bots.bot import bot_names
from engine.game import GameError, Variant, find
from engine.record import clean_name
from engine.rooms.forms import HEAD
from engine.rooms.messages import PROTOCOL
from engine.rooms.names import told_apart
from engine.sealed.table import Device
from engine.text import from_text, read_json, to_text

LOBBY, STARTING, PLAYING, OVER = "lobby", "starting", "playing", "over"

LEFT, KICKED, MOVED = "left", "kicked", "moved"
"""Why a member has gone."""

SEATS: Final = range(2, 7)
MEMBERS: Final = 200
DOOR: Final = 3  # wrong tries in a row that shut the door


@dataclass(frozen=True, slots=True)
class Member:
    """Somebody in the room: its keys in hex, what the relay calls it, its promise for the next time
    that a dealer is drawn and how often it has kept one, how many messages it has said, and why it
    has gone, if it has."""

    number: int
    name: str
    signs: str
    seals: str
    sender: str
    promise: str
    said: int = 1
    drawn: int = 0
    gone: str = ""

    @property
    def device(self) -> Device:
        """Its public keys."""
        return Device(bytes.fromhex(self.signs), bytes.fromhex(self.seals))


@dataclass(frozen=True, slots=True)
class Place:
    """A seat: a member's, a bot's by its way of playing, or free."""

    member: int = -1
    bot: str = ""

    @property
    def free(self) -> bool:
        """Whether nobody has it."""
        return self.member < 0 and not self.bot


@dataclass(frozen=True, slots=True)
class Claim:
    """A member says that the seat of another is its person's, with its pictures; ``agreed`` when a
    phone inside has confirmed it, and the seat has not moved yet."""

    member: int
    of: int
    first: int
    second: int
    agreed: bool = False


@dataclass(frozen=True, slots=True)
class Welcome:
    """A newcomer who was let in, by its connection, with its pair of pictures."""

    sender: str
    first: int
    second: int


@dataclass(frozen=True, slots=True)
class Promise:
    """A seated phone that agrees to begin, and its part in drawing the dealer, in hex."""

    member: int
    nonce: str


@dataclass(frozen=True, slots=True)
class Taking:
    """A member who takes a seat from the next deal on."""

    seat: int
    member: int


@dataclass(frozen=True, slots=True)
class Lobby:
    """The room after some messages of the log.

    ``table`` counts the tables that were begun, ``since`` is the entry after which this one was;
    ``keeper`` is the member whose phone keeps the bots; ``heir`` who has begun to take the host's
    role; ``settled`` the entry of the last ``Settle`` and ``agreed`` who has come to the same.
    """

    version: str = ""
    protocol: int = PROTOCOL
    members: tuple[Member, ...] = ()
    seats: tuple[Place, ...] = (Place(), Place(), Place(), Place())
    host: int = -1
    variant: str = ""
    changes: str = "{}"
    title: str = ""
    watching: bool = False
    phase: str = LOBBY
    table: int = 0
    since: int = 0
    dealer: int = 0
    keeper: int = -1
    ready: tuple[Promise, ...] = ()
    taking: tuple[Taking, ...] = ()
    claims: tuple[Claim, ...] = ()
    welcomes: tuple[Welcome, ...] = ()
    wrong: int = 0
    heir: int = -1
    settled: int = -1
    agreed: tuple[int, ...] = ()

    @property
    def present(self) -> tuple[Member, ...]:
        """The members that have not gone."""
        return tuple(member for member in self.members if not member.gone)

    def seat_of(self, member: int) -> int:
        """The seat of a member, -1 where it has none."""
        return next((n for n, it in enumerate(self.seats) if it.member == member), -1)

    def waits_for(self, member: int) -> int:
        """The seat that a member takes from the next deal on, -1 where there is none."""
        return next((it.seat for it in self.taking if it.member == member), -1)

    @property
    def seated(self) -> tuple[int, ...]:
        """The members at the seats, in the order of the seats."""
        return tuple(it.member for it in self.seats if it.member >= 0)

    @property
    def playing(self) -> tuple[int, ...]:
        """Those of them that have not gone."""
        return tuple(number for number in self.seated if not self.members[number].gone)

    def numbered(self, sender: str) -> Member | None:
        """The member of a connection, the newest where there are several."""
        return next((it for it in reversed(self.members) if it.sender == sender), None)

    def labels(self) -> Mapping[int, str]:
        """What to call every member: its name, told apart from the others'."""
        return told_apart({it.number: it.name for it in self.members})

    def text(self) -> str:
        """The text form, which ``parse_lobby`` reads back."""
        return to_text(self)

    def digest(self) -> str:
        """What stands for all of this in messages."""
        return sha256(self.text().encode()).hexdigest()[:HEAD]

    # -- may it begin -------------------------------------------------------------------------------

    @property
    def kind(self) -> Variant:
        """The variant chosen; ``GameError`` where there is no such."""
        return find(self.variant)

    def rules(self) -> Any:
        """The rules chosen; ``GameError`` or ``ValueError`` where they cannot be played."""
        kind = self.kind
        return kind.game.parse_rules(read_json(self.changes), kind.rules)

    def why_not_start(self) -> str:
        """Nothing where a game could begin, else a code for what is in the way."""
        if self.phase not in (LOBBY, OVER):
            return "playing"
        if any(place.free for place in self.seats):
            return "seats-empty"
        if len(self.playing) < 2:
            return "too-few-phones"
        try:
            rules = self.rules()
        except (GameError, ValueError, AttributeError, TypeError):
            return "rules"
        try:
            self.kind.game.start(rules, len(self.seats), 0)
        except GameError:
            return "players"
        return ""

    def seat_names(self) -> tuple[str, ...]:
        """What the seats are called at a table: no two alike, in the form that a table wants."""
        labels, bots, names = self.labels(), _bot_names(), []
        for place in self.seats:
            names.append(labels[place.member] if place.member >= 0 else next(bots))
        unique = told_apart(dict(enumerate(names)))
        return tuple(clean_name(unique[n]) for n in range(len(names)))


def _bot_names() -> Iterator[str]:
    return (f"Bot {number}" for number in range(1, 99))


def parse_lobby(text: str) -> Lobby:
    """The room that a text tells; ``ValueError`` where it tells none."""
    found = from_text(text, (Lobby, Member, Place, Claim, Welcome, Promise, Taking))
    if not isinstance(found, Lobby) or found.text() != text:
        raise ValueError("The text is not the one form of a room.")
    return found


def is_bot(name: str) -> bool:
    """Whether there is a bot of this name."""
    return name in bot_names()
