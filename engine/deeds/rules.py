"""``Rules``: everything in which tables of Deeds differ, checked when it is made.

The fields and their defaults are the product's own rules of Deeds, “Fields that differ between
tables”; the first choice of every field is the default.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args, get_type_hints

SEATS = range(2, 7)


class RulesError(ValueError):
    """Rules that cannot be played together; the message is a sentence."""


@dataclass(frozen=True, slots=True)
class Rules:
    """One table's rules. Numbers are cards, plays, sets or turns as their names say."""

    packs: int = 1
    draw: int = 2
    draw_empty: int = 5  # with an empty hand at the start of a turn
    hand_limit: int = 7
    plays: int = 3
    sets: int = 3  # complete sets of different colours that win
    buildings_on: Literal["streets", "any set"] = "streets"
    pay_from: Literal["bank first", "free choice"] = "bank first"
    ten_when_short: Literal["handed over", "kept"] = "handed over"
    buildings_payable: bool = True
    binned_buildings: Literal["discard", "bank"] = "discard"
    win_off_turn: Literal["at once", "own turn"] = "at once"
    no_chance_costs: bool = False  # one said on one's own turn costs a play
    no_chance_to_hike: bool = False  # one may stop a Rent Hike alone
    moving_costs: bool = False  # moving one's wild deed costs a play
    throw_under: bool = False  # cards thrown down go under the draw pile
    turn_limit: int = 200  # turns of one seat each; 0: the game is never cut off

    def __post_init__(self) -> None:
        bounds = {
            "packs": (1, 2),
            "draw": (1, 5),
            "draw_empty": (1, 7),
            "hand_limit": (3, 12),
            "plays": (1, 5),
            "sets": (1, 5),
            "turn_limit": (0, 1000),
        }
        for name, (least, most) in bounds.items():
            value = getattr(self, name)
            if type(value) is not int or not least <= value <= most:
                raise RulesError(f"The rule “{name}” must be from {least} to {most}.")
        for name, values in _CHOICES.items():
            if getattr(self, name) not in values:
                raise RulesError(f"The rule “{name}” must be one of: {', '.join(values)}.")


_CHOICES = {name: get_args(hint) for name, hint in get_type_hints(Rules).items() if get_args(hint)}
