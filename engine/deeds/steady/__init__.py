"""The rules of thumb of Deeds: what the bot ``steady`` does, and why.

``sight`` what a seat sees and what a table is worth · ``plan`` the way to win in this turn · ``turn``
what to play · ``steals`` what to take, and from whom · ``answers`` when a No Chance is due ·
``debts`` paying, placing, throwing · ``reasons`` why, in words. Each question's function takes a
view and gives a move with its reason, a clause that fits after “because”.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final

from engine.deeds.legality import owed
from engine.deeds.state import Move, State
from engine.deeds.steady.answers import answer
from engine.deeds.steady.debts import pay, place, throw
from engine.deeds.steady.sight import Sight
from engine.deeds.steady.turn import play
from engine.game import GameError

Advice = tuple[Move, str]

_BY_QUESTION: Final[dict[str, Callable[[Sight], Advice]]] = {
    "place": place,
    "pay": pay,
    "answer": answer,
    "throw": throw,
    "play": play,
}


def advice(view: State, seat: int, chance: Random) -> Advice:
    """The move for the seat in this view, and the reason for it.

    ``GameError`` when nothing is asked of the seat. Rules of thumb leave nothing to ``chance``.
    """
    asked = {question.what for question in owed(view) if question.seat == seat}
    for what, think in _BY_QUESTION.items():
        if what in asked:
            return think(Sight(view, seat))
    raise GameError("Nothing is asked of this seat now.")
