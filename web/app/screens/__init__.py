"""The screens. Those of a game stand in a folder named like the game's own in the engine, in ``play``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol, cast

if TYPE_CHECKING:
    from engine.game import Variant
    from web.app.model import Model
    from web.app.page import Page
    from web.app.screens.chapters import Chapter
    from web.app.tables import AppTable


class TableScreen(Protocol):
    """What the screens of a game must be able to do."""

    def enter(self, model: Model) -> Model:
        """The model with the table, or what the table has come to, on screen."""

    def page(self, model: Model) -> Page:
        """The page of the screens ``table``, ``result`` and ``game-over``."""

    def act(self, model: Model, event: Mapping[str, Any]) -> Model:
        """The model after a tap on one of the game's own things; unknown ones change nothing."""

    def pause(self, model: Model) -> int:
        """Milliseconds until the table goes on by itself; 0 when it waits for the person."""

    def rest(self, model: Model) -> Model:
        """The model when nobody is to move: the hand's result, for one."""

    def summary(self, table: AppTable) -> str:
        """Where the game stands, in a line: ``110 · hand 4 · you have 35``."""

    def scores_line(self, table: AppTable) -> str:
        """The scores so far, in a line that outlives a record that cannot be read any more."""

    def result_text(self, model: Model) -> str:
        """How the game ended, as a text to share."""

    def chapters(self, rules: Any) -> Sequence[Chapter]:
        """The rules in force, in words and cards."""


def screens_of(variant: Variant) -> TableScreen:
    """The screens of a variant's game."""
    folder = type(variant.game).__module__.split(".")[1]
    return cast(TableScreen, import_module(f"web.app.screens.{folder}.play").SCREENS)


def table_screen(table: AppTable) -> TableScreen:
    """The screens of the game that is played at the table."""
    return screens_of(table.variant)
