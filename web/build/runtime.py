"""Pyodide's own files as the game ships them: its script and its WebAssembly, without what is unused."""

from __future__ import annotations

from web.build.installed import node_script
from web.build.tools import CACHE, NODE_MODULES, SCRIPTS, WEB, digest, made_whole

PYODIDE = NODE_MODULES / "pyodide"
LEAN = ("pyodide.asm.mjs", "pyodide.asm.wasm")


def runtime() -> dict[str, bytes]:
    """The two files by their names, as `lean.mjs` makes them of those that npm has.

    They run what they ran before, and load no library of C's. The same files come of the same inputs.
    """
    recipe = [(SCRIPTS / "lean.mjs").read_bytes(), (WEB / "package-lock.json").read_bytes()]
    key = digest(*recipe, *((PYODIDE / name).read_bytes() for name in LEAN))[:16]
    store = CACHE / f"runtime-{key}"
    if not store.is_dir():
        with made_whole(store, once=True) as folder:
            node_script("Making Python lean", "lean.mjs", PYODIDE, folder)
    return {name: (store / name).read_bytes() for name in LEAN}
