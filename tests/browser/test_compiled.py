"""What a device prepares for the next start, looked at from the start: from where it took Python.

That it is kept, told, damaged, refused and deleted is in `test_start_kept.py`.
"""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.browser.driver import Person, more
from tests.browser.hosts import KEPT, PREPARED, SUM, until
from tests.browser.records import settings

PREPARES = True
PHONE = {"is_mobile": True, "has_touch": True}
CACHES = "caches.keys().then((all) => all.filter((it) => it.startsWith('card-night-compiled-')))"
FILES = "navigator.storage.getDirectory().then((folder) => Array.fromAsync(folder.keys()))"

#: Puts other bytes under a name, with the checksum of those.
REPLACE = """async ([what, kind]) => {
  const kept = KEPT;
  let { head, bytes } = await kept.read(what);
  if (kind === "empty") bytes = new Uint8Array(0);
  // The beginning stays, so that it looks like what it should be.
  if (kind === "noise") bytes.fill(0xa5, bytes.length >> 2);
  if (kind === "another") bytes[16] ^= 1;  // the sum of the interpreter's constants
  if (kind === "nothing") bytes.fill(0, bytes.length >> 2);
  head.sum = SUM(bytes);
  await kept.write(what, { head, bytes });
}""".replace("KEPT", KEPT).replace("SUM", SUM)
MARKS = "performance.getEntriesByType('mark').map(({name}) => name)"
DROP = f"(what) => {KEPT}.drop(what)"


def steps(person: Person) -> set[str]:
    """The steps of the last start, by their marks: `app` where the game was imported."""
    names = person.page.evaluate(MARKS)
    found = {name.removeprefix("start:") for name in names}
    assert {"html", "worker", "wasm", "stdlib", "script", "runtime", "ready"} <= found
    return found


def prepared(person: Person) -> None:
    """Waits until what the next start needs is on the device."""
    until(person.page, PREPARED)


def is_playable(person: Person) -> None:
    """A hand can be dealt and a move made."""
    person.deal(players=2)
    person.act()


@pytest.fixture
def person(open_page: Any) -> Person:
    """Somebody whose device has prepared the next start."""
    person: Person = open_page(kept={"settings": settings()}, pace=0.1, watched=False, **PHONE)
    assert "app" in steps(person)
    prepared(person)
    return person


def sources_asked(person: Person) -> list[str]:
    """The requests for the game's sources since the last call."""
    found = [url for url in person.watch.requests if "/app-" in url]
    person.watch.requests.clear()
    return found


def test_later_starts_import_nothing(person: Person) -> None:
    assert sources_asked(person)
    for _ in range(2):
        person.visit()
        assert not steps(person) & {"app", "ahead"}
        assert not sources_asked(person)
    is_playable(person)
    assert not sources_asked(person)


def test_the_first_start_imports_the_rest_once_it_has_answered(person: Person) -> None:
    until(person.page, f"() => {MARKS}.includes('start:ahead')")
    begins = person.page.evaluate(
        "['start:app', 'ready', 'start:ahead'].map((name) => "
        "performance.getEntriesByName(name)[0].startTime)"
    )
    assert begins == sorted(begins)


def test_pyscript_joins_a_game_that_runs(person: Person) -> None:
    """Afterwards it is PyScript that hands over what is asked."""
    person.visit()
    until(person.page, f"() => {MARKS}.includes('start:pyscript')")
    is_playable(person)


@pytest.mark.parametrize("how", ["compile", *more("hand over")])
def test_where_the_page_compiles_nothing_the_worker_does(person: Person, how: str) -> None:
    """WebAssembly comes from the page once it lies on the device; it need not."""
    page = person.page
    if how == "compile":
        page.add_init_script("WebAssembly.compileStreaming = () => Promise.reject(new Error('no'))")
    else:
        refuse = (
            "const { postMessage } = Worker.prototype; Worker.prototype.postMessage = function "
        )
        refuse += (
            "(it) { if (it?.cardNight?.wasm) throw new Error('no'); postMessage.call(this, it) }"
        )
        page.add_init_script(refuse)
    person.visit()
    assert "app" not in steps(person)
    is_playable(person)


def test_without_pyscript_the_game_goes_on(open_page: Any) -> None:
    """Its part of the start is the one file that it fetches itself."""
    lost = "const { fetch } = self; self.fetch = (url, ...more) => /start-/.test(url) ? "
    lost += "Promise.reject(new TypeError('lost')) : fetch(url, ...more);"
    person: Person = open_page(
        kept={"settings": settings()}, init=lost, pace=0.1, watched=False, **PHONE
    )
    prepared(person)
    assert "start:pyscript" not in person.page.evaluate(MARKS)
    is_playable(person)


def test_without_the_memory_the_compiled_code_is_imported_and_the_memory_taken_anew(
    person: Person,
) -> None:
    person.page.evaluate(DROP, "memory")
    person.visit()
    assert "app" in steps(person)
    prepared(person)
    person.visit()
    assert "app" not in steps(person)
    is_playable(person)


@pytest.mark.parametrize("kind", ["noise", *more("nothing", "empty")])
def test_a_memory_that_holds_something_else_ends_in_a_game(person: Person, kind: str) -> None:
    """Under a right checksum, so only Python can tell."""
    person.page.evaluate(REPLACE, ["memory", kind])
    person.visit()
    is_playable(person)
    assert person.find("#trouble").is_hidden()


def test_a_memory_of_another_interpreter_is_not_taken(person: Person) -> None:
    person.page.evaluate(REPLACE, ["memory", "another"])
    person.visit()
    assert "app" in steps(person)
    is_playable(person)


@pytest.mark.parametrize("kind", ["noise", *more("nothing", "empty")])
def test_compiled_code_that_is_none_gives_way_to_the_sources(person: Person, kind: str) -> None:
    person.page.evaluate(DROP, "memory")
    person.page.evaluate(REPLACE, ["compiled.zip", kind])
    sources_asked(person)
    person.visit()
    assert "app" in steps(person)
    assert sources_asked(person)
    is_playable(person)


def test_what_was_prepared_for_another_version_goes_and_another_games_stays(
    person: Person,
) -> None:
    (own,) = person.page.evaluate(CACHES)
    old = re.sub("compiled-[^-]*", "compiled-000000000000", own)
    foreign = "card-night-compiled-000000000000-http://elsewhere/"
    (file,) = person.page.evaluate(FILES)
    old_file = re.sub("memory-[^-]*", "memory-000000000000", file)
    foreign_file = "card-night-memory-000000000000-elsewhere"
    for name in (old, foreign):
        person.page.evaluate("(name) => caches.open(name).then(() => null)", name)
    for name in (old_file, foreign_file):
        person.page.evaluate(
            """(name) => navigator.storage.getDirectory()
              .then((folder) => folder.getFileHandle(name, { create: true })).then(() => null)""",
            name,
        )
    person.visit()
    until(person.page, f"() => {CACHES}.then((all) => !all.includes('{old}'))")
    assert set(person.page.evaluate(CACHES)) == {own, foreign}
    assert set(person.page.evaluate(FILES)) == {file, foreign_file}
