"""A seat moves to another phone of the same person, in the midst of a deal.

The old phone seals all its secrets to a key of the new one, and falls silent; the new phone opens
them, and is the same device to everybody. Nobody else need know, for keys and messages stay what
they are. The same way leads back.

A package is an ephemeral key, the secrets under a pad made of it, and the signature of the device
over the table, the receiver and both; so only this very device can have made it, and only its receiver
reads it.

Not promised: that the old phone is honest. One that speaks on signs two messages under one number
sooner or later, and others can prove it.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Final

from engine.game import GameError
from engine.sealed import group, proofs
from engine.sealed.group import BadEncoding, Point
from engine.sealed.keeping import unpacked_rest
from engine.sealed.messages import DEVICES
from engine.sealed.peer import Peer
from engine.sealed.proofs import KeyPair
from engine.sealed.table import Identity, Table
from engine.sealed.wire import Malformed, Reader, Writer

LONGEST: Final = 400_000  # bytes of a package; what is under way is never more than a few messages
LABEL: Final = "handing"
BLOCK: Final = 64  # bytes of the pad that one hash gives


class HandingError(GameError):
    """A seat that cannot be handed over so; the message is a sentence."""


@dataclass(frozen=True, slots=True)
class Handed:
    """What a phone needs to be a device (``Peer.restored_from``), beside the rows of the log."""

    device: int
    identity: Identity = field(repr=False)
    rest: bytes = field(repr=False)


def hand_over(peer: Peer, to: bytes, chance: bytes) -> bytes:
    """The package with which the phone that holds the sealing key ``to``, 32 bytes, becomes this
    device; ``chance`` are 32 fresh secret bytes.

    From here on the peer is silent: it hears, and signs nothing. Keep its ``rest`` before the
    package is sent. It may be made again, for the same phone or for another, as long as nobody has
    used it. ``HandingError`` for what is no key.
    """
    receiver = _point(to)
    rest = replace(unpacked_rest(peer.rest()), silent=False).packed()
    peer.silent = True
    secrets = (peer.identity.signs.secret, peer.identity.seals.secret)
    plain = b"".join(map(group.encode_scalar, secrets)) + rest
    # The seed depends on what is sealed, so that one pad never seals two things.
    own = proofs.keypair_from(group.digest("handing seed", chance, plain), LABEL)
    bound = _bound(peer.table, peer.device, to)
    hidden = _padded(plain, proofs.pair_secret(own, receiver, bound))
    data = Writer().number(peer.device).fixed(group.encode(own.public)).fixed(hidden).done()
    return data + proofs.sign(peer.identity.signs, LABEL, bound + data)


def handed(data: bytes, pair: KeyPair, table: Table) -> Handed:
    """What a package holds for the phone whose sealing keys are ``pair``; ``HandingError`` when it is
    not for it, not of this table, not signed by the device itself, or damaged."""
    try:
        if not proofs.PROOF_BYTES < len(data) <= LONGEST:
            raise Malformed("A seat is not handed over in so many bytes.")
        signed, signature = data[: -proofs.PROOF_BYTES], data[-proofs.PROOF_BYTES :]
        reader = Reader(signed)
        device = reader.number(min(DEVICES, len(table.devices)) - 1)
        ephemeral, hidden = reader.fixed(32), reader.rest()
    except Malformed as error:
        raise HandingError(str(error)) from None
    bound = _bound(table, device, group.encode(pair.public))
    if not proofs.verify(table.signing[device], LABEL, bound + signed, signature):
        raise HandingError("This is not signed for this phone by the one that plays the seat.")
    plain = _padded(hidden, proofs.pair_secret(pair, _point(ephemeral), bound))
    identity = Identity(_pair(plain[:32]), _pair(plain[32:64]))
    if identity.device != table.devices[device]:
        raise HandingError("The keys that were handed over are not those of the seat.")
    try:
        unpacked_rest(plain[64:])
    except ValueError:
        raise HandingError("What was handed over is damaged.") from None
    return Handed(device, identity, plain[64:])


def _bound(table: Table, device: int, to: bytes) -> bytes:
    return group.digest("handing", table.context, bytes([device]), to)


def _padded(data: bytes, secret: bytes) -> bytes:
    blocks = -(-len(data) // BLOCK)
    pad = [group.digest("handing pad", secret, n.to_bytes(4, "big")) for n in range(blocks)]
    return bytes(a ^ b for a, b in zip(data, b"".join(pad), strict=False))


def _pair(data: bytes) -> KeyPair:
    try:
        secret = group.decode_scalar(data)
    except BadEncoding as error:
        raise HandingError(str(error)) from None
    return KeyPair(secret, group.base_times(secret))


def _point(data: bytes) -> Point:
    try:
        return proofs.decode_public(data)
    except BadEncoding as error:
        raise HandingError(f"A key to seal with is none: {error}") from None
