"""Positions of Deeds for tests, written in words, and the same positions as the restatement has them.

A seat's line names what lies where, as in ``"hand payday money5 | bank money1 money1.2 | red: red1
red2 red3 house"``; ``money1.2`` is the second card of that name. A move is written as in a record,
with names for the numbers of cards: ``"rent rent-red-yellow red all hikes hike"``.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, replace
from random import Random
from typing import Any

from engine.deeds.deck import CARDS, COLOURS, FACES, VALUE
from engine.deeds.play import DEEDS
from engine.deeds.rules import Rules
from engine.deeds.state import Action, Stack, State, Table, Track, Wild, pack_of
from engine.game import IllegalMove
from engine.record import with_deal
from engine.table import dealt_by
from tests.naive.deeds_moves import slug
from tests.naive.deeds_table import GameDict, arrangement

COLOUR = {slug(colour): colour for colour in COLOURS}

# ------------------------------------------------------------------------------- written in words


def slot_of(rules: Rules, name: str) -> int:
    """The number of a card: of its first copy, or of the one after the dot."""
    text, _, copy = name.partition(".")
    copies = [slot for slot, face in enumerate(pack_of(rules)) if face == FACES[text]]
    return copies[int(copy or 1) - 1]


def board(
    *seats: str,
    rules: Rules | None = None,
    turn: int = 0,
    plays: int | None = None,
    stock: str = "",
    discard: str = "",
    rest: bool = True,
    number: int = 1,
) -> State:
    """A position on somebody's turn. The stock is named top first; all other cards lie under it.

    Without the ``rest`` those cards are nowhere: for tests of piles that run out.
    """
    rules = rules or Rules()
    banks, hands, stacks = [], [], []
    for seat in seats:
        hand, bank, own = _laid(rules, seat)
        hands.append(hand)
        banks.append(bank)
        stacks.append(own)
    top = _slots(rules, stock)
    thrown = _slots(rules, discard)
    named = {*top, *thrown}.union(*hands, *banks)
    named.update(slot for own in stacks for it in own for slot in (*it.deeds, it.house, it.hotel))
    under = [slot for slot in range(len(pack_of(rules))) if slot not in named] if rest else []
    table = Table(rules, len(seats), len(seats) - 1, pack_of(rules))
    return State(
        table,
        (*under, *reversed(top)),
        tuple(thrown),
        tuple(hands),
        tuple(banks),
        tuple(stacks),
        turn,
        number,
        rules.plays if plays is None else plays,
    )


def _slots(rules: Rules, names: str) -> tuple[int, ...]:
    return tuple(slot_of(rules, name) for name in names.split())


def _laid(rules: Rules, line: str) -> tuple[tuple[int, ...], tuple[int, ...], tuple[Stack, ...]]:
    hand: tuple[int, ...] = ()
    bank: tuple[int, ...] = ()
    stacks = []
    for part in filter(None, map(str.strip, line.split("|"))):
        head, _, names = part.partition(" ")
        if head == "hand":
            hand = _slots(rules, names)
        elif head == "bank":
            bank = _slots(rules, names)
        else:
            stacks.append(_stack(rules, COLOUR[head.rstrip(":")], names.split()))
    return hand, bank, tuple(stacks)


def _stack(rules: Rules, colour: str, names: list[str]) -> Stack:
    house = [slot_of(rules, name) for name in names if name.startswith("house")]
    hotel = [slot_of(rules, name) for name in names if name.startswith("hotel")]
    deeds = [slot_of(rules, name) for name in names if not name.startswith(("house", "hotel"))]
    return Stack(colour, tuple(deeds), *(house or [-1]), *(hotel or [-1]))


def deeds_of(colour: str, many: int) -> str:
    """So many deeds of a colour, by name."""
    return " ".join(f"{slug(colour)}{number}" for number in range(1, many + 1))


def move_of(state: State, text: str) -> Any:
    """The move that a text with names of cards tells."""
    words = text.split()
    hike_alone = words[0] == "refuse" and words[-1] == "hike"
    last = [words.pop()] if hike_alone else []
    told = [_number(state, word) for word in words] + last
    if told[0] in ("pay", "throw"):
        told[1:] = sorted(told[1:], key=int)
    return DEEDS.parse_move(" ".join(told))


def _number(state: State, word: str) -> str:
    named = word.partition(".")[0] in FACES
    return str(slot_of(state.table.rules, word)) if named else word


def play(state: State, *told: str) -> State:
    """The position after some moves, each as ``"0: done"``. Where a shuffle is wanted it is made."""
    for line in told:
        seat, _, text = line.partition(": ")
        state = mixed(DEEDS.apply(state, int(seat), move_of(state, text)))
    return state


def mixed(state: State) -> State:
    """The position after the shuffle that is wanted, if any; one is always enough."""
    if DEEDS.shuffle_wanted(state) is not None:
        state = with_deal(DEEDS, state, dealt_by(DEEDS, state, Random(0)))
        assert DEEDS.shuffle_wanted(state) is None
    return state


def refused(state: State, told: str) -> str:
    """The name of the rule against a move; empty when there is none."""
    seat, _, text = told.partition(": ")
    try:
        DEEDS.apply(state, int(seat), move_of(state, text))
    except IllegalMove as error:
        return error.refusal.rule
    return ""


def names(state: State, slots: Iterable[int]) -> str:
    """The cards' names in a row, in alphabetical order."""
    return " ".join(sorted(CARDS[state.table.faces[slot] or 0].text for slot in slots))


def hand(state: State, seat: int) -> str:
    return names(state, state.hands[seat])


def bank(state: State, seat: int) -> str:
    return names(state, state.banks[seat])


def laid(state: State, seat: int) -> str:
    """A seat's stacks as in its line: ``"red: red1 red2 | yellow: wild-red-yellow"``."""
    rows = []
    for stack in state.stacks[seat]:
        buildings = [slot for slot in (stack.house, stack.hotel) if slot >= 0]
        inside = names(state, stack.deeds) + "".join(f" {names(state, [it])}" for it in buildings)
        rows.append(f"{slug(stack.colour)}: {inside}")
    return " | ".join(sorted(rows))


def money(state: State, seat: int) -> int:
    return sum(VALUE[state.table.faces[slot] or 0] for slot in state.banks[seat])


def asked(state: State) -> set[tuple[int, str]]:
    """Who owes the table what."""
    return {(question.seat, question.what) for question in DEEDS.owed(state)}


# ---------------------------------------------------------------------- as the restatement has them


def dict_of(state: State) -> GameDict:
    """The position as the restatement has it."""
    game: GameDict = {
        "flags": asdict(state.table.rules),
        "players": state.table.players,
        "cards": [CARDS[face or 0].text for face in state.table.faces],
        "stock": list(state.stock),
        "discard": list(state.discard),
        "hands": [list(cards) for cards in state.hands],
        "banks": [list(cards) for cards in state.banks],
        "stacks": [[_stack_dict(stack) for stack in own] for own in state.stacks],
        "turn": state.turn,
        "number": state.number,
        "plays": state.plays,
        "to_draw": state.to_draw,
        "throwing": state.throwing,
        "action": _action_dict(state.action),
        "unplaced": [(wild.seat, wild.slot) for wild in state.unplaced],
        "winners": None if state.result is None else list(state.result.winners),
    }
    seen = [{(c, frozenset(deeds)) for c, deeds in then} for then in state.seen]
    return game | {"seen": [*seen, arrangement(game, state.turn)]}


def _stack_dict(stack: Stack) -> dict[str, Any]:
    return {
        "colour": stack.colour,
        "deeds": list(stack.deeds),
        "house": None if stack.house < 0 else stack.house,
        "hotel": None if stack.hotel < 0 else stack.hotel,
    }


def _action_dict(action: Action | None) -> dict[str, Any] | None:
    if action is None:
        return None
    keys = ("stage", "due", "hikes", "thrown", "on_hike")
    tracks = {
        track.seat: {key: getattr(track, key) for key in keys}
        for track in action.tracks
        if track.stage != "done"
    }
    kind = "rent" if action.kind == "any rent" else action.kind
    give = None if action.give < 0 else action.give
    take = None if action.take < 0 else action.take
    return {
        "kind": kind,
        "player": action.player,
        "give": give,
        "take": take,
        "tracks": tracks,
    }


def state_of(game: GameDict) -> State:
    """The same position as the engine has it, nothing yet seen in this turn."""
    stacks = tuple(
        tuple(
            Stack(
                stack["colour"],
                tuple(stack["deeds"]),
                -1 if stack["house"] is None else stack["house"],
                -1 if stack["hotel"] is None else stack["hotel"],
            )
            for stack in own
        )
        for own in game["stacks"]
    )
    faces = tuple(FACES[name] for name in game["cards"])
    table = Table(Rules(**game["flags"]), game["players"], 0, faces)
    state = State(
        table,
        tuple(game["stock"]),
        tuple(game["discard"]),
        tuple(map(tuple, game["hands"])),
        tuple(map(tuple, game["banks"])),
        stacks,
        game["turn"],
        game["number"],
        game["plays"],
        unplaced=tuple(Wild(seat, slot) for seat, slot in game["unplaced"]),
    )
    told = game["action"]
    if told is None:
        return state
    tracks = tuple(Track(seat, **track) for seat, track in told["tracks"].items())
    return replace(state, action=Action(told["kind"], told["player"], tracks))
