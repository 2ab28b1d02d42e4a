"""How many bytes a first visit fetches, each file compressed as a careful host does it."""

from __future__ import annotations

import gzip
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

import build
from tests.bench.figure import Figure
from web.build.python import app_files
from web.build.tools import NODE_MODULES, ROOT

PYODIDE = "pyodide.mjs pyodide.asm.mjs pyodide.asm.wasm python_stdlib.zip pyodide-lock.json".split()
PYSCRIPT = ("core.js", "core-*.js", "core.css")


def run() -> Iterator[Figure]:
    """The figures of the group ``bundle``, against the same game on the files as npm has them."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch, "bundle")
        build.bundle(folder)
        files = [file for file in folder.rglob("*") if file.is_file()]
        # Kept for offline play, every file is fetched on the first visit.
        whole = compressed(file.read_bytes() for file in files)
        own = compressed(file.read_bytes() for file in files if not is_pyodide(file))
    plain = compressed(npm_files())
    yield Figure("bundle.npm_bytes_gzip", plain, "bytes")
    yield Figure(
        "bundle.bytes_gzip", whole, "bytes", against="bundle.npm_bytes_gzip", ratio=whole / plain
    )
    yield Figure(
        "bundle.app_bytes_gzip", own, "bytes", against="bundle.bytes_gzip", ratio=own / whole
    )


def compressed(bodies: Iterable[bytes]) -> int:
    """The bytes of all of them, each compressed by itself."""
    return sum(len(gzip.compress(body, 9, mtime=0)) for body in bodies)


def is_pyodide(file: Path) -> bool:
    """Whether a file of the bundle is Pyodide's or Python's own."""
    return file.parent.name.startswith("runtime-")


def npm_files() -> Iterator[bytes]:
    """What the same game needs when nothing is compiled, pruned or left out."""
    for name in PYODIDE:
        yield (NODE_MODULES / "pyodide" / name).read_bytes()
    for pattern in PYSCRIPT:
        for file in (NODE_MODULES / "@pyscript/core/dist").glob(pattern):
            yield file.read_bytes()
    yield from app_files(ROOT).values()
