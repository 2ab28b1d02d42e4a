"""The game as files for any static web host."""

from __future__ import annotations

import base64
import hashlib
import html
import json
import re
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from web.build.installed import node_script, set_up, venv_program
from web.build.packed import packed
from web.build.python import app_archive, app_files, standard_library
from web.build.tools import CACHE, NODE_MODULES, ROOT, SCRIPTS, SHELL, WEB, digest, made_whole, run


def first_page(source: Path) -> tuple[str, str, dict[str, str]]:
    """The home screen as the app renders it, all drawings it uses, and what it says on <body>."""
    script = "from web.app.main import first_page; print(first_page())"
    output = run(
        "Rendering the home screen",
        [venv_program("python"), "-c", script],
        cwd=source,
        env={"PYTHONDONTWRITEBYTECODE": "1", "PYTHONHASHSEED": "0", "PYTHONIOENCODING": "utf-8"},
        advice="`web.app.main.first_page()` must give a JSON object with `html`, `sprite` and `body`.",
    )
    page = json.loads(output)
    return page["html"], page["sprite"], page["body"]


class Files:
    """The files of a bundle as they are written, each under a name that carries its hash."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        (folder / "assets").mkdir(parents=True)

    def add(self, name: str, body: bytes) -> str:
        """Writes one file into `assets` and returns its address."""
        stem, dot, kind = name.partition(".")
        address = f"assets/{stem}-{digest(body)[:10]}{dot}{kind}"
        (self.folder / address).write_bytes(body)
        return address

    def add_together(self, folder: str, bodies: Mapping[str, bytes]) -> str:
        """Writes files that find each other by their plain names; the folder carries the hash."""
        whole = digest(*(part for name in sorted(bodies) for part in (name.encode(), bodies[name])))
        address = f"assets/{folder}-{whole[:10]}"
        (self.folder / address).mkdir()
        for name, body in bodies.items():
            (self.folder / address / name).write_bytes(body)
        return address

    def precache(self) -> list[dict[str, str | None]]:
        """Every file with its hash and checksum, in the form Workbox takes."""
        entries: list[dict[str, str | None]] = []
        for file in sorted(self.folder.rglob("*")):
            if not file.is_file():
                continue
            body = file.read_bytes()
            address = file.relative_to(self.folder).as_posix()
            # A revision makes Workbox fetch past the HTTP cache; a hashed name needs none.
            revision = None if address.startswith("assets/") else digest(body)[:16]
            checksum = base64.b64encode(hashlib.sha256(body).digest()).decode()
            entries.append(
                {"url": address, "revision": revision, "integrity": f"sha256-{checksum}"}
            )
        return entries


def stylesheet() -> bytes:
    """All style in one file: the shell's, then the app's in the order of their names."""
    sheets = [SHELL / "shell.css", *sorted((SHELL / "style").glob("*.css"))]
    return b"\n".join(sheet.read_bytes() for sheet in sheets)


def page(template: str, values: Mapping[str, str]) -> str:
    """The template with each `{{name}}` replaced; one without a value is an error."""
    return re.sub(r"\{\{(\w+)\}\}", lambda found: values[found[1]], template)


def body_attributes(body: Mapping[str, str]) -> str:
    """What a paint says on <body>, as attributes."""
    return " ".join(
        f'data-{re.sub(r"[A-Z]", lambda c: "-" + c[0].lower(), key)}="{html.escape(str(value))}"'
        for key, value in body.items()
    )


def inputs(source: Path, full_stdlib: bool, archives: Sequence[Path]) -> str:
    """A hash over everything a bundle is made from; the version shown is its beginning."""
    chunks = [repr(full_stdlib).encode(), *(archive.read_bytes() for archive in archives)]
    for name, body in sorted(app_files(source).items()):
        chunks += [name.encode(), body]
    fixed = [ROOT / "requirements.txt", WEB / "package-lock.json"]
    for file in [*fixed, *sorted(SHELL.rglob("*")), *sorted(SCRIPTS.glob("*.*"))]:
        if file.is_file():
            chunks += [file.relative_to(ROOT).as_posix().encode(), file.read_bytes()]
    return digest(*chunks)


def bundle(
    out: Path,
    *,
    full_stdlib: bool = False,
    source: Path = ROOT,
    archives: Sequence[Path] = (),
    pack: bool = False,
) -> str:
    """Writes the game as files for any static web host into `out`; returns its version.

    `full_stdlib` leaves Python's standard library whole. `source` is another folder to take
    `engine` and `web/app` from. `archives` are more .zip files for the worker's folder. `pack` adds
    every file in packed form, for the hosts of the world; it takes half a minute once.
    What was in `out` before is gone.
    """
    set_up()
    key = inputs(source, full_stdlib, archives)
    store = CACHE / f"bundle-{key[:16]}{'-packed' if pack else ''}"
    if not store.is_dir():
        with made_whole(store, once=True) as folder:
            write_bundle(folder, key[:12], full_stdlib, source, archives, pack)
    with made_whole(out.resolve()) as folder:
        shutil.copytree(store, folder, dirs_exist_ok=True)
    forget_old_bundles(keep=store)
    return key[:12]


def forget_old_bundles(keep: Path, most: int = 6) -> None:
    """Leaves only the newest few bundles in the cache."""
    keep.touch()
    stored = sorted(CACHE.glob("bundle-*"), key=lambda it: it.stat().st_mtime, reverse=True)
    for old in stored[most:]:
        shutil.rmtree(old, ignore_errors=True)


def write_bundle(
    folder: Path,
    version: str,
    full_stdlib: bool,
    source: Path,
    archives: Sequence[Path],
    pack: bool,
) -> None:
    """Makes the bundle itself; see `bundle`."""
    markup, sprite, body = first_page(source)
    files = Files(folder)
    pyodide = NODE_MODULES / "pyodide"
    with tempfile.TemporaryDirectory() as scratch:
        made = Path(scratch)
        node_script("Bundling the page", "bundle.mjs", made)
        app_archive(source, version, made / "app.zip")
        scripts = {file.name: file.read_bytes() for file in sorted(made.iterdir())}
    runtime = {
        "interpreter.mjs": scripts["interpreter.mjs"],
        "pyodide.asm.mjs": (pyodide / "pyodide.asm.mjs").read_bytes(),
        "pyodide.asm.wasm": (pyodide / "pyodide.asm.wasm").read_bytes(),
        "python_stdlib.zip": standard_library(full_stdlib).read_bytes(),
    }
    home = files.add_together("runtime", runtime)
    zips = [files.add("app.zip", scripts["app.zip"])]
    zips += [files.add(archive.name, archive.read_bytes()) for archive in archives]
    sizes = {name: len(data) for name, data in runtime.items() if name != "interpreter.mjs"}
    sizes |= {Path(it).name: (folder / it).stat().st_size for it in zips}
    parts = {
        "version": version,
        "worker": files.add("worker.mjs", scripts["worker.mjs"]),
        "start": files.add("start.py", (SHELL / "start.py").read_bytes()),
        "interpreter": f"{home}/interpreter.mjs",
        "archives": zips,
        "sizes": sizes,
        "packed": pack,
    }
    values = {
        "style": files.add("style.css", stylesheet()),
        "check": files.add("check.js", scripts["check.js"]),
        "shell": files.add("shell.mjs", scripts["shell.mjs"]),
        "worker": str(parts["worker"]),
        "interpreter": str(parts["interpreter"]),
        # Inside a script element only "</" could end the data early.
        "parts": json.dumps(parts, sort_keys=True).replace("</", "<\\/"),
        "body": body_attributes(body),
        "sprite": sprite,
        "html": markup,
    }
    shutil.copytree(SHELL / "icons", folder / "icons")
    shutil.copy(SHELL / "manifest.webmanifest", folder)
    index = page((SHELL / "index.html").read_text("utf-8"), values)
    (folder / "index.html").write_text(index, "utf-8", newline="\n")
    listed = json.dumps(files.precache(), sort_keys=True)
    worker = scripts["service-worker.js"].decode().replace("self.CARD_NIGHT_FILES", listed)
    worker = worker.replace("self.CARD_NIGHT_PACKED", json.dumps(pack))
    (folder / "service-worker.js").write_text(worker, "utf-8", newline="\n")
    if pack:
        add_packed(folder)


def add_packed(folder: Path) -> None:
    """Writes the packed form of every file beside it."""
    plain = {
        file.relative_to(folder).as_posix(): file.read_bytes()
        for file in sorted(folder.rglob("*"))
        if file.is_file()
    }
    for name, content in packed(plain).items():
        (folder / name).write_bytes(content)
