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
from .art import BACK, COURTS, JOKER, RANKS, SUITS
from .kept import kept

Size = Literal["", "small", "hero"]
Mark = Literal["", "thrown", "new"]

_RANK_ORDER = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")


def sprite() -> Markup:
    """All drawings as symbols, to stand once in the page, outside of what is redrawn."""
    parts = [_shape(f"s-{suit}", "0 0 32 32", _filled(art)) for suit, art in SUITS.items()]
    parts += [_rank_symbol(rank) for rank in _RANK_ORDER]
    parts += [_shape(f"c-{rank}", "0 0 60 84", art) for rank, art in COURTS.items()]
    parts.append(_shape("c-JK", "0 0 60 84", JOKER))
    parts += [_face_symbol(rank, suit) for suit in "SHDC" for rank in _RANK_ORDER]
    parts += [_joker_symbol(), _shape("f-back", "0 0 100 142", BACK), icons.symbols()]
    return Markup(
        '<svg class="sprite" width="0" height="0" aria-hidden="true" focusable="false">'
        + "".join(parts)
        + "</svg>"
    )


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


def _shape(id: str, box: str, art: str) -> str:
    return f'<symbol id="{id}" viewBox="{box}">{art}</symbol>'


def _filled(art: str) -> str:
    return f'<g fill="currentColor">{art}</g>'


def _rank_symbol(rank: str) -> str:
    width = 34 if rank == "10" else 24
    stroke = 4.6 if rank == "10" else 5
    path = f'<path d="{RANKS[rank]}" fill="none" stroke="currentColor" stroke-width="{stroke}"/>'
    return _shape(f"r-{rank}", f"0 0 {width} 32", path)


def _use(id: str, x: float, y: float, width: float, height: float) -> str:
    return f'<use href="#{id}" x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"/>'


def _twice(corner: str) -> str:
    return f'{corner}<g transform="rotate(180 50 71)">{corner}</g>'


def _face_symbol(rank: str, suit: str) -> str:
    corner = _use(f"r-{rank}", 4, 7, 36, 36) if rank == "10" else _use(f"r-{rank}", 5, 7, 27, 36)
    corner += _use(f"s-{suit}", 8, 47, 20, 20)
    if rank in COURTS:
        middle = _use(f"c-{rank}", 25, 34, 50, 70) + _breast(suit)
    else:
        middle = _use(f"s-{suit}", 29, 50, 42, 42)
    return _shape(f"f-{rank}{suit}", "0 0 100 142", middle + _twice(corner))


def _breast(suit: str) -> str:
    return f'<g color="#fff">{_use(f"s-{suit}", 43.5, 87, 13, 13)}</g>'


def _joker_symbol() -> str:
    corner = _use("s-X", 7, 8, 26, 26)
    return _shape("f-JK", "0 0 100 142", _use("c-JK", 22, 31, 56, 80) + _twice(corner))
