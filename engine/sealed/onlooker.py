"""Somebody who hears all that is said at a sealed table, and has no device at it.

An onlooker folds the same log as everybody, without a secret: it sees what is public, audits every
deal whose keys are open, and notices who lies. It sends nothing. Spectators are onlookers, and so is
who waits for a seat at the next table; a ``Peer`` is one that has a device.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Any, Final, Self

from engine.game import Game
from engine.sealed.audit import SIGNED_OTHERWISE, Finding, audit
from engine.sealed.events import Closed, Convicted, Event, Fault, Ignored
from engine.sealed.evidence import evidence_text
from engine.sealed.fold import fold
from engine.sealed.group import FixedBase
from engine.sealed.hand import Deal, Stage
from engine.sealed.journal import Entry, Equivocation, Fork, Gap, Journal, Refused, Repeat, head_of
from engine.sealed.keeping import Rest, unpacked_rest
from engine.sealed.receipt import Receipt, receipt_of
from engine.sealed.standing import Standing, begin
from engine.sealed.steps import Steps
from engine.sealed.table import Table

Heard = Event | Refused | Gap | Fork | Equivocation
"""What there is to tell: what the log says, and what is wrong with what came in."""

WAITING: Final = 20_000  # byte strings that may wait to be read; more are dropped, as if unsent


class Misuse(Exception):
    """Something was asked for that cannot be; the message is a sentence."""


class Onlooker:
    """What the log of a table says to anybody."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.journal = Journal(table)
        self.standing: Standing = begin(table)
        self.finding: Finding | None = None  # of the last audit
        self._settled: Finding | None = None  # of the last deal that was closed
        self._closing: Standing | None = None  # as it was being signed, where no audit is made yet
        self._doubtful: set[int] = set()  # entries without effect: their proofs may be wrong
        self._accused: set[tuple[int, int]] = set()  # by deal who has signed a false state
        self._inbox: deque[bytes] = deque()
        self._events: deque[Heard] = deque()

    # -- bytes in, events out ---------------------------------------------------------------------

    def receive(self, data: bytes) -> None:
        """Take a byte string from the relay; it is read in ``work``."""
        if len(self._inbox) < WAITING:
            self._inbox.append(bytes(data))

    def work(self) -> Steps[None]:
        """Read what has come, then do what is due; ends when nothing is left to do."""
        while True:
            if self._inbox:
                yield from self.hear(self._inbox.popleft())
            elif not (yield from self._due()):
                return

    def _due(self) -> Steps[bool]:
        """Do the first thing that is due; False when there is none."""
        deal = self.standing.deal
        if deal is None or deal.stage is not Stage.AUDIT:
            return False
        yield from self.audited(deal)
        return False

    def events(self) -> tuple[Heard, ...]:
        """What has happened since the last call."""
        told = tuple(self._events)
        self._events.clear()
        return told

    def told(self, event: Heard) -> None:
        """Have something to tell."""
        self._events.append(event)

    def hear(self, data: bytes) -> Steps[None]:
        """Take a byte string in at once, without doing what is due."""
        verdict = self.journal.accept(data)
        yield
        if isinstance(verdict, Entry):
            yield from self._fold(verdict, checked=False)
        elif not isinstance(verdict, Repeat):
            self.told(verdict)

    def _fold(self, entry: Entry, checked: bool) -> Steps[tuple[Event, ...]]:
        """Take in an entry of the log; what there is to tell of it."""
        before = self.standing
        self.standing, events = yield from fold(before, entry, checked)
        self._doubtful |= {it.index for it in events if isinstance(it, Ignored | Fault)}
        if any(isinstance(event, Closed) for event in events):
            self._closing, self._settled = before, None
            if (
                self.finding is not None
                and before.deal
                and before.deal.number == self.finding.number
            ):
                self._closing, self._settled = None, self.finding
        self._events.extend(events)
        return tuple(events)

    # -- what there is to see ---------------------------------------------------------------------

    @property
    def game(self) -> Game[Any, Any]:
        """The game's contract."""
        return self.table.game

    def view(self) -> Any:
        """The game's state as anybody may know it."""
        return self.game.masked(self.standing.state)

    def proof_text(self, more: tuple[bytes, ...] = ()) -> str:
        """The log for strangers to judge by ``python -m engine audit``; it holds no closed key.

        ``more``: a message that convicts, and cannot stand in the log (``Equivocation.second``).
        """
        return evidence_text(self.table, self.journal.envelopes, more)

    # -- the end of a deal --------------------------------------------------------------------------

    def audited(self, deal: Deal, joint: FixedBase | None = None) -> Steps[Finding]:
        """What the audit of the deal in play comes to, made once; whoever has signed otherwise is
        told of."""
        finding = self.finding
        if finding is None or finding.number != deal.number:
            finding = self.finding = yield from audit(self.standing, deal, joint)
            for verdict in finding.verdicts:
                self.told(verdict)
        for device, digest in deal.signed.items():
            if finding.complete and not finding.verdicts and digest != finding.digest:
                self._accuse(deal, device)
        return finding

    def _accuse(self, deal: Deal, device: int) -> None:
        """Tell, once, that a device has signed another state than the audit came to."""
        if (deal.number, device) not in self._accused:
            self._accused.add((deal.number, device))
            signing = (it.index for it in deal.acted if it.device == device)
            index = max(signing, default=-1)
            self.told(Convicted(deal.number, index, device, -1, SIGNED_OTHERWISE))

    def receipt(self) -> Steps[Receipt | None]:
        """The receipt of the last deal that was closed, which proves the state after it to others.

        None before there is one, and where those who were there signed what is not so.
        """
        if self._closing is not None and self._closing.deal is not None:
            self._settled = yield from audit(self._closing, self._closing.deal)
            self._closing = None
        if self._settled is None:
            return None
        return receipt_of(self.table, self._settled, self.journal.envelopes)

    # -- keeping --------------------------------------------------------------------------------------

    def rest(self) -> bytes:
        """All that ``resumed`` needs beside the rows of the log, which are ``journal.envelopes``."""
        return self._rest().packed()

    def _rest(self) -> Rest:
        journal = self.journal
        doubtful = frozenset(self._doubtful)
        return Rest(doubtful=doubtful, length=len(journal), head=journal.head)

    @classmethod
    def resumed(cls, table: Table, log: Sequence[bytes], rest: bytes) -> Steps[Self]:
        """The onlooker that had these rows and this rest kept; ``Misuse`` when they are not of this
        table."""
        again = cls(table)
        yield from again._again(log, read_rest(rest))
        return again

    def _again(self, log: Sequence[bytes], rest: Rest) -> Steps[None]:
        """Fold the log once more, believing what was verified before: all up to the rest's length.

        Rows that the rest does not know of, or that are not those it knew, are judged like new ones.
        """
        known = rest.length if head_of(self.table, log[: rest.length]) == rest.head else 0
        for place, data in enumerate(log):
            verdict = self.journal.accept(data, signed=place < known)
            if not isinstance(verdict, Entry):
                raise Misuse("What was kept is not the log of this table.")
            yield from self._fold(verdict, place < known and place not in rest.doubtful)
        self._events.clear()
        if self._closing is not None and self._closing.deal and self.standing.deal is None:
            # What lies open after a deal is known again.
            self.finding = self._settled = yield from audit(self._closing, self._closing.deal)
            self._closing = None


def read_rest(data: bytes) -> Rest:
    """The rest of these bytes; ``Misuse`` when they are damaged."""
    try:
        return unpacked_rest(data)
    except ValueError:
        raise Misuse("What was saved is damaged.") from None
