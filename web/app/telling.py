"""What happened at the table, in words: for the live region, and for whoever looks away."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engine.record import Made
from engine.table import SoloTable
from web.app import texts
from web.app.model import ME, Model

LOG: Final = 60  # sentences that are remembered


def told(model: Model, table: SoloTable) -> Model:
    """The model at the table after one more move, with the move in words."""
    before = model.table
    entry = table.record.entries[-1]
    if before is None or not isinstance(entry, Made):
        return replace(model, table=table)
    sentence = table.game.said(before.state, entry.seat, entry.move, table.state, names(model))
    log = (*model.log, sentence)[-LOG:]
    return replace(model, table=table, said=(*model.said, sentence), log=log)


def names(model: Model) -> tuple[str, ...]:
    """What the seats are called in sentences; the person at this device is “You”."""
    if model.table is None:
        return ()
    return tuple(
        texts.YOU if seat == ME else sitting.name
        for seat, sitting in enumerate(model.table.record.seats)
    )
