"""The servers that the relay's tests run against: found, or installed."""

from __future__ import annotations

import functools
import shutil
from pathlib import Path

from web.build.browsers import apt_install
from web.build.tools import Trouble

PACKAGES = {
    "redis-server": "redis-server",
    "nginx": "nginx-light",
    "systemd-analyze": "systemd",
    "openssl": "openssl",
}
"""Program → the Debian package that has it."""


def found(name: str) -> Path | None:
    """Where a program is; servers are not always on everybody's path."""
    path = shutil.which(name) or shutil.which(name, path="/usr/sbin:/usr/local/sbin:/sbin")
    return Path(path) if path else None


@functools.cache
def service(name: str) -> Path:
    """One of the programs in ``PACKAGES``, from Debian's packages when it is missing."""
    if path := found(name):
        return path
    missing = [package for program, package in PACKAGES.items() if not found(program)]
    if apt_install("Installing what the relay's tests need", *missing) and (path := found(name)):
        return path
    raise Trouble(
        f"The relay's tests need {name}. On Debian and Ubuntu: apt-get install {' '.join(missing)}. "
        "Single files that need it not run without: python3 build.py test tests/test_cases.py"
    )


def services() -> None:
    """All of them."""
    for name in PACKAGES:
        service(name)
