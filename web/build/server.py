"""A static server, as careful as a good web host."""

from __future__ import annotations

import functools
import http.server
import io
import os
import re
import socket
import sys
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from web.build.relay import RelayProcess, is_for_relay, pass_on
from web.build.tools import Trouble


class Handler(http.server.SimpleHTTPRequestHandler):
    """Serves one folder as a careful static host does."""

    packing = ""
    kind = ""

    extensions_map = {  # noqa: RUF012 (the base class declares it so)
        **http.server.SimpleHTTPRequestHandler.extensions_map,
        ".css": "text/css; charset=utf-8",
        ".html": "text/html; charset=utf-8",
        ".js": "text/javascript; charset=utf-8",
        ".json": "application/json",
        ".mjs": "text/javascript; charset=utf-8",
        ".py": "text/plain; charset=utf-8",
        ".svg": "image/svg+xml",
        ".wasm": "application/wasm",
        ".webmanifest": "application/manifest+json",
        ".zip": "application/zip",
    }

    def do_GET(self) -> None:
        """What is the relay's goes to it, all else is a file."""
        relay = self.server.relay if isinstance(self.server, QuietServer) else None
        if relay is not None and is_for_relay(self.path):
            pass_on(self, relay.port)
        else:
            super().do_GET()

    def send_head(self) -> io.BytesIO | BinaryIO | None:
        """Sends a packed form where there is one and the browser takes it."""
        self.packing = ""
        given = Path(self.translate_path(self.path))
        file = given / "index.html" if given.is_dir() else given
        taken = self.headers.get("Accept-Encoding", "")
        for ending, name in ((".br", "br"), (".gz", "gzip")):
            other = file.with_name(file.name + ending)
            if re.search(rf"\b{name}\b", taken) and file.is_file() and other.is_file():
                kind, before = self.guess_type(str(file)), self.path
                self.packing, self.kind = name, kind
                path, mark, query = self.path.partition("?")
                self.path = path + ("index.html" if given.is_dir() else "") + ending + mark + query
                try:
                    return super().send_head()
                finally:
                    self.path = before
        return super().send_head()

    def guess_type(self, path: str | os.PathLike[str]) -> str:
        """What a packed file holds is told, not that it is packed."""
        return self.kind if self.packing else super().guess_type(path)

    def send_response(self, code: int, message: str | None = None) -> None:
        """Remembers whether there is something to keep: a missing file may come yet."""
        self.there = code < 400
        super().send_response(code, message)

    def end_headers(self) -> None:
        """Adds what lets a browser keep hashed files for good, and nothing else unasked."""
        hashed = "/assets/" in self.path and self.there
        kept = "public, max-age=31536000, immutable" if hashed else "no-cache"
        self.send_header("Cache-Control", kept)
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("Vary", "Accept-Encoding")
        if self.packing:
            self.send_header("Content-Encoding", self.packing)
        super().end_headers()

    def list_directory(self, path: str | os.PathLike[str]) -> None:
        """A folder without a page is nothing to see."""
        self.send_error(404, "Not here")

    def log_message(self, format: str, *args: object) -> None:
        """Keeps the terminal for what matters."""


class QuietServer(http.server.ThreadingHTTPServer):
    """A server that does not mind a browser hanging up."""

    daemon_threads = True
    request_queue_size = 64
    relay: RelayProcess | None = None

    def handle_error(self, request: object, client_address: object) -> None:
        """Only what is our own fault is worth a traceback."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)  # type: ignore[arg-type]


@dataclass
class Serving:
    """A running server. `stop()` ends it; `serve_directory(folder, port=port)` starts it anew."""

    server: QuietServer
    host: str

    @property
    def relay(self) -> RelayProcess | None:
        """The relay beside the files, if there is one."""
        return self.server.relay

    @property
    def port(self) -> int:
        """The port it listens on."""
        return int(self.server.server_address[1])

    @property
    def url(self) -> str:
        """Its address on this machine, with a slash at the end."""
        shown = "127.0.0.1" if self.host in ("", "0.0.0.0") else self.host
        return f"http://{shown}:{self.port}/"

    def stop(self) -> None:
        """Stops listening; nothing answers any more when this returns."""
        self.server.shutdown()
        self.server.server_close()
        if self.relay and self.relay.process.poll() is None:
            self.relay.stop()

    def __enter__(self) -> Serving:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()


def serve_directory(
    folder: Path, *, host: str = "127.0.0.1", port: int = 0, relay: bool = False
) -> Serving:
    """Serves a folder in the background; port 0 takes a free one.

    ``relay``: starts a relay too, which answers at ``/relay`` of the same port.
    """
    handler = functools.partial(Handler, directory=str(folder))
    try:
        server = QuietServer((host, port), handler)
    except OSError as error:
        raise Trouble(f"Port {port} cannot be used ({error}); try --port with another.") from error
    if relay:
        try:
            server.relay = RelayProcess("--behind-proxy", "--come-back", "2")
        except Trouble:
            server.server_close()
            raise
    threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    return Serving(server, host)


def lan_address() -> str:
    """This machine's address in its own network; no packet is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return socket.gethostbyname(socket.gethostname())
        return str(probe.getsockname()[0])
