"""Every drawing as a symbol: the page holds them from the beginning, cards and icons only name them."""

from markupsafe import Markup

from .art import BACK, COURTS, JOKER, RANKS, SUITS
from .icons import symbols

_RANK_ORDER = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")


def sprite() -> Markup:
    """All drawings as symbols, to stand once in the page, outside of what is redrawn."""
    parts = [_shape(f"s-{suit}", "0 0 32 32", _filled(art)) for suit, art in SUITS.items()]
    parts += [_rank_symbol(rank) for rank in _RANK_ORDER]
    parts += [_shape(f"c-{rank}", "0 0 60 84", art) for rank, art in COURTS.items()]
    parts.append(_shape("c-JK", "0 0 60 84", JOKER))
    parts += [_face_symbol(rank, suit) for suit in "SHDC" for rank in _RANK_ORDER]
    parts += [_joker_symbol(), _shape("f-back", "0 0 100 142", BACK), symbols()]
    return Markup(
        '<svg class="sprite" width="0" height="0" aria-hidden="true" focusable="false">'
        + "".join(parts)
        + "</svg>"
    )


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
