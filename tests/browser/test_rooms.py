"""Rooms with real phones over the real relay: by taps, with what they show, keep and send looked at."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.club import Club
from tests.browser.conftest import Picture
from tests.browser.driver import OPEN, more
from tests.browser.relays import Front, together
from tests.browser.test_access import faults
from tests.browser.test_layout import LOOK, PICTURED, SMALL


@pytest.fixture(scope="session")
def front(bundled: Path) -> Iterator[Front]:
    """The bundle and a relay at one address, with lines that can be cut."""
    with together(bundled) as found:
        yield found


@pytest.fixture
def club(chromium: Browser, front: Front) -> Iterator[Club]:
    """Nobody yet. When the test is done, no page may have thrown or asked another origin."""
    found = Club(chromium, front.url)
    yield found
    told = [it for it in found.faults() if "WebSocket connection" not in it]
    for context in found.contexts:
        context.close()
    assert not told, told


NO_BACKS = """() => document.querySelector("#hand .card[data-card]") &&
  !document.querySelector("#hand .card.down")"""
"""A hand whose cards have all been opened to their owner."""

NAMES = ("Nora", "Ben", "Caoimhe", "Dan", "Eva", "Finn")


def gather(club: Club, count: int, game: str, *, seats: int = 0) -> None:
    """So many phones at a table, the first its host; bots at the other seats, and who has no seat
    looks on."""
    seats = seats or count
    club.host(NAMES[0])
    for number in range(1, min(count, seats)):
        club.guest(NAMES[number], typed=number == 1)
    club.choose(game, seats=seats, bots=max(0, seats - count))
    for number in range(seats, count):
        club.guest(NAMES[number])
    if count > seats:
        club.phones[0].press("[data-event=room-watching]")
    club.begin()


# -- whole hands ------------------------------------------------------------------------------------------


def test_a_hand_of_110_on_two_phones(club: Club, picture: Picture) -> None:
    gather(club, 2, "110")
    club.hand(every=6)
    assert club.hidden >= 10  # five in each hand
    picture(club.phones[0].page, "rooms-result")
    club.checked()
    for phone in club.phones:
        assert "Checked: every card" in phone.text("#bar-verdict")
        assert phone.find(".card[data-size=small]").count() >= 10
    tables = [phone.text("table.scores").replace(phone.called, "You") for phone in club.phones]
    assert sorted(tables[0].split()) != []
    club.look_for_secrets()
    for phone in club.phones:
        phone.wait(f"{OPEN}[data-screen=table]", seconds=60)


HANDS = ("4 110", "6 110", "2 forty-fives", "4 forty-fives", "6 forty-fives")
"""Phones and games; four play Forty-Fives: with two phones bots play as well, of six two look on."""


@pytest.mark.parametrize("which", more(*HANDS))
def test_a_hand_on_more_phones(club: Club, which: str) -> None:
    count, game = which.split()
    gather(club, int(count), game, seats=4 if game == "forty-fives" else 0)
    club.hand(every=6)
    assert club.hidden >= 5 * int(count)
    club.checked()
    club.search()
    club.look_for_secrets()


@pytest.mark.long
def test_two_phones_and_a_bot_from_a_plain_name(
    engine_of_browser, front: Front, picture: Picture
) -> None:
    """In a kitchen the address is no secure context: no clipboard, no cache, no wake lock."""
    import build
    from tests.browser.driver import FLAGS

    rule = "--host-resolver-rules=MAP cards.kitchen 127.0.0.1"
    browser = engine_of_browser.launch(executable_path=build.chromium(), args=[*FLAGS, rule])
    club = Club(browser, f"http://cards.kitchen:{front.port}/")
    host = club.host("Nora")
    assert not host.page.evaluate("isSecureContext")
    picture(host.page, "rooms-kitchen")
    host.press("[data-event=dismiss-kitchen]")
    host.wait(f"{OPEN}:not(:has(#kitchen))")
    club.guest("Ben")
    club.choose("110", bots=1)
    club.begin()
    club.hand(every=6)
    assert club.hidden
    club.checked()
    club.search()
    club.look_for_secrets()
    assert not club.faults()
    browser.close()


# -- phones that come and go ------------------------------------------------------------------------------------


@pytest.mark.long
def test_lines_that_break_a_killed_tab_and_a_relay_that_is_killed(club: Club, front: Front) -> None:
    gather(club, 2, "110")
    phone = club.asked()
    front.cut()
    phone.wait("body[data-line=open]")
    club.asked().move()

    # The tab is gone, and opened again: straight back at the table, nothing asked.
    number = club.phones.index(phone)
    phone.page.wait_for_function(NO_BACKS)
    hand = sorted(phone.cards())
    context = phone.page.context
    phone.page.close()
    again = club.phone(phone.called, context=context)
    again.wait(f"{OPEN}[data-screen=table]")
    again.wait("body[data-line=open]")
    again.page.wait_for_function(NO_BACKS)
    assert sorted(again.cards()) == hand
    club.phones[number] = again

    # The relay is killed and forgets everything; the phones give it back.
    front.relay.kill()
    front.cut()
    again.wait("body:not([data-line=open])")
    front.relay.start()
    club.hand()


@pytest.mark.long
def test_a_phone_without_network_says_so_in_seconds_and_is_back_at_once(
    club: Club, front: Front, picture: Picture
) -> None:
    gather(club, 2, "110")
    host, guest = club.phones
    host.page.context.set_offline(True)
    front.cut(down=True)
    host.wait("#bar-line", seconds=30)
    assert "No connection for" in host.text("#bar-line")
    picture(host.page, "rooms-reconnecting")
    front.down = False
    host.page.context.set_offline(False)
    for phone in (host, guest):
        phone.page.evaluate("window.dispatchEvent(new Event('online'))")
        phone.wait("body[data-line=open]", seconds=10)
    host.wait("#in-room[data-bars='0']")


@pytest.mark.long
def test_the_newest_of_two_windows_plays_and_the_other_says_so(club: Club) -> None:
    gather(club, 2, "110")
    old = club.phones[0]
    new = club.phone("Nora", context=old.page.context)
    new.wait(f"{OPEN}[data-screen=table]")
    old.wait("[data-phase=elsewhere]")
    old.tap("[data-event=room-here]")
    old.wait(f"{OPEN}[data-screen=table]")
    new.wait("[data-phase=elsewhere]")


def test_solo_play_opens_no_line_and_loads_nothing_of_rooms(open_page) -> None:
    person = open_page()
    sockets: list[str] = []
    person.page.on("websocket", lambda socket: sockets.append(socket.url))
    person.deal()
    person.wait(f"{OPEN}[data-screen=table]")
    assert not sockets


# -- every screen ------------------------------------------------------------------------------------------------


def stops(club: Club, front: Front) -> Iterator[tuple[str, object, bool]]:
    """Every screen of a room, with whether it is a table, which never scrolls."""
    host = club.phone("Nora")
    club.phones.append(host)
    host.press("[data-event=friends]")
    yield "entry", host, False
    host.find("#room-code").fill("nonsense")
    host.find("#room-code").blur()
    host.press("#do-room-join")
    host.wait("[data-wrong]")
    yield "entry-wrong", host, False
    host.find("#room-code").fill("BRAMB LEKT")
    host.find("#room-code").blur()
    host.press("#do-room-join")
    host.wait("[data-phase=gone]")
    yield "gone", host, False
    host.press("[data-event=room-other]")
    host.press("[data-event=room-make]")
    host.wait(f"{OPEN}[data-screen=lobby]")
    club.code = host.find("#code").get_attribute("data-code") or ""
    yield "lobby-alone", host, False
    guest = club.phone("Caoimhe O'Sullivan-Byrne")
    guest.page.evaluate("code => { location.hash = 'room=' + code; }", club.code)
    guest.wait("body[data-screen=friends] .ticket")
    yield "invited", guest, False
    guest.press("#do-room-join")
    guest.wait(f"{OPEN}[data-screen=lobby]")
    club.phones.append(guest)
    club.choose("forty-fives", seats=4, bots=2)
    yield "lobby-host", host, False
    host.press('[data-value="place-1"]')
    yield "seat-menu", host, False
    host.press("[data-event=close]")
    yield "lobby-guest", guest, False
    guest.press('[data-value="leave"]')
    yield "leave", guest, False
    guest.press("[data-event=close]")
    club.begin()
    phone = club.asked()
    yield "table", phone, True
    other = next(it for it in club.phones if it is not phone)
    yield "table-waiting", other, True
    other.press("[data-event=menu]")
    yield "menu", other, True
    other.press('[data-value="emotes"]')
    yield "emotes", other, True
    other.press("[data-event=room-emote] >> nth=0")
    phone.wait(".emote")
    yield "emote", phone, True
    front.cut(down=True)
    other.wait("#bar-line")
    yield "reconnecting", other, True
    front.down = False
    for it in club.phones:
        it.page.evaluate("window.dispatchEvent(new Event('online'))")
        it.wait("body[data-line=open]")
    club.hand()
    yield "result", club.phones[0], False


LOOKED_AT = ("entry-wrong", "lobby-host", "table", "menu", "reconnecting")
"""Where axe looks in the plain run; the other stops differ in little but words."""


def test_every_screen_of_a_room_is_whole_and_axe_finds_nothing_grave(
    club: Club, front: Front, picture: Picture, full: bool
) -> None:
    wrong = []
    for stop, phone, table in stops(club, front):
        for width, height in SMALL if full else PICTURED:
            phone.page.set_viewport_size({"width": width, "height": height})
            found = phone.page.evaluate(LOOK, table)
            wrong += [f"{stop}, {width}×{height}: {fault}" for fault in found]
            if (width, height) in PICTURED:
                phone.page.evaluate(
                    "document.querySelectorAll('.page').forEach((it) => (it.scrollTop = 0))"
                )
                picture(phone.page, f"{width}x{height}-rooms-{stop}")
        if full or stop in LOOKED_AT:
            wrong += faults(phone, stop)
    assert not wrong, "\n".join(wrong)
