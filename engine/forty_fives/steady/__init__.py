"""The rules of thumb of the Forty-fives family: what the bot ``steady`` does, and why.

``sight`` what a seat can count · ``calls`` bidding and naming · ``throws`` what to keep · ``leads``
and ``follows`` the play. Each takes a view and gives a move with a reason, a clause in words.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, Final

from engine.forty_fives.state import Auction, Move, Naming, Playing, State, Throwing
from engine.forty_fives.steady.calls import call, name
from engine.forty_fives.steady.plays import play
from engine.forty_fives.steady.throws import throw
from engine.game import GameError

Advice = tuple[Move, str]

_BY_PHASE: Final[dict[type, Callable[[Any, int], Advice]]] = {
    Auction: call,
    Naming: name,
    Throwing: throw,
    Playing: play,
}


def advice(view: State, seat: int, chance: Random) -> Advice:
    """The move for the seat in this view, and the reason for it.

    ``GameError`` when nothing is asked of the seat. Rules of thumb leave nothing to ``chance``.
    """
    think = _BY_PHASE.get(type(view))
    if think is None:
        raise GameError("Nothing is asked of this seat now.")
    return think(view, seat)
