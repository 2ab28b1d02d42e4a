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
from engine.rule_sets import parse_link, parse_text
from engine.table import resume
from web.app import texts
from web.app.house import (
    parse_sets,
    rules_of,
    saved_with,
    set_of,
    sets_text,
    with_game,
    with_rule,
    with_set,
)
from web.app.model import CHOICES, Device, Effect, Model, Settings, Trouble, parse_settings
from web.app.opening import deal_new
from web.app.screens import table_screen
from web.app.telling import told

Event = Mapping[str, Any]
Answer = tuple[Model, list[Effect]]

GAME_KEY: Final = "game"
ASIDE_KEY: Final = "game-put-aside"  # a kept game that could not be read, unchanged
SCORES_KEY: Final = "scores"  # in words, for when the game itself cannot be read any more
SETTINGS_KEY: Final = "settings"
SETS_KEY: Final = "rule-sets"
NEXT_KEY: Final = "next-table"  # the game and the house rules last chosen
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
    if name != "forgotten":  # else the usual settings would be the first thing kept again
        effects = [*effects, *_keeping(model, after)]
    return after, [*effects, _timer(after)]


def _keeping(before: Model, after: Model) -> list[Effect]:
    """The game is kept after every move, the settings after every change."""
    effects: list[Effect] = []
    if after.table is None and before.table is not None:
        effects.append({"do": "forget", "key": GAME_KEY})
    elif after.table is not None and after.table is not before.table:
        effects.append({"do": "keep", "key": GAME_KEY, "text": after.table.text})
        scores = table_screen(after.table).scores_line(after.table)
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
    model = _sets_read(model, kept)
    model = _linked(model, str(event.get("link") or ""))
    if GAME_KEY in kept:
        model, effects = _resumed(model, str(kept[GAME_KEY]), str(kept.get(SCORES_KEY, "")))
    elif ASIDE_KEY in kept:
        model = replace(
            model, trouble=_read_trouble(str(kept[ASIDE_KEY]), str(kept.get(SCORES_KEY, "")))
        )
    return model, effects


def _sets_read(model: Model, kept: Mapping[str, Any]) -> Model:
    """The saved rule sets, and the table that was chosen last."""
    if SETS_KEY in kept:
        sets, lost = parse_sets(str(kept[SETS_KEY]))
        model = replace(model, sets=sets, notice=texts.SETS_LOST if lost else model.notice)
    if NEXT_KEY in kept:
        try:
            model = with_set(model, parse_text(str(kept[NEXT_KEY])))
        except GameError:
            return model  # a table of another version: the usual one is opened
    return model


def _linked(model: Model, link: str) -> Model:
    """What a link brings: a rule set to look at, or a sentence why it is none."""
    mark, _, packed = link.lstrip("#").partition("=")
    if mark != texts.RULES_LINK or not packed:
        return model
    try:
        return replace(model, offered=parse_link(packed), screen="offer")
    except GameError as error:
        return replace(model, notice=texts.BROKEN_LINK.format(reason=error))


def _link(model: Model, event: Event) -> Answer:
    """A link opened while the app is: a game in play is kept and can be continued."""
    return _linked(replace(model, over=""), str(event.get("value", ""))), []


def _resumed(model: Model, text: str, scores: str) -> Answer:
    try:
        return replace(model, table=resume(records.parse(text))), []
    except GameError as error:
        aside: list[Effect] = [
            {"do": "keep", "key": ASIDE_KEY, "text": text},
            {"do": "forget", "key": GAME_KEY},
        ]
        return replace(model, trouble=Trouble(str(error), text, scores)), aside


def _read_trouble(text: str, scores: str) -> Trouble:
    try:
        resume(records.parse(text))
    except GameError as error:
        return Trouble(str(error), text, scores)
    return Trouble("It can be read again.", text, scores)


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
    if model.screen in ("house", "tables"):
        return _screen("new-game")(model, event)
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


# -- house rules ------------------------------------------------------------------------------------


def _set_game(model: Model, event: Event) -> Answer:
    return with_game(model, str(event.get("value", ""))), []


def _set_rule(model: Model, event: Event) -> Answer:
    """``hold 2``: the rule ``hold`` is set to its third choice."""
    field, _, number = str(event.get("value", "")).partition(" ")
    return with_rule(model, field, int(number) if number.isdigit() else -1), []


def _open_rule(model: Model, event: Event) -> Answer:
    return replace(model, opened=str(event.get("value", "")), notice=""), []


def _as_written(model: Model, event: Event) -> Answer:
    return replace(model, house=(), house_name=""), []


def _name_set(model: Model, event: Event) -> Answer:
    return replace(model, house_name=records.clean_name(str(event.get("value", "")))), []


def _save_set(model: Model, event: Event) -> Answer:
    if rules_of(model)[1]:
        return model, []
    if not model.house_name:
        return replace(model, notice=texts.NAME_WANTED, said=(texts.NAME_WANTED,)), []
    sets = saved_with(model.sets, set_of(model))
    sentence = texts.SAVED.format(name=model.house_name)
    return replace(model, sets=sets, notice=sentence, said=(sentence,)), []


def _use_set(model: Model, event: Event) -> Answer:
    for saved in model.sets:
        if saved.name == event.get("value"):
            return replace(with_set(model, saved), screen="new-game", notice=""), []
    return model, []


def _delete_set(model: Model, event: Event) -> Answer:
    sets = tuple(saved for saved in model.sets if saved.name != event.get("value"))
    return replace(model, sets=sets), []


def _share_set(model: Model, event: Event) -> Answer:
    if rules_of(model)[1]:
        return model, []
    chosen = set_of(model)
    url = f"#{texts.RULES_LINK}={chosen.link()}"
    return model, [
        {"do": "share", "title": texts.NAME, "text": texts.rules_to(chosen.name), "url": url}
    ]


def _copy_set(model: Model, event: Event) -> Answer:
    return model, [{"do": "copy", "text": set_of(model).text()}]


def _paste_set(model: Model, event: Event) -> Answer:
    """Rules as text, or a link with rules in it, typed or pasted."""
    text = str(event.get("value", "")).strip()
    if not text:
        return model, []
    _, mark, packed = text.partition(f"#{texts.RULES_LINK}=")
    try:
        found = parse_link(packed) if mark else parse_text(text)
    except GameError as error:
        sentence = texts.BROKEN_RULES.format(reason=error)
        return replace(model, notice=sentence, said=(sentence,)), []
    return replace(model, offered=found, screen="offer", notice=""), []


def _take_offer(model: Model, event: Event) -> Answer:
    if model.offered is None:
        return model, []
    return replace(with_set(model, model.offered), offered=None, screen="new-game"), []


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
    "install-refused": _device(installable=False),
    "link": _link,
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
    "new-game": _screen("new-game"),
    "house": _screen("house"),
    "tables": _screen("tables"),
    "set-game": _set_game,
    "set-rule": _set_rule,
    "open-rule": _open_rule,
    "as-written": _as_written,
    "name-set": _name_set,
    "save-set": _save_set,
    "use-set": _use_set,
    "delete-set": _delete_set,
    "share-set": _share_set,
    "copy-set": _copy_set,
    "paste-set": _paste_set,
    "take-offer": _take_offer,
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
