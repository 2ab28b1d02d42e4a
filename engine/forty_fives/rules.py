"""``Rules``: everything in which one table of the Forty-fives family differs from another.

A variant is one such value. It is frozen and checked when it is made: a combination that cannot be
played is refused with a sentence, so no later code has to ask.

Glossary: *stuck*, the dealer must take the lowest bid because all passed; *hold*, the dealer takes
the top bid at its own figure; *duel*, the held bidder and the dealer go on alone; *hold back* (or
*renege*), keeping a privileged trump though trumps were led; *slam*, all five tricks; *in the hole*,
a score below zero.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

HAND: Final = 5  # cards a player plays with, and tricks in a hand
TRICK: Final = 5  # points for a trick
BONUS: Final = 5  # points for the best trump played

AllPass = Literal["dealer", "redeal"]
Hold = Literal["none", "ends", "duel"]
Named = Literal["before kitty", "after kitty", "with the bid"]
Leads = Literal["bidder", "left of bidder", "left of dealer"]
PlainLead = Literal["follow or trump", "free"]
ShortStock = Literal["reshuffle", "cap"]
NoTrump = Literal["no bonus", "last trick"]
NearEnd = Literal["all score", "bidder only", "sides that bid"]
GoesOut = Literal["bidder, then first there", "bidder, then most", "bidder only"]

PRIVILEGED: Final = ("5", "J", "JK", "AH")
CHOICES: Final[dict[str, tuple[str, ...]]] = {
    "all_pass": ("dealer", "redeal"),
    "hold": ("none", "ends", "duel"),
    "trump_named": ("before kitty", "after kitty", "with the bid"),
    "leads": ("bidder", "left of bidder", "left of dealer"),
    "plain_lead": ("follow or trump", "free"),
    "short_stock": ("reshuffle", "cap"),
    "no_trump": ("no bonus", "last trick"),
    "near_end": ("all score", "bidder only", "sides that bid"),
    "goes_out": ("bidder, then first there", "bidder, then most", "bidder only"),
}


class RulesError(ValueError):
    """A set of house rules that cannot be played; the message says why in a sentence."""


@dataclass(frozen=True, slots=True)
class Rules:
    """One table's rules; the defaults are those of 110. Raises ``RulesError`` when made impossible."""

    seats: tuple[int, ...] = (2, 3, 4, 5, 6)  # numbers of players that may sit down
    sides: int = 0  # 0: everyone alone; else seat s plays for side s % sides
    joker: bool = True  # 53 cards with the Joker, or 52
    deal: str = (
        "3 2 k3"  # packets in order: "3" to each seat from the dealer's left, "k3" to the kitty
    )
    bids: tuple[int, ...] = (15, 20, 25, 30)  # figures that may be bid, ascending
    hole_bid: int = 0  # a further bid only a side below zero may make; 0: there is none
    rebid: bool = False  # those who have not passed are asked again, or one turn each
    all_pass: AllPass = (
        "dealer"  # the dealer is stuck with the lowest bid, or the next dealer deals
    )
    hold: Hold = "ends"  # may the dealer take the top bid, and may the held bidder answer
    trump_named: Named = "before kitty"
    bidder_draws: bool = False  # the bidder throws like the others and is filled up, or keeps five
    short_stock: ShortStock = "reshuffle"  # throws go into a new stock, or throwing is limited
    leads: Leads = "bidder"
    plain_lead: PlainLead = "follow or trump"
    held_back: tuple[str, ...] = PRIVILEGED  # trumps that may be held back from a lower one
    no_trump: NoTrump = "no bonus"  # who gets the five points when no trump was played
    slam_pays: int = 60  # for all tricks on the highest of ``bids``; 0: just the points
    slam_costs: int = 30  # for missing the highest of ``bids``
    hole_pays: int = 0  # for all tricks on the ``hole_bid``
    near: int = 100  # the score at which ``near_end`` begins …
    near_from: bool = True  # … from that score itself on, or only above it
    near_end: NearEnd = "bidder only"  # who still scores there without being the bidder
    near_bid: int = 0  # the lowest bid a side may make there; 0: any
    target: int = 110
    hands: int = 0  # the game is over after so many hands, whoever has most; 0: at the target
    goes_out: GoesOut = "bidder, then first there"  # who wins when several reach the target

    def __post_init__(self) -> None:
        for problem in _problems(self):
            raise RulesError(problem)

    @property
    def packets(self) -> tuple[tuple[bool, int], ...]:
        """The deal as (to the kitty?, how many cards) in order."""
        return tuple((p.startswith("k"), int(p.removeprefix("k"))) for p in self.deal.split())

    @property
    def kitty(self) -> int:
        """How many cards the kitty holds."""
        return sum(count for to_kitty, count in self.packets if to_kitty)

    @property
    def pack(self) -> int:
        """How many cards there are: 52, or 53 with the Joker."""
        return 53 if self.joker else 52

    def is_near(self, score: int) -> bool:
        """Whether a side with this score is near the end; so many hands end whatever the score."""
        if self.hands:
            return False
        return score >= self.near if self.near_from else score > self.near

    def side(self, seat: int) -> int:
        """The side a seat plays for: itself when everyone plays alone."""
        return seat % self.sides if self.sides else seat

    def side_count(self, players: int) -> int:
        """How many sides keep a score when so many sit at the table."""
        return self.sides or players


def _problems(rules: Rules) -> list[str]:
    """Sentences saying why these rules cannot be played; empty when they can."""
    wrong_choice = [
        f"{field}: “{getattr(rules, field)}” is not one of {', '.join(choices)}."
        for field, choices in CHOICES.items()
        if getattr(rules, field) not in choices
    ]
    # Each looks only at what the ones before it have found in order.
    return (
        wrong_choice
        or _seating_problems(rules)
        or _deal_problems(rules)
        or _auction_problems(rules)
        or _play_problems(rules)
        or _score_problems(rules)
    )


def _seating_problems(rules: Rules) -> list[str]:
    if not rules.seats or any(not 2 <= n <= 6 for n in rules.seats):
        return ["Two to six players can sit at the table."]
    if rules.sides not in (0, 2, 3):
        return ["There are two sides, three sides, or everyone plays alone."]
    if rules.sides and any(n % rules.sides or n == rules.sides for n in rules.seats):
        return [
            f"{rules.sides} sides need a number of players that makes them equal, two or more each."
        ]
    return []


def _deal_problems(rules: Rules) -> list[str]:
    try:
        packets = rules.packets
    except ValueError:
        packets = ()
    if not packets or any(count < 1 for _, count in packets):
        return ["The deal is a row of packets such as “3 2 k3”: k marks the kitty's."]
    if sum(count for to_kitty, count in packets if not to_kitty) != HAND:
        return [f"Each player must be dealt {HAND} cards in all."]
    if rules.kitty > 8:
        return ["A kitty of more than eight cards is too large to pick up."]
    if rules.pack < max(rules.seats) * HAND + rules.kitty:
        return ["There are not enough cards for so many players and this kitty."]
    return []


def _auction_problems(rules: Rules) -> list[str]:
    bids = rules.bids
    if not bids or list(bids) != sorted(set(bids)) or bids[0] < 5 or bids[-1] > 30:
        return ["Bids are different figures from 5 to 30, the lowest first."]
    if any(bid % 5 for bid in bids):
        return ["Bids go up in fives, as the points do."]
    if rules.hole_bid and (rules.hole_bid <= bids[-1] or rules.hole_pays < rules.hole_bid):
        return ["The bid from below zero must be above every other and pay at least itself."]
    if rules.hole_bid % 5 or rules.hole_bid > 120:
        return ["The bid from below zero goes up in fives too, to 120 at most."]
    if rules.hole_pays and not rules.hole_bid:
        return ["A payment for the bid from below zero needs that bid."]
    if rules.near_bid and rules.near_bid not in rules.bids:
        return ["The lowest bid near the end must be one of the bids."]
    if rules.hold == "duel" and not rules.rebid:
        return ["A duel with the dealer needs that players may bid again."]
    return []


def _play_problems(rules: Rules) -> list[str]:
    strangers = [card for card in rules.held_back if card not in PRIVILEGED]
    if strangers or len(set(rules.held_back)) != len(rules.held_back):
        return [
            "Only the 5, the Jack, the Joker and the Ace of Hearts may be held back, each once."
        ]
    if "JK" in rules.held_back and not rules.joker:
        return ["Without the Joker in the pack it cannot be held back."]
    return []


def _score_problems(rules: Rules) -> list[str]:
    if not 25 <= rules.target <= 500:
        return ["The game is played to a score from 25 to 500."]
    if rules.slam_pays and rules.slam_pays < rules.bids[-1]:
        return ["All five tricks cannot pay less than was bid; 0 means just the points."]
    if rules.slam_costs < 5:
        return ["Missing the highest bid must cost something."]
    if not 0 <= rules.hands <= 20:
        return ["A game has up to 20 hands, or 0 to play to the target."]
    if rules.hands:
        return []  # no target counts then
    if rules.near_end != "all score" and rules.near > rules.target:
        return ["The rule for the end of the game would never begin: set it below the target."]
    return []
