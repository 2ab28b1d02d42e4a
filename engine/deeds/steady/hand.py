"""What a card is worth in the hand, and what asking others for money is worth."""

from __future__ import annotations

from typing import Final

from engine.deeds.deck import CARDS, DEED, KIND, TEN, VALUE
from engine.deeds.payment import everything
from engine.deeds.steady.sight import Sight, placed, purse

KEPT: Final = {
    "no chance": 9.0,
    "takeover": 7.0,
    "pickpocket": 6.0,
    "any rent": 2.5,
    "bailiff": 3.0,
    "swap": 3.0,
    "rent": 1.0,
    "house": 2.0,
    "hotel": 2.0,
    "hike": 1.5,
    "whip-round": 1.0,
}  # by kind: what waiting for a better moment is worth
KEPT_TEN: Final = 7.0  # a wild of ten colours waits until it completes a set
PAYDAY: Final = 6.0
COINS: Final = 0.4  # an M in the hand

FROM_BANK: Final = 0.7  # an M that another pays with money, to us
LOST_MONEY: Final = 0.6  # the same M, to the other
FROM_DEEDS: Final = 1.5  # an M that must be paid with deeds, to us
LOST_DEEDS: Final = 1.7  # the same M, to the other


def waits(face: int) -> float:
    """What keeping a card for later is worth."""
    return KEPT_TEN if face == TEN else KEPT.get(KIND[face], 0.0)


def kept(sight: Sight, slot: int, face: int) -> float:
    """What a card is worth in the hand, of whatever kind it is."""
    if DEED[face]:
        return max(waits(face), placed(sight, sight.own, slot)[0] - sight.standing(sight.seat))
    if KIND[face] == "money":
        return COINS * VALUE[face]
    return PAYDAY if KIND[face] == "payday" else waits(face)


def spare(sight: Sight) -> frozenset[int]:
    """The cards that would have to go at the end of the turn if nothing were played."""
    many = len(sight.hand) - sight.rules.hand_limit
    if many <= 0:
        return frozenset()
    order = sorted(sight.hand, key=lambda card: (kept(sight, *card), card))
    return frozenset(slot for slot, _ in order[:many])


def bite(sight: Sight, seat: int, due: int) -> float:
    """What it is worth that another pays so many M."""
    bank = sight.money(seat)
    coins = min(due, bank)
    deeds = 0
    if due > bank:
        whole = sum(VALUE[sight.face(slot)] for slot in everything(sight.view, seat))
        deeds = min(due, whole) - coins
    got = FROM_BANK * coins + FROM_DEEDS * deeds
    return got + sight.harm(seat) * (LOST_MONEY * coins + LOST_DEEDS * deeds)


def pain(sight: Sight, due: int) -> tuple[float, int]:
    """What paying so many M costs this seat, and how many of them would be deeds."""
    bank = sight.money(sight.seat)
    coins = min(due, bank)
    deeds = 0
    if due > bank:
        whole = sum(VALUE[sight.face(slot)] for slot in everything(sight.view, sight.seat))
        deeds = min(due, whole) - coins
    return purse(bank) - purse(bank - coins) + LOST_DEEDS * deeds, deeds


def lays_in(face: int, colour: str) -> bool:
    """Whether a deed may lie in a colour."""
    return DEED[face] and colour in CARDS[face].colours
