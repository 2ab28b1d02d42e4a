"""The store of a relay that is alone: what it holds itself, decided upon at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from web.relay.frames import Say
from web.relay.log import Log, entry_text
from web.relay.room import Member, Room

if TYPE_CHECKING:
    from web.relay.house import House


class Memory:
    """The store of one relay: what it holds itself."""

    def __init__(self, house: House) -> None:
        self.house = house

    async def open(self, name: str, now: float) -> Room | None:
        """The room of this name, unless its time is over."""
        room = self.house.rooms.get(name)
        if room is not None and room.kept_until <= now:
            self.house.drop(room)
            return None
        return room

    async def make(
        self, name: str, gate: bytes, maker: str, log: Log, settles: bool, now: float
    ) -> Room | None:
        """A new room."""
        limits = self.house.limits
        room = Room(name, gate, maker, log, self.house.wire, now + limits.life)
        if settles:
            room.settled, room.given = now + limits.settle, log.next
        return self.house.hold(room)

    async def append(self, room: Room, sender: str, say: Say, most: int, now: float) -> str:
        """The next entry, unless its id has been before or there is no place for it."""
        log = room.log
        if say.id <= log.last(sender):
            return "again"
        if now >= room.kept_until:
            return "gone"
        if now < room.settled:
            return "settling"
        text = entry_text(log.next, sender, say.id, say.body)
        if log.size + len(text) > most:
            return "log-full"
        if self.house.size + len(text) > self.house.limits.logs:
            return "relay-full"
        if say.keeps:
            room.kept_until = now + self.house.limits.life
        self.house.admit(room, sender, say.id, text)
        return "new"

    async def extend(self, room: Room, news: list[tuple[str, int, bytes]], now: float) -> bool:
        """Takes entries that follow on the last."""
        for sender, id_, text in news:
            self.house.admit(room, sender, id_, text)
        room.given = room.log.next
        return True

    async def cut(
        self, room: Room, rest: Log, news: list[tuple[str, int, bytes]], now: float
    ) -> bool:
        """Puts entries in the place of all that does not stand in the log's beginning."""
        room.cut(rest.next)
        self.house.restarted(room, rest)
        room.settled = now + self.house.limits.settle
        return await self.extend(room, news, now)

    async def restart(self, room: Room, log: Log, now: float) -> bool:
        """Puts a later part of the history in the place of a room's log."""
        self.house.restarted(room, log)
        room.given = log.next
        return True

    async def trim(self, room: Room, upto: int, now: float) -> None:
        """Forgets the entries below a number."""
        self.house.trimmed(room, upto)

    async def entered(self, room: Room, member: Member, now: float) -> None:
        """There is no other relay to tell."""

    async def alive(self, room: Room, now: float) -> bool:
        """Its time is over for everyone."""
        return False

    def changed(self, room: Room) -> None:
        """There is no other relay to tell."""

    def dropped(self, room: Room) -> None:
        """The room stays for its time, with or without anybody in it."""
