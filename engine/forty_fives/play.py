"""``FortyFives``: the family as the contract sees it. Everything is done in the modules beside.

What the first card can lie on the table without is imported by whoever asks for it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from engine.cards import card_text, parse_card
from engine.forty_fives import legality, state, transitions
from engine.forty_fives.rules import Rules
from engine.forty_fives.state import (
    Bid,
    HandOver,
    Hold,
    Move,
    Name,
    Pass,
    Play,
    State,
    Throw,
)
from engine.game import Faces, Game, Mix, Outcome, Question, Refusal, Shuffle
from engine.house import HouseRule, changed_rules, rules_changes


class FortyFives(Game[State, Move]):
    """The Forty-fives family; which game of it is told by the rules a table is started with."""

    def start(self, rules: Rules, players: int, dealer: int) -> State:
        return state.undealt(rules, players, dealer)

    def shuffle_wanted(self, state: State) -> Shuffle | None:
        return transitions.shuffle_wanted(state)

    def deal(self, state: State) -> State:
        return transitions.deal(state)

    def owed(self, state: State) -> tuple[Question, ...]:
        return legality.owed(state)

    def legal_moves(self, state: State, seat: int) -> Sequence[Move]:
        return legality.legal_moves(state, seat)

    def why_illegal(self, state: State, seat: int, move: Move) -> Refusal | None:
        return legality.why_illegal(state, seat, move)

    def shown(self, state: State, move: Move) -> tuple[int, ...]:
        return (move.slot,) if isinstance(move, Play) else ()

    def step(self, state: State, seat: int, move: Move) -> State:
        return transitions.step(state, seat, move)

    def entitled(self, position: State) -> tuple[int, ...]:
        return state.entitled(position)

    def outcome(self, state: State) -> Outcome | None:
        if not isinstance(state, HandOver) or state.result.winner is None:
            return None
        side, rules = state.result.winner, state.table.rules
        seats = tuple(s for s in range(state.table.players) if rules.side(s) == side)
        if rules.hands:
            return Outcome(seats, "most points")
        bidder_out = rules.side(state.result.bidder) == side
        return Outcome(seats, "the bidder goes out" if bidder_out else "first at the target")

    def seats(self, state: State) -> int:
        return state.table.players

    def rules(self, state: State) -> Rules:
        return state.table.rules

    def pack(self, position: State) -> tuple[int, ...]:
        return state.pack_of(position.table.rules)

    def faces(self, state: State) -> Faces:
        return state.table.faces

    def with_faces(self, position: State, faces: Faces) -> State:
        return state.with_faces(position, faces)

    def mixes(self, state: State) -> tuple[Mix, ...]:
        return state.table.mixes

    def face_text(self, face: int) -> str:
        return card_text(face)

    def parse_face(self, text: str) -> int:
        return parse_card(text)

    def move_text(self, move: Move) -> str:
        return _move_text(move)

    def parse_move(self, text: str) -> Move:
        return _parse_move(text)

    def classes(self) -> tuple[type, ...]:
        return state.CLASSES

    def parse_rules(self, fields: Mapping[str, Any], base: Rules) -> Rules:
        return changed_rules(fields, base)

    def rules_changes(self, rules: Rules, base: Rules) -> dict[str, Any]:
        return rules_changes(rules, base)

    def house_rules(self) -> Sequence[HouseRule]:
        from engine.forty_fives.house import HOUSE_RULES

        return HOUSE_RULES

    def complaints(self, rules: Rules, case: Mapping[str, Any]) -> list[str]:
        from engine.forty_fives import cases

        return cases.complaints(rules, case)

    def explain(self, state: State, seat: int, refusal: Refusal) -> str:
        from engine.forty_fives import words

        return words.explain(state, seat, refusal)

    def said(self, before: State, seat: int, move: Move, after: State, names: Sequence[str]) -> str:
        from engine.forty_fives import telling

        return telling.said(before, seat, move, after, names)

    def tell(self, state: State, seat: int, names: Sequence[str]) -> list[str]:
        from engine.forty_fives import telling

        return telling.tell(state, seat, names)


FORTY_FIVES: Final = FortyFives()

# -- text forms -----------------------------------------------------------------------------------


def _move_text(move: Move) -> str:
    match move:
        case Pass():
            return "pass"
        case Hold():
            return "hold"
        case Bid(figure, trump):
            return f"bid {figure} {trump}".rstrip()
        case Name(trump):
            return f"name {trump}"
        case Throw(slots):
            return " ".join(["throw", *map(str, slots)])
        case Play(slot):
            return f"play {slot}"


def _parse_move(text: str) -> Move:
    word, *rest = text.split()[:64] or [""]
    try:
        match word, rest:
            case "pass", []:
                return Pass()
            case "hold", []:
                return Hold()
            case "bid", [figure]:
                return Bid(int(figure))
            case "bid", [figure, suit]:
                return Bid(int(figure), suit)
            case "name", [suit]:
                return Name(suit)
            case "throw", slots:
                return Throw(tuple(int(slot) for slot in slots))
            case "play", [slot]:
                return Play(int(slot))
    except ValueError:
        pass
    raise ValueError(
        f"“{text[:40]}” is not a move: pass, hold, bid 20, name S, throw 3 4 or play 7."
    )
