"""The draw, said once more: kitty and throws, three cards each from the dealer's left, then the rest.

Source: rules of 110, 3 and 4; rules of Forty-Fives, 3 and 4. The order decides which slot goes where.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from engine.forty_fives.state import Naming, Playing, ShortStock, Throwing
from tests.naive import forty_fives as naive
from tests.walks import FAMILY, HOUSE, Walk, changes, seeded_walks

WALKS = 8


def hands_drawn(
    flags: naive.Flags, players: int, dealer: int, bidder: int, thrown: list[tuple[int, ...]]
) -> tuple[list[list[int]], list[int]]:
    """By seat the slots it plays with, and the slots that were shuffled again for it to be so."""
    start = naive.deal(flags, players, dealer)
    hands = [sorted(hand) for hand in start["hands"]]
    hands[bidder] = sorted(hands[bidder] + start["kitty"])
    for seat in range(players):
        hands[seat] = [slot for slot in hands[seat] if slot not in thrown[seat]]
    next_slot = 5 * players + len(start["kitty"])
    remixed: list[int] = []
    wanting = [5 - len(hand) for hand in hands]
    for most in (3, 5):
        for step in range(1, players + 1):
            seat = (dealer + step) % players
            for _ in range(min(most, wanting[seat])):
                if next_slot == start["pack"]:
                    remixed = sorted(slot for own in thrown for slot in own)
                hands[seat].append(next_slot)
                next_slot += 1
            wanting[seat] -= min(most, wanting[seat])
    return hands, remixed


def draws(walk: Walk) -> Iterator[tuple[Any, Any, list[tuple[int, ...]]]]:
    """Every draw: the state before the last throw, the first one of play, and all throws."""
    before, thrown = None, []
    for state in walk.states:
        if isinstance(state, Throwing):
            before = state
        if isinstance(state, ShortStock | Playing):
            thrown = list(state.contract.thrown)
        if isinstance(state, Playing) and before is not None:
            yield before, state, thrown
            before = None


@pytest.mark.parametrize("name", [*FAMILY, *HOUSE])
def test_everybody_is_filled_up_in_order(name: str) -> None:
    drawn = 0
    for walk in seeded_walks(name, WALKS if name in FAMILY else 2, 2):
        flags = changes(walk.table.rules)
        for before, playing, thrown in draws(walk):
            drawn += 1
            table, bidder = playing.table, playing.contract.bidder
            hands, remixed = hands_drawn(flags, table.players, table.dealer, bidder, thrown)
            assert [list(hand) for hand in playing.hands] == hands
            assert all(len(hand) == 5 for hand in hands)
            assert [list(mix.died) for mix in table.mixes] == ([remixed] if remixed else [])
            wanted = naive.leader(flags, table.players, table.dealer, bidder)
            assert [question.seat for question in walk.game.owed(playing)] == [wanted]
            assert before.contract.order == playing.contract.order
    assert drawn or {**FAMILY, **HOUSE}[name].rules.all_pass == "redeal"


@pytest.mark.parametrize("name", [*FAMILY, *HOUSE])
def test_the_kitty_is_the_bidders_when_the_rules_say(name: str) -> None:
    for walk in seeded_walks(name, WALKS if name in FAMILY else 2, 2):
        flags = changes(walk.table.rules)
        for state in walk.states:
            if isinstance(state, Naming | Throwing):
                table, bidder = state.table, state.contract.bidder
                kitty = set(naive.deal(flags, table.players, table.dealer)["kitty"])
                seen = isinstance(state, Throwing) or naive.sees_kitty_before_naming(flags)
                assert (kitty <= set(state.hands[bidder])) == (seen or not kitty)
                known = {
                    s for s, mask in enumerate(walk.game.entitled(state)) if mask >> bidder & 1
                }
                assert (kitty <= known) == (seen or not kitty)
