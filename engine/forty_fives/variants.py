"""The named tables of the family: each is a ``Rules`` value with its source."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.forty_fives.play import FORTY_FIVES
from engine.forty_fives.rules import Rules
from engine.game import Variant

ONE_TEN: Final = Variant(
    name="110",
    title="110",
    game=FORTY_FIVES,
    rules=Rules(),
    source="the product's own rules of 110: cut-throat Forty-fives with a Joker",
)

FORTY_FIVES_PARTNERS: Final = Variant(
    name="forty-fives",
    title="Forty-Fives",
    game=FORTY_FIVES,
    rules=Rules(
        seats=(4,),
        sides=2,
        joker=False,
        deal="3 k2 2 k2",
        hole_bid=60,
        rebid=True,
        hold="duel",
        trump_named="after kitty",
        bidder_draws=True,
        leads="left of bidder",
        plain_lead="free",
        held_back=("5",),
        hole_pays=120,
        near_from=False,
        near_end="sides that bid",
        target=125,
        goes_out="bidder, then most",
    ),
    source="the product's own rules of Forty-Fives: two sides of two, to 125",
)

_VARIANTS: Final = {variant.name: variant for variant in (ONE_TEN, FORTY_FIVES_PARTNERS)}


def variants() -> Mapping[str, Variant]:
    """All named tables, by name."""
    return _VARIANTS
