"""What the worker runs first: it hands the app's one function to the page."""

import json
import traceback
from collections.abc import Callable

from pyscript import sync


def guarded(receive: Callable[[str], str]) -> Callable[[str], str]:
    """`receive`, with an error told to the page as an effect instead of lost on the way."""

    def answer(message: str) -> str:
        try:
            return receive(message)
        except Exception:
            return json.dumps([{"do": "crashed", "report": traceback.format_exc()}])

    return answer


def broken(report: str) -> Callable[[str], str]:
    """What answers when the app itself cannot be imported."""
    return lambda message: json.dumps([{"do": "crashed", "report": report}])


try:
    from web.app.main import receive
except Exception:
    sync.receive = broken(traceback.format_exc())
else:
    sync.receive = guarded(receive)
