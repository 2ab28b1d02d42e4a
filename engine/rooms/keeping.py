"""What a phone keeps of a room, as texts by key, for itself alone: they hold its secrets.

========  =========================================================================================
``head``  the code, the room's secret and the phone's, its name; where the log begins, and its chain
``mark``  the room's state when the present table began, and the state that it began from
``own``   what is under way: messages not in the log yet, the keys of the deals, what was verified
``log.n`` entry n of the log; each is written once
========  =========================================================================================

They are written in this order. Cut off anywhere between, what is there can be gone on with: what is
missing is asked of the relay again, and nothing that was not kept had been sent.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from engine.rooms.forms import packed
from engine.rooms.log import Entry, Log, kept_entry
from engine.rooms.sealing import to_letters
from engine.sealed.group import encode_scalar
from engine.text import read_json

if TYPE_CHECKING:
    from engine.rooms.room import Room

HEAD, MARK, OWN, LOG = "head", "mark", "own", "log."
FORMAT: Final = "card-night room 1"


class Damaged(ValueError):
    """What was kept cannot be gone on with; the message is a sentence."""


@dataclass(slots=True)
class Head:
    """The key ``head``."""

    code: str
    seed: bytes = field(repr=False)
    secret: bytes = field(repr=False)  # empty while it is outside
    name: str
    making: bool
    until: int
    pair: tuple[int, ...]
    base: int
    chain: str
    lasts: Mapping[str, int]

    def text(self) -> str:
        """The text, which ``head_of`` reads back."""
        return packed(
            [
                *(FORMAT, self.code, self.seed.hex(), self.secret.hex(), self.name, self.making),
                *(self.until, list(self.pair), self.base, self.chain, dict(self.lasts)),
            ]
        )


@dataclass(slots=True)
class Mark:
    """The key ``mark``: the room after ``at`` entries; as it was when the present table began, the
    state that this began from, and the receipt that proves it."""

    at: int
    lobby: str
    table: str
    began: str
    receipt: str

    def text(self) -> str:
        """The text, which ``mark_of`` reads back."""
        return packed([self.at, self.lobby, self.table, self.began, self.receipt])


@dataclass(slots=True)
class Own:
    """The key ``own``: ``mine`` are signed messages of the room; ``rest`` is the sealed table's.

    ``me`` and ``identity`` are other than the phone's own where a seat was handed to it.
    """

    folded: int
    bad: tuple[int, ...]
    next_id: int
    me: int
    identity: tuple[str, ...] = field(repr=False)
    mine: tuple[bytes, ...]
    table: int
    rest: str = field(repr=False)
    claiming: int

    def text(self) -> str:
        """The text, which ``own_of`` reads back."""
        return packed(
            [
                *(self.folded, list(self.bad), self.next_id, self.me, list(self.identity)),
                *([it.hex() for it in self.mine], self.table, self.rest, self.claiming),
            ]
        )


class Keeper:
    """What of a room is kept already, and what is to be kept next."""

    def __init__(self) -> None:
        self.mark: Mark | None = None
        self.flush = False
        self.kept: dict[str, str] = {}  # the keys but for the log's
        self.first = 0  # entries of the log from here …
        self.next = 0  # … to here are kept
        self._under_way: object = None
        self._folded = -EVERY

    def changes(self, room: Room) -> tuple[tuple[str, str | None], ...]:
        """What is to be written now, in this order."""
        found: list[tuple[str, str | None]] = []
        self._put(found, HEAD, _head(room).text())
        if self.mark is not None:
            self._put(found, MARK, self.mark.text())
        elif self.kept.pop(MARK, None) is not None:
            found.append((MARK, None))
        if room.ledger is not None:
            at, under_way = room.ledger.at, _under_way(room)
            due = under_way != self._under_way or at - self._folded >= EVERY or self.flush
            if due:
                self._put(found, OWN, _own(room).text())
                self._under_way, self._folded, self.flush = under_way, at, False
        log = room.session.log
        found += [(f"{LOG}{n}", None) for n in range(self.first, min(log.base, self.next))]
        self.first, self.next = max(self.first, log.base), max(self.next, log.base)
        if self.next > log.next:  # the log was begun anew
            self.first = self.next = log.base
        found += [(f"{LOG}{it.number}", it.text) for it in log.since(self.next)]
        self.next = log.next
        return tuple(found)

    def _put(self, found: list[tuple[str, str | None]], key: str, text: str) -> None:
        if self.kept.get(key) != text:
            self.kept[key] = text
            found.append((key, text))


EVERY: Final = 16  # entries after which it is noted again how far the log is folded
HOURLY: Final = 600_000  # milliseconds to which the room's time is noted


def _head(room: Room) -> Head:
    log = room.session.log
    until = room.session.until // HOURLY * HOURLY
    chain = log.chain(log.base)
    assert chain is not None  # it is the first that is known
    return Head(
        room.code.text, room.phone.seed, room.secret, room.name, room.session.making,
        until, room.pair, log.base, chain.hex(), log.lasts_at(log.base),
    )  # fmt: skip


def _under_way(room: Room) -> object:
    peer = room.play.peer if room.play is not None else None
    table = (room.play.number if room.play else 0, peer.outgoing() if peer else ())
    keys = (peer.silent, tuple(peer.secrets)) if peer else ()
    bad = len(room.ledger.bad) if room.ledger else 0
    mine = tuple(data for _, _, data in room.mine)
    return table, keys, mine, room.me, room.claiming, bad, room.rest


def _own(room: Room) -> Own:
    ledger, play = room.ledger, room.play
    assert ledger is not None  # else there is nothing to note
    number, rest = (play.number, play.who.rest()) if play is not None else room.rest
    secrets: tuple[str, ...] = ()
    if room.identity is not room.phone.identity:
        pairs = (room.identity.signs, room.identity.seals)
        secrets = tuple(encode_scalar(pair.secret).hex() for pair in pairs)
    return Own(
        ledger.at, tuple(sorted(ledger.bad)), room.session.outbox.next_id, room.me, secrets,
        tuple(data for _, _, data in room.mine), number, to_letters(rest), room.claiming,
    )  # fmt: skip


# -- reading ----------------------------------------------------------------------------------------


def _row(text: str, *kinds: type) -> list[Any]:
    try:
        found = read_json(text)
    except ValueError:
        raise Damaged("What was kept of the room is damaged.") from None
    if type(found) is not list or [type(it) for it in found] != list(kinds):
        raise Damaged("What was kept of the room is damaged.")
    return found


def head_of(text: str) -> Head:
    """The head of a text; ``Damaged`` otherwise."""
    _, code, seed, secret, name, making, until, pair, base, chain, lasts = _row(
        text, str, str, str, str, str, bool, int, list, int, str, dict
    )
    return Head(
        code, bytes.fromhex(seed), bytes.fromhex(secret), name, making, until,
        tuple(pair), base, chain, lasts,
    )  # fmt: skip


def mark_of(text: str) -> Mark:
    """The mark of a text; ``Damaged`` otherwise."""
    return Mark(*_row(text, int, str, str, str, str))


def own_of(text: str) -> Own:
    """The own of a text; ``Damaged`` otherwise."""
    row = _row(text, int, list, int, int, list, list, int, str, int)
    folded, bad, next_id, me, identity, mine, table, rest, claiming = row
    given = tuple(bytes.fromhex(it) for it in mine)
    return Own(folded, tuple(bad), next_id, me, tuple(identity), given, table, rest, claiming)


def log_of(kept: Mapping[str, str], head: Head) -> Log:
    """The log that was kept, up to the first entry that is missing."""
    log = Log(head.base, bytes.fromhex(head.chain), head.lasts)
    while f"{LOG}{log.next}" in kept:
        entry: Entry = kept_entry(kept[f"{LOG}{log.next}"])
        if entry.number != log.next:
            raise Damaged("What was kept of the room is damaged.")
        log.take(entry)
    return log
