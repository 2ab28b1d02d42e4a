"""What the screens ask of a table, wherever its cards are dealt: here alone, or sealed in a room."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from engine.bots.bot import Bot
    from engine.game import Game, Outcome, Question, Variant
    from engine.record import Made, Record


class AppTable(Protocol):
    """A table as the app sees it. ``engine.table.SoloTable`` is one.

    Its ``state`` may know more than the person at this device may: the screens show of it what lies
    open and what the own seat holds. A seat of -1 is an onlooker's, to whom no hand belongs.
    """

    @property
    def variant(self) -> Variant:
        """What is played."""

    @property
    def game(self) -> Game[Any, Any]:
        """The game's contract."""

    @property
    def rules(self) -> Any:
        """By which rules."""

    @property
    def state(self) -> Any:
        """What the table has come to."""

    @property
    def me(self) -> int:
        """The seat of the person at this device; -1 for an onlooker."""

    @property
    def names(self) -> tuple[str, ...]:
        """What the seats are called by others."""

    @property
    def away(self) -> tuple[str, ...]:
        """By seat what is said of a player who is not there, or nothing."""

    @property
    def record(self) -> Record | None:
        """The game as a text that replays; None where no device knows it whole."""

    @property
    def length(self) -> int:
        """A number that grows with every deal and move."""

    @property
    def last(self) -> Made | None:
        """The move just made, if it was one."""

    @property
    def outcome(self) -> Outcome | None:
        """None while the game goes on."""

    @property
    def waits_for_shuffle(self) -> bool:
        """Whether nothing can happen before this device shuffles."""

    def owed(self) -> tuple[Question, ...]:
        """The questions open now."""

    def play(self, seat: int, move: Any) -> AppTable:
        """The table after the person's move, or with it under way; ``IllegalMove`` if refused."""

    def shuffle(self) -> AppTable:
        """The table after the shuffle it waits for."""

    def bot_to_move(self) -> int | None:
        """The seat for which this device makes the next move by itself, or None."""

    def play_bot(self) -> AppTable:
        """The table after that move."""

    def advice(self, seat: int, bot: Bot) -> Any:
        """What a bot would do in the person's seat."""

    def told(self, most: int) -> Iterator[tuple[Any, Made, Any]]:
        """The last moves, at most so many, oldest first, each with the states before and after."""


def near(table: AppTable) -> int:
    """The seat at the near edge of the table: one's own, or the first for an onlooker."""
    return max(0, table.me)


def around(table: AppTable, players: int) -> tuple[int, ...]:
    """All seats in play order, the near one first."""
    return tuple((near(table) + i) % players for i in range(players))


def asks(table: AppTable) -> bool:
    """Whether the person at this device is asked something now."""
    return any(question.seat == table.me for question in table.owed())


def held(table: AppTable, hands: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
    """The slots of one's own hand; an onlooker has none."""
    return hands[table.me] if table.me >= 0 else ()
