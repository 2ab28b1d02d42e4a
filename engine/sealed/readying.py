"""The duties that prepare a deal: keys, a look at others' backups, shuffles, and shares ahead."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.sealed import backup, deck, group, shuffle_proof
from engine.sealed.group import FixedBase
from engine.sealed.hand import Stage, context
from engine.sealed.messages import Complain, Keys, Shuffled
from engine.sealed.own import part_from, sealed_parts
from engine.sealed.preparing import seal_context
from engine.sealed.proofs import prove_known
from engine.sealed.steps import Steps

if TYPE_CHECKING:
    from engine.sealed.peer import Peer


def prepare(peer: Peer) -> Steps[bool]:
    """Give a key and a backup for the deal to come."""
    standing, coming = peer.standing, peer.standing.coming
    wanted = standing.waits_for_deal or (peer.table.ahead and standing.deal is not None)
    if not wanted or coming.stage is not Stage.KEYS or peer.device not in coming.members:
        return False
    if peer.device in coming.keys or any(peer.under_way(coming.number, Keys)):
        return False
    own = peer.secrets_of(coming.number)
    commitments, parts = yield from sealed_parts(standing, coming, own)
    bound = context(peer.table, coming.number, "key", peer.device)
    proof = prove_known(own.pair.secret, own.pair.public, bound)
    encoded = tuple(group.encode(it) for it in commitments)
    peer.say(coming.number, Keys(group.encode(own.pair.public), proof, encoded, parts))
    return True


def check_parts(peer: Peer) -> Steps[bool]:
    """Look at the parts of others' backups, and complain of one that does not fit."""
    for deal in (peer.standing.coming, peer.standing.deal):
        own = peer.secrets.get(deal.number) if deal else None
        if deal is None or own is None or not deal.backed_up or peer.device not in deal.members:
            continue
        for owner in deal.others(peer.device):
            if owner not in deal.keys or owner in own.parts:
                continue
            if any(it.about == owner for it in peer.under_way(deal.number, Complain)):
                continue
            part = yield from part_from(peer.standing, deal, peer.identity, peer.device, owner)
            yield
            if part is not None:
                own.parts[owner] = part
                return True
            if deal.stage in (Stage.KEYS, Stage.CHAIN):
                bound = seal_context(peer.standing, deal, owner, peer.device)
                public = deal.keys[owner].public
                value, proof = yield from backup.complain(peer.identity.seals, public, bound)
                peer.say(deal.number, Complain(owner, value, proof))
                return True
    return False


def shuffle(peer: Peer) -> Steps[bool]:
    """Shuffle, when it is this device's turn in a chain, and its parts of all backups fit."""
    standing = peer.standing
    for deal in (standing.deal, standing.coming):
        if deal is None or deal.stage not in (Stage.CHAIN, Stage.REMIX):
            continue
        present = deal.members if deal.stage is Stage.CHAIN else standing.acting
        chain, own = deal.chains[-1], peer.secrets.get(deal.number)
        if own is None or chain.turn(present) != peer.device:
            continue
        if any(it.chain == chain.number for it in peer.under_way(deal.number, Shuffled)):
            continue
        if deal.backed_up and len(own.parts) < len(deal.members) - 1:
            continue  # a complaint is under way
        if own.joint is None:
            own.joint = yield from FixedBase.prepare(deal.joint)
        bound = context(peer.table, deal.number, "shuffle", chain.number, peer.device)
        made = yield from deck.shuffle(own.seed, bound, own.joint, chain.outputs)
        proof = b""
        if peer.table.proves(deal.number, chain.number):
            proof = yield from shuffle_proof.prove(
                own.seed,
                bound,
                deal.joint,
                chain.outputs,
                made.outputs,
                made.permutation,
                made.masks,
            )
        halves = [half for card in made.outputs for half in (card.a, card.b)]
        cards = b"".join(group.encode(half) for half in halves)
        peer.say(deal.number, Shuffled(chain.number, cards, proof))
        return True
    return False


def ahead(peer: Peer) -> Steps[bool]:
    """Make own shares of a deal that is ready and not begun, one at a time, so that it begins at
    once."""
    coming = peer.standing.coming
    own = peer.secrets.get(coming.number)
    if own is None or coming.stage is not Stage.READY or not peer.table.ahead:
        return False
    for slot in range(len(coming.cards)):
        if slot not in own.own_shares:
            own.share(coming, slot)
            yield
            return True
    return False
