"""A page's clock that can be moved on, and what the page notes of lines that break and come back.

Time that a test lets pass is passed on the pages' own clocks: all that was due in it is done, and the
test takes no longer than that. Alarms of a minute and more are left as they are: they guard a call of
Python that takes real time.
"""

from __future__ import annotations

from tests.browser.club import Phone

MOVED = """
(() => {
  const now = performance.now.bind(performance);
  const start = window.setTimeout.bind(window), stop = window.clearTimeout.bind(window);
  const due = new Map();
  const clock = { ahead: AHEAD, held: false, frozen: null, notes: [] };
  window.testClock = clock;
  performance.now = () => (clock.frozen ?? now()) + clock.ahead;
  let count = 1e9;
  const fire = (id) => {
    const it = due.get(id);
    if (!it) return;
    const early = clock.frozen !== null && performance.now() < it.at;
    if (clock.held || early) return void (it.late = true);
    due.delete(id);
    it.call(...it.rest);
  };
  const arm = (id) => {
    const it = due.get(id);
    it.real = start(() => fire(id), Math.max(0, it.at - performance.now()));
  };
  window.setTimeout = (call, ms = 0, ...rest) => {
    if (ms >= 60000 || typeof call !== "function") return start(call, ms, ...rest);
    const id = count++;
    due.set(id, { call, rest, at: performance.now() + ms, ms });
    arm(id);
    return id;
  };
  window.clearTimeout = (id) => {
    const it = due.get(id);
    if (it) stop(it.real);
    else stop(id);
    due.delete(id);
  };
  clock.pass = (ms) => {
    clock.ahead += ms;
    for (const [id, it] of due) {
      stop(it.real);
      arm(id);
    }
  };
  clock.hold = (yes) => {
    clock.held = yes;
    if (!yes) for (const [id, it] of due) if (it.late) arm(id);
  };
  clock.freeze = (yes) => {
    if (yes) clock.frozen = now();
    else {
      clock.ahead += clock.frozen - now();
      clock.frozen = null;
      clock.pass(0);
    }
  };
  const note = (what) => clock.notes.push([what, now()]);
  addEventListener("online", () => note("online"));
  const under = new Set();
  clock.trying = () => [...under].some((it) => it.readyState < WebSocket.CLOSED);
  const Real = window.WebSocket;
  window.WebSocket = class extends Real {
    constructor(...all) {
      super(...all);
      under.add(this);
      note("socket");
      this.addEventListener("open", () => note("open"));
    }
  };
  document.addEventListener("DOMContentLoaded", () => {
    let before = "";
    new MutationObserver(() => {
      const line = document.body.dataset.line ?? "";
      if (line !== before && line) note(`line ${line}`);
      before = line;
    }).observe(document.body, { attributes: true, attributeFilter: ["data-line"] });
  });
})();
"""


def with_clock(phone: Phone, ahead: int) -> None:
    """From its next page on the phone has a clock that can be moved, so many milliseconds ahead."""
    phone.page.add_init_script(MOVED.replace("AHEAD", str(ahead)))


def passes(phone: Phone, ms: int) -> None:
    """So many milliseconds pass on the phone."""
    phone.page.evaluate("ms => window.testClock.pass(ms)", ms)


def hold(phone: Phone, yes: bool) -> None:
    """While it is held no alarm of the page rings: what happens follows from an event alone."""
    phone.page.evaluate("yes => window.testClock.hold(yes)", yes)


def freeze(phone: Phone, yes: bool) -> None:
    """While it is frozen no time passes on the phone but what a test lets pass."""
    phone.page.evaluate("yes => window.testClock.freeze(yes)", yes)


def notes(phone: Phone) -> list[tuple[str, float]]:
    """What was noted, each with the real milliseconds of the page."""
    return [(str(what), float(at)) for what, at in phone.page.evaluate("window.testClock.notes")]
