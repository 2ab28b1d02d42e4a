"""Going from screen to screen, to a new table and back to a kept one."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from web.app import texts
from web.app.events import (
    Answer,
    Event,
    Handler,
)
from web.app.model import Model
from web.app.screens import table_screen


def _back(model: Model, event: Event) -> Answer:
    """The phone's own way back: closes what lies over the screen, else goes one screen up."""
    if model.over:
        return replace(model, over=""), []
    if model.screen in ("rules", "details"):
        return _leave_reading(model, event)
    if model.screen in ("house", "tables"):
        return _screen("new-game")(model, event)
    return _home(model, event)


def _screen(screen: str, **changes: Any) -> Handler:
    def handler(model: Model, event: Event) -> Answer:
        return replace(model, screen=screen, over="", notice="", **changes), []

    return handler


def _telling(handler: Handler) -> Handler:
    """The handler of a screen that tells what is kept here: the page is asked how much it is now."""

    def asking(model: Model, event: Event) -> Answer:
        after, effects = handler(model, event)
        return after, [*effects, {"do": "measure"}]

    return asking


def _home(model: Model, event: Event) -> Answer:
    return replace(model, screen="home", over="", notice="", touched=None), []


def _read(screen: str) -> Handler:
    """To a page to read, from which one comes back to where one was."""

    def handler(model: Model, event: Event) -> Answer:
        came_from = model.came_from if model.screen in ("rules", "details") else model.screen
        return replace(model, screen=screen, over="", search="", came_from=came_from), []

    return handler


def _leave_reading(model: Model, event: Event) -> Answer:
    return replace(model, screen=model.came_from, came_from="home", search=""), []


def _continue(model: Model, event: Event) -> Answer:
    if model.table is None:
        return model, []
    return table_screen(model.table).enter(replace(model, over="", notice="")), []


def _over(name: str) -> Handler:
    def handler(model: Model, event: Event) -> Answer:
        return replace(model, over=name), []

    return handler


def _start_game(model: Model, event: Event) -> Answer:
    from web.app.opening import deal_new

    return deal_new(model), []


def _again(model: Model, event: Event) -> Answer:
    from engine.rule_sets import RuleSet
    from web.app.house import with_set
    from web.app.opening import deal_new

    if model.table is None:
        return deal_new(model), []
    table = model.table
    settings = replace(model.settings, players=len(table.names))
    same = with_set(model, RuleSet(table.variant, table.rules, model.house_name))
    return deal_new(replace(same, settings=settings)), []


def _end_game(model: Model, event: Event) -> Answer:
    home, effects = _home(model, event)
    return replace(home, table=None, step=-1, picked=()), effects


def _search(model: Model, event: Event) -> Answer:
    return replace(model, search=str(event.get("value", ""))[:80]), []


def _copy_record(model: Model, event: Event) -> Answer:
    record = model.table.record if model.table else None
    return model, [{"do": "copy", "text": record.text()}] if record else []


def _share(model: Model, event: Event) -> Answer:
    if model.table is None:
        return model, []
    text = table_screen(model.table).result_text(model)
    return model, [{"do": "share", "title": texts.NAME, "text": text, "url": ""}]


HANDLERS: Final[dict[str, Handler]] = {
    "back": _back,
    "home": _home,
    "continue": _continue,
    "play-alone": _screen("new-game"),
    "start-game": _start_game,
    "again": _again,
    "rules": _read("rules"),
    "details": _telling(_read("details")),
    "leave": _leave_reading,
    "settings": _telling(_screen("settings")),
    "new-game": _screen("new-game"),
    "house": _screen("house"),
    "tables": _screen("tables"),
    "search": _search,
    "menu": _over("menu"),
    "ask-end": _over("end"),
    "ask-delete": _over("delete"),
    "close": _over(""),
    "end-game": _end_game,
    "copy-record": _copy_record,
    "share": _share,
}
