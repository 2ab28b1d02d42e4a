"""Chance is the same everywhere: vectors made once, equal in CPython and in the browser's Python.

A seed that a person sends with a bug report must deal the same cards on every device and in every
later version. What changes a vector here changes all of those games.
"""

from __future__ import annotations

from hashlib import sha256
from random import Random

import pytest

from engine.cards import PACK_53, card_text
from engine.game import shuffled
from engine.table import play_random

FIRST = ("0x1.9f63058ba0780p-1", "0x1.f1aea261d4008p-2", "0x1.129d2263c6eaap-2")
HUNDRED = "4569c054965f3c31"
DECKS = (
    "2C 2D 7S 5S 8D 7C 8C 6C AC 10H 10C QH",
    "7S 4C QH 2D 5C 5H 9D 10C 6D 10S AH 10H",
    "10S 9H AC 8S KS JK 3H 2D JS 7D 6C KD",
    "KS QH 9S 3D 6C 2S AH 8H 2H 4D 4H 7D",
    "10S QD 5S 4D 5C 8S 7H KH 8C 3C 4C 3S",
    "9H JS 3D 2H 8C KS 4S AS AH KH 10H QS",
    "QC AD AC 3H 4H 3C 10H 3D 10S 6H 8H KS",
    "2S 10H QD 9C 3S AS 3H 7H 10S 2H 6S 3C",
    "6H JS 10H JK KS JD 9C AH 2C KD 5D 6D",
    "AD 4H 3C 6H QD 3H 2H 3D 10S 5H 9H 2S",
)
GAMES = {
    2: "a05a1ea1a7706d13",
    3: "6159f7d11a38ce1a",
    4: "fcb1681883770157",
    5: "e690fac3d3938d35",
    6: "8b813ab869a9f1de",
}


def digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:16]


def test_random_numbers() -> None:
    chance = Random("golden")
    numbers = [chance.random().hex() for _ in range(100)]
    assert tuple(numbers[:3]) == FIRST
    assert digest(" ".join(numbers)) == HUNDRED


@pytest.mark.parametrize("number", range(len(DECKS)))
def test_decks(number: int) -> None:
    deck = shuffled(PACK_53, Random(f"deck {number}"))
    assert " ".join(map(card_text, deck[:12])) == DECKS[number]


def test_the_deck_of_a_seed_is_whole() -> None:
    assert sorted(shuffled(PACK_53, Random("deck 0"))) == sorted(PACK_53)


@pytest.mark.parametrize("players", GAMES)
def test_whole_games(players: int) -> None:
    assert digest(play_random("110", players, "golden").text()) == GAMES[players]
