"""The binary forms: one for every message, and nothing else is read."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from engine.sealed import messages as m
from engine.sealed.messages import decode, encode
from engine.sealed.table import TableError, parse_table
from engine.sealed.wire import LARGEST, Malformed, Reader, Writer
from tests.sealed_room import table_of


def some(count: int, seed: int = 0) -> bytes:
    return Random(f"bytes {seed}").randbytes(count)


SHARES = m.Shares((0, 3, 52), some(96), some(64))
STAND_IN = m.StandIns(2, (7,), some(32), some(64))
EXAMPLES: list[m.Message] = [
    m.Keys(some(32), some(64), (), ()),
    m.Keys(some(32), some(64), (some(32, 1),), (some(32, 2), some(32, 3))),
    m.Complain(3, some(32), some(64)),
    m.Shuffled(0, some(64 * 3), b""),
    m.Shuffled(2, some(64), some(500)),
    SHARES,
    STAND_IN,
    m.Move(0, 0, "pass"),
    m.Move(3, 200, "play 7", SHARES, (STAND_IN, STAND_IN)),
    m.Move(3, 200, "play 7", None, (STAND_IN,)),
    m.Opened(some(32)),
    m.Part(1, some(32)),
    m.Settled(some(32)),
    m.Vote(m.AWAY, 2),
    m.Vote(m.TAKE_OVER, 2, 1),
    m.Vote(m.REDEAL),
    m.Concede(),
    m.Here(),
    m.TakeBack(0),
    m.TakeBack(70_000),
]
KINDS = set(m.Message.__args__)


def test_every_kind_is_here() -> None:
    assert {type(example) for example in EXAMPLES} == KINDS


@pytest.mark.parametrize("message", EXAMPLES, ids=lambda it: type(it).__name__)
def test_a_message_is_read_as_it_was_written(message: m.Message) -> None:
    assert decode(encode(message)) == message


@pytest.mark.parametrize("message", EXAMPLES, ids=lambda it: type(it).__name__)
def test_what_breaks_off_or_goes_on_is_no_message(message: m.Message) -> None:
    data = encode(message)
    for end in range(0, len(data), 1 + len(data) // 40):
        with pytest.raises(Malformed):
            decode(data[:end])
    with pytest.raises(Malformed):
        decode(data + b"\0")


def test_whatever_is_read_is_the_one_form_of_a_message(full: bool) -> None:
    chance, read = Random(1), 0
    for _ in range(40_000 if full else 4000):
        data = bytearray(encode(chance.choice(EXAMPLES)))
        for _ in range(chance.randrange(1, 4)):
            data[chance.randrange(min(len(data), 12))] = chance.choice((0, 1, 0x80, 0xFF, 5))
        try:
            message = decode(bytes(data))
        except Malformed:
            continue
        read += 1
        assert encode(message) == bytes(data)
    assert read > 500


def test_noise_is_refused_or_read_and_nothing_else(full: bool) -> None:
    chance = Random(2)
    for _ in range(40_000 if full else 4000):
        data = chance.randbytes(chance.randrange(200))
        try:
            assert encode(decode(data)) == data
        except Malformed as reason:
            assert str(reason).endswith(".")


def test_no_length_is_believed() -> None:
    """A few bytes that claim to be gigabytes are refused before anything is made of them."""
    huge = Writer().number(LARGEST).done()
    for kind in range(len(KINDS)):
        with pytest.raises(Malformed):
            decode(bytes([kind]) + huge + huge)
    with pytest.raises(Malformed, match="larger"):
        Reader(huge).numbers(LARGEST)


@pytest.mark.parametrize("value", [0, 1, 127, 128, 300, 2**21, LARGEST])
def test_a_number_has_one_form(value: int) -> None:
    data = Writer().number(value).done()
    assert Reader(data).number() == value
    if value < 128:
        with pytest.raises(Malformed, match="longer than it needs"):
            Reader(bytes([data[0] | 0x80, 0])).number()


def test_rising_numbers_only() -> None:
    row = (0, 1, 5, 511)
    data = Writer().numbers(row).done()
    assert Reader(data).numbers(10, 511) == row
    with pytest.raises(Malformed):
        Reader(data).numbers(3, 511)
    with pytest.raises(Malformed):
        Reader(data).numbers(10, 510)
    with pytest.raises(ValueError, match="no number"):
        Writer().numbers((3, 3))


def test_a_text_is_text() -> None:
    with pytest.raises(Malformed, match="no text"):
        Reader(b"\x02\xff\xfe").text(10)


# -- the table ------------------------------------------------------------------------------------


def changed(text: str, old: str, new: str) -> str:
    assert old in text
    return text.replace(old, new, 1)


def test_a_table_is_read_as_it_was_written() -> None:
    table, _ = table_of("110", 3, (0, 2), strict=True, changes='{"near": 90}')
    again = parse_table(table.text())
    assert again == table
    assert again.context == table.context
    assert [again.person(device) for device in range(3)] == [0, 1, 2]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("{", "["),
        ('"room": "', '"room": "ab'),
        ('"room": "', '"room": "zz'),
        ('"dealer": ', '"dealer": 9'),
        ('"strict": null', '"strict": 0'),
        ('["Seat 0", 0, ""]', '["Seat 0", 0, "", 1]'),
        ('["Seat 0", 0, ""]', '["Seat 0", true, ""]'),
        ('["Seat 0", 0, ""]', '["Seat 0", 1, ""]'),
        ('["Seat 0", 0, ""]', '["Seat 0", 0, "nobody"]'),
        ('["Seat 0", 0, ""]', '["Seat\\n0", 0, ""]'),
        ('"rules": "{}"', '"rules": "[]"'),
        ('"rules": "{}"', '"rules": "{\\"target\\": -1}"'),
        ('"game": "110"', '"game": "poker"'),
        ('"format": "card-night sealed 1"', '"format": "card-night sealed 2"'),
    ],
)
def test_a_damaged_table_is_refused_in_a_sentence(old: str, new: str) -> None:
    table, _ = table_of("110", 2, dealer=0)
    with pytest.raises(Exception) as caught:
        parse_table(changed(table.text(), old, new))
    assert str(caught.value).endswith(".")
    assert isinstance(caught.value, TableError) or "There is no" in str(caught.value)


def test_keys_must_be_keys() -> None:
    table, _ = table_of("110", 2)
    key = table.devices[0].signs.hex()
    for bad in ("00" * 32, "ff" * 32, table.devices[1].signs.hex()):
        with pytest.raises(TableError):
            parse_table(changed(table.text(), key, bad))


def test_two_rooms_have_two_contexts() -> None:
    contexts: set[Any] = {table_of("110", 2, seed=seed)[0].context for seed in (1, 2)}
    contexts.add(table_of("110", 2, seed=1, strict=True)[0].context)
    assert len(contexts) == 3
