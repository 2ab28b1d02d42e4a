"""A key in parts among the others: who can stand in, who cannot, and who lied about a part."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from random import Random

import pytest

from engine.sealed import group
from engine.sealed.backup import (
    Backup,
    Liar,
    bad_commitments,
    complain,
    deal,
    judge_complaint,
    part_point,
    rebuild,
    seal_part,
    stand_in,
    unseal_part,
    valid_part,
)
from engine.sealed.deck import Masked, cards, fresh, open_card, shuffle, which
from engine.sealed.group import BASE, IDENTITY, ORDER, FixedBase, Point
from engine.sealed.proofs import (
    KeyPair,
    keypair_from,
    pair_secret,
    prove_shares,
    shared_point,
    verify_shares,
)
from engine.sealed.steps import finish

COUNTS = range(3, 7)
TABLES = [(n, owner) for n in COUNTS for owner in range(n)]


def hand_key(device: int) -> KeyPair:
    return keypair_from(bytes([device]) * 32, "hand")


def room_key(device: int) -> KeyPair:
    return keypair_from(bytes([device]) * 32, "room")


def dealt(n: int, owner: int) -> Backup:
    return deal(bytes([owner]) * 32, hand_key(owner).secret, n, owner)


def interpolated(points: Mapping[int, int], at: int) -> int:
    """The polynomial through these points, of the least degree, at another one: by Lagrange."""
    total = 0
    for x, y in points.items():
        for other in points:
            if other != x:
                y = y * (at - other) * pow(x - other, -1, ORDER) % ORDER
        total += y
    return total % ORDER


# -- dealing --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("n", "owner"), TABLES)
def test_every_other_device_gets_a_part_that_it_can_check(n: int, owner: int) -> None:
    backup = dealt(n, owner)
    assert len(backup.commitments) == n - 1
    assert backup.commitments[0] == hand_key(owner).public
    assert sorted(backup.parts) == [j for j in range(n) if j != owner]
    assert bad_commitments(backup.commitments, n, owner) is None
    for j, part in backup.parts.items():
        assert valid_part(backup.commitments, j, part)
        assert part_point(backup.commitments, j) == group.base_times(part)
        assert not valid_part(backup.commitments, j, part + 1)
        assert not valid_part(backup.commitments, j, 0)
        assert not valid_part(backup.commitments, j, None)
        for other in backup.parts:
            assert valid_part(backup.commitments, other, part) == (other == j)


def test_the_same_key_deals_the_same_backup_and_another_one_another() -> None:
    assert dealt(4, 1) == dealt(4, 1)
    other = deal(b"another key", hand_key(1).secret, 4, 1)
    assert other.commitments[0] == dealt(4, 1).commitments[0]
    assert not set(other.commitments[1:]) & set(dealt(4, 1).commitments)


@pytest.mark.parametrize(("n", "owner"), [(2, 0), (1, 0), (0, 0), (3, 3), (4, -1)])
def test_two_devices_have_no_backup(n: int, owner: int) -> None:
    with pytest.raises(ValueError, match="no backup"):
        deal(b"key", 5, n, owner)


def test_what_is_printed_of_a_backup_is_public() -> None:
    backup = dealt(4, 0)
    assert all(str(part) not in repr(backup) for part in backup.parts.values())


def test_commitments_are_looked_over() -> None:
    good = dealt(4, 2).commitments
    assert bad_commitments(good[:2], 4, 2) == "of 3 commitments it made 2"
    assert bad_commitments((*good, BASE), 4, 2) == "of 3 commitments it made 4"
    assert bad_commitments((), 4, 2) == "of 3 commitments it made 0"
    # f(j+1) = 0 for device 1: x + 2·c = 0.
    line = (hand_key(2).public, group.times(-pow(2, -1, ORDER), hand_key(2).public), IDENTITY)
    assert bad_commitments(line, 4, 2) == "a part of its backup is 0"
    assert bad_commitments((BASE, IDENTITY, IDENTITY), 4, 2) is None  # bad for its owner alone


# -- property 11: n−2 cannot, n−1 can -------------------------------------------------------------


@pytest.mark.parametrize(("n", "owner"), TABLES)
def test_all_others_rebuild_the_key(n: int, owner: int) -> None:
    assert rebuild(dealt(n, owner).parts, owner, n) == hand_key(owner).secret


@pytest.mark.parametrize("n", COUNTS)
def test_with_one_part_missing_every_key_is_possible(n: int) -> None:
    """For any key there is a polynomial of the degree agreed that gives the others their parts."""
    owner = n - 1
    parts = dealt(n, owner).parts
    chance = Random(n)
    for missing in parts:
        known = {j + 1: part for j, part in parts.items() if j != missing}
        assert len(known) == n - 2
        for key in (0, 1, hand_key(owner).secret, *(chance.randrange(ORDER) for _ in range(5))):
            through = {0: key, **known}  # n−1 points: one polynomial of degree n−2
            guess = interpolated(through, missing + 1)
            assert rebuild({**parts, missing: guess}, owner, n) == key
            assert (guess == parts[missing]) == (key == hand_key(owner).secret)


@pytest.mark.parametrize("n", COUNTS)
def test_with_one_part_missing_no_card_opens(n: int) -> None:
    """What fewer devices make of their parts, by Lagrange over themselves, is a stray point."""
    owner, a = 0, group.base_times(77)
    parts = dealt(n, owner).parts
    true = group.times(hand_key(owner).secret, a)
    for some in combinations(parts, n - 2):
        key = interpolated({j + 1: parts[j] for j in some}, 0)
        assert group.times(key, a) != true
        with pytest.raises(ValueError, match="all others must stand in"):
            rebuild({j: parts[j] for j in some}, owner, n)
        with pytest.raises(ValueError, match="all others must stand in"):
            stand_in({j: group.times(parts[j], a) for j in some}, owner, n)


def test_only_the_others_can_stand_in() -> None:
    parts = dict(dealt(4, 1).parts)
    for wrong in ({**parts, 1: 5}, {**parts, 4: 5}, {0: 1, 2: 1, 4: 1}, {}):
        with pytest.raises(ValueError, match="all others must stand in"):
            rebuild(wrong, 1, 4)


# -- property 12: a stand-in equals the true share, a bad one is rejected -------------------------


@pytest.mark.parametrize(("n", "owner"), TABLES)
def test_a_stand_in_is_the_true_share(n: int, owner: int) -> None:
    a = group.hash_to_group("any card", bytes([n, owner]))
    values = {j: group.times(part, a) for j, part in dealt(n, owner).parts.items()}
    share = stand_in(values, owner, n)
    assert share == group.times(hand_key(owner).secret, a)
    other_order = dict(reversed(values.items()))
    assert stand_in(other_order, owner, n) == share
    bad = next(iter(values))
    assert stand_in({**values, bad: values[bad] + BASE}, owner, n) != share


def test_values_are_proved_like_shares_and_a_bad_one_is_rejected() -> None:
    n, owner, j = 4, 2, 3
    backup = dealt(n, owner)
    part, point = backup.parts[j], part_point(backup.commitments, j)
    bases = [group.hash_to_group("card", bytes([k])) for k in range(3)]
    values = [group.times(part, base) for base in bases]

    def accepted(proof: bytes, values: list[Point], j: int = j, owner: int = owner) -> bool:
        public = part_point(dealt(n, owner).commitments, j)
        return finish(verify_shares(public, bases, values, b"away", proof))

    proof = finish(prove_shares(part, point, bases, values, b"away"))
    assert accepted(proof, values)
    assert not accepted(proof, [values[0], values[1], values[2] + BASE])
    assert not accepted(proof, [values[1], values[0], values[2]])
    assert not accepted(proof, values, j=0)  # another's part
    assert not accepted(proof, values, owner=1)  # of another key
    # A device that takes a number of its own for its part.
    stray = [group.times(part + 1, base) for base in bases]
    assert not accepted(finish(prove_shares(part + 1, point, bases, stray, b"away")), stray)
    assert not accepted(
        finish(prove_shares(part + 1, group.base_times(part + 1), bases, stray, b"away")), stray
    )


def test_cards_open_to_their_player_without_the_absent_device_whose_hand_stays_closed() -> None:
    """Four devices; device 2 is away. Card 0 is dealt to device 0, card 1 to the absent one."""
    n, away = 4, 2
    keys = [hand_key(device) for device in range(n)]
    joint = FixedBase(group.base_times(sum(key.secret for key in keys)))
    table = cards(b"backup", 6)
    made = finish(shuffle(b"key", b"hand", joint, fresh(table)))
    first, second = made.outputs[:2]
    parts = dealt(n, away).parts

    def shares(card: Masked, devices: set[int]) -> list[Point]:
        return [group.times(keys[device].secret, card.a) for device in devices]

    values = {j: group.times(part, first.a) for j, part in parts.items()}
    for_first = stand_in(values, away, n)
    everyone_else = shares(first, {0, 1, 3})
    assert which(open_card(first, [*everyone_else, for_first]), table) == made.permutation[0]
    # The others do not see it as long as its player keeps its own value back.
    kept = {**values, 0: IDENTITY}
    assert which(open_card(first, [*everyone_else, stand_in(kept, away, n)]), table) is None
    # Nothing that was said about the first card opens the absent device's own.
    others = shares(second, {0, 1, 3})
    assert which(open_card(second, [*others, for_first]), table) is None
    assert which(open_card(second, others), table) is None
    # Taken over, the hand opens to the keeper alone, who adds the value that it held back.
    posted = {j: group.times(parts[j], second.a) for j in (0, 1)}
    keeper = stand_in({**posted, 3: group.times(parts[3], second.a)}, away, n)
    assert which(open_card(second, [*others, keeper]), table) == made.permutation[1]
    onlooker = stand_in({**posted, 3: IDENTITY}, away, n)
    assert which(open_card(second, [*others, onlooker]), table) is None


# -- property 13: a bad part is complained of first, and everyone sees who lied -------------------

OWNER, J, N = 1, 3, 4
CONTEXT = b"room, hand 3, from 1 to 3"
GOOD = dealt(N, OWNER)


def sealed(part: int, context: bytes = CONTEXT) -> bytes:
    return seal_part(pair_secret(hand_key(OWNER), room_key(J).public, context), part, context)


def judged(
    sent: bytes,
    complaint: tuple[bytes, bytes],
    context: bytes = CONTEXT,
    commitments: tuple[Point, ...] = GOOD.commitments,
) -> Liar:
    owner, receiver = hand_key(OWNER).public, room_key(J).public
    return finish(judge_complaint(commitments, J, owner, receiver, sent, context, *complaint))


COMPLAINT = finish(complain(room_key(J), hand_key(OWNER).public, CONTEXT))


def unsealed(sent: bytes, context: bytes = CONTEXT, reader: int = J) -> int | None:
    pair = pair_secret(room_key(reader), hand_key(OWNER).public, context)
    return unseal_part(pair, sent, context)


def test_a_sealed_part_opens_to_its_receiver_alone() -> None:
    part = GOOD.parts[J]
    sent = sealed(part)
    assert len(sent) == 32
    assert sent != group.encode_scalar(part)
    assert unsealed(sent) == part
    assert unsealed(sent, reader=2) != part
    assert unsealed(sent, context=b"room, hand 4, from 1 to 3") != part
    assert sealed(part, b"room, hand 4, from 1 to 3") != sent


@pytest.mark.parametrize("length", [0, 1, 31, 33, 64, 200])
def test_a_sealed_part_of_another_length_is_none(length: int) -> None:
    assert unsealed(bytes(length)) is None


def test_a_sealed_number_that_is_no_scalar_is_none() -> None:
    pad = bytes(a ^ b for a, b in zip(sealed(5), group.encode_scalar(5), strict=True))
    for value, expected in ((ORDER - 1, ORDER - 1), (ORDER, None), (2**256 - 1, None)):
        data = value.to_bytes(32, "little")
        assert unsealed(bytes(a ^ b for a, b in zip(data, pad, strict=True))) == expected


@pytest.mark.parametrize(
    "sent",
    [
        sealed(GOOD.parts[J] + 1),
        sealed(GOOD.parts[2]),
        sealed(0),
        sealed(hand_key(OWNER).secret),
        bytes(32),
        b"\xff" * 32,
        b"",
        sealed(GOOD.parts[J])[:31],
        sealed(GOOD.parts[J], b"room, hand 2, from 1 to 3"),
    ],
)
def test_an_owner_that_sent_a_bad_part_is_named(sent: bytes) -> None:
    assert not valid_part(GOOD.commitments, J, unsealed(sent))
    assert judged(sent, COMPLAINT) is Liar.OWNER


def test_an_owner_whose_commitments_belong_to_another_key_is_named() -> None:
    other = deal(b"another", hand_key(OWNER).secret, N, OWNER).commitments
    assert judged(sealed(GOOD.parts[J]), COMPLAINT, commitments=other) is Liar.OWNER


def test_a_complaint_about_a_good_part_names_the_complainer() -> None:
    assert judged(sealed(GOOD.parts[J]), COMPLAINT) is Liar.COMPLAINER


def test_a_complaint_that_proves_nothing_names_the_complainer() -> None:
    bad = sealed(GOOD.parts[J] + 1)
    value, proof = COMPLAINT
    owner = hand_key(OWNER).public
    another_hand = b"room, hand 4, from 1 to 3"
    for complaint in (
        (group.encode(BASE), proof),
        (group.encode(shared_point(room_key(2), owner)), proof),
        finish(complain(room_key(2), owner, CONTEXT)),  # true, but not of device 3
        finish(complain(room_key(J), hand_key(0).public, CONTEXT)),  # not about device 1
        (value, finish(complain(room_key(J), owner, another_hand))[1]),
        (value, proof[:63]),
        (value, b""),
        (b"", proof),
        (bytes(32), proof),
        (b"\xff" * 32, proof),
    ):
        assert judged(bad, complaint) is Liar.COMPLAINER
    assert judged(bad, COMPLAINT) is Liar.OWNER
    assert judged(bad, COMPLAINT, another_hand) is Liar.COMPLAINER


def test_noise_for_a_complaint_names_the_complainer_and_is_never_a_crash(full: bool) -> None:
    chance = Random(5)
    bad = sealed(GOOD.parts[J] + 1)
    whole = b"".join(COMPLAINT)
    for _ in range(1000 if full else 100):
        data = bytearray(whole)
        data[chance.randrange(len(data))] ^= 1 + chance.randrange(255)
        assert judged(bad, (bytes(data[:32]), bytes(data[32:]))) is Liar.COMPLAINER


def test_a_complaint_opens_one_part_and_no_other() -> None:
    value = group.decode(COMPLAINT[0])
    assert value == shared_point(hand_key(OWNER), room_key(J).public)
    assert value != shared_point(hand_key(OWNER), room_key(2).public)
    next_hand = keypair_from(b"the key of the next hand" * 2, "hand")
    assert value != shared_point(next_hand, room_key(J).public)
