"""What a sealed deal costs, in CPython and in the browser's Python, and how much it sends.

Beside it, in the same run, what libsodium takes for a product of the group, compiled for Node; all
times are told as so many of its products too, so that a slow machine does not look like slow code.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path

from tests import sealed_room
from tests.bench import sealed_pace
from tests.bench.figure import Figure
from tests.bench.in_browser import run_python
from web.build.installed import node
from web.build.tools import WEB

SCRIPT = Path(__file__).parent / "sealed_sodium.mjs"
REPEATS = 3
HANDS = 2, 1  # in CPython, in the browser


def run() -> Iterator[Figure]:
    """The figures of the group ``sealed``."""
    sodium = _sodium()
    for name, value in sodium.items():
        yield Figure(f"sealed.{name}.libsodium", value, "ms")
    here = sealed_pace.measured(REPEATS, HANDS[0])
    inside = run_python(sealed_pace, f"measured({REPEATS}, {HANDS[1]})", [sealed_room])
    for name, value in here.items():
        if name.endswith("_bytes"):
            yield Figure(f"sealed.{name}", value, "bytes")
            continue
        measure = name if name in sodium else "times_ms"
        against, unit = f"sealed.{measure}.libsodium", sodium[measure]
        for python, took in (("cpython", value), ("pyodide", inside[name])):
            yield Figure(f"sealed.{name}.{python}", took, "ms", against, took / unit)


def _sodium() -> dict[str, float]:
    """Milliseconds of libsodium's product of the generator, and of any point."""
    command = [node()[0], SCRIPT, WEB / "package.json"]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120)
    return dict(json.loads(done.stdout))
