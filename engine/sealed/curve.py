"""The elements of ristretto255: their sums, their only encodings, and the map of bytes into them.

ristretto255 is a group of prime order made from the curve edwards25519 (RFC 9496).

A point is held as (X : Y : Z : T) with x = X/Z, y = Y/Z, x·y = T/Z; eight such points of the curve
stand for one element of the group, and only its 32-byte encoding is unique. Sums follow Hisil,
Wong, Carter and Dawson, "Twisted Edwards curves revisited" (2008), sections 3.1 to 3.3. A summand
that is used often is kept as (Y+X, Y-X, 2dT, 2Z): *cached*.
"""

from __future__ import annotations

from typing import Final

P: Final = 2**255 - 19
ORDER: Final = 2**252 + 27742317777372353535851937790883648493

# RFC 9496, section 4.1. Of the two roots of each square the RFC names one.
D: Final = -121665 * pow(121666, -1, P) % P
SQRT_M1: Final = pow(2, (P - 1) // 4, P)
SQRT_AD_MINUS_ONE: Final = (
    25063068953384623474111414158702152701244531502492656460079210482610430750235
)
INVSQRT_A_MINUS_D: Final = (
    54469307008909316920995813868745141605393597292927456921205312896311721017578
)
ONE_MINUS_D_SQ: Final = (1 - D * D) % P
D_MINUS_ONE_SQ: Final = (D - 1) ** 2 % P

D2: Final = 2 * D % P
_ROOT: Final = (P - 5) // 8
_LOW: Final = 2**255 - 1

Cached = tuple[int, int, int, int]
"""A summand: (Y+X, Y-X, 2dT, 2Z)."""


class BadEncoding(ValueError):
    """Bytes that are no element of the group, or no scalar; the message is a sentence."""


class Point:
    """An element of the group: immutable, equal and hashable by value; + and - are the group's."""

    __slots__ = ("_bytes", "t", "x", "y", "z")

    def __init__(self, x: int, y: int, z: int, t: int, encoding: bytes | None = None) -> None:
        self.x = x
        self.y = y
        self.z = z
        self.t = t
        self._bytes = encoding

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Point):
            return NotImplemented
        if self._bytes is not None and other._bytes is not None:
            return self._bytes == other._bytes
        # RFC 9496, section 4.3.3: no encoding is needed to compare.
        return (self.x * other.y - self.y * other.x) % P == 0 or (
            self.y * other.y - self.x * other.x
        ) % P == 0

    def __hash__(self) -> int:
        return hash(encode(self))

    def __add__(self, other: Point) -> Point:
        return plus(self, cached(other))

    def __sub__(self, other: Point) -> Point:
        return plus(self, negative(cached(other)))

    def __neg__(self) -> Point:
        return Point(-self.x % P, self.y, self.z, -self.t % P)

    def __repr__(self) -> str:
        return f"Point({encode(self).hex()})"


def cached(point: Point) -> Cached:
    """The point as a summand."""
    x, y = point.x, point.y
    return y + x, y - x, point.t * D2 % P, point.z + point.z


def negative(summand: Cached) -> Cached:
    """The summand that undoes this one."""
    high, low, t, z = summand
    return low, high, -t, z


def plus(point: Point, summand: Cached) -> Point:
    """The sum: 8 products, the same for all points, equal ones too."""
    high, low, t, z = summand
    a = (point.y - point.x) * low
    b = (point.y + point.x) * high
    c = point.t * t % P
    d = point.z * z % P
    e, f, g, h = (b - a) % P, d - c, d + c, (b + a) % P
    return Point(e * f % P, g * h % P, f * g % P, e * h % P)


def double(point: Point) -> Point:
    """Twice the point: 8 products, 4 of them squares."""
    x, y, z = point.x, point.y, point.z
    a, b = x * x % P, y * y % P
    e, g, h = 2 * x * y % P, b - a, -a - b
    f = g - 2 * z * z % P
    return Point(e * f % P, g * h % P, f * g % P, e * h % P)


# -- bytes and points --------------------------------------------------------------------------


def sqrt_ratio_m1(u: int, v: int) -> tuple[bool, int]:
    """Whether u/v is a square mod P, and the even root of u/v, else of √-1·u/v. Section 4.2."""
    v3 = v * v * v % P
    root = u * v3 * pow(u * v3 % P * (v3 * v % P) % P, _ROOT, P) % P
    check = v * root * root % P
    u %= P
    if check == u:
        square = True
    elif check == P - u:
        square, root = True, root * SQRT_M1 % P
    else:
        # Here check is √-1·u or its opposite; the former needs no further factor.
        square = False
        if check == -u * SQRT_M1 % P:
            root = root * SQRT_M1 % P
    return square, P - root if root & 1 else root


def encode(point: Point) -> bytes:
    """The element's only encoding, 32 bytes; kept with the point. RFC 9496, section 4.3.2."""
    known = point._bytes
    if known is not None:
        return known
    x, y, z, t = point.x, point.y, point.z, point.t
    u1 = (z + y) * (z - y) % P
    u2 = x * y % P
    root = sqrt_ratio_m1(1, u1 * u2 % P * u2 % P)[1]
    den1, den2 = root * u1 % P, root * u2 % P
    z_inverse = den1 * den2 % P * t % P
    if t * z_inverse % P & 1:
        x, y = y * SQRT_M1 % P, x * SQRT_M1 % P
        den2 = den1 * INVSQRT_A_MINUS_D % P
    if x * z_inverse % P & 1:
        y = -y
    s = den2 * (z - y) % P
    point._bytes = (P - s if s & 1 else s).to_bytes(32, "little")
    return point._bytes


def decode(data: bytes) -> Point:
    """The element with this encoding, which is the only one. RFC 9496, section 4.3.1.

    ``BadEncoding`` when the bytes are not 32 or are no element's encoding.
    """
    if len(data) != 32:
        raise BadEncoding(f"A point has 32 bytes, not {len(data)}.")
    s = int.from_bytes(data, "little")
    if s >= P or s & 1:
        raise BadEncoding("These 32 bytes are no number that encodes a point.")
    ss = s * s % P
    u1, u2 = 1 - ss, 1 + ss
    u2_squared = u2 * u2 % P
    v = (-D * u1 * u1 - u2_squared) % P
    square, root = sqrt_ratio_m1(1, v * u2_squared % P)
    den_x = root * u2 % P
    x = 2 * s * den_x % P
    x = P - x if x & 1 else x
    y = u1 * root % P * den_x % P * v % P
    t = x * y % P
    if not square or t & 1 or not y:
        raise BadEncoding("These 32 bytes encode no point.")
    return Point(x, y, 1, t, bytes(data))


def from_uniform(data: bytes) -> Point:
    """An element that nobody knows as a multiple of another, from 64 uniform bytes. Section 4.3.4.

    ``BadEncoding`` when the bytes are not 64.
    """
    if len(data) != 64:
        raise BadEncoding(f"A point is drawn from 64 bytes, not {len(data)}.")
    return _elligator(data[:32]) + _elligator(data[32:])


def _elligator(data: bytes) -> Point:
    t = int.from_bytes(data, "little") & _LOW
    r = SQRT_M1 * t % P * t % P
    u = (r + 1) * ONE_MINUS_D_SQ % P
    v = (-1 - r * D) * (r + D) % P
    square, s = sqrt_ratio_m1(u, v)
    c = -1
    if not square:
        s = s * t % P
        s = s if s & 1 else -s
        c = r
    n = (c * (r - 1) * D_MINUS_ONE_SQ - v) % P
    w0, w1 = 2 * s * v % P, n * SQRT_AD_MINUS_ONE % P
    w2, w3 = 1 - s * s % P, 1 + s * s % P
    return Point(w0 * w3 % P, w1 * w2 % P, w1 * w3 % P, w0 * w2 % P)


IDENTITY: Final = Point(0, 1, 1, 0, bytes(32))
BASE: Final = decode(
    bytes.fromhex("e2f2ae0a6abc4e71a884a961c500515f58e30b6aa582dd8db6a65945e08d2d76")
)
