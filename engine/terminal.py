"""A game in a terminal: a person in seat 0, bots in the others, cards as text.

Knows no game: what is seen and what is wanted is told by the contract's ``tell`` and ``said``, and
what is typed is read as the text form of a move in which a card may stand for its slot.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from engine.game import Fresh, Game, Outcome, Refusal
from engine.record import YOU, Seat
from engine.referee import Unreadable
from engine.table import SoloTable

PERSON: Final = 0
BOT_NAMES: Final = ("Anna", "Ben", "Cleo", "Dan", "Ella", "Finn", "Greta", "Hugo", "Iris")
HELP: Final = """\
Type what you do. Cards are typed as they are shown, 5S, 10H, JK, or by the number beside them; several
with spaces between. The verb may be left out where there is no doubt: “play 5S” or “5S”, “20”.
  ?  this help, and the table once more
  q  quit; with --record FILE the game is kept in the file"""


class Quit(Exception):
    """The person leaves the game."""


class Unheard(Exception):
    """The input has ended, so nobody can answer any more."""


def seated(players: int, bot: str) -> list[Seat]:
    """The person and so many bots with names."""
    return [Seat(YOU, "You")] + [Seat(bot, BOT_NAMES[i]) for i in range(players - 1)]


class Session:
    """One game at the terminal, kept in a file after every turn where one is named."""

    def __init__(self, table: SoloTable, record: Path | None) -> None:
        self.table = table
        self.record = record
        self.names = [seat.name for seat in table.record.seats]

    @property
    def game(self) -> Game[Any, Any]:
        """The game's contract."""
        return self.table.game

    def run(self) -> int:
        """Play to the end; the exit code: 0 the game is over or left, 2 the input has ended."""
        print(f"{self.table.record.variant.title}. “?” helps, “q” quits.")
        try:
            while self.table.outcome is None:
                self._go_on()
        except Quit:
            print("You leave the game.")
        except Unheard:
            self._keep()
            print("The input has ended before the game: nobody can answer.", file=sys.stderr)
            return 2
        self._keep()
        if self.record:
            print(f"The record is in {self.record}.")
        return 0

    def _go_on(self) -> None:
        """One shuffle or one move, told."""
        before = self.table
        if before.waits_for_shuffle:
            self.table = before.shuffle()
            fresh = isinstance(self.game.shuffle_wanted(before.state), Fresh)
            print("\nThe cards are dealt." if fresh else "The stock is shuffled anew.")
            return
        bot = before.bot_to_move()
        if bot is None:
            self._show()
            self.table = before.play(PERSON, self._asked())
            self._keep()
        else:
            self.table = before.play_bot()
        self._say(before)

    def _say(self, before: SoloTable) -> None:
        entry = self.table.record.entries[-1]
        old, new = before.view(PERSON), self.table.view(PERSON)
        print(self.game.said(old, entry.seat, entry.move, new, self.names))  # type: ignore[union-attr]
        outcome: Outcome | None = self.table.outcome
        if outcome or isinstance(self.game.shuffle_wanted(new), Fresh):
            print(self.game.tell(new, PERSON, self.names)[0])

    def _show(self) -> None:
        print("")
        for line in self.game.tell(self.table.view(PERSON), PERSON, self.names):
            print(line)

    def _examples(self) -> list[str]:
        """One move of each kind that may be made now, as text."""
        moves = self.game.legal_moves(self.table.view(PERSON), PERSON)
        texts = [self.game.move_text(move) for move in moves]
        return list({text.split()[0]: text for text in reversed(texts)}.values())[::-1]

    def _asked(self) -> Any:
        """A legal move, asked for until one is given."""
        while True:
            line = typed()
            if line in ("q", "quit"):
                raise Quit
            if line in ("?", "help"):
                print(HELP)
                self._show()
                print(f"Now for instance: {', '.join(self._examples())}.")
                continue
            move, problem = understood(self.game, self.table.view(PERSON), PERSON, line)
            if not problem:
                return move
            print(problem)

    def _keep(self) -> None:
        if self.record:
            save(self.record, self.table.record.text())


def typed() -> str:
    """One line from the person."""
    print("> ", end="", flush=True)
    try:
        line = sys.stdin.readline() if sys.stdin else ""
    except (OSError, ValueError):  # a closed or undecodable input says no more
        line = ""
    if not line:
        print("")
        raise Unheard
    return line.strip()


def save(path: Path, text: str) -> None:
    """Write a record; ``Unreadable`` says why it cannot be."""
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise Unreadable(f"The record cannot be written to {path}: {error.strerror}.") from None


# -- reading moves --------------------------------------------------------------------------------


def understood(game: Game[Any, Any], view: Any, seat: int, line: str) -> tuple[Any, str]:
    """The legal move that was typed and no problem, or None and what to tell the player."""
    refusal: Refusal | None = None
    for move in readings(game, view, seat, line):
        against = game.why_illegal(view, seat, move)
        if against is None:
            return move, ""
        refusal = refusal or against
    if refusal is not None:
        return None, game.explain(view, seat, refusal)
    unseen = [
        word for word in line.split() if _face(game, view, word) not in (None, *_seen(view, game))
    ]
    if unseen:
        return None, f"The card {unseen[0].upper()} is none that you see."
    return None, f"“{line[:40]}” is not understood. Type ? for help."


def readings(game: Game[Any, Any], view: Any, seat: int, line: str) -> Iterator[Any]:
    """The moves a line can mean: with the verb left out, cards for slots, letters of any size."""
    words = line.split()[:64]
    if not words:
        return
    verbs = {game.move_text(move).split()[0]: None for move in game.legal_moves(view, seat)}
    known = words[0].lower() in verbs
    for verb in [words[0].lower()] if known else verbs:
        rest = words[1:] if known else words
        slots = _slots(game, view, rest)
        for spelt in (slots, sorted(slots, key=_as_number), [word.upper() for word in rest]):
            try:
                yield game.parse_move(" ".join([verb, *spelt]))
            except ValueError:
                continue


def _slots(game: Game[Any, Any], view: Any, words: list[str]) -> list[str]:
    """The words with every card that is seen replaced by its slot, the newest first."""
    free = list(enumerate(game.faces(view)))
    found = []
    for word in words:
        face = _face(game, view, word)
        slot = max((s for s, own in free if face is not None and own == face), default=None)
        if slot is not None:
            free.remove((slot, face))
        found.append(word if slot is None else str(slot))
    return found


def _face(game: Game[Any, Any], view: Any, word: str) -> int | None:
    faces = {game.face_text(face).lower(): face for face in game.pack(view)}
    return faces.get(word.lower())


def _seen(view: Any, game: Game[Any, Any]) -> set[int | None]:
    return set(game.faces(view))


def _as_number(word: str) -> tuple[int, str]:
    return (int(word) if word.isdecimal() and len(word) < 9 else -1, word)


def play(table: SoloTable, record: Path | None) -> int:
    """A game at the terminal from the table on; the exit code."""
    return Session(table, record).run()
