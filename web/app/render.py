"""``render``: the page of a model. Which screen it is, and what lies over it.

A screen is imported when it is shown: the first needs few of them, and it shall be there soon.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Final, cast

from web.app.model import Model
from web.app.page import Page
from web.app.screens import table_screen

SCREENS: Final = {
    "home": "home",
    "new-game": "new_game",
    "house": "house",
    "tables": "house",
    "offer": "house",
    "rules": "rules",
    "settings": "settings",
    "details": "details",
}
"""The module of each screen, in ``web.app.screens``; its page is a function named like the screen."""

READ: Final = ("rules", "details", "house", "tables", "settings")
"""The pages that lie over a room as over anything else."""


def page_of(screen: str) -> Callable[[Model], Page]:
    """What makes the page of one of the ``SCREENS``."""
    module = import_module(f"web.app.screens.{SCREENS[screen]}")
    return cast(Callable[[Model], Page], getattr(module, f"{screen.replace('-', '_')}_page"))


def render(model: Model) -> Page:
    """The page to paint; home when there is no table for a table's screen."""
    if model.together and model.company is not None and model.screen not in READ:
        return model.company.page(model)
    if model.screen in SCREENS:
        return page_of(model.screen)(model)
    if model.table is None:
        return page_of("home")(model)
    return table_screen(model.table).page(model)
