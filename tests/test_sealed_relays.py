"""Relays that repeat, reorder, drop, alter, invent, show two histories, or pass for others.

The numbers in the names of the tests are those of ``test_sealed_properties``.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from engine.sealed import cpace
from engine.sealed.events import Convicted, Fault, Moved
from engine.sealed.evidence import judge
from engine.sealed.hand import Stage
from engine.sealed.journal import (
    Equivocation,
    Fork,
    Gap,
    Refused,
    Repeat,
    is_equivocation,
    read,
)
from engine.sealed.messages import Keys, Move
from engine.sealed.peer import Heard
from engine.sealed.steps import finish
from engine.sealed.table import Identity, Table
from tests.sealed_room import Phone, Room, deals, entropy, identities, seed_of, table_of
from tests.sealed_scenes import all_know, before, moves, of, same, signed, tell, three


def midway() -> Room:
    """Three phones in the midst of a hand, all of which know the same."""
    return all_know(three().at(moves(6)))


def next_two(room: Room) -> tuple[bytes, bytes]:
    """The next messages of the film's log."""
    log, known = three().end.relay.log, len(room.phones[2].journal)
    assert room.phones[2].journal.envelopes == log[:known]
    return log[known], log[known + 1]


def unmoved(phone: Phone, *data: bytes) -> list[Heard]:
    """What a phone says of bytes that leave it as it was, to the log's length."""
    old, known, said = phone.standing, phone.journal.head, phone.outgoing()
    heard = tell(phone, *data)
    assert same(old, phone.standing) and phone.standing.length == old.length
    assert (phone.journal.head, phone.outgoing()) == (known, said)
    return heard


# -- 7 ---------------------------------------------------------------------------------------------------


def test_07_a_replay_changes_nothing() -> None:
    room = midway()
    for phone in room.phones:
        assert unmoved(phone, *room.relay.log) == []
        assert isinstance(phone.journal.accept(room.relay.log[3]), Repeat)


def test_07_a_message_before_its_time_is_a_gap() -> None:
    room = midway()
    phone = room.phones[2]
    first, second = next_two(room)
    assert [type(it) for it in unmoved(phone, second)] == [Gap]
    tell(phone, first, second)
    assert phone.journal.envelopes[-2:] == [first, second]  # in its order it is taken


def test_07_after_a_dropped_message_all_that_follow_are_gaps() -> None:
    room, log = midway(), three().end.relay.log
    phone = room.phones[2]
    later = log[len(phone.journal) + 1 :][:8]
    heard = unmoved(phone, *later)
    assert {type(it) for it in heard} == {Gap}
    assert len(heard) == len(later)


def test_07_an_altered_message_is_refused_wherever_it_is_altered(full: bool) -> None:
    room = midway()
    phone = room.phones[2]
    true = next_two(room)[0]
    chance = Random("altered")
    for place in range(0, len(true), 1 if full else max(1, len(true) // 24)):
        lie = bytearray(true)
        lie[place] ^= 1 << chance.randrange(8)
        (heard,) = unmoved(phone, bytes(lie))
        assert isinstance(heard, Refused | Gap), place  # a gap only where a number has grown
    assert [type(it) for it in unmoved(phone, true[:-1], true + b"\0", b"")] == [Refused] * 3


def test_07_an_impersonation_is_refused() -> None:
    room = midway()
    _, move = before(three(), 1, Move)
    stranger = identities("a stranger", 1)[0].signs
    for pair in (stranger, room.owners[0].signs, room.owners[1].seals):
        (heard,) = unmoved(room.phones[2], signed(room, 1, move, pair=pair))
        assert heard == Refused("The device that is named has not signed this.")
    envelope = signed(room, 1, move)
    as_another = bytes([envelope[0], 0]) + envelope[2:]
    assert read(as_another).device == 0
    assert of(unmoved(room.phones[2], as_another), Refused)


class Messy(Room):
    """A room whose relay repeats, skips, swaps and invents; a phone asks again from what it has."""

    def __init__(self, *arguments: object, **more: object) -> None:
        super().__init__(*arguments, **more)  # type: ignore[arg-type]
        self.mess = Random("a messy relay")

    def fetch(self, phone: Phone) -> bool:
        log, known = self.relay.log, len(phone.journal)
        rest = log[known : known + self.mess.randrange(1, 6)]
        for _ in range(self.mess.randrange(3)):
            rest.insert(self.mess.randrange(len(rest) + 1), self.mess.choice(log or [b""]))
        if self.mess.random() < 0.3:
            self.mess.shuffle(rest)
        rest = [data for data in rest if self.mess.random() > 0.15]
        if self.mess.random() < 0.3 and rest:
            broken = bytearray(self.mess.choice(rest))
            broken[self.mess.randrange(len(broken))] ^= 0x10
            rest.insert(0, bytes(broken))
        for data in rest:
            phone.receive(data)
        return known < len(log)


def test_07_a_hand_is_played_over_a_relay_that_repeats_reorders_drops_and_alters() -> None:
    room = Messy("110", 2, seed="mess")
    room.play(deals(1))
    heard = [event for events in room.heard for event in events]
    assert {Gap, Refused} <= {type(event) for event in heard}
    assert not of(heard, Fault, Convicted, Fork, Equivocation)
    one, other = (phone.standing.closed[0] for phone in room.phones)
    assert one == other
    texts = [[(e.seat, e.text) for e in of(it, Moved)] for it in room.heard]
    short = min(map(len, texts))
    assert texts[0][:short] == texts[1][:short]


# -- 8 ---------------------------------------------------------------------------------------------------


def test_08_two_signed_versions_of_a_message_are_a_proof_for_anybody() -> None:
    room, move = before(three(), 1, Move)
    game, view = room.table.game, room.phones[1].view()
    texts = [game.move_text(it) for it in game.legal_moves(view, 1) if not game.shown(view, it)]
    other = replace(move, text=next(text for text in texts if text != move.text))
    one, two = signed(room, 1, move), signed(room, 1, other)
    tell(room.phones[0], one)
    (heard,) = unmoved(room.phones[0], two)
    assert heard == Equivocation(1, one, two)
    assert is_equivocation(room.table, one, two) and is_equivocation(room.table, two, one)
    assert not is_equivocation(room.table, one, one)
    forged = signed(room, 1, other, pair=room.owners[0].signs)
    assert not is_equivocation(room.table, one, forged)
    assert not is_equivocation(room.table, room.relay.log[0], two)
    found = finish(judge(room.phones[0].proof_text((two,))))
    reason = "The device has signed two messages under one number."
    assert [(it.device, it.reason) for it in found.convicted] == [(1, reason)]


# -- 9 ---------------------------------------------------------------------------------------------------


def test_09_a_relay_that_shows_two_histories_is_noticed_at_the_next_message() -> None:
    """Device 2 is shown two messages in another order: they are both true, so nobody is to blame."""
    room = Room("110", 3, seed="two histories")
    for phone in room.phones:
        room.work(phone)
    first, second, third = room.relay.log
    assert {read(data).seen for data in room.relay.log} == {0}
    heard = [tell(phone, first, second, third) for phone in room.phones[:2]]
    heard.append(tell(room.phones[2], second, first, third))
    assert heard == [[], [], []]
    (link,) = room.phones[0].outgoing()
    assert tell(room.phones[1], link) == []
    assert [type(it) for it in unmoved(room.phones[2], link)] == [Fork]
    for data in room.phones[1].outgoing():
        assert of(unmoved(room.phones[2], data), Fork, Gap)
    assert room.phones[2].standing.coming.stage is Stage.CHAIN  # no card was dealt
    assert room.phones[2].outgoing() == ()


def test_09_a_history_that_ends_earlier_for_one_is_noticed_when_it_speaks_or_hears() -> None:
    room, log = midway(), three().end.relay.log
    late = room.phones[2]
    known = len(late.journal)
    tell(room.phones[0], *log[known : known + 2])
    data = signed(room, 0, b"\x0b", seen=known + 2)
    assert [type(it) for it in unmoved(late, data)] == [Gap]
    # It is told a history of its own: a true message of another device in the place of those.
    lie = signed(room, 1, b"\x0b", seen=known, head=late.journal.head, seq=late.journal.next_seq(1))
    tell(late, lie)
    heard = unmoved(late, signed(room, 0, b"\x0b", seq=late.journal.next_seq(0)))
    assert {type(it) for it in heard} <= {Fork, Gap} and heard


# -- 21 --------------------------------------------------------------------------------------------------

WORDS = b"seven quiet geese"
SESSION = bytes(range(32))


def keys_of(identity: Identity) -> bytes:
    return identity.device.signs + identity.device.seals


def test_21_a_relay_that_replaces_every_other_identity_is_noticed_by_the_password() -> None:
    """Whoever enters a room shows its keys under the password, which the relay does not have."""
    anna, bert, relay = identities("password", 3)
    both = []
    for owner, words in ((anna, WORDS), (bert, WORDS)):
        chance = seed_of(owner.device.signs, 1) + seed_of(owner.device.signs, 2)
        both.append(cpace.start(cpace.Role.SYMMETRIC, words, b"", SESSION, chance, keys_of(owner)))
    (anna_state, anna_says), (bert_state, bert_says) = both
    honest = cpace.finish(anna_state, bert_says)
    assert cpace.confirmed(honest, cpace.confirmation(cpace.finish(bert_state, anna_says)))
    assert honest.received.data == keys_of(bert)

    # The relay puts its own keys in the place of Bert's: into his message, ...
    swapped = cpace.Message(bert_says.share, keys_of(relay))
    fooled = cpace.finish(anna_state, swapped)
    to_bert = cpace.finish(bert_state, cpace.Message(anna_says.share, keys_of(relay)))
    assert not cpace.confirmed(fooled, cpace.confirmation(to_bert))
    assert not cpace.confirmed(to_bert, cpace.confirmation(fooled))
    # ... or with a run of its own and any password but the right one.
    for guess in (b"", b"seven quiet goose", WORDS + b" "):
        state, says = cpace.start(
            cpace.Role.SYMMETRIC, guess, b"", SESSION, bytes(63) + b"\7", keys_of(relay)
        )
        theirs = cpace.finish(anna_state, says)
        mine = cpace.finish(state, anna_says)
        assert mine.key != theirs.key
        assert not cpace.confirmed(theirs, cpace.confirmation(mine))


def replaced(table: Table, own: int, by: tuple[Identity, ...]) -> Table:
    """The table with the keys of all devices but one replaced."""
    devices = tuple(
        device if number == own else by[number].device
        for number, device in enumerate(table.devices)
    )
    return replace(table, devices=devices)


def test_21_phones_with_replaced_identities_believe_nobody_and_give_nothing_away() -> None:
    """Even with no password: what true phones say to each other dies at the false tables."""
    table, owners = table_of("110", 3, seed="replaced")
    relay = identities("the relay", 3)
    phones = [
        Phone(replaced(table, own, relay), own, owners[own], entropy("replaced", own))
        for own in range(3)
    ]
    assert len({phone.table.context for phone in phones}) == 3
    for phone in phones:
        tell(phone)
    keys = [phone.outgoing() for phone in phones]
    for phone in phones:
        others = [data for own, said in enumerate(keys) if own != phone.device for data in said]
        heard = unmoved(phone, *others)
        assert heard == [Refused("The device that is named has not signed this.")] * 2
        assert len(phone.outgoing()) == 1  # its own key; no shuffle, no share, no card
        assert phone.standing.deal is None


def test_21_a_relay_cannot_carry_a_true_game_between_false_tables() -> None:
    """It would have to sign anew what others have proved, and the proofs are bound to the table."""
    room, keys = before(three(), 1, Keys)
    relay = identities("the relay", 3)
    false = replaced(room.table, 0, relay)
    phone = Phone(false, 0, room.owners[0], entropy("carried", 0))
    tell(phone)
    data = signed(room, 1, keys, table=false, pair=relay[1].signs, seen=0, head=phone.journal.head)
    (fault,) = of(tell(phone, data), Fault)
    assert fault.reason == "The device does not prove that it knows its key."


@pytest.mark.parametrize("changed", ["room", "dealer", "changes", "strict", "seats"])
def test_21_tables_that_differ_in_anything_do_not_believe_each_other(changed: str) -> None:
    room = three().moments[-1]
    table = room.table
    other = {
        "room": seed_of("elsewhere"),
        "dealer": (table.dealer + 1) % 4,
        "changes": '{"target": 220}',
        "strict": True,
        "seats": (*table.seats[:-1], replace(table.seats[-1], device=1)),
    }[changed]
    phone = Phone(replace(table, **{changed: other}), 0, room.owners[0], entropy("other", 0))
    assert of(tell(phone, room.relay.log[0], room.relay.log[1]), Refused)
    assert phone.standing.length == 0
