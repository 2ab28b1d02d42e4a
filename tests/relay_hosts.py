"""Servers for the tests of the relay, and phones that speak with it over real connections."""

from __future__ import annotations

import itertools
import json
import secrets
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from web.build.services import service

GATE = "5a" * 32
START = "00" * 32
PATIENCE = 30  # seconds after which a test gives up; nothing is expected to take so long


def gate_hash(gate: str = GATE) -> str:
    return sha256(bytes.fromhex(gate)).hexdigest()


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return int(probe.getsockname()[1])


_names = itertools.count(int.from_bytes(secrets.token_bytes(3), "big") % 26**5)


def new_name() -> str:
    """A room's name that no test has used."""
    number, letters = next(_names), ""
    for _ in range(5):
        number, rest = divmod(number, 26)
        letters += chr(65 + rest)
    return letters


def until(true: Callable[[], Any], what: str = "") -> Any:
    """Waits for a condition; its value."""
    limit = time.monotonic() + PATIENCE
    while time.monotonic() < limit:
        if value := true():
            return value
        time.sleep(0.01)
    raise AssertionError(f"It never came about: {what}")


class ValkeyServer:
    """A ``redis-server`` on a free port, which keeps nothing when it is killed."""

    def __init__(self) -> None:
        self.port = free_port()
        self.url = f"redis://127.0.0.1:{self.port}"
        self.folder = tempfile.TemporaryDirectory()
        self.start()

    def start(self) -> None:
        options = ["--port", str(self.port), "--save", "", "--appendonly", "no"]
        command = [
            service("redis-server"),
            *options,
            "--bind",
            "127.0.0.1",
            "--dir",
            self.folder.name,
        ]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        until(self.answers, "the store listens")

    def answers(self) -> bool:
        try:
            with socket.create_connection(("127.0.0.1", self.port), 1) as line:
                line.sendall(b"PING\r\n")
                return line.recv(16).startswith(b"+PONG")
        except OSError:
            return False

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def __enter__(self) -> ValkeyServer:
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()
        self.folder.cleanup()


class Phone:
    """A phone: it keeps the log with its chain, and notices whatever a relay must never do."""

    def __init__(self, port: int, room: str, **options: Any) -> None:
        self.room = room
        self.token = options.pop("token", secrets.token_urlsafe(24))
        self.gate: str | None = options.pop("gate", GATE)
        self.base = 0
        self.log: list[list[Any]] = []
        self.heads = [bytes(32)]
        self.lasts: dict[str, int] = {}
        self.said = 0
        self.sender = ""
        self.who: list[list[str]] = []
        self.frames: list[list[Any]] = []  # all but entries and ``who``
        self.closed: tuple[int, str] | None = None
        self.options = options
        self.port = port
        self.line: ClientConnection
        self.open()

    def open(self, port: int | None = None) -> None:
        """Opens a line, to another port if one is given."""
        self.port = port or self.port
        options = {
            "origin": f"http://127.0.0.1:{self.port}",
            "compression": None,
            "ping_interval": None,
            "max_size": 1 << 24,
            "legacy": True,  # it is closed by hand
            **self.options,
        }
        url = options.pop("url", None) or f"ws://127.0.0.1:{self.port}/relay"
        self.closed = None
        self.line = connect(url, open_timeout=PATIENCE, close_timeout=1, **options)

    @property
    def next(self) -> int:
        return self.base + len(self.log)

    @property
    def bodies(self) -> list[str]:
        return [entry[3] for entry in self.log]

    def send(self, *frame: Any) -> None:
        self.line.send(json.dumps(frame, ensure_ascii=False))

    def make(self) -> Phone:
        self.send("make", self.room, gate_hash(self.gate or GATE), self.token)
        self.wait("in")
        return self

    def join(self) -> Phone:
        """Joins, and returns when it is in and has all there was."""
        self.ask_in()
        end = self.wait("in")[3]
        self.pull(lambda: self.next >= end, "the past")
        return self

    def ask_in(self) -> None:
        chain = self.heads[-1].hex()
        self.send("join", self.room, self.token, self.next, chain, self.gate)

    def say(self, body: str, keeps: int = 1) -> int:
        """Says something, and does not wait for its echo."""
        self.said += 1
        self.send("say", self.said - 1, keeps, body)
        return self.said - 1

    def offer(self, start: int | None = None, more: int = 0) -> None:
        start = self.base if start is None else start
        lasts = self.lasts if start == self.base else {}
        head, rest = self.heads[start - self.base].hex(), self.log[start - self.base :]
        hashed = gate_hash(self.gate or GATE)
        self.send("offer", self.room, hashed, self.token, start, head, lasts, rest, more)

    def cut(self, at: int) -> None:
        """Forgets the entries from a number on."""
        del self.log[at - self.base :], self.heads[at - self.base + 1 :]

    def wait(self, kind: str, code: str = "") -> list[Any]:
        """The next frame of a kind (and code), taken out of ``frames``."""

        def found() -> list[Any] | None:
            for frame in self.frames:
                if frame[0] == kind and (not code or frame[1] == code):
                    return frame
            return None

        frame: list[Any] = self.pull(found, f"{kind} {code}")
        self.frames.remove(frame)
        return frame

    def hear(self, count: int) -> Phone:
        """Waits until the log has so many entries."""
        self.pull(lambda: self.next >= count, f"{count} entries")
        return self

    def ended(self) -> tuple[int, str]:
        """Waits for the end of the line; its code and reason."""
        self.pull(lambda: self.closed, "the end")
        assert self.closed
        return self.closed

    def pull(self, true: Callable[[], Any], what: str = "") -> Any:
        """Takes frames until something is true."""
        limit = time.monotonic() + PATIENCE
        while not (value := true()):
            if self.closed:
                raise AssertionError(f"Closed {self.closed} before {what}; {self.frames}")
            if time.monotonic() > limit:
                raise AssertionError(f"It never came: {what}; {self.frames}")
            try:
                self.take(json.loads(self.line.recv(timeout=0.1)))
            except TimeoutError:
                continue
            except ConnectionClosed as error:
                self.closed = (error.rcvd.code, error.rcvd.reason) if error.rcvd else (1006, "")
        return value

    def take(self, frame: list[Any]) -> None:
        if frame[0] == "e":
            self.enter(frame[1:])
        elif frame[0] == "log":
            for entry in frame[1]:
                self.enter(entry)
        elif frame[0] == "who":
            self.who = frame[1]
        else:
            self.frames.append(frame)
            if frame[0] == "in":
                self.sender = frame[1]
            elif frame[0] == "resync":
                self.base, self.log, self.lasts = frame[1], [], frame[3]
                self.heads = [bytes.fromhex(frame[2])]

    def enter(self, entry: list[Any]) -> None:
        number, sender = entry[:2]
        if number < self.next:  # the echo of what was said before, to its sender alone
            assert entry == self.log[number - self.base] and sender == self.sender
            self.frames.append(["again", *entry])
            return
        assert number == self.next, f"{number} came after {self.next - 1}"
        self.log.append(entry)
        text = json.dumps(entry, ensure_ascii=False, separators=(",", ":")).encode()
        self.heads.append(sha256(self.heads[-1] + sha256(text).digest()).digest())

    def obey(self, frame: list[Any]) -> None:
        """Waits for as long as a refusal says."""
        limit = time.monotonic() + frame[3]
        self.pull(lambda: time.monotonic() > limit, "the time to wait")

    def close(self) -> None:
        """Closes the line as a page does that is left."""
        self.line.close()

    def vanish(self) -> None:
        """Closes the line as a tunnel does."""
        self.line.socket.shutdown(socket.SHUT_RDWR)
        self.line.close()


def get(port: int, path: str) -> str:
    """What the relay answers to a plain request."""
    with socket.create_connection(("127.0.0.1", port), PATIENCE) as line:
        line.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
        data = b""
        while piece := line.recv(65536):
            data += piece
    return data.decode()


def metric(port: int, name: str) -> float:
    """One number of the relay's metrics."""
    for line in get(port, "/relay/metrics").splitlines():
        if line.startswith(name + " "):
            return float(line.split()[1])
    return 0.0


def memory(pid: int) -> int:
    """Bytes that a process holds."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * 4096
