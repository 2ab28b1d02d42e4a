"""Stacks of deeds as they lie on a table: fanned, with rent, how far they have come, buildings."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import lru_cache

import htpy as h
from htpy import Node, Renderable

from engine.deeds.deck import COLOURS, KIND
from engine.deeds.holdings import rent_of
from engine.deeds.state import Stack, State, complete
from engine.deeds.words import face_title
from engine.game import Faces
from web.app.components.kept import kept
from web.app.components.parts import spoken
from web.app.screens.deeds import words
from web.app.screens.deeds.drawing import sign


@dataclass(frozen=True, slots=True)
class Shown:
    """A stack to be drawn. `deeds` are slots with whether they are wild, the oldest first."""

    seat: int
    colour: str
    deeds: tuple[tuple[int, bool], ...]
    size: int
    rent: int
    complete: bool
    house: int
    hotel: int
    label: str
    target: bool = False
    chosen: bool = False
    touched: bool = False
    tappable: bool = True
    own: bool = False


def shown(
    state: State,
    seat: int,
    stack: Stack,
    *,
    targets: Collection[int] = (),
    picked: Collection[int] = (),
    touched: int | None = None,
    tappable: bool = True,
    own: bool = False,
) -> Shown:
    """A stack with what it is worth, and whether it, or a deed of it, may be chosen."""
    return _shown(
        state.table.faces,
        seat,
        stack,
        target=any(slot in targets for slot in stack.deeds),
        chosen=any(slot in picked for slot in stack.deeds),
        touched=touched in stack.deeds,
        tappable=tappable,
        own=own,
    )


@lru_cache(maxsize=512)  # a tap changes few stacks of a page
def _shown(
    faces: Faces,
    seat: int,
    stack: Stack,
    *,
    target: bool,
    chosen: bool,
    touched: bool,
    tappable: bool,
    own: bool,
) -> Shown:
    whole = complete(stack, faces)
    rent = rent_of(stack, faces)
    size = COLOURS[stack.colour].size
    names = [face_title(faces[slot]) for slot in stack.deeds]
    label = words.stack_name(stack.colour, names, words.full(len(stack.deeds), size, whole), rent)
    return Shown(
        seat,
        stack.colour,
        tuple((slot, KIND[faces[slot] or 0] == "wild") for slot in stack.deeds),
        size,
        rent,
        whole,
        stack.house,
        stack.hotel,
        label,
        target=target,
        chosen=chosen,
        touched=touched,
        tappable=tappable,
        own=own,
    )


@kept
def stack_view(stack: Shown) -> Renderable:
    """A stack; a button when it can be tapped."""
    body = [
        h.span(".tabs", aria_hidden="true")[_ghosts(stack) if stack.own else None, _tabs(stack)],
        h.span(".below", aria_hidden="true")[
            h.b[words.money(stack.rent)],
            h.small[words.full(len(stack.deeds), stack.size, stack.complete)],
            h.span(".built")[_building("house", stack.house), _building("hotel", stack.hotel)]
            if stack.house >= 0
            else None,
        ],
    ]
    look = {"data-whole": "true" if stack.complete else None, "data-size": str(stack.size)}
    if not stack.tappable:
        return h.span(".stacked", look, role="img", aria_label=stack.label)[body]
    pressed = stack.chosen or stack.touched
    return h.button(
        ".stacked",
        look,
        type="button",
        id=f"stack-{stack.deeds[0][0]}",
        data_event="deed",
        data_value=str(stack.deeds[0][0]),
        data_target="true" if stack.target else None,
        aria_pressed="true" if pressed else "false",
    )[body, spoken(f"{stack.label}; {words.CAN_BE_CHOSEN}" if stack.target else stack.label)]


def _ghosts(stack: Shown) -> list[Node]:
    return [h.i(".ghost") for _ in range(stack.size - len(stack.deeds))]


def _tabs(stack: Shown) -> list[Node]:
    return [
        h.i(
            ".tab",
            data_colour=stack.colour,
            data_move=f"slot-{slot}",
            data_from=f"seat-{stack.seat}",
        )[
            h.b[stack.colour] if number == 0 else None,
            h.span(".wild-mark")[words.WILD] if wild and number else None,
        ]
        for number, (slot, wild) in enumerate(stack.deeds)
    ]


def _building(kind: str, slot: int) -> Node:
    return h.i(data_move=f"slot-{slot}")[sign(kind)] if slot >= 0 else None
