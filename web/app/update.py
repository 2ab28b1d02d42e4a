"""``update``: one event changes the model and asks for effects. Plain functions, no browser.

Events come from taps (``data-event``) and from the page itself: ``start``, ``later`` (the timer),
``back``, ``visible`` and what the service worker and the storage have to say.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

from engine import record as records
from engine.game import GameError
from engine.table import resume
from web.app import texts
from web.app.model import CHOICES, Device, Effect, Model, Settings, Trouble, parse_settings
from web.app.opening import deal_new
from web.app.screens import table_screen
from web.app.telling import told

Event = Mapping[str, Any]
Answer = tuple[Model, list[Effect]]

GAME_KEY: Final = "game"
ASIDE_KEY: Final = "game-put-aside"  # a kept game that could not be read, unchanged
SETTINGS_KEY: Final = "settings"
TICK: Final = "tick"
TABLE_SCREENS: Final = ("table", "result", "game-over")


def update(model: Model, event: Event) -> Answer:
    """The next model and the effects to carry out, the painting and the keeping of a game aside."""
    name = str(event.get("event", ""))
    fresh = replace(model, said=(), refused="")
    handler = _HANDLERS.get(name)
    if handler is not None:
        after, effects = handler(fresh, event)
    elif fresh.screen in TABLE_SCREENS and fresh.table is not None:
        after, effects = table_screen(fresh.table).act(fresh, event), []
    else:
        after, effects = fresh, []
    return after, [*effects, *_keeping(model, after), _timer(after)]


def _keeping(before: Model, after: Model) -> list[Effect]:
    """The game is kept after every move, the settings after every change."""
    effects: list[Effect] = []
    if after.table is None and before.table is not None:
        effects.append({"do": "forget", "key": GAME_KEY})
    elif after.table is not None and after.table is not before.table:
        effects.append({"do": "keep", "key": GAME_KEY, "text": after.table.text})
    if after.settings != before.settings and after.ready:
        effects.append({"do": "keep", "key": SETTINGS_KEY, "text": after.settings.text()})
    return effects


def _timer(model: Model) -> Effect:
    """When the table shall go on by itself: never under a page or a sheet that lies over it."""
    pause = 0
    if model.screen == "table" and not model.over and model.table is not None:
        pause = table_screen(model.table).pause(model)
    return {"do": "later", "ms": pause, "value": TICK}


# -- the page tells ---------------------------------------------------------------------------------


def _start(model: Model, event: Event) -> Answer:
    """What is kept is opened; what cannot be read is put aside and told, nothing else is lost."""
    kept = dict(event.get("kept") or {})
    device = Device(
        version=str(event.get("version", "")),
        seed=records.clean_name(str(event.get("seed", ""))),
        entropy=str(event.get("entropy", "")),
        platform=str(event.get("platform", "other")),
        standalone=bool(event.get("standalone")),
        service_worker=bool(event.get("service_worker")),
        stored_bytes=int(event.get("stored_bytes") or 0),
    )
    model = replace(model, device=device, ready=True, storage=str(event.get("storage_error") or ""))
    effects: list[Effect] = []
    if SETTINGS_KEY in kept:
        try:
            model = replace(model, settings=parse_settings(kept[SETTINGS_KEY]))
        except ValueError:
            model = replace(model, notice=texts.SETTINGS_LOST)
    if GAME_KEY in kept:
        model, effects = _resumed(model, str(kept[GAME_KEY]))
    elif ASIDE_KEY in kept:
        model = replace(model, trouble=_read_trouble(str(kept[ASIDE_KEY])))
    return model, effects


def _resumed(model: Model, text: str) -> Answer:
    try:
        return replace(model, table=resume(records.parse(text))), []
    except GameError as error:
        aside: list[Effect] = [
            {"do": "keep", "key": ASIDE_KEY, "text": text},
            {"do": "forget", "key": GAME_KEY},
        ]
        return replace(model, trouble=Trouble(str(error), text)), aside


def _read_trouble(text: str) -> Trouble | None:
    try:
        resume(records.parse(text))
    except GameError as error:
        return Trouble(str(error), text)
    return Trouble("It can be read again.", text)


def _later(model: Model, event: Event) -> Answer:
    """The timer fired: one bot moves, or the table comes to its rest."""
    table = model.table
    if table is None or model.screen != "table" or model.over:
        return model, []
    if table.bot_to_move() is not None:
        return told(model, table.play_bot()), []
    return table_screen(table).rest(model), []


def _back(model: Model, event: Event) -> Answer:
    """The phone's own way back: closes what lies over the screen, else goes one screen up."""
    if model.over:
        return replace(model, over=""), []
    if model.screen in ("rules", "details"):
        return _leave_reading(model, event)
    return _home(model, event)


def _storage_failed(model: Model, event: Event) -> Answer:
    return replace(model, storage=str(event.get("value") or "?")), []


def _device(**changes: Any) -> Callable[[Model, Event], Answer]:
    def handler(model: Model, event: Event) -> Answer:
        return replace(model, device=replace(model.device, **changes)), []

    return handler


def _forgotten(model: Model, event: Event) -> Answer:
    device = replace(model.device, stored_bytes=0, offline_ready=False, update_ready=False)
    return Model(device=device, ready=True, notice=texts.DELETED), []


def _shared(model: Model, event: Event) -> Answer:
    sentence = texts.SHARED.get(str(event.get("value")), "")
    return replace(model, notice=sentence, said=(sentence,)), []


def _nothing(model: Model, event: Event) -> Answer:
    return model, []


# -- going from screen to screen ----------------------------------------------------------------------


def _screen(screen: str, **changes: Any) -> Callable[[Model, Event], Answer]:
    def handler(model: Model, event: Event) -> Answer:
        return replace(model, screen=screen, over="", notice="", **changes), []

    return handler


def _home(model: Model, event: Event) -> Answer:
    return replace(model, screen="home", over="", notice="", touched=None), []


def _read(screen: str) -> Callable[[Model, Event], Answer]:
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


def _over(name: str) -> Callable[[Model, Event], Answer]:
    def handler(model: Model, event: Event) -> Answer:
        return replace(model, over=name), []

    return handler


def _start_game(model: Model, event: Event) -> Answer:
    return deal_new(model), []


def _again(model: Model, event: Event) -> Answer:
    if model.table is None:
        return deal_new(model), []
    players = len(model.table.record.seats)
    settings = replace(model.settings, players=players)
    return deal_new(replace(model, settings=settings)), []


def _end_game(model: Model, event: Event) -> Answer:
    home, effects = _home(model, event)
    return replace(home, table=None, step=-1, picked=()), effects


def _search(model: Model, event: Event) -> Answer:
    return replace(model, search=str(event.get("value", ""))[:80]), []


# -- settings -------------------------------------------------------------------------------------------


def _set(name: str) -> Callable[[Model, Event], Answer]:
    """A handler that sets one field of the settings to the event's value, if it is possible."""

    def handler(model: Model, event: Event) -> Answer:
        value: Any = event.get("value")
        usual = getattr(Settings(), name)
        if isinstance(usual, bool):
            value = value == "true"
        elif isinstance(usual, int):
            value = int(value) if str(value).isdigit() else usual
        elif name == "name":
            value = records.clean_name(str(value))
        if name in CHOICES and value not in CHOICES[name]:
            return model, []
        return replace(model, settings=replace(model.settings, **{name: value})), []

    return handler


def _field(name: str, value: Any) -> dict[str, Any]:
    return {name: value}


def _told_once(name: str) -> Callable[[Model, Event], Answer]:
    def handler(model: Model, event: Event) -> Answer:
        return replace(model, settings=replace(model.settings, **_field(name, True))), []

    return handler


def _dismiss(model: Model, event: Event) -> Answer:
    return replace(model, notice=""), []


def _forget_trouble(model: Model, event: Event) -> Answer:
    return replace(model, trouble=None), [{"do": "forget", "key": ASIDE_KEY}]


def _copy_trouble(model: Model, event: Event) -> Answer:
    if model.trouble is None:
        return model, []
    report = f"{model.trouble.reason}\n{model.device.version}\n\n{model.trouble.text}"
    return model, [{"do": "copy", "text": report}]


def _copy_record(model: Model, event: Event) -> Answer:
    return model, [{"do": "copy", "text": model.table.text}] if model.table else []


def _share(model: Model, event: Event) -> Answer:
    if model.table is None:
        return model, []
    text = table_screen(model.table).result_text(model)
    return model, [{"do": "share", "title": texts.NAME, "text": text, "url": ""}]


def _do(effect: str) -> Callable[[Model, Event], Answer]:
    def handler(model: Model, event: Event) -> Answer:
        return replace(model, over=""), [{"do": effect}]

    return handler


_HANDLERS: Final[dict[str, Callable[[Model, Event], Answer]]] = {
    "start": _start,
    "later": _later,
    "back": _back,
    "visible": _nothing,
    "storage-failed": _storage_failed,
    "offline-ready": _device(offline_ready=True),
    "update-ready": _device(update_ready=True),
    "installable": _device(installable=True),
    "installed": _device(installable=False, standalone=True),
    "forgotten": _forgotten,
    "shared": _shared,
    "home": _home,
    "continue": _continue,
    "play-alone": _screen("new-game"),
    "start-game": _start_game,
    "again": _again,
    "rules": _read("rules"),
    "details": _read("details"),
    "leave": _leave_reading,
    "settings": _screen("settings"),
    "search": _search,
    "menu": _over("menu"),
    "ask-end": _over("end"),
    "ask-delete": _over("delete"),
    "close": _over(""),
    "end-game": _end_game,
    "delete-all": _do("forget-all"),
    "install": _do("install"),
    "update": _do("update"),
    "dismiss": _dismiss,
    "dismiss-plain": _told_once("plain_told"),
    "dismiss-install": _told_once("install_told"),
    "forget-trouble": _forget_trouble,
    "copy-trouble": _copy_trouble,
    "copy-record": _copy_record,
    "share": _share,
    "set-name": _set("name"),
    "set-theme": _set("theme"),
    "set-four": _set("four"),
    "set-first-tap": _set("first_tap"),
    "set-motion": _set("motion"),
    "set-pace": _set("pace"),
    "set-players": _set("players"),
    "set-level": _set("level"),
}
