"""The pack of Deeds, figure by figure as its rules page tells it."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.deeds.deck import CARDS, COLOURS, FACES, HOTEL_RENT, HOUSE_RENT, KIND, PACK, VALUE
from engine.deeds.play import DEEDS
from engine.deeds.rules import Rules, RulesError
from engine.game import GameError
from tests.naive import deeds as naive

# colour: set size, value of a deed, rents, with a House, with a Hotel
TABLE = """
brown       2 1 1,2     5  9
light blue  3 1 1,2,3   6  10
pink        3 2 1,2,4   7  11
orange      3 2 1,3,5   8  12
red         3 3 2,3,6   9  13
yellow      3 3 2,4,6   9  13
green       3 4 2,4,7   10 14
dark blue   2 4 3,8     11 15
station     4 2 1,2,3,4 -  -
utility     2 2 1,2     -  -
"""
ROWS = [row.rsplit(maxsplit=5) for row in TABLE.strip().splitlines()]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_a_colour_is_as_the_table_has_it(row: list[str]) -> None:
    """M03, M21: every rent, value and set size is the table's, and nothing is doubled."""
    name, size, value, rents, house, hotel = row
    colour = COLOURS[name.strip()]
    assert (colour.size, colour.value) == (int(size), int(value))
    assert list(colour.rents) == [int(rent) for rent in rents.split(",")]
    assert len(colour.rents) == len(colour.places) == colour.size
    assert colour.streets == (house != "-")
    if colour.streets:
        assert colour.rents[-1] + HOUSE_RENT == int(house)
        assert colour.rents[-1] + HOUSE_RENT + HOTEL_RENT == int(hotel)


def test_there_are_ten_colours() -> None:
    assert list(COLOURS) == [row[0].strip() for row in ROWS]
    assert len({place for colour in COLOURS.values() for place in colour.places}) == 28


def test_every_card_is_as_the_restatement_has_it() -> None:
    """M21: one table of counts, values and colours."""
    assert Counter(CARDS[face].text for face in PACK) == Counter(naive.COUNT)
    for card in CARDS:
        assert card.value == naive.VALUE[card.text], card.text
        colours = naive.COLOURS[card.text]
        assert sorted(card.colours) == sorted(colours), card.text
        assert VALUE[FACES[card.text]] == card.value
    assert len({card.title for card in CARDS}) == len(CARDS)


COUNTS = {
    "deed": 28,
    "wild": 11,
    "rent": 10,
    "any rent": 3,
    "money": 20,
    "payday": 10,
    "takeover": 2,
    "swap": 3,
    "pickpocket": 3,
    "no chance": 3,
    "bailiff": 3,
    "whip-round": 3,
    "hike": 2,
    "house": 3,
    "hotel": 2,
}


def test_the_pack_is_106_cards() -> None:
    assert Counter(KIND[face] for face in PACK) == COUNTS
    assert len(PACK) == 106
    assert sum(COUNTS.values()) - 28 - 11 - 13 - 20 == 34


def test_there_is_57_million_in_money() -> None:
    assert sum(VALUE[face] for face in PACK if KIND[face] == "money") == 57


@pytest.mark.parametrize("packs", [1, 2])
def test_a_table_may_have_two_packs(packs: int) -> None:
    state = DEEDS.deal(DEEDS.start(Rules(packs=packs), 6, 0))
    assert Counter(DEEDS.pack(state)) == Counter(PACK * packs)
    assert len(DEEDS.faces(state)) == 106 * packs


@pytest.mark.parametrize("players", range(2, 7))
def test_five_cards_each_and_the_left_of_the_dealer_begins(players: int) -> None:
    for dealer in range(players):
        state = DEEDS.deal(DEEDS.start(Rules(), players, dealer))
        first = (dealer + 1) % players
        assert state.turn == first
        assert [len(cards) for cards in state.hands] == [
            7 if seat == first else 5 for seat in range(players)
        ]
        held = [slot for cards in state.hands for slot in cards]
        assert sorted([*held, *state.stock]) == list(range(106))
        assert (state.number, state.plays, state.discard) == (1, 3, ())


@pytest.mark.parametrize("players", [0, 1, 7])
def test_two_to_six_play(players: int) -> None:
    with pytest.raises(GameError):
        DEEDS.start(Rules(), players, 0)


BOUNDS = {
    "packs": (1, 2),
    "draw": (1, 5),
    "draw_empty": (1, 7),
    "hand_limit": (3, 12),
    "plays": (1, 5),
    "sets": (1, 5),
    "turn_limit": (0, 1000),
}


@pytest.mark.parametrize("field", BOUNDS)
def test_figures_have_bounds(field: str) -> None:
    least, most = BOUNDS[field]
    for figure in (least, most):
        assert getattr(Rules(**{field: figure}), field) == figure
    for figure in (least - 1, most + 1, True, "3", None):
        with pytest.raises(RulesError):
            Rules(**{field: figure})


@pytest.mark.parametrize("text", ["", "brown3", "Brown1", "money6", "wild", "brown1 ", "x" * 500])
def test_a_card_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="not a card"):
        DEEDS.parse_face(text)
