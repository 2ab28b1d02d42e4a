"""What a store of logs is asked for, whether it is this process's memory or shared by several."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import Any, Protocol, TypeVar

from web.relay.frames import Say
from web.relay.log import Log
from web.relay.room import Member, Room

T = TypeVar("T")


def finished(work: Coroutine[Any, Any, T]) -> T:
    """The result of work that waits for nothing."""
    try:
        work.send(None)
    except StopIteration as stop:
        return stop.value  # type: ignore[no-any-return]
    work.close()
    raise RuntimeError("The store did not answer at once.")


class StoreDown(Exception):
    """The store cannot be reached; whether it has done what was asked is not known."""


class Store(Protocol):
    """Where the logs are decided upon. The rooms it gives are kept up to date by it."""

    async def open(self, name: str, now: float) -> Room | None:
        """The room of this name, when there is one."""

    async def make(
        self, name: str, gate: bytes, maker: str, log: Log, settles: bool, now: float
    ) -> Room | None:
        """A new room; None when the name is taken."""

    async def append(self, room: Room, sender: str, say: Say, most: int, now: float) -> str:
        """The fate of a message: ``new`` when everyone gets it, ``again``, or why it is refused."""

    async def extend(self, room: Room, news: list[tuple[str, int, bytes]], now: float) -> bool:
        """Takes entries that follow on the last; False when others came in between."""

    async def cut(
        self, room: Room, rest: Log, news: list[tuple[str, int, bytes]], now: float
    ) -> bool:
        """Puts entries in the place of all that does not stand in ``rest``, its log's beginning, and
        lets everyone out; False when others came in between."""

    async def restart(self, room: Room, log: Log, now: float) -> bool:
        """Puts a later part of the history in the place of a room's log."""

    async def trim(self, room: Room, upto: int, now: float) -> None:
        """Forgets the entries below a number that the log has."""

    async def entered(self, room: Room, member: Member, now: float) -> None:
        """A member has come in."""

    async def alive(self, room: Room, now: float) -> bool:
        """Whether a room whose time is over here lives on."""

    def changed(self, room: Room) -> None:
        """Who is here has changed."""

    def dropped(self, room: Room) -> None:
        """Nobody here needs this room any more."""
