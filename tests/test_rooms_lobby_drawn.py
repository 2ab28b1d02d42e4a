"""What holds in every room, whatever its members say in whatever order: drawn at random."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from engine.rooms import messages as say
from engine.rooms.acts import NoEffect
from engine.rooms.deciding import Course, admit, decide, follow, heard
from engine.rooms.identity import promise_of
from engine.rooms.lobby import LOBBY, OVER, PLAYING, SEATS, STARTING, Lobby, parse_lobby

VERSION = "drawn"
NAMES = ("Nora", "Ben", "Maeve")

numbers = st.integers(-1, 6)
messages = st.one_of(
    st.builds(say.Rename, st.sampled_from(NAMES)),
    st.builds(say.Sit, numbers),
    st.builds(say.Stand),
    st.builds(
        say.Choose, st.sampled_from(("110", "forty-fives", "deeds")), st.just("{}"), st.just("")
    ),
    st.builds(say.Seats, st.integers(1, 7)),
    st.builds(say.SetBot, numbers, st.sampled_from(("", "random", "no bot"))),
    st.permutations(range(4)).map(lambda order: say.Arrange(tuple(order))),
    st.builds(say.Watching, st.booleans()),
    st.builds(say.Start),
    st.builds(say.Cancel),
    st.builds(say.Kick, numbers),
    st.builds(say.Hand, numbers),
    st.builds(say.Leave, numbers),
    st.builds(say.Take, numbers),
    st.builds(say.Welcomed, st.integers(0, 6).map("sender {}".format), st.just(1), st.just(2)),
    st.builds(say.Claim, numbers),
    st.builds(say.Confirm, numbers, st.booleans()),
    st.builds(say.Handed, numbers, st.integers(1, 2), st.just("")),
    st.builds(say.Settle, st.just(""), st.just("")),
    st.builds(say.Agree, st.integers(0, 40)),
)
courses = st.builds(Course, st.booleans(), st.booleans(), st.booleans())
said = st.tuples(st.just("say"), st.integers(0, 6), messages)
steps = st.one_of(
    said,
    said,
    said,
    st.tuples(st.just("enter"), st.just(0), st.sampled_from(NAMES)),
    st.tuples(st.just("ready"), st.just(0), st.none()),
    st.tuples(st.just("claim"), st.integers(0, 6), st.integers(0, 6)),
    st.tuples(st.just("confirm"), st.integers(0, 6), st.integers(0, 2)),
    st.tuples(st.just("follow"), st.just(0), courses),
)


def nonce(member: int, drawn: int) -> bytes:
    return sha256(f"{member} {drawn}".encode()).digest()


class Room:
    """A room whose members keep their promises, and say what they are told to."""

    def __init__(self) -> None:
        self.lobby = Lobby()
        self.at = 0

    def act(self, judge: Callable[..., Any], *given: Any) -> bool:
        """Whether it had an effect; without one the room is as it was."""
        self.at += 1
        try:
            self.lobby, _ = judge(self.lobby, *given)
        except NoEffect:
            return False
        return True

    def enter(self, name: str) -> None:
        number = len(self.lobby.members)
        keys = (f"{2 * number:064x}", f"{2 * number + 1:064x}")
        promise = promise_of(nonce(number, 0))
        sender = f"sender {number}"
        self.act(admit, say.Enter(name, *keys, sender, "", promise, VERSION, say.PROTOCOL))

    def say(self, who: int, message: say.Message) -> bool:
        acted = self.act(decide, self.at, who, message)
        self.lobby = heard(self.lobby, who)
        return acted

    def ready(self) -> None:
        """Everybody who is asked agrees to begin."""
        for member in self.lobby.seated if self.lobby.phase == STARTING else ():
            drawn = self.lobby.members[member].drawn
            shown, promise = nonce(member, drawn).hex(), promise_of(nonce(member, drawn + 1))
            self.say(member, say.Ready(self.lobby.table + 1, shown, promise))

    def claim(self, who: int, of: int) -> None:
        """A member says that the seat of another is its person's, and has pictures for it."""
        if who < len(self.lobby.members):
            sender = self.lobby.members[who].sender
            self.say(of % len(self.lobby.members), say.Welcomed(sender, 1, 2))
            self.say(who, say.Claim(of))

    def confirm(self, who: int, nth: int) -> None:
        """A member says yes to one of the claims."""
        claims = self.lobby.claims
        if who < len(self.lobby.members) and nth < len(claims):
            self.say(who, say.Confirm(claims[nth].member, True))

    def step(self, what: str, who: int, it: Any) -> None:
        if what == "enter":
            self.enter(it)
        elif what == "ready":
            self.ready()
        elif what in ("claim", "confirm"):
            getattr(self, what)(who, it)
        elif what == "follow":
            self.act(follow, self.at, it)
        elif who < len(self.lobby.members):
            self.say(who, it)


def check(lobby: Lobby) -> None:
    """What always holds."""
    assert parse_lobby(lobby.text()) == lobby
    there = {it.number for it in lobby.present}
    assert len(lobby.seats) in SEATS
    assert len(set(lobby.seated)) == len(lobby.seated), "somebody sits twice"
    if lobby.phase != PLAYING:
        assert set(lobby.seated) <= there, "somebody sits who has gone"
        assert not lobby.taking
    else:
        assert all(not place.free for place in lobby.seats)
    if lobby.phase == STARTING:
        assert {it.member for it in lobby.ready} <= set(lobby.seated)
    assert lobby.host in there or (lobby.host < 0 and not there), "a room without a host"
    takers = [it.member for it in lobby.taking if it.member >= 0]
    assert len(set(takers)) == len(takers) and set(takers) <= there
    taken = [it.seat for it in lobby.taking]
    assert len(set(taken)) == len(taken) and set(taken) <= set(range(len(lobby.seats)))
    for claim in lobby.claims:
        assert claim.member in there and claim.of in there, "a claim with somebody who has gone"
        assert lobby.seat_of(claim.of) >= 0, "a claim to no seat"
    assert len({it.member for it in lobby.claims}) == len(lobby.claims)


@given(st.integers(2, 5), st.lists(steps, max_size=60))
def test_whatever_is_said_the_room_holds_together(count: int, all_steps: list[Any]) -> None:
    room = Room()
    for number in range(count):
        room.enter(NAMES[number % len(NAMES)])
    for step in all_steps:
        before = room.lobby
        room.step(*step)
        check(room.lobby)
        if step[0] == "say" and room.lobby.phase == PLAYING == before.phase:
            assert room.lobby.table == before.table, "no word alone begins another table"


@given(st.lists(steps, max_size=30))
def test_from_anywhere_the_host_comes_to_a_game(all_steps: list[Any]) -> None:
    """Nothing that was said before can leave a room in which nobody can begin any more."""
    room = Room()
    for step in [("enter", 0, "Nora"), ("enter", 0, "Ben"), *all_steps]:
        room.step(*step)
    while len(room.lobby.present) < 2:
        room.enter("Maeve")
    room.act(follow, room.at, Course(over=True))
    if room.lobby.phase == STARTING:
        assert room.say(room.lobby.host, say.Cancel())
    assert room.lobby.phase in (LOBBY, OVER)
    host = room.lobby.host
    rest = [it.number for it in room.lobby.present if room.lobby.seat_of(it.number) < 0]
    for message in (say.Choose("110", "{}", ""), say.Seats(6)):
        assert room.say(host, message)
    for seat, place in enumerate(room.lobby.seats):
        if place.free and rest:
            assert room.say(rest.pop(), say.Sit(seat))
        elif place.free:
            assert room.say(host, say.SetBot(seat, "random"))
    if len(room.lobby.playing) >= 2:
        assert room.say(host, say.Start())
        room.ready()
        assert room.lobby.phase == PLAYING
    check(room.lobby)


def four_with_a_claim(of: int) -> Room:
    """Four who sit, the last of whom claims the seat of another."""
    room = Room()
    for name in (*NAMES, "Maeve"):
        room.enter(name)
    room.claim(3, of)
    assert len(room.lobby.claims) == 1
    return room


def test_a_claim_to_a_seat_that_was_given_up_takes_nobody_elses() -> None:
    room = four_with_a_claim(1)
    room.say(1, say.Stand())
    seats = room.lobby.seats
    assert not room.lobby.claims
    assert not room.say(0, say.Confirm(3, True))
    assert room.lobby.seats == seats


def test_who_was_moved_moves_nobody() -> None:
    room = four_with_a_claim(1)
    room.claim(2, 3)
    room.confirm(0, 1)
    assert [it.gone for it in room.lobby.members] == ["", "", "", "moved"]
    assert not room.lobby.claims
    assert not room.say(0, say.Confirm(3, True))
