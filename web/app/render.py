"""``render``: the page of a model. Which screen it is, and what lies over it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from web.app.model import Model
from web.app.page import Page
from web.app.screens import table_screen
from web.app.screens.details import details_page
from web.app.screens.home import home_page
from web.app.screens.house import house_page, offer_page, tables_page
from web.app.screens.new_game import new_game_page
from web.app.screens.rules import rules_page
from web.app.screens.settings import settings_page

_PAGES: Final[dict[str, Callable[[Model], Page]]] = {
    "home": home_page,
    "new-game": new_game_page,
    "house": house_page,
    "tables": tables_page,
    "offer": offer_page,
    "rules": rules_page,
    "settings": settings_page,
    "details": details_page,
}


READ: Final = ("rules", "details", "house", "tables", "settings")
"""The pages that lie over a room as over anything else."""


def render(model: Model) -> Page:
    """The page to paint; home when there is no table for a table's screen."""
    if model.together and model.company is not None and model.screen not in READ:
        return model.company.page(model)
    if model.screen in _PAGES:
        return _PAGES[model.screen](model)
    if model.table is None:
        return home_page(model)
    return table_screen(model.table).page(model)
