"""Python run inside a bundle's own interpreter, in a worker of a page that only the tests serve."""

from __future__ import annotations

import html
import json
import re
import shutil
from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, Playwright, sync_playwright

import build

HERE = Path(__file__).parent
#: What lets Chromium run as root, in a container without a screen.
ARGUMENTS = ("--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking")


class Failed(AssertionError):
    """Python raised inside; the message is its traceback."""


def parts(folder: Path) -> dict[str, Any]:
    """What a bundle's page says about its own files."""
    page = (folder / "index.html").read_text("utf-8")
    found = re.search(r'id="parts">(.*?)</script>', page, re.S)
    assert found, "the page names no parts"
    return dict(json.loads(found[1]))


class Inside:
    """An interpreter that has started in a page."""

    def __init__(self, page: Page, thread: Executor) -> None:
        self._page = page
        self._thread = thread

    def run(self, script: str, given: str = "", seconds: float = 60) -> Any:
        """What the last expression of `script` gives, a text of JSON; `given` is a global there."""
        return self._thread.submit(self._run, script, given, seconds).result()

    def _run(self, script: str, given: str, seconds: float) -> Any:
        self._page.evaluate(
            """([script, given]) => {
              document.body.removeAttribute("data-done");
              globalThis.outcome = null;
              run(script, given).then((outcome) => {
                globalThis.outcome = outcome;
                document.body.dataset.done = "";
              });
            }""",
            [script, given],
        )
        # Waited for by the page's marks: a hang ends with a message, not with the whole run.
        done = self._page.locator("body[data-done]")
        done.wait_for(state="attached", timeout=seconds * 1000)
        outcome = self._page.evaluate("outcome")
        if "error" in outcome:
            raise Failed(outcome["error"])
        return json.loads(outcome["result"])


def write_page(folder: Path) -> str:
    """Puts a page of ours into the bundle's folder, beside its own; its name."""
    for name in ("page.mjs", "worker.mjs"):
        shutil.copy(HERE / name, folder)
    told = json.dumps(parts(folder)).replace("</", "<\\/")
    text = (
        f"<!doctype html><title>{html.escape(folder.name)}</title>"
        f'<body><script type="application/json" id="parts">{told}</script>'
        '<script type="module" src="page.mjs"></script></body>'
    )
    (folder / "inside.html").write_text(text, "utf-8")
    return "inside.html"


@contextmanager
def started(folder: Path) -> Iterator[Inside]:
    """The interpreter of the bundle in `folder`.

    Playwright lives in a thread of its own: a thread bears one, and other tests have theirs.
    """
    name = write_page(folder)
    with build.serve_directory(folder) as serving, ThreadPoolExecutor(1) as thread:
        playwright = thread.submit(sync_playwright().start).result()
        try:
            page = thread.submit(opened, playwright, f"{serving.url}{name}").result()
            yield Inside(page, thread)
        finally:
            thread.submit(playwright.stop).result()


def opened(playwright: Playwright, url: str) -> Page:
    """The page in a Chromium, which ends with its Playwright."""
    browser = playwright.chromium.launch(
        executable_path=str(build.chromium()), args=list(ARGUMENTS)
    )
    page = browser.new_page()
    page.goto(url)
    page.locator("body[data-ready]").wait_for(state="attached")
    return page
