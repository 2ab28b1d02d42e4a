"""House rules: every rule can be set, what cannot work is refused, sets travel as text and link."""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import asdict, fields, replace
from random import Random
from typing import Any

import pytest

from engine.forty_fives.house import HOUSE_RULES
from engine.forty_fives.rules import CHOICES, Rules, RulesError
from engine.game import GameError, find, names
from engine.house import Choice, HouseRule
from engine.rule_sets import FORMAT, LONGEST, RuleSet, RuleSetError, parse_link, parse_text
from tests.positions import random_fields
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
    import ast
    from pathlib import Path

    from engine.forty_fives import rules

    tree = ast.parse(Path(rules.__file__).read_text(encoding="utf-8"))
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


# ------------------------------------------------------------------------------------ text and link


def random_rules(count: int) -> Iterator[Rules]:
    """Tables that can be played, every rule drawn at random."""
    rng = Random(33)
    while count:
        try:
            rules = Rules(**random_fields(rng))
        except RulesError:
            continue
        yield rules
        count -= 1


def test_rule_sets_parse_back() -> None:
    for number, name in enumerate(names()):
        variant = find(name)
        for rules in (variant.rules, *random_rules(40)):
            ours = RuleSet(variant, rules, f"Kitchen {number}")
            assert parse_text(ours.text()) == ours
            assert parse_link(ours.link()) == ours
            assert parse_text(ours.text()).text() == ours.text()
            assert len(ours.text()) < LONGEST / 2
            assert set(ours.link()) <= set(
                "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
            )


def test_a_set_as_written_holds_no_changes() -> None:
    for name in names():
        assert "\nrules {}\n" in RuleSet(find(name), find(name).rules).text()


def text_with(game: str = "110", name: str = "", rules: Any = "{}") -> str:
    """A rule set as text, its parts as they are given."""
    told = rules if isinstance(rules, str) else json.dumps(rules)
    return f"{FORMAT}\ngame {game}\nname {name}\nrules {told}\n"


def link_of(text: str | bytes) -> str:
    """The link that holds a text."""
    data = text if isinstance(text, bytes) else text.encode()
    return base64.urlsafe_b64encode(zlib.compress(data, 9)).decode().rstrip("=")


def refused(read: Any, given: str) -> str:
    """The sentence with which it is refused."""
    with pytest.raises(GameError) as error:
        read(given)
    told = str(error.value)
    assert told and told[0].isupper() and told.endswith((".", "}")), told
    assert len(told) < 400, "a sentence, not the whole thing back"
    return told


HOSTILE: Mapping[str, str] = {
    "nothing": "",
    "another format": "card-night rules 2\ngame 110\nrules {}",
    "a record": "card-night 1\ngame 110\nseed a\ndealer 0\nmoves\n",
    "no game": f"{FORMAT}\nrules {{}}",
    "no rules": f"{FORMAT}\ngame 110\nname x",
    "unknown game": text_with(game="snap"),
    "a game of markup": text_with(game="<script>alert(1)</script>"),
    "a very long game": text_with(game="x" * 3000),
    "no JSON": text_with(rules="{"),
    "a list": text_with(rules=[]),
    "a number": text_with(rules="7"),
    "null": text_with(rules="null"),
    "unknown field": text_with(rules={"bunker": True}),
    "a very long field": text_with(rules={"x" * 2000: True}),
    "a field of Python": text_with(rules={"__class__": "int"}),
    "a property": text_with(rules={"kitty": 3}),
    "a number for a text": text_with(rules={"deal": 5}),
    "a text for a number": text_with(rules={"target": "110"}),
    "a fraction": text_with(rules={"target": 110.5}),
    "a number for yes": text_with(rules={"joker": 1}),
    "yes for a number": text_with(rules={"target": True}),
    "no number at all": text_with(rules='{"target": NaN}'),
    "endless": text_with(rules='{"target": Infinity}'),
    "null inside": text_with(rules={"target": None}),
    "an object inside": text_with(rules={"target": {"a": 1}}),
    "a list of texts": text_with(rules={"bids": ["15"]}),
    "a list of lists": text_with(rules={"seats": [[4]]}),
    "huge": text_with(rules={"target": 10**300}),
    "more digits than can be read": text_with(rules=f'{{"target": {"9" * 3900}}}'),
    "many seats": text_with(rules={"seats": [4] * 900 + [9]}),
    "a huge packet": text_with(rules={"deal": "3 2 k" + "9" * 3000}),
    "nested": text_with(rules='{"seats": ' + "[" * 3000),
    "nested and closed": text_with(rules="[" * 1900 + "]" * 1900),
    "cannot be played": text_with(rules={"hold": "duel"}),
    "surrogates": text_with(rules='{"\\ud800": 1}'),
    "control letters": text_with(rules='{"deal": "\\u0000\\u001b[2J"}'),
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_a_hostile_text_is_refused_with_a_sentence(text: str) -> None:
    refused(parse_text, text)
    refused(parse_link, link_of(text))


BROKEN_LINKS: Mapping[str, str] = {
    "nothing": "",
    "no base64": "!!!!",
    "letters of the world": "häh?",
    "a space": "eJ xx",
    "not packed": base64.urlsafe_b64encode(b"card-night rules 1").decode(),
    "packed bytes that are no text": link_of(b"\xff\xfe\x00"),
    "a bomb": link_of(b"0" * 10_000_000)[:LONGEST],
    "a bomb of rules": link_of(text_with(name="x" * 2_000_000))[:LONGEST],
    "too long": "A" * (LONGEST + 1),
    "a million letters": "A" * 1_000_000,
    "a cut letter": link_of(text_with())[:-1],
    "one letter": "A",
}


@pytest.mark.parametrize("link", BROKEN_LINKS.values(), ids=BROKEN_LINKS.keys())
def test_a_broken_link_is_refused_with_a_sentence(link: str) -> None:
    with pytest.raises(RuleSetError):
        parse_link(link)
    refused(parse_link, link)


def test_a_link_cut_anywhere_is_refused() -> None:
    whole = RuleSet(find("forty-fives"), replace(find("forty-fives").rules, near=90), "Kitchen")
    link = whole.link()
    for length in range(len(link)):
        refused(parse_link, link[:length])


def test_whatever_comes_is_a_rule_set_or_a_sentence() -> None:
    """Bits flipped, bytes at random, pieces swapped: two thousand tries, always the same ones."""
    rng = Random(2000)
    good = [RuleSet(find(name), rules, "Nora") for name in names() for rules in random_rules(3)]
    for number in range(2000):
        ours = good[rng.randrange(len(good))]
        read, given = [
            (parse_link, _flipped(rng, ours.link().encode()).decode("latin-1")),
            (parse_link, link_of(_flipped(rng, ours.text().encode()))),
            (parse_text, _flipped(rng, ours.text().encode()).decode("latin-1")),
            (parse_text, _swapped(rng, ours.text(), good[rng.randrange(len(good))].text())),
            (parse_link, bytes(rng.randrange(256) for _ in range(60)).decode("latin-1")),
        ][number % 5]
        try:
            found = read(given)
        except GameError as error:
            assert str(error)
            continue
        assert found.variant.game.start(found.rules, found.rules.seats[0], 0)
        assert parse_text(found.text()) == found


def _flipped(rng: Random, data: bytes) -> bytes:
    """The bytes with a few bits turned over."""
    changed = bytearray(data)
    for _ in range(rng.randint(1, 4)):
        changed[rng.randrange(len(changed))] ^= 1 << rng.randrange(8)
    return bytes(changed)


def _swapped(rng: Random, one: str, other: str) -> str:
    """The beginning of one text and the end of another."""
    return one[: rng.randrange(len(one))] + other[rng.randrange(len(other)) :]


NAMES = {
    "  Grandma's   kitchen ": "Grandma's kitchen",
    "a\u0000b\u001b[2J": "a b [2J",
    "x" * 100: "x" * 24,
    "<script>alert(1)</script>": "<script>alert(1)</script",
    "\u202egnp.exe": "gnp.exe",
    "Küche ★": "Küche ★",
}


@pytest.mark.parametrize(("given", "kept"), NAMES.items())
def test_names_are_cleaned(given: str, kept: str) -> None:
    assert parse_text(text_with(name=given)).name == kept
    assert parse_link(link_of(text_with(name=given))).name == kept


def test_a_name_cannot_smuggle_a_line_in() -> None:
    for end in ("\n", "\r", "\u2028", "\x0b", "\x85"):
        name = f'a{end}rules {{"target": 55}}'
        ours = RuleSet(find("110"), Rules(), name)
        with_it = ours.text()
        assert parse_text(with_it).rules == Rules() or end in with_it


def test_changes_of_a_variant_are_plain_values() -> None:
    for name in names():
        variant = find(name)
        changes = variant.game.rules_changes(variant.rules, Rules())
        back = variant.game.parse_rules(json.loads(json.dumps(changes)), Rules())
        assert asdict(back) == TABLES[name]
