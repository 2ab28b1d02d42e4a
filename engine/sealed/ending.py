"""Judging what ends a deal, and what the table decides: opened keys, signatures, votes."""

from __future__ import annotations

from dataclasses import replace

from engine.sealed import backup, group, taking_back
from engine.sealed.events import Conceded, Differs, Event, Left, TakenOver
from engine.sealed.group import BadEncoding
from engine.sealed.hand import Deal, Stage, context
from engine.sealed.journal import Entry
from engine.sealed.messages import (
    AWAY,
    REDEAL,
    TAKE_BACK,
    TAKE_OVER,
    Opened,
    Part,
    Settled,
    Vote,
)
from engine.sealed.playing import acted, with_state
from engine.sealed.proofs import KeyPair, keypair_from
from engine.sealed.ruling import Act, NoEffect, Ruling
from engine.sealed.standing import Standing
from engine.sealed.steps import Steps
from engine.sealed.table import Table

# -- opening and signing ------------------------------------------------------------------------------


def deal_key(table: Table, deal: int, device: int, key: bytes) -> KeyPair:
    """The key pair of a device in a deal, from the 32 bytes that it opens in the end."""
    return keypair_from(context(table, deal, "deal key", device) + key, "deal")


def opened(
    standing: Standing, deal: Deal, entry: Entry, message: Opened, ruling: Ruling
) -> Steps[Act]:
    """A key, which must be the one that the device began with."""
    if entry.device in deal.opened:
        raise NoEffect("This device has opened its key.")
    pair = deal_key(standing.table, deal.number, entry.device, message.key)
    yield
    if pair.public != deal.keys[entry.device].public:
        raise NoEffect("The key that was opened is not the one of this deal.", fault=True)
    keys = {**deal.opened, entry.device: message.key}
    return Act(replace(standing, deal=replace(acted(deal, entry), opened=keys)))


def part(standing: Standing, deal: Deal, entry: Entry, message: Part, ruling: Ruling) -> Steps[Act]:
    """A part of the key of a device that was away when keys were opened.

    It counts also when the device has come back: else it could say so again and again, and keep its
    key closed.
    """
    away, device = message.away, entry.device
    if away not in deal.missed or (away, device) in deal.parts:
        raise NoEffect("This part is not wanted.")
    if not deal.backed_up or away not in deal.members:
        raise NoEffect("There is no such part.", fault=True)
    try:
        value = group.decode_scalar(message.part)
    except BadEncoding as error:
        raise NoEffect(str(error), fault=True) from None
    commitments = deal.keys[away].commitments
    yield
    if not backup.valid_part(commitments, deal.place(device), value):
        raise NoEffect("The part does not fit its backup.", fault=True)
    parts = {**deal.parts, (away, device): value}
    return Act(replace(standing, deal=replace(acted(deal, entry), parts=parts)))


def settled(
    standing: Standing, deal: Deal, entry: Entry, message: Settled, ruling: Ruling
) -> Steps[Act]:
    """A signature under the state after the deal; it cannot be taken back."""
    if entry.device in deal.signed:
        raise NoEffect("This device has signed.", fault=True)
    events: tuple[Event, ...] = ()
    if any(message.digest != other for other in deal.signed.values()):
        events = (Differs(entry.index, entry.device),)
    signed = {**deal.signed, entry.device: message.digest}
    yield
    return Act(replace(standing, deal=replace(acted(deal, entry), signed=signed)), events)


def all_open(standing: Standing, deal: Deal) -> bool:
    """Whether every key that can be had is open: given by its device, or rebuilt from its backup.

    Who is away is waited for by nobody where others cannot rebuild its key: two were playing, or a
    second one is away.
    """
    return all(deal.is_open(device) or _is_lost(standing, deal, device) for device in deal.members)


def _is_lost(standing: Standing, deal: Deal, device: int) -> bool:
    if device not in standing.away:
        return False
    return not deal.backed_up or any(other in standing.away for other in deal.others(device))


def all_signed(standing: Standing, deal: Deal) -> bool:
    """Whether all members that are there have signed the same state."""
    digests = {deal.signed.get(device) for device in standing.acting}
    return len(digests) == 1 and None not in digests


# -- votes --------------------------------------------------------------------------------------------


def vote(standing: Standing, entry: Entry, message: Vote) -> Act:
    """A voice more for something that can be voted for."""
    about = (message.kind, message.device, message.keeper)
    wrong = _why_no_vote(standing, entry, message)
    if wrong is not None:
        raise NoEffect(wrong)
    voices = standing.votes.get(about, frozenset()) | {entry.device}
    return Act(replace(standing, votes={**standing.votes, about: voices}))


def _why_no_vote(standing: Standing, entry: Entry, message: Vote) -> str | None:
    devices, deal = len(standing.table.devices), standing.deal
    if standing.over:
        return "The game is over."
    if message.kind == REDEAL:
        playing = deal is not None and deal.stage in (Stage.PLAY, Stage.REMIX)
        return None if playing and deal and deal.number == entry.deal else "There is no such deal."
    if devices < 3:
        return "Two devices wait for each other, concede, or agree to deal anew."
    if message.device >= devices or message.device == entry.device:
        return "A device votes about another one."
    if message.kind == AWAY:
        return "It is away already." if message.device in standing.away else None
    if message.device not in standing.away:
        return "It is there, and plays for itself."
    if message.keeper not in (standing.acting if deal else standing.present):
        return "The keeper must be there, and have a part in the deal."
    return None


def carried(standing: Standing, about: tuple[int, int, int], voices: frozenset[int]) -> bool:
    """Whether all have joined who must: everyone that is there, but for the one it is about."""
    kind, device, _ = about
    needed = set(standing.present) - ({device} if kind == AWAY else set())
    return voices >= needed and len(needed) >= (2 if len(standing.table.devices) > 2 else 1)


def carry_out(standing: Standing, about: tuple[int, int, int]) -> Standing:
    """The standing after the table has agreed."""
    kind, device, keeper = about
    if kind == TAKE_BACK:
        return taking_back.take_back(standing)
    if kind == TAKE_OVER:
        keepers = {**standing.keepers, device: keeper}
        kept = standing.kept | {(device, keeper)}
        return seated(replace(standing, keepers=keepers, kept=kept))
    if kind == AWAY:
        deal = standing.deal
        if deal is not None and deal.stage is Stage.OPEN and device in deal.members:
            standing = replace(standing, deal=replace(deal, missed=deal.missed | {device}))
        return seated(replace(standing, away=standing.away | {device}))
    deal = standing.deal
    if deal is None or deal.stage not in (Stage.PLAY, Stage.REMIX):
        return standing
    return replace(standing, deal=replace(deal, stage=Stage.PLAY, void=True))


def seated(standing: Standing) -> Standing:
    """With everyone at its own seats who is there, and keepers only for those who are not.

    A device that came back to a deal which is played without its key gets its seats when it ends.
    """
    deal = standing.deal
    keepers = {
        device: keeper
        for device, keeper in standing.keepers.items()
        if (device in standing.away and keeper not in standing.away)
        or (deal is not None and device not in deal.members)
    }
    standing = replace(standing, keepers=keepers)
    if deal is None or deal.stage not in (Stage.PLAY, Stage.REMIX):
        return standing
    return with_state(standing, replace(deal, changed=standing.length), standing.state)


def told(standing: Standing, about: tuple[int, int, int]) -> list[Event]:
    """What there is to tell of it."""
    kind, device, keeper = about
    if kind == REDEAL:
        return []  # the deal's end is told for itself
    if kind == TAKE_BACK:
        return [taking_back.told(standing)]
    return [Left(device) if kind == AWAY else TakenOver(device, keeper)]


def concede(standing: Standing, entry: Entry) -> Act:
    """Where two play, one gives the game up: a deal in play is opened and audited, then all ends."""
    if len(standing.table.devices) != 2 or standing.over or standing.conceded is not None:
        raise NoEffect("There is nothing to concede.")
    standing = replace(standing, conceded=entry.device)
    if standing.deal is None:
        standing = replace(standing, over=True)
    elif standing.deal.stage in (Stage.PLAY, Stage.REMIX):
        standing = replace(standing, deal=replace(standing.deal, stage=Stage.PLAY))
    return Act(standing, (Conceded(entry.device),))
