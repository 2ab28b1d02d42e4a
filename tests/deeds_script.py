"""Games of Deeds from a chosen deal, as records: hands and draws are named, the rest follows.

::

    script = Script(["bailiff", "money1"], ["money5"], draws=["payday"])
    script.play(0, "ask {bailiff} 1")

The person at the device sits in seat 0 and begins. A card in braces becomes its slot: the one in
the hand of the seat that plays, else one that lies open on a table, else the next in any hand.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from engine.deeds.deck import FACES
from engine.deeds.state import State
from engine.game import find
from engine.record import YOU, Dealt, Entry, Made, Record, Seat
from engine.replay import fold
from engine.table import SoloTable, resume

NAMES = ("Maeve", "Conor", "Brigid", "Finn", "Nora")
HAND = 5
BOT = "random"


class Script:
    """A game that is played as it is told."""

    def __init__(
        self, *hands: Sequence[str], draws: Sequence[str] = (), rules: dict[str, Any] | None = None
    ) -> None:
        variant, players = find("deeds"), len(hands)
        seats = (Seat(YOU, "You"), *(Seat(BOT, name) for name in NAMES[: players - 1]))
        changed = variant.game.parse_rules(rules or {}, variant.rules)
        # The one after the dealer begins.
        self.record = Record(variant, changed, "script", players - 1, seats)
        self.entries: list[Entry] = []
        self.state: State = self.record.first()
        self._add(Dealt(self._faces(hands, draws)))

    def _faces(self, hands: Sequence[Sequence[str]], draws: Sequence[str]) -> tuple[int, ...]:
        """The pack as it must lie for these hands and draws; what is not named lies at its end."""
        wanted = self.record.game.shuffle_wanted(self.state)
        assert wanted is not None and hasattr(wanted, "pack")
        named = [FACES[text] for hand in hands for text in hand] + [FACES[text] for text in draws]
        rest = list((Counter(wanted.pack) - Counter(named)).elements())
        assert len(rest) + len(named) == len(wanted.pack), "more of a card than the pack holds"
        # Dull cards fill up the hands: nobody can do anything with them but bank them.
        rest.sort(
            key=lambda face: face != FACES["money1"] and face != FACES["payday"], reverse=True
        )
        full = [[FACES[text] for text in hand] for hand in hands]
        for hand in full:
            while len(hand) < HAND:
                hand.append(rest.pop())
        dealt = [hand[number] for number in range(HAND) for hand in full]
        return (*dealt, *(FACES[text] for text in draws), *reversed(rest))

    def _add(self, entry: Entry) -> None:
        self.state = fold(self.record.game, self.state, entry)
        self.entries.append(entry)

    def play(self, seat: int, *moves: str) -> Script:
        """The seat makes these moves."""
        for text in moves:
            told = re.sub(r"\{([^}]+)\}", lambda found: str(self.slot(found[1], seat)), text)
            self._add(Made(seat, self.record.game.parse_move(told)))
        return self

    def slot(self, card: str, seat: int = 0) -> int:
        """The slot of a card: in the seat's hand, else on a table, else in a hand."""
        state, face = self.state, FACES[card]
        laid = [
            slot
            for stacks in state.stacks
            for stack in stacks
            for slot in (*stack.deeds, stack.house, stack.hotel)
        ]
        banked = [slot for bank in state.banks for slot in bank]
        waiting = [wild.slot for wild in state.unplaced]
        others = [slot for hand in state.hands for slot in hand]
        for slot in (*state.hands[seat], *laid, *banked, *waiting, *others):
            if slot >= 0 and state.table.faces[slot] == face:
                return slot
        raise AssertionError(f"nobody has {card}")

    @property
    def text(self) -> str:
        """The record so far."""
        return replace(self.record, entries=tuple(self.entries)).text()

    @property
    def table(self) -> SoloTable:
        """The table it has come to."""
        return resume(replace(self.record, entries=tuple(self.entries)))


# -- positions that several tests look at --------------------------------------------------------------


def picked_on(*, held: bool) -> Script:
    """Maeve wants this player's Ember Square by Pickpocket; a No Chance is held or not."""
    own = ["red1", "brown1", "no-chance" if held else "swap"]
    script = Script(own, ["pickpocket"], draws=["money3", "money2"])
    script.play(0, "lay {red1} red", "done")
    return script.play(1, "take {pickpocket} {red1}")


def chance_said() -> Script:
    """This player's Bailiff was answered with a No Chance, and there is another one to answer."""
    script = Script(["bailiff", "no-chance"], ["no-chance", "money5"], draws=["money3", "money2"])
    script.play(0, "done")
    script.play(1, "bank {money5}", "done")
    script.play(0, "ask {bailiff} 1")
    return script.play(1, "refuse {no-chance} 1")


def in_debt(*, bank: bool = False) -> Script:
    """This player owes Maeve 5M, with deeds worth 3, 2 and 1 and perhaps 1M in the bank."""
    own = ["red1", "pink1", "brown1", "money1"]
    script = Script(own, ["bailiff"], draws=["money3", "money2"], rules={"plays": 4})
    script.play(0, "lay {red1} red", "lay {pink1} pink", "lay {brown1} brown")
    if bank:
        script.play(0, "bank {money1}")
    return script.play(0, "done").play(1, "ask {bailiff} 0").play(0, "accept 0")


def swap_ready() -> Script:
    """This player holds a Swap; both have deeds that are in no set."""
    script = Script(["swap", "brown1"], ["green1"], draws=["money3", "money2"])
    script.play(0, "lay {brown1} brown", "done")
    return script.play(1, "lay {green1} green", "done")


def takeover_ready() -> Script:
    """This player holds a Hostile Takeover; Maeve has a set of dark blue with a House."""
    theirs = ["dark-blue1", "dark-blue2", "house"]
    script = Script(["takeover", "brown1", "brown2"], theirs, draws=["money3", "money2"])
    script.play(0, "lay {brown1} brown", "lay {brown2} brown", "done")
    script.play(1, "lay {dark-blue1} dark-blue", "lay {dark-blue2} dark-blue")
    return script.play(1, "build {house} {dark-blue1}", "done")


def wild_laid() -> Script:
    """This player's wild deed for red or yellow lies as red, and may be moved."""
    return Script(["wild-red-yellow", "yellow1"], []).play(
        0, "lay {wild-red-yellow} red", "lay {yellow1} yellow"
    )


def nine_cards() -> Script:
    """This player holds nine cards and may end the turn."""
    script = Script(["brown1", "swap", "bailiff"], [], draws=["money3", "money2"])
    return script.play(0, "done").play(1, "done")


def wild_comes() -> Script:
    """A wild deed came to this player by Pickpocket and waits for its colour."""
    script = Script(["pickpocket", "red1"], ["wild-red-yellow"], draws=["money3", "money2"])
    script.play(0, "lay {red1} red", "done")
    script.play(1, "lay {wild-red-yellow} yellow", "done")
    return script.play(0, "take {pickpocket} {wild-red-yellow}").play(1, "accept 1")


def one_move_to_win() -> Script:
    """This player has two sets and lays the last deed of the third."""
    own = ["brown1", "brown2", "utility1", "utility2", "dark-blue1"]
    script = Script(own, [], draws=["dark-blue2", "money3", "money2", "money2"])
    script.play(0, "lay {brown1} brown", "lay {brown2} brown", "lay {utility1} utility", "done")
    script.play(1, "done")
    return script.play(0, "lay {utility2} utility", "lay {dark-blue1} dark-blue")


def full_table(players: int) -> Script:
    """The second turn of this player: long stacks on every table, seven cards of every kind."""
    hands = [
        ["station1", "station2", "station3", "wild-station-utility", "red1"],
        ["orange1", "orange2", "orange3", "dark-blue1", "light-blue1"],
        ["pink1", "pink2", "yellow1", "green1", "brown1"],
        ["light-blue2", "green2", "yellow2", "utility1", "brown2"],
        ["light-blue3", "green3", "yellow3", "utility2", "pink3"],
        ["money10", "station4", "dark-blue2", "wild-light-blue-brown", "wild-ten"],
    ][:players]
    mine = ["red2", "wild-red-yellow", "house", "rent-any", "hike"]
    rules = {"plays": 5, "draw": 5, "hand_limit": 12}
    draws = [*mine, *(["payday"] * 5)]
    dull = ["money1"] * 6 + ["money2"] * 5 + ["money3"] * 3 + ["money4"] * 3 + ["payday"] * 5
    draws += dull[: 5 * (players - 2)]
    draws += ["takeover", "swap", "pickpocket", "no-chance", "bailiff"]
    script = Script(*hands, draws=draws, rules=rules)
    lay = "lay {%s} %s"
    script.play(0, *(lay % (it, "station") for it in hands[0][:4]), lay % ("red1", "red"), "done")
    for seat in range(1, players):
        for card in hands[seat]:
            colour = {"wild-light-blue-brown": "brown", "wild-ten": "pink"}.get(card, card[:-1])
            script.play(seat, f"bank {{{card}}}" if card == "money10" else lay % (card, colour))
        script.play(seat, "done")
    script.play(0, lay % ("red2", "red"), lay % ("wild-red-yellow", "red"))
    return script.play(0, "build {house} {red1}")
