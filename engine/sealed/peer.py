"""A device at a sealed table: the public standing, its own secrets, and what it must send.

A peer takes bytes (``receive``), works in steps (``work``), and has bytes to send (``outgoing``).
What it sends must be kept (``saved``) before it goes out, so that after a crash the very same bytes
are sent again and never a second version. A peer that does wrong is an event; only this device's
own misuse raises, ``Misuse`` or ``IllegalMove``.

Not promised: that a peer restored from an older store is honest. It would sign again what it has
signed before, and others could prove it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from typing import Any, Final

from engine.game import Game, IllegalMove, Question
from engine.sealed import duties
from engine.sealed.audit import SIGNED_OTHERWISE, Finding, audit
from engine.sealed.events import Convicted, Event, Fault, Ignored
from engine.sealed.evidence import evidence_text
from engine.sealed.fold import fold
from engine.sealed.hand import Stage
from engine.sealed.journal import Entry, Equivocation, Fork, Gap, Journal, Refused, Repeat, read
from engine.sealed.keeping import Kept, unpacked
from engine.sealed.messages import (
    AWAY,
    REDEAL,
    TAKE_OVER,
    Concede,
    Here,
    Message,
    Move,
    Vote,
    decode,
)
from engine.sealed.own import Secrets, secrets_from
from engine.sealed.standing import Standing, begin, is_hand_open
from engine.sealed.steps import Steps
from engine.sealed.table import Identity, Table
from engine.sealed.wire import Malformed

Heard = Event | Refused | Gap | Fork | Equivocation
"""What a peer has to tell: what the log says, and what is wrong with what came in."""

WAITING: Final = 20_000  # byte strings that may wait to be read; more are dropped, as if unsent


class Misuse(Exception):
    """This device asked its own peer for what cannot be; the message is a sentence."""


class Peer:
    """One device. ``entropy`` gives 32 fresh secret bytes at each call; all else is determined."""

    def __init__(
        self, table: Table, device: int, identity: Identity, entropy: Callable[[], bytes]
    ) -> None:
        if not 0 <= device < len(table.devices) or table.devices[device] != identity.device:
            raise Misuse("This identity is not the one of that device.")
        self.table = table
        self.device = device
        self.identity = identity
        self.entropy = entropy
        self.journal = Journal(table)
        self.standing: Standing = begin(table)
        self.secrets: dict[int, Secrets] = {}  # by deal, of the one played and the one to come
        self.pending: list[tuple[int, Message, bytes]] = []  # sent, and not in the log yet
        self.wish: tuple[int, int, Any] | None = None  # seat, step and move of a person's answer
        self.finding: Finding | None = None  # of the last audit
        self._doubtful: set[int] = set()  # entries without effect: their proofs may be wrong
        self._accused: set[tuple[int, int]] = set()  # by deal who has signed a false state
        self._inbox: deque[bytes] = deque()
        self._events: deque[Heard] = deque()

    # -- bytes in and out -------------------------------------------------------------------------

    def receive(self, data: bytes) -> None:
        """Take a byte string from the relay; it is read in ``work``."""
        if len(self._inbox) < WAITING:
            self._inbox.append(bytes(data))

    def work(self) -> Steps[None]:
        """Read what has come, then do what is due; ends when nothing is left to do."""
        while True:
            if self._inbox:
                yield from self._read(self._inbox.popleft())
            elif not (yield from duties.one(self)):
                return

    def outgoing(self) -> tuple[bytes, ...]:
        """All that this device has said and not yet seen in the log, oldest first.

        ``saved`` must be kept before any of it is sent. To send it twice does no harm.
        """
        return tuple(data for _, _, data in self.pending)

    def events(self) -> tuple[Heard, ...]:
        """What has happened since the last call."""
        told = tuple(self._events)
        self._events.clear()
        return told

    def _read(self, data: bytes) -> Steps[None]:
        verdict = self.journal.accept(data)
        yield
        if isinstance(verdict, Entry):
            yield from self._fold(verdict, checked=False)
        elif not isinstance(verdict, Repeat):
            self._events.append(verdict)

    def _fold(self, entry: Entry, checked: bool) -> Steps[None]:
        self.standing, events = yield from fold(self.standing, entry, checked)
        self._events.extend(events)
        self._doubtful |= {it.index for it in events if isinstance(it, Ignored | Fault)}
        if entry.device == self.device:
            said = self.journal.next_seq(self.device)
            self.pending = [one for one in self.pending if read(one[2]).seq >= said]
        self._forget()

    def _forget(self) -> None:
        """Erase the keys of deals that are over."""
        kept = {deal.number for deal in (self.standing.deal, self.standing.coming) if deal}
        for number in self.secrets.keys() - kept:
            del self.secrets[number]

    # -- for the duties -----------------------------------------------------------------------------

    def say(self, deal: int, message: Message) -> None:
        """Sign a message and have it sent."""
        pair = self.identity.signs
        data = self.journal.write(pair, deal, self.device, len(self.pending), message)
        self.pending.append((deal, message, data))

    def told(self, event: Heard) -> None:
        """Have something to tell."""
        self._events.append(event)

    def accuse(self, deal: int, device: int) -> None:
        """Tell, once, that a device has signed another state than the audit came to."""
        if (deal, device) not in self._accused:
            self._accused.add((deal, device))
            entries = self.standing.deal.acted if self.standing.deal else ()
            signing = (it.index for it in entries if it.device == device)
            self.told(Convicted(deal, max(signing, default=-1), device, -1, SIGNED_OTHERWISE))

    def under_way(self, deal: int, kind: type[duties.M]) -> Iterator[duties.M]:
        """The messages of a kind about a deal that are sent and not in the log yet."""
        return (it for number, it, _ in self.pending if number == deal and isinstance(it, kind))

    def secrets_of(self, number: int) -> Secrets:
        """This device's secrets in a deal, made where there are none."""
        if number not in self.secrets:
            key = self.entropy()
            if len(key) != 32:
                raise Misuse("Fresh chance comes as 32 bytes.")
            self.secrets[number] = secrets_from(self.table, self.device, number, key)
        return self.secrets[number]

    # -- what the player sees -----------------------------------------------------------------------

    @property
    def game(self) -> Game[Any, Any]:
        """The game's contract."""
        return self.table.game

    @property
    def seat(self) -> int:
        """The seat that this device plays for its person."""
        return self.table.person(self.device)

    def view(self, seat: int | None = None) -> Any:
        """The game's state as a seat that this device plays may know it: its person's, or a bot's.

        ``Misuse`` for the seats of others.
        """
        seat = self.seat if seat is None else seat
        if seat != self.seat and self.standing.player(seat) != self.device:
            raise Misuse("Another device plays this seat.")
        return self.game.masked(self._known(), seat)

    def _known(self) -> Any:
        standing, deal = self.standing, self.standing.deal
        if self.finding and (deal is None or deal.number == self.finding.number):
            return self.finding.world if not self.finding.void else standing.state
        own = self.secrets.get(deal.number) if deal else None
        if deal is None or own is None:
            return standing.state
        return self.game.reveal(standing.state, own.faces(deal))

    def asked(self, seat: int | None = None) -> tuple[Question, ...]:
        """The questions that a seat of this device can answer now: its hand is open to it, and no
        answer is under way."""
        seat = self.seat if seat is None else seat
        deal = self.standing.deal
        if deal is None or deal.stage is not Stage.PLAY or self.device not in deal.members:
            return ()
        if self.standing.player(seat) != self.device or not is_hand_open(self.standing, seat):
            return ()
        if self.wish is not None and self.wish[0] == seat:
            return ()
        if any(move.seat == seat for move in self.under_way(deal.number, Move)):
            return ()
        if duties.unseen(self, deal, seat):
            return ()
        return tuple(question for question in deal.asked if question.seat == seat)

    # -- what the player does -----------------------------------------------------------------------

    def move(self, move: Any, seat: int | None = None) -> None:
        """Answer for a seat. ``Misuse`` when it is not asked, ``IllegalMove`` as the rules say."""
        seat = self.seat if seat is None else seat
        questions = self.asked(seat)
        if not questions or self.wish is not None:
            raise Misuse("Nothing is asked of this seat that it can answer now.")
        refusal = self.game.why_illegal(self.view(seat), seat, move)
        if refusal is not None:
            raise IllegalMove(refusal)
        deal = self.standing.deal
        assert deal is not None  # something is asked
        self.wish = seat, max(deal.asked[question] for question in questions), move

    def vote_away(self, device: int) -> None:
        """Say that a device is away."""
        self._vote(Vote(AWAY, device))

    def vote_take_over(self, device: int, keeper: int) -> None:
        """Say that a bot may play for a device that is away, and who keeps it, and sees its hand."""
        self._vote(Vote(TAKE_OVER, device, keeper))

    def vote_redeal(self) -> None:
        """Say that the deal is to be void."""
        self._vote(Vote(REDEAL))

    def _vote(self, vote: Vote) -> None:
        deal = self.standing.deal or self.standing.coming
        self.say(deal.number, vote)

    def come_back(self) -> None:
        """Say that this device is there, when the table believes it away; else nothing."""
        if self.device in self.standing.away and not self._says_here():
            self.say((self.standing.deal or self.standing.coming).number, Here())

    def _says_here(self) -> bool:
        return any(isinstance(message, Here) for _, message, _ in self.pending)

    def concede(self) -> None:
        """Give the game up, where two play."""
        if len(self.table.devices) != 2:
            raise Misuse("Only where two play can one concede.")
        deal = self.standing.deal or self.standing.coming
        self.say(deal.number, Concede())

    def proof_text(self, more: tuple[bytes, ...] = ()) -> str:
        """The log for strangers to judge by ``python -m engine audit``; it holds no closed key.

        ``more``: a message that convicts, and cannot stand in the log (``Equivocation.second``).
        """
        return evidence_text(self.table, self.journal.envelopes, more)

    # -- keeping --------------------------------------------------------------------------------------

    def saved(self) -> bytes:
        """All that ``restored`` needs: the log, what is under way, and the keys of this device.

        For this device's own store alone: it holds its keys.
        """
        keys = {number: own.key for number, own in self.secrets.items()}
        log = tuple(self.journal.envelopes)
        return Kept(log, self.outgoing(), frozenset(self._doubtful), keys).packed()

    @classmethod
    def restored(
        cls,
        table: Table,
        device: int,
        identity: Identity,
        entropy: Callable[[], bytes],
        saved: bytes,
    ) -> Steps[Peer]:
        """The peer that had this saved; ``Misuse`` when it is not of this device and table."""
        peer = cls(table, device, identity, entropy)
        try:
            kept = unpacked(saved)
        except ValueError:
            raise Misuse("What was saved is damaged.") from None
        yield from peer._again(kept)
        return peer

    def _again(self, kept: Kept) -> Steps[None]:
        """Fold the log once more, believing what this device has verified before."""
        audited: Standing | None = None
        for data in kept.log:
            verdict = self.journal.accept(data, signed=True)
            if not isinstance(verdict, Entry):
                raise Misuse("What was saved is not the log of this table.")
            checked = verdict.index not in kept.doubtful
            self.standing, _ = yield from fold(self.standing, verdict, checked)
            deal = self.standing.deal
            if deal is not None:
                audited = self.standing if deal.stage is Stage.AUDIT else None
        if audited is not None and audited.deal is not None and self.standing.deal is None:
            self.finding = yield from audit(audited, audited.deal)  # what lies open is known again
        for number, key in kept.keys.items():
            self.secrets[number] = secrets_from(self.table, self.device, number, key)
        self._doubtful = set(kept.doubtful)
        self._forget()
        for data in kept.pending:
            try:
                own = read(data)
                message = decode(own.body)
            except Malformed:
                raise Misuse("What was saved is damaged.") from None
            if own.device != self.device:
                raise Misuse("What was saved is not from this device.")
            self.pending.append((own.deal, message, data))
