"""The first screen: what the product is, and the ways into it."""

from collections.abc import Sequence

import htpy as h
from htpy import Node, Renderable

from .cards import card, card_back
from .icons import icon
from .parts import Action, attributes


def hero(name: str, line: str) -> Renderable:
    """Three fanned cards, the name of the house and one line beneath it."""
    fan = ("5H", "JS", "AH")
    return h.header(".hero")[
        h.div(".fan", aria_hidden="true")[
            card_back(size="hero"), [card(face, name="", size="hero") for face in fan]
        ],
        h.h1[name],
        h.p[line],
    ]


def big_button(action: Action) -> Renderable:
    """A wide way into the house: icon, title, a line beneath; one of them is prime."""
    return h.button(".big", attributes(action), data_kind=action.kind)[
        h.i[icon(action.icon)],
        h.span[h.b[action.text], action.note and h.small[action.note]],
    ]


def home(
    *,
    name: str,
    line: str,
    ways: Sequence[Action],
    more: Sequence[Action],
    status: str,
    ready: bool,
    notices: Node = None,
) -> Renderable:
    """The whole first screen.

    `ways` are the big buttons, `more` the small ones in a row. `status` says what the page can do
    now; `ready` sets a tick before it. `notices` are bars of `parts.notice`.
    """
    return h.div(".screen.home", id="screen-home")[
        h.div(".page", id="page-home")[
            h.div(".column")[
                hero(name, line),
                h.div(".ways")[
                    notices,
                    map(big_button, ways),
                    h.div(".row", data_n=str(len(more)))[map(_small, more)],
                    h.p(".status", data_ready="true" if ready else "false")[
                        icon("check") if ready else None, status
                    ],
                ],
            ]
        ]
    ]


def _small(action: Action) -> Renderable:
    return h.button(".btn", attributes(action), data_kind="quiet")[
        icon(action.icon) if action.icon else None, h.span[action.text]
    ]
