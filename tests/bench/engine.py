"""Hands and moves a second, in CPython and in the browser's Python.

What it is compared against is a fixed loop of pure Python timed in the same run and the same
Python, so that a slow or busy machine does not look like a slow engine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tests.bench import pace
from tests.bench.figure import Figure
from tests.bench.in_browser import run_python

MEASURED = (("110", (4,), "hands"), ("deeds", (2, 3, 4, 5, 6), "moves"))
"""The variant, the numbers of players, and what is counted."""


def run() -> Iterator[Figure]:
    """The figures of the group ``engine``."""
    yield from _figures("cpython", lambda game: pace.measured(*game))
    yield from _figures("pyodide", lambda game: run_python(pace, f"measured{game!r}"))


def _figures(
    python: str, measure: Callable[[tuple[str, tuple[int, ...], str]], tuple[float, float]]
) -> Iterator[Figure]:
    for game in MEASURED:
        name, _, unit = game
        loops, count = measure(game)
        yardstick = f"engine.calibration_loops_per_s.{python}.{name}"
        yield Figure(yardstick, loops, "loops/s")
        figure = f"engine.{name}.{unit}_per_s.{python}"
        yield Figure(figure, count, f"{unit}/s", yardstick, count / loops)
