"""Every move that may be made in a game of Deeds, restated, each as its text in records."""

from __future__ import annotations

from itertools import combinations

from tests.naive.deeds import COLOURS, KIND, is_deed
from tests.naive.deeds_table import (
    GameDict,
    add_deed,
    arrangement,
    complete,
    copy_of,
    deeds_of,
    is_wild,
    loose_deeds,
    may_carry,
    name_of,
    others,
    payments,
    remove_deed,
    rent_for,
    value_of,
)

Texts = list[str]


def slug(colour: str) -> str:
    return colour.replace(" ", "-")


def asked(game: GameDict) -> list[int]:
    """The seats that owe the table something now, ascending."""
    if game["winners"] is not None or game["to_draw"] > 0:
        return []
    waiting = {seat for seat, _ in game["unplaced"]}
    if game["action"] is not None:
        for target, track in game["action"]["tracks"].items():
            if track["stage"] == "pay" or track["thrown"] % 2 == 0:
                waiting.add(target)
            else:
                waiting.add(game["action"]["player"])
    return sorted(waiting) or [game["turn"]]


def legal(game: GameDict, seat: int) -> Texts:
    """Every move the seat may make now; none when nothing is asked of it."""
    if seat not in asked(game):
        return []
    if game["unplaced"] or game["action"] is not None:
        return places(game, seat) + answers(game, seat) + debts(game, seat)
    if game["throwing"]:
        return throws(game, seat)
    moves = ["done", *shifts(game, seat)]
    if game["plays"] > 0:
        for card in game["hands"][seat]:
            moves += plays_of(game, seat, card)
    return moves


# ----------------------------------------------------------------------------------- one's own turn


def plays_of(game: GameDict, seat: int, card: int) -> Texts:
    """What may be done with a card of the hand; each is one play."""
    name = name_of(game, card)
    if is_deed(name):
        return [f"lay {card} {slug(colour)}" for colour in COLOURS[name]]
    moves = [f"bank {card}"]
    if name == "payday":
        moves.append(f"draw {card}")
    if name == "bailiff":
        moves += [f"ask {card} {target}" for target in others(game, seat)]
    if name == "whip-round":
        moves.append(f"ask {card} all")
    if KIND[name] in ("rent", "any rent"):
        moves += rents(game, seat, card)
    if name == "pickpocket":
        moves += [f"take {card} {deed}" for deed in deeds_to_take(game, seat)]
    if name == "swap":
        moves += [
            f"trade {card} {own} {deed}"
            for own in loose_deeds(game, seat)
            for deed in deeds_to_take(game, seat)
        ]
    if name == "takeover":
        moves += [
            f"seize {card} {stack['deeds'][0]}"
            for other in others(game, seat)
            for stack in game["stacks"][other]
            if complete(game, stack)
        ]
    if name in ("house", "hotel"):
        moves += buildings(game, seat, card)
    return moves


def rents(game: GameDict, seat: int, card: int) -> Texts:
    """For a colour on the card in which one holds a deed, with as many hikes as plays allow."""
    name = name_of(game, card)
    hikes = sorted(own for own in game["hands"][seat] if name_of(game, own) == "hike")
    targets = [str(other) for other in others(game, seat)] if name == "rent-any" else ["all"]
    moves = []
    for colour in COLOURS[name]:
        if rent_for(game, seat, colour, 0) is None:
            continue
        for target in targets:
            for many in range(game["plays"]):  # the rent itself is a play as well
                for some in combinations(hikes, many):
                    tail = "".join(f" {hike}" for hike in some)
                    with_hikes = f" hikes{tail}" if some else ""
                    moves.append(f"rent {card} {slug(colour)} {target}{with_hikes}")
    return moves


def deeds_to_take(game: GameDict, seat: int) -> list[int]:
    return [deed for other in others(game, seat) for deed in loose_deeds(game, other)]


def buildings(game: GameDict, seat: int, card: int) -> Texts:
    """A House on a set without one; a Hotel on a set with a House and no Hotel."""
    moves = []
    for stack in game["stacks"][seat]:
        if name_of(game, card) == "house":
            fits = stack["house"] is None
        else:
            fits = stack["house"] is not None and stack["hotel"] is None
        if fits and may_carry(game, stack):
            moves.append(f"build {card} {stack['deeds'][0]}")
    return moves


def shifts(game: GameDict, seat: int) -> Texts:
    """One's own wild deeds to another of their colours, into no arrangement seen in this turn."""
    if game["flags"]["moving_costs"] and game["plays"] == 0:
        return []
    moves = []
    for stack in game["stacks"][seat]:
        for deed in stack["deeds"]:
            for colour in COLOURS[name_of(game, deed)]:
                if not is_wild(game, deed) or colour == stack["colour"]:
                    continue
                then = copy_of(game)
                remove_deed(then, seat, deed)
                add_deed(then, seat, deed, colour)
                if arrangement(then, seat) not in game["seen"]:
                    moves.append(f"shift {deed} {slug(colour)}")
    return moves


def throws(game: GameDict, seat: int) -> Texts:
    """Down to the limit, not further."""
    hand = sorted(game["hands"][seat])
    surplus = len(hand) - game["flags"]["hand_limit"]
    return ["throw " + " ".join(map(str, some)) for some in combinations(hand, surplus)]


# ------------------------------------------------------------------------------------------ answers


def places(game: GameDict, seat: int) -> Texts:
    """A colour for each wild deed that has come to the seat."""
    return [
        f"place {deed} {slug(colour)}"
        for owner, deed in game["unplaced"]
        if owner == seat
        for colour in COLOURS[name_of(game, deed)]
    ]


def answers(game: GameDict, seat: int) -> Texts:
    """Accept, or a No Chance of one's hand, in each chain in which it is the seat's word."""
    if game["action"] is None:
        return []
    moves = []
    for target, track in game["action"]["tracks"].items():
        if track["stage"] != "answer":
            continue
        speaks = target if track["thrown"] % 2 == 0 else game["action"]["player"]
        if speaks == seat:
            moves.append(f"accept {target}")
            for card in no_chances(game, seat):
                moves.append(f"refuse {card} {target}")
                if track["thrown"] == 0 and track["hikes"] and game["flags"]["no_chance_to_hike"]:
                    moves.append(f"refuse {card} {target} hike")
    return moves


def no_chances(game: GameDict, seat: int) -> list[int]:
    """The No Chances the seat may use; on one's own turn they may cost a play."""
    if game["flags"]["no_chance_costs"] and seat == game["turn"] and game["plays"] == 0:
        return []
    return [card for card in game["hands"][seat] if name_of(game, card) == "no-chance"]


def debts(game: GameDict, seat: int) -> Texts:
    """Every payment that settles what the seat owes."""
    if game["action"] is None or seat not in game["action"]["tracks"]:
        return []
    track = game["action"]["tracks"][seat]
    if track["stage"] != "pay":
        return []
    return ["pay " + " ".join(map(str, some)) for some in payments(game, seat, track["due"])]


def has_nothing(game: GameDict, seat: int, due: int) -> bool:
    """Whether the seat has nothing to give, so that nobody need ask it."""
    own = game["banks"][seat] + deeds_of(game, seat)
    return all(value_of(game, card) == 0 for card in own) and payments(game, seat, due) == [[]]
