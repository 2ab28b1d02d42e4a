"""What happened, and what a seat sees, told in English: for a screen reader and for the terminal.

Only public things are told of a move, and only what a seat's own view holds of a position. A player
named “You” is spoken to in the second person.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

from engine.cards import SUIT_NAMES, SUITS, card_name, card_text
from engine.english import YOU, does, listed, within
from engine.forty_fives.auction import open_calls
from engine.forty_fives.legality import legal_moves, owed, throw_bounds
from engine.forty_fives.rules import HAND
from engine.forty_fives.state import (
    Auction,
    Bid,
    Call,
    HandOver,
    Hold,
    Move,
    Name,
    Naming,
    Pass,
    Play,
    Playing,
    Result,
    ShortStock,
    State,
    Table,
    Throw,
    Throwing,
    Undealt,
)
from engine.forty_fives.words import bid_name

_COUNTS: Final = ("no cards", "one card", "two cards", "three cards", "four cards", "five cards")

Names = Sequence[str]


def _cards(count: int) -> str:
    return _COUNTS[count] if count < len(_COUNTS) else f"{count} cards"


def _partners(table: Table, side: int, names: Names) -> list[str]:
    return [names[seat] for seat in range(table.players) if table.rules.side(seat) == side]


# -- moves ----------------------------------------------------------------------------------------


def said(before: State, seat: int, move: Move, after: State, names: Names) -> str:
    """A move in whole sentences, from what is public, with all that it led to."""
    name = names[seat]
    match move:
        case Pass() | Hold() | Bid():
            return _said_call(before, name, move, after, names)
        case Name(trump):
            return _said_name(before, name, trump)
        case Throw(slots):
            return _said_throw(name, len(slots), after)
        case Play(slot):
            return _said_play(before, name, slot, after, names)


def _said_call(before: State, name: str, call: Call, after: State, names: Names) -> str:
    if isinstance(call, Bid):
        sentence = does([name], f"bids {bid_name(call)}", f"bid {bid_name(call)}")
    elif isinstance(call, Hold):
        top = before.top if isinstance(before, Auction) else 0
        sentence = does([name], f"holds {top}", f"hold {top}")
    elif isinstance(before, Auction) and before.duel:
        sentence = does([name], "gives up", "give up")
    else:
        sentence = does([name], "passes", "pass")
    return f"{sentence}{_end_of_auction(before, name, after, names)}."


def _end_of_auction(before: State, name: str, after: State, names: Names) -> str:
    """What follows a call that ends the auction; nothing after any other."""
    if isinstance(after, HandOver):
        return "; nobody has bid, so the next dealer deals"
    if not isinstance(after, Naming | Throwing):
        return ""
    bidder, bid = names[after.contract.bidder], after.contract.bid
    if all(isinstance(call, Pass) for _, call in after.contract.calls):
        return f"; {within(does([bidder], 'is', 'are'))} stuck with {bid}"
    if bidder == name:
        return f" and {'have' if name == YOU else 'has'} the bid"
    return f"; {within(does([bidder], 'has', 'have'))} the bid at {bid}"


def _said_name(before: State, name: str, trump: str) -> str:
    sentence = f"{does([name], 'names', 'name')} {SUIT_NAMES[trump]} as trumps"
    rules = before.table.rules
    if rules.kitty and rules.trump_named != "after kitty":
        sentence += f" and {'pick' if name == YOU else 'picks'} up the kitty"
    return f"{sentence}."


def _said_throw(name: str, count: int, after: State) -> str:
    if count:
        sentence = f"{does([name], 'throws', 'throw')} {_cards(count)} away."
    else:
        sentence = f"{does([name], 'keeps', 'keep')} all five cards."
    if isinstance(after, ShortStock):
        sentence += " The stock has run out: what was thrown is shuffled into a new one."
    return sentence


def _said_play(before: State, name: str, slot: int, after: State, names: Names) -> str:
    face = after.table.faces[slot]
    card = "a card" if face is None else f"the {card_name(face)}"
    leads = isinstance(before, Playing) and not before.trick
    sentence = f"{does([name], *(('leads', 'lead') if leads else ('plays', 'play')))} {card}"
    if not isinstance(after, Playing | HandOver) or (isinstance(after, Playing) and after.trick):
        return f"{sentence}."
    winner = names[after.tricks[-1].winner]
    if winner == name:
        sentence += f" and {'take' if name == YOU else 'takes'} the trick."
    else:
        sentence += f"; {within(does([winner], 'takes', 'take'))} the trick."
    return " ".join([sentence, *(_result(after, names) if isinstance(after, HandOver) else ())])


def _result(after: HandOver, names: Names) -> list[str]:
    """How a hand ended: the bid made or missed, and the game won."""
    result, table = after.result, after.table
    if result.bidder < 0:
        return ["Nobody has bid: the next dealer deals."]
    sentences = [_bid_result(table, result, names)]
    if result.winner is not None:
        sentences.append(f"{does(_partners(table, result.winner, names), 'wins', 'win')} the game.")
    return sentences


def _bid_result(table: Table, result: Result, names: Names) -> str:
    side = table.rules.side(result.bidder)
    who, points = _partners(table, side, names), result.delta[side]
    verb = does(who, "makes", "make") if points > 0 else does(who, "misses", "miss")
    alone = len(who) == 1 and who[0] != YOU
    if points > 0:
        return f"{verb} the bid of {result.bid} and {'scores' if alone else 'score'} {points}."
    return f"{verb} the bid of {result.bid} and {'loses' if alone else 'lose'} {-points}."


# -- positions ------------------------------------------------------------------------------------


def tell(state: State, seat: int, names: Names) -> list[str]:
    """What the seat sees, line by line; a face that its view does not hold is never told."""
    lines = [*_told_scores(state, names), *_told_course(state, names)]
    if seat >= 0 and not isinstance(state, Undealt | HandOver):
        lines.append(f"Your hand: {listed(_told_hand(state, seat))}.")
    asked = any(question.seat == seat for question in owed(state))
    return [*lines, _WANTED[type(state)](state, seat)] if asked else lines


def _told_scores(state: State, names: Names) -> list[str]:
    table = state.table
    sides = [
        f"{listed(_partners(table, side, names))} {points}"
        for side, points in enumerate(table.scores)
    ]
    return [f"Scores: {', '.join(sides)}. {_told_end(table)}"]


def _told_end(table: Table) -> str:
    """When the game is over: at a score, or after so many hands."""
    hands = table.rules.hands
    if not hands:
        return f"The game is played to {table.rules.target}."
    played = sum(result.bidder >= 0 for result in table.results)
    return f"{played} of {hands} {'hand is' if hands == 1 else 'hands are'} played."


def _told_course(state: State, names: Names) -> list[str]:
    """Who deals, who called what, and what lies on the table."""
    if isinstance(state, Undealt):
        return ["The cards are not dealt yet."]
    if isinstance(state, HandOver):
        return _result(state, names)
    lines = [f"Dealer: {names[state.table.dealer]}."]
    if isinstance(state, Auction):
        return lines + _told_calls(state, names)
    contract = state.contract
    bid = f"Bid: {names[contract.bidder]} {contract.bid}."
    lines.append(f"{bid} Trumps: {SUIT_NAMES[contract.trump]}." if contract.trump else bid)
    return lines + _told_tricks(state, names) if isinstance(state, Playing) else lines


def _told_calls(state: Auction, names: Names) -> list[str]:
    calls = [
        f"{names[seat]} {bid_name(call) if isinstance(call, Bid) else type(call).__name__.lower()}"
        for seat, call in state.calls
    ]
    return [f"Calls: {', '.join(calls)}."] if calls else []


def _told_tricks(state: Playing, names: Names) -> list[str]:
    players = range(state.table.players)
    won = [sum(trick.winner == seat for trick in state.tricks) for seat in players]
    counts = ", ".join(f"{names[seat]} {count}" for seat, count in enumerate(won) if count)
    lines = [f"Tricks: {counts}."] if counts else []
    faces = state.table.faces
    laid = [
        f"{names[(state.leader + place) % len(players)]} {_told_card(faces[slot])}"
        for place, slot in enumerate(state.trick)
    ]
    return [*lines, f"On the table: {', '.join(laid)}."] if laid else lines


def _told_card(face: int | None) -> str:
    return "a card face down" if face is None else f"{card_text(face)} ({card_name(face)})"


def _told_hand(state: Any, seat: int) -> list[str]:
    """A hand in card texts and names, the best trumps first and the suits together."""
    faces = state.table.faces
    known = [faces[slot] for slot in state.hands[seat] if faces[slot] is not None]
    order = None if isinstance(state, Auction) else state.contract.order
    if order is None:
        known.sort()
    else:
        known.sort(key=lambda c: (not order.is_trump(c), order.suit[c], -order.strength[c]))
    hidden = len(state.hands[seat]) - len(known)
    return [_told_card(face) for face in known] + [_told_card(None)] * hidden


# -- what is wanted -------------------------------------------------------------------------------


def _call_wanted(state: Auction, seat: int) -> str:
    calls: Iterable[Call] = open_calls(state)
    texts = [bid_name(c) if isinstance(c, Bid) else type(c).__name__.lower() for c in calls]
    return f"Call {listed(texts, 'or')}."


def _name_wanted(state: Naming, seat: int) -> str:
    return f"Name trumps: {listed([f'{s} ({SUIT_NAMES[s]})' for s in SUITS], 'or')}."


def _throw_wanted(state: Throwing, seat: int) -> str:
    least, most = throw_bounds(state, seat)
    if least == most:
        return f"Throw {_cards(least)} away: type them one after the other."
    if least == 0:
        return f"Throw up to {_cards(most)} away: type them, or “throw” alone to keep all {HAND}."
    return f"Throw {least} to {most} cards away: type them one after the other."


def _play_wanted(state: Playing, seat: int) -> str:
    faces = state.table.faces
    slots = [move.slot for move in legal_moves(state, seat) if isinstance(move, Play)]
    cards = [faces[slot] for slot in slots]
    return f"Play {listed([card_text(face) for face in cards if face is not None], 'or')}."


_WANTED: Final[dict[type, Callable[[Any, int], str]]] = {
    Auction: _call_wanted,
    Naming: _name_wanted,
    Throwing: _throw_wanted,
    Playing: _play_wanted,
}
