"""What is said in a room, closed to everybody outside it: authenticated encryption from ``hashlib``.

A body is closed with a key that follows from the room's secret. The tag is an HMAC of the plain
bytes and also what the stream of SHAKE-256 starts from (SIV: Rogaway and Shrimpton, "A provable-
security treatment of the key-wrap problem", 2006): so there is no nonce that could come twice, and
the same message closes to the same bytes after a crash. Who listens learns the lengths, and when.

``crypto.subtle`` is not needed: it is missing where a page comes from a plain http address.
"""

from __future__ import annotations

import hmac
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass, field
from hashlib import sha256, shake_256
from typing import Final

TAG: Final = 16


class NotOpened(ValueError):
    """Bytes that nobody who has the key has closed."""


@dataclass(frozen=True, slots=True)
class RoomKeys:
    """What follows from a room's 32 secret bytes; two of them for different rooms share nothing."""

    secret: bytes = field(repr=False)
    five: str

    def derived(self, purpose: str, *more: bytes) -> bytes:
        """32 bytes for one purpose."""
        about = "\x00".join(("card-night room 1", self.five, purpose)).encode()
        return hmac.new(self.secret, b"\x00".join((about, *more)), sha256).digest()

    @property
    def gate(self) -> str:
        """64 hex digits that tell the relay that this phone is inside."""
        return self.derived("gate").hex()

    @property
    def gate_hash(self) -> str:
        """What the relay is told of it when the room is made."""
        return sha256(bytes.fromhex(self.gate)).hexdigest()

    def close(self, purpose: str, plain: bytes) -> bytes:
        """The bytes closed under the room's secret, for one purpose."""
        return close(self.derived("close " + purpose), plain)

    def open(self, purpose: str, closed: bytes) -> bytes:
        """The plain bytes; ``NotOpened`` where these were not closed so."""
        return opened(self.derived("close " + purpose), closed)


def close(key: bytes, plain: bytes) -> bytes:
    """The bytes closed under a key of 32 bytes: a tag of 16, and as many as there were."""
    tag = hmac.new(key, b"tag\x00" + plain, sha256).digest()[:TAG]
    return tag + _streamed(key, tag, plain)


def opened(key: bytes, closed: bytes) -> bytes:
    """The plain bytes; ``NotOpened`` where the key has not closed these."""
    if len(closed) < TAG:
        raise NotOpened("These bytes are too short to have been closed.")
    tag = closed[:TAG]
    plain = _streamed(key, tag, closed[TAG:])
    if not hmac.compare_digest(hmac.new(key, b"tag\x00" + plain, sha256).digest()[:TAG], tag):
        raise NotOpened("These bytes were not closed with this key.")
    return plain


def _streamed(key: bytes, tag: bytes, data: bytes) -> bytes:
    start = hmac.new(key, b"stream\x00" + tag, sha256).digest()
    stream = shake_256(start).digest(len(data))
    mixed = int.from_bytes(data, "little") ^ int.from_bytes(stream, "little")
    return mixed.to_bytes(len(data), "little")


def to_letters(data: bytes) -> str:
    """Bytes as letters, digits, ``-`` and ``_``."""
    return urlsafe_b64encode(data).decode().rstrip("=")


def from_letters(text: str) -> bytes:
    """The bytes so written, in the one form they have; ``ValueError`` otherwise."""
    data = urlsafe_b64decode(text + "=" * (-len(text) % 4))
    if to_letters(data) != text:
        raise ValueError("a text that is not the one form of any bytes")
    return data
