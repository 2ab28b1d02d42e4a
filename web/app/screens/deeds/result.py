"""The end of a game: who came where, with which sets, and a text to share."""

from __future__ import annotations

from dataclasses import dataclass

import htpy as h
from htpy import Node

from engine.deeds.holdings import worth
from engine.deeds.state import State, sets_of
from web.app import texts
from web.app.components.parts import Action, buttons, notice, screen, section
from web.app.components.result import Place, places, verdict
from web.app.model import Model
from web.app.page import Page
from web.app.screens.common import again
from web.app.screens.deeds import words
from web.app.screens.deeds.over import over
from web.app.screens.deeds.stacks import shown, stack_view
from web.app.tables import AppTable
from web.app.telling import names


@dataclass(frozen=True, slots=True)
class Standing:
    """How one player ended."""

    place: int
    seat: int
    sets: int
    bank: int


def standings(state: State) -> list[Standing]:
    """Everyone, winners first, then by sets and bank; equal ones share a place."""
    winners = state.result.winners if state.result is not None else ()
    faces = state.table.faces

    def mark(seat: int) -> tuple[bool, int, int]:
        return seat in winners, sets_of(state, seat), worth(state.banks[seat], faces)

    order = sorted(range(state.table.players), key=mark, reverse=True)
    found: list[Standing] = []
    for number, seat in enumerate(order, 1):
        won, sets, bank = mark(seat)
        before = found[-1] if found else None
        tied = before is not None and mark(before.seat) == (won, sets, bank)
        shared = before is not None and won and before.seat in winners
        place = before.place if before is not None and (tied or shared) else number
        found.append(Standing(place, seat, sets, bank))
    return found


def game_over_page(model: Model, table: AppTable) -> Page:
    """Who came where, what lay on every table, and what to do next."""
    state: State = table.state
    called, wanted = names(model), state.table.rules.sets
    rows = standings(state)
    body = [
        verdict(
            words.won([called[it] for it in _winners(state)]),
            sub=words.why_over(state),
            good=True if table.me in _winners(state) else None,
        ),
        places(
            [
                Place(
                    row.place,
                    words.PLACES[row.place - 1],
                    called[row.seat],
                    f"{row.sets}/{wanted}",
                    note=f"{words.sets(row.sets, wanted)}, bank {words.money(row.bank)}",
                    own=row.seat == table.me,
                )
                for row in rows
            ],
            label="Places",
        ),
        notice(model.notice, id="notice") if model.notice else None,
        section(
            words.AT_THE_END,
            [_laid(state, it.seat, called[it.seat], it.seat == table.me) for it in rows],
            id="laid",
        ),
    ]
    page = screen(
        f"{table.variant.title} is over",
        body,
        back=Action(texts.HOME, "home", icon="back"),
        tools=[Action(texts.SHARE, "share", icon="share")],
        foot=buttons(
            Action(words.LOG, "log", kind="quiet"),
            again(model),
        ),
        name="game-over",
    )
    marks = {"phase": "over", "turn": ""}
    whole = h.div(".over-page")[page, over(model, table)]
    return Page("game-over", whole, title=texts.page_title("The end"), guard="over", marks=marks)


def _winners(state: State) -> tuple[int, ...]:
    return state.result.winners if state.result is not None else ()


def _laid(state: State, seat: int, name: str, own: bool) -> Node:
    stacks = state.stacks[seat]
    return h.div(".laid")[
        h.h3[name],
        h.div(".stacks")[
            [stack_view(shown(state, seat, it, tappable=False, own=own)) for it in stacks]
        ]
        if stacks
        else h.p[f"{words.NONE_LAID.capitalize()}."],
    ]


def result_text(model: Model, table: AppTable) -> str:
    """The places as a text to share."""
    state: State = table.state
    if state.result is None:
        return ""
    wanted = state.table.rules.sets
    lines = [
        f"{it.place}. {table.names[it.seat]} {words.sets(it.sets, wanted)}, {words.money(it.bank)}"
        for it in standings(state)
    ]
    head = f"{texts.NAME} · {table.variant.title}, {words.count(state.number, 'turn')}"
    return "\n".join([head, *lines])
