"""The one ordered log of signed messages: who said what, having seen what.

An envelope is a header, a message and a signature over the table and both. The header counts the
sender's messages and names the head of the log that it had seen, so the log is a chain to which
every message ties its sender: a relay that drops, repeats, reorders, alters or invents is noticed
at once, and one that shows two histories at the next message that crosses over.

Only what is signed and fits enters the log; all else leaves it as it was. Whether a message may do
anything is the fold's business, not the log's.

Not promised: that anything arrives. A relay can always be silent.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from engine.sealed import group
from engine.sealed.messages import DEVICES, Message, decode, encode
from engine.sealed.proofs import KeyPair, verify
from engine.sealed.proofs import sign as sign_bytes
from engine.sealed.table import Table
from engine.sealed.wire import Malformed, Reader, Writer

LONGEST: Final = 46_000  # bytes of an envelope: in base64 it fits a message of 64,000 characters
HEAD: Final = 16  # bytes of a head that travel: two histories with one are 2^64 trials away
SIGNATURE: Final = 64
LABEL: Final = "envelope"


@dataclass(frozen=True, slots=True)
class Envelope:
    """A message with what its sender signed: the deal it is about, the ``seq``-th of ``device``,
    sent when the log had ``seen`` entries and this head."""

    deal: int
    device: int
    seq: int
    seen: int
    head: bytes
    body: bytes


@dataclass(frozen=True, slots=True)
class Entry:
    """An accepted envelope at its place in the log; ``message`` is None for signed nonsense."""

    index: int
    deal: int
    device: int
    seen: int
    message: Message | None


@dataclass(frozen=True, slots=True)
class Repeat:
    """These very bytes are in the log already."""


@dataclass(frozen=True, slots=True)
class Refused:
    """Bytes that nobody at the table has signed, or that are no envelope; the reason."""

    reason: str


@dataclass(frozen=True, slots=True)
class Gap:
    """Something is missing before this: the sender's message ``seq``, or entries of the log."""

    device: int
    seq: int
    seen: int


@dataclass(frozen=True, slots=True)
class Fork:
    """The sender has seen another history of the same length: the relay, or somebody, lies."""

    device: int
    seen: int
    data: bytes


@dataclass(frozen=True, slots=True)
class Equivocation:
    """Two messages signed by one device under one number: a proof against it for anybody."""

    device: int
    first: bytes
    second: bytes


Verdict = Entry | Repeat | Refused | Gap | Fork | Equivocation


def read(data: bytes) -> Envelope:
    """The envelope of these bytes, its signature not yet verified; ``Malformed`` otherwise."""
    if not SIGNATURE < len(data) <= LONGEST:
        raise Malformed("The message has a length that none can have.")
    reader = Reader(data[:-SIGNATURE])
    return Envelope(
        deal=reader.number(),
        device=reader.number(DEVICES - 1),
        seq=reader.number(),
        seen=reader.number(),
        head=reader.fixed(HEAD),
        body=reader.rest(),
    )


def seal(table: Table, pair: KeyPair, envelope: Envelope) -> bytes:
    """The envelope's bytes, signed."""
    out = Writer().number(envelope.deal).number(envelope.device).number(envelope.seq)
    data = out.number(envelope.seen).fixed(envelope.head).fixed(envelope.body).done()
    return data + sign_bytes(pair, LABEL, table.context + data)


def is_signed(table: Table, data: bytes) -> bool:
    """Whether the device that an envelope names has signed it."""
    try:
        envelope = read(data)
    except Malformed:
        return False
    if envelope.device >= len(table.devices):
        return False
    signed, signature = table.context + data[:-SIGNATURE], data[-SIGNATURE:]
    return verify(table.signing[envelope.device], LABEL, signed, signature)


def is_equivocation(table: Table, first: bytes, second: bytes) -> bool:
    """Whether two byte strings prove that a device signed two messages under one number."""
    if first == second or not is_signed(table, first) or not is_signed(table, second):
        return False
    one, other = read(first), read(second)
    return (one.device, one.seq) == (other.device, other.seq)


def head_of(table: Table, log: Iterable[bytes]) -> bytes:
    """The head of a log that has these envelopes, as it travels."""
    head = table.context
    for data in log:
        head = group.digest("log", head, data)
    return head[:HEAD]


class Journal:
    """The log as one device has it."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.envelopes: list[bytes] = []
        self._heads = [table.context]
        self._said: list[list[bytes]] = [[] for _ in table.devices]  # by device, by seq

    def __len__(self) -> int:
        return len(self.envelopes)

    @property
    def head(self) -> bytes:
        """The head as it travels."""
        return self._heads[-1][:HEAD]

    def next_seq(self, device: int) -> int:
        """The number of the next message of a device."""
        return len(self._said[device])

    def knows(self, data: bytes) -> bool:
        """Whether these bytes are in the log."""
        try:
            envelope = read(data)
        except Malformed:
            return False
        return self._first(envelope) == data

    def write(self, pair: KeyPair, deal: int, device: int, ahead: int, message: Message) -> bytes:
        """An envelope for a message of one's own, ``ahead`` of whose kind are still under way."""
        seq = self.next_seq(device) + ahead
        envelope = Envelope(deal, device, seq, len(self), self.head, encode(message))
        return seal(self.table, pair, envelope)

    def accept(self, data: bytes, signed: bool = False) -> Verdict:
        """What the bytes are; an ``Entry`` is in the log now, all else has left it as it was.

        ``signed``: the signature need not be verified, for these are from one's own store.
        """
        try:
            envelope = read(data)
        except Malformed as error:
            return Refused(str(error))
        if envelope.device >= len(self.table.devices):
            return Refused("There is no such device at this table.")
        first = self._first(envelope)
        if first == data:
            return Repeat()
        if not signed and not is_signed(self.table, data):
            return Refused("The device that is named has not signed this.")
        if first is not None:
            return Equivocation(envelope.device, first, data)
        if envelope.seq > self.next_seq(envelope.device) or envelope.seen > len(self):
            return Gap(envelope.device, self.next_seq(envelope.device), envelope.seen)
        if self._heads[envelope.seen][:HEAD] != envelope.head:
            return Fork(envelope.device, envelope.seen, data)
        return self._enter(envelope, data)

    def _first(self, envelope: Envelope) -> bytes | None:
        """What the log holds under the envelope's number."""
        if envelope.device >= len(self._said):
            return None
        said = self._said[envelope.device]
        return said[envelope.seq] if envelope.seq < len(said) else None

    def _enter(self, envelope: Envelope, data: bytes) -> Entry:
        index = len(self)
        self.envelopes.append(data)
        self._heads.append(group.digest("log", self._heads[-1], data))
        self._said[envelope.device].append(data)
        try:
            message = decode(envelope.body)
        except Malformed:
            message = None
        return Entry(index, envelope.deal, envelope.device, envelope.seen, message)
