"""The few things one can say at a table besides playing."""

from __future__ import annotations

from typing import Final

EMOTES: Final = (
    *("well played", "thank you", "hurry", "laugh"),
    *("oops", "wow", "sorry", "good night"),
)
SHOWN: Final = 6_000  # milliseconds
PAUSE: Final = 1_500  # milliseconds between two of one phone
