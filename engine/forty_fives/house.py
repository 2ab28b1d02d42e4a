"""Every rule of the family that a table may set: a title, a sentence, and sensible choices."""

from __future__ import annotations

from typing import Any, Final

from engine.forty_fives.rules import PRIVILEGED
from engine.house import Choice, HouseRule, seats_line


def _rule(field: str, title: str, sentence: str, *choices: tuple[Any, str]) -> HouseRule:
    return HouseRule(field, title, sentence, tuple(Choice(*choice) for choice in choices))


HOUSE_RULES: Final = (
    _rule(
        "seats",
        "Players",
        "How many may sit down.",
        *(
            (seats, seats_line(seats))
            for seats in ((2, 3, 4, 5, 6), (2, 3, 4, 5), (4,), (6,), (4, 6))
        ),
    ),
    _rule(
        "sides",
        "Partners",
        "Everyone for themselves, or partners across the table keep one score.",
        (0, "everyone alone"),
        (2, "two sides"),
        (3, "three pairs"),
    ),
    _rule(
        "joker",
        "Joker",
        "The Joker is the third-best trump, whatever suit is named.",
        (True, "with the Joker"),
        (False, "without"),
    ),
    _rule(
        "deal",
        "The deal",
        "The packets in which the cards are dealt, and how many go to the kitty.",
        ("3 2 k3", "3, 2, kitty 3"),
        ("3 k2 2 k2", "3, kitty 2, 2, kitty 2"),
        ("3 2 k5", "3, 2, kitty 5"),
        ("2 3 k3", "2, 3, kitty 3"),
        ("3 2", "3, 2, no kitty"),
    ),
    _rule(
        "bids",
        "Bids",
        "The figures that may be bid.",
        ((15, 20, 25, 30), "15 to 30 in fives"),
        ((20, 25, 30), "20 to 30 in fives"),
        ((5, 10, 15, 20, 25, 30), "5 to 30 in fives"),
    ),
    _rule(
        "hole_bid",
        "A bid from below zero",
        "A side in the hole may bid past 30 to get out of it.",
        (0, "no"),
        (60, "60"),
    ),
    _rule(
        "rebid",
        "Turns in the auction",
        "One turn each, or round again for those who have not passed.",
        (False, "one turn each"),
        (True, "round again"),
    ),
    _rule(
        "all_pass",
        "Everyone passes",
        "What happens when nobody bids.",
        ("dealer", "the dealer is stuck with the lowest bid"),
        ("redeal", "the next dealer deals"),
    ),
    _rule(
        "hold",
        "The dealer's hold",
        "The dealer may take the top bid at its own figure.",
        ("none", "no holding"),
        ("ends", "a hold ends the auction"),
        ("duel", "the held bidder may raise"),
    ),
    _rule(
        "trump_named",
        "Naming trumps",
        "When the bidder names trumps.",
        ("before kitty", "before seeing the kitty"),
        ("after kitty", "after seeing the kitty"),
        ("with the bid", "with every bid"),
    ),
    _rule(
        "bidder_draws",
        "The bidder's draw",
        "The bidder throws down to five from the kitty, or throws and draws like everyone.",
        (False, "draws nothing"),
        (True, "draws like the others"),
    ),
    _rule(
        "short_stock",
        "When the stock runs out",
        "With many players there may be too few cards to draw.",
        ("reshuffle", "what was thrown is shuffled again"),
        ("cap", "nobody may throw more than can be drawn"),
    ),
    _rule(
        "leads",
        "The first lead",
        "Who leads to the first trick.",
        ("bidder", "the bidder"),
        ("left of bidder", "left of the bidder"),
        ("left of dealer", "left of the dealer"),
    ),
    _rule(
        "plain_lead",
        "When a plain suit is led",
        "Whether suit must be followed.",
        ("follow or trump", "follow suit or play a trump"),
        ("free", "play any card"),
    ),
    _rule(
        "held_back",
        "Holding back",
        "Trumps that need not be played when a lower one was led.",
        (PRIVILEGED, "5, Jack, Joker, Ace of Hearts"),
        (("5", "J", "AH"), "5, Jack, Ace of Hearts"),
        (("5", "J"), "5 and Jack"),
        (("5",), "only the 5"),
        ((), "none"),
    ),
    _rule(
        "no_trump",
        "No trump played all hand",
        "Who gets the five points for the best trump then.",
        ("no bonus", "nobody"),
        ("last trick", "the last trick"),
    ),
    _rule(
        "slam_pays",
        "All five tricks on the highest bid",
        "What a made slam scores.",
        (60, "60"),
        (0, "just the points"),
    ),
    _rule(
        "slam_costs",
        "Missing the highest bid",
        "What a missed slam costs.",
        (30, "30"),
        (60, "60"),
    ),
    _rule(
        "hole_pays",
        "All five tricks on the bid from below zero",
        "What it scores when it is made.",
        (0, "–"),
        (60, "60"),
        (120, "120"),
    ),
    _rule(
        "near",
        "Near the end",
        "The score at which the rule for the end begins.",
        *((score, str(score)) for score in (90, 95, 100, 105)),
    ),
    _rule(
        "near_from",
        "Exactly there",
        "Whether that score itself counts as near the end.",
        (True, "from there on"),
        (False, "only past it"),
    ),
    _rule(
        "near_end",
        "Who scores near the end",
        "A side near the end may have to bid to go on scoring.",
        ("all score", "everyone, as always"),
        ("bidder only", "only the bidder"),
        ("sides that bid", "sides that made a bid"),
    ),
    _rule(
        "near_bid",
        "The lowest bid near the end",
        "A side near the end may have to bid higher.",
        (0, "any bid"),
        (20, "20"),
        (25, "25"),
    ),
    _rule(
        "target",
        "The score that wins",
        "The game is over when a side has it after a hand.",
        *((score, str(score)) for score in (55, 60, 110, 120, 125)),
    ),
    _rule(
        "hands",
        "A fixed number of hands",
        "The game may end after so many hands instead, whoever has most.",
        (0, "no, play to the score"),
        (4, "4"),
        (5, "5"),
        (8, "8"),
        (10, "10"),
    ),
    _rule(
        "goes_out",
        "Several at the target",
        "Who wins when more than one side is there.",
        ("bidder, then first there", "the bidder, then who was there first"),
        ("bidder, then most", "the bidder, then who has most"),
        ("bidder only", "only the bidder can win"),
    ),
)
