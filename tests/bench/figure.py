"""What a benchmark hands over: one measured value, under a name that stays."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass


@dataclass(frozen=True)
class Figure:
    """A measured value; ``ratio`` is the value over that of what ``against`` names.

    ``low`` and ``high`` bound the 95 % interval where there is one.
    """

    name: str
    value: float
    unit: str
    against: str | None = None
    ratio: float | None = None
    low: float | None = None
    high: float | None = None

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
        return line


def _rounded(value: float | str) -> float | int | str:
    if isinstance(value, str | int):
        return value
    return round(value) if abs(value) >= 1000 else float(f"{value:.4g}")
