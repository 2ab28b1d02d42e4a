"""``steady``: plays by the rules of thumb, the same way every time, and can say why.

The rules of thumb belong to a game, so they lie in the game's own folder, in a module ``steady``
beside the class that fulfils the contract. That module offers

    advice(view, seat, chance) -> (move, reason)

and a game that has none cannot be played by this bot. ``choose`` gives the move to the table,
``advise`` the move and the reason to a hint.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from random import Random
from typing import Any, Final

from engine.game import Game, GameError

Thinking = Callable[[Any, int, Random], tuple[Any, str]]


class Steady:
    """Plays as a sensible person does who counts trumps and takes no gambles."""

    def choose(self, game: Game[Any, Any], view: Any, seat: int, chance: Random) -> Any:
        """The move that the rules of thumb advise."""
        return _thinking(type(game))(view, seat, chance)[0]

    def advise(self, game: Game[Any, Any], view: Any, seat: int, chance: Random) -> tuple[Any, str]:
        """The move that the rules of thumb advise, and the reason: a clause without a full stop."""
        return _thinking(type(game))(view, seat, chance)


@cache
def _thinking(game: type) -> Thinking:
    """The thinking in a game's folder; ``GameError`` when there is none."""
    home = ".".join([*game.__module__.split(".")[:-1], "steady"])
    try:
        thinking: Thinking = import_module(home).advice
    except ModuleNotFoundError as error:
        if error.name is None or not f"{home}.".startswith(f"{error.name}."):
            raise
        raise GameError("The bot “steady” has not learned this game.") from None
    return thinking


BOT: Final = Steady()
