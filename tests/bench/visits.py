"""Visits to the game in a Chromium with a profile of its own, and what the page itself saw of them.

Every time is in milliseconds from the navigation, taken in the page, after the frame that shows it.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, Page, Playwright

import build
from tests.bench.chromium import FLAGS
from tests.browser.driver import BESIDE, PUT
from tests.browser.hosts import PREPARED, STORED
from tests.browser.records import kept_game, settings

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
LONGEST = 180.0  # seconds that anything may take
LOOK = 0.02  # seconds between two looks
PRESS = 0.1  # seconds between two taps of somebody who waits

#: Notes what is seen when, and goes on by itself where ``GOES`` says: "continue" opens the kept
#: table as soon as it is offered, "deal" deals as soon as that is possible.
MARKS = """
window.bench = { goes: "GOES" };
(() => {
  const { bench } = window;
  const begun = new Set();
  const note = (name) => {
    if (begun.has(name)) return;
    begun.add(name);
    requestAnimationFrame(() => {
      const channel = new MessageChannel();
      channel.port1.onmessage = () => (bench[name] = performance.now());
      channel.port2.postMessage(0);
    });
  };
  const press = (event) => {
    const button = document.querySelector(`#app [data-event=${event}]`);
    if (!button || begun.has(event)) return;
    begun.add(event);
    button.click();
  };
  const look = () => {
    const { body } = document;
    if (!body) return;
    const { screen, ready, turn, taps } = body.dataset;
    const answers = ready !== undefined;
    if (document.querySelector("#app [aria-busy=true]") || screen === "new-game") note("heard");
    if (answers) note("ready");
    if (answers && bench.goes === "continue") press("continue");
    if (answers && bench.goes === "deal" && screen === "new-game") press("start-game");
    if (screen !== "table") return;
    note("table");
    if (document.querySelector("#hand .card")) note("card");
    if (answers && turn === "0" && taps === "open") note("playable");
  };
  new MutationObserver(look).observe(document, {
    subtree: true, childList: true, attributes: true,
  });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) bench.largest = entry.startTime;
  }).observe({ type: "largest-contentful-paint", buffered: true });
})();
"""
PAINTED = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? null"
PLACE = """(() => {
  const found = document.querySelector("#app [data-event=play-alone]");
  if (!found) return null;
  const { x, y, width, height } = found.getBoundingClientRect();
  return [x + width / 2, y + height / 2];
})()"""


@contextmanager
def phone(playwright: Playwright, profile: Path) -> Iterator[BrowserContext]:
    """A browser just started, with what it kept in its profile."""
    context = playwright.chromium.launch_persistent_context(
        profile, executable_path=build.chromium(), args=FLAGS, **PHONE
    )
    context.set_default_timeout(LONGEST * 1000)
    try:
        yield context
    finally:
        context.close()


def visit(context: BrowserContext, url: str, goes: str = "") -> Page:
    """A new page on its way to the game, its times noted in ``window.bench``."""
    page = context.new_page()
    page.add_init_script(MARKS.replace("GOES", goes))
    page.goto(url, wait_until="commit")
    return page


def noted(page: Page, name: str) -> float:
    """When the page saw what bears that name; waits for it."""
    end = time.monotonic() + LONGEST
    while time.monotonic() < end:
        found = page.evaluate(f"window.bench.{name} ?? null")
        if found is not None:
            return float(found)
        time.sleep(LOOK)
    raise AssertionError(f"the page never saw “{name}”: {page.evaluate('document.body.innerText')}")


def painted(page: Page) -> float:
    """When anything was first on screen; waits for it."""
    end = time.monotonic() + LONGEST
    while time.monotonic() < end:
        found = page.evaluate(PAINTED)
        if found is not None:
            return float(found)
        time.sleep(LOOK)
    raise AssertionError("the page paints nothing")


def tapped_until_heard(page: Page) -> float:
    """A finger taps “Play alone” again and again; when the page first showed that it was heard."""
    session = page.context.new_cdp_session(page)
    end = time.monotonic() + LONGEST
    while time.monotonic() < end:
        place = page.evaluate(PLACE)
        if page.evaluate("Boolean(window.bench.heard)"):
            break
        if place:
            point = {"x": place[0], "y": place[1]}
            for kind, points in (("touchStart", [point]), ("touchEnd", [])):
                session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        time.sleep(PRESS)
    session.detach()
    return noted(page, "heard")


def installed(context: BrowserContext, url: str, *, prepared: bool) -> None:
    """The first visit, until all is kept on the device, with a game to go on with.

    ``prepared``: what a start leaves for the next one is waited for, too.
    """
    page = context.new_page()
    page.goto(f"{url}{BESIDE}")
    page.evaluate(PUT, {"game": kept_game(4, "play"), "settings": settings(motion=True)})
    page.close()
    page = visit(context, url, "continue")
    noted(page, "playable")
    page.evaluate(STORED)
    end = time.monotonic() + LONGEST
    while prepared and not page.evaluate(PREPARED):
        assert time.monotonic() < end, "nothing is prepared"
        time.sleep(LOOK)
    settled(page)
    page.close()


def settled(page: Page) -> None:
    """Waits until nothing more is put on the device."""
    page.wait_for_load_state("networkidle")
    before, since = stored(page)["usage"], time.monotonic()
    while time.monotonic() < since + 3:
        time.sleep(0.25)
        now = stored(page)["usage"]
        if now != before:
            before, since = now, time.monotonic()


def stored(page: Page) -> dict[str, Any]:
    """What the browser says it keeps for the game: bytes, and of what kinds."""
    script = (
        "navigator.storage.estimate().then((it) => ({ kinds: it.usageDetails, usage: it.usage }))"
    )
    found: dict[str, Any] = page.evaluate(script)
    return found
