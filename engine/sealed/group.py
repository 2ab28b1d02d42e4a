"""The group all of the sealed deal is reckoned in, and the hashes into it: ristretto255, SHA-512.

Its elements (``Point``) add, subtract, compare and hash by value; scalars are plain whole numbers,
taken mod ``ORDER``. ``Backend`` says what any other implementation must offer in the place of
``engine.sealed.ristretto``: a faster one in a browser, say. Not promised: constant time.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha512
from typing import Final, Protocol

from engine.sealed import ristretto
from engine.sealed.ristretto import (
    BASE,
    IDENTITY,
    ORDER,
    BadEncoding,
    FixedBase,
    Point,
    combine,
    decode,
    encode,
    from_uniform,
    times,
)
from engine.sealed.steps import Steps, finish

__all__ = [
    "BASE",
    "IDENTITY",
    "ORDER",
    "BadEncoding",
    "FixedBase",
    "Point",
    "base_table",
    "base_times",
    "combine",
    "decode",
    "decode_scalar",
    "digest",
    "encode",
    "encode_scalar",
    "from_uniform",
    "hash_to_group",
    "hash_to_scalar",
    "times",
]


class Backend(Protocol):
    """What a module must offer to stand in for ``engine.sealed.ristretto``."""

    FixedBase: type[FixedBase]

    @property
    def IDENTITY(self) -> Point:
        """Nothing, added."""

    @property
    def BASE(self) -> Point:
        """The generator."""

    def encode(self, point: Point) -> bytes:
        """The element's only encoding, 32 bytes."""

    def decode(self, data: bytes) -> Point:
        """The element so encoded; ``BadEncoding`` for every other sequence of bytes."""

    def from_uniform(self, data: bytes) -> Point:
        """The one-way map of RFC 9496, section 4.3.4, from 64 bytes."""

    def times(self, scalar: int, point: Point) -> Point:
        """scalar·point."""

    def combine(self, scalars: Sequence[int], points: Sequence[Point]) -> Steps[Point]:
        """The sum of all scalars[k]·points[k]."""


_BACKEND: Backend = ristretto  # checked by its type alone

# -- multiples of the generator ----------------------------------------------------------------

_base: list[FixedBase] = []


def base_table() -> Steps[FixedBase]:
    """The generator's table, made once, in steps; ``base_times`` makes it at once if need be."""
    if not _base:
        table = yield from FixedBase.prepare(BASE)
        if not _base:
            _base.append(table)
    return _base[0]


def base_times(scalar: int, start: Point = IDENTITY) -> Point:
    """start + scalar·BASE, for any whole scalar."""
    table = _base[0] if _base else finish(base_table())
    return table.times(scalar, start)


# -- scalars -----------------------------------------------------------------------------------


def encode_scalar(scalar: int) -> bytes:
    """The scalar mod ``ORDER`` in 32 bytes, little-endian."""
    return (scalar % ORDER).to_bytes(32, "little")


def decode_scalar(data: bytes) -> int:
    """The scalar with this encoding; ``BadEncoding`` unless 32 bytes below ``ORDER``."""
    if len(data) != 32:
        raise BadEncoding(f"A scalar has 32 bytes, not {len(data)}.")
    scalar = int.from_bytes(data, "little")
    if scalar >= ORDER:
        raise BadEncoding("These 32 bytes encode no scalar: they are not below the order.")
    return scalar


# -- hashes ------------------------------------------------------------------------------------

_DOMAIN: Final = "card-night/sealed/1/"


def digest(label: str, *parts: bytes) -> bytes:
    """SHA-512 of the label and the parts, 64 bytes: no two lists of parts run together.

    The label, under the protocol's own name, and every part go in behind their lengths (8 bytes,
    big-endian), so that equal hashes mean equal labels and equal parts, one by one.
    """
    whole = sha512()
    for part in ((_DOMAIN + label).encode(), *parts):
        whole.update(len(part).to_bytes(8, "big"))
        whole.update(part)
    return whole.digest()


def hash_to_scalar(label: str, *parts: bytes) -> int:
    """A uniform scalar, below ``ORDER``, from a ``digest``."""
    return int.from_bytes(digest(f"scalar/{label}", *parts), "little") % ORDER


def hash_to_group(label: str, *parts: bytes) -> Point:
    """An element nobody knows as a multiple of another, from a ``digest``."""
    return from_uniform(digest(f"point/{label}", *parts))
