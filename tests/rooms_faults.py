"""Hands played under faults: phones offline, pages killed, a relay that forgets all, frames twice.

``faulty_hand`` plays one hand out of a seed, and looks at what must hold however it went.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from random import Random

from engine.rooms import actions as act
from engine.rooms.events import Doubt, Refusal
from engine.sealed.standing import state_hash
from tests.rooms_world import Handset, World, seated

LONGEST = (
    900_000  # milliseconds that a hand may take, two minutes of absence more than once included
)


@dataclass
class Tale:
    """What happened in a hand."""

    seed: object
    faults: list[str] = field(default_factory=list)
    back: list[int] = field(default_factory=list)  # milliseconds from a return to the table
    digest: str = ""
    took: int = 0


class Trouble:
    """Faults at random points of a hand, and persons who do what is offered."""

    def __init__(self, world: World, phones: list[Handset], chance: Random, tale: Tale) -> None:
        self.world, self.phones, self.chance, self.tale = world, phones, chance, tale
        self.over = False
        self.down: set[Handset] = set()

    def plan(self, faults: int) -> None:
        at = 0
        for _ in range(faults):
            at += self.chance.randrange(200, 6_000)
            kind = self.chance.choice((self.offline, self.offline, self.kill, self.relay))
            self.world.later(at, self.unless_over(kind))
        self.world.later(500, self.persons)

    def unless_over(self, what):  # type: ignore[no-untyped-def]
        return lambda: None if self.over else what()

    def some(self) -> Handset | None:
        up = [it for it in self.phones if it not in self.down]
        return self.chance.choice(up) if up else None

    def offline(self) -> None:
        phone = self.some()
        if phone is None:
            return
        time = self.chance.choice((1_000, 3_000, 8_000, 20_000, 45_000, 120_000))
        self.tale.faults.append(f"{phone.name} offline {time}")
        self.down.add(phone)
        phone.go_offline()

        def back() -> None:
            self.down.discard(phone)
            phone.go_online()
            self.watch(phone)

        self.world.later(time, back)

    def kill(self) -> None:
        phone = self.some()
        if phone is None:
            return
        time = self.chance.choice((100, 1_000, 5_000, 30_000, 60_000))
        self.tale.faults.append(f"{phone.name} killed {time}")
        self.down.add(phone)
        phone.kill()

        def back() -> None:
            self.down.discard(phone)
            phone.reopen()
            self.watch(phone)

        self.world.later(time, back)

    def relay(self) -> None:
        time = self.chance.choice((50, 500, 3_000, 10_000))
        self.tale.faults.append(f"relay killed {time}")
        self.world.kill_relay(time)
        # What is measured is a phone whose network returns; a relay that was away is found by the
        # next try, a second later at most.
        self.world.later(time + 1_300, lambda: [self.watch(it) for it in self.phones])

    def watch(self, phone: Handset) -> None:
        """Note how long a phone whose network is back needs to be at the table again."""
        began, life, lives = self.world.now, phone.life, self.world.lives

        def look() -> None:
            if phone in self.down or phone.life != life or self.world.lives != lives:
                return  # the next fault has come
            if phone.room is not None and phone.room.complete:
                self.tale.back.append(self.world.now - began)
            elif self.world.now - began < 20_000:
                self.world.later(20, look)
            else:
                self.tale.back.append(20_000)

        if self.world.up:
            look()

    def persons(self) -> None:
        """What the people at the phones tap."""
        if self.over:
            return
        for phone in self.phones:
            if phone.room is None or phone in self.down:
                continue
            view = phone.view()
            try:
                if view.taken and "TakeSeat" in view.can:
                    phone.do(act.TakeSeat())
                for offer in view.offers:
                    if offer.kind == "bot" and not offer.mine and self.chance.random() < 0.7:
                        phone.do(act.LetBotPlay(offer.member))
            except Refusal:
                pass
        self.world.later(1_000, self.persons)


def faulty_hand(seed: object) -> Tale:
    """One hand of so many phones with faults; all that must hold is asserted."""
    chance = Random(f"faults/{seed}")
    people = chance.choice((2, 2, 3, 3, 4))
    world, phones = seated(seed, people, max(people, chance.choice((2, 3, 4))))
    tale = Tale(seed)
    for phone in phones:
        phone.plays = "random"
        phone.thinks = chance.randrange(50, 900)
        phone.delay = chance.choice((10, 40, 80, 150))
        phone.doubles = chance.random() < 0.3
        phone.slice = chance.choice((0, 0, 40, 300))
    trouble = Trouble(world, phones, chance, tale)
    start = world.now
    phones[0].do(act.Start())
    trouble.plan(chance.randrange(2, 6))

    def closed() -> bool:
        return all(
            it.room is not None and it.room.play is not None and it.room.play.who.standing.closed
            for it in phones
        )

    world.run(closed, LONGEST)
    trouble.over = True
    tale.took = world.now - start
    for phone in list(trouble.down):
        phone.offline = False
    for phone in phones:
        assert phone.room is not None
        assert phone.view().phase in ("playing", "over"), (seed, phone.name)  # others play on
        for doubt in phone.told(Doubt):
            raise AssertionError((seed, phone.name, doubt))
    digests = {phone.room.play.who.standing.closed[0] for phone in phones}  # type: ignore[union-attr]
    assert len(digests) == 1, (seed, digests)
    tale.digest = digests.pop()[1].hex()
    same_log(phones)
    no_card_twice(phones)
    return tale


def same_log(phones: list[Handset]) -> None:
    """Phones that have heard as much of the table know the same of it."""
    by_length: dict[tuple[int, int], set[bytes]] = {}
    for phone in phones:
        play = phone.room.play  # type: ignore[union-attr]
        key = play.number, play.who.standing.length  # type: ignore[union-attr]
        by_length.setdefault(key, set()).add(state_hash(play.who.standing))  # type: ignore[union-attr]
    assert all(len(found) == 1 for found in by_length.values())


def no_card_twice(phones: list[Handset]) -> None:
    for phone in phones:
        play = phone.room.play  # type: ignore[union-attr]
        game, state = play.table.game, play.view()  # type: ignore[union-attr]
        known = Counter(face for face in game.faces(state) if face is not None)
        assert not known - Counter(game.pack(state)), phone.name


__all__ = ["Tale", "faulty_hand"]
