"""What is printed on the cards of Deeds: bands with colour, name and pattern, values, signs.

A colour is never told by its colour alone: its name stands on the band, and each of the ten has a
pattern of its own (the stylesheet draws them by ``data-colour``).
"""

from __future__ import annotations

from functools import cache
from typing import Final

import htpy as h
from htpy import Node, Renderable
from markupsafe import Markup

from engine.deeds.deck import CARDS, COLOURS, Card
from web.app.components.kept import kept
from web.app.components.parts import spoken
from web.app.screens.deeds import words

# Strokes on a 24 by 24 grid.
SIGNS: Final = {
    "payday": "M3 7h18v11H3zM3 8l9 6 9-6",
    "takeover": "M6 21V3.5M6 4.5h13l-3.5 4 3.5 4H6M3 21h6",
    "swap": "M4 9h14M14 5l4 4-4 4M20 16H6M10 12l-4 4 4 4",
    "pickpocket": "M4 12.5V20h16v-7.5M4 12.5h5l1.5 2h3l1.5-2h5M12 10V2.5M8.5 6L12 2.5 15.5 6",
    "no chance": "M12 3a9 9 0 1 0 .1 0zM5.8 5.8l12.4 12.4",
    "bailiff": "M12 3l7.5 2.5v6c0 4.5-3 7.8-7.5 9.5-4.5-1.7-7.5-5-7.5-9.5v-6zM8.5 11.5l2.5 2.5 4.5-4.5",
    "whip-round": "M3 17.5c0 1.5 4 2.7 9 2.7s9-1.2 9-2.7-3-2-3-2l-1-5c-2.5-1.2-7.5-1.2-10 0l-1 5s-3 .5-3 2"
    "zM12 3.2a2 2 0 1 0 .1 0z",
    "hike": "M3 19l6-7 4 3.5L21 6M15.5 6H21v5.5",
    "house": "M4 11.5L12 4l8 7.5M6 10v10h12V10M10.5 20v-5.5h3V20",
    "hotel": "M5 21V3.5h14V21M2.5 21h19M9 8h1.5M13.5 8H15M9 12h1.5M13.5 12H15M10.5 21v-4.5h3V21",
    "any rent": "M12 3.5a8.5 8.5 0 1 0 .1 0zM8 8v8M8 16l8-8M16 8v8",
}


@cache
def sign(kind: str) -> Markup:
    """The sign of an action, as tall as the stylesheet says; hidden from screen readers."""
    return Markup(
        f'<svg class="deed-sign" viewBox="0 0 24 24" aria-hidden="true"><path d="{SIGNS[kind]}"/></svg>'
    )


def band(colour: str, *, name: bool = True) -> Renderable:
    """A strip in a colour and its pattern, with its name on it."""
    return h.span(".band", data_colour=colour)[h.b[colour] if name else None]


def swatches() -> Renderable:
    """All ten colours in small."""
    return h.span(".swatches")[[h.i(data_colour=colour) for colour in COLOURS]]


@cache
def face(number: int) -> Markup:
    """What is printed on a card; everything in it is also said by the card's name."""
    card = CARDS[number]
    return Markup(h.span(".print", aria_hidden="true")[_PRINTS.get(card.kind, _action)(card)])


def _value(card: Card) -> Renderable:
    return h.i(".p-value")[words.money(card.value)]


def _deed(card: Card) -> Node:
    colour = COLOURS[card.colours[0]]
    return [
        band(colour.name),
        h.span(".p-title")[card.title],
        h.span(".p-base")[
            h.span(".rents")[[h.i[str(rent)] for rent in colour.rents]], _value(card)
        ],
    ]


def _wild(card: Card) -> Node:
    if len(card.colours) > 2:
        return [
            swatches(),
            h.span(".p-title")[words.WILD_ANY],
            h.span(".p-base")[h.span, _value(card)],
        ]
    first, second = card.colours
    return [
        band(first),
        h.span(".p-top")[h.span(".p-title")[words.WILD], _value(card)],
        band(second),
    ]


def _rent(card: Card) -> Node:
    first, second = card.colours
    return [
        h.span(".p-top")[h.span(".p-title")[words.RENT], _value(card)],
        h.span(".halves")[band(first), band(second)],
    ]


def _any_rent(card: Card) -> Node:
    return [
        h.span(".p-top")[h.span(".p-title")[card.title], _value(card)],
        swatches(),
    ]


def _money(card: Card) -> Node:
    return [h.span(".p-note")[h.b[str(card.value)], "M"]]


def _action(card: Card) -> Node:
    return [
        h.span(".p-top")[h.span(".p-title")[card.title], _value(card)],
        sign(card.kind),
    ]


_PRINTS: Final = {
    "deed": _deed,
    "wild": _wild,
    "rent": _rent,
    "any rent": _any_rent,
    "money": _money,
}


@kept
def deed_card(
    number: int,
    *,
    slot: int,
    event: str = "",
    id: str = "",
    value: str = "",
    playable: bool | None = None,
    selected: bool | None = None,
    mark: str = "",
    origin: str | None = None,
    small: bool = False,
) -> Renderable:
    """A card face up: a button where `event` is given, else a picture. As ``components.cards``."""
    card = CARDS[number]
    look = {
        "data-card": card.text,
        "data-kind": card.kind,
        "data-move": f"slot-{slot}" if not small else None,
        "data-from": origin,
        "data-mark": mark or None,
        "data-size": "small" if small else None,
        "id": id or None,
    }
    name = words.card_name(card)
    if not event:
        return h.span(".card.deed", look, role="img", aria_label=name)[face(number)]
    return h.button(
        ".card.deed",
        look,
        type="button",
        data_event=event,
        data_value=value or str(slot),
        data_playable=_truth(playable),
        aria_pressed=_truth(selected),
    )[face(number), spoken(name)]


def _truth(flag: bool | None) -> str | None:
    return None if flag is None else ("true" if flag else "false")
