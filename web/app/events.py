"""What goes in and out of ``update``: events, answers, handlers, and the names of what is kept."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from web.app.model import Effect, Model

Event = Mapping[str, Any]
Answer = tuple[Model, list[Effect]]
Handler = Callable[[Model, Event], Answer]

GAME_KEY: Final = "game"
ASIDE_KEY: Final = "game-put-aside"  # a kept game that could not be read, unchanged
SCORES_KEY: Final = "scores"  # in words, for when the game itself cannot be read any more
SETTINGS_KEY: Final = "settings"
SETS_KEY: Final = "rule-sets"
NEXT_KEY: Final = "next-table"  # the game and the house rules last chosen
TOLD: Final = frozenset(("device", "offline-ready", "update-ready", "installable"))
"""Events by which the page tells of itself, at any time."""
TICK: Final = "tick"  # the timer's value: the table goes on by itself
