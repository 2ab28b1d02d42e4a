"""The auctions of the Forty-fives family said once more, slowly, straight from the rules page.

Imports nothing from ``engine``; the rules of a table come in as ``flags``, as in ``forty_fives``.

Glossary: *hold*, the dealer takes the top bid at its own figure; *duel*, the held bidder and the
dealer go on alone; *stuck*, the dealer must take the lowest bid because all passed; *in the hole*,
below zero; *near*, close to the end of the game by the table's reckoning.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

Flags = Mapping[str, Any]
Call = int | str
Answer = dict[str, Any]


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
