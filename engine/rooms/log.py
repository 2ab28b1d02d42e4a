"""The room's log as this phone has it: the relay's numbered entries, and the chain of their hashes.

An entry is ``[n, sender, id, body]``; its text is the one form that relay and phones hash. The chain
at n is h_0 = 32 zero bytes, h_n+1 = SHA-256(h_n ‖ SHA-256(text of entry n)). Before ``base`` the log
is forgotten.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from hashlib import sha256
from typing import Any, Final

from engine.rooms.forms import packed
from engine.text import read_json

START: Final = bytes(32)
PIECE: Final = 60_000  # bytes of entries that go into one frame


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry: its number, who sent it, under which id of its own, and the body."""

    number: int
    sender: str
    id: int
    body: str

    @property
    def text(self) -> str:
        """The one form that is hashed."""
        return packed([self.number, self.sender, self.id, self.body])


def entry_of(row: Any) -> Entry | None:
    """The entry that a JSON value is; None where it is none."""
    if type(row) is not list or [type(it) for it in row] != [int, str, int, str]:
        return None
    if row[0] < 0 or row[2] < 0:
        return None
    return Entry(*row)


class Place(Enum):
    """Where an entry that came stands to the log."""

    NEW = "new"
    OLD = "old"
    GAP = "gap"
    FORK = "fork"


class Log:
    """Entries from ``base`` on; ``lasts`` are the last ids of the senders before it."""

    def __init__(
        self, base: int = 0, head: bytes = START, lasts: Mapping[str, int] | None = None
    ) -> None:
        self.base = base
        self.entries: list[Entry] = []
        self.lasts: dict[str, int] = dict(lasts or {})
        self._heads: list[bytes] = [head]

    @property
    def next(self) -> int:
        """The number of the entry to come."""
        return self.base + len(self.entries)

    @property
    def head(self) -> bytes:
        """The chain at ``next``."""
        return self._heads[-1]

    def chain(self, number: int) -> bytes | None:
        """The chain at a number; None where this phone does not know it."""
        at = number - self.base
        return self._heads[at] if 0 <= at < len(self._heads) else None

    def take(self, entry: Entry) -> Place:
        """Put an entry at the end, if it comes there; where it stands."""
        if entry.number > self.next:
            return Place.GAP
        if entry.number < self.base:
            return Place.OLD
        if entry.number < self.next:
            same = self.entries[entry.number - self.base] == entry
            return Place.OLD if same else Place.FORK
        self.entries.append(entry)
        text = sha256(entry.text.encode()).digest()
        self._heads.append(sha256(self._heads[-1] + text).digest())
        return Place.NEW

    def since(self, number: int) -> list[Entry]:
        """The entries from a number on."""
        return self.entries[max(0, number - self.base) :]

    def trim(self, upto: int) -> None:
        """Forget the entries below a number; one that is not known forgets nothing."""
        if not self.base <= upto <= self.next:
            return
        cut = upto - self.base
        for entry in self.entries[:cut]:
            self.lasts[entry.sender] = entry.id
        del self.entries[:cut], self._heads[:cut]
        self.base = upto

    def cut(self, number: int) -> None:
        """Forget the entries from a number on."""
        at = max(0, number - self.base)
        del self.entries[at:], self._heads[at + 1 :]

    def pieces(self, start: int) -> Iterator[tuple[list[list[Any]], bool]]:
        """The entries from a number on as rows, in pieces that a frame can hold, and whether more
        come; one empty piece where there are none."""
        rows: list[list[Any]] = []
        size = 0
        for entry in self.since(start):
            length = len(entry.text.encode()) + 1
            if rows and size + length > PIECE:
                yield rows, True
                rows, size = [], 0
            rows.append([entry.number, entry.sender, entry.id, entry.body])
            size += length
        yield rows, False

    def lasts_at(self, number: int) -> dict[str, int]:
        """The last ids of the senders before a number."""
        found = dict(self.lasts)
        for entry in self.entries[: max(0, number - self.base)]:
            found[entry.sender] = entry.id
        return found


def kept_entry(text: str) -> Entry:
    """The entry of a text that was kept; ``ValueError`` where it is none."""
    entry = entry_of(read_json(text))
    if entry is None:
        raise ValueError("An entry that was kept is damaged.")
    return entry
