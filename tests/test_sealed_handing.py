"""A seat moves to another phone of the same person, and back."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random

import pytest

from engine.sealed import group
from engine.sealed.events import Closed, Convicted, Fault, Moved
from engine.sealed.hand import Stage
from engine.sealed.handing import Handed, HandingError, hand_over, handed
from engine.sealed.journal import Equivocation, Fork, read
from engine.sealed.peer import Misuse
from engine.sealed.proofs import KeyPair, keypair_from
from engine.sealed.standing import state_hash
from engine.sealed.steps import finish
from tests.sealed_room import Phone, Room, deals, entropy, seed_of
from tests.sealed_scan import keys_in
from tests.sealed_scenes import all_know, film, moves, of, room_of, stage, three, twin, worked

PAIR = keypair_from(seed_of("the new phone"), "new phone")
TO = group.encode(PAIR.public)


def moved(room: Room, device: int, sealed: bytes, pair: KeyPair = PAIR) -> Phone:
    """The new phone in its place, with the log from the room; the old one is put away."""
    found = handed(sealed, pair, room.table)
    assert found.device == device
    old = room.phones[device]
    log = room.phones[(device + 1) % len(room.phones)].journal.envelopes
    again = finish(
        Phone.restored_from(
            room.table, device, found.identity, entropy("new phone", device), log, found.rest
        )
    )
    again.chance, again.plays = twin(old.chance), old.plays
    room.phones[device] = again
    room.places[device] = room.relay.log.index(log[-1]) + 1 if log else 0
    return again


@pytest.mark.parametrize("when", [stage(Stage.CHAIN), moves(0), moves(4), stage(Stage.OPEN)])
def test_a_seat_moves_in_the_midst_of_a_deal_and_the_hand_goes_on(when: object) -> None:
    room = three().at(when)  # type: ignore[arg-type]
    old = room.phones[1]
    sealed = hand_over(old, TO, seed_of("chance"))
    new = moved(room, 1, sealed)
    assert set(new.outgoing()) <= set(old.outgoing()) and new.secrets.keys() == old.secrets.keys()
    assert new.identity.device == old.identity.device and not new.silent
    worked(new)
    if room.phones[0].standing.deal is not None and len(new.journal) == len(old.journal):
        assert new.view() == old.view()
    room.play(deals(1))
    assert deals(1)(room)
    assert not [
        it for heard in room.heard for it in of(heard, Fault, Convicted, Equivocation, Fork)
    ]
    assert len(of(room.heard[0], Closed)) == 1 and state_hash(new.standing)


def test_the_old_phone_hears_on_and_says_nothing() -> None:
    room = three().at(moves(3))
    old = room.phones[1]
    before = old.outgoing()
    moved(room, 1, hand_over(old, TO, seed_of("chance")))
    length = len(old.journal)
    room.play(deals(1))
    for data in room.relay.log:
        old.receive(data)
    worked(old)
    assert len(old.journal) > length and old.standing.closed == room.phones[1].standing.closed
    assert old.asked() == () and not old.may_speak
    assert set(old.outgoing()) <= set(before)
    for speak in (old.vote_redeal, lambda: old.vote_away(0)):
        with pytest.raises(Misuse, match="does not speak"):
            speak()
    again = finish(
        Phone.restored_from(
            room.table, 1, old.identity, old.entropy, old.journal.envelopes, old.rest()
        )
    )
    worked(again)
    assert again.silent and not again.may_speak and again.outgoing() == old.outgoing()


def test_the_seat_comes_back_the_same_way() -> None:
    room = three().at(moves(2))
    old = room.phones[1]
    seals = old.identity.seals
    new = moved(room, 1, hand_over(old, TO, seed_of("there")))
    room.play(lambda it: len(of(it.heard[0], Moved)) > 5)
    back = moved(room, 1, hand_over(new, old.identity.device.seals, seed_of("back")), seals)
    assert new.silent and not back.silent
    room.play(deals(1))
    assert deals(1)(room) and not of(room.heard[0], Fault, Convicted, Equivocation)


def test_a_package_may_be_made_again_and_no_pad_seals_two_things() -> None:
    room = three().at(moves(3))
    old = room.phones[1]
    first = hand_over(old, TO, seed_of("chance"))
    assert hand_over(old, TO, seed_of("chance")) == first  # no chance is drawn inside
    second = hand_over(three().at(moves(4)).phones[1], TO, seed_of("chance"))
    assert second[1:33] != first[1:33]  # what is sealed is another, and so is the key of the pad
    other = keypair_from(seed_of("a third phone"), "new phone")
    third = hand_over(old, group.encode(other.public), seed_of("chance"))
    assert handed(third, other, room.table).identity == handed(first, PAIR, room.table).identity
    assert not json.loads(handed(second, PAIR, room.table).rest)["silent"]


def test_a_package_tells_nobody_else_anything() -> None:
    room = three().at(moves(3))
    old = room.phones[1]
    secrets = {
        "signs": group.encode_scalar(old.identity.signs.secret),
        "seals": group.encode_scalar(old.identity.seals.secret),
        "deal": old.secrets[0].key,
        "chance": seed_of("chance"),
    }
    sealed = hand_over(old, TO, seed_of("chance"))
    assert not keys_in(sealed, secrets) and b"pending" not in sealed
    plain = handed(sealed, PAIR, room.table)
    assert set(keys_in(plain.rest, secrets)) == {"deal"} or keys_in(plain.rest, secrets)
    assert "secret" not in repr(plain) and str(old.identity.signs.secret) not in repr(plain)
    others = [keypair_from(seed_of("curious"), "new phone")]
    others += [owner.seals for owner in room.owners] + [owner.signs for owner in room.owners]
    for pair in others:
        with pytest.raises(HandingError, match="not signed for this phone"):
            handed(sealed, pair, room.table)


def test_a_false_package_is_refused(full: bool) -> None:
    room = three().at(moves(3))
    sealed = hand_over(room.phones[1], TO, seed_of("chance"))
    other = replace(room.table, room=seed_of("another room"))
    with pytest.raises(HandingError):
        handed(sealed, PAIR, other)
    chance = Random("packages")
    for _ in range(400 if full else 40):
        at = chance.randrange(len(sealed))
        spoilt = bytes([*sealed[:at], sealed[at] ^ 1 << chance.randrange(8), *sealed[at + 1 :]])
        for data in (spoilt, sealed[:at], sealed + b"x"):
            with pytest.raises(HandingError):
                handed(data, PAIR, room.table)
    for data in (b"", b"\xff" * 200, bytes(400_001)):
        with pytest.raises(HandingError):
            handed(data, PAIR, room.table)
    phone = room.phones[2]
    for key in (bytes(32), b"\xff" * 32, b"", bytes(31)):
        with pytest.raises(HandingError):
            hand_over(phone, key, seed_of("chance"))
    assert not phone.silent  # it was not handed over


def test_nobody_hands_over_the_seat_of_another() -> None:
    """A device that signs a package with its own keys gives away nothing but its own seat."""
    room = three().at(moves(3))
    thief = room.phones[2]
    thief.device = 1
    with pytest.raises(HandingError, match="not signed for this phone"):
        handed(hand_over(thief, TO, seed_of("chance")), PAIR, room.table)
    victim = room.phones[1]
    victim.identity = replace(victim.identity, seals=room.owners[0].seals)
    with pytest.raises(HandingError, match="not those of the seat"):
        handed(hand_over(victim, TO, seed_of("chance")), PAIR, room.table)


class Deaf(Phone):
    """An old phone that speaks on after it has handed its seat over."""

    @property
    def may_speak(self) -> bool:
        return True


def test_an_old_phone_that_speaks_on_is_convicted_by_its_own_hand() -> None:
    room = all_know(room_of(three().at(moves(2))))
    old = room.phones[1]
    moved(room, 1, hand_over(old, TO, seed_of("chance")))
    old.__class__ = Deaf
    room.phones[1].vote_redeal()
    old.concede = old.vote_away  # type: ignore[assignment, method-assign]
    old.vote_away(2)
    (one,), (other,) = room.phones[1].outgoing(), old.outgoing()
    assert read(one).seq == read(other).seq and one != other
    judge = room.phones[0]
    for data in (one, other):
        judge.receive(data)
    worked(judge)
    assert [it.device for it in of(judge.events(), Equivocation)] == [1]


def test_a_bot_that_a_phone_keeps_moves_with_it() -> None:
    room = film("110", 2, (0, 1)).at(moves(3))
    old = room.phones[0]
    moved(room, 0, hand_over(old, TO, seed_of("chance")))
    room.play(deals(1))
    assert deals(1)(room) and not of(room.heard[1], Fault, Convicted)
    assert isinstance(handed(hand_over(old, TO, seed_of("x")), PAIR, room.table), Handed)
