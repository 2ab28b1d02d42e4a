"""The plain bundle: the same game on the files as npm has them, to compare with.

PyScript's published scripts with its own worker and plugins, Pyodide's untouched files, the game as
sources; the same page, app and service worker. Only the policy for scripts is wider: PyScript's own
worker is compiled from text.
"""

from __future__ import annotations

import re
from pathlib import Path

from web.build.bundle import inputs
from web.build.installed import set_up
from web.build.python import sources
from web.build.runtime import PYODIDE
from web.build.site import Files, page_scripts, write_site
from web.build.tools import NODE_MODULES, ROOT, SHELL, made_whole, zipped

HERE = Path(__file__).parent
PYSCRIPT = NODE_MODULES / "@pyscript" / "core" / "dist"
RUNTIME = "pyodide.mjs pyodide.asm.mjs pyodide.asm.wasm python_stdlib.zip pyodide-lock.json".split()
POLICY = (
    "default-src 'self'; script-src 'self' blob: 'unsafe-inline' 'unsafe-eval'; worker-src 'self' "
    "blob:; connect-src 'self' blob: data:; style-src 'self' 'unsafe-inline'; img-src 'self' data:"
)


def plain_bundle(out: Path) -> str:
    """Writes the plain bundle into `out`, in place of what was there; returns its version."""
    set_up()
    version = f"plain-{inputs(ROOT, True, (), '')[:12]}"
    with made_whole(out.resolve()) as folder:
        files = Files(folder)
        runtime = {name: (PYODIDE / name).read_bytes() for name in RUNTIME}
        home = files.add_together("runtime", runtime)
        published = {it.name: it.read_bytes() for it in PYSCRIPT.iterdir() if it.suffix != ".map"}
        pyscript = files.add_together("pyscript", published)
        first, later = sources(ROOT)
        archive = files.add("app.zip", zipped(first | later))
        parts = {
            "version": version,
            "pyscript": f"{pyscript}/core.js",
            "start": files.add("start.py", (HERE / "start.py").read_bytes()),
            "interpreter": f"{home}/pyodide.mjs",
            "archives": [archive],
            "sizes": {},
            "packed": False,
        }
        template = (SHELL / "index.html").read_text("utf-8")
        template, changed = re.subn(r"default-src 'none';[^\"]*", POLICY, template)
        assert changed == 1, "the page has no policy"
        write_site(files, parts, page_scripts("plain"), ROOT, template=template)
    return version
