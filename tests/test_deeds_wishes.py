"""Simulated players who choose as those with phones do: every action of Deeds is used soon."""

from __future__ import annotations

from random import Random

import pytest

from engine.game import Fresh, find
from engine.table import dealt_by
from tests.deeds_wishes import ACTIONS, RULES, Wishes, used_by

SOON = 220
"""Answers, of all seats together; of 1,200 games the longest took 171, the middle ones 58 to 76."""


def answers(players: int, seed: str) -> int:
    """After how many answers of one game each action was used; every one of them is legal."""
    variant = find("deeds")
    game, rules = variant.game, variant.game.parse_rules(RULES, variant.rules)
    chance, wishes = Random(seed), Wishes()
    state = game.start(rules, players, chance.randrange(players))
    done = 0
    while wishes.missing:
        asked = game.owed(state)
        if asked:
            seat = asked[0].seat
            move = wishes.choose(game.masked(state, seat), seat)
            wishes.used |= used_by(state, move)
            state = game.apply(state, seat, move)
            done += 1
        else:
            dealt = dealt_by(game, state, chance)
            fresh = isinstance(game.shuffle_wanted(state), Fresh)
            kept = () if fresh else game.faces(state)
            state = game.with_faces(game.deal(state), kept + dealt.faces)
        assert game.outcome(state) is None, (sorted(wishes.missing), done)
        assert done <= SOON, sorted(wishes.missing)
    assert wishes.used >= ACTIONS
    return done


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_each_action_is_used_soon(players: int, full: bool) -> None:
    counts = sorted(answers(players, f"wishes/{seed}") for seed in range(200 if full else 10))
    assert counts[len(counts) // 2] <= SOON / 2
