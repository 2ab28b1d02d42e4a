"""What each seat shows to the table: plates, the trick, one's own line."""

from __future__ import annotations

from htpy import Node

from engine.cards import card_name, card_text
from engine.forty_fives.state import (
    Auction,
    HandOver,
    Naming,
    Playing,
    State,
    Throwing,
    Trick,
)
from web.app.components.table import Count, Plate, TrickCard, trick
from web.app.model import Model
from web.app.screens.forty_fives import words
from web.app.tables import AppTable, around
from web.app.telling import names


def shown_trick(state: State) -> Trick | None:
    """The finished trick that still lies on the table: until the next card falls."""
    if isinstance(state, HandOver):
        return state.tricks[-1] if state.tricks else None
    if isinstance(state, Playing) and state.tricks and not state.trick:
        return state.tricks[-1]
    return None


def plate(model: Model, table: AppTable, seat: int) -> Plate:
    """What the seat shows: name, score, cards, tricks, call, and whether it is asked now."""
    state: State = table.state
    rules = state.table.rules
    me, name = table.me, names(model)[seat]
    score = state.table.scores[rules.side(seat)]
    asked = any(question.seat == seat for question in table.owed())
    partner = bool(rules.sides) and me not in (-1, seat) and rules.side(seat) == rules.side(me)
    return Plate(
        seat=seat,
        name=name,
        score=words.number(score),
        score_words=words.count(score, "point"),
        cards=_cards(state, seat),
        tricks=_tricks(state, seat),
        call=_call(state, seat),
        dealer="dealer" if seat == state.table.dealer else "",
        turn=words.turn_of(name, seat == me) if asked else "",
        partner="partner" if partner else "",
        away=table.away[seat],
        bidder="has the bid" if _bidder(state) == seat else "",
    )


def _bidder(state: State) -> int:
    if isinstance(state, Naming | Throwing | Playing):
        return state.contract.bidder
    return state.holder if isinstance(state, Auction) else -1


def _cards(state: State, seat: int) -> Count | None:
    if not isinstance(state, Auction | Naming | Throwing | Playing) or _threw(state):
        return None
    held = len(state.hands[seat])
    return Count(held, words.count(held, "card"))


def _tricks(state: State, seat: int) -> Count | None:
    if not isinstance(state, Playing | HandOver) or _threw(state):
        return None
    taken = sum(done.winner == seat for done in state.tricks)
    return Count(taken, words.count(taken, "trick"))


def _call(state: State, seat: int) -> str:
    """The seat's last call, or what it threw."""
    if isinstance(state, Throwing):
        own = state.thrown[seat]
        return "" if own is None else "thrown"
    if isinstance(state, Playing) and _threw(state):
        return f"threw {len(state.contract.thrown[seat])}"
    calls = state.calls if isinstance(state, Auction) else ()
    if isinstance(state, Naming):
        calls = state.contract.calls
    for number in range(len(calls) - 1, -1, -1):
        caller, call = calls[number]
        if caller == seat:
            from engine.forty_fives.words import call_text

            return call_text(call, _top(calls[:number]))
    return ""


def _threw(state: State) -> bool:
    """Whether it is still news how many cards everyone threw: until the first trick is taken."""
    return isinstance(state, Playing) and not state.tricks


def _top(calls: tuple[tuple[int, object], ...]) -> int:
    return max((getattr(call, "figure", 0) for _, call in calls), default=0)


def trick_area(model: Model, table: AppTable) -> Node:
    """The trick in seat order, one's own place first; the last one until the next card falls."""
    state: State = table.state
    done = shown_trick(state)
    players = state.table.players
    if done is not None:
        leader, slots, winner = done.leader, done.slots, done.winner
    elif isinstance(state, Playing):
        leader, slots, winner = state.leader, state.trick, -1
    else:
        return None
    faces, called = state.table.faces, names(model)
    places = []
    for seat in around(table, players):
        order = (seat - leader) % players
        slot = slots[order] if order < len(slots) else None
        face = faces[slot] if slot is not None else None
        next_up = done is None and isinstance(state, Playing) and state.turn == seat
        places.append(
            TrickCard(
                seat=seat,
                name=called[seat],
                face="" if face is None else card_text(face),
                card_name="" if face is None else card_name(face),
                slot_key=slot,
                origin=f"seat-{seat}" if seat != table.me else None,
                mark="led" if order == 0 and slot is not None else "",
                best="takes the trick" if seat == winner else "",
                next="plays now" if next_up else "",
                goes_to=f"seat-{winner}" if done is not None else None,
            )
        )
    return trick(tuple(places), label="The trick", done=done is not None)
