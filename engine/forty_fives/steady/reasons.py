"""Why a card is played, in words: a clause that fits after “because”, without a full stop."""

from __future__ import annotations

from collections.abc import Sequence

from engine.cards import card_name
from engine.english import listed
from engine.forty_fives.steady.sight import Sight
from engine.forty_fives.words import short_name

FEW = 3  # cards named one by one; of more only the number is said


def why_lead(sight: Sight, card: int, against: bool) -> str:
    """Why this card is led; ``against``: the bidder is on another side."""
    if sight.order.is_trump(card):
        return _why_lead_trump(sight, card)
    if not sight.out:
        return "no trump is left in the other hands"
    if not any(sight.order.is_trump(own) for own in sight.hand):
        return "you have no trump left to lead"
    if against:
        return "a plain card makes the bidder spend a trump"
    return "a plain card goes, and the trumps wait for what they can take"


def _why_lead_trump(sight: Sight, card: int) -> str:
    if not sight.out:
        return "no other trump is left"
    if sight.is_best(card):
        return _best(sight, card)
    if all(sight.order.is_trump(own) for own in sight.hand):
        return "all your cards are trumps"
    return f"it draws trumps, and only {_above(sight, card)}"


def why_follow(
    sight: Sight, led: int, card: int, takers: Sequence[int], ours: bool, more: bool
) -> str:
    """Why this card is played to the trick.

    ``takers`` are the cards that would take it, ``ours``: a partner has it, ``more``: others follow.
    """
    if card in takers:
        return _why_take(sight, card, more)
    if ours:
        return "your partner has the trick"
    if not takers:
        return "nothing you may play takes this trick, so the lowest goes"
    spared = min(takers, key=lambda taker: sight.order.strength[taker])
    if not sight.order.is_trump(spared):
        return "others would take the trick all the same"
    name = short_name(spared, sight.order)
    if sight.order.is_trump(led) and sight.order.may_wait(spared, led):
        return f"{name} may be held back, and is worth more later"
    return f"{name} is worth more later"


def _why_take(sight: Sight, card: int, more: bool) -> str:
    if not more:
        return "it is the lowest that takes the trick"
    if sight.is_best(card):
        return _best(sight, card)
    if not sight.order.is_trump(card):
        return f"the {card_name(card)} takes the trick unless a trump falls"
    return f"it takes the trick, and only {_above(sight, card)}"


def _best(sight: Sight, card: int) -> str:
    """Why nothing beats a trump: it is the best, or those above it are in the same hand."""
    name, strength = short_name(card, sight.order), sight.order.strength
    if any(strength[own] > strength[card] for own in sight.hand):
        return f"nobody else holds a trump that beats {name}"
    return f"{name} is the best trump left"


def _above(sight: Sight, card: int) -> str:
    above = sight.above(card)
    if len(above) > FEW:
        return f"{len(above)} trumps beat it"
    names = [short_name(trump, sight.order) for trump in above]
    return f"{listed(names)} {'beats' if len(names) == 1 else 'beat'} it"
