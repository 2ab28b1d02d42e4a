"""The door: who has the nine letters comes in, nobody else learns anything, and wrong tries count."""

from __future__ import annotations

from engine.rooms import actions as act
from engine.rooms import greeting
from engine.rooms.codes import Code
from engine.rooms.events import DoorOpened, DoorShut, WrongTry
from engine.rooms.greeting import Answer, Knock, Opened, Proof, Turned, answered, body_of, knocked
from engine.rooms.sealing import RoomKeys
from tests.rooms_world import VERSION, Handset, World, refused
from tests.sealed_room import seed_of

CODE = Code("BRAMB", "LEKT")


def alone(seed: object) -> tuple[World, Handset]:
    """A world with a host in an empty room."""
    world = World(seed)
    host = world.host("Nora")
    world.run(lambda: host.view().phase == "lobby")
    return world, host


# -- one run -----------------------------------------------------------------------------------------


def run_of(inside: Code, outside: Code) -> tuple[object, object]:
    """What both sides of a run come to."""
    guest = knocked(outside, "n" * 16, VERSION, seed_of("newcomer"))
    doorman = answered(inside, guest.knock, "n" * 16, "i" * 16, seed_of("inside"))
    assert doorman is not None
    proof = guest.proof(doorman.answer, "i" * 16)
    assert proof is not None
    found = doorman.opening(proof, b"s" * 32)
    if found is None:
        return None, None
    return guest.secret(found[0]), found[1]


def test_who_knows_the_letters_gets_the_secret_and_both_see_the_same_pictures() -> None:
    got, pictures = run_of(CODE, CODE)
    assert got == (b"s" * 32, pictures)


def test_who_does_not_gets_nothing_not_even_an_answer_to_try_letters_on() -> None:
    assert run_of(CODE, Code("BRAMB", "LEKZ")) == (None, None)
    assert run_of(CODE, Code("BRAMX", "LEKT")) == (None, None)


def test_a_phone_that_only_says_it_is_inside_is_not_believed() -> None:
    guest = knocked(CODE, "n" * 16, VERSION, seed_of("newcomer"))
    false = answered(Code("BRAMB", "AAAA"), guest.knock, "n" * 16, "f" * 16, seed_of("false"))
    assert false is not None
    proof = guest.proof(false.answer, "f" * 16)
    assert proof is not None and false.opening(proof, b"x" * 32) is None
    opened = Opened(guest.run, bytes(64), bytes(48))
    assert guest.secret(opened) is None


def test_a_run_is_bound_to_the_connections_of_both() -> None:
    guest = knocked(CODE, "n" * 16, VERSION, seed_of("newcomer"))
    doorman = answered(CODE, guest.knock, "m" * 16, "i" * 16, seed_of("inside"))
    assert doorman is not None
    proof = guest.proof(doorman.answer, "i" * 16)
    assert proof is not None and doorman.opening(proof, b"s" * 32) is None


def test_words_at_the_door_have_one_form_and_all_else_is_none() -> None:
    run = b"r" * 16
    for words in (
        Knock(run, b"s" * 32, "v1", 1),
        Answer(run, b"s" * 32),
        Proof(run, b"t" * 64),
        Opened(run, b"t" * 64, b"c" * 48),
        Turned(run, greeting.SHUT, "60"),
    ):
        body = body_of(words)
        assert greeting.read(body) == words
        for other in (body[:-1], body + "A", "X" + body[1:], body[1:], "", "K", "é" + body):
            assert greeting.read(other) in (None, *((words,) if other == body else ()))


# -- the room ----------------------------------------------------------------------------------------


def test_a_newcomer_with_the_code_is_in_within_two_seconds() -> None:
    world, host = alone("in")
    began = world.now
    guest = world.guest(host.room.code, "Maeve")  # type: ignore[union-attr]
    world.run(lambda: guest.view().phase == "lobby", 2_000)
    assert world.now - began < 2_000
    world.settle()
    assert [it.label for it in host.view().people] == ["Nora", "Maeve"]
    assert guest.view().pictures is not None
    assert guest.view().lobby == host.view().lobby


def test_a_wrong_try_is_shown_inside_and_tells_the_newcomer() -> None:
    world, host = alone("wrong")
    code: Code = host.room.code  # type: ignore[union-attr]
    guest = world.guest(Code(code.five, "AAAA"), "Eve")
    world.run(lambda: guest.view().phase == "wrong")
    world.settle()
    assert host.told(WrongTry) == [WrongTry(1)] and host.view().door.wrong == 1
    assert host.view().door.shut_for == 0
    guest.do(act.Knock(code))
    world.run(lambda: guest.view().phase == "lobby")
    world.settle()
    assert host.view().door.wrong == 0
    assert refused(lambda: guest.do(act.Knock(code))) == "not-asked"


def test_three_wrong_tries_in_a_row_shut_the_door_for_a_minute_whoever_tries() -> None:
    world, host = alone("shut")
    code: Code = host.room.code  # type: ignore[union-attr]
    for n, four in enumerate(("AAAA", "BBBB", "CCCC")):
        eve = world.guest(Code(code.five, four), "Eve")
        world.run(lambda eve=eve: eve.view().phase == "wrong")  # type: ignore[misc]
        world.run(lambda n=n: host.view().door.wrong == n + 1)  # type: ignore[misc]
    assert host.told(DoorShut) == [DoorShut()]
    assert 55_000 < host.view().door.shut_for <= 60_000
    guest = world.guest(code, "Maeve")
    world.run(lambda: guest.view().phase == "shut")
    world.pass_(50_000)
    assert guest.view().phase == "shut" and len(host.view().people) == 1
    world.run(lambda: guest.view().phase == "lobby", 20_000)
    assert host.told(DoorOpened) == [DoorOpened()]


def test_tries_at_the_same_time_are_counted_one_after_the_other() -> None:
    """Ten who guess at once get three guesses, not ten."""
    world, host = alone("many")
    code: Code = host.room.code  # type: ignore[union-attr]
    eves = [world.guest(Code(code.five, letter * 4), "Eve") for letter in "ABCDEFGHJK"]
    world.pass_(30_000)
    assert host.view().door.wrong == 3
    phases = [eve.view().phase for eve in eves]
    assert phases.count("wrong") == 3 and phases.count("shut") == 7


def test_with_the_host_away_the_next_one_opens() -> None:
    world, host = alone("next")
    code: Code = host.room.code  # type: ignore[union-attr]
    maeve = world.guest(code, "Maeve")
    world.run(lambda: maeve.view().phase == "lobby")
    host.go_offline()
    world.settle(100)
    sam = world.guest(code, "Sam")
    world.run(lambda: sam.view().phase == "lobby", 12_000)
    host.go_online()
    world.settle()
    assert [it.name for it in host.view().people] == ["Nora", "Maeve", "Sam"]


def test_with_nobody_inside_a_newcomer_waits_until_somebody_is() -> None:
    world, host = alone("nobody")
    host.go_offline()
    world.settle(1_000)
    guest = world.guest(host.room.code, "Maeve")  # type: ignore[union-attr]
    world.pass_(60_000)
    assert guest.view().phase == "knocking"
    host.go_online()
    world.run(lambda: guest.view().phase == "lobby", 5_000)


def test_a_stranger_without_the_four_letters_reads_nothing_of_the_log() -> None:
    """It is a guest at the relay and gets the log; names, seats and emotes in it are closed."""
    world, host = alone("stranger")
    code: Code = host.room.code  # type: ignore[union-attr]
    host.do(act.Rename("Unmistakable"))
    host.do(act.Emote("wow"))
    world.settle()
    eve = world.guest(Code(code.five, "AAAA"), "Eve")
    world.run(lambda: eve.view().phase == "wrong")
    log = eve.room.session.log  # type: ignore[union-attr]
    assert log.next > 3 and eve.view().lobby is None and eve.view().people == ()
    text = "".join(entry.text for entry in log.entries)
    assert "Unmistakable" not in text and "wow" not in text
    guess = RoomKeys(seed_of("guess"), code.five)
    for entry in log.entries:
        if entry.body[0] == "L":
            try:
                guess.open("L", entry.body[1:].encode())
            except ValueError:
                continue
            raise AssertionError("opened with a guess")


def test_another_version_does_not_come_in_and_says_which_is_inside() -> None:
    world, host = alone("version")
    guest = world.guest(host.room.code, "Maeve", version="test-2")  # type: ignore[union-attr]
    world.run(lambda: guest.view().phase == "version")
    assert guest.view().other_version == VERSION
    world.settle()
    assert len(host.view().people) == 1 and host.view().door.wrong == 0


def test_there_is_no_such_room() -> None:
    world, _ = alone("none")
    guest = world.guest(Code("ZZZZZ", "AAAA"), "Maeve")
    world.run(lambda: guest.view().phase == "gone", 1_000)
    assert guest.view().reason == "no-room"
    assert guest.room.wake is None  # type: ignore[union-attr]


def test_a_code_that_is_taken_is_drawn_again_before_anybody_has_seen_it() -> None:
    world, host = alone("taken")
    again = Handset(world, "Twin")
    again.entropy = world.entropy("Nora/0")  # the same chance, the same five letters
    count = 0

    def entropy() -> bytes:
        nonlocal count
        count += 1
        # The code's first; the phone's own secrets are others.
        return again.entropy() if count == 1 else seed_of("twin", count)

    from engine.rooms.room import Room

    room = Room.make("Twin", VERSION, world.now, entropy)
    assert room.code == host.room.code  # type: ignore[union-attr]
    again.begin(room)
    world.run(lambda: again.view().phase == "lobby")
    assert again.room.code != host.room.code  # type: ignore[union-attr]
    assert len(host.view().people) == len(again.view().people) == 1


def test_a_second_tap_on_join_and_a_reload_at_any_moment_make_one_member() -> None:
    world, host = alone("reload")
    guest = world.guest(host.room.code, "Maeve")  # type: ignore[union-attr]
    for _ in range(25):
        world.pass_(60)
        guest.kill()
        world.pass_(10)
        guest.reopen()
    world.run(lambda: guest.view().phase == "lobby")
    world.settle()
    assert [it.name for it in host.view().people] == ["Nora", "Maeve"]
