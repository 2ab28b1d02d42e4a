"""The auction: which calls are open, why another is not, and what a call leads to.

Source: the sections "Auction" of the rules. One turn each, or round again for those who have not
passed; the dealer may hold; after a hold a duel may follow, in turn between held bidder and dealer.
"""

from __future__ import annotations

from engine.forty_fives.rules import Rules
from engine.forty_fives.state import Auction, Bid, Call, Calls, Contract, Hold, Pass, Table
from engine.game import Refusal

PASS = Pass()
HOLD = Hold()
BIDS = {figure: Bid(figure) for figure in range(5, 126, 5)}


def opening(table: Table) -> Auction:
    """The auction before the first call."""
    return Auction(table, (), (table.dealer + 1) % table.players, 0, -1, (), False)


def open_calls(state: Auction) -> list[Call]:
    """The calls open to the seat on turn: pass, perhaps hold, and every bid above the top one."""
    rules, top = state.table.rules, state.top
    calls: list[Call] = [PASS]
    if state.turn == state.table.dealer and why_no_hold(state) is None:
        calls.append(HOLD)
    calls += [BIDS[figure] for figure in rules.bids if figure > top]
    if rules.hole_bid > top and in_the_hole(state):
        calls.append(BIDS[rules.hole_bid])
    return calls


def in_the_hole(state: Auction) -> bool:
    """Whether the side of the seat on turn stands below zero."""
    return state.table.scores[state.table.rules.side(state.turn)] < 0


def why_no_call(state: Auction, call: Call) -> Refusal | None:
    """None when the seat on turn may make the call."""
    if isinstance(call, Pass):
        return None
    if isinstance(call, Hold):
        return why_no_hold(state)
    return why_no_bid(state, call.figure)


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
    if rules.hole_bid and state.top == rules.hole_bid and not in_the_hole(state):
        return Refusal("not below zero")
    return None


def why_no_bid(state: Auction, figure: int) -> Refusal | None:
    """None when the seat on turn may bid this figure."""
    rules = state.table.rules
    if rules.hole_bid and figure == rules.hole_bid:
        if not in_the_hole(state):
            return Refusal("not below zero")
    elif figure not in rules.bids:
        return Refusal("no such bid")
    return Refusal("not above the top bid") if figure <= state.top else None


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
            return Contract(calls, seat, top)
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
        return Contract(calls, holder, top)
    if table.rules.all_pass == "redeal":
        return None
    return Contract(calls, table.dealer, table.rules.bids[0])


def bidding_sides(rules: Rules, contract: Contract) -> frozenset[int]:
    """The sides that made any bid; a hold is one, so is the lowest bid a dealer is stuck with."""
    callers = {seat for seat, call in contract.calls if not isinstance(call, Pass)}
    return frozenset(rules.side(seat) for seat in callers | {contract.bidder})
