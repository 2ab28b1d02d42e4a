"""A hand's key in parts among the other devices, so that the table can go on without its owner.

The owner of key x hides it in a polynomial f of degree n−2 with f(0) = x, and gives every other
device j the part f(j+1), sealed to it alone. All n−1 others together can stand in for the owner,
card by card, or rebuild x after the hand; any n−2 of them learn nothing by their parts. The
commitments to the coefficients let each check its part before any card exists, and everyone a
stand-in's share.

Glossary: *part*, the value of the polynomial for one device; *commitments*, its coefficients times
G, the first of them the owner's public key; *pad*, what a part is sealed with, from the
Diffie–Hellman value of two devices; *complaint*, a device's word that its part is bad, with that
value laid open and proved, so that all can judge; *stand-in*, what the others make of a card for
an absent owner.

Who seals to whom: the owner's side of the pad is its key of the hand, the receiver's the DH key it
has in the room. Then a complaint lays open one part of one hand; the owner, who knows it anyhow,
learns nothing more by a complaint, however it chose its key. Two devices have no backup.

Not promised: that n−1 devices together do not open the last one's cards. They can; that is the
price of going on.

Source: P. Feldman, “A Practical Scheme for Non-interactive Verifiable Secret Sharing” (1987).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum

from engine.sealed import group, proofs
from engine.sealed.group import IDENTITY, ORDER, BadEncoding, Point
from engine.sealed.steps import Steps, finish


@dataclass(frozen=True, slots=True)
class Backup:
    """What the owner deals: ``commitments`` for all, ``parts[j]`` for device j alone."""

    commitments: tuple[Point, ...]
    parts: Mapping[int, int] = field(repr=False)


class Liar(Enum):
    """Of the two sides of a complaint the one that is in the wrong."""

    OWNER = "owner"
    COMPLAINER = "complainer"


# -- dealing and checking -------------------------------------------------------------------------


def deal(key: bytes, secret: int, n: int, owner: int) -> Backup:
    """The backup of ``secret`` among n ≥ 3 devices; the coefficients come from ``key``.

    n−1 commitments, the first being secret·G, and n−1 parts. ``ValueError`` when n < 3 or the owner
    is none of 0 … n-1.
    """
    others = _others(n, owner)
    coefficients = [secret % ORDER] + [
        group.hash_to_scalar("backup coefficient", key, power.to_bytes(4, "little"))
        for power in range(1, n - 1)
    ]
    parts = {}
    for j in others:
        value = 0
        for coefficient in reversed(coefficients):
            value = (value * (j + 1) + coefficient) % ORDER
        parts[j] = value
    return Backup(tuple(map(group.base_times, coefficients)), parts)


def _others(n: int, owner: int) -> list[int]:
    if n < 3 or not 0 <= owner < n:
        raise ValueError(f"Of {n} devices, number {owner} can have no backup.")
    return [j for j in range(n) if j != owner]


def part_point(commitments: Sequence[Point], j: int) -> Point:
    """f(j+1)·G, from the commitments alone: what a stand-in's proof is checked against."""
    point = IDENTITY
    for commitment in reversed(commitments):
        point = _few_times(j + 1, point) + commitment
    return point


def _few_times(factor: int, point: Point) -> Point:
    """The product with a number of three bits or so, far quicker than ``group.times``."""
    total = IDENTITY
    for bit in bin(factor)[2:]:
        total = total + total
        if bit == "1":
            total = total + point
    return total


def bad_commitments(commitments: Sequence[Point], n: int, owner: int) -> str | None:
    """What anyone sees is wrong with the commitments, as the end of a sentence, or None.

    Refused are another number than n−1, and a part that would be 0: no share can be proved with it,
    so that an honest stand-in would look like a cheat.
    """
    if len(commitments) != n - 1:
        return f"of {n - 1} commitments it made {len(commitments)}"
    if any(part_point(commitments, j) == IDENTITY for j in _others(n, owner)):
        return "a part of its backup is 0"
    return None


def valid_part(commitments: Sequence[Point], j: int, part: int | None) -> bool:
    """Whether this is device j's part of the key that the commitments stand for; None is not."""
    return part is not None and group.base_times(part) == part_point(commitments, j)


# -- sealing, complaining, judging ----------------------------------------------------------------


def seal_part(pair: bytes, part: int, context: bytes) -> bytes:
    """The part in 32 bytes for one device alone.

    ``pair`` is ``proofs.pair_secret`` of owner and receiver for the same context, which names room,
    hand, owner and receiver: one pad must never seal two parts. Nothing here says who sealed it;
    the message that carries it is signed.
    """
    return _padded(group.encode_scalar(part), pair, context)


def unseal_part(pair: bytes, sealed: bytes, context: bytes) -> int | None:
    """The part that was sealed, or None when it is no scalar: as bad as a wrong part."""
    try:
        return group.decode_scalar(_padded(sealed, pair, context))
    except BadEncoding:
        return None


def _padded(data: bytes, pair: bytes, context: bytes) -> bytes:
    pad = group.digest("sealed part", pair, context)
    return bytes(a ^ b for a, b in zip(data, pad, strict=False))


def complain(mine: proofs.KeyPair, owner: Point, context: bytes) -> Steps[tuple[bytes, bytes]]:
    """What a device says of a bad part: the Diffie–Hellman value, 32 bytes, and 64 that prove it.

    ``mine`` is the receiver's key pair, ``owner`` the owner's public key of the pad, ``context``
    that of the sealing. Anyone can then open this one part. To be said only of an owner that has
    proved to know its key: of others the value may be news to somebody.
    """
    value = proofs.shared_point(mine, owner)
    yield
    proof = yield from proofs.prove_shares(
        mine.secret, mine.public, [owner], [value], _complaint(context)
    )
    return group.encode(value), proof


def _complaint(context: bytes) -> bytes:
    return group.digest("complaint", context)


def judge_complaint(
    commitments: Sequence[Point],
    j: int,
    owner: Point,
    receiver: Point,
    sealed: bytes,
    context: bytes,
    value: bytes,
    proof: bytes,
) -> Steps[Liar]:
    """Who lied, the owner of the commitments or device j: the same to everybody.

    ``owner`` and ``receiver`` are the public keys of the pad, ``sealed`` what the owner sent to j,
    ``value`` and ``proof`` the complaint, any bytes. A complaint that proves nothing is a lie.
    """
    try:
        shared = group.decode(value)
    except BadEncoding:
        return Liar.COMPLAINER
    proved = yield from proofs.verify_shares(
        receiver, [owner], [shared], _complaint(context), proof
    )
    if not proved:
        return Liar.COMPLAINER
    part = unseal_part(proofs.secret_of(shared, owner, receiver, context), sealed, context)
    yield
    return Liar.COMPLAINER if valid_part(commitments, j, part) else Liar.OWNER


# -- standing in, rebuilding ----------------------------------------------------------------------


def stand_in(points: Mapping[int, Point], owner: int, n: int) -> Point:
    """The absent owner's share x·a of a card, from the values f(j+1)·a of all n−1 others.

    Each value is made like a share, with the part for a secret, and proved by ``prove_shares``
    against ``part_point``. ``ValueError`` when it is not just the others that are given.
    """
    factors = _factors(points, owner, n)
    return finish(group.combine([factors[j] for j in points], [*points.values()]))


def rebuild(parts: Mapping[int, int], owner: int, n: int) -> int:
    """The owner's key x, from the parts of all n−1 others; right if the parts are valid.

    ``ValueError`` when it is not just the others that are given.
    """
    factors = _factors(parts, owner, n)
    return sum(factors[j] * part for j, part in parts.items()) % ORDER


def _factors(given: Mapping[int, object], owner: int, n: int) -> dict[int, int]:
    """By device what its value counts for at 0: Lagrange's Π m/(m−k) over the other points m."""
    others = _others(n, owner)
    if set(given) != set(others):
        raise ValueError(f"For device {owner} of {n} all others must stand in, and only they.")
    factors = {}
    for j in others:
        over, under = 1, 1
        for other in others:
            if other != j:
                over *= other + 1
                under *= other - j
        factors[j] = over * pow(under, -1, ORDER) % ORDER
    return factors
