"""What lies on the tables of a game of Deeds, restated: stacks that grow, break and close up, wins.

A game is a plain ``dict``; a card is its number, ``game["cards"]`` tells the name of every number.
A stack is a ``dict`` of its colour, its deeds in the order they came, its House and its Hotel.
"""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from tests.naive.deeds import (
    KIND,
    NO_STREETS,
    SET_SIZE,
    VALUE,
    hiked,
    is_complete,
    offers,
    rent_of_colour,
)

GameDict = dict[str, Any]
StackDict = dict[str, Any]

NEVER_CHANGES = ("flags", "players", "cards")


def name_of(game: GameDict, card: int) -> str:
    return str(game["cards"][card])


def value_of(game: GameDict, card: int) -> int:
    return VALUE[name_of(game, card)]


def is_wild(game: GameDict, card: int) -> bool:
    return KIND[name_of(game, card)] == "wild"


def copy_of(game: GameDict) -> GameDict:
    """The same game once more, so that one may be changed and the other not."""
    return deepcopy({name: part for name, part in game.items() if name not in NEVER_CHANGES}) | {
        name: game[name] for name in NEVER_CHANGES
    }


def others(game: GameDict, seat: int) -> list[int]:
    """All other seats, the one to the left first."""
    players = game["players"]
    return [(seat + step) % players for step in range(1, players)]


# ------------------------------------------------------------------------------------------ stacks


def complete(game: GameDict, stack: StackDict) -> bool:
    return is_complete(stack["colour"], [name_of(game, deed) for deed in stack["deeds"]])


def wants_deeds(stack: StackDict) -> bool:
    """Whether a deed of the colour would join this stack."""
    return len(stack["deeds"]) < SET_SIZE[stack["colour"]]


def add_deed(game: GameDict, seat: int, deed: int, colour: str) -> None:
    """A new deed joins the stack of its colour that wants one, else starts another."""
    for stack in game["stacks"][seat]:
        if stack["colour"] == colour and wants_deeds(stack):
            stack["deeds"].append(deed)
            return
    game["stacks"][seat].append({"colour": colour, "deeds": [deed], "house": None, "hotel": None})


def remove_deed(game: GameDict, seat: int, deed: int) -> None:
    """A deed leaves: the buildings on its stack are binned, and later stacks fill the gap."""
    stack = stack_with(game, seat, deed)
    stack["deeds"].remove(deed)
    for building in ("hotel", "house"):
        if stack[building] is not None:
            bin_building(game, seat, stack[building])
            stack[building] = None
    drop_empty(game, seat)
    close_up(game, seat, stack["colour"])


def bin_building(game: GameDict, seat: int, building: int) -> None:
    """Onto the discard pile, or into the owner's bank where the table has it so."""
    if game["flags"]["binned_buildings"] == "bank":
        game["banks"][seat].append(building)
    else:
        game["discard"].append(building)


def close_up(game: GameDict, seat: int, colour: str) -> None:
    """Two stacks of a colour that both want deeds: the later one fills the earlier, oldest first."""
    wanting = [
        stack for stack in game["stacks"][seat] if stack["colour"] == colour and wants_deeds(stack)
    ]
    if len(wanting) < 2:
        return
    earlier, later = wanting[0], wanting[1]
    while wants_deeds(earlier) and later["deeds"]:
        earlier["deeds"].append(later["deeds"].pop(0))
    drop_empty(game, seat)


def drop_empty(game: GameDict, seat: int) -> None:
    game["stacks"][seat] = [stack for stack in game["stacks"][seat] if stack["deeds"]]


def stack_with(game: GameDict, seat: int, deed: int) -> StackDict:
    """The stack of the seat in which the deed lies."""
    for stack in game["stacks"][seat]:
        if deed in stack["deeds"]:
            found: StackDict = stack
            return found
    raise ValueError(f"card {deed} does not lie before seat {seat}")


def owner(game: GameDict, deed: int) -> int:
    """The seat before which the deed lies."""
    for seat in range(game["players"]):
        for stack in game["stacks"][seat]:
            if deed in stack["deeds"]:
                return seat
    raise ValueError(f"card {deed} lies on no table")


def deeds_of(game: GameDict, seat: int) -> list[int]:
    return [deed for stack in game["stacks"][seat] for deed in stack["deeds"]]


def loose_deeds(game: GameDict, seat: int) -> list[int]:
    """The deeds that a Pickpocket or a Swap may touch: those in no complete set."""
    return [
        deed
        for stack in game["stacks"][seat]
        if not complete(game, stack)
        for deed in stack["deeds"]
    ]


def arrangement(game: GameDict, seat: int) -> set[tuple[str, frozenset[int]]]:
    """Which deeds lie together in which colour."""
    return {(stack["colour"], frozenset(stack["deeds"])) for stack in game["stacks"][seat]}


def may_carry(game: GameDict, stack: StackDict) -> bool:
    """Whether a House may stand here at all: a complete set, of streets or as the table says."""
    streets = stack["colour"] not in NO_STREETS
    return complete(game, stack) and (streets or game["flags"]["buildings_on"] == "any set")


# ------------------------------------------------------------------------------- rent and payments


def rent_for(game: GameDict, seat: int, colour: str, hikes: int) -> int | None:
    """What the seat may ask for a colour of its own; None when it may ask nothing."""
    stacks = [
        (
            colour,
            [name_of(game, deed) for deed in stack["deeds"]],
            stack["house"] is not None,
            stack["hotel"] is not None,
        )
        for stack in game["stacks"][seat]
        if stack["colour"] == colour
    ]
    rent = rent_of_colour(stacks)
    return None if rent is None else hiked(rent, hikes)


def payments(game: GameDict, seat: int, due: int) -> list[list[int]]:
    """Every set of cards on its table with which the seat may pay; never a card of its hand."""
    houses, hotels = {}, {}
    for stack in game["stacks"][seat]:
        if stack["house"] is not None:
            houses[stack["house"]] = VALUE["house"]
        if stack["hotel"] is not None:
            hotels[stack["hotel"]] = stack["house"]
    bank = {card: value_of(game, card) for card in game["banks"][seat]}
    deeds = {card: value_of(game, card) for card in deeds_of(game, seat)}
    return [sorted(offer) for offer in offers(game["flags"], due, bank, deeds, houses, hotels)]


# ---------------------------------------------------------------------------------------- who wins


def different_sets(game: GameDict, seat: int) -> int:
    """The colours of which the seat has a complete set; a second set of a colour adds nothing."""
    return len({stack["colour"] for stack in game["stacks"][seat] if complete(game, stack)})


def winners_by_sets(game: GameDict) -> list[int]:
    """The seat that has laid sets enough, if any: the one on turn first, then to the left."""
    if game["unplaced"]:
        return []
    seats = [game["turn"]]
    if game["flags"]["win_off_turn"] == "at once":
        seats += others(game, game["turn"])
    for seat in seats:
        if different_sets(game, seat) >= game["flags"]["sets"]:
            return [seat]
    return []


def winners_by_limit(game: GameDict) -> list[int]:
    """When the turns are over: most sets of different colours, then most money; a tie is shared."""

    def rank(seat: int) -> tuple[int, int]:
        money = sum(value_of(game, card) for card in game["banks"][seat])
        return different_sets(game, seat), money

    best = max(rank(seat) for seat in range(game["players"]))
    return [seat for seat in range(game["players"]) if rank(seat) == best]
