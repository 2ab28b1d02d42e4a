"""The one door to the rooms: nothing of theirs is imported before somebody asks for one.

What a room adds to the model is a ``Company``: to everything else a value that can be asked for its
page. The package behind the door travels in an archive of its own, which may still have to be fetched.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, Protocol

if TYPE_CHECKING:
    from engine.game import Variant
    from web.app.model import Effect, Model
    from web.app.page import Page

ROOM_LINK: Final = "#room="
ROOM_KEYS: Final = "room."  # what a room keeps on the device is kept under keys that begin so
FETCH: Final[dict[str, Any]] = {"do": "rooms"}  # answered by the event "rooms-here"


class Company(Protocol):
    """A room, or the way into one, as the rest of the app sees it."""

    def page(self, model: Model) -> Page:
        """The page, while the room is on screen."""

    def rules(self) -> tuple[Variant, Any] | None:
        """What is played in the room and by which rules, if that is known."""

    def summary(self) -> str:
        """Where the room stands, in a line for the home screen; nothing where there is no room."""


class Rooms(Protocol):
    """The rooms once they are there: from then on they hear every event first."""

    def begin(self, model: Model, event: Mapping[str, Any]) -> tuple[Model, list[Effect]]:
        """What follows from an event that asks for a room."""

    def hear(self, model: Model, event: Mapping[str, Any]) -> tuple[Model, list[Effect]]:
        """The next model and the effects, the painting aside."""


def asks_for_room(event: Mapping[str, Any]) -> bool:
    """Whether an event wants a room: a tap at home, a link that names one, or one that is kept."""
    name = event.get("event")
    if name in ("start", "link"):
        link = str(event.get("link") or event.get("value") or "")
        return link.startswith(ROOM_LINK) or bool(kept_room(event.get("kept") or {}))
    return name == "friends"


def kept_room(kept: Mapping[str, str]) -> dict[str, str]:
    """What a room has kept on the device, by the room's own keys."""
    return {
        key.removeprefix(ROOM_KEYS): text for key, text in kept.items() if key.startswith(ROOM_KEYS)
    }


def open_rooms(entropy: Callable[[], bytes], clock: Callable[[], float]) -> Rooms | None:
    """The rooms; None when their part of the game has not been fetched yet.

    ``entropy`` gives 32 fresh secret bytes a call, ``clock`` milliseconds.
    """
    try:
        rooms: Any = import_module("web.app.rooms.wiring")
    except ModuleNotFoundError as error:
        if error.name not in ("web.app.rooms", "engine.rooms", "engine.sealed"):
            raise
        return None
    made: Rooms = rooms.Wiring(entropy, clock)
    return made
