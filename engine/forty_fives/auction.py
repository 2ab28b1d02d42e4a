"""The auction: which calls are open, why another is not, and what a call leads to.

Source: the sections "Auction" of the rules. One turn each, or round again for those who have not
passed; the dealer may hold; after a hold a duel may follow, in turn between held bidder and dealer.
"""

from __future__ import annotations

from engine.cards import SUITS
from engine.forty_fives.ranking import Order, order_of
from engine.forty_fives.rules import Rules
from engine.forty_fives.state import Auction, Bid, Call, Calls, Contract, Hold, Pass, Table
from engine.game import Refusal

PASS = Pass()
HOLD = Hold()
BIDS = {(f, suit): Bid(f, suit) for f in range(5, 126, 5) for suit in ("", *SUITS)}


def opening(table: Table) -> Auction:
    """The auction before the first call."""
    return Auction(table, (), (table.dealer + 1) % table.players, 0, -1, (), False)


def open_calls(state: Auction) -> list[Call]:
    """The calls open to the seat on turn: pass, perhaps hold, and every bid above the top one."""
    rules, top = state.table.rules, state.top
    calls: list[Call] = [PASS]
    if state.turn == state.table.dealer and why_no_hold(state) is None:
        calls.append(HOLD)
    figures = [figure for figure in rules.bids if figure > max(top, lowest_bid(state) - 1)]
    if rules.hole_bid > top and in_the_hole(state):
        figures.append(rules.hole_bid)
    calls += [BIDS[figure, suit] for figure in figures for suit in suits_bid(rules)]
    return calls


def suits_bid(rules: Rules) -> tuple[str, ...]:
    """The suits that may go with a bid: one of the four, or none at most tables."""
    return tuple(SUITS) if rules.trump_named == "with the bid" else ("",)


def lowest_bid(state: Auction) -> int:
    """The lowest figure the side of the seat on turn may bid at all: more near the end, perhaps."""
    rules = state.table.rules
    score = state.table.scores[rules.side(state.turn)]
    return rules.near_bid if rules.near_bid and rules.is_near(score) else rules.bids[0]


def in_the_hole(state: Auction) -> bool:
    """Whether the side of the seat on turn stands below zero."""
    return state.table.scores[state.table.rules.side(state.turn)] < 0


def why_no_call(state: Auction, call: Call) -> Refusal | None:
    """None when the seat on turn may make the call."""
    if isinstance(call, Pass):
        return None
    if isinstance(call, Hold):
        return why_no_hold(state)
    return why_no_bid(state, call)


def why_no_hold(state: Auction) -> Refusal | None:
    """None when the seat on turn may take the top bid at its own figure."""
    rules = state.table.rules
    if rules.hold == "none":
        return Refusal("no holding here")
    if state.turn != state.table.dealer:
        return Refusal("only the dealer holds")
    if state.top == 0:
        return Refusal("nothing to hold")
    if state.holder == state.turn:
        return Refusal("own bid")
    if state.top < lowest_bid(state):
        return Refusal("too low near the end")
    if rules.hole_bid and state.top == rules.hole_bid and not in_the_hole(state):
        return Refusal("not below zero")
    return None


def why_no_bid(state: Auction, bid: Bid) -> Refusal | None:
    """None when the seat on turn may make this bid."""
    rules, figure = state.table.rules, bid.figure
    if bid.trump not in suits_bid(rules):
        named = rules.trump_named == "with the bid"
        return Refusal("bid with a suit" if named else "bid without a suit")
    if rules.hole_bid and figure == rules.hole_bid:
        if not in_the_hole(state):
            return Refusal("not below zero")
    elif figure not in rules.bids:
        return Refusal("no such bid")
    if figure <= state.top:
        return Refusal("not above the top bid")
    return Refusal("too low near the end") if figure < lowest_bid(state) else None


def after_call(state: Auction, call: Call) -> Auction | Contract | None:
    """The auction going on, or the contract it ended in, or None when the deal is void."""
    seat = state.turn
    calls = (*state.calls, (seat, call))
    top, holder, passed, duel = state.top, state.holder, state.passed, state.duel
    if isinstance(call, Pass):
        passed = (*passed, seat)
    elif isinstance(call, Bid):
        top, holder = call.figure, seat
    else:
        rival, holder = holder, seat
        if state.table.rules.hold == "ends":
            return Contract(calls, seat, top)  # who holds names the suit
        if not duel:
            duel = True
            passed = tuple(s for s in range(state.table.players) if s not in (seat, rival))
    turn = _next_turn(state.table, seat, passed, holder)
    if turn is not None:
        return Auction(state.table, calls, turn, top, holder, passed, duel)
    return _ending(state.table, calls, top, holder)


def _next_turn(table: Table, seat: int, passed: tuple[int, ...], holder: int) -> int | None:
    """The seat to call next, or None when the auction is over."""
    if not table.rules.rebid:
        return None if seat == table.dealer else (seat + 1) % table.players
    for i in range(1, table.players + 1):
        other = (seat + i) % table.players
        if other not in passed:
            return None if other == holder else other
    return None


def _ending(table: Table, calls: Calls, top: int, holder: int) -> Contract | None:
    if top:
        return Contract(calls, holder, top, _named_with(table, calls, holder))
    if table.rules.all_pass == "redeal":
        return None
    return Contract(calls, table.dealer, table.rules.bids[0])


def _named_with(table: Table, calls: Calls, holder: int) -> Order | None:
    """The order of the suit bid with the last call of the bidder, if a suit goes with bids."""
    own = [call for seat, call in calls if seat == holder and not isinstance(call, Pass)]
    last = own[-1]
    return order_of(table.rules, last.trump) if isinstance(last, Bid) and last.trump else None


def bidding_sides(rules: Rules, contract: Contract) -> frozenset[int]:
    """The sides that made any bid; a hold is one, so is the lowest bid a dealer is stuck with."""
    callers = {seat for seat, call in contract.calls if not isinstance(call, Pass)}
    return frozenset(rules.side(seat) for seat in callers | {contract.bidder})
