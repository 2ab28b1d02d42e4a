"""What lies between phones and their relay: an address for each phone, whose lines can be cut, and which
hands frames on late or twice; and the relays themselves, over either store, which die and are back.
"""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random

from tests.browser.relays import LOOSE, Front
from tests.relay_hosts import ValkeyServer
from web.build.relay import RelayProcess

TEXT = 0x81  # the first byte of a text frame that is whole


class Relays:
    """The relays of a room: one with the log in its memory, or two over one store."""

    def __init__(self, store: ValkeyServer | None = None) -> None:
        self.store = store
        more = ["--store", store.url] if store else []
        limits = [word for limit in LOOSE for word in ("--limit", limit)]
        self.all = [RelayProcess(*more, *limits) for _ in range(2 if store else 1)]
        self.alive = set(self.all)

    def kill(self, relay: RelayProcess) -> None:
        """A relay dies as in a power cut; what is only in its memory is gone."""
        self.alive.discard(relay)
        relay.kill()

    def start(self, relay: RelayProcess) -> None:
        """It is back at its port."""
        relay.start()
        self.alive.add(relay)

    def forget(self) -> None:
        """The store dies and is back, empty."""
        assert self.store is not None
        self.store.kill()
        self.store.start()

    def close(self) -> None:
        """All end."""
        for relay in self.alive:
            relay.kill()
        self.alive.clear()


@contextmanager
def relays(kind: str) -> Iterator[Relays]:
    """Relays over a store of this kind: ``memory`` or ``valkey``."""
    with ValkeyServer() if kind == "valkey" else contextlib.nullcontext() as store:
        found = Relays(store)
        try:
            yield found
        finally:
            found.close()


class Way(Front):
    """One phone's way to site and relay. ``chance`` makes it a bad one: each frame may be late, and
    may come twice; the order stays, as it does on any one connection."""

    def __init__(self, site: int, houses: Relays, chance: Random | None = None) -> None:
        self.houses, self.chance = houses, chance
        self.late = self.twice = 0  # how many frames were
        self.ended = threading.Event()
        super().__init__(site, houses.all[0])  # type: ignore[arg-type]

    def close(self) -> None:
        """Nothing comes in any more, and nobody waits."""
        self.ended.set()
        super().close()

    def _serve(self, came: socket.socket) -> None:
        with contextlib.suppress(OSError), came:
            first = came.recv(65536)
            wants_relay = first.split(b" ", 2)[1:2] == [b"/relay"]
            goes = self._relay() if wants_relay else self._site()
            if not first or goes is None:
                return
            with goes:
                if wants_relay:
                    with self.lock:
                        self.lines.append((came, goes))
                goes.sendall(first)
                frames = wants_relay and self.chance is not None
                back = threading.Thread(target=self._carry, args=(goes, came, frames, True))
                back.daemon = True
                back.start()
                self._carry(came, goes, frames, False)
                back.join()

    def _site(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.site))

    def _relay(self) -> socket.socket | None:
        """A line to one of the relays that live; None while there is no way."""
        if not self.down:
            for relay in self.houses.all:
                if relay in self.houses.alive:
                    with contextlib.suppress(OSError):
                        return socket.create_connection(("127.0.0.1", relay.port))
        return None

    def _carry(self, one: socket.socket, other: socket.socket, frames: bool, answer: bool) -> None:
        """All that comes from one end to the other; ``answer``: its first lines are a header."""
        came = bytearray()
        header = answer
        with contextlib.suppress(OSError):
            while data := one.recv(65536):
                if not frames:
                    other.sendall(data)
                    continue
                came += data
                end = came.find(b"\r\n\r\n") + 4
                if header and end >= 4:
                    header = False
                    other.sendall(bytes(came[:end]))
                    del came[:end]
                if not header:
                    for frame in whole(came):
                        self._hand_on(frame, other)
        with contextlib.suppress(OSError):
            other.shutdown(socket.SHUT_WR)

    def _hand_on(self, frame: bytes, other: socket.socket) -> None:
        chance = self.chance
        assert chance is not None  # frames are looked at
        if chance.random() < 0.1:
            self.late += 1
            self.ended.wait(chance.choice((0.02, 0.1, 0.3)))
        other.sendall(frame)
        if frame[0] == TEXT and chance.random() < 0.15:
            self.twice += 1
            other.sendall(frame)


def whole(came: bytearray) -> Iterator[bytes]:
    """The frames that have come in whole, taken off; RFC 6455, 5.2."""
    while len(came) >= 2:
        length, head = came[1] & 0x7F, 2
        if length >= 126:
            head = 4 if length == 126 else 10
            if len(came) < head:
                return
            length = int.from_bytes(came[2:head], "big")
        total = head + (4 if came[1] & 0x80 else 0) + length
        if len(came) < total:
            return
        yield bytes(came[:total])
        del came[:total]
