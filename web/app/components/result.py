"""After a hand and after a game: the reckoning, the hands laid open, the places."""

from collections.abc import Sequence
from dataclasses import dataclass

import htpy as h
from htpy import Node, Renderable
from markupsafe import Markup

from .cards import card_row
from .icons import icon
from .parts import Action, button


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """One player's line of the reckoning: one text for each column after the name."""

    name: str
    cells: tuple[str, ...]
    own: bool = False
    bidder: bool = False


@dataclass(frozen=True, slots=True)
class Place:
    """One player at the end: the place ("1"), its name read out ("first"), name and score."""

    place: int
    words: str
    name: str
    score: str
    note: str = ""
    own: bool = False


def verdict(text: str, *, sub: str = "", good: bool | None = None) -> Renderable:
    """The hand in one large sentence: "Maeve made 20"; `good` None for neither good nor bad."""
    tone = "plain" if good is None else ("good" if good else "warn")
    return h.div(".verdict", id="verdict", data_tone=tone)[h.p[text], sub and h.p(".sub")[sub]]


def score_table(
    columns: Sequence[str], rows: Sequence[ScoreRow], *, caption: str, id: str = "scores"
) -> Renderable:
    """The reckoning as a table; the first column is the player, the last the total."""
    return h.div(".scores-box")[
        h.table(".scores", id=id)[
            h.caption(".sr")[caption],
            h.thead[h.tr[[h.th(scope="col")[column] for column in columns]]],
            h.tbody[map(_score_row, rows)],
        ]
    ]


def open_hand(name: str, cards: Sequence[Node], *, note: str = "", label: str) -> Renderable:
    """One player's cards laid open under the name, in small."""
    return h.div(".open-hand")[h.p[h.b[name], note and h.small[note]], card_row(cards, label=label)]


def step_through(
    title: str, body: Node, *, earlier: Action, later: Action, text: str = ""
) -> Renderable:
    """One trick of the play with buttons to the one before and after; `body` is a trick."""
    return h.section(".steps", id="steps", aria_label=title)[
        h.div(".stage")[body],
        text and h.p[text],
        h.div(".step-row")[button(earlier), h.h3[title], button(later)],
    ]


def places(rows: Sequence[Place], *, label: str) -> Renderable:
    """Who came where, with a medal for the first three."""
    return h.ol(".places", id="places", aria_label=label)[map(_place, rows)]


def _score_row(row: ScoreRow) -> Renderable:
    return h.tr(data_own="true" if row.own else None)[
        h.th(scope="row")[icon("crown") if row.bidder else None, h.span[row.name]],
        [h.td[cell] for cell in row.cells],
    ]


def _place(row: Place) -> Renderable:
    return h.li(data_own="true" if row.own else None, data_place=str(row.place))[
        _medal(row.place),
        h.span(".sr")[row.words],
        h.span[h.b[row.name], row.note and h.small[row.note]],
        h.b(".score")[row.score],
    ]


def _medal(place: int) -> Markup:
    ribbon = '<path class="ribbon" d="M11 2h7l4 12h-7zM29 2h-7l-4 12h7z"/>' if place <= 3 else ""
    return Markup(
        f'<svg class="medal" viewBox="0 0 40 46" aria-hidden="true">{ribbon}'
        '<circle class="disc" cx="20" cy="28" r="15"/><circle class="rim" cx="20" cy="28" r="11.5"'
        f'/><text x="20" y="33.5" text-anchor="middle">{place}</text></svg>'
    )
