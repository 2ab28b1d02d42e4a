"""Signatures, and proofs about keys that show nothing but what they prove: all of Schnorr's kind.

Every proof is 64 bytes and belongs to one statement and one context; a context is any bytes, bound
with its length, so that a proof for one hand, slot or room is none for another. Verifying is total:
any bytes at all are answered with True or False.

Nothing here draws chance. The number that hides the secret is a hash of the secret together with
all that the proof is about (as in RFC 6979 and RFC 8032), so that the same call gives the same
bytes, and no two challenges ever meet the same number.

The identity is refused as a public key, as a base and as a share: no honest key or card is 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from engine.sealed.group import (
    IDENTITY,
    BadEncoding,
    Point,
    base_times,
    combine,
    decode,
    decode_scalar,
    digest,
    encode,
    encode_scalar,
    hash_to_scalar,
    times,
)
from engine.sealed.steps import Steps

PROOF_BYTES: Final = 64
WEIGHT_BITS: Final = 128
"""A false share passes unnoticed with a chance of 2^-128 for each hash tried."""


@dataclass(frozen=True, slots=True)
class KeyPair:
    """A secret scalar, never 0, and the point secret·BASE. What is printed of it is public."""

    secret: int = field(repr=False)
    public: Point


def keypair_from(seed: bytes, label: str) -> KeyPair:
    """The pair that belongs to a secret seed, of 32 bytes or more of chance, and a purpose."""
    secret = hash_to_scalar(f"key/{label}", seed) or 1
    return KeyPair(secret, base_times(secret))


def decode_public(data: bytes) -> Point:
    """The public key so encoded; ``BadEncoding`` where there is none, or it is the identity."""
    point = decode(data)
    if point == IDENTITY:
        raise BadEncoding("The identity is nobody's public key.")
    return point


# -- knowing a secret --------------------------------------------------------------------------
# Schnorr, "Efficient signature generation by smart cards" (1991): R = k·G, s = k + c·secret with
# c = hash(public, R, what is signed). The bytes are R and s. Key and label go into the hash.


def sign(pair: KeyPair, label: str, message: bytes) -> bytes:
    """A signature, 64 bytes; a label keeps messages of one kind from counting as another's."""
    return _known(pair.secret, pair.public, "signature", label.encode(), message)


def verify(public: Point, label: str, message: bytes, signature: bytes) -> bool:
    """Whether these bytes are the key's signature of the message under the label. Never raises."""
    return _is_known(public, signature, "signature", label.encode(), message)


def prove_known(secret: int, public: Point, context: bytes) -> bytes:
    """A proof, 64 bytes, that whoever made it knows the secret of the public key."""
    return _known(secret, public, "known", context)


def verify_known(public: Point, context: bytes, proof: bytes) -> bool:
    """Whether the proof is one, for this key and this context. Never raises."""
    return _is_known(public, proof, "known", context)


def _known(secret: int, public: Point, kind: str, *about: bytes) -> bytes:
    whose = encode(public)
    number = hash_to_scalar(f"{kind}/number", encode_scalar(secret), whose, *about)
    commitment = encode(base_times(number))
    challenge = hash_to_scalar(kind, whose, commitment, *about)
    return commitment + encode_scalar(number + challenge * secret)


def _is_known(public: Point, proof: bytes, kind: str, *about: bytes) -> bool:
    answer = _scalar(proof[32:])
    if len(proof) != PROOF_BYTES or answer is None or public == IDENTITY:
        return False
    challenge = hash_to_scalar(kind, encode(public), proof[:32], *about)
    # An encoding that is not canonical cannot equal one of ours.
    return encode(base_times(answer, times(-challenge, public))) == proof[:32]


def _scalar(data: bytes) -> int | None:
    try:
        return decode_scalar(data)
    except BadEncoding:
        return None


# -- one key behind many shares ----------------------------------------------------------------
# Chaum and Pedersen, "Wallet databases with observers" (1992), for one base; for many, the bases
# and the shares are first summed with the same weights, which the statement's hash decides: if one
# share is wrong, the sums match for 1 in 2^128 weights (small exponents test: Bellare, Garay, Rabin,
# "Fast batch verification for modular exponentiation and digital signatures", 1998). The first
# weight can be 1. The bytes are the challenge and the answer.


def prove_shares(
    secret: int, public: Point, bases: Sequence[Point], shares: Sequence[Point], context: bytes
) -> Steps[bytes]:
    """A proof, 64 bytes, that public = secret·BASE and every shares[k] = secret·bases[k].

    ``ValueError`` when there are no bases, or not as many shares.
    """
    if not bases or len(bases) != len(shares):
        raise ValueError(f"{len(shares)} shares of {len(bases)} bases cannot be proved.")
    statement = yield from _statement(public, bases, shares, context)
    base = yield from combine(_weights(statement, len(bases)), bases)
    number = hash_to_scalar("shares/number", encode_scalar(secret), statement)
    there = times(number, base)
    yield
    challenge = _challenge(statement, base_times(number), there)
    return encode_scalar(challenge) + encode_scalar(number + challenge * secret)


def verify_shares(
    public: Point, bases: Sequence[Point], shares: Sequence[Point], context: bytes, proof: bytes
) -> Steps[bool]:
    """Whether the proof is one, for just these bases and shares in this order. Never raises."""
    challenge, answer = _scalar(proof[:32]), _scalar(proof[32:])
    if len(proof) != PROOF_BYTES or challenge is None or answer is None:
        return False
    if not bases or len(bases) != len(shares) or IDENTITY in (public, *bases, *shares):
        return False
    statement = yield from _statement(public, bases, shares, context)
    weights = _weights(statement, len(bases))
    base = yield from combine(weights, bases)
    share = yield from combine(weights, shares)
    here = base_times(answer, times(-challenge, public))
    yield
    there = yield from combine((answer, -challenge), (base, share))
    return challenge == _challenge(statement, here, there)


def _statement(
    public: Point, bases: Sequence[Point], shares: Sequence[Point], context: bytes
) -> Steps[bytes]:
    encoded = []
    for count, point in enumerate((*bases, *shares), 1):
        encoded.append(encode(point))
        if count % 12 == 0:
            yield
    half = len(bases)
    return digest(
        "shares", context, encode(public), b"".join(encoded[:half]), b"".join(encoded[half:])
    )


def _weights(statement: bytes, count: int) -> tuple[int, ...]:
    """1, then whole numbers of 128 bits."""
    drawn = []
    for k in range(count - 1):
        block = digest("shares/weight", statement, k.to_bytes(4, "big"))
        drawn.append(int.from_bytes(block[: WEIGHT_BITS // 8], "little"))
    return (1, *drawn)


def _challenge(statement: bytes, here: Point, there: Point) -> int:
    return hash_to_scalar("shares/challenge", statement, encode(here), encode(there))


# -- a secret between two ----------------------------------------------------------------------


def shared_point(mine: KeyPair, theirs: Point) -> Point:
    """The Diffie–Hellman value of two keys. ``prove_shares`` with the base `theirs` shows it true.

    ``BadEncoding`` when the other key is the identity.
    """
    if theirs == IDENTITY:
        raise BadEncoding("The identity is nobody's public key.")
    return times(mine.secret, theirs)


def pair_secret(mine: KeyPair, theirs: Point, context: bytes) -> bytes:
    """64 bytes that only the holders of the two keys know, the same for both; else as above."""
    return secret_of(shared_point(mine, theirs), mine.public, theirs, context)


def secret_of(shared: Point, one: Point, other: Point, context: bytes) -> bytes:
    """The secret of two keys, in either order, from their Diffie–Hellman value once it is shown."""
    first, second = sorted((encode(one), encode(other)))
    return digest("pair", context, encode(shared), first, second)
