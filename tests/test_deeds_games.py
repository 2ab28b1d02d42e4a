"""Whole games of Deeds by bots, at tables of every kind: no error, no stall, and all laws kept."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import fields
from random import Random
from typing import Any

import pytest

from engine.bots.bot import Bot, find_bot
from engine.deeds.deck import COLOURS
from engine.deeds.play import DEEDS
from engine.deeds.rules import Rules
from engine.deeds.state import Pay, Refuse, State, complete, sets_of
from engine.record import with_deal
from engine.table import dealt_by
from tests.deeds_positions import random_fields
from tests.deeds_walks import places, varied

GAMES = 10_000  # in the full run, a hundredth of them in the plain one
PARTS = 10
MOST_MOVES = 40  # for each seat in a turn, answers and moved wilds included
SEATINGS = ("steady", "lively", "random", "steady lively", "lively random", "random steady")


class Lively:
    """Plays every kind of move as often, so that chains, swaps and takeovers are met."""

    def choose(self, game: Any, view: Any, seat: int, chance: Random) -> Any:
        moves = varied(game.legal_moves(view, seat))
        return moves[int(chance.random() * len(moves))]


def bots_at(number: int, players: int) -> list[Bot]:
    kinds = SEATINGS[number % len(SEATINGS)].split()
    return [bot_of(kinds[seat % len(kinds)]) for seat in range(players)]


def bot_of(kind: str) -> Bot:
    return Lively() if kind == "lively" else find_bot(kind)


def tables(count: int) -> Iterator[tuple[int, Rules, int]]:
    """Every other table by house rules, of two to six in turn; shorter ones rather often."""
    for number in range(count):
        rng = Random(f"table {number}")
        rules = Rules(**random_fields(rng)) if number % 2 else Rules(packs=1 + number // 2 % 2)
        yield number, rules, 2 + number // 2 % 5


def play_game(rules: Rules, players: int, bots: list[Bot], chance: Random) -> Iterator[Any]:
    """Every step of a game: the state before it, the seat, the move, the state after it.

    A bot is handed its own seat's view and no more; of several that are asked any may be first.
    """
    state = DEEDS.start(rules, players, int(chance.random() * players))
    while DEEDS.outcome(state) is None:
        if DEEDS.shuffle_wanted(state) is not None:
            state = with_deal(DEEDS, state, dealt_by(DEEDS, state, chance))
            continue
        owed = DEEDS.owed(state)
        seat = owed[int(chance.random() * len(owed))].seat
        move = bots[seat].choose(DEEDS, DEEDS.masked(state, seat), seat, chance)
        after = DEEDS.apply(state, seat, move)
        yield state, seat, move, after
        state = after


def assert_sound(state: State) -> None:
    """What must hold of every position."""
    assert len(state.table.faces) - _died(state) == len(DEEDS.pack(state))
    lying = [slot for place in places(state) for slot in place]
    assert len(lying) == len(set(lying)) == len(DEEDS.pack(state)), "a card lies twice or nowhere"
    faces = state.table.faces
    for stacks in state.stacks:
        wanting: list[str] = []
        for stack in stacks:
            size = COLOURS[stack.colour].size
            assert 0 < len(stack.deeds) <= size, "a stack is too large"
            wanting += [stack.colour] if len(stack.deeds) < size else []
            assert stack.house < 0 or complete(stack, faces), "a broken set keeps a building"
            assert stack.hotel < 0 or stack.house >= 0, "a Hotel stands without its House"
        assert len(wanting) == len(set(wanting)), "two stacks of a colour want deeds"
    assert state.plays >= 0


def _died(state: State) -> int:
    return sum(len(mix.died) for mix in state.table.mixes)


def assert_ended(state: State, turns: int) -> str:
    """How the game ended: with sets enough, or at the last turn; nobody is asked any more."""
    result, rules = DEEDS.outcome(state), state.table.rules
    assert result is not None
    assert DEEDS.owed(state) == ()
    assert DEEDS.shuffle_wanted(state) is None
    best = [sets_of(state, seat) for seat in range(state.table.players)]
    if len(result.winners) == 1 and best[result.winners[0]] >= rules.sets:
        return "sets"
    assert turns == rules.turn_limit
    assert all(best[seat] == max(best) for seat in result.winners)
    return "limit"


def assert_goes_on(state: State) -> None:
    """Nobody has sets enough in a game that goes on, but off turn where that is not yet a win."""
    rules = state.table.rules
    if state.unplaced:
        return
    for seat in range(state.table.players):
        waits = rules.win_off_turn == "own turn" and seat != state.turn
        assert waits or sets_of(state, seat) < rules.sets, "a win was not seen"


@pytest.mark.parametrize("part", range(PARTS))
def test_games_are_played_to_their_end(part: int, full: bool) -> None:
    count = GAMES if full else GAMES // 100
    for number, rules, players in list(tables(count))[part::PARTS]:
        chance, moves, state = Random(f"deeds game {number}"), Counter[int](), None
        for before, seat, move, state in play_game(
            rules, players, bots_at(number, players), chance
        ):
            moves[before.number] += 1
            assert moves[before.number] < MOST_MOVES * players, "a turn does not end"
            if number % 10 == 1 or not full:
                assert_sound(state)
            if DEEDS.outcome(state) is None:
                assert_goes_on(state)
            if isinstance(move, Pay):
                assert state.hands == before.hands
            if isinstance(move, Refuse):
                assert len(state.hands[seat]) == len(before.hands[seat]) - 1
        assert state is not None
        assert_ended(state, state.number)


def test_every_choice_of_every_rule_is_played() -> None:
    met = Counter(
        (field.name, getattr(rules, field.name))
        for _, rules, _ in tables(GAMES // 100)
        for field in fields(Rules)
    )
    for field in fields(Rules):
        assert len({value for name, value in met if name == field.name}) > 1, field.name
    seats = Counter((players, rules.packs) for _, rules, players in tables(GAMES))
    assert all(seats[players, packs] >= 500 for players in range(2, 7) for packs in (1, 2))
