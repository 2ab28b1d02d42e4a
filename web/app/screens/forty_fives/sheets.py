"""The sheets of the table: bid, name trumps, throw."""

from __future__ import annotations

from htpy import Node

from engine.cards import SUIT_NAMES, SUITS, card_name, card_text
from engine.english import listed
from engine.forty_fives.legality import legal_moves, throw_bounds
from engine.forty_fives.ranking import order_of
from engine.forty_fives.rules import HAND
from engine.forty_fives.state import Auction, Bid, Hold, Naming, Pass, State, Throwing
from engine.forty_fives.words import trump_count
from web.app.components.cards import card
from web.app.components.parts import Action
from web.app.components.sheets import Suit, bid_sheet, throw_sheet, trump_sheet
from web.app.model import Model
from web.app.screens.forty_fives import words
from web.app.screens.forty_fives.hand import about, sorted_hand
from web.app.tables import AppTable
from web.app.telling import names


def sheet_of(model: Model, table: AppTable) -> Node:
    """The sheet for what this player is asked, who is asked something; if it is one."""
    state: State = table.state
    if isinstance(state, Auction):
        return _bid(model, state, table.me)
    if isinstance(state, Naming):
        return _name(state, table.me)
    return _throw(model, state, table.me) if isinstance(state, Throwing) else None


# -- bid --------------------------------------------------------------------------------------------


def _bid(model: Model, state: Auction, me: int) -> Node:
    calls = legal_moves(state, me)
    if model.figure:
        return _suit_of_bid(model, state, me)
    figures = sorted({call.figure for call in calls if isinstance(call, Bid)})
    bids = [_bid_action(state, figure) for figure in figures]
    others = [Action(words.PASS, "call", "pass", note=_pass_note(state))]
    if any(isinstance(call, Hold) for call in calls):
        hold = Action(f"Hold {state.top}", "call", "hold", kind="prime", note="take it yourself")
        others.append(hold)
    assert any(isinstance(call, Pass) for call in calls)
    return bid_sheet(
        words.YOUR_CALL, bids, others, text=_standing(model, state, me), advice=_best(state, me)
    )


def _bid_action(state: Auction, figure: int) -> Action:
    rules = state.table.rules
    note = ""
    if rules.hole_bid and figure == rules.hole_bid:
        note = f"all five: {rules.hole_pays}"
    elif figure == rules.bids[-1] and rules.slam_pays:
        note = f"all five: {rules.slam_pays}"
    event = "figure" if rules.trump_named == "with the bid" else "call"
    return Action(str(figure), event, str(figure), note=note, label=f"Bid {figure}. {note}".strip())


def _suit_of_bid(model: Model, state: Auction, me: int) -> Node:
    """Where the suit goes with the bid: which suit, once the figure is chosen."""
    faces = state.table.faces
    hand = [face for slot in state.hands[me] if (face := faces[slot]) is not None]
    suits = [
        Suit(
            suit,
            SUIT_NAMES[suit],
            "call",
            value=f"{model.figure} {suit}",
            note=_trumps(suit, state, hand),
        )
        for suit in SUITS
    ]
    other = Action(words.OTHER_FIGURE, "figure", "", kind="quiet")
    return trump_sheet(words.bid_in(model.figure), suits, more=[other])


def _pass_note(state: Auction) -> str:
    stuck = state.turn == state.table.dealer and not state.top
    if stuck and state.table.rules.all_pass == "dealer":
        return f"you are stuck with {state.table.rules.bids[0]}"
    return ""


def _standing(model: Model, state: Auction, me: int) -> str:
    if not state.top:
        return "Nobody has bid yet."
    holder = names(model)[state.holder]
    have = "You have" if state.holder == me else f"{holder} has"
    return f"{have} the bid at {state.top}."


def _best(state: Auction, me: int) -> str:
    """The hand's best suit, in words: what a player would count first."""
    rules, faces = state.table.rules, state.table.faces
    hand = [face for slot in state.hands[me] if (face := faces[slot]) is not None]
    orders = [order_of(rules, suit) for suit in SUITS]

    def weight(number: int) -> int:
        order = orders[number]
        return sum(20 + order.strength[card] for card in hand if order.is_trump(card))

    best = orders[max(range(len(orders)), key=weight)]
    return f"With {SUIT_NAMES[best.trump].lower()}: {trump_count(best, rules, hand)}."


# -- trumps -----------------------------------------------------------------------------------------


def _name(state: Naming, me: int) -> Node:
    rules, faces = state.table.rules, state.table.faces
    hand = [face for slot in state.hands[me] if (face := faces[slot]) is not None]
    suits = [
        Suit(suit, SUIT_NAMES[suit], "name", note=_trumps(suit, state, hand)) for suit in SUITS
    ]
    kitty = rules.kitty and rules.trump_named == "before kitty"
    text = f"You have the bid at {state.contract.bid}."
    if kitty:
        text += f" Then you take up the {rules.kitty} cards of the kitty."
    return trump_sheet(words.YOU_NAME, suits, text=text)


def _trumps(suit: str, state: Auction | Naming, hand: list[int]) -> str:
    """How many trumps the hand would hold in a suit; short, for its button."""
    order = order_of(state.table.rules, suit)
    return words.count(sum(order.is_trump(card) for card in hand), "trump")


# -- throw ------------------------------------------------------------------------------------------


def _throw(model: Model, state: Throwing, me: int) -> Node:
    hand = sorted_hand(state, state.hands[me])
    least, most = throw_bounds(state, me)
    bidder = state.contract.bidder == me
    chosen = len(model.picked)
    kept = len(hand) - chosen
    main = Action(_throw_text(bidder, chosen, len(hand), state), "throw", kind="prime")
    more = [Action(words.CHOOSE_FOR_ME, "choose", kind="quiet")]
    if chosen < least or least == most:
        counter = f"{chosen} of {'' if least == most else 'at least '}{least} chosen"
    else:
        counter = f"Keep {kept}, throw {chosen}"
    return throw_sheet(
        words.KITTY if least == most else words.THROW,
        [_pick(model, state, slot) for slot in hand],
        counter=counter,
        main=main,
        label=words.YOUR_HAND,
        text=_throw_info(model, state, bidder, hand),
        warning=model.refused or _trump_warning(model, state),
        more=more,
    )


def _throw_text(bidder: bool, chosen: int, held: int, state: Throwing) -> str:
    draws = not bidder or state.table.rules.bidder_draws
    comes = chosen - held + HAND
    if not chosen:
        return "Keep all five" if comes == 0 else "Throw"
    return f"Throw {chosen}, draw {comes}" if draws and comes > 0 else f"Throw {chosen}"


def _throw_info(model: Model, state: Throwing, bidder: bool, hand: list[int]) -> str:
    if model.touched is not None and model.touched in hand:
        face = state.table.faces[model.touched]
        assert face is not None  # one's own
        return f"{card_name(face)}: {about(state, face)}"
    if bidder and not state.table.rules.bidder_draws:
        return "The kitty is yours. Tap the cards that go."
    return "Tap the cards that go; as many come back from the stock."


def _pick(model: Model, state: Throwing, slot: int) -> Node:
    face = state.table.faces[slot]
    assert face is not None  # one's own
    goes = slot in model.picked
    return card(
        card_text(face),
        name=card_name(face),
        id=f"card-{slot}",
        event="pick",
        value=str(slot),
        selected=goes,
        mark="thrown" if goes else "",
        slot_key=slot,
    )


def _trump_warning(model: Model, state: Throwing) -> str:
    order = state.contract.order
    assert order is not None  # trumps are named before throwing
    faces = [face for slot in model.picked if (face := state.table.faces[slot]) is not None]
    trumps = [f"the {card_name(face)}" for face in faces if order.is_trump(face)]
    if not trumps:
        return ""
    return f"You would throw {'a trump' if len(trumps) == 1 else 'trumps'}: {listed(trumps)}."
