"""Connections to Valkey or Redis through its own library: commands in their order, and a channel's news.

The library gives every command that is under way a connection of its own. Here all share one: what
is asked while an answer is awaited goes out together with the next, so that whatever a relay tells
the others leaves in the order in which it happened.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from collections.abc import Callable
from typing import Any, Final

from valkey.asyncio import Valkey
from valkey.exceptions import ConnectionError as Broken
from valkey.exceptions import ResponseError, TimeoutError, ValkeyError

SCHEMES: Final = {"redis": "valkey", "valkey": "valkey", "rediss": "valkeys", "valkeys": "valkeys"}


class Lost(ConnectionError):
    """The connection is over; whether the command was carried out is not known."""


class Failed(Exception):
    """The server has refused a command; its words."""


class Client:
    """One connection. ``push`` makes it one that listens: it gets what is published, by channel."""

    def __init__(self, push: Callable[[bytes, bytes], None] | None = None) -> None:
        self._push = push
        self._asked: list[tuple[tuple[str | bytes | int, ...], asyncio.Future[Any]]] = []
        self._some = asyncio.Event()
        self._confirmed: deque[asyncio.Future[Any]] = deque()
        self._valkey: Any
        self._pubsub: Any = None
        self._closing = False
        self._tasks: list[asyncio.Task[None]] = []
        self.over: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def connect(self, url: str) -> Client:
        """Connects to ``valkey://[user:password@]host[:port][/database]``."""
        scheme, mark, rest = url.partition("://")
        if scheme not in SCHEMES or not mark:
            raise ValueError(f"A store's address begins with one of {', '.join(SCHEMES)}.")
        self._valkey = Valkey.from_url(f"{SCHEMES[scheme]}://{rest}")
        try:
            await self._valkey.ping()
            if self._push:
                self._pubsub = self._valkey.pubsub()
                await self._pubsub.connect()
        except (Broken, TimeoutError, OSError) as error:
            await self._valkey.aclose()
            raise Lost(str(error)) from error
        loop = asyncio.get_running_loop()
        work = [self._write(), self._read()] if self._push else [self._write()]
        self._tasks = [loop.create_task(self._guard(it)) for it in work]
        return self

    def ask(self, *parts: str | bytes | int) -> asyncio.Future[Any]:
        """Sends a command; the future is its reply."""
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        if self.over.done():
            future.set_exception(Lost())
            return future
        self._asked.append((parts, future))
        self._some.set()
        return future

    async def close(self) -> None:
        """Ends the connection."""
        self._closing = True  # a cancellation is sometimes lost within the library
        self._some.set()
        for task in self._tasks:
            task.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=1)
        with contextlib.suppress(ValkeyError, OSError):
            if self._pubsub:
                await self._pubsub.aclose()
            await self._valkey.aclose()

    async def _guard(self, work: Any) -> None:
        """Does the work; when it ends, so does all that is still asked."""
        try:
            await work
        except (ValkeyError, OSError):
            pass
        finally:
            if not self.over.done():
                self.over.set_result(None)
            waiting = [future for _, future in self._asked] + list(self._confirmed)
            self._asked.clear()
            self._confirmed.clear()
            for future in waiting:
                _fail(future, Lost())

    async def _write(self) -> None:
        while not self._closing:
            await self._some.wait()
            self._some.clear()
            batch, self._asked = self._asked, []
            if self._push:
                await self._listen(batch)
            elif batch:
                await self._ask(batch)

    async def _ask(self, batch: list[tuple[tuple[Any, ...], asyncio.Future[Any]]]) -> None:
        pipeline = self._valkey.pipeline(transaction=False)
        for parts, _ in batch:
            pipeline.execute_command(*parts)
        try:
            replies = await pipeline.execute(raise_on_error=False)
        except BaseException:
            for _, future in batch:
                _fail(future, Lost())
            raise
        for (_, future), reply in zip(batch, replies, strict=True):
            if isinstance(reply, ResponseError):
                _fail(future, Failed(f"{type(reply).__name__} {reply}"))
            elif isinstance(reply, Exception):
                _fail(future, Lost())
            elif not future.done():
                future.set_result(reply)

    async def _listen(self, batch: list[tuple[tuple[Any, ...], asyncio.Future[Any]]]) -> None:
        """Subscribes and ends subscriptions; the server's confirmation is the reply."""
        self._confirmed.extend(future for _, future in batch)
        for parts, _ in batch:
            await self._pubsub.execute_command(*parts)

    async def _read(self) -> None:
        assert self._push
        while not self._closing:
            kind, channel, data = await self._pubsub.parse_response(block=True)
            if kind == b"message":
                self._push(channel, data)
            elif not (future := self._confirmed.popleft()).done():
                future.set_result(None)


def _fail(future: asyncio.Future[Any], error: Exception) -> None:
    if not future.done():
        future.set_exception(error)
        future.exception()  # nobody may be waiting any more
