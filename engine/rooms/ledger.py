"""What the log says of the room, entry by entry: the fold with its signatures and its proofs.

A body is a letter and bytes: ``L`` a message of the room, ``S`` an envelope of the sealed table, both
closed under the room's secret; all else is a greeting (``greeting``). A message has an effect only if
its sender has signed it for this room, as the next of its messages, and had seen the same log and
come to the same state as everybody. All else is ignored by everyone alike.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from typing import Final

from engine.rooms import forms
from engine.rooms import messages as say
from engine.rooms.acts import NoEffect
from engine.rooms.deciding import Course, admit, decide, follow, heard
from engine.rooms.events import Doubt, Event
from engine.rooms.forms import HEAD, LABEL, Envelope
from engine.rooms.identity import is_bound
from engine.rooms.lobby import Lobby
from engine.rooms.log import Log
from engine.rooms.messages import Message
from engine.rooms.sealing import NotOpened, RoomKeys, from_letters, to_letters
from engine.sealed.group import BadEncoding
from engine.sealed.proofs import decode_public, verify
from engine.sealed.table import Device, Identity
from engine.sealed.wire import Malformed, Reader, Writer

ROOM: Final = "L"
TABLE: Final = "S"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a message of the room came to: who said it as the how-many-th, whether it was the next of
    its sender, and a code where it had no effect."""

    member: int
    number: int
    counted: bool
    code: str
    message: Message | None
    events: tuple[Event, ...] = ()
    signs: str = ""


class Ledger:
    """The room's public state, and what is needed to judge the next message."""

    def __init__(self, keys: RoomKeys, lobby: Lobby, at: int) -> None:
        self.keys = keys
        self.bound = keys.derived("signatures")
        self.lobby = lobby
        self.at = at  # entries that are folded, from the log's beginning
        self.bad: set[int] = set()  # entries whose signature was looked at and is none
        self._known: list[int] = [at]
        self._digests: list[str] = [lobby.digest()]

    # -- bodies -------------------------------------------------------------------------------------

    def close(self, letter: str, plain: bytes) -> str:
        """The body of a message."""
        return letter + to_letters(self.keys.close(letter, plain))

    def open(self, body: str) -> tuple[str, bytes] | None:
        """The letter and the plain bytes of a closed body; None where it is none of this room."""
        if body[:1] not in (ROOM, TABLE):
            return None
        try:
            return body[0], self.keys.open(body[0], from_letters(body[1:]))
        except (NotOpened, ValueError):
            return None

    def envelope(self, table: int, data: bytes) -> str:
        """The body of an envelope of a sealed table."""
        return self.close(TABLE, Writer().number(table).fixed(data).done())

    def written(
        self, member: int, number: int, message: Message, identity: Identity, log: Log
    ) -> bytes:
        """A signed message of this phone, on what it has folded."""
        head = log.chain(self.at) or b""
        envelope = Envelope(
            member, number, self.at, head.hex()[:HEAD], self._digests[-1], forms.encode(message)
        )
        return envelope.sealed(identity.signs, self.bound)

    # -- folding ------------------------------------------------------------------------------------

    def step(self, lobby: Lobby) -> None:
        """One entry more is folded, and the room is this."""
        self.at += 1
        if lobby is not self.lobby:
            self.lobby = lobby
            self._known.append(self.at)
            self._digests.append(lobby.digest())

    def digest_at(self, seen: int) -> str | None:
        """The digest when so many entries were folded; None where that is forgotten."""
        place = bisect_left(self._known, seen + 1) - 1
        return self._digests[place] if place >= 0 else None

    def judge(self, plain: bytes, log: Log, trusted: bool) -> tuple[Lobby, Verdict]:
        """The room after a message, and what the message came to.

        ``trusted``: this phone has verified its signature before.
        """
        number = self.at
        nothing = Verdict(-1, -1, False, "unsigned", None)
        try:
            envelope, signature = forms.read(plain)
        except Malformed:
            return self.lobby, nothing
        message = _message(envelope)
        newcomer = isinstance(message, say.Enter)
        if newcomer != (envelope.member < 0) or envelope.member >= len(self.lobby.members):
            return self.lobby, nothing
        if isinstance(message, say.Enter):
            signs = message.signs
            device = Device(bytes.fromhex(message.signs), bytes.fromhex(message.seals))
            if not is_bound(self.keys, device, message.sender, bytes.fromhex(message.mac)):
                return self.lobby, nothing
        else:
            signs = self.lobby.members[envelope.member].signs
            said = self.lobby.members[envelope.member].said
            if envelope.number != said:  # a repeat, or something before it is missing
                code = "repeat" if envelope.number < said else "gap"
                return self.lobby, Verdict(
                    envelope.member, envelope.number, False, code, message, (), signs
                )
        if not (trusted and number not in self.bad) and not self._signed(
            envelope, signature, signs
        ):
            self.bad.add(number)
            return self.lobby, nothing
        lobby, code, events = self._judged(envelope, message, log)
        verdict = Verdict(
            envelope.member, envelope.number, True, code, message, tuple(events), signs
        )
        return lobby, verdict

    def _signed(self, envelope: Envelope, signature: bytes, signs: str) -> bool:
        try:
            public = decode_public(bytes.fromhex(signs))
        except BadEncoding:
            return False
        return verify(public, LABEL, envelope.signed(self.bound), signature)

    def _judged(
        self, envelope: Envelope, message: Message | None, log: Log
    ) -> tuple[Lobby, str, list[Event]]:
        who, lobby = envelope.member, self.lobby
        if who >= 0:
            lobby = heard(lobby, who)
        try:
            if envelope.seen > self.at:
                raise NoEffect("differs")
            chain, digest = log.chain(envelope.seen), self.digest_at(envelope.seen)
            if chain is not None and chain.hex()[:HEAD] != envelope.head:
                raise NoEffect("differs")
            # A newcomer speaks before it has folded everything.
            if who >= 0 and digest is not None and digest != envelope.digest:
                raise NoEffect("differs")
            if message is None:
                raise NoEffect("damaged")
            if isinstance(message, say.Enter):
                after, events = admit(lobby, message)
            else:
                after, events = decide(lobby, self.at, who, message)
        except NoEffect as ruling:
            doubt = [Doubt(who, ruling.code)] if ruling.code == "differs" and who >= 0 else []
            return lobby, ruling.code, list(doubt)
        return after, "", events

    def follow(self, lobby: Lobby, course: Course) -> tuple[Lobby, list[Event]]:
        """The room after what comes by itself at the entry that is being folded."""
        return follow(lobby, self.at, course)


def _message(envelope: Envelope) -> Message | None:
    try:
        return forms.decode(envelope.text)
    except Malformed:
        return None


def table_of_body(plain: bytes) -> tuple[int, bytes] | None:
    """The table's number and the envelope in the plain bytes of a body; None where there is none."""
    reader = Reader(plain)
    try:
        return reader.number(), reader.rest()
    except Malformed:
        return None


def table_rows(log: Log, ledger: Ledger, table: int, since: int) -> list[bytes]:
    """The envelopes that a table's log holds, out of the entries that are folded."""
    rows = []
    for entry in log.since(since):
        if entry.number >= ledger.at:
            break
        opened = ledger.open(entry.body) if entry.number not in ledger.bad else None
        named = table_of_body(opened[1]) if opened and opened[0] == TABLE else None
        if named and named[0] == table:
            rows.append(named[1])
    return rows
