"""Records: what is written reads back, and whatever is damaged is refused with a sentence."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from engine.game import GameError, find
from engine.record import FORMAT, Dealt, Made, Record, Seat, clean_name
from engine.replay import LONGEST, RecordError, final, parse, replay
from engine.table import SoloTable, open_table, play_random, resume
from tests.walks import TABLES, seeded_walks

TEXT = play_random("110", players=4, seed=3).text()
LINES = TEXT.splitlines()
START = LINES.index("moves")  # the deal is the line after it


def test_the_record_begins_as_told() -> None:
    assert LINES[:3] == [FORMAT, "game 110", "seed 3"]
    assert LINES[3].startswith("dealer ")
    assert LINES[4] == "seat random Seat 0"
    assert LINES[START + 1].startswith("deal ")


@pytest.mark.parametrize("name", TABLES)
def test_whole_games_read_back_and_replay(name: str) -> None:
    table = TABLES[name]
    for seed in range(3):
        record = play_random(table.variant.name, table.players, seed)
        assert parse(record.text()) == record
        assert table.game.outcome(final(parse(record.text()))) is not None


def test_every_beginning_of_a_record_is_a_record() -> None:
    for end in range(START + 1, START + 60):
        states = list(replay(parse("\n".join(LINES[:end]))))
        assert len(states) == end - START


def test_house_rules_are_kept_in_the_head() -> None:
    record = parse(
        TEXT.replace("seed 3", 'rules {"target": 60, "near": 50, "bids": [15, 30]}\nseed 3', 1)
    )
    assert (record.rules.target, record.rules.bids) == (60, (15, 30))
    assert parse(record.text()) == record


def test_remarks_blank_lines_and_foreign_line_ends_do_no_harm() -> None:
    text = "\r\n".join(
        [LINES[0], "# a remark", "", *LINES[1 : START + 3], "  # more", *LINES[START + 3 :]]
    )
    assert parse(text) == parse(TEXT)


# ------------------------------------------------------------------------------------- corruption


def head(**changed: str | None) -> str:
    """A head with lines changed, or left out."""
    lines = {"format": FORMAT, "game": "game 110", "seed": "seed x", "dealer": "dealer 0"}
    lines |= {"seats": "seat you Nora\nseat random Ben", "moves": "moves"}
    return "\n".join(line for line in (lines | changed).values() if line is not None)


def at(number: int, line: str) -> str:
    """The whole record with the line of this number, counted from 1, another one."""
    return "\n".join([*LINES[: number - 1], line, *LINES[number:]])


DEAL = START + 2  # the line of the first deal, counted from 1

UNREADABLE: dict[str, tuple[str, str]] = {
    "nothing": ("", "Line 1"),
    "another format": ("card-night 2\nmoves", "Line 1"),
    "something else": ("<!DOCTYPE html>", "Line 1"),
    "bytes": ("\x00\xff\x7f" * 100, "Line 1"),
    "too long": (TEXT + "# \n" * LONGEST, "longer than any game"),
    "broken off in the head": ("\n".join(LINES[:START]), "breaks off"),
    "no game": (head(game=None), "no line “game”"),
    "no seed": (head(seed=None), "no line “seed”"),
    "no dealer": (head(dealer=None), "no line “dealer”"),
    "no seats": (head(seats=None), "Line 4"),
    "one seat": (head(seats="seat you Nora"), "can play"),
    "seven seats": (head(seats="\n".join(["seat you N"] * 7)), "can play"),
    "a game nobody knows": (head(game="game snap"), "Line 2.*snap"),
    "the game twice": (head(seed="seed x\ngame 110"), "Line 4"),
    "a strange line": (head(seed="seed x\nweather fine"), "Line 4"),
    "a dealer who is no seat": (head(dealer="dealer 2"), "Line 4"),
    "a dealer below zero": (head(dealer="dealer -1"), "Line 4"),
    "a dealer who is no number": (head(dealer="dealer x"), "Line 4"),
    "a dealer of many digits": (head(dealer="dealer " + "9" * 5000), "Line 4"),
    "rules that are no JSON": (head(seed="rules {\nseed x"), "Line 3"),
    "rules that are a list": (head(seed="rules []\nseed x"), "Line 3"),
    "rules nested too deeply": (head(seed=f"rules {'[' * 90_000}\nseed x"), "Line 3"),
    "a rule nobody knows": (head(seed='rules {"bunker": 1}\nseed x'), "Line 3.*bunker"),
    "a rule of another type": (head(seed='rules {"target": "110"}\nseed x'), "Line 3.*target"),
    "a rule out of bounds": (head(seed='rules {"target": 10}\nseed x'), "Line 3"),
    "a true number": (head(seed='rules {"target": true}\nseed x'), "Line 3"),
    "a bid nobody can say": (
        head(seed='rules {"hole_bid": 61, "hole_pays": 120}\nseed x'),
        "Line 3.*fives",
    ),
    "a kitty of many digits": (head(seed=f'rules {{"deal": "5 k{"9" * 5000}"}}\nseed x'), "Line 3"),
    "a card nobody knows": (at(DEAL, "deal 5S 1S"), f"Line {DEAL}.*1S"),
    "a move nobody knows": (at(DEAL + 1, "0 jump"), f"Line {DEAL + 1}.*jump"),
    "a move without a seat": (at(DEAL + 1, "pass"), f"Line {DEAL + 1}"),
    "a bid that is no number": (at(DEAL + 1, "0 bid x"), f"Line {DEAL + 1}"),
    "a bid of many digits": (at(DEAL + 1, f"0 bid {'9' * 5000}"), f"Line {DEAL + 1}"),
    "a seat of many digits": (at(DEAL + 1, f"{'9' * 5000} pass"), f"Line {DEAL + 1}"),
    "a seat below zero": (at(DEAL + 1, "-1 pass"), f"Line {DEAL + 1}"),
    "a throw of thousands": (at(DEAL + 1, "0 throw " + "1 " * 9000), ""),
}


@pytest.mark.parametrize(("text", "says"), UNREADABLE.values(), ids=UNREADABLE.keys())
def test_a_damaged_record_is_refused_with_a_sentence(text: str, says: str) -> None:
    with pytest.raises(RecordError, match=f"(?s){says}") as caught:
        final(parse(text))
    assert str(caught.value).endswith(".")
    assert len(str(caught.value)) < 400


def test_a_record_of_nothing_but_a_head_is_one() -> None:
    assert parse(head()).entries == ()


def swapped(line: str) -> str:
    word, first, *rest = line.split()
    return " ".join([word, first, first, *rest[1:]])


REFUSED: dict[str, Callable[[list[str]], list[str]]] = {
    "a card twice in a deal": lambda lines: [*lines[: DEAL - 1], swapped(lines[DEAL - 1])],
    "too few cards in a deal": lambda lines: [*lines[: DEAL - 1], lines[DEAL - 1][:-3]],
    "a deal of nothing": lambda lines: [*lines[: DEAL - 1], "deal"],
    "a second deal": lambda lines: [*lines[:DEAL], lines[DEAL - 1]],
    "a move before the deal": lambda lines: [*lines[: DEAL - 1], "0 pass"],
    "a seat not on turn": lambda lines: [*lines[:DEAL], "3 pass", "3 pass"],
    "a seat that nobody sits in": lambda lines: [*lines[:DEAL], "9 pass"],
    "a bid that is none": lambda lines: [*lines[:DEAL], lines[DEAL].split()[0] + " bid 17"],
    "a card too early": lambda lines: [*lines[:DEAL], lines[DEAL].split()[0] + " play 0"],
    "a move missing": lambda lines: [*lines[: DEAL + 1], *lines[DEAL + 2 :]],
    "a move after the end": lambda lines: [*lines, "0 pass"],
    "a deal after the end": lambda lines: [*lines, lines[DEAL - 1]],
}


@pytest.mark.parametrize("change", REFUSED.values(), ids=REFUSED.keys())
def test_a_record_that_breaks_the_rules_is_refused(
    change: Callable[[list[str]], list[str]],
) -> None:
    record = parse("\n".join(change(LINES)))
    with pytest.raises(RecordError, match=r"Entry \d+, “.*”: .*\."):
        final(record)


def test_a_wrong_reshuffle_is_refused() -> None:
    walk = next(w for w in seeded_walks("110-6", 4, 2) if any(s.table.mixes for s in w.states))
    lines = walk.record().text().splitlines()
    deals = [number for number, line in enumerate(lines) if line.startswith("deal ")]
    again = next(number for number in deals if len(lines[number].split()) < 53)
    lines[again] = swapped(lines[again])
    with pytest.raises(RecordError, match="not the cards"):
        final(parse("\n".join(lines)))


def test_any_damage_at_all_is_a_sentence_and_never_a_crash() -> None:
    chance = Random(99)
    text = "\n".join(LINES[: START + 40])
    for _ in range(3000):
        place, kind = chance.randrange(len(text)), chance.random()
        letter = chr(chance.choice((10, 32, 48, 57, 83, 123, 0x2028, 0x661, 0x1F0A1, 0)))
        cut = chance.randrange(1, 30)
        if kind < 0.4:
            damaged = text[:place] + letter + text[place + 1 :]
        elif kind < 0.7:
            damaged = text[:place] + text[place + cut :]
        else:
            damaged = text[:place] + text[place : place + cut] * 2 + text[place + cut :]
        try:
            record = parse(damaged)
            list(replay(record))
        except GameError as error:
            assert str(error)
        else:
            assert parse(record.text()) == record


# ------------------------------------------------------------------------------------------ names


@pytest.mark.parametrize(
    ("given", "clean"),
    [
        ("Nora", "Nora"),
        ("  Nora   Mae ", "Nora Mae"),
        ("Nora\nmoves\n0 pass", "Nora moves 0 pass"),
        ("a\u2028b\u202ec\x00d\x1b[31m", "a b c d [31m"),
        ("Zoë 😀", "Zoë 😀"),
        ("x" * 100, "x" * 24),
        ("\n\t", ""),
    ],
)
def test_names_are_cleaned(given: str, clean: str) -> None:
    assert clean_name(given) == clean
    assert parse(head(seats=f"seat you {clean}\nseat random Ben")).seats[0] == Seat("you", clean)


# ----------------------------------------------------------------------------------- at the table


def solo(*plays: str, seed: str = "t") -> SoloTable:
    variant = find("110")
    seats = [Seat(way, f"P{number}") for number, way in enumerate(plays)]
    return open_table(variant, variant.rules, seats, seed)


def advance(table: SoloTable, entries: int) -> SoloTable:
    """Bots and a person who makes the first legal move go on for so many entries."""
    for _ in range(entries):
        if table.outcome:
            break
        if table.waits_for_shuffle:
            table = table.shuffle()
        elif table.bot_to_move() is not None:
            table = table.play_bot()
        else:
            seat = table.owed()[0].seat
            table = table.play(seat, table.game.legal_moves(table.view(seat), seat)[0])
    return table


def test_a_table_resumes_where_its_record_ends() -> None:
    table = advance(solo("you", "random", "random"), 45)
    again = resume(parse(table.record.text()))
    assert again == table
    assert advance(again, 30) == advance(table, 30)


def test_the_seed_decides_the_game() -> None:
    first, second = (advance(solo("random", "random", seed="a"), 60) for _ in range(2))
    other = advance(solo("random", "random", seed="b"), 60)
    assert first.record.text() == second.record.text()
    assert first.record.entries != other.record.entries


def test_a_bot_nobody_knows_is_refused() -> None:
    with pytest.raises(GameError, match="wizard"):
        solo("you", "wizard")
    with pytest.raises(GameError, match="wizard"):
        resume(parse(head(seats="seat you Nora\nseat wizard Ben")))


def test_bots_answer_simultaneous_questions_before_the_person() -> None:
    table = solo("you", "random", "random", "random")
    while len(table.owed()) < 2:
        table = advance(table, 1)
    while table.bot_to_move() is not None:
        table = table.play_bot()
    assert [question.seat for question in table.owed()] == [0]


def test_a_table_of_bots_plays_to_the_end() -> None:
    table = advance(solo("random", "random", "random"), 100_000)
    assert table.outcome is not None
    assert isinstance(table.record.entries[0], Dealt)
    assert isinstance(table.record.entries[-1], Made)
    assert table.play_bot() is table
    assert isinstance(table.record, Record)
