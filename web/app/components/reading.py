"""Pages to read: headings, paragraphs, strips of cards, callouts, tables, a search field."""

from collections.abc import Sequence
from typing import Literal

import htpy as h
from htpy import Node, Renderable

from .cards import card_row
from .icons import icon


def heading(text: str, *, id: str, level: Literal[2, 3] = 2) -> Renderable:
    """A heading that can be led to."""
    return h.h2(id=id)[text] if level == 2 else h.h3(id=id)[text]


def paragraph(*parts: Node) -> Renderable:
    """A paragraph."""
    return h.p[parts]


def listing(items: Sequence[Node], *, ordered: bool = False) -> Renderable:
    """A list of short sentences."""
    rows = [h.li[item] for item in items]
    return h.ol[rows] if ordered else h.ul[rows]


def article(*parts: Node, id: str) -> Renderable:
    """A text with room to breathe."""
    return h.article(".prose", id=id)[parts]


def card_strip(label: str, cards: Sequence[Node], *, note: str = "") -> Renderable:
    """Small cards in order, best first, under what they show."""
    return h.figure(".strip-figure")[
        h.figcaption[h.b[label], note and h.small[note]], card_row(cards, label=label)
    ]


def callout(body: Node, *, title: str = "", tone: Literal["plain", "warn"] = "plain") -> Renderable:
    """A remark that stands apart."""
    return h.aside(".callout", data_tone=tone)[
        icon("warn" if tone == "warn" else "lamp"),
        h.div[title and h.b[title], h.p[body] if isinstance(body, str) else body],
    ]


def search_field(
    label: str, *, value: str, event: str, id: str = "search", found: str = ""
) -> Renderable:
    """A field to search the page with, and how much was found."""
    return h.div(".search", role="search")[
        icon("search"),
        h.input(
            ".text",
            type="search",
            id=id,
            value=value,
            aria_label=label,
            placeholder=label,
            data_event=event,
            autocomplete="off",
            enterkeyhint="search",
        ),
        found and h.p(".hint", id=f"{id}-found")[found],
    ]


def rules_table(
    columns: Sequence[str], rows: Sequence[Sequence[Node]], *, caption: str
) -> Renderable:
    """A table with a heading to every row."""
    return h.div(".scores-box")[
        h.table(".scores.words")[
            h.caption(".sr")[caption],
            h.thead[h.tr[[h.th(scope="col")[column] for column in columns]]],
            h.tbody[
                [h.tr[h.th(scope="row")[row[0]], [h.td[cell] for cell in row[1:]]] for row in rows]
            ],
        ]
    ]
