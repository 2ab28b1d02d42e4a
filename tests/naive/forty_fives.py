"""The Forty-fives family said once more, slowly, straight from its rules page.

Imports nothing from ``engine``. The rules of a table come in as ``flags``, a plain mapping of field
name to value; a card is its text (``5S``, ``10H``, ``JK``). Every order is written out, every rule
follows the sentence it restates, and nothing is tuned.

Glossary: *trump*, a card of the suit named, and always the Joker and the Ace of Hearts; *plain*,
any other card; *hold back*, keep a trump though trumps were led. The auction lies beside.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tests.naive.auction import Answer, Flags, auction, is_near, side_of

# ---------------------------------------------------------------------------------------- the cards


def in_order(texts: str) -> list[str]:
    """Cards as written in a row."""
    return texts.split()


TRUMPS_BEST_FIRST = {
    "S": in_order("5S JS JK AH AS KS QS 2S 3S 4S 6S 7S 8S 9S 10S"),
    "C": in_order("5C JC JK AH AC KC QC 2C 3C 4C 6C 7C 8C 9C 10C"),
    "D": in_order("5D JD JK AH AD KD QD 10D 9D 8D 7D 6D 4D 3D 2D"),
    "H": in_order("5H JH JK AH KH QH 10H 9H 8H 7H 6H 4H 3H 2H"),
}
PLAIN_BEST_FIRST = {
    "S": in_order("KS QS JS AS 2S 3S 4S 5S 6S 7S 8S 9S 10S"),
    "C": in_order("KC QC JC AC 2C 3C 4C 5C 6C 7C 8C 9C 10C"),
    "D": in_order("KD QD JD 10D 9D 8D 7D 6D 5D 4D 3D 2D AD"),
    "H": in_order("KH QH JH 10H 9H 8H 7H 6H 5H 4H 3H 2H"),
}


def trump_order(flags: Flags, trump: str) -> list[str]:
    """The trumps when this suit was named, best first; the Joker only where it is in the pack."""
    return [card for card in TRUMPS_BEST_FIRST[trump] if card != "JK" or flags["joker"]]


def plain_order(suit: str) -> list[str]:
    """The cards of a suit that is not trumps, best first; the Ace of Hearts is never plain."""
    return list(PLAIN_BEST_FIRST[suit])


def plain_suit_of(card: str) -> list[str]:
    """All cards of the same plain suit, best first. The Ace of Hearts and the Joker have none."""
    for suit in "SCDH":
        if card in PLAIN_BEST_FIRST[suit]:
            return plain_order(suit)
    raise ValueError(f"{card} is never plain")


# ----------------------------------------------------------------------------------------- the play


def legal(flags: Flags, trump: str, led: str | None, hand: Sequence[str]) -> list[str]:
    """The cards of the hand that may be played; ``led`` is None for the leader, who plays any."""
    if led is None:
        return list(hand)
    if led in trump_order(flags, trump):
        return legal_when_trump_led(flags, trump, led, hand)
    return legal_when_plain_led(flags, trump, led, hand)


def legal_when_trump_led(flags: Flags, trump: str, led: str, hand: Sequence[str]) -> list[str]:
    """Any trump of the hand if one of them may not be held back, else any card."""
    trumps_held = [card for card in hand if card in trump_order(flags, trump)]
    for card in trumps_held:
        if not may_be_held_back(flags, trump, led, card):
            return trumps_held
    return list(hand)


def may_be_held_back(flags: Flags, trump: str, led: str, card: str) -> bool:
    """Whether this trump is one of the privileged and a lower trump than it was led."""
    order = trump_order(flags, trump)
    led_is_lower = order.index(led) > order.index(card)
    return card in privileged(flags, trump) and led_is_lower


def privileged(flags: Flags, trump: str) -> list[str]:
    """The trumps that may be held back, as cards of this trump suit."""
    cards = []
    if "5" in flags["held_back"]:
        cards.append("5" + trump)
    if "J" in flags["held_back"]:
        cards.append("J" + trump)
    if "JK" in flags["held_back"]:
        cards.append("JK")
    if "AH" in flags["held_back"]:
        cards.append("AH")
    return cards


def legal_when_plain_led(flags: Flags, trump: str, led: str, hand: Sequence[str]) -> list[str]:
    """The led suit and all trumps for a hand that has the suit, else any card; free is any card."""
    if flags["plain_lead"] == "free":
        return list(hand)
    suit = plain_suit_of(led)
    if not any(card in suit for card in hand):
        return list(hand)
    return [card for card in hand if card in suit or card in trump_order(flags, trump)]


def trick_winner(flags: Flags, trump: str, plays: Sequence[str]) -> int:
    """The index of the highest trump, or of the highest card of the suit led if no trump fell."""
    for card in trump_order(flags, trump):
        if card in plays:
            return plays.index(card)
    for card in plain_suit_of(plays[0]):
        if card in plays:
            return plays.index(card)
    raise ValueError("somebody must have led a card")


# ---------------------------------------------------------------------------------------- the score


def score(
    flags: Flags,
    players: int,
    start: Sequence[int],
    bidder: int,
    bid: int,
    tricks: Sequence[int],
    best_trump_trick: int | None,
    sides_that_bid: Sequence[int],
    last: bool = False,
) -> Answer:
    """``delta`` and ``total`` of each side, and the ``winner``, None when the game goes on.

    ``bidder`` and ``tricks`` are seats. A hold and a forced lowest bid count as a bid. ``last``:
    this was the last hand of a game of so many.
    """
    sides = flags["sides"] or players
    winners = [side_of(flags, seat) for seat in tricks]
    worth = trick_points(flags, best_trump_trick)
    bidding_side = side_of(flags, bidder)
    delta = []
    for side in range(sides):
        taken = sum(points for winner, points in zip(winners, worth, strict=True) if winner == side)
        if side == bidding_side:
            delta.append(bidder_scores(flags, bid, taken, winners == [side] * 5))
        elif scores_nothing(flags, start[side], side in sides_that_bid):
            delta.append(0)
        else:
            delta.append(taken)
    total = [start[side] + delta[side] for side in range(sides)]
    if flags["hands"] != 0:
        winner = who_has_most(total, bidding_side) if last else None
    else:
        winner = who_wins(flags, start, total, bidding_side, winners, worth)
    return {"delta": delta, "total": total, "winner": winner}


def trick_points(flags: Flags, best_trump_trick: int | None) -> list[int]:
    """What each of the five tricks is worth: five, and ten for the one with the best trump."""
    worth = [5, 5, 5, 5, 5]
    if best_trump_trick is not None:
        worth[best_trump_trick] = 10
    elif flags["no_trump"] == "last trick":
        worth[4] = 10
    return worth


def bidder_scores(flags: Flags, bid: int, taken: int, all_five: bool) -> int:
    """What the bidding side wins or loses. A 30 and the bid from the hole are judged by tricks."""
    if bid == flags["hole_bid"]:
        return int(flags["hole_pays"]) if all_five else -int(flags["hole_bid"])
    highest = bid == flags["bids"][-1]
    made = all_five if bid == 30 else taken >= bid
    if not made:
        return -int(flags["slam_costs"]) if highest else -bid
    if highest and all_five and flags["slam_pays"] != 0:
        return int(flags["slam_pays"])
    return taken


def scores_nothing(flags: Flags, began_on: int, made_a_bid: bool) -> bool:
    """Whether a side that is not the bidder's is too near the end to score what it took."""
    near = is_near(flags, began_on)
    if flags["near_end"] == "bidder only":
        return near
    if flags["near_end"] == "sides that bid":
        return near and not made_a_bid
    return False


def who_has_most(total: Sequence[int], bidding_side: int) -> int:
    """The side with the most points; the bidder's before another with as many, else the first."""
    if total[bidding_side] == max(total):
        return bidding_side
    return list(total).index(max(total))


def who_wins(
    flags: Flags,
    start: Sequence[int],
    total: Sequence[int],
    bidding_side: int,
    winners: Sequence[int],
    worth: Sequence[int],
) -> int | None:
    """The side that goes out: the bidder's first, then as the table has it; None for nobody."""
    there = [side for side, points in enumerate(total) if points >= flags["target"]]
    if bidding_side in there:
        return bidding_side
    if not there or flags["goes_out"] == "bidder only":
        return None
    if flags["goes_out"] == "bidder, then most":
        most = max(total[side] for side in there)
        there = [side for side in there if total[side] == most]
    return first_there(flags, start, there, winners, worth)


def first_there(
    flags: Flags,
    start: Sequence[int],
    there: Sequence[int],
    winners: Sequence[int],
    worth: Sequence[int],
) -> int:
    """Which of the sides that are there got there first, counting trick by trick."""
    count = list(start)
    for side, points in zip(winners, worth, strict=True):
        count[side] += points
        if side in there and count[side] >= flags["target"]:
            return side
    raise ValueError("none of these sides took the tricks that bring it there")


# ---------------------------------------------------------------------- seats, deal, throw and lead


def deal(flags: Flags, players: int, dealer: int) -> Answer:
    """Which slots of the shuffled pack go to which seat and to the kitty, and the pack's size."""
    hands: list[list[int]] = [[] for _ in range(players)]
    kitty: list[int] = []
    slot = 0
    for packet in flags["deal"].split():
        if packet[0] == "k":
            for _ in range(int(packet[1:])):
                kitty.append(slot)
                slot += 1
        else:
            for step in range(players):
                for _ in range(int(packet)):
                    hands[(dealer + 1 + step) % players].append(slot)
                    slot += 1
    return {"hands": hands, "kitty": kitty, "pack": 53 if flags["joker"] else 52}


def sees_kitty_before_naming(flags: Flags) -> bool:
    """Whether the bidder names trumps knowing the kitty; without a kitty there is none to see."""
    return "k" in flags["deal"] and flags["trump_named"] == "after kitty"


def throw(flags: Flags, players: int, bidder: bool) -> Answer:
    """The least and the most cards a seat may throw; the bidder throws from hand and kitty."""
    kitty = len(deal(flags, players, 0)["kitty"])
    if bidder and not flags["bidder_draws"]:
        return {"least": kitty, "most": kitty}
    drawn = most_drawn(flags, players)
    return {"least": kitty, "most": kitty + drawn} if bidder else {"least": 0, "most": drawn}


def most_drawn(flags: Flags, players: int) -> int:
    """How many cards a seat may draw: five, or with a cap an equal share of a short stock."""
    if flags["short_stock"] == "reshuffle":
        return 5
    dealt = deal(flags, players, 0)
    stock = dealt["pack"] - 5 * players - len(dealt["kitty"])
    drawing_seats = players if flags["bidder_draws"] else players - 1
    return min(5, int(stock) // drawing_seats)


def leader(flags: Flags, players: int, dealer: int, bidder: int) -> int:
    """The seat that leads to the first trick."""
    if flags["leads"] == "bidder":
        return bidder
    if flags["leads"] == "left of bidder":
        return (bidder + 1) % players
    return (dealer + 1) % players


# ---------------------------------------------------------------------------------- cases by kind


def answer(flags: Flags, kind: str, given: Mapping[str, Any]) -> Answer:
    """The answer to a case, in the format of ``tests/cases/README.md``."""
    if kind == "legal":
        return {"legal": legal(flags, given["trump"], given["led"], given["hand"])}
    if kind == "trick":
        return {"winner": trick_winner(flags, given["trump"], given["plays"])}
    if kind == "auction":
        calls = [(seat, call) for seat, call in given["calls"]]
        scores = given.get("scores", [])
        return auction(flags, given["players"], given["dealer"], scores, calls)
    if kind == "score":
        return answer_score(flags, given)
    return answer_other(flags, kind, given)


def answer_score(flags: Flags, given: Mapping[str, Any]) -> Answer:
    """A ``score`` case; without a list of the sides that bid, only the bidder's did."""
    return score(
        flags,
        len(given["start"]),
        given["start"],
        given["bidder"],
        given["bid"],
        given["tricks"],
        given["best_trump_trick"],
        given.get("sides_that_bid", [side_of(flags, given["bidder"])]),
        given.get("last", False),
    )


def answer_other(flags: Flags, kind: str, given: Mapping[str, Any]) -> Answer:
    """The small kinds that show what the other fields change."""
    if kind == "seats":
        return {"playable": given["players"] in flags["seats"]}
    if kind == "deal":
        return deal(flags, given["players"], given["dealer"])
    if kind == "order":
        return {
            "sees_kitty_before_naming": sees_kitty_before_naming(flags),
            "names_after_auction": flags["trump_named"] != "with the bid",
        }
    if kind == "throw":
        return throw(flags, given["players"], given["bidder"])
    if kind == "lead":
        return {"leader": leader(flags, given["players"], given["dealer"], given["bidder"])}
    raise ValueError(f"unknown kind of case: {kind}")
