"""The tables as plain mappings, field by field as the rules page tells them.

The page's table of variants leaves much open; what it does not say is taken from one of the two
games of the product, and a remark names it.
"""

from __future__ import annotations

from typing import Any

ONE_TEN: dict[str, Any] = {
    "seats": (2, 3, 4, 5, 6),
    "sides": 0,
    "joker": True,
    "deal": "3 2 k3",
    "bids": (15, 20, 25, 30),
    "hole_bid": 0,
    "rebid": False,
    "all_pass": "dealer",
    "hold": "ends",
    "trump_named": "before kitty",
    "bidder_draws": False,
    "short_stock": "reshuffle",
    "leads": "bidder",
    "plain_lead": "follow or trump",
    "held_back": ("5", "J", "JK", "AH"),
    "no_trump": "no bonus",
    "slam_pays": 60,
    "slam_costs": 30,
    "hole_pays": 0,
    "near": 100,
    "near_from": True,
    "near_end": "bidder only",
    "near_bid": 0,
    "target": 110,
    "hands": 0,
    "goes_out": "bidder, then first there",
}

FORTY_FIVES: dict[str, Any] = {
    "seats": (4,),
    "sides": 2,
    "joker": False,
    "deal": "3 k2 2 k2",
    "bids": (15, 20, 25, 30),
    "hole_bid": 60,
    "rebid": True,
    "all_pass": "dealer",
    "hold": "duel",
    "trump_named": "after kitty",
    "bidder_draws": True,
    "short_stock": "reshuffle",
    "leads": "left of bidder",
    "plain_lead": "free",
    "held_back": ("5",),
    "no_trump": "no bonus",
    "slam_pays": 60,
    "slam_costs": 30,
    "hole_pays": 120,
    "near": 100,
    "near_from": False,
    "near_end": "sides that bid",
    "near_bid": 0,
    "target": 125,
    "hands": 0,
    "goes_out": "bidder, then most",
}

NO_JOKER: dict[str, Any] = {"joker": False, "held_back": ("5", "J", "AH")}
"""Most tables of elsewhere play with 52 cards and let the 5, the Jack and the Ace of Hearts wait."""

# Open: all pass, the kind of draw, who goes out first; "others may answer" is read as the duel.
CLASSIC = FORTY_FIVES | {
    **NO_JOKER,
    "seats": (4, 6),
    "deal": "3 2",
    "hole_bid": 0,
    "hole_pays": 0,
    "trump_named": "before kitty",
    "plain_lead": "follow or trump",
    "near_from": True,
    "near_end": "all score",
    "near_bid": 20,
    "target": 120,
}

# Open: how often one bids; one turn each, as in 110.
MERRIMACK = ONE_TEN | {
    **NO_JOKER,
    "hold": "none",
    "trump_named": "with the bid",
    "slam_pays": 0,
    "near_end": "all score",
    "target": 120,
}

NEWFOUNDLAND = ONE_TEN | {
    **NO_JOKER,
    "seats": (4, 6),
    "sides": 2,
    "slam_costs": 60,
    "near_end": "all score",
    "target": 120,
    "goes_out": "bidder only",
}

# Open: who goes out first, how often one bids where nobody holds.
ISLAND = ONE_TEN | {
    **NO_JOKER,
    "seats": (4,),
    "sides": 2,
    "hold": "none",
    "leads": "left of bidder",
    "slam_pays": 0,
    "near_end": "all score",
    "target": 120,
    "goes_out": "bidder, then most",
}
DUEL = {"rebid": True, "hold": "duel"}

CARDS_110 = ONE_TEN | {
    **DUEL,
    "seats": (2, 3, 4, 5),
    "deal": "3 2 k5",
    "all_pass": "redeal",
    "trump_named": "after kitty",
    "leads": "left of bidder",
    "near_end": "all score",
}

TABLES: dict[str, dict[str, Any]] = {
    "110": ONE_TEN,
    "forty-fives": FORTY_FIVES,
    "auction-forty-fives": CLASSIC,
    "merrimack": MERRIMACK,
    "merrimack-partners": MERRIMACK | {"seats": (4,), "sides": 2},
    "newfoundland": NEWFOUNDLAND,
    "island": ISLAND,
    "island-rec-hall": ISLAND | DUEL | {"deal": "3 2", "bidder_draws": True, "hands": 4},
    "island-tignish": ISLAND | DUEL | {"deal": "3 2 k5", "bids": (20, 25, 30)},
    "cards-110": CARDS_110,
    "cards-110-pairs": CARDS_110 | {"seats": (6,), "sides": 3},
}
"""Every registered variant by its name."""
