"""What every part of the build needs: where things lie, running commands, archives."""

from __future__ import annotations

import contextlib
import hashlib
import io
import os
import shutil
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
VENV = ROOT / ".venv"
WEB = ROOT / "web"
SHELL = WEB / "shell"
SCRIPTS = WEB / "build"
NODE_MODULES = WEB / "node_modules"
CACHE = NODE_MODULES / ".cache" / "card-night"

WINDOWS = os.name == "nt"


class Trouble(Exception):
    """Something the person at the terminal can put right; the message says how."""


def say(text: str) -> None:
    """Prints a line at once, so that a log shows it when it is true."""
    print(text, file=sys.stderr, flush=True)


def digest(*chunks: bytes) -> str:
    """The SHA-256 of the chunks, each with its length, in hexadecimal."""
    total = hashlib.sha256()
    for chunk in chunks:
        total.update(len(chunk).to_bytes(8, "big") + chunk)
    return total.hexdigest()


def run(
    what: str,
    command: Sequence[str | Path],
    *,
    advice: str,
    cwd: Path = ROOT,
    env: Mapping[str, str] | None = None,
    timeout: float = 1800,
) -> str:
    """Runs a command quietly and returns its output.

    `what` is shown with the seconds going by; when the command fails, the end of its output
    and `advice` are the message.
    """
    began = time.monotonic()
    terminal = sys.stderr.isatty()
    with tempfile.TemporaryFile() as log:
        try:
            process = subprocess.Popen(
                [str(part) for part in command],
                cwd=cwd,
                env={**os.environ, **(env or {})},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
            )
        except OSError as error:
            raise Trouble(f"{what}: {command[0]} does not start ({error}).\n{advice}") from error
        shown = 0.0
        try:
            while process.poll() is None:
                time.sleep(0.05)
                gone = time.monotonic() - began
                if gone > timeout:
                    raise Trouble(f"{what}: not done after {timeout:.0f} seconds.\n{advice}")
                if gone - shown >= (1 if terminal else 20):
                    shown = gone
                    print(
                        f"\r{what} … {gone:.0f} s" if terminal else f"{what} … {gone:.0f} s",
                        end="" if terminal else "\n",
                        file=sys.stderr,
                        flush=True,
                    )
        finally:
            if process.poll() is None:
                process.kill()
                process.wait()
        log.seek(0)
        output = log.read().decode(errors="replace")
    if shown or process.returncode == 0:
        say(f"{chr(13) if terminal else ''}{what}: {time.monotonic() - began:.1f} s")
    if process.returncode:
        tail = "\n".join(output.strip().splitlines()[-15:])
        raise Trouble(f"{what} failed:\n{tail}\n\n{advice}")
    return output


def zipped(files: Mapping[str, bytes]) -> bytes:
    """An archive whose bytes depend on `files` (name → content) alone.

    Nothing in it is compressed: the archive as a whole is, and smaller for it (`packed`).
    """
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_STORED) as archive:
        for name in sorted(files):
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_STORED
            entry.create_system = 3
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, files[name])
    return target.getvalue()


def write_zip(target: Path, files: Mapping[str, bytes]) -> None:
    """Writes such an archive."""
    target.write_bytes(zipped(files))


@contextlib.contextmanager
def made_whole(target: Path, *, once: bool = False) -> Iterator[Path]:
    """A new folder to fill, which takes the place of `target` only when it is complete.

    `once`: where somebody else has made `target` meanwhile, theirs stays; it may be in use.
    """
    target.parent.mkdir(parents=True, exist_ok=True)
    fresh = Path(tempfile.mkdtemp(prefix=f".{target.name}-", dir=target.parent))
    try:
        yield fresh
        fresh.chmod(0o755)
        if once and target.is_dir():
            return
        shutil.rmtree(target, ignore_errors=True)
        with contextlib.suppress(OSError) if once else contextlib.nullcontext():
            fresh.rename(target)
    finally:
        shutil.rmtree(fresh, ignore_errors=True)
