"""Every drawing as a symbol: the page holds them from the beginning, cards and icons only name them."""

import re
from collections.abc import Iterable, Mapping

from markupsafe import Markup

from .art import BACK, COURTS, JOKER, RANKS, SUITS
from .icons import icon_lines

_RANK_ORDER = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")


def sprites(html: str) -> tuple[Markup, Markup]:
    """All drawings as symbols, to stand in the page outside of what is redrawn.

    First those that `html` names, with what they are made of; then all others.
    """
    drawings = _drawings()
    named: dict[str, str] = {}
    wanted = _names(html)
    while wanted:
        id = wanted.pop()
        if id not in named:
            named[id] = drawings[id]
            wanted += _names(named[id])
    others = [drawing for id, drawing in drawings.items() if id not in named]
    return _together(named.values()), _together(others)


def _names(text: str) -> list[str]:
    """The drawings that are named in `text`, maybe several times."""
    return re.findall(r'href="#([^"]+)"', text)


def _together(symbols: Iterable[str]) -> Markup:
    return Markup(
        '<svg class="sprite" width="0" height="0" aria-hidden="true" focusable="false">'
        + "".join(symbols)
        + "</svg>"
    )


def _drawings() -> Mapping[str, str]:
    """Every symbol under its id."""
    parts = {f"s-{suit}": ("0 0 32 32", _filled(art)) for suit, art in SUITS.items()}
    parts |= {f"r-{rank}": _rank(rank) for rank in _RANK_ORDER}
    parts |= {f"c-{rank}": ("0 0 60 84", art) for rank, art in (COURTS | {"JK": JOKER}).items()}
    faces = {f"f-{rank}{suit}": _face(rank, suit) for suit in "SHDC" for rank in _RANK_ORDER}
    faces |= {"f-JK": _joker(), "f-back": BACK}
    parts |= {id: ("0 0 100 142", art) for id, art in faces.items()}
    parts |= {f"i-{name}": ("0 0 24 24", lines) for name, lines in icon_lines().items()}
    return {id: _shape(id, *part) for id, part in parts.items()}


def _shape(id: str, box: str, art: str) -> str:
    return f'<symbol id="{id}" viewBox="{box}">{art}</symbol>'


def _filled(art: str) -> str:
    return f'<g fill="currentColor">{art}</g>'


def _rank(rank: str) -> tuple[str, str]:
    width = 34 if rank == "10" else 24
    stroke = 4.6 if rank == "10" else 5
    path = f'<path d="{RANKS[rank]}" fill="none" stroke="currentColor" stroke-width="{stroke}"/>'
    return f"0 0 {width} 32", path


def _use(id: str, x: float, y: float, width: float, height: float) -> str:
    return f'<use href="#{id}" x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"/>'


def _twice(corner: str) -> str:
    return f'{corner}<g transform="rotate(180 50 71)">{corner}</g>'


def _face(rank: str, suit: str) -> str:
    corner = _use(f"r-{rank}", 4, 7, 36, 36) if rank == "10" else _use(f"r-{rank}", 5, 7, 27, 36)
    corner += _use(f"s-{suit}", 8, 47, 20, 20)
    if rank in COURTS:
        middle = _use(f"c-{rank}", 25, 34, 50, 70) + _breast(suit)
    else:
        middle = _use(f"s-{suit}", 29, 50, 42, 42)
    return middle + _twice(corner)


def _breast(suit: str) -> str:
    return f'<g color="#fff">{_use(f"s-{suit}", 43.5, 87, 13, 13)}</g>'


def _joker() -> str:
    corner = _use("s-X", 7, 8, 26, 26)
    return _use("c-JK", 22, 31, 56, 80) + _twice(corner)
