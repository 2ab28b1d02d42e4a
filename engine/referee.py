"""What the referee does with files: judge rule cases, and retell a record move by move.

Beside ``terminal`` and ``__main__`` the only part of the engine that reads files.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from engine.game import Fresh, GameError, IllegalMove, find
from engine.record import YOU, Dealt, Made, Record
from engine.replay import LONGEST, fold, parse
from engine.text import read_json

PARTS: Final = ("id", "game", "kind", "given", "expect")


class Unreadable(Exception):
    """A file or a case that cannot be understood; the message is a sentence that names it."""


# -- rule cases -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Case:
    """A rule case and the file it stands in."""

    file: str
    data: Mapping[str, Any]

    @property
    def name(self) -> str:
        """The case's own id."""
        return str(self.data["id"])


def case_files(path: Path) -> list[Path]:
    """The files meant by a path: itself, or the folder's ``.json`` files by name."""
    if not path.is_dir():
        return [path]
    files = sorted(path.glob("*.json"))
    if not files:
        raise Unreadable(f"{path}: the folder holds no case files (*.json).")
    return files


def read_cases(path: Path) -> list[Case]:
    """The cases of one file. ``Unreadable`` when it is no list of whole cases."""
    try:
        rows = read_json(read_text(path))
    except ValueError as error:
        raise Unreadable(f"{path}: this is not readable JSON ({error}).") from None
    if not isinstance(rows, list) or not rows:
        raise Unreadable(f"{path}: a file of cases is a JSON array with at least one case.")
    for number, row in enumerate(rows, 1):
        problem = _damage(row)
        if problem:
            raise Unreadable(f"{path}, case {number}: {problem}")
    return [Case(str(path), row) for row in rows]


def _damage(row: Any) -> str:
    """What keeps a row from being a case, as a sentence; empty when nothing does."""
    if not isinstance(row, dict):
        return "a case is a JSON object."
    missing = [part for part in PARTS if part not in row]
    if missing:
        return f"the case has no “{missing[0]}”."
    if not all(isinstance(row[part], str) for part in ("id", "game", "kind")):
        return "“id”, “game” and “kind” are texts."
    if not isinstance(row["given"], dict) or not isinstance(row["expect"], dict):
        return "“given” and “expect” are JSON objects."
    if not row["expect"]:
        return "the case expects nothing."
    return "" if isinstance(row.get("rules", {}), dict) else "“rules” is a JSON object."


def complaints(case: Case) -> list[str]:
    """What does not hold in a case; ``Unreadable`` when the engine cannot understand it."""
    data = case.data
    try:
        variant = find(data["game"])
        rules = variant.game.parse_rules(data.get("rules", {}), variant.rules)
        return variant.game.complaints(rules, data)
    except (GameError, ValueError) as error:
        raise Unreadable(f"{case.file}, case {case.name}: {error}") from None


def judge(paths: Sequence[str]) -> int:
    """Print a verdict on every case; the exit code: 0 all hold, 1 some do not, 2 some unread."""
    held = failed = unread = 0
    for case in _cases_or_trouble(paths):
        try:
            found = [str(case)] if isinstance(case, Unreadable) else complaints(case)
        except Unreadable as trouble:
            case, found = trouble, []
        if isinstance(case, Unreadable):
            unread += 1
            print(f"error: {case}", file=sys.stderr)
        elif found:
            failed += 1
            print(f"FAILS  {case.name}  {'; '.join(found)}  ({case.file})")
        else:
            held += 1
            print(f"holds  {case.name}")
    print(f"{held + failed} judged: {held} hold, {failed} fail; {unread} could not be read.")
    return 2 if unread else 1 if failed else 0


def _cases_or_trouble(paths: Sequence[str]) -> Iterator[Case | Unreadable]:
    for path in paths:
        try:
            files = case_files(Path(path))
        except Unreadable as trouble:
            yield trouble
            continue
        for file in files:
            try:
                yield from read_cases(file)
            except Unreadable as trouble:
                yield trouble


# -- reading --------------------------------------------------------------------------------------


def read_text(path: Path | None) -> str:
    """The text of a file, or of what is piped in; ``Unreadable`` says what is wrong with it."""
    name = "standard input" if path is None else str(path)
    try:
        if path is not None:
            with path.open("rb") as file:
                data = file.read(4 * LONGEST + 1)
        elif sys.stdin is None:
            raise Unreadable("Nothing is piped in: standard input is closed.")
        else:
            data = sys.stdin.buffer.read(4 * LONGEST + 1)
    except OSError as error:
        raise Unreadable(f"{name} cannot be read: {error.strerror}.") from None
    if len(data) > 4 * LONGEST:
        raise Unreadable(f"{name} is too long to be what is wanted here.")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        raise Unreadable(f"{name} is not a text file (UTF-8).") from None


# -- records --------------------------------------------------------------------------------------


def names_of(record: Record) -> list[str]:
    """What to call the players: by their names, the nameless by their seats."""
    return [
        seat.name or ("You" if seat.plays == YOU else f"Seat {number}")
        for number, seat in enumerate(record.seats)
    ]


def replay(path: str) -> int:
    """Print what happened in a record; the exit code: 0 it holds, 1 refused, 2 not readable."""
    text = read_text(None if path == "-" else Path(path))
    try:
        record = parse(text)
    except GameError as error:
        raise Unreadable(f"{path}: {error}") from None
    names = names_of(record)
    print(f"{record.variant.title}: {', '.join(names)}. {names[record.dealer]} deals first.")
    state = record.first()
    for number, entry in zip(_line_numbers(text), record.entries, strict=True):
        try:
            after = fold(record.game, state, entry)
        except GameError as error:
            print(
                f"{path}, line {number}: {_refusal(record, state, entry, error)}", file=sys.stderr
            )
            return 1
        for line in account(record, state, entry, after, names):
            print(line)
        state = after
    _print_end(record, state, names)
    return 0


def account(
    record: Record, before: Any, entry: Dealt | Made, after: Any, names: Sequence[str]
) -> list[str]:
    """One entry told in lines; after the last move of a hand, how things stand."""
    game = record.game
    if isinstance(entry, Dealt):
        if not isinstance(game.shuffle_wanted(before), Fresh):
            return ["The stock is shuffled anew."]
        return ["", "The cards are shuffled and dealt."]
    sentence = game.said(before, entry.seat, entry.move, after, names)
    over = isinstance(game.shuffle_wanted(after), Fresh) and not game.outcome(after)
    return [sentence, game.tell(after, -1, names)[0]] if over else [sentence]


def _refusal(record: Record, state: Any, entry: Dealt | Made, error: GameError) -> str:
    """Why an entry cannot follow, in the rules' own words where they refuse it."""
    line = record.line(entry)[:60]
    if not isinstance(error, IllegalMove) or not isinstance(entry, Made):
        return f"“{line}” is refused. {error}"
    return f"“{line}” is refused. {record.game.explain(state, entry.seat, error.refusal)}"


def _print_end(record: Record, state: Any, names: Sequence[str]) -> None:
    print("")
    if record.game.outcome(state) is None:
        print("The game is not over:")
    for line in record.game.tell(state, -1, names):
        print(line)


def _line_numbers(text: str) -> list[int]:
    """The line in the text of every entry of the record."""
    lines = [line.strip() for line in text.splitlines()]
    first = lines.index("moves") + 1
    return [n + 1 for n, line in enumerate(lines) if n >= first and line and line[0] != "#"]
