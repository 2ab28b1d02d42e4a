"""Devices that cheat with cards, shares, keys and moves: each is named, by everybody alike.

The numbers in the names of the tests are those of ``test_sealed_properties``.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.sealed import group, proofs
from engine.sealed.deck import Masked
from engine.sealed.events import Convicted, Dealt, Fault, Moved
from engine.sealed.evidence import judge
from engine.sealed.hand import Deal, Stage, pack_points
from engine.sealed.messages import Move, Shares, Shuffled
from engine.sealed.playing import shares_context
from engine.sealed.steps import finish
from tests.sealed_room import Room, seed_of
from tests.sealed_scenes import (
    before,
    deal_of,
    film,
    moves,
    named,
    of,
    post,
    rejected,
    signed,
    stage,
    standing,
    tell,
    three,
)

LAST = 2  # of the devices; 1 is in the middle


def convicted(room: Room) -> bool:
    return all(any(isinstance(event, Convicted) for event in heard) for heard in room.heard)


def void(room: Room) -> Room:
    """Let all agree that the deal is void, and audit it."""
    for phone in room.phones:
        phone.vote_redeal()
    return room.play(convicted)


# -- 1 and 2: shuffles ---------------------------------------------------------------------------------


def joined(cards: list[Masked]) -> bytes:
    return b"".join(group.encode(half) for card in cards for half in (card.a, card.b))


def masked_anew(deal: Deal, cards: list[Masked], word: str) -> list[Masked]:
    """The cards under new masks, as only who shuffles can make them."""
    made = []
    for place, card in enumerate(cards):
        mask = group.hash_to_scalar("test mask", word.encode(), bytes([place]))
        made.append(Masked(group.base_times(mask, card.a), group.times(mask, deal.joint) + card.b))
    return made


def shuffler(device: int, strict: bool = False) -> tuple[Room, Shuffled, Deal, list[Masked]]:
    """A room before a device's link, the honest link, the deal, and its cards.

    The strict table is one of two, for proofs take their time.
    """
    shown = film("110", 2, strict=True, messages=4) if strict else three()
    room, link = before(shown, device, Shuffled)
    deal = standing(room).coming
    halves = [group.decode(link.cards[at : at + 32]) for at in range(0, len(link.cards), 32)]
    return room, link, deal, list(map(Masked, halves[::2], halves[1::2]))


def stacked(deal: Deal, top: int) -> list[Masked]:
    """A deck in an order of the cheat's own: the pack from ``top`` on, under masks it knows."""
    points = pack_points(len(deal.pack))[0]
    open_cards = [Masked(group.IDENTITY, point) for point in (*points[top:], *points[:top])]
    return masked_anew(deal, open_cards, "stacked")


@pytest.mark.parametrize("device", [0, 1, LAST])
def test_01_a_duplicate_card_in_a_shuffle_names_the_seat(device: int) -> None:
    room, link, _, cards = shuffler(device)
    again = replace(link, cards=joined([cards[1], *cards[1:]]))
    assert rejected(room, device, again) == "The shuffle is none: a card comes twice."


def test_01_half_a_duplicate_card_names_the_seat() -> None:
    room, link, _, cards = shuffler(1)
    again = replace(link, cards=joined([Masked(cards[0].a, cards[1].b), *cards[1:]]))
    assert rejected(room, 1, again) == "The shuffle is none: a card comes twice."


def test_01_a_duplicate_under_another_mask_names_the_seat_at_the_audit() -> None:
    room, link, deal, cards = shuffler(1)
    cards[0] = masked_anew(deal, [cards[1]], "twice")[0]
    post(room, 1, replace(link, cards=joined(cards)))
    void(room.play(stage(Stage.PLAY)))
    assert named(room, Convicted) == {(1, "The shuffle has changed the cards.")}


def test_01_a_duplicate_under_another_mask_names_the_seat_before_a_strict_deal() -> None:
    room, link, deal, cards = shuffler(1, strict=True)
    cards[0] = masked_anew(deal, [cards[1]], "twice")[0]
    again = replace(link, cards=joined(cards))
    assert rejected(room, 1, again) == "The shuffle is not proved to be one."


@pytest.mark.parametrize("device", [1, LAST])
def test_02_a_stacked_deck_names_the_seat_at_the_audit(device: int) -> None:
    room, link, deal, _ = shuffler(device)
    post(room, device, replace(link, cards=joined(stacked(deal, 40))))
    room.play(moves(1))
    if device == LAST:  # it has dealt itself what it wanted
        faces = room.table.game.faces(room.phones[LAST].view())
        own = {slot: face for slot, face in enumerate(faces) if face is not None}
        assert len(own) > 4
        assert all(own[slot] == deal.pack[(40 + slot) % len(deal.pack)] for slot in own)
    void(room)
    assert named(room, Convicted) == {
        (device, "The shuffle does not follow from the device's key.")
    }


def test_02_a_stacked_deck_is_named_at_the_end_of_a_hand_and_by_strangers() -> None:
    room, link, deal, _ = shuffler(LAST)
    data = post(room, LAST, replace(link, cards=joined(stacked(deal, 7))))
    room.play(convicted)
    assert sum(isinstance(event, Moved) for event in room.heard[0]) > 15
    reason = "The shuffle does not follow from the device's key."
    assert named(room, Convicted) == {(LAST, reason)}
    found = finish(judge(room.phones[0].proof_text()))
    assert [(it.device, it.reason) for it in found.convicted] == [(LAST, reason)]
    assert room.phones[1].journal.envelopes[found.convicted[0].index] == data
    assert not room.phones[0].standing.closed


@pytest.mark.parametrize("device", [0, 1])
def test_02_a_stacked_deck_names_the_seat_before_a_strict_deal(device: int) -> None:
    room, link, deal, _ = shuffler(device, strict=True)
    again = replace(link, cards=joined(stacked(deal, 40)))
    post(room, device, again)
    room.play(stage(Stage.PLAY))
    fault, *others = of(room.heard[1 - device], Fault, Dealt)
    assert (fault.device, fault.reason) == (device, "The shuffle is not proved to be one.")
    assert all(isinstance(event, Dealt) for event in others)  # the true one, which came after it
    links = deal_of(room).chains[0].links
    assert links[device].index == fault.index + 1


def test_02_a_shuffle_out_of_turn_or_of_other_counts_names_the_seat() -> None:
    room, link, _, cards = shuffler(1)
    assert rejected(room, LAST, link) == "It is not this device's turn to shuffle."
    fewer = replace(link, cards=joined(cards[1:]))
    assert rejected(room, 1, fewer) == "There are 53 cards to shuffle."


# -- 3 and 4: shares -----------------------------------------------------------------------------------


def sharer(device: int = 1) -> tuple[Room, Shares]:
    return before(three(), device, Shares, lambda it: len(it.slots) > 3)


def has_shuffled(coming: Deal) -> bool:
    return any(link.device == 1 for chain in coming.chains for link in chain.links)


def changed(points: bytes, place: int, point: bytes) -> bytes:
    return points[: 32 * place] + point + points[32 * (place + 1) :]


def test_03_a_wrong_share_is_rejected_at_once_and_its_sender_named() -> None:
    room, given = sharer()
    wrong = group.encode(group.hash_to_group("test share"))
    for place in (0, len(given.slots) - 1):
        lie = replace(given, points=changed(given.points, place, wrong))
        assert rejected(room, 1, lie) == "A share is wrong, or its proof."


def test_03_shares_of_another_key_with_its_own_proof_are_rejected() -> None:
    room, given = sharer()
    now, deal = standing(room), deal_of(room)
    other = proofs.keypair_from(bytes(32), "another")
    bases = [deal.cards[slot].a for slot in given.slots]
    points = [group.times(other.secret, base) for base in bases]
    bound = shares_context(now, deal, 1, given.slots)
    proof = finish(proofs.prove_shares(other.secret, other.public, bases, points, bound))
    lie = Shares(given.slots, b"".join(map(group.encode, points)), proof)
    assert rejected(room, 1, lie) == "A share is wrong, or its proof."


def test_03_a_wrong_share_in_a_move_shows_no_card() -> None:
    room, move = before(three(), 1, Move, lambda it: it.shares is not None)
    assert move.shares is not None
    wrong = group.encode(group.hash_to_group("test share"))
    lie = replace(move, shares=replace(move.shares, points=changed(move.shares.points, 0, wrong)))
    assert rejected(room, 1, lie) == "A share is wrong, or its proof."
    assert rejected(room, 1, replace(move, shares=None)) == "The move does not open what it shows."


def test_03_the_true_share_is_still_wanted_and_taken_after_a_wrong_one() -> None:
    room, given = sharer()
    post(room, 1, replace(given, proof=bytes(64)))
    room.play(moves(2))
    assert {(1, "A share is wrong, or its proof.")} == named(room)


def test_04_a_share_moved_to_another_slot_is_rejected() -> None:
    room, given = sharer()
    turned = given.points[32:] + given.points[:32]
    assert rejected(room, 1, replace(given, points=turned)) == "A share is wrong, or its proof."
    deal = deal_of(room)
    free = next(s for s, mask in enumerate(deal.served) if not mask)
    slots = (*given.slots[:-1], max(free, given.slots[-1] + 1))
    assert "Nobody is owed a share" in rejected(room, 1, replace(given, slots=slots))


def test_04_a_share_moved_to_another_owed_slot_is_rejected() -> None:
    room, given = sharer()
    first, points = given.slots[:2], given.points[:64]
    now, deal = standing(room), deal_of(room)
    pair = room.phones[1].secrets[0].pair
    bases = [deal.cards[slot].a for slot in first]
    shares = [group.decode(points[at : at + 32]) for at in (0, 32)]
    bound = shares_context(now, deal, 1, first)
    proof = finish(proofs.prove_shares(pair.secret, pair.public, bases, shares, bound))
    for slots in (given.slots[2:4], given.slots[1:3]):
        assert rejected(room, 1, Shares(slots, points, proof)) == "A share is wrong, or its proof."


def test_04_a_share_of_another_hand_is_rejected() -> None:
    room, old = before(three(), 1, Shares, lambda it: len(it.slots) > 3)
    post(room, 1, old)
    for phone in room.phones:
        phone.vote_redeal()
    room.play(lambda it: has_shuffled(it.phones[1].standing.coming))
    room.phones[1].asleep = True
    room.play()
    assert deal_of(room).number == 1
    assert rejected(room, 1, old) == "A share is wrong, or its proof."
    heard = tell(room.phones[0], signed(room, 1, old, deal=0))
    assert [event.reason for event in heard if not isinstance(event, Moved)] == [
        "The message is about a deal that is over, or not begun."
    ]


def test_04_a_share_of_another_room_is_rejected() -> None:
    room, given = sharer()
    elsewhere = replace(room.table, room=seed_of("another room"))
    data = signed(room, 1, given, table=elsewhere)
    (heard,) = tell(room.phones[0], data)
    assert heard.reason == "The device that is named has not signed this."  # type: ignore[union-attr]
    pair = room.phones[1].secrets[0].pair
    deal = deal_of(room)
    bases = [deal.cards[slot].a for slot in given.slots]
    points = [group.times(pair.secret, base) for base in bases]
    bound = shares_context(replace(standing(room), table=elsewhere), deal, 1, given.slots)
    proof = finish(proofs.prove_shares(pair.secret, pair.public, bases, points, bound))
    again = replace(given, proof=proof)
    assert again.points == b"".join(map(group.encode, points)) == given.points
    assert rejected(room, 1, again) == "A share is wrong, or its proof."
