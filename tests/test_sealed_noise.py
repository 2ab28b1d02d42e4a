"""No bytes make a phone crash, hang, or give away what it does not owe.

The numbers in the names of the tests are those of ``test_sealed_properties``. The noise here is
drawn with a seed; ``test_sealed_noise_drawn`` draws more where hypothesis runs.
"""

from __future__ import annotations

from dataclasses import fields, replace
from random import Random

import pytest

from engine.sealed.events import Convicted, Fault, Ignored, Moved, Remixed
from engine.sealed.hand import Deal
from engine.sealed.journal import Entry, read
from engine.sealed.messages import (
    POINT,
    Keys,
    Message,
    Move,
    Opened,
    Part,
    Settled,
    Shares,
    Shuffled,
    decode,
)
from engine.sealed.peer import Heard
from engine.sealed.standing import Standing
from engine.sealed.steps import finish
from tests.sealed_noise import ODD, bear, decisive, fingerprint, made, mutated
from tests.sealed_owed import Owed, given_by, history, receivers
from tests.sealed_room import Phone, Room
from tests.sealed_scenes import (
    Film,
    all_know,
    before,
    deal_of,
    deeds,
    moves,
    room_of,
    signed,
    tell,
    three,
)

# -- 16 --------------------------------------------------------------------------------------------------


def unowed(shown: Film) -> tuple[int, list[tuple[int, int, int]]]:
    """How many shares were given in a game, and those that were not owed when their sender spoke:
    each with the length of the log, the device and the slot."""
    steps: list[tuple[Standing, Entry]] = list(history(shown.end.table, shown.end.relay.log))
    given, wrong = 0, []
    for _, entry in steps:
        at: Standing = steps[entry.seen][0]
        message, device = entry.message, entry.device
        if isinstance(message, Move) and message.shares:
            made = at.table.game.parse_move(message.text)
            now = steps[entry.index][0]
            shown_now = at.table.game.shown(now.state, made)
            wrong += [(entry.index, device, s) for s in message.shares.slots if s not in shown_now]
            given += len(message.shares.slots)
        for slot in given_by(message) if message else ():
            given += 1
            if not receivers(at, slot) - {device}:
                wrong.append((entry.index, device, slot))
    return given, wrong


@pytest.mark.parametrize("game", ["110", "deeds"])
def test_16_in_an_honest_game_every_share_was_owed_when_it_was_given(game: str, full: bool) -> None:
    shown = three() if game == "110" else deeds(whole=full)
    given, wrong = unowed(shown)
    assert given > 50 and not wrong


def test_16_no_noise_makes_a_phone_give_away_what_it_does_not_owe(full: bool) -> None:
    """At moments of a whole hand, a device that lies with its real key, and a relay that invents."""
    shown = three()
    for number in range(0, len(shown.moments), 3 if full else 13):
        chance = Random(f"noise at {number}")
        room = all_know(room_of(shown.moments[number]))
        if not room.relay.log:
            continue
        liar = chance.randrange(3)
        bear(room, liar, lambda: made(room, liar, chance), 100 if full else 30)  # noqa: B023


def test_16_no_noise_makes_a_phone_of_deeds_give_away_what_it_does_not_owe(full: bool) -> None:
    shown = deeds()
    for number in range(20, len(shown.moments), 3 if full else 13):
        chance = Random(f"noise of deeds at {number}")
        room = all_know(room_of(shown.moments[number]))
        bear(room, 0, lambda: made(room, 0, chance), 100 if full else 30)  # noqa: B023


def test_16_the_watch_notices_a_share_and_a_key_that_are_not_owed() -> None:
    room = all_know(three().at(moves(3)))
    phone = room.phones[0]
    now, deal, own = phone.standing, deal_of(room), phone.secrets[0]
    watch = Owed(phone)
    assert watch.broken() == []
    mine = next(slot for slot in range(60) if receivers(now, slot) == {0})
    phone.say(0, finish(own.shares(now, deal, (mine,))))
    assert watch.broken() == [f"device 0 gave away slot {mine}"]
    phone.pending.clear()
    phone.say(0, Opened(own.key))
    assert watch.broken() == ["device 0 opened its key"]


def test_16_an_honest_bot_that_moves_after_a_remix_is_on_its_program() -> None:
    room = deeds().at(lambda it: all(bot_after_remix(heard) for heard in it.heard))
    for phone in room.phones:
        phone.vote_redeal()
    room.play(lambda it: all(phone.standing.closed for phone in it.phones))
    assert not [it for heard in room.heard for it in heard if isinstance(it, Convicted | Fault)]


def bot_after_remix(heard: list[Heard]) -> bool:
    """Whether the first move after a remix was a bot's."""
    places = [place for place, event in enumerate(heard) if isinstance(event, Remixed)]
    moved = [event for event in heard[places[0] :] if isinstance(event, Moved)] if places else []
    return bool(moved) and moved[0].seat > 1


class Babbler(Phone):
    """Says signed nonsense before everything it says."""

    babble = Random("babble")

    def say(self, deal: int, message: Message) -> None:
        before = len(self.pending)
        super().say(deal, message)
        true = self.pending[before][2]
        bodies = [mutated(read(true).body, self.babble, read(true).body) for _ in range(2)]
        for body in (body for body in bodies if not decisive(body) and body):
            _, _, data = self.pending.pop()
            envelope = read(data)
            room = _Alone(self)
            nonsense = signed(room, self.device, body, deal=deal, seq=envelope.seq)  # type: ignore[arg-type]
            self.pending.append((deal, Settled(b""), nonsense))
            super().say(deal, message)


class _Alone:
    """As much of a room as ``signed`` wants."""

    def __init__(self, phone: Phone) -> None:
        self.table, self.phones = phone.table, [phone]
        self.owners = {phone.device: phone.identity}


def test_16_a_hand_goes_on_and_ends_with_a_device_that_babbles() -> None:
    room = Room("110", 3, seed="babble", kinds={1: Babbler})
    room.play(lambda it: all(len(phone.standing.closed) == 1 for phone in it.phones))
    heard = [event for events in room.heard for event in events]
    assert len([event for event in heard if isinstance(event, Fault)]) > 10
    assert {event.device for event in heard if isinstance(event, Fault)} == {1}
    closed = {phone.standing.closed[0] for phone in room.phones}
    assert len(closed) == 1


# -- 17 --------------------------------------------------------------------------------------------------

KINDS = (Keys, Shuffled, Shares, Move, Opened)


def _variants(message: Message) -> list[Message]:
    """The message with an odd encoding in the place of each of its points and scalars, in turn."""
    found: list[Message] = []
    for odd in ODD:
        for field in fields(message):
            value = getattr(message, field.name)
            if field.name == "text" or not value:
                continue
            if isinstance(value, bytes):
                places = {0, len(value) // 2 // POINT * POINT, len(value) - POINT}
                changed = [value[:at] + odd + value[at + POINT :] for at in sorted(places)]
            elif isinstance(value, tuple) and isinstance(value[0], bytes):
                changed = [(*value[:-1], odd)]  # type: ignore[list-item]
            elif isinstance(value, Shares):
                changed = _variants(value)[:1]  # type: ignore[assignment]
            else:
                continue
            found += [replace(message, **{field.name: one}) for one in changed]
    return found


@pytest.mark.parametrize("kind", KINDS)
def test_17_no_odd_encoding_is_accepted_or_a_crash(kind: type[Message], full: bool) -> None:
    like = (lambda it: it.shares is not None) if kind is Move else (lambda _: True)
    room, message = before(three(), 1, kind, like)
    lies = [lie for lie in _variants(message) if lie != message]
    assert len(lies) > 10
    if kind is Keys:  # a part is sealed: any bytes are one, and only its receiver can tell
        lies = [lie for lie in lies if isinstance(lie, Keys) and lie.parts == message.parts]  # type: ignore[attr-defined]
    for lie in lies if full else lies[:: 1 + len(lies) // 16]:
        once = room_of(room)
        data = signed(once, 1, lie)
        for phone in (once.phones[0], once.phones[2]) if full else (once.phones[2],):
            was: tuple[Deal | None, Deal] = (phone.standing.deal, phone.standing.coming)
            (event,) = (it for it in tell(phone, data) if isinstance(it, Fault | Ignored))
            assert isinstance(event, Fault) and event.device == 1 and event.reason
            assert (phone.standing.deal, phone.standing.coming) == was


def test_17_odd_scalars_are_no_part_of_a_key() -> None:
    room = all_know(three().at(lambda it: it.phones[0].standing.length > 20))
    for odd in ODD:
        tell(room.phones[0], signed(room, 1, Part(2, odd), seq=room.phones[0].journal.next_seq(1)))
        assert room.phones[0].standing.deal is not None


def test_17_signed_nonsense_is_consumed_by_all_alike() -> None:
    room = all_know(three().at(lambda it: it.phones[0].standing.length > 20))
    for body in (b"", b"\xff", b"\x0c", b"\x0b\0", bytes(40), b"\x80\x00", b"\x01" * 1000):
        data = signed(room, 1, body)
        for phone in (room.phones[0], room.phones[2]):
            (fault,) = tell(phone, data)
            assert isinstance(fault, Fault)
            assert (fault.device, fault.reason) == (1, "A signed message is no message.")
        room.phones[1].journal = room.phones[0].journal
    assert fingerprint(room.phones[0]) == fingerprint(room.phones[2])
    assert isinstance(decode(b"\x0b"), Message)
