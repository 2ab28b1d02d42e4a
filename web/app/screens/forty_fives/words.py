"""The sentences of these screens; those about rules and moves come from the engine's ``words``."""

from __future__ import annotations

from typing import Final

from engine.cards import SUIT_NAMES
from engine.forty_fives.state import HandOver, Result

MINUS: Final = "−"
YOUR_HAND: Final = "Your cards"
COMING: Final = "A card that is being dealt"
UNDER_WAY: Final = "On its way to the others…"
OTHERS: Final = "The other players"
NO_TRUMP_YET: Final = "No trump yet"
NO_BID_YET: Final = "No bid yet"
LAST_TRICK: Final = "Last trick"
YOUR_CALL: Final = "Your call"
PASS: Final = "Pass"
OTHER_FIGURE: Final = "Another figure"
YOU_NAME: Final = "Name trumps"
KITTY: Final = "Throw to five cards"
THROW: Final = "Throw what you do not want"
CHOOSE_FOR_ME: Final = "Choose for me"
PLAY: Final = "Play"
AUCTION: Final = "The auction"
ALL_HANDS: Final = "All hands of this deal"
THE_PLAY: Final = "The play, trick by trick"
SCORES: Final = "Scores"
CHART: Final = "Scores over the hands"
PLACES: Final = ("first", "second", "third", "fourth", "fifth", "sixth")


def number(points: int) -> str:
    """Points with a true minus sign."""
    return str(points).replace("-", MINUS)


def bid_in(figure: int) -> str:
    """The question for the suit that goes with a bid."""
    return f"Bid {figure} in…"


def signed(points: int) -> str:
    """A change of points, its sign always shown."""
    return f"+{points}" if points > 0 else number(points)


def trumps(suit: str) -> str:
    """The trump suit for a screen reader."""
    return f"Trumps: {SUIT_NAMES[suit]}"


def count(number_of: int, one: str, many: str = "") -> str:
    """``1 trick``, ``2 tricks``."""
    return f"{number_of} {one if number_of == 1 else many or one + 's'}"


def turn_of(name: str, own: bool) -> str:
    """Whose turn it is."""
    return "Your turn" if own else f"{name} is thinking"


def verdict(state: HandOver, names: tuple[str, ...]) -> str:
    """What the hand came to, in one sentence."""
    result = state.result
    if result.bidder < 0:
        return "Everyone passed: the next dealer deals."
    name = names[result.bidder]
    own = name == "You"
    side = state.table.rules.side(result.bidder)
    if result.delta[side] < 0:
        missed = "miss" if own else "misses"
        return f"{name} {missed} the bid of {result.bid}."
    if len({state.table.rules.side(winner) for winner in result.winners}) == 1:
        return f"{name} {'take' if own else 'takes'} all five tricks!"
    return f"{name} {'make' if own else 'makes'} the bid of {result.bid}."


def verdict_sub(result: Result, own_side: int | None) -> str:
    """What it means for the person at this device, if it plays."""
    if result.bidder < 0 or own_side is None:
        return ""
    return f"Your score: {signed(result.delta[own_side])}, now {number(result.totals[own_side])}."
