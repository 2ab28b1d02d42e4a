"""Two hundred hands under faults at random points: none is lost, nobody is stuck, all end alike.

What is asserted stands in ``rooms_faults``: one digest of the state on all phones, no fork, no doubt of
anybody, no card twice. The plain run plays a tenth of them, the same ones every time.
"""

from __future__ import annotations

import pytest

from tests.rooms_faults import Tale, faulty_hand

HANDS = 200
PER = 4  # hands in one test

AT_ONCE = 1_000  # milliseconds


def played(first: int, monkeypatch: pytest.MonkeyPatch) -> list[Tale]:
    """Some hands; in every tenth the next deal is made ready meanwhile, as a room does."""
    tales = []
    for seed in range(first, first + PER):
        monkeypatch.setattr("engine.rooms.play.AHEAD", seed % 10 == 0)
        tales.append(faulty_hand(seed))
    return tales


def look(tales: list[Tale]) -> None:
    assert all(tale.digest for tale in tales)
    back = [time for tale in tales for time in tale.back]
    assert max(back, default=0) <= AT_ONCE, [(it.seed, it.faults, it.back) for it in tales]


@pytest.mark.parametrize("first", range(0, HANDS // 10, PER))
def test_hands_under_faults_end_alike(first: int, monkeypatch: pytest.MonkeyPatch) -> None:
    look(played(first, monkeypatch))


@pytest.mark.long
@pytest.mark.parametrize("first", range(HANDS // 10, HANDS, PER))
def test_all_hands_under_faults_end_alike(first: int, monkeypatch: pytest.MonkeyPatch) -> None:
    look(played(first, monkeypatch))


def test_there_are_faults_of_every_kind_among_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.rooms.play.AHEAD", False)
    words = [word for seed in (0, 1) for it in faulty_hand(seed).faults for word in it.split()]
    assert {"relay", "killed", "offline"} <= set(words)
