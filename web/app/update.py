"""``update``: one event changes the model and asks for effects. Plain functions, no browser.

Events come from taps (``data-event``) and from the page itself: ``start``, ``later`` (the timer),
``back``, ``visible`` and what the service worker and the storage have to say.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engine.table import SoloTable
from web.app.events import (
    GAME_KEY,
    NEXT_KEY,
    SCORES_KEY,
    SETS_KEY,
    SETTINGS_KEY,
    TICK,
    Answer,
    Event,
    Handler,
)
from web.app.handlers import house, settings, start, travel
from web.app.house import (
    rules_of,
    set_of,
    sets_text,
)
from web.app.model import Effect, Model
from web.app.screens import table_screen
from web.app.telling import told

TABLE_SCREENS: Final = ("table", "result", "game-over")


def update(model: Model, event: Event) -> Answer:
    """The next model and the effects to carry out, the painting and the keeping of a game aside."""
    name = str(event.get("event", ""))
    # What the page tells by itself takes no sentence away that somebody is reading.
    fresh = replace(model, said=(), refused=model.refused if name in settings.TOLD else "")
    handler = _HANDLERS.get(name)
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
    table = after.alone
    if table is None and before.alone is not None:
        effects.append({"do": "forget", "key": GAME_KEY})
    elif isinstance(table, SoloTable) and table is not before.alone:
        effects.append({"do": "keep", "key": GAME_KEY, "text": table.text})
        scores = table_screen(table).scores_line(table)
        effects.append({"do": "keep", "key": SCORES_KEY, "text": scores})
    if after.settings != before.settings and after.ready:
        effects.append({"do": "keep", "key": SETTINGS_KEY, "text": after.settings.text()})
    if after.ready and before.ready and after.sets != before.sets:
        effects.append({"do": "keep", "key": SETS_KEY, "text": sets_text(after.sets)})
    chosen = (after.game, after.house, after.house_name)
    changed = chosen != (before.game, before.house, before.house_name)
    if after.ready and before.ready and changed and not rules_of(after)[1]:
        effects.append({"do": "keep", "key": NEXT_KEY, "text": set_of(after).text()})
    return effects


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
        return told(model, table.play_bot()), []
    return table_screen(table).rest(model), []


def _nothing(model: Model, event: Event) -> Answer:
    return model, []


_HANDLERS: Final[dict[str, Handler]] = {
    **start.HANDLERS,
    **travel.HANDLERS,
    **house.HANDLERS,
    **settings.HANDLERS,
    "later": _later,
    "visible": _nothing,
}
