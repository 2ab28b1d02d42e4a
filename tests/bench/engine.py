"""Hands a second, in CPython and in the browser's Python.

What it is compared against is a fixed loop of pure Python timed in the same run and the same
Python, so that a slow or busy machine does not look like a slow engine.
"""

from __future__ import annotations

from collections.abc import Iterator

from tests.bench import pace
from tests.bench.figure import Figure
from tests.bench.in_browser import run_python

GAME, PLAYERS = "110", 4


def run() -> Iterator[Figure]:
    """The figures of the group ``engine``."""
    yield from _figures("cpython", *pace.measured(GAME, PLAYERS))
    yield from _figures("pyodide", *run_python(pace, f"measured({GAME!r}, {PLAYERS})"))


def _figures(python: str, loops: float, hands: float) -> Iterator[Figure]:
    yardstick = f"engine.calibration_loops_per_s.{python}"
    yield Figure(yardstick, loops, "loops/s")
    yield Figure(f"engine.{GAME}.hands_per_s.{python}", hands, "hands/s", yardstick, hands / loops)
