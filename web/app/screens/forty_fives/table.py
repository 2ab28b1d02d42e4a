"""The table itself, in one view: plates, trick, trumps and bid, hand, strip and sheets."""

from __future__ import annotations

from htpy import Node

from engine.cards import SUIT_NAMES
from engine.forty_fives.scoring import trick_points
from engine.forty_fives.state import (
    Auction,
    HandOver,
    Naming,
    Playing,
    ShortStock,
    State,
    Throwing,
    Trick,
)
from engine.forty_fives.transitions import best_trump_trick
from web.app import texts
from web.app.components.parts import Action
from web.app.components.table import (
    contract_chip,
    hand_area,
    own_plate,
    plates,
    prompt,
    said,
    table_frame,
    top_bar,
    trump_chip,
)
from web.app.model import Model
from web.app.page import Page
from web.app.screens.common import menu_over
from web.app.screens.forty_fives import words
from web.app.screens.forty_fives.hand import hand_cards, touched_strip
from web.app.screens.forty_fives.seats import plate, shown_trick, trick_area
from web.app.tables import AppTable, around, asks, near
from web.app.telling import names

PHASES = {
    Auction: "call",
    Naming: "name",
    Throwing: "throw",
    ShortStock: "draw",
    Playing: "play",
    HandOver: "over",
}


def table_page(model: Model, table: AppTable) -> Page:
    """The page of the table in play."""
    state: State = table.state
    phase = PHASES.get(type(state), "deal")
    owed = table.owed()
    turn = table.me if asks(table) else (owed[0].seat if owed else -1)
    others = tuple(plate(model, table, seat) for seat in around(table, state.table.players)[1:])
    sheet = _sheet(model, table)
    frame = table_frame(
        _top(model, table),
        plates(others, label=words.OTHERS),
        _middle(model, table),
        _hand(model, table, sheet),
        sheet=sheet,
        over=_over(model, table),
        title=f"{table.variant.title}, hand {len(state.table.results) + 1}",
    )
    marks = {"phase": phase, "turn": str(turn) if turn >= 0 else "", "mine": _mine(table)}
    title = texts.page_title(table.variant.title)
    return Page("table", frame, title=title, guard=_guard(state, phase), marks=marks)


def _sheet(model: Model, table: AppTable) -> Node:
    """The sheet for what this player is asked now, if it is one."""
    if isinstance(table.state, Playing) or not asks(table):
        return None
    from web.app.screens.forty_fives.sheets import sheet_of

    return sheet_of(model, table)


def _mine(table: AppTable) -> str:
    return "true" if asks(table) else "false"


def _guard(state: State, phase: str) -> str:
    """What the finger rests on: the others' throws come and go without moving it."""
    hand = len(state.table.results)
    if isinstance(state, Auction):
        return f"{hand} call {len(state.calls)}"
    if isinstance(state, Playing):
        return f"{hand} play {len(state.tricks)} {len(state.trick)}"
    return f"{hand} {phase}"


# -- the top ------------------------------------------------------------------------------------------


def _top(model: Model, table: AppTable) -> Node:
    state: State = table.state
    return top_bar(
        menu=Action(texts.MENU, "menu", icon="menu", calm=True),
        help=Action(texts.HELP, "rules", icon="help", calm=True),
        trump=_trump(state),
        contract=_contract(model, state),
    )


def _trump(state: State) -> Node:
    suit = (
        "" if isinstance(state, Auction) or not hasattr(state, "contract") else state.contract.trump
    )
    if not suit:
        return trump_chip("", words.NO_TRUMP_YET, label="")
    return trump_chip(suit, SUIT_NAMES[suit], label="Trumps:")


def _contract(model: Model, state: State) -> Node:
    called = names(model)
    if isinstance(state, Auction):
        if not state.top:
            return contract_chip(words.NO_BID_YET)
        return contract_chip(f"{called[state.holder]} {state.top}", "top bid")
    if isinstance(state, Naming | Throwing | ShortStock | Playing | HandOver):
        contract = state.contract
        if contract.bidder < 0:
            return contract_chip("All passed")
        sub = f"{taken_by_bidder(state)} in" if isinstance(state, Playing) else ""
        return contract_chip(f"{called[contract.bidder]} {contract.bid}", sub)
    return contract_chip(words.NO_BID_YET)


def taken_by_bidder(state: Playing) -> int:
    """Points the bidder's side has for certain: five a trick, and the bonus as it lies so far."""
    table, tricks = state.table, state.tricks
    best = best_trump_trick(table, state.contract, tricks)
    side = table.rules.side(state.contract.bidder)
    points = trick_points(table.rules, [trick.winner for trick in tricks], best) if tricks else ()
    return sum(
        p for p, trick in zip(points, tricks, strict=True) if table.rules.side(trick.winner) == side
    )


# -- the middle and the hand ----------------------------------------------------------------------------


def _middle(model: Model, table: AppTable) -> Node:
    area = trick_area(model, table)
    if area is not None:
        return area
    state: State = table.state
    if isinstance(state, Auction):
        line, partners = _auction_lines(model, state, table.me)
        return said(line, sub=partners)
    if isinstance(state, Naming):
        who = "You name" if state.turn == table.me else f"{names(model)[state.turn]} names"
        return said(f"{who} trumps.", sub=_bid_line(model, state, table.me))
    if isinstance(state, Throwing):
        waiting = [names(model)[q.seat] for q in table.owed() if q.seat != table.me]
        sub = f"Still choosing: {', '.join(waiting)}" if waiting else ""
        return said(_bid_line(model, state, table.me), sub=sub)
    return said(words.AUCTION)


def _auction_lines(model: Model, state: Auction, me: int) -> tuple[str, str]:
    """How the auction stands, and who is on one's own side."""
    rules, called = state.table.rules, names(model)
    partners = ""
    if rules.sides and me >= 0:
        others = [s for s in range(state.table.players) if s != me]
        mine = [called[s] for s in others if rules.side(s) == rules.side(me)]
        partners = f"With you: {' and '.join(mine)}"
    if state.top:
        return f"{_holder(model, state, me)} the bid at {state.top}.", partners
    dealer = names(model)[state.table.dealer]
    deals = "You deal" if state.table.dealer == me else f"{dealer} deals"
    return f"{deals}. Who bids most names trumps.", partners


def _holder(model: Model, state: Auction, me: int) -> str:
    return "You have" if state.holder == me else f"{names(model)[state.holder]} has"


def _bid_line(model: Model, state: Naming | Throwing, me: int) -> str:
    bidder = state.contract.bidder
    plays = "You play" if bidder == me else f"{names(model)[bidder]} plays"
    suit = state.contract.trump
    trumps = f" in {SUIT_NAMES[suit].lower()}" if suit else ""
    return f"{plays} for {state.contract.bid}{trumps}."


def _hand(model: Model, table: AppTable, sheet: Node) -> Node:
    state: State = table.state
    throwing = isinstance(state, Throwing) and sheet is not None
    last = Action(words.LAST_TRICK, "last-trick", kind="quiet", icon="last")
    return hand_area(
        () if throwing else hand_cards(model, table),
        label=words.YOUR_HAND,
        own=own_plate(plate(model, table, near(table))),
        prompt=None if throwing else touched_strip(model, table) or _prompt(model, table),
        tools=(last,) if isinstance(state, Playing) and state.tricks else (),
    )


def _prompt(model: Model, table: AppTable) -> Node:
    """Whose turn it is and what was led; nothing where a sheet asks already."""
    state: State = table.state
    owed = table.owed()
    if model.refused:
        return prompt(model.refused)
    mine = asks(table)
    if not isinstance(state, Playing):
        if mine or not owed:
            return None
        return prompt(words.turn_of(names(model)[owed[0].seat], False))
    done = shown_trick(state)
    if done is not None and not state.trick and not mine:
        return prompt(_taken(model, done, table.me))
    if not mine:
        own = state.turn == table.me  # a card that is under way to the others
        return prompt(words.UNDER_WAY if own else words.turn_of(names(model)[state.turn], False))
    return prompt(words.turn_of("", True), sub=_lead_line(model, state, done), mine=True)


def _taken(model: Model, done: Trick, me: int) -> str:
    name = names(model)[done.winner]
    return f"{name} {'take' if done.winner == me else 'takes'} the trick."


def _lead_line(model: Model, state: Playing, done: Trick | None) -> str:
    if not state.trick:
        return "you took the trick, lead any card" if done else "lead any card"
    led = state.table.faces[state.trick[0]]
    order = state.contract.order
    if led is None or order is None:
        return ""
    return (
        "a trump was led" if order.is_trump(led) else f"{SUIT_NAMES[order.suit[led]].lower()} led"
    )


# -- what lies over the table -----------------------------------------------------------------------------


def _over(model: Model, table: AppTable) -> Node:
    if model.over == "last-trick":
        return _last_trick(model, table)
    return menu_over(model)


def _last_trick(model: Model, table: AppTable) -> Node:
    from web.app.components.dialogs import dialog
    from web.app.screens.forty_fives.result import trick_cards

    state: State = table.state
    if not isinstance(state, Playing) or not state.tricks:
        return None
    done = state.tricks[-1]
    return dialog(
        words.LAST_TRICK,
        [trick_cards(model, table, done), _taken(model, done, table.me)],
        [Action(texts.GO_ON, "close", kind="prime", focus=True, calm=True)],
        id="last-trick-box",
    )
