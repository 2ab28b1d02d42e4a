"""``Deeds``: the game as the contract sees it. Everything is done in the modules beside.

What the first card can lie on the table without is imported by whoever asks for it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from engine.deeds import deck, legality, state, transitions
from engine.deeds.rules import Rules
from engine.deeds.state import (
    EVERYONE,
    Accept,
    Ask,
    Bank,
    Build,
    Done,
    Draw,
    Lay,
    Move,
    Pay,
    Place,
    Refuse,
    Rent,
    Seize,
    Shift,
    State,
    Take,
    Throw,
    Trade,
)
from engine.game import Faces, Game, Mix, Outcome, Question, Refusal, Shuffle
from engine.house import HouseRule, changed_rules, rules_changes


class Deeds(Game[State, Move]):
    """The property game."""

    def start(self, rules: Rules, players: int, dealer: int) -> State:
        return state.undealt(rules, players, dealer)

    def shuffle_wanted(self, state: State) -> Shuffle | None:
        return transitions.shuffle_wanted(state)

    def deal(self, state: State) -> State:
        return transitions.deal(state)

    def owed(self, state: State) -> tuple[Question, ...]:
        return legality.owed(state)

    def legal_moves(self, state: State, seat: int) -> Sequence[Move]:
        from engine.deeds import options

        return options.legal_moves(state, seat)

    def why_illegal(self, state: State, seat: int, move: Move) -> Refusal | None:
        return legality.why_illegal(state, seat, move)

    def shown(self, state: State, move: Move) -> tuple[int, ...]:
        match move:
            case Done() | Shift() | Accept() | Pay() | Place():
                return ()
            case Throw(slots):
                return slots
            case Rent(slot, _, hikes, _):
                return (slot, *hikes)
        return (move.slot,)

    def step(self, state: State, seat: int, move: Move) -> State:
        return transitions.step(state, seat, move)

    def entitled(self, position: State) -> tuple[int, ...]:
        return state.entitled(position)

    def outcome(self, state: State) -> Outcome | None:
        return state.result

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
        return deck.CARDS[face].text

    def parse_face(self, text: str) -> int:
        return deck.parse_face(text)

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
        from engine.deeds.house import HOUSE_RULES

        return HOUSE_RULES

    def complaints(self, rules: Rules, case: Mapping[str, Any]) -> list[str]:
        from engine.deeds import cases

        return cases.complaints(rules, case)

    def explain(self, state: State, seat: int, refusal: Refusal) -> str:
        from engine.deeds import words

        return words.explain(state, seat, refusal)

    def said(self, before: State, seat: int, move: Move, after: State, names: Sequence[str]) -> str:
        from engine.deeds import telling

        return telling.said(before, seat, move, after, names)

    def tell(self, state: State, seat: int, names: Sequence[str]) -> list[str]:
        from engine.deeds import telling

        return telling.tell(state, seat, names)


DEEDS: Final = Deeds()

# -- text forms -----------------------------------------------------------------------------------


def _colour(name: str) -> str:
    return name.replace(" ", "-")


def _target(seat: int) -> str:
    return "all" if seat == EVERYONE else str(seat)


def _move_text(move: Move) -> str:
    match move:
        case Done():
            return "done"
        case Lay(slot, colour) | Shift(slot, colour) | Place(slot, colour):
            return f"{_WORDS[type(move)]} {slot} {_colour(colour)}"
        case Rent(slot, colour, hikes, target):
            raised = " ".join(["", "hikes", *map(str, hikes)]) if hikes else ""
            return f"rent {slot} {_colour(colour)} {_target(target)}{raised}"
        case Ask(slot, target):
            return f"ask {slot} {_target(target)}"
        case Trade(slot, own, deed):
            return f"trade {slot} {own} {deed}"
        case Take(slot, deed) | Seize(slot, deed) | Build(slot, deed):
            return f"{_WORDS[type(move)]} {slot} {deed}"
        case Refuse(slot, target, hike):
            return f"refuse {slot} {target}{' hike' if hike else ''}"
        case Accept(target):
            return f"accept {target}"
        case Pay(slots) | Throw(slots):
            return " ".join([_WORDS[type(move)], *map(str, slots)])
        case Bank(slot) | Draw(slot):
            return f"{_WORDS[type(move)]} {slot}"


_WORDS: Final[dict[type, str]] = {
    Lay: "lay",
    Shift: "shift",
    Place: "place",
    Take: "take",
    Seize: "seize",
    Build: "build",
    Pay: "pay",
    Throw: "throw",
    Bank: "bank",
    Draw: "draw",
}

_MOST: Final = 260  # words in the text of a move: a table and a verb


def _parse_move(text: str) -> Move:
    word, *rest = text.split()[:_MOST] or [""]
    try:
        if word in _PARSED:
            return _PARSED[word](rest)
    except (ValueError, IndexError, KeyError):
        pass
    raise ValueError(
        f"“{text[:40]}” is not a move: done, lay 7 red, bank 7, rent 7 red all, pay 3 4 …"
    )


def _numbers(words: Sequence[str], count: int) -> list[int]:
    if len(words) != count:
        raise ValueError("so many numbers are not wanted")
    return [_number(word) for word in words]


def _number(word: str) -> int:
    """A slot or a seat, in the one form in which ``move_text`` writes it."""
    if not (word.isascii() and word.isdigit()) or len(word) > 5:
        raise ValueError("not a number")
    return int(word)


def _seat(word: str) -> int:
    return EVERYONE if word == "all" else _number(word)


def _slot_colour(words: Sequence[str]) -> tuple[int, str]:
    slot, colour = words
    return _number(slot), _BY_TEXT[colour]


_BY_TEXT: Final = {_colour(name): name for name in deck.COLOURS}


def _parse_rent(words: Sequence[str]) -> Rent:
    slot, colour, target, *more = words
    if more[:1] not in ([], ["hikes"]) or len(more) == 1:
        raise ValueError("only hikes follow")
    hikes = tuple(_number(word) for word in more[1:])
    return Rent(_number(slot), _BY_TEXT[colour], hikes, _seat(target))


def _parse_ask(words: Sequence[str]) -> Ask:
    slot, target = words
    return Ask(_number(slot), _seat(target))


def _parse_refuse(words: Sequence[str]) -> Refuse:
    if words[2:] not in ([], ["hike"]):
        raise ValueError("only a hike follows")
    slot, target = _numbers(words[:2], 2)
    return Refuse(slot, target, bool(words[2:]))


def _parse_done(words: Sequence[str]) -> Done:
    _numbers(words, 0)
    return Done()


_PARSED: Final[dict[str, Callable[[Sequence[str]], Move]]] = {
    "done": _parse_done,
    "lay": lambda words: Lay(*_slot_colour(words)),
    "shift": lambda words: Shift(*_slot_colour(words)),
    "place": lambda words: Place(*_slot_colour(words)),
    "bank": lambda words: Bank(*_numbers(words, 1)),
    "draw": lambda words: Draw(*_numbers(words, 1)),
    "ask": _parse_ask,
    "rent": _parse_rent,
    "take": lambda words: Take(*_numbers(words, 2)),
    "trade": lambda words: Trade(*_numbers(words, 3)),
    "seize": lambda words: Seize(*_numbers(words, 2)),
    "build": lambda words: Build(*_numbers(words, 2)),
    "accept": lambda words: Accept(*_numbers(words, 1)),
    "refuse": _parse_refuse,
    "pay": lambda words: Pay(tuple(_number(word) for word in words)),
    "throw": lambda words: Throw(tuple(_number(word) for word in words)),
}
