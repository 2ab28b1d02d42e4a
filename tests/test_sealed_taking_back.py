"""The last move is taken back when all agree, and nobody can tell the phones apart afterwards."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

import pytest

from engine.game import Question
from engine.sealed.audit import audit
from engine.sealed.events import Convicted, Fault, Ignored, Left, Moved, TakenBack
from engine.sealed.evidence import judge
from engine.sealed.fold import fold
from engine.sealed.hand import Stage
from engine.sealed.journal import read
from engine.sealed.messages import TAKE_BACK, Move, TakeBack, decode
from engine.sealed.onlooker import Onlooker
from engine.sealed.peer import Misuse
from engine.sealed.standing import Standing, is_public, state_hash
from engine.sealed.steps import finish
from engine.sealed.taking_back import why_not_back
from tests.sealed_room import Phone, Room, deals
from tests.sealed_scenes import (
    BRIEF,
    Entropy,
    Film,
    all_know,
    become,
    deal_of,
    deeds,
    moves,
    named,
    of,
    post,
    room_of,
    signed,
    standing,
    tell,
    twin,
)


class Person(Phone):
    """A phone whose bots may be slow to throw."""

    slow = False

    def asked(self, seat: int | None = None) -> tuple[Question, ...]:
        found = super().asked(seat)
        if self.slow and seat not in (None, self.seat):
            return tuple(question for question in found if question.what != "throw")
        return found


class Idle(Person):
    """A phone whose person does nothing."""

    def act(self) -> bool:
        return False


def quiet(room: Room, until: Callable[[Room], bool] | None = None) -> Room:
    """Let the phones go on to rest while no person does anything."""
    for phone in room.phones:
        phone.__class__ = Idle
    room.play(until)
    for phone in room.phones:
        phone.__class__ = Person
    return room


def one_moves(room: Room) -> bool:
    """Let one person answer, if anybody is asked, and all come to rest."""
    asked = [phone for phone in room.phones if phone.asked()]
    if not asked:
        return False
    phone = room.order.choice(asked)
    phone.act()
    room.work(phone)
    quiet(room)
    return True


@cache
def slow(variant: str, devices: int, bots: tuple[int, ...], most: int, **more: Any) -> Film:
    """A game of at most so many moves of persons, each at rest after every one of them, to the end
    of its first deal."""
    room = quiet(Room(variant, devices, bots, seed=("slow", variant, devices, bots), **more))
    for phone in room.phones:
        phone.entropy = Entropy("slow", phone.device)
    rests = [twin(room)]
    while len(rests) <= most and not room.phones[0].standing.closed and one_moves(room):
        rests.append(twin(room))
    return Film(tuple(rests))


def people() -> Film:
    """Three persons at a hand of 110."""
    return slow("110", 3, (), 100)


def takeable(room: Room, what: str = "") -> bool:
    """Whether the last move, of some kind, can be taken back."""
    deal = room.phones[0].standing.deal
    if deal is None or deal.last is None or why_not_back(room.phones[0].standing) is not None:
        return False
    return text_of(room, deal.last.index).startswith(what)


def text_of(room: Room, index: int) -> str:
    message = decode(read(room.relay.log[index]).body)
    assert isinstance(message, Move)
    return message.text


def moment(shown: Film, what: str, after: int = 0) -> Room:
    """The first moment, after so many moves, at which a move of a kind can be taken back."""
    return shown.at(lambda it: takeable(it, what) and deal_of(it).step > after)


def taken_back(room: Room) -> Room:
    """The room when all have agreed to take back the last move, and nobody has moved since."""
    for phone in room.phones:
        phone.vote_take_back()
    return quiet(room)


def alike(room: Room) -> set[bytes]:
    assert len({len(phone.journal) for phone in room.phones}) == 1
    return {state_hash(phone.standing) for phone in room.phones}


# -- what is taken back ----------------------------------------------------------------------------------


@pytest.mark.parametrize("what", ["bid", "throw", "play"])
def test_a_move_is_taken_back_and_another_is_made(what: str) -> None:
    room = moment(people(), what)
    game, before = room.table.game, deal_of(room)
    assert before.last is not None
    asked, index, seat = set(before.asked.values()), before.last.index, before.last.seat
    taken_back(room)
    deal = deal_of(room)
    assert all(of(heard, TakenBack) == [TakenBack(index, seat)] for heard in room.heard)
    assert game.masked(standing(room).state) == game.masked(before.last.state)
    assert len(alike(room)) == 1
    assert deal.last is None and deal.step == before.step + 1
    assert set(deal.asked.values()) == {deal.step} and not asked & set(deal.asked.values())
    room.play(deals(1))
    assert not named(room) and not named(room, Convicted)
    assert {phone.standing.closed for phone in room.phones} != {()}


def test_what_was_shown_stays_known_and_is_played_without_a_share() -> None:
    room = moment(people(), "play")
    (slot,) = map(int, text_of(room, deal_of(room).last.index).split()[1:])  # type: ignore[union-attr]
    face = room.table.game.faces(standing(room).state)[slot]
    taken_back(room)
    assert face is not None and is_public(standing(room), slot)
    assert room.table.game.faces(standing(room).state)[slot] == face
    mover = room.phones[room.said(TakenBack)[0].seat]
    assert room.table.game.faces(mover.view())[slot] == face
    mover.move(room.table.game.parse_move(f"play {slot}"))
    quiet(room)
    again = decode(read(room.relay.log[room.said(Moved)[-1].index]).body)
    assert isinstance(again, Move) and again.shares is None and again.text == f"play {slot}"
    room.play(deals(1))
    assert not named(room) and not named(room, Convicted)


def test_what_bots_have_answered_goes_with_it_and_they_answer_anew() -> None:
    room = slow("110", 2, (0, 1), 100).at(
        lambda it: (
            takeable(it, "play") and deal_of(it).last.index < it.said(Moved)[-1].index  # type: ignore[union-attr]
        )
    )
    last = deal_of(room).last
    assert last is not None
    answered = [it for it in room.said(Moved) if it.index > last.index]
    assert answered and all(it.seat > 1 for it in answered)
    taken_back(room)
    assert {question.seat for question in deal_of(room).asked} == {last.seat}
    assert len(alike(room)) == 1
    room.play(deals(1))
    assert not named(room) and not named(room, Convicted)
    found = finish(judge(room.phones[0].proof_text()))
    assert not found.convicted and len(found.findings) == 1


def test_a_bot_that_answers_at_once_when_its_throw_was_taken_back_too_is_on_its_program() -> None:
    room = quiet(Room("110", 2, (1,), seed="slow bot"))
    for phone in room.phones:
        phone.slow = True  # type: ignore[attr-defined]
    while not takeable(room, "throw"):
        assert one_moves(room)
    for phone in room.phones:
        phone.slow = False  # type: ignore[attr-defined]
    quiet(room)
    last, bots = deal_of(room).last, room.said(Moved)[-1]
    assert last is not None and bots.index > last.index and bots.seat == 2
    taken_back(room)
    again = room.said(Moved)[-1]
    assert again.index > room.said(TakenBack)[0].index > 0 and again.seat == 2
    room.play(deals(1))
    assert not named(room) and not named(room, Convicted)


def test_a_hand_with_much_taken_back_is_audited_by_all_and_by_strangers(full: bool) -> None:
    """In whole hands, whatever can be is taken back now and then: all come to the same."""
    for number in range(20 if full else 1):
        chance = Random(f"taking back {number}")
        room = Room("110", 3, (chance.randrange(3),), seed=f"taking back {number}")
        quiet(room)
        while not room.phones[0].standing.closed and one_moves(room):
            if takeable(room) and chance.random() < 0.5 and len(room.said(TakenBack)) < 8:
                taken_back(room)
                assert len(alike(room)) == 1
        assert deals(1)(room) and len(room.said(TakenBack)) > 2
        assert not named(room) and not named(room, Convicted)
        all_know(room)
        onlooker = Onlooker(room.table)
        for data in room.relay.log:
            onlooker.receive(data)
        finish(onlooker.work())
        found = finish(judge(room.phones[0].proof_text()))
        assert not found.convicted and [it.number for it in found.findings] == [0]
        assert found.standing.closed and len(alike(room)) == 1
        assert {state_hash(found.standing), state_hash(onlooker.standing)} == alike(room)
        restored = finish(
            Phone.restored(
                room.table, 1, room.owners[1], room.phones[1].entropy, room.phones[1].saved()
            )
        )
        assert state_hash(restored.standing) == state_hash(room.phones[1].standing)


def test_a_deal_that_is_void_right_after_is_audited() -> None:
    room = taken_back(moment(people(), "play"))
    for phone in room.phones:
        phone.vote_redeal()
    quiet(room, deals(1))
    assert deals(1)(room) and not named(room, Convicted)
    finding = room.phones[0].finding
    assert finding is not None and finding.void and finding.complete


# -- what is not -----------------------------------------------------------------------------------------


def test_one_voice_too_few_takes_nothing_back() -> None:
    room = moment(people(), "play")
    before = standing(room)
    for device in (0, 2):
        room.phones[device].vote_take_back()
    quiet(room)
    now = standing(room)
    assert before.deal is not None and before.deal.last is not None
    assert now.deal is before.deal and now.state is before.state and not room.said(TakenBack)
    assert dict(now.votes) == {(TAKE_BACK, before.deal.last.index, 0): frozenset({0, 2})}
    room.play(lambda it: it.phones[0].standing.deal.step > before.deal.step)  # type: ignore[union-attr]
    all_know(room)
    assert not standing(room).votes  # the next move has ended it
    late = tell(room.phones[0], signed(room, 1, TakeBack(before.deal.last.index)))
    (ignored,) = of(late, Ignored)
    assert "gone on past" in ignored.reason or "after this move" in ignored.reason


def test_nothing_is_taken_back_after_a_hidden_card_was_opened_because_of_it() -> None:
    """Whoever has bid last gets the kitty, or the last throw lets all draw: that cannot be unseen."""
    reasons = set()
    for it in people().moments:
        now = it.phones[0].standing
        if now.deal is None or now.deal.last is None or now.deal.stage is not Stage.PLAY:
            continue
        game = it.table.game
        before, after = game.entitled(now.deal.last.state), game.entitled(now.state)
        hidden = [slot for slot, face in enumerate(game.faces(now.state)) if face is None]
        opened = any(after[slot] & ~before[slot] for slot in hidden)
        wrong = why_not_back(now)
        assert (wrong is not None) == opened
        if opened:
            reasons.add(wrong)
            with pytest.raises(Misuse, match="hidden card was opened"):
                it.phones[0].vote_take_back()
    assert reasons == {"A hidden card was opened after this move."}


def test_a_move_of_deeds_is_taken_back_but_not_a_draw_or_a_shuffle() -> None:
    reasons: set[str | None] = set()
    for it in deeds().moments:
        now = it.phones[0].standing
        if now.deal is not None and now.deal.last is not None:
            reasons.add(why_not_back(now))
    assert reasons == {
        None,
        "A hidden card was opened after this move.",
        "Cards were shuffled after this move.",
    }
    room = moment(slow("deeds", 2, (), 6, changes=BRIEF), "")
    last = deal_of(room).last
    assert last is not None
    game, before = room.table.game, last.state
    taken_back(room)
    assert game.masked(standing(room).state) == game.masked(before)
    assert len(alike(room)) == 1
    for phone in room.phones:
        phone.vote_redeal()
    room.play(deals(1))
    assert not named(room) and not named(room, Convicted)


def test_there_is_a_sentence_for_whatever_cannot_be() -> None:
    shown = people()
    for room, words in (
        (Room("110", 3, seed="nothing dealt"), "No deal is being played."),
        (shown.at(moves(0)), "There is no move to take back."),
        (shown.end, "There is no move to take back."),
        (taken_back(moment(shown, "play")), "There is no move to take back."),
    ):
        assert why_not_back(standing(room)) == words
        with pytest.raises(Misuse, match=words):
            room.phones[0].vote_take_back()
        room = all_know(room)
        data = signed(room, 1, TakeBack(3))
        for device in (0, 2):
            (ignored,) = tell(room.phones[device], data)
            assert isinstance(ignored, Ignored) and ignored.reason == words


@pytest.mark.parametrize("wrong", [-1, 1, 5, 2**32 - 1])
def test_only_the_last_move_is_meant(wrong: int) -> None:
    room = all_know(moment(people(), "play"))
    deal = deal_of(room)
    assert deal.last is not None
    index = deal.last.index + wrong if wrong < 2**31 else wrong
    for number, index_ in ((0, index), (1, deal.last.index)):
        once = room_of(room)
        data = [signed(once, device, TakeBack(index_), deal=number) for device in (1,)]
        (ignored,) = tell(once.phones[0], *data)
        assert isinstance(ignored, Ignored) and "gone on past" in ignored.reason
        assert not once.phones[0].standing.votes


def test_a_device_that_is_away_need_not_agree_and_one_that_comes_back_must() -> None:
    room = moment(people(), "play", after=2)
    mover = deal_of(room).last.seat  # type: ignore[union-attr]
    gone = (mover + 2) % 3
    room.phones[gone].asleep = True
    others = [phone for phone in room.phones if phone.device != gone]
    for phone in others:
        phone.vote_away(gone)
        phone.vote_take_back()
    quiet(room)
    assert of(room.heard[mover], Left, TakenBack) == [Left(gone), *room_back(room, mover)]
    assert len({state_hash(phone.standing) for phone in others}) == 1

    room = moment(people(), "play", after=2)
    room.phones[gone].asleep = True
    for phone in others_of(room, gone):
        phone.vote_away(gone)
    quiet(room)
    first, second = others_of(room, gone)
    first.vote_take_back()
    quiet(room)
    room.phones[gone].asleep = False
    all_know(room)
    room.phones[gone].come_back()
    quiet(room)
    second.vote_take_back()
    quiet(room)
    assert not of(room.heard[mover], TakenBack)
    room.phones[gone].vote_take_back()
    quiet(room)
    assert len(of(room.heard[mover], TakenBack)) == 1 and len(alike(room)) == 1


def others_of(room: Room, gone: int) -> list[Phone]:
    return [phone for phone in room.phones if phone.device != gone]


def room_back(room: Room, device: int) -> list[TakenBack]:
    found = of(room.heard[device], TakenBack)
    assert len(found) == 1
    return found


# -- answers of the time before ------------------------------------------------------------------------


def test_answers_of_the_time_before_never_answer_a_later_question() -> None:
    """The move itself, sent again by its sender under a new number, and an answer to it that was
    under way: neither does anything, and nobody is blamed."""
    room = moment(people(), "play")
    deal = deal_of(room)
    assert deal.last is not None
    old = decode(read(room.relay.log[deal.last.index]).body)
    (next_seat,) = {question.seat for question in deal.asked}
    answerer = room.phones[next_seat]
    assert answerer.act()
    finish(answerer.work())
    (under_way,) = answerer.outgoing()
    for phone in room.phones:
        if phone.device != next_seat:
            phone.vote_take_back()
            finish(phone.work())
            for data in phone.outgoing():
                room.relay.post(phone.device, data)
    answerer.pending.clear()
    room.fetch(answerer)
    finish(answerer.work())
    answerer.vote_take_back()
    quiet(room)
    assert len(room.said(TakenBack)) == 1
    now, head = standing(room), deal_of(room)
    mover = room.said(TakenBack)[0].seat
    for device, message in ((mover, old), (next_seat, decode(read(under_way).body))):
        for seen in (read(under_way).seen, len(room.phones[0].journal)):
            once = all_know(room_of(room))
            heads = once.phones[0].journal._heads
            data = signed(once, device, message, seen=seen, head=heads[seen][:16])
            for phone in once.phones:
                if phone.device != device:
                    (event,) = tell(phone, data)
                    late = seen == read(under_way).seen
                    assert isinstance(event, Ignored if late else Fault | Ignored)
                    assert (
                        "answered, or was never asked" in event.reason or "Another" in event.reason
                    )
                    assert phone.standing.state is now.state or phone.standing.state == now.state
                    assert deal_of(once).step == head.step


class Stubborn(Phone):
    """Answers what it was asked before something was taken back, as if nothing had been."""

    def say(self, deal: int, message: Any) -> None:
        if isinstance(message, Move) and self.standing.deal and self.standing.deal.undone:
            message = replace(message, step=message.step - 2)
        super().say(deal, message)


def test_who_goes_on_as_if_nothing_were_taken_back_is_named() -> None:
    room = taken_back(moment(people(), "play"))
    mover = room.said(TakenBack)[0].seat
    become(room, mover, Stubborn)
    for _ in range(20):
        room.turn()
    others = [device for device in range(3) if device != mover]
    found = named(room, by=others)
    assert found == {(mover, "The question is answered, or was never asked.")}


def test_a_liar_cannot_take_back_alone_by_saying_it_often() -> None:
    room = all_know(moment(people(), "play"))
    index = deal_of(room).last.index  # type: ignore[union-attr]
    for _ in range(3):
        post(room, 1, TakeBack(index))
        all_know(room)
    assert not room.said(TakenBack)
    assert standing(room).votes == {(TAKE_BACK, index, 0): frozenset({1})}


def test_an_audit_that_forgets_what_was_taken_back_would_convict() -> None:
    """The audit follows the log: without what was undone it comes to another state."""
    room = taken_back(moment(people(), "play")).play(
        lambda it: (
            it.phones[0].standing.deal is not None
            and it.phones[0].standing.deal.stage is Stage.AUDIT
        )
    )
    now: Standing = room.phones[0].standing
    assert now.deal is not None and now.deal.undone
    right = finish(audit(now, now.deal))
    forgot = replace(now.deal, undone=())
    wrong = finish(audit(replace(now, deal=forgot), forgot))
    assert not right.verdicts and wrong.verdicts


def test_no_noise_around_it_parts_the_phones(full: bool) -> None:
    """Voices at any time, for any move, from anybody: all phones stand alike after each."""
    shown = slow("110", 2, (0, 1), 100).moments
    for number in range(0, len(shown), 1 if full else 5):
        chance = Random(f"voices {number}")
        room = all_know(room_of(shown[number]))
        if not room.relay.log:
            continue
        indexes = [chance.randrange(len(room.relay.log) + 2) for _ in range(3)]
        deal = room.phones[0].standing.deal
        if deal is not None and deal.last is not None:
            indexes += [deal.last.index] * 6
        for index in indexes:
            post(room, chance.randrange(2), TakeBack(index), deal=chance.choice((0, 0, 0, 1)))
            for phone in room.phones:
                room.fetch(phone)
                steps = phone.journal
                for data in tuple(phone._inbox):
                    entry = steps.accept(data)
                    phone.standing, _ = finish(fold(phone.standing, entry))  # type: ignore[arg-type]
                phone._inbox.clear()
            assert len(alike(room)) == 1
