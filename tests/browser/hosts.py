"""Static hosts that count what they send, as fast as the machine or as slow as a phone's network.

A browser's own switch for slow networks does not reach its workers, so a line is shaped where it
begins: at the server.
"""

from __future__ import annotations

import functools
import http.server
import io
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO

from playwright.sync_api import Page

from web.build.server import Handler, QuietServer, Serving

#: Resolves once the service worker holds everything.
STORED = """navigator.serviceWorker.ready.then((it) => new Promise((done) => {
  const look = () => it.active?.state === "activated" && done();
  it.active?.addEventListener("statechange", look);
  look();
}))"""
#: The checksum under which something is kept, as `web/shell/compiled.mjs` makes it.
SUM = """((bytes) => {
  const whole = bytes.byteLength >> 2;
  let sum = bytes.byteLength;
  const add = (it) => { sum = Math.imul(sum ^ it, 0x01000193); };
  new Uint32Array(bytes.buffer, bytes.byteOffset, whole).forEach(add);
  bytes.subarray(whole << 2).forEach(add);
  return (sum >>> 0).toString(16);
})"""
#: What a start has left for the next one: "compiled.zip" in a cache, and Python's "memory" in a file,
#: or beside it. Each is read and written as `{bytes, head}`, where the head tells
#: `{maker, note, sum}` of it.
KEPT = """({
  async cache() {
    const names = (await caches.keys()).filter((it) => it.startsWith("card-night-compiled-"));
    return names.length === 1 ? caches.open(names[0]) : null;
  },
  async key(what) {
    const keys = (await (await this.cache())?.keys()) ?? [];
    return keys.find(({ url }) => url.endsWith(`/${what}`));
  },
  async file() {
    const folder = await navigator.storage.getDirectory();
    for await (const name of folder.keys()) {
      if (name.startsWith("card-night-memory-")) return folder.getFileHandle(name);
    }
    return null;
  },
  async read(what) {
    const key = await this.key(what);
    if (key) {
      const found = await (await this.cache()).match(key);
      const head = {};
      for (const it of ["maker", "note"]) head[it] = found.headers.get(`x-${it}`);
      head.sum = found.headers.get("x-checksum");
      return { head, bytes: new Uint8Array(await found.arrayBuffer()) };
    }
    const file = what === "memory" ? await this.file() : null;
    if (!file) return null;
    const whole = new Uint8Array(await (await file.getFile()).arrayBuffer());
    const [first] = whole;
    if (!first) return null;  // not written to its end
    const head = JSON.parse(new TextDecoder().decode(whole.slice(0, 4096)));
    return { head, bytes: whole.slice(4096) };
  },
  async write(what, { head, bytes }) {
    const key = await this.key(what);
    if (key) {
      const headers = { "x-maker": head.maker, "x-note": head.note, "x-checksum": head.sum };
      return (await this.cache()).put(key, new Response(bytes, { headers }));
    }
    const out = await (await this.file()).createWritable();
    await out.write(JSON.stringify(head).padEnd(4096));
    await out.write(bytes);
    return out.close();
  },
  async drop(what) {
    const key = await this.key(what);
    if (key) await (await this.cache()).delete(key);
    const file = what === "memory" ? await this.file() : null;
    if (file) await file.remove();
  },
})"""
#: Whether this start has left for the next one what it can: compiled code, and Python's memory.
PREPARED = """async () => {
  const kept = KEPT;
  const whole = async (what) => Boolean(await kept.read(what).catch(() => null));
  return await whole("compiled.zip") && await whole("memory") && !(await kept.key("trying"));
}""".replace("KEPT", KEPT)
FRAME = "new Promise((done) => requestAnimationFrame(done))"
PIECE = 4096  # bytes that one connection sends before another gets its turn


def until(page: Page, script: str, seconds: float = 30) -> None:
    """Waits until a function of the page, which may be asynchronous, gives something true."""
    end = time.monotonic() + seconds
    while not page.evaluate(script):
        assert time.monotonic() < end, f"waited {seconds:g} s for {script}"
        page.evaluate(FRAME)


class Line:
    """A network: seconds there and back, and the bytes a second that all connections share.

    Every connection costs one way there and back before it can carry anything, every request
    another; 0 stands for a line that is as quick as the machine.
    """

    def __init__(self, there_and_back: float = 0, rate: float = 0) -> None:
        self.there_and_back, self.rate = there_and_back, rate
        self._lock = threading.Lock()
        self._free = 0.0  # when the line has carried what was given to it so far

    def carry(self, size: int) -> None:
        """Returns when the line has carried so many bytes, after all that was given before."""
        if not self.rate:
            return
        with self._lock:
            self._free = max(self._free, time.monotonic()) + size / self.rate
            until = self._free
        time.sleep(max(0, until - time.monotonic()))

    def wait(self, since: float) -> None:
        """Returns one way there and back after ``since``, a reading of the monotonic clock."""
        if self.there_and_back:
            time.sleep(max(0, since + self.there_and_back - time.monotonic()))


@dataclass
class Counted:
    """What a server sent, by address without its query."""

    times: Counter[str] = field(default_factory=Counter)  # bodies sent whole, by the file's name
    sizes: Counter[str] = field(default_factory=Counter)  # bytes sent, heads and bodies
    whole: Counter[str] = field(default_factory=Counter)  # bodies sent whole, by the address
    last: float = field(default_factory=time.monotonic)  # when a byte was last sent

    @property
    def total(self) -> int:
        """All bytes sent, heads and bodies."""
        return sum(self.sizes.values())

    @property
    def own(self) -> int:
        """Bytes sent of files that are not Pyodide's or Python's own."""
        theirs = ("pyodide.asm.", "pyodide.rest.", "python_stdlib")
        names = {address: address.rpartition("/")[2] for address in self.sizes}
        return sum(self.sizes[it] for it, name in names.items() if not name.startswith(theirs))

    def twice(self) -> dict[str, int]:
        """The addresses whose body was sent more than once."""
        return {address: times for address, times in self.whole.items() if times > 1}


class _Out(io.RawIOBase):
    """What a handler writes goes over the line in pieces, and is counted."""

    def __init__(self, handler: Packing, out: BinaryIO) -> None:
        self.handler, self.out = handler, out

    def writable(self) -> bool:
        return True

    def write(self, body: Any) -> int:
        handler, whole = self.handler, memoryview(body)
        for begin in range(0, len(whole), PIECE):
            piece = whole[begin : begin + PIECE]
            handler.line.carry(len(piece))
            self.out.write(piece)
            handler.counted.sizes[handler.address] += len(piece)
            handler.counted.last = time.monotonic()
        return len(whole)


class Packing(Handler):
    """A host that packs, keeps its connections open, and counts."""

    counted: Counted
    line: Line
    address = ""
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def setup(self) -> None:
        """A new connection: usable after one way there and back."""
        self.opened = time.monotonic()
        super().setup()
        self.wfile = _Out(self, self.wfile)  # type: ignore[assignment]

    def parse_request(self) -> bool:
        """A request: its answer begins one way there and back later."""
        asked = max(time.monotonic(), self.opened + self.line.there_and_back)
        done = super().parse_request()
        path = self.path.partition("?")[0] if done else ""
        # The folder and its page are one file under two addresses.
        self.address = f"{path}index.html" if path.endswith("/") else path
        self.line.wait(asked)
        return done

    def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
        """Remembers what is sent whole."""
        if self.command == "GET" and code == 200:
            # The packed form of a file is asked for by the file's own address.
            self.counted.whole[self.address] += 1
            self.counted.times[self.path.partition("?")[0].rpartition("/")[2]] += 1


class Bare(Packing):
    """A host that sends every file as it lies there, and says nothing about keeping it."""

    def send_head(self):  # type: ignore[no-untyped-def]
        return http.server.SimpleHTTPRequestHandler.send_head(self)

    def end_headers(self) -> None:
        http.server.SimpleHTTPRequestHandler.end_headers(self)


@contextmanager
def hosted(
    folder: Path, kind: type[Packing], line: Line | None = None
) -> Iterator[tuple[Serving, Counted]]:
    """A host of that kind for a folder, behind that line, and what it has sent so far."""
    counted = Counted()
    handler = type("Kind", (kind,), {"counted": counted, "line": line or Line()})
    server = QuietServer(("127.0.0.1", 0), functools.partial(handler, directory=str(folder)))
    threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    with Serving(server, "127.0.0.1") as serving:
        yield serving, counted
