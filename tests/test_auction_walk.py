"""Every sequence of calls there can be, for two to six seats and all kinds of auctions.

Ways that come to the same are walked once: what happens from a position on hangs on who is on turn,
the top bid and whose it is, who has passed, and whether a duel is on, never on how it came to that.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from itertools import product
from typing import Any

import pytest

from engine.cards import SUITS
from engine.forty_fives.auction import after_call, open_calls, opening, why_no_call
from engine.forty_fives.rules import Rules
from engine.forty_fives.state import (
    Auction,
    Bid,
    Call,
    Contract,
    Hold,
    Pass,
    Result,
    Table,
    pack_of,
)
from tests.naive import auction as bidding
from tests.naive import perft

TURNS = [
    {"rebid": False, "hold": "none"},
    {"rebid": False, "hold": "ends"},
    {"rebid": True, "hold": "none"},
    {"rebid": True, "hold": "ends"},
    {"rebid": True, "hold": "duel"},
]
HOLE = {"hole_bid": 60, "hole_pays": 120}
NEAR = {"near_bid": 20}
KINDS: list[tuple[dict[str, Any], tuple[int, ...]]] = [
    ({}, ()),
    ({"all_pass": "redeal", "bids": (20, 25, 30)}, ()),
    (HOLE, (-5, 0, 10)),
    ({**HOLE, "all_pass": "redeal"}, (-5, -5, -5)),
    (NEAR, (0, 100, 105)),
    ({"trump_named": "with the bid"}, ()),
    ({"trump_named": "with the bid", **HOLE, **NEAR}, (100, -5, 0)),
]
"""Changed rules with scores that make them matter, dealt out to the sides in turn."""

SAYINGS: list[Call] = [Pass(), Hold()]
SAYINGS += [Bid(figure, suit) for figure in (0, 10, *range(15, 36, 5), 60) for suit in ("", *SUITS)]
SAYINGS += [Bid(30, "X")]


@dataclass(frozen=True)
class Room:
    """A kind of auction with players, a dealer and scores."""

    rules: Rules
    players: int
    dealer: int
    scores: tuple[int, ...]

    def __str__(self) -> str:
        changed = {k: v for k, v in asdict(self.rules).items() if v != getattr(Rules(), k)}
        return f"{self.players} players, seat {self.dealer} deals, {changed}, {self.scores}"

    def opening(self) -> Auction:
        """The auction before the first call."""
        nothing = (0,) * len(self.scores)
        before = Result(self.dealer, -1, 0, "", (), None, nothing, nothing, self.scores, None)
        faces = (None,) * len(pack_of(self.rules))
        return opening(Table(self.rules, self.players, self.dealer, (before,), faces, ()))


def rooms(players: int) -> Iterator[Room]:
    """All kinds of auctions for so many seats; where sides can be made, with sides too."""
    for turns, (changes, points), sides in product(TURNS, KINDS, (0, 2, 3)):
        if sides and (players % sides or players == sides):
            continue
        rules = Rules(seats=(players,), sides=sides, **turns, **changes)
        count = rules.side_count(players)
        scores = tuple((points or (0,))[side % len(points or (0,))] for side in range(count))
        yield Room(rules, players, (players + len(changes)) % players, scores)


def position(state: Auction) -> Any:
    """All that matters of a state for what may follow."""
    return state.turn, state.top, state.holder, frozenset(state.passed), state.duel


# ------------------------------------------------------------------------------------------ the laws


@dataclass(frozen=True)
class Heard:
    """What a listener keeps in mind who knows nothing of how the engine does it."""

    passed: frozenset[int] = frozenset()
    called: frozenset[int] = frozenset()
    top: int = 0
    by: int = -1
    pair: frozenset[int] = frozenset()  # who goes on after a hold; empty: no duel

    def after(self, seat: int, call: Call) -> Heard:
        """What is known after a call."""
        heard = replace(self, called=self.called | {seat})
        if isinstance(call, Pass):
            return replace(heard, passed=self.passed | {seat})
        if isinstance(call, Hold):
            return replace(heard, by=seat, pair=self.pair or frozenset({seat, self.by}))
        return replace(heard, top=call.figure, by=seat)


class Walk:
    """One room's auctions, every position looked at once."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.ways: dict[Any, tuple[int, int]] = {}  # position → ways on from it, the longest
        self.path: set[Any] = set()
        self.seen: set[str] = set()

    def go(self, state: Auction, heard: Heard) -> tuple[int, int]:
        """How many ways there are from here and how long the longest is; the laws are looked at."""
        here = (position(state), heard)
        assert here not in self.path, "the auction goes round in a circle"
        if here in self.ways:
            return self.ways[here]
        self.path.add(here)
        calls = self.look(state, heard)
        ways, longest = 0, 0
        for call in calls:
            after, then = after_call(state, call), heard.after(state.turn, call)
            more, length = (
                self.go(after, then) if isinstance(after, Auction) else self.end(after, then)
            )
            ways, longest = ways + more, max(longest, 1 + length)
        self.path.remove(here)
        self.ways[here] = ways, longest
        return ways, longest

    def look(self, state: Auction, heard: Heard) -> list[Call]:
        """The calls open now, with all that must be true of them."""
        rules, seat = self.room.rules, state.turn
        assert seat not in heard.passed, "a seat that has passed is asked again"
        assert seat != heard.by, "who has the top bid is asked"
        assert rules.rebid or seat not in heard.called, "a seat has two turns"
        assert not heard.pair or seat in heard.pair, "the duel is not between two"
        calls = open_calls(state)
        assert calls[0] == Pass(), "nobody is forced to bid"
        assert [call for call in SAYINGS if why_no_call(state, call) is None] == sorted(
            calls, key=SAYINGS.index
        )
        figures = [call.figure for call in calls if isinstance(call, Bid)]
        assert figures == sorted(figures)
        assert all(figure > heard.top for figure in figures), "a bid does not rise"
        if Hold() in calls:
            assert seat == self.room.dealer, "another than the dealer may hold"
            assert heard.top, "nothing is held"
            self.seen.add("hold")
        if heard.pair:
            self.seen.add("duel")
        return calls

    def end(self, after: Contract | None, heard: Heard) -> tuple[int, int]:
        """An auction that is over: who has it is who should."""
        rules = self.room.rules
        if after is None:
            assert rules.all_pass == "redeal"
        elif heard.top:
            assert (after.bidder, after.bid) == (heard.by, heard.top)
        else:
            assert rules.all_pass == "dealer"
            assert (after.bidder, after.bid) == (self.room.dealer, rules.bids[0])
        if after is None or not heard.top:
            assert heard.passed == frozenset(range(self.room.players))
            self.seen.add("all passed")
        elif rules.hold != "ends" and rules.rebid:
            others = heard.pair or frozenset(range(self.room.players))
            assert others - heard.passed == {heard.by}, "somebody was not asked"
        return 1, 0


@pytest.mark.parametrize("players", range(2, 7))
def test_every_auction_keeps_the_laws(players: int) -> None:
    seen: set[str] = set()
    for room in rooms(players):
        walk = Walk(room)
        ways, longest = walk.go(room.opening(), Heard())
        figures = len(room.rules.bids) + bool(room.rules.hole_bid)
        # Everyone passes once at most, a figure is bid once, and held once.
        assert longest <= players + 2 * figures, room
        assert ways >= 2**players if room.rules.hold != "ends" else ways > players
        assert ("duel" in walk.seen) == (room.rules.hold == "duel"), room
        assert ("hold" in walk.seen) == (room.rules.hold != "none"), room
        assert "all passed" in walk.seen, room
        seen |= walk.seen
    assert seen == {"hold", "duel", "all passed"}


# ------------------------------------------------------------------------------------- the restatement


def agree(
    room: Room, flags: bidding.Flags, state: Any, table: bidding.Bidding, met: set[Any]
) -> None:
    """Engine and restatement say the same here and wherever one can get to from here."""
    if not isinstance(state, Auction):
        assert bidding.auction_is_over(flags, table), room
        wanted = bidding.auction_result(flags, table)
        if state is None:
            assert wanted == {"redeal": True, "may_call": []}, room
            return
        got = {"bidder": state.bidder, "bid": state.bid, "may_call": []}
        assert wanted == got | ({"trump": state.trump} if state.order else {}), room
        return
    here = position(state), tuple(table.called[-1:]), frozenset(table.out), table.top_suit
    if here in met:
        return
    met.add(here)
    assert not bidding.auction_is_over(flags, table), room
    assert bidding.whose_turn(flags, table) == state.turn, room
    calls = {word(call): call for call in open_calls(state)}
    wanted_calls = bidding.legal_calls(flags, table, state.turn)
    assert list(calls) == wanted_calls, room
    for told, call in calls.items():
        agree(room, flags, after_call(state, call), perft.after(flags, table, told), met)


def word(call: Call) -> bidding.Call:
    """A call as the restatement says it."""
    if isinstance(call, Bid):
        return f"{call.figure} {call.trump}" if call.trump else call.figure
    return type(call).__name__.lower()


@pytest.mark.parametrize("players", range(2, 7))
def test_the_restatement_agrees_in_every_position(players: int, full: bool) -> None:
    """Up to four seats everywhere; more seats at tables without suits in the bids, or in full."""
    for number, room in enumerate(rooms(players)):
        suits = room.rules.trump_named == "with the bid"
        if players > 4 and not full and (suits or number % 4):
            continue
        flags = asdict(room.rules)
        table = bidding.empty_bidding(flags, players, room.dealer, room.scores)
        agree(room, flags, room.opening(), table, set())


def test_one_dealer_is_like_another() -> None:
    """Who deals changes the seats' numbers only, so one dealer a room is enough above."""
    for players, kind in product((2, 3, 5), TURNS):
        rules = Rules(**kind)
        counts = {
            Walk(room).go(room.opening(), Heard())
            for room in (Room(rules, players, d, (0,) * players) for d in range(players))
        }
        assert len(counts) == 1
