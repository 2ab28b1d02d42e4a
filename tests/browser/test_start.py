"""The start over a phone's network: the first taps, the bar, and what is never the same twice."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route

import build
from tests.browser.driver import OPEN, Person, more
from tests.browser.hosts import PREPARED, STORED, Bare, Counted, Line, Packing, hosted, until
from tests.browser.records import settings
from tests.browser.test_offline import KEPT_OFFLINE, PHONE
from web.build import packed
from web.build.tools import ROOT

#: A line on which the load takes some seconds: long enough to tap, short enough to wait.
PREPARES = True
SLOW = (0.05, 1_500_000)
STARTS = 3


@pytest.fixture(scope="module")
def packed_bundle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The bundle as it goes to a host, packed in a hurry."""
    folder = tmp_path_factory.mktemp("packed") / "site"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(packed, "QUALITY", "4")
        build.bundle(folder, pack=True)
    return folder


@pytest.fixture
def far(packed_bundle: Path) -> Iterator[tuple[str, Counted]]:
    """The address of the bundle behind a slow line, and what was sent over it."""
    with hosted(packed_bundle, Packing, Line(*SLOW)) as (serving, counted):
        yield serving.url, counted


def prepared(person: Person) -> None:
    """Waits until the next start is prepared: all is on the device, its code ready to run."""
    person.wait(KEPT_OFFLINE)
    until(person.page, PREPARED)


# -- before Python is there ------------------------------------------------------------------------


def thinks_better(person: Person) -> None:
    """Taps the rules, then that it wants to play: each is seen to be heard, and only the last stays."""
    person.page.locator("[data-event=rules]").tap()
    person.wait("[data-event=rules][aria-busy=true]")
    person.page.locator("[data-event=play-alone]").tap()
    person.wait("[data-event=play-alone][aria-busy=true]")
    assert person.find("[aria-busy=true]").count() == 1


def test_the_last_tap_made_before_python_is_kept_shown_and_honoured(open_page, far):
    """The home screen answers a finger long before Python could."""
    url, _ = far
    person = open_page(url, ready=False, **PHONE)
    person.wait("body[data-taps=open]:not([data-ready])")
    thinks_better(person)
    assert "ready" not in person.marks(), "Python was there before the taps"
    person.wait(f"{OPEN}[data-screen=new-game]")
    person.tap("[data-event=start-game]")
    person.wait("#hand .card")
    # The tap that was thought better of is not made up for.
    person.page.go_back()
    person.wait("body[data-ready][data-screen=home]")


@pytest.fixture
def without_script(open_page) -> Iterator[tuple[Person, Callable[[], None]]]:
    """Home before the page's own script is here, and what lets that come."""
    held: list[Route] = []

    def routed(page: Page) -> None:
        page.route("**/assets/shell-*.mjs", lambda route: held.append(route))

    def come() -> None:
        held.pop().continue_()

    person = open_page(route=routed, ready=False, **PHONE)
    person.page.wait_for_selector("#app [data-event=play-alone]")
    yield person, come
    if held:
        come()


def test_a_tap_made_before_the_pages_script_is_kept_shown_and_honoured(without_script):
    """Home is painted before the script that hears taps is here, and somebody may be quick."""
    person, come = without_script
    thinks_better(person)
    assert "taps" not in person.marks(), "the script was there before the taps"
    come()
    person.wait(f"{OPEN}[data-screen=new-game]")
    person.page.go_back()
    person.wait("body[data-ready][data-screen=home]")


#: How each element of the page looks, and what the page adds to it later, as `whole.mjs` does.
LOOKS = """() => [...document.querySelectorAll("body, #app, #app *")].map((it) => {
  const style = getComputedStyle(it);
  const seen = [...style].filter((name) => !name.startsWith("--"));
  return [it.tagName, it.className, ...seen.map((name) => style.getPropertyValue(name))].join();
})"""
COMPLETE = """() => {
  const style = document.createElement("style");
  style.textContent = document.getElementById("later-style").textContent;
  document.head.append(style);
  const drawings = document.getElementById("later-drawings").textContent;
  document.getElementById("app").insertAdjacentHTML("beforebegin", drawings);
}"""
RULES = "() => [...document.styleSheets].reduce((sum, it) => sum + it.cssRules.length, 0)"


def test_home_looks_the_same_without_what_the_other_screens_need(without_script):
    """Their style and drawings are read behind its first paint."""
    person, _ = without_script
    page = person.page
    for width, height in ((360, 640), (844, 390)):
        page.set_viewport_size({"width": width, "height": height})
        before = page.evaluate(LOOKS), page.screenshot(animations="disabled")
        rules = page.evaluate(RULES)
        page.evaluate(COMPLETE)
        assert page.evaluate(RULES) > 2 * rules
        after = page.evaluate(LOOKS), page.screenshot(animations="disabled")
        assert after[0] == before[0]
        assert after[1] == before[1]
        page.evaluate("() => document.head.lastElementChild.remove()")


def test_all_drawings_are_there_once_the_page_has_time(open_page):
    person = open_page(**PHONE)
    until(person.page, "() => !document.getElementById('later-style')")
    ids = person.page.evaluate("[...document.querySelectorAll('symbol')].map((it) => it.id)")
    assert len(ids) == len(set(ids)) > 100
    assert {"f-JK", "f-10C", "f-back", "i-book"} <= set(ids)
    loose = """[...document.querySelectorAll("use")].filter(
      (it) => !document.querySelector(it.getAttribute("href"))).length"""
    assert person.page.evaluate(loose) == 0


def test_pyscripts_half_of_the_page_is_asked_for_once_the_game_runs(open_page):
    """Nobody who waits for the first screen waits for it."""
    page = open_page(**PHONE).page
    until(page, "() => performance.getEntriesByName('start:pyscript').length > 0")
    ready, asked = page.evaluate(
        """() => [
          performance.getEntriesByName("ready")[0].startTime,
          performance.getEntriesByType("resource").find((it) => it.name.includes("/joining-"))
            .startTime,
        ]"""
    )
    assert ready < asked


def test_the_page_asks_for_webassembly_before_its_worker_is_there(open_page):
    """Half of all bytes come while the worker is on its way; and nobody asks for them twice."""
    asked: list[str] = []
    held: list[Route] = []

    def wasm(route: Route) -> None:
        if not route.request.service_worker:  # that takes it out of the browser's own cache
            asked.append(route.request.method)
        route.continue_()
        while held:
            held.pop().continue_()

    def worker(route: Route) -> None:
        if asked:
            route.continue_()
        else:
            held.append(route)

    def routed(page: Page) -> None:
        page.context.route("**/*.asm.wasm", wasm)
        page.context.route("**/assets/worker-*.mjs", worker)

    open_page(route=routed)
    assert asked == ["GET"]


def test_the_bar_tells_the_truth(open_page, far):
    """It grows only, stands where the bytes stand that the server has sent, and ends with them."""
    url, counted = far
    person = open_page(url, ready=False, **PHONE)
    person.wait("#wait:not([hidden])")
    seen: list[tuple[float, int]] = []
    texts: list[str] = []
    look = """() => document.getElementById("wait").hidden ? null : [
      document.getElementById("wait-bar").value,
      document.getElementById("wait-text").textContent,
    ]"""
    while (found := person.page.evaluate(look)) is not None:
        seen.append((found[0], counted.total))
        texts.append(found[1])
    person.wait()
    shares = [share for share, _ in seen]
    assert shares == sorted(shares), "the bar went back"
    assert len(set(shares)) > 20
    assert shares[-1] == 1
    needed = next(sent for share, sent in seen if share == 1)
    for share, sent in seen:
        assert abs(share - sent / needed) < 0.15, (share, sent, needed)
    amounts = [re.findall(r"\d+\.\d", text) for text in texts if re.search(r"\d of \d", text)]
    assert amounts
    for got, whole in amounts:
        assert float(got) <= float(whole)


# -- never the same twice --------------------------------------------------------------------------


def bundle_telling(home: Path, line: str, modules: str) -> Path:
    """The bundle of sources whose home screen tells `line`, for which it imports `modules`."""
    for part in ("engine", "web/app"):
        shutil.copytree(ROOT / part, home / part, ignore=shutil.ignore_patterns("__pycache__"))
    screen = home / "web/app/screens/home.py"
    text = screen.read_text("utf-8").replace("line=texts.HOUSE_LINE", f"line={line}")
    text = text.replace("from htpy import Node", f"import {modules}\nfrom htpy import Node")
    assert line in text and modules in text
    screen.write_text(text, "utf-8")
    build.bundle(home / "site", source=home)
    return home / "site"


@pytest.fixture(scope="session")
def telling(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The home screen tells what Python finds by chance."""
    line = "f'found {random.random()} {os.urandom(8).hex()} {secrets.token_hex(8)}'"
    return bundle_telling(tmp_path_factory.mktemp("telling"), line, "os, random, secrets")


@pytest.mark.long
def test_python_finds_other_numbers_after_every_start(open_page, telling):
    """Nothing that is kept ready to run brings the chance of an earlier start with it."""
    with build.serve_directory(telling) as serving:
        person = open_page(serving.url, **PHONE)
        found: list[str] = []
        for number in range(STARTS):
            if number:
                person.visit()
            prepared(person)
            found += person.text(".hero p").split()[1:]
    assert len(set(found)) == 3 * STARTS, found


def test_two_starts_never_deal_the_same_cards(open_page):
    """First visit, second, third: each deals from a seed of its own, and other cards."""
    person = open_page(kept={"settings": settings()}, pace=0, **PHONE)
    seeds, hands = [], []
    for number in range(STARTS):
        if number:
            person.visit()
        prepared(person)
        person.deal(players=2)
        hands.append(tuple(sorted(person.cards())))
        seeds.append(re.findall(r"^seed (.+)$", person.record(), re.MULTILINE)[0])
    assert len(set(seeds)) == STARTS
    assert len(set(hands)) == STARTS


def test_two_tabs_that_start_at_once_are_both_played(open_page, packed_bundle):
    """On an empty device both fetch, keep and prepare; neither spoils what the other keeps."""
    with hosted(packed_bundle, Packing) as (serving, _):
        one = open_page(serving.url, ready=False, pace=0.1, **PHONE)
        two = Person(one.page.context.new_page(), one.url, one.watch, pace=0.1)
        two.visit(ready=False)
        seeds = []
        for person in (one, two):
            person.page.bring_to_front()
            person.wait(seconds=60)
            person.deal(players=2)
            seeds.append(re.findall(r"^seed (.+)$", person.record(), re.MULTILINE)[0])
            person.act()
            person.tap("[data-event=menu]")
            person.tap("#menu [data-event=home]")
            person.wait(KEPT_OFFLINE)
        assert len(set(seeds)) == 2
        until(one.page, PREPARED)
    for person in (one, two):
        person.page.bring_to_front()
        person.visit()
        person.press("[data-event=continue]")


# -- the rest of WebAssembly -----------------------------------------------------------------------

RESTS = "performance.getEntriesByName('start:rest').length"


def test_nobody_calls_for_the_rest_before_the_first_cards(open_page):
    person = open_page(**PHONE)
    person.deal(players=4)
    assert person.page.evaluate(RESTS) == 0
    person.visit()
    prepared(person)
    person.visit()
    person.press("[data-event=continue]")
    person.wait("#hand .card")
    assert person.page.evaluate(RESTS) == 0


@pytest.mark.long
def test_the_rest_comes_when_it_is_called_for_online_and_off(open_page, tmp_path):
    """Home asks what no game does: of Chinese text in an encoding of its own."""
    line = "'found ' + str(_codecs_cn.getcodec('gb2312').decode(b'\\xc5\\xc6')[0])"
    site = bundle_telling(tmp_path, line, "_codecs_cn")
    with build.serve_directory(site) as serving:
        person = open_page(serving.url, **PHONE)
        assert (person.text(".hero p"), person.page.evaluate(RESTS)) == ("found 牌", 1)
        prepared(person)
    person.visit()
    assert (person.text(".hero p"), person.page.evaluate(RESTS)) == ("found 牌", 1)


# -- bytes -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [Packing, *more(Bare)])
def test_nothing_is_sent_twice_on_a_first_visit(
    open_page: Callable[..., Person], packed_bundle: Path, kind: type[Packing]
) -> None:
    """Not even from a host that says nothing about keeping what it sends."""
    with hosted(packed_bundle, kind) as (serving, counted):
        person = open_page(serving.url, **PHONE)
        person.page.evaluate(STORED)
        prepared(person)
        assert counted.twice() == {}


@pytest.mark.long
@pytest.mark.parametrize(("kind", "most"), [(Packing, 4_200_000), (Bare, 5_200_000)])
def test_a_first_visit_is_as_small_as_promised(
    open_page: Callable[..., Person], tmp_path: Path, kind: type[Packing], most: int
) -> None:
    """With the bundle that goes to a host, packed as well as can be."""
    build.bundle(tmp_path / "site", pack=True)
    with hosted(tmp_path / "site", kind) as (serving, counted):
        person = open_page(serving.url, **PHONE)
        prepared(person)
    assert counted.total < most
    assert kind is Bare or counted.own < 250_000
