"""What a person does, carried out: each action says a message, or asks the table, or is refused."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final

from engine.game import GameError, find
from engine.record import clean_name
from engine.rooms import actions as do_
from engine.rooms import messages as say
from engine.rooms.acts import NoEffect
from engine.rooms.deciding import decide
from engine.rooms.emotes import EMOTES, PAUSE
from engine.rooms.events import Refusal
from engine.rooms.going import heirs
from engine.rooms.lobby import LEFT
from engine.rooms.play import Play
from engine.rooms.presence import OFFER
from engine.sealed.onlooker import Misuse
from engine.sealed.peer import Peer

if TYPE_CHECKING:
    from engine.rooms.room import Room


def do(room: Room, action: do_.Action) -> None:
    """Carry an action out; ``Refusal`` or ``IllegalMove`` where it cannot be."""
    handler = _HANDLERS[type(action)]
    handler(room, action)


def allowed(room: Room, message: say.Message) -> str:
    """Nothing where a message of ours would have its effect now, else a code for why not."""
    if room.me < 0 or room.ended or room.ledger is None:
        return "not-inside"
    try:
        decide(room.lobby, room.ledger.at, room.me, message)
    except NoEffect as ruling:
        return ruling.code
    return ""


def _say(room: Room, message: say.Message) -> None:
    wrong = allowed(room, message)
    if not wrong and message in [it for _, it, _ in room.mine]:
        wrong = "busy"
    if wrong:
        raise Refusal(wrong)
    room.say(message)


def _saying(
    make: Callable[[Any], say.Message],
) -> Callable[[Room, Any], None]:
    return lambda room, action: _say(room, make(action))


def _rename(room: Room, action: do_.Rename) -> None:
    room.name = clean_name(action.name)
    _say(room, say.Rename(room.name))


def _choose(room: Room, action: do_.ChooseGame) -> None:
    try:
        find(action.variant)
    except GameError:
        raise Refusal("no-such") from None
    _say(room, say.Choose(action.variant, action.changes, clean_name(action.rules_name)))


def _knock(room: Room, action: do_.Knock) -> None:
    if room.newcomer is None:
        raise Refusal("not-asked")
    if action.code.five != room.code.five:
        raise Refusal("no-such")
    room.code = action.code
    room.newcomer.again(action.code)


def _leave(room: Room, action: do_.Leave) -> None:
    if room.me < 0 or not room.on_line:
        room.end(LEFT)
        return
    rows = [it for it in heirs(room.lobby, room.me) if room.presence.here(it, room.now)]
    _say(room, say.Leave(rows[0] if rows and room.lobby.host == room.me else -1))


def _emote(room: Room, action: do_.Emote) -> None:
    if action.name not in EMOTES:
        raise Refusal("no-such")
    if room.now - room.emoted < PAUSE:
        raise Refusal("too-soon")
    _say(room, say.Emote(EMOTES.index(action.name)))
    room.emoted = room.now


# -- at the table -----------------------------------------------------------------------------------


def _table(room: Room) -> tuple[Play, Peer]:
    if room.play is None or room.ended:
        raise Refusal("not-playing")
    if room.play.peer is None:
        raise Refusal("not-asked")
    if not room.on_line:
        raise Refusal("offline")
    return room.play, room.play.peer


def _play(room: Room, action: do_.Play) -> None:
    _, peer = _table(room)
    if peer.device in peer.standing.away or peer.standing.player(peer.seat) != peer.device:
        raise Refusal("away")
    move = action.move
    if isinstance(move, str):
        try:
            move = peer.game.parse_move(move)
        except ValueError:
            raise Refusal("no-such") from None
    try:
        peer.move(move)
    except Misuse:
        raise Refusal("not-asked") from None


def _let_bot(room: Room, action: do_.LetBotPlay) -> None:
    play, peer = _table(room)
    device = play.device_of(action.member)
    if device < 0 or device == peer.device:
        raise Refusal("no-such")
    if len(play.members) < 3:
        raise Refusal("too-few-phones")
    if room.presence.gone_for(action.member, room.now) < OFFER:
        raise Refusal("too-soon")
    play.bots_for.add(device)


def _wait(room: Room, action: do_.Wait) -> None:
    play, _ = _table(room)
    room.waits[action.member] = room.now + OFFER
    play.bots_for.discard(play.device_of(action.member))


def _voted(ask: Callable[[Peer], None]) -> Callable[[Room, Any], None]:
    def handler(room: Room, action: Any) -> None:
        _, peer = _table(room)
        if peer.standing.over:
            raise Refusal("not-playing")
        if peer.device in peer.standing.away:
            raise Refusal("away")
        try:
            ask(peer)
        except Misuse:
            raise Refusal("not-asked") from None

    return handler


def _take_seat(room: Room, action: do_.TakeSeat) -> None:
    _, peer = _table(room)
    peer.wish = None
    try:
        peer.come_back()
    except Misuse:
        raise Refusal("not-asked") from None


def _answer_back(room: Room, action: do_.AnswerTakeBack) -> None:
    if action.agree:
        _voted(Peer.vote_take_back)(room, action)
    room.hides_take_back = not action.agree


# -- a seat that moves, and the line ----------------------------------------------------------------


def _claim(room: Room, action: do_.ClaimSeat) -> None:
    _say(room, say.Claim(action.member))
    room.claiming = action.member


def _take_line(room: Room, action: do_.TakeLine) -> None:
    if room.session.end != "elsewhere":
        raise Refusal("not-asked")
    room.session.end = ""
    room.session.begin(room.now)


def _follow(room: Room, action: do_.FollowRelay) -> None:
    if room.session.end != "fork":
        raise Refusal("not-asked")
    room.follow_relay()


_HANDLERS: Final[Mapping[type[Any], Callable[[Room, Any], None]]] = {
    do_.Rename: _rename,
    do_.Sit: _saying(lambda it: say.Sit(it.seat)),
    do_.Stand: _saying(lambda it: say.Stand()),
    do_.Knock: _knock,
    do_.ChooseGame: _choose,
    do_.SetSeats: _saying(lambda it: say.Seats(it.count)),
    do_.SetBot: _saying(lambda it: say.SetBot(it.seat, it.bot)),
    do_.Arrange: _saying(lambda it: say.Arrange(tuple(it.order))),
    do_.AllowWatching: _saying(lambda it: say.Watching(it.allowed)),
    do_.Start: _saying(lambda it: say.Start()),
    do_.Cancel: _saying(lambda it: say.Cancel()),
    do_.Kick: _saying(lambda it: say.Kick(it.member)),
    do_.HandHost: _saying(lambda it: say.Hand(it.member)),
    do_.Leave: _leave,
    do_.Emote: _emote,
    do_.Play: _play,
    do_.LetBotPlay: _let_bot,
    do_.Wait: _wait,
    do_.VoteRedeal: _voted(Peer.vote_redeal),
    do_.Concede: _voted(Peer.concede),
    do_.TakeSeat: _take_seat,
    do_.AskTakeBack: _voted(Peer.vote_take_back),
    do_.AnswerTakeBack: _answer_back,
    do_.ClaimSeat: _claim,
    do_.ConfirmClaim: _saying(lambda it: say.Confirm(it.member, it.yes)),
    do_.TakeLine: _take_line,
    do_.FollowRelay: _follow,
}
