"""House rules: every rule can be set in words, and what cannot work is refused with the reason."""

from __future__ import annotations

import ast
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from engine.forty_fives import rules as module
from engine.forty_fives.house import HOUSE_RULES
from engine.forty_fives.rules import CHOICES, Rules, RulesError
from engine.game import find
from engine.house import Choice, HouseRule
from tests.tables import TABLES

FIELDS = [field.name for field in fields(Rules)]

# ----------------------------------------------------------------------------- what a table may set


def test_every_field_can_be_set_once_and_in_order() -> None:
    assert [rule.field for rule in HOUSE_RULES] == FIELDS
    titles = [rule.title for rule in HOUSE_RULES]
    assert len(set(titles)) == len(titles)


@pytest.mark.parametrize("rule", HOUSE_RULES, ids=lambda rule: rule.field)
def test_a_rule_is_told_in_words(rule: HouseRule) -> None:
    assert rule.title[:1].isupper() and not rule.title.endswith(".")
    assert rule.sentence[:1].isupper() and rule.sentence.endswith(".")
    labels = [choice.label for choice in rule.choices]
    assert len(labels) > 1 and len(set(labels)) == len(labels)
    assert all(label.strip() == label and label for label in labels)
    values = [choice.value for choice in rule.choices]
    assert len(set(values)) == len(values)
    assert all(rule.shown(choice.value) == choice.label for choice in rule.choices)
    assert rule.shown("something else") == "something else"


@pytest.mark.parametrize("rule", HOUSE_RULES, ids=lambda rule: rule.field)
def test_every_value_that_is_named_and_every_variant_s_is_a_choice(rule: HouseRule) -> None:
    values = {choice.value for choice in rule.choices}
    assert set(CHOICES.get(rule.field, ())) <= values
    assert {flags[rule.field] for flags in TABLES.values()} <= values


NEEDS: dict[tuple[str, Any], dict[str, Any]] = {
    ("sides", 2): {"seats": (4,)},
    ("sides", 3): {"seats": (6,)},
    ("joker", False): {"held_back": ("5",)},
    ("hole_bid", 60): {"hole_pays": 120},
    ("hole_pays", 60): {"hole_bid": 60},
    ("hole_pays", 120): {"hole_bid": 60},
    ("hold", "duel"): {"rebid": True},
    ("target", 55): {"near_end": "all score"},
    ("target", 60): {"near_end": "all score"},
}
"""What a choice needs besides, where 110 otherwise as written does not take it."""


@pytest.mark.parametrize(
    ("rule", "choice"),
    [
        pytest.param(rule, choice, id=f"{rule.field}-{choice.label}")
        for rule in HOUSE_RULES
        for choice in rule.choices
    ],
)
def test_every_choice_can_be_played(rule: HouseRule, choice: Choice) -> None:
    game = find("110").game
    needs = NEEDS.get((rule.field, choice.value), {})
    if needs:
        with pytest.raises(RulesError):
            Rules(**{rule.field: choice.value})
    rules = game.parse_rules({rule.field: choice.value, **needs}, Rules())
    state = game.deal(game.start(rules, rules.seats[0], 0))
    assert game.owed(state)


# -------------------------------------------------------------------------------- what cannot work

CANNOT: dict[str, list[dict[str, Any]]] = {
    "is not one of": [{field: "something"} for field in CHOICES],
    "Two to six players": [{"seats": ()}, {"seats": (1, 2)}, {"seats": (7,)}],
    "two sides, three sides, or everyone": [{"sides": 1}, {"sides": 4}, {"sides": -2}],
    "number of players that makes them equal": [
        {"sides": 2},
        {"sides": 2, "seats": (2,)},
        {"sides": 2, "seats": (4, 5)},
        {"sides": 3, "seats": (3,)},
        {"sides": 3, "seats": (4,)},
    ],
    "The deal is a row of packets": [
        {"deal": ""},
        {"deal": "three two"},
        {"deal": "3 2 k"},
        {"deal": "3 2 k0"},
        {"deal": "3 2 -1 1"},
        {"deal": "3 2 kk3"},
    ],
    "must be dealt 5 cards": [{"deal": "3"}, {"deal": "3 3 k3"}, {"deal": "k5"}],
    "too large to pick up": [{"deal": "3 2 k9"}],
    "different figures from 5 to 30": [
        {"bids": ()},
        {"bids": (20, 15)},
        {"bids": (15, 15)},
        {"bids": (0, 15)},
        {"bids": (30, 35)},
    ],
    "Bids go up in fives": [{"bids": (15, 18)}],
    "above every other and pay at least itself": [
        {"hole_bid": 30, "hole_pays": 60},
        {"hole_bid": 60},
        {"hole_bid": 60, "hole_pays": 30},
    ],
    "goes up in fives too": [
        {"hole_bid": 61, "hole_pays": 120},
        {"hole_bid": 125, "hole_pays": 250},
    ],
    "needs that bid": [{"hole_pays": 120}],
    "must be one of the bids": [{"near_bid": 10}, {"near_bid": -5}],
    "A duel with the dealer needs": [{"hold": "duel"}],
    "may be held back, each once": [{"held_back": ("5", "5")}, {"held_back": ("A",)}],
    "Without the Joker in the pack": [{"joker": False}],
    "from 25 to 500": [{"target": 20}, {"target": 505}],
    "cannot pay less than was bid": [{"slam_pays": 25}, {"slam_pays": -60}],
    "must cost something": [{"slam_costs": 0}, {"slam_costs": -30}],
    "up to 20 hands": [{"hands": 21}, {"hands": -1}],
    "would never begin": [{"target": 55}, {"near": 115, "near_end": "sides that bid"}],
}
"""A part of the sentence → changes to 110 that are refused with it."""


@pytest.mark.parametrize(
    ("sentence", "changes"),
    [
        pytest.param(sentence, changes, id=f"{sentence}-{number}")
        for sentence, found in CANNOT.items()
        for number, changes in enumerate(found)
    ],
)
def test_what_cannot_work_is_refused_with_the_reason(
    sentence: str, changes: dict[str, Any]
) -> None:
    with pytest.raises(RulesError) as refused:
        Rules(**changes)
    told = str(refused.value)
    assert sentence in told
    assert told.endswith(".") and "None" not in told


def test_every_reason_that_is_written_is_met() -> None:
    """Each sentence of ``rules`` is told by one of the combinations above, or cannot be reached."""
    tree = ast.parse(Path(module.__file__).read_text(encoding="utf-8"))
    written = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.name.endswith("_problems"):
            for part in ast.walk(node):
                if isinstance(part, ast.Return) and isinstance(part.value, ast.List):
                    written |= {ast.unparse(text) for text in part.value.elts}
    sentences = {text for text in written if "*" not in text}
    unmet = {text for text in sentences if not any(part in _plain(text) for part in CANNOT)}
    assert unmet == {"'There are not enough cards for so many players and this kitty.'"}
    # Six players and a kitty of eight want 38 cards of 52: no other rule lets it come to that.


def _plain(text: str) -> str:
    return text.replace("{HAND}", "5").replace("{rules.sides} ", "")
