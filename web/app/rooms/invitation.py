"""How friends are asked in: the code in large letters, the link, and the link as a pattern to scan."""

from __future__ import annotations

from functools import lru_cache

import htpy as h
from htpy import Node, Renderable
from markupsafe import Markup
from segno.encoder import encode

from web.app.components.parts import Action, button, spoken
from web.app.rooms import words
from web.app.rooms.company import Company

QUIET_ZONE = 3  # modules of white around the pattern; scanners manage with less than the four asked


@lru_cache(maxsize=4)
def pattern(text: str) -> str:
    """The QR code of a text as the path of its dark modules, on a grid told by ``pattern_size``."""
    rows = []
    for y, row in enumerate(_modules(text)):
        x = 0
        while x < len(row):
            wide = 0
            while x + wide < len(row) and row[x + wide]:
                wide += 1
            if wide:
                rows.append(f"M{x + QUIET_ZONE} {y + QUIET_ZONE}h{wide}v1h-{wide}z")
            x += max(1, wide)
    return "".join(rows)


@lru_cache(maxsize=4)
def _modules(text: str) -> tuple[tuple[int, ...], ...]:
    found = encode(text, error="m", micro=False)  # type: ignore[no-untyped-call]
    return tuple(tuple(row) for row in found.matrix)


def pattern_size(text: str) -> int:
    """How many modules wide the pattern is, its white edge included."""
    return len(_modules(text)) + 2 * QUIET_ZONE


def qr(text: str, label: str) -> Renderable:
    """The pattern, black on white in every theme."""
    size = pattern_size(text)
    return h.svg(".qr", id="qr", role="img", aria_label=label, viewBox=f"0 0 {size} {size}")[
        Markup(f'<path d="{pattern(text)}"/>')
    ]


def invitation(company: Company) -> Node:
    """The card with code and pattern, and the button that sends the link."""
    view = company.view
    if view is None:
        return None
    code = view.code
    letters = " ".join(code.text)
    return h.section(".invitation", id="invitation", aria_label=words.INVITE)[
        h.div(".ticket")[
            h.div[
                h.p(".code", id="code", data_code=code.text)[
                    spoken(f"{words.CODE}: {letters}"),
                    h.b(aria_hidden="true")[code.five],
                    " ",
                    h.b(aria_hidden="true")[code.four],
                ],
                h.p(".hint")[words.SCAN],
            ],
            qr(company.link, words.PATTERN.format(code=code.said)),
        ],
        h.div(".buttons")[
            button(Action(words.INVITE, "room-share", icon="share", kind="plain")),
            button(Action(words.COPY_LINK, "room-share", "copy", icon="copy", kind="quiet")),
        ],
    ]
