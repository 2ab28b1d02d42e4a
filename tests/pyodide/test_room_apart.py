"""What the page needs only later is a file of its own, fetched when it is asked for."""

from __future__ import annotations

import shutil
from pathlib import Path

from web.build.installed import node, set_up
from web.build.tools import NODE_MODULES, SCRIPTS, SHELL, run

ASKS = '\nglobalThis.ask = () => import("./room.mjs");\n'


def bundled(web: Path, said: str) -> dict[str, str]:
    """The page's scripts of a copy of the shell that asks for a room, by name."""
    set_up()
    out = web / "out"
    for folder in (out, web / "build"):
        folder.mkdir(parents=True)
    shutil.copytree(SHELL, web / "shell")
    shutil.copy(SCRIPTS / "bundle.mjs", web / "build")
    (web / "node_modules").symlink_to(NODE_MODULES)
    shell = web / "shell" / "shell.js"
    shell.write_text(shell.read_text("utf-8") + ASKS, "utf-8")
    (web / "shell" / "room.mjs").write_text(f"export const said = {said!r};\n", "utf-8")
    script = web / "build" / "bundle.mjs"
    run("Bundling a copy", [node()[0], script, out], cwd=web, advice="")
    return {file.name: file.read_text("utf-8") for file in out.iterdir()}


def test_the_script_of_a_room_lies_beside_the_page_under_a_name_with_its_hash(
    tmp_path: Path,
) -> None:
    found = [bundled(tmp_path / name, said) for name, said in (("a", "one"), ("b", "other"))]
    rooms = [[name for name in scripts if name.startswith("room-")] for scripts in found]
    assert [len(names) for names in rooms] == [1, 1]
    assert rooms[0] != rooms[1]
    for scripts, (name,), said in zip(found, rooms, ("one", "other"), strict=True):
        assert said in scripts[name]
        assert f'import("./{name}")' in scripts["shell.mjs"]
        (joining,) = [other for other in scripts if other.startswith("joining-")]
        assert f'import("./{joining}")' in scripts["shell.mjs"]
        assert set(scripts) == {
            *("shell.mjs", "worker.mjs", "service-worker.js", "check.js", "early.js", "theme.js"),
            *(name, joining),
        }
