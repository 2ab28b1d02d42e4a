"""What the tests need inside the browser, as archives for the worker's folder."""

from __future__ import annotations

import importlib.util
from pathlib import Path

from web.build.python import python_files
from web.build.tools import ROOT, write_zip

#: What runs the tests there: pytest and what it imports, all of it pure Python.
PACKAGES = ("_pytest", "pytest", "pluggy", "iniconfig", "packaging", "pygments")
MODULES = ("py.py",)
#: The folders below `tests` that need a browser themselves; the engine's tests read the others.
OUTSIDE = ("bench", "browser", "pyodide", "webkit")


def place_of(package: str) -> Path:
    """The folder a package of this environment lies in."""
    found = importlib.util.find_spec(package)
    assert found and found.submodule_search_locations, package
    return Path(found.submodule_search_locations[0])


def write_packages(target: Path) -> Path:
    """pytest as it is; the interpreter there compiles it once, in the one run it has."""
    files: dict[str, bytes] = {}
    for package in PACKAGES:
        files |= python_files(place_of(package), package)
    beside = place_of("pytest").parent
    files |= {name: (beside / name).read_bytes() for name in MODULES}
    write_zip(target, files)
    return target


def write_tests(target: Path) -> Path:
    """The tests and the settings pytest reads, by the names they have here."""
    tests = ROOT / "tests"
    files = [ROOT / "pyproject.toml", *tests.glob("*.py")]
    for folder in tests.iterdir():
        if folder.is_dir() and folder.name not in OUTSIDE:
            files += [it for it in folder.rglob("*") if it.suffix in (".py", ".json", ".txt")]
    named = {file.relative_to(ROOT).as_posix(): file.read_bytes() for file in sorted(files)}
    write_zip(target, named)
    return target
