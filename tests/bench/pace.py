"""How fast the engine plays, in CPU time. Its source also runs in the browser's Python as it is.

On a machine that others use too the best of several rounds comes nearest to a quiet one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from time import process_time

from engine.game import find
from engine.record import Dealt, Made, Record
from engine.table import play_random

GAMES = 6  # in a round, each from a seed of its own
ROUNDS = 7
LOOPS = 40_000  # of the yardstick, in a round


def measured(name: str, players: Sequence[int], unit: str) -> tuple[float, float]:
    """Loops of the yardstick a second of CPU time, and units of random games, in turn.

    The unit is "hands", whole ones with their deal, or "moves"; the tables take turns.
    """
    variant = find(name)
    pack = len(variant.game.pack(variant.game.start(variant.rules, players[0], 0)))
    play_random(name, players[0], "warm")
    rounds = []
    for number in range(ROUNDS):
        loops = _loops()
        began = process_time()
        records = [
            play_random(name, players[game % len(players)], f"bench {number}/{game}")
            for game in range(GAMES)
        ]
        took = process_time() - began
        rounds.append((loops, _units(records, unit, pack) / took))
    return max(loops for loops, _ in rounds), max(units for _, units in rounds)


def _units(records: Sequence[Record], unit: str, pack: int) -> int:
    """How many hands were dealt, or moves made, in these games."""
    entries = [entry for record in records for entry in record.entries]
    if unit == "moves":
        return sum(isinstance(entry, Made) for entry in entries)
    deals = [entry for entry in entries if isinstance(entry, Dealt)]
    return sum(len(deal.faces) == pack for deal in deals)


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
