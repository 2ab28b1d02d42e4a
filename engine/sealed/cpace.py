"""A strong key from a short password, between two devices: CPace on ristretto255 with SHA-512.

As draft-irtf-cfrg-cpace-21 has it, suite CPACE-RISTR255-SHA512. Whoever listens, or stands between
the two, learns nothing to try passwords on: each run, as one of the two, is worth one guess. How
many runs a room allows is for the room to count. Two modes, which must not be mixed for the same
password: *roles* (an initiator and a responder, the one to use where it is known who invites whom)
and *symmetric* (both alike; then the associated data of the two must differ, and it must name
them, or a device could be led to talk with itself).

Not promised: constant time; that a key is the right one before ``confirmed`` says so.

A run: ``start`` → send the message → ``finish`` with the other's → send ``confirmation`` → check
the other's with ``confirmed``. A state serves for one run and is forgotten. ``entropy`` must be
fresh chance, never used again.

Terms of the draft: *PRS* the password, *CI* what both know of the channel and of each other, *sid*
a session's name, *AD* what each side says openly along with its share, *ISK* the key.
"""

from __future__ import annotations

import hmac
from dataclasses import dataclass, field
from enum import Enum
from hashlib import sha512
from typing import Final

from engine.sealed.group import (
    IDENTITY,
    ORDER,
    BadEncoding,
    Point,
    decode,
    encode,
    from_uniform,
    times,
)

_DSI: Final = b"CPaceRistretto255"
_BLOCK: Final = 128


class Refused(Exception):
    """The other side's message cannot be answered; the message is a sentence. Abort the run."""


class Role(Enum):
    """Which side of a run this is."""

    INITIATOR = "initiator"
    RESPONDER = "responder"
    SYMMETRIC = "symmetric"


@dataclass(frozen=True, slots=True)
class Message:
    """What one side sends: its share, an encoded point, and its associated data."""

    share: bytes
    data: bytes = b""


@dataclass(frozen=True, slots=True)
class State:
    """A run that waits for the other side's message. Secret: keep it on the device."""

    role: Role
    scalar: int = field(repr=False)
    sent: Message
    session: bytes


@dataclass(frozen=True, slots=True)
class Agreed:
    """A run that has its key, which is not to be used before ``confirmed``."""

    key: bytes = field(repr=False)
    sent: Message
    received: Message
    session: bytes


def start(
    role: Role, password: bytes, channel: bytes, session: bytes, entropy: bytes, data: bytes = b""
) -> tuple[State, Message]:
    """The run's state, and the message to send.

    ``channel`` (CI), ``session`` (sid) and the password must be the same on both sides, and each
    session its own; with roles the channel should name initiator and responder (``channel_of``).
    ``entropy`` is 64 bytes of fresh chance, else ``ValueError``.
    """
    if len(entropy) != 64:
        raise ValueError(f"A run needs 64 bytes of chance, not {len(entropy)}.")
    scalar = int.from_bytes(entropy, "little") % (ORDER - 1) + 1
    share = times(scalar, generator(password, channel, session))
    message = Message(encode(share), data)
    return State(role, scalar, message, session), message


def finish(state: State, received: Message) -> Agreed:
    """The key that both sides have if their passwords, channels and sessions were the same.

    ``Refused`` when the share is no point or the identity, or is our own come back.
    """
    if received.share == state.sent.share:
        raise Refused("Our own share came back.")
    try:
        shared = times(state.scalar, decode(received.share))
    except BadEncoding as error:
        raise Refused("The other side's share is no point.") from error
    if shared == IDENTITY:
        raise Refused("The other side's share is the identity.")
    key = sha512(
        joined(_DSI + b"_ISK", state.session, encode(shared))
        + _transcript(state.role, state.sent, received)
    ).digest()
    return Agreed(key, state.sent, received, state.session)


def confirmation(agreed: Agreed) -> bytes:
    """64 bytes that show the other side that this one has the key (section 10.4)."""
    return _tag(agreed, agreed.sent)


def confirmed(agreed: Agreed, tag: bytes) -> bool:
    """Whether the other side's confirmation shows that it has the same key. Never raises."""
    return hmac.compare_digest(_tag(agreed, agreed.received), tag)


def channel_of(initiator: bytes, responder: bytes, about: bytes = b"") -> bytes:
    """A channel identifier that names both sides and what they meet for (section 10.1.1)."""
    return joined(initiator, responder, about)


# -- the draft's functions ---------------------------------------------------------------------


def generator(password: bytes, channel: bytes, session: bytes) -> Point:
    """The point that only those who know the password can multiply: sections 8.1 and 8.3."""
    padding = max(0, _BLOCK - 1 - len(joined(password)) - len(joined(_DSI)))
    whole = joined(_DSI, password, bytes(padding), channel, session)
    return from_uniform(sha512(whole).digest())


def joined(*parts: bytes) -> bytes:
    """The parts, each behind its length in LEB128: `lv_cat`."""
    whole = bytearray()
    for part in parts:
        length = len(part)
        while length > 127:
            whole.append(length & 127 | 128)
            length >>= 7
        whole.append(length)
        whole += part
    return bytes(whole)


def ordered(one: bytes, other: bytes) -> bytes:
    """Both, the larger first: `o_cat`."""
    return b"oc" + max(one, other) + min(one, other)


def _transcript(role: Role, sent: Message, received: Message) -> bytes:
    mine, theirs = joined(sent.share, sent.data), joined(received.share, received.data)
    if role is Role.SYMMETRIC:
        return ordered(mine, theirs)
    return mine + theirs if role is Role.INITIATOR else theirs + mine


def _tag(agreed: Agreed, message: Message) -> bytes:
    key = sha512(b"CPaceMac" + agreed.session + agreed.key).digest()
    return hmac.new(key, joined(message.share, message.data), sha512).digest()
