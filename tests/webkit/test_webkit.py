"""WebKit, the engine of every iPhone: home, deal, a hand by taps, reload, Continue, no network."""

from __future__ import annotations

import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

import build
from tests.webkit.webdriver import Browser, DriverError, started, until
from web.app import texts

OPEN = "body[data-ready][data-taps=open]"
MINE = f'{OPEN}[data-screen=table][data-turn="0"]'
SEED = "?seed=webkit"


@pytest.fixture(scope="module")
def bundled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("webkit-bundle") / "site"
    build.bundle(folder)
    return folder


@pytest.fixture
def browser(tmp_path: Path) -> Iterator[Browser]:
    with started(tmp_path / "home") as browser:
        browser.size(390, 760)
        yield browser


def marks(browser: Browser) -> dict[str, str]:
    return dict(browser.script("return {...document.body.dataset}"))


def hand(browser: Browser) -> list[str]:
    cards = "[...document.querySelectorAll('#hand [data-card]')].map(it => it.dataset.card)"
    return list(browser.script(f"return {cards}"))


def tap(browser: Browser, selector: str) -> None:
    """Taps when the page listens, and waits until it has answered."""
    browser.wait(OPEN)
    # The next paint takes away every mark that is not its own.
    browser.script("document.body.dataset.tapped = ''")
    browser.tap(selector)
    browser.wait("body[data-ready]:not([data-tapped])")


def home(browser: Browser) -> None:
    """Waits for the home screen; from there on the bots' pauses take a tenth of their time."""
    browser.wait("body[data-screen=home][data-ready]", 120)
    browser.script(
        "const real = window.setTimeout; window.setTimeout = (call, ms = 0, ...rest) =>"
        " real(call, ms >= 20 && ms <= 3000 ? ms / 10 : ms, ...rest)"
    )


def deal(browser: Browser, url: str) -> None:
    browser.visit(url)
    home(browser)
    tap(browser, "[data-event=play-alone]")
    tap(browser, "[data-event=start-game]")
    browser.wait(f"{OPEN}[data-screen=table]")


def answer(browser: Browser) -> None:
    """Answers whatever the table asks: bids the least there is, throws the advice, plays."""
    match marks(browser)["phase"]:
        case "call":
            bid = "[data-event=call]:not([data-value=pass])"
            tap(browser, bid if browser.find(bid) else "[data-event=call]")
        case "name":
            tap(browser, "[data-event=name]")
        case "throw":
            tap(browser, "[data-event=choose]")
            tap(browser, "[data-event=throw]")
        case "play":
            tap(browser, "#hand [data-playable=true]")
            if browser.find("#strip [data-event=play]"):
                tap(browser, "#strip [data-event=play]")
        case phase:
            pytest.fail(f"the table asks in an unknown phase: {phase}")


def play(browser: Browser, moves: int) -> str:
    """Answers so many questions, or to the end of the hand; the screen it came to."""
    for _ in range(moves):
        browser.wait(f"{MINE}, {OPEN}[data-screen=result]")
        if marks(browser)["screen"] == "result":
            break
        answer(browser)
    return marks(browser)["screen"]


def test_a_hand_is_played_and_goes_on_after_a_reload(browser: Browser, bundled: Path) -> None:
    with build.serve_directory(bundled) as serving:
        deal(browser, f"{serving.url}{SEED}")
        play(browser, 3)
        browser.wait(MINE)
        before = marks(browser), hand(browser)
        assert before[1]
        browser.reload()
        home(browser)
        tap(browser, "[data-event=continue]")
        browser.wait(MINE)
        assert (marks(browser), hand(browser)) == before
        assert play(browser, 20) == "result"
        tap(browser, "[data-event=next-hand]")
        browser.wait(f"{OPEN}[data-screen=table]")


def test_it_opens_and_plays_with_the_server_stopped(browser: Browser, bundled: Path) -> None:
    serving = build.serve_directory(bundled)
    try:
        browser.visit(serving.url)
        browser.wait("body[data-screen=home][data-ready]", 120)
        # The service worker answers once it holds every file.
        controlled = "return navigator.serviceWorker.controller?.state === 'activated'"
        until("the offline copy", lambda: browser.script(controlled), 120)
    finally:
        serving.stop()
    with pytest.raises(urllib.error.URLError):
        urllib.request.urlopen(serving.url, timeout=5)
    deal(browser, f"{serving.url}{SEED}")
    assert play(browser, 20) == "result"


#: The names of what a start has left for the next one.
LEFT = """
return (async () => {
  const found = [];
  for (const name of (await caches.keys()).filter((it) => it.startsWith("card-night-compiled-")))
    for (const { url } of await (await caches.open(name)).keys()) found.push(url.split("/").pop());
  const folder = await navigator.storage?.getDirectory?.();
  if (folder) for await (const name of folder.keys()) found.push(name.match(/memory/)?.[0]);
  return found;
})()"""


def left(browser: Browser) -> set[str]:
    """What a start has left; not while it is still preparing."""
    return set(browser.script(LEFT))


def test_it_is_opened_again_and_again(browser: Browser, bundled: Path, full: bool) -> None:
    """Y03, Y14: from what earlier visits prepared, with other cards each time, and no end of memory."""
    hands = []
    with build.serve_directory(bundled) as serving:
        browser.visit(serving.url)
        home(browser)
        until("what a start leaves", lambda: left(browser) == {"compiled.zip", "memory"}, 120)
        for _ in range(30 if full else 3):
            browser.reload()
            home(browser)
            # Out of the memory: the game was not imported.
            assert browser.script("return performance.getEntriesByName('start:runtime').length")
            assert not browser.script("return performance.getEntriesByName('start:app').length")
            tap(browser, "[data-event=play-alone]")
            tap(browser, "[data-event=start-game]")
            browser.wait("#hand [data-card]")
            hands.append(tuple(sorted(hand(browser))))
        tap(browser, "[data-event=menu]")
        tap(browser, "#menu [data-event=details]")
        browser.wait("#details")
        until("how it started", lambda: STARTED in browser.script("return document.body.innerText"))
    assert len(set(hands)) == len(hands)


STARTED = texts.CODE["kept"]


def test_a_missing_browser_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = build.webkit()
    gone = build.WebKit(real.driver, tmp_path / "no-browser", real.xvfb)
    monkeypatch.setattr(build, "webkit", lambda: gone)
    with pytest.raises(DriverError), started(tmp_path / "home"):
        pass
