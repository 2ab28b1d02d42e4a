"""The site around Python: pages, scripts and icons, each file under a name with its hash."""

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
from typing import Any
from urllib.parse import urlsplit

from web.build.installed import node_script, venv_program
from web.build.tools import SHELL, Trouble, digest, run

#: Scripts that stand in the page itself.
INLINE = ("check", "early", "theme")


#: The sheets of style up to this number are all that the home screen needs.
HOME_STYLE = 39


def first_page(source: Path) -> dict[str, Any]:
    """The home screen as the app renders it; see `first_page` there."""
    script = "from web.app.main import first_page; print(first_page())"
    output = run(
        "Rendering the home screen",
        [venv_program("python"), "-c", script],
        cwd=source,
        env={"PYTHONDONTWRITEBYTECODE": "1", "PYTHONHASHSEED": "0", "PYTHONIOENCODING": "utf-8"},
        advice="`web.app.main.first_page()` must give a JSON object.",
    )
    page: dict[str, Any] = json.loads(output)
    return page


def checksum(body: bytes) -> str:
    """As browsers want it told."""
    return f"sha256-{base64.b64encode(hashlib.sha256(body).digest()).decode()}"


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

    def precache(self, leave_out: Sequence[str]) -> list[dict[str, str | None]]:
        """Every other file with its hash and checksum, in the form Workbox takes."""
        entries: list[dict[str, str | None]] = []
        for file in sorted(self.folder.rglob("*")):
            if not file.is_file():
                continue
            body = file.read_bytes()
            address = file.relative_to(self.folder).as_posix()
            if address in leave_out:
                continue
            # A revision makes Workbox fetch past the HTTP cache; a hashed name needs none.
            revision = None if address.startswith("assets/") else digest(body)[:16]
            entries.append({"url": address, "revision": revision, "integrity": checksum(body)})
        return entries


def stylesheets() -> tuple[str, str]:
    """All style as it stands in the page, which would have to wait for files of its own: what the
    home screen needs, the shell's first, and then the rest; in the order of their names."""
    sheets = sorted((SHELL / "style").glob("*.css"))
    home = [it for it in sheets if int(it.name.partition("-")[0]) <= HOME_STYLE]
    return _joined([SHELL / "shell.css", *home]), _joined(sheets[len(home) :])


def _joined(sheets: Sequence[Path]) -> str:
    return "\n".join(sheet.read_text("utf-8") for sheet in sheets).strip()


def page(template: str, values: Mapping[str, str]) -> str:
    """The template with each `{{name}}` replaced; one without a value is an error."""
    return re.sub(r"\{\{(\w+)\}\}", lambda found: values[found[1]], template)


def body_attributes(body: Mapping[str, str]) -> str:
    """What a paint says on <body>, as attributes."""
    return " ".join(
        f'data-{re.sub(r"[A-Z]", lambda c: "-" + c[0].lower(), key)}="{html.escape(str(value))}"'
        for key, value in body.items()
    )


def relay_address(url: str) -> str:
    """The address of a relay for the page, ``wss://host/path``; Trouble where `url` is none."""
    scheme, _, rest = url.partition("://")
    found = urlsplit(f"{scheme.lower().replace('http', 'ws')}://{rest}")
    if found.scheme not in ("ws", "wss") or not re.fullmatch(r"[\w.:\[\]-]+", found.netloc):
        raise Trouble(
            f"{url!r} is no address of a relay. Write it whole, as in wss://relay.example/relay; "
            "without --relay it is /relay beside the page."
        )
    return found._replace(path=found.path or "/relay", query="", fragment="").geturl()


def origin_of(address: str) -> str:
    """What the page's policy calls the place of an address."""
    found = urlsplit(address)
    return f"{found.scheme}://{found.netloc}"


def page_scripts(*options: str) -> dict[str, bytes]:
    """The page's own JavaScript, bundled; `bundle.mjs` tells of the options."""
    with tempfile.TemporaryDirectory() as scratch:
        node_script("Bundling the page", "bundle.mjs", Path(scratch), *options)
        return {file.name: file.read_bytes() for file in sorted(Path(scratch).iterdir())}


def write_site(
    files: Files,
    parts: Mapping[str, Any],
    scripts: Mapping[str, bytes],
    source: Path,
    *,
    template: str,
    leave_out: Sequence[str] = (),
) -> None:
    """Writes the page, its scripts and what lies around it, and the list of all that is kept offline.

    `parts` tells the page where Python's files are. `template` is the page with `{{names}}` to be
    filled in. `leave_out` are files that are not kept offline.
    """
    home = first_page(source)
    inline = {name: scripts[f"{name}.js"].decode().strip() for name in INLINE}
    style, later_style = stylesheets()
    # Only "</" could end what they stand in.
    assert "</" not in style + later_style and "</script" not in home["drawings"]
    # They find each other by the names they have: a hash is in all but the first.
    for name, script in scripts.items():
        if name.endswith(".mjs") and name not in ("shell.mjs", "worker.mjs"):
            (files.folder / "assets" / name).write_bytes(script)
    values = {
        "relay": f" {origin_of(parts['relay'])}" if parts.get("relay") else "",
        "style": style,
        "later_style": later_style,
        "style_hashes": " ".join(f"'{checksum(it.encode())}'" for it in (style, later_style)),
        **inline,
        "hashes": " ".join(f"'{checksum(text.encode())}'" for text in inline.values()),
        "shell": files.add("shell.mjs", scripts["shell.mjs"]),
        # Inside a script element only "</" could end the data early.
        "parts": json.dumps(parts, sort_keys=True).replace("</", "<\\/"),
        "body": body_attributes(home["body"]),
        "sprite": home["sprite"],
        "drawings": home["drawings"],
        "html": home["html"],
    }
    shutil.copytree(SHELL / "icons", files.folder / "icons")
    shutil.copy(SHELL / "manifest.webmanifest", files.folder)
    (files.folder / "index.html").write_text(page(template, values), "utf-8", newline="\n")
    listed = json.dumps(files.precache(leave_out), sort_keys=True)
    worker = scripts["service-worker.js"].decode().replace("self.CARD_NIGHT_FILES", listed)
    worker = worker.replace("self.CARD_NIGHT_PACKED", json.dumps(parts["packed"]))
    (files.folder / "service-worker.js").write_text(worker, "utf-8", newline="\n")
