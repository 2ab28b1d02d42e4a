"""ristretto255 in plain Python (RFC 9496): multiples of points, over the elements in ``curve``.

Not promised: constant time. How long a product takes depends on its secret scalar, so that keys
used here should be short-lived, as those of a hand are, and nobody should be let time them.

Sums are written out in the loops, since a call costs as much as a product. Import
``engine.sealed.group`` instead, which says what is offered.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.sealed.curve import (
    BASE,
    D2,
    IDENTITY,
    ORDER,
    BadEncoding,
    Cached,
    P,
    Point,
    cached,
    decode,
    double,
    encode,
    from_uniform,
    negative,
    plus,
)
from engine.sealed.steps import Steps, finish

__all__ = [
    "BASE",
    "IDENTITY",
    "ORDER",
    "BadEncoding",
    "FixedBase",
    "Point",
    "combine",
    "decode",
    "encode",
    "from_uniform",
    "times",
]

_PIECE: Final = 300
"""About how many sums, of 3 µs each, are taken between two yields."""

# -- multiples of any points -------------------------------------------------------------------


def times(scalar: int, point: Point) -> Point:
    """scalar·point, for any whole scalar."""
    return finish(combine((scalar,), (point,)))


def combine(scalars: Sequence[int], points: Sequence[Point]) -> Steps[Point]:
    """The sum of all scalars[k]·points[k], cheaper than its parts, more so with short scalars.

    All products share their doublings (Straus 1964). ``ValueError`` when the counts differ.
    """
    # What is added after each doubling, by the power of two that it still is multiplied with.
    plan: list[list[Cached]] = []
    for count, (scalar, point) in enumerate(zip(scalars, points, strict=True), 1):
        scalar %= ORDER
        digits = _signed_digits(scalar if scalar <= ORDER >> 1 else scalar - ORDER)
        odd = _odd_multiples(point) if digits else []
        while digits and len(plan) <= digits[-1][0]:
            plan.append([])
        for power, digit in digits:
            plan[power].append(odd[digit >> 1] if digit > 0 else negative(odd[-digit >> 1]))
        if count % 24 == 0:
            yield
    x, y, z, e, h = (
        0,
        1,
        1,
        0,
        1,
    )  # T = e·h is not needed to double: most often it stays unmultiplied
    done = 0
    for power in range(len(plan) - 1, -1, -1):
        a, b = x * x % P, y * y % P
        e, g, h = 2 * x * y % P, b - a, -a - b
        f = g - 2 * z * z % P
        x, y, z = e * f % P, g * h % P, f * g % P
        for high, low, t2d, z2 in plan[power]:
            a, b = (y - x) * low, (y + x) * high
            c, d = e * h % P * t2d % P, z * z2 % P
            e, f, g, h = (b - a) % P, d - c, d + c, (b + a) % P
            x, y, z = e * f % P, g * h % P, f * g % P
        done += 1 + len(plan[power])
        if done > _PIECE:
            done = 0
            yield
    return Point(x, y, z, e * h % P)


def _signed_digits(scalar: int) -> list[tuple[int, int]]:
    """(k, digit) with scalar = Σ digit·2^k: digits odd, from -15 to 15, their k 5 or more apart."""
    digits = []
    power = 0
    while scalar:
        zeros = (scalar & -scalar).bit_length() - 1
        scalar >>= zeros
        power += zeros
        digit = scalar & 31
        if digit > 15:
            digit -= 32
        digits.append((power, digit))
        scalar -= digit
    return digits


def _odd_multiples(point: Point) -> list[Cached]:
    """1, 3, 5 … 15 times the point."""
    twice = cached(double(point))
    found = [cached(point)]
    for _ in range(7):
        point = plus(point, twice)
        found.append(cached(point))
    return found


# -- multiples of one point, many times --------------------------------------------------------

_WIDTH: Final = 6
_HALF: Final = 1 << _WIDTH - 1
_ROWS: Final = -(-ORDER.bit_length() // _WIDTH)
_SHIFT: Final = sum(_HALF << _WIDTH * row for row in range(_ROWS))
"""Added to a scalar, it turns digits from 0 to 63 into digits from -32 to 31."""

Affine = tuple[int, int, int]
"""A summand whose Z is 1: (y+x, y-x, 2dxy)."""

_Rows = list[list[Affine | None]]


class FixedBase:
    """A point with a table of its multiples, which make each product about six times as fast."""

    __slots__ = ("_rows", "point")

    def __init__(self, point: Point, rows: _Rows | None = None) -> None:
        self.point: Final = point
        self._rows = finish(_table(point)) if rows is None else rows

    @staticmethod
    def prepare(point: Point) -> Steps[FixedBase]:
        """The same as ``FixedBase(point)``, in steps: some 1400 sums."""
        return FixedBase(point, (yield from _table(point)))

    def times(self, scalar: int, start: Point = IDENTITY) -> Point:
        """start + scalar·point, for any whole scalar."""
        x, y, z, t = start.x, start.y, start.z, start.t
        left = scalar % ORDER + _SHIFT
        for row in self._rows:
            entry = row[left & 2 * _HALF - 1]
            left >>= _WIDTH
            if entry:
                high, low, t2d = entry
                a, b = (y - x) * low, (y + x) * high
                c, d = t * t2d % P, z + z
                e, f, g, h = (b - a) % P, d - c, d + c, (b + a) % P
                x, y, z, t = e * f % P, g * h % P, f * g % P, e * h % P
        return Point(x, y, z, t)


def _table(point: Point) -> Steps[_Rows]:
    """Row k holds digit·64^k·point for every digit, at digit + 32; None stands for nothing."""
    multiples: list[Point] = []
    inverse_of: list[int] = []  # products of all z so far, to invert them all at once (Montgomery)
    product = 1
    for _ in range(_ROWS):
        summand = cached(point)
        for _ in range(_HALF):
            multiples.append(point)
            inverse_of.append(product)
            product = product * point.z % P
            point = plus(point, summand)
        point = double(multiples[-1])
        yield
    inverse = pow(product, -1, P)
    rows: _Rows = []
    for row in range(_ROWS - 1, -1, -1):
        entries: list[Affine | None] = [None] * (2 * _HALF)
        for digit in range(_HALF, 0, -1):
            place = row * _HALF + digit - 1
            point = multiples[place]
            z = inverse * inverse_of[place] % P
            inverse = inverse * point.z % P
            x, y = point.x * z % P, point.y * z % P
            t2d = x * y % P * D2 % P
            entries[_HALF - digit] = (y - x, y + x, -t2d)
            if digit < _HALF:
                entries[_HALF + digit] = (y + x, y - x, t2d)
        rows.append(entries)
        yield
    rows.reverse()
    return rows
