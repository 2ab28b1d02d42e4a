"""The named tables of the family: each is a ``Rules`` value with its source."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from engine.forty_fives.rules import Rules
from engine.game import Variant

FORTY_FIVES: Final = "engine.forty_fives.play:FORTY_FIVES"

ONE_TEN: Final = Variant(
    name="110",
    title="110",
    game_at=FORTY_FIVES,
    rules=Rules(),
    source="the product's own rules of 110: cut-throat Forty-fives with a Joker",
    own=True,
)

FORTY_FIVES_PARTNERS: Final = Variant(
    name="forty-fives",
    title="Forty-Fives",
    game_at=FORTY_FIVES,
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
    own=True,
)

# -- tables of elsewhere ----------------------------------------------------------------------------
# Each is what public rule pages and other programs say of it; where they are silent or could not be
# read, the choice is ours and the source says so.

CLASSIC: Final = Variant(
    name="auction-forty-fives",
    title="Auction Forty-fives",
    game_at=FORTY_FIVES,
    rules=replace(
        FORTY_FIVES_PARTNERS.rules,
        seats=(4, 6),
        deal="3 2",
        hole_bid=0,
        hole_pays=0,
        trump_named="before kitty",
        plain_lead="follow or trump",
        held_back=("5", "J", "AH"),
        near=100,
        near_from=True,
        near_end="all score",
        near_bid=20,
        target=120,
    ),
    source="the classic card books. Chosen by us: the dealer is stuck when all pass, only the held "
    "bidder answers a hold, bidding goes round again, and who goes out first is as in Forty-Fives",
)

MERRIMACK: Final = Variant(
    name="merrimack",
    title="Merrimack Valley",
    game_at=FORTY_FIVES,
    rules=Rules(
        joker=False,
        hold="none",
        trump_named="with the bid",
        held_back=("5", "J", "AH"),
        slam_pays=0,
        near_end="all score",
        target=120,
    ),
    source="the Merrimack Valley of Massachusetts, everyone alone. Chosen by us: one turn each, and "
    "the draw, as in 110",
)

MERRIMACK_PARTNERS: Final = Variant(
    name="merrimack-partners",
    title="Merrimack Valley, partners",
    game_at=FORTY_FIVES,
    rules=replace(MERRIMACK.rules, seats=(4,), sides=2),
    source="the Merrimack Valley of Massachusetts, four players in two sides. Chosen by us: one turn "
    "each, and the draw, as in 110",
)

NEWFOUNDLAND: Final = Variant(
    name="newfoundland",
    title="Newfoundland",
    game_at=FORTY_FIVES,
    rules=Rules(
        seats=(4, 6),
        sides=2,
        joker=False,
        held_back=("5", "J", "AH"),
        slam_costs=60,
        near_end="all score",
        target=120,
        goes_out="bidder only",
    ),
    source="Newfoundland, four or six in two sides: 30 for 60 either way, only the bidder wins. "
    "Chosen by us: one turn each, and the draw, as in 110",
)

ISLAND: Final = Variant(
    name="island",
    title="Prince Edward Island",
    game_at=FORTY_FIVES,
    rules=Rules(
        seats=(4,),
        sides=2,
        joker=False,
        hold="none",
        leads="left of bidder",
        held_back=("5", "J", "AH"),
        slam_pays=0,
        near_end="all score",
        target=120,
        goes_out="bidder, then most",
    ),
    source="Prince Edward Island, as most play it. Chosen by us: one turn each, and the draw, as in "
    "110; who goes out first as in Forty-Fives",
)

REC_HALL: Final = Variant(
    name="island-rec-hall",
    title="Island rec hall",
    game_at=FORTY_FIVES,
    rules=replace(
        ISLAND.rules,
        deal="3 2",
        bidder_draws=True,
        rebid=True,
        hold="duel",
        hands=4,
    ),
    source="rec halls of Prince Edward Island: no kitty, a duel with the dealer, four hands a game. "
    "Chosen by us: the bidder draws like the others, and wins when two sides have as many",
)

TIGNISH: Final = Variant(
    name="island-tignish",
    title="Tignish",
    game_at=FORTY_FIVES,
    rules=replace(ISLAND.rules, deal="3 2 k5", bids=(20, 25, 30), rebid=True, hold="duel"),
    source="Tignish on Prince Edward Island: a kitty of five, bids from 20, a duel with the dealer. "
    "Chosen by us: the draw as in 110, who goes out first as in Forty-Fives",
)

CARDS_110: Final = Variant(
    name="cards-110",
    title="Irish 110",
    game_at=FORTY_FIVES,
    rules=Rules(
        seats=(2, 3, 4, 5),
        deal="3 2 k5",
        rebid=True,
        all_pass="redeal",
        hold="duel",
        trump_named="after kitty",
        leads="left of bidder",
        near_end="all score",
    ),
    source="110 as it is played online in Ireland: a kitty of five, a new deal when all pass. Chosen "
    "by us: the draw as in 110, and 60 for all five tricks on a 30 alone",
)

CARDS_110_PAIRS: Final = Variant(
    name="cards-110-pairs",
    title="Irish 110, three pairs",
    game_at=FORTY_FIVES,
    rules=replace(CARDS_110.rules, seats=(6,), sides=3),
    source="110 as it is played online in Ireland, six players in three pairs. Chosen by us: the "
    "draw as in 110, and 60 for all five tricks on a 30 alone",
)

_VARIANTS: Final = {
    variant.name: variant
    for variant in (
        ONE_TEN,
        FORTY_FIVES_PARTNERS,
        CLASSIC,
        MERRIMACK,
        MERRIMACK_PARTNERS,
        NEWFOUNDLAND,
        ISLAND,
        REC_HALL,
        TIGNISH,
        CARDS_110,
        CARDS_110_PAIRS,
    )
}


def variants() -> Mapping[str, Variant]:
    """All named tables, by name."""
    return _VARIANTS
