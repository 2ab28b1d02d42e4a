"""Devices that vanish, and backups: what others can open for them, and that a cheat stays named.

The numbers in the names of the tests are those of ``test_sealed_properties``.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest

from engine.sealed import backup, group
from engine.sealed.deck import open_card
from engine.sealed.events import Dealt, Fault, Left, Moved, Returned
from engine.sealed.group import Point
from engine.sealed.hand import Deal, Stage, pack_points
from engine.sealed.journal import read
from engine.sealed.messages import (
    Complain,
    Keys,
    Shares,
    StandIns,
    decode,
)
from engine.sealed.steps import finish
from tests.sealed_owed import receivers
from tests.sealed_room import Room
from tests.sealed_scenes import (
    all_know,
    before,
    deal_of,
    moves,
    named,
    of,
    post,
    rejected,
    stage,
    standing,
    tell,
    three,
)

GONE, STAYED = 1, (0, 2)


def said(room: Room, kind: type) -> list[object]:
    found = (decode(read(data).body) for data in room.relay.log)
    return [message for message in found if isinstance(message, kind)]


def hidden(room: Room, device: int) -> list[int]:
    """The slots in play that only one device may know."""
    now = standing(room)
    slots = range(len(room.table.game.entitled(now.state)))
    return [slot for slot in slots if receivers(now, slot) == {device}]


def opens(deal: Deal, slot: int, shares: dict[int, Point]) -> bool:
    """Whether some shares make a card of the pack of a slot."""
    point = open_card(deal.cards[slot], shares.values())
    return group.encode(point) in pack_points(len(deal.pack))[1]


# -- 10 and 11: who can open what together -------------------------------------------------------------


def test_10_the_log_and_all_keys_but_one_open_none_of_that_seats_cards() -> None:
    room = all_know(three().at(moves(3)))
    deal = deal_of(room)
    secrets = {phone.device: phone.secrets[0].pair.secret for phone in room.phones}
    for device in range(3):
        slots = hidden(room, device)
        assert len(slots) > 2
        for slot in slots:
            a = deal.cards[slot].a
            all_shares = {one: group.times(secret, a) for one, secret in secrets.items()}
            assert (slot, device) not in deal.shares  # its own share is in no message
            assert opens(deal, slot, all_shares)
            others = [one for one in all_shares if one != device]
            for count in range(len(others) + 1):
                for some in combinations(others, count):
                    assert not opens(deal, slot, {one: all_shares[one] for one in some})


def test_11_with_backup_all_others_can_and_one_less_cannot() -> None:
    room = all_know(three().at(moves(3)))
    deal = deal_of(room)
    for device in range(3):
        slot = hidden(room, device)[0]
        a = deal.cards[slot].a
        others = deal.others(device)
        shares = {one: group.times(room.phones[one].secrets[0].pair.secret, a) for one in others}
        parts = {one: room.phones[one].secrets[0].parts[device] for one in others}
        true = group.times(room.phones[device].secrets[0].pair.secret, a)
        values = {one: group.times(part, a) for one, part in parts.items()}
        rebuilt = backup.stand_in(values, device, 3)
        assert rebuilt == true
        assert opens(deal, slot, shares | {device: rebuilt})
        public = dict(enumerate(deal.keys[device].commitments))
        for one in others:  # n-2 of them: its part, its key, and all that is public
            guesses = [values[one], values[one] + values[one], *public.values()]
            guesses += [group.times(other_part, a) for other_part in (1, 2, device + 1)]
            assert not any(opens(deal, slot, shares | {device: guess}) for guess in guesses)
            with pytest.raises(ValueError, match="all others"):
                backup.stand_in({one: values[one]}, device, 3)


# -- 12: standing in -------------------------------------------------------------------------------------


def gone_at_the_deal() -> Room:
    """Device 1 vanishes before it gives a single share, and the others agree that it is away."""
    room, _ = before(three(), GONE, Shares, lambda it: len(it.slots) > 3)
    room.phones[GONE].asleep = True
    room.phones[GONE].pending.clear()
    for device in STAYED:
        room.phones[device].vote_away(GONE)
    return room.play()


def known(room: Room, device: int) -> set[int]:
    """The slots whose cards a device can see at its seats."""
    game, phone = room.table.game, room.phones[device]
    seats = [n for n in range(len(room.table.seats)) if phone.standing.player(n) == device]
    faces = [game.faces(phone.view(seat)) for seat in seats]
    return {slot for row in faces for slot, face in enumerate(row) if face is not None}


def test_12_a_stand_in_equals_the_true_share_and_the_absent_hand_stays_closed() -> None:
    room = gone_at_the_deal()
    deal = deal_of(room)
    assert of(room.heard[0], Left) and standing(room).away == {GONE}
    assert not any(device == GONE for _, device in deal.shares)
    secret = room.phones[GONE].secrets[0].pair.secret
    for device in STAYED:
        (other,) = (one for one in STAYED if one != device)
        mine = hidden(room, device)
        assert len(mine) > 2
        for slot in mine:
            a = deal.cards[slot].a
            assert (slot, GONE, device) not in deal.stand_ins  # it keeps its own part back
            values = {
                other: deal.stand_ins[slot, GONE, other],
                device: group.times(room.phones[device].secrets[0].parts[GONE], a),
            }
            assert backup.stand_in(values, GONE, 3) == group.times(secret, a)
        assert set(mine) <= known(room, device)
    closed = hidden(room, GONE)
    assert len(closed) > 2
    for slot in closed:
        assert not any(key[0] == slot for key in deal.stand_ins)
        for device in STAYED:
            assert slot not in known(room, device)
            assert slot not in room.phones[device].secrets[0].places


def test_12_the_absent_device_comes_back_to_its_hand() -> None:
    room = gone_at_the_deal()
    room.phones[GONE].asleep = False
    room.play()
    assert len(of(room.heard[GONE], Left)) == 1 and not of(room.heard[GONE], Returned)
    room.phones[GONE].come_back()
    room.play(lambda it: all(of(heard, Moved) for heard in it.heard))
    assert not standing(room).away
    assert all(of(heard, Returned) for heard in room.heard)
    mine = hidden(room, GONE)
    assert mine and set(mine) <= known(room, GONE)
    assert not named(room)


def stand_in_due() -> tuple[Room, StandIns]:
    """A room in which device 2 is about to stand in for device 1."""
    room, _ = before(three(), GONE, Shares, lambda it: len(it.slots) > 3)
    room.phones[GONE].asleep = True
    for device in STAYED:
        room.phones[device].vote_away(GONE)
    room.play(lambda it: bool(list(it.phones[2].under_way(0, StandIns))))
    (message,) = room.phones[2].under_way(0, StandIns)
    phone = room.phones[0]
    tell(phone, *room.relay.log[: read(room.phones[2].outgoing()[0]).seen])
    room.phones[1] = phone  # the one that is away hears nothing
    return room, message


def test_12_a_bad_stand_in_is_rejected_and_its_sender_named() -> None:
    room, given = stand_in_due()
    wrong = group.encode(group.hash_to_group("test share"))
    deal = deal_of(room)
    slot = given.slots[0]
    own = group.encode(room.phones[2].secrets[0].share(deal, slot))
    for point in (wrong, own, given.points[32:64]):
        lie = replace(given, points=point + given.points[32:])
        assert rejected(room, 2, lie) == "A stand-in is wrong, or its proof."


def test_12_nobody_is_given_a_stand_in_for_the_absent_devices_own_cards() -> None:
    room, given = stand_in_due()
    deal = deal_of(room)
    theirs = tuple(hidden(room, GONE))
    secrets = room.phones[2].secrets[0]
    lie = finish(secrets.stand_ins(standing(room), deal, GONE, theirs))
    assert "Nobody is owed a share" in rejected(room, 2, lie)
    assert not set(theirs) & set(given.slots)


# -- 13: backups that do not fit ---------------------------------------------------------------------------


def test_13_a_bad_part_of_a_backup_is_complained_of_before_there_is_a_card() -> None:
    room, keys = before(three(), GONE, Keys)
    spoilt = bytes([keys.parts[1][0] ^ 1]) + keys.parts[1][1:]  # that of device 2
    post(room, GONE, replace(keys, parts=(keys.parts[0], spoilt)))
    room.play(stage(Stage.PLAY))
    assert named(room) == {(GONE, "A part of the backup does not fit.")}
    (complaint,) = said(room, Complain)
    assert isinstance(complaint, Complain) and complaint.about == GONE
    for heard in room.heard:
        assert [type(event) for event in of(heard, Fault, Dealt)] == [Fault, Dealt]
        assert of(heard, Dealt) == [Dealt(1)]  # with new keys of all
    shares = [data for data in room.relay.log if isinstance(decode(read(data).body), Shares)]
    assert not any(read(data).deal == 0 for data in shares)


def test_13_commitments_to_another_polynomial_are_complained_of() -> None:
    room, keys = before(three(), GONE, Keys)
    other = group.encode(group.hash_to_group("test commitment"))
    post(room, GONE, replace(keys, commitments=(other,)))
    room.play(lambda it: all(of(heard, Fault) for heard in it.heard))
    assert named(room) == {(GONE, "A part of the backup does not fit.")}


def test_13_a_false_complaint_names_the_complainer() -> None:
    room = all_know(three().at(stage(Stage.CHAIN)))
    reason = "The complaint is not true: the part fits."
    for value in (bytes(32), group.encode(group.BASE), b"\xff" * 32):
        assert rejected(room, 2, Complain(GONE, value, bytes(64))) == reason
    true = finish(
        backup.complain(
            room.owners[2].signs, standing(room).coming.keys[GONE].public, b"another context"
        )
    )
    assert rejected(room, 2, Complain(GONE, *true)) == reason
