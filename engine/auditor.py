"""What the referee does with the log of a sealed table: audit it, for somebody who was not there."""

from __future__ import annotations

from pathlib import Path

from engine.game import GameError
from engine.referee import Unreadable, read_text
from engine.sealed.audit import Finding
from engine.sealed.events import Convicted
from engine.sealed.evidence import Judgement, judge
from engine.sealed.steps import finish
from engine.sealed.table import Table


def audit(path: str) -> int:
    """Print what a log comes to; the exit code: 0 all was right, 1 somebody is convicted."""
    text = read_text(None if path == "-" else Path(path))
    try:
        found = finish(judge(text))
    except GameError as error:
        raise Unreadable(f"{path}: {error}") from None
    table = found.table
    names = ", ".join(_seat(table, seat) for seat in range(len(table.seats)))
    print(f"{table.kind.title}: {names}.")
    for finding in found.findings:
        print(_account(finding))
    print(_open_end(found))
    for verdict in found.convicted:
        print(f"CONVICTED  {_sentence(table, verdict)}")
    if not found.convicted:
        print("Nobody is convicted.")
    return 1 if found.convicted else 0


def _seat(table: Table, seat: int) -> str:
    own = table.seats[seat]
    name = own.name or f"Seat {seat}"
    return f"{name} (a bot of {table.called(own.device)})" if own.bot else name


def _account(finding: Finding) -> str:
    name = f"Deal {finding.number + 1}"
    if finding.verdicts:
        return f"{name} is audited: it is not as it should be."
    if not finding.complete:
        return f"{name} cannot be audited: keys are missing. What is public was judged."
    if finding.void:
        return f"{name} is void, and audited: all was right up to there."
    return f"{name} is audited: every shuffle, card and move was right."


def _open_end(found: Judgement) -> str:
    deal = found.standing.deal
    audited = {finding.number for finding in found.findings}
    if deal is None or deal.number in audited:
        return f"The log has {found.messages} messages."
    return (
        f"The log has {found.messages} messages and ends within deal {deal.number + 1}, "
        "whose keys are closed: of it, only what is public was judged."
    )


def _sentence(table: Table, verdict: Convicted) -> str:
    if verdict.device < 0:
        return verdict.reason
    who = f"{table.called(verdict.device)} (device {verdict.device})"
    if verdict.seat >= 0:
        who = f"{_seat(table, verdict.seat)} in seat {verdict.seat}, device {verdict.device},"
    return f"{who} by message {verdict.index + 1}. {verdict.reason}"
