"""What phones do, and what must happen: the events of a room's evening on real phones, by taps."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser

from tests.browser.club import Phone
from tests.browser.driver import OPEN
from tests.browser.rooms_clock import freeze
from tests.browser.rooms_troubles import Scattered, Trouble, gathered

pytestmark = pytest.mark.long  # three to six browsers each, for half a minute

AT_TABLE = f"{OPEN}[data-screen=table]"
AWAY = "#app .table [data-away=true], #app [data-away=true]"


def until(club: Scattered, true: Callable[[], bool], *, step: int = 0, within: int = 0) -> int:
    """Waits for a condition, ``step`` milliseconds of the phones' time at a look; how many passed."""
    passed, looks = 0, 0
    while not true():
        looks += 1
        assert looks < 3000 and (not step or passed < within), [it.marks() for it in club.phones]
        if step:
            club.passes(step)
            passed += step
        club.phones[0].page.wait_for_timeout(20)
    return passed


def enters(club: Scattered, name: str) -> Phone:
    """Somebody comes in by the link while a game is played."""
    phone = club.phone(name)
    phone.page.evaluate("code => { location.hash = 'room=' + code; }", club.code)
    phone.wait("body[data-screen=friends] .ticket")
    phone.press("#do-room-join")
    return phone


def lose(club: Scattered, phone: Phone) -> None:
    """The phone's network is gone, and the others' phones have heard of it."""
    phone.page.context.set_offline(True)
    club.ways[phone.called].cut(down=True)
    phone.wait("body[data-line=waiting]")


def test_away_after_five_seconds_and_a_bot_after_thirty_and_the_seat_is_taken_back(
    chromium: Browser, bundled: Path
) -> None:
    with gathered(chromium, bundled, "memory", 3, "110") as club:
        gone = club.asked()
        others = [it for it in club.phones if it is not gone]
        cards = len(gone.cards())
        for phone in others:
            freeze(phone, True)
        lose(club, gone)
        club.passes(4_000)
        for phone in others:
            phone.press("[data-event=menu]")  # whatever was due has been painted by then
            phone.press("[data-event=close]")
            assert not phone.find(AWAY).count()
        until(club, lambda: all(it.find(AWAY).count() for it in others), step=500, within=10_000)
        club.passes(20_000)
        for phone in others:
            phone.press("[data-event=menu]")
            phone.press("[data-event=close]")
            assert not phone.find("[data-event=room-let-bot]").count()
        offered = lambda: all(it.find("[data-event=room-let-bot]").count() for it in others)  # noqa: E731
        until(club, offered, step=1_000, within=20_000)
        assert "has been away for" in others[0].text("[id^=bar-offer]")
        for phone in others:
            freeze(phone, False)
        for phone in others:
            phone.tap("[data-event=room-let-bot]")
        until(club, lambda: any(it.asked for it in others), step=0)

        # Back: the table says so, and the tap that takes the seat plays no card.
        Trouble(club, Random("away")).comes_back(gone, club.ways[gone.called])
        gone.wait("#taken")
        assert not gone.asked or gone.find("#taken").count()
        before = gone.cards()
        gone.tap("[data-event=room-take-seat]")
        gone.wait("body:not(:has(#taken))")
        assert gone.cards() == before and len(before) == cards
        for phone in others:
            until(club, lambda phone=phone: not phone.find(AWAY).count())  # type: ignore[misc]


def test_a_seat_moves_to_a_new_phone_when_somebody_confirms_the_pictures(
    chromium: Browser, bundled: Path
) -> None:
    with gathered(chromium, bundled, "memory", 2, "110", watching=True) as club:
        nora, ben = club.phones
        hand = sorted(ben.cards())
        new = enters(club, "Eva")
        new.wait(AT_TABLE)
        new.press("[data-event=menu]")
        new.press("[data-event=room-lobby]")
        new.tap("[data-event=room-claim] >> nth=-1")
        new.wait("#claiming .pictures")
        asked = "#claim .pictures"
        claimed = new.text("#claiming")
        owner = ben if "Ben" in claimed else nora
        other = nora if owner is ben else ben
        until(club, lambda: bool(other.find(asked).count()))
        shown, seen = (it.find(".pictures").first.inner_html() for it in (new, other))
        assert shown == seen
        hand = sorted(owner.cards())
        other.tap('#claim [data-value$="yes"]')
        owner.wait("[data-phase=moved]", seconds=60)
        assert "on your other phone" in owner.text("#app")
        assert not [key for key in owner.kept() if key.startswith("room.")]
        new.wait("[data-event=room-table]")
        new.press("[data-event=room-table]")  # it was looking at the room
        new.wait(AT_TABLE, seconds=60)
        new.wait("#hand .card[data-card]", seconds=60)  # until it has taken in what it was handed
        until(club, lambda: sorted(new.cards()) == hand)
        club.phones = [other, new]
        club.play(lambda: all(it.screen == "result" for it in club.phones))


@pytest.mark.parametrize("watching", [True, False])
def test_a_stranger_with_the_code_sees_no_hand(
    chromium: Browser, bundled: Path, watching: bool
) -> None:
    with gathered(chromium, bundled, "memory", 2, "110", watching=watching) as club:
        players = list(club.phones)
        eve = enters(club, "Eve")
        if watching:
            eve.wait(AT_TABLE)
            assert eve.find("#bar-watching").count()
        else:
            eve.wait(f"{OPEN}[data-screen=lobby]")
            assert not eve.find("[data-event=room-table]").count()
        assert not eve.find("[data-event=room-sit]").count()
        assert not eve.find("#hand .card[data-card]").count()
        club.phones = [*players, eve]
        for _ in range(4):
            club.asked().move()
            club.look()
        assert all(not own for _, _, own in eve.shown())
        assert not (eve.shown() and not watching)
        assert not eve.asked


def test_the_host_leaves_for_good_and_play_goes_on(chromium: Browser, bundled: Path) -> None:
    with gathered(chromium, bundled, "memory", 3, "110") as club:
        host, *others = club.phones
        host.press("[data-event=menu]")
        host.press("[data-event=room-lobby]")
        host.press('[data-event=room-over][data-value="leave"]')
        host.press("[data-event=room-leave]")
        host.wait(f"{OPEN}[data-screen=home]")
        assert not [key for key in host.kept() if key.startswith("room.")]
        club.phones = others
        club.play(lambda: all(it.screen == "result" for it in others))
        for phone in others:
            until(club, lambda phone=phone: phone.screen == "table")  # type: ignore[misc]
            phone.press("[data-event=menu]")
            phone.press("[data-event=room-lobby]")
        hosting = [it.marks()["hosting"] for it in others]
        assert sorted(hosting) == ["false", "true"]


def test_a_double_tap_plays_one_card(chromium: Browser, bundled: Path) -> None:
    with gathered(chromium, bundled, "memory", 2, "110") as club:
        club.play(lambda: any(it.asked and it.marks()["phase"] == "play" for it in club.phones))
        phone = next(it for it in club.phones if it.asked)
        held = len(phone.cards())
        phone.tap("#hand [data-playable=true]")
        button = phone.find("#strip [data-event=play]")
        box = button.bounding_box()
        assert box is not None
        for _ in range(2):
            phone.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        until(club, lambda: len(phone.cards()) < held)
        club.asked()
        assert len(phone.cards()) == held - 1


def test_without_the_relay_one_plays_alone_and_comes_back_to_the_room(
    chromium: Browser, bundled: Path
) -> None:
    with gathered(chromium, bundled, "memory", 2, "110") as club:
        phone, other = club.phones
        relay = club.houses.all[0]
        club.houses.kill(relay)
        for it in club.phones:
            club.ways[it.called].cut()
            it.wait("body[data-line=waiting]")
        until(club, lambda: bool(phone.find("#bar-line").count()), step=1_000, within=30_000)
        assert "Trying again" in phone.text("#bar-line")
        long_told = phone.find("#bar-line").filter(has_text="The room waits 3 h more")
        until(club, lambda: bool(long_told.count()), step=1_000, within=120_000)
        phone.press("[data-event=menu]")
        phone.press("#menu-home")
        phone.deal()
        phone.wait(f"{OPEN}[data-screen=table]")
        assert "together" not in phone.marks()
        phone.press("[data-event=menu]")
        phone.press("[data-event=home]")
        club.houses.start(relay)
        phone.press("[data-event=friends]")
        for it in (phone, other):
            until(club, lambda it=it: it.marks().get("line") == "open", step=500, within=60_000)  # type: ignore[misc]
            it.wait(AT_TABLE)
        club.asked()


def test_two_of_one_name_both_sit_and_are_told_apart(chromium: Browser, bundled: Path) -> None:
    with gathered(chromium, bundled, "memory", 1, "110", begins=False) as club:
        club.guest("Nora")
        for phone in club.phones:
            phone.wait('#seat-list:has-text("Nora 2")')
            names = phone.find("#seat-list .who b").all_inner_texts()
            assert [it for it in names if "Nora" in it] == ["Nora", "Nora 2"]


def test_a_link_inside_another_app_says_the_way_out_and_works(
    chromium: Browser, bundled: Path
) -> None:
    agent = "Mozilla/5.0 (Linux; Android 14; Pixel 8; wv) AppleWebKit/537.36 Chrome/126.0 FBAN/FB4A"
    with gathered(chromium, bundled, "memory", 1, "110", begins=False) as club:
        context = chromium.new_context(
            viewport={"width": 360, "height": 640}, has_touch=True, is_mobile=True, user_agent=agent
        )
        club.contexts.append(context)
        guest = club.phone("Ben", context=context)
        guest.page.evaluate("code => { location.hash = 'room=' + code; }", club.code)
        guest.wait("body[data-screen=friends] .ticket")
        assert "Open in browser" in guest.text("#inside")
        guest.press("#do-room-join")
        guest.wait(f"{OPEN}[data-screen=lobby]")
        club.phones.append(guest)
        club.choose("110")
        club.begin()
        club.asked()
