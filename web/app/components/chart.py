"""Scores over the hands as lines: told apart by dashes, end marks and names, not by colour."""

from collections.abc import Sequence
from dataclasses import dataclass

import htpy as h
from htpy import Node, Renderable

_LEFT, _RIGHT, _TOP, _BOTTOM = 30.0, 262.0, 12.0, 178.0
_WIDE, _HIGH = 340, 200
_LABEL_STEP = 14.0


@dataclass(frozen=True, slots=True)
class Line:
    """One player's scores, the first being the score before the first hand."""

    name: str
    scores: tuple[int, ...]
    own: bool = False


@dataclass(frozen=True, slots=True)
class _Scale:
    low: int
    high: int
    hands: int

    def x(self, hand: int) -> float:
        return _LEFT + (_RIGHT - _LEFT) * hand / max(1, self.hands)

    def y(self, score: float) -> float:
        return _BOTTOM - (_BOTTOM - _TOP) * (score - self.low) / (self.high - self.low)


def score_chart(
    lines: Sequence[Line], *, target: int | None, label: str, id: str = "chart"
) -> Renderable:
    """The chart; `label` says in words what it shows, the table beside it has the numbers.

    `target` is drawn as a line across, where the game is played to one.
    """
    scale = _scale(lines, target or 0)
    ends = _spread([scale.y(line.scores[-1]) for line in lines])
    return h.svg(".chart", id=id, role="img", aria_label=label, viewBox=f"0 0 {_WIDE} {_HIGH}")[
        [_rule(scale, score) for score in _ticks(scale)],
        None if target is None else _target(scale, target, str(target)),
        [_hand_number(scale, hand) for hand in _shown_hands(scale.hands)],
        [_line(scale, line, index, ends[index]) for index, line in enumerate(lines)],
    ]


def _scale(lines: Sequence[Line], target: int) -> _Scale:
    every = [score for line in lines for score in line.scores]
    step = 30
    low, high = min(0, *every), max(target, step, *every)
    return _Scale(
        low // step * step, -(-high // step) * step, max(len(line.scores) for line in lines) - 1
    )


def _ticks(scale: _Scale) -> range:
    step = 30 if scale.high - scale.low <= 210 else 60
    return range(-(-scale.low // step) * step, scale.high + 1, step)


def _shown_hands(hands: int) -> range:
    return range(0, hands + 1, max(1, -(-hands // 8)))


def _spread(ys: Sequence[float]) -> list[float]:
    """The heights of the names: near their line's end, but never over each other."""
    order = sorted(range(len(ys)), key=lambda index: ys[index])
    placed = list(ys)
    floor = _TOP - _LABEL_STEP
    for index in order:
        placed[index] = floor = max(ys[index], floor + _LABEL_STEP)
    ceiling = _BOTTOM + _LABEL_STEP
    for index in reversed(order):
        placed[index] = ceiling = min(placed[index], ceiling - _LABEL_STEP)
    return placed


def _number(value: float) -> str:
    return f"{value:.1f}".rstrip("0").rstrip(".")


def _score_text(score: int) -> str:
    return str(score).replace("-", "−")


def _rule(scale: _Scale, score: int) -> Node:
    y = _number(scale.y(score))
    return [
        h.line(".rule", x1=str(_LEFT), x2=str(_RIGHT), y1=y, y2=y),
        h.text(".tick", x=str(_LEFT - 5), y=_number(scale.y(score) + 4), text_anchor="end")[
            _score_text(score)
        ],
    ]


def _target(scale: _Scale, target: int, name: str) -> Node:
    y = scale.y(target)
    return [
        h.line(".goal", x1=str(_LEFT), x2=str(_RIGHT), y1=_number(y), y2=_number(y)),
        h.text(".goal-name", x=str(_LEFT + 4), y=_number(y - 4))[name],
    ]


def _hand_number(scale: _Scale, hand: int) -> Renderable:
    return h.text(".tick", x=_number(scale.x(hand)), y=str(_BOTTOM + 16), text_anchor="middle")[
        str(hand)
    ]


def _line(scale: _Scale, line: Line, index: int, label_y: float) -> Renderable:
    points = [(scale.x(hand), scale.y(score)) for hand, score in enumerate(line.scores)]
    end_x, end_y = points[-1]
    return h.g(".series", data_i=str(index % 6), data_own="true" if line.own else None)[
        h.polyline(points=" ".join(f"{_number(x)},{_number(y)}" for x, y in points)),
        h.circle(cx=_number(end_x), cy=_number(end_y), r="4"),
        h.line(
            ".lead",
            x1=_number(end_x + 5),
            y1=_number(end_y),
            x2=str(_RIGHT + 9),
            y2=_number(label_y),
        ),
        h.text(x=str(_RIGHT + 12), y=_number(label_y + 4))[_short(line.name)],
    ]


def _short(name: str) -> str:
    return name if len(name) <= 8 else name[:7] + "…"
