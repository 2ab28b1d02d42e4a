"""How well the bots play, on duplicate deals: points a hand over the random player's.

By seat where everyone plays alone, by side where partners play.
"""

from __future__ import annotations

from collections.abc import Iterator
from time import process_time

from engine.bots.arena import Match, duplicate_match
from engine.bots.bot import find_bot
from engine.bots.steady import BOT
from engine.game import find
from tests.bench.figure import Figure

PLAYERS, DEALS, SEED = 4, 1000, "bench"
UNIT = "points/hand"


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


def _gain(name: str, against: str, match: Match) -> Figure:
    """What was gained, with its 95 % interval."""
    return Figure(name, match.mean, UNIT, against, low=match.low, high=match.high)
