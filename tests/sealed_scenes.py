"""Moments of sealed games, to begin tests from, and what a dishonest device can make of them.

A ``Film`` is an honest game with a twin of the whole room kept after every turn of a phone; a test
takes a moment of it, makes somebody a liar (``become``), and lets the room go on. Twins share what
is never changed, so that a moment costs next to nothing.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import dataclass, fields, is_dataclass
from functools import cache
from random import Random
from typing import Any, TypeVar

from engine.sealed.events import Event, Fault
from engine.sealed.hand import Deal, Stage
from engine.sealed.journal import Envelope, Journal, seal
from engine.sealed.messages import Message, encode
from engine.sealed.own import Secrets
from engine.sealed.peer import Heard, Peer
from engine.sealed.proofs import KeyPair
from engine.sealed.standing import Standing
from engine.sealed.table import Table
from tests.sealed_room import Phone, Relay, Room, seed_of

# -- twins -------------------------------------------------------------------------------------------


class Entropy:
    """32 bytes a call, always the same row, which a twin goes on with by itself."""

    def __init__(self, *words: object) -> None:
        self.words, self.count = words, 0

    def __call__(self) -> bytes:
        self.count += 1
        return seed_of(*self.words, self.count)


LIVING = (Room, Relay, Peer, Journal, Secrets, Entropy)
"""What changes; everything else that they hold is a value."""


def twin(it: Any) -> Any:
    """The same once more, going its own way from here on."""
    if isinstance(it, dict):
        return {key: twin(value) for key, value in it.items()}
    if isinstance(it, list | set | deque):
        return type(it)(map(twin, it))
    if isinstance(it, Random):
        again = Random()
        again.setstate(it.getstate())
        return again
    if not isinstance(it, LIVING):
        return it
    again = copy(it)
    names = [field.name for field in fields(it)] if is_dataclass(it) else list(vars(it))
    for name in names:
        setattr(again, name, twin(getattr(it, name)))
    return again


# -- films -------------------------------------------------------------------------------------------

When = Callable[[Room], bool]
M = TypeVar("M", bound=Message)


class Filmed(Room):
    """A room of which a twin is kept after every turn of a phone."""

    def work(self, phone: Phone) -> None:
        super().work(phone)
        moment = twin(self)
        moment.__class__ = Room
        FRAMES[self.seed].append(moment)


FRAMES: dict[object, list[Room]] = {}


@dataclass(frozen=True)
class Film:
    """The moments of an honest game, in their order."""

    moments: tuple[Room, ...]

    def at(self, when: When) -> Room:
        """A twin of the first moment at which something holds."""
        return room_of(next(moment for moment in self.moments if when(moment)))

    @property
    def end(self) -> Room:
        """A twin of the last moment."""
        return room_of(self.moments[-1])


def room_of(moment: Room) -> Room:
    again = twin(moment)
    assert isinstance(again, Room)
    return again


@cache
def film(
    variant: str = "110",
    devices: int = 3,
    bots: tuple[int, ...] = (),
    deals: int = 1,
    messages: int = 100_000,
    **more: Any,
) -> Film:
    """An honest game until so many deals are closed, or so many messages were sent."""
    seed = ("film", variant, devices, bots, tuple(more.items()))
    FRAMES[seed] = []
    room = Filmed(variant, devices, bots, seed=seed, **more)
    for phone in room.phones:
        phone.entropy = Entropy(seed, phone.device)
    room.play(
        lambda it: (
            len(it.relay.log) >= messages
            or all(len(phone.standing.closed) >= deals for phone in it.phones)
        ),
        turns=1000,
    )
    return Film(tuple(FRAMES.pop(seed)))


# -- moments -----------------------------------------------------------------------------------------


def three() -> Film:
    """Three phones, the first of which keeps a bot, at a hand of 110."""
    return film("110", 3, (0,))


BRIEF = '{"draw": 5, "draw_empty": 7, "hand_limit": 3, "plays": 1}'
"""Rules of Deeds by which the stock soon runs out, and is shuffled again."""


def deeds(whole: bool = False) -> Film:
    """Two phones that keep two bots each at Deeds, until some moves after a remix, or to its end."""
    until = {} if whole else {"messages": 78}
    return film("deeds", 2, (0, 1, 0, 1), changes=BRIEF, **until)


def standing(room: Room) -> Standing:
    """The standing of the phone that has seen most."""
    return max((phone.standing for phone in room.phones), key=lambda it: it.length)


def deal_of(room: Room) -> Deal:
    deal = standing(room).deal
    assert deal is not None
    return deal


def stage(wanted: Stage, links: int = 0) -> When:
    """When a deal has come so far, and its last chain has so many links, and all know it."""

    def holds(room: Room) -> bool:
        for phone in room.phones:
            deal = phone.standing.deal or phone.standing.coming
            if deal.stage is not wanted or (
                links and len(deal.chains[-1].links if deal.chains else ()) != links
            ):
                return False
        return True

    return holds


def moves(count: int) -> When:
    """When so many moves were made in the deal in play, and every phone knows of them."""
    return lambda room: all(
        phone.standing.deal is not None
        and phone.standing.deal.stage is Stage.PLAY
        and phone.standing.deal.step >= count
        for phone in room.phones
    )


def before(
    shown: Film, device: int, kind: type[M], like: Callable[[M], bool] = lambda _: True
) -> tuple[Room, M]:
    """The room just before a message of a device is posted, which all others can take, and it.

    It is the first of its kind that is ``like`` something. The device has not said it: what it says
    next, it may say in its place.
    """
    for moment in shown.moments:
        pending = moment.phones[device].pending
        if pending and isinstance(pending[0][1], kind) and like(pending[0][1]):
            room = room_of(moment)
            catch_up(room, device)
            return room, pending[0][1]
    raise AssertionError("There is no such message.")


def catch_up(room: Room, device: int) -> None:
    """Let all know just what a device knows, which takes back what it has not seen posted yet."""
    room.phones[device].pending.clear()
    known = len(room.phones[device].journal)
    room.relay.log = room.relay.log[:known]
    room.relay.sent = set(room.relay.log)
    for other in room.phones:
        room.fetch(other)
        room.places[other.device] = known
        worked(other)
        room.heard[other.device] += other.events()
        assert len(other.journal) == known


# -- lying -------------------------------------------------------------------------------------------


def all_know(room: Room) -> Room:
    """Let everybody hear all that was sent, and send nothing more."""
    for phone in room.phones:
        room.fetch(phone)
        worked(phone)
        room.heard[phone.device] += phone.events()
    return room


def become(room: Room, device: int, kind: type[Phone]) -> Phone:
    """Let a phone of the room be of another kind from here on."""
    phone = room.phones[device]
    phone.__class__ = kind
    return phone


def signed(
    room: Room,
    device: int,
    said: Message | bytes,
    *,
    deal: int | None = None,
    pair: KeyPair | None = None,
    table: Table | None = None,
    seq: int | None = None,
    seen: int | None = None,
    head: bytes | None = None,
) -> bytes:
    """An envelope that a device could send now, its signature good; by names, what lies in it."""
    phone = max(room.phones, key=lambda it: len(it.journal))
    number = (phone.standing.deal or phone.standing.coming).number
    envelope = Envelope(
        number if deal is None else deal,
        device,
        phone.journal.next_seq(device) if seq is None else seq,
        len(phone.journal) if seen is None else seen,
        phone.journal.head if head is None else head,
        said if isinstance(said, bytes) else encode(said),
    )
    return seal(table or room.table, pair or room.owners[device].signs, envelope)


def tell(phone: Phone, *data: bytes) -> list[Heard]:
    """What a phone makes of some bytes, worked off to the end."""
    for one in data:
        phone.receive(one)
    worked(phone)
    return list(phone.events())


def worked(phone: Phone, most: int = 20_000) -> None:
    """Let a phone work to the end, which must come."""
    steps = phone.work()
    for _ in range(most):
        try:
            next(steps)
        except StopIteration:
            return
    raise AssertionError("A phone works on and on.")


def rejected(room: Room, device: int, said: Message | bytes, **more: Any) -> str:
    """The reason for which every other phone names a device, at once and without effect.

    All must say the same, and stand where they stood. The room is left alone.
    """
    room = room_of(room)
    data = signed(room, device, said, **more)
    reasons = set()
    for phone in room.phones:
        if phone.device == device:
            continue
        before, given = phone.standing, phone.outgoing()
        heard = tell(phone, data)
        (fault,) = (event for event in heard if isinstance(event, Fault))
        assert fault.device == device
        assert same(before, phone.standing)
        assert phone.outgoing() == given
        reasons.add(fault.reason)
    (reason,) = reasons
    return reason


def same(one: Standing, other: Standing) -> bool:
    """Whether two standings differ in nothing but the length of the log."""
    return (
        one.state is other.state
        and one.deal is other.deal
        and one.coming is other.coming
        and (one.away, one.keepers, one.votes) == (other.away, other.keepers, other.votes)
    )


def of(events: Sequence[Heard], *kinds: type) -> list[Any]:
    return [event for event in events if isinstance(event, kinds)]


def named(room: Room, kind: type[Event] = Fault, by: Sequence[int] = ()) -> set[tuple[int, str]]:
    """Whom the phones have named, and why; all of them the same, or those in ``by``."""
    found = [
        {(event.device, event.reason) for event in of(room.heard[device], kind)}
        for device in by or range(len(room.phones))
    ]
    assert all(one == found[0] for one in found), found
    return found[0]


def post(room: Room, device: int, said: Message | bytes, **more: Any) -> bytes:
    """Let a device say something, signed, as the next thing that the relay has from it."""
    data = signed(room, device, said, **more)
    room.relay.post(device, data)
    return data
