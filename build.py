"""Sets up, tests, bundles and serves Card Night. Needs a bare Python 3.11 or newer, nothing else.

    python3 build.py serve [--port 8000] [--host 0.0.0.0]    play it; with 0.0.0.0 on a phone too
    python3 build.py bundle --out DIR [--relay URL]          the files for any static web host
    python3 build.py test [--full] [PYTEST ARGUMENTS]        everything checked
    python3 build.py bench [GROUP] [--json]                  the numbers

Whatever it installs lies in `.venv` and `web/node_modules`; both may be deleted at any time. The
tests use it as a module: `bundle`, `serve_directory`, `chromium`, `webkit`. Its parts lie in
`web/build`.
"""

from __future__ import annotations

import sys

if sys.version_info < (3, 11):  # noqa: UP036 (said before anything newer is imported)
    sys.exit(f"build.py: Python 3.11 or newer is needed; this is {sys.version.split()[0]}.")

import argparse
import contextlib
import os
import subprocess
import tempfile
import threading
from collections.abc import Sequence
from pathlib import Path

from web.build.browsers import WebKit, chromium, webkit
from web.build.bundle import bundle
from web.build.installed import set_up, venv_program
from web.build.server import Serving, lan_address, serve_directory
from web.build.services import services
from web.build.tools import CACHE, ROOT, Trouble, run, say

__all__ = [
    "Serving",
    "Trouble",
    "WebKit",
    "bundle",
    "chromium",
    "lan_address",
    "serve_directory",
    "webkit",
]


def command_serve(arguments: argparse.Namespace) -> int:
    """Bundles and serves until interrupted, with a relay for rooms."""
    folder = CACHE / "served"
    version = bundle(folder)
    with serve_directory(folder, host=arguments.host, port=arguments.port, relay=True) as serving:
        say(f"\nCard Night {version}\n  here:      {serving.url}")
        if arguments.host not in ("127.0.0.1", "localhost"):
            address = f"http://{lan_address()}:{serving.port}/"
            say(f"  nearby:    {address}")
            say("             (over plain http a phone plays, but cannot keep the game offline)\n")
            show = "import segno, sys; segno.make(sys.argv[1]).terminal(compact=True)"
            subprocess.run([str(venv_program("python")), "-c", show, address])
        say("\nCtrl-C stops it.")
        with contextlib.suppress(KeyboardInterrupt):
            threading.Event().wait()
    return 0


def command_bundle(arguments: argparse.Namespace) -> int:
    """Bundles into the folder given."""
    version = bundle(arguments.out, pack=True, relay=arguments.relay)
    size = sum(file.stat().st_size for file in arguments.out.rglob("*") if file.is_file())
    say(f"Card Night {version} is in {arguments.out} ({size / 1e6:.1f} MB).")
    return 0


MOST_AT_ONCE = 4  # each runs browsers of its own


def needs_browsers(arguments: Sequence[str]) -> bool:
    """Whether pytest is to run more than single files outside `tests/browser`."""
    paths = [Path(it.partition("::")[0]) for it in arguments if not it.startswith("-")]
    paths = [path for path in paths if path.suffix == ".py" and path.is_file()]
    return not paths or any("browser" in path.parts for path in paths)


def command_test(arguments: Sequence[str]) -> int:
    """Checks the code, then hands everything to pytest; a single file skips what it needs not."""
    set_up()
    python = venv_program("python")
    if needs_browsers(arguments):
        chromium()
        webkit()
    if not any(not it.startswith("-") for it in arguments):
        services()
        # Made once here, the bundle is found in the cache by all.
        with tempfile.TemporaryDirectory() as scratch:
            bundle(Path(scratch, "bundle"))
        # All take tests from one list. Most tests wait now and then, so there is one more than cores.
        arguments = [
            "-n",
            str(min(1 + (os.cpu_count() or 1), MOST_AT_ONCE)),
            "--dist",
            "worksteal",
            *arguments,
        ]
        for what, command in (
            ("Format", ["ruff", "format", "--check", "."]),
            ("Lint", ["ruff", "check", "."]),
            ("Types", ["mypy"]),
        ):
            fix = "To put the first two right: .venv/bin/ruff format . && .venv/bin/ruff check --fix ."
            run(what, [python, "-m", *command], advice=fix)
    return subprocess.run([str(python), "-m", "pytest", *arguments], cwd=ROOT).returncode


def command_bench(arguments: Sequence[str]) -> int:
    """Measures; `tests/bench` says what."""
    set_up()
    command = [str(venv_program("python")), "-m", "tests.bench", *arguments]
    return subprocess.run(command, cwd=ROOT).returncode


def parser() -> argparse.ArgumentParser:
    """The command line."""
    top = argparse.ArgumentParser(
        prog="build.py", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND")
    serve = commands.add_parser("serve", help="bundle, and serve until interrupted")
    serve.add_argument("--host", default="127.0.0.1", help="0.0.0.0 lets phones nearby in")
    serve.add_argument("--port", type=int, default=8000)
    into = commands.add_parser("bundle", help="write the files for a static web host")
    into.add_argument("--out", type=Path, required=True, metavar="DIR")
    into.add_argument("--relay", default="", metavar="URL", help="a relay elsewhere: wss://…/relay")
    for name, text in (("test", "run the tests"), ("bench", "measure")):
        commands.add_parser(name, help=f"{text}; arguments are handed on", add_help=False)
    return top


def main(argv: Sequence[str]) -> int:
    """Runs one command and returns its exit code."""
    try:
        if argv and argv[0] == "test":
            return command_test(argv[1:])
        if argv and argv[0] == "bench":
            return command_bench(argv[1:])
        arguments = parser().parse_args(argv)
        return {"serve": command_serve, "bundle": command_bundle}[arguments.command](arguments)
    except Trouble as trouble:
        say(f"\nbuild.py: {trouble}")
        return 1
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
