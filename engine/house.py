"""How a game tells which of its rules a table may set: titles, sentences and sensible choices."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from typing import Any, TypeVar, get_args, get_type_hints

R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Choice:
    """One value a rule may have, and what it is called."""

    value: Any
    label: str


@dataclass(frozen=True, slots=True)
class HouseRule:
    """One field of a game's rules as a table sets it: a title, a sentence, sensible choices."""

    field: str
    title: str
    sentence: str
    choices: tuple[Choice, ...]

    def shown(self, value: Any) -> str:
        """What a value is called; itself when it is none of the choices."""
        return next((c.label for c in self.choices if c.value == value), str(value))


def seats_line(seats: Sequence[int]) -> str:
    """Numbers of players as people say them: ``4``, ``2 to 6``, ``4 or 6``."""
    if len(seats) > 2 and list(seats) == list(range(seats[0], seats[-1] + 1)):
        return f"{seats[0]} to {seats[-1]}"
    return " or ".join(str(n) for n in seats)


# -- rules as plain values ------------------------------------------------------------------------


def rules_changes(rules: Any, base: Any) -> dict[str, Any]:
    """The fields in which two rules of a game differ, as plain JSON values."""
    before = asdict(base)
    return {name: value for name, value in asdict(rules).items() if value != before[name]}


def changed_rules(changes: Mapping[str, Any], base: R) -> R:
    """The rules ``base``, a dataclass, with these fields changed; ``ValueError`` in a sentence."""
    kind: Any = type(base)
    hints = get_type_hints(kind)
    known = {field.name for field in fields(kind)}
    given: dict[str, Any] = {}
    for name, value in changes.items():
        if name not in known:
            raise ValueError(f"“{name[:40]}” is not a rule of this game.")
        given[name] = _typed(name, value, hints[name])
    changed: Any = base
    return replace(changed, **given)  # type: ignore[no-any-return]


def _typed(name: str, value: Any, hint: Any) -> Any:
    """The value as the field's type; texts and numbers from a file are never trusted."""
    args = get_args(hint)
    if args and Ellipsis in args and isinstance(value, list | tuple):
        if all(type(item) is args[0] for item in value):
            return tuple(value)
    elif type(value) is (str if args else hint) and (not args or value in args):
        return value
    raise ValueError(f"“{str(value)[:40]}” is not possible for the rule “{name}”.")
