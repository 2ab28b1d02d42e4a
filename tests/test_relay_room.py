"""The relay's rooms against a model: whatever happens, everyone gets everything once, in order."""

from __future__ import annotations

import sys

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.relay_hosts import GATE, gate_hash
from tests.relay_model import CAPACITY, Handset, Table
from web.relay.log import START, Log

PHONES = 4

STEPS = st.lists(
    st.tuples(
        st.sampled_from(
            ["join", "say", "say", "say", "resend", "again", "drop", "trim", "slow", "read", "work"]
        ),
        st.integers(0, PHONES - 1),
        st.integers(0, 9),
    ),
    max_size=80,
)


@given(STEPS)
@example([("say", 0, 0), ("join", 1, 0), ("say", 1, 0)])  # an echo before the past it follows on
def test_everyone_gets_everything_once_and_in_order(steps: list[tuple[str, int, int]]) -> None:
    """The model is the list of all that was ever said, in the order of its first hearing."""
    table = Table()
    phones = [Handset(table, number) for number in range(PHONES)]
    phones[0].make()
    room = table.house.rooms["ROOMS"]
    spoken: list[tuple[str, int, str]] = []  # the model

    def note() -> None:
        """What the room has taken since the last look goes into the model."""
        log = room.log
        for text in log.entries[len(spoken) - log.base :]:
            sender, id_ = text[1:].split(b",", 3)[1:3]
            body = text.decode().split(",", 3)[3].strip('"]')
            spoken.append((sender.decode().strip('"'), int(id_), body))

    for what, number, much in steps:
        phone = phones[number]
        if what == "join":
            phone.join()
            phone.resend()
        elif what == "say" and phone.member:
            phone.say(f"{number}.{phone.next_id}")
        elif what == "resend":
            phone.resend()
        elif what == "again" and phone.member and phone.next_id:
            id_ = much % phone.next_id
            table.tell(phone.member, "say", id_, 1, f"{number}.{id_}")
        elif what == "drop":
            phone.drop()
        elif what == "trim" and phone.member and phone.next:
            upto = min(phone.next, room.log.base + much)
            note()
            table.tell(phone.member, "trim", upto, GATE)
        elif what == "slow" and phone.member:
            phone.member.line.reads = False
        elif what == "read":
            phone.read(much)
        elif what == "work":
            table.work()
        note()
    for phone in phones:
        if phone.member is None or phone.member.room is None:
            phone.join()
        phone.resend()
    for _ in range(3 + len(spoken)):
        for phone in phones:
            phone.read()
            if phone.member:
                phone.member.line.reads = True
        table.work()
    note()
    assert len({it[:2] for it in spoken}) == len(spoken), "something was taken twice"
    said = {(it.sender, id_) for it in phones for id_ in range(it.next_id)}
    assert {it[:2] for it in spoken} == said, "something was lost"
    for phone in phones:
        assert [(it[1], it[2], it[3]) for it in phone.log] == spoken[phone.base :]
        assert phone.next == len(spoken) and phone.unheard == {}
        assert phone.head == room.log.chain(len(spoken))
        assert not [frame for frame in phone.told if frame[0] not in ("in", "trimmed")]
    # Entries are held back from a line that does not read; only answers of its own get onto it.
    assert table.lines.most <= CAPACITY + 2 * len(steps)


@given(st.lists(st.tuples(st.sampled_from("ab"), st.text(max_size=5)), max_size=12), st.data())
def test_a_trim_changes_neither_the_chain_nor_what_is_known(
    said: list[tuple[str, str]], data: st.DataObject
) -> None:
    whole, trimmed = Log(), Log()
    for number, (sender, body) in enumerate(said):
        assert whole.append(sender, number, body) == trimmed.append(sender, number, body)
        if data.draw(st.booleans()):
            trimmed.trim(data.draw(st.integers(trimmed.base, trimmed.next)))
        for at in range(trimmed.base, trimmed.next + 1):
            assert trimmed.chain(at) == whole.chain(at)
        assert trimmed.lasts() == whole.lasts()
        assert trimmed.size == sum(map(len, trimmed.entries))
        for at in range(number + 1):
            found = trimmed.find(said[at][0], at)
            assert found == (whole.find(said[at][0], at) if at >= trimmed.base else None)


@given(
    st.integers(0, 8),
    st.integers(0, 8),
    st.integers(0, 12),
    st.none() | st.integers(0, 11),
)
def test_another_history_is_told_from_ones_own(
    trim: int, start: int, end: int, change: int | None
) -> None:
    """A part of a history, from ``start`` to ``end``, against one of 10 entries that is trimmed."""
    own, other = Log(), Log()
    for number in range(10):
        own.append("a" * 16, number, str(number))
    for number in range(max(end, start)):
        other.append("a" * 16, number, "other" if number == change else str(number))
    own.trim(trim)
    part = other.entries[start:end]
    found = own.differs(start, other.chain(start), part)
    last = start + len(part)
    if change is None or change >= min(last, 10):
        assert found is None
    elif change >= max(start, trim):
        assert found == change  # seen where it is
    elif max(start, trim) <= last:
        assert found == max(start, trim)  # seen by the chain, where the two first meet


def test_what_was_passed_over_is_not_taken_for_said() -> None:
    """A message that was refused, and said again when a later one of its sender had been taken."""
    table = Table()
    one = Handset(table, 1).make()
    assert one.member
    for id_ in (0, 2, 4):
        table.tell(one.member, "say", id_, 1, str(id_))
    one.read()
    for id_ in (1, 3):
        table.tell(one.member, "say", id_, 1, "late")
    one.read()
    assert one.told[-2:] == [["no", "passed", 1], ["no", "passed", 3]]
    table.tell(one.member, "trim", 2, GATE)
    for id_ in (0, 2):  # trimmed: said as far as anybody knows
        table.tell(one.member, "say", id_, 1, str(id_))
    assert [text for text in one.member.line.waiting if b"said" in text] == [
        b'["said",0]',
        b'["said",2]',
    ]


def test_a_room_lives_on_its_keeping_messages_alone() -> None:
    table = Table(life=100.0)
    one = Handset(table, 1).make()
    for _ in range(3):
        table.now += 60
        one.say("a move")
        table.sweep()
    assert "ROOMS" in table.house.rooms
    for _ in range(3):
        table.now += 40
        one.say("a greeting", keeps=0)
        table.sweep()
    assert "ROOMS" not in table.house.rooms
    one.read()
    assert one.told[-1][:2] == ["no", "gone"]


def test_a_room_with_nobody_in_it_stays_for_its_time() -> None:
    table = Table(life=100.0)
    one = Handset(table, 1).make()
    one.say("a move")
    one.drop()
    for _ in range(99):
        table.now += 1
        table.sweep()
    one.join()
    one.resend()
    table.work()
    one.read()
    assert [it[3] for it in one.log] == ["a move"]
    one.drop()
    table.now += 2
    table.sweep()
    assert table.house.rooms == {}


def test_what_a_guest_says_keeps_no_room() -> None:
    table = Table(life=100.0)
    Handset(table, 1).make()
    guest = Handset(table, 2, gate=None).join()
    table.now += 60
    guest.say("knock")
    table.now += 60
    table.sweep()
    assert table.house.rooms == {}


def test_ten_thousand_rooms_leave_nothing_behind() -> None:
    table = Table(life=100.0, makes=20_000)
    for number in range(10_000):
        letters = "".join(chr(65 + number // 26**place % 26) for place in range(5))
        phone = Handset(table, number, letters).make()
        phone.say("a move")
        phone.drop()
    house = table.house
    assert len(house.rooms) == 10_000 and house.size > 0
    table.now += 4000
    table.sweep()
    table.work()
    table.tell(table.member(), "note", "an hour later")
    assert house.rooms == {} and house.size == 0
    assert house.doors.connections == {"here": 1}


def test_trouble_in_one_room_is_none_in_another(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table()
    one, two = Handset(table, 1, "AAAAA").make(), Handset(table, 2, "BBBBB").make()
    bad = table.house.rooms["AAAAA"].log
    monkeypatch.setattr(Log, "last", lambda self, sender: 1 // 0 if self is bad else -1)
    with pytest.raises(ZeroDivisionError):
        one.say("a")
    two.say("b")
    two.read()
    assert [it[3] for it in two.log] == ["b"]


def test_a_full_log_takes_no_more_until_it_is_trimmed() -> None:
    table = Table(log=2000, guest_share=0.5, guest_rate=1e9, guest_burst=1e9)
    one, guest = Handset(table, 1).make(), Handset(table, 2, gate=None).join()
    for _ in range(30):
        guest.say("x" * 100)
    assert table.house.rooms["ROOMS"].log.size <= 1000
    guest.read()
    assert guest.told[-1][:2] == ["no", "log-full"]
    for _ in range(30):
        one.say("x" * 100)
    one.read()
    assert one.told[-1][:2] == ["no", "log-full"]
    assert 1800 < table.house.rooms["ROOMS"].log.size <= 2000
    assert one.member
    table.tell(one.member, "trim", one.next, GATE)
    one.resend()
    table.work()
    one.read()
    assert len(one.log) > 15


def test_limits_of_rooms_addresses_and_the_relay() -> None:
    table = Table(room=3, guests=1, address=6, rooms=2, makes=3, wrong=2)
    one = Handset(table, 1).make()
    Handset(table, 2, gate=None).join()
    second_guest = Handset(table, 3, gate=None).join()
    Handset(table, 4).join()
    fourth = Handset(table, 5).join()
    for phone in (second_guest, fourth):
        phone.read()
        assert phone.told[-1][:2] == ["no", "full"]
    one.join()  # who is in already is no one more
    one.read()
    assert one.told[-1][0] == "in"
    second_guest.drop()
    fourth.drop()

    def refused(*frame: object) -> object:
        member = table.member()
        table.tell(member, *frame)
        table.house.leave(member)
        told = member.line.waiting.pop().decode()
        return told.split('"')[3] if told.startswith('["no"') else told[2:4]

    names = ["BBBBB", "CCCCC", "DDDDD"]
    made = [refused("make", name, gate_hash(), "t" * 22) for name in names]
    assert made == ["in", "relay-full", "relay-full"]
    table.now += 5 * 3600
    table.sweep()
    made = [refused("make", name, gate_hash(), "t" * 22) for name in [*names, "EEEEE"]]
    assert made == ["in", "in", "relay-full", "relay-full"]

    def join(name: str, gate: str | None = None) -> object:
        return refused("join", name, "t" * 22, 0, START.hex(), gate)

    asked = [join(it) for it in ("XXXXX", "XXXXX", "YYYYY", "ZZZZZ", "BBBBB")]
    assert asked == ["no-room", "no-room", "no-room", "wrong-names", "wrong-names"]
    assert join("BBBBB", GATE) == "in"  # who knows the room is not shut out with the guessers
    assert join("BBBBB", "00" * 32) == "wrong-names"
    table.now += 61
    assert join("ZZZZZ") == "no-room"


def test_a_club_behind_one_address_fits() -> None:
    """200 phones at 50 tables, and all of them again after a restart that forgot every room."""
    for _ in range(2):
        table = Table()
        phones = []
        for number in range(200):
            room = f"CLU{chr(65 + number // 8)}{chr(65 + number // 4 % 2)}"
            phone = Handset(table, number, room)
            phone.join()
            phone.read()
            if phone.told[-1][1] == "no-room":
                phone.drop()
                phone.make()
            phones.append(phone)
            phone.read()
            assert phone.told[-1][0] == "in"
        assert len(table.house.rooms) == 50


def test_a_room_is_light() -> None:
    """200 messages of 110 bytes weigh less than 100 KiB, by what Python says of its objects."""
    table = Table()
    one = Handset(table, 1).make()
    for _ in range(200):
        one.say("x" * 110)
    log = table.house.rooms["ROOMS"].log
    log.chain(log.next)
    said = next(iter(log.senders.values()))
    parts = [log, log.entries, log._heads, log.senders, said, said.ids, said.numbers, *log.entries]
    assert sum(sys.getsizeof(part) for part in parts) < 100 * 1024
