"""The named tables of Deeds: each is a ``Rules`` value with its source."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.deeds.rules import Rules
from engine.game import Variant

VARIANTS: Final = {
    variant.name: variant
    for variant in (
        Variant(
            name="deeds",
            title="Deeds",
            game_at="engine.deeds.play:DEEDS",
            rules=Rules(),
            source="the product's own rules of Deeds: three complete sets of three colours",
            own=True,
        ),
    )
}


def variants() -> Mapping[str, Variant]:
    """The variants by name."""
    return VARIANTS
