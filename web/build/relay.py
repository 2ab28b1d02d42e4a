"""The relay beside the static files: a process of its own, and the way from their port to it.

``build.py`` runs on a bare Python and the relay on its libraries, so it is started in ``.venv``. It
listens on this machine alone; the static server passes on what is asked of ``/relay``.
"""

from __future__ import annotations

import contextlib
import http.server
import json
import socket
import subprocess
import threading
from collections.abc import Sequence

from web.build.installed import venv_program
from web.build.tools import ROOT, Trouble

PATH = "/relay"
CHUNK = 65536


class RelayProcess:
    """A running relay. ``stop()`` and ``kill()`` end it; ``start()`` starts it anew, on its port."""

    def __init__(self, *arguments: str, port: int = 0) -> None:
        self.arguments: Sequence[str] = arguments
        self.port = port
        self.log: list[str] = []
        self.process: subprocess.Popen[str]
        self._reader: threading.Thread
        self.start()

    def start(self) -> None:
        """Starts it, and returns when it listens."""
        command = [
            str(venv_program("python")),
            "-m",
            "web.relay",
            "--tied",
            "--port",
            str(self.port),
        ]
        self.process = subprocess.Popen(
            [*command, *self.arguments],
            cwd=ROOT,
            stdin=subprocess.PIPE,  # when we end, it ends
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert self.process.stderr
        first = ""
        for first in self.process.stderr:
            with contextlib.suppress(ValueError, KeyError, TypeError):
                self.port = json.loads(first)["port"]
                break
            self.log.append(first)
        else:
            self.process.wait()
            raise Trouble(f"The relay does not start:\n{''.join(self.log[-15:])}")
        self.log.append(first)
        self._reader = threading.Thread(target=self._read, args=(self.process,), daemon=True)
        self._reader.start()

    def _read(self, process: subprocess.Popen[str]) -> None:
        assert process.stderr
        for line in process.stderr:
            self.log.append(line)
            del self.log[:-1000]

    def stop(self) -> int:
        """Ends it as it likes to be ended: phones are told. Returns its exit code."""
        if self.process.poll() is None:
            self.process.terminate()
        return self._ended()

    def kill(self) -> None:
        """Ends it as a power cut would."""
        self.process.kill()
        self._ended()

    def _ended(self) -> int:
        code = self.process.wait(30)
        self._reader.join(10)
        for pipe in (self.process.stdin, self.process.stderr):
            if pipe:
                pipe.close()
        return code

    def __enter__(self) -> RelayProcess:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.stop()


def is_for_relay(path: str) -> bool:
    """Whether a request is the relay's business."""
    path = path.partition("?")[0]
    return path == PATH or path.startswith(PATH + "/")


def pass_on(handler: http.server.BaseHTTPRequestHandler, port: int) -> None:
    """Sends a request to the relay, and from then on whatever either side says to the other."""
    handler.close_connection = True
    try:
        relay = socket.create_connection(("127.0.0.1", port), timeout=10)
    except OSError:
        handler.send_error(503, "The relay is not here")
        return
    with relay:
        relay.settimeout(None)
        address = handler.client_address[0]
        lines = [f"{handler.command} {handler.path} HTTP/1.1"]
        lines += [
            f"{name}: {value}"
            for name, value in handler.headers.items()
            if name.lower() != "x-forwarded-for"
        ]
        lines += [f"X-Forwarded-For: {address}", "", ""]
        back = threading.Thread(target=_back, args=(relay, handler.connection), daemon=True)
        try:
            relay.sendall("\r\n".join(lines).encode("latin-1"))
            back.start()
            while data := handler.rfile.read1(CHUNK):
                relay.sendall(data)
        except OSError:
            pass
        finally:
            with contextlib.suppress(OSError):
                relay.shutdown(socket.SHUT_WR)
            if back.ident is not None:
                back.join()


def _back(relay: socket.socket, phone: socket.socket) -> None:
    """Everything that the relay says, to the phone; when it has said all, the phone's line ends."""
    try:
        while data := relay.recv(CHUNK):
            phone.sendall(data)
    except OSError:
        pass
    for line in (phone, relay):
        with contextlib.suppress(OSError):
            line.shutdown(socket.SHUT_RDWR)
