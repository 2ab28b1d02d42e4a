"""The engine counts as many auctions and plays of fixed deals as the restatement, move by move.

The numbers lie in ``tests/perft``, a file a variant; ``python -m tests.naive.perft`` rewrites them.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engine.cards import parse_card
from engine.forty_fives import legality, transitions
from engine.forty_fives.auction import after_call, open_calls, opening
from engine.forty_fives.cases import _call_word as call_word
from engine.forty_fives.ranking import order_of
from engine.forty_fives.rules import Rules
from engine.forty_fives.state import Auction, Contract, Play, Playing, Result, State, Table, pack_of
from engine.game import find
from tests.naive import perft
from tests.tables import TABLES

FOLDER = Path(__file__).resolve().parent / "perft"
Split = dict[str, int]


def read(name: str) -> dict[str, Any]:
    """What the file of a variant holds; empty rows when it is missing, so that tests can say so."""
    file = FOLDER / f"{name}.json"
    if not file.exists():
        return {"auctions": [], "plays": []}
    found: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return found


def rows(part: str) -> list[Any]:
    """The rows of all files as parameters with a name and a number."""
    return [
        pytest.param(name, row, id=f"{name}-{number}")
        for name in TABLES
        for number, row in enumerate(read(name)[part])
    ]


def compare(what: str, row: dict[str, Any], split: Split) -> None:
    """Fail with a line for every first move when the counts differ."""
    if split == row["split"] and sum(split.values()) == row["total"]:
        return
    lines = [f"{what}: {sum(split.values())} ways, the restatement has {row['total']}"]
    for move in {**row["split"], **split}:
        wanted, got = row["split"].get(move, 0), split.get(move, 0)
        lines.append(f"  {move:>5}  {got:>8}  {wanted:>8}{'' if got == wanted else '  <--'}")
    pytest.fail("\n".join(lines), pytrace=False)


# ------------------------------------------------------------------------------------- the auctions


def first_auction(rules: Rules, players: int, dealer: int, scores: list[int]) -> Auction:
    """The auction before the first call; seat 0's score comes to the dealer's side, and so on."""
    sides = len(scores)
    totals = tuple(scores[(side - dealer) % sides] for side in range(sides))
    nothing = (0,) * sides
    before = Result(dealer, -1, 0, "", (), None, nothing, nothing, totals, None)
    faces = (None,) * len(pack_of(rules))
    return opening(Table(rules, players, dealer, (before,), faces, ()))


def auctions_from(state: Any, known: dict[Any, int]) -> int:
    """How many ways the auction may go on from here; one when it is over."""
    if not isinstance(state, Auction):
        return 1
    what_matters = (state.turn, state.top, state.holder, frozenset(state.passed), state.duel)
    if what_matters not in known:
        calls = open_calls(state)
        known[what_matters] = sum(auctions_from(after_call(state, call), known) for call in calls)
    return known[what_matters]


@pytest.mark.parametrize(("name", "row"), rows("auctions"))
def test_auctions(name: str, row: dict[str, Any]) -> None:
    rules = find(name).rules
    for dealer in range(row["players"]):
        first = first_auction(rules, row["players"], dealer, row["scores"])
        known: dict[Any, int] = {}
        split = {
            str(call_word(call)): auctions_from(after_call(first, call), known)
            for call in open_calls(first)
        }
        compare(f"{name}, {row['players']} players, seat {dealer} deals", row, split)


# ---------------------------------------------------------------------------------------- the plays


def plays_from(state: State) -> int:
    """How many ways there are to play all cards out; one when none is left."""
    if not isinstance(state, Playing) or not any(state.hands):
        return 1
    seat = state.turn
    return sum(
        plays_from(transitions.step(state, seat, move))
        for move in legality.legal_moves(state, seat)
    )


@pytest.mark.parametrize(("name", "row"), rows("plays"))
def test_plays(name: str, row: dict[str, Any]) -> None:
    rules, hands = find(name).rules, row["hands"]
    players, each = len(hands), len(hands[0])
    faces = tuple(parse_card(card) for hand in hands for card in hand)
    table = Table(rules, players, 0, (), faces, ())
    contract = Contract((), row["bidder"], rules.bids[0], order_of(rules, row["trump"]))
    leader = transitions._first_leader(table, contract)
    assert leader == row["leader"]
    slots = tuple(tuple(range(seat * each, (seat + 1) * each)) for seat in range(players))
    first = Playing(table, contract, slots, leader, (), ())
    split = {}
    for move in legality.legal_moves(first, leader):
        assert isinstance(move, Play)
        card = hands[leader][move.slot - leader * each]
        split[card] = plays_from(transitions.step(first, leader, move))
    compare(f"{name}, trump {row['trump']}, hands {hands}", row, split)


# ---------------------------------------------------------------------------------------- the files


@pytest.mark.parametrize("name", TABLES)
def test_a_variant_has_its_file_with_every_number_of_players(name: str) -> None:
    assert (FOLDER / f"{name}.json").exists(), f"python -m tests.naive.perft {name}"
    found, seats = read(name), set(find(name).rules.seats)
    assert {row["players"] for row in found["auctions"]} == seats
    assert {len(row["hands"]) for row in found["plays"]} == seats


def test_no_file_is_left_over() -> None:
    assert {file.stem for file in FOLDER.iterdir()} == set(TABLES)


@pytest.mark.parametrize("name", TABLES)
def test_the_files_are_the_restatements(name: str, full: bool) -> None:
    """A fifth of the rows are counted again in the plain run, all of them in the long one."""
    flags, found = TABLES[name], read(name)
    for row in found["auctions"]:
        assert perft.count_auctions(flags, row["players"], row["scores"]) == row["split"]
    for number, row in enumerate(found["plays"]):
        if full or number % 5 == 0:
            again = perft.count_plays(flags, row["trump"], row["leader"], row["hands"])
            assert again == row["split"]


def test_a_wrong_count_prints_the_split() -> None:
    row = {"split": {"pass": 2, "15": 3}, "total": 5}
    with pytest.raises(
        pytest.fail.Exception, match=r"6 ways, the restatement has 5\n.*\n.*4.*3  <--"
    ):
        compare("a table", row, {"pass": 2, "15": 4})
