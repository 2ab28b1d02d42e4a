"""The engine needs little depth: a browser's stack is small, and running out of it is the end.

Where Python stops a recursion that is too deep, a browser may stop the interpreter. So everything
runs within a few frames above its caller, here and, by the same test, in the browser.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.bots.bot import find_bot
from engine.game import find
from engine.record import YOU, Seat
from engine.referee import case_files, complaints, read_cases
from engine.replay import final, parse
from engine.table import SoloTable, open_table, play_random, resume
from tests.walks import TABLES

FRAMES = 150  # above the caller


@pytest.fixture
def shallow() -> Iterator[None]:
    """Python raises `RecursionError` a few frames above here."""
    usual, depth, frame = sys.getrecursionlimit(), 0, sys._getframe()
    while frame.f_back is not None:
        depth, frame = depth + 1, frame.f_back
    sys.setrecursionlimit(depth + FRAMES)
    yield
    sys.setrecursionlimit(usual)


def sat_down(players: int) -> SoloTable:
    variant = find("110")
    seats = [Seat(YOU, "You"), *(Seat("steady", f"Bot {seat}") for seat in range(1, players))]
    return open_table(variant, variant.rules, seats, "depth")


@pytest.mark.usefixtures("shallow")
def test_it_is_shallow_here() -> None:
    def deeper(frames: int) -> int:
        return deeper(frames - 1) if frames else 0

    with pytest.raises(RecursionError):
        deeper(FRAMES + 10)


@pytest.mark.usefixtures("shallow")
@pytest.mark.parametrize("name", TABLES)
def test_whole_games_are_played_and_read_back(name: str) -> None:
    table = TABLES[name]
    record = play_random(table.variant.name, table.players, 5)
    again = parse(record.text())
    assert again == record
    assert table.game.outcome(final(again)) is not None


@pytest.mark.usefixtures("shallow")
@pytest.mark.parametrize("players", range(2, 7))
def test_bots_play_a_long_game_that_resumes(players: int) -> None:
    table, steady = sat_down(players), find_bot("steady")
    while table.outcome is None:
        if table.waits_for_shuffle:
            table = table.shuffle()
        elif table.bot_to_move() is not None:
            table = table.play_bot()
        else:
            table = table.play(0, table.advice(0, steady))
    state = table.game.state_text(table.state)
    assert table.game.state_text(resume(parse(table.text)).state) == state


@pytest.mark.usefixtures("shallow")
def test_cases_are_judged() -> None:
    files = case_files(Path(__file__).parent / "cases")
    assert not any(complaints(case) for file in files for case in read_cases(file))


def test_no_state_is_copied_deeply() -> None:
    engine = Path(__file__).parent.parent / "engine"
    for file in engine.rglob("*.py"):
        assert "deepcopy" not in file.read_text("utf-8"), file.name
