"""The record of a game: a text that replays to the same state, move by move.

::

    card-night 1
    game 110
    rules {"near": 90}
    seed kitchen
    dealer 2
    seat you Nora
    seat steady Maeve
    moves
    deal 5S KH 10D …
    1 pass
    2 bid 20

The head says what is played, by which changed rules, and who sits where (a way of playing, then a
name); ``deal`` gives the faces of the slots a shuffle made, in order; every other line is a seat and
its move. Lines beginning with ``#`` are remarks. ``replay`` reads it back.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Final

from engine.game import Fresh, Game, GameError, Variant

FORMAT: Final = "card-night 1"
YOU: Final = "you"  # the way of playing of a seat that a person sits in


@dataclass(frozen=True, slots=True)
class Seat:
    """Who sits there: ``plays`` is ``you`` or the name of a bot, ``name`` what others call them."""

    plays: str
    name: str


@dataclass(frozen=True, slots=True)
class Dealt:
    """The faces a shuffle put on the slots it made, in slot order."""

    faces: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Made:
    """A move made by a seat."""

    seat: int
    move: Any


Entry = Dealt | Made


@dataclass(frozen=True, slots=True)
class Record:
    """A whole game: ``entries`` fold over the first state that the head describes."""

    variant: Variant
    rules: Any
    seed: str
    dealer: int
    seats: tuple[Seat, ...]
    entries: tuple[Entry, ...] = ()

    @property
    def game(self) -> Game[Any, Any]:
        """The game's contract."""
        return self.variant.game

    def first(self) -> Any:
        """The state before the first entry."""
        return self.game.start(self.rules, len(self.seats), self.dealer)

    def head(self) -> str:
        """The head of the text, its line ``moves`` included."""
        changes = self.game.rules_changes(self.rules, self.variant.rules)
        lines = [FORMAT, f"game {self.variant.name}"]
        if changes:
            lines.append(f"rules {json.dumps(changes)}")
        lines += [f"seed {self.seed}", f"dealer {self.dealer}"]
        lines += [f"seat {seat.plays} {seat.name}" for seat in self.seats]
        return "\n".join([*lines, "moves"])

    def line(self, entry: Entry) -> str:
        """One entry as a line of the text."""
        if isinstance(entry, Dealt):
            return " ".join(["deal", *map(self.game.face_text, entry.faces)])
        return f"{entry.seat} {self.game.move_text(entry.move)}"

    def text(self) -> str:
        """The text form, which ``replay.parse`` reads back."""
        return "\n".join([self.head(), *map(self.line, self.entries), ""])


def clean_name(name: str) -> str:
    """A name fit for a line of the record: printable, single spaces, at most 24 characters."""
    printable = "".join(c if c.isprintable() else " " for c in name)
    return " ".join(printable.split())[:24].strip()


def with_deal(game: Game[Any, Any], state: Any, entry: Dealt) -> Any:
    """The state after a shuffle that is known card by card; checked to be a shuffle at all."""
    wanted = game.shuffle_wanted(state)
    if wanted is None:
        raise GameError("No shuffle is wanted here.")
    before = game.faces(state)
    expected = wanted.pack if isinstance(wanted, Fresh) else [before[s] for s in wanted.slots]
    if sorted(entry.faces) != sorted(expected):  # type: ignore[type-var]
        raise GameError("These are not the cards that were to be shuffled.")
    kept = () if isinstance(wanted, Fresh) else before
    return game.with_faces(game.deal(state), kept + entry.faces)
