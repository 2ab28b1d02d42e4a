"""What a phone does in a room by itself: enter, agree to begin, answer at the door, take the host's role
when it is its turn, hand a seat over, vote for those who have left, forget the old log."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from engine.rooms import messages as say
from engine.rooms import settling
from engine.rooms.events import DoorOpened, SeatMoved
from engine.rooms.going import heirs
from engine.rooms.identity import binding
from engine.rooms.ledger import Verdict, table_rows
from engine.rooms.lobby import MOVED, STARTING
from engine.rooms.presence import HOST
from engine.rooms.sealing import from_letters, to_letters
from engine.sealed.handing import HandingError, hand_over, handed
from engine.sealed.onlooker import Misuse
from engine.sealed.peer import Peer
from engine.sealed.steps import Steps

if TYPE_CHECKING:
    from engine.rooms.room import Room

CHANCE: Final = 10_000  # milliseconds in which a host can speak up before its role is taken


def act(room: Room) -> Steps[None]:
    """Do all that is due."""
    if room.newcomer is not None:
        others = set(room.session.who) - {room.phone.sender}
        room.newcomer.tick(room.session.complete and bool(others), room.entropy, room.now)
        return
    if room.ended or room.keys is None:
        return
    room.away_events()
    if not room.complete:
        if room.play is not None:
            yield from room.play.work(False)
        return
    if room.me < 0:
        enter(room)
        return
    room._look()
    ready(room)
    host(room)
    door(room)
    hand(room)
    yield from settling.act(room)
    yield
    if room.play is not None:
        gone(room)
        for event in (yield from room.play.work(True)):
            room.tell(event)


def enter(room: Room) -> None:
    """Become a member."""
    if room.saying(say.Enter) or room.refused or room.keys is None or not room.ready_to_enter:
        return
    device = room.identity.device
    mac = binding(room.keys, device, room.phone.sender)
    room.say(
        say.Enter(
            room.name,
            device.signs.hex(),
            device.seals.hex(),
            room.phone.sender,
            mac.hex(),
            room.phone.promise(0),
            room.version,
            say.PROTOCOL,
        )
    )


def ready(room: Room) -> None:
    """Agree to begin, and show our part in drawing the dealer."""
    lobby, me = room.lobby, room.me
    if lobby.phase != STARTING or me not in lobby.seated or room.saying(say.Ready):
        return
    if any(it.member == me for it in lobby.ready):
        return
    drawn = lobby.members[me].drawn
    nonce = room.phone.nonce(drawn).hex()
    room.say(say.Ready(lobby.table + 1, nonce, room.phone.promise(drawn + 1)))


def host(room: Room) -> None:
    """Speak up when our role as host is about to be taken; take it when it is our turn."""
    lobby, me, now = room.lobby, room.me, room.now
    if lobby.host == me:
        if lobby.heir >= 0 and not room.mine:
            room.say(say.Here())
        return
    if lobby.heir != me:
        room.took = None
    if lobby.host < 0 or room.presence.gone_for(lobby.host, now) < HOST:
        return
    there = [it for it in heirs(lobby, lobby.host) if room.presence.here(it, now)]
    if not there or there[0] != me or room.saying(say.Take):
        return
    if lobby.heir == me:
        room.took = now if room.took is None else room.took
        if now < room.took + CHANCE:
            return
    room.say(say.Take(lobby.host))


def door(room: Room) -> None:
    """Answer a knock when it is our turn, and say what came of it."""
    # What came of the last run has to be counted before the next one.
    order = [] if room.saying(say.Wrong) or room.saying(say.Welcomed) else there(room)
    who = list(room.session.who)
    if room.door.tick(room.lobby, order, room.me, who, room.entropy, room.now):
        room.tell(DoorOpened())
    for message in room.door.says:
        room.say(message)
    room.door.says.clear()


def there(room: Room) -> list[int]:
    """The members that are there, in the order in which they answer at the door: the host first."""
    lobby = room.lobby
    rows = [lobby.host, *lobby.seated, *(it.number for it in lobby.present)]
    present = {it.number for it in lobby.present}
    return [it for it in dict.fromkeys(rows) if it in present and room.presence.here(it, room.now)]


def gone(room: Room) -> None:
    """A bot plays for whoever has left for good, or was removed."""
    play, lobby = room.play, room.lobby
    assert play is not None
    for member in play.members:
        if lobby.members[member].gone:
            play.bots_for.add(play.device_of(member))


# -- a seat that moves ------------------------------------------------------------------------------


def hand(room: Room) -> None:
    """Hand our seat over to the phone of which somebody inside has said that it is ours too."""
    lobby = room.lobby
    claim = next((it for it in lobby.claims if it.of == room.me and it.agreed), None)
    if claim is None or room.play is None or room.saying(say.Handed):
        return
    peer = room.play.peer
    if peer is None or room.play.number != lobby.table:
        return
    seals = bytes.fromhex(lobby.members[claim.member].seals)
    try:
        package = hand_over(peer, seals, room.entropy())
    except HandingError:
        return
    room.say(say.Handed(claim.member, lobby.table, to_letters(package)))


def after(room: Room, verdict: Verdict) -> Steps[Callable[[], None] | None]:
    """What a seat that moved means for this phone, to be done when the message is taken in."""
    message = verdict.message
    if verdict.code or not verdict.counted:
        return None
    moved = [event.of for event in verdict.events if isinstance(event, SeatMoved)]
    if isinstance(message, say.Handed) and message.to == room.me:
        return (yield from _handed(room, verdict.member, message))
    if room.me in moved:
        return lambda: room.end(MOVED)
    return None


def _handed(room: Room, member: int, message: say.Handed) -> Steps[Callable[[], None] | None]:
    """Being the member whose seat this is, with all that its phone knew."""
    play, ledger = room.play, room.ledger
    if play is None or ledger is None:
        return None
    try:
        found = handed(from_letters(message.package), room.phone.identity.seals, play.table)
        yield
        rows = table_rows(room.session.log, ledger, play.number, room.lobby.since)
        peer = yield from Peer.restored_from(
            play.table, found.device, found.identity, room.entropy, rows, found.rest
        )
    except (HandingError, Misuse, ValueError):
        return None

    def be_it() -> None:
        play.who = peer
        room.me, room.identity, room.mine, room.claiming = member, found.identity, [], -1

    return be_it


def rest_of(room: Room) -> tuple[int, bytes]:
    """The number of the table that this phone plays at, and what has to be known of what it said."""
    return room.rest if room.play is None else (room.play.number, room.play.who.rest())


# -- when --------------------------------------------------------------------------------------------


def wakes(room: Room) -> list[int]:
    """The moments at which something will be due."""
    found: list[int] = []
    if room.ended or room.session.end:
        return found
    if room.newcomer is not None:
        return [room.newcomer.until] if room.newcomer.until > room.now else []
    found += room.presence.wakes(room.lobby)
    order = there(room)
    if room.me in order:
        found += room.door.wakes(order.index(room.me), room.now)
    if room.took is not None:
        found.append(room.took + CHANCE)
    return [it for it in found if it > room.now]
