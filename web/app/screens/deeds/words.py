"""The sentences of these screens; those about rules and moves come from the engine's ``words``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.deeds.deck import CARDS, Card
from engine.deeds.state import Action, State
from engine.deeds.words import title as title
from engine.english import listed

YOUR_HAND: Final = "Your cards"
COMING: Final = "A card that is being dealt"
UNDER_WAY: Final = "On its way to the others…"
LOOKING_ON: Final = "You are watching this table."
YOUR_DEEDS: Final = "Your deeds"
OTHERS: Final = "The other players"
TABLES: Final = "The others' deeds"
NO_DEEDS_YET: Final = "Your deeds will lie here: tap one in your hand and lay it."
NONE_LAID: Final = "no deeds yet"
WILD: Final = "Wild"
WILD_ANY: Final = "Any colour"
RENT: Final = "Rent"
PLACES: Final = ("first", "second", "third", "fourth", "fifth", "sixth")
LOG: Final = "What happened"
LOG_NOTE: Final = "The newest stands first."
NOTHING_YET: Final = "Nothing has happened yet."
LEFT: Final = "left"
END_TURN: Final = "End turn"
BANK: Final = "Bank"
NOTHING_BANKED: Final = "Nothing is banked."
CAN_BE_CHOSEN: Final = "can be chosen"
LET_IT_STAND: Final = "Let it stand"
NO_CHANCE: Final = "No Chance"
NO_CHANCE_HIKE: Final = "No Chance to the hike"
NONE_HELD: Final = "You hold no No Chance."
CHOOSE_FOR_ME: Final = "Choose for me"
PAY_FROM: Final = "What you pay with"
THROW_NOTE: Final = "Tap the cards that go."
WHICH_COLOUR: Final = "It is yours now. In which colour does it lie?"
NOTHING_CHOSEN: Final = "Choose what you pay with."
TURN_INTO: Final = "Move it to"
YOUR_TABLE: Final = "Your table"
OVER: Final = "Game over"
AT_THE_END: Final = "What lay on the tables"
NO_CARDS: Final = "Your hand is empty: five cards come with your next turn."


def money(value: int) -> str:
    """An amount: ``3M``."""
    return f"{value}M"


def count(number: int, one: str, many: str = "") -> str:
    """``1 card``, ``2 cards``."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def card_name(card: Card) -> str:
    """The whole name of a card, for a screen reader and as a heading."""
    if card.kind == "deed":
        return f"{card.title}, {card.colours[0]} deed, {money(card.value)}"
    if card.kind == "money":
        return card.title
    return f"{card.title}, {money(card.value)}"


def in_text(state: State, slot: int) -> str:
    """The same in the middle of a sentence."""
    face = state.table.faces[slot]
    if face is None or CARDS[face].kind != "wild":
        return title(state, slot)
    colours = CARDS[face].colours
    return f"the wild deed ({'any colour' if len(colours) > 2 else ' or '.join(colours)})"


def sets(number: int, wanted: int) -> str:
    """``1 of 3 sets``."""
    return f"{number} of {wanted} sets"


def full(deeds: int, size: int, complete: bool) -> str:
    """How far a stack has come: ``2 of 3``, or ``set``."""
    return "set" if complete else f"{deeds} of {size}"


def turn_of(name: str, own: bool) -> str:
    """Whose turn it is."""
    return "Your turn" if own else f"{name}'s turn"


def plays(number: int) -> str:
    """``2 plays``, which are left."""
    return count(number, "play") if number else "no plays"


def waiting(called: Sequence[str], owed: Sequence[tuple[int, str]]) -> str:
    """For whom the table waits: ``Conor must pay.``"""
    doing = {
        "answer": "has an answer to give",
        "pay": "has to pay",
        "place": "is placing a wild deed",
        "throw": "is throwing cards down",
        "play": "is thinking",
    }
    first = [f"{called[seat]} {doing[what]}" for seat, what in owed[:1]]
    more = len({seat for seat, _ in owed}) - 1
    return f"{''.join(first)}{f', and {more} more' if more > 0 else ''}."


# -- actions that wait for an answer --------------------------------------------------------------------


def against_you(state: State, action: Action, name: str, due: int, hikes: int) -> str:
    """What somebody has played against this player."""
    if action.kind in ("rent", "any rent"):
        raised = {0: "", 1: ", doubled by a Rent Hike", 2: ", raised by two Rent Hikes"}[hikes]
        return f"{name} asks you for {money(due)}: the rent for {action.colour}{raised}."
    if action.kind == "bailiff":
        return f"{name} sends the Bailiff to you for {money(due)}."
    if action.kind == "whip-round":
        return f"{name} has a Whip-round: {money(due)} from everyone."
    if action.kind == "takeover":
        stacks = [stack for own in state.stacks for stack in own if action.take in stack.deeds]
        colour = stacks[0].colour if stacks else ""
        return f"{name} wants your whole {colour} set by Hostile Takeover."
    wanted = in_text(state, action.take)
    if action.kind == "swap":
        return f"{name} wants your {_mine(wanted)} for {in_text(state, action.give)}."
    return f"{name} wants to pick {wanted} from your table."


def _mine(text: str) -> str:
    return text.removeprefix("the ")


ACTIONS: Final = {
    "rent": "Rent",
    "any rent": "Rent",
    "bailiff": "Bailiff",
    "whip-round": "Whip-round",
    "pickpocket": "Pickpocket",
    "swap": "Swap",
    "takeover": "Hostile Takeover",
}


def chance_against_you(name: str, kind: str) -> str:
    """Somebody cancels one's own action."""
    return f"{name} says No Chance to your {ACTIONS[kind]}."


def chance_again_at(name: str, kind: str) -> str:
    """Somebody answers the No Chance that saved one's own action."""
    return f"{name} answers with another No Chance: your {ACTIONS[kind]} would be cancelled."


def chance_again(name: str, kind: str) -> str:
    """The player of an action answers one's own No Chance."""
    return f"{name} answers your No Chance with another: the {ACTIONS[kind]} would stand."


def owed_to(name: str, due: int) -> str:
    """The heading of the sheet to pay."""
    return f"Pay {name} {money(due)}"


def chosen_of(value: int, due: int) -> str:
    """What is chosen to pay with so far."""
    over = f", {money(value - due)} too much is lost" if value > due else ""
    return f"{money(value)} of {money(due)} chosen{over}"


def stack_name(colour: str, names: Sequence[str], whole: str, rent: int) -> str:
    """A stack for a screen reader."""
    return f"{colour}, {whole}, rent {money(rent)}: {listed(names)}"


def won(winners: Sequence[str]) -> str:
    """Who has won, large."""
    return f"{listed(winners)} {'have' if len(winners) > 1 or winners[0] == 'You' else 'has'} won!"


def why_over(state: State) -> str:
    """How the game came to its end."""
    turns = count(state.number, "turn")
    if state.result is not None and state.result.reason == "turn limit":
        return f"{turns} are over: most sets, then most money"
    return f"{count(state.table.rules.sets, 'complete set')} after {turns}"
