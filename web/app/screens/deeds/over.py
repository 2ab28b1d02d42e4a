"""What lies over the table: the log, and what somebody has in the bank and on the table."""

from __future__ import annotations

from collections.abc import Sequence

import htpy as h
from htpy import Node

from engine.deeds.holdings import worth
from engine.deeds.state import State, sets_of
from web.app import texts
from web.app.components.parts import Action
from web.app.model import Model
from web.app.screens.common import menu_over
from web.app.screens.deeds import words
from web.app.screens.deeds.drawing import deed_card
from web.app.screens.deeds.stacks import shown, stack_view
from web.app.tables import AppTable
from web.app.telling import LOG, names


def over(model: Model, table: AppTable) -> Node:
    """The dialog that is open, if one is."""
    if model.over == "log":
        return _log(model)
    kind, _, seat = model.over.partition("-")
    if kind == "seat" and seat.isdigit() and int(seat) < table.state.table.players:
        return _holdings(model, table, int(seat))
    return menu_over(model)


def _back() -> list[Action]:
    return [Action(texts.GO_ON, "close", kind="prime", focus=True, calm=True)]


def _log(model: Model) -> Node:
    from web.app.components.dialogs import dialog

    lines = model.log[::-1]
    body = h.ol(".log", id="log", tabindex="0")[[h.li[line] for line in lines]]
    return dialog(words.LOG, body if lines else words.NOTHING_YET, _back(), id="log-box")


def _holdings(model: Model, table: AppTable, seat: int) -> Node:
    """Bank and deeds of a seat: all of it lies open."""
    from web.app.components.dialogs import dialog

    state: State = table.state
    mine = seat == table.me
    faces = state.table.faces
    bank = sorted(state.banks[seat], key=lambda slot: -worth((slot,), faces))
    name = names(model)[seat]
    who = "You have" if mine else f"{name} has"
    held = words.count(len(state.hands[seat]), "card")
    sets = words.sets(sets_of(state, seat), state.table.rules.sets)
    body = h.div(".holdings")[
        h.p[f"{who} {sets} and {held} in hand."],
        h.h3[f"{words.BANK}: {words.money(worth(bank, faces))}"],
        h.div(".card-row.banked")[
            [
                deed_card(face, slot=slot, small=True)
                for slot in bank
                if (face := faces[slot]) is not None
            ]
        ]
        if bank
        else h.p[words.NOTHING_BANKED],
        h.h3["Deeds"],
        h.div(".stacks")[
            [
                stack_view(shown(state, seat, it, tappable=False, own=mine))
                for it in state.stacks[seat]
            ]
        ]
        if state.stacks[seat]
        else h.p[f"{words.NONE_LAID.capitalize()}."],
    ]
    title = words.YOUR_TABLE if mine else f"{name}'s table"
    return dialog(title, body, _back(), id="holdings-box")


def told_before(table: AppTable, called: Sequence[str]) -> tuple[str, ...]:
    """The last sentences of a game that was kept: its moves are made again for them."""
    return tuple(
        table.game.said(before, made.seat, made.move, after, called)
        for before, made, after in table.told(LOG)
    )
