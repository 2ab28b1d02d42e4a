"""The screens. Those of a game stand in a folder named like the game's own in the engine, in ``play``."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from engine.game import Variant
    from web.app.contracts import TableScreen
    from web.app.tables import AppTable


def screens_of(variant: Variant) -> TableScreen:
    """The screens of a variant's game."""
    folder = type(variant.game).__module__.split(".")[1]
    return cast("TableScreen", import_module(f"web.app.screens.{folder}.play").SCREENS)


def table_screen(table: AppTable) -> TableScreen:
    """The screens of the game that is played at the table."""
    return screens_of(table.variant)
