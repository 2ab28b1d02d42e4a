"""Compiles the game once on the device, a little at a time, for all later starts.

The result is an archive of .pyc made by the interpreter that will run them, of the kind that is
never checked against its source. Python imports from it as from the archive of sources.
"""

from __future__ import annotations

import io
import time
import zipfile
from importlib import _bootstrap_external, util  # type: ignore[attr-defined]
from typing import Final

#: How long one step may keep the worker from what the player taps; one file may take longer.
STEP_SECONDS: Final = 0.02


class Compiling:
    """The archive of sources at `path`, compiled step by step."""

    def __init__(self, path: str) -> None:
        self._path = path
        with zipfile.ZipFile(path) as archive:
            self._waiting = {name: archive.read(name) for name in archive.namelist()}
        self._made: dict[str, bytes] = {}

    def step(self) -> bool:
        """Compiles for a moment; False when all is done."""
        ends = time.monotonic() + STEP_SECONDS
        while self._waiting and time.monotonic() < ends:
            name, body = self._waiting.popitem()
            if name.endswith(".py"):
                self._made[f"{name}c"] = compiled(body, f"{self._path}/{name}")
            else:
                self._made[name] = body
        return bool(self._waiting)

    def archive(self) -> bytes:
        """What was compiled, under the names of the sources, and what is no source as it was."""
        target = io.BytesIO()
        with zipfile.ZipFile(target, "w", zipfile.ZIP_STORED) as archive:
            for name in sorted(self._made):
                archive.writestr(zipfile.ZipInfo(name), self._made[name])
        return target.getvalue()


def compiled(source: bytes, path: str) -> bytes:
    """The .pyc of a source that is imported from `path`."""
    code = compile(source, path, "exec", dont_inherit=True)
    pyc: bytes = _bootstrap_external._code_to_hash_pyc(code, util.source_hash(source), False)
    return pyc
