"""The Forty-fives family said once more, slowly, straight from its rules page.

Imports nothing from ``engine``. The rules of a table come in as ``flags``, a plain mapping of field
name to value; a card is its text (``5S``, ``10H``, ``JK``). Every order is written out, every rule
follows the sentence it restates, and nothing is tuned.

Glossary: *trump*, a card of the suit named, and always the Joker and the Ace of Hearts; *plain*,
any other card; *hold back*, keep a trump though trumps were led; *hold*, the dealer takes the top
bid at its own figure; *duel*, the held bidder and the dealer go on alone; *stuck*, the dealer must
take the lowest bid because all passed; *in the hole*, below zero; *near*, close to the end of the
game by the table's reckoning.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

Flags = Mapping[str, Any]
Call = int | str
Answer = dict[str, Any]

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


# -------------------------------------------------------------------------------------- the auction


@dataclass
class Bidding:
    """What everyone at the table remembers of the auction so far."""

    players: int
    dealer: int
    below_zero: list[bool]  # by seat: is the seat's side in the hole
    near: list[bool]  # by seat: is the seat's side near the end
    called: list[int] = field(default_factory=list)  # seats that called, in order
    out: list[int] = field(default_factory=list)  # seats that passed, or that a duel shut out
    top: int | None = None
    top_seat: int | None = None
    top_suit: str | None = None  # the suit of the top bid, where bids carry one; a hold drops it
    held: bool = False  # the last call was a hold


def auction(
    flags: Flags,
    players: int,
    dealer: int,
    scores: Sequence[int],
    calls: Sequence[tuple[int, Call]],
) -> Answer:
    """``turn`` and ``legal``; or ``bidder`` and ``bid``, or ``redeal``, when the auction is over.

    ``trump`` is the suit bid, where the suit goes with the bid. ``may_call`` lists the seats still
    in it. ``ValueError`` for calls that could not happen.
    """
    table = empty_bidding(flags, players, dealer, scores)
    for seat, call in calls:
        if auction_is_over(flags, table):
            raise ValueError(f"seat {seat} calls {call} after the auction")
        if seat != whose_turn(flags, table):
            raise ValueError(f"seat {seat} calls {call} out of turn")
        if call not in legal_calls(flags, table, seat):
            raise ValueError(f"seat {seat} may not call {call}")
        take_call(flags, table, seat, call)
    if auction_is_over(flags, table):
        return auction_result(flags, table)
    seat = whose_turn(flags, table)
    return {
        "turn": seat,
        "legal": legal_calls(flags, table, seat),
        "may_call": sorted(seats_still_in(flags, table)),
    }


def empty_bidding(flags: Flags, players: int, dealer: int, scores: Sequence[int]) -> Bidding:
    """The auction before the first call; without scores every side has nothing."""
    by_seat = [scores[side_of(flags, seat)] if scores else 0 for seat in range(players)]
    below_zero = [points < 0 for points in by_seat]
    return Bidding(players, dealer, below_zero, [is_near(flags, points) for points in by_seat])


def is_near(flags: Flags, points: int) -> bool:
    """Whether a side with these points is near the end. A game of so many hands has no such end."""
    if flags["hands"] != 0:
        return False
    return points > flags["near"] or (bool(flags["near_from"]) and points == flags["near"])


def side_of(flags: Flags, seat: int) -> int:
    """The side a seat plays for: partners sit alternately; alone, everyone is a side."""
    if flags["sides"] == 0:
        return seat
    return seat % int(flags["sides"])


def seats_still_in(flags: Flags, table: Bidding) -> list[int]:
    """The seats that may yet be asked, in turn: the others not out, or those who have had no turn.

    It begins with the seat after the last caller, at first with the dealer's left.
    """
    last = table.called[-1] if table.called else table.dealer
    round_the_table = [(last + step) % table.players for step in range(1, table.players + 1)]
    if flags["rebid"]:
        return [seat for seat in round_the_table if seat not in table.out]
    return [seat for seat in round_the_table if seat not in table.called]


def whose_turn(flags: Flags, table: Bidding) -> int:
    """The next seat, going left, that may yet be asked."""
    return seats_still_in(flags, table)[0]


def auction_is_over(flags: Flags, table: Bidding) -> bool:
    """Whether a hold has ended it, nobody is left, or only the seat with the top bid is."""
    if table.held and flags["hold"] == "ends":
        return True
    left = seats_still_in(flags, table)
    if not left:
        return True
    return bool(flags["rebid"]) and left == [table.top_seat]


def legal_calls(flags: Flags, table: Bidding, seat: int) -> list[Call]:
    """Every call open to the seat whose turn it is: pass, then hold, then the figures upwards."""
    calls: list[Call] = ["pass"]
    if may_hold(flags, table, seat):
        calls.append("hold")
    for figure in legal_figures(flags, table, seat):
        if flags["trump_named"] == "with the bid":
            for suit in "SHDC":
                calls.append(f"{figure} {suit}")
        else:
            calls.append(figure)
    return calls


def legal_figures(flags: Flags, table: Bidding, seat: int) -> list[int]:
    """The figures that may be bid: above the top bid, and not too low where the end is near."""
    figures = [figure for figure in flags["bids"] if not too_low(flags, table, seat, figure)]
    if flags["hole_bid"] != 0 and table.below_zero[seat]:
        figures.append(flags["hole_bid"])
    return [figure for figure in figures if table.top is None or figure > table.top]


def too_low(flags: Flags, table: Bidding, seat: int, figure: int) -> bool:
    """Whether the seat's side is so near the end that it may not take a bid of this figure."""
    return table.near[seat] and figure < flags["near_bid"]


def may_hold(flags: Flags, table: Bidding, seat: int) -> bool:
    """Only the dealer, only the top bid of another seat, the bid from the hole only from there,
    and near the end none that the dealer could not have bid."""
    if flags["hold"] == "none":
        return False
    if seat != table.dealer:
        return False
    if table.top is None or table.top_seat == table.dealer:
        return False
    if too_low(flags, table, seat, table.top):
        return False
    return table.top != flags["hole_bid"] or table.below_zero[table.dealer]


def take_call(flags: Flags, table: Bidding, seat: int, call: Call) -> None:
    """Write a legal call down. A hold in a table of duels shuts everybody else out."""
    table.called.append(seat)
    table.held = call == "hold"
    if call == "pass":
        table.out.append(seat)
    elif call == "hold":
        if flags["hold"] == "duel":
            pair = [table.top_seat, table.dealer]
            table.out = [other for other in range(table.players) if other not in pair]
        table.top_seat = seat
        table.top_suit = None  # who holds names the suit afterwards
    else:
        figure, _, suit = str(call).partition(" ")
        table.top = int(figure)
        table.top_seat = seat
        table.top_suit = suit or None


def auction_result(flags: Flags, table: Bidding) -> Answer:
    """Who has it and at what; when all passed, the dealer at the lowest bid, or a new deal."""
    if table.top is not None:
        over = {"bidder": table.top_seat, "bid": table.top, "may_call": []}
        return over if table.top_suit is None else {**over, "trump": table.top_suit}
    if flags["all_pass"] == "redeal":
        return {"redeal": True, "may_call": []}
    return {"bidder": table.dealer, "bid": flags["bids"][0], "may_call": []}


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
