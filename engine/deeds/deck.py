"""The pack of Deeds as one table: what every card is, what it is worth, and how many there are.

Glossary: *deed*, a card that is laid in a colour; *wild*, a deed that may lie in one of several
colours; *ten*, the wild of all ten colours, worth nothing; *rent*, *action* and *money*, the cards
that are banked or played. A face is the number of a kind of card in ``CARDS``.

The figures are those of the product's own rules of Deeds, section “The deck”. The places are ours.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Colour:
    """A colour of deeds: how many make a set, what each is worth, and the rents from one deed up."""

    name: str
    size: int
    value: int
    rents: tuple[int, ...]
    streets: bool  # houses and hotels stand on streets only
    places: tuple[str, ...]


COLOURS: Final = {
    colour.name: colour
    for colour in (
        Colour("brown", 2, 1, (1, 2), True, ("Tanner's Row", "Cinder Lane")),
        Colour(
            "light blue", 3, 1, (1, 2, 3), True, ("Heron Quay", "Mill Pond Walk", "Ferry Steps")
        ),
        Colour(
            "pink",
            3,
            2,
            (1, 2, 4),
            True,
            ("Foxglove Street", "Orchard Crescent", "Rosehip Lane"),
        ),
        Colour(
            "orange", 3, 2, (1, 3, 5), True, ("Lantern Street", "Copper Yard", "Marigold Terrace")
        ),
        Colour("red", 3, 3, (2, 3, 6), True, ("Ember Square", "Brickfield Road", "Poppy Hill")),
        Colour("yellow", 3, 3, (2, 4, 6), True, ("Honey Lane", "Sundial Court", "Barley Market")),
        Colour("green", 3, 4, (2, 4, 7), True, ("Fernside", "Hollow Oak Drive", "Moss Bank")),
        Colour("dark blue", 2, 4, (3, 8), True, ("Admiral's View", "Midnight Heights")),
        Colour(
            "station",
            4,
            2,
            (1, 2, 3, 4),
            False,
            ("North Junction", "Harbour Halt", "Summit Station", "Old Town Terminus"),
        ),
        Colour("utility", 2, 2, (1, 2), False, ("The Old Windmill", "Clearwater Wells")),
    )
}

HOUSE_RENT: Final = 3  # what a House adds to the rent of a complete set
HOTEL_RENT: Final = 4  # what a Hotel adds on top of that


@dataclass(frozen=True, slots=True)
class Card:
    """One kind of card. ``kind`` is deed, wild, rent, money or an action's own name.

    ``colours`` are those a deed may lie in or a rent may be asked for; ``text`` is the card's name
    in records, ``title`` its name for people.
    """

    text: str
    title: str
    kind: str
    value: int
    count: int
    colours: tuple[str, ...] = ()


def _slug(*words: str) -> str:
    return "-".join(word.replace(" ", "-") for word in words)


def _pair(first: str, second: str) -> str:
    return f"{first} or {second}"


_ALL: Final = tuple(COLOURS)

_DEEDS: Final = tuple(
    Card(f"{_slug(colour.name)}{number}", place, "deed", colour.value, 1, (colour.name,))
    for colour in COLOURS.values()
    for number, place in enumerate(colour.places, 1)
)
_WILDS: Final = tuple(
    Card(_slug("wild", *pair), f"Wild deed for {_pair(*pair)}", "wild", value, count, pair)
    for pair, value, count in (
        (("light blue", "brown"), 1, 1),
        (("light blue", "station"), 4, 1),
        (("pink", "orange"), 2, 2),
        (("red", "yellow"), 3, 2),
        (("dark blue", "green"), 4, 1),
        (("green", "station"), 4, 1),
        (("station", "utility"), 2, 1),
    )
)
_WILD_TEN: Final = Card("wild-ten", "Wild deed for any colour", "wild", 0, 2, _ALL)
_RENTS: Final = tuple(
    Card(_slug("rent", *pair), f"Rent for {_pair(*pair)}", "rent", 1, 2, pair)
    for pair in (
        ("light blue", "brown"),
        ("pink", "orange"),
        ("red", "yellow"),
        ("dark blue", "green"),
        ("station", "utility"),
    )
)
_ANY_RENT: Final = Card("rent-any", "Any Rent", "any rent", 3, 3, _ALL)
_MONEY: Final = tuple(
    Card(f"money{value}", f"{value}M", "money", value, count)
    for value, count in ((1, 6), (2, 5), (3, 3), (4, 3), (5, 2), (10, 1))
)
_ACTIONS: Final = (
    Card("payday", "Payday", "payday", 1, 10),
    Card("takeover", "Hostile Takeover", "takeover", 5, 2),
    Card("swap", "Swap", "swap", 3, 3),
    Card("pickpocket", "Pickpocket", "pickpocket", 3, 3),
    Card("no-chance", "No Chance", "no chance", 4, 3),
    Card("bailiff", "Bailiff", "bailiff", 3, 3),
    Card("whip-round", "Whip-round", "whip-round", 2, 3),
    Card("hike", "Rent Hike", "hike", 1, 2),
    Card("house", "House", "house", 3, 3),
    Card("hotel", "Hotel", "hotel", 4, 2),
)

CARDS: Final = (*_DEEDS, *_WILDS, _WILD_TEN, *_RENTS, _ANY_RENT, *_MONEY, *_ACTIONS)
"""Every kind of card; a face is a place in here."""

PACK: Final = tuple(face for face, card in enumerate(CARDS) for _ in range(card.count))
"""The faces of one pack of 106."""

FACES: Final = {card.text: face for face, card in enumerate(CARDS)}
"""The face of every card's text."""

SIZE: Final = {colour.name: colour.size for colour in COLOURS.values()}
VALUE: Final = tuple(card.value for card in CARDS)
KIND: Final = tuple(card.kind for card in CARDS)
DEED: Final = tuple(card.kind in ("deed", "wild") for card in CARDS)
TEN: Final = FACES["wild-ten"]
NO_CHANCE: Final = FACES["no-chance"]
HIKE: Final = FACES["hike"]


def parse_face(text: str) -> int:
    """The face of that text form; ``ValueError`` with a sentence otherwise."""
    if text not in FACES:
        raise ValueError(f"“{text[:40]}” is not a card of Deeds, like brown1, money5 or payday.")
    return FACES[text]
