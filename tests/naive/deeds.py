"""Deeds said once more, slowly, straight from its rules page: cards, rent, sets, payments, chains.

Imports nothing from ``engine``. The rules of a table come in as ``flags``, a plain mapping of field
name to value. Every figure is typed in again, every rule follows the sentence it restates, and
nothing is tuned. A whole game lies beside, in ``deeds_table``, ``deeds_moves`` and ``deeds_steps``.

Glossary: *ten*, the wild deed of ten colours, worth 0; *offer*, the cards somebody pays with;
*cover*, be worth at least the debt.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

Flags = Mapping[str, Any]
Answer = dict[str, Any]
Worth = Mapping[Any, int]  # a card's name or number → its value in M

# ---------------------------------------------------------------------------------------- the cards

SET_SIZE = {
    "brown": 2,
    "light blue": 3,
    "pink": 3,
    "orange": 3,
    "red": 3,
    "yellow": 3,
    "green": 3,
    "dark blue": 2,
    "station": 4,
    "utility": 2,
}
DEED_VALUE = {
    "brown": 1,
    "light blue": 1,
    "pink": 2,
    "orange": 2,
    "red": 3,
    "yellow": 3,
    "green": 4,
    "dark blue": 4,
    "station": 2,
    "utility": 2,
}
RENTS = {
    "brown": [1, 2],
    "light blue": [1, 2, 3],
    "pink": [1, 2, 4],
    "orange": [1, 3, 5],
    "red": [2, 3, 6],
    "yellow": [2, 4, 6],
    "green": [2, 4, 7],
    "dark blue": [3, 8],
    "station": [1, 2, 3, 4],
    "utility": [1, 2],
}
HOUSE_ADDS, HOTEL_ADDS = 3, 4
NO_STREETS = ("station", "utility")
ALL_COLOURS = list(SET_SIZE)

# count, value, name in records, kind, colours
TABLE: list[tuple[int, int, str, str, list[str]]] = [
    (1, 1, "wild-light-blue-brown", "wild", ["light blue", "brown"]),
    (1, 4, "wild-light-blue-station", "wild", ["light blue", "station"]),
    (2, 2, "wild-pink-orange", "wild", ["pink", "orange"]),
    (2, 3, "wild-red-yellow", "wild", ["red", "yellow"]),
    (1, 4, "wild-dark-blue-green", "wild", ["dark blue", "green"]),
    (1, 4, "wild-green-station", "wild", ["green", "station"]),
    (1, 2, "wild-station-utility", "wild", ["station", "utility"]),
    (2, 0, "wild-ten", "wild", ALL_COLOURS),
    (2, 1, "rent-light-blue-brown", "rent", ["light blue", "brown"]),
    (2, 1, "rent-pink-orange", "rent", ["pink", "orange"]),
    (2, 1, "rent-red-yellow", "rent", ["red", "yellow"]),
    (2, 1, "rent-dark-blue-green", "rent", ["dark blue", "green"]),
    (2, 1, "rent-station-utility", "rent", ["station", "utility"]),
    (3, 3, "rent-any", "any rent", ALL_COLOURS),
    (6, 1, "money1", "money", []),
    (5, 2, "money2", "money", []),
    (3, 3, "money3", "money", []),
    (3, 4, "money4", "money", []),
    (2, 5, "money5", "money", []),
    (1, 10, "money10", "money", []),
    (10, 1, "payday", "action", []),
    (2, 5, "takeover", "action", []),
    (3, 3, "swap", "action", []),
    (3, 3, "pickpocket", "action", []),
    (3, 4, "no-chance", "action", []),
    (3, 3, "bailiff", "action", []),
    (3, 2, "whip-round", "action", []),
    (2, 1, "hike", "action", []),
    (3, 3, "house", "action", []),
    (2, 4, "hotel", "action", []),
]
for _colour, _size in SET_SIZE.items():
    for _number in range(1, _size + 1):
        _name = f"{_colour.replace(' ', '-')}{_number}"
        TABLE.append((1, DEED_VALUE[_colour], _name, "deed", [_colour]))

COUNT = {name: count for count, _, name, _, _ in TABLE}
VALUE = {name: value for _, value, name, _, _ in TABLE}
KIND = {name: kind for _, _, name, kind, _ in TABLE}
COLOURS = {name: colours for _, _, name, _, colours in TABLE}


def is_deed(name: str) -> bool:
    """Deeds and wild deeds are laid on the table; all else is played or banked."""
    return KIND[name] in ("deed", "wild")


# -------------------------------------------------------------------------------------- sets, rents


def is_complete(colour: str, deeds: Sequence[str]) -> bool:
    """As many deeds as make a set, and one of them is not a ten-colour wild."""
    return len(deeds) == SET_SIZE[colour] and any(deed != "wild-ten" for deed in deeds)


def rent_of_stack(colour: str, deeds: Sequence[str], house: bool, hotel: bool) -> int | None:
    """What one stack earns; None when there is nothing in it but ten-colour wilds."""
    if all(deed == "wild-ten" for deed in deeds):
        return None
    rent = RENTS[colour][len(deeds) - 1]
    if is_complete(colour, deeds) and house:
        rent = rent + HOUSE_ADDS
    if is_complete(colour, deeds) and hotel:
        rent = rent + HOTEL_ADDS
    return rent


def rent_of_colour(stacks: Iterable[tuple[str, Sequence[str], bool, bool]]) -> int | None:
    """The rent of the best of these stacks of one colour; None when none of them earns any."""
    rents = [rent_of_stack(*stack) for stack in stacks]
    earned = [rent for rent in rents if rent is not None]
    return max(earned) if earned else None


def hiked(rent: int, hikes: int) -> int:
    """Every Rent Hike doubles the rent."""
    for _ in range(hikes):
        rent = rent + rent
    return rent


def action_stands(thrown: int) -> bool:
    """An odd number of No Chances in the chain cancels the action."""
    return thrown % 2 == 0


# ----------------------------------------------------------------------------------------- payments


def offers(
    flags: Flags, due: int, bank: Worth, deeds: Worth, houses: Worth, hotels: Mapping[Any, Any]
) -> list[list[Any]]:
    """Every payment that settles the debt, each a list of cards.

    ``houses`` are the Houses on the table with their values, ``hotels`` tells for every Hotel the
    House it stands on. One empty payment: there is nothing to give.
    """
    buildings = {**houses, **dict.fromkeys(hotels, VALUE["hotel"])}
    if not flags["buildings_payable"]:
        buildings = {}
    everything = {**bank, **deeds, **buildings}
    if sum(everything.values()) < due:
        return [whole_table(flags, everything)]
    if flags["pay_from"] == "bank first" and sum(bank.values()) >= due:
        return covers(bank, due)
    if flags["pay_from"] == "bank first":
        left = due - sum(bank.values())
        found = [[*bank, *more] for more in covers({**deeds, **buildings}, left)]
    else:
        found = covers(everything, due)
    return [offer for offer in found if hotel_before_house(offer, hotels)]


def whole_table(flags: Flags, everything: Worth) -> list[Any]:
    """What goes when the debt cannot be covered: all of it, the worthless wild as the table says."""
    if flags["ten_when_short"] == "kept":
        return [card for card, value in everything.items() if value > 0]
    return list(everything)


def covers(cards: Worth, due: int) -> list[list[Any]]:
    """Every choice that covers the debt and holds no card more than needed.

    Largest first: as long as the debt is not covered a card is added, so the last and smallest was
    needed, and every larger one even more.
    """
    return _covers(sorted(cards.items(), key=lambda item: item[1], reverse=True), due)


def _covers(cards: list[tuple[Any, int]], due: int) -> list[list[Any]]:
    if due <= 0:
        return [[]]
    if sum(value for _, value in cards) < due:
        return []
    card, value = cards[0]
    with_it = [[card, *more] for more in _covers(cards[1:], due - value)]
    return with_it + _covers(cards[1:], due)


def hotel_before_house(offer: Sequence[Any], hotels: Mapping[Any, Any]) -> bool:
    """A House under a Hotel is offered only together with the Hotel."""
    return all(hotel in offer or house not in offer for hotel, house in hotels.items())


# ------------------------------------------------------------------------------------- rule cases


def stacks_of_case(given: Mapping[str, Any]) -> list[tuple[str, list[str], bool, bool]]:
    """The stacks of a case: the ten-colour wilds and the buildings lie in the first of them."""
    colour, size = given["colour"], SET_SIZE[given["colour"]]
    cards = ["wild-ten"] * given["ten_colour"]
    cards += ["a deed"] * (given["deeds"] - given["ten_colour"])
    stacks = []
    for start in range(0, len(cards), size):
        first = start == 0
        house, hotel = first and given.get("house", False), first and given.get("hotel", False)
        stacks.append((colour, cards[start : start + size], house, hotel))
    return stacks


def answer(flags: Flags, kind: str, given: Mapping[str, Any]) -> Answer:
    """What the rules say of a case, in the words of the case format; ``pay`` gives all offers."""
    if kind == "rent":
        rent = rent_of_colour(stacks_of_case(given))
        return {"charge": None if rent is None else hiked(rent, given["hikes"])}
    if kind == "set":
        stacks = stacks_of_case(given)
        return {"complete": any(is_complete(colour, deeds) for colour, deeds, _, _ in stacks)}
    if kind == "no_chance":
        return {"stands": action_stands(given["thrown"])}
    if kind == "pay":
        return {"offers": offers_of_case(flags, given)}
    raise ValueError(f"no such kind: {kind}")


def offers_of_case(flags: Flags, given: Mapping[str, Any]) -> list[dict[str, list[int]]]:
    """The offers of a ``pay`` case as values, largest first; each once."""
    bank = {("bank", place): value for place, value in enumerate(given["bank"])}
    deeds = {("deeds", place): value for place, value in enumerate(given["deeds"])}
    worth = {**bank, **deeds}
    found = []
    for offer in offers(flags, given["due"], bank, deeds, {}, {}):
        values: dict[str, list[int]] = {"bank": [], "deeds": []}
        for pile, place in offer:
            values[pile].append(worth[pile, place])
        values = {pile: sorted(own, reverse=True) for pile, own in values.items()}
        if values not in found:
            found.append(values)
    return found
