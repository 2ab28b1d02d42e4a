"""The contract of a bot: a seat's view in, a move out, with a random source of its own.

A bot is never handed more than ``Game.masked`` gives its seat, so it cannot know a card that a
player in its place could not know.
"""

from __future__ import annotations

from importlib import import_module
from random import Random
from typing import Any, Final, Protocol

from engine.game import Game, GameError


class Bot(Protocol):
    """A way of playing."""

    def choose(self, game: Game[Any, Any], view: Any, seat: int, chance: Random) -> Any:
        """A legal move for the seat in this view; repeatable for the same ``chance``."""


_BOTS: Final = {"random": "engine.bots.random_play", "steady": "engine.bots.steady"}


def bot_names() -> tuple[str, ...]:
    """The names of all ways of playing."""
    return tuple(_BOTS)


def find_bot(name: str) -> Bot:
    """The bot of that name; ``GameError`` naming the known ones otherwise."""
    if name not in _BOTS:
        raise GameError(f"There is no bot “{name[:40]}”. The bots are: {', '.join(_BOTS)}.")
    bot: Bot = import_module(_BOTS[name]).BOT
    return bot
