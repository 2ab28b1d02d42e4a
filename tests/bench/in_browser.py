"""Runs a module's source in the browser's Python: the bundle's own runtime, in a worker, no app."""

from __future__ import annotations

import inspect
import json
import tempfile
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

from playwright.sync_api import sync_playwright

import build

WORKER = """
const {interpreter, archives, beside, code} = PARTS;
(async () => {
  const {loadPyodide} = await import(interpreter);
  const python = await loadPyodide({});
  for (const archive of archives) {
    const body = await (await fetch(archive)).arrayBuffer();
    python.unpackArchive(body, "zip");
  }
  for (const [file, source] of Object.entries(beside)) {
    python.FS.mkdirTree(file.replace(/[^/]*$/, ""));
    python.FS.writeFile(file, source);
  }
  return python.runPython(code);
})().then((answer) => postMessage({answer}), (error) => postMessage({error: String(error)}));
"""
START = """(source) => new Promise((resolve, reject) => {
  const file = URL.createObjectURL(new Blob([source], {type: "text/javascript"}));
  const worker = new Worker(file, {type: "module"});
  worker.onmessage = ({data}) => {
    if ("answer" in data) resolve(data.answer);
    if ("error" in data) reject(new Error(data.error));
  };
  worker.onerror = (event) => reject(new Error(event.message || "the worker did not start"));
})"""
BLANK = "manifest.webmanifest"  # a page of the same origin in which the app does not start


def run_python(module: ModuleType, expression: str, beside: Sequence[ModuleType] = ()) -> Any:
    """What the expression gives after the module's source ran in the browser; plain JSON values.

    ``beside`` are modules that it imports and the bundle does not hold.
    """
    code = f"{inspect.getsource(module)}\nimport json\njson.dumps({expression})"
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch, "bundle")
        build.bundle(folder)
        with build.serve_directory(folder) as serving, sync_playwright() as playwright:
            chromium = playwright.chromium.launch(executable_path=str(build.chromium()))
            page = chromium.new_page()
            page.goto(serving.url + BLANK)
            page.set_default_timeout(0)
            answer = page.evaluate(START, _worker(folder, serving.url, code, beside))
            chromium.close()
    return json.loads(answer)


def _worker(folder: Path, url: str, code: str, beside: Sequence[ModuleType]) -> str:
    """The worker's own source, with the addresses of the bundle's parts in it."""

    def address(pattern: str) -> list[str]:
        return [url + file.relative_to(folder).as_posix() for file in folder.glob(pattern)]

    (interpreter,) = address("assets/worker-*.mjs")
    archives = address("assets/app-*.zip") + address("assets/later-*.zip")
    parts = {
        "interpreter": interpreter,
        "archives": archives,
        "beside": {f"./{it.__name__.replace('.', '/')}.py": inspect.getsource(it) for it in beside},
        "code": code,
    }
    return WORKER.replace("PARTS", json.dumps(parts))
