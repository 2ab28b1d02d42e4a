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
from typing import Any, Final

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
