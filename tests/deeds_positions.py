"""Random positions of Deeds as the restatement has them, and random rules.

Everything comes from the ``random.Random`` handed in, so a seed names a position for ever. The
rare tables are the ones rules get wrong, so a third each are drawn with buildings and with
ten-colour wilds, and every third debt cannot be covered.
"""

from __future__ import annotations

from random import Random
from typing import Any

from tests.naive.deeds import ALL_COLOURS, COLOURS, COUNT, KIND, SET_SIZE, VALUE, Flags, is_deed
from tests.naive.deeds_table import (
    GameDict,
    add_deed,
    arrangement,
    complete,
    deeds_of,
    may_carry,
    name_of,
)

STYLES = ("any", "sets", "sets", "built", "tens", "poor")


def random_fields(rng: Random) -> dict[str, Any]:
    """A value for every field of ``Rules``; what is usual comes often."""
    return {
        "packs": rng.choice((1, 1, 2)),
        "draw": rng.choice((2, 2, 1, 3, 5)),
        "draw_empty": rng.choice((5, 5, 1, 3, 7)),
        "hand_limit": rng.choice((7, 7, 3, 5, 12)),
        "plays": rng.choice((3, 3, 1, 2, 5)),
        "sets": rng.choice((3, 3, 1, 2, 5)),
        "buildings_on": rng.choice(("streets", "any set")),
        "pay_from": rng.choice(("bank first", "free choice")),
        "ten_when_short": rng.choice(("handed over", "kept")),
        "buildings_payable": rng.random() < 0.5,
        "binned_buildings": rng.choice(("discard", "bank")),
        "win_off_turn": rng.choice(("at once", "own turn")),
        "no_chance_costs": rng.random() < 0.5,
        "no_chance_to_hike": rng.random() < 0.5,
        "moving_costs": rng.random() < 0.5,
        "throw_under": rng.random() < 0.5,
        "turn_limit": rng.choice((200, 200, 10, 40, 1)),
    }


def table(rng: Random, flags: Flags) -> GameDict:
    """Some players with cards before them, on somebody's turn; nobody waits for anything."""
    cards = [name for name, count in COUNT.items() for _ in range(count * flags["packs"])]
    players = rng.randint(2, 6)
    game: GameDict = {
        "flags": dict(flags),
        "players": players,
        "cards": cards,
        "stock": rng.sample(range(len(cards)), len(cards)),
        "discard": [],
        "hands": [[] for _ in range(players)],
        "banks": [[] for _ in range(players)],
        "stacks": [[] for _ in range(players)],
        "turn": rng.randrange(players),
        "number": 1,
        "plays": rng.randint(1, flags["plays"]),
        "to_draw": 0,
        "throwing": False,
        "action": None,
        "unplaced": [],
        "winners": None,
    }
    for seat in range(players):
        _furnish(rng, game, seat, rng.choice(STYLES))
    return game | {"seen": [arrangement(game, game["turn"])]}


def _furnish(rng: Random, game: GameDict, seat: int, style: str) -> None:
    if style == "poor":
        _bank(rng, game, seat, rng.randint(0, 2))
        _any_deeds(game, seat, rng.randint(0, 1), rng)
        return
    if style == "tens":
        for deed in _found(game, lambda name: name == "wild-ten")[: rng.randint(1, 3)]:
            _lay(rng, game, seat, deed, rng.choice((*ALL_COLOURS, "brown", "utility")))
    if style in ("sets", "built"):
        for colour in rng.sample(ALL_COLOURS, rng.randint(1, 2)):
            _set(rng, game, seat, colour)
    if style == "built":
        _build(rng, game, seat)
    _any_deeds(game, seat, rng.randint(0, 5), rng)
    _bank(rng, game, seat, rng.choice((0, 1, 2, 3, 4, 6)))
    hand = game["hands"][seat]
    for _ in range(rng.randint(0, 4)):
        hand.append(game["stock"].pop())


def _found(game: GameDict, wanted: Any) -> list[int]:
    """The cards of the stock that are as wanted, in the order they lie."""
    return [card for card in game["stock"] if wanted(name_of(game, card))]


def _lay(rng: Random, game: GameDict, seat: int, deed: int, colour: str) -> None:
    game["stock"].remove(deed)
    add_deed(game, seat, deed, colour)


def _set(rng: Random, game: GameDict, seat: int, colour: str) -> None:
    """As many deeds of the colour as make a set, wild ones too; or one more."""
    deeds = _found(game, lambda name: is_deed(name) and colour in COLOURS[name])
    for deed in deeds[: SET_SIZE[colour] + rng.choice((0, 0, 0, 1, 2))]:
        _lay(rng, game, seat, deed, colour)


def _any_deeds(game: GameDict, seat: int, many: int, rng: Random) -> None:
    for deed in _found(game, is_deed)[:many]:
        _lay(rng, game, seat, deed, rng.choice(COLOURS[name_of(game, deed)]))


def _bank(rng: Random, game: GameDict, seat: int, many: int) -> None:
    for card in _found(game, lambda name: not is_deed(name))[:many]:
        game["stock"].remove(card)
        game["banks"][seat].append(card)


def _build(rng: Random, game: GameDict, seat: int) -> None:
    """A House on every set that may carry one, often a Hotel too, while there are any."""
    for stack in game["stacks"][seat]:
        for building, likely in (("house", 0.9), ("hotel", 0.6)):
            found = _found(game, lambda name, building=building: name == building)
            under = building == "house" or stack["house"] is not None
            if found and under and may_carry(game, stack) and rng.random() < likely:
                game["stock"].remove(found[0])
                stack[building] = found[0]


def debt(rng: Random, game: GameDict, seat: int) -> int:
    """What the seat might owe: within its bank, within its table, or more than it has."""
    bank = sum(VALUE[name_of(game, card)] for card in game["banks"][seat])
    deeds = sum(VALUE[name_of(game, card)] for card in deeds_of(game, seat))
    if rng.random() < 0.33:
        return bank + deeds + rng.randint(1, 10)
    return rng.randint(1, max(1, rng.choice((bank, bank + deeds, bank + deeds // 2))))


def classes_of(game: GameDict, seat: int, due: int) -> set[str]:
    """What makes the table of a seat who owes that a rare one."""
    stacks = game["stacks"][seat]
    worth = sum(VALUE[name_of(game, card)] for card in game["banks"][seat] + deeds_of(game, seat))
    buildings = [it for stack in stacks for it in (stack["house"], stack["hotel"]) if it]
    if game["flags"]["buildings_payable"]:
        worth += sum(VALUE[name_of(game, it)] for it in buildings)
    found = set()
    if any(stack["house"] is not None for stack in stacks):
        found.add("buildings")
    if any(name_of(game, deed) == "wild-ten" for deed in deeds_of(game, seat)):
        found.add("tens")
    if worth < due:
        found.add("not covered")
    if any(complete(game, stack) for stack in stacks):
        found.add("sets")
    if any(KIND[name_of(game, deed)] == "wild" for deed in deeds_of(game, seat)):
        found.add("wilds")
    return found
