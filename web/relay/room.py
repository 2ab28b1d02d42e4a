"""One room: who is in it, what each of them has been sent, and what a join, an offer and a trim do.

No socket and no clock: time is an argument, and what is to be sent goes through a ``Wire``. Whoever
enters stands at a number of the log. While that is below the next number the member is *late* and
is sent the past, piece by piece as its line takes it; from then on it is *live* and gets every new
entry. So the past goes over into the future without a gap, and a slow reader costs no memory.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Protocol

from web.relay.frames import Offer, Refused, encoded
from web.relay.limits import Bucket, Limits
from web.relay.log import Log


class Wire(Protocol):
    """What carries the bytes."""

    def send(self, members: Iterable[Member], text: bytes) -> list[Member]:
        """Sends to all of them; those for whom too much waits already get nothing, and are returned."""

    def tell(self, member: Member, text: bytes) -> None:
        """Sends to one, and cuts it off when it does not read."""

    def pump(self, member: Member) -> None:
        """Begins to send a late member what ``Room.piece`` gives, as fast as it reads."""

    def close(self, member: Member, code: str) -> None:
        """Ends the connection."""

    def changed(self, room: Room) -> None:
        """Calls ``Room.tell_who`` a moment later."""


class Member:
    """A connection, in a room or not."""

    __slots__ = (
        "address", "bytes", "closed", "frames", "guest", "guest_says", "line", "note", "quiet", "room",
        "sender", "strikes", "ticket",
    )  # fmt: skip

    def __init__(self, address: str, limits: Limits, now: float, line: Any = None) -> None:
        self.address = address
        self.line = line  # what the shell knows it by
        self.room: Room | None = None
        self.sender = ""
        self.guest = True
        self.note = ""
        self.quiet = False
        self.closed = False
        self.ticket = 0  # of two connections of one sender the higher is the newer
        self.frames = Bucket(limits.burst, now)
        self.bytes = Bucket(limits.byte_burst, now)
        self.strikes = Bucket(limits.strikes, now)
        self.guest_says = Bucket(limits.guest_burst, now)


class Room:
    """A room and its log."""

    __slots__ = (
        "away", "dirty", "gate", "given", "kept_until", "label", "late", "live", "log", "maker", "name",
        "senders", "settled", "wire",
    )  # fmt: skip

    def __init__(
        self, name: str, gate: bytes, maker: str, log: Log, wire: Wire, kept_until: float
    ) -> None:
        self.name, self.gate, self.maker, self.log, self.wire = name, gate, maker, log, wire
        self.kept_until = kept_until
        self.settled = 0.0  # until then a room that was given back takes nothing new
        self.given = -1  # up to here a phone has given the log back, -1 where none had to
        self.label = 0  # what the logs of the relay call it
        self.live: dict[Member, None] = {}
        self.late: dict[Member, int] = {}
        self.senders: dict[str, Member] = {}
        self.away: dict[str, list[list[str]]] = {}  # who is there through other relays
        self.dirty = False

    # -- entering and leaving ---------------------------------------------------------------------------

    def check(self, sender: str, guest: bool, limits: Limits) -> None:
        """``Refused`` when there is no room for one more; a sender's older connection is none."""
        others = [it for it in self.senders.values() if it.sender != sender]
        if len(others) >= limits.room or (
            guest and sum(it.guest for it in others) >= limits.guests
        ):
            raise Refused("full", limits.guests if guest else limits.room)

    def enter(
        self, member: Member, sender: str, guest: bool, at: int, limits: Limits, now: float
    ) -> None:
        """Lets a member in who knows the entries below ``at``; all others follow, then the new ones."""
        if (old := self.senders.get(sender)) and old is not member:
            self.put_out(old, encoded(["elsewhere"]))
            self.wire.close(old, "elsewhere")
        member.room, member.sender, member.guest, member.note = self, sender, guest, ""
        self.senders[sender] = member
        if at < self.log.base:
            at = self._resync(member)
        self._tell_in(member, at, limits, now)
        if at < self.log.next:
            self.late[member] = at
            self.wire.pump(member)
        else:
            self.live[member] = None
        self.change()

    def leave(self, member: Member) -> None:
        """Lets a member out."""
        self.live.pop(member, None)
        self.late.pop(member, None)
        if self.senders.get(member.sender) is member:
            del self.senders[member.sender]
        member.room = None
        self.change()

    def put_out(self, member: Member, text: bytes) -> None:
        """Lets a member out, with a last word."""
        self.leave(member)
        self.wire.tell(member, text)

    def _tell_in(self, member: Member, at: int, limits: Limits, now: float) -> None:
        log, left = self.log, max(0.0, self.kept_until - now)
        head = log.chain(at).hex()
        frame = ["in", member.sender, log.base, log.next, head, limits.told(), round(left)]
        self.wire.tell(member, encoded(frame))

    def _resync(self, member: Member) -> int:
        """Sends a member on from what is kept; the number it stands at now."""
        log = self.log
        frame = ["resync", log.base, log.chain(log.base).hex(), log.lasts()]
        self.wire.tell(member, encoded(frame))
        return log.base

    # -- the past ---------------------------------------------------------------------------------------

    def piece(self, member: Member, limits: Limits, now: float) -> bytes | None:
        """The next piece of the past for a late member; None when it has got all and is live."""
        at = self.late.get(member)
        if at is None:
            return None
        if at < self.log.base:  # trimmed while it read
            at = self._resync(member)
            self._tell_in(member, at, limits, now)
        if at == self.log.next:
            del self.late[member]
            self.live[member] = None
            self.wire.tell(member, self.who())
            return None
        texts, self.late[member] = self.log.piece(at)
        return b'["log",[' + b",".join(texts) + b"]]"

    # -- the future -------------------------------------------------------------------------------------

    def admit(self, sender: str, id_: int, text: bytes) -> None:
        """Takes the entry whose turn it is, and sends it to everyone who is live."""
        number = self.log.next
        self.log.admit(sender, id_, text)
        for slow in self.wire.send(self.live, b'["e",' + text[1:]):
            del self.live[slow]
            self.late[slow] = number
            self.wire.pump(slow)

    def echo(self, member: Member, id_: int, body: str) -> None:
        """Answers what was said before; ``Refused`` when it was another body, or passed over. Who is
        late is sent it with the past, and not before that."""
        text = self.log.find(member.sender, id_)
        if text is None:
            if self.log.passed(member.sender, id_):
                raise Refused("passed", id_=id_)  # refused once, and a later one taken since
            self.wire.tell(member, encoded(["said", id_]))
            return
        if not text.endswith(b"%d,%b]" % (id_, encoded([body])[1:-1])):
            raise Refused("other-body", id_=id_)
        if int(text[1 : text.index(b",")]) < self.late.get(member, self.log.next):
            self.wire.tell(member, b'["e",' + text[1:])

    def trim(self, upto: int) -> None:
        """Forgets what stands below a number, and tells everyone."""
        self.log.trim(upto)
        self.wire.send(self.live, encoded(["trimmed", upto]))

    def restart(self, log: Log) -> None:
        """Takes a later part of the history, to which nothing leads from here; all are resynced."""
        self.log = log
        for member in self.live:
            self.late[member] = -1
        self.live.clear()
        for member in list(self.late):
            self.late[member] = -1
            self.wire.pump(member)

    # -- histories compared -----------------------------------------------------------------------------

    def part(self, cursor: int, chain: bytes) -> int | None:
        """Where somebody's history, known by its chain at a cursor, is not this one; else None."""
        log = self.log
        if log.base <= cursor <= log.next and log.chain(cursor) != chain:
            return cursor
        return None

    def gives_way(self, fork: int) -> bool:
        """Whether one phone alone has said all that stands from a fork on, and none of it was given
        back: it can say that again, while what the others have heard would be lost with them."""
        return 0 <= self.given <= fork and len(self.log.speakers(self.given)) == 1

    def fork(self, number: int, member: Member, inside: bool) -> None:
        """Shows that there are two histories: to the phone, and when it is of the room to all."""
        text = encoded(["fork", number])
        self.wire.tell(member, text)
        if inside:
            self.wire.send([it for it in self.senders.values() if it is not member], text)

    def cut(self, number: int) -> None:
        """Lets all out whose history from a number on gives way to another; they may come in again."""
        for member in list(self.senders.values()):
            self.put_out(member, encoded(["cut", number]))

    # -- who is here ------------------------------------------------------------------------------------

    def who(self) -> bytes:
        """The frame that says who is here, here and through other relays."""
        here = [[it.sender, it.note] for it in self.senders.values() if not it.quiet]
        known = {sender for sender, _ in here}
        for others in self.away.values():
            here += [entry for entry in others if entry[0] not in known]
            known.update(sender for sender, _ in others)
        return encoded(["who", here])

    def change(self) -> None:
        """Who is here has changed: all will be told, once for all changes of a moment."""
        if not self.dirty:
            self.dirty = True
            self.wire.changed(self)

    def tell_who(self) -> None:
        """Tells everyone who is here."""
        self.dirty = False
        if self.live:
            self.wire.send(self.live, self.who())


def news(log: Log, offer: Offer) -> list[tuple[str, int, bytes]]:
    """What an offer of the same history has beyond a log; ``Refused`` when its ids do not rise."""
    fresh = offer.entries[max(0, log.next - offer.base) :]
    lasts: dict[str, int] = {}
    for sender, id_, _ in fresh:
        if id_ <= lasts.get(sender, log.last(sender)):
            raise Refused("bad-frame")
        lasts[sender] = id_
    return fresh
