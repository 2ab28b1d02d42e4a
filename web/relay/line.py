"""A phone's connection: the library's, with a short way for what is said over it.

The library would read every frame step by step, put its message into a queue and wake a task for it.
Where the store answers at once, whole plain frames of text are taken as they arrive, which is a third
of what a relay has to do; all others, and all that follows on them, go the library's way.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from websockets.asyncio.server import ServerConnection
from websockets.frames import BINARY, CONT, PING, PONG, TEXT, Frame
from websockets.protocol import CONNECTING, OPEN, Event

from web.relay.room import Member

try:
    from websockets.speedups import apply_mask
except ImportError:  # the library is whole without its C part
    from websockets.utils import apply_mask

if TYPE_CHECKING:
    from web.relay.server import Shell

TEXT_FRAME: Final = 0x81  # whole and plain
PONG_FRAME: Final = 0x8A
PING_FRAME: Final = b"\x89\0"
FRAGMENTS: Final = 4096  # of one message; a browser sends a few, if any


def framed(text: bytes) -> bytes:
    """The bytes on the line of a text; a server's are the same for every phone."""
    size = len(text)
    if size < 126:
        return b"\x81%c%b" % (size, text)
    if size < 65536:
        return b"\x81\x7e%b%b" % (size.to_bytes(2, "big"), text)
    return b"\x81\x7f%b%b" % (size.to_bytes(8, "big"), text)


class Line(ServerConnection):
    """One connection."""

    shell: Shell  # set on a class of its own for every shell

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self.member: Member | None = None
        self.heard = self.loop.time()
        self.asked = False  # for a sign of life
        self.catching_up = False
        self.parts: list[bytes] = []
        self._short = False  # the short way is open
        self._clean = False  # the library has read whole things only
        self._rest = b""  # the beginning of a frame

    def data_received(self, data: bytes) -> None:
        """Takes what has arrived, the short way as long as it is plain."""
        if not self._short:
            if not (self._clean and self.protocol.state is OPEN and self.shell.at_once):
                self._clean = self.protocol.state is CONNECTING and data.endswith(b"\r\n\r\n")
                super().data_received(data)
                return
            self._short = True
        self.heard = self.loop.time()
        if self.asked:
            self.shell.awake(self)
        if self._rest:
            data = self._rest + data
        at, end = 0, len(data)
        while end - at >= 6:
            kind, size, start = data[at], data[at + 1] - 0x80, at + 2
            if (kind != TEXT_FRAME and kind != PONG_FRAME) or not 0 <= size <= 126:
                break
            if size == 126:
                size, start = int.from_bytes(data[at + 2 : at + 4], "big"), at + 4
            after = start + 4 + size
            if after > end:
                self._rest = data[at:]
                return
            at = after
            if kind == TEXT_FRAME:
                text = apply_mask(data[start + 4 : after], data[start : start + 4])
                self.shell.take(self, text)
            if self.protocol.state is not OPEN:
                break
        self._rest = data[at:]
        if end - at >= 6:  # from here on it goes the library's way
            self._short, self._clean, rest, self._rest = False, False, self._rest, b""
            super().data_received(rest)

    def process_event(self, event: Event) -> None:
        """Takes a frame."""
        if not isinstance(event, Frame):
            super().process_event(event)
            return
        self.heard = self.loop.time()
        if self.asked:
            self.shell.awake(self)
        kind = event.opcode
        if kind is PONG or kind is PING:
            return
        if not self.shell.at_once or not (kind is TEXT or kind is BINARY or kind is CONT):
            super().process_event(event)
            return
        if event.fin and not self.parts:
            self.shell.take(self, bytes(event.data))
            return
        self.parts.append(bytes(event.data))
        if event.fin:
            whole, self.parts = b"".join(self.parts), []
            self.shell.take(self, whole)
        elif len(self.parts) > FRAGMENTS:
            self.transport.abort()

    def write(self, frame: bytes) -> None:
        """Sends bytes made by ``framed``."""
        if self.protocol.state is OPEN:
            self.transport.write(frame)

    @property
    def unsent(self) -> int:
        """Bytes that wait for the phone to read."""
        return self.transport.get_write_buffer_size()

    def ask(self) -> None:
        """Asks for a sign of life."""
        self.asked = True
        self.write(PING_FRAME)
