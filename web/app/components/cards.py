"""Playing cards: faces, backs and rows of them.

A face is rank and suit as text: "5S", "10H", "AH", "QC", and "JK" for the Joker. The width of
a card is the CSS variable `--w`; where a row knows its room, the stylesheet sets it.
"""

from collections.abc import Iterable
from functools import cache
from typing import Literal

import htpy as h
from htpy import Node, Renderable
from markupsafe import Markup

from . import icons
from .kept import kept

Size = Literal["", "small", "hero"]
Mark = Literal["", "thrown", "new"]


@kept
def suit_pip(suit: str, *, name: str = "") -> Renderable:
    """One suit ("S", "H", "D", "C") drawn as tall as the text; read out as `name` if given."""
    label = {"role": "img", "aria-label": name} if name else {"aria-hidden": "true"}
    return h.svg(".pip", label, data_suit=suit)[h.use(href=f"#s-{suit}")]


@kept
def card(
    face: str,
    *,
    name: str,
    id: str | None = None,
    event: str | None = None,
    value: str | None = None,
    playable: bool | None = None,
    selected: bool | None = None,
    slot_key: str | int | None = None,
    origin: str | None = None,
    goes_to: str | None = None,
    size: Size = "",
    mark: Mark = "",
    best: bool = False,
) -> Renderable:
    """A card face up: a button where `event` is given, else a picture.

    `name` is its whole name in words. `playable` None: nobody asks; False: dimmed, lowered and
    striped, but still to be tapped for the reason. `selected` None: it cannot be chosen.
    `slot_key` names the physical card for the motion from place to place; a card that was not on
    screen before comes from `origin` ("seat-2", a plate), one that leaves it flies to `goes_to`. `mark` "thrown" sets
    a sign on a card about to be thrown, "new" on one just drawn; `best` rings the winning card.
    """
    look = {
        "data-card": face,
        "data-suit": _suit(face),
        "data-size": size or None,
        "data-mark": mark or None,
        "data-best": "true" if best else None,
        "data-move": None if slot_key is None else f"slot-{slot_key}",
        "data-from": origin,
        "data-to": goes_to,
        "aria-label": name,
        "id": id,
    }
    if event is None:
        return h.span(".card", look, role="img")[_drawing(face), _sign("best" if best else mark)]
    return h.button(
        ".card",
        look,
        type="button",
        data_event=event,
        data_value=value,
        data_playable=_truth(playable),
        aria_pressed=_truth(selected),
    )[_drawing(face), _sign("best" if best else mark)]


@kept
def card_back(
    *, name: str = "", slot_key: str | int | None = None, size: Size = "", id: str | None = None
) -> Renderable:
    """A card face down; a mere ornament unless it has a `name`."""
    label = {"role": "img", "aria-label": name} if name else {"aria-hidden": "true"}
    move = None if slot_key is None else f"slot-{slot_key}"
    return h.span(".card.down", label, id=id, data_move=move, data_size=size or None)[
        _drawing("back")
    ]


def card_row(cards: Iterable[Node], *, label: str = "", id: str | None = None) -> Renderable:
    """Cards beside each other, broken into lines where the room ends."""
    attrs = {"role": "group", "aria-label": label} if label else {}
    return h.div(".card-row", attrs, id=id)[cards]


def _truth(flag: bool | None) -> str | None:
    return None if flag is None else ("true" if flag else "false")


def _suit(face: str) -> str:
    return "X" if face == "JK" else face[-1]


@cache
def _drawing(face: str) -> Markup:
    return Markup(f'<svg class="face" aria-hidden="true"><use href="#f-{face}"></use></svg>')


_SIGNS = {"thrown": "down", "new": "plus", "best": "crown"}


def _sign(mark: str) -> Node:
    return h.i(".sign")[icons.icon(_SIGNS[mark])] if mark else None
