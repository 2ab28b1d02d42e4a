"""Phones that play together: one context each, everything that they show, keep and send looked at."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from typing import Any

from playwright.sync_api import Browser, Page, WebSocket

from engine.rooms.room import Room
from engine.sealed.standing import state_hash
from tests.browser.driver import OPEN, Person, Watch
from tests.browser.records import settings
from tests.browser.rooms_search import SHOWN_EVER, of_one_length, search
from tests.browser.test_deeds import step as deeds_step

ASKED = f"{OPEN}[data-screen=table][data-mine=true]"
SHOWN = """() => [...document.querySelectorAll("#app .card[data-card][data-move^=slot-]")].map(
  (it) => [it.dataset.move.slice(5), it.dataset.card, Boolean(it.closest("#hand, #pick"))])"""


class Phone(Person):
    """A person with a phone in a room."""

    def __init__(self, page: Page, url: str, watch: Watch, name: str, **more: Any) -> None:
        super().__init__(page, url, watch, **more)
        self.called = name
        self.frames: list[str] = []
        self.searched = 0  # of the frames so many were searched
        page.add_init_script(SHOWN_EVER)
        page.on("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framesent", lambda data: self.frames.append(str(data)))
        socket.on("framereceived", lambda data: self.frames.append(str(data)))

    @property
    def asked(self) -> bool:
        """Whether this person is asked something, and sees it."""
        marks = self.marks()
        return marks.get("screen") == "table" and marks.get("mine") == "true"

    @property
    def screen(self) -> str:
        return self.marks()["screen"]

    def shown(self) -> list[tuple[str, str, bool]]:
        """Every card face up: its slot, its face, and whether it lies in the own hand."""
        found: list[tuple[str, str, bool]] = self.page.evaluate(SHOWN)
        return found

    def move(self) -> None:
        """Answers what is asked, whatever the game."""
        if self.find("#table.deeds").count():
            deeds_step(self)
        else:
            self.act()


class Club:
    """Some phones and the address where they meet."""

    def __init__(self, browser: Browser, url: str, *, size: tuple[int, int] = (360, 640)) -> None:
        self.browser, self.url, self.size = browser, url, size
        self.phones: list[Phone] = []
        self.contexts: list[Any] = []
        self.code = ""
        self.hidden = 0  # cards of others that were searched for

    def phone(self, name: str, *, context: Any = None, url: str = "", **kept: Any) -> Phone:
        """A phone with the app open on it."""
        width, height = self.size
        if context is None:
            context = self.browser.new_context(
                viewport={"width": width, "height": height}, has_touch=True, is_mobile=True
            )
            context.set_default_timeout(60_000)
            self.contexts.append(context)
        watch = Watch(context, url or self.url)
        phone = Phone(context.new_page(), url or self.url, watch, name, pace=0.3)
        if kept or not self._has_kept(phone):
            phone.put({"settings": settings(name=name)} | kept)
        phone.visit()
        return phone

    @staticmethod
    def _has_kept(phone: Phone) -> bool:
        phone.page.goto(f"{phone.url}icons/icon-192.png")
        return bool(phone.kept())

    # -- coming together ----------------------------------------------------------------------------

    def host(self, name: str) -> Phone:
        """Somebody makes the room."""
        host = self.phone(name)
        host.tap("[data-event=friends]")
        host.tap("[data-event=room-make]")
        host.wait(f"{OPEN}[data-screen=lobby]")
        self.code = host.find("#code").get_attribute("data-code") or ""
        self.phones.append(host)
        return host

    def guest(self, name: str, *, typed: bool = False, url: str = "") -> Phone:
        """Somebody joins it: by the link, or by typing the code."""
        guest = self.phone(name, url=url)
        if typed:
            guest.tap("[data-event=friends]")
            guest.find("#room-code").fill(self.code[:5].lower() + " " + self.code[5:])
            guest.page.keyboard.press("Enter")
        else:
            guest.page.evaluate("code => { location.hash = 'room=' + code; }", self.code)
            guest.wait("body[data-screen=friends] .ticket")
        guest.press("#do-room-join")
        guest.wait(f"{OPEN}[data-screen=lobby]")
        self.phones.append(guest)
        return guest

    def choose(self, game: str, *, seats: int = 0, bots: int = 0) -> None:
        """The host chooses the game and how many play, and seats bots."""
        host = self.phones[0]
        host.press(f'[data-event=room-game][data-value="{game}"]')
        host.wait(f'#game [aria-pressed=true][data-value="{game}"]')
        count = seats or len(self.phones) + bots
        host.press(f'[data-event=room-seats][data-value="{count}"]')
        host.wait(f'#count [aria-pressed=true][data-value="{count}"]')
        for number in range(bots):
            host.press("[data-event=room-bot]")
            host.wait(f".seat[data-kind=bot] >> nth={number}")

    def begin(self) -> None:
        """The host begins; returns when all see the table."""
        self.phones[0].wait("#do-room-start:not([disabled])")
        self.phones[0].tap("#do-room-start")
        for phone in self.phones:
            phone.wait(f"{OPEN}[data-screen=table]", seconds=120)

    # -- playing --------------------------------------------------------------------------------------

    def asked(self, *, seconds: float = 120) -> Phone:
        """The first who is asked something."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            for phone in self.phones:
                if phone.asked:
                    return phone
            self.phones[0].page.wait_for_timeout(20)
        raise AssertionError([phone.marks() for phone in self.phones])

    def play(self, true: Callable[[], bool], *, moves: int = 400, every: int = 0) -> None:
        """All play until something is so; no phone ever shows a card of another's hand. Before each
        so many rounds of answers all phones are searched."""
        for number in range(moves):
            end = time.monotonic() + 120
            while not true() and not any(phone.asked for phone in self.phones):
                assert time.monotonic() < end, [phone.marks() for phone in self.phones]
                self.phones[0].page.wait_for_timeout(20)
            if true():
                return
            self.look()
            if every and number % every == 0:
                self.search()
            for phone in self.phones:
                if phone.asked:
                    phone.move()
        raise AssertionError("it does not come to an end")

    def look(self) -> None:
        """Whether any phone shows what lies in another's hand now."""
        seen = [phone.shown() for phone in self.phones]
        for number, phone in enumerate(self.phones):
            hand = {slot for slot, _, own in seen[number] if own}
            others = [card for n, shown in enumerate(seen) if n != number for card in shown]
            leaked = {slot for slot, _, _ in others if slot in hand}
            if leaked:  # or it was played while we looked from phone to phone
                phone.page.wait_for_function(
                    "slots => slots.every((it) => !document.querySelector(`#hand #card-${it}`))",
                    arg=sorted(leaked),
                )

    def hand(self, *, every: int = 0) -> None:
        """One hand, until all see its result."""
        self.play(lambda: all(phone.screen == "result" for phone in self.phones), every=every)

    def checked(self) -> None:
        """All have checked the hand, found every card right, and come to the same state after it."""
        for phone in self.phones:
            phone.wait("#bar-verdict[data-tone=good]", seconds=120)
        closed = {room.play.who.standing.closed for room in self.rooms() if room.play}
        assert len(closed) == 1 and closed.pop()

    def same_state(self) -> None:
        """All know the same of the table."""
        assert len({state_hash(it.play.who.standing) for it in self.rooms() if it.play}) == 1

    def rooms(self) -> list[Room]:
        """What all phones keep, read at one length of the log."""
        return of_one_length(self.phones)

    # -- secrets ----------------------------------------------------------------------------------------

    def search(self) -> None:
        """No phone shows, keeps or sends what it must not have."""
        found, hidden = search(self.phones)
        self.hidden += hidden
        assert not found, found[:10]

    def secrets(self) -> Iterator[str]:
        """What must never leave a phone: the seed of its keys, and the room's secret."""
        for phone in self.phones:
            yield from json.loads(phone.kept()["room.head"])[2:4]

    def look_for_secrets(self) -> None:
        """Nothing secret in what was sent, asked for or shown, nor one's seed in another's store."""
        for secret in self.secrets():
            assert len(secret) == 64
            for other in self.phones:
                for text in (*other.frames, *other.watch.requests, other.page.content()):
                    assert secret not in text
                    assert self.code not in text or text == other.page.content()
        seeds = [(phone, json.loads(phone.kept()["room.head"])[2]) for phone in self.phones]
        for phone, seed in seeds:
            for other in self.phones:
                if other is not phone:
                    assert seed not in json.dumps(other.kept())

    def faults(self) -> list[str]:
        """What must never happen on any page."""
        return [fault for phone in self.phones for fault in phone.watch.faults]
