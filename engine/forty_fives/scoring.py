"""What a hand is worth, and who has won.

Source: the sections "Score" and "End" of the rules: five points a trick, five for the best trump
played, the bid made or lost, the slam, the end of the game near, and who goes out first.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from engine.forty_fives.rules import BONUS, HAND, TRICK, Rules


@dataclass(frozen=True, slots=True)
class Score:
    """Per side what it took, what changed, and the new totals; and the side that has won, if any."""

    taken: tuple[int, ...]
    delta: tuple[int, ...]
    totals: tuple[int, ...]
    winner: int | None


def score(
    rules: Rules,
    before: Sequence[int],
    bidder: int,
    bid: int,
    winners: Sequence[int],
    best: int | None,
    bidding: Collection[int],
    last: bool = False,
) -> Score:
    """The hand's score.

    ``before`` holds the score of each side, ``bidder`` is a side, ``winners`` the side that took
    each trick, ``best`` the trick with the best trump played, ``bidding`` the sides that bid; ``last``: the game
    is over with this hand, where it has so many hands and no target.
    """
    points = trick_points(rules, winners, best)
    taken = tuple(
        sum(p for p, winner in zip(points, winners, strict=True) if winner == side)
        for side in range(len(before))
    )
    all_tricks = all(winner == bidder for winner in winners)
    counts = [
        side == bidder or _scores_outside(rules, before[side], side in bidding)
        for side in range(len(before))
    ]
    delta = tuple(
        bid_worth(rules, bid, taken[side], all_tricks)
        if side == bidder
        else taken[side] * counts[side]
        for side in range(len(before))
    )
    totals = tuple(old + new for old, new in zip(before, delta, strict=True))
    made = delta[bidder] > 0
    credited = [
        p if counts[side] and (side != bidder or made) else 0
        for p, side in zip(points, winners, strict=True)
    ]
    if rules.hands:
        winner = most(totals, bidder) if last else None
    else:
        winner = _winner(rules, before, bidder, totals, list(zip(winners, credited, strict=True)))
    return Score(taken, delta, totals, winner)


def trick_points(rules: Rules, winners: Sequence[int], best: int | None) -> tuple[int, ...]:
    """Points by trick: five, and five more for the trick with the best trump played."""
    if best is None and rules.no_trump == "last trick":
        best = len(winners) - 1
    return tuple(TRICK + (BONUS if i == best else 0) for i in range(len(winners)))


def bid_worth(rules: Rules, bid: int, taken: int, all_tricks: bool) -> int:
    """What the bidding side scores: what it took or the slam, or less than nothing when it is set.

    The highest bid is judged by its tricks, not by points.
    """
    if rules.hole_bid and bid == rules.hole_bid:
        return rules.hole_pays if all_tricks else -bid
    if bid == rules.bids[-1]:
        if not (all_tricks if bid == HAND * TRICK + BONUS else taken >= bid):
            return -rules.slam_costs
        return rules.slam_pays if rules.slam_pays and all_tricks else taken
    return taken if taken >= bid else -bid


def _scores_outside(rules: Rules, before: int, has_bid: bool) -> bool:
    """Whether a side that is not the bidder's scores what it takes: not always, near the end."""
    if not rules.is_near(before) or rules.near_end == "all score":
        return True
    return rules.near_end == "sides that bid" and has_bid


def most(totals: Sequence[int], bidder: int) -> int:
    """The side with most points; of equals the bidder's, else the one that sits first."""
    return max(range(len(totals)), key=lambda side: (totals[side], side == bidder, -side))


def _winner(
    rules: Rules,
    before: Sequence[int],
    bidder: int,
    totals: Sequence[int],
    tricks: Sequence[tuple[int, int]],
) -> int | None:
    """The side that has won: the bidder's first, then by the rule for several at the target."""
    there = [side for side, total in enumerate(totals) if total >= rules.target]
    if bidder in there:
        return bidder
    if not there or rules.goes_out == "bidder only":
        return None
    arrival = _arrivals(rules, before, tricks)
    if rules.goes_out == "bidder, then most":
        return min(there, key=lambda side: (-totals[side], arrival.get(side, HAND)))
    return min(there, key=lambda side: arrival.get(side, HAND))


def _arrivals(
    rules: Rules, before: Sequence[int], tricks: Sequence[tuple[int, int]]
) -> dict[int, int]:
    """For every side that reached the target, the trick in which it did; -1: it was there before."""
    running = list(before)
    arrival = {side: -1 for side, points in enumerate(before) if points >= rules.target}
    for number, (side, points) in enumerate(tricks):
        running[side] += points
        if running[side] >= rules.target:
            arrival.setdefault(side, number)
    return arrival
