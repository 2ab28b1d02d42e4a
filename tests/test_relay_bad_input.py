"""What a relay is told that it must not take: refused with a reason, and nobody else is disturbed."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
from collections.abc import Iterator
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.protocol import OPEN

from tests.relay_hosts import GATE, START, Phone, gate_hash, memory, metric, new_name, until
from tests.relay_model import Handset, Table
from web.build.relay import RelayProcess
from web.relay.frames import Refused, decode
from web.relay.log import START as NOTHING
from web.relay.room import Member
from web.relay.server import Setting, Shell

TOKEN = "t" * 22
HASH = gate_hash()

MALFORMED: dict[str, Any] = {
    "no JSON": b"hello",
    "half of it": b'["say",0,1,',
    "no UTF-8": b'["say",0,1,"\xff"]',
    "empty": b"",
    "no array": b'{"say":1}',
    "an empty array": b"[]",
    "no kind": [1, 2],
    "an unknown kind": ["shout", 0, 1, "a"],
    "a kind of the relay's": ["e", 0, "a" * 16, 0, "a"],
    "too short": ["say", 0, 1],
    "too long": ["say", 0, 1, "a", "b"],
    "an id below nothing": ["say", -1, 1, "a"],
    "an id that is none": ["say", "0", 1, "a"],
    "an id that is a fraction": ["say", 0.5, 1, "a"],
    "an id that is true": ["say", True, 1, "a"],
    "an id too large": ["say", 1 << 53, 1, "a"],
    "an id of thousands of digits": b'["say",' + b"9" * 5000 + b',1,"a"]',
    "not a number": b'["say",NaN,1,"a"]',
    "keeping twice": ["say", 0, 2, "a"],
    "keeping truly": ["say", 0, True, "a"],
    "a body that is no text": ["say", 0, 1, {"a": 1}],
    "half a surrogate pair": b'["say",0,1,"\\ud800"]',
    "nested deeply": b"[" * 60_000,
    "nested deeply, and closed": b'["say",0,1,' + b"[" * 20_000 + b"]" * 20_000 + b"]",
    "a room of four letters": ["make", "ROOM", HASH, TOKEN],
    "a room of small letters": ["make", "rooms", HASH, TOKEN],
    "a room with a line": ["make", "ROOMS\n", HASH, TOKEN],
    "a gate too short": ["make", "ROOMS", HASH[1:], TOKEN],
    "a gate in capitals": ["make", "ROOMS", "AB" * 32, TOKEN],
    "a token too short": ["make", "ROOMS", HASH, TOKEN[1:]],
    "a token too long": ["make", "ROOMS", HASH, "t" * 129],
    "a token of anything": ["make", "ROOMS", HASH, "t" * 21 + " "],
    "a cursor below nothing": ["join", "ROOMS", TOKEN, -1, START, None],
    "a chain of nothing": ["join", "ROOMS", TOKEN, 0, "", None],
    "a note that is none": ["note", 5],
    "a note with half a pair": b'["note","\\udfff"]',
    "a trim by nobody": ["trim", 1, None],
    "an offer of nothing": ["offer"],
    "an offer of an object": ["offer", "ROOMS", HASH, TOKEN, 0, START, {}, {}, 0],
    "an offer of no entries": ["offer", "ROOMS", HASH, TOKEN, 0, START, {}, [[0]], 0],
    "an offer with a hole": [
        "offer",
        "ROOMS",
        HASH,
        TOKEN,
        0,
        START,
        {},
        [[1, "a" * 16, 0, ""]],
        0,
    ],
    "an offer of a nobody": ["offer", "ROOMS", HASH, TOKEN, 0, START, {}, [[0, "x", 0, ""]], 0],
    "an offer of a last nobody": ["offer", "ROOMS", HASH, TOKEN, 0, START, {"x": 0}, [], 0],
    "an offer, perhaps more": ["offer", "ROOMS", HASH, TOKEN, 0, START, {}, [], 2],
}


def raw(frame: Any) -> bytes:
    return frame if isinstance(frame, bytes) else json.dumps(frame).encode()


@pytest.mark.parametrize("frame", MALFORMED.values(), ids=MALFORMED.keys())
def test_a_malformed_frame_is_refused_and_changes_nothing(frame: Any) -> None:
    with pytest.raises(Refused) as refused:
        decode(raw(frame))
    assert refused.value.code == "bad-frame"
    table = Table()
    one, two = Handset(table, 1).make(), Handset(table, 2).join()
    one.say("a")
    before = list(table.house.rooms["ROOMS"].log.entries)
    assert one.member
    for member in (one.member, table.member()):
        table.house.limits.told()
        work = table.house.frame(member, raw(frame), table.now)
        with pytest.raises(StopIteration):
            work.send(None)
        assert json.loads(member.line.waiting[-1])[:2] == ["no", "bad-frame"]
    assert list(table.house.rooms) == ["ROOMS"]
    assert table.house.rooms["ROOMS"].log.entries == before
    two.read()
    assert [it[3] for it in two.log] == ["a"]


def test_ten_thousand_frames_of_nonsense_change_nothing(full: bool) -> None:
    chance = Random("nonsense")
    table = Table()
    one = Handset(table, 1).make()
    one.say("a")
    frames = [raw(it) for it in MALFORMED.values() if len(raw(it)) < 500]
    frames += [raw(["say", 7, 1, "b"]), raw(["join", "ROOMS", TOKEN, 0, START, None])]
    nonsense = table.member()
    for _ in range(100_000 if full else 10_000):
        data = bytearray(chance.choice(frames))
        for _ in range(chance.randrange(1, 4)):
            if data:
                data[chance.randrange(len(data))] = chance.randrange(256)
        if chance.random() < 0.3:
            data += bytes(data[: chance.randrange(20)])
        with pytest.raises(StopIteration):
            table.house.frame(nonsense, bytes(data), table.now).send(None)
        nonsense.line.waiting.clear()
    log = table.house.rooms["ROOMS"].log
    assert [text for text in log.entries if b'"a"' in text] == log.entries[:1]
    assert all(text.startswith(b"[%d," % n) for n, text in enumerate(log.entries))


def test_what_others_may_see_of_a_phone_is_short() -> None:
    table = Table()
    one = Handset(table, 1).make()
    assert one.member
    table.tell(one.member, "note", "x" * 201)
    one.read()
    assert one.told[-1] == ["no", "too-long", None, 200]
    assert one.member.note == ""


def test_a_phone_cannot_speak_as_another_nor_of_another_room() -> None:
    """The sender is a hash of the phone's own token, and a line is in one room."""
    table = Table()
    one, two = Handset(table, 1, "AAAAA").make(), Handset(table, 2, "BBBBB").make()
    two.token = one.token
    two.say("as another")
    one.say("a")
    one.read()
    two.read()
    assert one.log[0][1] != two.log[0][1]
    assert [it[3] for it in one.log] == ["a"]


def test_an_offer_that_says_an_id_twice_is_refused() -> None:
    table = Table()
    member = table.member()
    entries = [[0, "a" * 16, 4, "a"], [1, "a" * 16, 4, "b"]]
    table.tell(member, "offer", "ROOMS", HASH, TOKEN, 0, NOTHING.hex(), {}, entries, 0)
    assert json.loads(member.line.waiting[-1])[:2] == ["no", "bad-frame"]


# -- over real lines --------------------------------------------------------------------------------------

Pair = tuple[Phone, Phone]


@pytest.fixture(scope="module")
def relay() -> Iterator[RelayProcess]:
    limits = ["strikes=5", "room=8", "unsent=65536", "slow=0.5", "address=40"]
    with RelayProcess(*(part for it in limits for part in ("--limit", it))) as process:
        yield process
        assert not [line for line in process.log if '"trouble"' in line]


@pytest.fixture
def pair(relay: RelayProcess) -> Iterator[Pair]:
    """Two phones at a table, which must hear each other whatever a third does."""
    name = new_name()
    one, two = Phone(relay.port, name).make(), Phone(relay.port, name).join()
    yield one, two
    for number in range(5):
        one.say(f"still {number}")
        two.say(f"here {number}")
    count = 10 + sum(not it.startswith(("still", "here")) for it in one.bodies)
    one.hear(count)
    assert two.hear(count).log == one.log
    one.close()
    two.close()


def test_a_frame_that_is_too_long_is_refused_and_one_far_too_long_ends_the_line(
    relay: RelayProcess, pair: Pair
) -> None:
    it = Phone(relay.port, pair[0].room).join()
    before = memory(relay.process.pid)
    it.say("x" * 65_536)
    assert it.wait("no")[1:3] == ["too-long", None]
    it.say("x" * 16_000_000)
    assert it.ended()[0] == 1009
    parts = Phone(relay.port, pair[0].room).join()
    with contextlib.suppress(ConnectionClosed):
        parts.line.send("x" * 10_000 for _ in range(2000))
    assert parts.ended()[0] in (1006, 1009)
    assert memory(relay.process.pid) - before < 4 * (1 << 20)


def test_bytes_that_are_no_text_are_refused(relay: RelayProcess, pair: Pair) -> None:
    it = Phone(relay.port, pair[0].room).join()
    it.line.send(b"\xff\xfe\x00")
    assert it.wait("no")[:2] == ["no", "bad-frame"]
    it.close()


def test_a_flood_is_slowed_down_and_then_ended(relay: RelayProcess, pair: Pair) -> None:
    it = Phone(relay.port, pair[0].room, gate=None).join()
    for _ in range(400):
        with contextlib.suppress(ConnectionClosed):
            it.send("note", "flood")
    assert it.wait("no")[:2] == ["no", "too-fast"]
    assert it.ended() == (1008, "too-fast")


def test_nonsense_without_end_is_ended(relay: RelayProcess, pair: Pair) -> None:
    it = Phone(relay.port, pair[0].room)
    for _ in range(7):
        with contextlib.suppress(ConnectionClosed):
            it.line.send("nonsense")
    assert it.ended() == (1008, "bad-frame")


def test_pages_of_others_may_not_connect(relay: RelayProcess, pair: Pair) -> None:
    before = metric(relay.port, 'relay_refusals_total{code="origin"}')
    origins = [
        "http://evil.example",
        f"http://127.0.0.1:{relay.port + 1}",
        f"http://127.0.0.1:{relay.port}.evil.example",
        f"file://127.0.0.1:{relay.port}",
        "null",
        None,
    ]
    for origin in origins:
        with pytest.raises(InvalidStatus) as refused:
            Phone(relay.port, pair[0].room, origin=origin)
        assert refused.value.response.status_code == 403
        assert json.loads(refused.value.response.body or b"") == ["no", "origin", None]
    assert metric(relay.port, 'relay_refusals_total{code="origin"}') == before + len(origins)


def test_an_origin_that_is_named_may_connect() -> None:
    with RelayProcess("--origin", "https://Cards.Example/") as relay:
        it = Phone(relay.port, new_name(), origin="https://cards.example").make()
        it.close()


def test_one_address_has_only_so_many_lines(relay: RelayProcess, pair: Pair) -> None:
    phones: list[Phone] = []
    answer = ""
    while answer != "too-many" and len(phones) < 60:
        it = Phone(relay.port, pair[0].room, gate="00" * 32)
        phones.append(it)
        with contextlib.suppress(ConnectionClosed):
            it.ask_in()
        answer = it.wait("no")[1]
    assert 30 < len(phones) < 50
    assert phones[-1].ended() == (1013, "too-many")
    for it in phones:
        it.close()
    until(lambda: metric(relay.port, "relay_connections") <= 2, "the address has place again")


def test_names_are_guessed_only_so_often() -> None:
    with RelayProcess("--limit", "wrong=20", "--limit", "strikes=1000") as relay:
        home = Phone(relay.port, new_name()).make()
        guesser = Phone(relay.port, "", gate=None)
        for _ in range(30):
            guesser.room = new_name()
            guesser.ask_in()
        codes = [guesser.wait("no")[1] for _ in range(30)]
        assert codes == ["no-room"] * 20 + ["wrong-names"] * 10
        guesser.room = home.room
        guesser.ask_in()
        assert guesser.wait("no")[1] == "wrong-names"  # nor is it told that there is such a room
        member = Phone(relay.port, home.room).join()
        for it in (home, guesser, member):
            it.close()


def test_behind_a_proxy_addresses_are_those_that_it_tells() -> None:
    with RelayProcess("--behind-proxy", "--limit", "address=1") as relay:
        name = new_name()

        def phone(address: str) -> Phone:
            return Phone(relay.port, name, additional_headers={"X-Forwarded-For": address})

        phones = [phone("192.0.2.1").make(), phone("192.0.2.2").join()]
        phones.append(phone("192.0.2.1, 192.0.2.3").join())  # the first it was told by the phone
        third = phone("192.0.2.9, 192.0.2.3")
        assert third.wait("no")[1] == "too-many"
        phones += [phone("2001:db8:1:1::5").join(), third]
        same_network = phone("2001:db8:1:1::6")
        assert same_network.wait("no")[1] == "too-many"
        for it in (*phones, same_network):
            it.close()


def raw_line(port: int, name: str, number: int) -> socket.socket:
    """A phone that is in a room and neither reads nor answers from then on."""
    line = socket.create_connection(("127.0.0.1", port))
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    line.sendall(
        b"GET /relay HTTP/1.1\r\nHost: x\r\nOrigin: http://x\r\nUpgrade: websocket\r\n"
        b"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    )
    assert b" 101 " in line.recv(1000)
    text = json.dumps(["join", name, f"slow-phone-number-{number:06}", 0, START, GATE])
    size = len(text).to_bytes(2, "big")
    line.sendall(b"\x81\xfe" + size + bytes(4) + text.encode())
    return line


def test_who_gives_no_sign_of_life_is_missed_and_then_cut_off() -> None:
    with RelayProcess("--limit", "quiet=0.3", "--limit", "silent=3") as relay:
        one = Phone(relay.port, new_name()).make()
        dead = raw_line(relay.port, one.room, 1)
        one.pull(lambda: len(one.who) == 2, "it is there")
        one.pull(lambda: len(one.who) == 1, "it is missed")
        assert metric(relay.port, "relay_connections") == 2
        until(lambda: metric(relay.port, "relay_connections") == 1, "it is cut off")
        assert metric(relay.port, 'relay_refusals_total{code="silent"}') == 1
        one.say("still here")
        one.hear(1)
        one.close()
        dead.close()


def test_who_does_not_read_is_cut_off_and_costs_no_memory(pair: Pair, relay: RelayProcess) -> None:
    """Six lines that read nothing, and megabytes said; the two who read get all of it."""
    with RelayProcess(
        *(part for it in ("byte_burst=1e9", "byte_rate=1e9", "burst=1e9", "slow=1", "unsent=65536")
          for part in ("--limit", it)),
        "--limit", "log=80000000",
    ) as loaded:  # fmt: skip
        name = new_name()
        one, two = Phone(loaded.port, name).make(), Phone(loaded.port, name).join()
        slow = [raw_line(loaded.port, name, number) for number in range(6)]
        until(lambda: metric(loaded.port, "relay_connections") == 8, "all are in")
        before = memory(loaded.process.pid)
        count = 600
        for start in range(0, count, 20):
            for number in range(start, start + 20):
                one.say(f"{number:05}" * 10_000)
            one.hear(start + 20)
            two.hear(start + 20)
        said = count * 50_000
        until(lambda: metric(loaded.port, "relay_connections") == 2, "they are cut off")
        assert metric(loaded.port, 'relay_refusals_total{code="slow"}') == 6
        assert memory(loaded.process.pid) - before < said + 20 * (
            1 << 20
        )  # the log, and little more
        assert two.log == one.log
        for it in (*slow, one, two):
            it.close()


def test_one_line_in_trouble_takes_no_other_with_it(relay: RelayProcess, pair: Pair) -> None:
    """Lines come and go all the while that everyone is sent to."""
    one, two = pair
    for number in range(100):
        it = Phone(relay.port, one.room, gate=None)
        it.ask_in()
        one.say(f"on and on {number}")
        if number % 2:
            it.vanish()
        else:
            it.close()
        if number % 10 == 9:
            one.hear(number + 1)
            two.hear(number + 1)
    assert two.log == one.log


class FakeLine:
    """A line of ``Shell`` that writes down what it is given, or cannot write at all."""

    paused = False
    member = None

    def __init__(self, broken: bool) -> None:
        self.protocol = SimpleNamespace(state=OPEN)
        self.written: list[bytes] = []
        self.broken, self.aborted = broken, False
        self.transport = SimpleNamespace(write=self.write, abort=self.abort)

    def write(self, data: bytes) -> None:
        if self.broken:
            raise RuntimeError("no line")
        self.written.append(data)

    def abort(self) -> None:
        self.aborted = True

    async def close(self, code: int, reason: str) -> None:
        self.write(reason.encode())


def test_a_line_that_cannot_be_written_to_stops_nobody_elses_news(
    capsys: pytest.CaptureFixture[str],
) -> None:
    async def send() -> list[FakeLine]:
        shell = Shell(Setting())
        lines = [FakeLine(broken) for broken in (False, True, False)]
        members = [Member("", shell.setting.limits, 0.0, line) for line in lines]
        assert shell.send(members, b"news") == []
        await asyncio.gather(*shell._tasks, return_exceptions=True)
        return lines

    lines = asyncio.run(send())
    assert [it.written for it in lines] == [[b"\x81\x04news"], [], [b"\x81\x04news"]]
    assert [it.aborted for it in lines] == [False, True, False]
    logged = [json.loads(line) for line in capsys.readouterr().err.splitlines()]
    assert {it["kind"] for it in logged} == {"RuntimeError"}
    assert "no line" not in str(logged)  # what an error says may quote a phone
