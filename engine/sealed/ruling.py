"""What a judge of messages works with: the result of a message that acts, and the refusal."""

from __future__ import annotations

from dataclasses import dataclass

from engine.sealed import group
from engine.sealed.events import Event
from engine.sealed.group import BadEncoding, Point
from engine.sealed.standing import Standing
from engine.sealed.steps import Steps

POINTS_A_STEP = 6  # decoded between two yields; one takes about a quarter of a millisecond


class NoEffect(Exception):
    """A message that may not act; ``fault``: no honest device would have sent it."""

    def __init__(self, reason: str, fault: bool = False) -> None:
        super().__init__(reason)
        self.fault = fault


@dataclass(frozen=True, slots=True)
class Act:
    """What a message did: the new standing, and what there is to tell."""

    standing: Standing
    events: tuple[Event, ...] = ()


@dataclass(frozen=True, slots=True)
class Ruling:
    """How to judge; ``checked``: proofs were verified before and need not be again."""

    checked: bool = False

    def proved(self, verifying: Steps[bool], reason: str) -> Steps[None]:
        """Nothing, or ``NoEffect`` with the reason when the proof does not hold."""
        if not self.checked and not (yield from verifying):
            raise NoEffect(reason, fault=True)


def points(data: bytes) -> Steps[list[Point]]:
    """The points of these bytes, 32 each; ``NoEffect`` for what encodes none, and the identity."""
    found = []
    for at in range(0, len(data), 32):
        found.append(point(data[at : at + 32]))
        if len(found) % POINTS_A_STEP == 0:
            yield
    return found


def point(data: bytes) -> Point:
    """The point of these bytes; ``NoEffect`` for what encodes none, and the identity."""
    try:
        found = group.decode(data)
    except BadEncoding as error:
        raise NoEffect(str(error), fault=True) from None
    if found == group.IDENTITY:
        raise NoEffect("The identity stands for no key, no card and no share.", fault=True)
    return found
