"""Nothing is cut off, nothing scrolls sideways, everything can be hit: on every screen and size."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.browser.driver import Person, more
from tests.browser.stops import TABLE_STOPS, page_stops, table_stops

SIZES = ((320, 568), (360, 640), (390, 844), (844, 390), (768, 1024), (1280, 800))
SMALL = ((320, 568), (360, 640), (844, 390))
PICTURED = ((360, 640), (844, 390))

# Looks at the page as it stands and returns what is wrong with it, in words.
LOOK = """async (table) => {
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const wrong = [];
  const wide = document.documentElement.clientWidth, high = window.innerHeight;
  const name = (it) => `${it.tagName.toLowerCase()}${it.id ? "#" + it.id : ""}` +
    (it.className && it.className.baseVal === undefined ? "." + it.className : "") +
    ` “${(it.getAttribute("aria-label") ?? it.textContent).trim().slice(0, 30)}”`;
  const round = ({ left, top, right, bottom }) => [left, top, right, bottom].map(Math.round);
  const hidden = (it) => it.closest(".sr, .unseen, [hidden], .sprite") || !it.offsetParent &&
    getComputedStyle(it).position !== "fixed";
  const all = [...document.querySelectorAll("#app *")].filter(
    (it) => it instanceof HTMLElement && !hidden(it));

  const page = document.scrollingElement;
  if (page.scrollWidth > wide) wrong.push(`the document is ${page.scrollWidth} wide`);
  if (page.scrollHeight > high) wrong.push(`the document is ${page.scrollHeight} high`);
  for (const it of all) {
    // What is in a row that is swiped sideways by itself comes into view there.
    if (it.closest("[data-sideways]")) continue;
    const box = it.getBoundingClientRect();
    if (box.right > wide + 1 || box.left < -1) wrong.push(`${name(it)} sticks out: ${round(box)}`);
    const { overflowX } = getComputedStyle(it);
    if (/auto|scroll/.test(overflowX) && it.scrollWidth > it.clientWidth + 1)
      wrong.push(`${name(it)} scrolls sideways: ${it.scrollWidth} in ${it.clientWidth}`);
  }

  if (table) {
    for (const it of document.querySelectorAll("#table, .sheet, .veil, .hand, .middle"))
      if (it.scrollHeight > it.clientHeight + 1)
        wrong.push(`${name(it)} scrolls: ${it.scrollHeight} in ${it.clientHeight}`);
    const middle = document.querySelector("#middle").getBoundingClientRect();
    for (const it of document.querySelectorAll("#middle .card, #middle .by b, #said p")) {
      if (hidden(it)) continue;
      const box = it.getBoundingClientRect();
      if (box.top < middle.top - 2 || box.bottom > middle.bottom + 2)
        wrong.push(`${name(it)} leaves the middle ${round(middle)}: ${round(box)}`);
    }
  }

  const over = [...document.querySelectorAll("[role=dialog], [role=alertdialog]")]
    .filter((it) => !hidden(it)).at(-1);
  for (const it of document.querySelectorAll("[data-event], summary, #trouble button")) {
    if (hidden(it) || it.disabled || (over && !over.contains(it))) continue;
    let box = it.getBoundingClientRect();
    if (box.width < 43.5 || box.height < 43.5)
      wrong.push(`${name(it)} is ${box.width.toFixed(1)} × ${box.height.toFixed(1)}`);
    if (!table || it.closest("[data-sideways]")) {
      it.scrollIntoView({ block: "center", inline: "center" });
      box = it.getBoundingClientRect();
    }
    if (box.top < -0.5 || box.left < -0.5 || box.bottom > high + 0.5 || box.right > wide + 0.5) {
      wrong.push(`${name(it)} is out of view: ${round(box)}`);
      continue;
    }
    const hit = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
    if (!hit || !(it === hit || it.contains(hit) || (it.labels && [...it.labels].includes(hit))))
      wrong.push(`${name(it)} is covered by ${hit ? name(hit) : "nothing"}`);
  }
  for (const it of document.querySelectorAll("#app button, #app button *")) {
    if (!(it instanceof HTMLElement) || hidden(it) || it.closest(".card, [data-short]")) continue;
    if (getComputedStyle(it).display === "inline") continue;
    if (it.scrollWidth > it.clientWidth + 1 || it.scrollHeight > it.clientHeight + 2)
      wrong.push(`${name(it)} is cut: ${it.scrollWidth} × ${it.scrollHeight} in ` +
        `${it.clientWidth} × ${it.clientHeight}`);
  }
  return [...new Set(wrong)];
}"""


def at_table(stop: str) -> bool:
    """Whether a stop shows a table, which never scrolls."""
    return stop in TABLE_STOPS or stop.startswith("deeds-")


def look_everywhere(
    person: Person, stop: str, players: int, picture: Callable, sizes: tuple = SIZES
) -> list[str]:
    """What is wrong at one stop, at any size."""
    found = []
    for width, height in sizes:
        person.page.set_viewport_size({"width": width, "height": height})
        wrong = person.page.evaluate(LOOK, at_table(stop))
        found += [f"{stop}, {players} players, {width}×{height}: {fault}" for fault in wrong]
        if (width, height) in PICTURED:
            picture(person.page, f"{width}x{height}-{players}-{stop}")
    return found


@pytest.mark.parametrize("players", [6, *more(2, 4)])
def test_the_table_is_whole_at_every_size(open_page, picture, players):
    wrong = []
    for stop, person in table_stops(open_page, players):
        wrong += look_everywhere(person, stop, players, picture)
    assert not wrong, "\n".join(wrong)


def test_every_other_screen_is_whole_at_every_size(open_page, picture):
    wrong = []
    for stop, person in page_stops(open_page):
        wrong += look_everywhere(person, stop, 0, picture)
    assert not wrong, "\n".join(wrong)
