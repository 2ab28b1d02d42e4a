"""What the screens of every game share: the menu over a table, a move made, the pace of the bots."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from htpy import Node

from web.app import texts
from web.app.components.parts import Action
from web.app.model import Model
from web.app.telling import told

PAUSES: Final = {"slow": 1.6, "normal": 1.0, "fast": 0.45}  # by the pace in the settings


def with_move(model: Model, text: str) -> Model:
    """The model after this player's move, or with the sentence why it is refused."""
    table = model.table
    if table is None or table.me < 0:
        return model
    me = table.me
    try:
        move = table.game.parse_move(text)
    except ValueError:
        return model
    refusal = table.game.why_illegal(table.state, me, move)
    if refusal is not None:
        sentence = table.game.explain(table.state, me, refusal)
        return replace(model, refused=sentence, said=(sentence,))
    after = told(model, table.play(me, move))
    return replace(after, touched=None, picked=(), figure=0)


def again(model: Model) -> Action:
    """The button to another game at the same table."""
    manner = model.manner
    return Action(
        manner.again_text,
        "again",
        kind="prime",
        note=manner.again_note,
        off=manner.again_off,
        focus=True,
    )


def close_cross() -> Action:
    """The cross that leads back to the table."""
    return Action(texts.CLOSE, "close", icon="close", calm=True, focus=True)


def menu_over(model: Model) -> Node:
    """The menu, or the question whether the game shall end, where one of them is open.

    In a room other things can be done: there the room lays its own menu over the table.
    """
    if model.together or not model.over:
        return None
    from web.app.components.dialogs import dialog, menu

    if model.over == "menu":
        return menu(
            texts.MENU,
            [
                Action(texts.GO_ON, "close", kind="prime", calm=True, id="menu-go-on"),
                Action(texts.LEAVE, "home", note=texts.LEAVE_NOTE, calm=True),
                Action(texts.HELP, "rules", calm=True, id="menu-rules"),
                Action(texts.DETAILS, "details", calm=True),
                Action(texts.END_GAME, "ask-end", kind="danger", calm=True),
            ],
            close=close_cross(),
        )
    if model.over == "end":
        return dialog(
            texts.END_ASK,
            texts.END_TEXT,
            [
                Action(texts.END_YES, "end-game", kind="danger", calm=True),
                Action(texts.GO_ON, "close", focus=True, calm=True),
            ],
            id="ask-end",
        )
    return None
