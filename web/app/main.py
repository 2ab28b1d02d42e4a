"""The wiring: one message of the page in, the list of effects out. The only state is here.

The page sends one JSON object, an event; it gets a JSON list of effects to carry out, the last of
them the painting. Both are told in ``update`` and ``web/shell/shell.js``.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final

from web.app import texts
from web.app.events import Answer
from web.app.model import Effect, Model
from web.app.render import render
from web.app.together import FETCH, asks_for_room, open_rooms
from web.app.update import update

if TYPE_CHECKING:
    from web.app.contracts import Rooms

BEHIND: Final = ("work", "wake", "seen", "socket-open", "socket-frames", "socket-closed")
"""Events that nobody's finger made: they paint only what has changed."""
FETCHING: Final = ("rooms-coming", "rooms-here", "rooms-failed")


class App:
    """The model between two events, and the rooms once somebody has asked for one."""

    def __init__(
        self, entropy: Callable[[], bytes] | None = None, clock: Callable[[], float] | None = None
    ) -> None:
        self.model = Model()
        self.rooms: Rooms | None = None
        self.waiting: dict[str, Any] | None = None  # the event that asked for what is being fetched
        self.painted: Effect = {}
        self.entropy = entropy or _secret
        self.clock = clock or (lambda: perf_counter() * 1000)

    def receive(self, message: str) -> str:
        """The effects of one event, as text; a page that stays as it is is not painted again."""
        event: dict[str, Any] = json.loads(message)
        before = self.model
        self.model, effects = self._answer(event)
        behind = event.get("event") in BEHIND
        if not (behind and self.model is before):
            paint = painting(self.model)
            if not (behind and paint == self.painted):
                effects = [*effects, paint]
            self.painted = {**paint, "say": ""}  # the same words again are new
        return json.dumps(effects)

    def _answer(self, event: dict[str, Any]) -> Answer:
        if asks_for_room(event):
            model, effects = update(self.model, event)
            model, more = self._begin(model, event)
            return model, [*effects, *more]
        if event.get("event") in FETCHING and self.waiting is not None:
            return self._fetching(event, self.waiting)
        if self.rooms is not None:
            return self.rooms.hear(self.model, event)
        return update(self.model, event)

    def _begin(self, model: Model, event: dict[str, Any]) -> Answer:
        """To the rooms, which may have to be fetched first."""
        self.rooms = self.rooms or open_rooms(self.entropy, self.clock)
        self.waiting = event if self.rooms is None else None
        if self.rooms is None:
            notice = texts.ROOMS_COMING
            return replace(model, notice=notice, said=(notice,)), [FETCH]
        return self.rooms.begin(model, event)

    def _fetching(self, event: dict[str, Any], asked: dict[str, Any]) -> Answer:
        """How the fetching goes: on its way, here, or in vain, and then it can be asked for again."""
        model = replace(self.model, said=())
        if event["event"] == "rooms-coming":
            part = f" {float(event.get('value') or 0):.0%}"
            return replace(model, notice=texts.ROOMS_COMING + part), []
        if event["event"] == "rooms-failed":
            self.waiting = None
            return replace(model, notice=texts.ROOMS_FAILED, said=(texts.ROOMS_FAILED,)), []
        return self._begin(replace(model, notice=""), asked)


def _secret() -> bytes:
    from secrets import token_bytes  # and half of what Python reckons with: only rooms need it

    return token_bytes(32)


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
    """The home screen as it stands in the page's own HTML, before Python is there, as JSON.

    With it the drawings it shows (`sprite`), and all others (`drawings`).
    """
    from web.app.components.sprite import sprites  # the page has them: nobody else asks for them

    paint = painting(Model())
    sprite, drawings = sprites(paint["html"])
    page = {"html": paint["html"], "body": paint["body"]}
    return json.dumps(page | {"sprite": str(sprite), "drawings": str(drawings)})


receive = App().receive
