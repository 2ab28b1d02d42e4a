"""The sentences of Deeds in English: refusals, and what every card is and does.

Each is written from the state and the rules in force, never from the default ones.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine.deeds.deck import CARDS, COLOURS, HOTEL_RENT, HOUSE_RENT
from engine.deeds.legality import too_many
from engine.deeds.payment import due_from
from engine.deeds.rules import Rules
from engine.deeds.state import State
from engine.deeds.transitions import BAILIFF, PAYDAY, WHIP_ROUND
from engine.english import listed
from engine.game import Refusal


def money(amount: int) -> str:
    """An amount as it stands on the cards: ``5M``."""
    return f"{amount}M"


def cards(number: int) -> str:
    """So many cards, in words: ``2 cards``."""
    return f"{number} card{'' if number == 1 else 's'}"


def title(state: State, slot: int) -> str:
    """What a card is called; “a card” when this device does not know it."""
    return face_title(state.table.faces[slot])


def face_title(face: int | None) -> str:
    """What a face is called; “a card” for None."""
    return "a card" if face is None else CARDS[face].title


def _titles(state: State, slots: tuple[int, ...]) -> str:
    return listed([title(state, slot) for slot in slots])


# -- refusals -------------------------------------------------------------------------------------


def explain(state: State, seat: int, refusal: Refusal) -> str:
    """The refusal as a sentence to the player of the seat."""
    wording = _REFUSALS[refusal.rule]
    return wording if isinstance(wording, str) else wording(state, seat, refusal)


def _short(state: State, seat: int, refusal: Refusal) -> str:
    return f"You owe {money(due_from(state, seat))}: that is not enough yet."


def _spare(state: State, seat: int, refusal: Refusal) -> str:
    return f"That is more than needed: {_titles(state, refusal.slots)} can stay."


def _exactly(state: State, seat: int, refusal: Refusal) -> str:
    limit = state.table.rules.hand_limit
    return f"You keep {limit}: throw exactly {cards(too_many(state, seat))} down."


def _bank_first(state: State, seat: int, refusal: Refusal) -> str:
    return f"Your bank comes first: {_titles(state, refusal.slots)} must go before any deed."


def _covered(state: State, seat: int, refusal: Refusal) -> str:
    return f"Your bank covers the debt, so {_titles(state, refusal.slots)} stays."


def _no_plays(state: State, seat: int, refusal: Refusal) -> str:
    plays = state.table.rules.plays
    return f"You have no plays left for that; a turn has {plays}."


_Wording = Callable[[State, int, Refusal], str]

_REFUSALS: Final[dict[str, str | _Wording]] = {
    "not a move": "That is not a move of this game.",
    "not asked": "Nothing is asked of you now.",
    "others answer first": "The others answer first.",
    "answer first": "Answer what is asked of you first.",
    "throw down first": "Throw cards down first; your turn is over.",
    "not in your hand": "That card is not in your hand.",
    "unknown card": "Nobody has seen that card.",
    "another card": "That card does not do that.",
    "no plays left": _no_plays,
    "deeds are not banked": "Deeds are never banked; lay it on your table.",
    "not its colour": "It cannot lie in that colour.",
    "everyone pays": "Everyone pays for that card, not one player.",
    "one pays": "Choose one player for that card.",
    "nobody there": "There is nobody in that seat to play it against.",
    "no rent there": "You have no deed that earns rent in that colour.",
    "not somebody's deed": "Choose a deed on somebody else's table.",
    "in a complete set": "It lies in a complete set, and those are protected.",
    "in your complete set": "It lies in your own complete set, and those are not swapped.",
    "not your deed": "That deed is not on your table.",
    "not a complete set": "Only a complete set can be taken over.",
    "not your complete set": "Buildings stand on your own complete sets only.",
    "no building there": "Houses and hotels stand on streets, not on stations or utilities.",
    "one house": "There is a House on it already.",
    "house before hotel": "A Hotel goes on a set that has a House.",
    "one hotel": "There is a Hotel on it already.",
    "not a wild deed": "Only wild deeds change their colour.",
    "lies there already": "It lies in that colour already.",
    "seen this turn": "Your deeds lay like that before in this turn.",
    "no hike to stop": "There is no Rent Hike to stop alone.",
    "twice": "A card is named twice, or out of order.",
    "not on your table": "You pay only with cards on your own table.",
    "hand over all": "You cannot cover the debt, so everything on your table goes.",
    "worth nothing": "A wild deed of ten colours is worth nothing and pays no debt.",
    "bank covers": _covered,
    "whole bank first": _bank_first,
    "hotel first": "The Hotel goes before its House.",
    "not enough": _short,
    "more than needed": _spare,
    "not waiting for a colour": "That deed is not waiting for a colour.",
    "throw exactly": _exactly,
}

RULE_NAMES: Final = tuple(_REFUSALS)
"""Every rule there is a sentence for."""

# -- what cards are and do ------------------------------------------------------------------------


def about(rules: Rules, face: int) -> str:
    """What a card is and does, in a sentence or two."""
    card = CARDS[face]
    if card.kind == "deed":
        colour = COLOURS[card.colours[0]]
        rents = " ".join(money(rent) for rent in colour.rents)
        return f"A deed of {colour.name}: {colour.size} make a set. Rent by deeds: {rents}."
    if card.kind == "wild":
        if len(card.colours) > 2:
            return "A deed of any colour you name. Alone it is no set and earns no rent."
        return f"A deed that lies as {listed(card.colours, 'or')}; move it freely on your turn."
    if card.kind == "rent":
        return f"Every other player pays you the rent of {listed(card.colours, 'or')}."
    if card.kind == "money":
        return f"{money(card.value)} for your bank."
    return _DOES[card.kind](rules)


def _house_where(rules: Rules) -> str:
    return "a complete set of streets" if rules.buildings_on == "streets" else "a complete set"


def _no_chance(rules: Rules) -> str:
    hike = " or just a Rent Hike" if rules.no_chance_to_hike else ""
    cost = "On your own turn it costs a play." if rules.no_chance_costs else "It costs no play."
    return f"Cancels an action against you{hike}; another No Chance cancels it. {cost}"


_DOES: Final[dict[str, Callable[[Rules], str]]] = {
    "any rent": lambda rules: "One player pays you the rent of any one of your colours.",
    "payday": lambda rules: f"Draw {PAYDAY} cards.",
    "takeover": lambda rules: "Take a whole complete set of somebody's, buildings and all.",
    "swap": lambda rules: "Exchange a deed of yours for another's; none from a complete set.",
    "pickpocket": lambda rules: "Take a deed that lies in no complete set.",
    "no chance": _no_chance,
    "bailiff": lambda rules: f"One player pays you {money(BAILIFF)}.",
    "whip-round": lambda rules: f"Everyone pays you {money(WHIP_ROUND)}.",
    "hike": lambda rules: "Doubles the rent it is played with, and costs a play of its own.",
    "house": lambda rules: f"Adds {money(HOUSE_RENT)} to the rent of {_house_where(rules)}.",
    "hotel": lambda rules: f"Adds {money(HOTEL_RENT)} more to the rent of a set with a House.",
}
