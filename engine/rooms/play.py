"""The table that is played at in the room: the sealed deal among its phones, told in the room's words.

A *device* of the sealed table is the phone of a member that sits there; this module knows which. A
member without a seat looks on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from engine.game import GameError
from engine.rooms import events as tell
from engine.rooms.deciding import Course
from engine.rooms.lobby import Lobby
from engine.rooms.sealing import RoomKeys
from engine.sealed import events as heard
from engine.sealed.duties import look
from engine.sealed.hand import Stage
from engine.sealed.journal import Equivocation, Fork, Refused, read
from engine.sealed.messages import AWAY, TAKE_BACK, TAKE_OVER, Vote
from engine.sealed.onlooker import Misuse, Onlooker
from engine.sealed.peer import Peer
from engine.sealed.standing import owed_shares
from engine.sealed.steps import Steps
from engine.sealed.table import Identity, Seat, Table, TableError
from engine.sealed.wire import Malformed

AHEAD = True  # the next deal is made ready while one is played
LONG: Final = 1_000_000  # bytes of a table's log, after which it begins anew with the next deal


def table_of(lobby: Lobby, keys: RoomKeys, began: str) -> Table:
    """The sealed table of the room's present table; ``began`` is the state it goes on from, empty
    for a new game. ``TableError`` where it cannot be."""
    devices = {member: device for device, member in enumerate(lobby.seated)}
    keeper = devices.get(lobby.keeper, 0)
    seats = []
    for name, place in zip(lobby.seat_names(), lobby.seats, strict=True):
        device = devices.get(place.member, keeper)
        seats.append(Seat(name, device, place.bot))
    return Table(
        keys.derived("table", str(lobby.table).encode(), str(lobby.since).encode()),
        lobby.variant,
        lobby.dealer,
        tuple(seats),
        tuple(lobby.members[member].device for member in lobby.seated),
        changes=lobby.changes,
        ahead=AHEAD,
        began=began,
    )


class Play:
    """One table. ``members`` are by device; ``peer`` is None for who looks on."""

    def __init__(self, number: int, began: str, members: tuple[int, ...], who: Onlooker) -> None:
        self.number = number
        self.began = began
        self.members = members
        self.who = who
        self.size = 0  # bytes of its log
        self.last: tuple[Any, int, Any, Any] | None = None
        self.last_text = ""  # of a person's last move
        self.before: Any = None  # the state at the end of the last deal that was closed
        self._ended: Any = None  # … and of the last one that was over
        self.convicted: list[tuple[int, str]] = []
        self.spoilt = False
        self.bots_for: set[int] = set()  # devices for which our person lets a bot play

    # -- making -------------------------------------------------------------------------------------

    @classmethod
    def seated(
        cls,
        lobby: Lobby,
        keys: RoomKeys,
        began: str,
        me: int,
        identity: Identity,
        entropy: Callable[[], bytes],
        rest: bytes = b"",
    ) -> Steps[Play | None]:
        """The table as a member is at it; None where it cannot be played by these rules.

        ``rest`` is what this phone knew of the table before it began the log anew.
        """
        try:
            table = table_of(lobby, keys, began)
        except (TableError, GameError):
            return None
        who = Onlooker(table)
        if me in lobby.seated and table.devices[lobby.seated.index(me)] == identity.device:
            device = lobby.seated.index(me)
            who = Peer(table, device, identity, entropy)
            try:
                if rest:
                    who = yield from Peer.restored_from(table, device, identity, entropy, (), rest)
            except Misuse:
                return None
        return cls(lobby.table, began, lobby.seated, who)

    @property
    def peer(self) -> Peer | None:
        """This phone at the table."""
        return self.who if isinstance(self.who, Peer) else None

    @property
    def table(self) -> Table:
        """What was agreed upon."""
        return self.who.table

    def device_of(self, member: int) -> int:
        """A member's device, -1 where it has none."""
        return self.members.index(member) if member in self.members else -1

    # -- the log ------------------------------------------------------------------------------------

    def hear(self, data: bytes) -> Steps[tuple[bool, Course, list[tell.Event]]]:
        """Take in an envelope of this table: whether its log has it now, what the table has come
        to, and what there is to tell."""
        before, length = self.view(), len(self.who.journal)
        was_over, asked = self.who.standing.over, self.voices(TAKE_BACK)
        yield from self.who.hear(data)
        found = len(self.who.journal) > length
        self.size += len(data) if found else 0
        told = self._told(self.who.events(), before)
        closed = any(isinstance(event, tell.Closed) for event in told)
        told += [tell.AskedBack(member) for member in self.voices(TAKE_BACK)[:1] if not asked]
        over = self.who.standing.over
        if over and not was_over:
            told.append(tell.GameOver(self.table.game.outcome(self.who.standing.state)))
        return found, Course(over, closed and not over, self.size > LONG), told

    def speaker(self, data: bytes) -> int:
        """The member whose phone an envelope names; its signature is another matter."""
        try:
            device = read(data).device
        except Malformed:
            device = 0
        return self.members[device if device < len(self.members) else 0]

    def work(self, may_act: bool) -> Steps[list[tell.Event]]:
        """Do what is due at the table, or without the line only look; what there is to tell of it."""
        peer = self.peer
        if peer is not None and may_act:
            self._vote(peer)
        if may_act or peer is None:
            yield from self.who.work()
        else:  # nothing is said without the line, but our own cards can be seen
            while (yield from look(peer)):
                pass
        return self._told(self.who.events(), None)

    def _vote(self, peer: Peer) -> None:
        """Say that a device is away, and that a bot may play for it, where our person wants that."""
        standing = peer.standing
        if not peer.may_speak or standing.over or peer.device in standing.away:
            return
        if len(self.members) < 3:
            return
        for device in sorted(self.bots_for):
            deal = standing.deal
            if device == peer.device or device in standing.keepers:
                continue
            vote = Vote(AWAY, device)
            if device in standing.away:
                keeper = self.keeper(device)
                if keeper < 0 or (deal is not None and device not in deal.members):
                    continue
                vote = Vote(TAKE_OVER, device, keeper)
            about = (vote.kind, vote.device, vote.keeper)
            if peer.device in standing.votes.get(about, frozenset()):
                continue
            if any(message == vote for _, message, _ in peer.pending):
                continue
            if vote.kind == AWAY:
                peer.vote_away(device)
            else:
                peer.vote_take_over(device, vote.keeper)

    def keeper(self, device: int) -> int:
        """The device that is to keep a bot for another, the same for all: one that keeps bots
        already, else the first by seats; -1 where there is none."""
        standing, seats = self.who.standing, self.table.seats
        there = standing.acting if standing.deal else standing.present
        rows = [*(it.device for it in seats if it.bot), *(it.device for it in seats)]
        return next((other for other in rows if other in there and other != device), -1)

    # -- what it tells ------------------------------------------------------------------------------

    def _told(self, events: tuple[Any, ...], before: Any) -> list[tell.Event]:
        found: list[tell.Event] = []
        for event in events:
            found += self._tell(event, before)
        return found

    def _tell(self, event: Any, before: Any) -> Iterator[tell.Event]:
        game = self.table.game
        match event:
            case heard.Dealt(number):
                self.spoilt, self.last = False, None
                yield tell.Dealt(number)
            case heard.Remixed(number):
                yield tell.Remixed(number)
            case heard.Moved(_, seat, text):
                move = game.parse_move(text)
                self.last = before, seat, move, self.view()
                if not self.table.seats[seat].bot:
                    self.last_text = text
                yield tell.Played(seat, move, before, self.last[3])
            case heard.TakenBack(_, seat):
                self.last = None
                yield tell.TakenBack(seat)
            case heard.Ended(number, void):
                self._ended = self.view()
                yield tell.HandOver(number, void, self._ended)
            case heard.Closed(number, digest):
                self.before = self._ended  # the next deal may have begun already
                yield tell.Closed(number, digest)
            case heard.Left(device):
                yield tell.WentAway(self.members[device])
            case heard.Returned(device):
                self.bots_for.discard(device)
                yield tell.Returned(self.members[device])
            case heard.TakenOver(device, keeper):
                yield tell.TakenOver(self.members[device], self.members[keeper])
            case heard.Conceded(device):
                yield tell.Conceded(self.members[device])
            case heard.Spoilt():
                self.spoilt = True
                yield tell.Spoilt()
            case heard.Convicted(_, _, device, seat, reason):
                self.convicted.append((self.members[device], reason))
                yield tell.Convicted(self.members[device], seat, reason)
            case heard.Differs(_, device):
                yield tell.Doubt(self.members[device], "state")
            case Equivocation(device) | Fork(device):
                yield tell.Doubt(self.members[device], "two-versions")
            case heard.Fault(_, device, reason) if device != self._device:
                yield tell.Doubt(self.members[device], reason)
            case heard.Ignored(_, device, reason) | heard.Fault(_, device, reason):
                if device == self._device:
                    yield tell.Ignored("late", reason)
            case Refused():
                yield tell.Doubt(-1, "unsigned")

    @property
    def _device(self) -> int:
        return self.peer.device if self.peer is not None else -1

    # -- what is seen -------------------------------------------------------------------------------

    def view(self) -> Any:
        """The game's state as this phone may know it."""
        return self.who.view()

    def stage(self) -> str:
        """How far the table has come, in a word."""
        standing = self.who.standing
        if standing.over:
            return "over"
        if standing.deal is None:
            return "keys" if standing.coming.stage is Stage.KEYS else "shuffling"
        return _STAGES[standing.deal.stage]

    def waits_for(self) -> tuple[int, ...]:
        """The members whose phones the table waits for."""
        return tuple(self.members[device] for device in sorted(self._awaited()))

    def _awaited(self) -> set[int]:
        standing = self.who.standing
        deal, coming = standing.deal, standing.coming
        if standing.over:
            return set()
        if deal is None:
            if coming.stage is Stage.KEYS:
                return set(coming.members) - set(coming.keys)
            turn = coming.chains[-1].turn(coming.members) if coming.chains else None
            return set() if turn is None else {turn}
        if deal.stage is Stage.REMIX:
            turn = deal.chains[-1].turn(standing.acting)
            return set() if turn is None else {turn}
        if deal.stage is Stage.OPEN:
            return {device for device in deal.members if not deal.is_open(device)}
        if deal.stage is Stage.AUDIT:
            return set(standing.acting) - set(deal.signed)
        found = {standing.player(question.seat) for question in deal.asked}
        owing = (d for d in deal.members if d not in standing.away and owed_shares(standing, d))
        return found | set(owing)

    def agreed(self, device: int) -> tuple[int, ...]:
        """The members that have said that a device is away, or that a bot may play for it."""
        votes = self.who.standing.votes.items()
        voices = {
            voice
            for (kind, about, _), said in votes
            if kind in (AWAY, TAKE_OVER) and about == device
            for voice in said
        }
        return tuple(self.members[voice] for voice in sorted(voices))

    def voices(self, kind: int) -> tuple[int, ...]:
        """The members that have voted for a kind of thing."""
        votes = self.who.standing.votes.items()
        found = {voice for (one, _, _), said in votes if one == kind for voice in said}
        return tuple(self.members[voice] for voice in sorted(found))

    def to_be_taken_back(self) -> tuple[int, str] | None:
        """The seat and the text of the move that somebody wants taken back."""
        deal = self.who.standing.deal
        if deal is None or deal.last is None or not self.voices(TAKE_BACK):
            return None
        return deal.last.seat, self.last_text


_STAGES: Final = {
    Stage.KEYS: "keys",
    Stage.CHAIN: "shuffling",
    Stage.READY: "shuffling",
    Stage.PLAY: "playing",
    Stage.REMIX: "remixing",
    Stage.OPEN: "opening",
    Stage.AUDIT: "checking",
}
