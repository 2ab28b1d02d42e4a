"""The line to the relay: resend, order, gaps, coming back, and what a relay can do wrong."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from engine.rooms import actions as act
from engine.rooms.events import Forked, Reconnected, RelayStopping
from engine.rooms.log import Entry, Log
from engine.rooms.sealing import RoomKeys
from engine.rooms.session import PAUSES, SILENT, Session
from tests.rooms_world import Handset, World, seated
from tests.sealed_room import seed_of

TOKEN = "t" * 24
KEYS = RoomKeys(seed_of("secret"), "BRAMB")
LIMITS = {"life": 14_400}


class Relay:
    """A relay by hand, before one session."""

    def __init__(self) -> None:
        self.session = Session("BRAMB", TOKEN, Log(), KEYS, 0)
        self.mirror = Log()
        self.session.begin(0)

    def open(self, now: int = 0, upto: int = 0) -> list[Any]:
        """Let the session in; what it has sent."""
        self.session.wants = ""
        self.session.opened(now)
        frames = self.sent()
        self.tell(now, ["in", self.session.sender, 0, upto, frames[-1][4], LIMITS, 14_400])
        return frames

    def sent(self) -> list[Any]:
        frames, self.session.frames = self.session.frames, []
        return [json.loads(text) for text in frames]

    def tell(self, now: int, frame: list[Any]) -> None:
        self.session.received(json.dumps(frame), now)

    def entry(self, body: str, sender: str = "a" * 16, id_: int = 0) -> Entry:
        entry = Entry(self.mirror.next, sender, id_, body)
        self.mirror.take(entry)
        return entry

    def row(self, entry: Entry) -> list[Any]:
        return [entry.number, entry.sender, entry.id, entry.body]


def said(frames: list[Any]) -> list[tuple[int, str]]:
    return [(it[1], it[3]) for it in frames if it[0] == "say"]


# -- saying ------------------------------------------------------------------------------------------


def test_a_body_is_said_again_under_its_id_after_the_line_was_cut_until_it_is_in_the_log() -> None:
    relay = Relay()
    session = relay.session
    relay.open()
    session.want([("one", True), ("two", False)], 0)
    assert said(relay.sent()) == [(0, "one"), (1, "two")]
    session.want([("one", True), ("two", False)], 10)
    assert said(relay.sent()) == []
    relay.tell(20, ["e", *relay.row(relay.entry("one", session.sender, 0))])
    session.closed(30)
    session.tick(session.due)
    assert session.wants == "open"
    relay.open(1_000, 1)
    session.want([("two", False)], 1_000)
    assert said(relay.sent()) == [(1, "two")]
    relay.tell(1_010, ["e", *relay.row(relay.entry("two", session.sender, 1))])
    session.want([], 1_020)
    assert session.outbox.sayings == {}


def test_what_is_in_the_log_and_still_wanted_is_said_once_more_under_another_id() -> None:
    relay = Relay()
    session = relay.session
    relay.open()
    session.want([("one", True)], 0)
    relay.sent()
    relay.tell(20, ["e", *relay.row(relay.entry("one", session.sender, 0))])
    session.want([("one", True)], 30)
    assert said(relay.sent()) == []
    session.want([("one", True)], 2_000)
    assert said(relay.sent()) == [(1, "one")]
    relay.tell(2_010, ["said", 1])
    session.want([("one", True)], 2_020)
    assert said(relay.sent()) == []  # and then not so soon


@pytest.mark.parametrize("code", ["too-fast", "settling", "log-full", "other-body"])
def test_after_a_refusal_all_that_is_open_is_said_in_its_order_under_new_ids(code: str) -> None:
    relay = Relay()
    session = relay.session
    relay.open()
    session.want([("one", True), ("two", True)], 0)
    relay.sent()
    relay.tell(10, ["no", code, 0, 1])
    session.want([("one", True), ("two", True)], 20)
    assert relay.sent() == []
    assert session.wake is not None and session.wake <= 4_000
    session.want([("one", True), ("two", True)], 5_000)
    assert said(relay.sent()) == [(2, "one"), (3, "two")]


# -- the log -----------------------------------------------------------------------------------------


def test_entries_in_any_order_doubled_and_with_holes_are_taken_strictly_in_order() -> None:
    relay = Relay()
    session = relay.session
    relay.open()
    entries = [relay.entry(f"body {n}", id_=n) for n in range(30)]
    chance = Random("order")
    mixed = entries + chance.sample(entries, 30)
    chance.shuffle(mixed)
    now = 0
    for entry in mixed:
        now += 2_000
        relay.tell(now, ["e", *relay.row(entry)])
        for frame in relay.sent():
            assert frame[0] == "join"  # a hole: what is missing is asked for
            head = session.log.head.hex()
            assert frame[3:5] == [session.log.next, head]
            relay.tell(now, ["in", session.sender, 0, 30, head, LIMITS, 14_400])
            rest = [relay.row(it) for it in entries[session.log.next :]]
            relay.tell(now, ["log", rest[:4]])
    assert [it.number for it in session.log.entries] == list(range(session.log.next))
    told = [more for what, more in session.told if what == "entry"]
    assert told == entries[: session.log.next]


def test_a_hole_is_asked_for_once_a_second() -> None:
    relay = Relay()
    relay.open()
    entries = [relay.entry(f"body {n}", id_=n) for n in range(9)]
    for entry in entries[3:]:
        relay.tell(100, ["e", *relay.row(entry)])
    assert [it[0] for it in relay.sent()] == ["join"]


def test_another_entry_under_a_number_is_a_fork_and_nothing_is_merged() -> None:
    relay = Relay()
    relay.open()
    relay.tell(1, ["e", 0, "a" * 16, 0, "one"])
    relay.tell(2, ["e", 0, "a" * 16, 0, "other"])
    session = relay.session
    assert (session.end, session.fork, session.log.entries[0].body) == ("fork", 0, "one")
    assert session.wake is None
    relay.tell(3, ["e", 1, "a" * 16, 1, "more"])
    assert session.log.next == 1


def test_a_relay_whose_chain_is_another_one_is_a_fork() -> None:
    relay = Relay()
    session = relay.session
    relay.open()
    relay.tell(1, ["e", 0, "a" * 16, 0, "one"])
    session.closed(2)
    session.tick(session.due)
    session.opened(500)
    relay.tell(501, ["in", session.sender, 0, 1, "00" * 32, LIMITS, 14_400])
    assert session.end == "fork"


def test_any_frame_at_all_is_taken_or_passed_over() -> None:
    """No frame of a relay raises anything, or moves the log but by an entry."""
    chance = Random("frames")
    values: list[Any] = [
        None, True, -1, 0, 1, 10**30, 1.5, "", "x", "a" * 16, "00" * 32, [], [[]], {}, {"life": "x"},
    ]  # fmt: skip
    kinds = [
        "in",
        "log",
        "e",
        "said",
        "who",
        "trimmed",
        "resync",
        "behind",
        "fork",
        "cut",
        "no",
        "stop",
    ]
    for n in range(3_000):
        relay = Relay()
        if n % 2:
            relay.open()
        else:
            relay.session.opened(0)
        frame = [chance.choice(kinds), *chance.choices(values, k=chance.randrange(7))]
        relay.session.received(json.dumps(frame), n)
        assert relay.session.log.next <= 1
    relay = Relay()
    relay.open()
    for text in ("", "[", "[" * 5_000, "{}", "null", "[1]", '["_send"]', "x" * 80_000, '["in"'):
        relay.session.received(text, 1)
    assert relay.session.state == "open"


# -- coming back -------------------------------------------------------------------------------------


def test_a_phone_that_slept_comes_back_at_once_with_the_back_off_reset() -> None:
    for asleep in (5_000, 120_000):
        world, phones = seated(f"asleep {asleep}", 2)
        phone = phones[1]
        phone.offline = True
        phone.link.cut()  # type: ignore[union-attr]
        phone.room.visible(world.now, False)  # type: ignore[union-attr]
        phone.go_on()
        world.pass_(asleep)
        phones[0].do(act.AllowWatching(True))
        world.settle(500)
        began = world.now
        phone.go_online()
        world.run(lambda: phone.room.complete, 1_000)  # type: ignore[union-attr]  # noqa: B023
        assert world.now - began < 1_000
        assert phone.view().lobby.watching and phone.told(Reconnected)


def test_a_line_that_is_dead_without_saying_so_is_noticed() -> None:
    world, phones = seated("dead", 2)
    link = phones[1].link
    assert link is not None
    link.delay = 10**9  # nothing arrives any more
    world.pass_(SILENT + 12_000)
    assert phones[1].link is not link
    world.settle()
    assert phones[1].view().line.state == "open"


def test_a_page_that_was_hidden_does_not_believe_its_old_line() -> None:
    world, phones = seated("hidden", 2)
    link, room = phones[1].link, phones[1].room
    assert room is not None
    room.visible(world.now, False)
    phones[1].go_on()
    world.settle(6_000)
    assert not phones[0].view().people[1].here
    room.visible(world.now, True)
    phones[1].go_on()
    assert phones[1].link is not link
    world.settle(1_000)
    assert phones[0].view().people[1].here


def test_the_tries_grow_rarer_while_nobody_looks() -> None:
    world, phones = seated("rarer", 2)
    phones[1].go_offline()
    tries, before = 0, phones[1].link
    for _ in range(1_200):
        world.pass_(500)
        if phones[1].link is not None and phones[1].link is not before:
            tries, before = tries + 1, phones[1].link
    assert tries < 200 and max(PAUSES) == 8_000
    assert phones[1].view().line.state in ("waiting", "connecting")
    assert phones[1].view().line.since > 590_000
    assert 0 < phones[1].view().line.lives_for <= 4 * 3_600_000


def test_a_relay_that_stops_says_so_and_is_found_again() -> None:
    world, phones = seated("stop", 2)
    for phone in phones:
        phone.room.received('["stop",2]', world.now)  # type: ignore[union-attr]
        phone.go_on()
    assert phones[0].told(RelayStopping) == [RelayStopping(2)]
    assert phones[0].link is None
    world.pass_(1_900)
    assert phones[0].link is None
    world.pass_(2_000)
    assert all(it.view().line.state == "open" for it in phones)


def test_a_relay_that_forgot_everything_is_given_the_log_back() -> None:
    world, phones = seated("forgot", 3)
    log = phones[0].room.session.log  # type: ignore[union-attr]
    length = log.next
    phones[2].go_offline()
    world.kill_relay(1_000)
    world.settle(5_000)
    assert phones[0].room.session.log.next >= length  # type: ignore[union-attr]
    phones[1].do(act.Rename("Later"))
    phones[2].go_online()
    world.settle(5_000)
    assert [it.name for it in phones[2].view().people] == ["Nora", "Later", "Sam"]
    assert not any(it.told(Forked) for it in phones)


def test_a_phone_that_knows_more_than_the_relay_gives_it_the_rest() -> None:
    """The relay restarts, and the first one back has not heard the last entries."""
    world, phones = seated("behind", 3)
    phones[1].go_offline()
    world.settle(200)
    phones[0].do(act.Rename("Unheard"))
    world.settle(500)
    phones[0].go_offline()
    phones[2].go_offline()
    world.kill_relay(100)
    world.settle(300)
    phones[1].go_online()
    world.settle(1_000)
    assert phones[1].view().people[0].name == "Nora"
    phones[0].go_online()
    phones[2].go_online()
    world.settle(3_000)
    assert {it.view().people[0].name for it in phones} == {"Unheard"}
    assert not any(it.told(Forked) for it in phones)


def test_a_long_log_is_given_back_in_pieces() -> None:
    world, phones = seated("pieces", 2)
    for n in range(60):
        phones[n % 2].do(act.Rename(f"Name {n}"))
        world.settle(400)
        phones[0].do(act.ChooseGame("110", json.dumps({"x" * 900: "y" * 900})))
        world.settle(400)
    length = phones[0].room.session.log.next  # type: ignore[union-attr]
    offers: list[str] = []
    world.kill_relay(100)
    count = len(world.frames)
    world.settle(8_000)
    offers = [it for it in world.frames[count:] if it.startswith('["offer"')]
    assert len(offers) > 2 and max(map(len, offers)) < 65_536
    assert all(it.room.session.log.next >= length for it in phones)  # type: ignore[union-attr]
    assert all(it.view().line.state == "open" for it in phones)


def test_when_the_room_is_over_at_the_relay_the_phone_says_so_and_tries_no_more() -> None:
    world, phones = seated("over", 2)
    for phone in phones:
        phone.room.session.until = world.now + 30_000  # type: ignore[union-attr]
        phone.room.received('["no","gone",null]', world.now)  # type: ignore[union-attr]
        phone.go_on()
    assert phones[0].view().phase == "gone" and phones[0].view().reason == "expired"
    assert phones[0].room.wake is None and phones[0].link is None  # type: ignore[union-attr]


def test_a_room_that_is_lost_before_its_hours_are_over_is_given_back() -> None:
    world, phones = seated("lost", 2)
    length, count = phones[0].room.session.log.next, len(world.frames)  # type: ignore[union-attr]
    world.house.drop(world.house.rooms[phones[0].room.code.five])  # type: ignore[union-attr]
    world.settle(3_000)
    assert any(it.startswith('["offer"') for it in world.frames[count:])
    assert all(it.view().line.state == "open" for it in phones)
    assert all(it.room.session.log.next >= length for it in phones)  # type: ignore[union-attr]


def test_a_relay_that_is_full_is_tried_again_later() -> None:
    world = World("full")
    host = world.host("Nora")
    world.settle(100)
    host.room.received('["no","full",null,3]', world.now)  # type: ignore[union-attr]
    host.go_on()
    assert host.view().line.state == "waiting"
    world.run(lambda: host.view().phase == "lobby", 20_000)


def test_people_see_how_long_the_room_can_live() -> None:
    world, phones = seated("lives", 2)
    phones[0].do(act.Emote("wow"))  # keeps nothing alive
    world.pass_(600_000)
    assert phones[0].view().line.lives_for <= 4 * 3_600_000 - 590_000
    assert isinstance(phones[0], Handset)


# -- a fork ------------------------------------------------------------------------------------------


def split(seed: object, speak: int = 2) -> tuple[World, list[Handset]]:
    """Two histories: two phones have heard what the relay then lost, and of two others ``speak`` have
    said something since."""
    world, phones = seated(seed, 4)
    for phone in phones[2:]:
        phone.go_offline()
    world.settle(200)
    phones[1].do(act.Rename("Lost"))
    world.settle(300)
    for phone in phones[:2]:
        phone.go_offline()
    world.kill_relay(100)
    world.settle(300)
    for phone in phones[2:]:
        phone.go_online()
    world.settle(3_000)
    for phone, name in zip(phones[2 : 2 + speak], ("Gone on", "Gone too"), strict=False):
        phone.do(act.Rename(name))
        world.settle(1_000)
    phones[0].go_online()
    world.settle(2_000)
    return world, phones


def names(phone: Handset) -> list[str]:
    return [it.name for it in phone.view().people]


def test_what_one_phone_alone_has_said_gives_way_and_is_said_again() -> None:
    """Others have heard it, and forget it with the phone whose word it is: nobody is stuck."""
    world, phones = split("alone", 1)
    world.settle(3_000)
    phones[1].go_online()
    world.settle(3_000)
    assert [it.view().phase for it in phones] == ["lobby"] * 4
    assert [names(it) for it in phones] == [["Nora", "Lost", "Gone on", names(phones[0])[3]]] * 4
    assert phones[2].told(Forked) and phones[3].told(Forked)
    assert len({it.room.ledger.lobby.digest() for it in phones}) == 1  # type: ignore[union-attr]
    phones[3].do(act.Rename("Still there"))
    world.settle(1_000)
    assert [names(it)[3] for it in phones] == ["Still there"] * 4


def test_a_relay_cannot_make_a_phone_forget_the_words_of_two() -> None:
    relay = Relay()
    relay.open()
    rows = [relay.row(relay.entry(body, sender * 16)) for body, sender in ("1a", "2b", "3a")]
    for row in rows:
        relay.tell(10, ["e", *row])
    relay.sent()
    for cut, left in ((1, 3), (2, 2), (-1, 2), (9, 2)):
        relay.tell(20, ["cut", cut])
        assert relay.session.log.next == left
        assert relay.sent()[0][3] == left  # it comes in again with what it has
        relay.session.state = "open"


def test_two_histories_are_shown_to_everybody_and_never_merged() -> None:
    world, phones = split("split")
    assert phones[0].view().phase == "fork" and phones[0].told(Forked)
    assert phones[0].room.wake is None and phones[0].link is None  # type: ignore[union-attr]
    assert phones[2].told(Forked) and phones[3].told(Forked)
    assert names(phones[0])[1:3] == ["Lost", "Sam"]
    assert names(phones[2])[1:] == ["Maeve", "Gone on", "Gone too"]
    world.pass_(60_000)
    assert phones[0].view().phase == "fork"


def test_what_the_relay_has_lost_of_ours_alone_is_said_again() -> None:
    """Nobody else's word is lost with it, so there is nothing to decide."""
    world, phones = split("ours")
    phones[1].go_online()
    world.settle(3_000)
    assert phones[1].view().phase == "lobby" and phones[1].told(Forked)
    assert names(phones[1]) == ["Nora", "Lost", "Gone on", "Gone too"]
    assert phones[1].view().lobby == phones[2].view().lobby and phones[1].view().me == 1
    phones[1].kill()
    phones[1].reopen()
    world.settle()
    assert phones[1].view().lobby == phones[2].view().lobby


def test_the_person_may_follow_the_relays_history() -> None:
    world, phones = split("follow")
    phones[0].do(act.FollowRelay())
    world.settle()
    assert phones[0].view().phase == "lobby" and phones[0].view().me == 0
    assert phones[0].view().lobby == phones[2].view().lobby
    phones[0].do(act.AllowWatching(True))
    world.settle()
    assert phones[2].view().lobby.watching
    phones[0].kill()
    phones[0].reopen()
    assert phones[0].view().lobby == phones[2].view().lobby


def test_after_a_fork_a_phone_never_signs_two_versions_at_the_table() -> None:
    world, phones = seated("versions", 3)
    phones[0].do(act.Start())
    world.run(lambda: phones[0].room.play is not None, 5_000)  # type: ignore[union-attr]
    world.settle(1_000)
    said = phones[0].room.play.who.journal.next_seq(0)  # type: ignore[union-attr]
    assert said > 0
    room = phones[0].room
    assert room is not None
    room.session._forked(room.session.log.next)
    phones[0].go_on()
    phones[0].do(act.FollowRelay())
    world.settle(1_000)
    peer = room.play.peer if room.play is not None else None
    assert peer is not None and peer.may_speak  # the relay has all that it had said
    room.session._forked(room.session.log.next)
    phones[0].go_on()
    cut = next(
        n
        for n, it in enumerate(world.house.rooms[room.code.five].log.entries)
        if b'"S' in it and room.phone.sender.encode() in it
    )
    world.kill_relay(10)
    for phone in phones:
        phone.go_offline()
    world.settle(100)
    other = phones[1].room
    assert other is not None
    other.session.log.cut(cut)  # a history without what it had said there
    other.ledger.at = min(other.ledger.at, cut)  # type: ignore[union-attr]
    phones[1].go_online()
    phones[0].offline = False
    world.settle(1_000)
    phones[0].do(act.FollowRelay())
    world.settle(1_000)
    peer = room.play.peer if room.play is not None else None
    assert peer is not None and not peer.may_speak and peer.outgoing() == ()
