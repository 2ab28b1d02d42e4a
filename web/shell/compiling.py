"""Compiles the game once on the device, for all later starts.

The result is an archive of .pyc made by the interpreter that will run them, of the kind that is
never checked against its source. Python imports from it as from the archive of sources.
"""

from __future__ import annotations

import zipfile
from importlib import _bootstrap_external, util  # type: ignore[attr-defined]
from pathlib import Path


def compile_archive(path: str) -> None:
    """Puts in place of the archive of sources at `path` one of the same names with their code."""
    target = Path(f"{path}.made")  # a file, for what is written there is no part of Python's memory
    with (
        zipfile.ZipFile(path) as sources,
        zipfile.ZipFile(target, "w", zipfile.ZIP_STORED) as made,
    ):
        names = set(sources.namelist())
        for name in sorted(names):
            body = sources.read(name)
            if name.endswith(".pyc") and name.removesuffix("c") in names:
                continue  # without docstrings and lines; here there is time for the whole
            if name.endswith(".py"):
                made.writestr(zipfile.ZipInfo(f"{name}c"), compiled(body, f"{path}/{name}"))
            else:
                made.writestr(zipfile.ZipInfo(name), body)
    target.replace(path)


def compiled(source: bytes, path: str) -> bytes:
    """The .pyc of a source that is imported from `path`."""
    code = compile(source, path, "exec", dont_inherit=True)
    pyc: bytes = _bootstrap_external._code_to_hash_pyc(code, util.source_hash(source), False)
    return pyc
