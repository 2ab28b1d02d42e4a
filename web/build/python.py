"""Python for the browser: the standard library compiled, the game and its libraries as sources."""

from __future__ import annotations

import ast
import json
import subprocess
import tempfile
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from web.build.installed import node_script, venv_program
from web.build.tools import CACHE, NODE_MODULES, SCRIPTS, SHELL, digest, made_whole, write_zip

#: Where Pyodide keeps its standard library, and where the game is said to lie, whose name has a hash.
STDLIB_PATH = "/lib/python314.zip"
ARCHIVE_PATH = "/home/pyodide/app.zip"

#: What stays in the standard library besides what the interpreter imports to start and the game
#: names: what Python imports by itself at times, and the encodings an error's text may need.
PROMISED = (
    "_strptime ast asyncio codeop encodings.ascii encodings.cp437 encodings.latin_1 encodings.utf_8 "
    "importlib.util linecache pyodide pyodide.code pyodide.ffi pyodide.webloop tokenize traceback warnings zipfile"
).split()

#: What of `web/shell` lies in the standard library, by its place there: what Python imports before all
#: else, where the reading of archives is mended; what stands before Pyodide's loader of packages, and
#: before the colours of a terminal.
#: A module that one of them takes the place of lies beside it, under its name and `WHOLE`.
OWN = {
    "sitecustomize.py": "sitecustomize.py",
    "pyodide/_package_loader.py": "package_loader.py",
    "_colorize.py": "colorize.py",
}
WHOLE = "_whole.py"

#: What a game alone does without, by how its name begins; it is fetched when somebody asks for it:
#: what plays with others, and what is for a terminal.
LATER = (
    *("engine/sealed/", "engine/rooms/", "web/app/rooms", "web/app/screens/rooms"),
    *(
        "engine/__main__",
        "engine/auditor",
        "engine/bots/arena",
        "engine/referee",
        "engine/terminal",
    ),
)
#: What answers the first message of a first visit, by how the names of files begin: it comes compiled
#: as well, since somebody waits while a phone compiles. There is no room for more.
HOME = (
    *("web/app/handlers/__init__", "web/app/handlers/start", "web/app/screens/home"),
    *("web/app/components/__init__", "web/app/components/icons", "web/app/components/kept"),
    *("web/app/components/cards", "web/app/components/parts", "web/app/components/home"),
)
#: What the first taps of a first visit ask for, in their order: home, a new table, its first card, and
#: the first move of a bot.
FIRST = (
    *("web.app.main", "web.app.handlers.start", "web.app.screens.home"),
    *("web.app.handlers.travel", "web.app.screens.new_game", "engine.forty_fives.variants"),
    *("engine.deeds.variants", "engine.forty_fives.play", "web.app.opening", "engine.bots.steady"),
    *("web.app.screens.forty_fives.play", "web.app.screens.forty_fives.sheets", "web.app.telling"),
    *("engine.forty_fives.steady", "engine.forty_fives.telling"),
)
#: Bridges to web servers, and a program for the terminal.
LIBRARIES_UNUSED = frozenset({"htpy/django.py", "htpy/starlette.py", "htpy/html2htpy.py"})


def compiled(
    sources: Mapping[str, bytes], *, lean: bool, path: str = STDLIB_PATH
) -> dict[str, bytes]:
    """The .pyc of every .py in `sources`, by the name of the source, made by Pyodide itself.

    `path` is where tracebacks say that they lie. `lean` leaves out docstrings, assertions and the numbers of lines.
    """
    python = {name: body for name, body in sources.items() if name.endswith(".py")}
    with tempfile.TemporaryDirectory() as scratch:
        given, made = Path(scratch, "given"), Path(scratch, "made")
        for name, body in python.items():
            (given / name).parent.mkdir(parents=True, exist_ok=True)
            (given / name).write_bytes(body)
        what = "Compiling what Python imports"
        node_script(what, "compile.mjs", given, made, path, "2" if lean else "0")
        return {name: (made / f"{name}c").read_bytes() for name in python}


def imported(sources: Mapping[str, bytes]) -> list[str]:
    """Every module that an import anywhere in these sources names, also inside of functions."""
    names: set[str] = set()
    for name, body in sources.items():
        if not name.endswith(".py"):
            continue
        for node in ast.walk(ast.parse(body)):
            if isinstance(node, ast.Import):
                names |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and not node.level and node.module:
                names.add(node.module)
    return sorted(names)


def asked(name: str, package: bool, body: bytes, *, at_once: bool = False) -> Iterator[str]:
    """What the module of that name may want to import, by whole names, be it a module or not.

    `at_once` leaves out what it imports only when something of it is called, or for types alone.
    """
    tree = ast.parse(body)
    for node in tree.body if at_once else ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = name.split(".")[: None if package else -1]
            above = above[: len(above) - node.level + 1] if node.level else []
            base = ".".join([*above, *([node.module] if node.module else [])])
            yield base
            yield from (f"{base}.{alias.name}" for alias in node.names)


def order(sources: Mapping[str, bytes], first: Sequence[str] = FIRST) -> str:
    """A module that names all `MODULES` of the game, each after those that it imports.

    `first` and what they import at once come before all others. Of these, what is imported inside of
    functions or for types alone counts as well: it only has to be there.
    """
    files = {
        name.removesuffix(".py").removesuffix("/__init__").replace("/", "."): name
        for name in sorted(sources)
        if name.endswith(".py") and name.startswith(("engine/", "web/app/"))
    }
    found: dict[str, None] = {}

    def visit(name: str, on_the_way: set[str], at_once: bool) -> None:
        if name in on_the_way or name not in files:
            return
        on_the_way.add(name)
        visit(name.rpartition(".")[0], on_the_way, at_once)  # Python begins with the package
        package = files[name].endswith("/__init__.py")
        for wanted in asked(name, package, sources[files[name]], at_once=at_once):
            visit(wanted, on_the_way, at_once)
        found.setdefault(name)

    for names, at_once in ((first, True), (files, False)):
        on_the_way: set[str] = set()
        for name in names:
            visit(name, on_the_way, at_once)
    return f'"""Made by the build: the order in which to import."""\n\nMODULES = {tuple(found)!r}\n'


def standard_library(wanted: Sequence[str] | None) -> Path:
    """The archive of Python's standard library, compiled: whole, or what importing `wanted` takes.

    Names of `wanted` that are not the standard library's are passed over. Modules of ours are among
    it, those of `OWN`.
    """
    source = NODE_MODULES / "pyodide" / "python_stdlib.zip"
    recipe = repr(None if wanted is None else sorted({*wanted, *PROMISED})).encode()
    scripts = [(SCRIPTS / name).read_bytes() for name in ("compile.mjs", "trace.mjs")]
    own = {place: (SHELL / name).read_bytes() for place, name in OWN.items()}
    key = digest(source.read_bytes(), recipe, repr(own).encode(), *scripts)[:16]
    target = CACHE / f"stdlib-{key}.zip"
    if target.is_file():
        return target
    with made_whole(CACHE / f"stdlib-{key}") as scratch, zipfile.ZipFile(source) as archive:
        names = [name for name in archive.namelist() if not name.endswith("/")]
        if wanted is not None:
            told = scratch / "traced.json"
            asked = sorted({*wanted, *PROMISED})
            node_script("Tracing the standard library", "trace.mjs", told, *asked)
            traced = json.loads(told.read_text("utf-8"))
            names = traced["files"]
        sources = {name: archive.read(name) for name in names}
        for place in own.keys() & sources.keys():
            sources[place.removesuffix(".py") + WHOLE] = sources[place]
        sources |= own
        made = compiled(sources, lean=wanted is not None)
        rest = {name: body for name, body in sources.items() if name not in made}
        draft = scratch / "stdlib.zip"
        write_zip(draft, rest | {f"{name}c": body for name, body in made.items()})
        if wanted is not None:
            node_script("Checking the standard library", "verify.mjs", draft, *traced["modules"])
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


def installed(*names: str) -> list[Path]:
    """The folders of installed packages."""
    ask = f"import {', '.join(names)}\nfor it in ({', '.join(names)},): print(it.__path__[0])"
    found = subprocess.run(
        [str(venv_program("python")), "-c", ask], capture_output=True, text=True, check=True
    )
    return [Path(line) for line in found.stdout.splitlines()]


def libraries_of_rooms() -> dict[str, bytes]:
    """What finds the pattern of a code to be scanned; what draws it asks for modules that are pruned."""
    (segno,) = installed("segno")
    wanted = {f"segno/{it}.py": (segno / f"{it}.py").read_bytes() for it in ("consts", "encoder")}
    return {"segno/__init__.py": b"", **wanted}


def libraries() -> dict[str, bytes]:
    """What the app imports from others: pure Python, as published."""
    htpy, markupsafe = installed("htpy", "markupsafe")
    files = python_files(htpy, "htpy") | python_files(markupsafe, "markupsafe")
    return {name: body for name, body in files.items() if name not in LIBRARIES_UNUSED}


def compiled_once(published: Mapping[str, bytes]) -> dict[str, bytes]:
    """What `compiled` makes of these sources, lean, by the names of .pyc; made once for each content."""
    recipe = (SCRIPTS / "compile.mjs").read_bytes()
    key = digest(recipe, *(part for name in published for part in (name.encode(), published[name])))
    store = CACHE / f"compiled-{key[:16]}"
    if not store.is_dir():
        with made_whole(store, once=True) as folder:
            for name, body in compiled(published, lean=True, path=ARCHIVE_PATH).items():
                (folder / f"{name}c").parent.mkdir(parents=True, exist_ok=True)
                (folder / f"{name}c").write_bytes(body)
    files = sorted(it for it in store.rglob("*") if it.is_file())
    return {it.relative_to(store).as_posix(): it.read_bytes() for it in files}


def with_code(first: Mapping[str, bytes]) -> dict[str, bytes]:
    """The sources `first`, the home screen's with their code beside them; of others' code, that alone."""
    others = libraries()
    ours = {name: body for name, body in first.items() if name not in others}
    home = {name: body for name, body in ours.items() if name.startswith(HOME)}
    return ours | compiled_once(home) | compiled_once(others)


def sources(source: Path) -> tuple[dict[str, bytes], dict[str, bytes]]:
    """What the worker needs to start, and what it fetches when somebody asks, by name: sources.

    Nothing of it is compiled here. Sources are half the bytes, and the first start compiles what it
    imports; the device keeps that for the next (`web/shell/compiled.mjs`).
    """
    own = app_files(source)
    later = {name: body for name, body in own.items() if name.startswith(LATER)}
    first = {name: body for name, body in own.items() if name not in later}
    if any(name.startswith("web/app/rooms/") for name in later):
        later |= libraries_of_rooms()
    return first | libraries(), later
