"""The start from hosts with ways of their own, and what the page asks of the browser at most once."""

from __future__ import annotations

import http.server
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

import build
from tests.browser.driver import more
from tests.browser.hosts import Bare, Packing, hosted, until
from tests.browser.records import settings
from tests.browser.test_offline import KEPT_OFFLINE, PHONE
from web.build.tools import SHELL

PREPARES = True
STRICT = "script-src 'self' 'wasm-unsafe-eval' HASHES; worker-src 'self'; object-src 'none'"


def host(kind: type[Packing], **changes: object) -> type[Packing]:
    """A kind of host with something about it changed."""
    return type("Changed", (kind,), changes)


def with_policy(policy: str) -> Callable[[Packing], None]:
    """A host's way to end its headers: with a policy that reaches the workers, too."""

    def end_headers(self: Packing) -> None:
        self.send_header("Content-Security-Policy", policy)
        Packing.end_headers(self)

    return end_headers


def strict(folder: Path) -> str:
    """A policy with the checksums of the page's own scripts, as the page itself names them."""
    page = (folder / "index.html").read_text("utf-8")
    return STRICT.replace("HASHES", " ".join(re.findall(r"'sha256-[^']+'", page)))


def test_a_strict_policy_from_the_host_is_met(open_page, bundled):
    """Y02: it reaches the workers, which the page's own policy does not; nothing breaks it."""
    policy = strict(bundled)
    kind = host(Packing, end_headers=with_policy(policy))
    with hosted(bundled, kind) as (serving, _):
        person = open_page(serving.url, kept={"settings": settings()}, pace=0.1, **PHONE)
        person.deal(players=2)
        person.act()
        person.tap("[data-event=menu]")
        person.tap("#menu [data-event=home]")
        person.wait(KEPT_OFFLINE)
    assert person.watch.faults == []


def test_a_host_that_forbids_webassembly_is_told_in_words(open_page, bundled):
    """Y02."""
    policy = strict(bundled).replace("'wasm-unsafe-eval'", "")
    kind = host(Packing, end_headers=with_policy(policy))
    with hosted(bundled, kind) as (serving, _):
        person = open_page(serving.url, ready=False, watched=False, **PHONE)
        person.wait("#trouble:not([hidden])", seconds=60)
        assert "could not be loaded" in person.text("#trouble-text")
        assert person.page.get_by_role("button", name="Copy report").is_visible()


def kind_of_everything(self: Packing, path: object) -> str:
    """What a host says of files whose endings it does not know: those that Python needs."""
    known = not str(path).endswith((".wasm", ".zip", ".py", ".webmanifest"))
    return Packing.guess_type(self, str(path)) if known else "application/octet-stream"


@pytest.mark.parametrize("kind", [Packing, *more(Bare)])
def test_a_host_that_knows_no_kind_but_the_oldest_will_do(open_page, bundled, kind):
    """Y01."""
    with hosted(bundled, host(kind, guess_type=kind_of_everything)) as (serving, _):
        person = open_page(serving.url, kept={"settings": settings()}, pace=0.1, **PHONE)
        person.wait(KEPT_OFFLINE)
    person.visit()
    person.deal(players=2)
    person.act()


class Helpful(Packing):
    """A host that answers whatever it does not have with the page itself, as if it were found."""

    def send_head(self):  # type: ignore[no-untyped-def]
        if not Path(self.translate_path(self.path)).exists():
            self.path = "/index.html"
        return http.server.SimpleHTTPRequestHandler.send_head(self)


@pytest.mark.parametrize("lost", ["app-*.zip", *more("start-*.py", "shell-*.mjs")])
def test_a_page_in_place_of_a_missing_file_is_never_kept(open_page, bundled, tmp_path, lost):
    """W01: what comes is not what was published, so nothing is kept, and the next visit mends it."""
    folder = tmp_path / "site"
    shutil.copytree(bundled, folder)
    (file,) = (folder / "assets").glob(lost)
    body = file.read_bytes()
    file.unlink()
    with hosted(folder, Helpful) as (serving, _):
        person = open_page(serving.url, ready=False, watched=False, **PHONE)
        person.wait("body[data-ready], #trouble:not([hidden])", seconds=60)
        kinds = person.page.evaluate(
            """async () => {
              const found = [];
              for (const name of await caches.keys()) {
                const store = await caches.open(name);
                for (const request of await store.keys())
                  found.push([request.url, (await store.match(request)).headers.get("content-type")]);
              }
              return found;
            }"""
        )
        pages = [url for url, kind in kinds if "html" in (kind or "")]
        assert all(url.partition("?")[0].endswith("/index.html") for url in pages)
        file.write_bytes(body)
        # A hashed file is kept for good by careful hosts, even a wrong one: past that, and again.
        person.page.context.new_cdp_session(person.page).send("Network.clearBrowserCache")
        person.visit()
        person.wait(KEPT_OFFLINE)


# -- what a browser is asked ------------------------------------------------------------------------

COUNTED = """
const count = (what) => localStorage.setItem(what, Number(localStorage.getItem(what) ?? 0) + 1);
StorageManager.prototype.persisted = async () => false;
StorageManager.prototype.persist = async () => { count("persist"); return false; };
"""


def test_the_browser_is_asked_once_to_keep_what_is_kept(open_page):
    """W11: when there is something to keep, not at the first paint, and not again at every visit."""
    person = open_page(kept={}, init=COUNTED, pace=0, **PHONE)
    asked = "localStorage.getItem('persist')"
    assert person.page.evaluate(asked) is None
    person.deal()
    until(person.page, f"() => {asked} === '1'")
    person.visit()
    person.press("[data-event=continue]")
    person.press("[data-event=menu]")
    person.press("#menu [data-event=home]")
    person.press("[data-event=settings]")
    person.press("[data-event=set-pace][data-value=slow]")
    assert person.page.evaluate(asked) == "1"


LOCK = """
window.asked = 0;
window.refuse = false;
window.locks = [];
const request = async () => {
  window.asked += 1;
  if (window.refuse) throw new DOMException("no", "NotAllowedError");
  const lock = { released: false, release: async () => { lock.released = true; } };
  window.locks.push(lock);
  return lock;
};
Object.defineProperty(navigator, "wakeLock", { configurable: true, value: { request } });
"""


def test_the_lock_on_a_lit_screen_is_asked_for_again(open_page):
    """W15: the browser takes it whenever the page is hidden; refused or unknown costs nothing."""
    with build.serve_directory(SHELL) as serving:
        # A page of the same origin in which the game does not start; its module alone is looked at.
        person = open_page("about:blank", ready=False, init=LOCK, watched=False)
        person.page.goto(f"{serving.url}manifest.webmanifest")
        asked = person.page.evaluate(
            f"""async () => {{
              const device = await import("{serving.url}device.mjs");
              const seen = [];
              const look = async (done) => {{ await done; seen.push(window.asked); }};
              await look(device.awake(true));
              await look(device.awakeAgain());  // still held: nothing to ask
              window.locks.at(-1).released = true;  // the page was hidden
              await look(device.awakeAgain());
              window.locks.at(-1).released = true;
              window.refuse = true;
              await look(device.awakeAgain());  // refused: no error that nobody hears
              window.refuse = false;
              await look(device.awakeAgain());
              await look(device.awake(false));
              await look(device.awakeAgain());  // no longer wanted
              Object.defineProperty(navigator, "wakeLock", {{ value: undefined }});
              await look(device.awake(true));  // a browser that has none
              return seen;
            }}"""
        )
        assert asked == [1, 1, 2, 3, 4, 4, 4, 4]
