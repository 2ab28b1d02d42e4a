"""No field of ``Rules`` is an ornament: make the engine ignore one and a case named for it fails."""

from __future__ import annotations

import json
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from engine.forty_fives.rules import Rules
from engine.game import GameError, find

CASES = json.loads(
    (Path(__file__).parent / "cases" / "fields-forty-fives.json").read_text(encoding="utf-8")
)
FIELDS = [field.name for field in fields(Rules)]


def complaints(case: dict[str, Any]) -> list[str]:
    """What does not hold in the case; an engine that stumbles over it counts too."""
    variant = find(case["game"])
    rules = variant.game.parse_rules(case["rules"], variant.rules)
    try:
        return variant.game.complaints(rules, case)
    except (ValueError, GameError, LookupError) as error:
        return [repr(error)]


@pytest.fixture
def ignored(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """The name of a field that from now on has the value of 110 whatever a table sets."""
    name: str = request.param
    usual = getattr(Rules(), name)
    checked = Rules.__post_init__

    def forget(rules: Rules) -> None:
        checked(rules)
        object.__setattr__(rules, name, usual)

    monkeypatch.setattr(Rules, "__post_init__", forget)
    return name


@pytest.mark.parametrize("ignored", FIELDS, indirect=True)
def test_a_case_fails_when_the_field_is_ignored(ignored: str) -> None:
    named = [case for case in CASES if case["field"] == ignored]
    assert named, f"no case is named for {ignored}"
    for case in named:
        assert complaints(case), f"{case['id']} holds though the engine ignores {ignored}"


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_the_case_holds_when_nothing_is_ignored(case: dict[str, Any]) -> None:
    assert not complaints(case)
