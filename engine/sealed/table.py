"""What the devices of a sealed table have agreed upon before the first message.

A *device* is a phone with a key of its own; a *seat* is a place in the game. Every device plays one
seat for a person, and may keep bots on others; their hands are open to their keeper, and to nobody
else. How the devices came to know each other's keys is the room's business.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Final

from engine.bots.bot import find_bot
from engine.game import Fresh, Game, GameError, Variant, find
from engine.record import clean_name
from engine.sealed import group
from engine.sealed.group import BadEncoding, Point
from engine.sealed.messages import CARDS, DEVICES
from engine.sealed.proofs import KeyPair, keypair_from
from engine.text import is_sound, read_json

FORMAT: Final = "card-night sealed 1"
LONGEST: Final = 40_000  # characters of a table's text; a game of 39 hands has 8,400 in its state


class TableError(GameError):
    """A table that cannot be; the message is a sentence."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A player's place: the device that plays it, for its person or, by name, for a bot."""

    name: str
    device: int
    bot: str = ""


@dataclass(frozen=True, slots=True)
class Device:
    """A device's public keys, as 32 bytes each: for signatures, and for sealing parts of backups."""

    signs: bytes
    seals: bytes


@dataclass(frozen=True, slots=True)
class Identity:
    """The secrets of a device that last as long as the room."""

    signs: KeyPair
    seals: KeyPair

    @property
    def device(self) -> Device:
        """What others may know of it."""
        return Device(group.encode(self.signs.public), group.encode(self.seals.public))


def identity_from(seed: bytes) -> Identity:
    """The identity that follows from 32 secret bytes."""
    return Identity(keypair_from(seed, "signs"), keypair_from(seed, "seals"))


@dataclass(frozen=True)
class Table:
    """Who plays what, by which rules, on which devices.

    ``room`` are 32 bytes that no other table has; ``changes`` the rules changed from the variant's,
    as JSON; ``strict``: whether every shuffle is proved before a share is released, None: those that
    are made in advance, where nobody waits for the proof (``proves``); ``ahead``: while a deal
    is played the next is shuffled. ``began`` is the text of the state that play goes on from, empty
    for a new game: all devices have signed it between two deals, at this table or at one before, which
    may have had other devices and keepers, but not other rules or another number of seats.
    ``TableError`` for a table that cannot be.
    """

    room: bytes
    variant: str
    dealer: int
    seats: tuple[Seat, ...]
    devices: tuple[Device, ...]
    changes: str = "{}"
    strict: bool | None = None
    ahead: bool = False
    began: str = field(default="", repr=False)

    def __post_init__(self) -> None:
        if len(self.room) != 32:
            raise TableError("A room's name has 32 bytes.")
        if not 2 <= len(self.devices) <= DEVICES:
            raise TableError(f"A sealed table has 2 to {DEVICES} devices.")
        people = [seat.device for seat in self.seats if not seat.bot]
        if sorted(people) != list(range(len(self.devices))):
            raise TableError("Every device plays one seat for a person.")
        for seat in self.seats:
            if not 0 <= seat.device < len(self.devices):
                raise TableError(f"There is no device {seat.device} to play {seat.name[:40]}.")
            if seat.bot:
                find_bot(seat.bot)
            if seat.name != clean_name(seat.name):
                raise TableError("A player's name is plain text of at most 24 characters.")
        if not 0 <= self.dealer < len(self.seats):
            raise TableError("The dealer is one of the seats.")
        if len({key for device in self.devices for key in (device.signs, device.seals)}) != 2 * len(
            self.devices
        ):
            raise TableError("Two keys of this table are the same.")
        _ = self.signing, self.sealing  # each refuses what cannot be
        if len(self.game.pack(self.first)) > CARDS:
            raise TableError(f"A sealed table has at most {CARDS} cards.")

    @cached_property
    def kind(self) -> Variant:
        """The variant that is played."""
        return find(self.variant)

    @property
    def game(self) -> Game[Any, Any]:
        """The game's contract."""
        return self.kind.game

    @cached_property
    def first(self) -> Any:
        """The state before anything is dealt here."""
        try:
            changes = read_json(self.changes)
            if not isinstance(changes, dict):
                raise ValueError("they are told as {…}.")
            rules = self.game.parse_rules(changes, self.kind.rules)
        except ValueError as error:
            raise TableError(f"These rules cannot be played: {error}") from None
        new = self.game.start(rules, len(self.seats), self.dealer)
        return self._settled(rules) if self.began else new

    def _settled(self, rules: Any) -> Any:
        """The state that play goes on from; ``TableError`` when a table of these cannot."""
        game, wrong = self.game, "damaged"
        try:
            state = game.parse_state(self.began)
            if is_sound(state) and game.state_text(state) == self.began:
                wrong = "none between two deals of a game that is not over"
                if isinstance(game.shuffle_wanted(state), Fresh) and game.outcome(state) is None:
                    wrong = "one of other rules, or of another number of seats"
                    if game.rules(state) == rules and game.seats(state) == len(self.seats):
                        wrong = "no state that cards can be dealt to"
                        game.owed(game.deal(state))
                        return state
        except (GameError, ValueError, TypeError, LookupError, AttributeError, ArithmeticError):
            pass
        raise TableError(f"The state that play is to go on from is {wrong}.")

    def played_on(
        self,
        room: bytes,
        began: str,
        seats: Sequence[Seat] | None = None,
        devices: Sequence[Device] | None = None,
    ) -> Table:
        """The table at which this game goes on from a settled state (``Receipt.state``).

        ``room`` is new; seats keep their number and order, while names, devices and bots may change.
        ``TableError`` for what cannot be.
        """
        seats = self.seats if seats is None else tuple(seats)
        devices = self.devices if devices is None else tuple(devices)
        if room == self.room:
            raise TableError("The table that plays on is another one, and has another name.")
        if not began:
            raise TableError("There is no state to play on from.")
        return replace(self, room=room, began=began, seats=tuple(seats), devices=tuple(devices))

    @cached_property
    def signing(self) -> tuple[Point, ...]:
        """The devices' keys for signatures."""
        return tuple(_point(device.signs) for device in self.devices)

    @cached_property
    def sealing(self) -> tuple[Point, ...]:
        """The devices' keys for parts of backups."""
        return tuple(_point(device.seals) for device in self.devices)

    @cached_property
    def context(self) -> bytes:
        """64 bytes that stand for all of this; every signature and proof is bound to them."""
        return group.digest("table", self.text().encode())

    def proves(self, deal: int, chain: int) -> bool:
        """Whether the links of a chain of a deal come with their proof; chain 0 shuffles the pack.

        By default those have it that were shuffled while another deal was played.
        """
        if self.strict is None:
            return self.ahead and deal > 0 and chain == 0
        return self.strict

    def person(self, device: int) -> int:
        """The seat that a device plays for its person."""
        return next(
            n for n, seat in enumerate(self.seats) if seat.device == device and not seat.bot
        )

    def called(self, device: int) -> str:
        """What to call a device: by its person's name."""
        return self.seats[self.person(device)].name or f"Seat {self.person(device)}"

    def text(self) -> str:
        """The text form, one line of JSON, which ``parse_table`` reads back."""
        data: dict[str, Any] = {
            "format": FORMAT,
            "room": self.room.hex(),
            "game": self.variant,
            "rules": self.changes,
            "dealer": self.dealer,
            "seats": [[seat.name, seat.device, seat.bot] for seat in self.seats],
            "devices": [[it.signs.hex(), it.seals.hex()] for it in self.devices],
            "strict": self.strict,
            "ahead": self.ahead,
        }
        if self.began:
            data["began"] = self.began
        return json.dumps(data, ensure_ascii=False)


def parse_table(text: str) -> Table:
    """The table a text names; ``TableError`` says what is wrong with it."""
    try:
        data = read_json(text) if len(text) <= LONGEST else None
    except ValueError:
        data = None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise TableError(f"A sealed table is a line of JSON with the format “{FORMAT}”.")
    try:
        return _table(data)
    except TableError:
        raise
    except GameError as error:
        raise TableError(str(error)) from None
    except (KeyError, TypeError, ValueError):
        raise TableError("The sealed table is damaged.") from None


def _table(data: Mapping[str, Any]) -> Table:
    for name, kinds in _FIELDS.items():
        if type(data[name]) not in kinds:
            raise TypeError(name)
    began = data.get("began", "")
    if not isinstance(began, str) or ("began" in data and not began):
        raise TypeError("began")
    seats = tuple(Seat(*_typed(row, str, int, str)) for row in data["seats"])
    devices = tuple(
        Device(*(bytes.fromhex(key) for key in _typed(row, str, str))) for row in data["devices"]
    )
    return Table(
        room=bytes.fromhex(data["room"]),
        variant=data["game"],
        dealer=data["dealer"],
        seats=seats,
        devices=devices,
        changes=data["rules"],
        strict=data["strict"],
        ahead=data["ahead"],
        began=began,
    )


_FIELDS: Final[Mapping[str, tuple[type, ...]]] = {
    "room": (str,),
    "game": (str,),
    "rules": (str,),
    "dealer": (int,),
    "seats": (list,),
    "devices": (list,),
    "strict": (bool, type(None)),
    "ahead": (bool,),
}


def _typed(row: Any, *kinds: type) -> list[Any]:
    if not isinstance(row, list) or [type(it) for it in row] != list(kinds):
        raise TypeError("a row")
    return row


def _point(data: bytes) -> Point:
    try:
        point = group.decode(data)
    except BadEncoding as error:
        raise TableError(f"A device's key is none: {error}") from None
    if point == group.IDENTITY:
        raise TableError("A device's key is none: it is the identity.")
    return point
