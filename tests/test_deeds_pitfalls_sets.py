"""What went wrong in other programs with sets, wins and draws does not go wrong in Deeds.

Each pitfall is named by its number.
"""

from __future__ import annotations

import pytest

from engine.deeds.deck import COLOURS
from engine.deeds.play import DEEDS
from tests.deeds_board import (
    asked,
    bank,
    board,
    deeds_of,
    hand,
    laid,
    mixed,
    move_of,
    names,
    play,
    refused,
)
from tests.naive.deeds import SET_SIZE
from tests.naive.deeds_moves import slug

# -------------------------------------------------------------------------------------- sets, wins


def test_a_fourth_green_starts_another_stack() -> None:
    """M10: rent for the better one, a takeover of the full one only, and one colour to the win."""
    full = "green: green1 green2 green3"
    state = board(f"hand wild-dark-blue-green rent-any | {full}", "hand takeover")
    state = play(state, "0: lay wild-dark-blue-green green")
    assert laid(state, 0) == "green: green1 green2 green3 | green: wild-dark-blue-green"
    rent = play(state, "0: rent rent-any green 1").action
    assert rent is not None
    assert rent.tracks[0].due == 7
    state = play(state, "0: done")
    assert refused(state, "1: seize takeover wild-dark-blue-green") != ""
    assert refused(state, "1: seize takeover green1") == ""
    two = "green: wild-dark-blue-green wild-green-station wild-ten | brown: brown1 brown2"
    state = board(f"hand utility1 pink1 | {full} | {two} | utility: utility2", "")
    assert play(state, "0: lay pink1 pink").result is None
    assert play(state, "0: lay utility1 utility").result is not None


TWO = "brown: brown1 brown2 | utility: utility1 utility2"
NINE = "money1 money1.2 money2 money2.2 money3 money3.2 money4 payday"
WAYS = {
    "laid": (
        f"hand dark-blue1 | {TWO} | dark-blue: dark-blue2",
        "",
        ["0: lay dark-blue1 dark-blue"],
    ),
    "laid with nine cards in hand": (
        f"hand dark-blue1 {NINE} | {TWO} | dark-blue: dark-blue2",
        "",
        ["0: lay dark-blue1 dark-blue"],
    ),
    "a wild moved": (
        f"{TWO} | dark-blue: dark-blue2 | green: wild-dark-blue-green",
        "",
        ["0: shift wild-dark-blue-green dark-blue"],
    ),
    "picked": (
        f"hand pickpocket | {TWO} | dark-blue: dark-blue2",
        "dark-blue: dark-blue1",
        ["0: take pickpocket dark-blue1", "1: accept 1"],
    ),
    "picked and placed": (
        f"hand pickpocket | {TWO} | dark-blue: dark-blue2",
        "green: wild-dark-blue-green",
        [
            "0: take pickpocket wild-dark-blue-green",
            "1: accept 1",
            "0: place wild-dark-blue-green dark-blue",
        ],
    ),
    "swapped": (
        f"hand swap | {TWO} | dark-blue: dark-blue2 | pink: pink1",
        "dark-blue: dark-blue1",
        ["0: trade swap pink1 dark-blue1", "1: accept 1"],
    ),
    "taken over": (
        f"hand takeover | {TWO}",
        "dark-blue: dark-blue1 dark-blue2",
        ["0: seize takeover dark-blue1", "1: accept 1"],
    ),
    "paid": (
        f"hand bailiff | {TWO} | dark-blue: dark-blue2",
        "dark-blue: dark-blue1 | bank money1",
        ["0: ask bailiff 1", "1: accept 1", "1: pay dark-blue1 money1"],
    ),
}


@pytest.mark.parametrize("way", WAYS)
def test_a_third_set_wins_at_once(way: str) -> None:
    """M09: however it comes, also with one's last play; nobody throws down or answers after it."""
    first, second, moves = WAYS[way]
    state = play(board(first, second, plays=1), *moves[:-1])
    assert state.result is None
    after = play(state, moves[-1])
    assert after.result is not None
    assert after.result.winners == (0,)
    assert DEEDS.owed(after) == ()
    assert DEEDS.shuffle_wanted(after) is None
    assert not any(DEEDS.legal_moves(after, seat) for seat in range(2))


def test_a_win_ends_what_others_still_owe() -> None:
    """M09: the first payer's deed wins, and the second is asked no more."""
    first = f"hand rent-red-yellow | {TWO} | red: red1 red2"
    state = board(first, "red: red3", "bank money5")
    state = play(state, "0: rent rent-red-yellow red all", "2: accept 2", "1: accept 1")
    after = play(state, "1: pay red3")
    assert (after.result is not None, asked(after)) == (True, set())


def test_a_win_waits_until_every_wild_has_its_colour() -> None:
    """M09: the change is not resolved before."""
    first = f"hand bailiff | {TWO} | red: red1 red2"
    state = board(first, "red: red3 | pink: wild-pink-orange")
    state = play(state, "0: ask bailiff 1", "1: accept 1", "1: pay red3 wild-pink-orange")
    assert (state.result, asked(state)) == (None, {(0, "place")})
    assert play(state, "0: place wild-pink-orange pink").result is not None


def test_a_takeover_names_a_set_by_its_first_deed() -> None:
    """M20: one set, one way to say it."""
    state = board("hand takeover", "brown: brown1 brown2")
    assert refused(state, "0: seize takeover brown2") == "not a complete set"
    assert refused(state, "0: seize takeover brown1") == ""


def test_a_set_completed_on_anothers_turn_wins_at_once() -> None:
    """M09."""
    state = board("hand swap | dark-blue: dark-blue1", f"{TWO} | dark-blue: dark-blue2 | red: red1")
    after = play(state, "0: trade swap dark-blue1 red1", "1: accept 1")
    assert after.result is not None
    assert after.result.winners == (1,)


FIRST = "brown: brown1 brown2 | pink: pink1 pink2 pink3 | dark-blue: dark-blue1"
SECOND = "utility: utility1 utility2 | red: red1 red2 red3 | dark-blue: dark-blue2"


def test_of_two_who_could_win_the_one_on_turn_does() -> None:
    """M09: one Swap completes a set of both."""
    state = board(
        f"{FIRST} | green: green3", f"hand swap | {SECOND} | green: green1 green2", turn=1
    )
    after = play(state, "1: trade swap dark-blue2 green3", "0: accept 0")
    assert after.result is not None
    assert after.result.winners == (1,)


@pytest.mark.parametrize(("colour", "winner"), [("orange", 1), ("pink", 0)])
def test_a_wild_is_placed_before_it_is_told_who_won(colour: str, winner: int) -> None:
    """M09: the other seat has its sets already, but the one on turn goes first if it has them too."""
    first = f"{FIRST} | orange: wild-pink-orange"
    state = board(first, f"hand swap | {SECOND} | orange: orange1 orange2", turn=1)
    state = play(state, "1: trade swap dark-blue2 wild-pink-orange", "0: accept 0")
    assert (state.result, asked(state)) == (None, {(1, "place")})
    after = play(state, f"1: place wild-pink-orange {colour}")
    assert after.result is not None
    assert after.result.winners == (winner,)


BREAKS = {
    "moved": (
        "red: wild-red-yellow red1 red2 house hotel",
        "",
        ["0: shift wild-red-yellow yellow"],
        (0, "red: red1 red2 | yellow: wild-red-yellow"),
    ),
    "paid with a deed": (
        "hand bailiff",
        "dark-blue: dark-blue1 dark-blue2 house hotel | bank money1",
        ["0: ask bailiff 1", "1: accept 1", "1: pay dark-blue1 money1"],
        (1, "dark-blue: dark-blue2"),
    ),
}


@pytest.mark.parametrize("way", BREAKS)
def test_no_building_stays_on_a_broken_set(way: str) -> None:
    """M12."""
    first, second, moves, (seat, left) = BREAKS[way]
    after = play(board(first, second), *moves)
    assert laid(after, seat) == left
    assert names(after, after.discard).replace("bailiff ", "") == "hotel house"


def test_a_building_may_be_given_and_the_hotel_goes_first() -> None:
    """M12: it comes into the other's bank, and the set stays whole."""
    seat = "dark-blue: dark-blue1 dark-blue2 house hotel | bank money1"
    state = play(board("hand bailiff", seat), "0: ask bailiff 1", "1: accept 1")
    assert refused(state, "1: pay money1 house") != ""
    after = play(state, "1: pay money1 hotel")
    assert bank(after, 0) == "hotel money1"
    assert laid(after, 1) == "dark-blue: dark-blue1 dark-blue2 house"


@pytest.mark.parametrize("colour", COLOURS)
def test_where_houses_and_hotels_may_stand(colour: str) -> None:
    """M13: a House on a complete set of streets without one, a Hotel on a House without one."""
    size, streets = SET_SIZE[colour], colour not in ("station", "utility")
    for many, built, house, hotel in (
        (size - 1, "", False, False),
        (size, "", streets, False),
        (size, " house.2", False, streets),
        (size, " house.2 hotel.2", False, False),
    ):
        if built and not streets:
            continue
        seat = f"hand house hotel | {slug(colour)}: {deeds_of(colour, many)}{built}"
        state = board(seat, "")
        first = f"{slug(colour)}1"
        assert (refused(state, f"0: build house {first}") == "") == house
        assert (refused(state, f"0: build hotel {first}") == "") == hotel


# ------------------------------------------------------------------------------------------- draws


def test_an_empty_hand_draws_five_only_when_its_turn_begins() -> None:
    """M08."""
    after = play(board("hand payday", "", stock="money1 money2 money3"), "0: draw payday")
    assert hand(after, 0) == "money1 money2"
    laid_last = play(board("hand brown1", ""), "0: lay brown1 brown")
    assert laid_last.hands[0] == ()
    after = play(laid_last, "0: done")
    assert [len(cards) for cards in after.hands] == [0, 5]
    later = play(after, "1: done")
    assert [len(cards) for cards in later.hands] == [5, 5]


@pytest.mark.parametrize(
    ("stock", "discard", "drawn", "mixes"),
    [("money1", "", 1, 0), ("money1", "red1 red2 red3", 2, 1), ("", "", 0, 0), ("", "red1", 1, 1)],
)
def test_piles_that_run_out(stock: str, discard: str, drawn: int, mixes: int) -> None:
    """M27: one shuffle when it is needed, then what there is; the turn goes on."""
    state = board("", "hand payday", stock=stock, discard=discard, rest=False)
    after = play(state, "0: done")
    assert len(after.hands[1]) == 1 + drawn
    assert len(after.table.mixes) == mixes
    assert (after.to_draw, asked(after)) == (0, {(1, "play")})


def test_a_payday_and_an_empty_hand_with_piles_that_run_out() -> None:
    """M27: the Payday just played is shuffled in, as it lies on the discard pile."""
    state = board("hand payday", "", stock="money1", rest=False)
    after = play(state, "0: draw payday")
    assert hand(after, 0) == "money1 payday"
    state = board("hand money5", "", stock="money1", discard="red1 red2", rest=False)
    assert len(play(state, "0: done").hands[1]) == 3


def test_a_shuffle_is_awaited_before_anybody_moves() -> None:
    """M27."""
    state = board("hand payday", "", stock="money1", discard="red1 red2", rest=False)
    state = DEEDS.apply(state, 0, move_of(state, "draw payday"))
    assert DEEDS.owed(state) == ()
    assert DEEDS.shuffle_wanted(state) is not None
    assert asked(mixed(state)) == {(0, "play")}
