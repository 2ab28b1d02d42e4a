"""The game as files for any static web host."""

from __future__ import annotations

import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path

from web.build import packed as packing
from web.build.installed import set_up
from web.build.python import (
    app_files,
    imported,
    order,
    sources,
    standard_library,
    with_code,
)
from web.build.runtime import REST, runtime
from web.build.site import Files, checksum, page_scripts, relay_address, write_site
from web.build.tools import (
    CACHE,
    ROOT,
    SCRIPTS,
    SHELL,
    WEB,
    digest,
    made_whole,
    zipped,
)

#: What runs the game in the worker.
BESIDE = ("answering.py", "compiling.py", "preparing.py")
#: What a browser fetches by itself when somebody installs the game, which takes a network anyway.
ONLY_TO_INSTALL = [
    f"icons/{name}.png"
    for name in ("apple-touch-icon", "icon-192", "icon-512", "maskable-192", "maskable-512")
]


def inputs(source: Path, full_stdlib: bool, archives: Sequence[Path], relay: str) -> str:
    """A hash over everything a bundle is made from; the version shown is its beginning."""
    chunks = [repr((full_stdlib, relay)).encode(), *(archive.read_bytes() for archive in archives)]
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
    relay: str = "",
) -> str:
    """Writes the game as files for any static web host into `out`; returns its version.

    `full_stdlib` leaves Python's standard library whole. `source` is another folder to take
    `engine` and `web/app` from. `archives` are more .zip files for the worker's folder. `pack` adds
    every file in packed form, for the hosts of the world; it takes half a minute once. `relay` is
    the address of a relay elsewhere; without it the page asks at `/relay` beside itself.
    What was in `out` before is gone.
    """
    set_up()
    relay = relay and relay_address(relay)
    key = inputs(source, full_stdlib, archives, relay)
    # What was packed in a hurry, for a test, is never taken for what goes to a host.
    store = CACHE / f"bundle-{key[:16]}{f'-packed-{packing.QUALITY}' if pack else ''}"
    if not store.is_dir():
        with made_whole(store, once=True) as folder:
            write_bundle(folder, key[:12], full_stdlib, source, archives, pack, relay)
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


def beside(first: Mapping[str, bytes]) -> dict[str, bytes]:
    """What runs the game of the sources `first` on the device, and rides with it."""
    files = {f"web/shell/{name}": (SHELL / name).read_bytes() for name in BESIDE}
    return files | {"web/shell/order.py": order(first).encode()}


def write_bundle(
    folder: Path,
    version: str,
    full_stdlib: bool,
    source: Path,
    archives: Sequence[Path],
    pack: bool,
    relay: str,
) -> None:
    """Makes the bundle itself; see `bundle`."""
    files = Files(folder)
    scripts = page_scripts()
    first, later = sources(source)
    wanted = None if full_stdlib else imported(first | later)
    python = runtime() | {"python_stdlib.zip": standard_library(wanted).read_bytes()}
    home = files.add_together("runtime", python)
    told = {"web/app/version.txt": version.encode()}
    zips = [files.add("app.zip", zipped(with_code(first) | beside(first) | told))]
    zips += [files.add(archive.name, archive.read_bytes()) for archive in archives]
    # The page's bar waits for these, and nobody for the rest.
    sizes = {name: len(data) for name, data in python.items() if name != REST}
    sizes |= {Path(it).name: (folder / it).stat().st_size for it in zips}
    worker = scripts["worker.mjs"].replace(b"card-night-runtime", Path(home).name.encode())
    rest = zipped(later)
    asked_later = files.add("later.zip", rest)
    parts = {
        "version": version,
        "worker": files.add("worker.mjs", worker),
        "wasm": f"{home}/pyodide.asm.wasm",
        "start": files.add("start.py", (SHELL / "start.py").read_bytes()),
        "archives": zips,
        "rooms": {"archive": asked_later, "integrity": checksum(rest), "size": len(rest)},
        "sizes": sizes,
        "packed": pack,
        "relay": relay,
    }
    template = (SHELL / "index.html").read_text("utf-8")
    leave_out = [asked_later, *ONLY_TO_INSTALL]
    write_site(files, parts, scripts, source, template=template, leave_out=leave_out)
    if pack:
        add_packed(folder)


def add_packed(folder: Path) -> None:
    """Writes the packed form of every file beside it."""
    plain = {
        file.relative_to(folder).as_posix(): file.read_bytes()
        for file in sorted(folder.rglob("*"))
        if file.is_file()
    }
    for name, content in packing.packed(plain).items():
        (folder / name).write_bytes(content)
