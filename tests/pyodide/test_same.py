"""The same seed plays the same game, word for word, in CPython and in the browser's Python."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

import build
from tests.pyodide.inside import HERE, Failed, Inside, started

#: Among them numbers that JavaScript would round: seeds are texts and stay as they are.
SEEDS = ["kitchen", "2147483648", "9007199254740993", "18446744073709551615", "-9007199254740993"]
EXACT = 2**53  # up to here every number is itself in JavaScript
SCRIPT = (HERE / "play_app.py").read_text("utf-8")


@pytest.fixture(scope="module")
def inside(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    folder = tmp_path_factory.mktemp("same") / "site"
    build.bundle(folder)
    with started(folder) as inside:
        yield inside


def test_every_answer_of_the_app_is_the_same(inside: Inside) -> None:
    order = json.dumps(SEEDS)
    here: dict[str, Any] = {"given": order}
    exec(compile(SCRIPT, "play_app.py", "exec"), here)
    expected = json.loads(here["RESULT"])
    assert all(game["events"] > 20 and game["kept"] for game in expected)
    assert all(game["largest"] < EXACT for game in expected)
    assert len({game["digest"] for game in expected}) == len(SEEDS)
    assert inside.run(SCRIPT, order, 120) == expected


@pytest.mark.parametrize("number", [2**31, 2**53 - 1, 2**53 + 1, 2**64 - 1, -(2**63) - 1])
def test_large_numbers_cross_as_texts(inside: Inside, number: int) -> None:
    crossed = inside.run("import json; json.dumps([given, str(int(given) + 1)])", str(number))
    assert crossed == [str(number), str(number + 1)]


def test_an_error_inside_fails_here(inside: Inside) -> None:
    with pytest.raises(Failed, match="ZeroDivisionError"):
        inside.run("1 / 0")
