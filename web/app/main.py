"""The wiring: one message of the page in, the list of effects out. The only state is here.

The page sends one JSON object, an event; it gets a JSON list of effects to carry out, the last of
them the painting. Both are told in ``update`` and ``web/shell/shell.js``.
"""

from __future__ import annotations

import json
from typing import Any

from web.app.components.cards import sprite
from web.app.model import Effect, Model
from web.app.render import render
from web.app.update import update


class App:
    """The model between two events."""

    def __init__(self) -> None:
        self.model = Model()

    def receive(self, message: str) -> str:
        """The effects of one event, as text."""
        event: dict[str, Any] = json.loads(message)
        self.model, effects = update(self.model, event)
        return json.dumps([*effects, painting(self.model)])


def painting(model: Model) -> Effect:
    """The effect that brings the model on screen."""
    page = render(model)
    settings = model.settings
    marks = {
        "screen": page.screen,
        "theme": settings.theme,
        "four": "on" if settings.four else "off",
        "motion": "on" if settings.motion else "off",
        **page.marks,
    }
    return {
        "do": "paint",
        "html": str(page.body),
        "body": marks,
        "say": " ".join(model.said),
        "guard": page.guard,
        "title": page.title,
        "depth": page.depth,
    }


def first_page() -> str:
    """The home screen as it stands in the page's own HTML, before Python is there, as JSON."""
    paint = painting(Model())
    return json.dumps({"html": paint["html"], "body": paint["body"], "sprite": str(sprite())})


receive = App().receive
