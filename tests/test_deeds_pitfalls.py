"""What went wrong in other programs with payments and answers does not go wrong in Deeds.

Each pitfall is named by its number.
"""

from __future__ import annotations

from itertools import permutations

import pytest

from engine.deeds.deck import COLOURS
from engine.deeds.play import DEEDS
from engine.deeds.rules import Rules
from engine.deeds.state import EVERYONE, Pay, State, Throw
from engine.game import IllegalMove
from tests.deeds_board import (
    asked,
    bank,
    board,
    deeds_of,
    hand,
    laid,
    move_of,
    names,
    play,
    refused,
)
from tests.naive.deeds import RENTS, SET_SIZE
from tests.naive.deeds_moves import slug

# ---------------------------------------------------------------------------------- paying, rents


def test_a_deed_paid_lies_on_the_landlords_table() -> None:
    """M01."""
    state = board("hand whip-round | bank money1", "pink: pink1")
    after = play(state, "0: ask whip-round all", "1: accept 1", "1: pay pink1")
    assert (laid(after, 0), bank(after, 0)) == ("pink: pink1", "money1")
    assert (laid(after, 1), bank(after, 1)) == ("", "")


@pytest.mark.parametrize("order", list(permutations((1, 2, 3, 4))))
def test_four_pay_in_any_order(order: tuple[int, ...]) -> None:
    """M02: the action is over only after all four, nobody pays twice, the turn passes once."""
    payers = [f"bank money1{copy} | brown: brown1" for copy in ("", ".2", ".3", ".4")]
    payers[1:] = [line.split(" |")[0] for line in payers[1:]]
    landlord = "hand rent-red-yellow | red: red1"
    state = play(board(landlord, *payers, plays=1), "0: rent rent-red-yellow red all")
    for number, seat in enumerate(order):
        state = play(state, f"{seat}: accept {seat}")
        cards = ["money1", "money1.2", "money1.3", "money1.4"][seat - 1]
        cards += " brown1" if seat == 1 else ""
        state = play(state, f"{seat}: pay {cards}")
        assert refused(state, f"{seat}: pay {cards}") != ""
        assert (state.action is None) == (number == 3)
    assert (state.turn, state.plays, asked(state)) == (0, 0, {(0, "play")})
    assert play(state, "0: done").turn == 1


@pytest.mark.parametrize("colour", COLOURS)
@pytest.mark.parametrize("hikes", [0, 1, 2])
def test_rent_is_the_cards_table(colour: str, hikes: int) -> None:
    """M03, M17: nothing doubles it but a Rent Hike, and each is a play."""
    raised = ["", " hikes hike", " hikes hike hike.2"][hikes]
    for many in range(1, SET_SIZE[colour] + 1):
        rent = RENTS[colour][many - 1]
        built = [("", rent)]
        if many == SET_SIZE[colour] and colour not in ("station", "utility"):
            built += [(" house", rent + 3), (" house hotel", rent + 7)]
        for buildings, due in built:
            seat = f"{slug(colour)}: {deeds_of(colour, many)}{buildings}"
            state = board(f"hand rent-any hike hike.2 | {seat}", "bank money1")
            after = play(state, f"0: rent rent-any {slug(colour)} 1{raised}")
            assert after.action is not None
            assert after.action.tracks[0].due == due * 2**hikes
            assert after.plays == 2 - hikes


def test_a_hike_is_gone_with_the_rent_it_raised() -> None:
    """M17: cancelled or paid, the next rent is the plain one; alone it can only be banked."""
    seat = "hand rent-any rent-any.2 hike | green: green1"
    state = board(seat, "hand no-chance | bank money10")
    state = play(state, "0: rent rent-any green 1 hikes hike", "1: refuse no-chance 1")
    state = play(state, "0: accept 1", "0: rent rent-any.2 green 1")
    assert state.action is not None
    assert [track.due for track in state.action.tracks] == [2]
    alone = board("hand hike", "")
    told = {DEEDS.move_text(move).split()[0] for move in DEEDS.legal_moves(alone, 0)}
    assert told == {"bank", "done"}


def test_any_rent_asks_one_and_two_colours_ask_all() -> None:
    """M18."""
    state = board("hand rent-any rent-red-yellow | red: red1", "", "", "")
    assert refused(state, "0: rent rent-any red all") == "one pays"
    assert refused(state, "0: rent rent-red-yellow red 1") == "everyone pays"
    for card, target, seats in (("rent-any", "2", [2]), ("rent-red-yellow", "all", [1, 2, 3])):
        after = play(state, f"0: rent {card} red {target}")
        assert after.action is not None
        assert [track.seat for track in after.action.tracks] == seats
        assert names(after, after.discard) == card


def test_a_wild_of_ten_colours_pays_nothing() -> None:
    """M15: not while the debt is covered; else it goes with all the rest, and the debt is over."""
    state = board("hand bailiff", "green: green1 wild-ten | dark-blue: wild-dark-blue-green")
    state = play(state, "0: ask bailiff 1", "1: accept 1")
    assert refused(state, "1: pay green1 wild-ten wild-dark-blue-green") == "worth nothing"
    assert refused(state, "1: pay green1 wild-dark-blue-green") == ""
    only = board("hand bailiff", "pink: wild-ten wild-ten.2")
    only = play(only, "0: ask bailiff 1", "1: accept 1", "1: pay wild-ten wild-ten.2")
    assert only.action is None
    assert asked(only) == {(0, "place")}


@pytest.mark.parametrize(
    "wrong", ["pay money3 money3", "pay money5 money5", "pay money2", "pay green1", "pay money9.9"]
)
def test_a_payment_with_a_card_twice_or_a_foreign_one_is_refused_whole(wrong: str) -> None:
    """M26."""
    seat = "bank money3 money4 money5 | hand payday"
    state = board("hand bailiff | green: green1 | bank money2", seat)
    state = play(state, "0: ask bailiff 1", "1: accept 1")
    before = DEEDS.state_text(state)
    slots = (-5,) if "9.9" in wrong else tuple(move_of(state, wrong).slots)
    with pytest.raises(IllegalMove):
        DEEDS.apply(state, 1, Pay(slots))
    assert DEEDS.state_text(state) == before


def test_a_throw_or_a_rent_with_a_card_twice_is_refused() -> None:
    """M26."""
    cards = "money1 money1.2 money2 money2.2 money3 money3.2 money4 payday hike"
    state = play(board(f"hand {cards}", "hand payday.2"), "0: done")
    one = state.hands[0][0]
    for slots in ((one, one), (one, state.hands[1][0]), (one, -1), (one, 999)):
        with pytest.raises(IllegalMove):
            DEEDS.apply(state, 0, Throw(slots))
    state = board("hand rent-any hike | red: red1", "")
    assert refused(state, "0: rent rent-any red 1 hikes hike hike") == "twice"


# ----------------------------------------------------------------------------------- asked, chains

HOSTILE = {
    "bailiff": "ask bailiff 1",
    "whip-round": "ask whip-round all",
    "rent-any": "rent rent-any red 1",
    "rent-red-yellow": "rent rent-red-yellow red all",
    "pickpocket": "take pickpocket pink1",
    "swap": "trade swap red1 pink1",
    "takeover": "seize takeover brown1",
}
PREY = "bank money5 | brown: brown1 brown2 | pink: pink1"


def table_of_three(card: str, prey: str = PREY) -> State:
    return board(f"hand {card} | red: red1", prey, "bank money4")


@pytest.mark.parametrize("card", HOSTILE)
def test_every_action_is_answered_before_a_card_moves(card: str) -> None:
    """M04: also by who holds no No Chance."""
    before = table_of_three(card)
    after = play(before, f"0: {HOSTILE[card]}")
    wanted = {(1, "answer"), (2, "answer")} if "all" in HOSTILE[card] else {(1, "answer")}
    assert asked(after) == wanted
    assert (after.banks, after.stacks, after.unplaced) == (before.banks, before.stacks, ())


@pytest.mark.parametrize("card", HOSTILE)
@pytest.mark.parametrize("thrown", range(7))
def test_a_chain_stands_when_even(card: str, thrown: int) -> None:
    """M06: answers alternate, each No Chance is spent, and only the first card was a play."""
    chances = ["no-chance", *(f"no-chance.{copy}" for copy in range(2, 7))]
    state = board(
        f"hand {card} {' '.join(chances[1::2])} | red: red1",
        f"hand {' '.join(chances[0::2])} | {PREY}",
        rules=Rules(packs=2),
    )
    state = play(state, f"0: {HOSTILE[card]}")
    before = state
    for number in range(thrown):
        seat = 1 - number % 2
        assert asked(state) == {(seat, "answer")}
        state = play(state, f"{seat}: refuse {chances[number]} 1")
    assert asked(state) == {(1 - thrown % 2, "answer")}
    after = play(state, f"{1 - thrown % 2}: accept 1")
    unmoved = (after.action, after.stacks, after.banks) == (None, before.stacks, before.banks)
    assert unmoved == (thrown % 2 == 1)
    assert len(after.discard) == thrown + 1
    assert after.plays == 2


def test_a_target_is_not_asked_twice_about_one_action() -> None:
    """M20: a refused choice of target changes nothing; what is begun is always answered."""
    state = table_of_three("pickpocket")
    for wrong in ("take pickpocket brown1", "take pickpocket red1", "take pickpocket green3"):
        assert refused(state, f"0: {wrong}") != ""
    assert (hand(state, 0), state.plays) == ("pickpocket", 3)


def test_everyone_is_a_target_of_its_own() -> None:
    """M18: no seat has its number."""
    assert EVERYONE not in range(6)
