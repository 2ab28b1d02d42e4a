"""Relays that stop, are killed and come back, and several that share a store: nobody loses a word."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
import subprocess
import sys
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from tests.relay_hosts import (
    GATE,
    START,
    Phone,
    ValkeyServer,
    free_port,
    metric,
    new_name,
    until,
)
from tests.relay_model import Table
from web.build.relay import RelayProcess
from web.build.tools import ROOT, Trouble
from web.relay import scripts
from web.relay.log import entry_text
from web.relay.valkey_log import ValkeyStore


def back(phone: Phone, port: int | None = None) -> None:
    """What a phone does when its line broke: in again, with its log offered where it is wanted."""
    phone.frames.clear()
    phone.open(port)
    phone.ask_in()
    while True:
        phone.pull(lambda: phone.frames)
        kind, *rest = phone.frames.pop(0)
        if kind == "in":
            phone.hear(rest[2])
            return
        assert kind == "behind" or (kind, rest[0]) == ("no", "no-room"), (kind, rest)
        phone.offer(rest[0] if kind == "behind" else None)


def said(phone: Phone, body: str) -> None:
    """Says something until it is taken: a room given back takes nothing for a moment."""
    id_ = phone.say(body)
    while True:
        phone.pull(lambda: body in phone.bodies or phone.frames)
        if body in phone.bodies:
            return
        frame = phone.frames.pop(0)
        if frame[:2] == ["no", "settling"]:
            phone.obey(frame)
            phone.send("say", id_, 1, body)


def table(*ports: int, count: int = 4) -> list[Phone]:
    """Phones in a new room, at the relays in turn."""
    name = new_name()
    phones = [Phone(ports[number % len(ports)], name) for number in range(count)]
    phones[0].make()
    for it in phones[1:]:
        it.join()
    return phones


def play(phones: list[Phone], text: str) -> None:
    """Each says something, and all have heard it."""
    count = phones[0].next
    for number, it in enumerate(phones):
        said(it, f"{text} of {number}")
    for it in phones:
        it.hear(count + len(phones))
        it.frames.clear()
    assert all(it.log == phones[0].log and it.heads == phones[0].heads for it in phones)


def close(phones: list[Phone]) -> None:
    for it in phones:
        it.close()


def test_a_relay_that_stops_tells_everyone_to_come_back_and_its_log_names_nobody() -> None:
    with RelayProcess("--come-back", "3") as relay:
        phones = table(relay.port)
        play(phones, "some words")
        phones[0].send("nonsense", "of mine")
        phones[0].send("note", "my note")
        phones[0].wait("no")
        assert relay.stop() == 0
        for it in phones:
            assert it.wait("stop") == ["stop", 3.0]
            assert it.ended() == (1012, "stopping")
    events = [json.loads(line) for line in relay.log]
    assert [it["event"] for it in events] == ["listening", "stopping", "stopped"]
    assert events[1]["connections"] == 4 and events[1]["rooms"] == 1
    text = "".join(relay.log)
    secrets = [phones[0].room, "words", "of mine", "my note", GATE, "127.0.0.1"]
    for it in phones:
        secrets += [it.sender, it.token]
    assert not [secret for secret in secrets if secret in text]


def test_a_relay_that_stops_waits_for_nobody_that_does_not_answer() -> None:
    with RelayProcess() as relay, socket.create_connection(("127.0.0.1", relay.port)) as deaf:
        deaf.sendall(
            b"GET /relay HTTP/1.1\r\nHost: x\r\nOrigin: http://x\r\nUpgrade: websocket\r\n"
            b"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        )
        assert b" 101 " in deaf.recv(1000)
        assert relay.stop() == 0


def test_a_relay_ends_with_whoever_started_it() -> None:
    with RelayProcess() as relay:
        assert relay.process.stdin
        relay.process.stdin.close()
        assert relay.process.wait(30) == 0


def test_it_runs_on_pythons_own_loop_where_there_is_no_other() -> None:
    program = (
        "import sys; sys.modules['uvloop'] = None\n"
        "from web.relay.__main__ import main; main(['--port', '0', '--tied'])"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", program], cwd=ROOT, stdin=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdin and process.stderr
    port = json.loads(process.stderr.readline())["port"]
    phones = table(port)
    play(phones, "some words")
    phones[0].say("x" * 60_000)
    phones[3].hear(5)
    process.stdin.close()
    assert process.wait(30) == 0
    process.stderr.close()
    for it in phones:
        assert it.ended() == (1012, "stopping")


@pytest.mark.parametrize(
    "limit", ["rooms", "nothing=1", "rooms=0", "rooms=-1", "rooms=many", "rate=nan", "rate=inf"]
)
def test_a_limit_that_is_none_is_told(limit: str) -> None:
    with pytest.raises(Trouble, match=r"does not start:(.|\n)*web.relay: error: "):
        RelayProcess("--limit", limit)


def test_a_store_that_is_not_there_is_told() -> None:
    with pytest.raises(Trouble, match=r"does not start:\npython -m web.relay: .*refused"):
        RelayProcess("--store", f"redis://127.0.0.1:{free_port()}")


def test_a_port_that_is_taken_is_told() -> None:
    with RelayProcess() as relay, pytest.raises(Trouble, match="already in use"):
        RelayProcess(port=relay.port)


@pytest.mark.parametrize("stopped", [True, False], ids=["stopped", "killed"])
def test_a_relay_that_forgot_all_is_given_it_back(stopped: bool) -> None:
    """Four phones that have heard differently much: the longest log wins, and play goes on."""
    with RelayProcess("--limit", "settle=0.2") as relay:
        phones = table(relay.port)
        play(phones, "before")
        phones[3].vanish()
        play(phones[:3], "while one was away")
        if stopped:
            relay.stop()
        else:
            relay.kill()
        relay.start()
        for it in (phones[3], *phones[:3]):  # the one that knows least comes first
            it.line.close()
            back(it)
        for it in phones:
            assert it.hear(7).log == phones[0].log
        play(phones, "after")
        phones[0].send("say", 0, 1, "before of 0")
        assert phones[0].wait("again")[1] == 0  # what was said before is known still
        close(phones)


# -- several relays, one store ----------------------------------------------------------------------------


@contextlib.contextmanager
def two_at(url: str, *options: str) -> Iterator[list[RelayProcess]]:
    """Two relays at one store, which come through without trouble of their own."""
    with (
        RelayProcess("--store", url, *options) as one,
        RelayProcess("--store", url, *options) as two,
    ):
        yield [one, two]
        assert not [line for it in (one, two) for line in it.log if '"trouble"' in line]


@pytest.fixture(scope="module")
def relays(valkey_url: str) -> Iterator[list[RelayProcess]]:
    with two_at(valkey_url) as both:
        yield both


def test_phones_at_two_relays_are_in_one_room(relays: list[RelayProcess]) -> None:
    phones = table(*(it.port for it in relays))
    for turn in range(5):
        play(phones, f"turn {turn}")
    for it in phones:
        it.pull(lambda it=it: {who[0] for who in it.who} == {p.sender for p in phones})  # type: ignore[misc]
    phones[1].send("note", "hidden")
    phones[0].pull(lambda: [phones[1].sender, "hidden"] in phones[0].who)
    phones[2].send("trim", 10, GATE)
    phones[1].wait("trimmed")
    phones.append(Phone(relays[1].port, phones[0].room).join())
    assert phones[4].base == 10
    phones[1].vanish()
    phones[0].pull(lambda: phones[1].sender not in [who[0] for who in phones[0].who])
    close(phones)


def test_a_log_that_gives_way_is_another_one_at_both_relays(relays: list[RelayProcess]) -> None:
    """What one phone alone has said since it gave the log back, at one relay, makes place for what a
    phone at the other one knows."""
    source = table(relays[0].port, count=2)
    play(source, "before")
    name = new_name()
    short, other, long = (Phone(it.port, name) for it in (relays[0], relays[1], relays[1]))
    for it, count in ((short, 1), (long, 2)):
        it.log, it.heads, it.said = source[0].log[:count], source[0].heads[: count + 1], 10
    short.offer()
    short.wait("in")
    other.join()
    said(short, "alone")
    other.hear(2)
    long.offer()
    assert long.wait("in")[2:4] == [0, 2]
    for it in (short, other):
        assert it.wait("cut") == ["cut", 1]
        it.cut(1)
        it.join()
    play([short, other, long], "after")
    assert long.bodies == ["before of 0", "before of 1", *(f"after of {n}" for n in range(3))]
    close([*source, short, other, long])


def test_all_speak_at_once_at_two_relays_and_hear_one_order(relays: list[RelayProcess]) -> None:
    phones = table(*(it.port for it in relays), count=6)
    for turn in range(30):
        for number, it in enumerate(phones):
            it.say(f"{turn} of {number}")
    for it in phones:
        assert it.hear(180).log == phones[0].hear(180).log
    assert len(set(phones[0].bodies)) == 180
    close(phones)


def test_what_was_said_at_one_relay_is_known_at_the_other(relays: list[RelayProcess]) -> None:
    one = table(relays[0].port, count=1)[0]
    one.say("a")
    one.hear(1)
    one.vanish()
    one.open(relays[1].port)
    one.join()
    one.send("say", 0, 1, "a")
    assert one.wait("again")[1:] == one.log[0]
    one.send("say", 0, 1, "b")
    assert one.wait("no") == ["no", "other-body", 0]
    close([one])


def test_the_newest_line_wins_at_whichever_relay(relays: list[RelayProcess]) -> None:
    one, two = table(*(it.port for it in relays), count=2)
    newer = Phone(relays[1].port, one.room, token=one.token).join()
    assert one.wait("elsewhere") and one.ended()[1] == "elsewhere"
    again = Phone(relays[0].port, one.room, token=one.token).join()
    assert newer.wait("elsewhere") and newer.ended()[1] == "elsewhere"
    said(again, "here")
    two.hear(1)
    close([two, again])


def test_a_hundred_phones_find_their_rooms_at_whichever_relay(relays: list[RelayProcess]) -> None:
    phones = []
    for number in range(25):
        phones += table(*(it.port for it in relays[:: 1 if number % 2 else -1]))
    for number in range(25):
        phones[4 * number].say("hello")
    for it in phones:
        assert it.hear(1).bodies == ["hello"]
    close(phones)
    for relay in relays:  # nobody is in them: no relay holds a copy any more
        until(lambda port=relay.port: metric(port, "relay_rooms") == 0)  # type: ignore[misc]


def test_a_killed_relay_loses_nothing_and_its_phones_go_on_at_the_other(valkey_url: str) -> None:
    with two_at(valkey_url) as (one, two):
        phones = table(one.port, two.port)
        play(phones, "before")
        for number, it in enumerate(phones):
            it.say(f"on its way {number}")
        one.kill()
        for it in (phones[0], phones[2]):
            it.line.close()
            back(it, two.port)
            it.send("say", it.said - 1, 1, f"on its way {phones.index(it)}")  # was it heard?
        for it in phones:
            assert sorted(it.hear(8).bodies[4:]) == [f"on its way {n}" for n in range(4)]
        for it in phones:
            it.pull(lambda it=it: len(it.who) == 4, "who is here")  # type: ignore[misc]
            it.frames.clear()
        play(phones, "after")
        one.start()
        phones[0].line.close()
        back(phones[0], one.port)
        play(phones, "with both again")
        close(phones)


def test_who_was_at_a_killed_relay_is_missed(valkey_url: str) -> None:
    with two_at(valkey_url) as (one, two):
        phones = table(one.port, two.port, count=2)
        phones[1].pull(lambda: len(phones[1].who) == 2)
        one.kill()
        phones[1].pull(lambda: phones[1].who == [[phones[1].sender, ""]])
        close(phones)


def test_a_store_that_forgot_all_is_given_it_back() -> None:
    with ValkeyServer() as store, two_at(store.url, "--limit", "settle=0.2") as (one, two):
        phones = table(one.port, two.port)
        play(phones, "before")
        store.kill()
        phones[0].say("into the void")
        assert phones[0].wait("no")[1] == "store"
        store.start()
        for it in phones:
            assert it.wait("no")[1] == "gone"
        for it in phones:
            it.close()
            back(it)
        phones[0].send("say", phones[0].said - 1, 1, "into the void")
        until(lambda: settles(phones[0]), "it is taken at last")
        for it in phones:
            assert it.hear(5).bodies[4] == "into the void"
            it.frames.clear()
        play(phones, "after")
        close(phones)


def settles(phone: Phone) -> bool:
    phone.pull(lambda: phone.next == 5 or phone.frames)
    if phone.next < 5:
        phone.obey(phone.frames.pop(0))
        phone.send("say", phone.said - 1, 1, "into the void")
    return phone.next == 5


def command(url: str, *words: Any) -> bytes:
    """What the store answers to a command."""
    with socket.create_connection(("127.0.0.1", int(url.rpartition(":")[2]))) as line:
        line.sendall(" ".join(map(str, words)).encode() + b"\r\n")
        return line.recv(65536)


def test_no_entry_is_lost_between_two_reads(valkey_url: str, full: bool) -> None:
    """The relays' lines to the store break again and again, of one kind and of the other."""
    chance = Random("no entry is lost")
    with two_at(valkey_url, "--limit", "rate=1e6", "--limit", "burst=1e6") as (one, two):
        phones = table(one.port, two.port)
        for turn in range(1000 if full else 40):
            if chance.random() < 0.3:
                kind = "pubsub" if chance.random() < 0.7 else "normal"
                command(valkey_url, "CLIENT", "KILL", "TYPE", kind)
            for number in range(10):
                retried(phones[number % 4], f"{turn} and {number}")
        count = 10 * (turn + 1)
        for it in phones:
            assert it.hear(count).log == phones[0].log
        assert len(set(phones[0].bodies)) == count
        close(phones)


def retried(phone: Phone, body: str) -> None:
    """Says something again as long as the store is not to be reached."""
    id_ = phone.say(body)
    while True:
        phone.pull(lambda: phone.frames or body in phone.bodies[-50:])
        if body in phone.bodies[-50:]:
            phone.frames.clear()
            return
        if phone.frames.pop(0)[:2] == ["no", "store"]:
            phone.send("say", id_, 1, body)


def test_a_room_leaves_nothing_in_the_store() -> None:
    life = ("--limit", "life=1")
    with ValkeyServer() as store, RelayProcess("--store", store.url, *life) as relay:
        it = Phone(relay.port, new_name()).make()
        said(it, "a")
        it.vanish()
        until(lambda: b"{" not in command(store.url, "KEYS", "*{*"), "its keys expire")
        late = Phone(relay.port, it.room)
        late.ask_in()
        assert late.wait("no")[1] == "no-room"
        late.close()


def test_a_relay_without_its_store_says_so() -> None:
    with ValkeyServer() as store, RelayProcess("--store", store.url) as relay:
        it = Phone(relay.port, new_name()).make()
        store.kill()
        it.say("a")
        assert it.wait("no")[1] == "store"
        other = Phone(relay.port, new_name())
        other.send("join", other.room, other.token, 0, START, None)
        assert other.wait("no")[1] == "store"
        store.start()
        assert it.wait("no")[1] == "gone"
        it.make()
        close([it, other])


def test_what_comes_while_a_room_is_loaded_is_not_lost() -> None:
    """The news of an entry is here before the answer that does not have it yet."""
    texts = [entry_text(number, "a" * 16, number, str(number)) for number in range(2)]

    class Slow:
        """A link on which the channel is faster than the answer."""

        def __init__(self) -> None:
            self.asked: list[str] = []

        async def listen(self, name: str) -> None:
            pass

        async def run(self, script: str, name: str, *rest: Any) -> Any:
            assert script is scripts.STATE
            self.asked.append(name)
            start = 0 if len(self.asked) == 1 else 1
            if not start:
                store._heard(name, b"e1" + texts[1])
            kept = [(b"", (b"e", texts[start]))]
            none = [None, None, None]
            return [b"born", b"00" * 32, b"", b"0", b"00" * 32, 1000, start, [], kept, *none]

        def publish(self, name: str, data: bytes) -> None:
            pass

    table = Table()
    store = ValkeyStore(table.house, "valkey://nowhere")
    link: Any = Slow()
    store._link = link
    room = asyncio.run(store.open("ROOMS", table.now))
    assert room is not None and room.log.entries == texts
    assert link.asked == ["ROOMS", "ROOMS"]
