"""Taking in the log, entry by entry: the room's messages, the table's envelopes, words at the door."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.rooms import duties, keeping, settling
from engine.rooms import messages as say
from engine.rooms.deciding import Course
from engine.rooms.events import AskedBack, Began, DoorShut, Emoted, Event, Ignored, WrongTry
from engine.rooms.greeting import read
from engine.rooms.ledger import ROOM, Ledger, Verdict, table_of_body
from engine.rooms.lobby import Lobby
from engine.rooms.log import Entry
from engine.rooms.play import Play
from engine.rooms.sealing import RoomKeys
from engine.sealed.steps import Steps

if TYPE_CHECKING:
    from engine.rooms.room import Room


def next_entry(room: Room) -> Steps[None]:
    """Take in the next entry of the log."""
    log = room.session.log
    if room.ledger is None:
        entry = log.entries[room.heard_at - log.base]
        room.heard_at += 1
        _outside(room, entry)
        return
    if not room.lobby.members and room.ledger.at == log.base > 0:
        yield from _start_settled(room, room.ledger.keys)
        return
    entry = log.entries[room.ledger.at - log.base]
    yield from _fold(room, room.ledger, entry)


def _outside(room: Room, entry: Entry) -> None:
    newcomer = room.newcomer
    words = read(entry.body)
    if newcomer is None or words is None:
        return
    if entry.sender == room.phone.sender:
        newcomer.words = [body for body in newcomer.words if body != entry.body]
    found = newcomer.heard(words, entry.sender, room.now)
    if found is not None:
        room.secret, room.pair = found
        room.keys = RoomKeys(room.secret, room.code.five)
        room.ledger = Ledger(room.keys, Lobby(), room.session.log.base)
        room.newcomer = None
        room.session.let_in(room.keys, room.now)


def _fold(room: Room, ledger: Ledger, entry: Entry) -> Steps[None]:
    """Judge an entry, in steps; then take in all that follows from it at once, so that what is kept
    between two steps always fits together."""
    opened = ledger.open(entry.body)
    lobby, course, fresh = ledger.lobby, Course(), False
    events: list[Event] = []
    verdict: Verdict | None = None
    moves: Callable[[], None] | None = None
    if opened is not None and opened[0] == ROOM:
        lobby, verdict = ledger.judge(opened[1], room.session.log, ledger.at < room.trusted)
        events += verdict.events
        fresh = _begins(events)
        yield
        moves = yield from duties.after(room, verdict)
    elif opened is not None:
        course = yield from _at_the_table(room, ledger, opened[1], events)
    lobby, more = ledger.follow(lobby, course)
    events += more
    table = (yield from _sat_down(room, lobby, fresh)) if _begins(events) else None
    if room.ledger is not ledger:
        return  # meanwhile the log was begun anew
    if opened is None:
        _at_the_door(room, entry)
    turned = lobby.phase != ledger.lobby.phase or table is not None
    ledger.step(lobby)
    if verdict is not None:
        _own(room, verdict, lobby)
    if moves is not None:
        moves()
    for event in events:
        _happened(room, event)
    if table is not None:
        _begin(room, lobby, table)
    if turned:
        _mark(room, ledger)


def _begins(events: list[Event]) -> bool:
    return any(isinstance(event, Began) for event in events)


def _at_the_table(room: Room, ledger: Ledger, plain: bytes, events: list[Event]) -> Steps[Course]:
    """Take in an envelope of the table, if it is one of the present one's."""
    found, course = table_of_body(plain), Course()
    room.session.kept_alive(room.now)
    play = room.play
    if found and play is not None and found[0] == play.number:
        entered = False
        if not ledger.lobby.members[play.speaker(found[1])].gone:  # who has gone is not heard
            entered, course, told = yield from play.hear(found[1])
            events += told
        if not entered:
            ledger.bad.add(ledger.at)
    return course


def _at_the_door(room: Room, entry: Entry) -> None:
    words = read(entry.body)
    if words is None:
        return
    if entry.sender == room.phone.sender:
        room.door.words = [body for body in room.door.words if body != entry.body]
    room.door.heard(words, entry.sender, room.secret, room.now)


def _own(room: Room, verdict: Verdict, lobby: Lobby) -> None:
    """What became of a message of ours."""
    if verdict.signs != room.identity.device.signs.hex():
        return
    if isinstance(verdict.message, say.Enter):
        room.mine = [it for it in room.mine if not isinstance(it[1], say.Enter)]
        if room.me < 0:
            found = [it.number for it in lobby.members if it.signs == verdict.signs]
            room.me = found[0] if found else -1
            room.refused = verdict.code if room.me < 0 else ""
        return
    if verdict.code == "gap" or verdict.member != room.me:
        return
    room.mine = [it for it in room.mine if it[0] > verdict.number]
    if verdict.code and verdict.counted:
        room.tell(Ignored(verdict.code))


def _happened(room: Room, event: Event) -> None:
    if room.me < 0:
        return  # what was before we came in is nothing to tell
    room.tell(event)
    if isinstance(event, AskedBack):
        room.hides_take_back = False
    elif isinstance(event, Emoted):
        room.emotes = [*room.emotes[-9:], (room.now, event.member, event.emote)]
    elif isinstance(event, WrongTry) and room.door.counted(room.lobby, room.now):
        room.tell(DoorShut())


@dataclass(frozen=True, slots=True)
class Table:
    """A table that has begun: the state that it began from, the receipt of that, our place there."""

    began: str
    receipt: str
    play: Play | None


def _sat_down(room: Room, lobby: Lobby, fresh: bool) -> Steps[Table]:
    """The table that has begun, new or going on from the one before."""
    before = None if fresh else room.play
    began = receipt = ""
    if not fresh:
        began, receipt = room.began, room.receipt
    if before is not None:
        found = yield from before.who.receipt()
        if found is not None:
            began, receipt = found.state, found.text()
    assert room.keys is not None  # else the log could not be read
    rest = room.rest[1] if room.rest[0] == lobby.table else b""
    play = yield from Play.seated(
        lobby, room.keys, began, room.me, room.identity, room.entropy, rest
    )
    if play is not None and before is not None:
        play.before = before.before
    return Table(began, receipt, play)


def _begin(room: Room, lobby: Lobby, table: Table) -> None:
    """Sit down at a table, or look on."""
    room.play, room.began, room.receipt = table.play, table.began, table.receipt
    room.table_lobby, room.may_trim, room.rest = lobby, True, (0, b"")


def _mark(room: Room, ledger: Ledger) -> None:
    if room.table_lobby is None:
        room.table_lobby = ledger.lobby
    texts = ledger.lobby.text(), room.table_lobby.text(), room.began, room.receipt
    room.keeper.mark = keeping.Mark(ledger.at, *texts)


def _start_settled(room: Room, keys: RoomKeys) -> Steps[None]:
    """Begin with what those who sit have signed that the forgotten log has come to."""
    room.looked_at = room.session.log.next
    settled = yield from settling.found(keys, room.session.log, room.known)
    if settled is None:
        return
    _find_me(room, settled.lobby)
    room.began, room.play = settled.began, None
    table = yield from _sat_down(room, settled.lobby, fresh=False)
    room.ledger = Ledger(keys, settled.lobby, room.session.log.base)
    _begin(room, settled.lobby, table)
    _mark(room, room.ledger)


def _find_me(room: Room, lobby: Lobby) -> None:
    signs = room.identity.device.signs.hex()
    found = [it for it in lobby.members if it.signs == signs]
    room.me = found[0].number if found else -1
    room.mine = [it for it in room.mine if found and it[0] >= found[0].said]
