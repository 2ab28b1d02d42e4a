"""How long a start takes: to the first paint, and until Python answers a tap."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from playwright.sync_api import Page, Playwright, sync_playwright

import build
from tests.bench.chromium import FLAGS
from tests.bench.figure import Figure
from tests.browser.hosts import STORED, Bare, Packing, hosted
from web.build.tools import NODE_MODULES

TIMES = 5
PAINTED = "performance.getEntriesByName('first-contentful-paint')[0].startTime"
READY = "performance.getEntriesByName('ready')[0].startTime"
#: Resolves once the service worker holds everything, or cannot: it gives up on a changed file.
SETTLED = """navigator.serviceWorker.getRegistration().then((it) => it && new Promise((done) => {
  const worker = it.installing ?? it.waiting ?? it.active;
  const look = () => /activated|redundant/.test(worker.state) && done();
  worker.addEventListener("statechange", look);
  look();
}))"""


@dataclass(frozen=True)
class Starts:
    """Medians, in milliseconds from the navigation."""

    painted: float
    cold: float
    warm: float


def run() -> Iterator[Figure]:
    """The figures of the group ``start``, against the standard library as npm has it."""
    with tempfile.TemporaryDirectory() as scratch:
        ours, plain = Path(scratch, "ours"), Path(scratch, "plain")
        build.bundle(ours)
        build.bundle(plain)
        for library in plain.glob("assets/runtime-*/python_stdlib.zip"):
            shutil.copy(NODE_MODULES / "pyodide" / "python_stdlib.zip", library)
        with sync_playwright() as playwright:
            got, other = measured(playwright, ours), measured(playwright, plain)
            yield from first_visit_bytes(playwright, Path(scratch, "packed"))
    yield Figure("start.first_paint_ms", got.painted, "ms")
    for name in ("cold", "warm"):
        value, against = getattr(got, name), getattr(other, name)
        yield Figure(f"start.ready_{name}_ms.npm_stdlib", against, "ms")
        yield Figure(
            f"start.ready_{name}_ms",
            value,
            "ms",
            f"start.ready_{name}_ms.npm_stdlib",
            value / against,
        )


def first_visit_bytes(playwright: Playwright, folder: Path) -> Iterator[Figure]:
    """What a first visit is sent until everything is stored, by a host that packs and a bare one."""
    build.bundle(folder, pack=True)
    whole = sum(
        file.stat().st_size for file in folder.rglob("*") if file.suffix not in (".br", ".gz")
    )
    yield Figure("start.bundle_bytes", whole, "bytes")
    for name, kind in (("brotli", Packing), ("plain_host", Bare)):
        browser = playwright.chromium.launch(executable_path=build.chromium(), args=FLAGS)
        with hosted(folder, kind) as (serving, counted):
            page = browser.new_page()
            opened(page, serving.url)
            page.evaluate(STORED)
            page.wait_for_load_state("networkidle")
        browser.close()
        figure = f"start.first_visit_bytes_{name}"
        yield Figure(figure, counted.total, "bytes", "start.bundle_bytes", counted.total / whole)


def measured(playwright: Playwright, folder: Path) -> Starts:
    """Starts the bundle some times, each in a browser with an empty profile, then once more."""
    painted, cold, warm = [], [], []
    with build.serve_directory(folder) as serving:
        for _ in range(TIMES):
            with tempfile.TemporaryDirectory() as profile:
                context = playwright.chromium.launch_persistent_context(
                    profile, executable_path=build.chromium(), args=FLAGS
                )
                page = context.new_page()
                cold.append(opened(page, serving.url))
                painted.append(page.evaluate(PAINTED))
                page.evaluate(SETTLED)
                warm.append(opened(page, serving.url))
                context.close()
    return Starts(median(painted), median(cold), median(warm))


def opened(page: Page, url: str) -> float:
    """Milliseconds until Python answers."""
    page.goto(url, wait_until="commit")
    page.locator("body[data-ready]").wait_for(state="attached", timeout=120_000)
    found: float = page.evaluate(READY)
    return found
