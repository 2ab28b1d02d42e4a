"""The bare library: it echoes every message to all who asked for the same path, and does no more.

Run as ``python -m tests.bench.relay_bare``; prints its port.
"""

from __future__ import annotations

import importlib
from collections import defaultdict

from websockets.asyncio.server import ServerConnection, broadcast, serve


async def main() -> None:
    """Echoes until it is killed."""
    rooms: dict[str, set[ServerConnection]] = defaultdict(set)

    async def handle(connection: ServerConnection) -> None:
        assert connection.request is not None
        room = rooms[connection.request.path]
        room.add(connection)
        try:
            async for message in connection:
                broadcast(room, message)
        finally:
            room.discard(connection)

    async with serve(handle, "127.0.0.1", 0, compression=None, backlog=1024) as server:
        print(server.sockets[0].getsockname()[1], flush=True)
        await server.serve_forever()


if __name__ == "__main__":
    importlib.import_module("uvloop").run(main())
