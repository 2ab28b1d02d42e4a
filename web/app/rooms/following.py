"""How the screens follow the room: the table moves, results come and go, what happened is told."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, Final

from engine.game import GameError, find
from engine.rooms import events
from engine.rooms.views import RoomView, TableView
from web.app.model import Manner, Model
from web.app.rooms import words
from web.app.rooms.company import Company
from web.app.rooms.table import RoomTable, rules_of
from web.app.rooms.telling import told
from web.app.screens import table_screen
from web.app.telling import LOG, called

READING: Final = ("rules", "details", "house", "tables", "settings")
ANSWER_MS: Final = 5_000
"""So long an answer may be under way before the question is open again, whatever became of it."""
RESULT_MS: Final = 10_000
"""So long a hand's result stays before the next hand comes by itself."""
LAST_LOOK_MS: Final = 4_000
"""…and at least so long after the next hand has been dealt."""
SAID: Final = 4  # sentences at once
TOUCHED_MS: Final = 20_000
"""Who is looking through the result is not taken from it."""


def shown(model: Model, view: RoomView, now: int, happened: Sequence[Any] = ()) -> Model:
    """The model with the room as it is now, and on screen what belongs there."""
    company = model.company
    assert isinstance(company, Company)  # there is a room
    if any(isinstance(event, events.TakenBack | events.Ignored) for event in happened):
        company = replace(company, answered=None)  # it is no answer any more
    table = _table(view, company, now)
    stage = "ask" if company.stage == "ask" else "in"
    finished = _finished(table, happened) or company.finished
    if table is None or table.view.asked or table.state != company.answered:
        company = replace(company, answered=None)
    company = replace(
        company, stage=stage, at=now, view=view, table=table, finished=finished if table else None
    )
    model = replace(model, company=company, manner=_manner(company, now))
    return _on_screen(model, company, now) if model.together and stage == "in" else model


def _table(view: RoomView, company: Company, now: int) -> RoomTable | None:
    """The table as it is now; None until something can be seen of it."""
    table, before = view.table, company.table
    if table is None or table.state is None:
        return None
    under_way = company.answered is not None and now - company.answered_at < ANSWER_MS
    if table.asked and under_way and table.state == company.answered:
        table = replace(table, asked=())
    try:
        rules = rules_of(find(table.variant), table.changes)
    except (GameError, ValueError):
        return None
    moves = 0 if before is None else before.moves
    if before is not None and (before.view.state, before.view.asked) != (table.state, table.asked):
        moves += 1
    return RoomTable(table, _away(view, table), rules, moves)


def _finished(table: RoomTable | None, happened: Iterable[Any]) -> RoomTable | None:
    """The hand that has just come to its end: the next may be dealt before anybody has looked."""
    for event in happened:
        if isinstance(event, events.HandOver) and not event.void and table is not None:
            outcome = table.game.outcome(event.state)
            over = replace(table.view, state=event.state, deal=event.number, asked=())
            return replace(table, view=replace(over, outcome=outcome), wish=None)
    return None


def _away(view: RoomView, table: TableView) -> tuple[str, ...]:
    """By seat what is said of a player who is not there."""
    here = {person.number: person.here for person in view.people}
    said = []
    for seat, member in enumerate(table.players):
        gone = member >= 0 and not here.get(member, False)
        said.append(words.BOT_FOR_NOW if member >= 0 and table.bots[seat] else "")
        said[-1] = said[-1] or (words.AWAY if gone else "")
    return tuple(said)


def _hand(table: RoomTable) -> tuple[int, int]:
    return table.view.number, table.view.deal


def _manner(company: Company, now: int) -> Manner:
    """How the room's table goes on after a hand and after the game."""
    view, table = company.view, company.table
    if view is None or table is None:
        return Manner()
    note = words.NEXT_COMES
    if company.leaves_at:
        note = words.NEXT_BY_ITSELF.format(left=words.time(company.leaves_at - now + 999))
    if table.view.asked and company.leaves_at:
        note = f"{words.YOUR_TURN}, {note}"
    hosting = view.hosting
    return Manner(
        next_note=note,
        again_text=words.REMATCH,
        again_note="" if hosting else words.WAITING_HOST.format(name=company.host),
        again_off=not hosting or "Start" not in view.can,
    )


# -- what is on screen --------------------------------------------------------------------------------


def _on_screen(model: Model, company: Company, now: int) -> Model:
    table, view = company.table, company.view
    if model.screen in READING:
        return model
    if table is None or company.stays or view is None or view.phase not in ("playing", "over"):
        return replace(model, screen="room", table=table)
    if model.screen in ("result", "game-over"):
        return _at_result(model, company, table, now)
    if model.screen != "table":
        entered = table_screen(table).enter(replace(model, table=table, over=""))
        return replace(entered, log=company.log)
    return _at_table(model, company, table, now)


def _at_table(model: Model, company: Company, table: RoomTable, now: int) -> Model:
    """The table itself; when a hand is over its last trick is seen for a moment."""
    seen = company.finished or table
    model = replace(model, table=seen)
    pause = table_screen(seen).pause(model)
    if not pause or company.put_away == _hand(seen):
        return replace(model, table=table, company=replace(company, rests_at=0, finished=None))
    if not company.rests_at:
        return replace(model, company=replace(company, rests_at=now + pause))
    if now < company.rests_at:
        return model
    company = replace(company, rests_at=0, leaves_at=0, finished=None)
    fresh = replace(model, over="", company=company)
    return table_screen(table).rest(fresh)


def _at_result(model: Model, company: Company, table: RoomTable, now: int) -> Model:
    """The result of the last hand, better known once it has been checked; then the next hand."""
    seen = model.table
    assert isinstance(seen, RoomTable)  # the room is on screen
    if _hand(seen) == _hand(table):
        return replace(model, table=table)
    checked = table.view.before
    if seen.view.number == table.view.number and _is_end(table, checked):
        seen = replace(seen, view=replace(seen.view, state=checked))
        model = replace(model, table=seen)
    if not company.leaves_at:
        company = replace(company, leaves_at=now + RESULT_MS)
        return replace(model, company=company, manner=_manner(company, now))
    return model if now < company.leaves_at else to_table(model, company, table)


def _is_end(table: RoomTable, state: Any) -> bool:
    """Whether a state is that of a hand that is over."""
    game = table.game
    return state is not None and (
        game.shuffle_wanted(state) is not None or game.outcome(state) is not None
    )


def to_table(model: Model, company: Company, table: RoomTable) -> Model:
    """From the result to the table as it is now; what is over there is put away."""
    seen = model.table if isinstance(model.table, RoomTable) else table
    company = replace(company, leaves_at=0, rests_at=0, put_away=_hand(seen), finished=None)
    fresh = replace(model, company=company, table=table, screen="table", over="")
    return replace(fresh, touched=None, picked=(), figure=0, step=-1)


def looked(company: Company, now: int) -> Company:
    """The person looks through the result: it stays."""
    stays = company.leaves_at and max(company.leaves_at, now + TOUCHED_MS)
    return replace(company, leaves_at=stays)


# -- what is told ---------------------------------------------------------------------------------------


def follow(model: Model, happened: Iterable[Any]) -> Model:
    """The model with what has happened in words, for the log and the live region."""
    company = model.company
    if not isinstance(company, Company):
        return model
    for event in happened:
        if isinstance(event, events.Played):
            model = _told(model, _move(company, event), log=True)
        elif isinstance(event, events.Convicted):
            name = company.called(event.member)
            verdict = words.CONVICTED.format(name=name, reason=event.reason)
            model = _told(_with_verdict(model, verdict), verdict, log=True)
        elif isinstance(event, events.HandOver):
            model = _with_verdict(model, words.CHECKING)
        elif isinstance(event, events.Closed):
            model = _with_verdict(model, words.ALL_RIGHT)
        else:
            model = _told(model, told(event, company), log=False)
    return model


def _with_verdict(model: Model, verdict: str) -> Model:
    assert isinstance(model.company, Company)  # there is a room
    return replace(model, company=replace(model.company, verdict=verdict))


def _move(company: Company, event: events.Played) -> str:
    table = company.table
    if table is None:
        return ""
    return table.game.said(event.before, event.seat, event.move, event.after, called(table))


def _told(model: Model, sentence: str, *, log: bool) -> Model:
    if not sentence:
        return model
    company = model.company
    assert isinstance(company, Company)  # there is a room
    if log:
        company = replace(company, log=(*company.log, sentence)[-LOG:])
        model = replace(model, company=company)
    if not model.together:
        return model
    # Who comes back to the room hears how it stands, not all that happened meanwhile.
    return replace(model, said=(*model.said, sentence)[-SAID:], log=company.log)
