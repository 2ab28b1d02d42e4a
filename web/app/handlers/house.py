"""House rules: choosing a game, setting its rules, saving, sending and taking rule sets."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from web.app import texts
from web.app.events import (
    Answer,
    Event,
    Handler,
)
from web.app.house import (
    rules_of,
    saved_with,
    set_of,
    with_game,
    with_rule,
    with_set,
)
from web.app.model import Model


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
    from engine.record import clean_name

    return replace(model, house_name=clean_name(str(event.get("value", "")))), []


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
    from engine.game import GameError
    from engine.rule_sets import parse_link, parse_text

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


HANDLERS: Final[dict[str, Handler]] = {
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
}
