"""A relay's connections to Valkey: one to ask, one to listen, made anew whenever one breaks."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from typing import Any, Final

from web.relay import journal, scripts
from web.relay.store import StoreDown
from web.relay.valkey_client import Client, Failed, Lost

PREFIX: Final = "card-night"
AGAIN: Final = 0.25  # seconds between two tries to reach the store
LASTS: Final = 4000  # milliseconds for which a sign of life lasts


class Link:
    """What a store is asked through. ``heard`` gets what is published in a room, by its name.

    After a break all ``names()`` are listened to again, and then ``back`` is run: what was published
    meanwhile is to be read by whoever needs it.
    """

    def __init__(
        self,
        url: str,
        heard: Callable[[str, bytes], None],
        names: Callable[[], Iterable[str]],
        back: Callable[[], Awaitable[None]],
    ) -> None:
        self.url = url
        self._heard, self._names, self._back = heard, names, back
        self._client: Client | None = None
        self._feed: Client | None = None
        self._tasks: set[asyncio.Task[Any]] = set()

    async def start(self) -> None:
        """Connects, and stays connected."""
        await self._connect()
        self.spawn(self._stay())

    async def stop(self) -> None:
        """Ends all that was begun."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for client in (self._client, self._feed):
            if client:
                await client.close()

    async def run(self, script: str, name: str, born: str, *rest: Any) -> Any:
        """Runs a script on a room's keys; the store loads it when it does not know it."""
        keys = [f"{PREFIX}:{{{name}}}:{part}" for part in ("meta", "ids", "log", "settle")]
        arguments = [len(keys), *keys, _channel(name), born, *rest]
        client = self._client
        if client is None:
            raise StoreDown
        try:
            try:
                return await client.ask("EVALSHA", scripts.DIGESTS[script], *arguments)
            except Failed as error:
                if not str(error).startswith("NoScriptError"):
                    raise
                return await client.ask("EVAL", script, *arguments)
        except Failed as error:
            journal.write("store", said=str(error).partition(" ")[0])
            raise StoreDown from error
        except Lost as error:
            raise StoreDown from error

    def publish(self, name: str, data: bytes) -> None:
        """Tells all relays that listen to a room."""
        if self._client:
            _let_go(self._client.ask("PUBLISH", _channel(name), data))

    async def listen(self, name: str) -> None:
        """Hears from now on what is published in a room."""
        if self._feed is None:
            raise StoreDown
        try:
            await self._feed.ask("SUBSCRIBE", _channel(name))
        except Lost as error:
            raise StoreDown from error

    def listen_no_more(self, name: str) -> None:
        """Hears no more of a room."""
        if self._feed:
            _let_go(self._feed.ask("UNSUBSCRIBE", _channel(name)))

    async def sign(self, relay: str) -> None:
        """Gives a sign of life."""
        if self._client:
            await self._client.ask("SET", f"{PREFIX}:relay:{relay}", 1, "PX", LASTS)

    def farewell(self, relay: str) -> None:
        """Takes the last sign of life back: the others need not wait until it is old."""
        if self._client:
            _let_go(self._client.ask("DEL", f"{PREFIX}:relay:{relay}"))

    async def lives(self, relay: str) -> bool:
        """Whether another relay has given a sign of life lately."""
        if self._client is None:
            return True
        return bool(await self._client.ask("EXISTS", f"{PREFIX}:relay:{relay}"))

    def spawn(self, work: Any) -> None:
        """Does something beside everything else; that the store was away meanwhile is no trouble."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._over)

    def _over(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error and not isinstance(error, StoreDown):
            journal.write("trouble", kind=type(error).__name__, where=journal.place(error))

    async def _connect(self) -> None:
        client = await Client().connect(self.url)
        feed = await Client(self._push).connect(self.url)
        for name in list(self._names()):
            await feed.ask("SUBSCRIBE", _channel(name))
        self._client, self._feed = client, feed
        await self._back()

    def _push(self, channel: bytes, data: bytes) -> None:
        self._heard(channel.decode().rpartition(":")[2], data)

    async def _stay(self) -> None:
        while True:
            assert self._client and self._feed
            await asyncio.wait((self._client.over, self._feed.over), return_when="FIRST_COMPLETED")
            journal.write("store", said="lost")
            for client in (self._client, self._feed):
                await client.close()
            self._client = None
            while self._client is None:
                await asyncio.sleep(AGAIN)
                try:
                    await self._connect()
                except (Lost, StoreDown, Failed):
                    self._client = None
            journal.write("store", said="back")


def _channel(name: str) -> str:
    return f"{PREFIX}:room:{name}"


def _let_go(future: asyncio.Future[Any]) -> None:
    """Nobody waits for this answer; a lost connection is seen elsewhere."""
    future.add_done_callback(lambda it: it.cancelled() or it.exception())
