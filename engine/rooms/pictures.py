"""Pictures by name, to compare aloud: two of forty, from what two phones agreed in their greeting.

Neither side of a greeting can choose the pair, and every try for another one is seen by all.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Final

PICTURES: Final = (
    *("anchor", "apple", "bee", "bell", "bicycle", "boat", "book", "bread", "bridge", "butterfly"),
    *("candle", "castle", "cat", "cherry", "clock", "cloud", "crab", "crown", "drum", "duck"),
    *("egg", "elephant", "feather", "fish", "flower", "fox", "guitar", "hat", "horse", "key"),
    *("ladder", "leaf", "lemon", "moon", "mushroom", "owl", "pear", "snail", "tree", "umbrella"),
)


def pair_from(key: bytes) -> tuple[int, int]:
    """The places of two different pictures that follow from the key of a greeting."""
    number = int.from_bytes(sha256(b"card-night pictures\x00" + key).digest(), "big")
    number, first = divmod(number, len(PICTURES))
    second = number % (len(PICTURES) - 1)
    return first, second + (second >= first)


def named(pair: tuple[int, int]) -> tuple[str, str]:
    """The names of a pair."""
    return PICTURES[pair[0]], PICTURES[pair[1]]
