"""Onlookers: they see what is public, they come to the same as all others, and they tell who lies."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from engine.sealed.events import Closed, Convicted, Ended, Fault, Moved
from engine.sealed.fold import fold
from engine.sealed.journal import Entry, Equivocation, Fork, Gap, Journal, Refused
from engine.sealed.messages import Settled
from engine.sealed.onlooker import Misuse, Onlooker
from engine.sealed.peer import Peer
from engine.sealed.standing import Standing, begin, state_hash
from engine.sealed.steps import finish
from tests.sealed_room import Room
from tests.sealed_scenes import (
    Film,
    all_know,
    before,
    deeds,
    of,
    post,
    room_of,
    signed,
    three,
)


def looking(room: Room, upto: int | None = None) -> Onlooker:
    """Somebody who has heard the log, or so much of it, and knows the table alone."""
    onlooker = Onlooker(room.table)
    for data in room.relay.log[:upto]:
        onlooker.receive(data)
    finish(onlooker.work())
    return onlooker


@pytest.mark.parametrize("game", ["110", "deeds"])
def test_an_onlooker_comes_to_what_all_phones_come_to(game: str) -> None:
    shown = three() if game == "110" else deeds()
    end = all_know(shown.end)
    onlooker = Onlooker(end.table)
    hashes = {}
    for data in end.relay.log:
        onlooker.receive(data)
        finish(onlooker.work())
        hashes[len(onlooker.journal)] = state_hash(onlooker.standing)
    compared = 0
    for moment in shown.moments:
        for phone in moment.phones:
            if len(phone.journal):
                compared += 1
                assert state_hash(phone.standing) == hashes[len(phone.journal)]
    assert compared > 100 and len(set(hashes.values())) == len(hashes)


def test_it_hears_of_the_same_events() -> None:
    room = all_know(three().end)
    onlooker = Onlooker(room.table)
    for data in room.relay.log:
        onlooker.receive(data)
        finish(onlooker.work())
    heard = onlooker.events()
    for kind in (Moved, Ended, Closed):
        assert of(heard, kind) == of(room.heard[0], kind) != []
    assert not of(heard, Fault, Convicted, Refused, Gap, Fork, Equivocation)
    assert onlooker.finding is not None and onlooker.finding == room.phones[0].finding
    assert onlooker.proof_text() == room.phones[0].proof_text()
    assert finish(onlooker.receipt()) == finish(room.phones[1].receipt()) is not None
    late = looking(room)  # it has read all at once, and audits when it is asked
    assert late.finding is None and finish(late.receipt()) == finish(onlooker.receipt())


@pytest.mark.parametrize("game", ["110", "deeds"])
def test_it_holds_no_face_that_is_not_public(game: str) -> None:
    """Neither its view nor anything that it holds has a card that no move has laid open."""
    shown: Film = three() if game == "110" else deeds()
    end = all_know(shown.end)
    table = end.table
    looked = 0
    for upto in range(10, len(end.relay.log), 9):
        onlooker = looking(end, upto)
        deal, state = onlooker.standing.deal, onlooker.standing.state
        if deal is None or onlooker.finding is not None:
            continue
        looked += 1
        public = table.game.faces(state)
        laid = {slot for slot, place in deal.places.items() if place is not None}
        assert {slot for slot, face in enumerate(public) if face is not None} == laid
        seen = table.game.faces(onlooker.view())
        assert all(face in (None, public[slot]) for slot, face in enumerate(seen))
        assert not hasattr(onlooker, "secrets") and not onlooker.finding
    assert looked > 3


def test_a_cheat_is_named_by_those_who_only_look_on() -> None:
    room, true = before(three(), 0, Settled)
    post(room, 0, Settled(bytes(32)))
    room.play(lambda it: len(it.relay.log) > len(it.phones[0].journal) + 9, turns=30)
    heard = looking(room).events()
    assert {it.device for it in of(heard, Convicted)} == {0}
    assert len(of(heard, Convicted)) == 1 and true.digest != bytes(32)


def test_a_lying_relay_is_noticed_by_those_who_only_look_on() -> None:
    room = all_know(three().at(lambda it: len(it.relay.log) > 30))
    log = room.relay.log
    onlooker = looking(room, 20)
    onlooker.events()
    spoilt = bytes([*log[20][:-1], log[20][-1] ^ 1])
    for data in (spoilt, b"", log[-1]):
        onlooker.receive(data)
    finish(onlooker.work())
    assert [type(event) for event in onlooker.events()] == [Refused, Refused, Gap]
    other = signed(room, 1, Settled(bytes(32)), seq=0)
    onlooker.receive(other)
    finish(onlooker.work())
    (proof,) = onlooker.events()
    assert isinstance(proof, Equivocation) and proof.device == 1


def test_it_goes_on_from_what_was_kept(full: bool) -> None:
    room = all_know(three().end)
    log = room.relay.log
    whole = looking(room)
    for cut in range(0, len(log) + 1, 1 if full else 17):
        half = looking(room, cut)
        for rows in {cut, max(0, cut - 5), min(len(log), cut + 4)}:
            again = finish(Onlooker.resumed(room.table, log[:rows], half.rest()))
            assert again.events() == () and len(again.journal) == rows
            for data in log:
                again.receive(data)
            finish(again.work())
            assert state_hash(again.standing) == state_hash(whole.standing)
            assert again._doubtful == whole._doubtful
    for bad in (b"", b"{}", b"[]", half.rest()[:-9], half.rest().replace(b'"length"', b'"l"')):
        with pytest.raises(Misuse):
            finish(Onlooker.resumed(room.table, log, bad))
    with pytest.raises(Misuse):
        finish(Onlooker.resumed(room.table, (log[1], log[0]), whole.rest()))


def test_what_was_kept_is_not_believed_when_the_log_is_another() -> None:
    """Rows that are not those which the rest knew are verified like all that comes in."""
    room = all_know(three().at(lambda it: len(it.relay.log) > 12))
    log = list(room.relay.log)
    forged = bytes([*log[9][:-1], log[9][-1] ^ 1])
    rest = looking(room, 10).rest()
    with pytest.raises(Misuse):
        finish(Onlooker.resumed(room.table, [*log[:9], forged], rest))


# -- the hash of what all know -----------------------------------------------------------------------


def folded(room: Room) -> Standing:
    now, journal = begin(room.table), Journal(room.table)
    for data in room.relay.log:
        entry = journal.accept(data, signed=True)
        assert isinstance(entry, Entry)
        now, _ = finish(fold(now, entry, checked=True))
    return now


def test_whoever_folds_the_log_has_the_same_hash() -> None:
    room = all_know(room_of(three().moments[len(three().moments) // 2]))
    phone = room.phones[1]
    again = finish(Peer.restored(room.table, 1, room.owners[1], phone.entropy, phone.saved()))
    standings = [it.standing for it in room.phones]
    standings += [folded(room), looking(room).standing, again.standing]
    assert len({state_hash(it) for it in standings}) == 1


def test_anything_else_is_another_hash() -> None:
    room = all_know(room_of(three().moments[len(three().moments) // 2]))
    now = room.phones[0].standing
    deal = now.deal
    assert deal is not None
    other = replace(room.table, dealer=(room.table.dealer + 1) % 4)
    game = room.table.game
    faces = game.faces(now.state)
    unknown = faces.index(None)
    for changed in (
        replace(now, length=now.length + 1),
        replace(now, table=other),
        replace(now, away=frozenset({1})),
        replace(now, keepers={1: 0}),
        replace(now, votes={(2, 0, 0): frozenset({1})}),
        replace(now, over=True),
        replace(now, conceded=1),
        replace(now, closed=((0, bytes(32)),)),
        replace(now, deal=None),
        replace(now, deal=replace(deal, step=deal.step + 1)),
        replace(now, deal=replace(deal, undone=((1, 1),))),
        replace(now, deal=replace(deal, void=True)),
        replace(now, deal=replace(deal, shares={})),
        replace(now, deal=replace(deal, asked={})),
        replace(now, coming=replace(now.coming, number=9)),
        replace(now, state=game.reveal(now.state, {unknown: 7})),
    ):
        assert state_hash(changed) != state_hash(now)
    assert state_hash(replace(now)) == state_hash(now)


def test_the_hash_holds_no_secret() -> None:
    """It is the same however many hidden cards a phone has opened."""
    room = three().at(
        lambda it: any(
            phone.secrets and phone.secrets[0].places for phone in it.phones if 0 in phone.secrets
        )
    )
    phone = next(phone for phone in room.phones if 0 in phone.secrets and phone.secrets[0].places)
    known = state_hash(phone.standing)
    phone.secrets[0].places.clear()
    assert state_hash(phone.standing) == known


def test_any_order_and_any_repeats_of_what_the_relay_has_change_nothing() -> None:
    room = all_know(three().end)
    chance = Random("repeats")
    onlooker = Onlooker(room.table)
    for place, data in enumerate(room.relay.log):
        onlooker.receive(data)
        onlooker.receive(room.relay.log[chance.randrange(place + 1)])
        if chance.random() < 0.2:
            finish(onlooker.work())
    finish(onlooker.work())
    assert state_hash(onlooker.standing) == state_hash(looking(room).standing)
