"""The battery of laws on tables of Deeds by house rules, and what a walk there must meet."""

from __future__ import annotations

import pytest

from engine.game import Remix
from tests.laws import LAWS
from tests.walks import DEEDS_HOUSE, seeded_walks

WALKS = 1  # at each table; eight in the full run


@pytest.mark.parametrize("law", LAWS)
def test_law_with_house_rules(law: str, full: bool) -> None:
    for table in DEEDS_HOUSE:
        for walk in seeded_walks(table, WALKS * (8 if full else 1), 2):
            LAWS[law](walk)


def test_the_walks_meet_short_stocks_and_ends() -> None:
    walks = [walk for table in DEEDS_HOUSE for walk in seeded_walks(table, WALKS, 2)]
    short = [it for walk in walks for it in map(walk.game.shuffle_wanted, walk.states)]
    assert any(isinstance(wanted, Remix) for wanted in short)
    assert any(walk.game.outcome(walk.states[-1]) is not None for walk in walks)
