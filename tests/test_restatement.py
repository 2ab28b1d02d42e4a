"""The engine and the naive restatement agree, position by position, at every kind of table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from random import Random

import pytest

from engine.cards import PACK_53, card_text, parse_card
from engine.forty_fives import cases
from engine.forty_fives.ranking import order_of
from engine.forty_fives.rules import Rules, RulesError
from engine.game import GameError, find
from tests import positions
from tests.naive import forty_fives as naive
from tests.positions import CLASSES, SUITS, Given, Position
from tests.tables import FORTY_FIVES, ONE_TEN, TABLES

COUNTS_110 = {"legal": 50_000, "trick": 25_000, "score": 25_000, "auction": 12_000}
COUNTS_45 = {"legal": 12_000, "trick": 6_000, "score": 6_000, "auction": 6_000}
COUNTS_VARIANT = {"legal": 1500, "trick": 600, "score": 1500, "auction": 1000}
HOUSE_TABLES = 500
COUNTS_HOUSE = {"legal": 14, "trick": 4, "score": 14, "auction": 12}


def house_rules(seed: int, count: int) -> Iterator[Rules]:
    """So many different tables that can be played, every field drawn at random."""
    rng = Random(seed)
    while count:
        try:
            rules = Rules(**positions.random_fields(rng))
        except RulesError:
            continue
        count -= 1
        yield rules


def small_kinds(rules: Rules) -> Iterator[Position]:
    """Every position of the kinds that show seating, deal, order, throw and lead."""
    for players in range(2, 7):
        yield "seats", {"players": players}
    for players in rules.seats:
        for bidder in (False, True):
            yield "throw", {"players": players, "bidder": bidder}
        for dealer in range(players):
            yield "deal", {"players": players, "dealer": dealer}
            for seat in range(players):
                given = {"players": players, "dealer": dealer, "bidder": seat}
                yield "lead", given
                yield "order", given


def assert_agree(rules: Rules, drawn: Iterable[Position]) -> None:
    """Both give the same answer to each position; else say all that is needed to see why."""
    flags = asdict(rules)
    for kind, given in drawn:
        ours = naive.answer(flags, kind, given)
        theirs = cases.answer(rules, kind, given)
        if unordered(ours) != unordered(theirs):
            pytest.fail(mismatch(rules, kind, given, ours, theirs))


def unordered(got: naive.Answer) -> naive.Answer:
    """The answer with its set of legal cards or calls in one order."""
    return got | {"legal": sorted(map(str, got["legal"]))} if "legal" in got else got


def mismatch(
    rules: Rules, kind: str, given: Given, ours: naive.Answer, theirs: naive.Answer
) -> str:
    """Flags, kind, position and both answers, one a line."""
    return (
        f"the restatement and the engine disagree\nrules: {rules}\nkind: {kind}\ngiven: {given}\n"
        f"restatement: {ours}\nengine: {theirs}"
    )


def test_the_tables_are_the_engines() -> None:
    assert asdict(Rules()) == ONE_TEN
    assert {name: asdict(find(name).rules) for name in TABLES} == TABLES


@pytest.mark.parametrize("kind", COUNTS_110)
def test_110(kind: str) -> None:
    drawn = positions.positions(110, ONE_TEN, {kind: COUNTS_110[kind]})
    assert_agree(Rules(), drawn)


@pytest.mark.parametrize("kind", COUNTS_45)
def test_forty_fives(kind: str) -> None:
    drawn = positions.positions(45, FORTY_FIVES, {kind: COUNTS_45[kind]})
    assert_agree(Rules(**FORTY_FIVES), drawn)


@pytest.mark.parametrize("kind", COUNTS_VARIANT)
@pytest.mark.parametrize("name", TABLES)
def test_variants(name: str, kind: str) -> None:
    drawn = positions.positions(7, TABLES[name], {kind: COUNTS_VARIANT[kind]})
    assert_agree(find(name).rules, drawn)


@pytest.mark.parametrize("kind", COUNTS_HOUSE)
def test_house_rules(kind: str) -> None:
    for number, rules in enumerate(house_rules(2025, HOUSE_TABLES)):
        drawn = positions.positions(number, asdict(rules), {kind: COUNTS_HOUSE[kind]})
        assert_agree(rules, drawn)


def test_small_kinds() -> None:
    for rules in (*(find(name).rules for name in TABLES), *house_rules(11, 100)):
        assert_agree(rules, small_kinds(rules))


@pytest.mark.parametrize(
    ("seed", "flags", "counts"),
    [(110, ONE_TEN, COUNTS_110), (45, FORTY_FIVES, COUNTS_45)],
    ids=["110", "forty-fives"],
)
def test_every_class_is_a_tenth_of_the_legal_positions(
    seed: int, flags: naive.Flags, counts: dict[str, int]
) -> None:
    drawn = positions.positions(seed, flags, {"legal": counts["legal"]})
    found = positions.count_classes(flags, drawn)
    assert all(found[name] * 10 >= found["all"] for name in CLASSES), found


def test_house_rules_meet_every_choice() -> None:
    met: Counter[tuple[str, object]] = Counter()
    for rules in house_rules(2025, HOUSE_TABLES):
        met.update(asdict(rules).items())
    for name in ONE_TEN:
        assert len({value for field, value in met if field == name}) > 1, name


@pytest.mark.parametrize("name", TABLES)
def test_calls_that_could_not_happen_are_refused_by_both(name: str) -> None:
    flags, rules = TABLES[name], find(name).rules
    for given in illegal_auctions(flags, 500):
        with pytest.raises(ValueError):
            naive.answer(flags, "auction", given)
        with pytest.raises((ValueError, GameError)):
            cases.answer(rules, "auction", given)


def illegal_auctions(flags: naive.Flags, count: int) -> Iterator[Given]:
    """Legal auctions with one more call: out of turn, not open to that seat, or after the end."""
    rng = Random(7)
    for _ in range(count):
        given = positions.auction(rng, flags)
        now = naive.answer(flags, "auction", given)
        open_calls = now.get("legal", [])
        said = ("hold", 15, 20, 25, 30, 35, 60, "15 S", "20 H", "30 X", "60 D")
        wrong = [call for call in said if call not in open_calls]
        seat = now.get("turn", 0)
        last = rng.choice([[(seat + 1) % given["players"], "pass"], [seat, rng.choice(wrong)]])
        yield given | {"calls": [*given["calls"], last]}


@pytest.mark.parametrize("trump", SUITS)
def test_strengths_are_defined_and_strictly_ordered(trump: str) -> None:
    order = order_of(Rules(), trump)
    assert len(order.strength) == len(PACK_53) == 53
    suits = [naive.trump_order(ONE_TEN, trump)]
    suits += [naive.plain_order(suit) for suit in SUITS if suit != trump]
    for cards in suits:
        strengths = [order.strength[parse_card(card)] for card in cards]
        assert strengths == sorted(set(strengths), reverse=True), cards
        assert len({order.suit[parse_card(card)] for card in cards}) == 1, cards
    assert sorted(card for cards in suits for card in cards) == sorted(map(card_text, PACK_53))


@pytest.mark.parametrize("trump", SUITS)
def test_any_two_cards_compare_as_the_restatement_says(trump: str) -> None:
    order = order_of(Rules(), trump)
    for led in PACK_53:
        for later in PACK_53:
            if led != later:
                plays = [card_text(led), card_text(later)]
                beaten = order.power[led][later] > order.power[led][led]
                assert beaten == (naive.trick_winner(ONE_TEN, trump, plays) == 1), plays
