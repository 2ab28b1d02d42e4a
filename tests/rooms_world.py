"""A simulated world for rooms: phones, links, a relay, and one clock for all, without any of them real.

The relay is the product's own (``web.relay.house``), on a wire of this module. A ``Handset`` is what
holds a ``Room`` on a real phone: a socket, a store, a person. Links have delays; they can be cut, and
duplicate what they carry. Everything follows from a seed.
"""

from __future__ import annotations

import heapq
import json
from collections.abc import Callable, Iterable
from hashlib import sha256
from random import Random
from typing import Any

from engine.bots.bot import find_bot
from engine.rooms import actions as act
from engine.rooms.codes import Code
from engine.rooms.events import Event, Refusal
from engine.rooms.room import Room
from engine.sealed.steps import Steps, finish
from web.relay.frames import Refused
from web.relay.house import House
from web.relay.limits import Limits
from web.relay.room import Member
from web.relay.store import finished

START = 1_800_000_000_000  # milliseconds; any number will do
VERSION = "test-1"


class World:
    """One clock, one relay, some phones."""

    def __init__(self, seed: object, limits: Limits | None = None) -> None:
        self.seed = seed
        self.now = START
        self.chance = Random(f"{seed}/world")
        self.limits = limits or Limits()
        self.queue: list[tuple[int, int, Callable[[], None]]] = []
        self.count = 0
        self.up = True
        self.lives = 0  # counts the relay's
        self.handsets: list[Handset] = []
        self.frames: list[str] = []  # all that ever went over a link, either way
        self.house = House(self.limits, self)
        self.links: dict[Member, Link] = {}
        self.after_turn: Callable[[], None] | None = None

    # -- time ---------------------------------------------------------------------------------------

    def later(self, after: int, what: Callable[[], None]) -> None:
        self.count += 1
        heapq.heappush(self.queue, (self.now + max(0, after), self.count, what))

    def run(self, until: Callable[[], bool], within: int = 600_000) -> None:
        """Let time pass until something holds; an error when it does not within so long."""
        end = self.now + within
        while not until():
            if not self.queue or self.queue[0][0] > end:
                raise AssertionError(f"Nothing of the kind within {within} ms.")
            self.now, _, what = heapq.heappop(self.queue)
            what()

    def pass_(self, time: int) -> None:
        """Let so much time pass."""
        end = self.now + time
        while self.queue and self.queue[0][0] <= end:
            self.now, _, what = heapq.heappop(self.queue)
            what()
        self.now = end

    # -- the relay's wire -----------------------------------------------------------------------------

    def send(self, members: Iterable[Member], text: bytes) -> list[Member]:
        for member in list(members):
            self.tell(member, text)
        return []

    def tell(self, member: Member, text: bytes) -> None:
        link = self.links.get(member)
        if link is not None:
            link.down(text.decode())

    def pump(self, member: Member) -> None:
        def go() -> None:
            room = member.room
            while room is not None and member in room.late:
                text = room.piece(member, self.limits, self.now / 1000)
                if text is None:
                    return
                self.tell(member, text)

        self.later(0, go)

    def close(self, member: Member, code: str) -> None:
        link = self.links.get(member)
        if link is not None:
            link.close()

    def changed(self, room: Any) -> None:
        self.later(50, room.tell_who)

    def kill_relay(self, down: int) -> None:
        """The relay dies with all it knew, and is back, empty, after a while."""
        self.up = False
        self.lives += 1
        for link in list(self.links.values()):
            link.cut()
        self.house = House(self.limits, self)

        def back() -> None:
            self.up = True

        self.later(down, back)

    # -- phones -----------------------------------------------------------------------------------

    def entropy(self, whose: object) -> Callable[[], bytes]:
        count = iter(range(10**9))
        return lambda: sha256(f"{self.seed}/{whose}/{next(count)}".encode()).digest()

    def host(self, name: str = "Host") -> Handset:
        """A phone that makes a room."""
        handset = Handset(self, name)
        handset.begin(Room.make(name, VERSION, self.now, handset.entropy))
        return handset

    def guest(self, code: Code, name: str, version: str = VERSION) -> Handset:
        """A phone that wants to enter."""
        handset = Handset(self, name)
        handset.version = version
        handset.begin(Room.enter(code, name, version, self.now, handset.entropy))
        return handset

    def settle(self, time: int = 3_000) -> None:
        self.pass_(time)


class Link:
    """One socket. What is sent arrives in order, after the delay; a cut loses what is under way."""

    def __init__(self, world: World, handset: Handset) -> None:
        self.world, self.handset = world, handset
        self.alive = True
        self.member: Member | None = None
        self.delay = handset.delay
        self.free = [0, 0]  # when the last one arrives, up and down
        world.later(self.delay, self.arrive)

    def arrive(self) -> None:
        if not self.alive:
            return
        world = self.world
        if not world.up or self.handset.offline:
            self.alive = False
            self.handset.later(lambda: self.handset.lost(self))
            return
        self.member = world.house.arrive(self.handset.address, world.now / 1000)
        world.links[self.member] = self
        self.handset.later(lambda: self.handset.opened(self))

    def _carry(self, way: int, what: Callable[[], None]) -> None:
        delay = self.delay + self.world.chance.randrange(1 + self.delay // 2)
        at = max(self.world.now + delay, self.free[way])
        self.free[way] = at

        def go() -> None:
            if self.alive:
                what()

        self.world.later(at - self.world.now, go)

    def up(self, text: str) -> None:
        self.world.frames.append(text)
        data = text.encode()

        def go() -> None:
            if self.member is not None and not self.member.closed:
                finished(self.world.house.frame(self.member, data, self.world.now / 1000))

        self._carry(0, go)
        if self.handset.doubles and self.world.chance.random() < 0.2:
            self._carry(0, go)

    def down(self, text: str) -> None:
        self.world.frames.append(text)
        self._carry(1, lambda: self.handset.received(self, text))
        if self.handset.doubles and self.world.chance.random() < 0.2:
            self._carry(1, lambda: self.handset.received(self, text))

    def close(self) -> None:
        """The relay ends it: what it had said before still arrives."""
        self._carry(1, self.cut)

    def cut(self) -> None:
        if not self.alive:
            return
        self.alive = False
        if self.member is not None:
            self.world.links.pop(self.member, None)
            if not self.member.closed:
                self.world.house.leave(self.member)
        self.handset.later(lambda: self.handset.lost(self))


class Handset:
    """A phone: its socket, its store, its clock's alarms, and the person who holds it."""

    def __init__(self, world: World, name: str) -> None:
        self.world, self.name = world, name
        self.number = len(world.handsets)
        world.handsets.append(self)
        self.version = VERSION
        self.entropy = world.entropy(f"{name}/{self.number}")
        self.chance = Random(f"{world.seed}/person {self.number}")
        self.address = f"10.0.0.{self.number % 250}"
        self.store: dict[str, str] = {}
        self.written: list[tuple[str, str | None]] = []
        self.events: list[Event] = []
        self.room: Room | None = None
        self.link: Link | None = None
        self.delay = 40
        self.offline = False
        self.doubles = False
        self.plays: str | None = None  # how the person plays, if it does
        self.alarm: int | None = None
        self.life = 0  # counts the page's lives
        self.thinks = 300  # milliseconds
        self.tears: int | None = None  # writes after which the page dies, before it has sent more
        self.crashes = 0
        self.slice = 0  # steps of work at once, everything else between them; 0: all
        self.steps: Steps[None] | None = None
        self.due = False

    def later(self, what: Callable[[], None], after: int = 0) -> None:
        self.world.later(after, what)

    # -- the page's life ------------------------------------------------------------------------------

    def begin(self, room: Room) -> None:
        self.room, self.steps = room, None
        self.life += 1
        self.go_on()

    def kill(self) -> None:
        """The page is gone; the store stays."""
        self.room, self.steps = None, None
        self.life += 1
        if self.link is not None:
            self.link.cut()
            self.link = None

    def reopen(self) -> None:
        steps = Room.restored(self.store, self.version, self.world.now, self.entropy)
        self.begin(finish(steps))

    def crash(self) -> None:
        """The page died between two writes; it is opened again."""
        self.crashes += 1
        self.kill()
        self.reopen()

    def go_offline(self, time: int | None = None) -> None:
        self.offline = True
        if self.link is not None:
            self.link.cut()
        if time is not None:
            self.later(self.go_online, time)

    def go_online(self) -> None:
        self.offline = False
        if self.room is not None:
            self.room.visible(self.world.now, True)
            self.go_on()

    # -- the socket -----------------------------------------------------------------------------------

    def opened(self, link: Link) -> None:
        if link is self.link and link.alive and self.room is not None:
            self.room.opened(self.world.now)
            self.go_on()

    def received(self, link: Link, text: str) -> None:
        if link is self.link and self.room is not None:
            self.room.received(text, self.world.now)
            self.go_on()

    def lost(self, link: Link) -> None:
        if link is self.link:
            self.link = None
            if self.room is not None:
                self.room.closed(self.world.now)
                self.go_on()

    # -- what the wiring does ---------------------------------------------------------------------------

    def go_on(self) -> None:
        room = self.room
        if room is None:
            return
        if self.steps is None:
            self.steps = room.work()
        for _ in range(self.slice or 10**9):
            try:
                next(self.steps)
            except StopIteration:
                self.steps = None
                break
        self.carry_out(room)
        if self.room is not room:
            return
        if self.steps is not None or room.busy:
            if not self.slice:
                self.go_on()
            elif not self.due:
                self.due = True
                self.later(self.next_slice, 1)
            return
        self.set_alarm(room)
        self.think(room)

    def next_slice(self) -> None:
        self.due = False
        self.go_on()

    def carry_out(self, room: Room) -> None:
        out = room.take()
        for key, text in out.keep:
            if self.tears is not None:
                self.tears -= 1
                if self.tears < 0:
                    break
            self.written.append((key, text))
            if text is None:
                self.store.pop(key, None)
            else:
                self.store[key] = text
        if self.tears is not None and (self.tears < 0 or (out.frames and self.tears == 0)):
            self.tears = None
            self.later(self.crash)
            self.room = None
            return
        for frame in out.frames:
            if self.link is not None and self.link.alive:
                self.link.up(frame)
        if out.line and self.link is not None:
            old, self.link = self.link, None
            old.cut()
        if out.line == "open":
            self.link = Link(self.world, self)
        self.events += out.events
        if out.forget:
            self.store.clear()

    def set_alarm(self, room: Room) -> None:
        wake = room.wake
        if wake is None or (self.alarm is not None and self.world.now < self.alarm <= wake):
            return
        self.alarm = wake
        life = self.life

        def ring() -> None:
            if self.life == life and self.room is not None and self.world.now >= (self.alarm or 0):
                self.alarm = None
                self.room.tick(self.world.now)
                self.go_on()

        self.later(ring, wake - self.world.now)

    # -- the person -------------------------------------------------------------------------------------

    def do(self, action: act.Action) -> None:
        assert self.room is not None
        self.room.do(action, self.world.now)
        self.go_on()

    def view(self) -> Any:
        assert self.room is not None
        return self.room.view(self.world.now)

    def think(self, room: Room) -> None:
        """A person that plays answers a moment later."""
        peer = room.play.peer if room.play is not None else None
        if self.plays is None or peer is None or not peer.asked() or peer.wish is not None:
            return
        life, asked = self.life, peer.asked()

        def answer() -> None:
            now_peer = self.room.play.peer if self.room and self.room.play else None
            if self.life != life or now_peer is not peer or peer.asked() != asked:
                return
            move = find_bot(self.plays or "").choose(peer.game, peer.view(), peer.seat, self.chance)
            try:
                self.do(act.Play(move))
            except Refusal:
                self.later(answer, 500)

        self.later(answer, self.thinks)

    def told(self, kind: type[Any]) -> list[Any]:
        return [event for event in self.events if isinstance(event, kind)]


def seated(
    seed: object, phones: int, seats: int | None = None, variant: str = "110", **more: Any
) -> tuple[World, list[Handset]]:
    """A world in which so many phones sit at one table of so many seats, bots at the others, before
    the start; they came in one after the other, so that the first is member 0."""
    world = World(seed, **more)
    host = world.host("Nora")
    world.run(lambda: host.view().phase == "lobby")
    names = ("Maeve", "Sam", "Sam", "Ada", "Li")
    guests: list[Handset] = []
    for name in names[: phones - 1]:
        guest = world.guest(host.room.code, name)
        world.run(lambda guest=guest: guest.view().phase == "lobby")  # type: ignore[misc]
        guests.append(guest)
    seats = seats or phones
    host.do(act.ChooseGame(variant))
    world.run(lambda: host.view().lobby.variant == variant)
    host.do(act.SetSeats(seats))
    world.run(lambda: len(host.view().lobby.seats) == seats)
    world.settle(500)
    for handset in guests:
        if handset.view().lobby.seat_of(handset.view().me) < 0:
            free = next(n for n, it in enumerate(handset.view().lobby.seats) if it.free)
            handset.do(act.Sit(free))
            world.settle(500)
    for seat, place in enumerate(host.view().lobby.seats):
        if place.free:
            host.do(act.SetBot(seat, "random"))  # which thinks in no time
            world.settle(300)
    return world, [host, *guests]


def refused(action: Callable[[], None]) -> str:
    """The code with which an action is refused, or nothing."""
    try:
        action()
    except Refusal as refusal:
        return refusal.code
    return ""


__all__ = ["Handset", "Refused", "World", "json", "refused", "seated"]
