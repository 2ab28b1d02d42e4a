"""Rule cases: what the engine answers to a worked position, and where that is not as expected.

The format is told in ``tests/cases/README.md``. Every answer comes out of the same functions that a
game is played with.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from engine.deeds.deck import CARDS, COLOURS, FACES, HIKE, NO_CHANCE, TEN, VALUE
from engine.deeds.holdings import with_deed
from engine.deeds.legality import why_illegal
from engine.deeds.payment import why_no_offer
from engine.deeds.rules import Rules
from engine.deeds.state import (
    Accept,
    Action,
    Ask,
    Refuse,
    Rent,
    Stack,
    Stacks,
    State,
    Table,
    Track,
    changed,
    complete,
    undealt,
)
from engine.deeds.transitions import step
from engine.game import GameError

Given = Mapping[str, Any]
Answer = dict[str, Any]

_DAMAGED: Final = (KeyError, TypeError, IndexError, AttributeError, AssertionError, StopIteration)
"""What a position that no table can come to stumbles over."""

_MOST: Final = 300  # cards in a case


def complaints(rules: Rules, case: Mapping[str, Any]) -> list[str]:
    """A sentence for each expectation of the case that the engine does not meet.

    ``ValueError`` when the case cannot be understood: an unknown kind, a missing or damaged part.
    """
    kind = case["kind"]
    if kind not in _ANSWERS:
        raise ValueError(f"“{kind}” is no kind of case of this game: {', '.join(_ANSWERS)}.")
    given, expect = case["given"], case["expect"]
    try:
        if kind == "pay":
            return _pay(rules, given, expect)
        got = _ANSWERS[kind](rules, given)
    except GameError as error:
        raise ValueError(str(error)) from None
    except _DAMAGED as error:
        raise ValueError(f"The position given cannot be read: {error!r}.") from None
    missing = [
        f"{name}: expected {wanted}, but the answer has only {got}"
        for name, wanted in expect.items()
        if name not in got
    ]
    return missing + [
        f"{name}: expected {wanted}, got {got[name]}"
        for name, wanted in expect.items()
        if name in got and got[name] != wanted
    ]


# -- positions ----------------------------------------------------------------------------------------


class _Position:
    """A table of two with cards put where a case wants them; seat 0 is on turn."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.faces: list[int] = []

    def card(self, face: int) -> int:
        """The slot of one card more."""
        if len(self.faces) >= _MOST:
            raise ValueError("There are too many cards in this position.")
        self.faces.append(face)
        return len(self.faces) - 1

    def stacks(self, colour: str, deeds: int, tens: int) -> Stacks:
        """So many deeds of a colour, wilds of ten colours first, so that these share a stack."""
        if colour not in COLOURS:
            raise ValueError(f"“{colour}” is not a colour.")
        if not 0 <= tens <= deeds:
            raise ValueError("There are more wild deeds than deeds.")
        named = next(f for f, it in enumerate(CARDS) if it.kind == "deed" and colour in it.colours)
        stacks: Stacks = ()
        for number in range(deeds):
            stacks = with_deed(stacks, self.card(TEN if number < tens else named), colour)
        return stacks

    def state(self, **parts: Any) -> State:
        """The state with these parts."""
        table = Table(self.rules, 2, 1, tuple(self.faces))
        state = changed(undealt(self.rules, 2, 1), number=1, turn=0, plays=self.rules.plays)
        return changed(state, table=table, **parts)


# -- kinds --------------------------------------------------------------------------------------------


def _set(rules: Rules, given: Given) -> Answer:
    position = _Position(rules)
    stacks = position.stacks(given["colour"], given["deeds"], given["ten_colour"])
    return {"complete": any(complete(stack, tuple(position.faces)) for stack in stacks)}


def _rent(rules: Rules, given: Given) -> Answer:
    """Rent is declared for the colour and the amount read off what the other seat owes."""
    position = _Position(rules)
    stacks = position.stacks(given["colour"], given["deeds"], given["ten_colour"])
    house = position.card(FACES["house"]) if given["house"] else -1
    hotel = position.card(FACES["hotel"]) if given["hotel"] else -1
    if stacks and house >= 0:
        stacks = (Stack(stacks[0].colour, stacks[0].deeds, house, hotel), *stacks[1:])
    card = position.card(FACES["rent-any"])
    hikes = tuple(position.card(HIKE) for _ in range(given["hikes"]))
    state = position.state(hands=((card, *hikes), ()), stacks=(stacks, ()))
    move = Rent(card, given["colour"], hikes, 1)
    if why_illegal(state, 0, move) is not None:
        return {"charge": None}
    action = step(state, 0, move).action
    assert action is not None  # a rent is always answered
    return {"charge": action.tracks[0].due}


def _no_chance(rules: Rules, given: Given) -> Answer:
    """Two seats answer each other so often, then the one asked lets it stand."""
    position, thrown = _Position(rules), given["thrown"]
    card, coin = position.card(FACES["bailiff"]), position.card(FACES["money5"])
    cards = [position.card(NO_CHANCE) for _ in range(thrown)]
    hands = ((card, *cards[1::2]), tuple(cards[0::2]))
    state = step(position.state(hands=hands, banks=((), (coin,))), 0, Ask(card, 1))
    for number, slot in enumerate(cards):
        state = step(state, 1 - number % 2, Refuse(slot, 1))
    after = step(state, 1 - thrown % 2, Accept(1))
    return {"stands": after.action is not None}


def _pay(rules: Rules, given: Given, expect: Given) -> list[str]:
    position, due = _Position(rules), given["due"]
    bank = tuple(position.card(_worth("bank", value)) for value in given["bank"])
    stacks = tuple(
        Stack(CARDS[face].colours[0], (position.card(face),))
        for face in (_worth("deed", value) for value in given["deeds"])
    )
    deeds = tuple(stack.deeds[0] for stack in stacks)
    action = Action("bailiff", 0, (Track(1, due, stage="pay"),))
    state = position.state(banks=((), bank), stacks=((), stacks), action=action)
    found = []
    for word, right in (("accepted", True), ("refused", False)):
        for offer in expect.get(word, ()):
            slots = (
                *_chosen(offer["bank"], bank, position.faces),
                *_chosen(offer["deeds"], deeds, position.faces),
            )
            refusal = why_no_offer(state, 1, tuple(sorted(slots)))
            if (refusal is None) is not right:
                told = "accepted" if refusal is None else f"refused: {refusal.rule}"
                found.append(f"the offer {offer} is {told}")
    return found


def _worth(place: str, value: int) -> int:
    """The face of a card worth so much, for a bank or as a deed."""
    kinds = ("money",) if place == "bank" else ("deed", "wild")
    for face, card in enumerate(CARDS):
        if card.kind in kinds and card.value == value and (value or face == TEN):
            return face
    raise ValueError(f"There is no card worth {value} for the {place}.")


def _chosen(values: Sequence[int], slots: Sequence[int], faces: Sequence[int]) -> list[int]:
    """Slots of these values, each taken once."""
    left = list(slots)
    chosen = []
    for value in values:
        slot = next((it for it in left if VALUE[faces[it]] == value), None)
        if slot is None:
            raise ValueError(f"The offer has a card of {value} more than there is.")
        left.remove(slot)
        chosen.append(slot)
    return chosen


_ANSWERS: Final[dict[str, Callable[..., Any]]] = {
    "rent": _rent,
    "set": _set,
    "pay": _pay,
    "no_chance": _no_chance,
}
