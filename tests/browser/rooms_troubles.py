"""A hand on real phones with faults at random points, and what must hold however it went."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

from playwright.sync_api import Browser
from playwright.sync_api import Error as PageError

from tests.browser.club import Club, Phone
from tests.browser.driver import OPEN
from tests.browser.rooms_clock import hold, notes, passes, with_clock
from tests.browser.rooms_lines import Relays, Way, relays
from tests.browser.rooms_search import kept_room
from tests.rooms_faults import no_card_twice, same_log
from web.build.server import serve_directory

NAMES = ("Nora", "Ben", "Caoimhe", "Dan")
STEP = 4_000  # milliseconds that pass at a time: less than what makes a phone doubt a line
STUCK = 150  # seconds in which nothing changes on any phone: a test gives up
CHECKED = re.compile("^Checked:")
SEEN = f"{OPEN}:is([data-screen=table],[data-screen=result],[data-screen=game-over])"


BACK = """before => window.testClock.notes.slice(before).some(([what]) => what === "online") &&
  document.body.dataset.line === "open" """


def resting(phone: Phone) -> None:
    """Waits until no try of the phone's line is under way; for one whose alarms are held."""
    phone.page.wait_for_function("""() => {
      const clock = window.testClock, { notes } = clock;
      const rests = document.body.dataset.line === "waiting" && !clock.trying();
      clock.rested = rests && clock.seen === notes.length ? (clock.rested ?? 0) + 1 : 0;
      clock.seen = notes.length;
      return clock.rested > 20;  // looked at as often as the screen is drawn
    }""")


class Scattered(Club):
    """A club whose phones each have a way of their own, and clocks that can be moved on."""

    def __init__(self, browser: Browser, site: int, houses: Relays, bad: Random | None) -> None:
        self.site, self.houses, self.bad = site, houses, bad
        self.ways: dict[str, Way] = {}
        self.ahead = 0
        self.told: list[str] = []
        super().__init__(browser, "")

    def phone(self, name: str, *, context: Any = None, url: str = "", **kept: Any) -> Phone:
        """A phone with the app open on it, at its own address."""
        if name not in self.ways:
            self.ways[name] = Way(self.site, self.houses, self.bad)
        return super().phone(name, context=context, url=self.ways[name].url, **kept)

    def _has_kept(self, phone: Phone) -> bool:
        with_clock(phone, self.ahead)
        return super()._has_kept(phone)

    def passes(self, ms: int) -> None:
        """So much time passes, for all who are awake."""
        self.ahead += ms
        for phone in self.phones:
            if not phone.page.is_closed():
                passes(phone, ms)

    def close(self) -> None:
        """All phones and their ways are gone."""
        for context in self.contexts:
            context.close()
        for way in self.ways.values():
            way.close()


@contextmanager
def gathered(
    chromium: Browser,
    folder: Path,
    store: str,
    count: int,
    game: str,
    bad: Random | None = None,
    *,
    bots: int = 0,
    watching: bool = False,
    begins: bool = True,
) -> Iterator[Scattered]:
    """So many phones at a table, each with its own way to the relay. At the end no page may have
    thrown or asked another origin; that lines break is the matter here, and no fault."""
    with serve_directory(folder) as serving, relays(store) as houses:
        club = Scattered(chromium, serving.port, houses, bad)
        try:
            club.host(NAMES[0])
            for name in NAMES[1:count]:
                club.guest(name)
            club.phones[0].wait(f"#seat-list .seat[data-kind=person] >> nth={count - 1}")
            if begins:
                club.choose(game, bots=bots)
                if watching:
                    club.phones[0].press("[data-event=room-watching]")
                club.begin()
            yield club
            told = [it for it in club.faults() + club.told if "console error" not in it]
            assert not told, told
        finally:
            club.close()


@dataclass
class Fault:
    """Something that is broken until so much time has passed; ``mend`` makes it whole."""

    name: str
    ends: int
    mend: Callable[[], None]


@dataclass
class Tale:
    """What happened in a hand."""

    faults: list[str] = field(default_factory=list)
    back: list[float] = field(default_factory=list)  # milliseconds from the network to the table
    tries: list[int] = field(default_factory=list)  # sockets that a return needed


class Trouble:
    """Plays one hand, with faults; people take what is offered."""

    def __init__(self, club: Scattered, chance: Random) -> None:
        self.club, self.chance, self.tale = club, chance, Tale()
        self.active: list[Fault] = []
        self.away: set[str] = set()  # who has no network, or no page
        self.checked: set[str] = set()
        self.moves = 0
        self.asleep = 0  # time that has passed altogether
        kinds = [self.offline, self.offline, self.closed, self.restored, self.relay]
        if club.houses.store is not None:
            kinds.append(self.store)
        moments = sorted(chance.randrange(0, 9) for _ in range(chance.randrange(2, 5)))
        self.plan = [(at, chance.choice(kinds)) for at in moments]

    # -- faults -----------------------------------------------------------------------------------

    def _some(self) -> Phone | None:
        up = [it for it in self.club.phones if it.called not in self.away]
        return self.chance.choice(up) if up else None

    def _until(self, name: str, ms: int, mend: Callable[[], None]) -> None:
        self.tale.faults.append(f"{name} {ms}")
        self.active.append(Fault(name, self.asleep + ms, mend))

    def offline(self) -> None:
        """A phone has no network for 1 to 120 seconds."""
        phone = self._some()
        if phone is None:
            return
        way = self.club.ways[phone.called]
        self.away.add(phone.called)
        phone.page.context.set_offline(True)
        way.cut(down=True)
        time = self.chance.choice((1_000, 3_000, 8_000, 20_000, 45_000, 120_000))

        def mend() -> None:
            self.away.discard(phone.called)
            self.comes_back(phone, way)

        self._until(f"{phone.called} offline", time, mend)

    def comes_back(self, phone: Phone, way: Way, *, held: bool = False) -> None:
        """The network returns; ``held``: and that alone brings the phone back, no alarm of the page
        rings meanwhile."""
        if held:
            hold(phone, True)
            resting(phone)
        before = len(notes(phone))
        way.down = False
        phone.page.context.set_offline(False)
        if not self.club.houses.alive:
            return  # the network is back, and nobody at its other end
        phone.page.wait_for_function(BACK, arg=before)
        phone.wait("body[data-line=open]")
        hold(phone, False)
        heard = notes(phone)[before:]
        online = next(at for what, at in heard if what == "online")
        # A try that was under way may have got through before the page was told.
        opened = next((at for what, at in heard if what == "line open" and at >= online), online)
        sockets = [at for what, at in heard if what == "socket" and online <= at <= opened]
        self.tale.tries.append(len(sockets))
        self.tale.back.append(opened - online)

    def closed(self) -> None:
        """A page is closed, and opened again."""
        phone = self._some()
        if phone is None:
            return
        context = phone.page.context
        self.away.add(phone.called)
        phone.page.close()
        time = self.chance.choice((100, 1_000, 5_000, 30_000, 60_000))
        self._until(f"{phone.called} closed", time, lambda: self.opened(phone, context))

    def restored(self) -> None:
        """The whole browser is closed; another one has what was kept on the device."""
        phone = self._some()
        if phone is None:
            return
        context = phone.page.context
        self.away.add(phone.called)
        phone.page.close()
        state = context.storage_state(indexed_db=True)
        context.close()
        self.club.contexts.remove(context)
        time = self.chance.choice((1_000, 10_000, 40_000))

        def mend() -> None:
            size = dict(zip(("width", "height"), self.club.size, strict=True))
            fresh = self.club.browser.new_context(
                storage_state=state, viewport=size, has_touch=True, is_mobile=True
            )
            fresh.set_default_timeout(60_000)
            self.club.contexts.append(fresh)
            self.opened(phone, fresh)

        self._until(f"{phone.called} restored", time, mend)

    def opened(self, phone: Phone, context: Any) -> None:
        """The app is opened again: straight back at the table, nothing asked."""
        self.club.told += phone.watch.faults
        again = self.club.phone(phone.called, context=context)
        again.frames += phone.frames
        again.wait(SEEN, seconds=120)
        self.club.phones[self.club.phones.index(phone)] = again
        self.away.discard(phone.called)

    def relay(self) -> None:
        """A relay dies, and comes back; a memory's relay has forgotten everything."""
        houses = self.club.houses
        if not houses.alive:
            return
        relay = self.chance.choice([it for it in houses.all if it in houses.alive])
        houses.kill(relay)
        self._until("relay", self.chance.choice((100, 3_000, 12_000)), lambda: houses.start(relay))

    def store(self) -> None:
        """The store loses all that it had."""
        self.club.houses.forget()
        self.tale.faults.append("store")

    # -- the hand -----------------------------------------------------------------------------------

    def play(self) -> Tale:
        """One hand, until every phone has seen that it was checked."""
        seen, since = "", time.monotonic()
        while len(self.checked) < len(self.club.phones):
            while self.plan and self.plan[0][0] <= self.moves:
                self.plan.pop(0)[1]()
            if self.active:
                self.pass_on()
            for phone in list(self.club.phones):
                if phone.called not in self.away:
                    self.person(phone)
            marks = self.marks()
            if marks != seen:
                seen, since = marks, time.monotonic()
            assert time.monotonic() - since < STUCK, (self.tale.faults, self.checked, marks)
        self.mend(self.active)
        self.holds()
        return self.tale

    def marks(self) -> str:
        """How all phones look."""
        up = [it for it in self.club.phones if it.called not in self.away]
        return str([(it.called, it.marks(), self.asleep, self.moves) for it in up])

    def pass_on(self) -> None:
        """Time passes, until the next fault ends or by a step."""
        step = min(STEP, *(it.ends - self.asleep for it in self.active), STEP)
        self.asleep += step
        self.club.passes(step)
        self.mend([it for it in self.active if it.ends <= self.asleep])

    def mend(self, faults: list[Fault]) -> None:
        """These are over; relays first, for without one no phone comes back."""
        for fault in sorted(faults, key=lambda it: it.name != "relay"):
            self.active.remove(fault)
            fault.mend()

    def person(self, phone: Phone) -> None:
        """What the one who holds the phone sees to, if anything."""
        try:
            if phone.find("#bar-verdict").filter(has_text=CHECKED).count():
                self.checked.add(phone.called)
            elif phone.find("#taken [data-event=room-take-seat]").count():
                phone.tap("[data-event=room-take-seat]")
            elif phone.find("[data-event=room-let-bot]").count():
                phone.tap("[data-event=room-let-bot]")
            elif phone.asked:
                phone.page.set_default_timeout(5_000)
                phone.move()
                self.moves += 1
        except PageError:
            # What was to be tapped went away under the finger, as it may: the person looks again.
            pass
        finally:
            phone.page.set_default_timeout(60_000)

    # -- what must hold ---------------------------------------------------------------------------

    def holds(self) -> None:
        """No hand lost, no card twice, one state; and nothing went wrong on any page."""
        rooms = [(it.called, kept_room(it)) for it in self.club.phones]
        read = [SimpleNamespace(name=name, room=room) for name, room in rooms]
        digests = set()
        for _, room in rooms:
            assert room.play is not None
            digests.add(room.play.who.standing.closed[0])
        assert len(digests) == 1, (self.tale.faults, digests)
        same_log(read)  # type: ignore[arg-type]
        no_card_twice(read)  # type: ignore[arg-type]
        # The first try after the network was back, or the next where one was failing just then.
        assert all(tries <= 2 for tries in self.tale.tries), self.tale
