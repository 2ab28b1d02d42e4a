"""What a start leaves for the next one: used, told about, refused, damaged, wiped, and deleted.

Whatever happens to it, the game opens the plain way, and says so on the details page only.
"""

from __future__ import annotations

import pytest

from tests.browser.driver import Person, Watch, more
from tests.browser.hosts import KEPT, PREPARED, SUM, until
from tests.browser.records import settings
from tests.browser.test_offline import KEPT_OFFLINE, PHONE, Site
from tests.browser.test_offline import own_site as own_site  # a fixture
from tests.pyodide.inside import parts
from web.app import texts
from web.build.site import checksum

#: Puts something else in place of what is kept under a name.
PREPARES = True
DAMAGE = """async ([what, how]) => {
  const kept = KEPT;
  let { head, bytes } = await kept.read(what);
  if (how === "one bit") bytes[bytes.length >> 1] ^= 1;
  if (how !== "one bit") bytes = bytes.slice(0, bytes.length >> 1);
  if (how === "cut, with its checksum") head.sum = SUM(bytes);
  await kept.write(what, { head, bytes });
}""".replace("KEPT", KEPT).replace("SUM", SUM)
#: Takes what is kept under a name away.
DELETE = f"(what) => {KEPT}.drop(what)"
MARKS = "performance.getEntriesByType('mark').map(({name}) => name)"
KEPT_HERE = "async () => (await navigator.storage.estimate()).usage"


def prepared(person: Person) -> None:
    """Waits until the next start is prepared."""
    person.wait(KEPT_OFFLINE)
    until(person.page, PREPARED)


def detailed(person: Person, *sentences: str) -> None:
    """Looks for the sentences on the details page, from the home screen and back to it."""
    for sentence in sentences:
        assert sentence not in person.text("#app")
    person.press("[data-event=settings]")
    person.press("[data-event=details]")
    for sentence in sentences:
        person.wait(f"#details:has-text('{sentence}')")
    person.press("[data-event=leave]")
    person.press("[data-event=home]")


def played(person: Person) -> None:
    """A hand is dealt and a question of it answered."""
    person.deal(players=2)
    person.act()
    person.press("[data-event=menu]")
    person.press("#menu [data-event=home]")


# -- in good order ---------------------------------------------------------------------------------


def test_later_starts_use_it_with_the_server_stopped(open_page, own_site):
    person = open_page(own_site.url, kept={"settings": settings()}, pace=0.1, **PHONE)
    prepared(person)
    detailed(person, texts.CODE["made"], texts.OFFLINE_WHOLE)
    own_site.stop()
    person.visit()
    detailed(person, texts.CODE["kept"])
    played(person)


def test_what_is_kept_is_shown_in_the_settings_and_freed_by_deleting(open_page):
    """Less than 50 MB with all that may be kept; next to nothing afterwards."""
    person = open_page(kept={"settings": settings()}, pace=0.1, **PHONE)
    prepared(person)
    played(person)
    size = person.page.evaluate(KEPT_HERE)
    assert size < 50_000_000
    person.press("[data-event=settings]")
    shown = texts.KEPT_BYTES.format(size=texts.size(size))
    person.wait(f"#kept:has-text('{shown.split('MB')[0]}')")
    person.press("[data-event=ask-delete]")
    person.press("#ask-delete [data-event=delete-all]")
    person.wait("body[data-ready]:has-text('was deleted')")
    assert person.page.evaluate("caches.keys()") == []
    until(person.page, f"async () => await ({KEPT_HERE})() < 1_000_000")
    person.press("[data-event=settings]")
    person.wait("#kept:has-text(' kB')")
    assert "MB" not in person.text("#kept")
    person.visit()
    prepared(person)  # and all is as on the first day


# -- damaged ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("what", ["memory", *more("compiled.zip")])
@pytest.mark.parametrize("how", ["cut, with its checksum", *more("one bit", "cut")])
def test_what_is_damaged_is_thrown_away_and_made_anew(open_page, own_site, what, how):
    """Y11, Y14."""
    person = open_page(
        own_site.url, kept={"settings": settings()}, pace=0.1, watched=False, **PHONE
    )
    prepared(person)
    if what == "compiled.zip":  # used only where there is no memory
        person.page.evaluate(DELETE, "memory")
    person.page.evaluate(DAMAGE, [what, how])
    own_site.stop()
    person.visit()
    assert person.find("#trouble").is_hidden()
    detailed(person, texts.CODE_TROUBLE["damaged"])
    played(person)
    until(person.page, PREPARED)
    person.visit()
    detailed(person, texts.CODE["kept"])


@pytest.mark.long
def test_what_another_browser_prepared_is_not_used(open_page, own_site):
    """Y14: the same profile after the browser was updated."""
    person = open_page(own_site.url, kept={"settings": settings()}, pace=0.1, **PHONE)
    prepared(person)
    person.page.evaluate(
        """async () => {
          const kept = KEPT;
          for (const what of ["memory", "compiled.zip"]) {
            const { head, bytes } = await kept.read(what);
            await kept.write(what, { head: { ...head, maker: "another" }, bytes });
          }
        }""".replace("KEPT", KEPT)
    )
    person.visit()
    detailed(person, texts.CODE["made"])
    played(person)


# -- refused, full, wiped --------------------------------------------------------------------------


#: Browsers that let nobody read and write files in place, or have no private files at all.
WITHOUT_FILES = {
    "none": "delete StorageManager.prototype.getDirectory;\n",
    "for one tab only": """
      const create = self.FileSystemFileHandle?.prototype.createSyncAccessHandle;
      if (create) FileSystemFileHandle.prototype.createSyncAccessHandle = function (how) {
        return how ? Promise.reject(new DOMException("no", "NoModificationAllowedError"))
                   : create.call(this);
      };
    """,
}


def with_worker(site: Site, script: str) -> None:
    """Puts a script before the worker's own, and its checksum on the list of what is kept offline."""
    (file,) = site.folder.glob("assets/worker-*.mjs")
    before = file.read_bytes()
    file.write_bytes(script.encode() + before)
    listed = site.folder / "service-worker.js"
    text = listed.read_text("utf-8").replace(checksum(before), checksum(file.read_bytes()))
    listed.write_text(text, "utf-8")


@pytest.mark.long
@pytest.mark.parametrize("which", ["none", *more("for one tab only")])
def test_without_files_the_memory_is_kept_and_read_all_the_same(open_page, own_site, which):
    """Y14: beside the compiled code, or read as a whole."""
    with_worker(own_site, WITHOUT_FILES[which])
    person = open_page(own_site.url, kept={"settings": settings()}, pace=0.1, **PHONE)
    prepared(person)
    beside = person.page.evaluate(f"{KEPT}.key('memory').then(Boolean)")
    assert beside is (which == "none")
    for _ in range(2):
        person.visit()
        assert "start:app" not in person.page.evaluate(MARKS)
    played(person)


@pytest.mark.long
def test_a_file_that_was_not_written_to_its_end_is_no_memory(open_page):
    """Y14: the browser was killed over it. Nothing is said of it, for nothing is wrong with it."""
    person = open_page(kept={"settings": settings()}, pace=0.1, **PHONE)
    prepared(person)
    person.page.evaluate(
        """async () => {
          const out = await (await KEPT.file()).createWritable({ keepExistingData: true });
          await out.write(new Uint8Array(4096));
          await out.close();
        }""".replace("KEPT", KEPT)
    )
    person.visit()
    assert "start:app" in person.page.evaluate(MARKS)
    prepared(person)
    person.visit()
    assert "start:app" not in person.page.evaluate(MARKS)
    detailed(person, texts.CODE["kept"])


@pytest.mark.parametrize("times", [2, *more(1)])
def test_a_device_that_loses_the_page_over_preparing_is_left_alone(open_page, own_site, times):
    """Y03: a phone without room for a second Python is asked twice, and not again."""
    person = open_page("about:blank", ready=False, watched=False, pace=0.1, **PHONE)
    person.url, person.watch = own_site.url, Watch(person.page.context, own_site.url)
    person.page.goto(f"{own_site.url}marker.txt")
    person.page.evaluate(
        """async ([version, scope, times]) => {
          const store = await caches.open(`card-night-compiled-${version}-${scope}`);
          const headers = { "x-maker": navigator.userAgent, "x-note": String(times) };
          await store.put(`${scope}trying`, new Response("", { headers }));
        }""",
        [parts(own_site.folder)["version"], own_site.url, times],
    )
    person.visit()
    person.wait(KEPT_OFFLINE)
    if times == 1:
        prepared(person)
    else:
        detailed(person, texts.CODE["none"], texts.CODE_TROUBLE["failed"])
        assert person.page.evaluate(f"{KEPT}.read('memory')") is None
    played(person)


def test_a_browser_that_refuses_caches_plays_the_plain_way(open_page, own_site):
    """Some private windows: the word alone throws, in the page and in its workers."""
    refuse = """Object.defineProperty(self, "caches", {
      get() { throw new DOMException("no", "SecurityError"); },
    });\n"""
    for file in own_site.folder.glob("assets/**/*.mjs"):
        if file.name.startswith("worker"):
            file.write_text(refuse + file.read_text("utf-8"), "utf-8")
    init = f"if (self.Window) {refuse}"
    person = open_page(
        own_site.url, kept={"settings": settings()}, init=init, pace=0.1, watched=False, **PHONE
    )
    assert person.find("#trouble").is_hidden()
    played(person)
    detailed(person, texts.CODE["none"], texts.CODE_TROUBLE["forbidden"])
    person.visit()
    person.press("[data-event=continue]")


@pytest.mark.long
def test_a_device_without_a_service_worker_plays(open_page):
    """A private window of some browsers has none; storage lasts as long as the window."""
    init = "delete Navigator.prototype.serviceWorker"
    person = open_page(kept={"settings": settings()}, init=init, pace=0.1, **PHONE)
    played(person)
    person.visit()
    person.press("[data-event=continue]")


@pytest.mark.parametrize("room", [1, *more(20_000_000)])
def test_a_full_device_plays_the_plain_way(open_page, own_site, room):
    """No room at all, or just enough for the offline copy and not for what is prepared."""
    person = open_page("about:blank", ready=False, watched=False, pace=0.1, **PHONE)
    person.url, person.watch = own_site.url, Watch(person.page.context, own_site.url)
    person.page.goto(f"{own_site.url}marker.txt")
    session = person.page.context.new_cdp_session(person.page)
    session.send("Storage.overrideQuotaForOrigin", {"origin": own_site.url, "quotaSize": room})
    person.visit()
    person.deal(players=2)
    person.act()
    person.press("[data-event=menu]")
    person.press("#menu [data-event=home]")
    if room > 1:
        person.wait(KEPT_OFFLINE)
        person.press("[data-event=settings]")
        person.press("[data-event=details]")
        person.wait(f"#details:has-text('{texts.CODE_TROUBLE['full']}')")
    else:
        assert "(full)" in person.text("#storage")
    person.visit()
    assert person.find("#trouble").is_hidden()


def test_caches_that_the_browser_dropped_are_filled_again(open_page, own_site):
    """W11: the service worker is still there, what it kept is not."""
    kept = {"settings": settings()}
    # What the start does not need, an icon, may be missing in the end: told in the console only.
    person = open_page(own_site.url, kept=kept, pace=0.1, watched=False, **PHONE)
    prepared(person)
    person.page.evaluate(
        "caches.keys().then((all) => Promise.all(all.map((it) => caches.delete(it))))"
    )
    person.visit()
    assert "start:app" not in person.page.evaluate(MARKS)  # the memory lies elsewhere
    played(person)
    until(
        person.page,
        """async () => {
          const [name] = (await caches.keys()).filter((it) => it.includes("precache"));
          const keys = name ? await (await caches.open(name)).keys() : [];
          return ["asm.wasm", "stdlib.zip", "index.html"].every(
            (part) => keys.some(({ url }) => url.includes(part)));
        }""",
    )
    own_site.stop()
    person.visit()
    person.press("[data-event=continue]")
    assert person.find("#trouble").is_hidden()
