"""What a seat can count while cards fall: the trumps still out, and how likely who holds them.

Everything here comes from the seat's view: its own cards, what it threw itself, what was played,
how many cards the others kept from the deal (trumps, mostly) and how many they drew, and who could
not answer a trump lead.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import prod
from typing import Final

from engine.cards import JOKER
from engine.forty_fives.ranking import Order, plain_order
from engine.forty_fives.rules import Rules
from engine.forty_fives.state import Playing, first_in_stock

KEPT_IS_TRUMP: Final = 0.9  # how often a card that was not thrown away is a trump
MOST: Final = 0.95  # nobody is ever quite sure of a card that is not seen


@dataclass(frozen=True, slots=True)
class Sight:
    """What one seat knows. Chances are per card: that this seat holds a given unseen card."""

    rules: Rules
    order: Order
    seat: int
    hand: tuple[int, ...]  # faces
    seen: frozenset[int]  # faces whose place the seat knows: hand, played, thrown by itself
    out: tuple[int, ...]  # trumps that others may still hold, best first
    rivals: tuple[int, ...]  # seats of other sides that still hold cards
    trump_chance: tuple[float, ...]  # by seat
    plain_chance: tuple[float, ...]  # by seat
    waiting: dict[int, frozenset[int]]  # seat → the only trumps it can hold: it did not answer

    def is_mine(self, seat: int) -> bool:
        """Whether the seat is one's own or a partner's."""
        return self.rules.side(seat) == self.rules.side(self.seat)

    def above(self, card: int) -> list[int]:
        """The trumps still out that beat the card, best first; all of them for a plain card."""
        if not self.order.is_trump(card):
            return list(self.out)
        strength = self.order.strength
        return [trump for trump in self.out if strength[trump] > strength[card]]

    def is_best(self, card: int) -> bool:
        """Whether the card is a trump that nothing still out can beat."""
        return self.order.is_trump(card) and not self.above(card)

    def stands(self, card: int, seats: tuple[int, ...]) -> float:
        """The chance that none of the seats holds a card that beats this one when it is led."""
        above = self.above(card)
        plain = self._plain_above(card)
        return prod(self._misses(seat, above, plain) for seat in seats)

    def _misses(self, seat: int, above: list[int], plain: int) -> float:
        """The chance that a seat holds none of these trumps and none of so many plain cards."""
        waiting = self.waiting.get(seat)
        count = len(above) if waiting is None else sum(trump in waiting for trump in above)
        trumps = (1 - self.trump_chance[seat]) ** count
        return float(trumps * (1 - self.plain_chance[seat]) ** plain)

    def _plain_above(self, card: int) -> int:
        """How many plain cards of its suit beat a plain card and have not been seen."""
        if self.order.is_trump(card):
            return 0
        ladder = plain_order(self.order.suit[card])
        return sum(better not in self.seen for better in ladder[: ladder.index(card)])


def look(state: Playing, seat: int) -> Sight:
    """What the seat knows in this view."""
    table, order = state.table, state.contract.order
    assert order is not None  # trumps are named before cards fall
    faces, rules = table.faces, table.rules
    remixed = {slot for mix in table.mixes for slot in mix.died}
    own = [slot for slot in state.contract.thrown[seat] if slot not in remixed]
    played = [slot for trick in state.tricks for slot in trick.slots]
    known = [*state.hands[seat], *own, *played, *state.trick]
    seen = frozenset([face for face in [faces[slot] for slot in known] if face is not None])
    out = tuple([t for t in order.trumps if t not in seen and (rules.joker or t != JOKER)])
    hand = tuple([face for face in [faces[slot] for slot in state.hands[seat]] if face is not None])
    trump_chance, plain_chance = _chances(state, seat, len(seen), len(out))
    side = rules.side(seat)
    return Sight(
        rules,
        order,
        seat,
        hand,
        seen,
        out,
        tuple([s for s in range(table.players) if rules.side(s) != side and state.hands[s]]),
        trump_chance,
        plain_chance,
        _waiting(state, order),
    )


def _chances(
    state: Playing, seat: int, seen: int, out: int
) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """By seat the chance to hold a given trump that is out, and a given plain card not seen."""
    table = state.table
    stock = first_in_stock(table)
    kept = [sum(slot < stock for slot in hand) for hand in state.hands]
    held = [len(hand) for hand in state.hands]
    kept[seat] = held[seat] = 0
    thrown = sum(len(own) for s, own in enumerate(state.contract.thrown) if s != seat)
    unseen = table.rules.pack - seen
    # Trumps that nobody kept lie somewhere among the cards drawn and those left in the stock.
    loose = max(1, unseen - sum(kept) - (0 if table.mixes else thrown))
    rate = min(0.6, max(0.02, (out - KEPT_IS_TRUMP * sum(kept)) / loose))
    trumps = [KEPT_IS_TRUMP * k + rate * (h - k) for k, h in zip(kept, held, strict=True)]
    plain = max(1, unseen - out)
    return (
        tuple([min(MOST, count / out) if out else 0.0 for count in trumps]),
        tuple([min(MOST, (h - t) / plain) for h, t in zip(held, trumps, strict=True)]),
    )


def _waiting(state: Playing, order: Order) -> dict[int, frozenset[int]]:
    """Seats that did not answer a trump lead, with the trumps they may have held back from it."""
    faces, players = state.table.faces, state.table.players
    found: dict[int, frozenset[int]] = {}
    tricks = [(trick.leader, trick.slots) for trick in state.tricks]
    for leader, slots in [*tricks, (state.leader, state.trick)]:
        led = faces[slots[0]] if slots else None
        if led is None or not order.is_trump(led):
            continue
        for place, slot in enumerate(slots):
            face = faces[slot]
            if face is not None and not order.is_trump(face):
                seat = (leader + place) % players
                able = frozenset(t for t in order.trumps if order.may_wait(t, led))
                found[seat] = found.get(seat, able) & able
    return found
