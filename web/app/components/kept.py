"""Components that are drawn once for the same words: a tap changes little of a page."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import ParamSpec, cast

from htpy import Renderable
from markupsafe import Markup

P = ParamSpec("P")


def kept(component: Callable[P, Renderable]) -> Callable[P, Markup]:
    """The component as finished markup, kept for arguments it was drawn with before."""

    @lru_cache(maxsize=512)
    @wraps(component)
    def drawn(*args: P.args, **kwargs: P.kwargs) -> Markup:
        return Markup(component(*args, **kwargs))

    return cast(Callable[P, Markup], drawn)
