"""What the worker runs first: it hands the app's one function to the page."""

import json
import traceback
from collections.abc import Callable

from js import cardNight
from polyscript import xworker


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


def prepare() -> bool:
    """Prepares the next start for a moment; False when there is nothing left to do."""
    global compiling
    if compiling is None:
        from web.shell.compiling import Compiling

        compiling = Compiling(cardNight.sources)
    more = compiling.step()
    if not more:
        cardNight.keep(compiling.archive())
        compiling = None
    return more


compiling = None
sync = xworker.sync
sync.prepare = prepare
try:
    from web.app.main import receive
except Exception:
    sync.receive = broken(traceback.format_exc())
else:
    sync.receive = guarded(receive)
