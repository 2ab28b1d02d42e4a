"""The command ``python -m tests.bench``; without a group all of them run."""

from __future__ import annotations

import argparse
import sys
from importlib import import_module

GROUPS: dict[str, str] = {
    "engine": "tests.bench.engine",
    "sealed": "tests.bench.sealed",
    "relay": "tests.bench.relay",
    "bots": "tests.bench.bots",
    "bundle": "tests.bench.bundle",
    "start": "tests.bench.start",
    "tap": "tests.bench.tap",
}
"""Group → the module with its ``run``, imported only when it is asked for."""


def main() -> int:
    """Prints the figures as they come; returns the exit code."""
    parser = argparse.ArgumentParser(prog="build.py bench", description="Measures.")
    parser.add_argument("group", nargs="?", choices=GROUPS, metavar="GROUP", help=", ".join(GROUPS))
    parser.add_argument("--json", action="store_true", help="one object a line")
    given = parser.parse_args()
    for group in [given.group] if given.group else GROUPS:
        for figure in import_module(GROUPS[group]).run():
            print(figure.json() if given.json else figure.text(), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
