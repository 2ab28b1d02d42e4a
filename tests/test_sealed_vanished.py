"""Devices that vanish before the audit, with or without a cheat to hide: they gain nothing.

The numbers in the names of the tests are those of ``test_sealed_properties``.
"""

from __future__ import annotations

from dataclasses import replace

from engine.sealed import group
from engine.sealed.events import Closed, Convicted
from engine.sealed.evidence import judge
from engine.sealed.hand import Stage
from engine.sealed.journal import read
from engine.sealed.messages import (
    Here,
    Move,
    Opened,
    Part,
)
from engine.sealed.steps import finish
from tests.sealed_room import Room
from tests.sealed_scenes import (
    all_know,
    before,
    deal_of,
    moves,
    named,
    of,
    post,
    rejected,
    tell,
    three,
)
from tests.test_sealed_cheats import joined, masked_anew, shuffler, stacked
from tests.test_sealed_drops import GONE, STAYED, said
from tests.test_sealed_liars import made, revoker

# -- 14: vanishing before the audit --------------------------------------------------------------------------


def vanished(room: Room, device: int) -> Room:
    """Let a device vanish, and the others open and audit the deal without it."""
    room.phones[device].asleep = True
    stayed = [phone for phone in room.phones if phone.device != device]
    for phone in stayed:
        phone.vote_away(device)
    room.play()
    for phone in stayed:
        phone.vote_redeal()
    return room.play(
        lambda it: all(
            of(it.heard[phone.device], Convicted) or phone.standing.closed for phone in stayed
        )
    )


def others(device: int) -> tuple[int, ...]:
    return tuple(one for one in range(3) if one != device)


def test_14_the_key_of_the_vanished_is_rebuilt_and_nothing_is_wrong() -> None:
    room = vanished(all_know(three().at(moves(2))), 2)
    assert len(said(room, Part)) == 2 and len(said(room, Opened)) == 2
    assert all(of(room.heard[device], Closed) for device in others(2))
    assert not named(room, Convicted, by=others(2)) and not named(room, by=others(2))


def test_14_a_shuffler_of_other_cards_that_vanishes_is_still_named() -> None:
    room, link, deal, cards = shuffler(2)
    cards[0] = masked_anew(deal, [cards[1]], "twice")[0]
    post(room, 2, replace(link, cards=joined(cards)))
    vanished(room.play(moves(1)), 2)
    assert named(room, Convicted, by=others(2)) == {(2, "The shuffle has changed the cards.")}


def test_14_a_stacker_that_vanishes_is_still_named() -> None:
    """The same cards in an order of its own: only its key tells that it did not shuffle."""
    room, link, deal, _ = shuffler(2)
    data = post(room, 2, replace(link, cards=joined(stacked(deal, 40))))
    vanished(room.play(moves(1)), 2)
    assert {device for device, _ in named(room, Convicted, by=others(2))} == {2}
    found = finish(judge(room.phones[0].proof_text()))
    assert {it.device for it in found.convicted} == {2}
    assert room.phones[0].journal.envelopes[found.convicted[0].index] == data


def test_14_who_revokes_and_vanishes_is_still_named() -> None:
    room, device, move = revoker(three())
    made(room, device, move)
    text = room.table.game.move_text(move)
    room.play(lambda it: any(getattr(event, "text", "") == text for event in it.heard[device - 1]))
    vanished(room, device)
    ((who, reason),) = named(room, Convicted, by=others(device))
    assert who == device and reason.startswith("The rules refuse this move")


def test_14_a_false_part_of_the_vanished_key_names_its_sender() -> None:
    room = all_know(three().at(moves(2)))
    room.phones[1].asleep = True
    for device in STAYED:
        room.phones[device].vote_away(GONE)
    room.play()
    for device in STAYED:
        room.phones[device].vote_redeal()
    room.play(lambda it: bool(list(it.phones[2].under_way(0, Part))))
    (true,) = room.phones[2].under_way(0, Part)
    phone = room.phones[0]
    tell(phone, *room.relay.log[: read(room.phones[2].outgoing()[0]).seen])
    room.phones[1] = phone
    lie = replace(true, part=group.encode_scalar(group.decode_scalar(true.part) + 1))
    assert rejected(room, 2, lie) == "The part does not fit its backup."


def test_14_who_comes_back_and_keeps_its_key_closed_gains_nothing() -> None:
    """Once it was agreed that it is away, the others' parts count, though it speaks again."""
    room, link, deal, cards = shuffler(2)
    cards[0] = masked_anew(deal, [cards[1]], "twice")[0]
    post(room, 2, replace(link, cards=joined(cards)))
    room.play(moves(1))
    for phone in room.phones:
        phone.vote_redeal()
        room.work(phone)
    room.phones[2].asleep = True
    room.play()
    assert deal_of(room).stage is Stage.OPEN and len(said(room, Opened)) == 2
    for device in (0, 1):
        room.phones[device].vote_away(2)
        room.work(room.phones[device])
    post(room, 2, Here())  # before the others can give their parts
    room.play()
    assert {device for device, _ in named(room, Convicted, by=(0, 1))} == {2}


def test_14_a_bot_of_a_vanished_keeper_is_judged_by_its_program() -> None:
    room, move = before(three(), 0, Move, lambda it: it.seat == 3)
    game, view = room.table.game, room.phones[0].view(3)
    texts = [game.move_text(it) for it in game.legal_moves(view, 3) if not game.shown(view, it)]
    other = next(text for text in texts if text != move.text)
    post(room, 0, replace(move, text=other))
    room.play(lambda it: any(getattr(event, "text", "") == other for event in it.heard[1]))
    vanished(room, 0)
    assert named(room, Convicted, by=others(0)) == {(0, "The bot would have moved otherwise.")}
