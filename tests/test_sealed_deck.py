"""Cards as points: masked, shuffled, opened; a shuffle is fair if one shuffler is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import permutations
from math import factorial

import pytest

from engine.sealed import group
from engine.sealed.deck import (
    Masked,
    Shuffled,
    card_point,
    cards,
    cards_in_steps,
    fresh,
    mask,
    open_card,
    order,
    shuffle,
    well_formed,
    which,
)
from engine.sealed.group import IDENTITY, FixedBase, Point
from engine.sealed.steps import finish

PACK = b"a pack of the tests"
DEALS = 600  # of a small pack, for each way to fall out of place
KEYS = tuple(group.hash_to_scalar("test key", bytes([device])) for device in range(3))


def joint(keys: Sequence[int] = KEYS) -> FixedBase:
    return FixedBase(group.base_times(sum(keys)))


JOINT = joint()


def shuffled(seed: int, inputs: Sequence[Masked], context: bytes = b"hand 1") -> Shuffled:
    return finish(shuffle(seed.to_bytes(32, "big"), context, JOINT, inputs))


def opened(masked: Masked, keys: Sequence[int] = KEYS) -> Point:
    return open_card(masked, [group.times(key, masked.a) for key in keys])


def places(masked: Sequence[Masked], table: Sequence[Point]) -> list[int | None]:
    """What lies there, by the sum of all keys: one share for all devices."""
    return [which(opened(card, [sum(KEYS)]), table) for card in masked]


# -- card points ----------------------------------------------------------------------------------


def test_every_place_of_every_pack_is_a_point_of_its_own() -> None:
    points = cards(PACK, 212) + cards(b"another pack", 53)
    assert len(set(points)) == 265
    assert IDENTITY not in points


def test_a_pack_made_in_steps_is_the_same() -> None:
    steps = cards_in_steps(b"a third pack", 20)
    assert sum(1 for _ in steps) == 20
    assert finish(cards_in_steps(b"a third pack", 20)) == cards(b"a third pack", 20)


def test_a_point_is_found_by_value_and_a_stray_one_is_not() -> None:
    table = cards(PACK, 53)
    assert [which(group.decode(group.encode(point)), table) for point in table] == [*range(53)]
    assert which(table[3] + group.BASE, table) is None
    assert which(IDENTITY, table) is None


# -- shuffling ------------------------------------------------------------------------------------


@pytest.mark.parametrize("count", [1, 2, 52, 53, 106, 212])
def test_a_shuffle_is_the_same_cards_in_another_order(count: int) -> None:
    inputs = fresh(cards(PACK, count))
    made = shuffled(count, inputs)
    assert sorted(made.permutation) == [*range(count)]
    assert well_formed(count, made.outputs) is None
    for i, output in enumerate(made.outputs):
        before, r = inputs[made.permutation[i]], made.masks[i]
        assert output == Masked(
            before.a + group.base_times(r), before.b + group.times(r, JOINT.point)
        )


def test_every_device_in_turn_and_all_shares_open_the_pack() -> None:
    table = cards(PACK, 12)
    masked = fresh(table)
    expected = [*range(12)]
    for device in range(3):
        made = shuffled(device, masked)
        masked = made.outputs
        expected = [expected[place] for place in made.permutation]
    assert [which(opened(card), table) for card in masked] == expected
    for missing in range(3):
        some = [key for device, key in enumerate(KEYS) if device != missing]
        assert all(which(opened(card, some), table) is None for card in masked)


def test_part_of_a_pack_is_shuffled_again() -> None:
    table = cards(PACK, 10)
    first = shuffled(1, fresh(table))
    some = [first.outputs[slot] for slot in (2, 5, 7)]
    again = shuffled(1, some, b"remix 1")
    assert Counter(places(again.outputs, table)) == Counter(places(some, table))
    alone = shuffled(1, some[:1], b"remix 2")
    assert places(alone.outputs, table) == places(some[:1], table)
    assert alone.outputs[0] != some[0]


def test_the_same_call_makes_the_same_bytes_and_every_argument_counts() -> None:
    inputs = fresh(cards(PACK, 8))
    made = shuffled(1, inputs)
    assert shuffled(1, inputs) == made
    assert shuffled(2, inputs).masks != made.masks
    assert shuffled(1, inputs, b"hand 2").masks != made.masks
    other = shuffled(1, (*inputs[1:], inputs[0]))
    assert not set(other.masks) & set(made.masks)  # two histories, but no mask twice


def test_outputs_have_one_encoding_which_reads_back() -> None:
    for card in shuffled(4, fresh(cards(PACK, 6))).outputs:
        for half in (card.a, card.b):
            data = group.encode(half)
            assert group.decode(data) == half
            assert group.encode(group.decode(data)) == data


def test_a_shuffle_stops_after_every_card() -> None:
    inputs = fresh(cards(PACK, 53))
    assert sum(1 for _ in shuffle(bytes(32), b"", JOINT, inputs)) > 2 * 53


# -- what anyone sees is wrong --------------------------------------------------------------------

GOOD = shuffled(9, fresh(cards(PACK, 5))).outputs


@pytest.mark.parametrize(
    ("outputs", "reason"),
    [
        (GOOD, None),
        (GOOD[:4], "of 5 cards it made 4"),
        ((*GOOD, GOOD[0]), "of 5 cards it made 6"),
        ((), "of 5 cards it made 0"),
        ((*GOOD[:4], Masked(IDENTITY, GOOD[4].b)), "a card is the identity"),
        ((*GOOD[:4], Masked(GOOD[4].a, IDENTITY)), "a card is the identity"),
        ((*GOOD[:4], GOOD[0]), "a card comes twice"),
        ((*GOOD[:4], Masked(GOOD[0].a, GOOD[4].b)), "a card comes twice"),
        ((*GOOD[:4], Masked(GOOD[4].a, GOOD[0].b)), "a card comes twice"),
    ],
)
def test_outputs_are_looked_over(outputs: Sequence[Masked], reason: str | None) -> None:
    assert well_formed(5, outputs) == reason


# -- property 18: uniform, though all others leave the cards as they were -------------------------


def chi_square(counts: Sequence[int], expected: float) -> float:
    return sum((count - expected) ** 2 / expected for count in counts)


def bound(freedom: int) -> float:
    """Six standard deviations above the mean, by Wilson and Hilferty: passed once in 10^9."""
    spread = 2 / (9 * freedom)
    return float(freedom * (1 - spread + 6 * spread**0.5) ** 3)


def test_every_order_of_a_small_pack_is_alike(full: bool) -> None:
    deals = DEALS * 24 * (10 if full else 1)
    seen = Counter(order(seed.to_bytes(8, "big"), 4) for seed in range(deals))
    assert set(seen) == set(permutations(range(4)))
    assert chi_square([*seen.values()], deals / factorial(4)) < bound(factorial(4) - 1)


def test_every_card_is_in_every_slot_alike(full: bool) -> None:
    deals = 3000 * (10 if full else 1)
    seen: Counter[tuple[int, int]] = Counter()
    for seed in range(deals):
        seen.update(enumerate(order(b"slots" + seed.to_bytes(8, "big"), 53)))
    table = [seen[slot, place] for slot in range(53) for place in range(53)]
    assert chi_square(table, deals / 53) < bound(52 * 52)


@pytest.mark.parametrize("honest", range(3))
def test_one_honest_shuffler_among_idle_ones_makes_slots_uniform(honest: int, full: bool) -> None:
    table = cards(PACK, 3)
    deals = 240 * (10 if full else 1)
    seen: Counter[tuple[int | None, ...]] = Counter()
    for seed in range(deals):
        masked: Sequence[Masked] = fresh(table)
        for device in range(3):
            if device == honest:
                masked = shuffled(seed, masked, bytes([device])).outputs
        seen[tuple(places(masked, table))] += 1
    assert set(seen) == set(permutations(range(3)))
    assert chi_square([*seen.values()], deals / 6) < bound(5)


def test_the_bound_notices_a_shuffle_that_leans() -> None:
    def leaning(seed: int) -> tuple[int, ...]:  # swaps with any place: 4^4 ways for 24 orders
        cards = [0, 1, 2, 3]
        for i in range(4):
            j = mask(b"", 4 * seed + i) % 4
            cards[i], cards[j] = cards[j], cards[i]
        return tuple(cards)

    deals = DEALS * 24
    seen = Counter(map(leaning, range(deals)))
    assert chi_square([*seen.values()], deals / 24) > bound(23)


def test_masks_are_uniform_scalars() -> None:
    seen = Counter(
        mask(bytes([seed]), index) * 16 // group.ORDER for seed in range(20) for index in range(212)
    )
    assert chi_square([seen[part] for part in range(16)], 20 * 212 / 16) < bound(15)


def test_one_honest_shuffler_hides() -> None:
    """With all keys but its own, what comes out of an honest device is no card of the pack."""
    table = cards(PACK, 6)
    made = shuffled(5, fresh(table))
    for known in ([], KEYS[:1], KEYS[1:], KEYS[:2]):
        for output in made.outputs:
            assert which(opened(output, known), table) is None
    # The masks, or all of the keys, do open it: the test above sees what there is to see.
    for place, r, output in zip(made.permutation, made.masks, made.outputs, strict=True):
        assert output.b - JOINT.times(r) == card_point(PACK, place)
