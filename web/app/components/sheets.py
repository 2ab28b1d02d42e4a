"""What rises from the bottom of the table: bid, trump, throw, and waiting for the others.

A sheet is the last row of the table, not a cover: the hand stays in view above it. On a low,
wide screen it stands at the right.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import htpy as h
from htpy import Node, Renderable

from .cards import suit_pip
from .icons import icon
from .parts import Action, attributes, buttons


@dataclass(frozen=True, slots=True)
class Suit:
    """A suit to be named: its letter, its name, and what it would make ("4 trumps")."""

    suit: str
    name: str
    event: str
    note: str = ""
    advised: bool = False
    value: str = ""  # what is sent; the suit's letter where it is left out


def sheet(title: str, body: Node, *, text: str = "", id: str = "sheet") -> Renderable:
    """A sheet of paper with a heading, one sentence and its body."""
    return h.section(".sheet", id=id, aria_labelledby=f"{id}-title")[
        h.h2(id=f"{id}-title")[title], text and h.p[text], body
    ]


def bid_sheet(
    title: str,
    bids: Sequence[Action],
    others: Sequence[Action],
    *,
    text: str = "",
    advice: str = "",
) -> Renderable:
    """The legal bids as large numbers, pass and hold beneath them, advice if there is any.

    A bid of kind "prime" is the advised one; its note should say so.
    """
    return sheet(
        title,
        [
            h.div(".bids", data_n=str(len(bids)))[map(_bid, bids)] if bids else None,
            _advice(advice),
            buttons(*others),
        ],
        text=text,
        id="bid-sheet",
    )


def trump_sheet(
    title: str,
    suits: Sequence[Suit],
    *,
    text: str = "",
    advice: str = "",
    more: Sequence[Action] = (),
) -> Renderable:
    """The four suits, large, each with its name and how many trumps it would make."""
    return sheet(
        title,
        [h.div(".suits")[map(_suit, suits)], _advice(advice), buttons(*more) if more else None],
        text=text,
        id="trump-sheet",
    )


def throw_sheet(
    title: str,
    cards: Sequence[Node],
    *,
    counter: str,
    main: Action,
    label: str,
    text: str = "",
    warning: str = "",
    more: Sequence[Action] = (),
) -> Renderable:
    """Five to nine cards to choose from, what is kept and thrown, and the button to do it.

    The cards are `cards.card` with `selected` and, when they go, `mark="thrown"`. `warning` is
    for a trump about to be thrown.
    """
    return sheet(
        title,
        [
            h.div(".pick", id="pick", role="group", aria_label=label, data_n=str(len(cards)))[
                cards
            ],
            h.p(".counter", id="counter")[counter],
            h.p(".warning", id="warning")[icon("warn"), warning] if warning else None,
            buttons(*more, main),
        ],
        text=text,
        id="throw-sheet",
    )


def waiting_sheet(text: str, *, sub: str = "", id: str = "waiting-sheet") -> Renderable:
    """A low line: for whom the table waits."""
    return h.section(".sheet.low", id=id)[h.p[h.b[text]], sub and h.p[sub]]


def _advice(text: str) -> Node:
    return h.p(".advice")[icon("lamp"), text] if text else None


def _bid(action: Action) -> Renderable:
    return h.button(".bid", attributes(action), data_kind=action.kind)[
        h.b[action.text], action.note and [" ", h.small[action.note]]
    ]


def _suit(choice: Suit) -> Renderable:
    action = Action(choice.name, choice.event, choice.value or choice.suit)
    kind = "prime" if choice.advised else "plain"
    return h.button(".bid", attributes(action), data_kind=kind, data_suit=choice.suit)[
        suit_pip(choice.suit), h.b[choice.name], choice.note and h.small[choice.note]
    ]
