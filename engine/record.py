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
its move. Lines beginning with ``#`` are remarks.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from engine.game import Fresh, Game, GameError, Variant, find

FORMAT: Final = "card-night 1"
YOU: Final = "you"  # the way of playing of a seat that a person sits in
LONGEST: Final = 1_000_000  # characters; a game of hundreds of hands has a tenth of them


class RecordError(GameError):
    """A record that cannot be read or replayed; the message names the line and what is wrong."""


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
        """The text form, which ``parse`` reads back."""
        return "\n".join([self.head(), *map(self.line, self.entries), ""])


def clean_name(name: str) -> str:
    """A name fit for a line of the record: printable, single spaces, at most 24 characters."""
    printable = "".join(c if c.isprintable() else " " for c in name)
    return " ".join(printable.split())[:24].strip()


# -- reading --------------------------------------------------------------------------------------


def parse(text: str) -> Record:
    """The record a text holds, its moves not yet judged. ``RecordError`` names the bad line."""
    if len(text) > LONGEST:
        raise RecordError("The record is longer than any game can be.")
    lines = text.splitlines()
    if not lines or lines[0].strip() != FORMAT:
        raise RecordError(f"Line 1: a record begins with “{FORMAT}”.")
    numbered = [
        (number, line.strip())
        for number, line in enumerate(lines[1:], 2)
        if line.strip() and not line.lstrip().startswith("#")
    ]
    marks = [i for i, (_, line) in enumerate(numbered) if line == "moves"]
    if not marks:
        raise RecordError("The record breaks off before its line “moves”.")
    head = _head(numbered[: marks[0]])
    entries = tuple(_entry(head.game, *line) for line in numbered[marks[0] + 1 :])
    return Record(head.variant, head.rules, head.seed, head.dealer, head.seats, entries)


def _head(lines: Sequence[tuple[int, str]]) -> Record:
    found: dict[str, tuple[int, str]] = {}
    seats: list[Seat] = []
    for number, line in lines:
        word, _, rest = line.partition(" ")
        if word == "seat":
            plays, _, name = rest.partition(" ")
            seats.append(Seat(plays, clean_name(name)))
        elif word in ("game", "rules", "seed", "dealer") and word not in found:
            found[word] = number, rest
        else:
            raise RecordError(f"Line {number}: “{line[:40]}” does not belong into the head.")
    for word in ("game", "seed", "dealer"):
        if word not in found:
            raise RecordError(f"The head has no line “{word}”.")
    return _opened(found, tuple(seats))


def _opened(found: dict[str, tuple[int, str]], seats: tuple[Seat, ...]) -> Record:
    number, name = found["game"]
    try:
        variant = find(name)
    except GameError as error:
        raise RecordError(f"Line {number}: {error}") from None
    from engine.text import read_json  # a game that begins has nothing to read

    number, rules_text = found.get("rules", (0, "{}"))
    try:
        changes = read_json(rules_text)
    except ValueError:
        changes = None
    if not isinstance(changes, dict):
        raise RecordError(f"Line {number}: changed rules are told as {{…}} in JSON.")
    try:
        rules = variant.game.parse_rules(changes, variant.rules)
    except ValueError as error:
        raise RecordError(f"Line {number}: these rules cannot be played: {error}") from None
    number, dealer = found["dealer"]
    if dealer not in map(str, range(len(seats))):
        raise RecordError(f"Line {number}: the dealer is one of the seats 0 to {len(seats) - 1}.")
    record = Record(variant, rules, found["seed"][1], int(dealer), seats)
    try:
        record.first()  # refuses a number of players these rules do not seat
    except GameError as error:
        raise RecordError(f"The head: {error}") from None
    return record


def _entry(game: Game[Any, Any], number: int, line: str) -> Entry:
    word, _, rest = line.partition(" ")
    try:
        if word == "deal":
            return Dealt(tuple(game.parse_face(text) for text in rest.split()))
        if word.isascii() and word.isdigit() and len(word) < 3:
            return Made(int(word), game.parse_move(rest))
    except ValueError as error:
        raise RecordError(f"Line {number}: {error}") from None
    raise RecordError(f"Line {number}: “{line[:40]}” is neither a deal nor a seat's move.")


# -- replaying ------------------------------------------------------------------------------------


def replay(record: Record) -> Iterator[Any]:
    """The first state and the one after every entry, each move judged by the rules."""
    state = record.first()
    yield state
    for number, entry in enumerate(record.entries, 1):
        try:
            state = fold(record.game, state, entry)
        except GameError as error:
            line = record.line(entry)[:60]
            raise RecordError(f"Entry {number}, “{line}”: {error}") from None
        yield state


def final(record: Record) -> Any:
    """The state after the last entry."""
    *_, state = replay(record)
    return state


def fold(game: Game[Any, Any], state: Any, entry: Entry) -> Any:
    """The state after one entry; ``GameError`` when it cannot follow."""
    if isinstance(entry, Made):
        return game.apply(state, entry.seat, entry.move)
    return with_deal(game, state, entry)


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
