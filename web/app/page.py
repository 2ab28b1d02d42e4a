"""What a screen gives: the HTML, what stands on ``<body>``, and how the page behaves around it."""

from __future__ import annotations

from dataclasses import dataclass, field

from htpy import Renderable


@dataclass(frozen=True, slots=True)
class Page:
    """One painting. ``guard`` changes when the table changes under the finger; ``depth`` is 0 at home."""

    screen: str
    body: Renderable
    title: str = ""
    guard: str = ""
    depth: int = 1
    marks: dict[str, str] = field(default_factory=dict)  # further data attributes on <body>
