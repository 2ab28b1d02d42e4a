"""A move half made: what can still become of a touched card, found in the legal moves.

Nothing of it is in the game before the whole move is made, so to put it away leaves all as it was.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from engine.deeds.play import DEEDS
from engine.deeds.state import State, stack_of
from web.app.components.parts import Action, Kind
from web.app.screens.deeds import words
from web.app.screens.deeds.stacks import shown
from web.app.tables import AppTable


@dataclass(frozen=True, slots=True)
class Ways:
    """Buttons, what may be tapped on the tables instead or first, and a sentence about it."""

    actions: tuple[Action, ...] = ()
    deeds: frozenset[int] = frozenset()
    seats: frozenset[int] = frozenset()
    hint: str = ""

    def prime(self) -> Action | None:
        """What a second tap on the card does, where that is plain."""
        return next((it for it in self.actions if it.kind == "prime"), None)


@dataclass(frozen=True, slots=True)
class Half:
    """A half-made move: the moves it may still become, and what is chosen for it."""

    state: State
    me: int
    called: Sequence[str]
    picked: tuple[int, ...]
    hikes: int
    moves: tuple[Any, ...] = ()


def asked(table: AppTable) -> str:
    """What this player is asked first: where several things are, an answer comes before the rest."""
    what = {question.what for question in table.owed() if question.seat == table.me}
    return next((it for it in ("answer", "place", "pay", "throw", "play") if it in what), "")


def may_play(state: State, me: int) -> bool:
    """Whether this player's turn waits for a play."""
    return any(it.seat == me and it.what == "play" for it in DEEDS.owed(state))


@lru_cache(maxsize=4)
def _by_card(state: State, me: int) -> Mapping[int, tuple[Any, ...]]:
    """This player's moves by the card they are made with: one tap asks for them many times."""
    found: dict[int, list[Any]] = {}
    for move in DEEDS.legal_moves(state, me):
        found.setdefault(getattr(move, "slot", -1), []).append(move)
    return {slot: tuple(moves) for slot, moves in found.items()}


def usable(state: State, me: int) -> frozenset[int]:
    """The cards of one's hand that can be used for anything now."""
    return frozenset(_by_card(state, me)) if may_play(state, me) else frozenset()


def moves_with(state: State, me: int, slot: int) -> tuple[Any, ...]:
    """All moves the card can be used for now."""
    if not may_play(state, me) or slot not in state.hands[me]:
        return ()
    return _by_card(state, me).get(slot, ())


def do(text: str, move: Any, *, prime: bool = False, note: str = "") -> Action:
    """The button that makes a move."""
    kind: Kind = "prime" if prime else "plain"
    return Action(text, "move", DEEDS.move_text(move), kind=kind, note=note)


def amount(half: Half, move: Any) -> str:
    """What a move asks of everyone it is played against, as the game itself reckons it."""
    action = DEEDS.step(half.state, half.me, move).action
    return words.money(action.tracks[0].due) if action is not None else ""


def makes(state: State, me: int, move: Any) -> str:
    """What the stack would be after a deed is laid: ``2 of 3 · 3M``."""
    after = DEEDS.step(state, me, move)
    stack = stack_of(after.stacks[me], move.slot)
    if stack is None:
        return ""
    seen = shown(after, me, stack)
    whole = words.full(len(stack.deeds), seen.size, seen.complete)
    return f"{whole}, rent {words.money(seen.rent)}"
