"""Makes of a Python that nobody has used what later starts begin with.

All of the game is imported, from code compiled here, and has been gone through once.
"""

from __future__ import annotations

import gc
import importlib
import json

from web.shell.answering import ahead
from web.shell.compiling import compile_archive


def prepare(path: str) -> None:
    """Puts compiled code in place of the archive of sources at `path`, and imports all of it."""
    compile_archive(path)
    importlib.invalidate_caches()
    while ahead():
        pass
    play()
    gc.collect()
    gc.freeze()  # what is here stays: no later collection looks through it


def play() -> None:
    """A start, a deal and a start that comes back to it: what they look up first is then known.

    The app that plays is thrown away, and with it all that it was told.
    """
    from web.app.main import App

    kept: dict[str, str] = {}
    for names in (
        ("start", "play-alone", "start-game", "later", "later", "home"),
        ("start", "continue"),
    ):
        app = App()
        for name in names:
            effects = json.loads(app.receive(json.dumps({"event": name, "kept": kept})))
            kept |= {it["key"]: it["text"] for it in effects if it["do"] == "keep"}
