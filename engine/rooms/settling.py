"""Forgetting the old log: those who sit agree on what it has come to, then the relay may drop it.

When a table plays on as a new one (``deciding.follow``) all that was before it comes to two texts: the
room as it was then, and the receipt of the deal that was closed last. The host's phone says them in a
``Settle``; whoever sits and has come to the same says ``Agree``. When all that are there have, and more
than half of all who sit, the relay is asked to forget the entries before that table. Whoever comes later
starts from there: it believes what more than half of those who sit have signed.
"""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from engine.rooms import forms
from engine.rooms import messages as say
from engine.rooms.forms import LABEL
from engine.rooms.ledger import ROOM, Ledger
from engine.rooms.lobby import PLAYING, Lobby, parse_lobby
from engine.rooms.log import Log
from engine.rooms.sealing import RoomKeys, from_letters, to_letters
from engine.sealed.group import BadEncoding
from engine.sealed.proofs import decode_public, verify
from engine.sealed.receipt import ReceiptError, parse_receipt, signers
from engine.sealed.steps import Steps
from engine.sealed.table import TableError, parse_table
from engine.sealed.wire import Malformed

if TYPE_CHECKING:
    from engine.rooms.room import Room

LONGEST: Final = 400_000  # characters of a text that was packed


@dataclass(frozen=True, slots=True)
class Settled:
    """What the log before a table has come to: the room, and the state that the table began from."""

    lobby: Lobby
    began: str


def packed(text: str) -> str:
    """A long text, packed into letters."""
    return to_letters(zlib.compress(text.encode(), 9))


def unpacked(letters: str) -> str:
    """The text so packed; ``ValueError`` where it is none, or longer than any can be."""
    try:
        unpacker = zlib.decompressobj()
        data = unpacker.decompress(from_letters(letters), LONGEST)
    except zlib.error:
        raise ValueError("a text that is damaged") from None
    if not unpacker.eof or unpacker.unused_data:
        raise ValueError("a text that is damaged")
    return data.decode()


def act(room: Room) -> Steps[None]:
    """Say what the old log has come to, agree to it, have it forgotten: whichever is due."""
    lobby, log, was = room.lobby, room.session.log, room.table_lobby
    if lobby.phase != PLAYING or was is None or not room.receipt or log.base >= lobby.since:
        return
    if lobby.settled < lobby.since:
        if lobby.host == room.me and not room.saying(say.Settle):
            room.say(say.Settle(packed(was.text()), packed(room.receipt)))
        return
    if room.me in lobby.seated and room.me not in lobby.agreed and not room.saying(say.Agree):
        yield
        if said_here(room):
            room.say(say.Agree(lobby.settled))
        return
    there = {it for it in lobby.playing if room.presence.here(it, room.now)}
    agreed = set(lobby.agreed)
    if lobby.host == room.me and agreed >= there and enough(lobby, agreed) and room.may_trim:
        room.may_trim = False
        room.session.trim(lobby.since)


def enough(lobby: Lobby, agreed: set[int]) -> bool:
    """Whether more than half of those who sit are among these."""
    return 2 * len(agreed & set(lobby.playing)) > len(lobby.playing)


def said_here(room: Room) -> bool:
    """Whether the last ``Settle`` says what this phone has come to."""
    log, lobby = room.session.log, room.lobby
    assert room.ledger is not None and room.table_lobby is not None  # else nothing is agreed to
    entry = log.entries[lobby.settled - log.base]
    opened = room.ledger.open(entry.body)
    try:
        message = forms.decode(forms.read(opened[1])[0].text) if opened else None
        if not isinstance(message, say.Settle):
            return False
        told = unpacked(message.room), parse_receipt(unpacked(message.receipt))
    except (Malformed, ValueError, ReceiptError):
        return False
    own = parse_receipt(room.receipt)
    same = (told[1].table, told[1].number, told[1].state) == (own.table, own.number, own.state)
    return told[0] == room.table_lobby.text() and same


# -- starting from there ----------------------------------------------------------------------------


def found(keys: RoomKeys, log: Log, known: Lobby) -> Steps[Settled | None]:
    """What the log begins with, by what those who sit have signed in it; None where it does not
    say so yet. ``known``: the room as this phone knew it before, whose keys must be the same."""
    ledger = Ledger(keys, Lobby(), log.base)
    told: dict[int, tuple[Settled, set[int]]] = {}
    for entry in log.entries:
        yield
        opened = ledger.open(entry.body)
        if opened is None or opened[0] != ROOM:
            continue
        try:
            envelope, signature = forms.read(opened[1])
            message = forms.decode(envelope.text)
        except Malformed:
            continue
        if isinstance(message, say.Settle):
            settled = yield from _settled(message, log.base, known)
            if settled is not None and _signed(ledger, settled.lobby, envelope, signature):
                told[entry.number] = settled, {envelope.member}
        elif isinstance(message, say.Agree) and message.at in told:
            settled, agreed = told[message.at]
            if _signed(ledger, settled.lobby, envelope, signature):
                agreed.add(envelope.member)
        for settled, agreed in told.values():
            if enough(settled.lobby, agreed):
                return settled
    return None


def _signed(ledger: Ledger, lobby: Lobby, envelope: forms.Envelope, signature: bytes) -> bool:
    if not 0 <= envelope.member < len(lobby.members):
        return False
    try:
        public = decode_public(bytes.fromhex(lobby.members[envelope.member].signs))
    except BadEncoding:
        return False
    return verify(public, LABEL, envelope.signed(ledger.bound), signature)


def _settled(message: say.Settle, base: int, known: Lobby) -> Steps[Settled | None]:
    try:
        lobby = parse_lobby(unpacked(message.room))
        receipt = parse_receipt(unpacked(message.receipt))
        table = parse_table(receipt.table)
        signed = yield from signers(receipt)
    except (ValueError, ReceiptError, TableError):
        return None
    if lobby.since != base:
        return None
    for before, now in zip(known.members, lobby.members, strict=False):
        if (before.signs, before.seals) != (now.signs, now.seals):
            return None
    keys = {(it.signs, it.seals) for it in lobby.members}
    own = [
        d for d in signed if (table.devices[d].signs.hex(), table.devices[d].seals.hex()) in keys
    ]
    return Settled(lobby, receipt.state) if 2 * len(own) > len(signed) else None
