"""The lobby: everybody sees the same, the host chooses, and what may not be has no effect."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine.rooms import actions as act
from engine.rooms import forms
from engine.rooms import messages as say
from engine.rooms.events import Emoted, HostPassed, Ignored, Kicked, Left, Renamed
from engine.rooms.lobby import Place, parse_lobby
from tests.rooms_world import Handset, World, refused, seated


def here(phones: list[Handset]) -> Any:
    """The room, after a moment in which it is the same on all phones."""
    phones[0].world.settle()
    lobbies = {it.view().lobby.text() for it in phones if it.room and it.view().lobby}
    assert len(lobbies) == 1
    return parse_lobby(lobbies.pop())


def test_people_sit_down_in_the_order_they_come_and_see_the_same() -> None:
    _, phones = seated("sit", 4)
    lobby = here(phones)
    assert [it.member for it in lobby.seats] == [0, 1, 2, 3]
    assert [it.label for it in phones[2].view().people] == ["Nora", "Maeve", "Sam", "Sam 2"]
    assert [it.host for it in phones[1].view().people] == [True, False, False, False]


def test_the_host_chooses_and_everybody_sees_it_before_the_deal() -> None:
    _, phones = seated("choose", 3)
    host = phones[0]
    host.do(act.ChooseGame("110", json.dumps({"target": 55, "near": 45}), "Kitchen"))
    host.do(act.SetSeats(5))
    lobby = here(phones)
    assert (lobby.variant, lobby.title, len(lobby.seats)) == ("110", "Kitchen", 5)
    assert lobby.rules().target == 55
    assert host.view().why_not_start == "seats-empty"
    host.do(act.SetBot(3, "random"))
    host.do(act.SetBot(4, "steady"))
    host.do(act.AllowWatching(True))
    lobby = here(phones)
    assert [it.bot for it in lobby.seats] == ["", "", "", "random", "steady"]
    assert lobby.watching and host.view().why_not_start == ""
    host.do(act.Arrange((4, 2, 0, 1, 3)))
    lobby = here(phones)
    assert [it.member for it in lobby.seats] == [-1, 2, 0, 1, -1]
    assert lobby.seats[0] == Place(bot="steady")


@pytest.mark.parametrize(
    "action",
    [
        *(act.ChooseGame("110"), act.SetSeats(3), act.SetBot(2, "random"), act.Arrange((1, 0))),
        *(act.AllowWatching(False), act.Start(), act.Kick(0), act.HandHost(2), act.Cancel()),
    ],
    ids=lambda it: type(it).__name__,
)
def test_what_is_the_hosts_is_refused_to_others_and_has_no_effect_if_said(action: Any) -> None:
    _, phones = seated("not the host", 3)
    before = here(phones)
    assert refused(lambda: phones[1].do(action)) in ("not-host", "not-playing")
    forged = {
        act.ChooseGame: say.Choose("110", "{}", "x"), act.SetSeats: say.Seats(3),
        act.SetBot: say.SetBot(2, "random"), act.Arrange: say.Arrange((1, 0)),
        act.AllowWatching: say.Watching(False), act.Start: say.Start(), act.Kick: say.Kick(0),
        act.HandHost: say.Hand(2), act.Cancel: say.Cancel(),
    }[type(action)]  # fmt: skip
    phones[1].room.say(forged)  # type: ignore[union-attr]
    phones[1].go_on()
    after = here(phones)
    assert after.members[1].said == before.members[1].said + 1
    assert after.seats == before.seats and after.host == before.host
    assert after.phase == before.phase and after.watching == before.watching
    assert [it.code for it in phones[1].told(Ignored)] in (["not-host"], ["not-playing"])
    assert not phones[0].told(Ignored) and not phones[2].told(Ignored)


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (act.Sit(0), "taken-seat"),
        (act.Sit(9), "no-such"),
        (act.SetSeats(7), "no-such"),
        (act.SetSeats(1), "no-such"),
        (act.SetBot(1, "random"), "taken-seat"),
        (act.SetBot(2, "nobody"), "no-such"),
        (act.Arrange((0, 0, 1)), "no-such"),
        (act.ChooseGame("chess"), "no-such"),
        (act.Kick(0), "no-such"),
        (act.Kick(77), "no-such"),
        (act.HandHost(0), "no-such"),
        (act.Emote("a curse"), "no-such"),
        (act.Play("pass"), "not-playing"),
        (act.Cancel(), "not-playing"),
        (act.ClaimSeat(1), "no-such"),
        (act.ConfirmClaim(1, True), "no-such"),
        (act.TakeLine(), "not-asked"),
    ],
    ids=str,
)
def test_what_cannot_be_is_refused_with_a_reason(action: act.Action, code: str) -> None:
    _, phones = seated("refused", 3)
    assert refused(lambda: phones[0].do(action)) == code


@pytest.mark.parametrize(
    ("variant", "changes", "seats", "code"),
    [
        ("110", '{"target": "high"}', 3, "rules"),
        ("110", "[1]", 3, "rules"),
        ("110", "{", 3, "rules"),
        ("110", '{"sides": 2}', 3, "players"),
    ],
)
def test_what_cannot_be_played_can_be_chosen_and_not_be_begun(
    variant: str, changes: str, seats: int, code: str
) -> None:
    _, phones = seated("unplayable", 3, seats)
    phones[0].do(act.ChooseGame(variant, changes))
    here(phones)
    assert phones[0].view().why_not_start in (code, "rules")
    assert refused(lambda: phones[0].do(act.Start())) in (code, "rules")


def test_a_name_can_be_changed_and_tells_nobody_outside() -> None:
    world, phones = seated("rename", 2)
    phones[1].do(act.Rename("  Siobhán \n of  the Hill and much more "))
    here(phones)
    assert [it.name for it in phones[0].view().people] == ["Nora", "Siobhán of the Hill and"]
    assert phones[0].told(Renamed) == [Renamed(1, "Maeve")]
    assert not any("Siobh" in frame for frame in world.frames)


def test_emotes_are_few_shown_for_a_while_and_not_too_many() -> None:
    world, phones = seated("emotes", 2)
    phones[1].do(act.Emote("well played"))
    assert refused(lambda: phones[1].do(act.Emote("wow"))) == "too-soon"
    world.settle(1_000)
    assert [(it.member, it.emote) for it in phones[0].view().emotes] == [(1, "well played")]
    assert phones[0].told(Emoted) == [Emoted(1, "well played")]
    world.settle(8_000)
    assert phones[0].view().emotes == ()


def test_a_member_leaves_for_good_and_its_seat_is_free() -> None:
    _, phones = seated("leave", 3)
    phones[1].do(act.Leave())
    lobby = here([phones[0], phones[2]])
    assert phones[1].view().phase == "left" and phones[1].store == {}
    assert lobby.seats[1].free and phones[0].told(Left) == [Left(1)]
    assert phones[1].room.wake is None and phones[1].link is None  # type: ignore[union-attr]


def test_the_host_removes_somebody_who_is_told_and_forgets_the_room() -> None:
    world, phones = seated("kick", 3)
    phones[0].do(act.Kick(2))
    lobby = here(phones[:2])
    assert phones[2].view().phase == "kicked" and phones[2].store == {}
    assert lobby.seats[2].free and phones[1].told(Kicked) == [Kicked(2)]
    assert refused(lambda: phones[2].do(act.Sit(2))) == "not-inside"
    world.settle(20_000)
    assert phones[2].link is None


# -- the host's role ---------------------------------------------------------------------------------


def test_a_host_who_leaves_hands_the_role_to_the_next_seat_that_is_there() -> None:
    world, phones = seated("host leaves", 4)
    phones[1].go_offline()
    world.settle(6_000)
    phones[0].do(act.Leave())
    lobby = here([phones[2], phones[3]])
    assert lobby.host == 2 and phones[2].view().hosting
    phones[2].do(act.SetBot(0, "random"))  # the right goes with the role, not with who began
    assert here([phones[2], phones[3]]).seats[0].bot == "random"


def test_the_role_passes_when_the_hosts_phone_is_gone_for_three_minutes_and_not_before() -> None:
    world, phones = seated("host gone", 4)
    phones[0].go_offline()
    phones[1].go_offline()
    world.pass_(175_000)
    assert phones[2].view().lobby.host == 0
    world.pass_(30_000)
    lobby = here(phones[2:])
    assert lobby.host == 2 and phones[3].told(HostPassed) == [HostPassed(2, "gone")]
    phones[2].do(act.AllowWatching(True))
    phones[0].go_online()
    phones[1].go_online()
    assert here(phones).host == 2 and not phones[0].view().hosting
    assert phones[0].view().lobby.watching
    assert refused(lambda: phones[0].do(act.AllowWatching(False))) == "not-host"


def test_a_host_who_is_there_cannot_be_robbed_of_the_role() -> None:
    """A phone that lies, and takes the role at once, is answered by the host's phone."""
    world, phones = seated("robbed", 3)
    for _ in range(3):
        phones[1].room.say(say.Take(0))  # type: ignore[union-attr]
        phones[1].go_on()
        world.settle(1_000)
    assert here(phones).host == 0


def test_a_host_who_blinks_keeps_the_role() -> None:
    world, phones = seated("blinks", 3)
    for _ in range(3):
        phones[0].go_offline()
        world.pass_(100_000)
        phones[0].go_online()
        world.pass_(10_000)
    assert here(phones).host == 0


def test_the_role_can_be_given_away() -> None:
    _, phones = seated("given", 3)
    phones[0].do(act.HandHost(2))
    assert here(phones).host == 2 and phones[2].view().hosting
    assert phones[1].told(HostPassed) == [HostPassed(2, "given")]


# -- what the log holds ------------------------------------------------------------------------------


def bodies(phone: Handset) -> list[str]:
    return [entry.body for entry in phone.room.session.log.entries]  # type: ignore[union-attr]


def say_raw(phone: Handset, body: str) -> None:
    """Have any body at all put into the log under this phone's name."""
    session = phone.room.session  # type: ignore[union-attr]
    session.outbox.next_id += 100
    phone.link.up(forms.packed(["say", session.outbox.next_id, 0, body]))  # type: ignore[union-attr]
    phone.world.settle()


def test_what_was_said_before_said_again_has_no_effect() -> None:
    _, phones = seated("replayed", 3)
    phones[0].do(act.AllowWatching(False))
    here(phones)
    phones[0].do(act.AllowWatching(True))
    before = here(phones)
    for body in bodies(phones[0]):
        say_raw(phones[1], body)
    after = here(phones)
    assert after == before and len(after.members) == 3


def test_what_is_not_closed_or_not_signed_or_of_another_room_has_no_effect() -> None:
    world, phones = seated("noise", 3)
    _, others = seated("other room", 2)
    before = here(phones)
    chance = world.chance
    for body in [
        "",
        "L",
        "S",
        "LAAAA",
        "Lé",
        "K" * 50,
        "{}",
        "L" + "A" * 400,
        *(body for body in bodies(others[0])[:12] if body[0] in "LS"),
    ]:
        say_raw(phones[1], body)
    room = phones[1].room
    assert room is not None and room.ledger is not None
    for plain in (
        b"",
        b"[]",
        chance.randbytes(80),
        chance.randbytes(300),
        b'[1,2,3,"a","b","c"]' * 9,
    ):
        say_raw(phones[1], room.ledger.close("L", plain))
        say_raw(phones[1], room.ledger.close("S", plain))
    # Somebody inside signs as another: the host's number, this phone's key.
    data = room.ledger.written(
        0, before.members[0].said, say.Kick(2), room.identity, room.session.log
    )
    say_raw(phones[1], room.ledger.close("L", data))
    after = here(phones)
    assert after == before
    assert all(phone.view().phase == "lobby" for phone in phones)


def test_a_message_on_another_state_is_noticed_at_once_and_has_no_effect() -> None:
    from engine.rooms.events import Doubt

    _, phones = seated("differs", 3)
    before = here(phones)
    room = phones[0].room
    assert room is not None and room.ledger is not None
    log = room.session.log
    message = forms.encode(say.Watching(True))
    head = (log.chain(room.ledger.at) or b"").hex()[:32]
    for at, chain, digest in (
        (room.ledger.at, head, "0" * 32),
        (room.ledger.at, "0" * 32, before.digest()),
    ):
        number = room.lobby.members[0].said
        envelope = forms.Envelope(0, number, at, chain, digest, message)
        data = envelope.sealed(room.identity.signs, room.ledger.bound)
        say_raw(phones[0], room.ledger.close("L", data))
    after = here(phones)
    assert not after.watching and after.members[0].said == before.members[0].said + 2
    assert phones[1].told(Doubt) == [Doubt(0, "differs")] * 2


def test_a_lost_message_is_said_again_in_its_order() -> None:
    """The relay refuses one for a while and takes the next: both come to their effect."""
    world, phones = seated("gap", 2)
    room, host = phones[0].room, phones[0]
    assert room is not None and room.ledger is not None and host.link is not None
    room.say(say.Watching(True))
    room.say(say.Rename("Later"))
    finished = room.take()
    says = [it for it in finished.frames if it.startswith('["say"')]
    assert len(says) == 2
    host.link.up(says[1])  # the first one is lost on its way
    world.settle(500)
    assert not host.view().lobby.watching
    room.session._refused(world.now, "too-fast", 0.1)
    world.settle(6_000)
    lobby = here(phones)
    assert lobby.watching and lobby.members[0].name == "Later"


def test_the_text_of_a_room_reads_back() -> None:
    _, phones = seated("text", 3, 4)
    lobby = here(phones)
    assert parse_lobby(lobby.text()) == lobby
    for text in (
        "{}",
        "[]",
        lobby.text()[:-1],
        lobby.text() + " ",
        '{"is":"Place","member":0,"bot":""}',
    ):
        with pytest.raises(ValueError):
            parse_lobby(text)


def test_a_world_is_the_same_twice() -> None:
    one, two = (seated("twice", 3) for _ in range(2))
    assert one[0].frames == two[0].frames and isinstance(one[0], World)
