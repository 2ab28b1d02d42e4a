"""What an earlier visit has left on the device, and what a link brings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from engine.game import GameError
from engine.replay import parse
from engine.rule_sets import parse_link, parse_text
from engine.table import resume
from web.app import texts
from web.app.events import ASIDE_KEY, GAME_KEY, NEXT_KEY, SCORES_KEY, SETS_KEY, Answer
from web.app.house import parse_sets, with_set
from web.app.model import Effect, Model, Trouble

if TYPE_CHECKING:
    from web.app.tables import AppTable


def recalled(model: Model, kept: Mapping[str, Any]) -> Answer:
    """The model with the kept game; one that cannot be read is put aside and told, not lost."""
    scores = str(kept.get(SCORES_KEY, ""))
    if GAME_KEY in kept:
        return _resumed(model, str(kept[GAME_KEY]), scores)
    if ASIDE_KEY in kept:
        return replace(model, trouble=_read_trouble(str(kept[ASIDE_KEY]), scores)), []
    return model, []


def sets_read(model: Model, kept: Mapping[str, Any]) -> Model:
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


def linked(model: Model, link: str) -> Model:
    """What a link brings: a rule set to look at, or a sentence why it is none."""
    mark, _, packed = link.lstrip("#").partition("=")
    if mark != texts.RULES_LINK or not packed:
        return model
    try:
        return replace(model, offered=parse_link(packed), screen="offer")
    except GameError as error:
        return replace(model, notice=texts.BROKEN_LINK.format(reason=error))


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
    return resume(parse(text))


def _read_trouble(text: str, scores: str) -> Trouble:
    try:
        _opened(text)
    except GameError as error:
        return Trouble(str(error), text, scores)
    return Trouble("It can be read again.", text, scores)
