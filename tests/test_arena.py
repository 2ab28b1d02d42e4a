"""The arena measures what it says: luck falls out, and the same seed gives the same figures."""

from __future__ import annotations

from math import inf

import pytest

from engine.bots.arena import duplicate_match, game_match, interval, main
from engine.bots.bot import find_bot
from engine.forty_fives.rules import Rules
from engine.game import find
from tests import tables

ONE_TEN, PARTNERS = find("110"), Rules(**tables.FORTY_FIVES)
STEADY, RANDOM = find_bot("steady"), find_bot("random")


@pytest.mark.parametrize("name", ["random", "steady"])
@pytest.mark.parametrize(("players", "rules"), [(2, None), (4, None), (6, None), (4, PARTNERS)])
def test_a_bot_gains_exactly_nothing_on_itself(
    name: str, players: int, rules: Rules | None
) -> None:
    bot = find_bot(name)
    match = duplicate_match(ONE_TEN, players, bot, bot, 12, "itself", rules)
    assert match.gains == (0.0,) * 12
    assert match.mean == match.low == match.high == 0 and match.a == match.b


def test_every_deal_is_played_once_a_side_and_once_more() -> None:
    assert duplicate_match(ONE_TEN, 4, STEADY, RANDOM, 6, 1).hands == 30
    assert duplicate_match(ONE_TEN, 4, STEADY, RANDOM, 6, 1, PARTNERS).hands == 18


def test_the_same_seed_gives_the_same_match_and_another_does_not() -> None:
    first = duplicate_match(ONE_TEN, 4, STEADY, RANDOM, 20, "seed")
    assert first == duplicate_match(ONE_TEN, 4, STEADY, RANDOM, 20, "seed")
    assert first != duplicate_match(ONE_TEN, 4, STEADY, RANDOM, 20, "another")


def test_the_mean_lies_in_its_interval_which_narrows_with_more_deals() -> None:
    few = duplicate_match(ONE_TEN, 4, STEADY, RANDOM, 20, "narrow")
    many = duplicate_match(ONE_TEN, 4, STEADY, RANDOM, 180, "narrow")
    assert few.low < few.mean < few.high and many.low < many.mean < many.high
    assert many.high - many.low < few.high - few.low
    assert many.mean == pytest.approx(many.a - many.b) == pytest.approx(sum(many.gains) / 180)


def test_the_gain_of_a_over_b_is_about_what_b_loses() -> None:
    up = duplicate_match(ONE_TEN, 2, STEADY, RANDOM, 100, "mirror")
    down = duplicate_match(ONE_TEN, 2, RANDOM, STEADY, 100, "mirror")
    assert up.low > 0 > down.high


def test_intervals() -> None:
    assert interval([3, 3, 3]) == (3, 3, 3)
    assert interval([7]) == (7, -inf, inf)
    mean, low, high = interval([0, 2] * 50)
    assert mean == 1 and 0.8 < low < 0.81 and 1.19 < high < 1.2


def test_whole_games_are_shared_evenly_by_equals_and_won_by_the_better() -> None:
    even = game_match(ONE_TEN, 4, RANDOM, RANDOM, 4, "games")
    assert even.mean == even.fair == 0.25, "with A = B the same game is won by one of four seats"
    better = game_match(ONE_TEN, 4, STEADY, RANDOM, 5, "games")
    assert better.mean > 0.9
    sides = game_match(ONE_TEN, 4, STEADY, STEADY, 3, "games", PARTNERS)
    assert sides.mean == sides.fair == 0.5


def test_slips_of_a_alone_are_counted() -> None:
    clumsy = duplicate_match(ONE_TEN, 4, RANDOM, STEADY, 30, "slips")
    assert clumsy.slips["threw the 5"] and clumsy.slips["took a trick with more than was needed"]
    assert not duplicate_match(ONE_TEN, 4, STEADY, RANDOM, 30, "slips").slips["threw the 5"]


def test_the_command_prints_its_figures(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["steady", "random", "--deals", "4", "--games", "2", "--players", "3"]) == 0
    printed = capsys.readouterr().out
    assert "points a hand" in printed and "games won" in printed and "16 hands" in printed


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["sharp", "random"], "There is no bot “sharp”"),
        (["steady", "random", "--game", "poker"], "There is no game “poker”"),
        (["steady", "random", "--players", "9"], "can play, not 9"),
    ],
)
def test_a_wrong_name_is_answered_with_a_sentence(
    capsys: pytest.CaptureFixture[str], arguments: list[str], sentence: str
) -> None:
    assert main(arguments) == 2
    assert sentence in capsys.readouterr().err
