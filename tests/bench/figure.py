"""What a benchmark hands over: measured values under names that stay, and pictures of a start."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass

WIDTH = 50  # letters across a waterfall


@dataclass(frozen=True)
class Figure:
    """A measured value; ``ratio`` is the value over that of what ``against`` names.

    ``low`` and ``high`` bound the 95 % interval where there is one. ``goal`` is what the
    value should be at most.
    """

    name: str
    value: float
    unit: str
    against: str | None = None
    ratio: float | None = None
    low: float | None = None
    high: float | None = None
    goal: float | None = None

    def json(self) -> str:
        """One line of JSON; what does not apply is left out, numbers have four good digits."""
        given = {key: value for key, value in asdict(self).items() if value is not None}
        return json.dumps({k: _rounded(v) for k, v in given.items()}, ensure_ascii=False)

    def text(self) -> str:
        """One line for people."""
        line = f"{self.name:<36} {_rounded(self.value):>12,} {self.unit}"
        if self.low is not None and self.high is not None:
            line += f"  (95 %: {_rounded(self.low)} to {_rounded(self.high)})"
        if self.against is not None and self.ratio is not None:
            line += f"  ({_rounded(self.ratio)} of {self.against})"
        if self.goal is not None:
            line += f"  (goal: at most {_rounded(self.goal):,})"
        return line


@dataclass(frozen=True)
class Waterfall:
    """What happened when in one start: (what, from, to) in milliseconds, a moment where both agree."""

    name: str
    rows: tuple[tuple[str, float, float], ...]

    def json(self) -> str:
        """One line of JSON."""
        rows = [[what, round(begin), round(end)] for what, begin, end in self.rows]
        return json.dumps({"name": self.name, "rows": rows}, ensure_ascii=False)

    def text(self) -> str:
        """A line for each row, with its place in the whole drawn beside it."""
        whole = max(end for _, _, end in self.rows)
        lines = [f"{self.name} (ms from the navigation)"]
        for what, begin, end in sorted(self.rows, key=lambda row: row[1:]):
            first, last = (int(WIDTH * at / whole) for at in (begin, end))
            mark = "▪" if begin == end else "━" * max(1, last - first)
            span = f"{begin:6.0f}" if begin == end else f"{begin:6.0f}–{end:.0f}"
            lines.append(f"  {span:<13} {' ' * first + mark:<{WIDTH + 1}} {what}")
        return "\n".join(lines)


def _rounded(value: float | str) -> float | int | str:
    if isinstance(value, str | int):
        return value
    return round(value) if abs(value) >= 1000 else float(f"{value:.4g}")
