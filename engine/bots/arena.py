"""Measures one way of playing against another: ``python -m engine.bots.arena steady random``.

Deals are *duplicate*: the same packs are dealt again with A in every seat (or on every side) in
turn among B's, and once more with B everywhere. What A gains is the difference to what B made of
the very same cards, so that luck falls out and a bot gains exactly nothing against itself.

What belongs to a game lies in its own folder, in a module ``measure`` beside the class that fulfils
the contract: ``points(state)``, by side, of the hand that has just ended, or None;
``side(state, seat)``; and ``slips(state, seat, move)``, the names of visible blunders.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from math import sqrt
from random import Random
from typing import Any, Final

from engine.bots.bot import Bot, find_bot
from engine.game import Fresh, Game, GameError, Variant, find, names, shuffled

NORMAL_95: Final = 1.96
LONGEST: Final = 1000  # hands; a whole game of two players who never get there is broken off


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean with its 95 % interval; ``count`` independent values went into it."""

    mean: float
    low: float
    high: float
    count: int

    def __str__(self) -> str:
        return f"{self.mean:+.2f} ({self.low:+.2f} to {self.high:+.2f})"


@dataclass(frozen=True, slots=True)
class Match(Mean):
    """What A gained on B, in points a hand and seat (or side), over ``hands`` hands played.

    ``a`` and ``b`` are the points a hand themselves; ``slips`` counts A's visible blunders.
    """

    hands: int
    a: float
    b: float
    gains: tuple[float, ...] = field(repr=False)  # deal by deal
    slips: Counter[str] = field(default_factory=Counter)


@dataclass(frozen=True, slots=True)
class Share(Mean):
    """The share of whole games A won, one seat or side of A among B's; ``fair`` is an even share."""

    fair: float

    def __str__(self) -> str:
        return f"{self.mean:.1%} ({self.low:.1%} to {self.high:.1%}), even would be {self.fair:.1%}"


def interval(values: Sequence[float]) -> tuple[float, float, float]:
    """The mean of independent values and its 95 % interval, by the normal approximation."""
    count = len(values)
    mean = sum(values) / count
    if count < 2:
        return mean, float("-inf"), float("inf")
    variance = sum((value - mean) ** 2 for value in values) / (count - 1)
    half = NORMAL_95 * sqrt(variance / count)
    return mean, mean - half, mean + half


# -- playing ----------------------------------------------------------------------------------------

Watcher = Callable[[Any, int, Any], None]


def _unwatched(state: Any, seat: int, move: Any) -> None:
    """Nobody looks."""


def play_hand(
    game: Game[Any, Any], state: Any, bots: Sequence[Bot], deal: str, watch: Watcher = _unwatched
) -> Any:
    """The state at the end of one hand, from one that waits for its deal; ``deal`` seeds it all."""
    chances = [Random(f"{deal}/seat {seat}") for seat in range(game.seats(state))]
    shuffles = 0
    while True:
        owed = game.owed(state)
        if owed:
            seat = owed[0].seat
            move = bots[seat].choose(game, game.masked(state, seat), seat, chances[seat])
            watch(state, seat, move)
            state = game.step(state, seat, move)
            continue
        wanted = game.shuffle_wanted(state)
        if wanted is None or (shuffles and isinstance(wanted, Fresh)):
            return state
        faces = game.faces(state)
        fresh = isinstance(wanted, Fresh)
        cards = wanted.pack if isinstance(wanted, Fresh) else [faces[s] for s in wanted.slots]
        mixed = tuple(shuffled(cards, Random(f"{deal}/shuffle {shuffles}")))
        state = game.with_faces(game.deal(state), mixed if fresh else faces + mixed)
        shuffles += 1


def _measure(game: Game[Any, Any]) -> Any:
    """The module ``measure`` in the game's folder."""
    return import_module(".".join([*type(game).__module__.split(".")[:-1], "measure"]))


def _seated(a: Bot, b: Bot, places: Iterable[int], players: int) -> list[Bot]:
    """A in these places, B in all others."""
    ours = set(places)
    return [a if seat in ours else b for seat in range(players)]


def _sides(variant: Variant, players: int, rules: Any) -> list[list[int]]:
    """The seats of every side, in the order of the sides."""
    start = variant.game.start(rules, players, 0)
    side = _measure(variant.game).side
    sides: dict[int, list[int]] = {}
    for seat in range(players):
        sides.setdefault(side(start, seat), []).append(seat)
    return [sides[number] for number in sorted(sides)]


def duplicate_match(
    variant: Variant,
    players: int,
    a: Bot,
    b: Bot,
    deals: int,
    seed: int | str,
    rules: Any = None,
) -> Match:
    """What A gains on B over single hands from a score of nothing, the dealer going round.

    Every deal is played once by B alone and once for each side with A on it, the same cards all
    the time; the gain of a deal is the mean over the sides of A's points less B's in its place.
    """
    rules = variant.rules if rules is None else rules
    game, measure = variant.game, _measure(variant.game)
    sides = _sides(variant, players, rules)
    made: list[tuple[float, float]] = []
    slips: Counter[str] = Counter()
    for deal in range(deals):
        start = game.start(rules, players, deal % players)
        name = f"{seed}/{deal}"
        level = measure.points(play_hand(game, start, [b] * players, name))
        gained = 0
        for side, seats in enumerate(sides):
            watch = _slip_counter(measure, slips, frozenset(seats))
            end = play_hand(game, start, _seated(a, b, seats, players), name, watch)
            gained += measure.points(end)[side]
        made.append((gained / len(sides), sum(level) / len(sides)))
    gains = tuple(ours - theirs for ours, theirs in made)
    mean, low, high = interval(gains)
    return Match(
        mean,
        low,
        high,
        deals,
        hands=deals * (len(sides) + 1),
        a=sum(ours for ours, _ in made) / deals,
        b=sum(theirs for _, theirs in made) / deals,
        gains=gains,
        slips=slips,
    )


def _slip_counter(measure: Any, slips: Counter[str], seats: frozenset[int]) -> Watcher:
    """A watcher that counts the slips of these seats."""

    def watch(state: Any, seat: int, move: Any) -> None:
        if seat in seats:
            slips.update(measure.slips(state, seat, move))

    return watch


def game_match(
    variant: Variant,
    players: int,
    a: Bot,
    b: Bot,
    games: int,
    seed: int | str,
    rules: Any = None,
) -> Share:
    """The share of whole games that A wins, each game played with A on every side in turn.

    Games with the same seed begin with the same deals, so they count as one value together.
    """
    rules = variant.rules if rules is None else rules
    sides = _sides(variant, players, rules)
    shares: list[float] = []
    for number in range(games):
        won = [
            _wins(variant, rules, _seated(a, b, seats, players), seats, number, f"{seed}/{number}")
            for seats in sides
        ]
        shares.append(sum(won) / len(won))
    mean, low, high = interval(shares)
    return Share(mean, low, high, games, fair=1 / len(sides))


def _wins(
    variant: Variant, rules: Any, bots: Sequence[Bot], seats: Sequence[int], dealer: int, name: str
) -> bool:
    """Whether these seats win a whole game; one broken off is won by nobody."""
    game = variant.game
    state = game.start(rules, len(bots), dealer % len(bots))
    for hand in range(LONGEST):
        state = play_hand(game, state, bots, f"{name}/{hand}")
        outcome = game.outcome(state)
        if outcome is not None:
            return seats[0] in outcome.winners
    return False


# -- the command line -------------------------------------------------------------------------------


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m engine.bots.arena",
        description="Measures the bot A against B on duplicate deals, A in every seat in turn.",
    )
    parser.add_argument("a", metavar="A", help="a bot, such as steady")
    parser.add_argument("b", metavar="B", help="the bot in all other seats, such as random")
    parser.add_argument("--game", default=names()[0], help="the game's name (%(default)s)")
    parser.add_argument("--players", type=int, default=4, help="how many play (%(default)s)")
    parser.add_argument("--deals", type=int, default=1000, help="single hands (%(default)s)")
    parser.add_argument("--games", type=int, default=100, help="whole games (%(default)s)")
    parser.add_argument("--seed", default="1", help="any text; the same one, the same cards")
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Prints what A gains on B and returns the exit code: 2 for a name that is not known."""
    given = _parser().parse_args(arguments)
    try:
        variant = find(given.game)
        a, b = find_bot(given.a), find_bot(given.b)
        match = duplicate_match(variant, given.players, a, b, max(2, given.deals), given.seed)
        print(f"{given.a} against {given.b}: {given.game}, {given.players} players")
        print(f"  points a hand   {match} over {match.count} deals, {match.hands} hands")
        print(f"                  {given.a} {match.a:+.2f}, {given.b} {match.b:+.2f}")
        for name in sorted(match.slips):
            print(f"  {given.a} {name}: {match.slips[name]} times")
        if given.games > 1:
            share = game_match(variant, given.players, a, b, given.games, given.seed)
            print(f"  games won       {share}, over {share.count} sets of deals")
    except GameError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
