"""The relay's own log: one JSON object a line on standard error, for whoever runs it.

It tells what happened and how much, never who, where from or what: no name of a room or a phone, no
address, no body. A room has a number that means nothing outside this process.
"""

from __future__ import annotations

import json
import logging
import sys
import time
from typing import Any, TextIO


def write(event: str, stream: TextIO | None = None, **more: Any) -> None:
    """One line."""
    line = {"at": round(time.time(), 3), "event": event, **more}
    print(json.dumps(line), file=stream or sys.stderr, flush=True)


class Quiet(logging.Handler):
    """Takes what the library says; of an error its kind alone, for the rest may quote a phone."""

    def emit(self, record: logging.LogRecord) -> None:
        """Only that there was one, and of which kind."""
        kind = record.exc_info[0].__name__ if record.exc_info and record.exc_info[0] else ""
        write("library", level=record.levelname.lower(), kind=kind)


def library() -> logging.Logger:
    """The logger to hand to the library."""
    logger = logging.getLogger("web.relay.library")
    logger.propagate = False
    logger.setLevel(logging.ERROR)
    logger.handlers = [Quiet()]
    return logger


def place(error: BaseException) -> str:
    """Where an error was raised: the module and the line, nothing of what it was about."""
    trace = error.__traceback__
    while trace and trace.tb_next:
        trace = trace.tb_next
    if not trace:
        return ""
    return f"{trace.tb_frame.f_globals.get('__name__', '')}:{trace.tb_lineno}"
