"""The two tables of the product as plain mappings, in the words of the rules page."""

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
    "target": 110,
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
    "target": 125,
    "goes_out": "bidder, then most",
}
