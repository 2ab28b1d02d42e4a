"""What the bundle holds is the engine as it stands here, as sources, and little besides."""

from __future__ import annotations

import io
import json
import re
import subprocess
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

import build
import web.build.bundle
import web.build.python
import web.build.runtime
from tests.pyodide.inside import Inside, parts, started
from web.build import packed
from web.build.bundle import BESIDE
from web.build.installed import node
from web.build.python import HOME, LATER, imported, libraries, order
from web.build.tools import ROOT, SHELL, WEB

IMPORTED = "engine engine.table engine.record web.app.main".split()
LIBRARIES = ("htpy", "markupsafe")
#: What a first visit may send, in bytes, packed as well as can be; see `README.md`.
NOT_PYODIDE, STDLIB = 250_000, 850_000

#: Imports what is asked, and says where the game's modules came from.
IMPORT = """
import importlib, json, sys
sys.path.insert(0, "/home/pyodide")
for name in given.split():
    importlib.import_module(name)
files = {name: module.__spec__.origin for name, module in sys.modules.items()
         if name.split(".")[0] in ("engine", "web") and module.__spec__.has_location}
json.dumps({"files": files, "tests": [name for name in sys.modules if "test" in name]})
"""
#: Which .pyc with a source beside it is made of that very source, as Python marks it.
BESIDE_SOURCES = """
import importlib.util, json, pathlib
pairs = [(code, code.with_suffix(".py")) for code in pathlib.Path("/home/pyodide").rglob("*.pyc")]
json.dumps({
    str(code): code.read_bytes()[8:16] == importlib.util.source_hash(source.read_bytes())
    for code, source in pairs if source.exists() and code.parent.name != "__pycache__"
})
"""
#: The names that cannot be imported there, with the reason.
MISSING = """
import importlib, json, sys
sys.path.insert(0, "/home/pyodide")
missing = {}
for name in json.loads(given):
    try:
        importlib.import_module(name)
    except ImportError as error:
        missing[name] = str(error)
json.dumps(missing)
"""
#: How often each module of an archive is compiled when it is imported, and where it says it is from.
COMPILED = """
import json, sys, zipfile, zipimport
from collections import Counter
with zipfile.ZipFile("/home/once.zip", "w") as archive:
    for name in ("once/__init__.py", "once/below/__init__.py", "once/below/part.py"):
        archive.writestr(name, "")
times, compile_source = Counter(), zipimport._compile_source
def counting(path, source):
    times[path] += 1
    return compile_source(path, source)
zipimport._compile_source = counting
sys.path.insert(0, "/home/once.zip")
try:
    import once.below.part
    missing = zipimport.zipimporter("/home/once.zip").find_spec("nothing")
finally:
    zipimport._compile_source = compile_source
    sys.path.remove("/home/once.zip")
files = [sys.modules[name].__file__ for name in ("once", "once.below", "once.below.part")]
json.dumps({"times": times, "files": files, "missing": missing})
"""
#: What a start has imported; then the whole loader of packages, asked through what stands before it.
LOADER = """
import json, sys
started = list(sys.modules)
from pyodide import _package_loader as loader
names = [str(loader.SITE_PACKAGES), str(loader.DSO_DIR)]
wheel = loader.parse_wheel_name("htpy-1.0-py3-none-any.whl")[:2]
from pyodide import _package_loader_whole as whole
same = names == [str(whole.SITE_PACKAGES), str(whole.DSO_DIR)]
import _colorize
colours = _colorize.ANSIColors.RED + _colorize.get_theme(force_no_color=True).traceback.reset
json.dumps({"started": started, "colours": colours, "wheel": wheel, "same": same, "odd": hasattr(loader, "odd"),
            "hidden": hasattr(loader, "__odd__")})
"""
#: Starts Python from that standard library and prints what that script of Python gives.
START = """
import { loadPyodide } from "pyodide";
const [, stdLibURL, script] = process.argv;
console.log((await loadPyodide({ stdLibURL })).runPython(script));
process.exit(0);
"""
#: What a traceback through the standard library says there.
TRACEBACK = """
import json, traceback
try:
    json.loads("{")
except ValueError:
    told = traceback.format_exc()
json.dumps(told)
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


def unzipped(archive: Path) -> dict[str, bytes]:
    """The files of an archive."""
    with zipfile.ZipFile(io.BytesIO(archive.read_bytes())) as opened:
        return {name: opened.read(name) for name in opened.namelist()}


@pytest.fixture(scope="module")
def app(bundled: Path) -> dict[str, bytes]:
    """The files of the archive that the worker imports from."""
    (archive,) = parts(bundled)["archives"]
    return unzipped(bundled / archive)


@pytest.fixture(scope="module")
def later(bundled: Path) -> dict[str, bytes]:
    """The files of the archive that is fetched when somebody asks for it."""
    archive = parts(bundled)["rooms"]["archive"]
    return unzipped(bundled / archive)


def sources(below: str) -> dict[str, bytes]:
    """Every file of a folder here, by its name from the root."""
    files = [file for file in (ROOT / below).rglob("*") if file.is_file()]
    files = [file for file in files if "__pycache__" not in file.parts]
    return {file.relative_to(ROOT).as_posix(): file.read_bytes() for file in files}


@pytest.mark.parametrize("below", ["engine", "web/app"])
def test_the_sources_are_there_byte_for_byte(
    app: dict[str, bytes], later: dict[str, bytes], below: str
) -> None:
    here = sources(below)
    both = app | later
    there = {name: body for name, body in both.items() if name.startswith(f"{below}/")}
    there = {name: body for name, body in there.items() if not name.endswith(".pyc")}
    there.pop("web/app/version.txt", None)
    assert there == here
    assert not set(app) & set(later)


def test_what_no_first_screen_needs_comes_later(
    app: dict[str, bytes], later: dict[str, bytes], bundled: Path
) -> None:
    assert any(name.startswith("engine/sealed/") for name in later)
    assert any(name.startswith("web/app/rooms/") for name in later)
    assert all(name.startswith((*LATER, "segno/")) for name in later)
    assert not [name for name in app if name.startswith(LATER)]
    archive = parts(bundled)["rooms"]["archive"]
    assert archive not in (bundled / "service-worker.js").read_text("utf-8")
    assert archive.startswith("assets/later-")


def test_nothing_else_is_there(app: dict[str, bytes], bundled: Path) -> None:
    tops = {name.split("/")[0] for name in app}
    assert tops == {"engine", "web", *LIBRARIES}
    # Code is there of others' modules, which lie there so alone, and of what home shows.
    code = {name.removesuffix("c") for name in app if name.endswith(".pyc")}
    assert {name for name in code if name not in app} == set(libraries())
    assert {name for name in code if name in app} == {
        it for it in app if it.startswith(HOME)
    } & code
    assert not [name for name in app if name.startswith(LIBRARIES) and name.endswith(".py")]
    shell = {name for name in app if name.startswith("web/") and not name.startswith("web/app/")}
    assert shell == {f"web/shell/{name}" for name in (*BESIDE, "order.py")}
    for name in BESIDE:
        assert app[f"web/shell/{name}"] == (SHELL / name).read_bytes()
    assert not [name for name in app if "test" in name.lower()]
    files = {file.relative_to(bundled).as_posix() for file in bundled.rglob("*.*")}
    assert not [name for name in files if "test" in name.lower() or name.endswith(".map")]


def test_code_that_comes_beside_sources_is_made_of_them(inside: Inside) -> None:
    found = inside.run(BESIDE_SOURCES)
    assert len(found) == len(HOME)
    assert all(found.values()), found


def test_the_app_is_imported_from_the_sources(inside: Inside) -> None:
    got = inside.run(IMPORT, " ".join(IMPORTED))
    assert not got["tests"]
    assert set(IMPORTED) <= set(got["files"])
    assert all(file.startswith("/home/pyodide/") for file in got["files"].values())


def test_each_module_of_an_archive_is_compiled_once(inside: Inside) -> None:
    """Python's own `zipimport` does it twice."""
    got = inside.run(COMPILED)
    files = ["once/__init__.py", "once/below/__init__.py", "once/below/part.py"]
    assert got["files"] == [f"/home/once.zip/{name}" for name in files]
    assert got["times"] == dict.fromkeys(got["files"], 1)
    assert got["missing"] is None


def library(bundled: Path) -> Path:
    """The archive of Python's standard library."""
    (found,) = bundled.glob("assets/runtime-*/python_stdlib.zip")
    return found


def test_the_standard_library_is_compiled_throughout(bundled: Path) -> None:
    assert {Path(name).suffix for name in unzipped(library(bundled))} == {".pyc"}


def test_the_pruned_library_has_all_that_the_game_names(
    inside: Inside, app: dict[str, bytes], later: dict[str, bytes]
) -> None:
    """Every import of every module, also those inside of functions."""
    modules = {
        name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        for name in app | later
        if name.endswith(".py") and not name.endswith("__main__.py")
    }
    own = {name: body for name, body in (app | later).items() if not name.startswith(LIBRARIES)}
    missing = inside.run(MISSING, json.dumps(sorted(modules | set(imported(own)))))
    assert missing == {}
    assert len(modules) > 100


def test_a_traceback_through_the_pruned_library_is_told(inside: Inside) -> None:
    told = inside.run(TRACEBACK)
    assert "json/decoder.py" in told
    assert "JSONDecodeError: Expecting property name" in told


def test_a_start_imports_no_loader_of_packages_and_no_colours_but_both_are_there(
    bundled: Path,
) -> None:
    # Under Node, where nothing but a start has happened.
    command = [node()[0], "--input-type=module", "-e", START, library(bundled), LOADER]
    answer = subprocess.run(command, cwd=WEB, capture_output=True, text=True, check=True)
    told = json.loads(answer.stdout)
    assert "pyodide._package_loader" in told["started"]
    assert not {"shutil", "tempfile", "zipfile", "pathlib", "bz2"} & set(told["started"])
    assert "_colorize" in told["started"] and "_colorize_whole" not in told["started"]
    assert told["wheel"] == ["htpy", "1.0"]
    assert told["same"]
    assert told["colours"] == "\x1b[31m"
    assert not told["odd"] and not told["hidden"]


def test_imports_are_found_wherever_they_stand() -> None:
    source = "import a.b\nfrom c import d\nfrom . import e\ndef f():\n    import g as h, i\n"
    assert imported({"one.py": source.encode(), "two.txt": b"import j"}) == ["a.b", "c", "g", "i"]


def modules(made: bytes | str) -> tuple[str, ...]:
    """What an `order` names."""
    found: dict[str, tuple[str, ...]] = {}
    exec(made, found)
    return found["MODULES"]


def test_the_order_names_every_module_after_those_it_imports(app: dict[str, bytes]) -> None:
    named = modules(app["web/shell/order.py"])
    own = [name for name in app if name.startswith(("engine/", "web/app/")) and name[-3:] == ".py"]
    assert len(named) == len(set(named)) == len(own) > 100
    ends = [name.removesuffix(".py").removesuffix("/__init__").replace("/", ".") for name in own]
    assert set(named) == set(ends)
    for before, after in (
        ("engine.game", "engine.forty_fives.play"),
        ("web.app.screens.deeds.words", "web.app.screens.deeds.play"),
        ("web.app.components.icons", "web.app.components.cards"),
        ("web.app.update", "web.app.main"),
    ):
        assert named.index(before) < named.index(after)


def test_an_order_follows_every_kind_of_import() -> None:
    sources = {
        "engine/__init__.py": b"",
        "engine/a.py": b"import engine.c\nfrom . import d\n",
        "engine/b.txt": b"import engine.a",
        "engine/c.py": b"def f():\n    from engine import a\n    from engine.e import g\n",
        "engine/d.py": b"import json\n",
        "engine/e/__init__.py": b"from .inner import g\n",
        "engine/e/inner.py": b"g = 1\n",
        "other/z.py": b"",
    }
    assert modules(order(sources)) == (
        "engine",
        "engine.e.inner",
        "engine.e",
        "engine.c",
        "engine.d",
        "engine.a",
    )


def test_a_first_visit_is_sent_little(bundled: Path) -> None:
    """Packed as a careful host sends it; what is fetched later does not count."""
    listed = (bundled / "service-worker.js").read_text("utf-8")
    names = [name for name in re.findall(r'"url": "([^"]+)"', listed) if "/runtime-" not in name]
    own = {name: (bundled / name).read_bytes() for name in ["service-worker.js", *names]}
    small = packed.packed(own)
    sent = {name: small.get(f"{name}.br", body) for name, body in own.items()}
    assert sum(map(len, sent.values())) < NOT_PYODIDE, {it: len(sent[it]) for it in sent}
    named = {"assets/runtime-x/python_stdlib.zip": library(bundled).read_bytes()}
    assert len(packed.packed(named)["assets/runtime-x/python_stdlib.zip.br"]) < STDLIB


def whole(folder: Path) -> dict[str, bytes]:
    """Every file of a bundle."""
    files = [file for file in folder.rglob("*") if file.is_file()]
    return {file.relative_to(folder).as_posix(): file.read_bytes() for file in files}


def test_the_same_inputs_make_the_same_bytes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, full: bool
) -> None:
    made = []
    for name in ("one", "other"):
        # Nothing is there to be taken from before; in the long run Python's own files neither.
        monkeypatch.setattr(web.build.bundle, "CACHE", tmp_path / f"cache of {name}")
        if full:
            for module in (web.build.python, web.build.runtime):
                monkeypatch.setattr(module, "CACHE", tmp_path / f"cache of {name}")
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
    assert after["worker"] == before["worker"]
