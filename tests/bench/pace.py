"""How fast the engine plays, in CPU time. Its source also runs in the browser's Python as it is.

On a machine that others use too the best of several rounds comes nearest to a quiet one.
"""

from __future__ import annotations

from dataclasses import dataclass
from time import process_time

from engine.game import find
from engine.record import Dealt
from engine.table import play_random

GAMES = 6  # in a round, each from a seed of its own
ROUNDS = 7
LOOPS = 40_000  # of the yardstick, in a round


def measured(name: str, players: int) -> tuple[float, float]:
    """Loops of the yardstick a second of CPU time, and whole hands of random games, in turn."""
    variant = find(name)
    pack = len(variant.game.pack(variant.game.start(variant.rules, players, 0)))
    play_random(name, players, "warm")
    rounds = [(_loops(), _hands(name, players, pack, number)) for number in range(ROUNDS)]
    return max(loops for loops, _ in rounds), max(hands for _, hands in rounds)


def _hands(name: str, players: int, pack: int, number: int) -> float:
    """Whole hands a second, dealing included, through the contract's own calls."""
    began = process_time()
    records = [play_random(name, players, f"bench {number}/{game}") for game in range(GAMES)]
    took = process_time() - began
    deals = [entry for record in records for entry in record.entries if isinstance(entry, Dealt)]
    return sum(len(deal.faces) == pack for deal in deals) / took


@dataclass(frozen=True, slots=True)
class Yard:
    """A small frozen value, made over and over: what the engine does most."""

    cards: tuple[int, ...]
    turn: int
    parent: Yard | None


def _loops() -> float:
    """Loops a second of a fixed piece of pure Python: how fast this Python is here and now."""
    began = process_time()
    value = Yard(tuple(range(5)), 0, None)
    for turn in range(LOOPS):
        cards = tuple([card for card in value.cards if card != turn % 5])
        value = Yard((*cards, turn % 5), turn, None)
    return LOOPS / (process_time() - began)
