"""``update``: one event changes the model and asks for effects. Plain functions, no browser.

Events come from taps (``data-event``) and from the page itself: ``start``, ``later`` (the timer),
``back``, ``visible`` and what the service worker and the storage have to say.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from importlib import import_module
from typing import TYPE_CHECKING, Final

from web.app.events import (
    GAME_KEY,
    NEXT_KEY,
    SCORES_KEY,
    SETS_KEY,
    SETTINGS_KEY,
    TICK,
    TOLD,
    Answer,
    Event,
    Handler,
)
from web.app.model import Effect, Model
from web.app.screens import table_screen

if TYPE_CHECKING:
    from web.app.tables import AppTable

TABLE_SCREENS: Final = ("table", "result", "game-over")


def update(model: Model, event: Event) -> Answer:
    """The next model and the effects to carry out, the painting and the keeping of a game aside."""
    name = str(event.get("event", ""))
    # What the page tells by itself takes no sentence away that somebody is reading.
    fresh = replace(model, said=(), refused=model.refused if name in TOLD else "")
    handler = handler_of(name)
    if handler is not None:
        after, effects = handler(fresh, event)
    elif fresh.screen in TABLE_SCREENS and fresh.table is not None:
        after, effects = table_screen(fresh.table).act(fresh, event), []
    else:
        after, effects = fresh, []
    if name != "forgotten":  # else the usual settings would be the first thing kept again
        effects = [*effects, *_keeping(model, after)]
    return after, [*effects, _timer(after)]


def _keeping(before: Model, after: Model) -> list[Effect]:
    """The game is kept after every move, the settings after every change."""
    effects: list[Effect] = []
    if after.alone is not before.alone:
        effects += _game_kept(after.alone)
    if after.settings != before.settings and after.ready:
        effects.append({"do": "keep", "key": SETTINGS_KEY, "text": after.settings.text()})
    if after.ready and before.ready and after.sets != before.sets:
        from web.app.house import sets_text

        effects.append({"do": "keep", "key": SETS_KEY, "text": sets_text(after.sets)})
    chosen = (after.game, after.house, after.house_name)
    changed = chosen != (before.game, before.house, before.house_name)
    if after.ready and before.ready and changed:
        effects += _next_kept(after)
    return effects


def _game_kept(table: AppTable | None) -> list[Effect]:
    """The game played alone, and its scores in words; a table that is gone is forgotten."""
    if table is None:
        return [{"do": "forget", "key": GAME_KEY}]
    from engine.table import SoloTable

    if not isinstance(table, SoloTable):
        return []
    scores = table_screen(table).scores_line(table)
    return [
        {"do": "keep", "key": GAME_KEY, "text": table.text},
        {"do": "keep", "key": SCORES_KEY, "text": scores},
    ]


def _next_kept(model: Model) -> list[Effect]:
    """The table that was chosen to be opened next, if it can be played."""
    from web.app.house import rules_of, set_of

    if rules_of(model)[1]:
        return []
    return [{"do": "keep", "key": NEXT_KEY, "text": set_of(model).text()}]


def _timer(model: Model) -> Effect:
    """When the table shall go on by itself: never under a page or a sheet that lies over it."""
    pause = 0
    if model.screen == "table" and not model.over and model.table is not None:
        pause = table_screen(model.table).pause(model)
    return {"do": "later", "ms": pause, "value": TICK}


def _later(model: Model, event: Event) -> Answer:
    """The timer fired: one bot moves, or the table comes to its rest."""
    table = model.table
    if table is None or model.screen != "table" or model.over:
        return model, []
    if table.bot_to_move() is not None:
        from web.app.telling import told

        return told(model, table.play_bot()), []
    return table_screen(table).rest(model), []


def _nothing(model: Model, event: Event) -> Answer:
    return model, []


_OWN: Final[dict[str, Handler]] = {"later": _later, "visible": _nothing}
HANDLERS: Final = ("start", "travel", "settings", "house")
"""The modules of the other handlers, in ``web.app.handlers``; none is imported before it is asked."""


@lru_cache(maxsize=200)
def handler_of(name: str) -> Handler | None:
    """The handler of an event; None where only the game on the table may know it."""
    if name in _OWN:
        return _OWN[name]
    for module in HANDLERS:
        known: dict[str, Handler] = import_module(f"web.app.handlers.{module}").HANDLERS
        if name in known:
            return known[name]
    return None
