"""Runs in CPython and in the browser: some games through the app's one function, told as digests.

`given` is JSON: a list of seeds. Everything the app answers goes into the digest of its seed.
"""

import json
import sys
from hashlib import sha256
from typing import Any

HOME = "/home/pyodide"
if sys.platform == "emscripten" and HOME not in sys.path:
    sys.path.insert(0, HOME)

from web.app.main import App  # noqa: E402 (lies in the folder)

MOST = 400  # events
START = {"event": "start", "kept": {}, "entropy": "00", "version": "test"}


def numbers(value: Any) -> list[int]:
    """All whole numbers within a value."""
    if isinstance(value, dict):
        return [number for part in value.values() for number in numbers(part)]
    if isinstance(value, list):
        return [number for part in value for number in numbers(part)]
    return [value] if isinstance(value, int) else []


def played(seed: str) -> dict[str, Any]:
    """A game in which the table goes on by itself as far as it does, hand after hand."""
    app, told, largest = App(), sha256(), 0

    def send(event: dict[str, Any]) -> None:
        nonlocal largest
        answer = app.receive(json.dumps(event))
        told.update(answer.encode())
        largest = max([largest, *map(abs, numbers(json.loads(answer)))])

    send(START | {"seed": seed})
    send({"event": "play-alone"})
    send({"event": "start-game"})
    events = 0
    while events < MOST and app.model.table is not None and app.model.screen == "table":
        events += 1
        table = app.model.table
        mine = [question.seat for question in table.owed()] == [0]
        if not mine:
            send({"event": "later", "value": "tick"})
            continue
        # What the person does, the engine's first legal move: the record says it in words.
        move = table.game.legal_moves(table.view(0), 0)[0]
        app.model = replaced(app.model, table.play(0, move))
        send({"event": "visible"})
    text = app.model.table.text if app.model.table is not None else ""
    kept = f"seed {seed}" in text.splitlines()
    return {"digest": told.hexdigest(), "events": events, "largest": largest, "kept": kept}


def replaced(model: Any, table: Any) -> Any:
    """The model with the table further on."""
    from dataclasses import replace

    return replace(model, table=table)


RESULT = json.dumps([played(seed) for seed in json.loads(globals()["given"])])
RESULT  # noqa: B018 (what the browser gets)
