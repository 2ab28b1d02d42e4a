"""How many auctions and plays of fixed deals there are at every table, by the restatement alone.

``python -m tests.naive.perft`` rewrites the files in ``tests/perft``, one a table, which the engine
is compared with. Each count comes with its *split*: first call or card → how many ways go on from
there, so that a wrong total says where it is wrong.

A file holds ``auctions``: for ``players`` with these ``scores`` and seat 0 dealing, the number of
different sequences of calls; and ``plays``: for a deal of some cards to each seat, with ``trump``
and the seat that leads, the number of different ways to play all cards out. Who deals makes no
difference but to the seats' numbers, and to who leads.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

from tests.naive import auction as bidding
from tests.naive import forty_fives as naive
from tests.naive.auction import Bidding, Call, Flags
from tests.tables import TABLES

FOLDER = Path(__file__).resolve().parent.parent / "perft"
SUITS = ("S", "H", "D", "C")
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
CARDS = {2: 5, 3: 4, 4: 3, 5: 3, 6: 3}
"""Cards a seat plays, by the number of players: so many that all ways can be counted."""
DEALS = 3  # at each number of players; in one of them the pack is short, so that trumps abound

Split = dict[str, int]

# ------------------------------------------------------------------------------------- the auctions


def count_auctions(flags: Flags, players: int, scores: Sequence[int]) -> Split:
    """First call → how many whole auctions begin with it; seat 0 deals."""
    table = bidding.empty_bidding(flags, players, 0, scores)
    known: dict[Any, int] = {}
    return {
        str(call): auctions_from(flags, after(flags, table, call), known)
        for call in bidding.legal_calls(flags, table, bidding.whose_turn(flags, table))
    }


def auctions_from(flags: Flags, table: Bidding, known: dict[Any, int]) -> int:
    """How many ways the auction may go on from here; one when it is over."""
    if bidding.auction_is_over(flags, table):
        return 1
    what_matters = (
        table.called[-1],
        frozenset(table.called),
        frozenset(table.out),
        table.top,
        table.top_seat,
        table.held,
    )
    if what_matters not in known:
        calls = bidding.legal_calls(flags, table, bidding.whose_turn(flags, table))
        known[what_matters] = sum(
            auctions_from(flags, after(flags, table, call), known) for call in calls
        )
    return known[what_matters]


def after(flags: Flags, table: Bidding, call: Call) -> Bidding:
    """Another table like this one at which the call was made."""
    other = deepcopy(table)
    bidding.take_call(flags, other, bidding.whose_turn(flags, other), call)
    return other


def scores_worth_counting(flags: Flags, players: int) -> list[list[int]]:
    """Nothing on every side; and where calls depend on it, below zero and near the end."""
    sides = flags["sides"] or players
    found = [[0] * sides]
    if flags["hole_bid"]:
        found += [[-5] * sides, [-5] + [0] * (sides - 1)]
    if flags["near_bid"]:
        found += [[flags["near"]] * sides, [flags["near"] + 5] + [0] * (sides - 1)]
    return found


# ---------------------------------------------------------------------------------------- the plays


def count_plays(flags: Flags, trump: str, leader: int, hands: Sequence[Sequence[str]]) -> Split:
    """First card → how many ways to play all cards out begin with it."""
    split = {}
    for card in naive.legal(flags, trump, None, hands[leader]):
        split[card] = plays_from(flags, trump, leader, [card], without(hands, leader, card))
    return split


def plays_from(
    flags: Flags, trump: str, leader: int, trick: list[str], hands: list[list[str]]
) -> int:
    """How many ways there are to go on with this trick on the table; one when no card is left."""
    if len(trick) == len(hands):
        leader = (leader + naive.trick_winner(flags, trump, trick)) % len(hands)
        trick = []
        if not hands[leader]:
            return 1
    seat = (leader + len(trick)) % len(hands)
    led = trick[0] if trick else None
    return sum(
        plays_from(flags, trump, leader, [*trick, card], without(hands, seat, card))
        for card in naive.legal(flags, trump, led, hands[seat])
    )


def without(hands: Sequence[Sequence[str]], seat: int, card: str) -> list[list[str]]:
    """The hands after the seat has played the card."""
    return [
        [own for own in hand if own != card or other != seat] for other, hand in enumerate(hands)
    ]


def fixed_deal(flags: Flags, name: str, players: int, number: int) -> dict[str, Any]:
    """A deal that is always the same; the last one is of a pack rich in trumps."""
    rng = Random(f"{name} {players} {number}")
    trump = SUITS[number % 4]
    pack = [rank + suit for suit in SUITS for rank in RANKS] + ["JK"] * bool(flags["joker"])
    rng.shuffle(pack)
    if number == DEALS - 1:
        trumps = naive.trump_order(flags, trump)
        pack.sort(key=lambda card: card not in trumps and rng.random() < 0.6)
    each = CARDS[players]
    hands = [sorted(pack[seat * each : (seat + 1) * each]) for seat in range(players)]
    bidder = rng.randrange(players)
    leader = naive.leader(flags, players, 0, bidder)
    return {"trump": trump, "bidder": bidder, "leader": leader, "hands": hands}


# ---------------------------------------------------------------------------------------- the files


def counted(name: str, flags: Flags) -> dict[str, Any]:
    """All that the file of a table holds."""
    auctions, plays = [], []
    for players in flags["seats"]:
        for scores in scores_worth_counting(flags, players):
            split = count_auctions(flags, players, scores)
            total = sum(split.values())
            auctions.append({"players": players, "scores": scores, "total": total, "split": split})
        for number in range(DEALS if players < 6 else 1):
            deal = fixed_deal(flags, name, players, number)
            split = count_plays(flags, deal["trump"], deal["leader"], deal["hands"])
            plays.append({**deal, "total": sum(split.values()), "split": split})
    return {"auctions": auctions, "plays": plays}


def file_text(found: dict[str, Any]) -> str:
    """The file's text, a row a line."""
    parts = []
    for part, rows in found.items():
        lines = ",\n".join(json.dumps(row) for row in rows)
        parts.append(f'"{part}": [\n{lines}\n]')
    return "{\n" + ",\n".join(parts) + "\n}\n"


def main() -> None:
    """Rewrite the files of all tables, or of those named."""
    FOLDER.mkdir(exist_ok=True)
    for name in sys.argv[1:] or TABLES:
        text = file_text(counted(name, TABLES[name]))
        (FOLDER / f"{name}.json").write_text(text, encoding="utf-8")
        print(f"{name}: {len(text)} characters")


if __name__ == "__main__":
    main()
