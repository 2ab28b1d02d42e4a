"""Pyodide's own files are shipped without what is unused, and without nothing else."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest

import web.build.runtime
from web.build.installed import node, set_up
from web.build.runtime import LEAN, PYODIDE, runtime
from web.build.tools import Trouble

#: What WebAssembly asks for and offers, as its engine tells it.
TELL = """
const module = new WebAssembly.Module(require("node:fs").readFileSync(process.argv[1]));
const told = { asks: WebAssembly.Module.imports(module), offers: WebAssembly.Module.exports(module) };
console.log(JSON.stringify(told));
"""


def told(code: Path) -> dict[str, list[dict[str, str]]]:
    answer = subprocess.run(
        [node()[0], "-e", TELL, code], capture_output=True, text=True, check=True
    )
    found: dict[str, Any] = json.loads(answer.stdout)
    return found


@pytest.fixture(scope="module")
def lean(tmp_path_factory: pytest.TempPathFactory) -> Path:
    set_up()
    folder = tmp_path_factory.mktemp("lean")
    for name, body in runtime().items():
        (folder / name).write_bytes(body)
    return folder


def test_what_the_scripts_name_is_offered_and_little_else(lean: Path) -> None:
    script, code = LEAN
    text = (PYODIDE / script).read_text("utf-8") + (PYODIDE / "pyodide.mjs").read_text("utf-8")
    before = {it["name"]: it["kind"] for it in told(PYODIDE / code)["offers"]}
    after = {it["name"]: it["kind"] for it in told(lean / code)["offers"]}
    assert after.items() <= before.items()
    assert len(after) < 400 < len(before)
    # Called by name, or asked for of the module; not where it is only handed on.
    called = set(re.findall(r"(?<![\w$])_([\w$]+)\(", text))
    called |= set(re.findall(r"Module\._([\w$]+)", text))
    assert len(called & before.keys()) > 100
    assert called & before.keys() <= after.keys()
    # What goes into a table of functions at every start, for libraries that are never loaded.
    assert [it["name"] for it in told(lean / code)["asks"] if it["module"].startswith("GOT")] == []


def test_the_script_sets_what_is_offered_alone(lean: Path) -> None:
    script, code = LEAN
    offered = {it["name"] for it in told(lean / code)["offers"]}
    text = (lean / script).read_text("utf-8")
    body = re.search(r"function assignWasmExports\(wasmExports\)\{([^{}]*)\}", text)
    assert body
    named = set(re.findall(r'wasmExports\["([\w$]+)"\]', body[1]))
    assert named and named <= offered
    assert len(text) < 0.7 * len((PYODIDE / script).read_text("utf-8"))


def test_it_is_smaller(lean: Path) -> None:
    for name in LEAN:
        assert (lean / name).stat().st_size < 0.92 * (PYODIDE / name).stat().st_size


def test_files_of_another_pyodide_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_up()
    for name in ("pyodide.mjs", *LEAN):
        (tmp_path / name).write_bytes((PYODIDE / name).read_bytes())
    text = (PYODIDE / LEAN[0]).read_text("utf-8")
    (tmp_path / LEAN[0]).write_text(text.replace("assignWasmExports", "assignExports"), "utf-8")
    monkeypatch.setattr(web.build.runtime, "PYODIDE", tmp_path)
    monkeypatch.setattr(web.build.runtime, "CACHE", tmp_path / "cache")
    with pytest.raises(Trouble, match="it is of another Pyodide"):
        runtime()
    assert not list((tmp_path / "cache").glob("runtime-*"))
