"""A crowd of phones in one process, light enough to load a relay that has a core of its own.

Run as ``python -m tests.bench.relay_load`` with a plan as JSON on its command line; prints what it
saw as JSON. Its phones speak just enough of the WebSocket protocol: whole small frames, a mask of
zeros.
"""

from __future__ import annotations

import asyncio
import contextlib
import importlib
import json
import os
import sys
import time
from array import array
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

BODY = 110  # bytes of what is said
GATE = "5a" * 32
GATE_HASH = sha256(bytes.fromhex(GATE)).hexdigest()
TICK = 0.001


def room_name(number: int) -> str:
    """Five letters for a number."""
    letters = ""
    for _ in range(5):
        number, rest = divmod(number, 26)
        letters += chr(65 + rest)
    return letters


def masked(text: bytes) -> bytes:
    """A frame as a phone sends it."""
    size = len(text)
    if size < 126:
        return b"\x81%c\0\0\0\0%b" % (0x80 | size, text)
    return b"\x81\xfe%b\0\0\0\0%b" % (size.to_bytes(2, "big"), text)


class Past:
    """What was said in a room, with the chain over it; its phones need not each keep it."""

    def __init__(self) -> None:
        self.texts: list[bytes] = []
        self.heads = [bytes(32)]

    def take(self, number: int, text: bytes) -> None:
        """Takes an entry, unless another phone has heard it already."""
        if number == len(self.texts):
            self.texts.append(text)
            self.heads.append(sha256(self.heads[-1] + sha256(text).digest()).digest())


class Phone(asyncio.Protocol):
    """One phone: it knows what it has said and what it has heard."""

    def __init__(self, crowd: Crowd, number: int) -> None:
        self.crowd = crowd
        self.number = number
        self.room = room_name(number // crowd.size)
        self.past = crowd.pasts[number // crowd.size]
        self.token = f"token-of-phone-number-{number:08}"
        self.said = 0
        self.next = 0
        self.end = -1
        self.open = False
        self.inside = False
        self.buffer = b""
        self.transport: Any = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport
        host = f"127.0.0.1:{self.crowd.port}"
        self.transport.write(
            f"GET /{self.room}/relay HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
        )

    def connection_lost(self, exc: Exception | None) -> None:
        self.open = self.inside = False
        self.buffer = b""
        self.crowd.lost(self)

    def data_received(self, data: bytes) -> None:
        if self.buffer:
            data = self.buffer + data
        at, end = 0, len(data)
        if not self.open:
            head = data.find(b"\r\n\r\n")
            if head < 0:
                self.buffer = data
                return
            if not data.startswith(b"HTTP/1.1 101"):
                raise SystemExit(data[:head].decode())
            self.open = True
            at = head + 4
            self.crowd.opened(self)
        while end - at >= 2:
            size, start = data[at + 1], at + 2
            if size == 126:
                if end - at < 4:
                    break
                size, start = int.from_bytes(data[at + 2 : at + 4], "big"), at + 4
            elif size == 127:
                if end - at < 10:
                    break
                size, start = int.from_bytes(data[at + 2 : at + 10], "big"), at + 10
            if end - start < size:
                break
            at = start + size
            self.heard(data[start - 2 if size < 126 else start - 4], data[start:at])
        self.buffer = data[at:] if at < end else b""

    def heard(self, first: int, text: bytes) -> None:
        """Takes a frame."""
        crowd = self.crowd
        if first == 0x89:
            self.transport.write(b"\x8a\x80\0\0\0\0")
        elif crowd.bare or text.startswith(b'["e"'):
            mark = text.find(b'"@', -BODY - 4)
            crowd.delays.append(time.perf_counter_ns() - int(text[mark + 2 : mark + 22]))
            if not crowd.bare:
                self.number_heard(int(text[5 : text.index(b",", 5)]), b"[" + text[5:])
        elif text.startswith(b'["log"'):
            for entry in json.loads(text)[1]:
                self.number_heard(entry[0], b"")
            self.look()
        elif text.startswith(b'["in"'):
            self.inside, self.end = True, json.loads(text)[3]
            self.look()
        elif text.startswith((b'["behind"', b'["no","no-room"')):
            self.offer()
        elif text.startswith((b'["no"', b'["fork"', b'["resync"')):
            crowd.refused.append(text.decode())
            if crowd.all_in and not crowd.all_in.done():
                crowd.all_in.set_exception(RuntimeError(text.decode()))

    def number_heard(self, number: int, text: bytes) -> None:
        """Notices a gap, and keeps what was said."""
        if number != self.next:
            self.crowd.gaps += 1
        self.next = number + 1
        if text and self.crowd.whole:
            self.past.take(number, text)

    def look(self) -> None:
        """Tells the crowd when it is in and has all that was said before."""
        if self.inside and self.next >= self.end >= 0:
            self.end = -1
            self.crowd.entered(self)

    def offer(self) -> None:
        """Gives back what the relay forgot."""
        texts = b",".join(self.past.texts[: self.next])
        head = f'["offer","{self.room}","{GATE_HASH}","{self.token}",0,"{"00" * 32}",{{}},['
        self.transport.write(masked(head.encode() + texts + b"],0]"))

    def say(self) -> None:
        """Says something with the time in it."""
        words = f"@{time.perf_counter_ns():020}".ljust(BODY, "x")
        self.transport.write(masked(f'["say",{self.said},1,"{words}"]'.encode()))
        self.said += 1

    def enter(self) -> None:
        """Makes the room, when it is the first there, or joins it."""
        if self.number % self.crowd.size == 0 and not self.next:
            frame = ["make", self.room, GATE_HASH, self.token]
        else:
            chain = self.past.heads[self.next].hex()
            frame = ["join", self.room, self.token, self.next, chain, GATE]  # type: ignore[list-item]
        self.transport.write(masked(json.dumps(frame).encode()))


class Crowd:
    """All phones."""

    def __init__(self, port: int, rooms: int, size: int, bare: bool, whole: bool = False) -> None:
        self.port, self.size, self.bare, self.whole = port, size, bare, whole
        self.pasts = [Past() for _ in range(rooms)]
        self.phones = [Phone(self, number) for number in range(rooms * size)]
        self.delays = array("q")
        self.refused: list[str] = []
        self.gaps = 0
        self.count = 0
        self.on_lost: Callable[[Phone], None] | None = None
        self.all_in: asyncio.Future[None] | None = None

    async def connect(self, phone: Phone) -> None:
        """Opens a phone's line."""
        loop = asyncio.get_running_loop()
        await loop.create_connection(lambda: phone, "127.0.0.1", self.port)

    async def gather(self) -> None:
        """Opens all lines and enters all rooms, those who make them first."""
        for firsts in (True, False):
            group = [it for it in self.phones if (it.number % self.size == 0) == firsts]
            self.all_in = asyncio.get_running_loop().create_future()
            self.count = len(group)
            for start in range(0, len(group), 100):
                await asyncio.gather(*(self.connect(it) for it in group[start : start + 100]))
            await self.all_in

    def opened(self, phone: Phone) -> None:
        """A line is open."""
        if self.bare:
            self.entered(phone)
        else:
            phone.enter()

    def entered(self, phone: Phone) -> None:
        """A phone is in its room."""
        self.count -= 1
        if not self.count and self.all_in and not self.all_in.done():
            self.all_in.set_result(None)

    def lost(self, phone: Phone) -> None:
        """A line is gone."""
        if self.on_lost:
            self.on_lost(phone)

    async def talk(self, rate: float, seconds: float) -> int:
        """Phones in turn say so many messages a second in all; how many they were."""
        began = time.perf_counter()
        total, said, count = int(rate * seconds), 0, len(self.phones)
        step = 7919 % count or 1  # from room to room, so that no room has all at once
        while said < total:
            due = min(total, int((time.perf_counter() - began) * rate))
            while said < due:
                self.phones[said * step % count].say()
                said += 1
            await asyncio.sleep(TICK)
        return said


def cpu(pid: int) -> float:
    """Seconds of processor time that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def rss(pid: int) -> int:
    """Bytes of memory that a process holds."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


async def steady(plan: dict[str, Any]) -> dict[str, Any]:
    """A steady load for some seconds: deliveries a second, delays, the server's processor time."""
    crowd = Crowd(plan["port"], plan["rooms"], plan["size"], plan["bare"])
    before = rss(plan["pid"])
    await crowd.gather()
    await asyncio.sleep(1)
    held = rss(plan["pid"]) - before
    await crowd.talk(plan["rate"], plan["warm"])
    crowd.delays = array("q")
    used, began = cpu(plan["pid"]), time.perf_counter()
    mine = time.process_time()
    said = await crowd.talk(plan["rate"], plan["seconds"])
    while (
        len(crowd.delays) < said * plan["size"]
        and time.perf_counter() - began < plan["seconds"] + 10
    ):
        await asyncio.sleep(0.001)
    took = time.perf_counter() - began
    used = cpu(plan["pid"]) - used
    delays = sorted(crowd.delays)
    return {
        "delivered": len(delays),
        "expected": said * plan["size"],
        "seconds": took,
        "cpu": used,
        "own": time.process_time() - mine,
        "p50": delays[len(delays) // 2] / 1e6,
        "p99": delays[len(delays) * 99 // 100] / 1e6,
        "max": delays[-1] / 1e6,
        "gaps": crowd.gaps,
        "refused": crowd.refused[:3],
        "held": held,
    }


async def weigh(plan: dict[str, Any]) -> dict[str, Any]:
    """What the relay's memory grows by when so many messages are said in every room."""
    crowd = Crowd(plan["port"], plan["rooms"], plan["size"], bare=False)
    await crowd.gather()
    await asyncio.sleep(0.5)
    before = rss(plan["pid"])
    count = plan["rooms"] * plan["messages"]
    await crowd.talk(plan["rate"], count / plan["rate"])
    while len(crowd.delays) < count * plan["size"]:
        await asyncio.sleep(0.01)
    return {"grown": rss(plan["pid"]) - before, "gaps": crowd.gaps, "refused": crowd.refused[:3]}


async def come_back(plan: dict[str, Any]) -> dict[str, Any]:
    """Seconds from the loss of the relay until all are in again and have all that was said."""
    crowd = Crowd(plan["port"], plan["rooms"], plan["size"], bare=False, whole=True)
    await crowd.gather()
    count = plan["rooms"] * plan["messages"]
    await crowd.talk(plan["rate"], count / plan["rate"])
    while len(crowd.delays) < count * plan["size"]:
        await asyncio.sleep(0.01)
    lost: list[float] = []
    loop = asyncio.get_running_loop()
    tasks = set()

    async def again(phone: Phone) -> None:
        while True:
            await asyncio.sleep(0.1 + phone.number % 20 / 50)  # not all at the same moment
            with contextlib.suppress(OSError):
                return await crowd.connect(phone)

    def on_lost(phone: Phone) -> None:
        lost.append(time.perf_counter())
        task = loop.create_task(again(phone))
        tasks.add(task)
        task.add_done_callback(tasks.discard)

    crowd.on_lost = on_lost
    crowd.count = len(crowd.phones)
    crowd.all_in = loop.create_future()
    print("ready", flush=True)
    await crowd.all_in
    took = time.perf_counter() - lost[0]
    crowd.on_lost = None
    known = [len(past.texts) for past in crowd.pasts]
    missing = sum(phone.next != known[phone.number // crowd.size] for phone in crowd.phones)
    return {"seconds": took, "gaps": crowd.gaps + missing, "refused": crowd.refused[:3]}


def main() -> None:
    """Carries the plan out."""
    plan = json.loads(sys.argv[1])
    run = importlib.import_module("uvloop").run
    does = {"steady": steady, "weigh": weigh, "come_back": come_back}
    print(json.dumps(run(does[plan["do"]](plan))))


if __name__ == "__main__":
    main()
