"""Every line of “Worked” on the rules page of Deeds, and what its sections say, played out.

A position is a line for each seat; what is told in it, and what is expected, reads as in a record
with the names of the cards.
"""

from __future__ import annotations

import pytest

from engine.deeds.rules import Rules
from engine.deeds.state import State
from tests.deeds_board import asked, bank, board, hand, laid, money, names, play, refused


def dues(state: State) -> list[int]:
    assert state.action is not None
    return [track.due for track in state.action.tracks]


RENTS = [
    ("hand rent-red-yellow | red: red1 red2", "rent rent-red-yellow red all", 3, 2),
    (
        "hand rent-dark-blue-green hike | dark-blue: dark-blue1 dark-blue2 house",
        "rent rent-dark-blue-green dark-blue all hikes hike",
        22,
        1,
    ),
    (
        "hand rent-any hike hike.2 | green: green1 green2 green3",
        "rent rent-any green 1 hikes hike hike.2",
        28,
        0,
    ),
]


@pytest.mark.parametrize(("seat", "told", "due", "left"), RENTS)
def test_rent(seat: str, told: str, due: int, left: int) -> None:
    """Red with 2 deeds: 3M. Dark blue with House and one Hike: 22M. Green, two Hikes: 28M."""
    after = play(board(seat, "", ""), f"0: {told}")
    assert set(dues(after)) == {due}
    assert after.plays == left


def test_two_hikes_use_all_three_plays() -> None:
    seat = "hand rent-any hike hike.2 | green: green1"
    assert play(board(seat, ""), "0: rent rent-any green 1 hikes hike hike.2").plays == 0
    assert play(board(seat, ""), "0: rent rent-any green 1 hikes hike.2").plays == 1
    few = board(seat, "", plays=2)
    assert refused(few, "0: rent rent-any green 1 hikes hike hike.2") == "no plays left"
    assert refused(few, "0: rent rent-any green 1 hikes hike") == ""


OWING = "hand bailiff"


def owing(seat: str, rules: Rules | None = None) -> State:
    """Somebody with that on the table owes 5."""
    return play(board(OWING, seat, rules=rules), "0: ask bailiff 1", "1: accept 1")


def test_the_bank_alone_all_of_it() -> None:
    """Bank 2 2 1 and a 4M deed, due 5: the bank alone, all of it; the deed is refused."""
    state = owing("bank money2 money2.2 money1 | green: green1")
    assert refused(state, "1: pay money2 money2.2 money1") == ""
    assert refused(state, "1: pay money1 green1") != ""
    assert refused(state, "1: pay money2 money2.2") != ""
    assert refused(state, "1: pay money2 money2.2 money1 green1") != ""


def test_the_bank_then_a_deed() -> None:
    """Bank 1, deeds 4 and 2, due 5: 1 + 4."""
    state = owing("bank money1 | green: green1 | pink: pink1")
    assert refused(state, "1: pay money1 green1") == ""
    assert refused(state, "1: pay money1 pink1") != ""
    assert refused(state, "1: pay green1 pink1") != ""
    assert refused(state, "1: pay money1 green1 pink1") != ""


def test_everything_settles() -> None:
    """Bank 3, deed 1, due 8: everything, settled."""
    seat = "hand rent-any | dark-blue: dark-blue1 dark-blue2"
    state = board(seat, "bank money3 | brown: brown1")
    state = play(state, "0: rent rent-any dark-blue 1", "1: accept 1")
    assert refused(state, "1: pay money3") != ""
    after = play(state, "1: pay money3 brown1")
    assert (after.action, asked(after)) == (None, {(0, "play")})
    assert (bank(after, 0), laid(after, 0)) == (
        "money3",
        "brown: brown1 | dark-blue: dark-blue1 dark-blue2",
    )


def test_overpaying_is_lost() -> None:
    """Paying 5M with a 10M card is a 10M loss."""
    after = play(owing("bank money10"), "1: pay money10")
    assert (money(after, 0), money(after, 1)) == (10, 0)


def test_a_whip_round_against_three() -> None:
    """P2 (two 1M), P3 (a 5M), P4 (nothing): 2, 5, 0."""
    state = board("hand whip-round", "bank money1 money1.2", "bank money5", "")
    state = play(state, "0: ask whip-round all")
    assert dues(state) == [2, 2, 2]
    state = play(state, "3: accept 3")
    assert asked(state) == {(1, "answer"), (2, "answer")}, "who has nothing is settled"
    state = play(state, "2: accept 2", "1: accept 1", "1: pay money1 money1.2", "2: pay money5")
    assert [money(state, seat) for seat in range(4)] == [7, 0, 0, 0]


# ------------------------------------------------------------------------------------- sets


def test_two_wilds_and_a_deed_are_a_set() -> None:
    state = board("hand wild-ten | orange: wild-pink-orange wild-pink-orange.2", "")
    state = play(state, "0: lay wild-ten orange")
    assert laid(state, 0) == "orange: wild-pink-orange wild-pink-orange wild-ten"


def test_a_stack_of_ten_colour_wilds_earns_nothing_and_is_not_protected() -> None:
    state = board(
        "hand rent-any pickpocket takeover | brown: wild-ten wild-ten.2",
        "brown: brown1",
    )
    assert refused(state, "0: rent rent-any brown 1") == "no rent there"
    state = board("hand pickpocket takeover", "utility: wild-ten wild-ten.2")
    assert refused(state, "0: take pickpocket wild-ten") == ""
    assert refused(state, "0: seize takeover wild-ten") != ""


def test_nothing_joins_a_full_stack_of_ten_colour_wilds() -> None:
    state = board("hand brown1 brown2 | brown: wild-ten wild-ten.2", "")
    state = play(state, "0: lay brown1 brown")
    assert laid(state, 0) == "brown: brown1 | brown: wild-ten wild-ten"


def test_a_gap_is_filled_from_the_later_stack() -> None:
    """The buildings are binned, though the set is whole again at once."""
    state = board(
        "red: wild-red-yellow red1 red2 house hotel | red: red3 wild-red-yellow.2 | hand payday", ""
    )
    after = play(state, "0: shift wild-red-yellow yellow")
    assert laid(after, 0) == (
        "red: red1 red2 red3 | red: wild-red-yellow | yellow: wild-red-yellow"
    )
    assert names(after, after.discard) == "hotel house"


def test_a_takeover_keeps_colours_and_buildings() -> None:
    state = board(
        "hand takeover | red: red1", "red: wild-red-yellow wild-ten red2 house hotel | pink: pink1"
    )
    after = play(state, "0: seize takeover wild-red-yellow", "1: accept 1")
    assert laid(after, 0) == "red: red1 | red: red2 wild-red-yellow wild-ten house hotel"
    assert laid(after, 1) == "pink: pink1"


def test_the_new_owner_names_the_colour_of_a_wild() -> None:
    state = board(
        "hand swap | red: wild-red-yellow", "pink: wild-pink-orange | hand payday", "hand payday.2"
    )
    after = play(state, "0: trade swap wild-red-yellow wild-pink-orange", "1: accept 1")
    assert asked(after) == {(0, "place"), (1, "place")}
    assert refused(after, "0: done") != ""
    assert refused(after, "0: place wild-red-yellow red") != "", "it is the other's now"
    assert refused(after, "0: place wild-pink-orange red") == "not its colour"
    after = play(after, "1: place wild-red-yellow yellow", "0: place wild-pink-orange orange")
    assert laid(after, 0) == "orange: wild-pink-orange"
    assert laid(after, 1) == "yellow: wild-red-yellow"
    assert asked(after) == {(0, "play")}


# ------------------------------------------------------------------------------------- a turn


def test_wilds_move_freely_but_no_arrangement_comes_back() -> None:
    state = board("red: wild-red-yellow red1 | hand payday", "")
    moved = play(state, "0: shift wild-red-yellow yellow")
    assert moved.plays == 3
    assert refused(moved, "0: shift wild-red-yellow red") == "seen this turn"
    assert refused(moved, "0: shift wild-red-yellow yellow") == "lies there already"
    assert refused(moved, "0: shift red1 yellow") == "not a wild deed"
    later = play(moved, "0: done", "1: done")
    assert refused(later, "0: shift wild-red-yellow red") == ""


def test_an_arrangement_of_before_a_swap_does_not_come_back_either() -> None:
    state = board("hand swap swap.2 | red: wild-red-yellow red1", "dark-blue: dark-blue1")
    state = play(state, "0: trade swap red1 dark-blue1", "1: accept 1")
    state = play(state, "0: shift wild-red-yellow yellow")
    state = play(state, "0: trade swap.2 dark-blue1 red1", "1: accept 1")
    assert refused(state, "0: shift wild-red-yellow red") == "seen this turn"


def test_wilds_do_not_move_while_anyone_owes_an_answer() -> None:
    state = play(board("red: wild-red-yellow | hand bailiff", "bank money5"), "0: ask bailiff 1")
    assert refused(state, "0: shift wild-red-yellow yellow") != ""
    state = play(state, "1: accept 1")
    assert refused(state, "0: shift wild-red-yellow yellow") != ""
    assert refused(play(state, "1: pay money5"), "0: shift wild-red-yellow yellow") == ""


def test_three_plays_and_deeds_are_never_banked() -> None:
    state = board("hand brown1 money1 payday hike", "")
    assert refused(state, "0: bank brown1") == "deeds are not banked"
    state = play(state, "0: lay brown1 brown", "0: bank money1", "0: bank hike")
    assert refused(state, "0: bank payday") == "no plays left"
    assert refused(state, "0: draw payday") == "no plays left"
    assert (hand(state, 0), bank(state, 0)) == ("payday", "hike money1")


def test_a_throw_goes_down_to_seven() -> None:
    cards = "money1 money1.2 money2 money2.2 money3 money3.2 money4 payday hike"
    state = play(board(f"hand {cards}", ""), "0: done")
    assert asked(state) == {(0, "throw")}
    assert refused(state, "0: throw hike") == "throw exactly"
    assert refused(state, "0: throw hike payday money4") == "throw exactly"
    assert refused(state, "0: bank hike") == "throw down first"
    after = play(state, "0: throw hike payday")
    assert (names(after, after.discard), after.turn) == ("hike payday", 1)


def test_an_action_without_a_target_can_only_be_banked() -> None:
    state = board("hand swap pickpocket takeover house hotel hike rent-any | red: red1", "")
    for told in ("trade swap red1 red1", "take pickpocket red1", "seize takeover red1"):
        assert refused(state, f"0: {told}") != ""
    assert refused(state, "0: build house red1") != ""
    for card in "swap pickpocket takeover house hotel hike rent-any".split():
        assert refused(state, f"0: bank {card}") == ""


def test_a_complete_set_is_protected_on_both_sides_of_a_swap() -> None:
    state = board(
        "hand swap pickpocket | brown: brown1 brown2 | pink: pink1",
        "utility: utility1 utility2 | red: red1",
    )
    assert refused(state, "0: trade swap brown1 red1") == "in your complete set"
    assert refused(state, "0: trade swap pink1 utility1") == "in a complete set"
    assert refused(state, "0: take pickpocket utility2") == "in a complete set"
    assert refused(state, "0: trade swap pink1 red1") == ""


def test_the_last_turn_most_sets_then_most_money() -> None:
    rules = Rules(turn_limit=9)
    sets = "brown: brown1 brown2"
    rich = "bank money10"
    even = "bank money5 takeover"
    for seats, winners in (
        ((sets, rich), (0,)),
        (("bank money5", rich), (1,)),
        ((rich, even), (0, 1)),
        (("", ""), (0, 1)),
    ):
        after = play(board(*seats, rules=rules, number=9), "0: done")
        assert after.result is not None
        assert after.result.winners == winners
    assert play(board(sets, rich, rules=rules, number=8), "0: done").result is None
