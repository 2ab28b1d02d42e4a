"""After a hand: what it came to, the chart, all hands, the play step by step; and the game's end."""

from __future__ import annotations

from collections.abc import Sequence

from htpy import Node

from engine.cards import card_name, card_text
from engine.forty_fives.state import HandOver, Result, Table, Trick
from web.app import texts
from web.app.components.cards import card
from web.app.components.chart import Line, score_chart
from web.app.components.parts import Action, buttons, notice, screen, section
from web.app.components.result import (
    Place,
    ScoreRow,
    open_hand,
    places,
    score_table,
    step_through,
    verdict,
)
from web.app.components.table import TrickCard, trick
from web.app.model import Model
from web.app.page import Page
from web.app.screens.common import again
from web.app.screens.forty_fives import words
from web.app.tables import AppTable, around
from web.app.telling import names

COLUMNS = ("Player", "Bid", "Tricks", "Taken", "Points", "Total")


def result_page(model: Model, table: AppTable) -> Page:
    """The hand's reckoning and everything that was hidden."""
    state = table.state
    assert isinstance(state, HandOver)
    called = names(model)
    own_side = state.table.rules.side(table.me) if table.me >= 0 else None
    over = table.outcome is not None
    onward = (
        Action(texts.SEE_PLACES, "places", kind="prime", focus=True)
        if over
        else Action(
            model.manner.next_text,
            "next-hand",
            kind="prime",
            note=model.manner.next_note,
            focus=True,
            id="next-hand",
        )
    )
    body = [
        verdict(
            words.verdict(state, called),
            sub=words.verdict_sub(state.result, own_side),
            good=_good(state.result, own_side),
        ),
        score_table(COLUMNS, _rows(state, called, table.me), caption=words.SCORES),
        section(words.CHART, chart(state.table, called, table.me), id="chart-part"),
        _play_part(model, table, state) if state.tricks else None,
        section(words.ALL_HANDS, _all_hands(state, called), id="hands"),
    ]
    page = screen(
        f"Hand {len(state.table.results)}",
        body,
        back=Action(texts.LEAVE, "home", icon="back"),
        tools=[Action(texts.HELP, "rules", icon="help")],
        foot=buttons(onward),
        name="result",
    )
    marks = {"phase": "over", "turn": ""}
    return Page("result", page, title=texts.page_title("Result"), guard="result", marks=marks)


def _good(result: Result, own_side: int | None) -> bool | None:
    if own_side is None:
        return None
    delta = result.delta[own_side]
    return None if delta == 0 else delta > 0


def _is_own(table: Table, side: int, me: int) -> bool:
    return me >= 0 and table.rules.side(me) == side


def _sides(table: Table) -> list[list[int]]:
    """The seats of every side."""
    count = table.rules.side_count(table.players)
    return [
        [s for s in range(table.players) if table.rules.side(s) == side] for side in range(count)
    ]


def side_names(table: Table, called: Sequence[str]) -> list[str]:
    """What the sides are called: their players' names."""
    return [" & ".join(called[seat] for seat in seats) for seats in _sides(table)]


def _rows(state: HandOver, called: Sequence[str], me: int) -> list[ScoreRow]:
    result, table = state.result, state.table
    rows = []
    for side, name in enumerate(side_names(table, called)):
        seats = _sides(table)[side]
        bid = str(result.bid) if result.bidder in seats else ""
        tricks = sum(winner in seats for winner in result.winners)
        best = result.best is not None and result.winners[result.best] in seats
        rows.append(
            ScoreRow(
                name=name,
                cells=(
                    bid,
                    f"{tricks}{'★' if best else ''}",
                    str(result.taken[side]),
                    words.signed(result.delta[side]),
                    words.number(result.totals[side]),
                ),
                own=me in seats,
                bidder=result.bidder in seats,
            )
        )
    return rows


def chart(table: Table, called: Sequence[str], me: int) -> Node:
    """The scores of every side over the hands."""
    lines = [
        Line(
            name=name,
            scores=(0, *(result.totals[side] for result in table.results)),
            own=_is_own(table, side, me),
        )
        for side, name in enumerate(side_names(table, called))
    ]
    told = "; ".join(f"{line.name} {words.number(line.scores[-1])}" for line in lines)
    label = f"{words.CHART}: after {words.count(len(table.results), 'hand')} {told}"
    target = None if table.rules.hands else table.rules.target
    return score_chart(lines, target=target, label=label)


# -- the play again -------------------------------------------------------------------------------------


def _play_part(model: Model, table: AppTable, state: HandOver) -> Node:
    step = max(0, min(model.step, len(state.tricks) - 1))
    done = state.tricks[step]
    winner = names(model)[done.winner]
    earlier = Action("Earlier", "step", str(step - 1), off=step == 0, icon="back")
    later = Action("Later", "step", str(step + 1), off=step == len(state.tricks) - 1)
    best = " with the best trump of the hand" if state.result.best == step else ""
    return section(
        words.THE_PLAY,
        step_through(
            f"Trick {step + 1}",
            trick_cards(model, table, done),
            earlier=earlier,
            later=later,
            text=f"{winner} {'take' if winner == texts.YOU else 'takes'} it{best}.",
        ),
        id="play-part",
    )


def trick_cards(model: Model, table: AppTable, done: Trick) -> Node:
    """A finished trick as it lay on the table."""
    faces, called = table.state.table.faces, names(model)
    players = table.state.table.players
    shown = []
    for seat in around(table, players):
        order = (seat - done.leader) % players
        face = faces[done.slots[order]]
        shown.append(
            TrickCard(
                seat=seat,
                name=called[seat],
                face=card_text(face),
                card_name=card_name(face),
                mark="led" if order == 0 else "",
                best="takes the trick" if seat == done.winner else "",
            )
        )
    return trick(tuple(shown), label="The trick", done=True)


def _all_hands(state: HandOver, called: Sequence[str]) -> Node:
    """Every player's cards, as played, with what was thrown."""
    shown = []
    for seat in range(state.table.players):
        slots = [t.slots[(seat - t.leader) % state.table.players] for t in state.tricks]
        thrown = state.contract.thrown[seat] if state.contract.thrown else ()
        if not state.tricks:
            slots = list(state.hands[seat])
        threw = ", ".join(_text(state, slot) for slot in thrown)
        shown.append(
            open_hand(
                called[seat],
                [_small(state, slot) for slot in slots],
                note=f"threw {threw}" if threw else "",
                label=f"Cards of {called[seat]}",
            )
        )
    return shown


def _text(state: HandOver, slot: int) -> str:
    face = state.table.faces[slot]
    text = "?" if face is None else card_text(face)
    if text == "JK":
        return "Joker"
    return text[:-1] + {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}.get(text[-1], "")


def _small(state: HandOver, slot: int) -> Node:
    face = state.table.faces[slot]
    return None if face is None else card(card_text(face), name=card_name(face), size="small")


# -- the end --------------------------------------------------------------------------------------------


def standings(table: Table, called: Sequence[str], me: int) -> list[tuple[int, str, int, bool]]:
    """(place, name, score, own) of every side, the winner first, equal scores on equal places."""
    result = table.results[-1]
    sides = range(len(result.totals))
    order = sorted(sides, key=lambda side: (side != result.winner, -result.totals[side]))
    found: list[tuple[int, str, int, bool]] = []
    called_sides = side_names(table, called)
    for number, side in enumerate(order):
        score = result.totals[side]
        tied = number > 1 and score == found[-1][2]
        place = found[-1][0] if tied else number + 1
        found.append((place, called_sides[side], score, _is_own(table, side, me)))
    return found


def game_over_page(model: Model, table: AppTable) -> Page:
    """Who came where, the chart, and what to do next."""
    state = table.state
    assert isinstance(state, HandOver)
    called = names(model)
    rows = standings(state.table, called, table.me)
    winner = rows[0][1]
    own = rows[0][3]
    body = [
        verdict(
            f"{winner} {'have' if own or ' & ' in winner else 'has'} won!",
            sub=f"after {words.count(len(state.table.results), 'hand')}",
            good=own or None,
        ),
        places(
            [
                Place(place, words.PLACES[place - 1], name, words.number(score), own=mine)
                for place, name, score, mine in rows
            ],
            label="Places",
        ),
        section(words.CHART, chart(state.table, called, table.me), id="chart-part"),
        notice(model.notice, id="notice") if model.notice else None,
    ]
    page = screen(
        f"{table.variant.title} is over",
        body,
        back=Action(texts.HOME, "home", icon="back"),
        tools=[Action(texts.SHARE, "share", icon="share")],
        foot=buttons(
            Action("Last hand", "see-hand", kind="quiet"),
            again(model),
        ),
        name="game-over",
    )
    marks = {"phase": "over", "turn": ""}
    return Page("game-over", page, title=texts.page_title("The end"), guard="over", marks=marks)


def scores_line(table: AppTable) -> str:
    """Title, hands played and every side's score."""
    ground = table.state.table
    called = side_names(ground, table.names)
    scores = zip(called, ground.scores, strict=True)
    told = ", ".join(f"{name} {words.number(score)}" for name, score in scores)
    hands = words.count(len(ground.results), "hand")
    return f"{table.variant.title}, after {hands}: {told}"


def result_text(model: Model, table: AppTable) -> str:
    """The places as a text to share."""
    state = table.state
    if not isinstance(state, HandOver):
        return ""
    rows = standings(state.table, table.names, table.me)
    lines = [f"{place}. {name} {words.number(score)}" for place, name, score, _ in rows]
    hands = words.count(len(state.table.results), "hand")
    return "\n".join([f"{texts.NAME} · {table.variant.title}, {hands}", *lines])
