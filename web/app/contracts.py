"""What parts of the app may ask of each other, for types alone: nothing imports this to run.

A table, for which there are functions besides, has its own in ``tables``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from engine.game import Variant
    from web.app.model import Effect, Model
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


class Company(Protocol):
    """A room, or the way into one, as the rest of the app sees it."""

    def page(self, model: Model) -> Page:
        """The page, while the room is on screen."""

    def rules(self) -> tuple[Variant, Any] | None:
        """What is played in the room and by which rules, if that is known."""

    def summary(self) -> str:
        """Where the room stands, in a line for the home screen; nothing where there is no room."""


class Rooms(Protocol):
    """The rooms once they are there: from then on they hear every event first."""

    def begin(self, model: Model, event: Mapping[str, Any]) -> tuple[Model, list[Effect]]:
        """What follows from an event that asks for a room."""

    def hear(self, model: Model, event: Mapping[str, Any]) -> tuple[Model, list[Effect]]:
        """The next model and the effects, the painting aside."""
