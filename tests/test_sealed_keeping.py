"""A store of rows and a small rest, cut off between any two writes: never a second version."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest

from engine.sealed.events import Convicted, Dealt, Fault
from engine.sealed.hand import Stage
from engine.sealed.journal import Equivocation, read
from engine.sealed.keeping import Rest, unpacked, unpacked_rest
from engine.sealed.messages import Keys, decode
from engine.sealed.peer import Misuse, Peer
from engine.sealed.standing import state_hash
from engine.sealed.steps import finish
from tests.sealed_room import Phone, Room, deals, entropy, seed_of
from tests.sealed_scenes import (
    all_know,
    before,
    film,
    moves,
    named,
    of,
    post,
    room_of,
    three,
    worked,
)


class Store:
    """What a phone has written: rows of the log by number, and the newest rest."""

    def __init__(self) -> None:
        self.rows: list[bytes] = []
        self.rest = b""

    def write(self, phone: Peer, chance: Random, crash: bool) -> bool:
        """Write what is new, in any order; whether all was written before the crash, if any."""
        new = phone.journal.envelopes[len(self.rows) :]
        todo = [*[("row", data) for data in new]]
        todo.insert(chance.randrange(len(todo) + 1), ("rest", phone.rest()))
        upto = chance.randrange(len(todo)) if crash else len(todo)
        for kind, data in todo[:upto]:
            if kind == "row":
                self.rows.append(data)
            else:
                self.rest = data
        return upto == len(todo)


class Cutting(Room):
    """A room whose phones crash between any two writes, and come back with what was written."""

    crashes = 0
    second: dict[tuple[int, int], bytes]

    def begin(self, seed: object, often: float) -> None:
        self.chance, self.often = Random(f"cutting {seed}"), often
        self.stores = [Store() for _ in self.phones]
        self.second = {}
        self.fresh = 0
        for phone, store in zip(self.phones, self.stores, strict=True):
            store.rest = phone.rest()

    def turn(self) -> bool:
        """A crash is something that happened: what the phone was about to say it says next time."""
        before = self.crashes
        return super().turn() or self.crashes > before

    def work(self, phone: Phone) -> None:
        finish(phone.work())
        store = self.stores[phone.device]
        crash = self.chance.random() < self.often
        if store.write(phone, self.chance, crash):
            self.heard[phone.device] += phone.events()
            self.send(phone)
            if self.chance.random() < self.often / 2:
                self.restore(phone)
        else:
            self.restore(phone)

    def send(self, phone: Phone) -> None:
        for data in phone.outgoing():
            envelope = read(data)
            said = self.second.setdefault((phone.device, envelope.seq), data)
            assert said == data, "a second version of a signed message"
            self.relay.post(phone.device, data)

    def restore(self, phone: Phone) -> None:
        """Begin anew from the store, with other chance, and fetch what is missing from the relay."""
        self.crashes += 1
        self.fresh += 1
        store = self.stores[phone.device]
        again = finish(
            type(phone).restored_from(
                self.table,
                phone.device,
                phone.identity,
                entropy((self.seed, self.fresh), phone.device),
                store.rows,
                store.rest,
            )
        )
        again.chance, again.plays = phone.chance, phone.plays
        self.phones[phone.device] = again
        self.places[phone.device] = len(store.rows)
        # What was kept and not sent goes out again, the same bytes.
        self.send(again)


@pytest.mark.parametrize(
    "number", [0, *(pytest.param(number, marks=pytest.mark.long) for number in range(1, 10))]
)
def test_a_crash_between_any_two_writes_gives_no_second_version(number: int) -> None:
    bots = ((0,), (), (1, 1))[number % 3]
    room = Cutting("110", 3, bots, seed=f"cutting {number}", ahead=number % 2 == 1)
    room.begin(number, 0.15)
    room.play(deals(1), turns=3000)
    assert deals(1)(room) and room.crashes > 10
    assert not [it for heard in room.heard for it in of(heard, Fault, Convicted, Equivocation)]
    assert len({phone.standing.closed for phone in room.phones}) == 1


def restored(phone: Phone, rows: Sequence[bytes], rest: bytes) -> Phone:
    again = finish(
        Phone.restored_from(phone.table, phone.device, phone.identity, phone.entropy, rows, rest)
    )
    again.chance, again.plays = phone.chance, phone.plays
    return again


def test_rows_and_rest_make_the_peer_that_was() -> None:
    for room in three().moments[::13]:
        for phone in room.phones:
            again = restored(phone, phone.journal.envelopes, phone.rest())
            assert again.outgoing() == phone.outgoing() and again.events() == ()
            assert state_hash(again.standing) == state_hash(phone.standing)
            assert again.secrets.keys() == phone.secrets.keys() and again.may_speak
            assert again.rest() == phone.rest() and again.saved() == phone.saved()


def test_a_phone_with_too_few_rows_is_silent_until_it_has_heard_itself() -> None:
    room = all_know(room_of(three().at(moves(3))))
    phone = room.phones[1]
    rows, rest = phone.journal.envelopes, phone.rest()
    said = [place for place, data in enumerate(rows) if read(data).device == 1]
    for upto in (0, said[0], said[-1], said[-1] + 1, len(rows)):
        again = restored(phone, rows[:upto], rest)
        worked(again)
        if upto > said[-1]:
            assert again.may_speak
            continue
        assert not again.may_speak and again.outgoing() == () and again.asked() == ()
        with pytest.raises(Misuse, match="does not speak"):
            again.vote_redeal()
        assert again.secrets.keys() == phone.secrets.keys()  # the keys of deals to come are kept
        for data in rows:
            again.receive(data)
        worked(again)
        assert again.may_speak and again.standing.length == len(rows)
        assert state_hash(again.standing) == state_hash(phone.standing)
        assert again.view() == phone.view()


def test_what_is_said_is_counted_also_after_a_second_crash() -> None:
    """A phone that crashes again before it has heard itself knows still what it has said."""
    room = all_know(room_of(three().at(moves(3))))
    phone = room.phones[1]
    half = restored(phone, phone.journal.envelopes[:9], phone.rest())
    again = restored(phone, phone.journal.envelopes[:9], half.rest())
    worked(again)
    assert not half.may_speak and not again.may_speak and again.outgoing() == ()


def test_a_phone_with_too_few_rows_keeps_the_keys_of_deals_that_it_does_not_know_of_yet() -> None:
    room = Room("110", 2, seed="two keys", ahead=True)
    room.play(lambda it: it.phones[1].secrets.keys() == {0, 1})
    phone = room.phones[1]
    again = restored(phone, phone.journal.envelopes, phone.rest())
    assert again.standing.coming.number == 1
    again = restored(phone, (), phone.rest())
    assert again.standing.coming.number == 0
    keys = {number: own.key for number, own in phone.secrets.items()}
    assert {number: own.key for number, own in again.secrets.items()} == keys
    for data in phone.journal.envelopes:
        again.receive(data)
    worked(again)
    assert {number: own.key for number, own in again.secrets.items()} == keys


def test_a_message_in_rows_that_the_rest_thinks_under_way_is_not_sent_again() -> None:
    _, keys = before(three(), 1, Keys)
    phone = room_of(three().at(lambda it: any(it.phones[1].outgoing()))).phones[1]
    rest, (data,) = phone.rest(), phone.outgoing()
    assert keys == decode(read(data).body)
    phone.receive(data)
    worked(phone)
    again = restored(phone, phone.journal.envelopes, rest)
    assert data not in again.outgoing() and again.journal.knows(data)
    worked(again)
    assert again.secrets[0].key == phone.secrets[0].key


def test_rows_beyond_the_rest_are_judged_like_new_ones() -> None:
    """A message with a false proof had no effect; also when only its row was written."""
    room, keys = before(three(), 1, Keys)
    lie = replace(keys, proof=keys.proof[:32] + bytes(32))
    data = post(room, 1, lie)
    phone = room.phones[0]
    rest = phone.rest()
    phone.receive(data)
    worked(phone)
    assert of(phone.events(), Fault) and 1 not in phone.standing.coming.keys
    again = restored(phone, phone.journal.envelopes, rest)
    assert 1 not in again.standing.coming.keys
    assert state_hash(again.standing) == state_hash(phone.standing)
    forged = [*phone.journal.envelopes[:-1], bytes([*data[:-1], data[-1] ^ 1])]
    with pytest.raises(Misuse, match="not the log"):
        restored(phone, forged, rest)


def test_the_rest_stays_small_while_the_log_grows() -> None:
    sizes = []
    for room in film("110", 3, (0,), deals=1).moments:
        phone = room.phones[0]
        sizes.append((len(phone.rest()), sum(map(len, phone.outgoing()))))
    assert max(rest - 2 * pending for rest, pending in sizes) < 800
    assert sum(map(len, three().end.relay.log)) > 10_000


def test_a_rest_is_read_back_and_no_other_bytes_are_one(full: bool) -> None:
    rest = Rest((b"one", b"two"), frozenset({3, 1}), {0: seed_of(1)}, 7, bytes(16), 2, True)
    assert unpacked_rest(rest.packed()) == rest
    assert unpacked(rest.packed_with((b"row",))) == ((b"row",), rest)
    with pytest.raises(ValueError, match="log is missing"):
        unpacked(rest.packed())
    data = json.loads(rest.packed())
    for name in data:
        for odd in (None, -1, 1.5, "x", [7], {"a": "b"}, [None]):
            if type(odd) is not type(data[name]) or odd in ([7], [None], {"a": "b"}):
                try:
                    unpacked_rest(json.dumps({**data, name: odd}).encode())
                except ValueError:
                    continue
                assert name == "doubtful"
        less = {key: value for key, value in data.items() if key != name}
        with pytest.raises(ValueError, match="missing"):
            unpacked_rest(json.dumps(less).encode())
    chance = Random("rests")
    packed = rest.packed()
    for _ in range(2000 if full else 200):
        cut = packed[: chance.randrange(len(packed))]
        with pytest.raises(ValueError):
            unpacked_rest(cut)
    assert "key" not in repr(rest) or seed_of(1).hex() not in repr(rest)


def test_a_rest_of_another_device_is_refused() -> None:
    room = three().at(lambda it: any(it.phones[1].outgoing()))
    phone = room.phones[1]
    with pytest.raises(Misuse, match="not from this device"):
        finish(
            Peer.restored_from(
                room.table, 0, room.owners[0], entropy(1, 0), phone.journal.envelopes, phone.rest()
            )
        )


def test_keys_of_deals_that_are_over_are_in_no_rest() -> None:
    room = three().end
    phone = room.phones[1]
    assert (phone.standing.closed and phone.standing.deal is None) or room.said(Dealt)
    assert "0" not in json.loads(phone.rest())["keys"]
    playing = three().at(lambda it: it.phones[1].standing.deal is not None)
    assert playing.phones[1].standing.deal is not None
    assert playing.phones[1].standing.deal.stage is Stage.PLAY
    assert "0" in json.loads(playing.phones[1].rest())["keys"]
    assert not named(room)
