"""A person at the table: looks at what the page says it is, and taps, clicks or presses keys."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, ConsoleMessage, Error, Locator, Page

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # Most tests are over before the second, better compilation of WebAssembly pays for itself.
    "--js-flags=--liftoff-only",
]

READY = "body[data-ready]"
OPEN = "body[data-ready][data-taps=open]"
MINE = f'{OPEN}[data-screen=table][data-turn="0"]'
RESULT = f"{OPEN}[data-screen=result]"

# A page of the same origin that is not the app, to write what is kept before the app starts.
BESIDE = "icons/icon-192.png"

# The bots' pauses, and nothing longer or shorter, are multiplied by `pace`; at 0 they never end,
# but the guard against accidental taps (300 ms) does. What the live region says is collected, and whether a finger was
# quick enough to be a tap: on a busy machine it may stay long enough to mean something else.
INIT = """
(() => {
  const real = window.setTimeout;
  window.pace = PACE;
  window.setTimeout = (call, ms = 0, ...rest) => {
    if (ms < 20 || ms > 3000) return real(call, ms, ...rest);
    if (window.pace === 0) return ms === 300 ? real(call, ms, ...rest) : 0;
    return real(call, ms * window.pace, ...rest);
  };
  window.heard = [];
  let down = 0;
  addEventListener("pointerdown", (event) => (down = event.timeStamp), true);
  addEventListener("pointerup", (event) => (window.tapped ||= event.timeStamp - down <= 500), true);
  addEventListener("click", () => (window.tapped = true), true);
  document.addEventListener("DOMContentLoaded", () => {
    const live = document.getElementById("live");
    if (!live) return;
    const listen = () => live.textContent && window.heard.push(live.textContent);
    new MutationObserver(listen).observe(live, { childList: true, characterData: true });
  });
})();
"""

STORE = """
const store = (mode, work) => new Promise((resolve, reject) => {
  const opening = indexedDB.open("card-night");
  opening.onupgradeneeded = () => opening.result.createObjectStore("kept");
  opening.onerror = () => reject(opening.error);
  opening.onsuccess = () => {
    const database = opening.result;
    const change = database.transaction("kept", mode);
    const result = work(change.objectStore("kept"));
    change.oncomplete = () => { database.close(); resolve(result()); };
    change.onerror = change.onabort = () => { database.close(); reject(change.error); };
  };
});
"""
PUT = f"""async (texts) => {{ {STORE}
  await store("readwrite", (kept) => {{
    kept.clear();
    for (const [key, text] of Object.entries(texts)) kept.put(text, key);
    return () => null;
  }});
}}"""
GET = f"""async () => {{ {STORE}
  return store("readonly", (kept) => {{
    const keys = kept.getAllKeys(), texts = kept.getAll();
    return () => Object.fromEntries(keys.result.map((key, i) => [key, texts.result[i]]));
  }});
}}"""


def more(*values: Any) -> list[Any]:
    """Parameters of a test for the long run only."""
    return [pytest.param(value, marks=pytest.mark.long) for value in values]


# A device that never comes to prepare its next start: that is a second Python, as much work as the
# start itself, and for nothing where a test starts once.
BUSY = """
(() => {
  const never = { addEventListener() {}, postMessage() {}, terminate() {} };
  window.Worker = class extends Worker {
    constructor(address, options) {
      if (JSON.parse(options?.name ?? "{}").preparing) return never;
      super(address, options);
    }
  };
})();
"""


class Watch:
    """Listens to all pages of a context for what must never happen."""

    def __init__(self, context: BrowserContext, url: str) -> None:
        self.faults: list[str] = []
        self.requests: list[str] = []
        self.origin = "/".join(url.split("/")[:3])
        context.on("request", lambda request: self._asked(request.url))
        context.on("weberror", lambda error: self.faults.append(f"error: {error.error}"))
        context.on("console", self._said)

    def _asked(self, url: str) -> None:
        self.requests.append(url)
        if not url.startswith((f"{self.origin}/", "data:", "blob:")):
            self.faults.append(f"asked another origin: {url}")

    def _said(self, message: ConsoleMessage) -> None:
        if message.location["url"].endswith("/favicon.ico"):  # asked for beside the app only
            return
        if "Content Security Policy" in message.text or message.type == "error":
            self.faults.append(f"console {message.type}: {message.text}")


class Person:
    """Somebody with a page of the game before them."""

    def __init__(
        self, page: Page, url: str, watch: Watch, *, init: str = "", pace: float = 1
    ) -> None:
        self.page = page
        self.url = url
        self.watch = watch
        page.add_init_script(INIT.replace("PACE", str(pace)))
        if init:
            page.add_init_script(init)

    # -- coming and waiting ------------------------------------------------------------------

    def visit(self, query: str = "", *, ready: bool = True) -> None:
        """Opens the game and waits until Python answers."""
        self.page.goto(f"{self.url}{query}", wait_until="commit")
        if ready:
            self.wait(seconds=60)

    def wait(self, selector: str = READY, *, seconds: float = 30) -> None:
        """Waits until something is in the page."""
        self.page.locator(selector).first.wait_for(state="attached", timeout=seconds * 1000)

    def put(self, kept: dict[str, str]) -> None:
        """Writes what the device keeps, and nothing besides, as the app would have."""
        self.page.goto(f"{self.url}{BESIDE}")
        self.page.evaluate(PUT, kept)

    def kept(self) -> dict[str, str]:
        """What the device keeps now."""
        found: dict[str, str] = self.page.evaluate(GET)
        return found

    def record(self) -> str:
        """The kept game."""
        return self.kept()["game"]

    # -- looking -----------------------------------------------------------------------------

    def marks(self) -> dict[str, str]:
        """What the page says about itself."""
        found: dict[str, str] = self.page.evaluate("({...document.body.dataset})")
        return found

    def find(self, selector: str) -> Locator:
        """What the selector finds."""
        return self.page.locator(selector)

    def text(self, selector: str) -> str:
        """The text of the first that is found, its spaces made single."""
        return " ".join(self.page.locator(selector).first.inner_text().split())

    def cards(self, selector: str = "#hand .card") -> list[str]:
        """The faces found, in their order on screen."""
        script = "all => all.map(one => one.dataset.card)"
        found: list[str] = self.page.locator(selector).evaluate_all(script)
        return found

    def heard(self) -> list[str]:
        """All that the live region said since the page was opened."""
        found: list[str] = self.page.evaluate("window.heard")
        return found

    # -- doing -------------------------------------------------------------------------------

    def tap(self, selector: str) -> None:
        """A finger taps; returns when the page has answered."""
        self.wait(OPEN)
        for _ in range(3):
            # The next paint removes every mark that is not its own.
            self.page.evaluate("document.body.dataset.tapped = ''; window.tapped = false")
            self.page.locator(selector).first.tap()
            if self._was_quick():
                break
        self.answered()

    def _was_quick(self) -> bool:
        """Whether the finger was not too long on the glass to be a tap."""
        try:
            return bool(self.page.evaluate("window.tapped !== false"))
        except Error:  # the tap has led to another page
            return True

    def answered(self) -> None:
        """Waits for the paint that follows a tap: it removes the mark that the tap has set."""
        self.wait(f"{READY}:not([data-tapped])", seconds=15)

    def press(self, selector: str) -> None:
        """The same as by a key, which is never held: for getting somewhere quickly."""
        self.wait(READY)
        self.page.evaluate("document.body.dataset.tapped = ''")
        self.page.locator(selector).first.evaluate("it => it.click()")
        self.answered()

    def nudge(self, pace: float) -> None:
        """Lets a table that was stopped by pace 0 go on."""
        self.page.evaluate(
            "pace => { window.pace = pace; window.dispatchEvent(new Event('visibilitychange')); }",
            pace,
        )

    def deal(self, players: int = 4, level: str = "steady") -> None:
        """From home to a new table."""
        self.tap("[data-event=play-alone]")
        self.tap(f'[data-event=set-players][data-value="{players}"]')
        self.tap(f"[data-event=set-level][data-value={level}]")
        self.tap("[data-event=start-game]")

    def act(self) -> None:
        """Answers the question that is open, sensibly enough to win now and then."""
        phase = self.marks()["phase"]
        {"call": self.call, "name": self.name, "throw": self.throw, "play": self.play}[phase]()

    def call(self) -> None:
        """Bids the least there is with three trumps in a suit, else passes."""
        good = re.search(r": (three|four|five) trumps", self.text("#bid-sheet"))
        bids = "[data-event=call][data-value=hold], [data-event=call]:not([data-value=pass])"
        able = good and self.find(bids).count()
        self.tap(bids if able else "[data-event=call][data-value=pass]")

    def name(self) -> None:
        """Names the suit that makes most trumps."""
        numbers = ("no trump", "one", "two", "three", "four", "five")
        notes = self.find("[data-event=name] small").all_inner_texts()
        weights = [
            max((i for i, word in enumerate(numbers) if word in n), default=1) for n in notes
        ]
        self.tap(f"[data-event=name] >> nth={weights.index(max(weights))}")

    def throw(self) -> None:
        """Throws what the table advises."""
        self.tap("[data-event=choose]")
        self.tap("[data-event=throw]")

    def play(self) -> None:
        """Touches the best card that may be played, and plays it."""
        self.tap("#hand [data-playable=true]")
        if self.find("#strip [data-event=play]").count():
            self.tap("#strip [data-event=play]")

    def play_hand(self, *, moves: int = 30) -> None:
        """Plays until the result of the hand is on screen."""
        for _ in range(moves):
            self.wait(f"{MINE}, {RESULT}")
            if self.marks()["screen"] == "result":
                return
            self.act()
        raise AssertionError("the hand does not end")

    def play_game(self, *, hands: int = 60) -> int:
        """Plays hand after hand until the game is over; returns how many it took."""
        for number in range(1, hands + 1):
            self.play_hand()
            if self.find("[data-event=places]").count():
                self.tap("[data-event=places]")
                return number
            self.tap("[data-event=next-hand]")
        raise AssertionError("the game does not end")
