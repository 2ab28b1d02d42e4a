"""Phones that crash: what was kept before sending is enough to send the same bytes again.

The numbers in the names of the tests are those of ``test_sealed_properties``.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from engine.sealed.hand import Stage
from engine.sealed.peer import Misuse, Peer
from engine.sealed.steps import finish
from tests.sealed_room import Phone, Room, deals
from tests.sealed_scenes import Entropy, all_know, moves, room_of, stage, three, twin, worked


def again(phone: Phone, saved: bytes, inbox: list[bytes]) -> Phone:
    """The phone after a crash, with the person before it, when it has fetched what it had."""
    found = finish(
        type(phone).restored(phone.table, phone.device, phone.identity, phone.entropy, saved)
    )
    assert isinstance(found, Phone)
    found.chance, found.plays = phone.chance, phone.plays
    for data in inbox:
        found.receive(data)
    return found


class Crashing(Room):
    """A room in which some phones crash before and after everything they say."""

    crashing: tuple[int, ...] = ()
    crashes = 0

    def work(self, phone: Phone) -> None:
        if phone.device not in self.crashing:
            super().work(phone)
            return
        before = twin(phone)
        saved, given, wish = phone.saved(), phone.outgoing(), phone.wish
        known = len(phone.journal)
        super().work(phone)
        said = phone.outgoing()
        if not set(said) - set(given):
            return
        self.crashes += 1
        inbox = self.relay.log[known : self.places[phone.device]]
        early = again(before, saved, inbox)  # it crashed before it kept what it was to say
        if wish is not None:
            worked(early)  # it opens its cards again
            assert early.wish is None and early.asked(wish[0])
            early.wish = wish  # the person says it once more
        worked(early)
        assert early.outgoing() == said

        late = again(phone, phone.saved(), [])  # it crashed when it had kept it, sent or not
        assert late.outgoing() == said
        worked(late)
        assert late.outgoing() == said
        assert late.journal.head == phone.journal.head
        deal = phone.standing.deal
        if deal is not None and deal.stage is Stage.PLAY:
            assert late.view() == phone.view()
        late.events()
        self.phones[phone.device] = late


def test_19_a_crash_at_every_step_changes_no_byte_of_a_hand(full: bool) -> None:
    """The log is that of the same hand without a crash, to the byte."""
    log = three().end.relay.log
    seed = three().end.seed
    room = Crashing("110", 3, (0,), seed=seed)
    room.crashing = (0, 1, 2) if full else (1,)
    for phone in room.phones:
        phone.entropy = Entropy(seed, phone.device)
    room.play(deals(1))
    said = sum(data in set(room.relay.log) for data in log)
    assert room.relay.log[: len(log)] == log and said == len(log)
    assert room.crashes > (30 if full else 8)


def test_19_a_phone_that_crashed_knows_after_the_hand_what_it_knew() -> None:
    shown = three()
    for moment in (shown.at(stage(Stage.OPEN)), shown.end):
        phone = room_of(moment).phones[1]
        known = {k for k, face in enumerate(phone.game.faces(phone.view())) if face is not None}
        late = again(phone, phone.saved(), [])
        worked(late)
        faces = late.game.faces(late.view())
        assert known <= {slot for slot, face in enumerate(faces) if face is not None}


def test_19_what_is_sent_twice_after_a_crash_does_no_harm() -> None:
    room = all_know(three().at(moves(4)))
    for phone in room.phones:
        head, standing = phone.journal.head, phone.standing
        for data in room.relay.log[-12:]:
            phone.receive(data)
        worked(phone)
        assert phone.events() == () and phone.journal.head == head
        assert phone.standing is standing


def test_19_a_store_of_another_device_or_broken_is_refused() -> None:
    room = room_of(three().at(moves(1)))
    phone, other = room.phones[0], room.phones[1]
    kept = phone.saved()

    def restored(saved: bytes, **more: Any) -> Peer:
        given = {"table": phone.table, "device": 0, "identity": phone.identity} | more
        return finish(Phone.restored(entropy=phone.entropy, saved=saved, **given))

    assert restored(kept).journal.head == phone.journal.head
    chance = Random("broken store")
    for _ in range(20):
        cut = kept[: chance.randrange(len(kept))]
        with pytest.raises(Misuse):
            restored(cut)
    for text in (b"", b"{}", b"[]", b"null", b'{"log": 1, "pending": [], "keys": {}}', b"\xff"):
        with pytest.raises(Misuse):
            restored(text)
    with pytest.raises(Misuse):
        restored(kept, identity=other.identity)
