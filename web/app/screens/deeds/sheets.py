"""The sheets of the table: answer an action, pay a debt, place a wild deed, throw down."""

from __future__ import annotations

import htpy as h
from htpy import Node

from engine.deeds.holdings import worth
from engine.deeds.payment import due_from, everything, least_offer
from engine.deeds.play import DEEDS
from engine.deeds.state import Accept, Place, Refuse, State, Track
from web.app.components.parts import Action, Kind, attributes, buttons
from web.app.components.sheets import sheet, throw_sheet
from web.app.model import Model
from web.app.screens.deeds import words
from web.app.screens.deeds.drawing import band, deed_card
from web.app.screens.deeds.half import asked, makes
from web.app.screens.deeds.strip import sorted_hand, touched_text
from web.app.tables import AppTable
from web.app.telling import names


def sheet_of(model: Model, table: AppTable) -> Node:
    """The sheet for what this player is asked now, if it is one."""
    make = {"answer": _answer, "place": _place, "pay": _pay, "throw": _throw}.get(asked(table))
    return make(model, table) if make is not None else None


# -- answer -------------------------------------------------------------------------------------------


def _answer(model: Model, table: AppTable) -> Node:
    """Asked every time alike, whether a No Chance is held or not."""
    state: State = table.state
    moves = DEEDS.legal_moves(state, table.me)
    first = next(move for move in moves if isinstance(move, Accept))
    chances = [it for it in moves if isinstance(it, Refuse) and it.target == first.target]
    actions = [
        Action(
            words.NO_CHANCE_HIKE if move.hike else words.NO_CHANCE,
            "move",
            DEEDS.move_text(move),
            id=f"no-chance{'-hike' if move.hike else ''}",
        )
        for move in chances
    ]
    # Where there is a choice neither answer is urged on the thumb.
    kind: Kind = "plain" if chances else "prime"
    let = Action(words.LET_IT_STAND, "move", DEEDS.move_text(first), kind=kind, id="let-stand")
    title, text = _asked_what(model, state, table.me, first.target)
    note = touched_text(model, table) or ("" if chances else words.NONE_HELD)
    return sheet(
        title,
        [note and h.p(".counter", id="counter")[note], buttons(*actions, let)],
        text=text,
        id="answer-sheet",
    )


def _asked_what(model: Model, state: State, me: int, target: int) -> tuple[str, str]:
    """The card and what it would do, or that one's own was answered."""
    action, called = state.action, names(model)
    assert action is not None  # else nothing is asked
    track = next(it for it in action.tracks if it.seat == target)
    title = words.ACTIONS[action.kind]
    if action.player == me:
        said = words.chance_against_you if track.thrown == 1 else words.chance_again_at
        return words.NO_CHANCE, said(called[target], action.kind)
    player = called[action.player]
    if track.thrown:
        return words.NO_CHANCE, words.chance_again(player, action.kind)
    return title, words.against_you(state, action, player, track.due, track.hikes)


# -- place ----------------------------------------------------------------------------------------------


def _place(model: Model, table: AppTable) -> Node:
    """A wild deed has come: where shall it lie?"""
    state: State = table.state
    places = [move for move in DEEDS.legal_moves(state, table.me) if isinstance(move, Place)]
    slot = places[0].slot
    choices = [_colour(state, table.me, move) for move in places if move.slot == slot]
    return sheet(
        words.title(state, slot),
        h.div(".colours", data_n=str(len(choices)))[choices],
        text=words.WHICH_COLOUR,
        id="place-sheet",
    )


def _colour(state: State, me: int, move: Place) -> Node:
    action = Action(move.colour, "move", DEEDS.move_text(move))
    return h.button(".bid.colour", attributes(action))[
        band(move.colour), h.small[makes(state, me, move)]
    ]


# -- pay ------------------------------------------------------------------------------------------------


def offered(model: Model, table: AppTable) -> tuple[int, ...]:
    """What is chosen to pay with: until something is changed, what costs least."""
    return model.picked if model.figure else least_offer(table.state, table.me)


def payable(state: State, me: int) -> list[int]:
    """Everything on one's table that could be handed over: the bank first, the dearest last."""
    faces = state.table.faces
    able = {*everything(state, me), *(s for it in state.stacks[me] for s in it.deeds)}
    bank = sorted(state.banks[me], key=lambda slot: worth((slot,), faces))
    rest = [s for it in state.stacks[me] for s in (*it.deeds, it.house, it.hotel) if s in able]
    return [*bank, *rest]


def _pay(model: Model, table: AppTable) -> Node:
    state: State = table.state
    assert state.action is not None  # a debt is somebody's action
    due, offer = due_from(state, table.me), tuple(sorted(offered(model, table)))
    refusal = _why_no_offer(state, table.me, offer)
    value = worth(offer, state.table.faces)
    cards = [_giving(state, slot, slot in offer) for slot in payable(state, table.me)]
    pay = Action(f"Pay {words.money(value)}", "pay", kind="prime", off=bool(refusal))
    again = [Action(words.CHOOSE_FOR_ME, "choose", kind="quiet")] if model.figure else []
    return throw_sheet(
        words.owed_to(names(model)[state.action.player], due),
        cards,
        counter=words.chosen_of(value, due),
        main=pay,
        label=words.PAY_FROM,
        text=_why_pay(model, state, _track(state, table.me)),
        warning=refusal,
        more=again,
    )


def _track(state: State, me: int) -> Track:
    assert state.action is not None  # a debt is somebody's action
    return next(it for it in state.action.tracks if it.seat == me)


def _why_pay(model: Model, state: State, track: Track) -> str:
    action = state.action
    assert action is not None  # a debt is somebody's action
    player = names(model)[action.player]
    return words.against_you(state, action, player, track.due, track.hikes)


def _why_no_offer(state: State, me: int, offer: tuple[int, ...]) -> str:
    move = DEEDS.parse_move(" ".join(["pay", *map(str, offer)])) if offer else None
    if move is None:
        return words.NOTHING_CHOSEN
    refusal = DEEDS.why_illegal(state, me, move)
    return DEEDS.explain(state, me, refusal) if refusal is not None else ""


def _giving(state: State, slot: int, goes: bool) -> Node:
    face = state.table.faces[slot]
    assert face is not None  # it lies open
    return deed_card(
        face,
        slot=slot,
        event="give",
        id=f"give-{slot}",
        selected=goes,
        mark="given" if goes else "",
    )


# -- throw ----------------------------------------------------------------------------------------------


def _throw(model: Model, table: AppTable) -> Node:
    state: State = table.state
    wanted = len(DEEDS.legal_moves(state, table.me)[0].slots)  # type: ignore[union-attr]
    chosen = len(model.picked)
    main = Action(
        f"Throw {words.count(wanted, 'card')}", "throw", kind="prime", off=chosen != wanted
    )
    return throw_sheet(
        f"Throw {words.count(wanted, 'card')} down",
        [
            _thrown(state, slot, slot in model.picked)
            for slot in sorted_hand(state, state.hands[table.me])
        ],
        counter=f"{chosen} of {wanted} chosen",
        main=main,
        label=words.YOUR_HAND,
        text=touched_text(model, table) or words.THROW_NOTE,
        warning=model.refused,
    )


def _thrown(state: State, slot: int, goes: bool) -> Node:
    face = state.table.faces[slot]
    assert face is not None  # one's own
    return deed_card(
        face,
        slot=slot,
        event="pick",
        id=f"card-{slot}",
        selected=goes,
        mark="thrown" if goes else "",
    )
