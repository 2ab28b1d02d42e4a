"""One battery of laws for every registered game, every number of players, and tables of house rules."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from engine.forty_fives.state import Auction, Pass, ShortStock
from engine.game import Contradiction, Remix, find, names, shuffled
from engine.record import Dealt
from engine.replay import final
from engine.table import play_random
from tests.laws import LAWS
from tests.walks import HOUSE, TABLES, insight, seeded_walks

WALKS = max(2, 24 // len(TABLES))  # at each registered table, of so many hands each
HANDS = 2
HOUSE_WALKS = 1


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize("table", TABLES)
def test_law(table: str, law: str, full: bool) -> None:
    for walk in seeded_walks(table, WALKS * (8 if full else 1), HANDS):
        LAWS[law](walk)


@pytest.mark.parametrize("law", LAWS)
def test_law_with_house_rules(law: str, full: bool) -> None:
    for table in HOUSE:
        for walk in seeded_walks(table, HOUSE_WALKS * (8 if full else 1), HANDS):
            LAWS[law](walk)


def test_every_registered_game_is_walked() -> None:
    assert {table.variant.name for table in TABLES.values()} == set(names())
    assert all(insight(table.game) for table in TABLES.values())
    assert [name for name in TABLES if name.startswith("110-")] == [
        f"110-{players}" for players in range(2, 7)
    ]


def test_the_walks_meet_short_stocks() -> None:
    met = Counter(
        name
        for name, table in {**TABLES, **HOUSE}.items()
        for walk in seeded_walks(name, WALKS if name in TABLES else HOUSE_WALKS, HANDS)
        for state in walk.states
        if isinstance(table.game.shuffle_wanted(state), Remix)
    )
    assert met["110-6"] >= 2, met
    assert any(name.startswith("house") for name in met), met


def test_dead_throws_are_honoured_in_a_sampled_world() -> None:
    checked = 0
    for walk in seeded_walks("110-6", WALKS, HANDS):
        game = walk.game
        for before, after in zip(walk.states, walk.states[1:], strict=False):
            if not isinstance(before, ShortStock):
                continue
            for seat in walk.seats:
                world = game.faces(game.sample(game.masked(after, seat), Random(seat)))
                own = before.contract.thrown[seat]
                assert [world[slot] for slot in own] == [game.faces(after)[slot] for slot in own]
                checked += bool(own)
    assert checked


@pytest.mark.parametrize("table", TABLES)
def test_random_play_ends(table: str) -> None:
    seat = TABLES[table]
    for seed in range(3):
        record = play_random(seat.variant.name, seat.players, seed)
        assert seat.game.outcome(final(record)) is not None


@pytest.mark.parametrize("table", TABLES)
def test_a_face_cannot_be_two_cards(table: str) -> None:
    for walk in seeded_walks(table, WALKS, HANDS):
        state, game = walk.states[1], walk.game
        faces = game.faces(state)
        with pytest.raises(Contradiction):
            game.reveal(state, {0: faces[1]})  # type: ignore[dict-item]
        with pytest.raises(Contradiction):
            game.reveal(state, {len(faces): faces[0]})  # type: ignore[dict-item]


@pytest.mark.parametrize("table", [*TABLES, *HOUSE])
def test_who_has_passed_is_not_asked_again(table: str) -> None:
    for walk in seeded_walks(table, WALKS if table in TABLES else HOUSE_WALKS, HANDS):
        passed: set[int] = set()
        for before, seat, move, _ in walk.moves():
            if isinstance(before, Auction):
                passed = passed if before.calls else set()
                assert seat not in passed
                assert not passed & {question.seat for question in walk.game.owed(before)}
                passed |= {seat} if isinstance(move, Pass) else set()


# Chance is the same in every Python, in the browser too: these numbers never change.

GOLDEN_NUMBERS = [
    0.447798934124366,
    0.1440869892887322,
    0.41766254424900895,
    0.4468929231736486,
    0.13640800993846092,
]
GOLDEN_SHUFFLE = (
    "33 43 9 32 22 52 14 44 4 20 1 34 28 26 25 45 11 7 6 36 19 12 2 3 0 47 21 13 5 24 "
    "39 38 51 35 40 48 17 46 31 15 30 50 18 41 16 37 8 27 42 29 49 10 23"
)
GOLDEN_DEAL = (
    "KC 4H 5D 9H KH QD 4C 7C 7D AC 6S 4D AH 2D JK QS 4S 5C 10S JH 2C AS 8D 3S 3H AD 6C "
    "10C JD 10D 9D 5S 8H QH 3D 5H JC 8C JS 9C 9S 6H KS 8S 2S 7H 2H 7S 3C KD 10H QC 6D"
)


def test_the_first_numbers_of_a_seed() -> None:
    chance = Random("kitchen/deal/0")
    assert [chance.random() for _ in range(5)] == GOLDEN_NUMBERS


def test_the_shuffle_of_a_seed() -> None:
    order = shuffled(range(53), Random("kitchen/deal/0"))
    assert " ".join(map(str, order)) == GOLDEN_SHUFFLE


def test_the_cards_of_a_seed() -> None:
    entry = play_random("110", players=4, seed=7).entries[0]
    assert isinstance(entry, Dealt)
    dealt = [find("110").game.face_text(face) for face in entry.faces]
    assert " ".join(dealt) == GOLDEN_DEAL
