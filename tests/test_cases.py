"""Every rule case of a folder is a test of its own, named by its id. See tests/cases/README.md.

``--cases DIR`` takes the cases of another folder in the same format. A file that cannot be read and
a case that the engine does not understand fail; nothing is passed over.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.referee import Case, Unreadable, case_files, complaints, read_cases

DEFAULT = Path(__file__).parent / "cases"


def found(folder: Path) -> list[tuple[str, Case | Unreadable]]:
    """Every case with its id; for a file that cannot be read what is wrong with it."""
    try:
        files = case_files(folder)
    except Unreadable as trouble:
        return [(folder.name, trouble)]
    cases: list[tuple[str, Case | Unreadable]] = []
    for file in files:
        try:
            cases += [(case.name, case) for case in read_cases(file)]
        except Unreadable as trouble:
            cases.append((file.name, trouble))
    return cases


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "case" in metafunc.fixturenames:
        folder = metafunc.config.getoption("--cases")
        cases = found(Path(folder) if folder else DEFAULT)
        metafunc.parametrize("case", [pytest.param(case, id=name) for name, case in cases])


def test_case(case: Case | Unreadable) -> None:
    if isinstance(case, Unreadable):
        pytest.fail(str(case), pytrace=False)
    try:
        wrong = complaints(case)
    except Unreadable as trouble:
        pytest.fail(str(trouble), pytrace=False)
    if wrong:
        pytest.fail(f"{case.data.get('rule', '')}: {wrong}", pytrace=False)


DAMAGED = {
    "no JSON": "[{",
    "not text": b"\xff\xfe\x00",
    "no list": "{}",
    "no cases": "[]",
    "no case": "[7]",
    "a part is missing": '[{"id": "X", "game": "110", "kind": "legal", "given": {}}]',
    "expects nothing": '[{"id": "X", "game": "110", "kind": "legal", "given": {}, "expect": {}}]',
    "nested too deeply": "[" * 100_000,
}
LEGAL = {"trump": "S", "led": None, "hand": ["5S"]}
WANT = {"legal": ["5S"]}
STRANGE = {
    "unknown game": {"game": "snap"},
    "unknown kind": {"kind": "colour"},
    "no such card": {"given": LEGAL | {"hand": ["1S"]}},
    "no hand": {"given": {"trump": "S"}},
    "a card twice": {"given": LEGAL | {"hand": ["5S", "5S"]}},
    "no such rule": {"rules": {"bunker": True}},
    "rules that cannot be played": {"rules": {"bids": [17]}},
    "no such suit": {"given": LEGAL | {"trump": "X"}},
    "so many cannot play": {
        "kind": "auction",
        "given": {"players": 10**9, "dealer": 0, "calls": []},
    },
    "no such seat": {"kind": "auction", "given": {"players": 4, "dealer": "x", "calls": []}},
    "no such call": {"kind": "auction", "given": {"players": 4, "dealer": 3, "calls": [[0, "x"]]}},
}


@pytest.mark.parametrize("text", DAMAGED.values(), ids=DAMAGED.keys())
def test_a_damaged_file_is_refused_by_name(text: str | bytes, tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(Unreadable, match=r"mine\.json"):
        read_cases(file)


@pytest.mark.parametrize("change", STRANGE.values(), ids=STRANGE.keys())
def test_a_case_that_is_not_understood_is_refused_by_name(change: dict[str, object]) -> None:
    data = {"id": "X1", "game": "110", "kind": "legal", "given": LEGAL, "expect": WANT}
    with pytest.raises(Unreadable, match=r"mine\.json, case X1: ."):
        complaints(Case("mine.json", data | change))


def test_a_case_that_expects_something_else_fails() -> None:
    data = {"id": "X1", "game": "110", "kind": "legal", "given": LEGAL, "expect": WANT}
    assert not complaints(Case("mine.json", data))
    for wrong in ({"legal": []}, {"winner": 0}, {"not_to_call": 1}):
        assert complaints(Case("mine.json", data | {"expect": wrong}))


def test_calls_that_the_rules_refuse_fail_the_case() -> None:
    given = {"players": 4, "dealer": 3, "calls": [[0, 20], [1, 15]]}
    data = {"id": "X", "game": "110", "kind": "auction", "given": given, "expect": {"turn": 2}}
    assert complaints(Case("mine.json", data))
