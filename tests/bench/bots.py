"""How well the bots play, on duplicate deals: points a hand and seat over the random player."""

from __future__ import annotations

from collections.abc import Iterator
from time import process_time

from engine.bots.arena import duplicate_match
from engine.bots.bot import find_bot
from engine.bots.steady import BOT
from engine.game import find
from tests.bench.figure import Figure

GAME, PLAYERS, DEALS, SEED = "110", 4, 1000, "bench"


def run() -> Iterator[Figure]:
    """The figures of the group ``bots``; two fields, for one field is not a measure."""
    variant, random = find(GAME), find_bot("random")
    name, unit = f"bots.{GAME}.steady_vs_random", "points/hand"
    began = process_time()
    one = duplicate_match(variant, PLAYERS, BOT, random, DEALS, SEED)
    took = process_time() - began
    yield Figure(name, one.mean, unit, f"bots.{GAME}.random", low=one.low, high=one.high)
    other = duplicate_match(variant, PLAYERS, random, BOT, DEALS, SEED)
    among = f"bots.{GAME}.random_among_steady"
    yield Figure(among, other.mean, unit, f"bots.{GAME}.steady", low=other.low, high=other.high)
    yield Figure(f"bots.{GAME}.arena_hands_per_s", one.hands / took, "hands/s")
