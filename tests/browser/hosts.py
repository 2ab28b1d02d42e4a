"""Static hosts that count what they send: one that packs, and one that packs nothing."""

from __future__ import annotations

import functools
import http.server
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from web.build.server import Handler, QuietServer, Serving

#: Resolves once the service worker holds everything.
STORED = """navigator.serviceWorker.ready.then((it) => new Promise((done) => {
  const look = () => it.active?.state === "activated" && done();
  it.active?.addEventListener("statechange", look);
  look();
}))"""


@dataclass
class Counted:
    """What a server sent: how often each file as a whole, and how many bytes of bodies in all."""

    times: Counter[str] = field(default_factory=Counter)
    total: int = 0


class Packing(Handler):
    """A host that packs, and counts."""

    counted: Counted

    def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
        if self.command == "GET" and code == 200:
            self.counted.times[self.path.partition("?")[0].rpartition("/")[2]] += 1

    def copyfile(self, source, outputfile) -> None:  # type: ignore[no-untyped-def]
        body = source.read()
        self.counted.total += len(body)
        outputfile.write(body)


class Bare(Packing):
    """A host that sends every file as it lies there, and says nothing about keeping it."""

    def send_head(self):  # type: ignore[no-untyped-def]
        return http.server.SimpleHTTPRequestHandler.send_head(self)


@contextmanager
def hosted(folder: Path, kind: type[Packing]) -> Iterator[tuple[Serving, Counted]]:
    """A host of that kind for a folder, and what it has sent so far."""
    counted = Counted()
    handler = type("Kind", (kind,), {"counted": counted})
    server = QuietServer(("127.0.0.1", 0), functools.partial(handler, directory=str(folder)))
    threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    with Serving(server, "127.0.0.1") as serving:
        yield serving, counted
