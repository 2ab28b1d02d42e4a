"""One's own cards: in which order they lie, and what each is and does under the finger."""

from __future__ import annotations

from htpy import Node

from engine.cards import card_name, card_text, suit_of
from engine.forty_fives.legality import NAMES, PLAYS
from engine.forty_fives.ranking import Order, order_of
from engine.forty_fives.state import Auction, Naming, Playing, State, Undealt
from web.app import texts
from web.app.components.cards import card, card_back
from web.app.components.parts import Action
from web.app.components.table import strip
from web.app.model import Model
from web.app.screens.forty_fives import words
from web.app.tables import AppTable, asks, held

_SUIT_ORDER = "SHCD"  # black and red in turn, so that suits are told apart


def sorted_hand(state: State, slots: tuple[int, ...]) -> list[int]:
    """The slots as a hand is held: trumps first, best first, then suit by suit."""
    faces = state.table.faces
    order = _order(state)
    tables = order or order_of(state.table.rules, "S")

    def place(slot: int) -> tuple[int, int, int]:
        face = faces[slot]
        if face is None:  # still being dealt
            return 2, 0, slot
        trump = order is not None and order.is_trump(face)
        suit = _SUIT_ORDER.find(suit_of(face) or "S")
        strength = tables.strength[face] if order else _plain_strength(face)
        return (0 if trump else 1, 0 if trump else suit, -strength)

    return sorted(slots, key=place)


def _order(state: State) -> Order | None:
    """The order of the cards, once trumps are named."""
    return None if isinstance(state, Undealt | Auction) else state.contract.order


def _plain_strength(face: int) -> int:
    """Before trumps are named: by rank as printed, the Ace highest, the Joker first."""
    rank = face % 13
    return 99 if face == 52 else 13 if rank == 0 else rank


def hand_cards(model: Model, table: AppTable) -> tuple[Node, ...]:
    """One's own cards as buttons; those that may not be played are dimmed and tell why."""
    state: State = table.state
    if not isinstance(state, Auction | Naming | Playing):
        return ()
    asked = isinstance(state, Playing) and asks(table)
    slots = sorted_hand(state, held(table, state.hands))
    return tuple(hand_card(model, table, slot, asked) for slot in slots)


def hand_card(model: Model, table: AppTable, slot: int, asked: bool) -> Node:
    """One card of the hand."""
    state: State = table.state
    face = state.table.faces[slot]
    if face is None:
        return card_back(name=words.COMING, slot_key=slot, id=f"card-{slot}")
    playable = None
    if asked:
        playable = table.game.why_illegal(state, table.me, PLAYS[slot]) is None
    return card(
        card_text(face),
        name=card_name(face),
        id=f"card-{slot}",
        event="card",
        value=str(slot),
        playable=playable,
        selected=slot == model.touched,
        slot_key=slot,
    )


def touched_strip(model: Model, table: AppTable) -> Node:
    """What the touched card is now, whether it may be played, and if not, why."""
    state: State = table.state
    slot = model.touched
    if slot is None or not isinstance(state, Auction | Naming | Playing):
        return None
    if slot not in held(table, state.hands):
        return None
    face = state.table.faces[slot]
    if face is None:
        return None
    close = Action(texts.CLOSE, "card", str(slot), icon="close", id="strip-close")
    sentences = (about(state, face),)
    if not isinstance(state, Playing):
        return strip(card_name(face), sentences, close=close)
    if not asks(table):
        return strip(card_name(face), sentences, close=close)
    refusal = table.game.why_illegal(state, table.me, PLAYS[slot])
    if refusal is not None:
        why = table.game.explain(state, table.me, refusal)
        return strip(card_name(face), sentences, refusal=why, close=close)
    play = Action(words.PLAY, "play", str(slot), kind="prime")
    return strip(card_name(face), sentences, action=play)


def about(state: State, face: int) -> str:
    """What a card is worth: with trumps named, or else in the suits where it is most."""
    from engine.forty_fives.words import worth

    rules = state.table.rules
    order = _order(state)
    if order is not None:
        return worth(order, rules, face)
    orders = [order_of(rules, name.trump) for name in NAMES]
    if all(order.is_trump(face) for order in orders):
        return f"Always a trump. {worth(orders[0], rules, face)}"
    own = order_of(rules, suit_of(face))
    return f"If its suit is named: {_lower_first(worth(own, rules, face))}"


def _lower_first(text: str) -> str:
    return text[:1].lower() + text[1:]
