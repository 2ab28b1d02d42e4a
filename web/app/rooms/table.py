"""The table of a room as the screens of the games see it: what the own seat may know, and no more."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from engine.bots.bot import Bot
from engine.game import Game, IllegalMove, Outcome, Question, Variant, find
from engine.record import Made
from engine.rooms.views import TableView
from engine.text import read_json


@dataclass(frozen=True, slots=True)
class RoomTable:
    """One moment of the room's table; an ``AppTable``.

    A move that is played here is only wished for: ``wish`` is what the room is to be told. It stands
    on the table, for everybody alike, once it comes back in the log.
    """

    view: TableView
    away: tuple[str, ...]
    rules: Any
    moves: int = 0  # how many moves and deals were seen, by this phone
    wish: Any = None

    @property
    def variant(self) -> Variant:
        """What is played."""
        return find(self.view.variant)

    @property
    def game(self) -> Game[Any, Any]:
        """The game's contract."""
        return self.view.game

    @property
    def state(self) -> Any:
        """What the table has come to, with the faces that the own seat may know."""
        return self.view.state

    @property
    def me(self) -> int:
        """The seat of the person at this device; -1 for an onlooker."""
        return self.view.seat

    @property
    def names(self) -> tuple[str, ...]:
        """What the seats are called by others."""
        return self.view.names

    @property
    def record(self) -> None:
        """No device knows all cards before the end, so there is no record to take along."""
        return None

    @property
    def length(self) -> int:
        """A number that grows with every deal and move."""
        return self.moves

    @property
    def last(self) -> None:
        """Nothing: moves are told as they come in the log, this person's own too."""
        return None

    @property
    def outcome(self) -> Outcome | None:
        """None while the game goes on."""
        return self.view.outcome

    @property
    def waits_for_shuffle(self) -> bool:
        """Never: the phones shuffle in turn, by themselves."""
        return False

    def owed(self) -> tuple[Question, ...]:
        """The questions open now; those of the own seat once it can answer them."""
        if self.view.state is None:
            return ()
        others = (it for it in self.game.owed(self.view.state) if it.seat != self.view.seat)
        return (*self.view.asked, *others) if self.wish is None else tuple(others)

    def play(self, seat: int, move: Any) -> RoomTable:
        """The table with a move under way; ``IllegalMove`` when the rules refuse it."""
        refusal = self.game.why_illegal(self.view.state, seat, move)
        if refusal is not None:
            raise IllegalMove(refusal)
        return replace(self, wish=move) if self.view.asked else self

    def shuffle(self) -> RoomTable:
        """Itself."""
        return self

    def bot_to_move(self) -> int | None:
        """None: whoever keeps a bot makes its moves, and all see them in the log."""
        return None

    def play_bot(self) -> RoomTable:
        """Itself."""
        return self

    def advice(self, seat: int, bot: Bot) -> Any:
        """What a bot would do in the person's seat, from its view."""
        return bot.choose(self.game, self.view.state, seat, Random(f"advice/{self.moves}"))

    def told(self, most: int) -> Iterator[tuple[Any, Made, Any]]:
        """Nothing: what was said while this phone listened stands in the log already."""
        return iter(())


def rules_of(variant: Variant, changes: str) -> Any:
    """The rules that a variant and its changes as JSON make; ``ValueError`` where they make none."""
    return variant.game.parse_rules(read_json(changes), variant.rules)
