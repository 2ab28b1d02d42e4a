"""Whole games of bots at every table: no error, every trick and score as the restatement has it."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict
from random import Random
from typing import Any

import pytest

from engine.bots.bot import Bot, find_bot
from engine.cards import card_text
from engine.forty_fives.state import Auction, HandOver, Pass, Playing
from engine.record import with_deal
from engine.table import dealt_by
from tests.naive import forty_fives as naive
from tests.walks import FAMILY as TABLES
from tests.walks import Table

GAMES = 2000  # at each number of players in the full run, a tenth of them in the plain one
LONGEST = 2000  # hands in a game; even random players at six take far fewer
SEATINGS = ("random", "steady", "random steady", "steady random random")


def bots_at(table: Table, number: int) -> list[str]:
    """Who sits where in a game: all alike, or mixed."""
    names = SEATINGS[number % len(SEATINGS)].split()
    return [names[seat % len(names)] for seat in range(table.players)]


def play_game(table: Table, plays: list[str], chance: Random, watch: Watch) -> Any:
    """One whole game; every bot is handed its own seat's view and no more. The last state."""
    game = table.game
    bots: list[Bot] = [find_bot(name) for name in plays]
    state = game.start(table.rules, table.players, chance.randrange(table.players))
    while True:
        owed = game.owed(state)
        if owed:
            seat = owed[0].seat
            move = bots[seat].choose(game, game.masked(state, seat), seat, chance)
            after = game.apply(state, seat, move)
            watch.move(state, seat, move, after)
            state = after
        elif game.shuffle_wanted(state) is not None:
            state = with_deal(game, state, dealt_by(game, state, chance))
        else:
            return state


class Watch:
    """Reckons every hand once more, by the restatement and from what was laid open alone."""

    def __init__(self, table: Table) -> None:
        self.game = table.game
        self.flags = asdict(table.rules)
        self.players = table.players
        self.totals = [0] * (table.rules.sides or table.players)
        self.bid_sides: set[int] = set()
        self.played: list[list[tuple[int, str]]] = [[]]  # by trick: (seat, card)
        self.winners: list[int] = []
        self.hands = 0

    def move(self, before: Any, seat: int, move: Any, after: Any) -> None:
        if isinstance(before, Auction):
            if not isinstance(move, Pass):
                self.bid_sides.add(naive.side_of(self.flags, seat))
        elif isinstance(before, Playing):
            card = card_text(after.table.faces[move.slot])
            self.played[-1].append((seat, card))
            if len(self.played[-1]) == self.players:
                self._trick(before, after)
            if isinstance(after, HandOver):
                self._hand(after)
                assert self.hands < LONGEST, "the game does not end"

    def _trick(self, before: Any, after: Any) -> None:
        plays = self.played[-1]
        trump = before.contract.trump
        place = naive.trick_winner(self.flags, trump, [card for _, card in plays])
        self.winners.append(plays[place][0])
        assert after.tricks[-1].winner == self.winners[-1]
        if isinstance(after, Playing):
            assert [question.seat for question in self.game.owed(after)] == [self.winners[-1]]
            self.played.append([])

    def _hand(self, after: HandOver) -> None:
        self.hands += 1
        result, contract = after.result, after.contract
        bids = self.bid_sides | {naive.side_of(self.flags, contract.bidder)}
        wanted = naive.score(
            self.flags,
            self.players,
            self.totals,
            contract.bidder,
            contract.bid,
            self.winners,
            self._best(contract.trump),
            sorted(bids),
            last=self.hands == self.flags["hands"],
        )
        got = {
            "delta": list(result.delta),
            "total": list(result.totals),
            "winner": result.winner,
        }
        assert got == wanted
        assert sum(result.taken) == (30 if self._best(contract.trump) is not None else 25)
        self.totals = wanted["total"]
        self.bid_sides, self.played, self.winners = set(), [[]], []

    def _best(self, trump: str) -> int | None:
        """The trick in which the best trump fell, as the restatement orders them."""
        for card in naive.trump_order(self.flags, trump):
            for number, plays in enumerate(self.played):
                if any(card == own for _, own in plays):
                    return number
        return None


def games_at(name: str, full: bool) -> int:
    """This table's share of the games with its number of players."""
    tables = sum(table.players == TABLES[name].players for table in TABLES.values())
    return -(-GAMES // (tables if full else 10 * tables))


@pytest.mark.parametrize("name", TABLES)
def test_games_are_played_to_their_end(name: str, full: bool) -> None:
    table, met = TABLES[name], Counter[str]()
    for number in range(games_at(name, full)):
        plays, watch = bots_at(table, number), Watch(table)
        state = play_game(table, plays, Random(f"game {name} {number}"), watch)
        outcome = table.game.outcome(state)
        assert outcome is not None, number
        side = naive.side_of(watch.flags, outcome.winners[0])
        if watch.flags["hands"]:
            assert watch.hands == watch.flags["hands"], number
            assert watch.totals[side] == max(watch.totals), number
        else:
            assert watch.totals[side] >= watch.flags["target"], number
        assert all(naive.side_of(watch.flags, seat) == side for seat in outcome.winners)
        met.update({"games", " ".join(plays), outcome.reason})
        met["hands"] += watch.hands
    assert met["games"] == games_at(name, full)
    assert met["most points" if table.rules.hands else "the bidder goes out"], met


def test_each_number_of_players_is_played_often_enough() -> None:
    games = Counter[int]()
    for name, table in TABLES.items():
        games[table.players] += games_at(name, True)
        assert games_at(name, False) >= games_at(name, True) / 10
    assert all(games[players] >= 1500 for players in range(2, 7))
    assert games.total() >= 10_000
