"""What a text about a game's rules is made of: chapters of sentences and rows of cards."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Ladder:
    """A row of cards in a text about rules, best first."""

    label: str
    cards: tuple[str, ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class Chapter:
    """A part of the rules: sentences and rows of cards under a heading."""

    id: str
    title: str
    parts: tuple[str | Ladder, ...]
