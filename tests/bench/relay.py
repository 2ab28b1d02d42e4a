"""What the relay carries on one core, beside the bare library that echoes the same messages.

The server has one core and the phones, in a process of their own, the other. Both servers are run in
turn, so that what the machine does besides is in both figures.
"""

from __future__ import annotations

import contextlib
import json
import os
import statistics
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

from tests.bench.figure import Figure
from tests.relay_hosts import ValkeyServer
from web.build.relay import RelayProcess

ROUNDS = 3
ROOMS, SIZE = 300, 4
RATE = 7700.0  # messages a second: 30,800 deliveries
SECONDS = 4
MANY, SELDOM = 2000, 0.5  # rooms, and messages a second in each
MESSAGES = 200  # of a room that is weighed
FREE = ("address=100000", "makes=100000", "wrong=100000")  # all phones come from one address


def run() -> Iterator[Figure]:
    """The figures of the group ``relay``."""
    yield from _load()
    yield from _many()
    with relay() as server:
        plan = {"rooms": ROOMS, "size": SIZE, "messages": MESSAGES, "rate": RATE}
        seen = phones("weigh", server, **plan)
    yield Figure("relay.bytes_per_room_of_200", seen["grown"] / ROOMS, "bytes")
    yield Figure("relay.back_after_kill_s.memory", _back([]), "s")
    with ValkeyServer() as store:
        yield Figure("relay.back_after_kill_s.valkey", _back(["--store", store.url]), "s")


def _load() -> Iterator[Figure]:
    """A load of 30,000 deliveries a second."""
    seen: dict[str, list[dict[str, Any]]] = {"bare": [], "relay": []}
    plan = {"rooms": ROOMS, "size": SIZE, "rate": RATE, "warm": 1, "seconds": SECONDS}
    for _ in range(ROUNDS):
        with bare() as server:
            seen["bare"].append(phones("steady", server, bare=True, **plan))
        with relay() as server:
            seen["relay"].append(phones("steady", server, bare=False, **plan))
    for name, unit in (("deliveries_per_s", "1/s"), ("p99_ms", "ms"), ("cpu_ms_per_1000", "ms")):
        values = {it: statistics.median(_value(name, one) for one in seen[it]) for it in seen}
        against = f"relay.{name}.bare"
        yield Figure(against, values["bare"], unit)
        ratio = values["relay"] / values["bare"]
        yield Figure(f"relay.{name}", values["relay"], unit, against, ratio)
        if name == "cpu_ms_per_1000":
            yield Figure("relay.cpu_ratio", ratio, "times")


def _value(name: str, seen: dict[str, Any]) -> float:
    if name == "deliveries_per_s":
        return float(seen["delivered"] / seen["seconds"])
    if name == "p99_ms":
        return float(seen["p99"])
    return float(1e6 * seen["cpu"] / seen["delivered"])


def _many() -> Iterator[Figure]:
    """Many rooms in which little is said."""
    plan = {"rooms": MANY, "size": SIZE, "rate": MANY * SELDOM, "warm": 8, "seconds": 10}
    seen = []
    for _ in range(ROUNDS):
        with relay() as server:
            seen.append(phones("steady", server, bare=False, **plan))
    used = statistics.median(one["cpu"] / one["seconds"] for one in seen)
    yield Figure("relay.many_rooms_cpu", 100 * used, "% of a core")
    yield Figure("relay.many_rooms_p99_ms", statistics.median(one["p99"] for one in seen), "ms")
    held = statistics.median(one["held"] for one in seen)
    yield Figure("relay.bytes_per_connection", held / (MANY * SIZE), "bytes")


def _back(options: list[str]) -> float:
    """Seconds after a kill until 1,200 phones are back, with nothing missing."""
    with relay(*options) as server:
        plan = {"rooms": ROOMS, "size": SIZE, "messages": 20, "rate": 2000.0}
        process = _start("come_back", server, **plan)
        assert process.stdout
        assert process.stdout.readline() == "ready\n"
        server.kill()
        server.start()
        pin(server.process.pid, 0)
        return float(_seen(process)["seconds"])


# -- processes ----------------------------------------------------------------------------------------------


def pin(pid: int, core: int) -> None:
    """Gives a process one of the cores to itself, as far as that is ours to say."""
    if hasattr(os, "sched_setaffinity"):
        cores = sorted(os.sched_getaffinity(0))
        os.sched_setaffinity(pid, {cores[core % len(cores)]})


@contextlib.contextmanager
def relay(*options: str) -> Iterator[RelayProcess]:
    """A relay on the first core."""
    limits = [part for limit in FREE for part in ("--limit", limit)]
    with RelayProcess(*limits, *options) as server:
        pin(server.process.pid, 0)
        yield server


class Bare:
    """The bare library as a process."""

    def __init__(self) -> None:
        command = [sys.executable, "-m", "tests.bench.relay_bare"]
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        assert self.process.stdout
        self.port = int(self.process.stdout.readline())


@contextlib.contextmanager
def bare() -> Iterator[Bare]:
    """The bare library on the first core."""
    server = Bare()
    try:
        pin(server.process.pid, 0)
        yield server
    finally:
        server.process.kill()
        server.process.communicate()


def phones(do: str, server: RelayProcess | Bare, **plan: Any) -> dict[str, Any]:
    """What the phones of a plan, on the last core, have seen."""
    return _seen(_start(do, server, **plan))


def _start(do: str, server: RelayProcess | Bare, **plan: Any) -> subprocess.Popen[str]:
    whole = {"do": do, "port": server.port, "pid": server.process.pid, **plan}
    command = [sys.executable, "-m", "tests.bench.relay_load", json.dumps(whole)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    pin(process.pid, -1)
    return process


def _seen(process: subprocess.Popen[str]) -> dict[str, Any]:
    out, _ = process.communicate(timeout=120)
    seen: dict[str, Any] = json.loads(out.splitlines()[-1])
    if process.returncode or seen["gaps"] or seen["refused"]:
        raise RuntimeError(f"The phones have seen what must not be: {seen}")
    if seen.get("delivered", 0) < seen.get("expected", 0):
        raise RuntimeError(f"Something was not delivered: {seen}")
    return seen
