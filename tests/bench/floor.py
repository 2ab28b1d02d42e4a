"""The least that Python in a page can take: an empty page, a worker, the bare interpreter in it.

The same runtime as the game's, kept on the device in the same way, and nothing of the game.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path

from web.build.tools import NODE_MODULES

PAGE = """<!doctype html>
<html lang="en"><head><title>Floor</title><script type="module" src="page.mjs"></script></head>
<body><div id="app">Python is started.</div></body></html>
"""
SCRIPT = """
const worker = new Worker("worker.mjs", { type: "module" });
worker.onmessage = () => {
  document.body.dataset.ready = "";
  performance.mark("ready");
  navigator.serviceWorker.register("keep.js");
};
"""
WORKER = """
import { loadPyodide } from "./runtime/pyodide.mjs";
const indexURL = new URL("./runtime/", import.meta.url).href;
const lockFileContents = { info: INFO, packages: {} };
const python = await loadPyodide({ indexURL, packageBaseUrl: indexURL, lockFileContents });
postMessage(python.runPython("6 * 7"));
"""
KEEPER = """
addEventListener("install", (event) => event.waitUntil((async () => {
  await (await caches.open("floor")).addAll(FILES);
  await skipWaiting();
})()));
addEventListener("activate", (event) => event.waitUntil(clients.claim()));
addEventListener("fetch", (event) => event.respondWith((async () =>
  (await caches.match(event.request)) ?? fetch(event.request))()));
"""
RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")


def floor_site(folder: Path, bundle: Path) -> None:
    """Writes the page, its worker, what keeps them, and a bundle's runtime into a new folder."""
    npm = NODE_MODULES / "pyodide"
    (folder / "runtime").mkdir(parents=True)
    for name in RUNTIME:
        shutil.copy(npm / name, folder / "runtime" / name)
    (library,) = bundle.glob("assets/runtime-*/python_stdlib.zip")
    shutil.copy(library, folder / "runtime")
    info = json.loads((npm / "pyodide-lock.json").read_text("utf-8"))["info"]
    files = ["./", "page.mjs", "worker.mjs"]
    files += [f"runtime/{name}" for name in (*RUNTIME, "python_stdlib.zip")]
    written = {
        "index.html": PAGE,
        "page.mjs": SCRIPT,
        "worker.mjs": WORKER.replace("INFO", json.dumps(info)),
        "keep.js": KEEPER.replace("FILES", json.dumps(files)),
    }
    for name, text in written.items():
        (folder / name).write_text(text, "utf-8")
