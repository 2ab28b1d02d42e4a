"""Rule sets travel as text and as link; what comes broken or hostile is refused with a sentence."""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import asdict, replace
from random import Random
from typing import Any

import pytest

from engine.forty_fives.rules import Rules
from engine.game import GameError, Variant, find, names
from engine.rule_sets import FORMAT, LONGEST, RuleSet, RuleSetError, parse_link, parse_text
from tests.tables import TABLES


def random_rules(variant: Variant, count: int) -> Iterator[Any]:
    """Rules of the variant's game that can be played, each drawn at random from its choices."""
    rng = Random(33)
    game = variant.game
    while count:
        drawn = {rule.field: rng.choice(rule.choices).value for rule in game.house_rules()}
        try:
            rules = game.parse_rules(drawn, variant.rules)
        except ValueError:
            continue
        yield rules
        count -= 1


def test_rule_sets_parse_back() -> None:
    for number, name in enumerate(names()):
        variant = find(name)
        for rules in (variant.rules, *random_rules(variant, 40)):
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
    assert told and told[0].isupper() and told.endswith("."), told
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
    variants = [find(name) for name in names()]
    good = [RuleSet(it, rules, "Nora") for it in variants for rules in random_rules(it, 3)]
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
        assert any(can_start(found, players) for players in range(2, 11))
        assert parse_text(found.text()) == found


def can_start(found: RuleSet, players: int) -> bool:
    """Whether so many can play by the rules."""
    try:
        return bool(found.variant.game.start(found.rules, players, 0))
    except GameError:
        return False


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
        for line in ("game forty-fives", 'rules {"target": 55}'):
            ours = RuleSet(find("110"), Rules(), f"a{end}{line}")
            found = parse_text(ours.text())
            assert (found.variant, found.rules) == (ours.variant, ours.rules)
            assert found.name == f"a {line}"[:24].strip()


def test_changes_of_a_variant_are_plain_values() -> None:
    for name in TABLES:
        variant = find(name)
        changes = variant.game.rules_changes(variant.rules, Rules())
        back = variant.game.parse_rules(json.loads(json.dumps(changes)), Rules())
        assert asdict(back) == TABLES[name]
