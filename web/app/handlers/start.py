"""The start: what the page tells of the device. What an earlier visit left, or a link brings, is read
in ``recalling``, which a first visit does not need."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from web.app import texts
from web.app.events import (
    ASIDE_KEY,
    GAME_KEY,
    NEXT_KEY,
    SETS_KEY,
    SETTINGS_KEY,
    Answer,
    Event,
    Handler,
)
from web.app.model import Device, Model, parse_settings

LEFT: Final = frozenset((GAME_KEY, ASIDE_KEY, SETS_KEY, NEXT_KEY))
"""What an earlier visit may have left, the settings aside."""


def _start(model: Model, event: Event) -> Answer:
    """What is kept is opened; what cannot be read is put aside and told, nothing else is lost."""
    kept = dict(event.get("kept") or {})
    device = Device(
        version=str(event.get("version", "")),
        seed=_seed(str(event.get("seed", ""))),
        entropy=str(event.get("entropy", "")),
        platform=str(event.get("platform", "other")),
        standalone=bool(event.get("standalone")),
        service_worker=bool(event.get("service_worker")),
        inside=bool(event.get("inside")),
        address=str(event.get("address", "")),
    )
    model = replace(model, device=device, ready=True, storage=str(event.get("storage_error") or ""))
    if SETTINGS_KEY in kept:
        try:
            model = replace(model, settings=parse_settings(kept[SETTINGS_KEY]))
        except ValueError:
            model = replace(model, notice=texts.SETTINGS_LOST)
    link = str(event.get("link") or "")
    if not link and LEFT.isdisjoint(kept):
        return model, []
    from web.app.recalling import linked, recalled, sets_read

    return recalled(linked(sets_read(model, kept), link), kept)


def _seed(text: str) -> str:
    """The seed in the address, fit to stand in a record; hardly any address has one."""
    if not text:
        return ""
    from engine.record import clean_name

    return clean_name(text)


def _link(model: Model, event: Event) -> Answer:
    """A link opened while the app is: a game in play is kept and can be continued."""
    from web.app.recalling import linked

    return linked(replace(model, over=""), str(event.get("value", ""))), []


def _forget_trouble(model: Model, event: Event) -> Answer:
    return replace(model, trouble=None), [{"do": "forget", "key": ASIDE_KEY}]


def _copy_trouble(model: Model, event: Event) -> Answer:
    if model.trouble is None:
        return model, []
    report = f"{model.trouble.reason}\n{model.device.version}\n\n{model.trouble.text}"
    return model, [{"do": "copy", "text": report}]


HANDLERS: Final[dict[str, Handler]] = {
    "start": _start,
    "link": _link,
    "forget-trouble": _forget_trouble,
    "copy-trouble": _copy_trouble,
}
