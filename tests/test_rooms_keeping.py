"""What a phone keeps: written once, little by little; cut off anywhere it can be gone on with."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from engine.rooms import actions as act
from engine.rooms.events import Doubt
from engine.rooms.keeping import HEAD, LOG, MARK, OWN, Head, head_of
from engine.rooms.room import Room, RoomError
from engine.sealed.steps import finish
from tests.rooms_world import VERSION, Handset, World, seated
from tests.test_rooms_table import ONE_HAND, all_play, begun, closed, playing


@pytest.fixture(autouse=True)
def nothing_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.rooms.play.AHEAD", False)


def test_an_entry_of_the_log_is_written_once_and_the_rest_is_small() -> None:
    world, phones = begun("written", 3)
    all_play(phones)
    world.run(lambda: closed(phones), 200_000)
    for phone in phones:
        written = Counter(key for key, _ in phone.written)
        log = [key for key in written if key.startswith(LOG)]
        assert log and all(written[key] == 1 for key in log)
        sizes = {key: len(text) for key, text in phone.store.items()}
        assert sum(sizes[key] for key in log) > 20_000
        of_logs = sum(len(text or "") for key, text in phone.written if key in log)
        rest = sum(len(text or "") for key, text in phone.written if key not in log)
        assert rest < 2 * of_logs
        assert written[MARK] <= 3 and written[HEAD] <= 6


def test_nothing_is_written_where_nothing_has_happened() -> None:
    world, phones = begun("quiet", 2)
    world.settle(5_000)
    before = [len(it.written) for it in phones]
    world.pass_(120_000)
    assert [len(it.written) for it in phones] == before


@pytest.mark.parametrize("seed", range(3))
def test_a_page_that_dies_between_any_two_writes_goes_on(seed: int) -> None:
    """It is there with the same seat, and nobody ever sees two versions of what it said."""
    chance = Random(f"torn/{seed}")
    world, phones = seated(f"torn {seed}", 2)
    torn = phones[1]
    torn.slice = (0, 7, 40)[seed]
    torn.tears = chance.randrange(1, 6)
    phones[0].do(act.Start())
    all_play_through(phones)

    def look() -> None:
        if torn.tears is None and torn.room is not None:
            torn.tears = chance.randrange(0, 9)
        world.later(150, look)

    look()
    world.run(lambda: torn.room is not None and closed(phones), 300_000)
    assert torn.crashes > 10
    assert torn.view().me == 1
    assert not phones[0].told(Doubt) and not torn.told(Doubt)
    assert len({it.view().table.digest for it in phones}) == 1


def all_play_through(phones: list[Handset]) -> None:
    for phone in phones:
        phone.plays = "random"


def test_a_page_reopened_at_the_table_shows_what_it_showed() -> None:
    world, phones = begun("reopened", 3)
    before = phones[1].view()
    phones[1].kill()
    phones[1].reopen()
    again = phones[1].view()
    assert again.me == before.me and again.lobby == before.lobby
    assert again.table.state == before.table.state and again.table.names == before.table.names
    world.settle()
    assert phones[1].view().table.asked == before.table.asked
    assert phones[1].view().line.state == "open"


def test_who_watches_can_reopen_the_page_too() -> None:
    world, phones = begun("watcher", 2, watching=True)
    late = world.guest(phones[0].room.code, "Ada")  # type: ignore[union-attr]
    world.run(lambda: late.view().table is not None, 15_000)
    world.settle()
    before = late.view().table.state
    late.kill()
    late.reopen()
    assert late.view().me == 2 and late.view().table.state == before
    all_play(phones)
    world.run(lambda: closed([*phones, late]), 200_000)


def test_a_page_reopened_when_the_game_is_over_shows_how_it_ended() -> None:
    world, phones = begun("over", 2, 2, ONE_HAND)
    all_play(phones)
    world.run(lambda: all(it.view().phase == "over" for it in phones), 200_000)
    outcome = phones[1].view().table.outcome
    phones[1].kill()
    phones[1].reopen()
    world.settle()
    assert phones[1].view().phase == "over" and phones[1].view().table.outcome == outcome
    phones[0].do(act.Start())
    world.run(lambda: all(playing(it) for it in phones), 20_000)


def test_what_is_damaged_is_refused_with_a_sentence() -> None:
    _, phones = seated("damaged", 2)
    store = dict(phones[1].store)

    def restored(**changed: str) -> Room:
        kept = store | changed
        return finish(Room.restored(kept, VERSION, 0, phones[1].entropy))

    assert restored().me == 1
    head = store[HEAD]
    for key in (HEAD, OWN, f"{LOG}3"):
        for text in ("", "[]", "{}", "null", head[:-3], '["x"]', '[1,"a",2,"b"]'):
            with pytest.raises(RoomError, match=r"damaged"):
                restored(**{key: text})
    with pytest.raises(RoomError):
        finish(Room.restored({}, VERSION, 0, phones[1].entropy))


def test_a_log_that_was_kept_with_a_hole_is_asked_of_the_relay_again() -> None:
    world, phones = begun("hole", 2)
    phones[1].kill()
    keys = sorted((k for k in phones[1].store if k.startswith(LOG)), key=lambda k: int(k[4:]))
    for key in keys[len(keys) // 2 :: 3]:
        del phones[1].store[key]
    phones[1].reopen()
    world.settle()
    assert phones[1].view().phase == "playing" and playing(phones[1])
    all_play(phones)
    world.run(lambda: closed(phones), 200_000)
    assert not phones[0].told(Doubt)


def test_a_room_whose_hours_are_over_is_not_given_back_to_a_relay_that_forgot_it() -> None:
    world, phones = seated("hours", 2)
    for phone in phones:
        phone.kill()
    world.pass_(5 * 3_600_000)
    phones[1].reopen()
    world.run(lambda: phones[1].view().phase == "gone", 2_000)
    assert phones[1].view().reason == "expired" and phones[1].room.wake is None  # type: ignore[union-attr]


def test_a_head_reads_back() -> None:
    _, phones = seated("head", 2)
    head = head_of(phones[1].store[HEAD])
    assert isinstance(head, Head) and head.text() == phones[1].store[HEAD]
    assert head.seed.hex() not in repr(head) and head.secret.hex() not in repr(head)
    assert isinstance(phones[0].world, World)
