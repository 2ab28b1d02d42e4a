"""Pyodide's own files are shipped without what is unused, and without nothing else."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

import web.build.runtime
from web.build.installed import node, node_script, set_up
from web.build.python import imported, sources, standard_library
from web.build.runtime import LEAN, PYODIDE, runtime
from web.build.tools import ROOT, Trouble

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
    after = {it["name"]: it["kind"] for it in told(lean / code)["offers"] if it["name"][0] != "~"}
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


def divided(folder: Path, program: str) -> dict[str, Any]:
    """When the rest came to a Python of those parts that ran the program, and its answer."""
    first, later = sources(ROOT)
    script = Path(__file__).with_name("divided.mjs")
    stdlib = standard_library(imported(first | later))
    command = [node()[0], script, folder, stdlib, program]
    answer = subprocess.run(command, capture_output=True, text=True)
    assert answer.returncode == 0, answer.stderr[-2000:]
    found: dict[str, Any] = json.loads(answer.stdout.splitlines()[-1])
    return found


RARE = r"""
import _codecs_jp, math, unicodedata
str([_codecs_jp.getcodec("shift_jis").decode(b"\x88\x9f")[0], math.lgamma(0.5) > 0.5, unicodedata.name("ß")])
"""


def test_the_rest_comes_once_when_it_is_called_for(lean: Path) -> None:
    found = divided(lean, RARE)
    assert found == {
        "came": 0,
        "after": 1,
        "answer": "['亜', True, 'LATIN SMALL LETTER SHARP S']",
    }
    assert divided(lean, "import json; json.dumps([1])")["after"] == 0


def test_python_is_the_same_wherever_it_is_divided(lean: Path, tmp_path: Path) -> None:
    """With nothing at all in the first part: whatever is called, on whatever side, it is found."""
    shutil.copy(web.build.runtime.lean() / LEAN[0], tmp_path)
    shutil.copy(web.build.runtime.lean() / LEAN[1], tmp_path)
    (tmp_path / "used").write_text("")
    node_script("Dividing Python", "split.mjs", "first", tmp_path, tmp_path / "used")
    found = divided(tmp_path, RARE)
    assert (found["came"], found["after"]) == (1, 1)
    assert found["answer"] == divided(lean, RARE)["answer"]


def test_a_list_of_what_is_no_function_is_refused(lean: Path, tmp_path: Path) -> None:
    shutil.copy(web.build.runtime.lean() / LEAN[1], tmp_path)
    (tmp_path / "used").write_text("1 3-99999")
    with pytest.raises(Trouble, match="3-99999 is no function here"):
        node_script("Dividing Python", "split.mjs", "first", tmp_path, tmp_path / "used")


def test_a_list_for_another_pyodide_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_up()
    used = tmp_path / "used.txt"
    used.write_text(f"{'0' * 32}\n1-3\n")
    monkeypatch.setattr(web.build.runtime, "USED", used)
    with pytest.raises(Trouble, match="Write it anew"):
        runtime()


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
    assert not list((tmp_path / "cache").glob("*-*"))
