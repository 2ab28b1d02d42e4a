"""The relay on a network: a thin shell around ``house``, on the ``websockets`` library.

It accepts connections of the page's own origins, hands their frames to the house, sends what the
house wants sent, looks for lines that are dead or do not read, and stops without losing anybody.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final

from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.exceptions import ConnectionClosed
from websockets.protocol import OPEN

from web.relay import entrance, journal, metrics
from web.relay.frames import Refused, encoded
from web.relay.house import House
from web.relay.limits import Limits
from web.relay.line import Line, framed
from web.relay.room import Member, Room
from web.relay.store import finished
from web.relay.valkey_log import ValkeyStore

MOMENT: Final = 0.05  # seconds for which changes of who is here are gathered
ROUND: Final = 20  # moments in which every line is looked at once
SWEEP: Final = 5.0  # seconds between two looks for rooms whose time is over
REPORT: Final = 60.0  # seconds between two reports
FAREWELL: Final = 2.0  # seconds for a line to close
GOING: Final = 1012  # closed because the relay stops


@dataclass(frozen=True)
class Setting:
    """Where and how a relay serves."""

    host: str = "127.0.0.1"
    port: int = 0
    origins: frozenset[str] = field(default_factory=frozenset)  # besides that of the host asked for
    behind_proxy: bool = False
    come_back: float = 1.0  # seconds after which clients are told to come back
    limits: Limits = field(default_factory=Limits)


class Shell:
    """A relay that serves."""

    def __init__(self, setting: Setting, store_url: str | None = None) -> None:
        self.setting = setting
        self.house = House(setting.limits, self)
        self.at_once = store_url is None
        self.store: ValkeyStore | None = None
        if store_url is not None:
            self.house.store = self.store = ValkeyStore(self.house, store_url)
        self.lines: dict[Line, None] = {}
        self.delivered = 0
        self.server: Server
        self._due: list[Room] = []
        self._tasks: set[asyncio.Task[Any]] = set()
        self._loop = asyncio.get_running_loop()

    # -- life -------------------------------------------------------------------------------------------

    async def start(self) -> int:
        """Begins to serve; returns the port."""
        setting, limits = self.setting, self.setting.limits
        if self.store:
            await self.store.start()
        self.server = await serve(
            self._handle,
            setting.host,
            setting.port,
            process_request=partial(entrance.answer, self),
            create_connection=type("ShellLine", (Line,), {"shell": self}),
            compression=None,
            server_header=None,
            ping_interval=None,  # ``_watch`` does it for all lines at once
            close_timeout=FAREWELL,
            max_size=2 * limits.message,  # what is a little too long is answered, the rest closed
            max_queue=16,
            write_limit=(limits.unsent, limits.unsent // 4),  # ``paused`` when more is unsent
            logger=journal.library(),
            backlog=1024,
        )
        self.spawn(self._watch())
        self.spawn(self._sweep())
        port = int(self.server.sockets[0].getsockname()[1])
        journal.write("listening", port=port)
        return port

    async def stop(self) -> None:
        """Tells everyone to come back later, and ends."""
        house, come_back = self.house, self.setting.come_back
        house.stopping = come_back
        journal.write("stopping", connections=len(self.lines), rooms=len(house.rooms))
        self.server.close(close_connections=False)
        word = framed(encoded(["stop", come_back]))
        lines = list(self.lines)
        for line in lines:
            line.write(word)
        farewells = [asyncio.ensure_future(self._end(line, GOING, "stopping")) for line in lines]
        if farewells:
            await asyncio.wait(farewells)
        await self.server.wait_closed()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self.store:
            await self.store.stop()
        journal.write("stopped")

    def spawn(self, work: Any) -> None:
        """Runs something beside everything else."""
        task = self._loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._over)

    def _over(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            journal.write("trouble", kind=type(error).__name__, where=journal.place(error))

    # -- lines ------------------------------------------------------------------------------------------

    async def _handle(self, connection: ServerConnection) -> None:
        assert isinstance(connection, Line)
        line = connection
        try:
            if self._begin(line) is None or self.at_once:
                await line.wait_closed()
                return
            while True:
                data = await line.recv(decode=False)
                member = line.member
                if member is None or member.closed:
                    continue
                try:
                    await self.house.frame(member, data, self._loop.time())
                except Exception as error:
                    self._trouble(line, error)
        except ConnectionClosed:
            pass
        finally:
            self.lines.pop(line, None)
            if line.member:
                self.house.leave(line.member)
                line.member.line = None
                line.member = None

    def _begin(self, line: Line) -> Member | None:
        """The member that a line stands for, made when it is first needed."""
        if line.member is None:
            try:
                line.member = self.house.arrive(
                    entrance.address_of(line, self.setting.behind_proxy), self._loop.time(), line
                )
            except Refused as refused:
                line.write(framed(refused.frame()))
                self.spawn(self._end(line, 1013, refused.code))
                return None
            self.lines[line] = None
        return line.member

    def take(self, line: Line, data: bytes) -> None:
        """Does at once what a frame asks for."""
        member = line.member or self._begin(line)
        if member is None or member.closed:
            return
        try:
            finished(self.house.frame(member, data, line.heard))
        except Exception as error:
            self._trouble(line, error)

    def _trouble(self, line: Line, error: Exception) -> None:
        """A fault of the relay's own ends one connection and nothing else."""
        self.house.counts["troubles"] += 1
        journal.write("trouble", kind=type(error).__name__, where=journal.place(error))
        with contextlib.suppress(Exception):  # the trouble may be just that it cannot be written to
            line.write(framed(encoded(["no", "trouble", None])))
        if line.member:
            line.member.closed = True
        self.spawn(self._end(line, 1011, "trouble"))

    async def _end(self, line: Line, code: int, reason: str) -> None:
        """Closes a line, and does not wait long for it."""
        try:
            async with asyncio.timeout(FAREWELL):
                await line.close(code, reason)
        except TimeoutError:
            pass
        finally:
            line.transport.abort()

    # -- what the rooms want (``room.Wire``) ------------------------------------------------------------

    def send(self, members: Iterable[Member], text: bytes) -> list[Member]:
        """Sends to all of them; those for whom too much waits already get nothing."""
        frame = framed(text)
        slow = []
        for member in members:
            line = member.line
            if line.paused:
                slow.append(member)
            elif line.protocol.state is OPEN:
                try:
                    line.transport.write(frame)
                except Exception as error:  # one line's trouble is not that of the others
                    self._trouble(line, error)
                    continue
                self.delivered += 1
        return slow

    def tell(self, member: Member, text: bytes) -> None:
        """Sends to one, and cuts it off when it does not read."""
        line: Line | None = member.line
        if line is None:
            return
        if line.unsent > self.setting.limits.unsent:
            self._cut(line, "slow")
            return
        line.write(framed(text))

    def pump(self, member: Member) -> None:
        """Sends the past as fast as the line takes it."""
        line: Line = member.line
        if line.catching_up:
            return
        while not line.paused:
            if not self._piece(line):
                return
        line.catching_up = True
        self.spawn(self._catch_up(line))

    def _piece(self, line: Line) -> bool:
        member = line.member
        if member is None or member.room is None or line.protocol.state is not OPEN:
            return False
        piece = member.room.piece(member, self.setting.limits, self._loop.time())
        if piece is not None:
            line.write(framed(piece))
        return piece is not None

    async def _catch_up(self, line: Line) -> None:
        try:
            while True:
                async with asyncio.timeout(self.setting.limits.slow):
                    await line.drain()
                if not self._piece(line):
                    return
        except TimeoutError:
            self._cut(line, "slow")
        except ConnectionError:
            pass  # it is gone, and its handler sees to that
        finally:
            line.catching_up = False

    def close(self, member: Member, code: str) -> None:
        """Ends the connection."""
        member.closed = True
        if member.line:
            self.spawn(self._end(member.line, 1008, code))

    def _cut(self, line: Line, code: str) -> None:
        """Ends a connection that takes nothing, or from which nothing comes."""
        member = line.member
        if member is None or member.closed:
            return
        self.house.refusals[code] += 1
        line.write(framed(encoded(["no", code, None])))
        self.close(member, code)

    def changed(self, room: Room) -> None:
        """Tells who is here a moment later."""
        if not self._due:
            self._loop.call_later(MOMENT, self._tell_who)
        self._due.append(room)
        self.house.store.changed(room)

    def _tell_who(self) -> None:
        due, self._due = self._due, []
        for room in due:
            room.tell_who()

    # -- what goes on by itself -------------------------------------------------------------------------

    def awake(self, line: Line) -> None:
        """Something is heard of a line again."""
        line.asked = False
        if line.member and line.member.quiet:
            self.house.quiet(line.member, False)

    async def _watch(self) -> None:
        """Looks at every line once a second, at some of them each moment."""
        limits = self.setting.limits
        while True:
            lines = list(self.lines)
            share = -(-len(lines) // ROUND) or 1
            for start in range(0, share * ROUND, share):
                await asyncio.sleep(MOMENT)
                now = self._loop.time()
                quiet = max(limits.quiet, len(lines) / limits.asked)
                for line in lines[start : start + share]:
                    if now - line.heard > quiet:
                        self._look(line, now - line.heard, quiet)

    def _look(self, line: Line, silence: float, quiet: float) -> None:
        member = line.member
        if member is None or member.closed:
            return
        if silence > max(self.setting.limits.silent, 3 * quiet):
            self._cut(line, "silent")
        elif not line.asked:
            line.ask()
        elif silence > 2 * quiet and not member.quiet:
            self.house.quiet(member, True)

    async def _sweep(self) -> None:
        reported, before = self._loop.time(), ""
        while True:
            await asyncio.sleep(SWEEP)
            now = self._loop.time()
            await self.house.sweep(now)
            if now - reported >= REPORT:
                reported = now
                report = metrics.report(self)
                if (text := repr(report)) != before:
                    before = text
                    journal.write("report", **report)
