"""The one door to the rooms: nothing of theirs is imported before somebody asks for one.

What a room adds to the model is a ``Company``: to everything else a value that can be asked for its
page. The package behind the door travels in an archive of its own, which may still have to be fetched.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from web.app.contracts import Rooms

ROOM_LINK: Final = "#room="
ROOM_KEYS: Final = "room."  # what a room keeps on the device is kept under keys that begin so
FETCH: Final[dict[str, Any]] = {"do": "rooms"}  # answered by the event "rooms-here"


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
