"""CPace: the draft's vectors for ristretto255; a wrong password gives no key and no clue."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from engine.sealed.cpace import (
    Agreed,
    Message,
    Refused,
    Role,
    State,
    channel_of,
    confirmation,
    confirmed,
    finish,
    generator,
    joined,
    ordered,
    start,
)
from engine.sealed.group import IDENTITY, decode, encode, times

# draft-irtf-cfrg-cpace, appendix "Test vector for CPace using group ristretto255 and hash SHA-512".
PASSWORD = b"Password"
CHANNEL = bytes.fromhex("6f630b425f726573706f6e6465720b415f696e69746961746f72")
SESSION = bytes.fromhex("7e4b4791d6a8ef019b936c79fb7f2c57")
GENERATOR = "a6fc82c3b8968fbb2e06fee81ca858586dea50d248f0c7ca6a18b0902a30b36b"
SCALAR_A = "da3d23700a9e5699258aef94dc060dfda5ebb61f02a5ea77fad53f4ff0976d08"
SCALAR_B = "d2316b454718c35362d83d69df6320f38578ed5984651435e2949762d900b80d"
SHARE_A = "d40fb265a7abeaee7939d91a585fe59f7053f982c296ec413c624c669308f87a"
SHARE_B = "08bcf6e9777a9c313a3db6daa510f2d398403319c2341bd506a92e672eb7e307"
KEY_ROLES = (
    "4c5469a16b2364c4b944ebc1a79e51d1674ad47db26e8718154f59faebfaa52d"
    "8346f30aa58377117eb20d527f2cbc5c76381f7fd372e89df8239f87f2e02ed1"
)
KEY_SYMMETRIC = (
    "980dcc5a1c52ceea031e75f38ed266586616488c5c5780285fcbcf79087c7bcd"
    "bd993502eee606b718ba31e840a000a7b7befe15ea427c5cfe88344fa1237f35"
)
SCALAR = "7cd0e075fa7955ba52c02759a6c90dbbfc10e6d40aea8d283e407d88cf538a05"
FACTOR = "2c3c6b8c4f3800e7aef6864025b4ed79bd599117e427c41bd47d93d654b4a51c"
PRODUCT = "7c13645fe790a468f62c39beb7388e541d8405d1ade69d1778c5fe3e7f6b600e"
INVALID = (
    "2b3c6b8c4f3800e7aef6864025b4ed79bd599117e427c41bd47d93d654b4a51c",
    "0000000000000000000000000000000000000000000000000000000000000000",
)

BOTH = [(Role.INITIATOR, Role.RESPONDER), (Role.SYMMETRIC, Role.SYMMETRIC)]
FUZZ = 100


def chance_for(scalar: str) -> bytes:
    """The 64 bytes from which ``start`` makes this scalar."""
    return (int.from_bytes(bytes.fromhex(scalar), "little") - 1).to_bytes(64, "little")


def begun(
    role: Role,
    password: bytes = b"two words",
    session: bytes = b"session 1",
    channel: bytes = b"a room",
    data: bytes | None = None,
    seed: int = 0,
) -> tuple[State, Message]:
    first = role is Role.INITIATOR or seed == 0
    entropy = Random(f"{first} {seed}").randbytes(64)
    name = (b"anna" if first else b"bert") if data is None else data
    return start(role, password, channel, session, entropy, name)


def agreed(one: tuple[State, Message], other: tuple[State, Message]) -> tuple[Agreed, Agreed]:
    return finish(one[0], other[1]), finish(other[0], one[1])


# -- the draft ---------------------------------------------------------------------------------


def test_lengths_are_written_in_leb128() -> None:
    assert joined(b"") == b"\0"
    assert joined(b"1234") == b"\x041234"
    assert joined(bytes(127)) == b"\x7f" + bytes(127)
    assert joined(bytes(128)) == b"\x80\x01" + bytes(128)
    assert joined(b"1234", b"5", b"", b"6789").hex() == "04313233340135000436373839"


def test_the_larger_comes_first() -> None:
    assert ordered(b"ABCD", b"BCD").hex() == "6f6342434441424344"
    assert ordered(b"BCD", b"ABCDE").hex() == "6f634243444142434445"
    assert ordered(b"\0", b"\0\0") == b"oc\0\0\0"


def test_the_generator() -> None:
    assert encode(generator(PASSWORD, CHANNEL, SESSION)).hex() == GENERATOR


@pytest.mark.parametrize(("roles", "key"), [(BOTH[0], KEY_ROLES), (BOTH[1], KEY_SYMMETRIC)])
def test_messages_and_key(roles: tuple[Role, Role], key: str) -> None:
    one = start(roles[0], PASSWORD, CHANNEL, SESSION, chance_for(SCALAR_A), b"ADa")
    other = start(roles[1], PASSWORD, CHANNEL, SESSION, chance_for(SCALAR_B), b"ADb")
    assert one[1] == Message(bytes.fromhex(SHARE_A), b"ADa")
    assert other[1] == Message(bytes.fromhex(SHARE_B), b"ADb")
    for side in agreed(one, other):
        assert side.key.hex() == key


def test_a_product_and_the_invalid_shares() -> None:
    scalar = int.from_bytes(bytes.fromhex(SCALAR), "little")
    assert encode(times(scalar, decode(bytes.fromhex(FACTOR)))).hex() == PRODUCT
    state, _ = start(Role.INITIATOR, PASSWORD, CHANNEL, SESSION, chance_for(SCALAR))
    assert state.scalar == scalar
    for share in INVALID:
        with pytest.raises(Refused):
            finish(state, Message(bytes.fromhex(share)))


# -- a run -------------------------------------------------------------------------------------


@pytest.mark.parametrize("roles", BOTH)
def test_one_password_gives_one_key_and_both_know(roles: tuple[Role, Role]) -> None:
    one, other = agreed(begun(roles[0]), begun(roles[1], seed=1))
    assert one.key == other.key
    assert confirmed(one, confirmation(other))
    assert confirmed(other, confirmation(one))


@pytest.mark.parametrize("roles", BOTH)
@pytest.mark.parametrize(
    "other",
    [{"password": b"two wordz"}, {"session": b"session 2"}, {"channel": b"another room"}],
    ids=lambda it: next(iter(it)),
)
def test_any_difference_gives_other_keys_and_is_noticed(
    roles: tuple[Role, Role], other: dict[str, bytes]
) -> None:
    here, there = agreed(begun(roles[0]), begun(roles[1], seed=1, **other))
    assert here.key != there.key
    assert not confirmed(here, confirmation(there))
    assert not confirmed(there, confirmation(here))


@pytest.mark.parametrize("roles", BOTH)
def test_data_altered_on_the_way_is_noticed(roles: tuple[Role, Role]) -> None:
    (one, sent), (other, answer) = begun(roles[0]), begun(roles[1], seed=1)
    here = finish(one, answer)
    there = finish(other, replace(sent, data=b"carl"))
    assert here.key != there.key
    assert not confirmed(here, confirmation(there))


def test_modes_do_not_mix() -> None:
    here, there = agreed(begun(Role.INITIATOR), begun(Role.SYMMETRIC, seed=1))
    assert here.key != there.key
    here, there = agreed(begun(Role.INITIATOR), begun(Role.INITIATOR, seed=1))
    assert here.key != there.key


@pytest.mark.parametrize("roles", BOTH)
def test_ones_own_share_come_back_is_refused(roles: tuple[Role, Role]) -> None:
    state, sent = begun(roles[0])
    for back in (sent, replace(sent, data=b"bert")):
        with pytest.raises(Refused):
            finish(state, back)


@pytest.mark.parametrize("roles", BOTH)
def test_ones_own_confirmation_come_back_is_refused(roles: tuple[Role, Role]) -> None:
    one, _ = agreed(begun(roles[0]), begun(roles[1], seed=1))
    assert not confirmed(one, confirmation(one))


def test_a_confirmation_that_is_none_is_refused() -> None:
    one, other = agreed(begun(Role.SYMMETRIC), begun(Role.SYMMETRIC, seed=1))
    right = confirmation(other)
    for tag in (b"", right[:-1], right + b"\0", bytes(64), right[:63] + bytes([right[63] ^ 1])):
        assert not confirmed(one, tag)


def test_chance_makes_the_share_and_wants_64_bytes() -> None:
    assert begun(Role.SYMMETRIC) == begun(Role.SYMMETRIC)
    assert begun(Role.SYMMETRIC)[1] != begun(Role.SYMMETRIC, seed=1)[1]
    state, message = start(Role.SYMMETRIC, b"", b"", b"", bytes(64))
    assert state.scalar == 1
    assert message.share != encode(IDENTITY)
    for length in (0, 32, 63, 65):
        with pytest.raises(ValueError):
            start(Role.SYMMETRIC, b"", b"", b"", bytes(length))


def test_secrets_are_not_printed() -> None:
    state, _ = begun(Role.SYMMETRIC)
    one, _ = agreed((state, state.sent), begun(Role.SYMMETRIC, seed=1))
    assert str(state.scalar) not in repr(state)
    assert "key" not in repr(one)


def test_a_channel_names_both_in_their_order() -> None:
    assert channel_of(b"anna", b"bert") != channel_of(b"bert", b"anna")
    assert channel_of(b"anna", b"bert") != channel_of(b"annab", b"ert")


def test_any_share_is_answered_or_refused() -> None:
    chance = Random(6)
    state, _ = begun(Role.SYMMETRIC)
    answered = 0
    for _ in range(FUZZ):
        data = chance.randbytes(32 if chance.random() < 0.9 else chance.randrange(70))
        if len(data) == 32:
            data = bytes([data[0] & 254]) + data[1:31] + bytes([data[31] & 127])
        try:
            finish(state, Message(data, data))
        except Refused:
            continue
        answered += 1
    assert 0 < answered < FUZZ
