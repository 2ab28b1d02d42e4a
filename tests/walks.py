"""Walks through games for the laws: tables to sit at, ways of choosing, and what only a game knows.

A *walk* is some hands of a game, every state kept, by a device that knows all faces. A game that is
registered and has no ``Insight`` here makes the laws fail, so none can be forgotten.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field, replace
from functools import cache
from itertools import combinations
from random import Random
from typing import Any

from engine.deeds import rules as deeds_rules
from engine.deeds.play import Deeds
from engine.forty_fives import state as ff
from engine.forty_fives.play import FortyFives
from engine.forty_fives.rules import Rules, RulesError
from engine.game import Fresh, Game, GameError, Variant, find, names
from engine.record import Dealt, Entry, Made, Record, Seat, with_deal
from engine.table import dealt_by
from tests import deeds_positions
from tests.deeds_walks import places, sayings, stands_for, varied
from tests.positions import random_fields

Pick = Callable[[int], int]  # how many moves there are → the number of the one to make

# ------------------------------------------------------------------------------------------ tables


@dataclass(frozen=True)
class Table:
    """A variant, perhaps with house rules, and how many play."""

    variant: Variant
    rules: Any
    players: int

    @property
    def game(self) -> Game[Any, Any]:
        return self.variant.game


def registered() -> Iterator[tuple[str, Table]]:
    """Every registered game with every number of players that its rules seat."""
    for name in names():
        variant = find(name)
        for players in range(1, 11):
            try:
                variant.game.start(variant.rules, players, 0)
            except GameError:
                continue
            yield f"{name}-{players}", Table(variant, variant.rules, players)


def house(count: int) -> Iterator[tuple[str, Table]]:
    """Tables of the Forty-fives family with every rule drawn at random."""
    variant, rng = find("110"), Random(2026)
    number = 0
    while number < count:
        try:
            rules = Rules(**random_fields(rng))
        except RulesError:
            continue
        yield f"house-{number}", Table(variant, rules, rng.choice(rules.seats))
        number += 1


def deeds_house(count: int) -> Iterator[tuple[str, Table]]:
    """Tables of Deeds with every rule drawn at random, but for one where the stock soon runs out."""
    variant, rng = find("deeds"), Random(2026)
    quick = deeds_rules.Rules(draw=5, draw_empty=7, hand_limit=3, plays=2)
    yield "house-deeds-quick", Table(variant, quick, 6)
    for number in range(count):
        rules = deeds_rules.Rules(**deeds_positions.random_fields(rng))
        yield f"house-deeds-{number}", Table(variant, rules, rng.randint(2, 6))


TABLES: dict[str, Table] = dict(registered())
FAMILY = {name: table for name, table in TABLES.items() if isinstance(table.game, FortyFives)}
"""The tables of the Forty-fives family."""
HOUSE: dict[str, Table] = dict(house(24))
DEEDS_HOUSE: dict[str, Table] = dict(deeds_house(7))

# ------------------------------------------------------------------------------------------- walks


@dataclass
class Walk:
    """The states of some hands, and the entry that led from each to the next."""

    table: Table
    dealer: int
    states: list[Any]
    entries: list[Entry] = field(default_factory=list)

    @property
    def game(self) -> Game[Any, Any]:
        return self.table.game

    @property
    def seats(self) -> range:
        return range(self.table.players)

    def steps(self) -> Iterator[tuple[Any, Entry, Any]]:
        """Every entry with the states before and after it."""
        return zip(self.states, self.entries, self.states[1:], strict=False)

    def moves(self) -> Iterator[tuple[Any, int, Any, Any]]:
        """Every move: the state before it, the seat, the move, the state after it."""
        for before, entry, after in self.steps():
            if isinstance(entry, Made):
                yield before, entry.seat, entry.move, after

    def deals(self) -> Iterator[tuple[Any, Any]]:
        """Every fresh deal: the states before and after it."""
        for before, entry, after in self.steps():
            if isinstance(entry, Dealt) and isinstance(self.game.shuffle_wanted(before), Fresh):
                yield before, after

    def record(self) -> Record:
        seats = tuple(Seat("random", f"Seat {seat}") for seat in self.seats)
        return Record(
            self.table.variant, self.table.rules, "walk", self.dealer, seats, tuple(self.entries)
        )


def walk(table: Table, chance: Random, pick: Pick, hands: int) -> Walk:
    """So many hands, chosen by ``pick``, the shuffles and the seat asked first by ``chance``.

    A game whose one hand lasts a whole evening is broken off.
    """
    game, varied, longest = table.game, insight(table.game).varied, insight(table.game).longest
    dealer = chance.randrange(table.players)
    path = Walk(table, dealer, [game.start(table.rules, table.players, dealer)])
    while True:
        state = path.states[-1]
        wanted = game.shuffle_wanted(state)
        if isinstance(wanted, Fresh):
            hands -= 1
        if hands < 0 or game.outcome(state) is not None or len(path.entries) == longest:
            return path
        if wanted is not None:
            entry: Entry = dealt_by(game, state, chance)
            after = with_deal(game, state, entry)  # type: ignore[arg-type]
        else:
            owed = game.owed(state)
            seat = owed[chance.randrange(len(owed))].seat
            moves = varied(game.legal_moves(state, seat))
            entry = Made(seat, moves[pick(len(moves))])
            after = game.apply(state, seat, entry.move)
        path.entries.append(entry)
        path.states.append(after)


def uniform(chance: Random) -> Pick:
    return chance.randrange


def early(chance: Random) -> Pick:
    """The first moves more often: passes, small throws."""
    return lambda count: int(chance.random() * chance.random() * count)


def late(chance: Random) -> Pick:
    """The last moves more often: high bids, throws of all one holds, so that stocks run short."""
    return lambda count: count - 1 - int(chance.random() ** 16 * count)


def mixed(chance: Random) -> Pick:
    picks = [style(chance) for style in (uniform, early, late)]
    return lambda count: picks[chance.randrange(3)](count)


STYLES = (mixed, late, early, uniform)


@cache
def seeded_walks(name: str, count: int, hands: int) -> tuple[Walk, ...]:
    """So many walks at a table, always the same; the styles take turns."""
    table = {**TABLES, **HOUSE, **DEEDS_HOUSE}[name]
    walks = []
    for number in range(count):
        chance = Random(f"walk {name} {number}")
        walks.append(walk(table, chance, STYLES[number % len(STYLES)](chance), hands))
    return tuple(walks)


# -------------------------------------------------------------------------- what only a game knows


@dataclass(frozen=True)
class Insight:
    """What the laws must know of a game beyond its contract."""

    places: Callable[[Any], list[tuple[int, ...]]]
    """Where the live slots lie, place by place, but for those nobody has touched yet."""
    sayings: Callable[[Any, int], list[Any]]
    """All moves that could be said in a state, sense and nonsense."""
    forgetful: Callable[[Any], Any]
    """The state with all that earlier hands left behind taken out."""
    dealer: Callable[[Any], int]
    first: Callable[[Any], int]
    """The seat that must be asked first after a deal."""
    stands_for: Callable[[Any, list[Any], Any], bool] = lambda state, listed, move: False
    """Whether a legal move is not listed because one of these, of cards alike, stands for it."""
    varied: Callable[[Any], Any] = lambda moves: moves
    """Of a list of moves those that a walk chooses from, so that it meets the rare ones too."""
    several: bool = False
    """Whether a seat may owe several answers at once."""
    longest: int = 10**9
    """After so many entries a walk is broken off."""


def _places(state: Any) -> list[tuple[int, ...]]:
    if isinstance(state, ff.Undealt):
        return []
    table = state.table
    died = {slot for mix in table.mixes for slot in mix.died}
    kitty = ff.dealt(table.rules, table.players, table.dealer)[1]
    places = list(state.hands)
    contract = getattr(state, "contract", None)
    in_hand = {slot for hand in state.hands for slot in hand}
    if contract is None or not contract.thrown:
        places.append(() if in_hand.issuperset(kitty) else kitty)
    else:
        places += [tuple(s for s in own if s not in died) for own in contract.thrown]
    places += [trick.slots for trick in getattr(state, "tricks", ())]
    places.append(getattr(state, "trick", ()))
    return places


def _sayings(state: Any, seat: int) -> list[Any]:
    slots = len(state.table.faces)
    said: list[Any] = [None, "pass", ff.Pass(), ff.Hold()]
    said += [ff.Bid(figure) for figure in (-5, 0, 17, 65, 120, 10**9, *range(5, 61, 5))]
    said += [ff.Bid(figure, suit) for figure in (15, 20, 30, 60) for suit in (*"SHDC", "X")]
    said += [ff.Name(suit) for suit in ("S", "H", "D", "C", "", "X", "s", "SH")]
    said += [ff.Play(slot) for slot in range(-1, slots + 2)]
    hands = getattr(state, "hands", ())
    hand = hands[seat] if 0 <= seat < len(hands) else (0, 1, 2)
    other = hands[(seat + 1) % len(hands)] if hands else ()
    sizes = range(len(hand) + 1) if isinstance(state, ff.Throwing) else (0, 3)
    throws = [throw for size in sizes for throw in combinations(hand, size)]
    throws += [hand[::-1], (*hand[:2], *hand[:1]), (*hand[:1], *hand[:1]), other[:1], (-1,)]
    throws += [(*hand[:2], *other[:1]), (slots,), tuple(range(9)), (slots - 1,)]
    return said + [ff.Throw(throw) for throw in throws]


def _forgetful(state: Any) -> Any:
    return replace(state, table=replace(state.table, results=()))


INSIGHTS: dict[type, Insight] = {
    FortyFives: Insight(
        places=_places,
        sayings=_sayings,
        forgetful=_forgetful,
        dealer=lambda state: state.table.dealer,
        first=lambda state: (state.table.dealer + 1) % state.table.players,
    ),
    Deeds: Insight(
        places=places,
        sayings=sayings,
        forgetful=lambda state: state,
        dealer=lambda state: state.table.dealer,
        first=lambda state: (state.table.dealer + 1) % state.table.players,
        stands_for=stands_for,
        varied=varied,
        several=True,
        longest=130,
    ),
}


def insight(game: Game[Any, Any]) -> Insight:
    """What the laws must know of the game; a game without it is not tested and so not allowed."""
    return INSIGHTS[type(game)]


def changes(rules: Any) -> dict[str, Any]:
    """The rules as a plain mapping, for the naive restatement."""
    return asdict(rules)
