"""What devices may give away, reckoned from ``entitled`` apart from the engine's own reckoning."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.sealed.fold import fold
from engine.sealed.hand import Stage
from engine.sealed.journal import Entry, Journal, read
from engine.sealed.messages import Message, Opened, Shares, StandIns, decode
from engine.sealed.standing import Standing, begin
from engine.sealed.steps import finish
from engine.sealed.table import Table
from tests.sealed_room import Phone


def receivers(at: Standing, slot: int) -> set[int]:
    """The devices that may know a slot, by ``entitled`` alone."""
    masks = at.table.game.entitled(at.state)
    mask = masks[slot] if slot < len(masks) else 0
    return {at.player(seat) for seat in range(len(at.table.seats)) if mask >> seat & 1}


def history(table: Table, log: Sequence[bytes]) -> Iterator[tuple[Standing, Entry]]:
    """Every entry of a log with the standing before it."""
    now, journal = begin(table), Journal(table)
    for data in log:
        entry = journal.accept(data, signed=True)
        assert isinstance(entry, Entry)
        yield now, entry
        now, _ = finish(fold(now, entry, checked=True))


class Owed:
    """Watches what a phone gives away from here on, against what ``entitled`` allows it."""

    def __init__(self, phone: Phone) -> None:
        self.phone = phone
        self.before = set(phone.outgoing())
        self.allowed: set[tuple[int, int]] = set()
        self.look()

    def look(self) -> None:
        """Add what may be given now: shares of slots that others may know."""
        at = self.phone.standing
        if at.deal is not None and at.deal.stage in (Stage.PLAY, Stage.REMIX):
            for slot in range(len(at.table.game.entitled(at.state))):
                if receivers(at, slot) - {self.phone.device}:
                    self.allowed.add((at.deal.number, slot))

    def broken(self) -> list[str]:
        """What the phone has said since that gives away more."""
        self.look()
        wrong = []
        for data in self.phone.outgoing():
            if data not in self.before:
                envelope = read(data)
                message = decode(envelope.body)
                wrong += [
                    f"device {self.phone.device} gave away slot {slot}"
                    for slot in given_by(message)
                    if (envelope.deal, slot) not in self.allowed
                ]
                if isinstance(message, Opened):
                    deal = self.phone.standing.deal
                    if deal is None or deal.number != envelope.deal or deal.stage is not Stage.OPEN:
                        wrong.append(f"device {self.phone.device} opened its key")
        return wrong


def given_by(message: Message) -> tuple[int, ...]:
    """The slots that a message gives shares of, but for what a move shows of the mover's own."""
    return message.slots if isinstance(message, Shares | StandIns) else ()
