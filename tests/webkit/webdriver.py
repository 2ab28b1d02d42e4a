"""A small client for WebDriver, and WebKit under it, on a screen that nobody sees."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

import build

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"  # the key of an element, fixed by the standard
PAUSE = 0.02  # between two looks at a condition

Found = TypeVar("Found")


class DriverError(Exception):
    """WebDriver refused; `code` is the standard's word for why."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(f"{code}: {message}")
        self.code = code


class TimeOut(AssertionError):
    """What was waited for did not come."""


def until(what: str, look: Callable[[], Found | None], seconds: float = 60) -> Found:
    """Looks again and again until there is something; says `what` was awaited when there is not."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if found := look():
            return found
        time.sleep(PAUSE)
    raise TimeOut(f"waited {seconds:g} s for {what}")


class Browser:
    """One window, driven through WebDriver."""

    def __init__(self, port: int) -> None:
        self._home = f"http://127.0.0.1:{port}"
        self._session = ""

    def _ask(self, method: str, path: str, body: object = None) -> Any:
        data = None if method != "POST" else json.dumps(body or {}).encode()
        request = urllib.request.Request(f"{self._home}{path}", data, method=method)
        request.add_header("Content-Type", "application/json")
        try:
            with urllib.request.urlopen(request, timeout=120) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            told = json.load(error)["value"]
            raise DriverError(told["error"], told["message"]) from None

    def _post(self, path: str, body: object = None) -> Any:
        return self._ask("POST", f"{self._session}{path}", body)

    def awake(self) -> bool:
        """Whether the driver answers yet."""
        try:
            return bool(self._ask("GET", "/status")["ready"])
        except OSError:
            return False

    def begin(self, program: Path) -> None:
        """Opens the browser's window."""
        options = {"binary": str(program), "args": ["--automation"]}
        wanted = {"alwaysMatch": {"webkitgtk:browserOptions": options}}
        told = self._ask("POST", "/session", {"capabilities": wanted})
        self._session = f"/session/{told['sessionId']}"

    def end(self) -> None:
        """Closes it."""
        if self._session:
            self._ask("DELETE", self._session)

    def size(self, width: int, height: int) -> None:
        """Gives the page so much room, whatever the window needs around it."""
        self._post("/window/rect", {"width": width, "height": height})
        inner = self.script("return [innerWidth, innerHeight]")
        grown = {"width": 2 * width - inner[0], "height": 2 * height - inner[1]}
        self._post("/window/rect", grown)

    def visit(self, url: str) -> None:
        """Goes to an address."""
        self._post("/url", {"url": url})

    def reload(self) -> None:
        """Loads the page anew."""
        self._post("/refresh")

    def script(self, source: str, *given: object) -> Any:
        """What the body of a function gives in the page."""
        return self._post("/execute/sync", {"script": source, "args": list(given)})

    def find(self, selector: str) -> str | None:
        """The first element the selector finds."""
        found = self._post("/elements", {"using": "css selector", "value": selector})
        return found[0][ELEMENT] if found else None

    def wait(self, selector: str, seconds: float = 60) -> str:
        """The first element the selector finds, once there is one."""
        try:
            return until(selector, lambda: self.find(selector), seconds)
        except TimeOut as error:
            error.add_note(f"the page says {self.script('return {...document.body.dataset}')}")
            raise

    def tap(self, selector: str) -> None:
        """Presses an element as a person does: in its middle, and only if nothing covers it."""
        self._post(f"/element/{self.wait(selector)}/click")


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def ended(process: subprocess.Popen[bytes]) -> None:
    """Ends a process that we started."""
    process.terminate()
    try:
        process.wait(10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


@contextmanager
def screen(xvfb: Path) -> Iterator[str]:
    """A screen in memory; its name for DISPLAY."""
    read, write = os.pipe()
    options = ["-displayfd", str(write), "-screen", "0", "1400x1100x24", "-nolisten", "tcp"]
    process = subprocess.Popen(
        [str(xvfb), *options],
        pass_fds=[write],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    os.close(write)
    try:
        with os.fdopen(read) as told:  # ends empty when Xvfb does not come up
            number = told.readline().strip()
        assert number, "Xvfb did not start"
        yield f":{number}"
    finally:
        ended(process)


@contextmanager
def started(home: Path) -> Iterator[Browser]:
    """WebKit with a profile of its own in `home`; whatever is missing for it fails here."""
    programs = build.webkit()
    home.mkdir(parents=True, exist_ok=True)
    with screen(programs.xvfb) as display, (home / "driver.log").open("wb") as log:
        port = free_port()
        environment = {
            **os.environ,
            "DISPLAY": display,
            "HOME": str(home),
            "XDG_DATA_HOME": str(home / "data"),
            "XDG_CACHE_HOME": str(home / "cache"),
            "XDG_CONFIG_HOME": str(home / "config"),
            "GDK_BACKEND": "x11",
            "LIBGL_ALWAYS_SOFTWARE": "1",
            "NO_AT_BRIDGE": "1",
            "GSETTINGS_BACKEND": "memory",
        }
        driver = subprocess.Popen(
            [str(programs.driver), f"--port={port}", "--host=127.0.0.1"],
            env=environment,
            stdout=log,
            stderr=log,
        )
        browser = Browser(port)
        try:
            until("WebKitWebDriver", browser.awake, 30)
            browser.begin(programs.browser)
            yield browser
        finally:
            with suppress(OSError, DriverError):
                browser.end()
            ended(driver)
