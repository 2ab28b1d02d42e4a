"""The browsers the tests run in: found, or installed."""

from __future__ import annotations

import functools
import os
import shutil
import subprocess
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from web.build.installed import venv_program
from web.build.tools import Trouble, run

CHROMIUM_NAMES = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    r"C:\Program Files\Google\Chrome\Application\chrome.exe",
    r"C:\Program Files (x86)\Google\Chrome\Application\chrome.exe",
)


def apt_install(what: str, *packages: str) -> bool:
    """Installs Debian packages where that is possible without asking; False where it is not."""
    if not shutil.which("apt-get") or not hasattr(os, "geteuid") or os.geteuid() != 0:
        return False
    advice = f"Install by hand what is missing: apt-get install {' '.join(packages)}"
    quiet = {"DEBIAN_FRONTEND": "noninteractive"}
    run("Reading Debian's package lists", ["apt-get", "update"], advice=advice, env=quiet)
    install = ["apt-get", "install", "--yes", "--no-install-recommends", *packages]
    run(what, install, advice=advice, env=quiet)
    return True


def first_program(names: Iterable[str]) -> Path | None:
    """The first of the names that is a program here."""
    return next((Path(found) for name in names if (found := shutil.which(name))), None)


def playwrights_chromium() -> Path | None:
    """Playwright's own Chromium, where it was downloaded."""
    script = (
        "from playwright.sync_api import sync_playwright as s\n"
        "with s() as p: print(p.chromium.executable_path)"
    )
    ask = [str(venv_program("python")), "-c", script]
    found = Path(subprocess.run(ask, capture_output=True, text=True).stdout.strip() or "none")
    return found if found.is_file() else None


@functools.cache
def chromium() -> Path:
    """A Chromium or Chrome: an installed one, Playwright's, Debian's, else downloaded."""
    if found := first_program(CHROMIUM_NAMES) or playwrights_chromium():
        return found
    packages = ("chromium", "fonts-dejavu-core")
    if apt_install("Installing Chromium", *packages) and (found := first_program(CHROMIUM_NAMES)):
        return found
    run(
        "Downloading Chromium",
        [venv_program("python"), "-m", "playwright", "install", "chromium"],
        timeout=600,
        advice="The browser tests need Chromium or Chrome. Install one (Debian: apt-get install "
        "chromium), or let `playwright install chromium` download one, then run again.",
    )
    if found := playwrights_chromium():
        return found
    raise Trouble("Playwright downloaded Chromium, but it is not where Playwright says.")


@dataclass(frozen=True)
class WebKit:
    """What drives WebKitGTK: its WebDriver, the small browser, and a screen for it."""

    driver: Path
    browser: Path
    xvfb: Path


def installed_webkit() -> WebKit | None:
    """WebKitGTK's parts, when all are here."""
    driver, xvfb = first_program(["WebKitWebDriver"]), first_program(["Xvfb"])
    browsers = sorted(Path("/usr").glob("lib*/**/webkit2gtk-4.*/MiniBrowser"))
    if driver and xvfb and browsers:
        return WebKit(driver, browsers[-1], xvfb)
    return None


@functools.cache
def webkit() -> WebKit:
    """WebKitGTK for the tests, from Debian's packages when it is missing."""
    packages = ("webkit2gtk-driver", "libwebkit2gtk-4.1-0", "xvfb")
    if found := installed_webkit():
        return found
    if apt_install("Installing WebKitGTK", *packages) and (found := installed_webkit()):
        return found
    raise Trouble(
        "The WebKit tests need WebKitWebDriver, WebKitGTK's MiniBrowser and Xvfb. On Debian and "
        f"Ubuntu: apt-get install {' '.join(packages)}. Single files that need no browser run "
        "without: python3 build.py test tests/test_cases.py"
    )
