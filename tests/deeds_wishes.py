"""How people choose at Deeds who together want to see every action of the game used once, soon.

They tell one another what they hold. Who has a Hotel or a House is to come to a set and to build on
it, and the others let go what may be wanted for that. What a card of the hand could be the first to
do is kept until it can be done; a turn is ended as soon as there is nothing to do for the wish.

The same choice is made by simulated players and, with taps, by people with phones.
"""

from __future__ import annotations

from collections import Counter
from typing import Final

from engine.deeds import state as deeds
from engine.deeds.deck import CARDS, DEED, KIND, SIZE, TEN
from engine.deeds.legality import owed, too_many
from engine.deeds.options import legal_moves
from engine.deeds.payment import least_offer
from engine.deeds.state import Move, State, complete, has_name, owner_of, sets_of, stack_of

PLAYED: Final = {card.kind for card in CARDS} - {"money"}
"""What a card can be played for: a deed or wild laid, a rent asked for, and every action."""

ACTIONS: Final = frozenset(PLAYED | {"bank", "pay", "accept", "throw", "shift", "end"})
"""All that a person can do at the table. ``place`` is left out: it is asked only of who is handed a wild
deed in payment for which two stacks are open."""

RULES: Final = {
    "sets": 5,
    "draw": 5,
    "draw_empty": 7,
    "plays": 5,
    "hand_limit": 9,
    "buildings_on": "any set",
    "buildings_payable": False,
}
"""House rules by which everything comes up soon, no House is lost in a bank, and nobody wins before."""

RENTS: Final = frozenset(("rent", "any rent"))
BUILDINGS: Final = frozenset(("house", "hotel"))
ON_TABLES: Final = frozenset(("swap", "pickpocket"))
"""What wants deeds that lie on tables."""


def used_by(state: State, move: Move) -> frozenset[str]:
    """The actions that a move uses; the state, or a later one, knows the cards it shows."""
    match move:
        case deeds.Done():
            return frozenset(("end",))
        case deeds.Bank() | deeds.Shift() | deeds.Place() | deeds.Pay() | deeds.Throw():
            return frozenset((type(move).__name__.lower(),))
        case deeds.Accept():
            return frozenset(("accept",))
        case deeds.Rent(slot, _, hikes, _):
            return frozenset((kind_of(state, slot), *(("hike",) if hikes else ())))
    return frozenset((kind_of(state, move.slot),))


def kind_of(state: State, slot: int) -> str:
    """The kind of a card; empty where it is not known."""
    face = state.table.faces[slot]
    return "" if face is None else KIND[face]


class Wishes:
    """What was used already, and what the players have told of their hands, by kind."""

    def __init__(self) -> None:
        self.used: set[str] = set()
        self.held: dict[int, Counter[str]] = {}

    @property
    def missing(self) -> frozenset[str]:
        """What nobody has done yet."""
        return ACTIONS - self.used

    def choose(self, state: State, seat: int) -> Move:
        """The answer of a seat that is asked something; ``state`` is what it sees."""
        self.held[seat] = Counter(kind_of(state, slot) for slot in state.hands[seat])
        what = {it.what for it in owed(state) if it.seat == seat}
        if "answer" in what:
            return self._answer(state, seat)
        if "place" in what:
            return legal_moves(state, seat)[0]
        if "pay" in what:
            return deeds.Pay(least_offer(state, seat))
        if "throw" in what:
            return self._throw(state, seat)
        return max(legal_moves(state, seat), key=lambda move: self._mark(state, seat, move))

    def _answer(self, state: State, seat: int) -> Move:
        """A No Chance if nobody has said one, else it stands."""
        moves = legal_moves(state, seat)
        said = [it for it in moves if isinstance(it, deeds.Refuse)]
        if said and "no chance" in self.missing:
            return said[0]
        return next(it for it in moves if isinstance(it, deeds.Accept))

    # -- who is to build ----------------------------------------------------------------------------

    def holders(self, kind: str) -> set[int]:
        """Who holds a card of a kind, as far as it was told."""
        return {seat for seat, held in self.held.items() if held[kind]}

    def builders(self, state: State) -> set[int]:
        """Who is to build while no Hotel stands: who has a Hotel, else a House; and once the cards
        have gone round only one of them, for whom the others let go their deeds."""
        if "hotel" not in self.missing:
            return set()
        found = self.holders("hotel") or self.holders("house")
        if not found or not state.table.mixes:
            return found
        return {min(found, key=lambda seat: (not self._housed(state, seat), seat))}

    def _housed(self, state: State, seat: int) -> bool:
        """Whether a seat has a House, in the hand or on a set."""
        return bool(self.held[seat]["house"]) or any(it.house >= 0 for it in state.stacks[seat])

    def _collects(self, state: State, seat: int) -> bool:
        """Whether a seat is to come to a full set: to build on it, or to have it taken over."""
        if seat in self.builders(state):
            return True
        takers = self.holders("takeover")
        if "takeover" not in self.missing or takers == {seat}:
            return False
        whole = {it for it in range(state.table.players) if sets_of(state, it)}
        return not (any(whole - {it} for it in takers) if takers else whole)

    def _plan(self, state: State, seat: int) -> tuple[str, int]:
        """The colour that wants fewest deeds beside those on the seat's table and in its hand, and
        how many it wants."""
        faces, stacks = state.table.faces, state.stacks[seat]
        hand = [face for it in state.hands[seat] if (face := faces[it]) is not None and DEED[face]]
        found = []
        for colour, size in SIZE.items():
            begun = [len(it.deeds) for it in stacks if it.colour == colour and len(it.deeds) < size]
            left = size - max(begun, default=0)
            found.append((left - sum(colour in CARDS[it].colours for it in hand), left, colour))
        wants, _, colour = min(found)
        return colour, wants

    # -- what is thrown down ------------------------------------------------------------------------

    def _throw(self, state: State, seat: int) -> Move:
        """What is wanted least goes."""
        hand = sorted(state.hands[seat], key=lambda slot: (self._worth(state, seat, slot), slot))
        return deeds.Throw(tuple(sorted(hand[: too_many(state, seat)])))

    def _worth(self, state: State, seat: int, slot: int) -> int:
        """How much a card is wanted in this hand; 0 for what others may want, so that it is drawn
        again, and 1 for what nobody wants."""
        face, kind, held = state.table.faces[slot], kind_of(state, slot), self.held[seat]
        if face is None:
            return 1
        alike = [it for it in state.hands[seat] if kind_of(state, it) == kind]
        first = slot == min(alike)
        if kind in BUILDINGS and "hotel" in self.missing:
            return 9 if first and (kind == "hotel" or seat in self.builders(state)) else 0
        if kind in self.missing & PLAYED and first:
            return 8
        if kind == "takeover" and "hotel" in self.missing:
            return 7 if held["hotel"] else 0
        if kind in RENTS and "hike" in self.missing:
            return 6 if held["hike"] else 0
        if DEED[face] and self._collects(state, seat):
            fits = self._plan(state, seat)[0] in CARDS[face].colours
            return 5 if fits else 4 if face == TEN else 3 if kind == "wild" else 2
        return 0 if DEED[face] or kind == "payday" else 1

    # -- one's turn -----------------------------------------------------------------------------------

    def _mark(self, state: State, seat: int, move: Move) -> float:
        """How good a move of one's turn is; the end of the turn is better than 0."""
        new = used_by(state, move) & self.missing
        held = self.held[seat]
        match move:
            case deeds.Done():
                return 42 if "throw" in self.missing and too_many(state, seat) else 1
            case deeds.Lay():
                return self._lay(state, seat, move, bool(new))
            case deeds.Bank():
                return 20 - self._worth(state, seat, move.slot) if new else 0
            case deeds.Build():
                return 100 if new else 90 if "hotel" in self.missing and held["hotel"] else 0
            case deeds.Draw():
                return 40 if new or self._collects(state, seat) else 0
            case deeds.Rent(_, _, hikes, _) if "hike" in self.missing and held["hike"]:
                if not hikes:
                    return 0
            case deeds.Take() | deeds.Trade() | deeds.Seize():
                if self._spoils(state, seat, move):
                    return 0
        if new:
            return 50 + 10 * len(new) + self._aims(state, move)
        if self._aims(state, move):
            return 30 if getattr(move, "target", 0) != deeds.EVERYONE else 0
        return self._gains(state, seat, move)

    def _aims(self, state: State, move: Move) -> float:
        """Who holds a No Chance is asked while none was said, and who can pay while nobody has."""
        target = getattr(move, "target", None)
        if hasattr(move, "deed"):
            target = owner_of(state, move.deed)
        others = set(range(state.table.players)) - {state.turn}
        asked = others if target == deeds.EVERYONE else others & {target}
        refuses = "no chance" in self.missing and asked & self.holders("no chance")
        able = any(state.banks[it] or state.stacks[it] for it in asked)
        pays = "pay" in self.missing and able and isinstance(move, deeds.Ask | deeds.Rent)
        return 5 * bool(refuses) + 3 * bool(pays)

    def _gains(self, state: State, seat: int, move: Move) -> float:
        """What brings a builder nearer to a set, or to one with a House."""
        if isinstance(move, deeds.Take) and self._collects(state, seat):
            face, (colour, wants) = state.table.faces[move.deed], self._plan(state, seat)
            return 37 if wants > 0 and face is not None and colour in CARDS[face].colours else 0
        if isinstance(move, deeds.Seize) and "hotel" in self.missing and self.held[seat]["hotel"]:
            stack = stack_of(state.stacks[owner_of(state, move.deed)], move.deed)
            housed = stack is not None and stack.house >= 0
            return 39 if housed or self.held[seat]["house"] else 0
        return 0

    def _spoils(
        self, state: State, seat: int, move: deeds.Take | deeds.Trade | deeds.Seize
    ) -> bool:
        """Whether a move takes from a table what is to be built on there."""
        gives = isinstance(move, deeds.Trade) and self._planned(state, seat, move.own)
        if gives and self._collects(state, seat):
            return True
        owner = owner_of(state, move.deed)
        if owner not in self.builders(state) or self.held[seat]["hotel"]:
            return False
        return isinstance(move, deeds.Seize) or self._planned(state, owner, move.deed)

    def _planned(self, state: State, seat: int, deed: int) -> bool:
        stack = stack_of(state.stacks[seat], deed)
        return stack is not None and stack.colour == self._plan(state, seat)[0]

    def _lay(self, state: State, seat: int, move: deeds.Lay, new: bool) -> float:
        """A deed is laid for a set that is wanted, or for a card that needs one on the table."""
        faces, stacks = state.table.faces, state.stacks[seat]
        colour, wants = self._plan(state, seat)
        fits = move.colour == colour
        if fits and self._collects(state, seat) and not sets_of(state, seat):
            plain = kind_of(state, move.slot) == "deed" and too_many(state, seat)
            return 46 if wants <= 0 or new else 35 if plain else 0
        if new or ("pay" in self.missing and not state.banks[seat] and not stacks):
            return 45 + fits
        if self.missing & ON_TABLES and all(complete(it, faces) for it in stacks):
            return 34 + fits
        # A rent needs a colour of its own, and a hike needs a rent.
        hikes = "hike" in self.missing and self.held[seat]["hike"]
        wanted = RENTS if hikes else RENTS & self.missing
        rents = [it for it in state.hands[seat] if kind_of(state, it) in wanted]
        asked = [set(CARDS[face].colours) for it in rents if (face := faces[it]) is not None]
        lying = {it.colour for it in stacks if has_name(it, faces)}
        useful = any(move.colour in it for it in asked) and faces[move.slot] != TEN
        return 36 + fits if useful and not any(lying & it for it in asked) else 0
