"""The family's sentences in English: refusals, calls, what a card is worth now, what happened.

Every text a player reads about the rules is here and nowhere else, and each is written from the
state and the rules in force, never from the default ones.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from engine.cards import RANK_NAMES, SUIT_NAMES, card_name, rank_of, suit_of
from engine.english import listed
from engine.forty_fives.ranking import ACE_OF_HEARTS, Order, plain_order
from engine.forty_fives.rules import Rules
from engine.forty_fives.state import Auction, Bid, Call, Hold, Pass, Playing, State
from engine.game import Refusal

ORDINALS: Final = ("best", "second-best", "third-best", "fourth-best", "fifth-best")


def short_name(card: int, order: Order) -> str:
    """A trump as players call it: ``the 5``, ``the Joker``, ``the Ace of Hearts``."""
    rank = rank_of(card)
    if not rank:
        return "the Joker"
    if card == ACE_OF_HEARTS:
        return "the Ace of Hearts"
    return f"the {RANK_NAMES[rank] if rank in 'AJQK' else rank}"


def call_text(call: Call, top: int = 0) -> str:
    """A call in a word or two; for a hold the figure that is held."""
    if isinstance(call, Pass):
        return "passed"
    return f"holds {top}" if isinstance(call, Hold) else f"bid {bid_name(call)}"


# -- refusals -------------------------------------------------------------------------------------


def explain(state: State, seat: int, refusal: Refusal) -> str:
    """The refusal as a sentence to the player of the seat."""
    wording = _REFUSALS[refusal.rule]
    return wording if isinstance(wording, str) else wording(state, refusal)


def _held(state: State, refusal: Refusal) -> str:
    faces = state.table.faces
    known = [faces[slot] for slot in refusal.slots]
    return listed([f"the {card_name(face)}" for face in known if face is not None])


def _led(state: State) -> str:
    assert isinstance(state, Playing)
    face = state.table.faces[state.trick[0]]
    return "card" if face is None else card_name(face)


def _trumps_led(state: State, refusal: Refusal) -> str:
    reason = ", which cannot be held back from it" if state.table.rules.held_back else ""
    return (
        f"The {_led(state)} is a trump, and you hold {_held(state, refusal)}{reason}: play a trump."
    )


def _follow(state: State, refusal: Refusal) -> str:
    assert isinstance(state, Playing)
    led = state.table.faces[state.trick[0]]
    suit = SUIT_NAMES[suit_of(led)] if led is not None else "suit"
    return f"{suit} were led and you hold {_held(state, refusal)}: follow suit or play a trump."


def _below_top(state: State, refusal: Refusal) -> str:
    top = state.top if isinstance(state, Auction) else 0
    return f"The bid stands at {top}: bid more, or pass."


def _throw_more(state: State, refusal: Refusal) -> str:
    return f"Choose {_cards(refusal.slots[0])} more to throw: five are kept at most."


def _throw_fewer(state: State, refusal: Refusal) -> str:
    return f"That is {_cards(refusal.slots[0])} too many to throw: keep {refusal.slots[0]} of them."


def _cards(count: int) -> str:
    return "one card" if count == 1 else f"{count} cards"


def _near_bid(state: State, refusal: Refusal) -> str:
    return f"So near the end your side may not bid under {state.table.rules.near_bid}."


def _hole(state: State, refusal: Refusal) -> str:
    return f"Only a side below zero may bid {state.table.rules.hole_bid}."


_REFUSALS: Final[dict[str, str | Callable[[State, Refusal], str]]] = {
    "not your turn": "It is not your turn.",
    "a card is wanted": "Play a card from your hand now.",
    "not in hand": "That card is not in your hand.",
    "trumps led": _trumps_led,
    "follow or trump": _follow,
    "a throw is wanted": "Choose the cards to throw away now.",
    "a throw is a set": "Each card can be thrown away once.",
    "throw more": _throw_more,
    "throw fewer": _throw_fewer,
    "a call is wanted": "Make a call now: bid or pass.",
    "no such bid": "There is no such bid at this table.",
    "not above the top bid": _below_top,
    "not below zero": _hole,
    "no holding here": "At this table nobody may hold a bid.",
    "only the dealer holds": "Only the dealer may hold a bid.",
    "nothing to hold": "There is no bid to hold yet.",
    "own bid": "The top bid is yours already.",
    "bid with a suit": "At this table the suit is named with the bid.",
    "bid without a suit": "At this table the suit is named after the auction.",
    "too low near the end": _near_bid,
    "a suit is wanted": "Name one of the four suits as trumps.",
}

RULE_NAMES: Final = tuple(_REFUSALS)


# -- what a card is worth -------------------------------------------------------------------------


def worth(order: Order, rules: Rules, card: int) -> str:
    """What a card is in this trump suit: its place, what beats it, whether it may be held back."""
    if order.is_trump(card):
        return _trump_worth(order, rules, card)
    ladder = plain_order(suit_of(card))
    above = ladder[: ladder.index(card)]
    suit = SUIT_NAMES[suit_of(card)]
    if not above:
        return f"The highest plain card in {suit}; any trump beats it."
    return f"A plain card in {suit}: {len(above)} of its suit and any trump beat it."


def _trump_worth(order: Order, rules: Rules, card: int) -> str:
    trumps = [trump for trump in order.trumps if rules.joker or rank_of(trump)]
    place = trumps.index(card)
    rank = f"The {ORDINALS[place]} trump" if place < len(ORDINALS) else "A trump"
    if place == 0:
        beaten = "nothing beats it"
    elif place < len(ORDINALS):
        names = [short_name(trump, order) for trump in trumps[:place]]
        beaten = f"only {listed(names)} {'beats' if place == 1 else 'beat'} it"
    else:
        beaten = f"{place} trumps beat it"
    if not order.is_privileged(card):
        return f"{rank}: {beaten}."
    if place == 0:
        return f"{rank}: {beaten}, and it can never be forced out."
    return f"{rank}: {beaten}. You may hold it back from a lower trump."


def trump_count(order: Order, rules: Rules, hand: Sequence[int]) -> str:
    """What a hand is in a suit, in a few words: ``three trumps, the 5 among them``."""
    trumps = [card for card in order.trumps if card in hand]
    words = ("no trump", "one trump", "two trumps", "three trumps", "four trumps", "five trumps")
    count = words[len(trumps)] if len(trumps) < len(words) else f"{len(trumps)} trumps"
    if trumps and trumps[0] == order.trumps[0]:
        return f"{count}, the 5 among them" if len(trumps) > 1 else "only the 5"
    return count


def bid_name(bid: Bid) -> str:
    """A bid as it is said: ``20``, or ``20 in spades`` where the suit goes with it."""
    return f"{bid.figure} in {SUIT_NAMES[bid.trump].lower()}" if bid.trump else str(bid.figure)


__all__ = [
    "Bid",
    "bid_name",
    "call_text",
    "explain",
    "listed",
    "short_name",
    "trump_count",
    "worth",
]
