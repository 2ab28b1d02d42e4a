"""Logs in Valkey or Redis, so that any number of relays serve one room.

The store decides: an entry's number, whether it was said before and whether there is place for it
are found out within it, in one step (``scripts``). A room's entries are a stream, numbered as the
room numbers them, and all its keys expire when its life is over.

Every relay holds a copy of the rooms that its own connections are in, a ``Room`` like any other. A
channel of the room wakes the copies with the entry that has come; the stream is the truth. An entry
whose turn it is not, and a connection to the store that broke, send the relay to the stream, from
the number that it has: nothing is read "from now on", so nothing is lost between two reads. (One
XREAD blocked on all rooms would cost the store a look at each of them for every single entry.)
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
from typing import Any, Final

from web.relay import scripts
from web.relay.frames import Refused, Say, encoded
from web.relay.house import House
from web.relay.log import Log, entry_text
from web.relay.room import Member, Room
from web.relay.store import StoreDown
from web.relay.valkey_client import Failed, Lost
from web.relay.valkey_link import Link

BEAT: Final = 1.0  # seconds between two signs of life of a relay
LOCKS: Final = 256  # shared by all rooms


class ValkeyStore:
    """The store that several relays share (``house.Store``)."""

    def __init__(self, house: House, url: str) -> None:
        self.house = house
        self.name = secrets.token_hex(6)
        self._born: dict[Room, str] = {}
        self._locks = [asyncio.Lock() for _ in range(LOCKS)]
        self._newest: dict[tuple[str, str], int] = {}  # room, sender → the highest ticket elsewhere
        self._loading: dict[str, bool] = {}  # rooms being loaded → something came meanwhile
        self._due: dict[Room, None] = {}
        self._link = Link(url, self._heard, lambda: [it.name for it in self._born], self._back)

    async def start(self) -> None:
        """Connects, and stays connected."""
        await self._link.start()
        self._link.spawn(self._beat())

    async def stop(self) -> None:
        """Ends; the other relays miss this one at once, and what the store holds stays there."""
        self._link.farewell(self.name)
        await self._link.stop()

    # -- what the house asks ------------------------------------------------------------------------------

    async def open(self, name: str, now: float) -> Room | None:
        """This relay's copy of a room, as new as the store."""
        async with self._lock(name):
            room = self.house.rooms.get(name)
            if room is not None and await self._refresh(room, now):
                return room
            limits = self.house.limits
            if len(self.house.rooms) >= limits.rooms or self.house.size >= limits.logs:
                raise Refused("relay-full", len(self.house.rooms))
            self._loading[name] = False
            try:
                await self._link.listen(name)
                room = await self._load(name, now)
                if room and self._loading[name]:  # what came was later than what was loaded
                    await self._refresh(room, now)
            finally:
                del self._loading[name]
            if room is None:
                self._link.listen_no_more(name)
            return room

    async def make(
        self, name: str, gate: bytes, maker: str, log: Log, settles: bool, now: float
    ) -> Room | None:
        """A new room, made in the store and copied from it."""
        limits, lasts = self.house.limits, log.lasts()
        settle = int(limits.settle * 1000) if settles else 0
        arguments = [gate.hex(), maker, int(limits.life * 1000), settle, *_seed(log, lasts)]
        if await self._link.run(scripts.MAKE, name, secrets.token_hex(8), *arguments) != b"new":
            return None
        return await self.open(name, now)

    async def append(self, room: Room, sender: str, say: Say, most: int, now: float) -> str:
        """What the store makes of a message; the entry itself comes by the room's channel."""
        text = entry_text(0, sender, say.id, say.body)[3:]
        if self.house.size + len(text) > self.house.limits.logs:
            return "relay-full"
        life, keeps = int(self.house.limits.life * 1000), int(say.keeps)
        arguments = (sender, say.id, text, most, keeps, life)
        fate = str((await self._run(scripts.APPEND, room, *arguments)).decode())
        if fate == "again" and room.log.find(sender, say.id) is None:
            async with self._lock(room.name):
                await self._refresh(room, now)
        return fate

    async def extend(self, room: Room, news: list[tuple[str, int, bytes]], now: float) -> bool:
        """Entries that follow on the last one, all of them or none."""
        number = room.log.next
        flat = [part for entry in news for part in entry]
        done: bool = await self._run(scripts.EXTEND, room, number, *flat) == b"new"
        async with self._lock(room.name):
            await self._refresh(room, now)
        return done

    async def cut(
        self, room: Room, rest: Log, news: list[tuple[str, int, bytes]], now: float
    ) -> bool:
        """Entries in the place of all that does not stand in ``rest``. It is another room from then
        on, so that no copy of the old one is taken for it."""
        born, settle = secrets.token_hex(8), int(self.house.limits.settle * 1000)
        seed, flat = _seed(rest, rest.lasts()), [part for entry in news for part in entry]
        head = [born, settle, room.log.next, rest.next, rest.size, *seed]
        done: bool = await self._run(scripts.CUT, room, *head, *flat) == b"new"
        async with self._lock(room.name):
            await self._refresh(room, now)
        return done

    async def restart(self, room: Room, log: Log, now: float) -> bool:
        """A later part of the history in the place of what there is."""
        arguments = _seed(log, log.lasts())
        done: bool = await self._run(scripts.RESTART, room, *arguments) == b"new"
        async with self._lock(room.name):
            await self._refresh(room, now)
        return done

    async def trim(self, room: Room, upto: int, now: float) -> None:
        """Entries forgotten by all relays."""
        await self._run(scripts.TRIM, room, upto, room.log.chain(upto).hex())

    async def entered(self, room: Room, member: Member, now: float) -> None:
        """Takes a ticket, so that of two connections of a sender the newer stays."""
        try:
            ticket = int(await self._run(scripts.ENTER, room, self.name, member.sender))
        except StoreDown:
            return  # it is in, and whatever it says will be told that the store is away
        if member.room is not room:
            return
        member.ticket = ticket
        if self._newest.get((room.name, member.sender), 0) > ticket:
            self._elsewhere(room, member)

    async def alive(self, room: Room, now: float) -> bool:
        """Whether the store still has the room."""
        async with self._lock(room.name):
            return await self._refresh(room, now)

    def changed(self, room: Room) -> None:
        """Tells the other relays who is here, a moment later."""
        if not self._due:
            asyncio.get_running_loop().call_later(0.05, self._tell_who)
        self._due[room] = None

    def dropped(self, room: Room) -> None:
        """Forgets this relay's copy of a room in which nobody of its own is."""
        if room in self._born:
            self._link.spawn(self._let_go(room))

    # -- copies -----------------------------------------------------------------------------------------

    def _lock(self, name: str) -> asyncio.Lock:
        """Keeps what is done to one room, by whichever phone, in its order."""
        return self._locks[hash(name) % LOCKS]

    async def _let_go(self, room: Room) -> None:
        async with self._lock(room.name):
            if room.senders or room not in self._born:
                return
            self._publish(room, b"w", [self.name, []])
            self._forget(room)

    def _forget(self, room: Room) -> None:
        self._born.pop(room, None)
        self._due.pop(room, None)
        for key in [it for it in self._newest if it[0] == room.name]:
            del self._newest[key]
        if self.house.rooms.get(room.name) is room:
            self._link.listen_no_more(room.name)
            self.house.drop(room)

    async def _load(self, name: str, now: float) -> Room | None:
        state = await self._link.run(scripts.STATE, name, "", 0)
        if not state:
            return None
        born, gate, maker = state[0].decode(), bytes.fromhex(state[1].decode()), state[2].decode()
        room = Room(name, gate, maker, _log(state), self.house.wire, now + state[5] / 1000)
        self._born[room], room.given = born, int(state[9] or -1)
        self.house.hold(room)
        self._publish(room, b"q", [self.name])
        return room

    async def _refresh(self, room: Room, now: float) -> bool:
        """Makes a copy as new as the store; False, and the copy is dropped, when the room is gone."""
        born, number = self._born.get(room, ""), room.log.next
        state = await self._run(scripts.STATE, room, number) if born else []
        if not state or state[0].decode() != born:
            if state and state[10] == born.encode():  # it was cut
                room.cut(int(state[11]))
            self._forget(room)
            return False
        room.kept_until, room.given = now + state[5] / 1000, int(state[9] or -1)
        if state[6] > room.log.next:  # trimmed beyond what this copy has
            self.house.restarted(room, _log(state))
        else:
            for _, (_, text) in state[8]:
                self._take(room, text)
            if int(state[3]) > room.log.base:
                self.house.trimmed(room, int(state[3]))
        return True

    def _take(self, room: Room, text: bytes) -> bool:
        """Takes the entry if it is its turn; False when others are missing before it."""
        number, sender, id_, _ = text[1:].split(b",", 3)
        if int(number) > room.log.next:
            return False
        if int(number) == room.log.next:
            self.house.admit(room, sender[1:-1].decode(), int(id_), text)
        return True

    # -- the channels -----------------------------------------------------------------------------------

    def _heard(self, name: str, data: bytes) -> None:
        """What another relay, or this one, has published about a room."""
        room = self.house.rooms.get(name)
        if room is None or room not in self._born:
            if name in self._loading:
                self._loading[name] = True
            return
        kind, rest = data[:1], data[1:]
        if kind == b"e":
            if rest[:1] == b"1":
                now = asyncio.get_running_loop().time()
                room.kept_until = now + self.house.limits.life
            if not self._take(room, rest[1:]):
                self._link.spawn(self._catch_up(room))
        elif kind == b"t":
            if room.log.base < int(rest) <= room.log.next:
                self.house.trimmed(room, int(rest))
        elif kind == b"r":
            self._link.spawn(self._catch_up(room))
        elif kind == b"a":
            self._arrived(room, *rest.decode().split())
        else:
            self._who(room, kind, json.loads(rest))

    async def _catch_up(self, room: Room) -> None:
        async with self._lock(room.name):
            if room in self._born:
                await self._refresh(room, asyncio.get_running_loop().time())

    def _arrived(self, room: Room, relay: str, sender: str, text: str) -> None:
        ticket = int(text)
        if relay == self.name:
            return
        key = (room.name, sender)
        self._newest[key] = max(ticket, self._newest.get(key, 0))
        member = room.senders.get(sender)
        if member and 0 < member.ticket < ticket:
            self._elsewhere(room, member)

    def _elsewhere(self, room: Room, member: Member) -> None:
        room.put_out(member, encoded(["elsewhere"]))
        self.house.wire.close(member, "elsewhere")

    def _who(self, room: Room, kind: bytes, told: list[Any]) -> None:
        if told[0] == self.name:
            return
        if kind == b"q":
            self._tell(room)
        elif told[1] != room.away.get(told[0], []):
            room.away[told[0]] = told[1]
            if not told[1]:
                del room.away[told[0]]
            room.change()

    def _tell_who(self) -> None:
        due, self._due = self._due, {}
        for room in due:
            self._tell(room)

    def _tell(self, room: Room) -> None:
        here = [[it.sender, it.note] for it in room.senders.values() if not it.quiet]
        self._publish(room, b"w", [self.name, here])

    def _publish(self, room: Room, kind: bytes, told: list[Any]) -> None:
        if room in self._born:
            self._link.publish(room.name, kind + encoded(told))

    async def _run(self, script: str, room: Room, *rest: Any) -> Any:
        """Runs a script on the room that this copy is of, and on no later one of its name."""
        return await self._link.run(script, room.name, self._born.get(room, ""), *rest)

    # -- the other relays -------------------------------------------------------------------------------

    async def _back(self) -> None:
        """The connection is there (again): every copy is made as new as the store."""
        for room in list(self._born):
            await self._catch_up(room)
            if room in self._born:
                self._publish(room, b"q", [self.name])
                self._tell(room)

    async def _beat(self) -> None:
        """Gives signs of life, and takes out who is said to be there by relays that give none."""
        while True:
            with contextlib.suppress(Lost, Failed):
                await self._link.sign(self.name)
                for relay in {it for room in self._born for it in room.away}:
                    if not await self._link.lives(relay):
                        self._dead(relay)
            await asyncio.sleep(BEAT)

    def _dead(self, relay: str) -> None:
        for room in self._born:
            if room.away.pop(relay, None) is not None:
                room.change()


def _seed(log: Log, lasts: dict[str, int]) -> list[Any]:
    """A log's beginning as the scripts take it."""
    flat = [part for entry in lasts.items() for part in entry]
    return [log.base, log.chain(log.base).hex(), len(lasts), *flat]


def _log(state: list[Any]) -> Log:
    """A log out of what ``scripts.STATE`` says."""
    flat = state[7]
    lasts = {flat[at].decode(): int(flat[at + 1]) for at in range(0, len(flat), 2)}
    log = Log(int(state[3]), bytes.fromhex(state[4].decode()), lasts)
    for _, (_, text) in state[8]:
        _, sender, id_, _ = text[1:].split(b",", 3)
        log.admit(sender[1:-1].decode(), int(id_), text)
    return log
