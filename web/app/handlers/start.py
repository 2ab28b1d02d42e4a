"""The start: what is kept is opened, what a link brings is looked at, what cannot be read is told."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from engine import record as records
from engine.game import GameError
from engine.rule_sets import parse_link, parse_text
from web.app import texts
from web.app.events import (
    ASIDE_KEY,
    GAME_KEY,
    NEXT_KEY,
    SCORES_KEY,
    SETS_KEY,
    SETTINGS_KEY,
    Answer,
    Event,
    Handler,
)
from web.app.house import (
    parse_sets,
    with_set,
)
from web.app.model import Device, Effect, Model, Trouble, parse_settings
from web.app.tables import AppTable


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
        inside=bool(event.get("inside")),
        address=str(event.get("address", "")),
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
        return replace(model, table=_opened(text)), []
    except GameError as error:
        aside: list[Effect] = [
            {"do": "keep", "key": ASIDE_KEY, "text": text},
            {"do": "forget", "key": GAME_KEY},
        ]
        return replace(model, trouble=Trouble(str(error), text, scores)), aside


def _opened(text: str) -> AppTable:
    """The table of a kept game; ``GameError`` where it cannot be read."""
    from engine.table import resume

    return resume(records.parse(text))


def _read_trouble(text: str, scores: str) -> Trouble:
    try:
        _opened(text)
    except GameError as error:
        return Trouble(str(error), text, scores)
    return Trouble("It can be read again.", text, scores)


def _forget_trouble(model: Model, event: Event) -> Answer:
    return replace(model, trouble=None), [{"do": "forget", "key": ASIDE_KEY}]


def _copy_trouble(model: Model, event: Event) -> Answer:
    if model.trouble is None:
        return model, []
    report = f"{model.trouble.reason}\n{model.device.version}\n\n{model.trouble.text}"
    return model, [{"do": "copy", "text": report}]


HANDLERS: Final[dict[str, Handler]] = {
    "start": _start,
    "link": _link,
    "forget-trouble": _forget_trouble,
    "copy-trouble": _copy_trouble,
}
