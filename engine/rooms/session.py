"""The talk with the relay: coming in, the log, what is to be said until it is there, coming back.

Frames in, frames out; whoever holds the socket says when it is open and when it is closed, and opens
one when this asks for it. What a phone wants to have said is told by ``want`` again and again, as
bodies; each is said under an id, is said again after the line was cut, and is done when the log has
it and nobody wants it any more. So a body is never lost, and a repeat does no harm.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from typing import Any, Final

from engine.rooms.forms import packed
from engine.rooms.identity import sender_of
from engine.rooms.log import Log, Place, entry_of
from engine.rooms.outbox import Outbox
from engine.rooms.sealing import RoomKeys
from engine.text import read_json

LONGEST: Final = 70_000  # characters of a frame that is read

PAUSES: Final = (0, 300, 600, *[1_000] * 27, *[3_000] * 30, 8_000)
"""Milliseconds before the tries to come back: for half a minute a relay that restarts is missed by a
second at most."""

OPENING: Final = 10_000  # after so long without an answer a try is given up
QUIET: Final = 10_000  # after so long without a frame a sign of life is asked for
SILENT: Final = 15_000  # after so long without one the line is dead
HIDDEN: Final = 4_000  # after so long in the background a line is not believed any more
AGAIN: Final = 1_000  # between two questions for what is missing
EARLY: Final = 60_000  # by so much a relay's clock may end the room's hours before ours does
LIFE: Final = 4 * 3_600_000  # that a room lives, until the relay says otherwise


class Session:
    """One phone's line to one room. ``keys`` are None for a guest.

    ``state``: ``off``, ``waiting`` for the time of the next try, ``connecting``, ``joining``,
    ``open``. ``end``: why there will be no other try, or nothing.
    """

    def __init__(
        self, five: str, token: str, log: Log, keys: RoomKeys | None, now: int, making: bool = False
    ) -> None:
        self.five, self.token, self.log, self.keys = five, token, log, keys
        self.sender = sender_of(token)
        self.making = making
        self.state = "off"
        self.end = ""
        self.fork = -1
        self.who: dict[str, str] = {}
        self.knows_who = False
        self.note = ""
        self.until = now + LIFE  # until when the room lives, as far as this phone knows
        self.life = LIFE
        self.limits: dict[str, Any] = {}
        self.frames: list[str] = []
        self.wants = ""  # "open" or "close": what is wanted of the socket
        self.told: list[tuple[str, Any]] = []  # what has happened, for the room
        self.last_open: int | None = None
        self.outbox = Outbox()
        self.lost: list[str] = []  # bodies of ours that a relay has lost
        self._failed = 0  # tries in a row
        self._due = now  # when the next try, or the look at a try, is due
        self._heard = now
        self._asked = False  # a sign of life is asked for
        self._cursor = 0  # what the relay was told that we know
        self._lowered = False  # … and that was less than we do, for the rest is ours alone
        self._offered = False  # … and all that we know, though the relay knows it otherwise
        self._target = 0  # the log is complete when it is so long
        self._rejoined = -AGAIN
        self._hidden_at: int | None = None

    # -- the socket -------------------------------------------------------------------------------

    def begin(self, now: int) -> None:
        """Ask for a socket at once."""
        if not self.end:
            self._failed = 0
            self._open(now)

    def _open(self, now: int) -> None:
        self.state, self.wants = "connecting", "open"
        self.frames.clear()
        self._due = now + OPENING

    def opened(self, now: int) -> None:
        """The socket is open: come in."""
        if self.state != "connecting":
            return
        self.state, self._heard, self._asked = "joining", now, False
        self._due = now + OPENING
        self._enter()

    def _enter(self) -> None:
        self._cursor, self._lowered = self.log.next, False
        if self.making and self.keys:
            self._send(["make", self.five, self.keys.gate_hash, self.token])
        else:
            self._join(self.log.next)

    def _join(self, cursor: int) -> None:
        self._cursor = cursor
        gate, head = self.keys.gate if self.keys else None, self.log.chain(cursor)
        assert head is not None  # from base on it is known
        self._send(["join", self.five, self.token, cursor, head.hex(), gate])

    def let_in(self, keys: RoomKeys, now: int) -> None:
        """A guest knows the room's secret now: come in once more, as one who is inside."""
        self.keys = keys
        if self.state in ("joining", "open"):
            self.state, self._due = "joining", now + OPENING
            self._enter()

    def closed(self, now: int) -> None:
        """The socket is closed, or could not be opened: try again after a while."""
        if self.end or self.state in ("off", "waiting"):
            return
        self._lost(now)

    def _lost(self, now: int, after: int | None = None) -> None:
        if self.state == "open":
            self.last_open = now
        self.state = "waiting"
        self.frames.clear()
        self.who, self.knows_who = {}, False
        pause = PAUSES[min(self._failed, len(PAUSES) - 1)] if after is None else after
        self._failed += 1
        self._due = now + pause + self._jitter(pause // 4)
        self.told.append(("lost", None))

    def _jitter(self, most: int) -> int:
        """So that phones do not all come back in the same moment."""
        if most <= 0:
            return 0
        data = sha256(f"{self.token}/{self._failed}/{self.log.next}".encode()).digest()
        return int.from_bytes(data[:4], "big") % most

    def visible(self, now: int, shown: bool) -> None:
        """The page is seen again, or not any more; or the network is back: the line is tried at
        once, and one that slept in the background is not believed."""
        if not shown:
            self._hidden_at = now if self._hidden_at is None else self._hidden_at
            self._noted("hidden")
            return
        slept = self._hidden_at is not None and now - self._hidden_at >= HIDDEN
        self._hidden_at = None
        self._failed = 0
        if self.end or self.state == "off":
            return
        if self.state == "waiting" or slept or now - self._heard >= QUIET:
            if self.state == "open":
                self._lost(now, 0)
            self._open(now)
        else:
            self._noted("")
            self._ask(now)

    def _noted(self, note: str) -> None:
        if note != self.note:
            self.note = note
            if self.state == "open":
                self._send(["note", note])

    def _ask(self, now: int) -> None:
        if self.state == "open" and not self._asked:
            self._asked = True
            self._heard = min(self._heard, now - QUIET)
            self._send(["note", self.note])

    @property
    def due(self) -> int:
        """When the next try is, while the line waits."""
        return self._due

    @property
    def wake(self) -> int | None:
        """When ``tick`` is wanted."""
        if self.end or self.state == "off":
            return None
        if self.state != "open":
            return self._due
        times = [self._heard + (SILENT if self._asked else QUIET)]
        return min(times + self.outbox.wakes())

    def tick(self, now: int) -> None:
        """What time brings."""
        if self.end or self.state == "off":
            return
        if self.state == "open":
            if now >= self._heard + SILENT:
                self._lost(now, 0)
                self._open(now)
            elif now >= self._heard + QUIET:
                self._ask(now)
            return
        if now < self._due:
            return
        if self.state != "waiting":  # a try that nobody answers
            self._lost(now)
            self.wants = "close"
        else:
            self._open(now)

    def stop(self, why: str) -> None:
        """No other try."""
        self.end, self.state, self.wants = why, "off", "close"
        self.frames.clear()

    # -- frames -----------------------------------------------------------------------------------

    def _send(self, frame: list[Any]) -> None:
        self.frames.append(packed(frame))

    def received(self, text: str, now: int) -> None:
        """A frame of the relay; what is none is passed over."""
        if self.state not in ("joining", "open"):
            return
        try:
            frame = read_json(text) if len(text) <= LONGEST else None
        except (ValueError, RecursionError):
            frame = None
        if type(frame) is not list or not frame or type(frame[0]) is not str:
            return
        self._heard, self._asked = now, False
        handler = getattr(self, f"_on_{frame[0]}", None)
        if handler is not None:
            try:
                handler(now, *frame[1:])
            except (TypeError, ValueError, AttributeError, KeyError):
                self.told.append(("bad-frame", frame[0]))

    def _on_in(
        self, now: int, sender: str, base: int, next_: int, head: str, limits: Any, life: Any
    ) -> None:
        known = self.log.chain(max(base, self._cursor))
        if known is not None and known.hex() != head:
            self._forked(self._cursor)
            return
        if self._lowered and self.log.base <= self._cursor < self.log.next:
            # What the relay has lost of ours is said again; nobody else's word is among it.
            self._forget(self._cursor)
        self.limits = dict(limits)
        self.life = int(self.limits.get("life", LIFE // 1000)) * 1000
        self.until = now + int(life) * 1000
        self.making = self._offered = False
        self.state, self._failed, self._target = "open", 0, next_
        self.last_open = None
        self.told.append(("open", None))
        self.outbox.once_more()
        if self.note:
            self._send(["note", self.note])

    def _on_log(self, now: int, rows: Any) -> None:
        for row in rows:
            self._entry(now, row)

    def _on_e(self, now: int, *row: Any) -> None:
        self._entry(now, list(row))

    def _entry(self, now: int, row: Any) -> None:
        entry = entry_of(row)
        if entry is None or self.end:
            return
        place = self.log.take(entry)
        if entry.sender == self.sender:
            self.lost = [body for body in self.lost if body != entry.body]
            self.outbox.echo(entry.id, now)
        if place is Place.NEW:
            self.told.append(("entry", entry))
        elif place is Place.FORK:
            self._forked(entry.number)
        elif place is Place.GAP and now - self._rejoined >= AGAIN:
            self._rejoined = now
            self.state = "joining"
            self._due = now + OPENING
            self._enter()

    def _on_said(self, now: int, id_: int) -> None:
        self.outbox.echo(id_, now)

    def _on_who(self, now: int, rows: Any) -> None:
        self.who = {str(sender): str(note) for sender, note in rows}
        self.knows_who = True
        self.told.append(("who", None))

    def _on_trimmed(self, now: int, base: int) -> None:
        self.told.append(("trimmed", int(base)))

    def _on_resync(self, now: int, base: int, head: str, lasts: Any) -> None:
        self.log = Log(int(base), bytes.fromhex(head), {str(k): int(v) for k, v in lasts.items()})
        self.told.append(("resync", int(base)))

    def _on_behind(self, now: int, next_: int, head: str) -> None:
        known = self.log.chain(next_)
        if next_ < self.log.base:
            self._offer(self.log.base)
        elif known is None or known.hex() != head:
            self._parted(next_)
        else:
            self._offer(next_)

    def _offer(self, start: int) -> None:
        if self.keys is None:
            self.stop("no-room")
            return
        at, self._cursor = start, self.log.next
        for rows, more in self.log.pieces(start):
            head, lasts = self.log.chain(at), self.log.lasts_at(at)
            assert head is not None  # from base on it is known
            whose: list[Any] = ["offer", self.five, self.keys.gate_hash, self.token]
            self._send([*whose, at, head.hex(), lasts, rows, int(more)])
            at += len(rows)

    def _on_fork(self, now: int, number: int) -> None:
        if self.state == "open":
            self.told.append(("fork", int(number)))  # another phone's
        else:
            self._parted(int(number))

    def _parted(self, number: int) -> None:
        """The relay tells another history. What only we lose with ours we can say again; where it
        is others' words, the relay is offered ours: what one phone alone has said gives way to it."""
        at = self._cursor
        if at > self.log.base and self.log.entries[at - 1 - self.log.base].sender == self.sender:
            self._lowered = True
            self._join(at - 1)
        elif self.keys is not None and not self._offered:
            self._lowered, self._offered = False, True
            self._offer(self.log.base)
        else:
            self._forked(number)

    def _on_cut(self, now: int, number: int) -> None:
        """What one phone alone has said gives way to what others had heard: it is forgotten, and
        said again if it is ours. The words of more than one nobody makes us forget."""
        if self.state == "open":
            if number >= self.log.base and len({it.sender for it in self.log.since(number)}) == 1:
                self._forget(number)
            self.state, self._due = "joining", now + OPENING
            self._enter()

    def _forget(self, number: int) -> None:
        self.lost += [it.body for it in self.log.since(number) if it.sender == self.sender]
        self.log.cut(number)
        self.told.append(("cut", number))

    def _forked(self, number: int) -> None:
        self.fork = number
        self.stop("fork")

    def _on_elsewhere(self, now: int) -> None:
        self.stop("elsewhere")

    def _on_stop(self, now: int, seconds: Any) -> None:
        self.told.append(("stop", float(seconds)))
        after = int(float(seconds) * 1000)
        self._lost(now, after + self._jitter(1_000))
        self.wants = "close"

    def _on_no(self, now: int, code: str, id_: int | None = None, *detail: Any) -> None:
        wait = detail[0] if detail and isinstance(detail[0], int | float) else 1
        if code in ("too-fast", "settling", "log-full", "other-body", "too-long", "relay-full"):
            self._refused(now, code, wait)
        elif code == "no-room":
            self._no_room(now)
        elif code == "gone":
            self._gone(now)
        elif code in ("taken", "gate"):
            self.stop(code)
        elif code == "outside":
            if self.state == "open":
                self.state = "joining"
                self._enter()
        elif code in ("bad-frame", "bad-id"):
            self.told.append(("refused", code))
        else:  # full, too-many, wrong-names, stopping …: later
            self.told.append(("refused", code))
            self._lost(now, max(2_000, int(wait * 1000) if code in _TIMED else 5_000))
            self.wants = "close"

    def _gone(self, now: int) -> None:
        """The relay has the room no more. Before its hours are over it has lost it with its store."""
        if now >= self.until - EARLY:
            self.stop("expired")
        elif self.state == "open":
            self.state, self._due = "joining", now + OPENING
            self._no_room(now)

    def _no_room(self, now: int) -> None:
        """Give a relay that forgot the room its log back, while the room can live."""
        if self.keys is None or now >= self.until:
            self.stop("no-room" if self.keys is None else "expired")
        elif self.log.next == 0:
            self.making = True
            self._enter()
        else:
            self._offer(self.log.base)

    def _refused(self, now: int, code: str, wait: float) -> None:
        pause = min(30_000, max(200, int(wait * 1000))) if code in _TIMED else 3_000
        self.outbox.refused(now + pause)
        if code != "settling":
            self.told.append(("refused", code))

    # -- saying -----------------------------------------------------------------------------------

    @property
    def complete(self) -> bool:
        """Whether the line is open and the log was as long as the relay's when it opened."""
        return self.state == "open" and self.log.next >= self._target

    def want(self, bodies: Iterable[tuple[str, bool]], now: int) -> None:
        """These bodies are to be in the log, in this order, each with whether it keeps the room alive
        (``Outbox.want``)."""
        self.outbox.want(bodies)
        if self.complete:
            for id_, keeps, body in self.outbox.due(now):
                self._send(["say", id_, int(keeps), body])

    def kept_alive(self, now: int) -> None:
        """A message was heard that keeps the room alive."""
        self.until = max(self.until, now + self.life)

    def trim(self, upto: int) -> None:
        """Ask the relay to forget what stands below a number."""
        if self.state == "open" and self.keys is not None:
            self._send(["trim", upto, self.keys.gate])


_TIMED: Final = ("too-fast", "settling", "wrong-names", "too-many-rooms", "stopping")
"""Refusals that tell after how many seconds it is worth to try again."""
