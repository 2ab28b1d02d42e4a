"""``random``: the baseline, any legal move, the cautious ones more often.

Calls are listed from pass upwards. A player for whom all are alike bids far more than it can take,
and a table of such players sinks below zero for ever; so the place in the list is the product of
three draws, which leaves every move possible and lets every game end.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Final, TypeVar

from engine.game import Game

M = TypeVar("M")


def any_move(moves: Sequence[M], random: Callable[[], float]) -> M:
    """One of the moves, the early ones more often."""
    return moves[int(random() * random() * random() * len(moves))]


class RandomPlay:
    """Plays any legal move."""

    def choose(self, game: Game[Any, Any], view: Any, seat: int, chance: Random) -> Any:
        """A legal move."""
        return any_move(game.legal_moves(view, seat), chance.random)


BOT: Final = RandomPlay()
