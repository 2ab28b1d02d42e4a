"""A site with its relay at one address, as behind a proxy, and a proxy that can cut every line."""

from __future__ import annotations

import contextlib
import json
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from web.build.server import serve_directory

ROOT = Path(__file__).resolve().parents[2]
LOOSE = ("rate=1000", "burst=5000", "byte_rate=100000000", "byte_burst=100000000", "makes=100000")
"""All phones of a test share one address, and play faster than people."""


class Relay:
    """A relay in a process of its own, which can be killed and started again at its port."""

    def __init__(
        self, port: int = 0, limits: Sequence[str] = LOOSE, origins: Sequence[str] = ()
    ) -> None:
        self.port, self.limits, self.origins = port, limits, origins
        self.process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        """Starts it; returns when it listens."""
        command = [sys.executable, "-m", "web.relay", "--port", str(self.port)]
        for limit in self.limits:
            command += ["--limit", limit]
        for origin in self.origins:
            command += ["--origin", origin]
        self.process = subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE, text=True)
        assert self.process.stderr is not None
        said = json.loads(self.process.stderr.readline())
        self.port = int(said["port"])
        threading.Thread(target=self.process.stderr.read, daemon=True).start()

    def kill(self) -> None:
        """Ends it at once, as a power cut would."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None


class Front:
    """One address for the site and its relay. ``cut`` breaks all lines to the relay at once, and
    while ``down`` no new one comes about."""

    def __init__(self, site: int, relay: Relay) -> None:
        self.site, self.relay = site, relay
        self.down = False
        self.lines: list[tuple[socket.socket, socket.socket]] = []
        self.lock = threading.Lock()
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self._listen, daemon=True).start()

    @property
    def url(self) -> str:
        """The address to open."""
        return f"http://127.0.0.1:{self.port}/"

    def cut(self, *, down: bool = False) -> None:
        """Every line to the relay breaks."""
        self.down = down
        with self.lock:
            lines, self.lines = self.lines, []
        for pair in lines:
            for end in pair:
                with contextlib.suppress(OSError):
                    end.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Nothing comes in any more."""
        self.cut(down=True)
        self.listener.close()

    def _listen(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                came, _ = self.listener.accept()
                threading.Thread(target=self._serve, args=(came,), daemon=True).start()

    def _serve(self, came: socket.socket) -> None:
        with contextlib.suppress(OSError), came:
            first = came.recv(65536)
            wants_relay = first.split(b" ", 2)[1:2] == [b"/relay"]
            if not first or (wants_relay and self.down):
                return
            port = self.relay.port if wants_relay else self.site
            with socket.create_connection(("127.0.0.1", port)) as goes:
                if wants_relay:
                    with self.lock:
                        self.lines.append((came, goes))
                goes.sendall(first)
                back = threading.Thread(target=_carry, args=(goes, came), daemon=True)
                back.start()
                _carry(came, goes)
                back.join()


def _carry(one: socket.socket, other: socket.socket) -> None:
    with contextlib.suppress(OSError):
        while data := one.recv(65536):
            other.sendall(data)
    with contextlib.suppress(OSError):
        other.shutdown(socket.SHUT_WR)


@contextmanager
def together(folder: Path) -> Iterator[Front]:
    """The folder and a relay at one address."""
    relay = Relay()
    relay.start()
    with serve_directory(folder) as serving:
        front = Front(serving.port, relay)
        try:
            yield front
        finally:
            front.close()
            relay.kill()
