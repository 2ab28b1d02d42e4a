"""The command ``python -m web.relay``: serves until it is told to stop.

It says in its first line on standard error at which port it listens. SIGTERM and Ctrl-C stop it
gracefully: clients are told to come back.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import gc
import importlib
import math
import os
import signal
import sys
import threading
from collections.abc import Sequence
from dataclasses import fields
from typing import Any

from web.relay.limits import Limits
from web.relay.server import Setting, Shell


def parser() -> argparse.ArgumentParser:
    """The command line."""
    limits = "\n".join(
        f"  {it.name}={it.default:g}  {it.metadata['what']}"
        if isinstance(it.default, float)
        else f"  {it.name}={it.default}  {it.metadata['what']}"
        for it in fields(Limits)
    )
    top = argparse.ArgumentParser(
        prog="python -m web.relay",
        description="Carries what phones in a room say to each other, and forgets it.",
        epilog=f"limits, with what they are unless set:\n{limits}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    top.add_argument("--host", default="127.0.0.1")
    top.add_argument("--port", type=int, default=8001, help="0 takes a free one")
    top.add_argument(
        "--store", metavar="URL", help="valkey://host:port or redis://host:port; else memory"
    )
    top.add_argument(
        "--origin",
        action="append",
        default=[],
        metavar="ORIGIN",
        help="a page's origin that may connect besides that of the host itself",
    )
    top.add_argument(
        "--behind-proxy", action="store_true", help="believe X-Forwarded-For (its last address)"
    )
    top.add_argument(
        "--come-back", type=float, default=1.0, metavar="S", help="told to clients at a stop"
    )
    top.add_argument("--tied", action="store_true", help="stop when standard input ends")
    top.add_argument("--limit", action="append", default=[], metavar="NAME=NUMBER")
    return top


def limits_of(texts: Sequence[str]) -> Limits:
    """The limits, with those set that are named; ``ValueError`` says what is wrong."""
    kinds = {it.name: int if isinstance(it.default, int) else float for it in fields(Limits)}
    given: dict[str, Any] = {}
    for text in texts:
        name, _, number = text.partition("=")
        if name not in kinds:
            raise ValueError(f"There is no limit {name!r}.")
        given[name] = kinds[name](number)
        if not 0 < given[name] < math.inf:
            raise ValueError(f"The limit {name!r} must be above 0.")
    return Limits(**given)


async def serve(setting: Setting, store_url: str | None, tied: bool) -> None:
    """Serves until a signal comes; ``tied``, or until standard input ends."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        try:
            loop.add_signal_handler(number, stop.set)
        except NotImplementedError:  # Windows knows Ctrl-C alone
            signal.signal(number, lambda *_: loop.call_soon_threadsafe(stop.set))
    if tied:

        def wait() -> None:
            while os.read(sys.stdin.fileno(), 1024):
                pass
            with contextlib.suppress(RuntimeError):  # it may have stopped already
                loop.call_soon_threadsafe(stop.set)

        threading.Thread(target=wait, daemon=True).start()
    shell = Shell(setting, store_url)
    await shell.start()
    gc.collect()
    gc.freeze()  # what is here stays; looking at it again and again takes time from the phones
    gc.set_threshold(20_000, 20, 50)
    await stop.wait()
    await shell.stop()


def main(argv: Sequence[str]) -> int:
    """Runs the command; returns the exit code."""
    given = parser().parse_args(argv)
    try:
        limits = limits_of(given.limit)
    except ValueError as error:
        parser().error(str(error))
    setting = Setting(
        host=given.host,
        port=given.port,
        origins=frozenset(origin.lower().rstrip("/") for origin in given.origin),
        behind_proxy=given.behind_proxy,
        come_back=given.come_back,
        limits=limits,
    )
    run: Any = asyncio.run
    with contextlib.suppress(ImportError):
        run = importlib.import_module("uvloop").run
    try:
        run(serve(setting, given.store, given.tied))
    except (OSError, ValueError) as error:  # the port is taken, the store is not there
        print(f"python -m web.relay: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
