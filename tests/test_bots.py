"""Bots play within the rules, know no more than their seat does, and play well enough."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from engine.bots.arena import duplicate_match
from engine.bots.bot import bot_names, find_bot
from engine.bots.steady import BOT
from engine.forty_fives.play import FORTY_FIVES as GAME
from engine.forty_fives.rules import Rules, RulesError
from engine.game import Game, GameError, find
from engine.table import dealt_by
from tests import positions, tables

ONE_TEN = Rules()
PARTNERS = Rules(**tables.FORTY_FIVES)
TABLES = [(ONE_TEN, n) for n in ONE_TEN.seats] + [(PARTNERS, 4)]
POSITIONS, HOUSE_TABLES, A_TABLE = 6000, 100, 45

# ------------------------------------------------------------------------------- what holds anywhere


def house_tables(count: int) -> Iterator[tuple[Rules, int]]:
    """Tables with every rule drawn at random."""
    rng = Random(45)
    while count:
        try:
            rules = Rules(**positions.random_fields(rng))
        except RulesError:
            continue
        count -= 1
        yield rules, rng.choice(rules.seats)


def walk(rules: Rules, players: int, seed: str, count: int) -> Iterator[tuple[Any, int]]:
    """So many states of games with a seat that owes an answer; bots of all kinds move in turn."""
    chance = Random(seed)
    bots = [find_bot(name) for name in bot_names()]
    state: Any = GAME.start(rules, players, 0)
    while count:
        owed = GAME.owed(state)
        if owed:
            seat = chance.choice(owed).seat
            yield state, seat
            count -= 1
            view = GAME.masked(state, seat)
            state = GAME.apply(state, seat, chance.choice(bots).choose(GAME, view, seat, chance))
        elif (wanted := GAME.shuffle_wanted(state)) is not None:
            entry = dealt_by(GAME, state, chance)
            kept = () if hasattr(wanted, "pack") else GAME.faces(state)
            state = GAME.with_faces(GAME.deal(state), kept + entry.faces)
        else:
            state = GAME.start(rules, players, chance.randrange(players))


def all_positions() -> Iterator[tuple[Any, int]]:
    for rules, players in TABLES:
        yield from walk(rules, players, f"bots {players}", POSITIONS // len(TABLES))
    for rules, players in house_tables(HOUSE_TABLES):
        yield from walk(rules, players, "house", A_TABLE)


class Guarded(tuple[int | None, ...]):
    """Faces of which only the known ones may be looked at."""

    def __getitem__(self, index: Any) -> Any:
        found = super().__getitem__(index)
        assert found is not None, f"slot {index} is not for this seat"
        return found

    def __iter__(self) -> Iterator[int | None]:
        raise AssertionError("looked through all the cards")


@pytest.mark.parametrize("name", bot_names())
def test_every_move_is_legal_and_comes_from_the_view_alone(name: str) -> None:
    bot, met = find_bot(name), 0
    for number, (state, seat) in enumerate(all_positions()):
        view = GAME.masked(state, seat)
        guarded = replace(view, table=replace(view.table, faces=Guarded(view.table.faces)))
        move = bot.choose(GAME, guarded, seat, Random(number))
        assert GAME.why_illegal(state, seat, move) is None
        assert move in GAME.legal_moves(state, seat)
        assert move == bot.choose(GAME, view, seat, Random(number)), "not repeatable"
        met += 1
    assert met >= 10_000


def test_no_choice_changes_when_cards_it_cannot_see_are_swapped() -> None:
    chance = Random(8)
    for number, (state, seat) in enumerate(all_positions()):
        if number % 4:
            continue
        view = GAME.masked(state, seat)
        world = GAME.sample(view, chance)
        assert None not in GAME.faces(world)
        other = BOT.choose(GAME, GAME.masked(world, seat), seat, Random(number))
        assert other == BOT.choose(GAME, view, seat, Random(number))


def test_every_advice_comes_with_a_reason_in_words() -> None:
    for number, (state, seat) in enumerate(all_positions()):
        if number % 4:
            continue
        view = GAME.masked(state, seat)
        move, reason = BOT.advise(GAME, view, seat, Random(0))
        assert move == BOT.choose(GAME, view, seat, Random(0))
        assert len(reason) > 8 and not reason.endswith(".") and "  " not in reason


def test_a_game_without_rules_of_thumb_is_declined_with_a_sentence() -> None:
    class Patience(Game[Any, Any]):
        """A game nobody has taught."""

    Patience.__abstractmethods__ = frozenset()
    with pytest.raises(GameError, match="has not learned"):
        BOT.choose(Patience(), None, 0, Random(0))


@pytest.mark.parametrize(("a", "b", "sign"), [("steady", "random", 1), ("random", "steady", -1)])
def test_steady_beats_random_by_two_points_a_hand_in_either_field(
    a: str, b: str, sign: int
) -> None:
    match = duplicate_match(find("110"), 4, find_bot(a), find_bot(b), 400, "strength")
    assert min(sign * match.low, sign * match.high) >= 2


def test_steady_beats_random_by_three_points_a_hand_for_a_side() -> None:
    match = duplicate_match(find("forty-fives"), 4, BOT, find_bot("random"), 300, "sides")
    assert match.low >= 3


def test_steady_makes_no_visible_slip() -> None:
    """Holding back too little, throwing the 5, overtaking a partner: never; else hardly ever."""
    for rules, players in [*TABLES, *house_tables(20)]:
        match = duplicate_match(find("110"), players, BOT, BOT, 8, "slips", rules)
        assert not set(match.slips) - {"bid with less than two trumps"}, (rules, match.slips)
        assert sum(match.slips.values()) <= match.hands // 10
