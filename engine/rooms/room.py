"""A phone in a room: the whole of it but for the socket, the store, the clock and the chance.

Frames come in (``received``), what is to be done outside comes out (``take``), and between the two
``work`` goes on in short steps. ``now`` is the time in milliseconds, ``entropy`` gives 32 fresh secret
bytes a call; all else is determined. What the person does is an action (``do``), what is to be seen
is ``view``. Nothing that another phone or the relay sends raises anything: it is ignored, and told.

Not promised: that a member who has watching forbidden cannot follow the open cards of a game: it has
the room's secret. Hidden ones nobody but their owner has.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.record import clean_name
from engine.rooms import doing, duties, folding, keeping, restoring, showing
from engine.rooms import messages as say
from engine.rooms.actions import Action
from engine.rooms.codes import Code, code_from
from engine.rooms.door import Door
from engine.rooms.entering import Newcomer
from engine.rooms.events import (
    Away,
    Back,
    Event,
    Forked,
    Reconnected,
    Refused,
    RelayStopping,
)
from engine.rooms.identity import Phone
from engine.rooms.ledger import ROOM, TABLE, Ledger
from engine.rooms.lobby import KICKED, LEFT, MOVED, Lobby
from engine.rooms.log import Log
from engine.rooms.play import Play
from engine.rooms.presence import Presence
from engine.rooms.sealing import RoomKeys
from engine.rooms.session import Session
from engine.rooms.views import Out, RoomView
from engine.sealed.steps import Steps


class RoomError(Exception):
    """What was kept of a room cannot be gone on with; the message is a sentence."""


class Room:
    """One phone in one room. Make one with ``make``, ``enter`` or ``restored``."""

    def __init__(
        self,
        code: Code,
        phone: Phone,
        name: str,
        version: str,
        now: int,
        entropy: Callable[[], bytes],
        secret: bytes = b"",
        log: Log | None = None,
        making: bool = False,
    ) -> None:
        self.phone, self.version, self.entropy = phone, version, entropy
        self.name = clean_name(name)
        self.now = now
        self.identity = phone.identity
        self.presence = Presence()
        self.play: Play | None = None
        self.me = -1
        self.mine: list[tuple[int, say.Message, bytes]] = []  # said, and not in the log yet
        self.ended = ""  # why we have no part in the room any more: kicked, left, moved
        self.refused = ""  # why the room does not take us
        self.pair: tuple[int, ...] = ()  # our pictures
        self.claiming = -1
        self.waits: dict[int, int] = {}  # by member until when our person would rather wait
        self.hides_take_back = False
        self.emotes: list[tuple[int, int, str]] = []  # when, who, what
        self.emoted = -(10**9)
        self.took: int | None = None  # when our first word about the host's role was in the log
        self.trusted = 0  # entries before this one were verified before a restart
        self.began = ""  # the state that the present table began from
        self.table_lobby: Lobby | None = None  # the room as it was when it began
        self.receipt = ""  # of the last deal before it, as a text
        self.may_trim = True
        self.known = Lobby()  # the room as it was before we were told to begin anew
        self.rest = 0, b""  # of a table before that: its number, and what this phone had said there
        self.keeper = keeping.Keeper()
        self.bodies: dict[bytes, str] = {}
        self._dirty = True
        self.looked_at = 0  # entries in which we have looked for what the log begins with
        self._events: list[Event] = []
        self._at(code, secret, log or Log(), making)

    def _at(self, code: Code, secret: bytes, log: Log, making: bool) -> None:
        """Before the room of this code, or in it."""
        self.code, self.secret = code, secret
        self.keys = RoomKeys(secret, code.five) if secret else None
        self.session = Session(code.five, self.phone.token, log, self.keys, self.now, making)
        self.ledger = Ledger(self.keys, Lobby(), log.base) if self.keys else None
        self.newcomer = None if secret else Newcomer(code, self.phone.sender, self.version)
        self.door = Door(code, self.version, self.phone.sender)
        self.heard_at = log.base  # entries that a newcomer has looked at

    # -- making -------------------------------------------------------------------------------------

    @classmethod
    def make(cls, name: str, version: str, now: int, entropy: Callable[[], bytes]) -> Room:
        """A new room, with a code of its own; this phone is its host."""
        room = cls(
            code_from(entropy()),
            Phone(entropy()),
            name,
            version,
            now,
            entropy,
            entropy(),
            making=True,
        )
        room.session.begin(now)
        return room

    @classmethod
    def enter(
        cls, code: Code, name: str, version: str, now: int, entropy: Callable[[], bytes]
    ) -> Room:
        """A newcomer before the door of the room with this code."""
        room = cls(code, Phone(entropy()), name, version, now, entropy)
        room.session.begin(now)
        return room

    @classmethod
    def restored(
        cls, kept: Mapping[str, str], version: str, now: int, entropy: Callable[[], bytes]
    ) -> Steps[Room]:
        """The room of which these texts were kept; ``RoomError`` where they are damaged."""
        try:
            room: Room = yield from restoring.again(cls, kept, version, now, entropy)
        except (ValueError, LookupError, TypeError) as error:
            raise RoomError(f"What was kept of the room is damaged: {error}") from None
        room.session.begin(now)
        return room

    # -- the socket, the clock, the person ------------------------------------------------------------

    def opened(self, now: int) -> None:
        """The socket that was asked for is open."""
        self.now = now
        self.session.opened(now)

    def received(self, text: str, now: int) -> None:
        """A frame has come."""
        self.now = now
        self.session.received(text, now)
        self._take_in()

    def closed(self, now: int) -> None:
        """The socket is closed, or could not be opened."""
        self.now = now
        self.session.closed(now)
        self._take_in()

    def visible(self, now: int, shown: bool) -> None:
        """The page is seen, or not any more; or the network is back."""
        self.now = now
        self.session.visible(now, shown)
        self.keeper.flush |= not shown
        self._take_in()

    def tick(self, now: int) -> None:
        """Time has passed."""
        self.now = now
        self.session.tick(now)
        self._take_in()
        self._dirty = True

    def do(self, action: Action, now: int) -> None:
        """What the person does; ``events.Refusal`` or ``IllegalMove`` where it cannot be."""
        self.now = now
        doing.do(self, action)
        self._dirty = True

    def view(self, now: int) -> RoomView:
        """What is to be seen."""
        return showing.view(self, max(now, self.now))

    @property
    def busy(self) -> bool:
        """Whether ``work``, begun anew, has something to do; one that stands in the midst of a step
        may have although nothing else has."""
        return self._dirty or self._behind

    @property
    def wake(self) -> int | None:
        """When ``tick`` is wanted; None: never."""
        times = duties.wakes(self)
        if self.session.wake is not None:
            times.append(self.session.wake)
        return max(self.now + 20, min(times)) if times else None

    def tell(self, event: Event) -> None:
        """Have something to tell."""
        self._events.append(event)

    # -- what the session has to say ------------------------------------------------------------------

    def _take_in(self) -> None:
        told, self.session.told = self.session.told, []
        for what, more in told:
            self._dirty = True
            if what == "who":
                self._look()
            elif what == "open" and (self.me >= 0 and not self.session.making):
                self.tell(Reconnected())
            elif what == "trimmed" and self.table_lobby and more <= self.table_lobby.since:
                self.session.log.trim(more)
            elif what == "cut" and self.ledger is not None and self.ledger.at > more:
                self.tell(Forked(more))
                self._resync()
            elif what == "resync":
                self._resync()
            elif what == "fork":
                self.tell(Forked(more))
            elif what == "stop":
                self.tell(RelayStopping(round(more)))
            elif what == "refused":
                self.tell(Refused(more))
        if self.session.end == "fork" and self.refused != "fork":
            self.refused = "fork"
            self.tell(Forked(self.session.fork))
        if self.session.end == "taken" and self.me < 0 and self.ledger is not None:
            self._other_code()

    def _look(self) -> None:
        if self.ledger is not None and self.session.knows_who:
            present = self.ledger.lobby.present
            for member in self.presence.look(present, self.session.who, self.me, self.now):
                self.tell(Back(member))

    def _other_code(self) -> None:
        """The code was taken: nobody has seen it yet, so another one will do."""
        self._at(code_from(self.entropy()), self.secret, Log(), making=True)
        self.mine = []
        self.session.begin(self.now)

    def follow_relay(self) -> None:
        """Take the relay's log in the place of ours, and say again what it lacks of this phone's. What
        this phone has signed it never signs otherwise: at the table it is silent until it has heard
        all that it had said there."""
        own = [it.body for it in self.session.log.entries if it.sender == self.phone.sender]
        self.session.lost = [body for body in own if body[:1] in (ROOM, TABLE)]
        self.session.log = Log()
        self._resync()
        self.mine, self.refused, self.trusted = [], "", 0
        self.session.end, self.session.fork = "", -1
        self.session.begin(self.now)

    def _resync(self) -> None:
        """What we knew lies before what the relay keeps: begin anew from what all have agreed on."""
        if self.keys is not None:
            self.rest = duties.rest_of(self)
            self.known = self.lobby if self.lobby.members else self.known
            self.ledger = Ledger(self.keys, Lobby(), self.session.log.base)
            self.play, self.table_lobby, self.receipt, self.keeper.mark = None, None, "", None
            self.me = -1
        self.heard_at = self.looked_at = self.session.log.base

    # -- work -----------------------------------------------------------------------------------------

    @property
    def _behind(self) -> bool:
        if self.ended or self.session.end == "fork":
            return False
        log = self.session.log
        if self.ledger is None:
            return self.heard_at < log.next
        if not self.lobby.members and log.base > 0:  # wait for what the log begins with
            return self.looked_at < log.next
        return self.ledger.at < log.next

    @property
    def complete(self) -> bool:
        """Whether this phone has the log and has taken it in, and its line is open."""
        return self.session.complete and not self._behind

    @property
    def on_line(self) -> bool:
        """Whether the line is open: what the person does is said as soon as the log is taken in, and
        is no more than what would have crossed with the entries that are still to come."""
        return self.session.state == "open"

    def work(self) -> Steps[None]:
        """Take in the log, and do what is due; ends when nothing is left to do."""
        while self.busy:
            if self._behind:
                yield from folding.next_entry(self)
                self._dirty = True
            else:
                self._dirty = False
                yield from duties.act(self)
            yield

    # -- for duties and actions -----------------------------------------------------------------------

    @property
    def lobby(self) -> Lobby:
        """The room as everybody sees it."""
        return self.ledger.lobby if self.ledger is not None else Lobby()

    def say(self, message: say.Message) -> None:
        """Sign a message and have it said."""
        if self.ledger is None:
            return
        number = 0 if self.me < 0 else self.lobby.members[self.me].said + len(self.mine)
        data = self.ledger.written(self.me, number, message, self.identity, self.session.log)
        self.mine.append((number, message, data))
        self._dirty = True

    @property
    def ready_to_enter(self) -> bool:
        """Whether there is a room to enter: the maker's own, or one that has its first member."""
        return bool(self.lobby.members) or self.session.log.base == 0

    def saying(self, kind: type[object]) -> bool:
        """Whether a message of this kind is under way."""
        return any(isinstance(message, kind) for _, message, _ in self.mine)

    def end(self, why: str) -> None:
        """Have no part in the room any more."""
        self.ended = why
        self.session.stop(why)

    # -- what goes out --------------------------------------------------------------------------------

    def take(self) -> Out:
        """What is to be done outside now."""
        self._check_members()
        session = self.session
        if not self.ended:
            session.want(self._wanted(), self.now)
        keep = () if self.ended in (KICKED, LEFT, MOVED) else self.keeper.changes(self)
        frames, session.frames = tuple(session.frames), []
        line, session.wants = session.wants, ""
        events, self._events = tuple(self._events), []
        return Out(keep, frames, line, events, bool(self.ended))

    def _check_members(self) -> None:
        if self.me >= 0 and not self.ended:
            gone = self.lobby.members[self.me].gone
            if gone:
                self.end(gone)

    def _wanted(self) -> list[tuple[str, bool]]:
        """The bodies that are to be in the log, in order, each with whether it keeps the room alive."""
        if self.newcomer is not None:
            return [(body, False) for body in self.newcomer.words]
        ledger = self.ledger
        if ledger is None:
            return []
        found = [(body, True) for body in self.session.lost]
        bodies: dict[bytes, str] = {}
        for _, message, data in self.mine:
            bodies[data] = self.bodies.get(data) or ledger.close(ROOM, data)
            found.append((bodies[data], not isinstance(message, say.KEEPING_NOT)))
        # A wrong try is counted before it is answered.
        found += [(body, False) for body in self.door.words]
        peer = self.play.peer if self.play is not None else None
        if peer is not None and self.play is not None:
            for data in peer.outgoing():
                bodies[data] = self.bodies.get(data) or ledger.envelope(self.play.number, data)
                found.append((bodies[data], True))
        self.bodies = bodies
        return found

    def away_events(self) -> None:
        """Tell who is away from now on."""
        for member in self.presence.tick(self.lobby.present, self.now):
            self.tell(Away(member))


__all__ = ["Room", "RoomError"]
