"""Whole games by simulated phones: each folds what it may know, and all come to the same."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from engine.game import Fresh
from engine.sealed.events import (
    Closed,
    Conceded,
    Convicted,
    Dealt,
    Differs,
    Ended,
    Fault,
    Left,
    Moved,
    Remixed,
    Returned,
    TakenOver,
)
from engine.sealed.journal import Equivocation, Fork, Gap, Refused, read
from engine.sealed.messages import Message, Shares, Shuffled, decode
from engine.sealed.peer import Misuse, Peer
from engine.sealed.standing import is_hand_open
from engine.sealed.steps import finish
from tests.sealed_room import Phone, Room, deals, entropy, table_of
from tests.walks import TABLES, seeded_walks

QUICK = json.dumps({"draw": 5, "draw_empty": 7, "hand_limit": 3, "plays": 1, "turn_limit": 24})
"""Rules of Deeds by which the stock soon runs out, and the game ends soon after."""

BAD = (Fault, Convicted, Differs, Refused, Gap, Fork, Equivocation)


def nothing_is_wrong(room: Room) -> None:
    assert [event for heard in room.heard for event in heard if isinstance(event, BAD)] == []


def all_agree(room: Room) -> None:
    """The same log as far as each phone has read, the same signed states, and at rest the same
    public state for all."""
    nothing_is_wrong(room)
    for phone in room.phones:
        assert phone.journal.envelopes == room.relay.log[: len(phone.journal)]
    assert len({phone.standing.closed for phone in room.phones}) == 1
    if room.phones[0].standing.over:
        game = room.phones[0].game
        assert len({phone.journal.head for phone in room.phones}) == 1
        assert len({game.state_text(phone.standing.state) for phone in room.phones}) == 1


class Watched(Room):
    """Remembers what every seat saw, to compare it with the truth when the keys are open."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.seen: dict[int, list[tuple[int, tuple[int, ...], tuple[int | None, ...]]]] = {}
        self.compared = 0

    def turn(self) -> bool:
        happened = super().turn()
        for phone in self.phones:
            deal, game = phone.standing.deal, phone.game
            if deal is None or (phone.finding and phone.finding.number == deal.number):
                continue
            for seat in range(len(self.table.seats)):
                if phone.standing.player(seat) == phone.device and is_hand_open(
                    phone.standing, seat
                ):
                    entitled = game.entitled(phone.standing.state)
                    faces = game.faces(phone.view(seat))
                    self.seen.setdefault(deal.number, []).append((seat, entitled, faces))
        for phone in self.phones[:1]:
            if phone.finding and phone.finding.number in self.seen:
                self.compare(phone, self.seen.pop(phone.finding.number))
        return happened

    def compare(self, phone: Phone, seen: list[Any]) -> None:
        """A hand that was open showed just the faces its seat may know, all of them, and rightly."""
        assert phone.finding is not None
        truth = phone.game.faces(phone.finding.world)
        everyone = (1 << len(self.table.seats)) - 1
        for seat, entitled, faces in seen:
            for slot, (mask, face) in enumerate(zip(entitled, faces, strict=True)):
                if mask == everyone:  # laid open by a move, or only now that the hand is over
                    assert face in (None, truth[slot])
                else:
                    assert face == (truth[slot] if mask >> seat & 1 else None)
                self.compared += face is not None


# -- games --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("devices", "bots"), [(2, (0, 1)), (3, ()), (4, (2,))])
def test_a_hand_of_110(devices: int, bots: tuple[int, ...]) -> None:
    room = Watched("110", devices, bots, seed=devices)
    room.play(deals(1))
    all_agree(room)
    assert room.compared > 200
    assert len(room.said(Moved)) > 5 * (devices + len(bots))
    assert [event.number for event in room.said(Dealt, Closed)] == [0, 0]


def test_a_hand_takes_few_bytes() -> None:
    """Four phones, five cards each: under 30 kB, and under 65 kB where every shuffle is proved."""
    room = Watched("110", 4, seed=5)
    room.play(deals(1))
    all_agree(room)
    assert 15_000 < room.bytes_sent() < 30_000


def test_a_strict_hand() -> None:
    room = Watched("110", 2, seed=5, strict=True)
    room.play(deals(1))
    all_agree(room)
    assert room.bytes_sent() < 32_000


@pytest.mark.long
def test_a_strict_hand_of_four_takes_few_bytes() -> None:
    room = Room("110", 4, seed=5, strict=True).play(deals(1))
    all_agree(room)
    assert room.bytes_sent() < 65_000


@pytest.mark.parametrize(
    ("variant", "cards", "devices", "bots", "changes"),
    [
        ("forty-fives", 52, 3, (0,), {}),
        ("110", 53, 5, (1,), {}),
        ("deeds", 106, 2, (0, 1, 1), {}),
        ("deeds", 212, 2, (), {"packs": 2}),
        pytest.param("110", 53, 6, (), {}, marks=pytest.mark.long),
        pytest.param("deeds", 106, 6, (), {}, marks=pytest.mark.long),
        pytest.param("deeds", 212, 6, (), {"packs": 2}, marks=pytest.mark.long),
    ],
)
def test_packs_of_every_size_are_dealt(
    variant: str, cards: int, devices: int, bots: tuple[int, ...], changes: dict[str, int]
) -> None:
    room = Watched(variant, devices, bots, seed=cards, changes=json.dumps(changes))
    room.play(lambda room: len(room.said(Moved)) >= devices + len(bots))
    nothing_is_wrong(room)
    for phone in room.phones:
        faces = phone.game.faces(phone.view())
        assert len(faces) == cards
        masks = phone.game.entitled(phone.standing.state)
        known = [mask for mask, face in zip(masks, faces, strict=True) if face is not None]
        assert len(known) >= 5 and all(mask >> phone.seat & 1 for mask in known)


def test_a_game_of_forty_fives(full: bool) -> None:
    if full:
        room = Watched("forty-fives", 4, seed=3, plays="steady")
        room.play()
    else:
        room = Watched("forty-fives", 2, (0, 1), seed=3)
        room.play(deals(1))
    all_agree(room)
    if full:
        assert room.phones[0].standing.over
        assert room.phones[0].game.outcome(room.phones[0].standing.state) is not None


@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.long)])
def test_a_game_of_deeds_with_a_remix(seed: int, full: bool) -> None:
    room = Watched("deeds", 3 if full else 2, (1,), seed=seed, changes=QUICK)
    room.play()
    all_agree(room)
    phone = room.phones[0]
    assert phone.standing.over
    assert phone.game.outcome(phone.standing.state) is not None
    assert room.said(Remixed)
    assert room.compared > 1000


@pytest.mark.long
def test_whole_games() -> None:
    for variant, devices, bots in (("110", 3, (0,)), ("110", 2, ()), ("cards-110", 4, ())):
        room = Watched(variant, devices, bots, seed=variant, plays="steady", ahead=True)
        room.play()
        all_agree(room)
        assert room.phones[0].standing.over
        assert len(room.said(Closed)) > 2


def test_the_next_deal_is_prepared_while_this_one_is_played() -> None:
    room = Room("110", 2, seed=8, ahead=True)
    room.play(lambda room: bool(room.said(Ended)))
    for phone in room.phones:
        assert phone.standing.coming.stage.value == "ready"
        assert set(phone.secrets) == {0, 1}
    said = len(room.relay.log)
    room.play(lambda room: len(room.said(Dealt)) == 2)
    kinds = Counter(len(data) > 3000 for data in room.relay.log[said:])
    assert not kinds[True], "a pack was shuffled although it was ready"
    room.play(lambda room: len(room.said(Closed)) == 2)
    nothing_is_wrong(room)


def test_what_is_shuffled_in_advance_is_proved_unless_the_table_says_otherwise() -> None:
    for strict, proved in ((None, {0: False, 1: True}), (False, {0: False, 1: False})):
        room = Room("110", 2, seed=8, ahead=True, strict=strict)
        room.play(lambda room: bool(room.said(Ended)))
        links = [read(data) for data in room.relay.log]
        said = [(it.deal, decode(it.body)) for it in links]
        proofs = {deal: set[bool]() for deal in proved}
        for deal, message in said:
            if isinstance(message, Shuffled):
                proofs[deal].add(bool(message.proof))
        assert proofs == {deal: {is_proved} for deal, is_proved in proved.items()}
        nothing_is_wrong(room)
    waiting, _ = table_of("110", 2)
    assert not waiting.proves(1, 0), "nothing is made in advance, and somebody would wait for it"
    ahead, _ = table_of("110", 2, ahead=True)
    assert not ahead.proves(1, 1), "a remix is made while all wait"


def test_the_work_of_a_phone_comes_in_pieces() -> None:
    """Between two pieces nothing is half done: what a phone says does not depend on them."""

    class Slow(Room):
        steps = 0

        def run(self, steps: Any) -> None:
            for _ in steps:
                self.steps += 1

    slow = Slow("110", 2, seed=9)
    slow.play(deals(1))
    assert slow.steps > 1000
    assert slow.relay.log == Room("110", 2, seed=9).play(deals(1)).relay.log


@pytest.mark.parametrize("name", sorted(TABLES))
def test_every_hidden_card_is_for_one_seat(name: str) -> None:
    """What the protocol asks of a game: nobody, one, or everybody may know a card."""
    (walk,) = seeded_walks(name, 1, 1)
    everyone = (1 << walk.table.players) - 1
    for state in walk.states:
        for mask in walk.game.entitled(state):
            assert mask in (0, everyone) or mask & (mask - 1) == 0


# -- dropping out ----------------------------------------------------------------------------------


def moves(count: int) -> Callable[[Room], bool]:
    """Until every phone that is awake has heard of so many moves."""
    return lambda room: all(
        sum(isinstance(event, Moved) for event in room.heard[phone.device]) >= count
        for phone in room.phones
        if not phone.asleep
    )


def agree(room: Room, vote: Callable[[Phone], None]) -> None:
    for phone in room.phones:
        if not phone.asleep:
            vote(phone)


def test_one_drops_out_in_the_midst_of_the_draw_and_a_bot_plays_on() -> None:
    room = Room("110", 3, (1,), seed=9)
    room.play(moves(6))
    gone = room.phones[2]
    gone.asleep = True
    room.play()
    assert not room.said(Ended), "without it nothing goes on"
    agree(room, lambda phone: phone.vote_away(2))
    room.play()
    assert room.said(Left) == [Left(2)]
    assert not room.said(Ended), "its seat is nobody's"
    hand = [slot for slot, mask in enumerate(entitled(room)) if mask == 1 << 2]
    for phone in room.phones[:2]:
        assert not set(phone.secrets[0].places) & set(hand), "the absent hand stays closed"
    agree(room, lambda phone: phone.vote_take_over(2, 1))
    room.play(lambda room: bool(room.said(TakenOver)))
    assert set(hand) <= set(room.phones[1].secrets[0].places), "and opens to the keeper"
    assert not set(room.phones[0].secrets[0].places) & set(hand), "alone"
    room.play(deals(2))
    assert [event.number for event in room.said(Closed)] == [0, 2]
    assert room.phones[0].standing.deal is None
    gone.asleep = False
    while len(gone.journal) < len(room.relay.log):
        room.turn()
    gone.come_back()
    room.play(deals(3))
    assert room.said(Returned) == [Returned(2)]
    assert len(room.said(Closed)) == 3
    nothing_is_wrong(room)


def entitled(room: Room) -> tuple[int, ...]:
    phone = room.phones[0]
    return phone.game.entitled(phone.standing.state)


def test_one_drops_out_and_comes_back_to_its_own_hand() -> None:
    room = Room("110", 3, seed=11)
    room.play(moves(12))
    gone = room.phones[1]
    gone.asleep = True
    room.play()
    agree(room, lambda phone: phone.vote_away(1))
    room.play()
    gone.asleep = False
    while len(gone.journal) < len(room.relay.log):
        room.turn()
    gone.come_back()
    room.play(deals(1))
    assert room.said(Returned) == [Returned(1)]
    all_agree(room)


def test_one_vanishes_before_its_key_is_opened() -> None:
    """The others rebuild it, audit the hand, and sign without it."""
    room = Room("110", 3, seed=13)
    room.play(lambda room: bool(room.phones[0].standing.deal) and not entitled_to_play(room))
    room.phones[1].asleep = True
    room.play()
    assert room.said(Ended) and not room.said(Closed)
    agree(room, lambda phone: phone.vote_away(1))
    room.play(deals(1))
    finding = room.phones[0].finding
    assert finding is not None and finding.complete and not finding.verdicts
    assert None not in room.table.game.faces(finding.world)
    nothing_is_wrong(room)


def entitled_to_play(room: Room) -> bool:
    """Whether the hand goes on, at the relay: its last move may not have come to everybody yet."""
    standing = max((phone.standing for phone in room.phones), key=lambda it: it.length)
    return not isinstance(room.table.game.shuffle_wanted(standing.state), Fresh)


def test_two_agree_to_deal_anew_and_one_concedes() -> None:
    room = Room("110", 2, seed=12)
    room.play(moves(4))
    with pytest.raises(Misuse, match="Only where two"):
        Room("110", 3).phones[0].concede()
    room.phones[0].vote_away(1)
    agree(room, lambda phone: phone.vote_redeal())
    room.play(deals(1))
    assert room.said(Ended) == [Ended(0, True)]
    assert not room.said(Left), "where two play nobody is voted away"
    assert room.phones[0].standing.state == room.table.first
    room.play(moves(8))
    room.phones[0].concede()
    room.play()
    assert room.said(Conceded) == [Conceded(0)]
    assert all(phone.standing.over for phone in room.phones)
    all_agree(room)


def test_whatever_the_honest_do_is_no_fault(full: bool) -> None:
    """Phones fall asleep and come back at any moment, and the others vote as they like."""
    for number in range(20 if full else 1):
        devices = 3 + number % 2
        chance = Random(f"churn {number}")
        room = Room("110", devices, (0,) if number % 3 == 0 else (), seed=f"churn {number}")
        for _ in range(60 if full else 25):
            churn(room, chance)
        for phone in room.phones:
            phone.asleep = False
        for _ in range(3):
            room.turn()
        nothing_is_wrong(room)
        assert room.said(Moved)


def churn(room: Room, chance: Random) -> None:
    for _ in range(chance.randrange(1, 4)):
        room.turn()
    if chance.random() < 0.12 and not any(phone.asleep for phone in room.phones):
        chance.choice(room.phones).asleep = True
    elif chance.random() < 0.1:
        for phone in room.phones:
            phone.asleep = False
    awake = [phone for phone in room.phones if not phone.asleep]
    for phone in awake:
        if chance.random() < 0.5:
            phone.come_back()
        for sleeper in room.phones:
            if sleeper.asleep and chance.random() < 0.3:
                if sleeper.device in phone.standing.away:
                    phone.vote_take_over(sleeper.device, awake[0].device)
                else:
                    phone.vote_away(sleeper.device)
        if chance.random() < 0.01:
            phone.vote_redeal()


# -- crash and restart ------------------------------------------------------------------------------


class Crashing(Room):
    """Phones that are restored from their store again and again; ``chance`` says when."""

    def __init__(self, *arguments: Any, often: float, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.crash = Random(f"{self.seed}/crash")
        self.often = often
        self.restarts = 0

    def work(self, phone: Phone) -> None:
        current = self.phones[phone.device]
        self.run(current.work())
        self.heard[phone.device] += current.events()
        if self.crash.random() < self.often:
            current = self.restarted(current)
            self.run(current.work())  # all that was due is under way: nothing new is said
        for data in current.outgoing():
            self.relay.post(current.device, data)

    def restarted(self, phone: Phone) -> Phone:
        fresh = entropy((self.seed, "again", self.restarts), phone.device)
        owner = self.owners[phone.device]
        again = finish(type(phone).restored(self.table, phone.device, owner, fresh, phone.saved()))
        assert isinstance(again, Phone)
        assert again.outgoing() == phone.outgoing()
        assert again.journal.head == phone.journal.head
        assert again.standing.state == phone.standing.state
        assert again.standing.length == phone.standing.length
        again.sit(self.seed, phone.plays)
        again.chance = phone.chance
        self.phones[phone.device] = again
        self.restarts += 1
        return again


def test_crashes_of_three_with_an_absent_one() -> None:
    room = Crashing("110", 3, seed=15, often=0.1)
    room.play(moves(8))
    room.phones[1].asleep = True
    room.play()
    agree(room, lambda phone: phone.vote_away(1))
    agree(room, lambda phone: phone.vote_take_over(1, 0))
    room.play()
    agree(room, lambda phone: phone.vote_take_over(1, 0))
    room.play(deals(1))
    assert room.restarts > 5
    nothing_is_wrong(room)


class Wrong(Phone):
    """Sends every share twice, the first time a wrong one."""

    def say(self, deal: int, message: Message) -> None:
        if isinstance(message, Shares):
            super().say(deal, replace(message, points=message.points[32:] + message.points[:32]))
        super().say(deal, message)


def test_what_was_refused_before_a_crash_is_refused_after_it() -> None:
    """A store is trusted for what its own device has verified, not for what it found wrong."""
    room = Crashing("110", 2, seed=20, often=0.5, kinds={1: Wrong})
    room.play(deals(1))
    assert room.restarts > 20
    assert all(isinstance(event, Fault) for event in room.said(*BAD))
    assert {event.device for event in room.said(Fault)} == {1}
    assert room.phones[0].standing.closed == room.phones[1].standing.closed != ()


def test_what_was_never_sent_may_be_lost() -> None:
    """A phone that dies before it has kept what it did does it again, and nobody can tell."""
    room = Room("110", 2, seed=16)
    room.play(moves(3))
    phone = room.phones[0]
    kept = phone.saved()
    room.fetch(phone)
    finish(phone.work())  # and nothing is sent
    room.places[0] = 0
    again = finish(Phone.restored(room.table, 0, room.owners[0], entropy("again", 0), kept))
    assert isinstance(again, Phone)
    again.sit(16, "random")
    room.phones[0] = again
    room.play(deals(1))
    all_agree(room)


def test_what_is_kept_must_be_ones_own() -> None:
    room = Room("110", 2, seed=17)
    room.play(moves(1))
    kept = room.phones[0].saved()
    for bad in (b"", b"[]", b"{", kept[:-9], kept.replace(b'"log": ["', b'"log": ["AAAA')):
        with pytest.raises(Misuse):
            finish(Peer.restored(room.table, 0, room.owners[0], entropy(1, 0), bad))
    with pytest.raises(Misuse, match="not the one"):
        Peer(room.table, 1, room.owners[0], entropy(1, 1))


def test_keys_are_forgotten_when_a_deal_is_closed() -> None:
    room = Room("110", 2, seed=18)
    room.play(moves(2))
    key = room.phones[0].secrets[0].key
    room.play(lambda room: len(room.said(Closed)) == 1)
    assert 0 not in room.phones[0].secrets
    assert key.hex() not in room.phones[0].saved().decode()


def test_a_player_is_asked_only_what_it_can_answer() -> None:
    room = Room("110", 2, seed=19)
    phone = room.phones[0]
    assert phone.asked() == ()
    with pytest.raises(Misuse, match="Nothing is asked"):
        phone.move("pass")
    with pytest.raises(Misuse, match="Another device"):
        phone.view(1)
    room.play(moves(1))
    assert all(len(one.asked()) <= 1 for one in room.phones)
