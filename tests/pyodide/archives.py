"""What the tests need inside the browser, as archives for the worker's folder."""

from __future__ import annotations

import importlib.util
from pathlib import Path

from web.build.python import HOME, cached, compiled, python_files, standard_library
from web.build.tools import ROOT, write_zip

#: What runs the tests there. All of it is pure Python.
PACKAGES = ("_pytest", "pytest", "pluggy", "iniconfig", "packaging", "pygments")
MODULES = ("py",)
#: The folders below `tests` that the engine's tests read, besides the files in `tests` itself.
BELOW = ("cases", "naive")


def place_of(package: str) -> Path:
    """The folder a package of this environment lies in."""
    found = importlib.util.find_spec(package)
    assert found and found.submodule_search_locations, package
    return Path(found.submodule_search_locations[0])


def package_archive(target: Path) -> Path:
    """pytest and what it imports, compiled as the game itself is."""
    sources: dict[str, bytes] = {}
    for package in PACKAGES:
        sources |= python_files(place_of(package), package)
    for module in MODULES:
        sources[f"{module}.py"] = place_of("pytest").parent.joinpath(f"{module}.py").read_bytes()
    stdlib = standard_library(full=False)
    made = compiled("Compiling pytest", sources, HOME, stdlib=stdlib)
    write_zip(target, sources | {cached(name): body for name, body in made.items()})
    return target


def engine_tests() -> dict[str, bytes]:
    """The tests and the settings pytest reads, by their name in the worker's folder."""
    files = [ROOT / "pyproject.toml", *(ROOT / "tests").glob("*.py")]
    for below in BELOW:
        folder = ROOT / "tests" / below
        files += [it for it in folder.rglob("*") if it.suffix in (".py", ".json", ".md", ".txt")]
    return {file.relative_to(ROOT).as_posix(): file.read_bytes() for file in sorted(files)}


def tests_archive(target: Path) -> Path:
    """The tests as they are: pytest rewrites their assertions where they run."""
    write_zip(target, test_files())
    return target
