"""The colours of a terminal, imported when somebody asks for one.

Whoever tells of an error imports them, and there is no terminal here. They lie beside this, as
``_colorize_whole``.
"""

from __future__ import annotations

from importlib import import_module


def __getattr__(name: str) -> object:
    """What the whole of it calls so, which is imported for it."""
    if name.startswith("__"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module("_colorize_whole"), name)
