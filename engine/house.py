"""How a game tells which of its rules a table may set: titles, sentences and sensible choices."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any


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
