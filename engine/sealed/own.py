"""What one device alone knows: its keys, the parts it holds of others' keys, and faces it may see."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from engine.sealed import backup, group, proofs
from engine.sealed.ending import deal_key
from engine.sealed.group import FixedBase, Point
from engine.sealed.hand import Deal, context
from engine.sealed.messages import Shares, StandIns
from engine.sealed.playing import place_of, share_of, shares_context, stand_in_context
from engine.sealed.preparing import seal_context
from engine.sealed.proofs import KeyPair
from engine.sealed.standing import Standing, lacking, lies_elsewhere
from engine.sealed.steps import Steps
from engine.sealed.table import Identity, Table


@dataclass(slots=True)
class Secrets:
    """The secrets of a device in one deal. Only ``key`` must be kept: all else follows.

    What the device does follows from the secret of ``pair``, which the others can rebuild: so it
    answers for all of it, even when it vanishes with its key.
    """

    table: Table
    device: int
    number: int
    key: bytes = field(repr=False)
    pair: KeyPair = field(repr=False)
    parts: dict[int, int] = field(default_factory=dict, repr=False)
    """By owner the part of its backup that is this device's, where it fits."""
    joint: FixedBase | None = None
    places: dict[int, int] = field(default_factory=dict, repr=False)
    """By slot that this device has opened the place of its card in the pack."""
    spoilt: set[int] = field(default_factory=set)
    """Slots that hold no card of the pack, or one that lies elsewhere."""
    own_shares: dict[int, Point] = field(default_factory=dict, repr=False)

    @property
    def seed(self) -> bytes:
        """What shuffles, backups and the chance of bots are drawn from."""
        return seed_of(self.pair.secret)

    def share(self, deal: Deal, slot: int) -> Point:
        """This device's share of a slot, made once."""
        if slot not in self.own_shares:
            self.own_shares[slot] = group.times(self.pair.secret, deal.cards[slot].a)
        return self.own_shares[slot]

    def shares(self, standing: Standing, deal: Deal, slots: tuple[int, ...]) -> Steps[Shares]:
        """The message that gives this device's shares of some slots."""
        given = []
        for slot in slots:
            given.append(self.share(deal, slot))
            yield
        bound = shares_context(standing, deal, self.device, slots)
        bases = [deal.cards[slot].a for slot in slots]
        proof = yield from proofs.prove_shares(
            self.pair.secret, self.pair.public, bases, given, bound
        )
        return Shares(slots, _encoded(given), proof)

    def stand_ins(
        self, standing: Standing, deal: Deal, away: int, slots: tuple[int, ...]
    ) -> Steps[StandIns]:
        """The message that gives this device's parts of another's shares of some slots."""
        part = self.parts[away]
        bases = [deal.cards[slot].a for slot in slots]
        given = []
        for base in bases:
            given.append(group.times(part, base))
            yield
        public = backup.part_point(deal.keys[away].commitments, deal.place(self.device))
        bound = stand_in_context(standing, deal, self.device, away, slots)
        proof = yield from proofs.prove_shares(part, public, bases, given, bound)
        return StandIns(away, slots, _encoded(given), proof)

    def faces(self, deal: Deal) -> dict[int, int]:
        """By slot the faces that this device has opened."""
        return {slot: deal.pack[place] for slot, place in self.places.items()}

    def look(self, standing: Standing, deal: Deal, slot: int) -> Steps[None]:
        """Open a slot of which all is there that this device cannot add itself."""
        own: dict[int, Point] = {}
        for away in lacking(deal, slot):
            if away != self.device:
                own[away] = group.times(self.parts[away], deal.cards[slot].a)
                yield
        given: dict[int, Point] = {self.device: self.share(deal, slot)}
        for other in deal.others(self.device):
            share = share_of(deal, slot, other, own)
            if share is None:
                return
            given[other] = share
            yield
        place = place_of(deal, slot, given)
        known = {**deal.places, **self.places}
        if place is None or lies_elsewhere(standing, deal, slot, place, known):
            self.spoilt.add(slot)
        else:
            self.places[slot] = place


def _encoded(points: Iterable[Point]) -> bytes:
    return b"".join(group.encode(point) for point in points)


def secrets_from(table: Table, device: int, number: int, key: bytes) -> Secrets:
    """The secrets of a device in a deal, from the 32 bytes that all follows from."""
    return Secrets(table, device, number, key, deal_key(table, number, device, key))


def sealed_parts(
    standing: Standing, deal: Deal, secrets: Secrets
) -> Steps[tuple[tuple[Point, ...], tuple[bytes, ...]]]:
    """The commitments of a device's backup beyond its key, and a sealed part for each other."""
    if not deal.backed_up:
        return (), ()
    place = deal.place(secrets.device)
    dealt = backup.deal(secrets.seed, secrets.pair.secret, len(deal.members), place)
    yield
    parts = []
    for other in deal.others(secrets.device):
        bound = seal_context(standing, deal, secrets.device, other)
        pad = proofs.pair_secret(secrets.pair, standing.table.sealing[other], bound)
        parts.append(backup.seal_part(pad, dealt.parts[deal.place(other)], bound))
        yield
    return dealt.commitments[1:], tuple(parts)


def part_from(
    standing: Standing, deal: Deal, identity: Identity, device: int, owner: int
) -> Steps[int | None]:
    """A device's part of an owner's backup, or None when it does not fit."""
    given = deal.keys[owner]
    bound = seal_context(standing, deal, owner, device)
    pad = proofs.pair_secret(identity.seals, given.public, bound)
    yield
    part = backup.unseal_part(pad, given.parts[deal.others(owner).index(device)], bound)
    return part if backup.valid_part(given.commitments, deal.place(device), part) else None


def seed_of(secret: int) -> bytes:
    """What follows from a device's secret of a deal is drawn from this."""
    return group.digest("seed", group.encode_scalar(secret))


def chance_of(table: Table, deal: int, seed: bytes, seat: int, step: int) -> str:
    """The seed of a bot's chance for one answer: its keeper's to know, and everyone's to check."""
    return group.digest("chance", seed, context(table, deal, "bot", seat, step)).hex()
