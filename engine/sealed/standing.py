"""``Standing``: all that the log says about a table, to anybody, without a secret."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.game import Fresh, GameError
from engine.sealed import group
from engine.sealed.hand import Deal, Stage
from engine.sealed.table import Table


class Unsealable(GameError):
    """A game shows a hidden card to some devices and not to others: this protocol cannot do that."""


@dataclass(frozen=True, slots=True)
class Standing:
    """The table after some messages of the log.

    ``state`` is the game's, with the faces that are public; ``deal`` the one that is played, or is
    being audited; ``coming`` the one that is prepared. ``away`` are the devices that the table has
    agreed are, ``keepers`` who plays for whom of them; ``votes`` the voices given, by what for.
    """

    table: Table
    state: Any
    coming: Deal
    deal: Deal | None = None
    length: int = 0
    away: frozenset[int] = frozenset()
    keepers: Mapping[int, int] = field(default_factory=dict)
    votes: Mapping[tuple[int, int, int], frozenset[int]] = field(default_factory=dict)
    kept: frozenset[tuple[int, int]] = frozenset()  # every (device, keeper) that ever was
    conceded: int | None = None
    closed: tuple[tuple[int, bytes], ...] = ()
    """Every deal that was audited: its number, and the digest of the state all have signed."""
    over: bool = False

    @property
    def present(self) -> tuple[int, ...]:
        """The devices that are there."""
        return tuple(d for d in range(len(self.table.devices)) if d not in self.away)

    def player(self, seat: int) -> int:
        """The device that plays a seat now."""
        device = self.table.seats[seat].device
        return self.keepers.get(device, device)

    def program(self, seat: int) -> str:
        """The bot that plays a seat now, or nothing where a person does."""
        own = self.table.seats[seat]
        return own.bot or (SUBSTITUTE if self.player(seat) != own.device else "")

    @property
    def waits_for_deal(self) -> bool:
        """Whether the game cannot go on before a deal."""
        wanted = self.table.game.shuffle_wanted(self.state)
        return self.deal is None and not self.over and isinstance(wanted, Fresh)

    @property
    def acting(self) -> tuple[int, ...]:
        """The members of the deal in play that are there."""
        members = self.deal.members if self.deal else ()
        return tuple(device for device in members if device not in self.away)

    def deal_of(self, number: int) -> Deal | None:
        """The deal of that number, if it is the one played or the one prepared."""
        for deal in (self.deal, self.coming):
            if deal is not None and deal.number == number:
                return deal
        return None


SUBSTITUTE = "steady"  # the way of playing of a bot that takes over a seat


def state_hash(standing: Standing) -> bytes:
    """32 bytes that stand for all that the log says, and for nothing that it does not.

    Whoever has folded the same log has the same, with or without secrets; so two that differ at one
    length of the log do not play the same game.
    """
    now = standing
    voices = sorted((about, sorted(said)) for about, said in now.votes.items())
    keepers, away = sorted(now.keepers.items()), sorted(now.away)
    closed = [(number, digest.hex()) for number, digest in now.closed]
    row = (now.length, away, keepers, sorted(now.kept), voices, now.conceded, closed, now.over)
    deals = [_outline(deal) for deal in (now.deal, now.coming)]
    state = now.table.game.state_text(now.state)
    told = json.dumps([row, *deals]).encode()
    return group.digest("standing", now.table.context, told, state.encode())[:32]


def _outline(deal: Deal | None) -> Any:
    """What there is of a deal, as plain values; points follow from whose they are."""
    if deal is None:
        return None
    asked = [(it.seat, it.what, it.about, step) for it, step in deal.asked.items()]
    chains = [[(link.index, link.device) for link in chain.links] for chain in deal.chains]
    rows = (deal.keys, deal.shares, deal.stand_ins, deal.opened, deal.parts)
    signed = sorted((device, digest.hex()) for device, digest in deal.signed.items())
    return [
        *(deal.number, deal.members, deal.stage.value, deal.step, deal.changed, deal.void),
        *(sorted(asked), chains, deal.served, sorted(deal.places.items()), sorted(deal.missed)),
        *(deal.undone, deal.last.index if deal.last else None),
        *(sorted(row) for row in rows),
        *(signed, [entry.index for entry in deal.acted]),
    ]


def begin(table: Table) -> Standing:
    """The table before the first message."""
    everyone = tuple(range(len(table.devices)))
    return Standing(table, table.first, Deal(0, everyone, table.game.pack(table.first)))


# -- who may open what --------------------------------------------------------------------------------


def receivers(standing: Standing, deal: Deal) -> tuple[int, ...]:
    """By slot the members that may know its face, as a bit mask: what follows from ``entitled``.

    None, one, or all. ``Unsealable`` for a slot that some may know and others not.
    """
    game, state = standing.table.game, standing.state
    seats = range(len(standing.table.seats))
    all_seats = (1 << len(seats)) - 1
    everyone = sum(1 << device for device in deal.members)
    found = []
    for seen in game.entitled(state):
        mask = everyone if seen == all_seats else 0
        if mask != everyone:
            for seat in seats:
                if seen >> seat & 1:
                    mask |= 1 << standing.player(seat)
        if (mask & (mask - 1) and mask != everyone) or mask & ~everyone:
            raise Unsealable("A hidden card is for several devices, but not for all.")
        found.append(mask)
    return tuple(found)


def is_public(standing: Standing, slot: int) -> bool:
    """Whether the log has opened the slot."""
    return standing.table.game.faces(standing.state)[slot] is not None


def owed_shares(standing: Standing, device: int) -> tuple[int, ...]:
    """The slots for which a device owes its share: others may know them, and lack it.

    The one source of what is ever released; nothing that a message asks for comes in here. At the
    end of a deal nothing is owed: then keys are opened.
    """
    deal = standing.deal
    if deal is None or deal.stage not in (Stage.PLAY, Stage.REMIX) or device not in deal.members:
        return ()
    return tuple(
        slot
        for slot, mask in enumerate(receivers(standing, deal))
        if mask & ~(1 << device)
        and (slot, device) not in deal.shares
        and not is_public(standing, slot)
    )


def owed_stand_ins(standing: Standing, device: int) -> Mapping[int, tuple[int, ...]]:
    """By absent device the slots for which a device owes its part of that one's share.

    Whoever is to know the card keeps its own part back: with it, and only so, the card opens. An
    absent device's own cards are nobody's, unless the table let somebody play for it.
    """
    deal = standing.deal
    if deal is None or deal.stage not in (Stage.PLAY, Stage.REMIX) or device not in deal.members:
        return {}
    gone = [other for other in deal.members if other in standing.away]
    if len(gone) != 1 or not deal.backed_up or device in gone:
        return {}
    slots = tuple(
        slot
        for slot, mask in enumerate(receivers(standing, deal))
        if mask & ~(1 << gone[0])
        and mask != 1 << device
        and (slot, gone[0]) not in deal.shares
        and (slot, gone[0], device) not in deal.stand_ins
        and not is_public(standing, slot)
    )
    return {gone[0]: slots} if slots else {}


# -- what is there to open a slot with ----------------------------------------------------------------


def lacking(deal: Deal, slot: int) -> list[int]:
    """The members whose share of a slot does not follow from the log."""
    return [
        device
        for device in deal.members
        if (slot, device) not in deal.shares and unserved(deal, slot, device)
    ]


def unserved(deal: Deal, slot: int, away: int) -> list[int]:
    """The members that have not stood in for another at a slot."""
    return [other for other in deal.others(away) if (slot, away, other) not in deal.stand_ins]


def can_open(deal: Deal, slot: int, device: int) -> bool:
    """Whether all is there that a member cannot add itself to open a slot."""
    return all(
        other == device or (deal.backed_up and unserved(deal, slot, other) == [device])
        for other in lacking(deal, slot)
    )


def to_show(
    deal: Deal, slots: tuple[int, ...], device: int
) -> tuple[list[int], dict[int, list[int]]]:
    """What a member must add to open slots to all: those that lack its share, and by other device
    those that lack its part of that one's share."""
    own: list[int] = []
    parts: dict[int, list[int]] = {}
    for slot in sorted(set(slots)):
        for other in lacking(deal, slot):
            if other == device:
                own.append(slot)
            else:
                parts.setdefault(other, []).append(slot)
    return own, parts


def lies_elsewhere(
    standing: Standing, deal: Deal, slot: int, place: int, known: Mapping[int, int]
) -> bool:
    """Whether the card of a place in the pack is known, by slot, to lie at another slot as well.

    Only a false shuffle can do that. What died in a remix may have been born again, once.
    """
    died = {gone for mix in standing.table.game.mixes(standing.state) for gone in mix.died}
    twins = [other for other, held in known.items() if held == place and other != slot]
    return any(
        deal.chain_of(other) == deal.chain_of(slot) or not {slot, other} & died for other in twins
    )


def is_hand_open(standing: Standing, seat: int) -> bool:
    """Whether every slot that a seat may know can be opened by the device that plays it."""
    deal = standing.deal
    if deal is None:
        return False
    device = standing.player(seat)
    return all(
        not seen >> seat & 1 or is_public(standing, slot) or can_open(deal, slot, device)
        for slot, seen in enumerate(standing.table.game.entitled(standing.state))
    )
