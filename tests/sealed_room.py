"""A simulated room: phones that exchange bytes over a relay, and nothing else.

``Room`` is a table of ``Phone``s and a ``Relay``. A phone answers for its person as a bot would,
from its own view alone. Hooks let them lie: a phone may be of a class of its own that says something
else (``Peer.say``), a relay may change what it passes on (``Relay.carry``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from random import Random
from typing import Any

from engine.bots.bot import find_bot
from engine.sealed.peer import Heard, Peer
from engine.sealed.steps import Steps, finish
from engine.sealed.table import Identity, Seat, Table, identity_from


def seed_of(*words: object) -> bytes:
    """32 bytes that follow from some words."""
    return sha256("/".join(map(str, words)).encode()).digest()


def identities(seed: object, count: int) -> tuple[Identity, ...]:
    return tuple(identity_from(seed_of(seed, "identity", device)) for device in range(count))


def table_of(
    variant: str,
    devices: int,
    bots: Sequence[int] = (),
    seed: object = 1,
    bot: str = "random",
    **more: Any,
) -> tuple[Table, tuple[Identity, ...]]:
    """A table of so many phones, each with a person, and a bot for every keeper named in ``bots``."""
    owners = identities(seed, devices)
    seats = [Seat(f"Seat {device}", device) for device in range(devices)]
    seats += [Seat(f"Bot {n}", keeper, bot) for n, keeper in enumerate(bots)]
    more.setdefault("dealer", Random(f"{seed}/dealer").randrange(len(seats)))
    devices_ = tuple(owner.device for owner in owners)
    return Table(
        seed_of(seed, "room"), variant, seats=tuple(seats), devices=devices_, **more
    ), owners


def entropy(seed: object, device: int) -> Callable[[], bytes]:
    """32 bytes a call, always the same row."""
    count = iter(range(10**9))
    return lambda: seed_of(seed, "entropy", device, next(count))


class Phone(Peer):
    """A peer whose person plays like a bot, with chance of its own."""

    plays = "random"
    chance = Random("phone")
    asleep = False

    def sit(self, seed: object, plays: str) -> None:
        self.chance, self.plays = Random(f"{seed}/person {self.device}"), plays

    def act(self) -> bool:
        """Answer what the person is asked, if anything."""
        if self.wish is not None or not self.asked():
            return False
        bot = find_bot(self.plays)
        self.move(bot.choose(self.game, self.view(), self.seat, self.chance))
        return True


class Relay:
    """Keeps all that was sent, in the order it came, and gives everybody the same."""

    def __init__(self) -> None:
        self.log: list[bytes] = []
        self.sent: set[bytes] = set()

    def post(self, device: int, data: bytes) -> None:
        """A phone sends; a repeat changes nothing."""
        if data not in self.sent:
            self.sent.add(data)
            self.log.append(data)

    def carry(self, device: int, place: int) -> Iterator[tuple[int, bytes]]:
        """What a phone gets of the log from ``place`` on: where it then is, and the bytes."""
        for at in range(place, len(self.log)):
            yield at + 1, self.log[at]


class Room:
    """Phones at a table over a relay: a new one, or ``at`` one that is there, with its devices'
    identities. ``order`` is the chance of who comes next."""

    def __init__(
        self,
        variant: str,
        devices: int,
        bots: Sequence[int] = (),
        *,
        seed: object = 1,
        bot: str = "random",
        plays: str = "random",
        kinds: dict[int, type[Phone]] | None = None,
        relay: Relay | None = None,
        at: tuple[Table, tuple[Identity, ...]] | None = None,
        **more: Any,
    ) -> None:
        self.seed = seed
        self.table, self.owners = at or table_of(variant, devices, bots, seed, bot, **more)
        self.relay = relay or Relay()
        self.order = Random(f"{seed}/order")
        self.places = [0] * devices
        self.heard: list[list[Heard]] = [[] for _ in range(devices)]
        self.phones: list[Phone] = []
        for device in range(devices):
            kind = (kinds or {}).get(device, Phone)
            phone = kind(self.table, device, self.owners[device], entropy(seed, device))
            phone.sit(seed, plays)
            self.phones.append(phone)

    def work(self, phone: Phone) -> None:
        """Let a phone work to its end, and send what it has to say."""
        self.run(phone.work())
        self.heard[phone.device] += phone.events()
        for data in phone.outgoing():
            self.relay.post(phone.device, data)

    def run(self, steps: Steps[None]) -> None:
        finish(steps)

    def fetch(self, phone: Phone) -> bool:
        """Give a phone what the relay has for it; whether there was anything."""
        before = self.places[phone.device]
        for place, data in self.relay.carry(phone.device, before):
            phone.receive(data)
            self.places[phone.device] = place
        return self.places[phone.device] != before

    def turn(self) -> bool:
        """Every phone that is awake once, in any order; whether anything happened at all."""
        happened = False
        awake = [phone for phone in self.phones if not phone.asleep]
        for phone in self.order.sample(awake, len(awake)):
            said = len(self.relay.log)
            fetched = self.fetch(phone)
            self.work(phone)
            phone = self.phones[phone.device]  # it may have been restored from its store
            acted = phone.act()
            if acted:
                self.work(phone)
            happened |= fetched or acted or len(self.relay.log) > said
        return happened

    def play(self, until: Callable[[Room], bool] | None = None, turns: int = 100_000) -> Room:
        """Go on until nothing happens any more, or the condition holds."""
        for _ in range(turns):
            if (until and until(self)) or not self.turn():
                return self
        raise AssertionError("The room does not come to rest.")

    # -- looking -------------------------------------------------------------------------------------

    def said(self, *kinds: type) -> list[Any]:
        """The events of these kinds that the first phone heard."""
        return [event for event in self.heard[0] if isinstance(event, kinds)]

    def bytes_sent(self) -> int:
        return sum(map(len, self.relay.log))


def deals(count: int) -> Callable[[Room], bool]:
    """Until so many deals are closed for every phone that is awake."""
    return lambda room: all(
        len(phone.standing.closed) >= count for phone in room.phones if not phone.asleep
    )
