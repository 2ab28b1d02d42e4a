"""What happened at the table, in words: for the live region, and for whoever looks away."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from web.app import texts

if TYPE_CHECKING:
    from web.app.model import Model
    from web.app.tables import AppTable

LOG: Final = 60  # sentences that are remembered


def told(model: Model, table: AppTable) -> Model:
    """The model at the table after one more move, with the move in words."""
    before, made = model.table, table.last
    if before is None or before is table or made is None:
        return replace(model, table=table)
    sentence = table.game.said(before.state, made.seat, made.move, table.state, called(table))
    log = (*model.log, sentence)[-LOG:]
    return replace(model, table=table, said=(*model.said, sentence), log=log)


def called(table: AppTable) -> tuple[str, ...]:
    """What the seats are called in sentences; the person at this device is “You”."""
    return tuple(texts.YOU if seat == table.me else name for seat, name in enumerate(table.names))


def names(model: Model) -> tuple[str, ...]:
    """The same for the table on screen."""
    return called(model.table) if model.table is not None else ()
