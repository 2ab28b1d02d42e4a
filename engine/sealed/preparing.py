"""Judging what prepares a deal: keys, complaints about their backups, links of a shuffle chain."""

from __future__ import annotations

from dataclasses import replace

from engine.sealed import backup, shuffle_proof
from engine.sealed.deck import Masked, well_formed
from engine.sealed.events import Fault
from engine.sealed.hand import Deal, DeviceKeys, Link, Stage, context
from engine.sealed.journal import Entry
from engine.sealed.messages import Complain, Keys, Shuffled
from engine.sealed.proofs import verify_known
from engine.sealed.ruling import Act, NoEffect, Ruling, point, points
from engine.sealed.standing import Standing
from engine.sealed.steps import Steps


def keys(standing: Standing, deal: Deal, entry: Entry, message: Keys, ruling: Ruling) -> Steps[Act]:
    """A member's key: proved to be known to it, and its backup as large as it should be."""
    device = entry.device
    if device in deal.keys:
        raise NoEffect("This device has given its key already.", fault=True)
    others = len(deal.members) - 1 if deal.backed_up else 0
    if len(message.parts) != others:
        raise NoEffect(f"A backup here has {others} parts.", fault=True)
    public = point(message.public)
    yield
    bound = context(standing.table, deal.number, "key", device)
    if not ruling.checked and not verify_known(public, bound, message.proof):
        raise NoEffect("The device does not prove that it knows its key.", fault=True)
    yield
    more = yield from points(b"".join(message.commitments))
    commitments = (public, *more) if deal.backed_up else ()
    if deal.backed_up:
        place = deal.place(device)
        wrong = backup.bad_commitments(commitments, len(deal.members), place)
        if wrong is not None:
            raise NoEffect(f"The backup is none: {wrong}.", fault=True)
        yield
    if any(public == other.public for other in deal.keys.values()):
        raise NoEffect("The key is another device's.", fault=True)
    own = DeviceKeys(entry.index, public, commitments, message.parts)
    return _coming(standing, deal, entry, replace(deal, keys={**deal.keys, device: own}))


def _coming(standing: Standing, old: Deal, entry: Entry, new: Deal) -> Act:
    """The standing with a deal changed by a message, which is kept for the audit."""
    new = replace(new, acted=(*old.acted, entry))
    if standing.deal is not None and standing.deal.number == old.number:
        return Act(replace(standing, deal=new))
    return Act(replace(standing, coming=new))


def seal_context(standing: Standing, deal: Deal, owner: int, receiver: int) -> bytes:
    """What the sealing of one part of a backup is bound to."""
    return context(standing.table, deal.number, "part", owner, receiver)


def complain(
    standing: Standing, deal: Deal, entry: Entry, message: Complain, ruling: Ruling
) -> Steps[Act]:
    """One of two lies, which everybody sees; upheld, the deal is given up for a new one."""
    owner, receiver = message.about, entry.device
    if not deal.backed_up or owner not in deal.keys or owner == receiver:
        raise NoEffect("There is no such part to complain about.", fault=True)
    given = deal.keys[owner]
    sealed = given.parts[deal.others(owner).index(receiver)]
    who = yield from backup.judge_complaint(
        given.commitments,
        deal.place(receiver),
        given.public,
        standing.table.sealing[receiver],
        sealed,
        seal_context(standing, deal, owner, receiver),
        message.value,
        message.proof,
    )
    if who is backup.Liar.COMPLAINER:
        raise NoEffect("The complaint is not true: the part fits.", fault=True)
    event = Fault(given.index, owner, "A part of the backup does not fit.")
    anew = Deal(deal.number + 1, standing.present, deal.pack)
    return Act(replace(standing, coming=anew), (event,))


def shuffled(
    standing: Standing, deal: Deal, entry: Entry, message: Shuffled, ruling: Ruling
) -> Steps[Act]:
    """A link: by the device whose turn it is, of as many cards, and proved where the table says."""
    chain, device = deal.chains[-1], entry.device
    present = tuple(d for d in deal.members if deal.stage is Stage.CHAIN or d in standing.acting)
    if message.chain != chain.number or chain.turn(present) != device:
        late = deal.stage is Stage.REMIX  # who was thought away may have been passed over
        raise NoEffect("It is not this device's turn to shuffle.", fault=not late)
    if len(message.cards) != 64 * len(chain.inputs):
        raise NoEffect(f"There are {len(chain.inputs)} cards to shuffle.", fault=True)
    proved = standing.table.proves(deal.number, chain.number)
    if bool(message.proof) != proved:
        raise NoEffect("The shuffle has a proof where none is wanted, or none.", fault=True)
    halves = yield from points(message.cards)
    outputs = tuple(map(Masked, halves[::2], halves[1::2]))
    wrong = well_formed(len(chain.inputs), outputs)
    if wrong is not None:
        raise NoEffect(f"The shuffle is none: {wrong}.", fault=True)
    yield
    if proved:
        bound = context(standing.table, deal.number, "shuffle", chain.number, device)
        proving = shuffle_proof.verify(bound, deal.joint, chain.outputs, outputs, message.proof)
        yield from ruling.proved(proving, "The shuffle is not proved to be one.")
    longer = replace(chain, links=(*chain.links, Link(entry.index, device, outputs)))
    return _coming(standing, deal, entry, replace(deal, chains=(*deal.chains[:-1], longer)))
