"""What players read about the rules: a sentence for every refusal, true for the table it is said at."""

from __future__ import annotations

import ast
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine.cards import PACK_52, PACK_53, SUITS, card_name, parse_card
from engine.deeds import words as deeds_words
from engine.deeds.play import Deeds
from engine.forty_fives import legality, words
from engine.forty_fives.play import FORTY_FIVES, FortyFives
from engine.forty_fives.ranking import order_of
from engine.forty_fives.rules import Rules
from engine.forty_fives.state import Contract, Play, Playing, Table
from engine.game import Refusal, find
from tests.naive import forty_fives as naive
from tests.tables import ONE_TEN
from tests.walks import DEEDS_HOUSE, HOUSE, TABLES, insight, seeded_walks

ENGINE = Path(__file__).resolve().parent.parent / "engine"


def of_game(tables: dict[str, Any], game: type) -> list[str]:
    """The names of the tables at which a game is played."""
    return [name for name, table in tables.items() if isinstance(table.game, game)]


#: The folder of a game, its sentences, its tables, and the rules no walk meets, with the reason.
GAMES: dict[str, tuple[Any, list[str], set[str]]] = {
    "forty_fives": (
        words,
        [*of_game(TABLES, FortyFives), *HOUSE],
        {
            "own bid",  # an auction is over before the top bidder is asked again
            "too low near the end",  # the walks are too short to come near the end
        },
    ),
    "deeds": (
        deeds_words,
        [*of_game(TABLES, Deeds), *DEEDS_HOUSE],
        # Walks are too short for buildings side by side; the boards of `test_deeds_…` meet these.
        {
            "hotel first",
            "house before hotel",
            "in your complete set",
            "one hotel",
            "one house",
            "unknown card",
        },
    ),
}


def rules_named_in_code(folder: str) -> set[str]:
    """The first argument of every ``Refusal(…)`` written in a game's modules."""
    found = set()
    for file in (ENGINE / folder).glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Refusal":
                texts = [part for part in ast.walk(node.args[0]) if isinstance(part, ast.Constant)]
                found |= {part.value for part in texts if isinstance(part.value, str)}
    return found


@pytest.mark.parametrize("game", GAMES)
def test_every_refusal_has_a_sentence_and_every_sentence_a_refusal(game: str) -> None:
    assert rules_named_in_code(game) == set(GAMES[game][0].RULE_NAMES)


def refusals(name: str) -> set[str]:
    """Every rule that refuses something on walks at the table, its sentence looked at."""
    met = set()
    for walk in seeded_walks(name, 4 if name in TABLES else 1, 2):
        game = walk.game
        for state in walk.states[:: 1 if name in TABLES else 3]:
            for seat in walk.seats:
                view = game.masked(state, seat)
                for move in insight(game).sayings(state, seat):
                    refusal = game.why_illegal(view, seat, move)
                    if refusal is not None and (refusal.rule, seat) not in met:
                        met.add((refusal.rule, seat))
                        is_sentence(game.explain(view, seat, refusal))
    return {rule for rule, _ in met}


def is_sentence(text: str) -> None:
    assert text[0].isupper(), text
    assert text.endswith("."), text
    assert "None" not in text, text
    assert "  " not in text, text


@pytest.mark.parametrize("game", GAMES)
def test_what_is_never_met_has_a_sentence_too(game: str) -> None:
    sentences, tables, never_met = GAMES[game]
    state = seeded_walks(tables[0], 1, 1)[0].states[1]
    for rule in never_met:
        is_sentence(sentences.explain(state, 0, Refusal(rule)))


@pytest.mark.parametrize("game", GAMES)
def test_every_refusal_is_met_and_explained(game: str) -> None:
    sentences, tables, never_met = GAMES[game]
    met = set[str]().union(*(refusals(name) for name in tables))
    assert met == set(sentences.RULE_NAMES) - never_met


def refused_play(rules: Rules, trump: str, led: str, hand: str, played: str) -> str:
    """What a player is told who holds the hand and plays that card to the lead."""
    cards = [parse_card(text) for text in hand.split()]
    faces = (*cards, parse_card(led))
    table = Table(rules, 2, 0, (), faces, ())
    contract = Contract((), 0, 15, order_of(rules, trump))
    hands = ((), tuple(range(len(cards))))
    state = Playing(table, contract, hands, 0, (len(cards),), ())
    refusal = legality.why_illegal(state, 1, Play(hand.split().index(played)))
    assert refusal is not None
    return words.explain(state, 1, refusal)


def test_a_refused_card_names_the_cards_that_bind() -> None:
    told = refused_play(Rules(), "S", "9S", "2S 3D 5S", "3D")
    assert told == (
        "The Nine of Spades is a trump, and you hold the Two of Spades, which cannot be held back "
        "from it: play a trump."
    )
    told = refused_play(Rules(), "S", "KD", "4D 3C QD", "3C")
    assert told == (
        "Diamonds were led and you hold the Four of Diamonds and the Queen of Diamonds: "
        "follow suit or play a trump."
    )


def test_the_joker_led_is_told_as_a_trump() -> None:
    assert refused_play(Rules(), "C", "JK", "2C 3D", "3D").startswith("The Joker is a trump")


def test_nothing_is_said_of_holding_back_where_nobody_may() -> None:
    rules = Rules(held_back=())
    told = refused_play(rules, "S", "9S", "5S 3D", "3D")
    assert "held back" not in told
    for trump in SUITS:
        for card in PACK_53:
            told = words.worth(order_of(rules, trump), rules, card)
            assert "hold" not in told
            assert "forced" not in told


def test_a_hidden_card_is_not_named() -> None:
    for walk in seeded_walks("110-4", 4, 2):
        for state in walk.states:
            public = walk.game.masked(state)
            for seat in walk.seats:
                for move in insight(walk.game).sayings(state, seat):
                    refusal = walk.game.why_illegal(state, seat, move)
                    if refusal is not None and refusal.rule == "trumps led":
                        told = words.explain(public, seat, refusal)
                        own = [state.table.faces[slot] for slot in refusal.slots]
                        assert not any(f"hold the {card_name(card)}" in told for card in own)


def test_a_refusal_of_the_wrong_count_says_how_many() -> None:
    state = seeded_walks("110-4", 1, 1)[0].states[-1]
    assert words.explain(state, 0, Refusal("throw more", (1,))).startswith("Choose one card more")
    assert "2 cards too many" in words.explain(state, 0, Refusal("throw fewer", (2,)))


# --------------------------------------------------------------------------------- what cards are


@pytest.mark.parametrize(
    ("trump", "card", "told"),
    [
        ("S", "5S", "The best trump: nothing beats it, and it can never be forced out."),
        ("S", "JS", "The second-best trump: only the 5 beats it. You may hold it back from a lower trump."),
        ("H", "KH", "The fifth-best trump: only the 5, the Jack, the Joker and the Ace of Hearts beat it."),
        ("D", "2D", "A trump: 14 trumps beat it."),
        ("D", "KS", "The highest plain card in Spades; any trump beats it."),
        ("D", "AS", "A plain card in Spades: 3 of its suit and any trump beat it."),
        ("S", "AD", "A plain card in Diamonds: 12 of its suit and any trump beat it."),
    ],
)  # fmt: skip
def test_worth_of_a_card(trump: str, card: str, told: str) -> None:
    assert words.worth(order_of(Rules(), trump), Rules(), parse_card(card)) == told


@pytest.mark.parametrize("name", ["110", "forty-fives"])
def test_worth_of_every_card_is_what_the_restatement_counts(name: str) -> None:
    rules = find(name).rules
    flags = ONE_TEN | {"joker": rules.joker}
    for trump in SUITS:
        order, trumps = order_of(rules, trump), naive.trump_order(flags, trump)
        for card in PACK_53 if rules.joker else PACK_52:
            told = words.worth(order, rules, card)
            is_sentence(told)
            text = FORTY_FIVES.face_text(card)
            assert (text in trumps) == ("trump:" in told)
            assert rules.joker or "Joker" not in told
            if text in trumps and trumps.index(text) >= 5:
                assert f": {trumps.index(text)} trumps" in told


def test_trump_counts_in_words() -> None:
    order = order_of(Rules(), "S")
    for hand, told in (
        ("2H 3H", "no trump"),
        ("5S 3H", "only the 5"),
        ("5S JK AH", "three trumps, the 5 among them"),
        ("AH 3H", "one trump"),
    ):
        cards = [parse_card(text) for text in hand.split()]
        assert words.trump_count(order, Rules(), cards) == told


def test_lists_read_as_in_a_sentence() -> None:
    items = ["a", "b", "c"]
    assert [words.listed(items[:n]) for n in range(4)] == ["", "a", "a and b", "a, b and c"]
    assert words.listed(items, "or") == "a, b or c"


# ---------------------------------------------------------------------------------- what happened

NAMES = ["You", "Anna", "Ben", "Cleo", "Dan", "Ella"]


def told_on_walks(name: str, count: int) -> list[tuple[int, str]]:
    """Every sentence said on walks at the table, with the seat that moved."""
    return [
        (seat, walk.game.said(before, seat, move, after, NAMES))
        for walk in seeded_walks(name, count, 2)
        for before, seat, move, after in walk.moves()
    ]


WANTED = {
    "110-6": [
        "Anna passes.",
        "You pass.",
        "You bid 15.",
        "names Spades as trumps and picks up the kitty.",
        "throws three cards away.",
        "You throw",
        "keeps all five cards.",
        "The stock has run out: what was thrown is shuffled into a new one.",
        "You lead the ",
        " and takes the trick.",
        " and take the trick.",
        "; you take the trick.",
        " misses the bid of 30 and loses 30.",
    ],
    "forty-fives-4": [
        " gives up",
        "holds ",
        "You and Ben ",
        "Anna and Cleo ",
    ],
}


@pytest.mark.parametrize("name", WANTED)
def test_the_sentences_of_a_game(name: str) -> None:
    told = [sentence for _, sentence in told_on_walks(name, 24)]
    for wanted in WANTED[name]:
        assert any(wanted in sentence for sentence in told), wanted


@pytest.mark.parametrize("name", [*TABLES, *HOUSE])
def test_you_are_spoken_to_and_others_are_spoken_of(name: str) -> None:
    third = set(
        "passes bids holds names throws keeps plays leads gives "
        "ends banks lays moves sends asks puts lets says pays hands".split()
    )
    for seat, sentence in told_on_walks(name, 2):
        is_sentence(sentence)
        verb = sentence.split()[1].rstrip(".;")
        assert (verb in third) == (seat != 0), sentence
        assert "You " not in sentence[1:].replace(". You ", ""), sentence
        assert " you takes" not in sentence
        assert "you has" not in sentence
        assert "You is" not in sentence


def test_a_record_is_told_by_names_alone() -> None:
    walk = seeded_walks("110-3", 1, 1)[0]
    chance = Random(1)
    names = [f"N{chance.randrange(100)}" for _ in range(3)]
    for before, seat, move, after in walk.moves():
        assert walk.game.said(before, seat, move, after, names).startswith(names[seat])
