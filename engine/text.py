"""The text form of states: frozen dataclasses, tuples and plain values as one line of JSON.

A dataclass becomes an object whose ``is`` names its class; fields that follow from others
(``init=False``) are left out and made anew when the text is read.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any, Final, Literal, get_args, get_origin, get_type_hints

DEEPEST: Final = 100  # lists and objects within each other; no text of ours comes near
_MARKS: Final = re.compile(r'"(?:\\.|[^"])*"?|[][{}]', re.DOTALL)


def to_text(value: Any) -> str:
    """One line of JSON for a value made of dataclasses, tuples, numbers, texts and None."""
    return json.dumps(_plain(value), separators=(",", ":"), ensure_ascii=False)


def read_json(text: str) -> Any:
    """The value of a JSON text; ``ValueError`` when it is damaged or nested too deeply.

    The depth is counted before anything is parsed: in a browser a parser that runs out of its
    stack raises nothing, it ends the whole interpreter.
    """
    depth = 0
    for found in _MARKS.finditer(text):
        mark = found[0]
        depth += (mark in "[{") - (mark in "]}")
        if depth > DEEPEST:
            raise ValueError("it is nested too deeply")
    return json.loads(text)


def from_text(text: str, classes: tuple[type, ...]) -> Any:
    """The value a text names, made only of these classes; ``ValueError`` with a sentence else."""
    try:
        data = read_json(text)
    except json.JSONDecodeError as error:
        raise ValueError(f"The text breaks off or is damaged at character {error.pos}.") from None
    except ValueError:
        raise ValueError("The text is nested too deeply to be a state.") from None
    return _value(data, {cls.__name__: cls for cls in classes})


def is_sound(value: Any) -> bool:
    """Whether every field of the dataclasses in a value holds what its type says, all the way down.

    ``from_text`` asks only for the right fields: enough for a text of one's own, not for a stranger's.
    """
    return _fits(value, type(value))


def _fits(value: Any, hint: Any) -> bool:
    kinds = get_args(hint)
    if get_origin(hint) is tuple:
        if not isinstance(value, tuple):
            return False
        if kinds[-1:] == (...,):
            return all(_fits(item, kinds[0]) for item in value)
        return len(value) == len(kinds) and all(map(_fits, value, kinds))
    if get_origin(hint) is Literal:
        return value in kinds and isinstance(value, str)
    if kinds:
        return any(_fits(value, kind) for kind in kinds)
    if is_dataclass(hint):
        if type(value) is not hint:
            return False
        return all(_fits(getattr(value, n), kind) for n, kind in _hints(type(value)).items())
    return type(value) is hint


@cache
def _hints(cls: type) -> Mapping[str, Any]:
    """The types of the fields of a dataclass that are told in its text, by name."""
    hints = get_type_hints(cls)
    return {name: hints[name] for name in _given_fields(cls)}


@cache
def _given_fields(cls: type) -> tuple[str, ...]:
    return tuple(field.name for field in fields(cls) if field.init)


def _plain(value: Any) -> Any:
    if is_dataclass(value) and not isinstance(value, type):
        cls = type(value)
        return {"is": cls.__name__} | {f: _plain(getattr(value, f)) for f in _given_fields(cls)}
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    return value


def _value(data: Any, classes: Mapping[str, type]) -> Any:
    if isinstance(data, list):
        return tuple(_value(item, classes) for item in data)
    if not isinstance(data, dict):
        return data
    cls = classes.get(str(data.get("is")))
    if cls is None:
        raise ValueError(f"“{data.get('is')}” is not part of a state of this game.")
    given = {name: _value(item, classes) for name, item in data.items() if name != "is"}
    if set(given) != set(_given_fields(cls)):
        raise ValueError(f"The {cls.__name__} in the text has missing or unknown parts.")
    try:
        return cls(**given)
    except (TypeError, KeyError, IndexError) as error:
        raise ValueError(f"The {cls.__name__} in the text is damaged: {error}.") from None
