"""The rules in force, in words: every sentence is written from the ``Rules`` value."""

from __future__ import annotations

from collections.abc import Sequence

from engine.deeds.deck import CARDS, COLOURS, HOTEL_RENT, HOUSE_RENT
from engine.deeds.rules import Rules
from engine.deeds.transitions import BAILIFF, FIRST_HAND, PAYDAY, WHIP_ROUND
from engine.english import listed
from web.app.screens.chapters import Chapter
from web.app.screens.deeds.words import count, money


def chapters(rules: Rules) -> Sequence[Chapter]:
    """All chapters, in the order one plays."""
    return (
        Chapter("aim", "The aim", _aim(rules)),
        Chapter("cards", "The cards", _cards(rules)),
        Chapter("turn", "A turn", _turn(rules)),
        Chapter("sets", "Deeds and sets", _sets(rules)),
        Chapter("actions", "What the actions do", _actions(rules)),
        Chapter("no-chance", "No Chance", _no_chance(rules)),
        Chapter("paying", "Paying", _paying(rules)),
        Chapter("end", "The end of the game", _end(rules)),
        Chapter("advice", "Good advice", _advice(rules)),
    )


def _aim(rules: Rules) -> tuple[str, ...]:
    sets = count(rules.sets, "complete set")
    colours = " of different colours" if rules.sets > 1 else ""
    return (
        f"Be the first with {sets}{colours} on the table. Two to six play, everyone alone.",
        f"{FIRST_HAND} cards each to begin with; who begins is drawn, then turns pass to the left.",
    )


def _cards(rules: Rules) -> tuple[str, ...]:
    packs = "One pack of 106 cards" if rules.packs == 1 else "Two packs of 106 cards"
    money_cards = [card for card in CARDS if card.kind == "money"]
    notes = listed([f"{card.count} of {card.title}" for card in money_cards])
    actions = sum(card.count for card in CARDS if card.kind in _ACTION_KINDS)
    return (
        f"{packs}: 28 deeds in ten colours, 11 wild deeds, 13 rent cards, {actions} actions, and "
        f"20 cards of money ({notes}).",
        *(_colour(name) for name in COLOURS),
        "A wild deed lies in one of the colours printed on it. The wild deed of all ten colours is "
        "worth nothing, and alone it is neither a set nor earns rent.",
        "The figure in the corner is what a card is worth when one pays with it.",
    )


def _colour(name: str) -> str:
    colour = COLOURS[name]
    rents = ", ".join(money(rent) for rent in colour.rents)
    return (
        f"{name.capitalize()}: {colour.size} make a set, each worth {money(colour.value)}. "
        f"Rent by the number of deeds: {rents}."
    )


_ACTION_KINDS = frozenset(
    ("payday", "takeover", "swap", "pickpocket", "no chance", "bailiff", "whip-round", "hike")
) | {"house", "hotel"}


def _turn(rules: Rules) -> tuple[str, ...]:
    moving = (
        "Moving a wild deed of yours to another of its colours is a play too."
        if rules.moving_costs
        else "Moving your own wild deeds to another of their colours is free."
    )
    thrown = "under the draw pile" if rules.throw_under else "on the discard pile"
    return (
        f"Draw {count(rules.draw, 'card')}; {rules.draw_empty} when your hand is empty.",
        f"Then make up to {count(rules.plays, 'play')}; you need make none. A play is: lay a deed, "
        "bank a card for its value, or play an action.",
        "Money, rents and actions can be banked, deeds never. What is banked comes out again only "
        "to pay.",
        f"{moving} It may not bring back an order your deeds had earlier in the turn, and not "
        "while anybody owes an answer.",
        f"At the end throw down to {count(rules.hand_limit, 'card')}, {thrown}.",
    )


def _sets(rules: Rules) -> tuple[str, ...]:
    where = "streets" if rules.buildings_on == "streets" else "any complete set"
    never = ", never stations and utilities" if rules.buildings_on == "streets" else ""
    lost = "to your bank" if rules.binned_buildings == "bank" else "to the discard pile"
    return (
        "Deeds of a colour lie in one stack until it is complete; the next one starts another. A "
        "complete set is protected from Pickpocket and Swap.",
        "A second set of a colour does not count as a further one. Rent is asked for the best stack.",
        f"A House adds {money(HOUSE_RENT)} to the rent of a complete set and a Hotel "
        f"{money(HOTEL_RENT)} more: {where}{never}, one of each, the House first.",
        f"When a set breaks, the buildings on it go {lost}.",
    )


def _actions(rules: Rules) -> tuple[str, ...]:
    return (
        "Rent of two colours: every other player pays you the rent of one of them, in which you "
        "hold a deed. Any Rent: one player pays you the rent of any one of your colours.",
        "Rent Hike: doubles the rent it is played with, and is a play of its own; two make it "
        "fourfold.",
        f"Bailiff: one player pays you {money(BAILIFF)}. Whip-round: everyone pays you "
        f"{money(WHIP_ROUND)}.",
        f"Payday: draw {PAYDAY} cards.",
        "Pickpocket: take one deed that is in no complete set. Swap: exchange one of your deeds for "
        "another's, neither from a complete set.",
        "Hostile Takeover: take a whole complete set, buildings and all.",
        "Amounts are fixed when the card is played.",
    )


def _no_chance(rules: Rules) -> tuple[str, ...]:
    cost = (
        "On your own turn it costs a play." if rules.no_chance_costs else "It never uses up a play."
    )
    hike = (
        "It may also stop a Rent Hike alone."
        if rules.no_chance_to_hike
        else ("It stops a raised rent as a whole.")
    )
    return (
        "Cancels an action that was played against you, for you alone. It can be answered with "
        f"another No Chance, and so on. {cost}",
        f"It stops rents, Bailiff, Whip-round, Pickpocket, Swap, Hostile Takeover and No Chance. {hike}",
        "Everyone an action is played against is asked every time, whether they hold one or not.",
    )


def _paying(rules: Rules) -> tuple[str, ...]:
    order = (
        "The bank comes first: while it covers the debt, you pay from it alone; if it does not, all "
        "of it goes and deeds make up the rest."
        if rules.pay_from == "bank first"
        else "Pay from bank and deeds as you choose."
    )
    ten = (
        "a ten-colour wild with it"
        if rules.ten_when_short == "handed over"
        else "but you keep ten-colour wilds"
    )
    buildings = (
        "A building may be given at its value, the Hotel before its House."
        if rules.buildings_payable
        else "Buildings are not given."
    )
    return (
        f"Only with cards on your table, never from your hand, and nobody gives change. {order}",
        "You may not give a card more than needed: one that could be left out with the debt still "
        "covered stays.",
        f"If you cannot cover the debt, everything on your table goes, {ten}, and that settles it. "
        f"{buildings}",
        "Money goes into the other's bank, deeds onto the other's table; who gets a wild deed names "
        "its colour at once.",
    )


def _end(rules: Rules) -> tuple[str, ...]:
    when = (
        "The last set wins at once, on anybody's turn."
        if rules.win_off_turn == "at once"
        else "A set that comes to you on another's turn wins when your own turn comes."
    )
    limit = (
        f"After {rules.turn_limit} turns the game is over: most sets win, then most money in the bank."
        if rules.turn_limit
        else "The game goes on until somebody wins."
    )
    return (
        when,
        "When the draw pile is empty, the discard pile is shuffled into a new one.",
        limit,
    )


def _advice(rules: Rules) -> tuple[str, ...]:
    return (
        "Keep some money in the bank: who has none pays with deeds.",
        "Small sets are quick, but bring little rent; a complete set is safe from all but a "
        "Hostile Takeover and a debt.",
        "Hold a No Chance back for the set you cannot do without.",
    )
