"""From a tap on a card to the page painted anew, on a renderer four times as slow.

At a table of four of 110: hand after hand from the first deal, and late in a long game, whose record
is fifteen hands and more; and late in a game of Deeds for six.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median, quantiles

from playwright.sync_api import Browser, sync_playwright

import build
from engine.forty_fives.state import Playing
from engine.record import Dealt
from engine.table import SoloTable
from tests.bench.chromium import FLAGS, YARD, cpu_seconds, slowed
from tests.bench.figure import Figure
from tests.browser.driver import MINE, OPEN, Person, Watch
from tests.browser.records import settings, walk

TAPS = 60  # of each kind of table, slowed; as many as that unslowed
HANDS = 15  # that a long game has behind it
TURNS = 30  # that a late game of Deeds has behind it
CARD = "#hand [data-event=card]"
HELD = 0.08  # seconds a finger rests on the glass
LOOK = 0.02  # seconds between two looks whether a tap is painted
WAITED = 60.0  # seconds for which a waiting table is watched: engines clean up in between

#: Notes the time from a finger's (or mouse's) release to the frame after the change is painted,
#: and the longest task of the main thread since it was last asked.
WATCH = """
window.repaints = [];
window.longest = 0;
document.addEventListener("DOMContentLoaded", () => {
  let released = null;
  addEventListener("pointerup", (event) => (released = event.timeStamp), true);
  const painted = new MessageChannel();
  let from = null;
  painted.port1.onmessage = () => window.repaints.push(performance.now() - from);
  new MutationObserver(() => {
    if (released === null) return;
    from = released;
    released = null;
    requestAnimationFrame(() => painted.port2.postMessage(0));
  }).observe(document.getElementById("app"), {
    subtree: true, childList: true, attributes: true, characterData: true,
  });
});
new PerformanceObserver((list) => {
  for (const task of list.getEntries()) window.longest = Math.max(window.longest, task.duration);
}).observe({ type: "longtask" });
"""


def run() -> Iterator[Figure]:
    """The figures of the group ``tap``."""
    early, late = long_games()
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch, "bundle")
        build.bundle(folder)
        with build.serve_directory(folder) as serving, sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=build.chromium(), args=FLAGS)
            yield from figures(browser, serving.url, early, late)
            browser.close()
            browser = playwright.chromium.launch(executable_path=build.chromium(), args=FLAGS)
            yield from deeds_figures(browser, serving.url)
            browser.close()


def long_games() -> tuple[str, str]:
    """The record of a game in its first hand and in a late one, both with this player to play."""
    for seed in range(1000):
        early = ""
        for table in walk(4, f"long {seed}"):
            if not mine(table):
                continue
            early = early or table.text
            if sum(isinstance(entry, Dealt) for entry in table.record.entries) > HANDS:
                return early, table.text
    raise AssertionError("no game is long enough")


def late_deeds() -> str:
    """The record of a game of Deeds for six after many turns, with this player on turn."""
    for seed in range(1000):
        for table in walk(6, f"late {seed}", "deeds"):
            state = table.state
            asked = [(question.seat, question.what) for question in table.owed()] == [(0, "play")]
            if asked and state.number > TURNS and len(state.hands[0]) >= 4:
                return table.text
    raise AssertionError("no game is long enough")


def mine(table: SoloTable) -> bool:
    """Whether this player is to play a card, with at least four in hand."""
    asked = [question.seat for question in table.owed()] == [0]
    return isinstance(table.state, Playing) and asked and len(table.state.hands[0]) >= 4


def figures(browser: Browser, url: str, early: str, late: str) -> Iterator[Figure]:
    """All of them, from one browser."""
    first, long = (seated(browser, url, game) for game in (early, late))
    plain = touched(first, TAPS) + touched(long, TAPS)
    yard = pace(first)
    with slowed(browser):
        factor = pace(first) / yard
        in_first, in_long = touched(first, TAPS), touched(long, TAPS)
    slow = in_first + in_long
    yield Figure("tap.slowed_times", factor, "times")
    yield from spread("", plain)
    yield from spread("_slow4", slow, plain)
    yield Figure("tap.repaint_ms_p50_slow4_first_hand", median(in_first), "ms")
    yield Figure("tap.repaint_ms_p50_slow4_late_hand", median(in_long), "ms")
    first.page.evaluate("window.longest = 0")
    first.play_hand()
    longest = first.page.evaluate("window.longest")
    yield Figure("tap.main_blocked_ms_max", longest, "ms (0: never 50 or more)")
    first.page.context.close()
    yield Figure("tap.idle_cpu_percent", idle(browser, long), "% of a core")


def deeds_figures(browser: Browser, url: str) -> Iterator[Figure]:
    """The same of a late table of Deeds, slowed."""
    person = seated(browser, url, late_deeds())
    plain = touched(person, TAPS)
    with slowed(browser):
        slow = touched(person, TAPS)
    yield from spread("_slow4.deeds", slow, plain)


def pace(person: Person) -> float:
    """Milliseconds of a fixed piece of work in the page, at the best of some tries."""
    return min(float(person.page.evaluate(YARD)) for _ in range(5))


def seated(browser: Browser, url: str, game: str) -> Person:
    """Somebody at a kept game, when it is their turn."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True)
    context.set_default_timeout(120_000)
    person = Person(context.new_page(), url, Watch(context, url), init=WATCH)
    person.put({"game": game, "settings": settings(motion=True)})
    person.visit()
    person.tap("[data-event=continue]")
    person.wait(MINE)
    return person


def touched(person: Person, count: int) -> list[float]:
    """Milliseconds to the repaint, for so many taps on one card of the hand after another."""
    person.wait(OPEN, seconds=120)
    person.page.evaluate("window.repaints.length = 0")
    cards = person.find(CARD).count()
    for number in range(count):
        person.wait(OPEN, seconds=120)
        place = person.find(CARD).nth(number % cards).bounding_box()
        assert place is not None
        finger(person, place["x"] + place["width"] / 3, place["y"] + place["height"] / 2)
    taken: list[float] = person.page.evaluate("window.repaints")
    assert len(taken) >= count * 0.9, f"{len(taken)} of {count} taps repainted the page"
    return taken


def finger(person: Person, x: float, y: float) -> None:
    """A finger comes down, rests as long as fingers do, and goes; returns when that is painted.

    A tap without the rest would be measured with the time its beginning takes to be heard.
    """
    page = person.page
    before = page.evaluate("window.repaints.length")
    session = page.context.new_cdp_session(page)
    session.send(
        "Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]}
    )
    time.sleep(HELD)
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    session.detach()
    deadline = time.monotonic() + 10
    while page.evaluate("window.repaints.length") == before and time.monotonic() < deadline:
        time.sleep(LOOK)


def spread(ending: str, taken: list[float], plain: list[float] | None = None) -> Iterator[Figure]:
    """The median and the 95th percentile, the slowed ones against the others."""
    for name, at in (("p50", 49), ("p95", 94)):
        value = quantiles(taken, n=100)[at]
        figure = f"tap.repaint_ms_{name}{ending}"
        if plain is None:
            yield Figure(figure, value, "ms")
        else:
            other = f"tap.repaint_ms_{name}{ending.removeprefix('_slow4')}"
            if ending != "_slow4":
                yield Figure(other, quantiles(plain, n=100)[at], "ms")
            yield Figure(figure, value, "ms", other, value / quantiles(plain, n=100)[at])


def idle(browser: Browser, person: Person) -> float:
    """How much of a core the whole browser takes while the table waits for its player."""
    person.wait(MINE)
    before, began = cpu_seconds(browser), time.monotonic()
    time.sleep(WAITED)
    return 100 * (cpu_seconds(browser) - before) / (time.monotonic() - began)
