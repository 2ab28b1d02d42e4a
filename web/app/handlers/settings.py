"""Settings, and what the device tells about itself."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from web.app import texts
from web.app.events import (
    Answer,
    Event,
    Handler,
)
from web.app.model import CHOICES, Model, Settings


def _set(name: str) -> Handler:
    """A handler that sets one field of the settings to the event's value, if it is possible."""

    def handler(model: Model, event: Event) -> Answer:
        value: Any = event.get("value")
        usual = getattr(Settings(), name)
        if isinstance(usual, bool):
            value = value == "true"
        elif isinstance(usual, int):
            value = int(value) if str(value).isdigit() else usual
        elif name == "name":
            from engine.record import clean_name

            value = clean_name(str(value))
        if name in CHOICES and value not in CHOICES[name]:
            return model, []
        return replace(model, settings=replace(model.settings, **{name: value})), []

    return handler


def _field(name: str, value: Any) -> dict[str, Any]:
    return {name: value}


def _told_once(name: str) -> Handler:
    def handler(model: Model, event: Event) -> Answer:
        return replace(model, settings=replace(model.settings, **_field(name, True))), []

    return handler


def _device(**changes: Any) -> Handler:
    def handler(model: Model, event: Event) -> Answer:
        return replace(model, device=replace(model.device, **changes)), []

    return handler


def _storage_failed(model: Model, event: Event) -> Answer:
    return replace(model, storage=str(event.get("value") or "?")), []


def _stored(model: Model, event: Event) -> Answer:
    """What the page says about all that is kept here; words that nobody knows are dropped."""
    compiled, trouble = str(event.get("compiled")), str(event.get("trouble"))
    size = event.get("bytes")
    device = replace(
        model.device,
        stored=size if isinstance(size, int) else -1,
        compiled=compiled if compiled in texts.CODE else "none",
        code_trouble=trouble if trouble in texts.CODE_TROUBLE else "",
    )
    return replace(model, device=device), []


def _forgotten(model: Model, event: Event) -> Answer:
    device = replace(
        model.device,
        stored=-1,  # the page tells anew
        compiled="none",
        offline_ready=False,
        update_ready=False,
    )
    return Model(device=device, ready=True, notice=texts.DELETED), []


def _shared(model: Model, event: Event) -> Answer:
    sentence = texts.SHARED.get(str(event.get("value")), "")
    return replace(model, notice=sentence, said=(sentence,)), []


def _dismiss(model: Model, event: Event) -> Answer:
    return replace(model, notice=""), []


def _do(effect: str) -> Handler:
    def handler(model: Model, event: Event) -> Answer:
        return replace(model, over=""), [{"do": effect}]

    return handler


HANDLERS: Final[dict[str, Handler]] = {
    "storage-failed": _storage_failed,
    "offline-ready": _device(offline_ready=True),
    "update-ready": _device(update_ready=True),
    "installable": _device(installable=True),
    "install-refused": _device(installable=False),
    "installed": _device(installable=False, standalone=True),
    "device": _stored,
    "forgotten": _forgotten,
    "shared": _shared,
    "delete-all": _do("forget-all"),
    "install": _do("install"),
    "update": _do("update"),
    "dismiss": _dismiss,
    "dismiss-plain": _told_once("plain_told"),
    "dismiss-install": _told_once("install_told"),
    "dismiss-kitchen": _told_once("kitchen_told"),
    "set-name": _set("name"),
    "set-theme": _set("theme"),
    "set-four": _set("four"),
    "set-first-tap": _set("first_tap"),
    "set-motion": _set("motion"),
    "set-pace": _set("pace"),
    "set-players": _set("players"),
    "set-level": _set("level"),
}
