"""The rules page tells the rules in force and no others; so do refusals and what a card is worth."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from engine.cards import PACK_52, PACK_53, SUITS, card_name, parse_card
from engine.forty_fives.house import HOUSE_RULES
from engine.forty_fives.play import FORTY_FIVES
from engine.forty_fives.ranking import order_of
from engine.forty_fives.rules import Rules, RulesError
from engine.forty_fives.words import worth
from engine.game import find, names
from engine.house import HouseRule
from tests.positions import random_fields
from tests.walks import FAMILY, HOUSE, insight, seeded_walks
from web.app.house import rules_line
from web.app.screens.chapters import Ladder
from web.app.screens.forty_fives.manual import chapters

VARIANTS = [name for name in names() if find(name).game is FORTY_FIVES]

# ------------------------------------------------------------------------- a sentence for every field

BESIDES: dict[str, list[dict[str, Any]]] = {
    "seats": [{"sides": 0}],
    "sides": [{"seats": (4,)}, {"seats": (6,)}],
    "joker": [{"held_back": ("5",)}],
    "held_back": [{"joker": True}],
    "hole_bid": [{"hole_pays": 120}, {"hole_pays": 0}],
    "hold": [{"rebid": True}],
    "rebid": [{"hold": "none"}],
    "bids": [{"near_bid": 0}],
    "target": [{"near_end": "all score"}],
}
"""What may be changed besides, so that a choice can be played; it is set on both sides."""


def no_end_by_score(rules: Rules) -> bool:
    return bool(rules.hands)


def nobody_is_near(rules: Rules) -> bool:
    return bool(rules.hands) or (rules.near_end == "all score" and not rules.near_bid)


def no_kitty_and_no_suit_in_bids(rules: Rules) -> bool:
    return not rules.kitty and rules.trump_named != "with the bid"


SAYS_NOTHING: dict[str, tuple[Callable[[Rules], bool], str]] = {
    "target": (no_end_by_score, "a game of so many hands has no target"),
    "goes_out": (no_end_by_score, "nor anybody who reaches it"),
    "near_end": (no_end_by_score, "nor is anybody near it"),
    "near_bid": (no_end_by_score, "nor is anybody near it"),
    "near": (nobody_is_near, "nothing changes for who is near the end"),
    "near_from": (nobody_is_near, "nothing changes for who is near the end"),
    "trump_named": (no_kitty_and_no_suit_in_bids, "without a kitty it comes to the same"),
}
"""Fields that change nothing, so that no sentence tells of them: where, and why."""


def told(rules: Rules) -> list[str]:
    """The whole rules page, sentence by sentence and card by card."""
    found = []
    for chapter in chapters(rules):
        found.append(chapter.title)
        for part in chapter.parts:
            found += [part.label, *part.cards] if isinstance(part, Ladder) else [part]
    return found


def pairs(rules: Rules, rule: HouseRule) -> Iterator[tuple[Rules, Rules]]:
    """Two tables that differ in the one field alone: its value here, and another it may have."""
    for choice in rule.choices:
        for besides in ({}, *BESIDES.get(rule.field, ())):
            try:
                one = replace(rules, **besides)
            except RulesError:
                one = rules
            try:
                other = replace(one, **{rule.field: choice.value})
            except RulesError:
                continue
            if one != other:
                yield one, other


def assert_told(rules: Rules, rule: HouseRule) -> int:
    """How many changes of the field were looked at; each is told, or is one of no effect."""
    silent, _ = SAYS_NOTHING.get(rule.field, (lambda rules: False, ""))
    count = 0
    for one, other in pairs(rules, rule):
        same = told(one) == told(other)
        assert same == (silent(one) and silent(other)), (rule.field, one, other)
        count += 1
    return count


@pytest.mark.parametrize("rule", HOUSE_RULES, ids=lambda rule: rule.field)
def test_a_changed_rule_changes_a_sentence(rule: HouseRule) -> None:
    changed = [assert_told(find(name).rules, rule) for name in VARIANTS]
    if rule.field in ("hole_bid", "hole_pays"):  # the bid and its payment come and go together
        assert told(Rules()) != told(Rules(hole_bid=60, hole_pays=60))
        assert assert_told(Rules(hole_bid=60, hole_pays=60), rule) or rule.field == "hole_bid"
    else:
        assert all(changed), f"{rule.field} was not changed at every table"


@pytest.mark.parametrize("rule", HOUSE_RULES, ids=lambda rule: rule.field)
def test_a_changed_rule_changes_a_sentence_of_any_table(rule: HouseRule, full: bool) -> None:
    rng, count = Random(5), 0
    while count < (400 if full else 40):
        try:
            rules = Rules(**random_fields(rng))
        except RulesError:
            continue
        assert_told(rules, rule)
        count += 1


def test_every_variant_has_a_page_of_its_own() -> None:
    pages = {name: tuple(told(find(name).rules)) for name in VARIANTS}
    assert len(set(pages.values())) == len(pages)
    for name in VARIANTS:
        variant = find(name)
        assert rules_line(variant, variant.rules) == f"{variant.title} as written"
        one = replace(variant.rules, no_trump="last trick")
        assert rules_line(variant, one) == f"{variant.title} with 1 house rule"


# --------------------------------------------------------------------------- no rule that is not there

ABSENT: dict[str, tuple[Callable[[Rules], bool], tuple[str, ...]]] = {
    "the Joker": (lambda r: not r.joker, ("Joker", "JK")),
    "partners": (lambda r: not r.sides, ("artner", "side plays", "’s side", "'s side")),
    "holding": (lambda r: r.hold == "none", ("may hold:", "dealer may hold", "held bidder")),
    "the duel": (lambda r: r.hold != "duel", ("held bidder",)),
    "the hole": (lambda r: not r.hole_bid, ("below zero",)),
    "holding back": (lambda r: not r.held_back, ("held back", "hold it back", "forced out")),
    "following suit": (lambda r: r.plain_lead == "free", ("follow suit",)),
    "the end": (lambda r: nobody_is_near(r), ("began the hand", "near the end", "that stands")),
    "a lowest bid there": (lambda r: not r.near_bid, ("may not bid under",)),
    "the target": (no_end_by_score, ("goes out", "or more after a hand", "first to")),
    "the stock": (lambda r: r.short_stock == "cap", ("shuffled into a new",)),
    "the suit in the bid": (lambda r: r.trump_named != "with the bid", ("with the bid",)),
    "a redeal": (lambda r: r.all_pass != "redeal", ("new deal", "next dealer deals.")),
    "being stuck": (lambda r: r.all_pass == "redeal", ("stuck",)),
    "the kitty": (lambda r: not r.kitty, ("up the kitty", "the kitty,")),
}
"""What is spoken of → where it is not, and the words that would speak of it."""


def spoken_of(rules: Rules, sentence: str) -> list[str]:
    """The rules a sentence speaks of that are not in force."""
    return [
        what
        for what, (absent, phrases) in ABSENT.items()
        if absent(rules) and any(phrase in sentence for phrase in phrases)
    ]


@pytest.mark.parametrize("name", [*FAMILY, *HOUSE])
def test_the_page_speaks_of_no_rule_that_is_not_in_force(name: str) -> None:
    rules = {**FAMILY, **HOUSE}[name].rules
    for sentence in told(rules):
        assert not spoken_of(rules, sentence), sentence


@pytest.mark.parametrize("name", [*FAMILY, *HOUSE])
def test_no_refusal_speaks_of_a_rule_that_is_not_in_force(name: str) -> None:
    rules, met = {**FAMILY, **HOUSE}[name].rules, set()
    for walk in seeded_walks(name, 1, 2):
        game = walk.game
        for state in walk.states[::3]:
            for seat in walk.seats:
                view = game.masked(state, seat)
                for move in insight(game).sayings(state, seat):
                    refusal = game.why_illegal(view, seat, move)
                    if refusal is not None and (refusal.rule, seat) not in met:
                        met.add((refusal.rule, seat))
                        sentence = game.explain(view, seat, refusal)
                        assert not spoken_of(rules, sentence), sentence
    assert met


@pytest.mark.parametrize("name", VARIANTS)
def test_a_card_is_worth_what_it_is_at_this_table(name: str) -> None:
    rules = find(name).rules
    for trump in SUITS:
        order = order_of(rules, trump)
        waits = {parse_card(t + trump if t in ("5", "J") else t) for t in rules.held_back}
        for card in PACK_53 if rules.joker else PACK_52:
            sentence = worth(order, rules, card)
            assert not spoken_of(rules, sentence), sentence
            back = "hold it back" in sentence or "forced out" in sentence
            assert back == (card in waits), (card_name(card), sentence)
