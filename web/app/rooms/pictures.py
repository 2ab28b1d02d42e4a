"""The pictures that two phones compare: each with its name, so that they can be said aloud too."""

from __future__ import annotations

from typing import Final

import htpy as h
from htpy import Node

DRAWN: Final = dict(
    zip(
        (
            "anchor apple bee bell bicycle boat book bread bridge butterfly "
            "candle castle cat cherry clock cloud crab crown drum duck "
            "egg elephant feather fish flower fox guitar hat horse key "
            "ladder leaf lemon moon mushroom owl pear snail tree umbrella"
        ).split(),
        (
            "⚓ 🍎 🐝 🔔 🚲 ⛵ 📖 🍞 🌉 🦋 🕯️ 🏰 🐈 🍒 🕰️ ☁️ 🦀 👑 🥁 🦆 "
            "🥚 🐘 🪶 🐟 🌼 🦊 🎸 🎩 🐎 🔑 🪜 🍁 🍋 🌙 🍄 🦉 🍐 🐌 🌳 ☂️"
        ).split(),
        strict=True,
    )
)
"""Every picture by its name in ``engine.rooms.pictures``."""


def picture(name: str) -> Node:
    """A picture, large, with its name beneath it."""
    return h.figure(".picture")[
        h.span(aria_hidden="true")[DRAWN.get(name, "?")], h.figcaption[name]
    ]
