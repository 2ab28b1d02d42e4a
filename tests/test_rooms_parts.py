"""The small parts of a room: codes, keys, names, pictures, messages, the log."""

from __future__ import annotations

import json
from dataclasses import fields
from random import Random
from typing import Any

import pytest

from engine.rooms import forms
from engine.rooms import messages as say
from engine.rooms.codes import LETTERS, BadCode, Code, code_from, parse_code, parse_fragment
from engine.rooms.log import START, Entry, Log, Place, entry_of
from engine.rooms.names import skeleton, told_apart
from engine.rooms.pictures import PICTURES, named, pair_from
from engine.rooms.sealing import NotOpened, RoomKeys, close, from_letters, opened, to_letters
from engine.sealed.wire import Malformed
from tests.sealed_room import seed_of
from web.relay.log import Log as RelayLog

# -- codes -------------------------------------------------------------------------------------------


def test_a_code_is_nine_letters_without_look_alikes_said_as_five_and_four() -> None:
    codes = {code_from(seed_of("code", n)).text for n in range(2_000)}
    assert len(codes) == 2_000
    assert {len(text) for text in codes} == {9}
    assert set("".join(codes)) == set(LETTERS) and not set("IOQU") & set(LETTERS)
    code = parse_code("BRAMBLEKT")
    assert (code.said, code.fragment) == ("BRAMB LEKT", "room=BRAMBLEKT")
    assert len(LETTERS) ** 9 > 2**40


@pytest.mark.parametrize(
    "typed",
    ["bramblekt", "BRAMB LEKT", " bramb-lekt ", "b r a m b l e k t", "8RAMB 1EKT", "bramb iekt"],
)
def test_a_code_is_read_as_people_type_it(typed: str) -> None:
    assert parse_code(typed) == Code("BRAMB", "LEKT")


@pytest.mark.parametrize(
    "typed", ["", "BRAMB", "BRAMBLEKTX", "BRAMBLEK7", "BRAMBLEK0", "ÄRAMBLEKT"]
)
def test_what_is_no_code_is_refused_in_a_sentence(typed: str) -> None:
    with pytest.raises(BadCode, match=r"^[A-Z].*\.$"):
        parse_code(typed)


def test_a_room_in_an_address_stands_behind_the_hash() -> None:
    code = Code("BRAMB", "LEKT")
    assert parse_fragment("#" + code.fragment) == code
    assert parse_fragment("#rules=abc&room=bramb%20lekt") == code
    assert parse_fragment("#rules=abc") is None and parse_fragment("") is None
    with pytest.raises(BadCode):
        parse_fragment("#room=BRAM")


def test_nothing_that_is_printed_of_a_code_tells_the_four_letters() -> None:
    assert "LEKT" not in repr(Code("BRAMB", "LEKT"))


# -- closed bodies -----------------------------------------------------------------------------------


def test_what_is_closed_opens_with_the_same_key_and_no_other() -> None:
    keys, other = RoomKeys(seed_of("a"), "BRAMB"), RoomKeys(seed_of("b"), "BRAMB")
    for size in (0, 1, 63, 64, 65, 5_000):
        plain = bytes(n % 251 for n in range(size))
        closed = keys.close("L", plain)
        assert keys.open("L", closed) == plain and len(closed) == size + 16
        assert keys.close("L", plain) == closed  # the same bytes after a crash
        for where, key in ((other, "L"), (RoomKeys(keys.secret, "OTHER"), "L"), (keys, "S")):
            with pytest.raises(NotOpened):
                where.open(key, closed)


def test_a_changed_bit_is_noticed_wherever_it_is() -> None:
    key = seed_of("key")
    closed = close(key, b"a card is played")
    for at in range(8 * len(closed)):
        changed = bytearray(closed)
        changed[at // 8] ^= 1 << at % 8
        with pytest.raises(NotOpened):
            opened(key, bytes(changed))
    for cut in range(len(closed)):
        with pytest.raises(NotOpened):
            opened(key, closed[:cut])


def test_bytes_have_one_form_in_letters() -> None:
    for size in range(9):
        data = bytes(range(200, 200 + size))
        assert from_letters(to_letters(data)) == data
    for text in ("a", "ab=", "a b", "ab+", "é", "QR"):
        with pytest.raises(ValueError):
            from_letters(text)


def test_a_gate_tells_nothing_of_the_secret_and_belongs_to_one_room() -> None:
    keys = RoomKeys(seed_of("a"), "BRAMB")
    assert keys.gate != RoomKeys(keys.secret, "LEKTS").gate
    assert len(keys.gate) == 64 and keys.secret.hex() not in keys.gate
    assert keys.secret.hex() not in repr(keys)


# -- names and pictures ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "names",
    [
        ("Sam", "Sam"),
        ("Sam", "sam"),
        ("Sam", "S a m"),
        ("Sam", "Ｓａｍ"),
        ("Sam", "Ѕаm"),
        ("Zoë", "Zoe"),
    ],
)
def test_the_same_name_twice_is_told_apart(names: tuple[str, str]) -> None:
    labels = told_apart(dict(enumerate(names)))
    assert labels[0] == names[0] and labels[1] == f"{names[1]} 2"
    assert len({skeleton(label) for label in labels.values()}) == 2


def test_names_that_look_like_a_label_are_told_apart_too() -> None:
    labels = told_apart({0: "Sam", 1: "Sam 2", 2: "Sam", 3: "", 4: "Guest 4", 5: "Sam"})
    assert len({skeleton(label) for label in labels.values()}) == 6
    assert all(
        len(label) <= 26 for label in told_apart(dict.fromkeys(range(40), "x" * 24)).values()
    )


def test_a_pair_is_two_different_pictures_and_every_pair_can_come() -> None:
    assert len(set(PICTURES)) == 40
    pairs = {pair_from(seed_of("pair", n)) for n in range(4_000)}
    assert all(first != second for first, second in pairs)
    assert {place for pair in pairs for place in pair} == set(range(40))
    assert len(pairs) > 1_300  # of 1,560
    assert named((0, 1)) == ("anchor", "apple")


# -- messages ----------------------------------------------------------------------------------------


def example(kind: type[Any]) -> say.Message:
    """A message of a kind, its fields as they can be."""
    hexes = {"signs": 64, "seals": 64, "mac": 64, "promise": 64, "nonce": 64, "sender": 16}
    given: dict[str, Any] = {}
    for field in fields(kind):
        given[field.name] = {
            "int": 3, "bool": True, "str": "a" * hexes.get(field.name, 5), "tuple[int, ...]": (1, 0),
        }[str(field.type)]  # fmt: skip
    made: say.Message = kind(**given)
    return made


@pytest.mark.parametrize("kind", say.KINDS, ids=lambda kind: kind.__name__)
def test_a_message_has_one_form_and_is_read_back(kind: type[Any]) -> None:
    message = example(kind)
    text = forms.encode(message)
    assert forms.decode(text) == message
    for other in (text + " ", " " + text, text.replace(",", ", "), text[:-1], text + "x", "[]"):
        if other != text:
            with pytest.raises(Malformed):
                forms.decode(other)


def test_reading_is_total() -> None:
    """Any bytes at all are a message or ``Malformed``, never anything else."""
    chance = Random("reading")
    values = [
        None, True, -2, 10**12, 1.5, "x", "a" * 5_000, [], [1], {}, "\ud800", "a\x00b", "A" * 64,
    ]  # fmt: skip
    texts = ["", "[", "[" * 500, "{}", "null", "[99]", "[-1]", "[true]", '["a"]', "[1e400]"]
    for kind in say.KINDS:
        number = say.KINDS.index(kind)
        for _ in range(60):
            row = json.loads(forms.encode(example(kind)))
            for _ in range(chance.randrange(1, 3)):
                if len(row) > 1 and chance.random() < 0.7:
                    row[chance.randrange(1, len(row))] = chance.choice(values)
                else:
                    row.insert(chance.randrange(len(row) + 1), chance.choice(values))
            texts.append(forms.packed(row))
        assert say.KINDS[number] is kind
    found = 0
    for text in texts:
        try:
            message = forms.decode(text)
        except Malformed:
            continue
        assert forms.encode(message) == text
        found += 1
    assert found < len(texts) / 3
    for size in (0, 1, 63, 64, 65, 200):
        for _ in range(50):
            with pytest.raises(Malformed):
                forms.read(chance.randbytes(size))


# -- the log -----------------------------------------------------------------------------------------


def test_the_chain_is_the_relays() -> None:
    ours, theirs = Log(), RelayLog()
    for number in range(40):
        body = f"Grüße “{number}” \\ /\t"
        theirs.append("ab" * 8, number, body)
        assert ours.take(Entry(number, "ab" * 8, number, body)) is Place.NEW
    assert all(ours.chain(n) == theirs.chain(n) for n in range(41))
    ours.trim(17)
    theirs.trim(17)
    assert ours.chain(17) == theirs.chain(17) and ours.chain(16) is None
    assert ours.lasts == theirs.lasts() | {"ab" * 8: 16}
    assert ours.chain(40) == ours.head == theirs.chain(40) != START


def test_an_entry_goes_to_its_place_once() -> None:
    log = Log()
    one, two = Entry(0, "a" * 16, 0, "x"), Entry(1, "a" * 16, 1, "y")
    assert log.take(two) is Place.GAP
    assert [log.take(one), log.take(one), log.take(two), log.take(two)] == [
        *(Place.NEW, Place.OLD, Place.NEW, Place.OLD)
    ]
    assert log.take(Entry(0, "a" * 16, 0, "z")) is Place.FORK
    assert log.next == 2


@pytest.mark.parametrize(
    "row",
    [None, [], [0, "a", 0], [0, "a", 0, "b", 1], [True, "a", 0, "b"], [-1, "a", 0, "b"], ["0"]],
)
def test_what_is_no_entry_is_none(row: Any) -> None:
    assert entry_of(row) is None
