"""The referee as a person runs it: ``python -m engine …``, its messages and exit codes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from engine.replay import final, parse
from engine.table import play_random
from engine.terminal import understood
from tests.walks import FAMILY, TABLES, seeded_walks

ROOT = Path(__file__).resolve().parent.parent
CASES = ROOT / "tests" / "cases"


def referee(
    *arguments: str | Path, told: str | bytes | None = ""
) -> subprocess.CompletedProcess[str]:
    """Run it; ``told`` is piped in, None: its input is closed."""
    command = [sys.executable, "-m", "engine", *map(str, arguments)]
    done = subprocess.run(
        command,
        input=told.encode() if isinstance(told, str) else told,
        stdin=None if told is not None else subprocess.DEVNULL,
        capture_output=True,
        cwd=ROOT,
        timeout=120,
        check=False,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},  # a poor terminal must do as well
    )
    out, err = done.stdout.decode("utf-8"), done.stderr.decode("utf-8")
    assert "Traceback" not in err, err
    return subprocess.CompletedProcess(command, done.returncode, out, err)


# -------------------------------------------------------------------------------------------- help


@pytest.mark.parametrize("command", [[], ["judge"], ["replay"], ["play"]])
def test_help_teaches(command: list[str]) -> None:
    done = referee(*command, "--help")
    assert done.returncode == 0
    assert "usage: python -m engine" in done.stdout
    assert len(done.stdout.splitlines()) > 8


def test_help_shows_examples_and_exit_codes() -> None:
    text = referee("--help").stdout
    for needed in ("judge tests/cases", "play 110 --players 4 --seed 7", "replay game.txt", "exit"):
        assert needed in text


@pytest.mark.parametrize(
    "command", [[], ["juggle"], ["judge"], ["replay"], ["play"], ["play", "110", "--players", "x"]]
)
def test_wrong_usage_is_told(command: list[str]) -> None:
    done = referee(*command)
    assert done.returncode == 2
    assert "usage:" in done.stderr


# ------------------------------------------------------------------------------------------- judge


def case(**changed: object) -> dict[str, object]:
    given = {"trump": "S", "led": "9S", "hand": ["2S", "3D"]}
    whole: dict[str, object] = {"id": "X1", "game": "110", "kind": "legal", "given": given}
    return whole | {"expect": {"legal": ["2S"]}} | changed


def written(folder: Path, *cases: object) -> Path:
    file = folder / "mine.json"
    file.write_text(json.dumps(cases), encoding="utf-8")
    return file


def test_all_cases_hold() -> None:
    done = referee("judge", CASES)
    count = sum(len(json.loads(f.read_text(encoding="utf-8"))) for f in CASES.glob("*.json"))
    assert done.returncode == 0, done.stdout
    lines = done.stdout.splitlines()
    assert len(lines) == count + 1
    assert all(line.startswith("holds  ") for line in lines[:-1])
    assert lines[-1] == f"{count} judged: {count} hold, 0 fail; 0 could not be read."


def test_a_case_that_fails_says_what_was_expected(tmp_path: Path) -> None:
    file = written(tmp_path, case(), case(id="X2", expect={"legal": ["3D"]}))
    done = referee("judge", file)
    assert done.returncode == 1
    assert "holds  X1" in done.stdout
    assert "FAILS  X2  legal: expected ['3D'], got ['2S']" in done.stdout


def test_rules_of_a_case_change_the_table(tmp_path: Path) -> None:
    hand = {"trump": "S", "led": "9S", "hand": ["JS", "3D"]}
    changed = case(id="X2", given=hand, expect={"legal": ["JS"]}, rules={"held_back": ["5"]})
    assert referee("judge", written(tmp_path, changed)).returncode == 0
    assert referee("judge", written(tmp_path, changed | {"rules": {}})).returncode == 1


@pytest.mark.parametrize(
    ("bad", "says"),
    [
        (case(kind="colour"), "X1"),
        (case(game="snap"), "X1"),
        (case(given={}), "X1"),
        (case(rules={"bunker": 1}), "X1"),
        ({"id": "X1"}, "case 1"),
        (7, "case 1"),
    ],
)
def test_a_case_that_is_not_understood_is_named(tmp_path: Path, bad: object, says: str) -> None:
    done = referee("judge", written(tmp_path, bad), CASES / "110.json")
    assert done.returncode == 2
    assert "error: " in done.stderr
    assert "mine.json" in done.stderr
    assert says in done.stderr
    assert "holds  A43" in done.stdout, "the other files are judged all the same"


def test_files_that_cannot_be_read_are_named(tmp_path: Path) -> None:
    damaged = tmp_path / "damaged.json"
    damaged.write_bytes(b"[\xff")
    empty = tmp_path / "empty"
    empty.mkdir()
    for path in (tmp_path / "missing.json", damaged, empty):
        done = referee("judge", path)
        assert done.returncode == 2
        assert path.name in done.stderr


# ------------------------------------------------------------------------------------------ replay

RECORD = play_random("110", players=3, seed=4).text()


def test_a_record_is_retold(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text(RECORD, encoding="utf-8")
    done = referee("replay", file)
    assert done.returncode == 0, done.stderr
    record = parse(RECORD)
    totals = final(record).result.totals
    names = [seat.name for seat in record.seats]
    scores = ", ".join(f"{name} {score}" for name, score in zip(names, totals, strict=True))
    assert f"Scores: {scores}." in done.stdout
    assert "wins the game." in done.stdout
    assert done.stdout.count("The cards are shuffled and dealt.") == RECORD.count("\ndeal ")
    assert referee("replay", "-", told=RECORD).stdout == done.stdout


def test_a_game_that_is_not_over_says_so() -> None:
    lines = RECORD.splitlines()
    done = referee("replay", "-", told="\n".join(lines[: lines.index("moves") + 9]))
    assert done.returncode == 0
    assert "The game is not over:" in done.stdout


def test_the_first_refused_move_is_named_with_its_line_and_reason() -> None:
    lines = RECORD.splitlines()
    move = next(n for n, line in enumerate(lines) if "deal " in line) + 1
    lines[move] = lines[move].split()[0] + " bid 17"
    lines.insert(3, "# a remark")
    done = referee("replay", "-", told="\n".join(lines))
    assert done.returncode == 1
    assert f"line {move + 2}: “{lines[move + 1]}” is refused. There is no such bid" in done.stderr


def test_a_wrong_deal_is_named_with_its_line() -> None:
    lines = RECORD.splitlines()
    deal = next(n for n, line in enumerate(lines) if line.startswith("deal "))
    lines[deal] = lines[deal].rsplit(" ", 1)[0]
    done = referee("replay", "-", told="\n".join(lines))
    assert done.returncode == 1
    assert f"line {deal + 1}: " in done.stderr


@pytest.mark.parametrize("told", ["", "hello", b"\xff\xfe", RECORD[:40], "[" * 100_000])
def test_what_is_no_record_cannot_be_read(told: str | bytes) -> None:
    done = referee("replay", "-", told=told)
    assert done.returncode == 2
    assert done.stderr.startswith("error: ")


def test_a_missing_record_and_a_closed_input_are_told(tmp_path: Path) -> None:
    assert "cannot be read" in referee("replay", tmp_path / "none.txt").stderr
    assert "cannot be read" in referee("replay", tmp_path).stderr
    assert referee("replay", "-", told=None).returncode == 2


# -------------------------------------------------------------------------------------------- play

PLAY = ("play", "110", "--players", "4", "--seed", "7", "--bot", "random")


def test_a_hand_is_played_to_its_end_by_typing(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    record, answers = played_by_hand(first_hand_only=True)
    done = referee(*PLAY, "--record", file, told="\n".join([*answers, "q", ""]))
    assert done.returncode == 0, done.stderr
    assert "the bid of" in done.stdout
    assert f"The record is in {file}" in done.stdout
    kept = parse(file.read_text(encoding="utf-8"))
    assert kept.entries[: len(record.entries)] == record.entries
    assert referee("replay", file).returncode == 0


def test_a_whole_game_is_played_to_its_end_by_typing() -> None:
    record, answers = played_by_hand(first_hand_only=False)
    done = referee(*PLAY, told="\n".join([*answers, ""]))
    assert done.returncode == 0, done.stderr
    assert " the game." in done.stdout
    assert done.stdout.count("\n> ") + done.stdout.startswith("> ") <= len(answers) + 1
    assert record.game.outcome(final(record)) is not None


def played_by_hand(first_hand_only: bool):  # type: ignore[no-untyped-def]
    """The record that the seed leads to, and what the person types: cards, not slots."""
    from engine.game import find
    from engine.table import open_table
    from engine.terminal import seated

    variant = find("110")
    table = open_table(variant, variant.rules, seated(4, "random"), "7")
    answers: list[str] = []
    while table.outcome is None:
        if table.waits_for_shuffle:
            if answers and first_hand_only:
                break
            table = table.shuffle()
        elif table.bot_to_move() is not None:
            table = table.play_bot()
        else:
            view, game = table.view(0), table.game
            move = game.legal_moves(view, 0)[0]
            word, *rest = game.move_text(move).split()
            if word in ("play", "throw"):
                faces = game.faces(view)
                rest = [game.face_text(faces[int(slot)]) for slot in rest]
            answers.append(" ".join([word, *rest]))
            table = table.play(0, move)
    return table.record, answers


def test_help_nonsense_and_refusals_are_answered() -> None:
    done = referee(*PLAY, told="?\nhello\n\nbid 17\n5S\n10\nq\n")
    assert done.returncode == 0
    for said in (
        "Type what you do.",
        "“hello” is not understood. Type ? for help.",
        "There is no such bid at this table.",
        "You leave the game.",
    ):
        assert said in done.stdout


@pytest.mark.parametrize("told", ["", None, "pass\n", b"\xff\xfe\n"])
def test_an_input_that_ends_is_told_and_the_game_kept(
    told: str | bytes | None, tmp_path: Path
) -> None:
    file = tmp_path / "game.txt"
    done = referee(*PLAY, "--record", file, told=told)
    assert done.returncode == 2
    assert "The input has ended" in done.stderr
    assert parse(file.read_text(encoding="utf-8")).entries


def test_what_cannot_be_played_is_told(tmp_path: Path) -> None:
    there = tmp_path / "game.txt"
    there.write_text("mine", encoding="utf-8")
    for arguments, says in (
        (["snap"], "There is no game “snap”"),
        (["110", "--players", "7"], "not 7"),
        (["110", "--players", "1000000000"], "not 1000000000"),
        (["110", "--players", "-1"], "not -1"),
        (["110", "--bot", "wizard"], "There is no bot “wizard”"),
        (["110", "--record", str(there)], "is there already"),
        (["110", "--record", str(tmp_path / "no" / "where.txt")], "cannot be written"),
    ):
        done = referee("play", *arguments)
        assert done.returncode == 2
        assert says in done.stderr
    assert there.read_text(encoding="utf-8") == "mine"


@pytest.mark.parametrize("name", TABLES)
def test_every_legal_move_can_be_typed(name: str) -> None:
    for walk in seeded_walks(name, 2, 1):
        game = walk.game
        for before, seat, move, _ in walk.moves():
            view = game.masked(before, seat)
            assert understood(game, view, seat, game.move_text(move)) == (move, "")


@pytest.mark.parametrize("name", FAMILY)
def test_every_legal_move_can_be_typed_with_cards(name: str) -> None:
    for walk in seeded_walks(name, 2, 1):
        game = walk.game
        for before, seat, move, _ in walk.moves():
            view = game.masked(before, seat)
            word, *rest = game.move_text(move).split()
            faces = game.faces(view)
            if word in ("play", "throw"):
                cards = [game.face_text(faces[int(slot)]) for slot in reversed(rest)]  # type: ignore[arg-type]
                assert understood(game, view, seat, " ".join([word, *cards]).lower()) == (move, "")
                if cards:
                    assert understood(game, view, seat, " ".join(cards)) == (move, "")
            else:
                typed = " ".join(rest) or word
                assert understood(game, view, seat, typed.lower()) == (move, "")


@pytest.mark.parametrize("command", [PLAY, ("replay", "-")])
def test_a_closed_input_is_told(command: tuple[str, ...]) -> None:
    done = subprocess.run(
        ["sh", "-c", 'exec "$0" "$@" <&-', sys.executable, "-m", "engine", *command],
        cwd=ROOT,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        timeout=120,
    )
    assert done.returncode == 2
    assert "nput" in done.stderr
    assert "Traceback" not in done.stderr
