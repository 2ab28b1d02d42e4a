"""No field of the ``Rules`` of Deeds is an ornament: each is shown by a position in which it tells.

What is observed must be as told when a table sets the field, and must not be when the engine
ignores it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any

import pytest

from engine.deeds.play import DEEDS
from engine.deeds.rules import Rules
from tests.deeds_board import asked, bank, board, laid, names, play, refused

EIGHT = "hand money1 money1.2 money2 money2.2 money3 money3.2 money4 payday"


@dataclass(frozen=True)
class Shown:
    """A table's value of a field, what is looked at, and what is seen there."""

    field: str
    value: Any
    look: Callable[[Rules], Any]
    seen: Any


def _packs(rules: Rules) -> Any:
    return len(DEEDS.pack(DEEDS.start(rules, 6, 0)))


def _draw(rules: Rules) -> Any:
    dealt = DEEDS.deal(DEEDS.start(rules, 2, 0))
    later = play(board("", "hand payday", rules=rules), "0: done")
    return len(dealt.hands[1]), len(later.hands[1])


def _draw_empty(rules: Rules) -> Any:
    return len(play(board("", "", rules=rules), "0: done").hands[1])


def _hand_limit(rules: Rules) -> Any:
    state = play(board(EIGHT, "", rules=rules), "0: done")
    return asked(state), refused(state, "0: throw money1 money1.2 money2")


def _plays(rules: Rules) -> Any:
    state = play(board("", EIGHT, rules=rules), "0: done", "1: bank money1")
    return state.plays, refused(state, "1: bank money2")


def _sets(rules: Rules) -> Any:
    seat = "hand brown1 | brown: brown2 | utility: utility1 utility2"
    return play(board(seat, "", rules=rules), "0: lay brown1 brown").result is not None


def _buildings_on(rules: Rules) -> Any:
    seat = "hand house | station: station1 station2 station3 station4"
    state = board(seat, "bank money10", rules=rules)
    return refused(state, "0: build house station1")


def _owing(seat: str, rules: Rules) -> Any:
    state = board("hand bailiff", seat, rules=rules)
    return play(state, "0: ask bailiff 1", "1: accept 1")


def _pay_from(rules: Rules) -> Any:
    return refused(_owing("bank money5 | green: green1 green2", rules), "1: pay green1 green2")


def _ten_when_short(rules: Rules) -> Any:
    state = _owing("pink: pink1 wild-ten", rules)
    return refused(state, "1: pay pink1"), refused(state, "1: pay pink1 wild-ten")


def _buildings_payable(rules: Rules) -> Any:
    seat = "dark-blue: dark-blue1 dark-blue2 house"
    return refused(_owing(seat, rules), "1: pay dark-blue1 house")


def _binned_buildings(rules: Rules) -> Any:
    seat = "dark-blue: dark-blue1 wild-dark-blue-green house hotel"
    state = play(board(seat, "", rules=rules), "0: shift wild-dark-blue-green green")
    return bank(state, 0), names(state, state.discard)


def _win_off_turn(rules: Rules) -> Any:
    """Seat 1 gets its last deed by a Swap of seat 0, and then its turn begins."""
    sets = "brown: brown1 brown2 | utility: utility1 utility2 | pink: pink1 pink2 | red: red1"
    state = board("hand swap | pink: pink3", sets, rules=rules)
    after = play(state, "0: trade swap pink3 red1", "1: accept 1")
    if after.result is not None:
        return "at once"
    return play(after, "0: done").result


def _won_later(rules: Rules) -> Any:
    result = _win_off_turn(rules)
    return result if result == "at once" or result is None else result.winners


def _no_chance_costs(rules: Rules) -> Any:
    state = board("hand bailiff no-chance", "hand no-chance.2 | bank money5", rules=rules, plays=2)
    state = play(state, "0: ask bailiff 1", "1: refuse no-chance.2 1")
    none_left = board("hand bailiff no-chance", "hand no-chance.2", rules=rules, plays=1)
    none_left = play(none_left, "0: ask bailiff 1", "1: refuse no-chance.2 1")
    paid = play(state, "0: refuse no-chance 1").plays
    return state.plays, paid, refused(none_left, "0: refuse no-chance 1")


def _no_chance_to_hike(rules: Rules) -> Any:
    seat = "hand rent-any hike | green: green1 green2"
    state = board(seat, "hand no-chance | bank money10", rules=rules)
    state = play(state, "0: rent rent-any green 1 hikes hike")
    return refused(state, "1: refuse no-chance 1 hike")


def _moving_costs(rules: Rules) -> Any:
    state = board("red: wild-red-yellow", "", rules=rules, plays=1)
    moved = play(state, "0: shift wild-red-yellow yellow")
    spent = board("red: wild-red-yellow", "", rules=rules, plays=0)
    return moved.plays, refused(spent, "0: shift wild-red-yellow yellow")


def _throw_under(rules: Rules) -> Any:
    state = play(board(EIGHT, "", rules=rules), "0: done", "0: throw money4")
    return names(state, state.discard), names(state, state.stock[:1])


def _turn_limit(rules: Rules) -> Any:
    state = board("bank money1", "", rules=rules, number=12)
    return play(state, "0: done").result is not None


SHOWN = (
    Shown("packs", 2, _packs, 212),
    Shown("draw", 3, _draw, (8, 4)),
    Shown("draw_empty", 3, _draw_empty, 3),
    Shown("hand_limit", 5, _hand_limit, ({(0, "throw")}, "")),
    Shown("plays", 1, _plays, (0, "no plays left")),
    Shown("sets", 2, _sets, True),
    Shown("buildings_on", "any set", _buildings_on, ""),
    Shown("pay_from", "free choice", _pay_from, ""),
    Shown("ten_when_short", "kept", _ten_when_short, ("", "hand over all")),
    Shown("buildings_payable", False, _buildings_payable, "not on your table"),
    Shown("binned_buildings", "bank", _binned_buildings, ("hotel house", "")),
    Shown("win_off_turn", "own turn", _won_later, (1,)),
    Shown("no_chance_costs", True, _no_chance_costs, (1, 0, "no plays left")),
    Shown("no_chance_to_hike", True, _no_chance_to_hike, ""),
    Shown("moving_costs", True, _moving_costs, (0, "no plays left")),
    Shown("throw_under", True, _throw_under, ("", "money4")),
    Shown("turn_limit", 12, _turn_limit, True),
)


@pytest.fixture
def ignored(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Shown:
    """A field that from now on has its default whatever a table sets."""
    shown: Shown = request.param
    usual = getattr(Rules(), shown.field)
    checked = Rules.__post_init__

    def forget(rules: Rules) -> None:
        checked(rules)
        object.__setattr__(rules, shown.field, usual)

    monkeypatch.setattr(Rules, "__post_init__", forget)
    return shown


@pytest.mark.parametrize("shown", SHOWN, ids=lambda shown: shown.field)
def test_the_field_tells(shown: Shown) -> None:
    assert shown.look(Rules(**{shown.field: shown.value})) == shown.seen


@pytest.mark.parametrize("ignored", SHOWN, ids=lambda shown: shown.field, indirect=True)
def test_it_does_not_when_the_engine_ignores_it(ignored: Shown) -> None:
    assert ignored.look(Rules(**{ignored.field: ignored.value})) != ignored.seen


def test_every_field_is_shown() -> None:
    assert sorted(shown.field for shown in SHOWN) == sorted(it.name for it in fields(Rules))


# ------------------------------------------------------------------------- more of single fields


def test_a_building_that_cannot_be_paid_with_is_binned_when_its_set_goes() -> None:
    rules = Rules(buildings_payable=False)
    seat = "brown: brown1 brown2 house"
    state = board("hand bailiff", seat, rules=rules)
    state = play(state, "0: ask bailiff 1", "1: accept 1")
    assert refused(state, "1: pay brown1 brown2 house") == "not on your table"
    after = play(state, "1: pay brown1 brown2")
    assert (bank(after, 0), names(after, after.discard)) == ("", "bailiff house")


def test_who_has_only_kept_wilds_is_asked_for_nothing() -> None:
    after = _owing("pink: wild-ten wild-ten.2", Rules(ten_when_short="kept"))
    assert (after.action, laid(after, 1)) == (None, "pink: wild-ten wild-ten")


def test_a_stopped_hike_halves_the_rent_and_the_seat_is_asked_again() -> None:
    rules = Rules(no_chance_to_hike=True)
    rich = "hand no-chance | bank money5 money2 | pink: pink1"
    seat = "hand rent-any hike no-chance.2 | green: green1 green2"
    asking = play(board(seat, rich, rules=rules), "0: rent rent-any green 1 hikes hike")
    state = play(asking, "1: refuse no-chance 1 hike")
    stopped = play(state, "0: accept 1")
    assert stopped.action is not None
    assert [(it.due, it.hikes, it.thrown) for it in stopped.action.tracks] == [(4, 0, 0)]
    assert asked(stopped) == {(1, "answer")}
    failed = play(state, "0: refuse no-chance.2 1", "1: accept 1")
    assert failed.action is not None
    assert [(it.due, it.hikes, it.thrown) for it in failed.action.tracks] == [(8, 1, 0)]
    assert asked(failed) == {(1, "answer")}


def test_a_hike_is_stopped_by_the_first_answer_of_a_chain_or_not_at_all() -> None:
    rules = Rules(no_chance_to_hike=True, packs=2)
    seat = "hand rent-any hike no-chance.2 | green: green1 green2"
    state = board(seat, "hand no-chance no-chance.3 | bank money10", rules=rules)
    state = play(state, "0: rent rent-any green 1 hikes hike")
    state = play(state, "1: refuse no-chance 1", "0: refuse no-chance.2 1")
    assert refused(state, "1: refuse no-chance.3 1 hike") == "no hike to stop"
    assert refused(state, "1: refuse no-chance.3 1") == ""


def test_thrown_under_the_pile_a_card_stays_known_and_comes_again() -> None:
    rules = Rules(throw_under=True)
    state = play(board(EIGHT, "", rules=rules), "0: done", "0: throw money4")
    public = DEEDS.masked(state)
    assert names(public, state.stock[:1]) == "money4"
    assert public.table.faces[state.stock[1]] is None


def test_drawn_from_under_the_pile_a_card_is_known_in_the_hand() -> None:
    rules = Rules(throw_under=True)
    state = board(EIGHT, "", rules=rules, stock="money5", rest=False)
    public = DEEDS.masked(play(state, "0: done", "0: throw money4"))
    assert [public.table.faces[slot] is None for slot in public.hands[1]] == [True, False]
    assert names(public, public.hands[1][1:]) == "money4"


def test_with_no_limit_the_game_is_never_cut_off() -> None:
    state = board("", "", rules=Rules(turn_limit=0), number=5000)
    assert play(state, "0: done").number == 5001


def test_hands_are_as_the_table_says_from_the_first_turn() -> None:
    state = DEEDS.deal(DEEDS.start(Rules(draw=1), 2, 0))
    assert [len(cards) for cards in state.hands] == [5, 6]
