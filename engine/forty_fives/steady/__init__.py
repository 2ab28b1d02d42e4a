"""The rules of thumb of the Forty-fives family: what the bot ``steady`` does, and why.

``calls`` bidding and naming · ``throws`` what to keep · ``plays`` the cards · ``sight`` what a seat
can count while they fall · ``reasons`` why a card. Each phase's function takes a view and gives a
move with its reason, a clause that fits after “because”. No game outside this folder is known here,
and nobody outside it knows this folder: the bot finds ``advice`` beside the game's own class.
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
