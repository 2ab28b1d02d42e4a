"""What each seat shows to the table: a plate with sets, bank and cards, and its deeds in stacks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import htpy as h
from htpy import Node, Renderable

from engine.deeds.holdings import worth
from engine.deeds.play import DEEDS
from engine.deeds.state import State, sets_of
from web.app.components.icons import icon
from web.app.components.kept import kept
from web.app.components.parts import spoken
from web.app.screens.deeds import words
from web.app.screens.deeds.stacks import Shown, shown, stack_view


@dataclass(frozen=True, slots=True)
class Plate:
    """One player in a line or two. `call` is the bank, or what the player owes now."""

    seat: int
    name: str
    sets: int
    wanted: int
    bank: int
    cards: int
    call: str = ""
    turn: str = ""
    target: bool = False
    away: str = ""


def plate(
    called: Sequence[str], state: State, seat: int, me: int, targets: frozenset[int], away: str = ""
) -> Plate:
    """What the seat's plate shows now; `targets` are the seats that may be chosen."""
    owed = next((it for it in DEEDS.owed(state) if it.seat == seat), None)
    name = called[seat]
    return Plate(
        seat,
        name,
        sets_of(state, seat),
        state.table.rules.sets,
        worth(state.banks[seat], state.table.faces),
        len(state.hands[seat]),
        call=_owes(state, seat, owed.what if owed is not None else ""),
        turn=words.turn_of(name, seat == me) if _is_up(state, seat, owed is not None) else "",
        target=seat in targets,
        away=away,
    )


def _is_up(state: State, seat: int, asked: bool) -> bool:
    """The seat that is asked now; its turn it is when nobody else is."""
    return asked and state.result is None


def _owes(state: State, seat: int, what: str) -> str:
    """What is owed by whom, in two words."""
    tracks = state.action.tracks if state.action is not None else ()
    due = next((it.due for it in tracks if it.seat == seat and it.stage != "done"), 0)
    if what in ("pay", "answer") and due:
        return f"owes {words.money(due)}"
    return {"answer": "to answer", "place": "placing", "throw": "throwing"}.get(what, "")


@kept
def plates(players: tuple[Plate, ...]) -> Renderable:
    """The others, from the left of this player round to the right; each a button."""
    return h.ul(
        ".plates",
        id="plates",
        aria_label=words.OTHERS,
        data_n=str(len(players)),
        data_many="true" if len(players) > 3 else None,
    )[[h.li[plate_button(player)] for player in players]]


@kept
def plate_button(player: Plate, *, own: bool = False) -> Renderable:
    """A plate to tap: for what lies in the bank, or as the one a card is played against."""
    return h.button(
        ".plate.own" if own else ".plate",
        type="button",
        id="own" if own else f"plate-{player.seat}",
        data_event="seat",
        data_value=str(player.seat),
        data_seat=str(player.seat),
        data_move=f"seat-{player.seat}",
        data_turn="true" if player.turn else None,
        data_target="true" if player.target else None,
        data_away="true" if player.away else None,
    )[
        h.b(".name", data_short="true")[_away(player), player.name],
        h.span(".score")[
            h.span(aria_hidden="true")[f"{player.sets}/{player.wanted}"],
            spoken(words.sets(player.sets, player.wanted)),
        ],
        h.span(".more")[
            h.span(".call")[player.call or _bank(player.bank)],
            h.span(".facts")[
                h.span(".count")[
                    h.i(".mini"),
                    h.span(aria_hidden="true")[str(player.cards)],
                    spoken(words.count(player.cards, "card")),
                ]
            ],
        ],
        spoken(words.CAN_BE_CHOSEN) if player.target else None,
        spoken(player.turn) if player.turn else None,
    ]


def _away(player: Plate) -> Node:
    return [icon("away"), spoken(f"{player.away}:"), " "] if player.away else None


def _bank(value: int) -> Node:
    return [
        h.i(".mini.bill"),
        " ",
        h.span(aria_hidden="true")[words.money(value)],
        spoken(f"{words.BANK} {words.money(value)}"),
    ]


@dataclass(frozen=True, slots=True)
class Aim:
    """What may be chosen on the tables, and what is: deeds and seats; the deed that is touched."""

    deeds: frozenset[int] = frozenset()
    seats: frozenset[int] = frozenset()
    picked: tuple[int, ...] = ()
    touched: int | None = None


@kept
def board(
    called: tuple[str, ...],
    state: State,
    me: int,
    seats: tuple[int, ...],
    aim: Aim,
    log: tuple[str, ...],
    away: tuple[str, ...],
) -> Renderable:
    """All that lies on the tables, and what happened last; ``seats`` in order, the near one first."""
    others = tuple(plate(called, state, seat, me, aim.seats, away[seat]) for seat in seats[1:])
    return h.div(".board")[
        plates(others),
        tables(called, state, me, seats[1:], aim),
        h.div(".middle", id="middle")[log_line(log) if log else None],
        _own_row(stacks_of(state, seats[0], aim, own=me >= 0), called[seats[0]], me >= 0),
    ]


def stacks_of(state: State, seat: int, aim: Aim, *, own: bool = False) -> tuple[Shown, ...]:
    """The seat's stacks as they lie, with those marked that may be chosen."""
    return tuple(
        shown(
            state,
            seat,
            stack,
            targets=aim.deeds,
            picked=aim.picked,
            touched=aim.touched,
            own=own,
        )
        for stack in state.stacks[seat]
    )


@kept
def table_of(
    name: str, seat: int, stacks: tuple[Shown, ...], *, alone: bool, view: bool
) -> Renderable:
    """Another player's deeds, beside the others'; `view` brings them before the eyes."""
    return h.li(".table-of", id=f"table-of-{seat}", data_view="true" if view else None)[
        None if alone else h.b(".whose")[name],
        h.div(".stacks")[[stack_view(it) for it in stacks]]
        if stacks
        else h.p(".none")[f"{name}: {words.NONE_LAID}"],
    ]


def tables(called: Sequence[str], state: State, me: int, seats: tuple[int, ...], aim: Aim) -> Node:
    """The others' deeds side by side; the row is swiped sideways by itself."""
    looked_at = _looked_at(state, me)
    return _row_of_tables(
        tuple(
            table_of(
                called[seat],
                seat,
                stacks_of(state, seat, aim),
                alone=len(seats) == 1,
                view=seat == looked_at,
            )
            for seat in seats
        )
    )


@kept
def _row_of_tables(each: tuple[Node, ...]) -> Renderable:
    return h.ul(
        ".tables", id="tables", aria_label=words.TABLES, data_sideways="true", tabindex="0"
    )[each]


def _looked_at(state: State, me: int) -> int:
    """The other player whose table one wants to see now: who acts, or whom one acts against."""
    if state.turn != me:
        return state.turn
    action = state.action
    return action.tracks[0].seat if action is not None and len(action.tracks) == 1 else -1


@kept
def _own_row(stacks: tuple[Shown, ...], name: str, mine: bool) -> Renderable:
    """The near seat's deeds, in one row that may be swiped sideways by itself."""
    none = words.NO_DEEDS_YET if mine else f"{name}: {words.NONE_LAID}"
    return h.div(
        ".mine",
        id="mine",
        role="group",
        aria_label=words.YOUR_DEEDS if mine else f"{name}'s deeds",
        data_sideways="true",
        tabindex="0",
    )[[stack_view(it) for it in stacks] if stacks else h.p(".none")[none]]


@kept
def plays_left(number: int, of: int) -> Renderable:
    """The plays left of a turn, as pips and in words."""
    return h.div(".chip.plays", id="plays")[
        h.span(".pips", aria_hidden="true")[
            [h.i(data_on="true" if i < number else None) for i in range(of)]
        ],
        h.b[words.plays(number)],
        spoken(words.LEFT),
    ]


@kept
def turn_chip(text: str, *, mine: bool) -> Renderable:
    """Whose turn it is."""
    return h.div(".chip.whose-turn", id="turn", data_mine="true" if mine else None)[h.b[text]]


@kept
def log_line(lines: tuple[str, ...]) -> Renderable:
    """The last things that happened; a tap opens the whole log."""
    return h.button(".log-line", type="button", id="log-line", data_event="log")[
        icon("last"),
        h.span[
            [
                h.span(".ago" if i else ".newest", data_short="true")[line]
                for i, line in enumerate(lines)
            ]
        ],
    ]
