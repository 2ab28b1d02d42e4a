"""Where Pyodide's packages would lie; all else of its loader of packages when that is asked for.

There are none here, and the loader imports what reads archives of every kind. It lies beside this, as
``_package_loader_whole``.
"""

from __future__ import annotations

from importlib import import_module
from site import getsitepackages

# Pyodide numbers the objects of JavaScript's that a start takes hold of, and takes no memory in which
# one of them is missing (`memory.mjs`).
from pyodide_js import loadedPackages  # noqa: F401


class Folder:
    """A path that is only told: Pyodide asks for its text."""

    def __init__(self, path: str) -> None:
        self._path = path

    def __str__(self) -> str:
        return self._path


SITE_PACKAGES = Folder(getsitepackages()[0])
DSO_DIR = Folder("/usr/lib")


def init_loaded_packages() -> None:
    """Nothing: none are loaded."""


def __getattr__(name: str) -> object:
    """What the whole loader calls so, which is imported for it."""
    if name.startswith("__"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module("pyodide._package_loader_whole"), name)
