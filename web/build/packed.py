"""Every file of a bundle once more, packed: for hosts that send these, and for those that pack nothing.

Beside `name` lie `name.br` and `name.gz`. A host that knows them sends them in its place; from one
that sends `name` as it is, the game fetches the `.gz` of its big files and unpacks it itself.
"""

from __future__ import annotations

import gzip
import tempfile
from collections.abc import Mapping
from pathlib import Path

from web.build.installed import node_script
from web.build.tools import CACHE, SCRIPTS, digest

#: Already packed, or too small to gain anything.
LEFT_OUT = frozenset({".png", ".webmanifest"})
SMALL = 512
#: Brotli's best. The runtime is packed once for a long time, the rest at every build.
QUALITY = "11"


def packed(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """The packed forms of these files, by name; those that would not be smaller are left out."""
    worth = {name: body for name, body in files.items() if _worth_it(name, body)}
    made = {f"{name}.gz": gzip.compress(body, 9, mtime=0) for name, body in worth.items()}
    made |= {f"{name}.br": body for name, body in _brotli(worth).items()}
    return {name: body for name, body in made.items() if len(body) < len(files[name[:-3]])}


def _worth_it(name: str, body: bytes) -> bool:
    return Path(name).suffix not in LEFT_OUT and len(body) >= SMALL


def _brotli(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """The files packed with brotli, out of the cache where the runtime was packed before."""
    recipe = (SCRIPTS / "pack.mjs").read_bytes() + QUALITY.encode()
    found: dict[str, bytes] = {}
    wanted: dict[str, str] = {}  # name → the file it is handed over in
    for number, (name, body) in enumerate(sorted(files.items())):
        stored = _store(recipe, body)
        if "/runtime-" in name and stored.is_file():
            found[name] = stored.read_bytes()
        else:
            wanted[name] = str(number)
    if not wanted:
        return found
    with tempfile.TemporaryDirectory() as scratch:
        for name, file in wanted.items():
            Path(scratch, file).write_bytes(files[name])
        node_script("Packing the files", "pack.mjs", Path(scratch), QUALITY)
        for name, file in wanted.items():
            found[name] = Path(scratch, f"{file}.br").read_bytes()
            if "/runtime-" in name:
                _keep(_store(recipe, files[name]), found[name])
    return found


def _store(recipe: bytes, body: bytes) -> Path:
    return CACHE / f"packed-{digest(recipe, body)[:16]}.br"


def _keep(target: Path, body: bytes) -> None:
    """Writes a file that is there as a whole or not at all."""
    with tempfile.NamedTemporaryFile(dir=target.parent, delete=False) as draft:
        draft.write(body)
    Path(draft.name).replace(target)
