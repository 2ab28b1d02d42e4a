"""A phone in a room: what it keeps secret, and what binds its public keys to the room.

All secrets of a phone follow from 32 bytes drawn once for the room. The relay knows a phone by a
``sender`` that follows from its token; its keys are bound to it by a MAC under the room's secret, so
that a relay can neither invent a phone nor replace a key.
"""

from __future__ import annotations

import hmac
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from typing import Final

from engine.rooms.sealing import RoomKeys, to_letters
from engine.sealed.table import Device, Identity, identity_from

SENDER: Final = 16  # hex digits


def sender_of(token: str) -> str:
    """What a relay calls the phone with this token."""
    return sha256(token.encode()).hexdigest()[:SENDER]


@dataclass(frozen=True)
class Phone:
    """The secrets of a phone that last as long as the room."""

    seed: bytes = field(repr=False)

    def __post_init__(self) -> None:
        if len(self.seed) != 32:
            raise ValueError("A phone's secrets follow from 32 bytes.")

    @cached_property
    def identity(self) -> Identity:
        """Its keys for signatures, and for what others seal to it."""
        return identity_from(self._derived("identity"))

    @cached_property
    def token(self) -> str:
        """Its secret towards the relay."""
        return to_letters(self._derived("token")[:24])

    @property
    def sender(self) -> str:
        """What the relay and all others call its connection."""
        return sender_of(self.token)

    def nonce(self, table: int) -> bytes:
        """Its part in drawing the dealer of a table."""
        return self._derived("dealer", str(table))

    def promise(self, table: int) -> str:
        """What it says of that part before anybody shows theirs."""
        return promise_of(self.nonce(table))

    def _derived(self, *purpose: str) -> bytes:
        return hmac.new(self.seed, "\x00".join(("phone", *purpose)).encode(), sha256).digest()


def promise_of(nonce: bytes) -> str:
    """The promise, in hex, that a part in drawing a dealer keeps."""
    return sha256(b"dealer\x00" + nonce).hexdigest()


def binding(keys: RoomKeys, device: Device, sender: str) -> bytes:
    """The MAC that binds a phone's keys and its connection to the room."""
    return keys.derived("binding", device.signs, device.seals, sender.encode())


def is_bound(keys: RoomKeys, device: Device, sender: str, mac: bytes) -> bool:
    """Whether whoever made this MAC knew the room's secret."""
    return hmac.compare_digest(binding(keys, device, sender), mac)
