"""Details: the version, the game's seed and its record, for a report that can be played again."""

from __future__ import annotations

from htpy import Node

from web.app import texts
from web.app.components.forms import lines, row
from web.app.components.parts import Action, notice, screen, section
from web.app.components.reading import callout, paragraph, rules_table
from web.app.model import Model
from web.app.page import Page
from web.app.screens import table_screen


def details_page(model: Model) -> Page:
    """What somebody who mends a fault wants to know."""
    rows: list[tuple[str, str]] = [(texts.VERSION, model.device.version or "–"), *_device(model)]
    game: Node = None
    if model.table is not None:
        rows.append((texts.GAME, table_screen(model.table).summary(model.table)))
    record = model.table.record if model.table is not None else None
    if record is not None:
        rows.append((texts.SEED, record.seed))
        game = [
            paragraph(texts.SEED_HINT),
            lines(row(Action(texts.COPY_RECORD, "copy-record", icon="copy"))),
        ]
    body = [
        notice(model.notice, id="notice") if model.notice else None,
        section(
            texts.DETAILS if model.table else texts.ABOUT,
            [rules_table(("", ""), rows, caption=texts.DETAILS), _trouble(model), game],
            id="details",
        ),
    ]
    page = screen(texts.ABOUT, body, back=Action(texts.BACK, "leave", icon="back"), name="details")
    return Page("details", page, title=texts.page_title(texts.ABOUT), depth=2)


def _device(model: Model) -> list[tuple[str, str]]:
    """What lies on the device, and how this start came about."""
    device = model.device
    if not device.service_worker:
        offline = texts.OFFLINE_NEVER
    else:
        offline = texts.OFFLINE_WHOLE if device.offline_ready else texts.OFFLINE_NOT_YET
    return [
        (texts.OFFLINE, offline),
        (texts.STORED, texts.size(device.stored) if device.stored >= 0 else texts.NOT_KNOWN),
        (texts.STARTED, texts.CODE[device.compiled]),
    ]


def _trouble(model: Model) -> Node:
    """Why the start took the long way, where it had to: said here and nowhere else."""
    if not model.device.code_trouble:
        return None
    trouble = texts.CODE_TROUBLE[model.device.code_trouble]
    return callout(texts.CODE_PLAIN.format(trouble=trouble), tone="warn")
