"""The part of the game that comes later: fetched when the app asks, kept, and told when it cannot be."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import build
from tests.browser.driver import Person
from tests.browser.hosts import until
from tests.browser.test_offline import KEPT_OFFLINE, PHONE, Site
from web.build.tools import ROOT

#: An app that asks for the rest when it gets a link, and shows in the title what became of it.
ASKING = '''

class Asking(App):
    """Asks for the rooms at a link."""

    def receive(self, message: str) -> str:
        event = json.loads(message)
        effects = json.loads(super().receive(message))
        if event["event"] == "link":
            effects.append({"do": "rooms"})
            Asking.came.clear()
        if event["event"] == "rooms-coming":
            Asking.came.append(float(event["value"]))
        elif event["event"].startswith("rooms-"):
            assert Asking.came == sorted(set(Asking.came)), Asking.came
            assert Asking.came[-1:] in ([], [1.0]) or event["event"] == "rooms-failed"
            Asking.told.append(event)
        if Asking.told:
            from importlib import import_module, util

            here = util.find_spec("engine.sealed") is not None
            if here:
                found = import_module("engine.sealed.ristretto")
                assert import_module("web.app.model").Model is Model, found
                here = "/later-" in found.__file__
            for it in effects:
                if it["do"] == "paint":
                    it["title"] = json.dumps([Asking.told, here, bool(Asking.came)])
        return json.dumps(effects)

    told: list[Any] = []
    came: list[float] = []


receive = Asking().receive
'''
ASK = "location.hash = '#again' + Math.random()"
KEPT = """async () => {
  const names = (await caches.keys()).filter((it) => it.startsWith("card-night-compiled-"));
  const keys = await Promise.all(names.map(async (it) => (await caches.open(it)).keys()));
  return keys.flat().some(({ url }) => url.endsWith("/later.zip"));
}"""


@pytest.fixture(scope="module")
def asking(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The bundle of that app."""
    home = tmp_path_factory.mktemp("asking")
    for part in ("engine", "web/app"):
        shutil.copytree(ROOT / part, home / part, ignore=shutil.ignore_patterns("__pycache__"))
    main = home / "web/app/main.py"
    main.write_text(main.read_text("utf-8") + ASKING, "utf-8")
    build.bundle(home / "site", source=home)
    return home / "site"


@pytest.fixture
def host(asking: Path, tmp_path: Path) -> Iterator[Site]:
    """A host of that app, in a folder that this test may change."""
    shutil.copytree(asking, tmp_path / "own")
    site = Site(tmp_path / "own")
    yield site
    if site.serving is not None:
        site.serving.stop()


def archive(host: Site) -> Path:
    """The file that is asked for later."""
    (found,) = host.folder.glob("assets/later-*.zip")
    return found


def answer(person: Person, count: int = 1) -> Any:
    """What the app was told, whether the rest can be imported, and whether it was seen to come."""
    until(person.page, f"document.title.split('\"event\"').length === {count + 1}")
    found = json.loads(person.page.title())
    for event in found[0]:
        del event["clock"]  # it stands on every event
    return found


def asked(person: Person) -> list[str]:
    """The requests for the rest."""
    return [url for url in person.watch.requests if "/later-" in url]


HERE: Any = [[{"event": "rooms-here"}], True, True]


def test_the_rest_comes_when_it_is_asked_for_and_stays(
    open_page: Callable[..., Person], host: Site
) -> None:
    person = open_page(host.url, **PHONE)
    person.wait(KEPT_OFFLINE)
    assert not asked(person)
    person.page.evaluate(ASK)
    assert answer(person) == HERE
    assert len(asked(person)) == 1
    until(person.page, KEPT)
    person.page.evaluate(ASK)  # it is here: nothing is fetched or opened twice
    assert answer(person, 2) == [HERE[0] * 2, True, False]
    host.stop()
    person.visit()
    person.page.evaluate(ASK)
    assert answer(person) == [HERE[0], True, False]
    assert len(asked(person)) == 1


def test_without_a_network_the_app_is_told_and_may_ask_again(
    open_page: Callable[..., Person], host: Site
) -> None:
    person = open_page(host.url, watched=False, **PHONE)
    person.wait(KEPT_OFFLINE)
    host.stop()
    person.page.evaluate(ASK)
    failed = {"event": "rooms-failed", "value": "network"}
    assert answer(person) == [[failed], False, False]
    host.start()
    person.page.evaluate(ASK)
    assert answer(person, 2) == [[failed, *HERE[0]], True, True]


@pytest.mark.parametrize(("body", "reason"), [("damaged", "damaged"), (None, "failed")])
def test_a_rest_that_is_not_what_was_published_is_not_taken(
    open_page: Callable[..., Person], host: Site, body: str | None, reason: str
) -> None:
    whole = archive(host).read_bytes()
    person = open_page(host.url, watched=False, **PHONE)
    if body is None:
        archive(host).unlink()
    else:
        archive(host).write_bytes(whole[:-1] + bytes([whole[-1] ^ 1]))
    person.page.evaluate(ASK)
    failed = {"event": "rooms-failed", "value": reason}
    assert answer(person) == [[failed], False, reason == "damaged"]
    assert not person.page.evaluate(KEPT)
    # Mended, it is fetched past what the browser has in its cache.
    Path(host.folder, archive_name(person)).write_bytes(whole)
    person.page.evaluate(ASK)
    assert answer(person, 2) == [[failed, *HERE[0]], True, True]


def archive_name(person: Person) -> str:
    """Where the page looks for the rest."""
    script = "JSON.parse(document.getElementById('parts').textContent).rooms.archive"
    return str(person.page.evaluate(script))
