"""Phones with the whole app on them, joined by the relay's own house in memory; time is simulated.

A phone does what the page does: it keeps what it is asked to keep before it sends, has one socket and
one alarm, and gives slices of work back to the app. Nothing here waits.
"""

from __future__ import annotations

import heapq
import json
from collections import deque
from collections.abc import Callable, Iterable
from hashlib import sha256
from typing import Any

from engine.bots.bot import find_bot
from engine.forty_fives.play import FORTY_FIVES
from web.app.main import App
from web.app.model import Settings
from web.app.rooms.company import Company
from web.app.rooms.table import RoomTable
from web.relay.house import House
from web.relay.limits import Limits
from web.relay.room import Member, Room
from web.relay.store import finished

START = 1_900_000_000_000  # milliseconds; any date will do


class Net:
    """The time, the relay, and what waits to happen, in order."""

    def __init__(self, limits: Limits | None = None) -> None:
        self.now = START
        self.limits = limits or Limits(rate=1e6, burst=1e6, byte_rate=1e9, byte_burst=1e9)
        self.house = House(self.limits, self)
        self.later: list[tuple[int, int, Callable[[], None]]] = []
        self.soon: deque[Callable[[], None]] = deque()
        self.count = 0
        self.down = False
        self.frames: list[tuple[str, str]] = []  # (the phone's name, what came to it or left it)

    def at(self, when: int, call: Callable[[], None]) -> None:
        self.count += 1
        heapq.heappush(self.later, (when, self.count, call))

    def settle(self) -> None:
        """Everything that happens at this moment."""
        while self.soon:
            self.soon.popleft()()

    def run(self, ms: int) -> None:
        """So much time goes by."""
        until = self.now + ms
        self.settle()
        while self.later and self.later[0][0] <= until:
            when, _, call = heapq.heappop(self.later)
            self.now = max(self.now, when)
            call()
            self.settle()
        self.now = until

    def until(self, true: Callable[[], bool], *, most: int = 120_000, what: str = "") -> None:
        """Time goes by until something is so; an error when it does not come to be."""
        self.settle()
        end = self.now + most
        while not true():
            assert self.later and self.later[0][0] <= end, what or "it does not come to be"
            when, _, call = heapq.heappop(self.later)
            self.now = max(self.now, when)
            call()
            self.settle()

    @property
    def seconds(self) -> float:
        return self.now / 1000

    # -- the wire of the house --------------------------------------------------------------------

    def send(self, members: Iterable[Member], text: bytes) -> list[Member]:
        for member in list(members):
            self.tell(member, text)
        return []

    def tell(self, member: Member, text: bytes) -> None:
        line: Line = member.line
        self.soon.append(lambda: line.heard(text.decode()))

    def pump(self, member: Member) -> None:
        def go_on() -> None:
            if member.room is not None:
                piece = member.room.piece(member, self.limits, self.seconds)
                if piece is not None:
                    self.tell(member, piece)
                    self.soon.append(go_on)

        self.soon.append(go_on)

    def close(self, member: Member, code: str) -> None:
        line: Line = member.line
        self.soon.append(line.cut)

    def changed(self, room: Room) -> None:
        self.soon.append(room.tell_who)


class Line:
    """One socket of a phone."""

    def __init__(self, phone: Phone, number: int) -> None:
        self.phone, self.number = phone, number
        self.net = phone.net
        self.member: Member | None = None
        self.net.soon.append(self.opened)

    def opened(self) -> None:
        if self.phone.line is not self:
            return
        if self.net.down or self.phone.offline:
            self.cut()
            return
        self.member = self.net.house.arrive("address", self.net.seconds, self)
        self.phone.send("socket-open", line=self.number)

    def say(self, frame: str) -> None:
        if self.member is None or self.member.closed or self.phone.offline:
            return
        self.net.frames.append((self.phone.name, frame))
        member, data = self.member, frame.encode()
        self.net.soon.append(lambda: finished(self.net.house.frame(member, data, self.net.seconds)))

    def heard(self, text: str) -> None:
        if self.phone.line is self and not self.phone.offline:
            self.net.frames.append((self.phone.name, text))
            self.phone.send("socket-frames", frames=[text], line=self.number)

    def cut(self) -> None:
        if self.member is not None and not self.member.closed:
            self.net.house.leave(self.member)
        if self.phone.line is self:
            self.phone.line = None
            self.phone.send("socket-closed", line=self.number)


class Phone:
    """A phone with the app on it."""

    def __init__(
        self, net: Net, name: str, kept: dict[str, str] | None = None, **start: Any
    ) -> None:
        self.net, self.name = net, name
        self.kept = dict(kept or {"settings": Settings(name=name, pace="fast").text()})
        self.effects: list[dict[str, Any]] = []
        self.painted: dict[str, Any] = {}
        self.pages: list[str] = []
        self.said: list[str] = []
        self.line: Line | None = None
        self.alarm = 0
        self.offline = False
        self.dead = False
        self.slices = 0
        self.draws = 0
        self.seed = f"{name}/{net.count}"
        self.app = App(self._entropy, lambda: 0.0)
        start = {"address": "http://table.example/", "version": "1", "service_worker": True} | start
        self.send("start", kept=self.kept, entropy="00", **start)

    def _entropy(self) -> bytes:
        self.draws += 1
        return sha256(f"{self.seed}/{self.draws}".encode()).digest()

    # -- what the page does ---------------------------------------------------------------------------

    def send(self, event: str, value: str = "", **fields: Any) -> dict[str, Any]:
        if self.dead:
            return self.painted
        message = {"event": event, "value": value, "clock": self.net.now} | fields
        self.effects = json.loads(self.app.receive(json.dumps(message)))
        for effect in self.effects:
            self._carry_out(effect)
        return self.painted

    def _carry_out(self, effect: dict[str, Any]) -> None:
        do = effect["do"]
        if do == "keep":
            self.kept[effect["key"]] = effect["text"]
        elif do == "forget":
            self.kept.pop(effect["key"], None)
        elif do == "paint":
            self.painted = effect
            self.pages.append(effect["html"])
            if effect["say"]:
                self.said.append(effect["say"])
        elif do == "socket-open":
            self._hang_up()
            self.line = Line(self, effect["line"])
        elif do == "socket-close":
            self._hang_up()
        elif do == "socket-send" and self.line is not None:
            for frame in effect["frames"]:
                self.line.say(frame)
        elif do == "work":
            self.slices += 1
            self.net.soon.append(lambda: self.send("work") and None)
        elif do == "wake":
            self._set_alarm(effect["ms"])
        elif do == "read-kept":
            self.net.soon.append(lambda: self.send("kept-read", kept=dict(self.kept)) and None)

    def _hang_up(self) -> None:
        line, self.line = self.line, None
        if line is not None:
            line.cut()

    def _set_alarm(self, ms: int) -> None:
        self.alarm += 1
        mine = self.alarm
        if ms >= 0:
            self.net.at(
                self.net.now + ms, lambda: mine == self.alarm and self.send("wake") and None
            )

    # -- what happens to a phone ------------------------------------------------------------------------

    def lose_network(self) -> None:
        """The tunnel: nothing goes in or out, and after a while the socket is found dead."""
        self.offline = True
        if self.line is not None:
            line = self.line
            self.net.soon.append(line.cut)

    def find_network(self) -> None:
        self.offline = False
        self.send("seen", "true")

    def kill(self) -> None:
        """The tab is gone; what was kept is all that is left."""
        line, self.line = self.line, None
        self.dead = True
        if line is not None:
            line.cut()

    # -- what is seen -------------------------------------------------------------------------------------

    @property
    def company(self) -> Company:
        company = self.app.model.company
        assert isinstance(company, Company)
        return company

    @property
    def view(self) -> Any:
        view = self.company.view
        assert view is not None
        return view

    @property
    def phase(self) -> str:
        company = self.app.model.company
        if not isinstance(company, Company) or company.view is None:
            return ""
        return company.view.phase

    @property
    def table(self) -> RoomTable:
        table = self.company.table
        assert table is not None
        return table

    @property
    def screen(self) -> str:
        return str(self.painted["body"]["screen"])

    @property
    def html(self) -> str:
        return str(self.painted["html"])

    @property
    def said_to_relay(self) -> int:
        """How many messages this phone has said so far."""
        mine = (frame for name, frame in self.net.frames if name == self.name)
        return sum(frame.startswith('["say"') for frame in mine)

    @property
    def asked(self) -> bool:
        """Whether the person sees a question on the table; results go by themselves."""
        table = self.app.model.table
        seen = isinstance(table, RoomTable) and self.screen == "table" and not self.dead
        return seen and bool(table.view.asked) and table.outcome is None

    # -- what a person does ---------------------------------------------------------------------------------

    def act(self) -> None:
        """Answers what is asked, as the careless bot would, by the taps a finger would make."""
        table = self.table
        move = table.advice(table.me, find_bot("random"))
        text = table.game.move_text(move)
        word, _, rest = text.partition(" ")
        if table.game is not FORTY_FIVES:
            self._deeds(word, rest, text)
        elif word == "throw":
            for slot in rest.split():
                self.send("pick", slot)
            self.send("throw")
        elif word in ("pass", "hold", "bid"):
            self.send("call", rest or word)
        elif word == "play":
            self.send("card", rest)
            self.send("play", rest)
        else:
            self.send(word, rest)

    def _deeds(self, word: str, rest: str, text: str) -> None:
        if word == "pay":
            self.send("pay")
        elif word == "throw":
            for slot in rest.split():
                self.send("pick", slot)
            self.send("throw")
        else:
            self.send("move", text)


def a_room(
    net: Net, names: Iterable[str], game: str = "110", *, bots: int = 0, seats: int = 0
) -> list[Phone]:
    """Phones that have come together in a room, all seated, the first its host; not begun."""
    first, *others = names
    host = Phone(net, first)
    host.send("friends")
    host.send("room-make")
    net.until(lambda: host.phase == "lobby", what="the room is not made")
    phones = [host]
    for name in others:
        phone = Phone(net, name)
        phone.send("friends")
        phone.send("room-typed", host.view.code.text.lower())
        phone.send("room-join")
        net.until(lambda phone=phone: phone.phase == "lobby", what=f"{name} does not come in")
        phones.append(phone)
    host.send("room-game", game)
    net.settle()
    host.send("room-seats", str(seats or len(phones) + bots))
    net.settle()
    for seat, phone in enumerate(phones):
        if phone.view.lobby.seat_of(phone.view.me) < 0:
            phone.send("room-sit", str(seat))
            net.settle()
    for seat in range(len(phones), len(phones) + bots):
        host.send("room-bot", f"{seat} random")
        net.settle()
    return phones


def start(net: Net, phones: list[Phone]) -> None:
    """The host begins; returns when all see their cards."""
    phones[0].send("room-start")
    net.until(
        lambda: all(phone.phase == "playing" and phone.screen == "table" for phone in phones),
        what="the game does not begin",
    )


def play(net: Net, phones: list[Phone], true: Callable[[], bool], *, moves: int = 4000) -> None:
    """All play until something is so."""
    for _ in range(moves):
        if true():
            return
        net.until(
            lambda: true() or any(phone.asked for phone in phones), what="nobody is asked anything"
        )
        for phone in phones:
            if not true() and phone.asked and not phone.dead:
                phone.act()
                net.settle()
    raise AssertionError("it does not come to an end")
