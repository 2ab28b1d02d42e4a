"""The bundle as a static host would serve it, one Chromium, and pages that watch themselves.

A missing browser fails the run: nothing here is ever skipped.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserType, Page, sync_playwright

import build
from tests.browser.driver import BUSY, FLAGS, Person, Watch

PICTURES = "CARD_NIGHT_SHOTS"

Opener = Callable[..., Person]
Picture = Callable[[Page, str], None]


@pytest.fixture(scope="session")
def bundled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the bundle; tests that change files copy it first."""
    folder = tmp_path_factory.mktemp("bundle") / "site"
    build.bundle(folder)
    return folder


@pytest.fixture(scope="session")
def site(bundled: Path) -> Iterator[str]:
    """The address of the bundle, served for the whole session."""
    with build.serve_directory(bundled) as serving:
        yield serving.url


@pytest.fixture(scope="session")
def engine_of_browser() -> Iterator[BrowserType]:
    """Playwright's way to start Chromium."""
    with sync_playwright() as playwright:
        yield playwright.chromium


@pytest.fixture(scope="session")
def chromium(engine_of_browser: BrowserType) -> Iterator[Browser]:
    """One Chromium; every test gets contexts of its own in it."""
    browser = engine_of_browser.launch(executable_path=build.chromium(), args=FLAGS)
    yield browser
    browser.close()


@pytest.fixture
def open_page(chromium: Browser, site: str, request: pytest.FixtureRequest) -> Iterator[Opener]:
    """Opens a page in a fresh context: ``open_page(query=…, kept=…, size=…) -> Person``.

    The device prepares its next start only where the test's module says ``PREPARES = True``.

    When the test is done, no page may have thrown, broken the content policy or asked another
    origin, unless it was opened with ``watched=False``.
    """
    watches: list[Watch] = []
    contexts = []
    busy = "" if getattr(request.module, "PREPARES", False) else BUSY

    def opener(
        url: str = "",
        *,
        query: str = "",
        size: tuple[int, int] = (390, 844),
        kept: dict[str, str] | None = None,
        init: str = "",
        pace: float = 1,
        ready: bool = True,
        watched: bool = True,
        route: Callable[[Page], None] | None = None,
        **options: Any,
    ) -> Person:
        width, height = size
        options = {"has_touch": True, **options}
        context = chromium.new_context(viewport={"width": width, "height": height}, **options)
        contexts.append(context)
        context.set_default_timeout(30_000)
        watch = Watch(context, url or site)
        if watched:
            watches.append(watch)
        init = f"{busy}{init}"
        person = Person(context.new_page(), url or site, watch, init=init, pace=pace)
        if route is not None:
            route(person.page)
        if kept is not None:
            person.put(kept)
        person.visit(query, ready=ready)
        return person

    yield opener
    for context in contexts:
        context.close()
    faults = [fault for watch in watches for fault in watch.faults]
    assert not faults, faults


@pytest.fixture(scope="session")
def picture() -> Picture:
    """Saves a picture of the page where ``CARD_NIGHT_SHOTS`` names a folder; else does nothing."""
    folder = os.environ.get(PICTURES)

    def save(page: Page, name: str) -> None:
        if folder:
            Path(folder).mkdir(parents=True, exist_ok=True)
            page.screenshot(path=Path(folder) / f"{name}.png")

    return save
