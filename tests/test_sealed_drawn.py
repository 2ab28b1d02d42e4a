"""Any bytes that hypothesis can think of: read or refused by name, believed by nobody."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from engine.sealed import cpace
from engine.sealed.group import (
    ORDER,
    BadEncoding,
    Point,
    decode,
    decode_scalar,
    encode,
    encode_scalar,
    hash_to_group,
    times,
)
from engine.sealed.proofs import (
    decode_public,
    keypair_from,
    sign,
    verify,
    verify_known,
    verify_shares,
)
from engine.sealed.steps import finish

ANNA = keypair_from(b"anna" * 8, "test")
BASE = hash_to_group("test base")
SHARE = times(ANNA.secret, BASE)
SIGNATURE = sign(ANNA, "move", b"a")
STATE, _ = cpace.start(cpace.Role.SYMMETRIC, b"two words", b"", b"", bytes(63) + b"\1")

exact = st.binary(min_size=32, max_size=32)
scalars = st.integers(0, ORDER - 1).map(encode_scalar)
halves = st.one_of(exact, scalars, st.integers(0, 20).map(encode_scalar))
proofs = st.one_of(st.binary(max_size=130), st.builds(lambda a, b: a + b, halves, halves))


@given(st.one_of(st.binary(max_size=70), exact, scalars))
def test_bytes_are_a_point_in_one_way_or_badly_encoded(data: bytes) -> None:
    try:
        point = decode(data)
    except BadEncoding as error:
        assert str(error).endswith(".")
    else:
        assert encode(Point(point.x, point.y, point.z, point.t)) == data
        assert data == bytes(32) or decode_public(data) == point


@given(st.one_of(st.binary(max_size=70), exact, scalars))
def test_bytes_are_a_scalar_in_one_way_or_badly_encoded(data: bytes) -> None:
    try:
        scalar = decode_scalar(data)
    except BadEncoding as error:
        assert str(error).endswith(".")
    else:
        assert encode_scalar(scalar) == data


@given(st.binary(max_size=20), proofs)
def test_no_bytes_are_a_proof(message: bytes, proof: bytes) -> None:
    assert not verify(ANNA.public, "move", message, proof)
    assert not verify_known(ANNA.public, message, proof)
    assert not finish(verify_shares(ANNA.public, (BASE,), (SHARE,), message, proof))


@given(st.integers(0, 63), st.integers(1, 255))
def test_a_signature_with_any_byte_changed_is_none(place: int, change: int) -> None:
    changed = bytearray(SIGNATURE)
    changed[place] ^= change
    assert verify(ANNA.public, "move", b"a", SIGNATURE)
    assert not verify(ANNA.public, "move", b"a", bytes(changed))


@given(st.one_of(st.binary(max_size=70), exact), st.binary(max_size=20))
def test_any_share_is_answered_or_refused(share: bytes, data: bytes) -> None:
    try:
        agreed = cpace.finish(STATE, cpace.Message(share, data))
    except cpace.Refused as error:
        assert str(error).endswith(".")
    else:
        assert not cpace.confirmed(agreed, share)
