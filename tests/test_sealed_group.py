"""ristretto255 as RFC 9496 has it, with its vectors; what else the group offers, by its laws."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha512
from random import Random

import pytest

from engine.sealed import curve, group
from engine.sealed.curve import P, Point, sqrt_ratio_m1
from engine.sealed.group import (
    BASE,
    IDENTITY,
    ORDER,
    BadEncoding,
    FixedBase,
    base_times,
    combine,
    decode,
    decode_scalar,
    digest,
    encode,
    encode_scalar,
    from_uniform,
    hash_to_group,
    hash_to_scalar,
    times,
)
from engine.sealed.steps import Steps, finish

MULTIPLES = """
0000000000000000000000000000000000000000000000000000000000000000
e2f2ae0a6abc4e71a884a961c500515f58e30b6aa582dd8db6a65945e08d2d76
6a493210f7499cd17fecb510ae0cea23a110e8d5b901f8acadd3095c73a3b919
94741f5d5d52755ece4f23f044ee27d5d1ea1e2bd196b462166b16152a9d0259
da80862773358b466ffadfe0b3293ab3d9fd53c5ea6c955358f568322daf6a57
e882b131016b52c1d3337080187cf768423efccbb517bb495ab812c4160ff44e
f64746d3c92b13050ed8d80236a7f0007c3b3f962f5ba793d19a601ebb1df403
44f53520926ec81fbd5a387845beb7df85a96a24ece18738bdcfa6a7822a176d
903293d8f2287ebe10e2374dc1a53e0bc887e592699f02d077d5263cdd55601c
02622ace8f7303a31cafc63f8fc48fdc16e1c8c8d234b2f0d6685282a9076031
20706fd788b2720a1ed2a5dad4952b01f413bcf0e7564de8cdc816689e2db95f
bce83f8ba5dd2fa572864c24ba1810f9522bc6004afe95877ac73241cafdab42
e4549ee16b9aa03099ca208c67adafcafa4c3f3e4e5303de6026e3ca8ff84460
aa52e000df2e16f55fb1032fc33bc42742dad6bd5a8fc0be0167436c5948501f
46376b80f409b29dc2b5f6f0c52591990896e5716f41477cd30085ab7f10301e
e0c418f7c8d9c4cdd7395b93ea124f3ad99021bb681dfc3302a9d99a2e53e64e
""".split()
"""Appendix A.1: 0, 1, 2 … times the generator."""

INVALID = {
    "not below P": """
        00ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff
        ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f
        f3ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f
        edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f
    """,
    "odd": """
        0100000000000000000000000000000000000000000000000000000000000000
        01ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f
        ed57ffd8c914fb201471d1c3d245ce3c746fcbe63a3679d51b6a516ebebe0e20
        c34c4e1826e5d403b78e246e88aa051c36ccf0aafebffe137d148a2bf9104562
        c940e5a4404157cfb1628b108db051a8d439e1a421394ec4ebccb9ec92a8ac78
        47cfc5497c53dc8e61c91d17fd626ffb1c49e2bca94eed052281b510b1117a24
        f1c6165d33367351b0da8f6e4511010c68174a03b6581212c71c0e1d026c3c72
        87260f7a2f12495118360f02c26a470f450dadf34a413d21042b43b9d93e1309
    """,
    "x² no square": """
        26948d35ca62e643e26a83177332e6b6afeb9d08e4268b650f1f5bbd8d81d371
        4eac077a713c57b4f4397629a4145982c661f48044dd3f96427d40b147d9742f
        de6a7b00deadc788eb6b6c8d20c0ae96c2f2019078fa604fee5b87d6e989ad7b
        bcab477be20861e01e4a0e295284146a510150d9817763caf1a6f4b422d67042
        2a292df7e32cababbd9de088d1d1abec9fc0440f637ed2fba145094dc14bea08
        f4a9e534fc0d216c44b218fa0c42d99635a0127ee2e53c712f70609649fdff22
        8268436f8c4126196cf64b3c7ddbda90746a378625f9813dd9b8457077256731
        2810e5cbc2cc4d4eece54f61c6f69758e289aa7ab440b3cbeaa21995c2f4232b
    """,
    "x·y odd": """
        3eb858e78f5a7254d8c9731174a94f76755fd3941c0ac93735c07ba14579630e
        a45fdc55c76448c049a1ab33f17023edfb2be3581e9c7aade8a6125215e04220
        d483fe813c6ba647ebbfd3ec41adca1c6130c2beeee9d9bf065c8d151c5f396e
        8a2e1d30050198c65a54483123960ccc38aef6848e1ec8f5f780e8523769ba32
        32888462f8b486c68ad7dd9610be5192bbeaf3b443951ac1a8118419d9fa097b
        227142501b9d4355ccba290404bde41575b037693cef1f438c47f8fbf35d1165
        5c37cc491da847cfeb9281d407efc41e15144c876e0170b499a96a22ed31e01e
        445425117cb8c90edcbc7c1cc0e74f747f2c1efa5630a967c64f287792a48a4b
    """,
    "s = -1, so y = 0": "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
}
"""Appendix A.2."""

DRAWN = {
    "Ristretto is traditionally a short shot of espresso coffee": (
        "3066f82a1a747d45120d1740f14358531a8f04bbffe6a819f86dfe50f44a0a46"
    ),
    "made with the normal amount of ground coffee but extracted with": (
        "f26e5b6f7d362d2d2a94c5d0e7602cb4773c95a2e5c31a64f133189fa76ed61b"
    ),
    "about half the amount of water in the same amount of time": (
        "006ccd2a9e6867e6a2c5cea83d3302cc9de128dd2a9a57dd8ee7b9d7ffe02826"
    ),
    "by using a finer grind.": ("f8f0c87cf237953c5890aec3998169005dae3eca1fbb04548c635953c817f92a"),
    "This produces a concentrated shot of coffee per volume.": (
        "ae81e7dedf20a497e10c304a765c1767a42d6e06029758d2d7e8ef7cc4c41179"
    ),
    "Just pulling a normal shot short will produce a weaker shot": (
        "e2705652ff9f5e44d3e841bf1c251cf7dddb77d140870d1ab2ed64f1a9ce8628"
    ),
    "and is not a Ristretto as some believe.": (
        "80bd07262511cdde4863f8a7434cef696750681cb9510eea557088f76d9e5065"
    ),
}
"""Appendix A.3: the text's SHA-512 is the 64 bytes."""

SAME = (
    "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff"
    "1200000000000000000000000000000000000000000000000000000000000000",
    "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f"
    "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
    "0000000000000000000000000000000000000000000000000000000000000080"
    "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "0000000000000000000000000000000000000000000000000000000000000000"
    "1200000000000000000000000000000000000000000000000000000000000080",
)
"""Appendix A.3: numbers that are not reduced, and high bits that do not count: one element."""

SAME_ELEMENT = "304282791023b73128d277bdcb5c7746ef2eac08dde9f2983379cb8e5ef0517f"

ROOTS = [
    (0, 0, True, "0000000000000000000000000000000000000000000000000000000000000000"),
    (0, 1, True, "0000000000000000000000000000000000000000000000000000000000000000"),
    (1, 0, False, "0000000000000000000000000000000000000000000000000000000000000000"),
    (2, 1, False, "3c5ff1b5d8e4113b871bd052f9e7bcd0582804c266ffb2d4f4203eb07fdb7c54"),
    (4, 1, True, "0200000000000000000000000000000000000000000000000000000000000000"),
    (1, 4, True, "f6ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff3f"),
]
"""Appendix A.4: u, v, whether u/v is a square, and the root."""

EDGES = (0, 1, 2, 31, 32, 33, 63, 64, 65, 2**128, 2**252, ORDER - 1, ORDER, ORDER + 1, -1, -32, -64)
FUZZ = 300


def some_points(count: int) -> list[Point]:
    return [hash_to_group("test", bytes([k])) for k in range(count)]


def pieces(steps: Steps[object]) -> int:
    return sum(1 for _ in steps)


# -- RFC 9496 ----------------------------------------------------------------------------------


@pytest.mark.parametrize("scalar", range(16))
def test_a1_multiples_of_the_generator(scalar: int) -> None:
    expected = bytes.fromhex(MULTIPLES[scalar])
    added = sum((BASE for _ in range(scalar)), start=IDENTITY)
    assert encode(added) == encode(times(scalar, BASE)) == encode(base_times(scalar)) == expected
    assert decode(expected) == added
    again = decode(expected)
    assert encode(Point(again.x, again.y, again.z, again.t)) == expected


@pytest.mark.parametrize("kind", INVALID)
def test_a2_invalid_encodings(kind: str) -> None:
    for data in INVALID[kind].split():
        with pytest.raises(BadEncoding):
            decode(bytes.fromhex(data))


@pytest.mark.parametrize("text", DRAWN)
def test_a3_elements_from_uniform_bytes(text: str) -> None:
    assert encode(from_uniform(sha512(text.encode()).digest())).hex() == DRAWN[text]


@pytest.mark.parametrize("data", SAME)
def test_a3_bytes_that_give_one_element(data: str) -> None:
    assert encode(from_uniform(bytes.fromhex(data))).hex() == SAME_ELEMENT


@pytest.mark.parametrize(("u", "v", "square", "root"), ROOTS)
def test_a4_roots_of_ratios(u: int, v: int, square: bool, root: str) -> None:
    assert sqrt_ratio_m1(u, v) == (square, int.from_bytes(bytes.fromhex(root), "little"))


def test_the_constants_are_what_their_names_say() -> None:
    assert curve.SQRT_M1**2 % P == P - 1
    assert curve.SQRT_AD_MINUS_ONE**2 % P == (-curve.D - 1) % P
    assert curve.INVSQRT_A_MINUS_D**2 * (-1 - curve.D) % P == 1


def test_the_four_points_of_an_element_are_equal_and_encoded_alike() -> None:
    i = curve.SQRT_M1
    for point in some_points(3):
        for x, y in ((0, P - 1), (i, 0), (P - i, 0)):
            other = point + Point(x, y, 1, 0)
            assert (other.x * point.z - point.x * other.z) % P or (
                other.y * point.z - point.y * other.z
            ) % P
            assert other == point
            assert encode(other) == encode(point)
            assert hash(other) == hash(point)


# -- the group's laws --------------------------------------------------------------------------


def test_sums_and_multiples_keep_the_laws() -> None:
    chance = Random(1)
    one, two, three = some_points(3)
    assert one + two == two + one != one - two
    assert (one + two) + three == one + (two + three)
    assert one - one == one + -one == IDENTITY
    assert one + IDENTITY == one - IDENTITY == one
    assert -IDENTITY == IDENTITY
    for _ in range(8):
        a, b = chance.randrange(ORDER), chance.randrange(ORDER)
        assert times(a, one) + times(b, one) == times(a + b, one)
        assert times(a, times(b, one)) == times(a * b, one)
        assert times(a, one + two) == times(a, one) + times(a, two)


@pytest.mark.parametrize("scalar", EDGES)
def test_all_ways_to_multiply_agree(scalar: int) -> None:
    base, start = some_points(2)
    expected = IDENTITY
    for bit in bin(scalar % ORDER)[2:]:
        expected = expected + expected + (base if bit == "1" else IDENTITY)
    table = FixedBase(base)
    assert times(scalar, base) == table.times(scalar) == expected
    assert table.times(scalar, start) == start + expected
    assert base_times(scalar, start) == start + times(scalar, BASE)
    assert finish(FixedBase.prepare(base)).times(scalar) == expected


def test_a_table_agrees_with_plain_multiples() -> None:
    chance = Random(2)
    for _ in range(20):
        scalar = chance.randrange(-ORDER, 2 * ORDER)
        assert base_times(scalar) == times(scalar, BASE)


@pytest.mark.parametrize("bits", [1, 5, 64, 128, 253])
def test_a_combination_is_the_sum_of_its_parts(bits: int) -> None:
    chance = Random(bits)
    points = [*some_points(5), BASE, IDENTITY]
    points.append(points[0])
    scalars = [chance.getrandbits(bits) * chance.choice((1, -1)) for _ in points]
    parts = (times(scalar, point) for scalar, point in zip(scalars, points, strict=True))
    assert finish(combine(scalars, points)) == sum(parts, start=IDENTITY)


def test_a_combination_of_nothing_is_the_identity() -> None:
    assert finish(combine((), ())) == IDENTITY
    assert finish(combine((0, ORDER), (BASE, BASE))) == IDENTITY
    with pytest.raises(ValueError):
        finish(combine((1,), ()))


def test_long_work_comes_in_pieces() -> None:
    points = some_points(53)
    scalars = [hash_to_scalar("test", bytes([k])) >> 125 for k in range(53)]
    assert pieces(combine(scalars, points)) >= 5
    assert pieces(FixedBase.prepare(BASE)) >= 40


def test_the_generators_table_is_made_in_pieces_and_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(group, "_base", [])
    assert pieces(group.base_table()) >= 40
    assert pieces(group.base_table()) == 0
    assert finish(group.base_table()).point == BASE


def test_points_are_values() -> None:
    assert len({BASE + BASE, base_times(2), times(2, BASE), BASE}) == 2
    assert encode(BASE) != BASE
    assert repr(BASE) == f"Point({MULTIPLES[1]})"


# -- bytes -------------------------------------------------------------------------------------


def test_every_encoding_of_any_bytes_is_the_only_one() -> None:
    chance = Random(3)
    valid = 0
    for _ in range(FUZZ):
        data = chance.randbytes(32)
        if chance.random() < 0.9:
            data = bytes([data[0] & 254]) + data[1:31] + bytes([data[31] & 127])
        try:
            point = decode(data)
        except BadEncoding:
            continue
        valid += 1
        assert encode(Point(point.x, point.y, point.z, point.t)) == data
    assert valid > FUZZ // 10


@pytest.mark.parametrize("length", [0, 1, 31, 33, 64])
@pytest.mark.parametrize("read", [decode, decode_scalar])
def test_other_lengths_are_refused(read: Callable[[bytes], object], length: int) -> None:
    with pytest.raises(BadEncoding, match=f"32 bytes, not {length}"):
        read(bytes(length))


@pytest.mark.parametrize("length", [0, 32, 63, 65])
def test_a_point_is_drawn_from_64_bytes(length: int) -> None:
    with pytest.raises(BadEncoding, match=f"64 bytes, not {length}"):
        from_uniform(bytes(length))


def test_scalars_have_one_encoding() -> None:
    for scalar in (0, 1, 255, 256, ORDER - 1):
        assert decode_scalar(encode_scalar(scalar)) == scalar
    assert encode_scalar(256) == bytes([0, 1, *[0] * 30])
    assert encode_scalar(-1) == encode_scalar(ORDER - 1)
    for scalar in (ORDER, ORDER + 1, 2**255, 2**256 - 1):
        with pytest.raises(BadEncoding):
            decode_scalar(scalar.to_bytes(32, "little"))


def test_hashes_keep_labels_and_parts_apart() -> None:
    made = [
        digest("a"),
        digest("a", b""),
        digest("a", b"", b""),
        digest("a", b"bc"),
        digest("a", b"b", b"c"),
        digest("ab", b"c"),
        digest("", b"a", b"bc"),
        digest("scalar/a"),
        digest("point/a"),
    ]
    assert len(set(made)) == len(made)
    assert hash_to_scalar("a") == int.from_bytes(digest("scalar/a"), "little") % ORDER
    assert hash_to_group("a") == from_uniform(digest("point/a"))


def test_hashes_stay_what_they_are() -> None:
    # A change here is a change of the protocol: devices would no longer understand each other.
    named = b"card-night/sealed/1/label"
    written = len(named).to_bytes(8, "big") + named + bytes(7) + b"\3one" + bytes(8)
    assert digest("label", b"one", b"") == sha512(written).digest()
