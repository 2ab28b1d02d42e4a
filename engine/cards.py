"""Playing cards and their text form.

A playing card is a small integer, so that hot code can index tables with it: ``suit * 13 + rank``
with the suits in the order of ``SUITS`` and the ranks in the order of ``RANKS``; the Joker is 52.
Its text form is rank then suit, ``5S``, ``10H``, ``AD``, and ``JK`` for the Joker.
"""

from __future__ import annotations

from typing import Final

SUITS: Final = "SHDC"
RANKS: Final = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
JOKER: Final = 52

SUIT_NAMES: Final = {"S": "Spades", "H": "Hearts", "D": "Diamonds", "C": "Clubs"}
RANK_NAMES: Final = {
    "A": "Ace",
    "2": "Two",
    "3": "Three",
    "4": "Four",
    "5": "Five",
    "6": "Six",
    "7": "Seven",
    "8": "Eight",
    "9": "Nine",
    "10": "Ten",
    "J": "Jack",
    "Q": "Queen",
    "K": "King",
}

CARD_TEXTS: Final = (*(rank + suit for suit in SUITS for rank in RANKS), "JK")
_CARDS: Final = {text: card for card, text in enumerate(CARD_TEXTS)}

PACK_52: Final = tuple(range(52))
PACK_53: Final = tuple(range(53))


def card_text(card: int) -> str:
    """The text form of a card, such as ``5S`` or ``JK``."""
    return CARD_TEXTS[card]


def parse_card(text: str) -> int:
    """The card a text form names; ``ValueError`` with a sentence when it names none."""
    try:
        return _CARDS[text]
    except KeyError:
        raise ValueError(
            f"“{text[:20]}” is not a card: rank then suit, like 5S, 10H or JK."
        ) from None


def suit_of(card: int) -> str:
    """The suit printed on a card, one of ``SUITS``; an empty string for the Joker."""
    return SUITS[card // 13] if card != JOKER else ""


def rank_of(card: int) -> str:
    """The rank printed on a card, one of ``RANKS``; an empty string for the Joker."""
    return RANKS[card % 13] if card != JOKER else ""


def card_name(card: int) -> str:
    """The full English name of a card, as a screen reader says it: ``Five of Spades``."""
    if card == JOKER:
        return "Joker"
    return f"{RANK_NAMES[rank_of(card)]} of {SUIT_NAMES[suit_of(card)]}"
