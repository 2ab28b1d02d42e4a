"""The engine's own tests pass in the browser's Python, every one that CPython collects."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator

import pytest

import build
from tests.pyodide.archives import write_packages, write_tests
from tests.pyodide.inside import HERE, Inside, started
from web.build.tools import ROOT

#: Files of `tests` that do not run there, and why. Every other one does.
ELSEWHERE = {
    "test_app_rooms.py": "the relay is a server, and serves from CPython alone",
    "test_checks.py": "starts processes: the linters",
    "test_first_card.py": "starts processes: every visit begins with a fresh Python",
    "test_layers.py": "reads the source tree, which is not there",
    "test_laws_drawn.py": "hypothesis is compiled for CPython; the same laws run on seeded walks",
    "test_referee.py": "starts processes: the terminal's own command",
    "test_relay_bad_input.py": "the relay is a server, and serves from CPython alone",
    "test_relay_hosting.py": "the same, and starts processes",
    "test_relay_layers.py": "reads the source tree, which is not there",
    "test_relay_restart.py": "starts processes: relays, and a store",
    "test_relay_room.py": "the relay is a server, and serves from CPython alone",
    "test_relay_scenes.py": "starts processes: relays, and a store",
    "test_hosts.py": "starts servers",
    "test_start_traps.py": "reads the browser's tests, which are not there",
    **{
        f"test_rooms_{name}.py": "its phones talk over the relay, which serves from CPython alone"
        for name in (
            *("door", "faults", "keeping", "line", "lobby", "moving", "parts", "secrets"),
            *("settling", "table"),
        )
    },
    "test_rooms_lobby_drawn.py": "hypothesis is compiled for CPython; what it judges is plain",
    "test_deeds_wishes.py": "how the browser's tests choose at Deeds: nothing of the engine is seen by it",
    "test_rooms_properties.py": "reads the browser's tests, which are not there",
    "test_sealed_cheats.py": "half a minute there, and the transcripts are the same, by _same",
    "test_sealed_crashes.py": "as long, for what depends on no interpreter either",
    "test_sealed_drawn.py": "hypothesis is compiled for CPython; its siblings draw with a seed",
    "test_sealed_drops.py": "as long, for what depends on no interpreter either",
    "test_sealed_handing.py": "as long, and keys that move are the same, by _same",
    "test_sealed_keeping.py": "as long as _crashes, for what depends on no interpreter either",
    "test_sealed_onlooker.py": "half as long, and what it hears is the same, by _same",
    "test_sealed_played_on.py": "half a minute there, and the transcripts are the same, by _same",
    "test_sealed_taking_back.py": "half a minute there, and the transcripts are the same, by _same",
    "test_sealed_games.py": "a minute there, and the transcripts are the same, by _same",
    "test_sealed_liars.py": "as long, for what depends on no interpreter either",
    "test_sealed_noise.py": "as long as _cheats, for what depends on no interpreter either",
    "test_sealed_noise_drawn.py": "hypothesis is compiled for CPython; its sibling has a seed",
    "test_sealed_processes.py": "starts processes: every phone has its own",
    "test_sealed_sodium.py": "starts processes: libsodium in Node",
    "test_sealed_vanished.py": "as long, for what depends on no interpreter either",
}

#: The constants that make the long ones shorter there, in a plain run.
LIGHTER = {
    "test_deeds_restatement": {"POSITIONS": 40_000},
    "test_restatement": {
        "COUNTS_110": {"legal": 5000, "trick": 2500, "score": 2500, "auction": 1200},
        "COUNTS_45": {"legal": 1200, "trick": 600, "score": 600, "auction": 600},
        "COUNTS_VARIANT": {"legal": 300, "trick": 120, "score": 300, "auction": 200},
        "HOUSE_TABLES": 100,
    },
    "test_sealed_shuffle_proof": {"MUTATIONS": 30},
}
#: The files of which every fourth test runs there in a plain run: they are many of a kind.
THINNED = (
    *("test_app_seats.py", "test_auction_walk.py", "test_bots.py", "test_deeds_laws.py"),
    *("test_games.py", "test_laws.py", "test_perft.py", "test_words.py"),
)
SECONDS = 1800


@pytest.fixture(scope="module")
def inside(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    folder = tmp_path_factory.mktemp("inside")
    archives = [write_packages(folder / "packages.zip"), write_tests(folder / "tests.zip")]
    build.bundle(folder / "site", full_stdlib=True, archives=archives)
    with started(folder / "site") as inside:
        yield inside


def files_there() -> list[str]:
    """The files whose tests run in the browser too."""
    names = sorted(file.name for file in (ROOT / "tests").glob("test_*.py"))
    assert set(names) >= set(ELSEWHERE), "a file named here is gone"
    return [f"tests/{name}" for name in names if name not in ELSEWHERE]


def collected(files: list[str]) -> set[str]:
    """What CPython finds in the files."""
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", "--no-header", *files]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return {line for line in done.stdout.splitlines() if "::" in line}


def thinned(there: set[str]) -> set[str]:
    """The tests that a plain run leaves out there."""
    files = {f"tests/{name}" for name in THINNED}
    many = sorted(test for test in there if test.partition("::")[0] in files)
    return {test for number, test in enumerate(many) if number % 4}


def test_the_engines_tests_pass(inside: Inside, full: bool) -> None:
    files = files_there()
    there = collected(files)
    left_out = set() if full else thinned(there)
    arguments = [*files, *(f"--deselect={test}" for test in sorted(left_out))]
    order = {"arguments": arguments, "lighter": {} if full else LIGHTER}
    script = (HERE / "run_tests.py").read_text("utf-8")
    got = inside.run(script, json.dumps(order), SECONDS)
    assert not got["reports"], "\n\n".join(got["reports"])
    assert got["code"] == 0
    assert set(got["outcomes"].values()) == {"passed"}
    assert set(got["outcomes"]) == there - left_out
