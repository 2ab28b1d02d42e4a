"""Installed, without a network, after an update, on bad hosts and in hostile browsers.

A network that is gone is a server that was stopped, never a switch of the browser: X04.
"""

from __future__ import annotations

import json
import re
import shutil
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route

import build
from tests.browser.driver import BUSY, FLAGS, Person, Watch, more
from tests.browser.hosts import FRAME, PREPARED, until
from tests.browser.records import at, kept_game, settings
from web.build.tools import ROOT

PREPARES = True
KEPT_OFFLINE = ".status:has-text('Ready to play offline')"
PHONE = {"is_mobile": True, "has_touch": True}
NEW = "The second edition."


class Site:
    """A folder of one's own on a port of its own, which may go and come back."""

    def __init__(self, folder: Path, **options: Any) -> None:
        self.folder = folder
        (folder / "marker.txt").write_text("here")
        self.options = options
        self.serving: build.Serving | None = build.serve_directory(folder, **options)
        self.port, self.url = self.serving.port, self.serving.url

    def stop(self) -> None:
        """Stops the server, and proves that it is gone."""
        if self.serving is not None:
            self.serving.stop()
            self.serving = None
        with pytest.raises(urllib.error.URLError):
            urllib.request.urlopen(f"{self.url}marker.txt", timeout=5)

    def start(self) -> None:
        """Serves again at the same address."""
        self.serving = build.serve_directory(self.folder, **{**self.options, "port": self.port})

    def deploy(self, new: Path) -> None:
        """Puts other files in place of all that is there."""
        shutil.rmtree(self.folder)
        # Their dates are of now: a host is asked for what has changed since.
        shutil.copytree(new, self.folder, copy_function=shutil.copy)
        (self.folder / "marker.txt").write_text("here")


@pytest.fixture
def own_site(bundled: Path, tmp_path: Path) -> Iterator[Site]:
    """The bundle in a folder that this test may change and take away."""
    shutil.copytree(bundled, tmp_path / "own")
    site = Site(tmp_path / "own")
    yield site
    if site.serving is not None:
        site.serving.stop()


@pytest.fixture(scope="session")
def next_version(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The bundle of sources in which one sentence has changed."""
    home = tmp_path_factory.mktemp("next")
    for part in ("engine", "web/app"):
        ignore = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / part, home / part, ignore=ignore)
    texts = home / "web/app/texts.py"
    changed = re.sub(r'HOUSE_LINE: Final = ".*"', f'HOUSE_LINE: Final = "{NEW}"', texts.read_text())
    texts.write_text(changed)
    build.bundle(home / "site", source=home)
    return home / "site"


def unreachable(page: Page) -> bool:
    """Whether the page cannot fetch what only the server has."""
    script = "fetch('marker.txt?' + Math.random()).then(() => false, () => true)"
    return bool(page.evaluate(script))


# -- without a network ---------------------------------------------------------------------------


def test_with_the_server_stopped_the_game_opens_and_is_played(open_page, own_site):
    person = open_page(own_site.url, kept={"settings": settings()}, pace=0.1, **PHONE)
    person.wait(KEPT_OFFLINE)
    own_site.stop()
    for address in ("", "index.html", "?x=1", "index.html?seed=y", "?seed=offline"):
        # Only what is asked of the server may fail from here on.
        person.visit(address)
        assert person.page.evaluate("Boolean(navigator.serviceWorker.controller)")
    person.watch.faults.clear()
    assert unreachable(person.page)
    person.watch.faults.clear()
    person.deal(players=2)
    person.play_hand()
    assert person.find("#scores").is_visible()
    assert at(person.record()).record.seed == "offline"


def test_it_works_from_a_folder_below_others(open_page, bundled, tmp_path):
    """W06, Y07: relative addresses only; what lies beside it is not ours."""
    shutil.copytree(bundled, tmp_path / "root/deep/er")
    (tmp_path / "root/index.html").write_text("<!doctype html><title>Another</title><p>Another")
    site = Site(tmp_path / "root")
    person = open_page(f"{site.url}deep/er/", kept={"settings": settings()}, pace=0.1, **PHONE)
    person.wait(KEPT_OFFLINE)
    person.page.goto(site.url)
    assert person.page.title() == "Another"
    site.stop()
    person.watch.faults.clear()
    for address in ("", "?x=1", "index.html"):
        person.visit(address)
    person.deal(players=2)
    person.act()
    assert person.watch.faults == []


def test_ready_offline_is_said_once_it_is_true_and_not_before(open_page, own_site):
    broken = next((own_site.folder / "assets").glob("room-*.mjs"))
    body = broken.read_bytes()
    broken.unlink()
    person = open_page(own_site.url, watched=False, **PHONE)
    person.page.evaluate(
        """() => navigator.serviceWorker.getRegistration().then((found) => found?.installing &&
          new Promise((done) => found.installing.addEventListener("statechange", done)))"""
    )
    assert "offline" not in person.text(".status")
    broken.write_bytes(body)  # W05: what failed once is tried again
    person.visit()
    person.wait(KEPT_OFFLINE)


def test_everything_on_the_list_is_served_and_of_the_right_kind(own_site):
    """W05, Y01: each precached file with a careful host's type; what is missing is a 404."""
    listed = (own_site.folder / "service-worker.js").read_text()
    addresses = set(re.findall(r'"url": "([^"]+)"', listed))
    files = {
        it.relative_to(own_site.folder).as_posix()
        for it in own_site.folder.rglob("*")
        if it.is_file()
    }
    later = {it for it in files if it.startswith("assets/later-")}
    to_install = {it for it in files if it.startswith("icons/") and it != "icons/icon.svg"}
    assert addresses == files - {"service-worker.js", "marker.txt"} - later - to_install
    kinds = {".wasm": "application/wasm", ".mjs": "text/javascript", ".js": "text/javascript"}
    for address in addresses:
        with urllib.request.urlopen(f"{own_site.url}{address}") as answer:
            kind = answer.headers["Content-Type"].split(";")[0]
            assert kind == kinds.get(Path(address).suffix, kind)
            assert answer.headers["X-Content-Type-Options"] == "nosniff"
    for address in ("assets/shell-0000000000.mjs", "assets/", "nowhere/"):
        with pytest.raises(urllib.error.HTTPError, match="404"):
            urllib.request.urlopen(f"{own_site.url}{address}")


def test_no_web_page_is_ever_stored_as_a_part_of_the_game(open_page, own_site):
    """W01: a host that answers a missing file with its own page does not break the game."""
    shell = next((own_site.folder / "assets").glob("shell-*.mjs"))
    person = open_page(own_site.url, **PHONE)
    person.wait(KEPT_OFFLINE)
    kinds = person.page.evaluate(
        """async () => {
          const found = [];
          for (const name of await caches.keys()) {
            const store = await caches.open(name);
            for (const request of await store.keys()) {
              const answer = await store.match(request);
              found.push([new URL(request.url).pathname, answer.headers.get("content-type")]);
            }
          }
          return found;
        }"""
    )
    assert len(kinds) > 10
    # What the device has made itself has no kind.
    pages = [path for path, kind in kinds if "text/html" in (kind or "")]
    assert pages == ["/index.html"]
    assert f"/assets/{shell.name}" in [path for path, _ in kinds]


# -- updates ---------------------------------------------------------------------------------------


def test_an_update_is_offered_at_home_and_never_under_a_game(open_page, own_site, next_version):
    text = kept_game(4, "play")
    kept = {"game": text, "settings": settings(theme="paper")}
    person = open_page(own_site.url, kept=kept, pace=0.1, **PHONE)
    person.wait(KEPT_OFFLINE)
    person.tap("[data-event=continue]")
    own_site.deploy(next_version)
    person.page.evaluate(
        "navigator.serviceWorker.getRegistration().then((found) => found.update())"
    )
    waiting = "navigator.serviceWorker.getRegistration().then((found) => Boolean(found.waiting))"
    person.wait("#table")
    for _ in range(200):
        if person.page.evaluate(waiting):
            break
        person.page.evaluate("new Promise((done) => requestAnimationFrame(done))")
    assert not person.find("[data-event=update]").count()
    person.act()  # W02: the old version's game goes on
    person.tap("[data-event=menu]")
    person.tap("#menu [data-event=home]")
    assert NEW not in person.text("#screen-home")
    person.wait("[data-event=update]")
    before = person.record()
    person.page.locator("[data-event=update]").tap()
    person.wait(f"body[data-ready]:has-text('{NEW}')")
    assert person.record() == before
    assert person.marks()["theme"] == "paper"
    person.tap("[data-event=continue]")
    assert person.marks()["screen"] == "table"
    own_site.stop()
    person.visit()
    assert NEW in person.text("#screen-home")


@pytest.mark.parametrize("fault", ["missing", *more("swapped", "page")])
def test_a_broken_deploy_leaves_the_old_version_whole(open_page, own_site, next_version, fault):
    """W01, W05, Y11: a file that is missing, of another version, or a web page in its place."""
    person = open_page(own_site.url, kept={"settings": settings()}, pace=0.1, **PHONE)
    person.wait(KEPT_OFFLINE)
    own_site.deploy(next_version)
    archive = next((own_site.folder / "assets").glob("app-*.zip"))
    if fault == "missing":
        archive.unlink()
    else:
        archive.write_bytes(b"<!doctype html>" if fault == "page" else archive.read_bytes()[::-1])
    outcome = person.page.evaluate(
        """() => navigator.serviceWorker.getRegistration().then(async (found) => {
          const seen = new Promise((done) => found.addEventListener("updatefound", () => {
            const worker = found.installing;
            worker.addEventListener("statechange", () => done(worker.state));
          }));
          await found.update();
          return seen;
        })"""
    )
    assert outcome == "redundant"
    person.watch.faults.clear()
    own_site.stop()
    person.visit("?seed=old")
    assert NEW not in person.text("#screen-home")
    person.watch.faults.clear()
    person.deal(players=2)
    person.act()
    assert person.watch.faults == []


# -- other hosts -------------------------------------------------------------------------------------


def test_only_our_own_origin_is_asked(open_page, own_site):
    """Y09, Y02: from an empty cache to a hand played, everything comes from here, by the policy."""
    person = open_page(own_site.url, query="?seed=own", kept={"settings": settings()}, pace=0.1)
    assert person.watch.requests
    person.press("[data-event=play-alone]")
    person.press("[data-event=rules]")
    assert all(url.startswith((own_site.url, "data:")) for url in person.watch.requests)
    assert person.watch.faults == []
    policy = person.find("meta[http-equiv=Content-Security-Policy]").get_attribute("content")
    assert "unsafe-eval" not in policy.replace("wasm-unsafe-eval", "")
    assert "http" not in policy


def test_a_plain_address_in_the_network_plays_and_says_once_what_is_missing(open_page, bundled):
    address = build.lan_address()
    assert not address.startswith("127."), "this machine has no address in a network"
    with build.serve_directory(bundled, host="0.0.0.0") as serving:
        url = f"http://{address}:{serving.port}/"
        person = open_page(url, query="?seed=lan", kept={"settings": settings()}, pace=0.1, **PHONE)
        assert not person.page.evaluate("isSecureContext")
        assert "cannot be installed" in person.text("#plain")
        person.tap("[data-event=dismiss-plain]")
        assert not person.find("#plain").count()
        person.deal(players=2)
        person.play_hand()
        person.visit()
        assert not person.find("#plain").count()
        assert "hand 1" in person.text("[data-event=continue]")


def test_without_shared_memory_it_starts_and_plays(open_page):
    """Y05: a plain host sends no isolating headers."""
    person = open_page(
        init="delete window.SharedArrayBuffer", kept={"settings": settings()}, pace=0.1, **PHONE
    )
    assert not person.page.evaluate("crossOriginIsolated")
    person.deal(players=2)
    person.act()


# -- a bad line ------------------------------------------------------------------------------------


def wasm(answer: Callable[[Route, int], None]) -> Callable[[Page], None]:
    """Lets a test answer the requests for WebAssembly, numbered from 1."""
    count = 0

    def handle(route: Route) -> None:
        nonlocal count
        count += 1
        answer(route, count)

    return lambda page: page.context.route("**/*.wasm", handle)


def test_webassembly_that_breaks_off_once_is_fetched_again(open_page):
    """Y12."""
    seen = []

    def once(route: Route, number: int) -> None:
        seen.append(number)
        route.abort() if number == 1 else route.continue_()

    person = open_page(route=wasm(once), watched=False)
    assert len(seen) > 1
    assert person.find("#trouble").is_hidden()


def test_webassembly_that_never_comes_is_told_with_a_way_on(open_page):
    """Y12: within twenty seconds, and the button helps once the line is back."""
    broken = True

    def answer(route: Route, number: int) -> None:
        route.abort() if broken else route.continue_()

    person = open_page(route=wasm(answer), ready=False, watched=False)
    person.wait("#trouble:not([hidden])", seconds=20)
    assert "could not be loaded" in person.text("#trouble-text")
    assert "untouched" in person.text("#trouble-text")
    broken = False
    person.page.get_by_role("button", name="Try again").click()
    person.wait()
    assert person.find("#trouble").is_hidden()


def test_webassembly_of_the_wrong_kind_starts_all_the_same(open_page):
    """Y01: a host that knows no .wasm."""

    def plain(route: Route, number: int) -> None:
        answer = route.fetch()
        headers = {**answer.headers, "content-type": "application/octet-stream"}
        route.fulfill(response=answer, headers=headers)

    person = open_page(route=wasm(plain))
    assert person.find("#trouble").is_hidden()


def test_a_module_that_does_not_arrive_is_told(open_page):
    def lose(page: Page) -> None:
        page.context.route("**/shell-*.mjs", lambda route: route.abort())

    person = open_page(route=lose, ready=False, watched=False)
    person.wait("#trouble:not([hidden])", seconds=20)
    assert "did not arrive" in person.text("#trouble-text")
    assert person.page.get_by_role("button", name="Try again").is_visible()


# -- hostile browsers --------------------------------------------------------------------------------


@pytest.mark.parametrize("missing", ["WebAssembly", "Worker", "BigInt"])
def test_an_old_browser_is_told_in_a_sentence(open_page, missing):
    person = open_page(init=f"delete window.{missing}", ready=False, watched=False)
    person.wait("#trouble:not([hidden])")
    assert "too old" in person.text("#trouble-text")
    assert "Nothing kept on this device was changed" in person.text("#trouble-text")


# The wait for a slow storage ends at once: it must not be told as an error of its own.
FORBIDDEN = """
const later = window.setTimeout;
window.setTimeout = (call, ms, ...rest) => later(call, ms === 4000 ? 0 : ms, ...rest);
Object.defineProperty(window, "indexedDB", {
  get() { throw new DOMException("no", "SecurityError"); },
});
Object.defineProperty(window, "localStorage", {
  get() { throw new DOMException("no", "SecurityError"); },
});
"""


def test_forbidden_storage_is_told_and_the_game_is_played(open_page):
    person = open_page(query="?seed=forbidden", init=FORBIDDEN, pace=0.1, **PHONE)
    assert "keeps nothing" in person.text("#storage")
    person.deal(players=2)
    person.act()
    person.tap("[data-event=menu]")
    person.tap("#menu [data-event=home]")
    assert person.find("[data-event=continue]").is_visible()


def test_a_full_device_is_told_and_the_game_goes_on(open_page, own_site):
    person = open_page(own_site.url, query="?seed=full", pace=0.1, watched=False, **PHONE)
    session = person.page.context.new_cdp_session(person.page)
    session.send("Storage.overrideQuotaForOrigin", {"origin": own_site.url, "quotaSize": 1})
    person.deal(players=2)
    person.act()
    person.tap("[data-event=menu]")
    person.tap("#menu [data-event=home]")
    assert "keeps nothing" in person.text("#storage")
    assert "(full)" in person.text("#storage")
    person.tap("[data-event=continue]")
    assert person.marks()["screen"] == "table"


@pytest.mark.parametrize("garbage", ["not a record", *more(kept_game(2, "play") + "9 play 99\n")])
def test_an_unreadable_game_is_put_aside_and_told(open_page, garbage):
    kept = {"game": garbage, "settings": settings(theme="night", name="Nora")}
    person = open_page(kept=kept, pace=0, **PHONE)
    assert "could not be read" in person.text("#error")
    assert person.marks()["theme"] == "night"
    assert not person.find("[data-event=continue]").count()
    after = person.kept()
    assert after["game-put-aside"] == garbage
    assert "game" not in after
    assert json.loads(after["settings"]).items() >= json.loads(kept["settings"]).items()
    person.deal(players=2)
    assert at(person.record()).record.seats[0].name == "Nora"
    assert person.kept()["game-put-aside"] == garbage
    person.tap("[data-event=menu]")
    person.tap("#menu [data-event=home]")
    person.tap("[data-event=forget-trouble]")
    assert not person.find("#error").count()
    assert "game-put-aside" not in person.kept()


@pytest.mark.parametrize("garbage", ["{", *more("[]", '{"theme": 3}', '{"players": 99}')])
def test_unreadable_settings_are_told_and_the_game_is_kept(open_page, garbage):
    person = open_page(kept={"game": kept_game(2, "play"), "settings": garbage}, pace=0)
    assert "settings could not be read" in person.text("#notice")
    person.press("[data-event=continue]")
    assert person.marks()["screen"] == "table"


def test_what_the_browser_wiped_is_a_clean_start(open_page):
    """W11: storage and caches gone between two visits."""
    person = open_page(kept={"game": kept_game(2, "play"), "settings": settings()}, **PHONE)
    person.wait(KEPT_OFFLINE)
    session = person.page.context.new_cdp_session(person.page)
    origin = person.watch.origin
    session.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "all"})
    person.visit()
    assert not person.find("[data-event=continue], #error, #trouble:not([hidden])").count()
    person.deal(players=2)


@pytest.mark.long
def test_two_tabs_are_played_at_once(open_page):
    one = open_page(query="?seed=one", kept={"settings": settings()}, pace=0.1, **PHONE)
    two = Person(one.page.context.new_page(), one.url, one.watch, pace=0.1)
    two.visit("?seed=two")
    for person in (one, two):
        person.page.bring_to_front()
        person.deal(players=2)
    for person in (one, two, one, two):
        person.page.bring_to_front()
        person.wait("body[data-ready][data-taps=open]:is([data-turn='0'], [data-screen=result])")
        if person.marks()["screen"] == "table":
            person.act()
    kept = at(one.record())  # the last one who moved is kept whole
    assert kept.record.seed == "two"


# -- installing ----------------------------------------------------------------------------------------


def test_the_browser_finds_nothing_against_installing(engine_of_browser, own_site, tmp_path):
    context = engine_of_browser.launch_persistent_context(
        tmp_path / "profile", executable_path=build.chromium(), args=FLAGS
    )
    try:
        person = Person(context.pages[0], own_site.url, Watch(context, own_site.url))
        person.visit()
        person.wait(KEPT_OFFLINE)
        session = context.new_cdp_session(person.page)
        assert session.send("Page.getInstallabilityErrors")["installabilityErrors"] == []
        manifest = session.send("Page.getAppManifest")
        assert manifest["errors"] == []
        assert person.watch.faults == []
    finally:
        context.close()


def test_the_manifest_and_its_icons_are_what_they_say(open_page, site):
    person = open_page()
    address = person.find("link[rel=manifest]").get_attribute("href")
    with urllib.request.urlopen(f"{site}{address}") as answer:
        assert answer.headers["Content-Type"] == "application/manifest+json"
        manifest = json.load(answer)
    assert manifest["display"] == "standalone"
    # Relative, so that any folder will do; start_url is a key of the offline copy: W06.
    assert manifest["start_url"] == manifest["scope"] == manifest["id"] == "./"
    purposes = {icon["purpose"] for icon in manifest["icons"]}
    assert purposes == {"any", "maskable"}
    for icon in manifest["icons"]:
        size = person.page.evaluate(
            """async (address) => {
              const image = new Image();
              image.src = address;
              await image.decode();
              return `${image.naturalWidth}x${image.naturalHeight}`;
            }""",
            icon["src"],
        )
        assert icon["sizes"] in (size, "any"), icon
    touch = person.find("link[rel=apple-touch-icon]").get_attribute("href")
    assert (Path(touch)).suffix == ".png"


OFFER = """
window.prompted = 0;
const offer = (outcome) => {
  const event = new Event("beforeinstallprompt", { cancelable: true });
  event.prompt = async () => { window.prompted += 1; };
  event.userChoice = Promise.resolve({ outcome });
  window.dispatchEvent(event);
};
"""


def test_an_offer_to_install_that_came_early_is_used_once(open_page):
    """W12: the event comes before the app listens; a dismissed offer leaves no dead button."""
    early = f"{OFFER} document.addEventListener('DOMContentLoaded', () => offer('dismissed'));"
    person = open_page(init=early, **PHONE)
    person.wait("[data-event=install]")
    person.tap("[data-event=install]")
    person.wait("body[data-ready]:not(:has([data-event=install]))")
    assert person.page.evaluate("window.prompted") == 1


IPHONE = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like "
    "Gecko) Version/17.5 Mobile/15E148 Safari/604.1"
)


def test_an_iphone_gets_the_steps_in_words_and_the_installed_game_nothing(open_page):
    """W12, W08."""
    person = open_page(user_agent=IPHONE, **PHONE)
    assert "Add to Home Screen" in person.text("#install")
    standalone = "Object.defineProperty(navigator, 'standalone', {value: true})"
    person = open_page(user_agent=IPHONE, init=standalone, **PHONE)
    assert not person.find("#install").count()


def left(page: Page, number: int) -> None:
    """Waits until the page has so many workers left."""
    ends = time.monotonic() + 30
    while len(page.workers) > number:
        assert time.monotonic() < ends, page.workers
        page.evaluate(FRAME)


def test_no_runtime_is_left_behind_when_a_page_goes(open_page):
    """Y03: the old page's worker ends with it; one page has one worker."""
    person = open_page(init=BUSY)
    assert len(person.page.workers) == 1
    gone = person.page.workers[0]
    person.visit()
    assert len(person.page.workers) == 1
    assert person.page.workers[0] is not gone
    person.page.goto("about:blank")
    left(person.page, 0)


def test_what_prepares_the_next_start_ends_by_itself(open_page):
    """It comes once nobody waits for anything."""
    person = open_page()
    until(person.page, PREPARED)
    person.wait(KEPT_OFFLINE)
    left(person.page, 1)
    person.page.goto("about:blank")
    left(person.page, 0)
