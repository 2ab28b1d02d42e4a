"""Pyodide's own files as the game ships them: its script, and its WebAssembly in two parts.

What nothing names is left out (`lean.mjs`), and what a game is not known to use comes later
(`split.mjs`). Which functions a game uses is told in `used.txt`, which `python -m web.build.used`
writes.
"""

from __future__ import annotations

import shutil
from pathlib import Path

from web.build.installed import node_script
from web.build.tools import CACHE, NODE_MODULES, SCRIPTS, WEB, Trouble, digest, made_whole

PYODIDE = NODE_MODULES / "pyodide"
SCRIPT, CODE, REST = "pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide.rest.wasm"
LEAN = (SCRIPT, CODE)
USED = SCRIPTS / "used.txt"


def lean() -> Path:
    """A folder with Pyodide's script and WebAssembly, without what neither names.

    They run what they ran before, and load no library of C's. The same files come of the same inputs.
    """
    recipe = _read(SCRIPTS / "lean.mjs", SCRIPTS / "wasm.mjs", WEB / "package-lock.json")
    store = CACHE / f"lean-{digest(*recipe, *_read(*(PYODIDE / name for name in LEAN)))[:16]}"
    if not store.is_dir():
        with made_whole(store, once=True) as folder:
            node_script("Making Python lean", "lean.mjs", PYODIDE, folder)
    return store


def runtime() -> dict[str, bytes]:
    """The script, the first part of WebAssembly and the rest, by their names."""
    whole = lean()
    recipe = _read(SCRIPTS / "split.mjs", SCRIPTS / "wasm.mjs", USED, *(whole / it for it in LEAN))
    store = CACHE / f"runtime-{digest(*recipe)[:16]}"
    if not store.is_dir():
        made_for, _, used = USED.read_text("ascii").partition("\n")
        if made_for != fingerprint(whole):
            raise Trouble(
                "web/build/used.txt tells what another Pyodide's game uses. Write it anew:\n"
                "  .venv/bin/python -m web.build.used"
            )
        with made_whole(store, once=True) as folder:
            for name in LEAN:
                shutil.copy(whole / name, folder)
            (folder / "used").write_text(used, "ascii")
            node_script("Dividing Python", "split.mjs", "first", folder, folder / "used")
    return {name: (store / name).read_bytes() for name in (*LEAN, REST)}


def fingerprint(whole: Path) -> str:
    """Whose functions a list of numbers is about."""
    return digest((whole / CODE).read_bytes())[:32]


def _read(*files: Path) -> list[bytes]:
    return [file.read_bytes() for file in files]
