"""``view``: a room as its screens see it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.rooms import messages as say
from engine.rooms.doing import allowed
from engine.rooms.emotes import SHOWN
from engine.rooms.lobby import OVER, PLAYING
from engine.rooms.pictures import named
from engine.rooms.play import Play
from engine.rooms.presence import OFFER
from engine.rooms.views import (
    ClaimView,
    DoorView,
    EmoteView,
    LineView,
    OfferView,
    PersonView,
    RoomView,
    TableView,
    TakeBackView,
)
from engine.sealed.messages import REDEAL, TAKE_BACK, Move
from engine.sealed.taking_back import why_not_back

if TYPE_CHECKING:
    from engine.rooms.room import Room

_ENDS: Final = {
    "fork": "fork",
    "elsewhere": "elsewhere",
    "no-room": "gone",
    "expired": "gone",
    "gate": "gone",
    "taken": "refused",
}


def view(room: Room, now: int) -> RoomView:
    """Everything, now."""
    lobby, inside = room.lobby, room.me >= 0
    table = _table(room) if inside else None
    claims = [it for it in lobby.claims if not it.agreed]
    member = lobby.members[room.me] if inside else None
    return RoomView(
        code=room.code,
        phase=phase(room),
        reason=room.session.end or room.refused,
        line=_line(room, now),
        lobby=lobby if inside else None,
        people=_people(room, now) if inside else (),
        me=room.me,
        hosting=inside and lobby.host == room.me,
        table=table,
        offers=_offers(room, now) if table is not None else (),
        claims=tuple(ClaimView(it.member, it.of, named((it.first, it.second))) for it in claims),
        taken=_taken(room),
        pictures=named((room.pair[0], room.pair[1])) if room.pair else None,
        claiming=room.claiming if any(it.member == room.me for it in lobby.claims) else -1,
        take_back=_take_back(room),
        door=DoorView(lobby.wrong, room.door.shut_for(now)),
        emotes=tuple(
            EmoteView(who, emote, now - at) for at, who, emote in room.emotes if now - at < SHOWN
        ),
        other_version=room.newcomer.other_version if room.newcomer else lobby.version,
        can=_can(room) if member is not None and not member.gone else frozenset(),
        why_not_start=(lobby.why_not_start() or "") if lobby.host == room.me else "not-host",
    )


def phase(room: Room) -> str:
    """In one word where this phone stands."""
    session = room.session
    if room.ended:
        return room.ended
    if session.end:
        return _ENDS.get(session.end, "refused")
    if room.newcomer is not None:
        if room.newcomer.state != "knocking":
            return room.newcomer.state
        return "knocking" if session.state == "open" else "connecting"
    if room.me < 0:
        if room.refused == "version":
            return "version"
        if room.refused:
            return "refused"
        return "making" if session.making else "entering"
    return room.lobby.phase


def _line(room: Room, now: int) -> LineView:
    session = room.session
    since = 0 if session.last_open is None else now - session.last_open
    retry = max(0, session.due - now) if session.state == "waiting" else 0
    lives = None if session.end else max(0, session.until - now)
    return LineView(session.state, since, retry, lives)


def _people(room: Room, now: int) -> tuple[PersonView, ...]:
    lobby, labels = room.lobby, room.lobby.labels()
    found = []
    for member in lobby.present:
        number = member.number
        seat, here = lobby.seat_of(number), room.presence.here(number, now)
        found.append(
            PersonView(
                number,
                member.name,
                labels[number],
                seat,
                here,
                0 if here else room.presence.gone_for(number, now),
                number == lobby.host,
                number == room.me,
                seat < 0,
                lobby.waits_for(number),
            )
        )
    return tuple(found)


# -- the table ----------------------------------------------------------------------------------------


def may_watch(room: Room) -> bool:
    """Whether this phone shows the table: its member sits there, or watching is allowed."""
    play = room.play
    return play is not None and (room.lobby.watching or play.peer is not None)


def _table(room: Room) -> TableView | None:
    play = room.play
    if play is None or not may_watch(room) or room.lobby.phase not in (PLAYING, OVER):
        return None
    standing, table, peer = play.who.standing, play.table, play.peer
    seats = range(len(table.seats))
    deal, closed = standing.deal, standing.closed
    under_way = peer is not None and (
        peer.wish is not None or any(isinstance(it, Move) for _, it, _ in peer.pending)
    )
    return TableView(
        number=play.number,
        variant=table.variant,
        changes=table.changes,
        game=table.game,
        seat=peer.seat if peer is not None else -1,
        state=play.view(),
        names=tuple(seat.name for seat in table.seats),
        players=tuple(-1 if it.bot else play.members[it.device] for it in table.seats),
        bots=tuple(standing.program(seat) for seat in seats),
        keepers=tuple(play.members[standing.player(seat)] for seat in seats),
        stage=play.stage(),
        asked=peer.asked() if peer is not None and not _taken(room) else (),
        sent=under_way,
        waits_for=play.waits_for(),
        deal=deal.number if deal is not None else standing.coming.number,
        closed=len(closed),
        digest=closed[-1][1].hex() if closed else "",
        outcome=table.game.outcome(standing.state),
        convicted=tuple(play.convicted),
        spoilt=play.spoilt,
        redeal=play.voices(REDEAL),
        last=play.last,
        before=play.before,
    )


def _taken(room: Room) -> bool:
    peer = room.play.peer if room.play is not None else None
    if peer is None or peer.standing.over:
        return False
    return peer.device in peer.standing.away or peer.standing.player(peer.seat) != peer.device


def _offers(room: Room, now: int) -> tuple[OfferView, ...]:
    play = room.play
    peer = play.peer if play is not None else None
    if play is None or peer is None or peer.standing.over:
        return ()
    return tuple(
        _offer(room, play, member, now)
        for member in play.waits_for()
        if _is_offered(room, play, member, now)
    )


def _is_offered(room: Room, play: Play, member: int, now: int) -> bool:
    device, standing = play.device_of(member), play.who.standing
    if member == room.me or room.lobby.members[member].gone or device in standing.keepers:
        return False
    late = room.presence.gone_for(member, now) >= OFFER
    return late and now >= room.waits.get(member, 0)


def _offer(room: Room, play: Play, member: int, now: int) -> OfferView:
    device = play.device_of(member)
    keeper = play.keeper(device)
    return OfferView(
        member,
        play.table.person(device),
        "bot" if len(play.members) > 2 else "two",
        room.presence.gone_for(member, now),
        play.agreed(device),
        device in play.bots_for,
        play.members[keeper] if keeper >= 0 else -1,
        play.voices(REDEAL),
    )


def _take_back(room: Room) -> TakeBackView | None:
    play = room.play
    asked = play.to_be_taken_back() if play is not None else None
    if play is None or asked is None or room.hides_take_back:
        return None
    agreed = play.voices(TAKE_BACK)
    present = [play.members[device] for device in play.who.standing.present]
    wanted = tuple(member for member in present if member not in agreed)
    return TakeBackView(*asked, agreed, wanted, room.me in agreed)


# -- what can be done -----------------------------------------------------------------------------------


def _can(room: Room) -> frozenset[str]:
    """The names of the actions that are possible now, roughly."""
    lobby, me = room.lobby, room.me
    seats = range(len(lobby.seats))
    tries: list[tuple[str, say.Message]] = [
        *(("Sit", say.Sit(seat)) for seat in seats),
        ("Stand", say.Stand()),
        ("ChooseGame", say.Choose(lobby.variant, lobby.changes, lobby.title)),
        ("SetSeats", say.Seats(len(lobby.seats))),
        *(("SetBot", say.SetBot(seat, "")) for seat in seats),
        ("Arrange", say.Arrange(tuple(seats))),
        ("AllowWatching", say.Watching(not lobby.watching)),
        ("Start", say.Start()),
        ("Cancel", say.Cancel()),
        *(("Kick", say.Kick(it.number)) for it in lobby.present),
        *(("HandHost", say.Hand(it.number)) for it in lobby.present),
        *(("ClaimSeat", say.Claim(it.number)) for it in lobby.present),
        *(("ConfirmClaim", say.Confirm(it.member, True)) for it in lobby.claims),
    ]
    found = {"Rename", "Leave", "Emote"}
    for name, message in tries:
        if name not in found and not allowed(room, message):
            found.add(name)
    if lobby.host == me and not lobby.variant and lobby.phase not in (PLAYING,):
        found.add("ChooseGame")
    return frozenset(found | _at_the_table(room))


def _at_the_table(room: Room) -> set[str]:
    play = room.play
    peer = play.peer if play is not None else None
    if play is None or peer is None or peer.standing.over or not room.on_line:
        return set()
    if _taken(room):
        return {"TakeSeat"} if peer.device in peer.standing.away else set()
    found = {"Play"} if peer.asked() else set()
    if peer.standing.deal is not None:
        found.add("VoteRedeal")
    if len(play.members) == 2:
        found.add("Concede")
    if why_not_back(peer.standing) is None:
        found.add("AskTakeBack")
    return found
