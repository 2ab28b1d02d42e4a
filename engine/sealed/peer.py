"""A device at a sealed table: the public standing, its own secrets, and what it must send.

A peer takes bytes (``receive``), works in steps (``work``), and has bytes to send (``outgoing``).
What it sends must be kept (``rest``, or ``saved`` with the log) before it goes out, so that after a
crash the very same bytes are sent again and never a second version. A peer that does wrong is an
event; only this device's own misuse raises, ``Misuse`` or ``IllegalMove``.

Not promised: that a peer restored from an older store is honest. It would sign again what it has
signed before, and others could prove it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Self

from engine.game import IllegalMove, Question
from engine.sealed import duties
from engine.sealed.events import Event
from engine.sealed.hand import Stage
from engine.sealed.journal import Entry, read
from engine.sealed.keeping import Rest, unpacked
from engine.sealed.messages import (
    AWAY,
    REDEAL,
    TAKE_OVER,
    Concede,
    Here,
    Message,
    Move,
    TakeBack,
    Vote,
    decode,
)
from engine.sealed.onlooker import Heard, Misuse, Onlooker, read_rest
from engine.sealed.own import Secrets, secrets_from
from engine.sealed.standing import is_hand_open
from engine.sealed.steps import Steps
from engine.sealed.table import Identity, Table
from engine.sealed.taking_back import why_not_back
from engine.sealed.wire import Malformed

__all__ = ["Heard", "Misuse", "Peer"]


class Peer(Onlooker):
    """One device. ``entropy`` gives 32 fresh secret bytes at each call; all else is determined."""

    def __init__(
        self, table: Table, device: int, identity: Identity, entropy: Callable[[], bytes]
    ) -> None:
        if not 0 <= device < len(table.devices) or table.devices[device] != identity.device:
            raise Misuse("This identity is not the one of that device.")
        super().__init__(table)
        self.device = device
        self.identity = identity
        self.entropy = entropy
        self.secrets: dict[int, Secrets] = {}  # by deal, of the one played and the one to come
        self.pending: list[tuple[int, Message, bytes]] = []  # sent, and not in the log yet
        # A person's answer until it is said: its seat, step and move, and the deal.
        self.wish: tuple[int, int, Any, int] | None = None
        self.silent = False  # the seat was handed over to another phone
        self._said = 0  # messages of its own that the log has held, if it is shorter after a crash

    # -- bytes out --------------------------------------------------------------------------------

    def outgoing(self) -> tuple[bytes, ...]:
        """All that this device has said and not yet seen in the log, oldest first.

        ``rest`` must be kept before any of it is sent. To send it twice does no harm.
        """
        return tuple(data for _, _, data in self.pending)

    @property
    def may_speak(self) -> bool:
        """Whether this device may sign anything new: it is not silent, and has heard all that it had
        said before it was restored."""
        return not self.silent and self.journal.next_seq(self.device) >= self._said

    def _due(self) -> Steps[bool]:
        return (yield from duties.one(self)) if self.may_speak else False

    def _fold(self, entry: Entry, checked: bool) -> Steps[tuple[Event, ...]]:
        told = yield from super()._fold(entry, checked)
        if entry.device == self.device:
            said = self.journal.next_seq(self.device)
            self.pending = [one for one in self.pending if read(one[2]).seq >= said]
        self._forget()
        return told

    def _forget(self) -> None:
        """Erase the keys of deals that are over."""
        deal, coming = self.standing.deal, self.standing.coming
        for number in [it for it in self.secrets if it < coming.number]:
            if deal is None or number != deal.number:
                del self.secrets[number]

    # -- for the duties -----------------------------------------------------------------------------

    def say(self, deal: int, message: Message) -> None:
        """Sign a message and have it sent. ``Misuse`` when this device may not speak."""
        if not self.may_speak:
            raise Misuse("This phone does not speak for its seat now.")
        pair = self.identity.signs
        data = self.journal.write(pair, deal, self.device, len(self.pending), message)
        self.pending.append((deal, message, data))

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
        if not self.may_speak:
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
        step = max(deal.asked[question] for question in questions)
        self.wish = seat, step, move, deal.number

    def vote_away(self, device: int) -> None:
        """Say that a device is away."""
        self._vote(Vote(AWAY, device))

    def vote_take_over(self, device: int, keeper: int) -> None:
        """Say that a bot may play for a device that is away, and who keeps it, and sees its hand."""
        self._vote(Vote(TAKE_OVER, device, keeper))

    def vote_take_back(self) -> None:
        """Say that the last move of a person is to be taken back; ``Misuse`` when it cannot be."""
        wrong = why_not_back(self.standing)
        if wrong is not None:
            raise Misuse(wrong)
        deal = self.standing.deal
        assert deal is not None and deal.last is not None  # else it is wrong
        self.say(deal.number, TakeBack(deal.last.index))

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

    # -- keeping --------------------------------------------------------------------------------------

    def _rest(self) -> Rest:
        return Rest(
            self.outgoing(),
            frozenset(self._doubtful),
            {number: own.key for number, own in self.secrets.items()},
            len(self.journal),
            self.journal.head,
            max(self._said, self.journal.next_seq(self.device)),
            self.silent,
        )

    def saved(self) -> bytes:
        """All that ``restored`` needs: the log and the ``rest`` in one.

        For this device's own store alone: it holds its keys.
        """
        return self._rest().packed_with(self.journal.envelopes)

    @classmethod
    def restored(
        cls,
        table: Table,
        device: int,
        identity: Identity,
        entropy: Callable[[], bytes],
        saved: bytes,
    ) -> Steps[Self]:
        """The peer that had this saved; ``Misuse`` when it is not of this device and table."""
        try:
            log, rest = unpacked(saved)
        except ValueError:
            raise Misuse("What was saved is damaged.") from None
        peer = cls(table, device, identity, entropy)
        yield from peer._again(log, rest)
        return peer

    @classmethod
    def restored_from(
        cls,
        table: Table,
        device: int,
        identity: Identity,
        entropy: Callable[[], bytes],
        log: Sequence[bytes],
        rest: bytes,
    ) -> Steps[Self]:
        """The peer of which these rows of the log and this rest were kept, neither need be the
        newer; ``Misuse`` when they are not of this device and table.

        With fewer rows than the rest knows of it says nothing until it has heard the others again.
        """
        peer = cls(table, device, identity, entropy)
        yield from peer._again(log, read_rest(rest))
        return peer

    def _again(self, log: Sequence[bytes], rest: Rest) -> Steps[None]:
        yield from super()._again(log, rest)
        for number, key in rest.keys.items():
            self.secrets[number] = secrets_from(self.table, self.device, number, key)
        self._forget()
        self.silent, self._said = rest.silent, rest.said
        for data in rest.pending:
            try:
                own = read(data)
                message = decode(own.body)
            except Malformed:
                raise Misuse("What was saved is damaged.") from None
            if own.device != self.device:
                raise Misuse("What was saved is not from this device.")
            if own.seq >= self.journal.next_seq(self.device):
                self.pending.append((own.deal, message, data))
