"""Every rule of Deeds that a table may set: a title, a sentence, and sensible choices."""

from __future__ import annotations

from typing import Any, Final

from engine.house import Choice, HouseRule


def _rule(field: str, title: str, sentence: str, *choices: tuple[Any, str]) -> HouseRule:
    return HouseRule(field, title, sentence, tuple(Choice(*choice) for choice in choices))


def _numbers(*numbers: int, unit: str = "") -> tuple[tuple[int, str], ...]:
    return tuple((number, f"{number} {unit}".strip()) for number in numbers)


HOUSE_RULES: Final = (
    _rule(
        "packs",
        "Packs",
        "With five or six players a second pack keeps every colour within reach.",
        (1, "one pack"),
        (2, "two packs"),
    ),
    _rule("sets", "Sets to win", "Complete sets of different colours.", *_numbers(3, 2, 4, 5)),
    _rule("draw", "Cards drawn", "At the start of every turn.", *_numbers(2, 1, 3)),
    _rule(
        "draw_empty",
        "Drawn with an empty hand",
        "Who starts a turn without cards draws more.",
        *_numbers(5, 2, 3, 7),
    ),
    _rule("plays", "Plays in a turn", "Cards laid, banked or played.", *_numbers(3, 2, 4)),
    _rule(
        "hand_limit",
        "Cards kept",
        "At the end of a turn one throws down to so many.",
        *_numbers(7, 5, 6, 8, 10),
    ),
    _rule(
        "throw_under",
        "Cards thrown down",
        "They go to the discard pile, or face up under the draw pile.",
        (False, "to the discard pile"),
        (True, "under the draw pile"),
    ),
    _rule(
        "pay_from",
        "Paying",
        "The bank goes before any deed, or one pays with what one likes.",
        ("bank first", "bank first"),
        ("free choice", "free choice"),
    ),
    _rule(
        "ten_when_short",
        "Ten-colour wilds of who cannot pay",
        "Worth nothing: handed over with all the rest, or kept.",
        ("handed over", "handed over"),
        ("kept", "kept"),
    ),
    _rule(
        "buildings_payable",
        "Paying with buildings",
        "A House or Hotel may be handed over for its value.",
        (True, "allowed"),
        (False, "not allowed"),
    ),
    _rule(
        "buildings_on",
        "Where buildings stand",
        "On streets only, or on stations and utilities too.",
        ("streets", "streets only"),
        ("any set", "any complete set"),
    ),
    _rule(
        "binned_buildings",
        "Buildings of a broken set",
        "They go to the discard pile, or into their owner's bank.",
        ("discard", "to the discard pile"),
        ("bank", "into the bank"),
    ),
    _rule(
        "win_off_turn",
        "A last set on another's turn",
        "It wins at once, or only when one's own turn begins.",
        ("at once", "wins at once"),
        ("own turn", "on one's own turn"),
    ),
    _rule(
        "no_chance_costs",
        "No Chance on one's own turn",
        "It is free, or costs a play like any other card.",
        (False, "free"),
        (True, "costs a play"),
    ),
    _rule(
        "no_chance_to_hike",
        "No Chance to a Rent Hike",
        "It stops the whole rent, or if one likes one Rent Hike alone.",
        (False, "the rent as a whole"),
        (True, "a hike alone, too"),
    ),
    _rule(
        "moving_costs",
        "Moving wild deeds",
        "On one's own turn it is free, or costs a play.",
        (False, "free"),
        (True, "costs a play"),
    ),
    _rule(
        "turn_limit",
        "The last turn",
        "After so many turns the most sets win, then the fullest bank.",
        (200, "after 200 turns"),
        (60, "after 60 turns"),
        (100, "after 100 turns"),
        (0, "never"),
    ),
)
