"""All rooms of a relay, and what a frame of a phone does to them.

``House.frame`` is the whole way in: rates, form, rights, then the room. What only a store can decide
(which room there is, whose entry comes next) it asks of a ``Store``; the one of memory answers at
once, so ``store.finished`` runs a frame to its end without an event loop.
"""

from __future__ import annotations

from collections import Counter
from hmac import compare_digest
from typing import Any, Final

from web.relay import frames
from web.relay.frames import Join, Make, Note, Offer, Refused, Say, Trim, encoded
from web.relay.limits import Doors, Limits
from web.relay.log import Log
from web.relay.memory import Memory
from web.relay.room import Member, Room, Wire, news
from web.relay.store import Store, StoreDown

BLAMELESS: Final = {"relay-full", "settling", "stopping", "store"}
"""Refusals that are no fault of the phone's: it may say it again, and is not closed for it."""


class House:
    """The rooms, the doors and the counts."""

    def __init__(self, limits: Limits, wire: Wire, store: Store | None = None) -> None:
        self.limits, self.wire = limits, wire
        self.rooms: dict[str, Room] = {}
        self.doors = Doors()
        self.counts: Counter[str] = Counter()
        self.refusals: Counter[str] = Counter()
        self.stopping: float | None = None
        self.size = 0  # bytes of all logs
        self._labels = 0
        self.store: Store = store or Memory(self)

    # -- connections ------------------------------------------------------------------------------------

    def arrive(self, address: str, now: float, line: Any = None) -> Member:
        """A new connection; ``Refused`` when its address has too many."""
        if not self.doors.enter(address, self.limits.address):
            self.refusals["too-many"] += 1
            raise Refused("too-many", self.limits.address)
        self.counts["connections"] += 1
        return Member(address, self.limits, now, line)

    def leave(self, member: Member) -> None:
        """The connection is over."""
        member.closed = True
        self.doors.leave(member.address)
        self._step_out(member)

    def quiet(self, member: Member, quiet: bool) -> None:
        """Nothing is heard from a connection, or something again."""
        member.quiet = quiet
        if member.room:
            member.room.change()

    def _step_out(self, member: Member) -> None:
        if room := member.room:
            room.leave(member)
            if not room.senders:
                self.store.dropped(room)

    # -- frames -----------------------------------------------------------------------------------------

    async def frame(self, member: Member, data: bytes, now: float) -> None:
        """Does what a frame asks for, or says why not."""
        limits = self.limits
        try:
            if not member.frames.take(now, limits.rate, limits.burst):
                raise Refused("too-fast", round(member.frames.wait(limits.rate), 2))
            if not member.bytes.take(now, limits.byte_rate, limits.byte_burst, len(data)):
                raise Refused("too-fast", round(member.bytes.wait(limits.byte_rate, len(data)), 2))
            if len(data) > limits.message:
                raise Refused("too-long", limits.message)
            frame = frames.decode(data)
            if type(frame) is Say:
                await self._say(member, frame, now)
            else:
                await self._other(member, frame, now)
        except Refused as refused:
            self.refuse(member, refused, now)
        except StoreDown:
            self.refuse(member, Refused("store"), now)

    def refuse(self, member: Member, refused: Refused, now: float) -> None:
        """Says why not; whoever hears that too often is closed."""
        self.refusals[refused.code] += 1
        if member.closed:
            return
        self.wire.tell(member, refused.frame())
        if refused.code in BLAMELESS:
            return
        if not member.strikes.take(now, 1.0, self.limits.strikes):
            member.closed = True
            self._step_out(member)
            self.wire.close(member, refused.code)

    async def _other(self, member: Member, frame: frames.Frame, now: float) -> None:
        if isinstance(frame, Note):
            if len(frame.text) > self.limits.note:
                raise Refused("too-long", self.limits.note)
            member.note = frame.text
            self._inside(member).change()
        elif isinstance(frame, Trim):
            await self._trim(member, frame, now)
        elif self.stopping is not None:
            raise Refused("stopping", self.stopping)
        elif isinstance(frame, Join):
            await self._join(member, frame, now)
        elif isinstance(frame, Make):
            await self._make(member, frame, now)
        elif isinstance(frame, Offer):
            await self._offer(member, frame, now)

    @staticmethod
    def _inside(member: Member, id_: int | None = None) -> Room:
        if member.room is None:
            raise Refused("outside", id_=id_)
        return member.room

    async def _say(self, member: Member, say: Say, now: float) -> None:
        room, limits = self._inside(member, say.id), self.limits
        most = limits.log
        if member.guest:
            say = Say(say.id, False, say.body)
            most = int(most * limits.guest_share)
            if len(say.body.encode()) > limits.guest_message:
                raise Refused("too-long", limits.guest_message, id_=say.id)
            if not member.guest_says.take(now, limits.guest_rate, limits.guest_burst):
                wait = member.guest_says.wait(limits.guest_rate)
                raise Refused("too-fast", round(wait, 2), id_=say.id)
        fate = await self.store.append(room, member.sender, say, most, now)
        if fate == "again":
            room.echo(member, say.id, say.body)
        elif fate == "gone":
            self.drop(room)
        elif fate != "new":
            detail = {"log-full": most, "settling": limits.settle}.get(fate)
            raise Refused(fate, *([] if detail is None else [detail]), id_=say.id)

    async def _make(self, member: Member, make: Make, now: float) -> None:
        room = await self.store.open(make.room, now)
        if room is None:
            self._may_make(member, now)
            log = Log()
            room = await self.store.make(make.room, make.gate, make.sender, log, False, now)
        if room is None or room.maker != make.sender or room.gate != make.gate:
            raise Refused("taken", make.room)
        await self._enter(member, room, make.sender, False, 0, now)

    def _may_make(self, member: Member, now: float) -> None:
        if len(self.rooms) >= self.limits.rooms or self.size >= self.limits.logs:
            raise Refused("relay-full", len(self.rooms))
        if wait := self.doors.make(member.address, now, self.limits.makes):
            raise Refused("too-many-rooms", round(wait))

    async def _join(self, member: Member, join: Join, now: float) -> None:
        room = await self.store.open(join.room, now)
        inside = room is not None and join.gate is not None and compare_digest(room.gate, join.gate)
        if not inside:  # a guest, a forgotten room, or a guess
            if wait := self.doors.shut(member.address, now, self.limits.wrong):
                raise Refused("wrong-names", round(wait))
            if room is None:
                self.doors.wrong(member.address, join.room, now)
                raise Refused("no-room", join.room)
            if join.gate is not None:
                raise Refused("gate")
        assert room is not None
        if (fork := room.part(join.cursor, join.chain)) is not None:
            self.counts["forks"] += 1
            room.fork(fork, member, inside)
        elif join.cursor > room.log.next:
            end = room.log.next
            self.wire.tell(member, encoded(["behind", end, room.log.chain(end).hex()]))
        else:
            await self._enter(member, room, join.sender, not inside, join.cursor, now)

    async def _enter(
        self, member: Member, room: Room, sender: str, guest: bool, at: int, now: float
    ) -> None:
        room.check(sender, guest, self.limits)
        if member.closed:
            return
        if member.room is not None and member.room is not room:
            self._step_out(member)
        elif member.room is room:
            room.leave(member)
        room.enter(member, sender, guest, at, self.limits, now)
        await self.store.entered(room, member, now)

    async def _trim(self, member: Member, trim: Trim, now: float) -> None:
        room = self._inside(member)
        if not compare_digest(room.gate, trim.gate):
            raise Refused("gate")
        if not trim.upto <= room.log.next:
            raise Refused("bad-frame")
        if trim.upto > room.log.base:
            await self.store.trim(room, trim.upto, now)

    async def _offer(self, member: Member, offer: Offer, now: float) -> None:
        room = await self.store.open(offer.room, now)
        later = Log(offer.base, offer.chain, offer.lasts)
        if room is None:
            self._may_make(member, now)
            room = await self.store.make(offer.room, offer.gate, "", later, True, now)
            room = room or await self.store.open(offer.room, now)
        if room is None or not compare_digest(room.gate, offer.gate):
            raise Refused("gate")
        for _ in range(3):  # others may come in between
            fork = room.log.differs(offer.base, offer.chain, (text for *_, text in offer.entries))
            if fork is not None and not room.gives_way(fork):
                self.counts["forks"] += 1
                room.fork(fork, member, True)
                return
            if offer.base > room.log.next:
                await self.store.restart(room, later, now)
            if await self._follow(room, offer, fork, now):
                break
            if (there := await self.store.open(offer.room, now)) is None:
                raise Refused("no-room", offer.room)
            room = there
        if not offer.more:
            room = await self.store.open(offer.room, now)  # it may have been let go meanwhile
            if room is None:
                raise Refused("no-room", offer.room)
            at = min(offer.base + len(offer.entries), room.log.next)
            await self._enter(member, room, offer.sender, False, at, now)

    async def _follow(self, room: Room, offer: Offer, fork: int | None, now: float) -> bool:
        """Puts what is offered behind what the room has, or where the two part in place of what it
        has from there; False when others came in between."""
        log = room.log if fork is None else room.log.upto(fork)
        fresh = news(log, offer)
        if log.size + sum(len(text) for *_, text in fresh) > self.limits.log:
            raise Refused("log-full", self.limits.log)
        if fork is not None:
            self.counts["forks"] += 1
            return await self.store.cut(room, log, fresh, now)
        return not fresh or await self.store.extend(room, fresh, now)

    # -- rooms ------------------------------------------------------------------------------------------

    def hold(self, room: Room) -> Room:
        """Counts a room in."""
        self._labels += 1
        room.label = self._labels
        self.rooms[room.name] = room
        self.size += room.log.size
        return room

    def admit(self, room: Room, sender: str, id_: int, text: bytes) -> None:
        """Takes an entry into a room's log and sends it on."""
        self.size += len(text)
        self.counts["entries"] += 1
        room.admit(sender, id_, text)

    def trimmed(self, room: Room, upto: int) -> None:
        """Forgets entries of a room's log."""
        self.size -= room.log.size
        room.trim(upto)
        self.size += room.log.size

    def restarted(self, room: Room, log: Log) -> None:
        """Takes another part of the history for a room's log."""
        self.size += log.size - room.log.size
        room.restart(log)

    def drop(self, room: Room) -> None:
        """The room is gone; whoever is in it is told."""
        if self.rooms.get(room.name) is room:
            del self.rooms[room.name]
            self.size -= room.log.size
        for member in list(room.senders.values()):
            room.put_out(member, encoded(["no", "gone", None]))
        self.store.dropped(room)

    async def sweep(self, now: float) -> None:
        """Forgets the rooms whose time is over, whether anybody is in them or not."""
        for room in [it for it in self.rooms.values() if it.kept_until <= now]:
            if not await self.store.alive(room, now):
                self.drop(room)
