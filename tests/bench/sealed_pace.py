"""What a sealed deal costs a device, in CPU time. Its source also runs in the browser's Python.

Whole hands are played by simulated phones, and every stretch between two yields of their work is
timed. It counts for the deal while the phone lacks a card of its first hand, and for the audit
while all keys are open and it has come to no finding. The browser knows no CPU time: what others
use of the machine counts too, so the same hand is played again and again, which repeats every
stretch, and of each the shortest time counts.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import process_time
from typing import Any

from engine.sealed import deck, group
from engine.sealed.duties import unseen
from engine.sealed.group import FixedBase
from engine.sealed.hand import Stage
from engine.sealed.steps import Steps, finish
from tests.sealed_room import Phone, Room, deals

GAME, PLAYERS, PACK = "110", 4, 53
ROUNDS = 5
PRODUCTS = 100  # in a round


def measured(repeats: int, hands: int) -> dict[str, float]:
    """By name what was measured, times in milliseconds.

    So many hands are played of each kind, plain and strict, and each of them ``repeats`` times.
    """
    found = {"base_ms": _base(), "times_ms": _times(), f"shuffle{PACK}_ms": _shuffle()}
    Clocked("warm", strict=True).played()  # makes what is made once
    plain, strict = (
        [Hand.played(repeats, f"{number}", is_strict) for number in range(hands)]
        for is_strict in (False, True)
    )
    steps = sorted(took for hand in plain + strict for took in hand.took)
    found[f"deal{PLAYERS}_ms"] = max(hand.spent("deal") for hand in plain)
    found[f"audit{PLAYERS}_ms"] = max(hand.spent("audit") for hand in plain)
    found["step_ms_p99"] = steps[len(steps) * 99 // 100]
    found["step_ms_max"] = steps[-1]
    found[f"hand{PLAYERS}_bytes"] = max(hand.bytes for hand in plain)
    found[f"hand{PLAYERS}_strict_bytes"] = max(hand.bytes for hand in strict)
    return found


@dataclass(frozen=True)
class Hand:
    """A hand that was played: its stretches by what they were for, their times in milliseconds."""

    bytes: int
    spans: Sequence[tuple[int, str]]  # the device, and "deal", "audit" or ""
    took: Sequence[float]

    @classmethod
    def played(cls, repeats: int, seed: str, strict: bool) -> Hand:
        """A whole hand, in the shortest times of each of its stretches."""
        rooms = [Clocked(seed, strict=strict).played() for _ in range(repeats)]
        first = rooms[0]
        assert all(room.spans == first.spans for room in rooms)
        took = [1000 * min(some) for some in zip(*(room.took for room in rooms), strict=True)]
        return cls(first.bytes_sent(), first.spans, took)

    def spent(self, what: str) -> float:
        """The milliseconds of the device that was the slowest at it."""
        return max(
            sum(took for span, took in zip(self.spans, self.took, strict=True) if span == whose)
            for whose in [(device, what) for device in range(PLAYERS)]
        )


class Clocked(Room):
    """A room with a stop watch on every stretch of work."""

    def __init__(self, seed: str, **more: Any) -> None:
        super().__init__(GAME, PLAYERS, seed=f"bench/{seed}", **more)
        self.spans: list[tuple[int, str]] = []
        self.took: list[float] = []

    def played(self) -> Clocked:
        """The room after one hand."""
        self.play(deals(1))
        return self

    def work(self, phone: Phone) -> None:
        self.worker = phone
        super().work(phone)

    def run(self, steps: Steps[None]) -> None:
        is_over = False
        while not is_over:
            self.spans.append((self.worker.device, _what_for(self.worker)))
            began = process_time()
            is_over = next(steps, steps) is steps
            self.took.append(process_time() - began)


def _what_for(phone: Phone) -> str:
    deal = phone.standing.deal
    if deal is None:
        return ""
    if deal.stage is Stage.AUDIT and phone.finding is None:
        return "audit"
    is_first = deal.stage is Stage.PLAY and not deal.step
    return "deal" if is_first and unseen(phone, deal, phone.seat) else ""


# -- parts of it ----------------------------------------------------------------------------------


def _best(count: int, work: Callable[[int], object]) -> float:
    """Milliseconds of one of ``count`` pieces of work, in the best round."""
    rounds = []
    for _ in range(ROUNDS):
        began = process_time()
        for number in range(count):
            work(number)
        rounds.append(process_time() - began)
    return 1000 * min(rounds) / count


def _scalar(number: int) -> int:
    return group.hash_to_scalar("bench", number.to_bytes(4, "little"))


def _base() -> float:
    scalars = [_scalar(number) for number in range(PRODUCTS)]
    finish(group.base_table())
    return _best(PRODUCTS, lambda number: group.encode(group.base_times(scalars[number])))


def _times() -> float:
    """From bytes to bytes, as libsodium does it."""
    scalars = [_scalar(number) for number in range(PRODUCTS)]
    points = [group.encode(group.base_times(scalar)) for scalar in scalars]
    return _best(
        PRODUCTS,
        lambda number: group.encode(group.times(scalars[number], group.decode(points[-number]))),
    )


def _shuffle() -> float:
    """One device's shuffle of a fresh pack, with the table of the joint key, made once a hand."""
    joint = group.base_times(_scalar(1))
    pack = deck.fresh(deck.cards(b"bench", PACK))

    def work(_: int) -> None:
        table = finish(FixedBase.prepare(joint))
        finish(deck.shuffle(b"key", b"bench", table, pack))

    return _best(1, work)
