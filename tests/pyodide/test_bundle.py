"""What the bundle holds is the engine as it stands here, compiled, and nothing besides."""

from __future__ import annotations

import _imp
import io
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

import build
import web.build.bundle
import web.build.python
from tests.pyodide.inside import Inside, parts, started
from web.build.python import CACHE_TAG
from web.build.tools import ROOT

FLAGS_UNCHECKED = 1  # PEP 552: hash-based, never checked against the source
IMPORTED = "engine engine.table engine.referee web.app.main".split()
LIBRARIES = ("htpy", "markupsafe", "pyscript")

#: Imports the app with an eye on the compiler; what it compiled, and this Python's magic number.
IMPORT = """
import importlib.util, json, sys
from importlib import _bootstrap_external
compiled = []
real = _bootstrap_external.SourceLoader.source_to_code
def noted(self, source, path, *rest, **options):
    compiled.append(str(path))
    return real(self, source, path, *rest, **options)
_bootstrap_external.SourceLoader.source_to_code = noted
sys.path.insert(0, "/home/pyodide")
for name in given.split():
    importlib.import_module(name)
files = {name: module.__spec__.origin for name, module in sys.modules.items()
         if name.split(".")[0] in ("engine", "web") and module.__spec__.has_location}
json.dumps({"compiled": compiled, "magic": importlib.util.MAGIC_NUMBER.hex(), "files": files,
            "tests": [name for name in sys.modules if "test" in name]})
"""


@pytest.fixture(scope="module")
def bundled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("bundle") / "site"
    build.bundle(folder)
    return folder


@pytest.fixture(scope="module")
def inside(bundled: Path) -> Iterator[Inside]:
    with started(bundled) as inside:
        yield inside


@pytest.fixture(scope="module")
def app(bundled: Path) -> dict[str, bytes]:
    """The files of the archive that the worker unpacks."""
    (archive,) = parts(bundled)["archives"]
    with zipfile.ZipFile(io.BytesIO((bundled / archive).read_bytes())) as opened:
        return {name: opened.read(name) for name in opened.namelist()}


def sources(below: str) -> dict[str, bytes]:
    """Every file of a folder here, by its name from the root."""
    files = [file for file in (ROOT / below).rglob("*") if file.is_file()]
    files = [file for file in files if "__pycache__" not in file.parts]
    return {file.relative_to(ROOT).as_posix(): file.read_bytes() for file in files}


def compiled_name(name: str) -> str:
    folder, _, file = name.rpartition("/")
    return f"{folder}/__pycache__/{file.removesuffix('.py')}.{CACHE_TAG}.pyc"


@pytest.mark.parametrize("below", ["engine", "web/app"])
def test_the_sources_are_there_byte_for_byte(app: dict[str, bytes], below: str) -> None:
    here = sources(below)
    there = {name: body for name, body in app.items() if name.startswith(f"{below}/")}
    python = [name for name in here if name.endswith(".py")]
    expected = set(here) | {compiled_name(name) for name in python}
    if below == "web/app":
        expected.add("web/app/version.txt")
    assert set(there) == expected
    assert {name: there[name] for name in here} == here


def test_nothing_else_is_there(app: dict[str, bytes], bundled: Path) -> None:
    tops = {name.split("/")[0] for name in app}
    assert tops == {"engine", "web", *LIBRARIES}
    libraries = [name for name in app if name.split("/")[0] in LIBRARIES]
    assert all(name.endswith(".pyc") for name in libraries)
    assert not [name for name in app if "test" in name.lower()]
    files = {file.relative_to(bundled).as_posix() for file in bundled.rglob("*.*")}
    assert not [name for name in files if "test" in name.lower() or name.endswith(".map")]


def test_what_is_compiled_was_made_from_those_bytes(app: dict[str, bytes], inside: Inside) -> None:
    magic = bytes.fromhex(inside.run(IMPORT, "engine")["magic"])
    python = [name for name in app if name.endswith(".py")]
    assert python
    for name in python:
        header = app[compiled_name(name)][:16]
        assert header[:4] == magic, f"{name} was compiled by another Python"
        assert int.from_bytes(header[4:8], "little") == FLAGS_UNCHECKED, name
        key = int.from_bytes(magic, "little")
        assert header[8:] == _imp.source_hash(key, app[name]), f"{name} was compiled from others"


def test_nothing_is_compiled_at_the_start(inside: Inside) -> None:
    got = inside.run(IMPORT, " ".join(IMPORTED))
    assert not got["compiled"]
    assert not got["tests"]
    assert set(IMPORTED) <= set(got["files"])
    assert all(file.startswith("/home/pyodide/") for file in got["files"].values())


def test_the_standard_library_is_compiled_throughout(bundled: Path) -> None:
    (library,) = bundled.glob("assets/runtime-*/python_stdlib.zip")
    with zipfile.ZipFile(library) as opened:
        assert {Path(name).suffix for name in opened.namelist()} == {".pyc"}


def whole(folder: Path) -> dict[str, bytes]:
    """Every file of a bundle."""
    files = [file for file in folder.rglob("*") if file.is_file()]
    return {file.relative_to(folder).as_posix(): file.read_bytes() for file in files}


def test_the_same_inputs_make_the_same_bytes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, full: bool
) -> None:
    made = []
    for name in ("one", "other"):
        # Nothing is there to be taken from before; in the long run the standard library neither.
        monkeypatch.setattr(web.build.bundle, "CACHE", tmp_path / f"cache of {name}")
        if full:
            monkeypatch.setattr(web.build.python, "CACHE", tmp_path / f"cache of {name}")
        version = build.bundle(tmp_path / name)
        made.append((version, whole(tmp_path / name)))
    assert made[0][0] == made[1][0]
    assert sorted(made[0][1]) == sorted(made[1][1])
    assert made[0] == made[1]


def test_another_source_makes_another_version(bundled: Path, tmp_path: Path) -> None:
    for below in ("engine", "web/app"):
        for name, body in sources(below).items():
            (tmp_path / "source" / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / "source" / name).write_bytes(body)
    changed = tmp_path / "source/engine/__init__.py"
    changed.write_bytes(changed.read_bytes() + b"\n# another\n")
    version = build.bundle(tmp_path / "site", source=tmp_path / "source")
    before, after = parts(bundled), parts(tmp_path / "site")
    assert version == after["version"] != before["version"]
    assert after["archives"] != before["archives"]
    assert after["interpreter"] == before["interpreter"]
