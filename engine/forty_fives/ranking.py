"""How strong every card is, and what a led card demands: one ``Order`` for each trump suit.

Source: the section "Cards" of the rules. *Trump order*: 5, Jack, Joker, Ace of Hearts, Ace, King,
Queen, numbers. *Plain order*: King, Queen, Jack, numbers, where a plain Ace is lowest in red and
just under the Jack in black. *Numbers*: highest in red, lowest in black.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import Final

from engine.cards import JOKER, PACK_53, RANKS, SUITS, parse_card
from engine.forty_fives.rules import Rules

ACE_OF_HEARTS: Final = parse_card("AH")
RED: Final = "HD"

_NUMBERS_UP: Final = ("2", "3", "4", "5", "6", "7", "8", "9", "10")
_LOSES: Final = -1  # below every strength: a plain card of another suit than the one led


def trump_order(trump: str) -> tuple[int, ...]:
    """The trumps of a suit, best first, the Joker and the Ace of Hearts among them."""
    numbers = [rank for rank in _numbers_best_first(trump) if rank != "5"]
    ordinary = [parse_card(rank + trump) for rank in ["A", "K", "Q", *numbers]]
    top = [parse_card("5" + trump), parse_card("J" + trump), JOKER, ACE_OF_HEARTS]
    return (*top, *(card for card in ordinary if card != ACE_OF_HEARTS))


def plain_order(suit: str) -> tuple[int, ...]:
    """The cards of a suit that is not trumps, best first; the Ace of Hearts is never among them."""
    numbers = _numbers_best_first(suit)
    tail = [*numbers, "A"] if suit in RED else ["A", *numbers]
    cards = (parse_card(rank + suit) for rank in ["K", "Q", "J", *tail])
    return tuple(card for card in cards if card != ACE_OF_HEARTS)


def _numbers_best_first(suit: str) -> tuple[str, ...]:
    return tuple(reversed(_NUMBERS_UP)) if suit in RED else _NUMBERS_UP


@dataclass(frozen=True, slots=True)
class Order:
    """What one trump suit makes of the pack; every table is indexed by a card's number.

    The three first fields say which order it is; the tables follow from them.
    """

    trump: str
    plain_lead_binds: bool
    held_back: tuple[str, ...]
    trumps: tuple[int, ...] = field(init=False, repr=False, compare=False)  # best first
    strength: tuple[int, ...] = field(init=False, repr=False, compare=False)  # trumps over plain
    suit: tuple[str, ...] = field(init=False, repr=False, compare=False)  # trumps: the trump suit
    power: tuple[tuple[int, ...], ...] = field(init=False, repr=False, compare=False)
    """By led card, then by card: its strength in that trick, or below all when it cannot win."""
    binding: tuple[frozenset[int], ...] = field(init=False, repr=False, compare=False)
    """By led card: whoever holds one of these must answer the lead."""
    answers: tuple[frozenset[int], ...] = field(init=False, repr=False, compare=False)
    """By led card: the cards that answer it."""

    def __post_init__(self) -> None:
        put = object.__setattr__  # the dataclass is frozen; its tables are made once, here
        put(self, "trumps", trump_order(self.trump))
        ladders = {s: self.trumps if s == self.trump else plain_order(s) for s in SUITS}
        places = {
            card: (suit, place + (len(RANKS) if suit == self.trump else 0))
            for suit, ladder in ladders.items()
            for place, card in enumerate(reversed(ladder))
        }
        put(self, "suit", tuple(places[card][0] for card in PACK_53))
        put(self, "strength", tuple(places[card][1] for card in PACK_53))
        powers = {suit: self._powers(suit) for suit in SUITS}
        put(self, "power", tuple(powers[suit] for suit in self.suit))
        put(self, "answers", tuple(frozenset(self._answers(led)) for led in PACK_53))
        put(self, "binding", tuple(frozenset(self._binding(led)) for led in PACK_53))

    def _powers(self, led_suit: str) -> tuple[int, ...]:
        winning = (led_suit, self.trump)
        return tuple(self.strength[c] if self.suit[c] in winning else _LOSES for c in PACK_53)

    def _answers(self, led: int) -> list[int]:
        return [card for card in PACK_53 if self.suit[card] in (self.suit[led], self.trump)]

    def _binding(self, led: int) -> list[int]:
        if self.suit[led] != self.trump:
            follow = [card for card in PACK_53 if self.suit[card] == self.suit[led]]
            return follow if self.plain_lead_binds else []
        return [t for t in self.trumps if not self.may_wait(t, led)]

    def may_wait(self, card: int, led: int) -> bool:
        """Whether this trump may be held back when that trump was led: only from a lower one."""
        return self.is_privileged(card) and self.strength[card] > self.strength[led]

    def is_privileged(self, card: int) -> bool:
        """Whether the rules let this card be held back at all."""
        return any(
            card == parse_card(text + self.trump if text in ("5", "J") else text)
            for text in self.held_back
        )

    def is_trump(self, card: int) -> bool:
        """Whether the card is a trump, the Joker and the Ace of Hearts always."""
        return self.suit[card] == self.trump


@cache
def _order(trump: str, plain_lead_binds: bool, held_back: tuple[str, ...]) -> Order:
    return Order(trump, plain_lead_binds, held_back)


def order_of(rules: Rules, trump: str) -> Order:
    """The tables for these rules and this trump suit, made once and kept."""
    return _order(trump, rules.plain_lead == "follow or trump", rules.held_back)
