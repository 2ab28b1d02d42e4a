"""From one edition to the next: a kept game survives, one version rules, and nobody is hurried.

Editions are made from the sources here with another sentence on the home screen, so each has a
version, an archive and hashes of its own. What a phone kept under the last two published editions
lies in ``tests/records`` as it was kept there: games in the middle, settings, rules.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import build
from tests.browser.driver import OPEN, Person, more
from tests.browser.hosts import until
from tests.browser.records import at, kept_game, settings
from tests.browser.test_offline import KEPT_OFFLINE, PHONE, Site
from web.build.tools import ROOT

PREPARES = True
RECORDS = ROOT / "tests" / "records"
UPDATE = "[data-event=update]"
#: Every cache of the origin, and how many files it holds.
CACHES = """async () => {
  const found = {};
  for (const name of await caches.keys())
    found[name] = (await (await caches.open(name)).keys()).length;
  return found;
}"""
#: Asks for an update, and resolves once a whole new version waits.
FETCH_NEW = """async () => {
  const found = await navigator.serviceWorker.getRegistration();
  await found.update();
  const worker = found.installing ?? found.waiting;
  if (!worker) throw new Error("there is nothing new");
  await new Promise((done, fail) => {
    const look = () => {
      if (worker.state === "installed") done();
      if (worker.state === "redundant") fail(new Error("the new version was refused"));
    };
    worker.addEventListener("statechange", look);
    look();
  });
}"""


@pytest.fixture(scope="session")
def edition(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """Makes the bundle of an edition: the sources with that word on the home screen."""
    made: dict[str, Path] = {}

    def bundled(word: str) -> Path:
        if word not in made:
            home = tmp_path_factory.mktemp(word)
            for part in ("engine", "web/app"):
                ignore = shutil.ignore_patterns("__pycache__")
                shutil.copytree(ROOT / part, home / part, ignore=ignore)
            texts = home / "web/app/texts.py"
            line = f'HOUSE_LINE: Final = "The {word} edition."'
            texts.write_text(re.sub(r'HOUSE_LINE: Final = ".*"', line, texts.read_text()))
            build.bundle(home / "site", source=home)
            made[word] = home / "site"
        return made[word]

    return bundled


@pytest.fixture
def first(edition: Callable[[str], Path], tmp_path: Path) -> Iterator[Site]:
    """A host that has the first edition, in a folder that this test may change."""
    shutil.copytree(edition("first"), tmp_path / "own")
    site = Site(tmp_path / "own")
    yield site
    if site.serving is not None:
        site.serving.stop()


def shown(word: str) -> str:
    """The home screen of an edition, with Python there."""
    return f"body[data-ready][data-screen=home]:has-text('The {word} edition.')"


def update(person: Person, word: str) -> None:
    """Takes the offer of the home screen; returns when that edition is there."""
    person.wait(UPDATE)
    person.tap(UPDATE)
    person.wait(shown(word), seconds=60)


# -- what is kept survives -------------------------------------------------------------------------


@pytest.mark.parametrize("file", sorted(RECORDS.glob("edition-*.json")), ids=lambda it: it.stem)
def test_a_kept_game_survives_an_update_from_each_of_the_last_two_editions(
    open_page, first, edition, file
):
    """Y19, W01: the new version is whole and shown, the old files are gone, the game is the same."""
    kept = json.loads(file.read_text("utf-8"))["kept"]
    person = open_page(first.url, kept=kept, pace=0, **PHONE)
    person.wait(KEPT_OFFLINE)
    assert person.record() == kept["game"]
    first.deploy(edition("second"))
    # The host has none of the old files any more: what is installed opens from the device.
    person.visit()
    person.wait(shown("first"))
    update(person, "second")
    assert person.record() == kept["game"]
    for key in ("rule-sets", "next-table"):
        assert person.kept()[key] == kept[key], key
    chosen = json.loads(person.kept()["settings"])
    for name, value in json.loads(kept["settings"]).items():
        assert chosen[name] == value, name
    assert person.marks()["theme"] == "paper"
    person.press("[data-event=settings]")
    person.press("[data-event=details]")
    version = person.page.evaluate(
        "JSON.parse(document.getElementById('parts').textContent).version"
    )
    assert version in person.text("#details")
    assert version in (first.folder / "index.html").read_text("utf-8")
    person.press("[data-event=leave]")
    person.press("[data-event=home]")
    person.press("[data-event=continue]")
    assert person.marks()["screen"] == "table"
    assert person.marks()["turn"] == "0"
    first.stop()
    person.visit()
    person.wait(shown("second"))
    assert person.record() == kept["game"]


@pytest.mark.long
def test_an_edition_that_was_never_taken_is_skipped(open_page, first, edition):
    kept = {"game": kept_game(2, "play"), "settings": settings()}
    person = open_page(first.url, kept=kept, pace=0, **PHONE)
    person.wait(KEPT_OFFLINE)
    first.deploy(edition("second"))
    person.page.evaluate(FETCH_NEW)
    person.wait(UPDATE)
    first.deploy(edition("third"))
    person.page.evaluate(FETCH_NEW)
    update(person, "third")
    assert person.record() == kept["game"]
    first.stop()
    person.visit()
    person.wait(shown("third"))


@pytest.mark.long
def test_one_version_lies_on_the_device_after_an_update(open_page, first, edition):
    """Y11: what is derived follows its version; nothing of the old one is left behind."""
    person = open_page(first.url, kept={"settings": settings()}, pace=0, **PHONE)
    person.wait(KEPT_OFFLINE)
    person.visit()
    first.deploy(edition("second"))
    person.page.evaluate(FETCH_NEW)
    update(person, "second")
    listed = (first.folder / "service-worker.js").read_text("utf-8")
    assert listed.count('"url"') == person.page.evaluate(
        """async () => {
          const found = Object.entries(await (CACHES)());
          return found.find(([name]) => name.includes("precache"))[1];
        }""".replace("CACHES", CACHES)
    )
    old = re.search(r'"version": "(\w+)"', (edition("first") / "index.html").read_text("utf-8"))
    assert old
    gone = f"async () => !Object.keys(await ({CACHES})()).some((it) => it.includes('{old[1]}'))"
    until(person.page, gone)


# -- under a running game --------------------------------------------------------------------------


def test_a_table_goes_on_when_another_tab_takes_the_update(open_page, first, edition):
    """W02: the page in play keeps its version until it is opened anew, and its game in any case."""
    kept = {"game": kept_game(4, "play"), "settings": settings()}
    person = open_page(first.url, kept=kept, pace=0.1, **PHONE)
    person.wait(KEPT_OFFLINE)
    other = Person(person.page.context.new_page(), person.url, person.watch, pace=0.1)
    other.visit()
    person.page.bring_to_front()
    person.tap("[data-event=continue]")
    first.deploy(edition("second"))
    other.page.bring_to_front()
    other.page.evaluate(FETCH_NEW)
    update(other, "second")
    person.page.bring_to_front()
    assert person.marks()["screen"] == "table"
    before = person.record()
    person.act()
    assert person.record() != before
    moved = person.record()
    person.visit()
    person.wait(shown("second"))
    person.press("[data-event=continue]")
    assert at(person.record()).record.entries[: len(at(moved).record.entries)]


#: Waiting for an answer that will never come takes seconds instead of a minute.
IMPATIENT = """
const patient = window.setTimeout;
window.setTimeout = (call, ms, ...rest) => patient(call, ms === 60000 ? 4000 : ms, ...rest);
"""


@pytest.mark.parametrize("updated", [True, *more(False)])
def test_python_that_dies_comes_back_to_the_same_table(open_page, first, edition, updated):
    """W02, Y18: within the version the page has, or in the new one once that rules."""
    kept = {"game": kept_game(4, "play"), "settings": settings()}
    person = open_page(first.url, kept=kept, init=IMPATIENT, pace=0, watched=False, **PHONE)
    person.wait(KEPT_OFFLINE)
    person.tap("[data-event=continue]")
    first.deploy(edition("second"))
    person.page.evaluate(FETCH_NEW)
    if updated:
        script = "navigator.serviceWorker.getRegistration().then((it) => it.waiting.postMessage('take-over'))"
        changed = "new Promise((done) => navigator.serviceWorker.addEventListener('controllerchange', done))"
        person.page.evaluate(f"Promise.all([{changed}, {script}]).then(() => null)")
    worker, *_ = person.page.workers  # another may prepare the next start
    worker.evaluate("self.close()")
    person.page.locator("[data-event=menu]").tap()
    person.wait(shown("second" if updated else "first"), seconds=60)
    assert person.record() == kept["game"]
    person.press("[data-event=continue]")
    assert person.marks()["screen"] == "table"


# -- broken deploys --------------------------------------------------------------------------------


@pytest.mark.long
def test_a_file_that_is_missing_for_a_while_is_fetched_later(open_page, first, edition):
    """W05: the old version stays whole, and the update comes when the host is."""
    person = open_page(first.url, kept={"settings": settings()}, pace=0, **PHONE)
    person.wait(KEPT_OFFLINE)
    first.deploy(edition("second"))
    style = next((first.folder / "assets").glob("app-*.zip"))
    body = style.read_bytes()
    style.unlink()
    outcome = person.page.evaluate(
        """async () => {
          const found = await navigator.serviceWorker.getRegistration();
          const seen = new Promise((done) => found.addEventListener("updatefound", () => {
            const worker = found.installing;
            worker.addEventListener("statechange", () => done(worker.state));
          }));
          await found.update();
          return seen;
        }"""
    )
    assert outcome == "redundant"
    person.watch.faults.clear()
    person.visit()
    person.wait(shown("first"))
    style.write_bytes(body)
    person.visit()
    update(person, "second")
    person.watch.faults.clear()


@pytest.mark.long
@pytest.mark.parametrize("there_and_back", [False, True])
def test_going_back_to_the_edition_before_is_an_update_like_any_other(
    open_page, first, edition, there_and_back
):
    kept = {"game": kept_game(2, "play"), "settings": settings()}
    person = open_page(first.url, kept=kept, pace=0, **PHONE)
    person.wait(KEPT_OFFLINE)
    words = ("second", "first", *(["second"] if there_and_back else []))
    for number, word in enumerate(words, 1):
        first.deploy(edition(word))
        # A host that goes by dates must see that these files are newer, though made before.
        for file in first.folder.rglob("*"):
            os.utime(file, (time.time() + 10 * number, time.time() + 10 * number))
        person.page.evaluate(FETCH_NEW)
        update(person, word)
        person.wait(KEPT_OFFLINE)
        assert person.record() == kept["game"]
    person.press("[data-event=continue]")
    person.wait(OPEN)
