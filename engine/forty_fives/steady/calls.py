"""Bidding and naming: what a hand is worth in its best suit, and how far to go with it.

A hand's *estimate* is the points its side should take as the bidder: something for the seat's place
at the table, and something for every trump by its place in the trump order. The tables were fitted
to hands played in the arena. How far one goes with an estimate follows from the score as well:
close to the end one bids for the game, not for the hand.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final

from engine.cards import JOKER, SUIT_NAMES, SUITS
from engine.forty_fives.auction import bidding_sides, open_calls
from engine.forty_fives.ranking import order_of
from engine.forty_fives.rules import BONUS, HAND, TRICK, Rules
from engine.forty_fives.state import Auction, Bid, Call, Contract, Hold, Move, Name, Naming, Pass
from engine.forty_fives.words import trump_count

ALONE: Final = {1: 10.5, 2: 4.4, 3: 0.5, 4: -1.6, 5: -2.2}  # by the number of rivals
TRUMPS_ALONE: Final = (11.5, 7.0, 5.7, 4.4, 4.0, 3.2, 2.8, 1.8)  # best first; the last: all below
SIDES: Final = {2: 15.6, 3: 15.7, 4: 9.0}  # by the number of rivals
TRUMPS_SIDES: Final = (5.4, 3.1, 3.8, 2.2, 2.0, 1.5, 1.0, 0.4)  # partners have trumps as well

SLAM: Final = 27.0  # the estimate that all five tricks want
GO_OUT: Final = 5.0  # further where only the bidder scores, or those who bid
STOP: Final = 3.0  # further against a bid that would win the game
SUPPORT: Final = 6.0  # less far over a partner's bid

SURE: Final = TRICK * HAND + BONUS  # points in a hand


def name(view: Naming, seat: int) -> tuple[Move, str]:
    """The suit to name, and why."""
    hand, rules = _hand(view, seat), view.table.rules
    trump = best_suit(rules, view.table.players, hand)
    return Name(trump), f"{_holding(rules, hand, trump)} the most the hand has in a suit"


def call(view: Auction, seat: int) -> tuple[Move, str]:
    """The call to make, and why: the lowest that is open, as long as the hand is worth it."""
    rules, hand = view.table.rules, _hand(view, seat)
    trump = best_suit(rules, view.table.players, hand)
    worth = estimate(rules, view.table.players, hand, trump)
    further, why = _further(view, seat)
    holding = _holding(rules, hand, trump)
    for choice, figure in _offers(view, trump):
        if worth + further >= need(rules, figure):
            return choice, why if worth < need(rules, figure) else f"{holding} worth {figure}"
    if view.top == 0 and seat == view.table.dealer and rules.all_pass == "dealer":
        return Pass(), "all have passed, so the lowest bid is yours in any case"
    if further < 0:
        return Pass(), why
    lowest = min((figure for _, figure in _offers(view, trump)), default=0)
    return Pass(), f"{holding} not worth {lowest}" if lowest else "no higher bid is open"


def _offers(view: Auction, trump: str) -> Iterator[tuple[Call, int]]:
    """The calls open besides passing, each with its figure: a slam at once, else from below.

    Where the suit goes with the bid it is always ``trump``, the hand's best.
    """
    calls: list[tuple[Call, int]] = []
    for choice in open_calls(view):
        if isinstance(choice, Hold):
            calls.append((choice, view.top))
        elif isinstance(choice, Bid) and choice.trump in ("", trump):
            calls.append((choice, choice.figure))
    yield from [offer for offer in reversed(calls) if offer[1] >= SURE]
    yield from [offer for offer in calls if offer[1] < SURE]


def need(rules: Rules, figure: int) -> float:
    """The estimate that a bid of this figure wants."""
    if figure > SURE:
        return SLAM + 2
    return SLAM if figure == SURE and rules.slam_pays else figure


# -- what a hand is worth ---------------------------------------------------------------------------


def estimate(rules: Rules, players: int, hand: Collection[int], trump: str) -> float:
    """The points the side should take with these cards if it plays in this suit."""
    ladder = [card for card in order_of(rules, trump).trumps if rules.joker or card != JOKER]
    places = [place for place, card in enumerate(ladder) if card in hand]
    table = TRUMPS_SIDES if rules.sides else TRUMPS_ALONE
    rivals = players - (players // rules.sides if rules.sides else 1)
    base = (SIDES if rules.sides else ALONE)[rivals]
    return base + sum(table[min(place, len(table) - 1)] for place in places)


def best_suit(rules: Rules, players: int, hand: Collection[int]) -> str:
    """The suit in which the hand is worth most."""
    return max(SUITS, key=lambda suit: estimate(rules, players, hand, suit))


def _hand(view: Auction | Naming, seat: int) -> list[int]:
    faces = view.table.faces
    return [face for slot in view.hands[seat] if (face := faces[slot]) is not None]


def _holding(rules: Rules, hand: list[int], trump: str) -> str:
    """The hand in a suit, with its verb: ``three trumps in Spades, the 5 among them, are``."""
    count, comma, rest = trump_count(order_of(rules, trump), rules, hand).partition(",")
    verb = "are" if count.endswith("s") else "is"
    return f"{count} in {SUIT_NAMES[trump]}{comma}{rest}{comma} {verb}"


# -- what the score says ----------------------------------------------------------------------------


def _further(view: Auction, seat: int) -> tuple[float, str]:
    """How much further to go than the hand alone would, less than nothing for not so far; why."""
    rules, scores = view.table.rules, view.table.scores
    side = rules.side(seat)
    if view.holder >= 0 and rules.side(view.holder) == side:
        return -SUPPORT, "your partner has the bid"
    if _must_bid(view, side):
        return GO_OUT, f"with {scores[side]} only a bid makes the tricks count"
    if view.holder >= 0:
        rival = scores[rules.side(view.holder)]
        if not rules.hands and rival < rules.target <= rival + view.top:
            return STOP, f"{view.top} would win the game for the others"
    return 0.0, ""


def _must_bid(view: Auction, side: int) -> bool:
    """Whether this side's tricks count only after a bid that it has not made yet."""
    rules, before = view.table.rules, view.table.scores[side]
    if not rules.is_near(before) or rules.near_end == "all score":
        return False
    if rules.near_end == "bidder only" or view.holder < 0:
        return True
    return side not in bidding_sides(rules, Contract(view.calls, view.holder, view.top))
