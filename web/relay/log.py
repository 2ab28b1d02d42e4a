"""One room's log: numbered entries, the chain of hashes over them, and who has said what.

Entries are numbered from 0. The text of entry ``n`` is ``[n,"sender",id,"body"]``, JSON with no
spaces and nothing escaped that need not be; the chain at ``n`` covers the entries before it:
h_0 is 32 zero bytes and h_(n+1) = SHA-256(h_n ‖ SHA-256(text of n)). A trim forgets the entries
below a number, but neither the chain there nor the last id of each sender.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Iterable, Mapping
from hashlib import sha256
from json.encoder import encode_basestring  # what ``dumps`` does to a text, ASCII or not
from typing import Final

START: Final = bytes(32)
PIECE: Final = 60_000  # bytes of entries in one frame; with what is around them below 64 kB


def entry_text(number: int, sender: str, id_: int, body: str) -> bytes:
    """The bytes of an entry, the same for every phone and every relay."""
    return f'[{number},"{sender}",{id_},{encode_basestring(body)}]'.encode()


class Said:
    """The ids of one sender: the last one, and where those stand that are kept."""

    __slots__ = ("ids", "last", "numbers")

    def __init__(self, last: int = -1) -> None:
        self.last = last
        self.ids = array("Q")
        self.numbers = array("Q")

    def number(self, id_: int) -> int | None:
        """The number of the entry with this id, when it is kept."""
        at = bisect_left(self.ids, id_)
        return self.numbers[at] if at < len(self.ids) and self.ids[at] == id_ else None


class Log:
    """What was said in a room from ``base`` on."""

    __slots__ = ("_heads", "base", "entries", "senders", "size")

    def __init__(
        self, base: int = 0, chain: bytes = START, lasts: Mapping[str, int] | None = None
    ) -> None:
        self.base = base
        self.entries: list[bytes] = []
        self.size = 0  # bytes of all entries
        self.senders = {sender: Said(last) for sender, last in (lasts or {}).items()}
        self._heads = bytearray(chain)  # of 32 bytes each, from ``base`` on, as far as asked for

    @property
    def next(self) -> int:
        """The number of the next entry."""
        return self.base + len(self.entries)

    def append(self, sender: str, id_: int, body: str) -> bytes:
        """A new entry; its id must be above the sender's last."""
        text = entry_text(self.next, sender, id_, body)
        self.admit(sender, id_, text)
        return text

    def admit(self, sender: str, id_: int, text: bytes) -> None:
        """Takes an entry whose text, with the next number in it, is made already."""
        said = self.senders.get(sender)
        if said is None:
            said = self.senders[sender] = Said()
        said.last = id_
        said.ids.append(id_)
        said.numbers.append(self.next)
        self.entries.append(text)
        self.size += len(text)

    def last(self, sender: str) -> int:
        """The last id of a sender, -1 before the first."""
        said = self.senders.get(sender)
        return said.last if said else -1

    def speakers(self, start: int) -> set[str]:
        """Who has said what stands from a number on."""
        return {
            it for it, said in self.senders.items() if said.numbers and said.numbers[-1] >= start
        }

    def upto(self, number: int) -> Log:
        """A log of what stands below a number. Of a sender with nothing in it every id below the
        first that is left out counts as said."""
        rest = Log(self.base, self.chain(self.base))
        for sender, said in self.senders.items():
            at = bisect_left(said.numbers, number)
            gone = said.ids[0] - 1 if said.ids and at == 0 else said.last
            copy = rest.senders[sender] = Said(said.ids[at - 1] if at else gone)
            copy.ids, copy.numbers = said.ids[:at], said.numbers[:at]
        rest.entries = self.entries[: number - self.base]
        rest.size = sum(len(text) for text in rest.entries)
        return rest

    def lasts(self) -> dict[str, int]:
        """The last id of every sender."""
        return {sender: said.last for sender, said in self.senders.items()}

    def find(self, sender: str, id_: int) -> bytes | None:
        """The text of what a sender said under an id, when it is kept."""
        said = self.senders.get(sender)
        number = said.number(id_) if said else None
        return None if number is None else self.entries[number - self.base]

    def passed(self, sender: str, id_: int) -> bool:
        """Whether an id below the sender's last was surely never said, as far as is kept."""
        said = self.senders.get(sender)
        if said is None or id_ >= said.last or said.number(id_) is not None:
            return False
        return self.base == 0 or (len(said.ids) > 0 and id_ > said.ids[0])

    def chain(self, number: int) -> bytes:
        """The chain at a number from ``base`` to ``next``."""
        if not self.base <= number <= self.next:
            raise ValueError(f"The chain at {number} is not known.")
        heads = self._heads
        while (known := len(heads) // 32 - 1) < number - self.base:
            heads += sha256(heads[-32:] + sha256(self.entries[known]).digest()).digest()
        at = 32 * (number - self.base)
        return bytes(heads[at : at + 32])

    def trim(self, upto: int) -> None:
        """Forgets the entries below a number from ``base`` to ``next``."""
        self.chain(upto)  # the chain there outlives what it was made of
        count = upto - self.base
        self.size -= sum(len(text) for text in self.entries[:count])
        del self.entries[:count]
        del self._heads[: 32 * count]
        self.base = upto
        for said in self.senders.values():
            at = bisect_left(said.numbers, upto)
            del said.ids[:at]
            del said.numbers[:at]

    def piece(self, start: int) -> tuple[list[bytes], int]:
        """Entries from ``start`` on that fit into one frame, at least one, and where they end."""
        size, at = 0, start - self.base
        first = at
        while at < len(self.entries) and (at == first or size + len(self.entries[at]) < PIECE):
            size += len(self.entries[at]) + 1
            at += 1
        return self.entries[first:at], self.base + at

    def differs(self, base: int, chain: bytes, texts: Iterable[bytes]) -> int | None:
        """Where another history, ``texts`` from ``base`` on, first shows that it is not this one."""
        at = base
        if self.base <= at <= self.next and self.chain(at) != chain:
            return at
        for text in texts:
            if self.base <= at < self.next and self.entries[at - self.base] != text:
                return at
            if at < self.base:
                chain = sha256(chain + sha256(text).digest()).digest()
                if at + 1 == self.base and self.chain(self.base) != chain:
                    return self.base
            at += 1
        return None
