"""The table of Deeds in one view: others, what happened, one's own deeds, hand, strip and sheets."""

from __future__ import annotations

import htpy as h
from htpy import Node, Renderable

from engine.deeds.state import State
from web.app import texts
from web.app.components.kept import kept
from web.app.components.parts import Action, Kind, button
from web.app.components.table import top_bar
from web.app.model import Model
from web.app.page import Page
from web.app.screens.deeds import words
from web.app.screens.deeds.half import Ways, asked, may_play
from web.app.screens.deeds.over import over
from web.app.screens.deeds.seats import (
    Aim,
    Plate,
    board,
    plate,
    plate_button,
    plays_left,
    turn_chip,
)
from web.app.screens.deeds.strip import hand_cards, touched_strip, turn_prompt
from web.app.tables import AppTable, around, asks, held, near
from web.app.telling import names


def table_page(model: Model, table: AppTable) -> Page:
    """The page of the table in play."""
    state: State = table.state
    what = asked(table)
    open_ways = ways_of(model, table)
    sheet = _sheet(model, table, what)
    called = tuple(names(model))
    # A card of the hand changes nothing on the tables but what may be chosen there.
    deed = None if model.touched in held(table, state.hands) else model.touched
    aim = Aim(open_ways.deeds, open_ways.seats, model.picked, deed)
    owed = table.owed()
    turn = table.me if what else (owed[0].seat if owed else -1)
    strip = touched_strip(model, table, open_ways) if sheet is None else None
    looks = {
        "data-sheet": "open" if sheet is not None else None,
        "data-strip": "open" if strip is not None else None,
        "data-asked": what or None,
        "data-aim": _aim(state, table.me, open_ways),
    }
    frame = h.div(".table.deeds", looks, id="table")[
        h.h1(".sr")[f"{table.variant.title}, turn {state.number}"],
        _top(model, state, table.me),
        board(
            called,
            state,
            table.me,
            around(table, state.table.players),
            aim,
            model.log[-2:][::-1],
            table.away,
        ),
        h.div(".side")[
            h.div(".told-area")[strip or turn_prompt(model, table)] if sheet is None else None,
            _hand(hand_cards(model, table), table.me >= 0)
            if what not in ("pay", "throw", "place")
            else None,
            _foot(table, plate(called, state, near(table), table.me, aim.seats))
            if sheet is None
            else None,
        ],
        sheet,
        over(model, table),
    ]
    marks = {
        "phase": what or "wait",
        "turn": str(turn) if turn >= 0 else "",
        "mine": "true" if what else "false",
    }
    title = texts.page_title(table.variant.title)
    return Page("table", frame, title=title, guard=_guard(table, what), marks=marks)


def _sheet(model: Model, table: AppTable, what: str) -> Node:
    """The sheet for what this player is asked, if it is one; no game begins with it."""
    if what in ("", "play"):
        return None
    from web.app.screens.deeds.sheets import sheet_of

    return sheet_of(model, table)


def ways_of(model: Model, table: AppTable) -> Ways:
    """What may be done with the card under the finger."""
    state: State = table.state
    if model.touched is None or not asks(table) or not may_play(state, table.me):
        return Ways()
    from web.app.screens.deeds.ways import ways

    return ways(state, table.me, model.touched, model.picked, model.figure, names(model))


def _aim(state: State, me: int, found: Ways) -> str | None:
    """Where the deeds lie that may be tapped for the card under the finger."""
    owners = {
        seat == me
        for seat, stacks in enumerate(state.stacks)
        for stack in stacks
        if not found.deeds.isdisjoint(stack.deeds)
    }
    own, others = True in owners, False in owners
    return "both" if own and others else "tables" if others else "mine" if own else None


def _guard(table: AppTable, what: str) -> str:
    """What the finger rests on: others paying at the same time do not move one's own sheet."""
    if what in ("pay", "place", "throw"):
        return f"{what} {table.state.number}"
    return f"{table.length} {what}"


def _top(model: Model, state: State, me: int) -> Node:
    mine = state.turn == me
    over = state.result is not None
    return top_bar(
        menu=Action(texts.MENU, "menu", icon="menu", calm=True),
        help=Action(texts.HELP, "rules", icon="help", calm=True),
        trump=turn_chip(
            words.OVER if over else words.turn_of(names(model)[state.turn], mine), mine=mine
        ),
        contract=plays_left(max(0, state.plays), state.table.rules.plays),
    )


@kept
def _hand(cards: tuple[Node, ...], mine: bool) -> Renderable:
    return h.div(
        ".hand",
        id="hand",
        role="group",
        aria_label=words.YOUR_HAND,
        data_n=str(len(cards)),
        data_rows=str(_rows(len(cards))),
        tabindex="-1",
        data_focus="true",
    )[cards or h.p(".none")[words.NO_CARDS if mine else words.LOOKING_ON]]


def _rows(cards: int) -> int:
    """How many rows a hand takes: the stylesheet makes as many columns as that needs."""
    return 1 if cards <= 4 else 2 if cards <= 12 else 3


def _foot(table: AppTable, own: Plate) -> Renderable:
    """The near plate, and the end of one's turn under the thumb."""
    state: State = table.state
    if not asks(table) or not may_play(state, table.me):
        return h.div(".foot-row")[plate_button(own, own=True)]
    kind: Kind = "plain" if state.plays else "prime"
    done = Action(words.END_TURN, "move", "done", kind=kind, id="end-turn")
    return h.div(".foot-row")[plate_button(own, own=True), button(done)]
