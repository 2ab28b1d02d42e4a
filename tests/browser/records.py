"""Games that have come to a wished point, made by the engine here: as texts the device keeps."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

from engine.bots.bot import find_bot
from engine.forty_fives.legality import PLAYS
from engine.forty_fives.state import Auction, Naming, Play, Playing, Throwing
from engine.game import find
from engine.record import YOU, Seat
from engine.replay import parse
from engine.table import SoloTable, open_table, resume

ME = 0
NAMES = ("Grainne", "Brigid", "Fergus", "Declan", "Tomas")  # the longest there are


def settings(**changes: Any) -> str:
    """The kept settings of somebody in a hurry."""
    return json.dumps({"pace": "fast", "motion": False} | changes)


def at(text: str) -> SoloTable:
    """The table a kept game has come to."""
    return resume(parse(text))


def next_table(table: SoloTable) -> SoloTable:
    """One step further, everybody playing steadily; the person is asked last."""
    if table.waits_for_shuffle:
        return table.shuffle()
    seat = max(table.owed(), key=lambda question: question.seat != ME).seat
    return table.play(seat, table.advice(seat, find_bot("steady")))


def walk(players: int, seed: str, name: str = "110") -> Iterator[SoloTable]:
    """A whole game, table by table."""
    variant = find(name)
    seats = [Seat(YOU, "You"), *(Seat("steady", name) for name in NAMES[: players - 1])]
    table = open_table(variant, variant.rules, seats, seed)
    while table.outcome is None:
        table = next_table(table)
        yield table


def refused(table: SoloTable) -> list[int]:
    """The slots of this player's cards that may not be played now."""
    state = table.state
    hand = state.hands[ME]
    return [s for s in hand if table.game.why_illegal(state, ME, PLAYS[s]) is not None]


def _mine(table: SoloTable, kind: type) -> bool:
    return isinstance(table.state, kind) and [q.seat for q in table.owed()] == [ME]


def _call(table: SoloTable) -> bool:
    """The dealer, who may hold as well."""
    state = table.state
    if not _mine(table, Auction) or state.table.dealer != ME:
        return False
    return bool(state.top == state.table.rules.bids[0] and len(state.table.results) > 0)


def _throw(table: SoloTable) -> bool:
    return _mine(table, Throwing) and table.state.contract.bidder == ME


def _play(table: SoloTable) -> bool:
    """Not every card may be played, and a trick was taken before."""
    state = table.state
    if not _mine(table, Playing) or not state.trick or not state.tricks:
        return False
    waits = len(state.trick) < state.table.players - 1 or state.table.players == 2
    return waits and 0 < len(refused(table)) < len(state.hands[ME]) >= 3


def _ends(table: SoloTable) -> bool:
    """This player's last card ends the hand, and the game with it."""
    state = table.state
    if not _mine(table, Playing) or len(state.hands[ME]) > 1:
        return False
    if len(state.trick) < state.table.players - 1:
        return False
    return table.play(ME, Play(state.hands[ME][0])).outcome is not None


WISHES: dict[str, Callable[[SoloTable], bool]] = {
    "call": _call,
    "name": lambda table: _mine(table, Naming),
    "throw": _throw,
    "play": _play,
    "end": _ends,
}


@cache
def kept_game(players: int, wish: str) -> str:
    """The text of a game that has come to the wished point, this player to move."""
    wished = WISHES[wish]
    for number in range(300):
        for table in walk(players, f"stop-{number}"):
            if wished(table):
                return table.text
    raise AssertionError(f"no game of {players} comes to “{wish}”")
