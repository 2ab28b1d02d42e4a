"""Who is asked what in Deeds: everyone for themselves, in any order, and nothing leaks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from engine.deeds.deck import NO_CHANCE
from engine.deeds.play import DEEDS
from engine.deeds.state import Accept, Pay, State
from tests.deeds_board import asked, board, names, play, refused
from tests.walks import DEEDS_HOUSE, TABLES, Walk, seeded_walks

NAMES = [*(name for name in TABLES if name.startswith("deeds")), *DEEDS_HOUSE]


def walks(count: int = 4) -> Iterator[Walk]:
    for name in NAMES:
        yield from seeded_walks(name, count, 2)


# ----------------------------------------------------------------------------- everyone, any order


def test_one_players_chains_run_side_by_side() -> None:
    """Two say No Chance to a Whip-round: its player is asked about each, and answers either first."""
    state = board(
        "hand whip-round no-chance.3",
        "hand no-chance | bank money5",
        "hand no-chance.2 | bank money5.2",
        "bank money4",
    )
    state = play(state, "0: ask whip-round all", "2: refuse no-chance.2 2")
    assert asked(state) == {(0, "answer"), (1, "answer"), (3, "answer")}
    state = play(state, "1: refuse no-chance 1")
    for first, second in ((1, 2), (2, 1)):
        after = play(state, f"0: accept {first}", f"0: refuse no-chance.3 {second}")
        assert asked(after) == {(second, "answer"), (3, "answer")}
        after = play(after, "3: accept 3", f"{second}: accept {second}", "3: pay money4")
        assert asked(after) == {(second, "pay")}


def test_no_question_is_asked_twice_over() -> None:
    """A player with two chains open owes two answers, and they can be told apart."""
    state = board("hand whip-round", "hand no-chance", "hand no-chance.2")
    state = play(state, "0: ask whip-round all", "1: refuse no-chance 1", "2: refuse no-chance.2 2")
    owed = DEEDS.owed(state)
    assert len(owed) == len(set(owed))


def test_everyone_asked_has_an_answer_and_any_may_be_first() -> None:
    several = 0
    for walk in walks():
        for state in walk.states:
            seats = {question.seat for question in DEEDS.owed(state)}
            several += len(seats) > 1
            for seat in seats:
                move = DEEDS.legal_moves(state, seat)[0]
                after = DEEDS.apply(state, seat, move)
                ended = DEEDS.outcome(after) or DEEDS.shuffle_wanted(after)
                assert ended or DEEDS.owed(after)
                left = {question.seat for question in DEEDS.owed(after)}
                if not ended:
                    assert seats - {seat} <= left, "an answer has settled what another owes"
    assert several > 30


def test_a_question_is_answered_by_whom_it_is_put_to() -> None:
    state = play(board("hand bailiff", "bank money5", "hand no-chance"), "0: ask bailiff 1")
    assert refused(state, "2: accept 1") != ""
    assert refused(state, "2: refuse no-chance 1") != ""
    assert refused(state, "0: accept 1") != ""
    assert refused(state, "1: accept 2") != ""
    assert refused(state, "1: accept 1") == ""


# -------------------------------------------------------------------------------------- no leaks


def twin(state: State, seat: int) -> State | None:
    """The same position but that the seat holds no No Chance, or holds one it has not."""
    faces = list(state.table.faces)
    held = [slot for slot in state.hands[seat] if faces[slot] == NO_CHANCE]
    if held:
        others = [slot for slot in state.stock if faces[slot] != NO_CHANCE]
    else:
        held = list(state.hands[seat][:1])
        others = [slot for slot in state.stock if faces[slot] == NO_CHANCE]
    if not held or len(others) < len(held):
        return None
    for mine, other in zip(held, others, strict=False):
        faces[mine], faces[other] = faces[other], faces[mine]
    return DEEDS.with_faces(state, tuple(faces))


def test_that_one_holds_a_no_chance_is_seen_by_nobody() -> None:
    """Who is asked, in which order, how many steps it takes and what others see are the same."""
    met: Counter[str] = Counter()
    for walk in walks():
        for state in walk.states:
            for question in DEEDS.owed(state):
                other = twin(state, question.seat) if question.what == "answer" else None
                if other is not None:
                    holds = any(
                        state.table.faces[slot] == NO_CHANCE for slot in state.hands[question.seat]
                    )
                    met["held" if holds else "not held"] += 1
                    assert_look_alike(walk, state, other, question.seat)
    assert min(met["held"], met["not held"]) > 10, met


def assert_look_alike(walk: Walk, state: State, other: State, seat: int) -> None:
    assert DEEDS.owed(state) == DEEDS.owed(other)
    target = next(
        move.target for move in DEEDS.legal_moves(state, seat) if isinstance(move, Accept)
    )
    steps = [(state, other), tuple(DEEDS.apply(it, seat, Accept(target)) for it in (state, other))]
    for one, two in steps:
        assert DEEDS.owed(one) == DEEDS.owed(two)
        assert DEEDS.masked(one) == DEEDS.masked(two)
        for watcher in walk.seats:
            if watcher != seat:
                assert DEEDS.masked(one, watcher) == DEEDS.masked(two, watcher)


def test_who_is_asked_follows_from_what_is_public() -> None:
    for walk in walks():
        for state in walk.states:
            public = DEEDS.masked(state)
            assert DEEDS.owed(public) == DEEDS.owed(state)
            assert DEEDS.shuffle_wanted(public) == DEEDS.shuffle_wanted(state)
            assert DEEDS.outcome(public) == DEEDS.outcome(state)


@pytest.mark.parametrize("held", ["hand payday", "hand no-chance", ""])
def test_every_target_is_asked_whatever_it_holds(held: str) -> None:
    state = play(board("hand whip-round", f"{held} | bank money5", ""), "0: ask whip-round all")
    assert asked(state) == {(1, "answer"), (2, "answer")}


# ---------------------------------------------------------------------------------- payments


def test_no_payment_comes_from_a_hand() -> None:
    paid = 0
    for walk in walks():
        for before, seat, move, after in walk.moves():
            if isinstance(move, Pay):
                paid += 1
                assert after.hands == before.hands
                on_table = {*before.banks[seat], *_lying(before, seat)}
                assert set(move.slots) <= on_table, names(before, move.slots)
                assert not set(move.slots) & {*after.banks[seat], *_lying(after, seat)}
    assert paid > 30


def _lying(state: State, seat: int) -> Iterator[Any]:
    for stack in state.stacks[seat]:
        yield from stack.deeds
        yield from (it for it in (stack.house, stack.hotel) if it >= 0)


def test_the_walks_meet_every_move() -> None:
    met: Counter[str] = Counter()
    for walk in walks():
        met.update(type(move).__name__ for _, _, move, _ in walk.moves())
        met.update(type(DEEDS.shuffle_wanted(state)).__name__ for state in walk.states)
        met["over"] += any(DEEDS.outcome(state) for state in walk.states)
    kinds = "Done Bank Lay Shift Draw Ask Rent Take Trade Seize Build Accept Refuse Pay Place Throw"
    assert all(met[kind] for kind in (*kinds.split(), "Remix", "over")), met
