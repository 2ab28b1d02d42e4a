"""The phases of a hand, the moves, and who may know which card.

::

    Undealt ─deal→ Auction ─calls→ Naming ─name→ Throwing ─throws→ Playing ─plays→ HandOver
                      │                              └→ ShortStock ─deal→┘             │
                      └────────── all pass, redeal ──→ HandOver ←──────────────────────┘ ─deal→ …

States hold slots everywhere; faces stand only in ``Table.faces``. What does not change while cards
fall lies in ``Table`` and ``Contract``, so that a play makes one small new value.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from typing import Final

from engine.cards import PACK_52, PACK_53
from engine.forty_fives.ranking import Order
from engine.forty_fives.rules import HAND, Rules
from engine.game import Faces, GameError, Mix

Hands = tuple[tuple[int, ...], ...]  # by seat, slots ascending

# -- moves --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Pass:
    """A call: leave the auction; in a duel, give up."""


@dataclass(frozen=True, slots=True)
class Hold:
    """A call of the dealer alone: take the top bid at its own figure."""


@dataclass(frozen=True, slots=True)
class Bid:
    """A call: these points or more, above the top bid; at some tables with the suit to be trumps."""

    figure: int
    trump: str = ""


@dataclass(frozen=True, slots=True)
class Name:
    """The bidder names the trump suit, a letter of ``SUITS``."""

    trump: str


@dataclass(frozen=True, slots=True)
class Throw:
    """Throw these slots away face down; a set, so its one form is ascending."""

    slots: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Play:
    """Play this slot to the trick, face up."""

    slot: int


Call = Pass | Hold | Bid
Move = Call | Name | Throw | Play
Calls = tuple[tuple[int, Call], ...]  # (seat, call) in the order they were made

# -- what a hand is made of ---------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Trick:
    """A finished trick: who led, the slots in order of play, and the seat that took it."""

    leader: int
    slots: tuple[int, ...]
    winner: int


@dataclass(frozen=True, slots=True)
class Result:
    """What a hand came to. Per side: ``taken`` (points in tricks and bonus), ``delta``, ``totals``."""

    dealer: int
    bidder: int  # -1: everyone passed and the next dealer deals
    bid: int
    trump: str
    winners: tuple[int, ...]  # seat by trick
    best: int | None  # the trick that held the best trump played
    taken: tuple[int, ...]
    delta: tuple[int, ...]
    totals: tuple[int, ...]
    winner: int | None  # the side that has won the game


@dataclass(frozen=True, slots=True)
class Table:
    """Who plays by which rules, what happened before, and what this device knows of the cards."""

    rules: Rules
    players: int
    dealer: int
    results: tuple[Result, ...]
    faces: Faces
    mixes: tuple[Mix, ...]

    @property
    def scores(self) -> tuple[int, ...]:
        """The score of every side before this hand."""
        if self.results:
            return self.results[-1].totals
        return (0,) * self.rules.side_count(self.players)


@dataclass(frozen=True, slots=True)
class Contract:
    """Who plays for how much, in which suit, and what was thrown to get there."""

    calls: Calls
    bidder: int
    bid: int
    order: Order | None = None  # None until trumps are named
    thrown: Hands = ()  # by seat; empty until everyone has thrown

    @property
    def trump(self) -> str:
        """The trump suit, empty until it is named."""
        return self.order.trump if self.order else ""


# -- phases -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Undealt:
    """Before the first hand."""

    table: Table


@dataclass(frozen=True, slots=True)
class Auction:
    """Calls are made. ``passed`` and ``holder`` follow the calls; ``duel``: the dealer has held."""

    table: Table
    calls: Calls
    turn: int
    top: int  # 0: no bid yet
    holder: int  # the seat that has the top bid, -1: none
    passed: tuple[int, ...]
    duel: bool

    @property
    def hands(self) -> Hands:
        """The hands as dealt: nothing moves before the auction is over."""
        return dealt(self.table.rules, self.table.players, self.table.dealer)[0]


@dataclass(frozen=True, slots=True)
class Naming:
    """The bidder names trumps; where the rules say so, with the kitty already in hand."""

    table: Table
    contract: Contract
    hands: Hands

    @property
    def turn(self) -> int:
        """The bidder."""
        return self.contract.bidder


@dataclass(frozen=True, slots=True)
class Throwing:
    """Everyone throws at the same time; ``thrown`` by seat, None where it is still owed."""

    table: Table
    contract: Contract
    hands: Hands
    thrown: tuple[tuple[int, ...] | None, ...]


@dataclass(frozen=True, slots=True)
class ShortStock:
    """The stock is empty and seats still wait for cards, in the order of ``waiting``."""

    table: Table
    contract: Contract
    hands: Hands
    waiting: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Playing:
    """Cards fall. ``trick`` holds the slots played to it so far, the first by ``leader``."""

    table: Table
    contract: Contract
    hands: Hands
    leader: int
    trick: tuple[int, ...]
    tricks: tuple[Trick, ...]

    @property
    def turn(self) -> int:
        """The seat that plays next."""
        return (self.leader + len(self.trick)) % self.table.players


@dataclass(frozen=True, slots=True)
class HandOver:
    """A hand is done and lies open; ``table.results[-1]`` says what it came to."""

    table: Table
    contract: Contract
    hands: Hands  # only after a redeal: the hands that were not played
    tricks: tuple[Trick, ...]

    @property
    def result(self) -> Result:
        """What this hand came to."""
        return self.table.results[-1]


State = Undealt | Auction | Naming | Throwing | ShortStock | Playing | HandOver

CLASSES: Final = (
    *(Pass, Hold, Bid, Name, Throw, Play),
    *(Rules, Order, Mix, Trick, Result, Table, Contract),
    *(Undealt, Auction, Naming, Throwing, ShortStock, Playing, HandOver),
)


def undealt(rules: Rules, players: int, dealer: int) -> Undealt:
    """The table before the first hand; ``GameError`` when so many cannot play by these rules."""
    if players not in rules.seats:
        allowed = ", ".join(str(n) for n in rules.seats)
        raise GameError(f"By these rules {allowed} can play, not {players}.")
    if not 0 <= dealer < players:
        raise GameError(f"Seat {dealer} cannot deal: the seats are 0 to {players - 1}.")
    return Undealt(Table(rules, players, dealer, (), (), ()))


@cache
def dealt(rules: Rules, players: int, dealer: int) -> tuple[Hands, tuple[int, ...]]:
    """Which slots the deal gives to every hand, and which to the kitty: packet by packet."""
    hands: list[list[int]] = [[] for _ in range(players)]
    kitty: list[int] = []
    slot = 0
    for to_kitty, count in rules.packets:
        receivers = [kitty] if to_kitty else [hands[s] for s in from_left(players, dealer)]
        for receiver in receivers:
            receiver.extend(range(slot, slot + count))
            slot += count
    return tuple(tuple(hand) for hand in hands), tuple(kitty)


def from_left(players: int, seat: int) -> tuple[int, ...]:
    """All seats, beginning with the one on the left of ``seat`` and ending with itself."""
    return tuple((seat + i) % players for i in range(1, players + 1))


def pack_of(rules: Rules) -> tuple[int, ...]:
    """The faces of the pack these rules are played with."""
    return PACK_53 if rules.joker else PACK_52


def first_in_stock(table: Table) -> int:
    """The slot on top of the stock before anyone draws."""
    return HAND * table.players + table.rules.kitty


def with_faces(state: State, faces: Faces) -> State:
    """The same state knowing these faces."""
    return replace(state, table=replace(state.table, faces=faces))


def entitled(state: State) -> tuple[int, ...]:
    """For every slot the seats that may know its face, as bit masks.

    A seat knows what it was dealt, drew, took up as the kitty, and threw away; everyone knows what
    was played. A hand that is over lies open.
    """
    everyone = (1 << state.table.players) - 1
    slots = len(state.table.faces)
    if isinstance(state, HandOver):
        return (everyone,) * slots
    masks = [0] * slots
    if isinstance(state, Undealt):
        return tuple(masks)
    known = list(enumerate(state.hands))
    if not isinstance(state, Auction):
        known += enumerate(state.contract.thrown)
    for seat, own in known:
        for slot in own:
            masks[slot] |= 1 << seat
    if isinstance(state, Playing):
        for slot in (*state.trick, *(slot for trick in state.tricks for slot in trick.slots)):
            masks[slot] = everyone
    return tuple(masks)
