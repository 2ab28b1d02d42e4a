"""One's hand, and the strip that tells what was touched, what it does and how it is played."""

from __future__ import annotations

import htpy as h
from htpy import Node, Renderable

from engine.deeds.deck import CARDS, COLOURS
from engine.deeds.play import DEEDS
from engine.deeds.state import Shift, Stack, State, complete, stack_of
from engine.deeds.words import about
from web.app import texts
from web.app.components.cards import card_back
from web.app.components.icons import icon
from web.app.components.parts import Action, attributes, icon_button
from web.app.components.table import prompt
from web.app.model import Model
from web.app.screens.deeds import words
from web.app.screens.deeds.drawing import deed_card
from web.app.screens.deeds.half import Ways, do, makes, may_play, usable
from web.app.screens.deeds.stacks import shown
from web.app.tables import AppTable, asks, held
from web.app.telling import names

_KINDS = ("deed", "wild", "rent", "any rent", "hike", "money")


def sorted_hand(state: State, hand: tuple[int, ...]) -> list[int]:
    """The slots as a hand is held: deeds by colour, wilds, rents, actions, money, No Chance last."""
    order = {kind: i for i, kind in enumerate(("deed", "wild", "rent", "any rent", "hike"))}
    colours = list(COLOURS)

    def place(slot: int) -> tuple[int, int, int, int]:
        face = state.table.faces[slot]
        if face is None:  # still being dealt
            return 9, 0, 0, slot
        card = CARDS[face]
        kind = order.get(card.kind, {"money": 7, "no chance": 8}.get(card.kind, 6))
        first = colours.index(card.colours[0]) if card.colours else 0
        return kind, first, face, slot

    return sorted(hand, key=place)


def hand_cards(model: Model, table: AppTable) -> tuple[Node, ...]:
    """One's own cards as buttons; those that cannot be used are dimmed and tell why."""
    state: State = table.state
    asked = asks(table) and may_play(state, table.me)
    able = usable(state, table.me) if asked else frozenset()
    return tuple(
        _hand_card(state, slot, slot in able if asked else None, selected=slot == model.touched)
        for slot in sorted_hand(state, held(table, state.hands))
    )


def _hand_card(state: State, slot: int, playable: bool | None, *, selected: bool) -> Node:
    face = state.table.faces[slot]
    if face is None:
        return card_back(name=words.COMING, slot_key=slot, id=f"card-{slot}")
    return deed_card(
        face,
        slot=slot,
        event="card",
        id=f"card-{slot}",
        playable=playable,
        selected=selected,
    )


def _face(state: State, slot: int) -> int:
    face = state.table.faces[slot]
    assert face is not None  # one's own, or open
    return face


def touched_strip(model: Model, table: AppTable, ways: Ways) -> Node:
    """What the touched card or stack is and does, with a button for every way to play it."""
    state: State = table.state
    slot = model.touched
    if slot is None:
        return None
    close = Action(texts.CLOSE, "let-go", icon="close", id="strip-close")
    if slot in held(table, state.hands):
        if state.table.faces[slot] is None:
            return None
        from web.app.screens.deeds.ways import why_not

        face = _face(state, slot)
        refusal = model.refused or (why_not(state, table.me, slot) if asks(table) else "")
        said = ways.hint or about(state.table.rules, face)
        return _strip(CARDS[face].title, said, refusal, ways.actions, close)
    for seat, stacks in enumerate(state.stacks):
        stack = stack_of(stacks, slot)
        if stack is not None:
            return _strip(
                _stack_title(model, table, seat, stack),
                stack_text(state, seat, stack),
                model.refused,
                _shifts(table, stack) if seat == table.me else (),
                close,
            )
    return None


def touched_text(model: Model, table: AppTable) -> str:
    """What was touched while a sheet asks something else, in a sentence; else nothing."""
    state: State = table.state
    slot = model.touched
    if slot is None:
        return ""
    if slot in held(table, state.hands):
        face = _face(state, slot)
        return f"{CARDS[face].title}: {about(state.table.rules, face)}"
    for seat, stacks in enumerate(state.stacks):
        stack = stack_of(stacks, slot)
        if stack is not None:
            return f"{_stack_title(model, table, seat, stack)}. {stack_text(state, seat, stack)}"
    return ""


def _stack_title(model: Model, table: AppTable, seat: int, stack: Stack) -> str:
    whole = words.full(
        len(stack.deeds), COLOURS[stack.colour].size, complete(stack, table.state.table.faces)
    )
    whose = "Your" if seat == table.me else f"{names(model)[seat]}'s"
    return f"{whose} {stack.colour}: {whole}"


def stack_text(state: State, seat: int, stack: Stack) -> str:
    """The deeds of a stack and what they earn."""
    deeds = ", ".join(words.title(state, slot) for slot in stack.deeds)
    rent = words.money(shown(state, seat, stack).rent)
    return f"{deeds}. Rent {rent}."


def _shifts(table: AppTable, stack: Stack) -> tuple[Action, ...]:
    """The free moves of one's own wild deeds in the stack."""
    state: State = table.state
    if not asks(table) or not may_play(state, table.me):
        return ()
    return tuple(
        do(f"{words.TURN_INTO} {move.colour}", move, note=makes(state, table.me, move))
        for move in DEEDS.legal_moves(state, table.me)
        if isinstance(move, Shift) and move.slot in stack.deeds
    )


def _strip(
    title: str, said: str, refusal: str, actions: tuple[Action, ...], close: Action
) -> Renderable:
    return h.div(".strip.told", id="strip", data_refused="true" if refusal else None)[
        h.div(".told-text")[
            h.b[title],
            h.p(".why")[icon("warn"), refusal] if refusal else None,
            h.p[said],
        ],
        icon_button(close),
        h.div(".told-ways", data_n=str(min(len(actions), 10)), data_many=_flag(len(actions) > 4))[
            [_way(action) for action in actions]
        ]
        if actions
        else None,
    ]


def _flag(on: bool) -> str | None:
    return "true" if on else None


def _way(action: Action) -> Renderable:
    return h.button(".btn", attributes(action), data_kind=action.kind)[
        icon(action.icon) if action.icon else None,
        h.span[action.text, action.note and h.small[action.note]],
    ]


def turn_prompt(model: Model, table: AppTable) -> Node:
    """What is to do now, in a line."""
    state: State = table.state
    if model.refused:
        return prompt(model.refused)
    if state.result is not None:
        return prompt("The game is over.")
    owed = [(it.seat, it.what) for it in table.owed()]
    if asks(table) and may_play(state, table.me):
        if state.plays:
            return prompt("Tap a card to play it", mine=True)
        return prompt("All plays are made: end your turn", mine=True)
    waiting = [it for it in owed if it[0] != table.me]
    if waiting:
        return prompt(words.waiting(names(model), waiting))
    return prompt(words.UNDER_WAY) if state.turn == table.me and not owed else None
