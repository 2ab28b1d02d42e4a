"""Devices that lie about their keys, their moves and their bots: each is named.

The numbers in the names of the tests are those of ``test_sealed_properties``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from engine.sealed import group, proofs
from engine.sealed.ending import deal_key
from engine.sealed.events import Convicted, Moved
from engine.sealed.hand import context
from engine.sealed.journal import Journal
from engine.sealed.messages import Keys, Move, Opened, Settled
from tests.sealed_owed import receivers
from tests.sealed_room import Room, seed_of
from tests.sealed_scenes import (
    Film,
    before,
    deal_of,
    named,
    post,
    rejected,
    room_of,
    standing,
    three,
)
from tests.test_sealed_cheats import LAST, void

# -- 5 and 6: keys ---------------------------------------------------------------------------------------


def test_05_a_wrong_key_that_is_opened_names_the_seat() -> None:
    room, opened = before(three(), 1, Opened)
    lie = Opened(bytes([opened.key[0] ^ 1, *opened.key[1:]]))
    reason = "The key that was opened is not the one of this deal."
    assert rejected(room, 1, lie) == reason
    theirs = Opened(room.phones[0].secrets[0].key)
    assert rejected(room, 1, theirs) == reason


def test_05_a_false_state_signed_after_the_audit_names_the_seat() -> None:
    room, true = before(three(), 0, Settled)
    post(room, 0, Settled(bytes(32)))
    room.play(lambda it: len(it.relay.log) > len(it.phones[0].journal) + 9, turns=30)
    assert {device for device, _ in named(room, Convicted, by=(1, 2))} == {0}
    assert true.digest != bytes(32)


def test_06_a_rogue_key_is_rejected() -> None:
    """The key that cancels all others, so that the joint key is one the last device knows."""
    room, honest = before(three(), LAST, Keys)
    total = room.phones[0].secrets[0].pair.public + room.phones[1].secrets[0].pair.public
    mine = proofs.keypair_from(bytes(32), "rogue")
    rogue = mine.public - total
    bound = context(room.table, 0, "key", LAST)
    for proof in (honest.proof, proofs.prove_known(mine.secret, mine.public, bound)):
        lie = replace(honest, public=group.encode(rogue), proof=proof)
        assert rejected(room, LAST, lie) == "The device does not prove that it knows its key."


def test_06_a_copied_key_is_rejected() -> None:
    room, honest = before(three(), LAST, Keys)
    theirs = before(three(), 0, Keys)[1]
    reason = "The device does not prove that it knows its key."
    copied = replace(theirs, parts=honest.parts)
    assert rejected(room, LAST, copied) == reason


def test_06_a_key_of_another_hand_or_room_is_rejected() -> None:
    room, honest = before(three(), LAST, Keys)
    reason = "The device does not prove that it knows its key."
    elsewhere = replace(room.table, room=seed_of("another room"))
    for table, number in ((room.table, 1), (elsewhere, 0)):
        pair = deal_key(room.table, 0, LAST, room.phones[LAST].secrets[0].key)
        assert group.encode(pair.public) == honest.public
        bound = context(table, number, "key", LAST)
        proof = proofs.prove_known(pair.secret, pair.public, bound)
        assert rejected(room, LAST, replace(honest, proof=proof)) == reason


# -- 15: moves -------------------------------------------------------------------------------------------

Choice = Callable[[Room, int], Any]


def revoke(room: Room, device: int) -> Any:
    """A card that a seat may not play and that passes with all who do not see its hand, or None."""
    phone = room.phones[device]
    if not any(question.what == "play" for question in phone.asked()):
        return None
    game, view = phone.game, phone.view()
    for slot, seen in enumerate(game.entitled(view)):
        if seen == 1 << phone.seat:
            move = game.parse_move(f"play {slot}")
            if game.judged(view, phone.seat, move) is None and (
                game.why_illegal(view, phone.seat, move)
            ):
                return move
    return None


def revoker(shown: Film) -> tuple[Room, int, Any]:
    """The first moment at which somebody can revoke, who, and with which card."""
    for moment in shown.moments:
        for phone in moment.phones:
            move = revoke(moment, phone.device)
            if move is not None:
                return Film((moment,)).end, phone.device, move
    raise AssertionError("Nobody can revoke in this game.")


def made(room: Room, device: int, move: Any) -> None:
    """Let a phone make a move without asking whether it may."""
    phone = room.phones[device]
    (question,) = phone.asked()
    deal = deal_of(room)
    phone.wish = phone.seat, deal.asked[question], move, deal.number


def test_15_a_revoke_is_found_by_the_audit() -> None:
    room, device, move = revoker(three())
    made(room, device, move)
    text = room.table.game.move_text(move)
    room.play(lambda it: all(any(_is_move(e, device, text) for e in heard) for heard in it.heard))
    assert not named(room)  # it passes for all who do not see the hand
    index = next(e.index for e in room.heard[0] if _is_move(e, device, text))
    void(room)
    for heard in room.heard:
        (verdict,) = (event for event in heard if isinstance(event, Convicted))
        assert (verdict.device, verdict.seat, verdict.index) == (device, device, index)
        assert verdict.reason.startswith("The rules refuse this move: ")


def _is_move(event: object, seat: int, text: str) -> bool:
    return isinstance(event, Moved) and (event.seat, event.text) == (seat, text)


def test_15_a_bot_off_its_program_is_found_by_the_audit() -> None:
    room, move = before(three(), 0, Move, lambda it: it.seat == 3)
    game, view = room.table.game, room.phones[0].view(3)
    texts = [game.move_text(it) for it in game.legal_moves(view, 3) if not game.shown(view, it)]
    other = next(text for text in texts if text != move.text)
    post(room, 0, replace(move, text=other))
    room.play(lambda it: all(any(_is_move(e, 3, other) for e in heard) for heard in it.heard))
    assert not named(room)
    void(room)
    for heard in room.heard:
        (verdict,) = (event for event in heard if isinstance(event, Convicted))
        assert (verdict.device, verdict.seat) == (0, 3)
        assert verdict.reason == "The bot would have moved otherwise."


def test_15_a_keeper_that_says_it_saw_less_is_no_crash() -> None:
    """Its bot answers for a moment at which it was asked nothing: that is off its program too."""
    room, move = before(three(), 0, Move, lambda it: it.seat == 3)
    said = room.phones[0].journal.envelopes
    for seen in (0, len(said) - 2):
        once, earlier = room_of(room), Journal(room.table)
        for data in said[:seen]:
            earlier.accept(data, signed=True)
        post(once, 0, move, seen=seen, head=earlier.head)
        once.play(lambda it: all(any(_is_move(e, 3, move.text) for e in h) for h in it.heard))
        void(once)
        assert named(once, Convicted) == {(0, "The bot would have moved otherwise.")}


def test_15_a_false_answer_is_refused_at_once() -> None:
    """A move is no claim: whatever a seat calls its card, the card says what it is."""
    room, move = before(three(), 1, Move, lambda it: it.text.startswith("play"))
    theirs = next(
        slot
        for slot, seen in enumerate(room.table.game.entitled(standing(room).state))
        if seen == 1 << 0
    )
    assert receivers(standing(room), theirs) == {0}
    lie = replace(move, text=f"play {theirs}")
    assert rejected(room, 1, lie) == f"The sender cannot have seen slot {theirs}."
    for text in ("play", "play 1 2", "play 99", "play -1", "bid 15", "pass", "play 007", "\u0661"):
        rejected(room, 1, replace(move, text=text))


def test_15_answering_for_another_seat_is_refused_at_once() -> None:
    room, move = before(three(), 1, Move)
    assert rejected(room, 0, move) == "Another device plays this seat."
    assert rejected(room, 1, replace(move, seat=4)) == "There is no such seat."
