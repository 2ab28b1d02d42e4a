"""A house without sockets, lines that tests make slow or cut, and phones that check what they get."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterable
from hashlib import sha256
from typing import Any

from tests.relay_hosts import GATE, gate_hash
from web.relay.house import House
from web.relay.limits import Limits
from web.relay.room import Member, Room
from web.relay.store import finished

CAPACITY = 3
"""Frames that wait on a slow line before it is sent no more."""


class Line:
    """What lies between the relay and a phone."""

    def __init__(self) -> None:
        self.waiting: deque[bytes] = deque()
        self.reads = True
        self.closed = ""

    @property
    def full(self) -> bool:
        return len(self.waiting) >= CAPACITY and not self.reads


class Lines:
    """All lines of a house (``room.Wire``); what is sent stays on them until it is fetched."""

    def __init__(self) -> None:
        self.late: dict[Member, None] = {}
        self.due: list[Room] = []
        self.most = 0  # frames that ever waited on a line that did not read

    def send(self, members: Iterable[Member], text: bytes) -> list[Member]:
        slow = []
        for member in members:
            if member.line.full:
                slow.append(member)
            else:
                self.tell(member, text)
        return slow

    def tell(self, member: Member, text: bytes) -> None:
        member.line.waiting.append(text)
        if not member.line.reads:
            self.most = max(self.most, len(member.line.waiting))

    def pump(self, member: Member) -> None:
        self.late[member] = None

    def close(self, member: Member, code: str) -> None:
        member.line.closed = code

    def changed(self, room: Room) -> None:
        self.due.append(room)


class Table:
    """A house, its clock and its phones."""

    def __init__(self, **limits: Any) -> None:
        endless = dict.fromkeys(["rate", "burst", "byte_rate", "byte_burst", "strikes"], 1e9)
        given = {**endless, **limits}
        self.lines = Lines()
        self.house = House(Limits(**given), self.lines)
        self.now = 1000.0

    def member(self, address: str = "here") -> Member:
        return self.house.arrive(address, self.now, Line())

    def tell(self, member: Member, *frame: Any) -> None:
        text = json.dumps(frame, ensure_ascii=False).encode()
        finished(self.house.frame(member, text, self.now))

    def work(self) -> None:
        """Sends late members one piece each, where their lines take it, and tells who is there."""
        for member in list(self.lines.late):
            if member.room is None:
                del self.lines.late[member]
            elif not member.line.full:
                piece = member.room.piece(member, self.house.limits, self.now)
                if piece is None:
                    del self.lines.late[member]
                else:
                    self.lines.tell(member, piece)
        due, self.lines.due = self.lines.due, []
        for room in due:
            room.tell_who()

    def sweep(self) -> None:
        finished(self.house.sweep(self.now))


class Handset:
    """A phone's end: what it knows, and what it has been told."""

    def __init__(
        self, table: Table, number: int, room: str = "ROOMS", gate: str | None = GATE
    ) -> None:
        self.table, self.room, self.gate = table, room, gate
        self.token = f"token-of-phone-number-{number:05}"
        self.member: Member | None = None
        self.base = 0
        self.log: list[list[Any]] = []
        self.head = bytes(32)
        self.next_id = 0
        self.unheard: dict[int, str] = {}
        self.told: list[list[Any]] = []
        self.sender = sha256(self.token.encode()).hexdigest()[:16]

    @property
    def next(self) -> int:
        return self.base + len(self.log)

    def make(self) -> Handset:
        self.member = self.table.member()
        self.table.tell(self.member, "make", self.room, gate_hash(), self.token)
        return self

    def join(self) -> Handset:
        self.drop()
        self.member = self.table.member()
        frame = ("join", self.room, self.token, self.next, self.head.hex(), self.gate)
        self.table.tell(self.member, *frame)
        return self

    def drop(self) -> None:
        """The line breaks; what was on it is lost."""
        if self.member:
            self.table.house.leave(self.member)
            self.member = None

    def say(self, body: str, keeps: int = 1) -> None:
        self.unheard[self.next_id] = body
        self.next_id += 1
        if self.member:
            self.table.tell(self.member, "say", self.next_id - 1, keeps, body)

    def resend(self) -> None:
        """Says again what was not heard back, as it must after every return."""
        for id_, body in sorted(self.unheard.items()):
            if self.member:
                self.table.tell(self.member, "say", id_, 1, body)

    def read(self, count: int = 1 << 30) -> None:
        """Takes so many frames off its line."""
        while self.member and self.member.line.waiting and count:
            count -= 1
            self.take(json.loads(self.member.line.waiting.popleft()))

    def take(self, frame: list[Any]) -> None:
        kind = frame[0]
        if kind == "e":
            self.enter(frame[1:])
        elif kind == "log":
            for entry in frame[1]:
                self.enter(entry)
        elif kind == "resync":
            assert frame[1] > self.next, "sent on, though it had all"
            self.base, self.log, self.head = frame[1], [], bytes.fromhex(frame[2])
        elif kind == "said":
            self.unheard.pop(frame[1], None)
        elif kind != "who":
            self.told.append(frame)

    def enter(self, entry: list[Any]) -> None:
        number, sender, id_, body = entry
        if sender == self.sender:
            assert self.unheard.pop(id_, body) == body
        if number < self.next and sender == self.sender:  # an echo
            assert number < self.base or self.log[number - self.base] == entry
            return
        assert number == self.next, f"{number} came where {self.next} was due"
        self.log.append(entry)
        text = json.dumps(entry, ensure_ascii=False, separators=(",", ":")).encode()
        self.head = sha256(self.head + sha256(text).digest()).digest()
