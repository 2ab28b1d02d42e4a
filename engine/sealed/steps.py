"""Long work in short pieces, so that a page stays alive while it is done.

A function that may take longer than a few milliseconds is a generator: it yields nothing, between
pieces of at most about two milliseconds in CPython, and returns its result. Whoever runs it
decides what happens between two pieces: nothing (``finish``), a look at the clock, another job.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, TypeAlias, TypeVar

T = TypeVar("T")

Steps: TypeAlias = Generator[None, None, T]


def finish(steps: Steps[T]) -> T:
    """The result, with all the work done at once."""
    while True:
        try:
            next(steps)
        except StopIteration as stop:
            result: Any = stop.value
            return result  # type: ignore[no-any-return]
