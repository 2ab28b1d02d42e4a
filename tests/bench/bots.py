"""How well the bots play, on duplicate deals: points a hand over the random player's.

By seat where everyone plays alone, by side where partners play. Where a hand is a whole game it is
the share of the games won, and how long a decision takes.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from time import process_time
from typing import Any

from engine.bots.arena import Match, Share, duplicate_match, game_match, play_hand
from engine.bots.bot import find_bot
from engine.bots.steady import BOT
from engine.game import Game, find
from tests.bench.figure import Figure

PLAYERS, DEALS, SEED = 4, 1000, "bench"
UNIT = "points/hand"
GAMES, TIMED = 400, 60  # whole games: sets of deals in a match, games of which decisions are timed


def run() -> Iterator[Figure]:
    """The figures of the group ``bots``; two fields at 110, for one field is not a measure."""
    variant, random = find("110"), find_bot("random")
    began = process_time()
    one = duplicate_match(variant, PLAYERS, BOT, random, DEALS, SEED)
    took = process_time() - began
    yield _gain("bots.110.steady_vs_random", "bots.110.random", one)
    other = duplicate_match(variant, PLAYERS, random, BOT, DEALS, SEED)
    yield _gain("bots.110.random_among_steady", "bots.110.steady", other)
    yield Figure("bots.110.arena_hands_per_s", one.hands / took, "hands/s")
    sides = duplicate_match(find("forty-fives"), PLAYERS, BOT, random, DEALS, SEED)
    yield _gain("bots.forty_fives.steady_vs_random", "bots.forty_fives.random", sides)
    deeds = find("deeds")
    two = game_match(deeds, 2, BOT, random, GAMES, SEED)
    yield _won("bots.deeds.steady_vs_random", "bots.deeds.even_of_2", two)
    four = game_match(deeds, 4, BOT, random, GAMES // 2, SEED)
    yield _won("bots.deeds.steady_among_3_random", "bots.deeds.even_of_4", four)
    yield _decision("deeds", 4)


def _won(name: str, against: str, share: Share) -> Figure:
    """The share of games won, with its 95 % interval."""
    won, low, high = (100 * value for value in (share.mean, share.low, share.high))
    return Figure(name, won, "% of games", against, share.mean / share.fair, low, high)


class _Timed:
    """The bot ``steady`` with a stop watch."""

    def __init__(self) -> None:
        self.took, self.count = 0.0, 0

    def choose(self, game: Game[Any, Any], view: Any, seat: int, chance: Random) -> Any:
        began = process_time()
        move = BOT.choose(game, view, seat, chance)
        self.took += process_time() - began
        self.count += 1
        return move


def _decision(name: str, players: int) -> Figure:
    """How long ``steady`` thinks on the average, its view at hand."""
    variant, bot = find(name), _Timed()
    for number in range(TIMED):
        start = variant.game.start(variant.rules, players, number % players)
        play_hand(variant.game, start, [bot] * players, f"{SEED}/{number}")
    return Figure(f"bots.{name}.steady_decision", 1000 * bot.took / bot.count, "ms")


def _gain(name: str, against: str, match: Match) -> Figure:
    """What was gained, with its 95 % interval."""
    return Figure(name, match.mean, UNIT, against, low=match.low, high=match.high)
