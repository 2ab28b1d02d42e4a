"""Playing a card: what the trick is worth, whether this card takes it, what it is worth kept.

Every card one may play is weighed by the same short sum, and the best is played::

    worth = stake · chance that our side takes the trick        (to the bidder's rivals also:
          + spoil · chance that the bidding side does not        a trick the bidder has not)
          − what the card is worth kept

So a sure winner waits while nothing is at stake, the lowest card that is enough takes a trick, and
the lowest of all goes when none can. Worths are points; the numbers are rules of thumb, tried out
in the arena.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engine.forty_fives.auction import bidding_sides
from engine.forty_fives.legality import PLAYS, duty
from engine.forty_fives.rules import BONUS, HAND, TRICK
from engine.forty_fives.scoring import score
from engine.forty_fives.state import Move, Playing
from engine.forty_fives.steady.reasons import why_follow, why_lead
from engine.forty_fives.steady.sight import Sight, look
from engine.forty_fives.transitions import best_play, best_trump_trick

NEEDED: Final = 3.0  # a trick the bidder still needs, over its points
LOST: Final = 1.0  # a trick to a bidder that can no longer make it
SPOIL: Final = 1.0  # keeping a trick from the bidder
SPOIL_ONLY: Final = 3.0  # the same where only two sides play: what one loses the other gains
LOW_TRUMP: Final = 0.75  # how often a trump that can be beaten takes a trick all the same
PLAIN: Final = 0.3  # how often a plain card that stands comes to be played at its time
ORDER: Final = 0.002  # of two cards alike the lower goes


@dataclass(frozen=True, slots=True)
class Stand:
    """How a trick stands: who has it with which card, who is to come, and what it is worth."""

    led: int | None  # None: one leads oneself
    winner: int  # seat, −1 before the lead
    card: int  # the card that has it, −1 before the lead
    later: tuple[int, ...]  # seats that play after this one
    stake: float  # to our side
    spoil: float  # keeping it from the bidding side
    bidding: tuple[int, ...]  # the bidding side's seats, when that is not ours


def play(view: Playing, seat: int) -> tuple[Move, str]:
    """The card to play, and why."""
    faces, hand = view.table.faces, view.hands[seat]
    must = duty(view, seat)
    cards = {face: slot for slot in must or hand if (face := faces[slot]) is not None}
    if len(cards) == 1:
        only = "it is the last card" if len(hand) == 1 else "it is the only card that may be played"
        return PLAYS[next(iter(cards.values()))], only
    sight, stand = look(view, seat), stands(view, seat)
    if stand.winner >= 0 and sight.is_mine(stand.winner) and not stand.later:
        cards = {c: slot for c, slot in cards.items() if not takes(sight, stand, c)} or cards
    strength = sight.order.strength
    best = max(cards, key=lambda card: (_worth(sight, stand, card), -strength[card], -card))
    if stand.led is None:
        why = why_lead(sight, best, bool(stand.bidding))
    else:
        takers = [card for card in cards if takes(sight, stand, card)]
        ours = sight.is_mine(stand.winner)
        why = why_follow(sight, stand.led, best, takers, ours, bool(stand.later))
    return PLAYS[cards[best]], why


def stands(view: Playing, seat: int) -> Stand:
    """How the trick stands for the seat that is on turn."""
    table, players, trick = view.table, view.table.players, view.trick
    rules, faces = table.rules, table.faces
    stake, spoil = _stakes(view, seat)
    later = tuple([(seat + i) % players for i in range(1, players - len(trick))])
    ours = rules.side(seat) == rules.side(view.contract.bidder)
    bidding = () if ours else tuple(s for s in range(players) if _bids(view, s))
    if not trick:
        return Stand(None, -1, -1, later, stake, spoil, bidding)
    place = best_play(table, view.contract, trick)
    led, card = faces[trick[0]], faces[trick[place]]
    assert led is not None and card is not None  # what was played lies open
    return Stand(led, (view.leader + place) % players, card, later, stake, spoil, bidding)


def takes(sight: Sight, stand: Stand, card: int) -> bool:
    """Whether the card has the trick when it is played."""
    if stand.led is None:
        return True
    power = sight.order.power[stand.led]
    return power[card] > power[stand.card]


# -- what a trick is worth --------------------------------------------------------------------------


def _bids(view: Playing, seat: int) -> bool:
    return view.table.rules.side(seat) == view.table.rules.side(view.contract.bidder)


def _stakes(view: Playing, seat: int) -> tuple[float, float]:
    """What this trick is worth to the seat's side, and what keeping it from the bidder is."""
    missing, able = _missing(view)
    undecided = missing > 0 and able
    if _bids(view, seat):
        if not able:
            return LOST, 0.0
        return (TRICK + NEEDED if undecided else TRICK), 0.0
    spoil = SPOIL_ONLY if len(view.table.scores) == 2 else SPOIL
    return (TRICK if _counts(view, seat) else 0.0), (spoil if undecided else 0.0)


def _missing(view: Playing) -> tuple[int, bool]:
    """How many points the bidding side still needs, and whether it can still get them."""
    bid = view.contract.bid
    won = [_bids(view, trick.winner) for trick in view.tricks]
    if bid > HAND * TRICK:  # every trick is needed
        return TRICK * (HAND - sum(won)), all(won)
    best = best_trump_trick(view.table, view.contract, view.tricks)
    points = TRICK * sum(won) + (BONUS if best is not None and won[best] else 0)
    open_points = TRICK * (HAND - len(won)) + (BONUS if best is None or not won[best] else 0)
    return bid - points, points + open_points >= bid


def _counts(view: Playing, seat: int) -> bool:
    """Whether tricks count for a side that is not the bidder's; near the end they may not."""
    rules, contract, side = view.table.rules, view.contract, view.table.rules.side(seat)
    bidding = bidding_sides(rules, contract)
    bidder = rules.side(contract.bidder)
    all_ours = score(rules, view.table.scores, bidder, contract.bid, [side] * HAND, 0, bidding)
    return all_ours.delta[side] > 0


# -- what a card is worth ---------------------------------------------------------------------------


def _worth(sight: Sight, stand: Stand, card: int) -> float:
    """The sum at the head of this file."""
    has_it = takes(sight, stand, card)
    winner, winning = (sight.seat, card) if has_it else (stand.winner, stand.card)
    worth = -_kept(sight, stand, card)
    if sight.is_mine(winner):
        rivals = tuple([s for s in stand.later if not sight.is_mine(s)])
        worth += stand.stake * sight.stands(winning, rivals)
    if stand.spoil:
        worth += stand.spoil * _spoiled(sight, stand, winner, winning)
    return worth


def _spoiled(sight: Sight, stand: Stand, winner: int, winning: int) -> float:
    """The chance that the bidding side does not get the trick."""
    if winner in stand.bidding:
        return 1 - sight.stands(winning, tuple([s for s in stand.later if s not in stand.bidding]))
    return sight.stands(winning, tuple([s for s in stand.later if s in stand.bidding]))


def _kept(sight: Sight, stand: Stand, card: int) -> float:
    """What the card is worth in the hand for later tricks, in points."""
    order = sight.order
    trick = stand.stake + stand.spoil if stand.bidding else TRICK
    stays = sight.stands(card, sight.rivals)
    chance = max(stays, LOW_TRUMP) if order.is_trump(card) else PLAIN * stays
    return trick * chance + ORDER * order.strength[card]
