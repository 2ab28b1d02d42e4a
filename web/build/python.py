"""Python for the browser: the standard library, the game and its libraries, compiled."""

from __future__ import annotations

import subprocess
import tempfile
import zipfile
from collections.abc import Mapping
from pathlib import Path

from web.build.installed import node_script, venv_program
from web.build.tools import CACHE, NODE_MODULES, SCRIPTS, digest, made_whole, write_zip

#: Where Pyodide keeps its standard library, and the folder it starts in.
STDLIB_PATH = "/lib/python314.zip"
HOME = "/home/pyodide"
CACHE_TAG = "cpython-314"

#: What the game has no use for, by its place in the standard library's archive.
UNUSED = frozenset(
    """
    __hello__ __phello__ _aix_support _android_support _apple_support _ios_support _osx_support
    _pydatetime _pyio _pyrepl _sysconfigdata__emscripten_wasm32-emscripten antigravity bdb cProfile
    cmd code colorsys compileall configparser csv ctypes doctest email ensurepip filecmp fileinput
    ftplib getpass http idlelib imaplib lib2to3 mailbox mimetypes modulefinder
    multiprocessing netrc nturl2path optparse pdb pickletools plistlib poplib profile pstats pty
    py_compile pyclbr pydoc pydoc_data quopri rlcompleter runpy sched shelve smtplib socketserver
    sqlite3 symtable tabnanny tarfile this timeit tkinter tomllib trace tracemalloc tty turtle
    turtledemo unittest uuid venv wave webbrowser wsgiref xml xmlrpc zipapp zoneinfo
    asyncio/__main__ asyncio/proactor_events asyncio/tools asyncio/windows_events
    asyncio/windows_utils html/parser importlib/_bootstrap importlib/_bootstrap_external importlib/metadata json/tool logging/config logging/handlers
    pyodide/console pyodide/http urllib/error urllib/request urllib/response urllib/robotparser
    """.split()
)
#: The text encodings that stay: what Python starts with, and what an archive's names may be in.
ENCODINGS = frozenset(
    """
    __init__ aliases ascii cp437 idna latin_1 punycode raw_unicode_escape unicode_escape utf_16
    utf_16_le utf_8 utf_8_sig
    """.split()
)
#: What must be importable after the pruning, besides what Pyodide itself starts with.
PROMISED = (
    "argparse asyncio base64 bisect collections.abc concurrent.futures contextlib copy dataclasses "
    "datetime decimal difflib enum fractions functools hashlib heapq hmac html html.entities "
    "importlib.resources inspect io itertools json logging math operator pathlib pickle pprint "
    "random re secrets shutil statistics string struct tempfile textwrap threading time tokenize "
    "traceback types typing unicodedata urllib.parse warnings weakref zipfile zlib "
    "pyodide pyodide.ffi pyodide.code pyodide.webloop"
).split()


def compiled(
    what: str,
    sources: Mapping[str, bytes],
    prefix: str,
    *,
    lean: bool = False,
    stdlib: Path | None = None,
) -> dict[str, bytes]:
    """The .pyc of every .py in `sources`, by the name of the source, made by Pyodide itself.

    `prefix` is the folder the browser imports them from. `lean` leaves out docstrings and
    assertions. Pyodide starts faster from a `stdlib` that is compiled already.
    """
    python = {name: body for name, body in sources.items() if name.endswith(".py")}
    level = "2" if lean else "0"
    with tempfile.TemporaryDirectory() as scratch:
        given, made = Path(scratch, "given"), Path(scratch, "made")
        for name, body in python.items():
            (given / name).parent.mkdir(parents=True, exist_ok=True)
            (given / name).write_bytes(body)
        rest = [stdlib] if stdlib else []
        node_script(what, "compile.mjs", given, made, prefix, level, *rest)
        return {name: (made / f"{name}c").read_bytes() for name in python}


def kept_in_stdlib(name: str) -> bool:
    """Whether a file of the standard library's archive goes to the browser."""
    if not name.endswith(".py"):
        return False
    path = name.removesuffix(".py").split("/")
    if path[0] == "encodings":
        return path[1] in ENCODINGS
    return not any("/".join(path[:depth]) in UNUSED for depth in (1, 2))


def standard_library(full: bool) -> Path:
    """The archive of Python's standard library, compiled, and pruned unless `full`."""
    source = NODE_MODULES / "pyodide" / "python_stdlib.zip"
    recipe = repr((full, sorted(UNUSED), sorted(ENCODINGS), PROMISED, "stored")).encode()
    script = (SCRIPTS / "compile.mjs").read_bytes()
    key = digest(source.read_bytes(), recipe, script)[:16]
    target = CACHE / f"stdlib-{key}.zip"
    if target.is_file():
        return target
    with zipfile.ZipFile(source) as archive:
        names = [name for name in archive.namelist() if full or kept_in_stdlib(name)]
        sources = {name: archive.read(name) for name in names if not name.endswith("/")}
    what = "Compiling Python's standard library"
    made = compiled(what, sources, STDLIB_PATH, lean=not full)
    rest = {name: body for name, body in sources.items() if name not in made}
    with made_whole(CACHE / f"stdlib-{key}") as scratch:
        draft = scratch / "stdlib.zip"
        write_zip(draft, rest | {f"{name}c": body for name, body in made.items()})
        node_script("Checking the standard library", "verify.mjs", draft, *PROMISED)
        draft.replace(target)
    return target


def python_files(folder: Path, below: str) -> dict[str, bytes]:
    """Every .py under `folder`, named as under `below`."""
    return {
        f"{below}/{file.relative_to(folder).as_posix()}": file.read_bytes()
        for file in sorted(folder.rglob("*.py"))
    }


def app_files(source: Path) -> dict[str, bytes]:
    """The engine and the app of `source`, byte for byte, by their name in the browser."""
    files: dict[str, bytes] = {}
    for below in ("engine", "web/app"):
        for file in sorted((source / below).rglob("*")):
            if file.is_file() and "__pycache__" not in file.parts:
                files[f"{below}/{file.relative_to(source / below).as_posix()}"] = file.read_bytes()
    return files


def libraries() -> dict[str, bytes]:
    """What the app imports from others, compiled: pure Python only, and PyScript's own modules."""
    names = "htpy", "markupsafe", "segno"
    ask = f"import {', '.join(names)}\nfor it in {', '.join(names)}: print(it.__path__[0])"
    found = subprocess.run(
        [str(venv_program("python")), "-c", ask], capture_output=True, text=True, check=True
    )
    htpy, markupsafe, segno = map(Path, found.stdout.splitlines())
    pyscript = NODE_MODULES / "@pyscript/core/src/stdlib/pyscript"
    sources = (
        python_files(htpy, "htpy")
        | python_files(markupsafe, "markupsafe")
        | python_files(pyscript, "pyscript")
        # What finds the pattern of a code; what draws it asks for modules that are pruned.
        | {"segno/__init__.py": b""}
        | {f"segno/{it}.py": (segno / f"{it}.py").read_bytes() for it in ("consts", "encoder")}
    )
    stdlib = standard_library(full=False)
    made = compiled("Compiling the libraries", sources, HOME, lean=True, stdlib=stdlib)
    return {f"{name}c": body for name, body in made.items()}


def cached(file: str) -> str:
    """Where Python looks for the compiled form of a source file."""
    folder, _, name = file.rpartition("/")
    return f"{folder}/__pycache__/{name.removesuffix('.py')}.{CACHE_TAG}.pyc"


def app_archive(source: Path, version: str, target: Path) -> None:
    """Writes what the worker unpacks into its own folder: engine, app, libraries, compiled."""
    own = app_files(source)
    made = compiled("Compiling the game", own, HOME, stdlib=standard_library(full=False))
    files = own | libraries() | {cached(name): body for name, body in made.items()}
    files["web/app/version.txt"] = version.encode()
    write_zip(target, files)
