"""No message of a sealed table is too long for a relay that takes texts of 64,000 characters."""

from __future__ import annotations

import base64
import json

import pytest

from engine.game import GameError, find, names
from engine.house import changed_rules
from engine.sealed import shuffle_proof, table
from engine.sealed.journal import LONGEST, Envelope, is_signed, seal
from engine.sealed.messages import CARDS, DEVICES, Shuffled, TakeBack, decode, encode
from engine.sealed.table import TableError
from engine.sealed.wire import LARGEST, Malformed
from tests.sealed_room import Room, table_of

RELAY = 64_000  # characters of a text that a relay takes
ROOM = 2_500  # of them for what a room puts around a message


def packs() -> set[int]:
    """How many cards the packs of all games have, with every rule that a table may set."""
    found = set()
    for name in names():
        variant = find(name)
        changes = [{}] + [
            {rule.field: choice.value}
            for rule in variant.game.house_rules()
            for choice in rule.choices
        ]
        for change in changes:
            try:
                rules = changed_rules(change, variant.rules)
                players = next(iter(getattr(rules, "seats", (2,))))
                state = variant.game.start(rules, players, 0)
            except (GameError, ValueError):
                continue
            found.add(len(variant.game.pack(state)))
    return found


def shuffle_of(cards: int) -> bytes:
    """An envelope with a proved shuffle of so many cards, all its numbers as large as they get."""
    sealed, owners = table_of("110", 2)
    message = Shuffled(4095, bytes(64 * cards), bytes(shuffle_proof.size(cards)))
    envelope = Envelope(LARGEST, 1, LARGEST, LARGEST, bytes(16), encode(message))
    data = seal(sealed, owners[1].signs, envelope)
    assert is_signed(sealed, data) == (cards <= CARDS)
    return data


def text_of(data: bytes) -> str:
    return json.dumps(["say", LARGEST, 1, base64.b64encode(data).decode()])


def test_a_proved_shuffle_of_the_largest_pack_fits_a_relay() -> None:
    assert packs() == {52, 53, 106, 212}
    largest = shuffle_of(max(packs()))
    assert 34_000 < len(largest) < 34_500
    assert len(text_of(largest)) < 46_000 < RELAY - ROOM
    assert len(shuffle_of(CARDS)) <= LONGEST < len(shuffle_of(CARDS + 8))
    assert len(text_of(bytes(LONGEST))) < RELAY - ROOM


def test_no_message_has_more_cards_or_devices_than_there_can_be() -> None:
    with pytest.raises(Malformed):
        decode(encode(Shuffled(0, bytes(64 * (CARDS + 1)), b"")))
    assert len(encode(TakeBack(LARGEST))) < 8
    # Of n devices n - 2 commitments and n - 1 parts travel with a key.
    assert (2 * DEVICES + 3) * 32 + 200 < 2_000


def test_a_pack_that_is_too_large_has_no_table(monkeypatch: pytest.MonkeyPatch) -> None:
    table_of("110", 2)
    monkeypatch.setattr(table, "CARDS", 52)
    with pytest.raises(TableError, match="at most 52 cards"):
        table_of("110", 2)
    table_of("forty-fives", 2, (0, 1))


@pytest.mark.parametrize("packs_of", [1, pytest.param(2, marks=pytest.mark.long)])
def test_what_phones_send_is_no_longer(packs_of: int) -> None:
    room = Room("deeds", 2, strict=True, seed="sizes", changes=json.dumps({"packs": packs_of}))
    room.play(lambda it: bool(it.phones[0].standing.deal))
    longest = max(map(len, room.relay.log))
    assert longest <= len(shuffle_of(106 * packs_of)) < longest + 40
