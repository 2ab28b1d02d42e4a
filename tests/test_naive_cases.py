"""The cases hold in the naive restatement itself, so that it may be believed elsewhere."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.naive.forty_fives import answer, plain_order, trump_order
from tests.tables import ONE_TEN, TABLES

CASES = Path(__file__).parent / "cases"


def read(name: str) -> list[Any]:
    """The cases of one file as parameters that carry their id."""
    cases = json.loads((CASES / name).read_text(encoding="utf-8"))
    return [pytest.param(case, id=case["id"]) for case in cases]


def holds(case: dict[str, Any], got: dict[str, Any]) -> bool:
    """Whether an answer gives all that a case expects; sets of cards or calls in any order."""
    for key, wanted in case["expect"].items():
        if key == "not_to_call":
            if wanted in got["may_call"]:
                return False
        elif key == "legal":
            if sorted(map(str, wanted)) != sorted(map(str, got.get(key, []))):
                return False
        elif key not in got or got[key] != wanted:
            return False
    return True


def test_every_variant_has_a_case_file() -> None:
    files = {file.stem for file in CASES.glob("*.json")}
    assert files == {*TABLES, "deeds", "fields-forty-fives"}
    for name in TABLES:
        assert {param.values[0]["game"] for param in read(f"{name}.json")} == {name}


@pytest.mark.parametrize("case", [case for name in TABLES for case in read(f"{name}.json")])
def test_case_holds(case: dict[str, Any]) -> None:
    got = answer(TABLES[case["game"]], case["kind"], case["given"])
    assert holds(case, got), got


@pytest.mark.parametrize("case", read("fields-forty-fives.json"))
def test_case_of_a_field_holds(case: dict[str, Any]) -> None:
    got = answer(ONE_TEN | case["rules"], case["kind"], case["given"])
    assert holds(case, got), got


@pytest.mark.parametrize("case", read("fields-forty-fives.json"))
def test_case_of_a_field_fails_without_the_field(case: dict[str, Any]) -> None:
    default = {case["field"]: ONE_TEN[case["field"]]}
    assert fails(ONE_TEN | case["rules"] | default, case)


def comes_to_the_same(name: str, field: str) -> bool:
    """Whether 110's value of the field would change nothing at this table."""
    flags = TABLES[name]
    if field == "held_back" and not flags["joker"]:
        return {*flags[field], "JK"} == set(ONE_TEN[field])  # there is no Joker to hold back
    if field in ("near_end", "target", "goes_out") and flags["hands"]:
        return True  # no score ends the game
    return bool(field == "goes_out" and flags["sides"] == 2 and flags[field] != "bidder only")


@pytest.mark.parametrize("name", [name for name in TABLES if name not in ("110", "forty-fives")])
def test_a_variants_cases_show_every_field_in_which_it_differs(name: str) -> None:
    cases = [param.values[0] for param in read(f"{name}.json")]
    for field, usual in ONE_TEN.items():
        if TABLES[name][field] == usual or comes_to_the_same(name, field):
            continue
        flags = TABLES[name] | {field: usual}
        assert any(fails(flags, case) for case in cases), f"{field} is shown by no case"


def fails(flags: dict[str, Any], case: dict[str, Any]) -> bool:
    """Whether a case does not hold by these rules, or could not have happened."""
    try:
        return not holds(case, answer(flags, case["kind"], case["given"]))
    except (ValueError, IndexError):
        return True


def test_every_field_has_a_case() -> None:
    cases = [param.values[0] for param in read("fields-forty-fives.json")]
    assert {case["field"] for case in cases} == set(ONE_TEN)
    assert all(case["field"] in case["rules"] for case in cases)


@pytest.mark.parametrize("trump", "SHDC")
def test_orders_hold_every_card_once(trump: str) -> None:
    cards = trump_order(ONE_TEN, trump)
    for suit in "SHDC":
        cards += plain_order(suit) if suit != trump else []
    assert len(cards) == len(set(cards)) == 53


def test_the_restatement_imports_nothing_from_the_engine() -> None:
    for file in (Path(__file__).parent / "naive").glob("*.py"):
        lines = file.read_text(encoding="utf-8").splitlines()
        imports = [line for line in lines if line.startswith(("import ", "from "))]
        assert not any("engine" in line for line in imports), file.name
