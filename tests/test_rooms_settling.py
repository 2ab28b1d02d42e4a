"""The old log is forgotten when all have signed what it has come to; who comes later starts from there."""

from __future__ import annotations

import pytest

from engine.rooms import actions as act
from engine.rooms import forms, settling
from engine.rooms import messages as say
from engine.rooms.events import Doubt, Forked
from engine.rooms.keeping import LOG
from engine.rooms.lobby import Lobby
from engine.rooms.session import Session
from engine.sealed.receipt import parse_receipt
from engine.sealed.steps import finish
from tests.rooms_world import Handset, World
from tests.test_rooms_table import all_play, begun, closed, playing


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """A table's log is long after one deal."""
    monkeypatch.setattr("engine.rooms.play.AHEAD", False)
    monkeypatch.setattr("engine.rooms.play.LONG", 5_000)


def session(phone: Handset) -> Session:
    return phone.room.session  # type: ignore[union-attr]


def base(world: World, phone: Handset) -> int:
    """What the relay has forgotten."""
    return world.house.rooms[phone.room.code.five].log.base  # type: ignore[union-attr]


def trimmed(seed: object, phones: int = 2, seats: int = 2) -> tuple[World, list[Handset]]:
    """A room whose first deal is over, and whose log was cut."""
    world, handsets = begun(seed, phones, seats)
    all_play(handsets)
    world.run(lambda: base(world, handsets[0]) > 0, 200_000)
    for phone in handsets:
        phone.plays = None
    world.settle(6_000)
    return world, handsets


def test_after_a_deal_the_log_before_it_is_forgotten_everywhere() -> None:
    world, phones = trimmed("trimmed")
    since = phones[0].view().lobby.since
    assert base(world, phones[0]) == since > 20
    for phone in phones:
        assert session(phone).log.base == since
        kept = [int(key[len(LOG) :]) for key in phone.store if key.startswith(LOG)]
        assert min(kept) == since and len(kept) == session(phone).log.next - since
        assert phone.view().lobby.table == 2 and phone.view().table.state is not None
    all_play(phones)
    world.run(lambda: closed(phones), 200_000)
    assert len({it.view().table.digest for it in phones}) == 1


@pytest.mark.long
def test_a_newcomer_starts_from_what_was_signed_and_comes_to_the_same() -> None:
    world, phones = trimmed("newcomer", 2, 3)
    late = world.guest(phones[0].room.code, "Ada")  # type: ignore[union-attr]
    world.run(lambda: late.view().phase == "playing", 15_000)
    world.settle()
    assert late.view().lobby == phones[0].view().lobby
    assert late.view().table is None  # nobody is allowed to watch
    seat = next(n for n, it in enumerate(late.view().lobby.seats) if it.bot)
    late.do(act.Sit(seat))
    everyone = [*phones, late]
    all_play(everyone)
    world.run(lambda: late.view().lobby.table == 3, 200_000)
    world.run(lambda: all(playing(it) for it in everyone), 20_000)
    world.run(lambda: closed(everyone), 200_000)
    assert len({it.view().table.digest for it in everyone}) == 1
    assert late.view().table.names == phones[0].view().table.names


@pytest.mark.long
def test_a_phone_that_was_away_meanwhile_starts_from_there_too() -> None:
    world, phones = begun("away", 3)
    rest = phones[:2]
    phones[2].go_offline()
    world.pass_(31_000)
    for phone in rest:
        phone.plays = "random"

    def look() -> None:
        for phone in rest:
            for offer in phone.view().offers:
                if not offer.mine:
                    phone.do(act.LetBotPlay(offer.member))
        world.later(1_000, look)

    look()
    all_play(rest)
    world.run(lambda: base(world, phones[0]) > 0, 300_000)
    phones[2].go_online()
    world.settle()
    assert session(phones[2]).log.base == base(world, phones[0])
    assert phones[2].view().me == 2 and phones[2].view().lobby == phones[0].view().lobby
    all_play(phones)
    world.run(lambda: closed(phones), 300_000)
    assert not any(it.told(Doubt) or it.told(Forked) for it in phones)


@pytest.mark.long
def test_a_phone_killed_before_and_opened_after_starts_from_there() -> None:
    world, phones = begun("killed", 3)
    phones[2].kill()
    world.pass_(31_000)
    rest = phones[:2]
    for phone in rest:
        for offer in phone.view().offers:
            phone.do(act.LetBotPlay(offer.member))
    world.settle()
    all_play(rest)
    for _ in range(60):
        world.pass_(2_000)
        for phone in rest:
            for offer in phone.view().offers:
                if not offer.mine:
                    phone.do(act.LetBotPlay(offer.member))
    assert base(world, phones[0]) > 0
    phones[2].reopen()
    world.settle()
    assert phones[2].view().me == 2 and phones[2].view().lobby == phones[0].view().lobby
    phones[2].kill()
    phones[2].reopen()
    assert phones[2].view().me == 2 and phones[2].view().lobby == phones[0].view().lobby


def test_a_relay_that_forgot_everything_is_given_what_is_left() -> None:
    world, phones = trimmed("given back")
    since = base(world, phones[0])
    world.kill_relay(500)
    world.settle(5_000)
    assert base(world, phones[0]) == since
    late = world.guest(phones[0].room.code, "Ada")  # type: ignore[union-attr]
    world.run(lambda: late.view().phase == "playing", 15_000)
    assert late.view().lobby.members[0] == phones[0].view().lobby.members[0]


@pytest.mark.long
def test_a_phone_restored_after_a_trim_goes_on() -> None:
    world, phones = trimmed("restored")
    before = phones[1].view()
    phones[1].kill()
    phones[1].reopen()
    assert phones[1].view().lobby == before.lobby
    assert phones[1].view().table.state == before.table.state
    all_play(phones)
    world.run(lambda: closed(phones), 200_000)


def test_what_less_than_half_have_signed_is_not_believed() -> None:
    _, phones = trimmed("forged", 3, 3)
    room = phones[0].room
    assert room is not None and room.keys is not None and room.table_lobby is not None
    log = room.session.log
    assert finish(settling.found(room.keys, log, Lobby())) is not None
    other = finish(settling.found(room.keys, log, room.lobby))
    assert other is not None and other.lobby == room.table_lobby
    assert other.began == parse_receipt(room.receipt).state
    # A phone that knew other keys for these members does not believe it.
    swapped = room.lobby.members[0], room.lobby.members[2], room.lobby.members[1]
    false = Lobby(members=swapped)
    assert finish(settling.found(room.keys, log, false)) is None
    # Without the voices of the others one phone alone proves nothing.
    alone = type(log)(log.base, log.chain(log.base) or b"", log.lasts)
    ledger = room.ledger
    assert ledger is not None
    for entry in log.entries:
        opened = ledger.open(entry.body)
        text = forms.read(opened[1])[0].text if opened and opened[0] == "L" else ""
        agrees = text and isinstance(forms.decode(text), say.Agree)
        alone.take(entry if not agrees else type(entry)(entry.number, entry.sender, entry.id, "x"))
    assert finish(settling.found(room.keys, alone, Lobby())) is None


def test_a_settling_that_is_false_is_agreed_to_by_nobody() -> None:
    world, phones = begun("false", 3)
    was = phones[0].view().lobby
    false = say.Settle(settling.packed(was.text()), settling.packed("{}"))
    phones[0].room.say(false)  # type: ignore[union-attr]
    phones[0].go_on()
    world.settle()
    assert phones[1].view().lobby.settled >= 0 and phones[1].view().lobby.agreed == (0,)
    assert base(world, phones[0]) == 0


def test_a_packed_text_is_unpacked_to_no_more_than_any_can_have() -> None:
    assert settling.unpacked(settling.packed("Grüße")) == "Grüße"
    for text in (settling.packed("x" * 500_000), "", "AAAA", settling.packed("x")[:-2], "é"):
        with pytest.raises(ValueError):
            settling.unpacked(text)


def test_a_relay_that_says_it_forgot_more_than_was_agreed_is_not_followed() -> None:
    world, phones = trimmed("liar")
    room = phones[1].room
    assert room is not None
    before = room.session.log.base
    room.received(f'["trimmed",{room.session.log.next}]', world.now)
    phones[1].go_on()
    assert room.session.log.base == before
