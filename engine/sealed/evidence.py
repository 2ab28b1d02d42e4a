"""The log of a table as a text that a stranger can judge, and the judging of it.

::

    {"format": "card-night sealed 1", "room": …, "seats": …}
    AAEBIy8…
    …

The first line is the table, every other one a signed message in base64, in the order of the log; a
message that convicts its sender of having signed two under one number may come at the end. Lines
beginning with ``#`` are remarks. Deals whose keys are open are audited; in those that are not, only
what is public is judged.

Not promised: that the table's keys belong to the people it names. That the room has to have seen to.
"""

from __future__ import annotations

import base64
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from engine.game import GameError
from engine.sealed.audit import SIGNED_OTHERWISE, Finding, audit
from engine.sealed.events import Convicted, Event, Fault
from engine.sealed.fold import fold
from engine.sealed.hand import Stage
from engine.sealed.journal import Entry, Equivocation, Journal, Repeat
from engine.sealed.messages import Settled
from engine.sealed.standing import Standing, begin
from engine.sealed.steps import Steps
from engine.sealed.table import Table, TableError, parse_table

LONGEST: Final = 4_000_000  # characters; an evening of ten games has about half of them


class EvidenceError(GameError):
    """A text that is no log of a sealed table; the message names the line and what is wrong."""


@dataclass(slots=True)
class Judgement:
    """What a log comes to: the findings by deal, and who is convicted, in the order of the log."""

    table: Table
    standing: Standing
    messages: int = 0
    findings: list[Finding] = field(default_factory=list)
    convicted: list[Convicted] = field(default_factory=list)


def evidence_text(table: Table, envelopes: Iterable[bytes], more: Sequence[bytes] = ()) -> str:
    """The text of a log; ``more`` are messages that cannot stand in it, as a second one signed
    under one number."""
    lines = [base64.b64encode(data).decode() for data in (*envelopes, *more)]
    return "\n".join([table.text(), *lines, ""])


def judge(text: str) -> Steps[Judgement]:
    """What the log of a text comes to; ``EvidenceError`` when it is none."""
    lines = _lines(text)
    if not lines:
        raise EvidenceError("The text is empty.")
    try:
        table = parse_table(lines[0][1])
    except TableError as error:
        raise EvidenceError(f"Line {lines[0][0]}: {error}") from None
    found = Judgement(table, begin(table))
    journal = Journal(table)
    for number, line in lines[1:]:
        verdict = journal.accept(_unpacked(number, line))
        yield
        if isinstance(verdict, Equivocation):
            reason = "The device has signed two messages under one number."
            _convict(found, -1, len(journal), verdict.device, reason)
        elif isinstance(verdict, Entry):
            yield from _take(found, verdict)
        elif not isinstance(verdict, Repeat):
            raise EvidenceError(f"Line {number} is no message that follows in this log.")
    found.messages = len(journal)
    return found


def _take(found: Judgement, entry: Entry) -> Steps[None]:
    found.standing, events = yield from fold(found.standing, entry)
    for event in events:
        _note(found, event)
    deal = found.standing.deal
    last = found.findings[-1] if found.findings else None
    if deal is not None and deal.stage is Stage.AUDIT and (not last or last.number != deal.number):
        last = yield from audit(found.standing, deal)
        found.findings.append(last)
        found.convicted += last.verdicts
    elif last and last.number == entry.deal and _signs_otherwise(entry, last):
        _convict(found, entry.deal, entry.index, entry.device, SIGNED_OTHERWISE)


def _signs_otherwise(entry: Entry, finding: Finding) -> bool:
    if not isinstance(entry.message, Settled) or finding.verdicts or not finding.complete:
        return False
    return entry.message.digest != finding.digest


def _note(found: Judgement, event: Event) -> None:
    if isinstance(event, Fault):
        deal = found.standing.deal or found.standing.coming
        _convict(found, deal.number, event.index, event.device, event.reason)


def _convict(found: Judgement, deal: int, index: int, device: int, reason: str) -> None:
    found.convicted.append(Convicted(deal, index, device, -1, reason))


def _lines(text: str) -> list[tuple[int, str]]:
    if len(text) > LONGEST:
        raise EvidenceError("The text is longer than any log can be.")
    numbered = enumerate(map(str.strip, text.splitlines()), 1)
    return [(number, line) for number, line in numbered if line and line[0] != "#"]


def _unpacked(number: int, line: str) -> bytes:
    try:
        return base64.b64decode(line, validate=True)
    except ValueError:
        raise EvidenceError(f"Line {number} is not base64.") from None
