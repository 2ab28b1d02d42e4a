"""A record read back: its text judged line by line, then its moves by the rules, state after state.

A game that begins has nothing to read, so this stands apart from what is written.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from engine.game import Game, GameError, find
from engine.record import FORMAT, Dealt, Entry, Made, Record, Seat, clean_name, with_deal
from engine.text import read_json

LONGEST: Final = 1_000_000  # characters; a game of hundreds of hands has a tenth of them


class RecordError(GameError):
    """A record that cannot be read or replayed; the message names the line and what is wrong."""


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
