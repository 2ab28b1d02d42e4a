"""Small helps for sentences in English that every game needs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

YOU: Final = "You"
"""The name that is spoken to in the second person."""


def listed(items: Sequence[str], last: str = "and") -> str:
    """The items as a list in a sentence: ``the 5, the Jack and the Joker``."""
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {last} {items[-1]}"


def does(who: Sequence[str], third: str, second: str) -> str:
    """The one or several with their verb: ``Anna passes``, ``You pass``, ``Anna and Ben pass``."""
    you_first = sorted(who, key=lambda name: name != YOU)
    return f"{listed(you_first)} {third if len(who) == 1 and who[0] != YOU else second}"


def within(sentence: str) -> str:
    """A clause as it reads inside a sentence: only the word “You” begins small."""
    return "y" + sentence[1:] if sentence.split(" ", 1)[0] == YOU else sentence
