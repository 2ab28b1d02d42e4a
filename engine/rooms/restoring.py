"""A room out of what was kept: the log is folded again from the last mark on, believing what this phone
had verified before."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from engine.rooms import forms
from engine.rooms.codes import FIVE, Code
from engine.rooms.deciding import Course
from engine.rooms.identity import Phone
from engine.rooms.keeping import HEAD, MARK, OWN, Damaged, Own, head_of, log_of, mark_of, own_of
from engine.rooms.ledger import ROOM, Ledger, table_rows
from engine.rooms.lobby import OVER, PLAYING, Lobby, parse_lobby
from engine.rooms.play import Play, table_of
from engine.rooms.sealing import RoomKeys, from_letters
from engine.sealed import group
from engine.sealed.onlooker import Misuse, Onlooker
from engine.sealed.peer import Peer
from engine.sealed.proofs import KeyPair
from engine.sealed.steps import Steps
from engine.sealed.table import Identity

if TYPE_CHECKING:
    from engine.rooms.room import Room


def again(
    kind: type[Room],
    kept: Mapping[str, str],
    version: str,
    now: int,
    entropy: Callable[[], bytes],
) -> Steps[Room]:
    """The room of which these texts were kept; ``ValueError`` where they are damaged."""
    if HEAD not in kept:
        raise Damaged("Nothing was kept of this room.")
    head = head_of(kept[HEAD])
    code, log = Code(head.code[:FIVE], head.code[FIVE:]), log_of(kept, head)
    room = kind(
        code, Phone(head.seed), head.name, version, now, entropy, head.secret, log, head.making
    )
    room.pair, room.session.until = head.pair, max(head.until, 0)
    room.keeper.first, room.keeper.next = log.base, log.next
    room.keeper.kept = {HEAD: kept[HEAD]}
    if room.keys is None:
        room.heard_at = log.next
        return room
    yield
    own = own_of(kept[OWN]) if OWN in kept else Own(log.base, (), 0, -1, (), (), 0, "", -1)
    ledger = _marked(room, kept, room.keys)
    ledger.bad = set(own.bad)
    room.ledger = ledger
    room.session.outbox.next_id = own.next_id + 1_000  # what was said last may not have been noted
    room.trusted = min(own.folded, log.next) if ledger.lobby.members or not log.base else 0
    yield from _folded(room, ledger)
    _own_again(room, own)
    room.rest = own.table, from_letters(own.rest)
    if room.table_lobby is not None and ledger.lobby.phase in (PLAYING, OVER):
        yield from _table_again(room, ledger, room.table_lobby, room.keys, own)
    return room


def _marked(room: Room, kept: Mapping[str, str], keys: RoomKeys) -> Ledger:
    if MARK not in kept:
        return Ledger(keys, Lobby(), room.session.log.base)
    mark = mark_of(kept[MARK])
    if mark.at < room.session.log.base:  # the log was begun anew since
        room.keeper.kept[MARK] = kept[MARK]
        return Ledger(keys, Lobby(), room.session.log.base)
    room.began, room.table_lobby = mark.began, parse_lobby(mark.table)
    room.receipt = mark.receipt
    room.keeper.mark = mark
    room.keeper.kept[MARK] = kept[MARK]
    return Ledger(keys, parse_lobby(mark.lobby), mark.at)


def _folded(room: Room, ledger: Ledger) -> Steps[None]:
    """The room's messages up to where the log was folded; since the mark the table has turned
    nothing."""
    log = room.session.log
    while ledger.at < room.trusted:
        entry = log.entries[ledger.at - log.base]
        opened = ledger.open(entry.body)
        lobby = ledger.lobby
        if opened is not None and opened[0] == ROOM:
            lobby, _ = ledger.judge(opened[1], log, trusted=True)
            lobby, _ = ledger.follow(lobby, Course())
        ledger.step(lobby)
        yield


def _own_again(room: Room, own: Own) -> None:
    members = room.lobby.members
    if own.identity:
        signs, seals = (_pair(text) for text in own.identity)
        room.identity = Identity(signs, seals)
    signs_of = room.identity.device.signs.hex()
    found = [it.number for it in members if it.signs == signs_of]
    room.me, room.claiming = found[0] if found else -1, own.claiming
    for data in own.mine:
        envelope, _ = forms.read(data)
        if envelope.member == room.me and (room.me < 0 or envelope.number >= members[room.me].said):
            room.mine.append((envelope.number, forms.decode(envelope.text), data))


def _pair(text: str) -> KeyPair:
    secret = group.decode_scalar(bytes.fromhex(text))
    return KeyPair(secret, group.base_times(secret))


def _table_again(room: Room, ledger: Ledger, lobby: Lobby, keys: RoomKeys, own: Own) -> Steps[None]:
    table = table_of(lobby, keys, room.began)
    rows = table_rows(room.session.log, ledger, lobby.table, lobby.since)
    rest = room.rest[1] if room.rest[0] == lobby.table else b""
    rest, room.rest = rest or Onlooker(table).rest(), (0, b"")
    device = room.identity.device
    who: Onlooker
    try:
        if device in table.devices:
            place = table.devices.index(device)
            who = yield from Peer.restored_from(
                table, place, room.identity, room.entropy, rows, rest
            )
        else:
            who = yield from Onlooker.resumed(table, rows, rest)
    except Misuse as error:
        raise Damaged(str(error)) from None
    room.play = Play(lobby.table, room.began, lobby.seated, who)
    room.play.size = sum(map(len, rows))
