"""Writes `used.txt`: which functions of Python's WebAssembly a game uses.

    python -m web.build.used

To be run when Pyodide is another, and when a test says that a start calls for what it does not name.
The numbers are those of `runtime.lean`, whose fingerprint stands in the first line.
"""

from __future__ import annotations

import shutil
import tempfile
import textwrap
from pathlib import Path

from web.build.browsers import chromium
from web.build.bundle import beside, bundle
from web.build.installed import node_script, set_up
from web.build.python import imported, sources, standard_library, with_code
from web.build.runtime import CODE, LEAN, USED, fingerprint, lean
from web.build.server import serve_directory
from web.build.tools import ROOT, SCRIPTS, SHELL, say, write_zip

#: How often the game is opened, and how long its bots are watched each time.
VISITS = 4
WATCHED_MS = 4_000
#: Goes before the worker's own code, and keeps what the watched WebAssembly in it offers.
WATCHING = """
const { instantiate } = WebAssembly;
WebAssembly.instantiate = async (...given) => {
  const made = await instantiate(...given);
  const { exports } = made.instance ?? made;
  if ("~called0" in exports) globalThis.watched = exports;
  return made;
};
"""
CALLED = """() => Object.entries(watched)
  .filter(([name, it]) => name.startsWith("~called") && it.value)
  .map(([name]) => Number(name.slice("~called".length)))"""


def watched(scratch: Path) -> Path:
    """A folder with Pyodide's two files, which note what is called."""
    runtime = scratch / "runtime"
    runtime.mkdir()
    for name in LEAN:
        shutil.copy(lean() / name, runtime)
    node_script("Watching Python", "split.mjs", "watched", runtime)
    return runtime


def played(runtime: Path, scratch: Path) -> set[int]:
    """What all that the game does calls, here and without a page."""
    first, later = sources(ROOT)
    shipped = with_code(first) | beside(first)
    home, out = scratch / "home", scratch / "used"
    home.mkdir()
    shutil.copy(standard_library(imported(first | later)), runtime / "python_stdlib.zip")
    write_zip(home / "app.zip", shipped)
    write_zip(home / "later.zip", later)
    programs = (SCRIPTS / "playing.py", SHELL / "start.py")
    node_script("Playing", "used.mjs", runtime, home, *programs, out)
    return {int(number) for number in out.read_text("ascii").split()}


def opened(runtime: Path, scratch: Path) -> set[int]:
    """What first visits call in a browser, up to the first cards and the first bots' moves."""
    from playwright.sync_api import sync_playwright  # what only plays has no need of it

    site = scratch / "site"
    bundle(site)
    (code,) = site.glob(f"assets/runtime-*/{CODE}")
    shutil.copy(runtime / CODE, code)
    (worker,) = site.glob("assets/worker-*.mjs")
    worker.write_text(WATCHING + worker.read_text("utf-8"), "utf-8")
    with serve_directory(site) as serving, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium())
        called: set[int] = set()
        for _ in range(VISITS):
            page = browser.new_page()
            page.goto(serving.url)
            for event in ("play-alone", "start-game"):
                page.click(f'body[data-ready] [data-event="{event}"]', timeout=60_000)
            page.wait_for_selector('body[data-screen="table"] #hand', timeout=60_000)
            for mark in ("ahead", "pyscript"):
                while not page.evaluate(f"performance.getEntriesByName('start:{mark}').length"):
                    page.wait_for_timeout(100)
            page.wait_for_timeout(WATCHED_MS)
            for thread in page.workers:
                called |= set(thread.evaluate(CALLED))
            page.close()
        browser.close()
    return called


def write_used() -> None:
    """Plays in Pythons that note what is called, and writes the list."""
    set_up()
    with tempfile.TemporaryDirectory() as folder:
        scratch = Path(folder)
        runtime = watched(scratch)
        numbers = played(runtime, scratch)
        write(numbers)  # the bundle that is opened wants a list for this very Pyodide
        write(numbers | opened(runtime, scratch))


def write(numbers: set[int]) -> None:
    """Writes the list."""
    text = textwrap.fill(" ".join(runs(numbers)), 100)
    USED.write_text(f"{fingerprint(lean())}\n{text}\n", "ascii", newline="\n")
    say(f"{USED.relative_to(ROOT)} names {len(numbers)} functions.")


def runs(numbers: set[int]) -> list[str]:
    """Those numbers in order, and where they follow on each other as `from-to`."""
    found: list[list[int]] = []
    for number in sorted(numbers):
        if found and found[-1][-1] == number - 1:
            found[-1][1:] = [number]
        else:
            found.append([number])
    return ["-".join(map(str, run)) for run in found]


if __name__ == "__main__":
    write_used()
