"""Every phone in a process of its own: a hand of 110 by three of them and a bot, over a relay.

The relay is this process. It gives everybody every byte string in the order in which they came, and
can read none of them; which phone comes first is up to the machine.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait

from engine.sealed.evidence import evidence_text, judge
from engine.sealed.steps import finish
from engine.sealed.table import Device, Seat, Table
from tests.sealed_phone import live
from tests.sealed_room import seed_of

DEVICES = 3
SECONDS = 60  # until somebody must have said something
Told = dict[int, bytes]


@contextmanager
def phones(seed: str) -> Iterator[list[Connection]]:
    """The lines to so many phones; none outlives the test."""
    fresh = get_context("spawn")  # they share no memory, not even a copy
    lines, processes = [], []
    try:
        for device in range(DEVICES):
            ours, theirs = fresh.Pipe()
            lines.append(ours)
            processes.append(fresh.Process(target=live, args=(theirs, device, DEVICES, seed)))
            processes[-1].start()
            theirs.close()
        yield lines
        for process in processes:
            process.join(SECONDS)
        assert [process.exitcode for process in processes] == [0] * DEVICES
    finally:
        for process in processes:
            process.kill()


def heard(line: Connection) -> bytes:
    assert line.poll(SECONDS), "A phone is silent."
    return line.recv_bytes()


def seated(lines: list[Connection], seed: str) -> Table:
    """The table of the phones behind the lines, and a bot that the second of them keeps."""
    keys = [heard(line) for line in lines]
    return Table(
        seed_of(seed, "room"),
        "110",
        dealer=1,
        seats=(*(Seat(f"Seat {n}", n) for n in range(DEVICES)), Seat("Bot", 1, "random")),
        devices=tuple(Device(both[:32], both[32:]) for both in keys),
    )


def relayed(lines: list[Connection]) -> tuple[list[bytes], Told]:
    """All that was sent, in its order, and what each phone told in the end."""
    log: list[bytes] = []
    told: Told = {}
    while len(told) < len(lines):
        there = [line for n, line in enumerate(lines) if n not in told]
        ready = wait(there, SECONDS)
        assert ready, "No phone says anything any more."
        for line in ready:
            assert isinstance(line, Connection)
            data = heard(line)
            if not data:
                told[lines.index(line)] = heard(line)
                continue
            log.append(data)
            for other in lines:
                pass_on(other, data)
    return log, told


def pass_on(line: Connection, data: bytes) -> None:
    """Send it, unless the phone has all it needed, and has hung up."""
    with suppress(BrokenPipeError):
        line.send_bytes(data)


def test_phones_that_share_nothing_but_bytes_come_to_the_same() -> None:
    with phones("processes") as lines:
        table = seated(lines, "processes")
        for line in lines:
            line.send_bytes(table.text().encode())
        log, told = relayed(lines)
    assert len(set(told.values())) == 1
    found = finish(judge(evidence_text(table, log)))
    assert not found.convicted
    assert [finding.complete for finding in found.findings] == [True]
    ((_, digest),) = found.standing.closed
    state = table.game.state_text(found.standing.state)
    assert told[0] == digest + state.encode()
    assert sum(map(len, log)) < 30_000
