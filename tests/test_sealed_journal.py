"""The log: what is signed and fits enters it, everything else leaves it as it was."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from engine.sealed.journal import (
    HEAD,
    Entry,
    Envelope,
    Equivocation,
    Fork,
    Gap,
    Journal,
    Refused,
    Repeat,
    Verdict,
    is_equivocation,
    read,
    seal,
)
from engine.sealed.messages import Concede, Vote, encode
from tests.sealed_room import table_of

TABLE, OWNERS = table_of("110", 3)


def say(journal: Journal, device: int, message: Vote | Concede, ahead: int = 0) -> bytes:
    return journal.write(OWNERS[device].signs, 0, device, ahead, message)


def journal_of(*said: tuple[int, Vote]) -> Journal:
    journal = Journal(TABLE)
    for device, message in said:
        assert isinstance(journal.accept(say(journal, device, message)), Entry)
    return journal


def told(journal: Journal, data: bytes) -> Verdict:
    """What the log says to bytes that it does not take; it must be as it was."""
    before = (list(journal.envelopes), journal.head, [journal.next_seq(d) for d in range(3)])
    verdict = journal.accept(data)
    after = (list(journal.envelopes), journal.head, [journal.next_seq(d) for d in range(3)])
    assert before == after
    assert not isinstance(verdict, Entry)
    return verdict


A, B, C = Vote(0, 0), Vote(0, 1), Vote(0, 2)


def test_messages_enter_in_the_order_they_come() -> None:
    journal = Journal(TABLE)
    for place, (device, message) in enumerate([(0, B), (1, C), (0, C), (2, A)]):
        entry = journal.accept(say(journal, device, message))
        assert entry == Entry(place, 0, device, place, message)
    assert [journal.next_seq(device) for device in range(3)] == [2, 1, 1]


def test_several_messages_may_be_under_way() -> None:
    """All were written on the same head; others may come in between."""
    journal = Journal(TABLE)
    row = [say(journal, 0, message, ahead) for ahead, message in enumerate((B, C, B))]
    other = say(journal, 1, A)
    for data in (row[0], other, row[1], row[2]):
        assert isinstance(journal.accept(data), Entry)


def test_a_repeat_is_nothing() -> None:
    journal = journal_of((0, B), (1, C))
    for data in journal.envelopes:
        assert isinstance(told(journal, data), Repeat)


def test_an_altered_byte_is_refused() -> None:
    journal = journal_of((0, B))
    data = bytearray(say(journal, 1, A))
    for place in range(len(data)):
        data[place] ^= 1
        assert isinstance(told(journal, bytes(data)), Refused | Gap)
        data[place] ^= 1
    assert isinstance(journal.accept(bytes(data)), Entry)


def test_nobody_speaks_for_another() -> None:
    journal = Journal(TABLE)
    data = journal.write(OWNERS[0].signs, 0, 1, 0, C)
    assert isinstance(told(journal, data), Refused)


def test_a_message_of_another_room_is_refused() -> None:
    for foreign in (table_of("110", 3, seed=2)[0], replace(TABLE, strict=True)):
        data = Journal(foreign).write(OWNERS[0].signs, 0, 0, 0, B)
        assert isinstance(told(Journal(TABLE), data), Refused)


def test_a_gap_is_asked_for() -> None:
    journal = journal_of((0, B))
    assert told(journal, say(journal, 0, C, ahead=1)) == Gap(0, 1, 1)
    longer = journal_of((0, B), (1, C))
    assert told(journal, say(longer, 2, A)) == Gap(2, 0, 2)


def test_two_messages_under_one_number_are_a_proof() -> None:
    journal = Journal(TABLE)
    first, second = say(journal, 0, B), say(journal, 0, C)
    assert isinstance(journal.accept(first), Entry)
    assert told(journal, second) == Equivocation(0, first, second)
    assert is_equivocation(TABLE, first, second)
    assert not is_equivocation(TABLE, first, first)
    assert not is_equivocation(TABLE, first, say(journal, 0, C))
    assert not is_equivocation(TABLE, first, second[:-1] + b"\0")
    assert not is_equivocation(TABLE, first, b"")
    assert not is_equivocation(table_of("110", 3, seed=2)[0], first, second)


def test_another_history_is_noticed_at_the_next_message() -> None:
    """A relay that gives two orders to two devices: each message of theirs shows it to the other."""
    start = Journal(TABLE)
    one, two = say(start, 0, B), say(start, 1, C)
    here, there = Journal(TABLE), Journal(TABLE)
    for journal, order in ((here, (one, two)), (there, (two, one))):
        for data in order:
            assert isinstance(journal.accept(data), Entry)
    crossing = say(there, 2, A)
    assert told(here, crossing) == Fork(2, 2, crossing)
    assert isinstance(there.accept(crossing), Entry)


def test_signed_nonsense_is_an_entry_without_a_message() -> None:
    journal = Journal(TABLE)
    envelope = Envelope(0, 0, 0, 0, journal.head, b"\xff nonsense")
    entry = journal.accept(seal(TABLE, OWNERS[0].signs, envelope))
    assert isinstance(entry, Entry)
    assert entry.message is None


def test_no_bytes_do_anything_else(full: bool) -> None:
    chance = Random(3)
    journal = journal_of((0, B), (1, C))
    good = [*journal.envelopes, say(journal, 2, A)]
    for _ in range(6000 if full else 600):
        data = bytearray(chance.choice(good))
        cut = chance.randrange(len(data))
        match chance.randrange(4):
            case 0:
                del data[cut:]
            case 1:
                data[:] = chance.randbytes(cut)
            case 2:
                data[cut] ^= 1 << chance.randrange(8)
            case 3:
                data += chance.randbytes(1 + cut)
        if bytes(data) not in good:
            told(journal, bytes(data))


@pytest.mark.parametrize("data", [b"", b"\0" * 64, b"\0" * 65, b"\xff" * 500, b"\0" * 200_000])
def test_plain_nonsense_is_refused_with_a_reason(data: bytes) -> None:
    verdict = told(Journal(TABLE), data)
    assert isinstance(verdict, Refused)
    assert verdict.reason.endswith(".")


def test_a_head_travels_with_16_bytes() -> None:
    journal = journal_of((0, B))
    assert len(journal.head) == HEAD == 16
    assert read(say(journal, 1, Concede())).head == journal.head
    assert encode(Concede()) == read(say(journal, 1, Concede())).body
