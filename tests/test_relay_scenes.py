"""What happens in a room, over real connections: the same scenes on every kind of store."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest

from tests.relay_hosts import GATE, START, Phone, gate_hash, get, metric, new_name, until
from web.build.relay import RelayProcess

STORES = ("memory", "valkey")
Opener = Callable[..., Phone]


def store_options(store: str, request: pytest.FixtureRequest) -> list[str]:
    if store == "memory":
        return []
    return ["--store", request.getfixturevalue("valkey_url")]


@pytest.fixture(scope="module", params=STORES)
def relay(request: pytest.FixtureRequest) -> Iterator[RelayProcess]:
    with RelayProcess(*store_options(request.param, request), "--limit", "settle=0.05") as process:
        yield process
        assert not [line for line in process.log if '"trouble"' in line]


@pytest.fixture
def phone(relay: RelayProcess) -> Iterator[Opener]:
    """Opens phones, in one room unless told otherwise."""
    phones: list[Phone] = []
    name = new_name()

    def opener(room: str = "", **options: Any) -> Phone:
        phones.append(Phone(relay.port, room or name, **options))
        return phones[-1]

    yield opener
    for it in phones:
        it.close()


def test_everyone_hears_everything_in_one_order_the_sender_too(phone: Opener) -> None:
    phones = [phone().make(), *(phone().join() for _ in range(3))]
    for turn in range(5):
        for number, it in enumerate(phones):
            it.say(f"{turn} of {number}")
    for it in phones:
        it.hear(20)
    assert all(it.log == phones[0].log and it.heads == phones[0].heads for it in phones)
    assert sorted(phones[0].bodies) == sorted(f"{t} of {n}" for t in range(5) for n in range(4))
    for number, it in enumerate(phones):
        own = [entry[3] for entry in it.log if entry[1] == it.sender]
        assert own == [f"{turn} of {number}" for turn in range(5)]


def test_any_text_comes_back_as_it_was(phone: Opener) -> None:
    one = phone().make()
    texts = ["", 'a "quoted" \\ word', "ä€𝄞", "\u2028\x00\x1f\n\t", "]],", "x" * 60_000]
    for text in texts:
        one.say(text)
    one.hear(len(texts))
    assert one.bodies == texts
    two = phone().join()
    assert (two.bodies, two.heads) == (texts, one.heads)


def test_a_name_is_taken_and_its_maker_may_ask_twice(phone: Opener) -> None:
    one = phone().make()
    one.make()
    other = phone()
    other.send("make", other.room, gate_hash(), other.token)
    assert other.wait("no")[:3] == ["no", "taken", None]


def test_a_room_that_is_not_there(phone: Opener) -> None:
    it = phone(new_name())
    it.ask_in()
    assert it.wait("no")[:2] == ["no", "no-room"]


def test_who_comes_back_is_sent_what_it_missed_and_nothing_twice(phone: Opener) -> None:
    one, two = phone().make(), phone().join()
    one.say("a")
    two.hear(1)
    two.vanish()
    for text in "bcd":
        one.say(text)
    one.hear(4)
    two.open()
    two.join()
    one.say("e")
    assert two.hear(5).bodies == list("abcde")


def test_a_long_past_comes_in_pieces_with_the_future_behind_it(phone: Opener) -> None:
    one = phone().make()
    for number in range(120):
        one.say(f"{number:05}" * 500)
    one.hear(120)
    two = phone()
    two.ask_in()
    for number in range(20):
        one.say(f"later {number}")
    assert two.hear(140).log == one.hear(140).log


def test_what_is_said_again_is_one_entry_and_its_sender_hears_it_again(phone: Opener) -> None:
    one, two = phone().make(), phone().join()
    one.say("a")
    one.hear(1)
    one.send("say", 0, 1, "a")
    assert one.wait("again")[1:] == one.log[0]
    one.send("say", 0, 1, "another")
    assert one.wait("no") == ["no", "other-body", 0]
    one.say("b")
    assert two.hear(2).bodies == ["a", "b"]
    assert not two.frames[1:]  # the ``in`` alone


def test_what_is_said_again_after_a_trim_is_known_still(phone: Opener) -> None:
    one = phone().make()
    for text in "abc":
        one.say(text)
    one.hear(3)
    one.send("trim", 2, GATE)
    assert one.wait("trimmed") == ["trimmed", 2]
    one.send("say", 1, 1, "b")
    assert one.wait("said") == ["said", 1]
    one.send("say", 2, 1, "c")
    assert one.wait("again")[1:] == one.log[2]


def test_a_trimmed_log_sends_on_whoever_is_behind(phone: Opener) -> None:
    one, two = phone().make(), phone().join()
    for text in "abcd":
        one.say(text)
    one.hear(4)
    two.hear(4)
    two.vanish()
    one.send("trim", 3, GATE)
    one.wait("trimmed")
    late = phone().join()
    assert late.base == 3 and late.bodies == ["d"]
    assert late.heads[0] == one.heads[3] and late.lasts == {one.sender: 3}
    two.open()
    assert two.join().bodies == list("abcd")  # it has all, and is not sent back


def test_only_the_inside_trims(phone: Opener) -> None:
    one, guest = phone().make(), phone(gate=None).join()
    one.say("a")
    guest.hear(1)
    guest.send("trim", 1, "00" * 32)
    assert guest.wait("no") == ["no", "gate", None]
    one.send("trim", 2, GATE)
    assert one.wait("no") == ["no", "bad-frame", None]
    assert phone().join().bodies == ["a"]


def test_the_newest_line_of_a_phone_wins_and_the_older_is_told(phone: Opener) -> None:
    one = phone().make()
    two = phone(token=one.token).join()
    assert one.wait("elsewhere") == ["elsewhere"]
    assert one.ended() == (1008, "elsewhere")
    two.pull(lambda: two.who == [[two.sender, ""]])
    two.say("here")
    assert two.hear(1).bodies == ["here"]


def test_everyone_sees_who_is_there(phone: Opener) -> None:
    one, two = phone().make(), phone().join()
    one.pull(lambda: [it[0] for it in one.who] == [one.sender, two.sender])
    two.send("note", "hidden")
    one.pull(lambda: [two.sender, "hidden"] in one.who)
    two.vanish()
    one.pull(lambda: one.who == [[one.sender, ""]])


def test_a_guest_hears_all_says_little_and_keeps_nothing(phone: Opener) -> None:
    one, guest = phone().make(), phone(gate=None).join()
    one.say("a")
    guest.hear(1)
    guest.say("knock")
    assert one.hear(2).log[1][1] == guest.sender
    guest.say("x" * 9000)
    assert guest.wait("no")[:3] == ["no", "too-long", 1]
    for _ in range(14):
        guest.say("knock")
    assert guest.wait("no")[1] == "too-fast"
    guest.gate = GATE
    guest.join()  # it has been let in, on the same line
    guest.say("x" * 9000)
    guest.pull(lambda: guest.bodies[-1] == "x" * 9000)


def test_a_wrong_gate_stays_outside(phone: Opener) -> None:
    phone().make()
    it = phone(gate="00" * 32)
    it.ask_in()
    assert it.wait("no") == ["no", "gate", None]
    it.say("hello")
    assert it.wait("no") == ["no", "outside", 0]


def test_a_relay_with_less_is_given_the_rest_and_everyone_gets_it(phone: Opener) -> None:
    """One phone gives back a short log; the longest chain wins, whoever comes first."""
    source = phone(new_name()).make()
    for number in range(9):
        source.say(str(number))
    source.hear(9)
    name = new_name()

    def holder(count: int) -> Phone:
        it = phone(name)
        it.log, it.heads, it.said = source.log[:count], source.heads[: count + 1], 100
        return it

    short, long, middle = holder(3), holder(9), holder(5)
    short.ask_in()
    assert short.wait("no")[1] == "no-room"
    short.offer()
    assert short.wait("in")[2:4] == [0, 3]
    long.ask_in()
    assert long.wait("behind") == ["behind", 3, source.heads[3].hex()]
    long.offer(3)
    assert long.wait("in")[3] == 9
    middle.offer()
    middle.wait("in")
    for it in (short, middle):
        assert it.hear(9).log == source.log
    until(lambda: takes(short, "new"), "it takes new entries again")
    for it in (long, middle):
        assert it.hear(10).bodies[9] == "new"


def takes(it: Phone, body: str) -> bool:
    """Says it; whether it was taken."""
    end = it.next
    it.say(body)
    it.pull(lambda: it.next > end or it.frames)
    return it.next > end or it.wait("no")[1] != "settling"


def test_an_offer_may_come_in_pieces(phone: Opener) -> None:
    source = phone(new_name()).make()
    for number in range(40):
        source.say(f"{number:04}" * 1000)
    source.hear(40)
    it = phone()
    it.log, it.heads = source.log, source.heads
    for start in range(0, 40, 10):
        head, piece = it.heads[start].hex(), it.log[start : start + 10]
        it.send("offer", it.room, gate_hash(), it.token, start, head, {}, piece, int(start < 30))
    assert it.wait("in")[3] == 40
    assert phone().join().log == source.log


def test_what_was_said_is_known_after_the_log_was_given_back(phone: Opener) -> None:
    old = phone(new_name()).make()
    for text in "abc":
        old.say(text)
    old.hear(3)
    it = phone(token=old.token)
    it.log, it.heads = old.log[1:], old.heads[1:]
    it.base, it.lasts = 1, {old.sender: 0}
    it.offer()
    it.wait("in")
    it.send("say", 2, 1, "c")
    assert it.wait("again")[1:] == old.log[2]
    it.send("say", 0, 1, "a")
    assert it.wait("said") == ["said", 0]


def test_a_fork_is_shown_to_everyone_and_never_merged(phone: Opener) -> None:
    one, two = phone().make(), phone().join()
    for text in "abc":
        one.say(text)
    one.hear(3)
    two.hear(3)
    liar = phone()
    liar.log = [*one.log[:2], [2, one.sender, 2, "another"], [3, one.sender, 3, "more"]]
    liar.offer()
    assert [it.wait("fork") for it in (one, two, liar)] == [["fork", 2]] * 3
    other = phone()
    other.heads = [*one.heads[:2], bytes(32)]
    other.log = one.log[:2]
    other.ask_in()
    assert [it.wait("fork") for it in (one, two, other)] == [["fork", 2]] * 3
    stranger = phone(gate=None)
    stranger.heads, stranger.log = other.heads, other.log
    stranger.ask_in()
    assert stranger.wait("fork") == ["fork", 2]
    assert phone().join().log == one.log
    one.say("d")
    two.hear(4)
    assert not [frame for it in (one, two) for frame in it.frames if frame[0] == "fork"]


def parted(phone: Opener) -> tuple[Phone, Phone, Phone]:
    """A relay that was given back two entries of three: who gave them, who was told them, and who has
    all three and is not there."""
    source = phone(new_name()).make()
    for text in "abc":
        source.say(text)
    source.hear(3)
    name = new_name()
    short, long = phone(name), phone(name)
    for it, count in ((short, 2), (long, 3)):
        it.log, it.heads, it.said = source.log[:count], source.heads[: count + 1], 10
    short.offer()
    short.wait("in")
    other = phone(name).join()
    until(lambda: takes(short, "alone"), "it takes new entries again")
    other.hear(3)
    return short, other, long


def test_what_one_phone_alone_has_said_since_gives_way_to_the_history_of_others(
    phone: Opener,
) -> None:
    """It can say it again, and nobody else can say what the others have heard."""
    short, other, long = parted(phone)
    long.ask_in()
    assert long.wait("fork") == ["fork", 3]
    long.offer()
    assert long.wait("in")[2:4] == [0, 3]
    for it in (short, other):
        assert [it.wait("fork"), it.wait("cut")] == [["fork", 3], ["cut", 2]]
        it.cut(2)
        assert it.join().log == long.log
    until(lambda: takes(short, "again"), "it takes new entries again")
    assert [it.hear(4).bodies[3] for it in (long, other)] == ["again", "again"]
    assert phone(long.room).join().log == long.log


def test_where_two_have_spoken_since_nothing_gives_way(phone: Opener) -> None:
    short, other, long = parted(phone)
    other.say("too")
    short.hear(4)
    long.log.append([3, long.log[0][1], 30, "d"])
    long.heads.append(bytes(32))
    long.offer()
    assert [it.wait("fork") for it in (short, other, long)] == [["fork", 2]] * 3
    short.say("and on")
    assert other.hear(5).bodies[2:] == ["alone", "too", "and on"]


def test_nobody_can_change_what_was_given_back(phone: Opener) -> None:
    short, _, long = parted(phone)
    long.log[1] = [1, long.log[1][1], 1, "changed"]
    long.offer()
    assert [it.wait("fork") for it in (short, long)] == [["fork", 1]] * 2
    assert phone(long.room).join().log == short.log


def test_a_history_that_takes_the_place_says_no_id_twice(phone: Opener) -> None:
    short, _, long = parted(phone)
    long.log[2] = [2, long.log[1][1], 1, "b again"]
    long.offer()
    assert long.wait("no")[1] == "bad-frame"
    assert phone(long.room).join().log == short.log


def test_a_later_part_of_a_history_takes_the_place_of_an_earlier(phone: Opener) -> None:
    """Nothing leads from the one to the other, so whoever has the earlier is sent on openly."""
    source = phone(new_name()).make()
    for number in range(9):
        source.say(str(number))
    source.hear(9)
    early, late = phone(), phone()
    early.log, early.heads = source.log[:2], source.heads[:3]
    early.offer()
    early.wait("in")
    late.base, late.log, late.heads = 6, source.log[6:], source.heads[6:]
    late.lasts = {source.sender: 5}
    late.ask_in()
    assert late.wait("behind")[1] == 2
    late.offer()
    assert late.wait("in")[2:4] == [6, 9]
    assert early.wait("resync")[1] == 6
    assert early.hear(9).log == source.log[6:] and early.heads[-1] == source.heads[-1]


def test_another_gate_cannot_give_back_a_room_that_is_there(phone: Opener) -> None:
    one = phone().make()
    thief = phone(gate="11" * 32)
    thief.offer()
    assert thief.wait("no") == ["no", "gate", None]
    one.say("a")
    assert one.hear(1).bodies == ["a"]


def test_coming_and_going_loses_nothing(phone: Opener) -> None:
    """Two stay and one speaks, while others come, speak, vanish and come back."""
    chance = Random("coming and going")
    stay = [phone().make(), phone().join()]
    movers = [phone() for _ in range(5)]
    away, total = set(movers), 0
    for number in range(150):
        stay[0].say(f"stays {number}")
        total += 1
        mover = chance.choice(movers)
        if mover in away:
            if mover.closed or mover.line.state.name != "OPEN":
                mover.open()
            mover.join()
            away.discard(mover)
        elif chance.random() < 0.5:
            said = f"moves {number}"
            mover.say(said)
            total += 1
            mover.pull(lambda it=mover, text=said: text in it.bodies)  # type: ignore[misc]
        else:
            mover.vanish()
            away.add(mover)
    for it in (*stay, *(it for it in movers if it not in away)):
        assert it.hear(total).log == stay[0].hear(total).log


def test_a_message_may_come_in_fragments_and_between_pings(phone: Opener) -> None:
    one = phone().make()
    one.say("plain")
    one.line.send(iter(['["say",', "1,1", ',"in pieces"]']))
    one.line.ping().wait(30)
    one.line.send(b'["say",2,1,"as bytes"]')
    one.said = 3
    one.say("plain again")
    assert one.hear(4).bodies == ["plain", "in pieces", "as bytes", "plain again"]


def test_many_frames_may_come_at_once_and_one_in_parts(phone: Opener) -> None:
    """As a proxy or the network may cut the stream of bytes."""
    one = phone().make()
    frames = b""
    for number in range(40):
        text = f'["say",{number},1,"{"x" * number * 9}"]'.encode()
        size = len(text)
        head = bytes([0x80 | size]) if size < 126 else b"\xfe" + size.to_bytes(2, "big")
        mask = bytes([number, 1, 2, 3])
        frames += b"\x81" + head + mask
        frames += bytes(byte ^ mask[at % 4] for at, byte in enumerate(text))
    for start in range(0, len(frames), 701):
        one.line.socket.sendall(frames[start : start + 701])
    assert one.hear(40).bodies == ["x" * number * 9 for number in range(40)]


def test_health_and_metrics_name_nobody(relay: RelayProcess, phone: Opener) -> None:
    one = phone().make()
    one.say("something")
    one.hear(1)
    assert '{"state": "ok"}' in get(relay.port, "/relay/health")
    text = get(relay.port, "/relay/metrics")
    assert metric(relay.port, "relay_rooms") >= 1 and metric(relay.port, "relay_entries_total") >= 1
    for secret in (one.room, one.sender, one.token, "something"):
        assert secret not in text
    assert get(relay.port, "/elsewhere").startswith("HTTP/1.1 404")


def test_a_cursor_of_nothing_has_the_chain_of_nothing(phone: Opener) -> None:
    one = phone().make()
    assert one.frames == [] and one.heads[0].hex() == START
