"""The app's one function, as the worker calls it, and the importing ahead of what it will need."""

from __future__ import annotations

import json
import sys
import traceback
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module

from web.shell.order import MODULES

Receive = Callable[[str], str]


def guarded(receive: Receive) -> Receive:
    """`receive`, with an error told to the page as an effect instead of lost on the way."""

    def answer(message: str) -> str:
        try:
            return receive(message)
        except Exception:
            return json.dumps([{"do": "crashed", "report": traceback.format_exc()}])

    return answer


def broken(report: str) -> Receive:
    """What answers when the app itself cannot be imported."""
    return lambda message: json.dumps([{"do": "crashed", "report": report}])


def found() -> Receive:
    """The app's function, or what tells why there is none."""
    try:
        from web.app.main import receive
    except Exception:
        return broken(traceback.format_exc())
    return guarded(receive)


def ahead() -> bool:
    """Imports one more module of the game; False when all are there.

    One that cannot be imported is passed over: whoever needs it is told why.
    """
    while _waiting:
        name = _waiting.pop()
        if name not in sys.modules:
            with suppress(Exception):
                import_module(name)
            break
    return bool(_waiting)


_waiting = list(reversed(MODULES))
receive = found()
