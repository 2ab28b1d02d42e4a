"""What a peer must do, one thing at a time: each duty looks at the standing, and says a message,
opens a card, or finds nothing to do.

Everything that is due follows from the log and from what is under way, so that a peer that was
restored goes on where it was.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING, Any, Final, TypeVar

from engine.bots.bot import find_bot
from engine.sealed import group, readying
from engine.sealed.events import Spoilt
from engine.sealed.hand import Deal, Stage
from engine.sealed.messages import (
    Move,
    Opened,
    Part,
    Settled,
    Shares,
    StandIns,
)
from engine.sealed.own import Secrets, chance_of
from engine.sealed.standing import (
    can_open,
    is_public,
    owed_shares,
    owed_stand_ins,
    receivers,
    to_show,
)
from engine.sealed.steps import Steps

if TYPE_CHECKING:
    from engine.sealed.peer import Peer

M = TypeVar("M")

Duty = Callable[["Peer"], Steps[bool]]


def one(peer: Peer) -> Steps[bool]:
    """Do the first thing that is due; False when there is none.

    A device that the table believes away is silent until its person says otherwise: else a phone
    that lies on the table would go on undoing what the others have agreed.
    """
    if peer.standing.over or peer.device in peer.standing.away:
        return False
    for duty in DUTIES:
        if (yield from duty(peer)):
            return True
    return False


# -- the deal that is played --------------------------------------------------------------------------


def playing(peer: Peer) -> tuple[Deal, Secrets] | None:
    """The deal in play and this device's secrets in it, if it has a part in it."""
    deal = peer.standing.deal
    own = peer.secrets.get(deal.number) if deal else None
    if deal is None or own is None or deal.stage not in (Stage.PLAY, Stage.REMIX):
        return None
    return deal, own


def give_shares(peer: Peer) -> Steps[bool]:
    """Give the shares that are owed."""
    found = playing(peer)
    if found is None:
        return False
    deal, own = found
    said = {slot for it in peer.under_way(deal.number, Shares) for slot in it.slots}
    slots = tuple(s for s in owed_shares(peer.standing, peer.device) if s not in said)
    if not slots:
        return False
    peer.say(deal.number, (yield from own.shares(peer.standing, deal, slots)))
    return True


def stand_in(peer: Peer) -> Steps[bool]:
    """Stand in for a device that is away."""
    found = playing(peer)
    if found is None:
        return False
    deal, own = found
    for away, owed in owed_stand_ins(peer.standing, peer.device).items():
        under_way = [it for it in peer.under_way(deal.number, StandIns) if it.away == away]
        said = {slot for it in under_way for slot in it.slots}
        slots = tuple(slot for slot in owed if slot not in said)
        if slots and away in own.parts:
            peer.say(deal.number, (yield from own.stand_ins(peer.standing, deal, away, slots)))
            return True
    return False


def look(peer: Peer) -> Steps[bool]:
    """Open what this device may see; after a restart also what it had seen before the end."""
    deal = peer.standing.deal
    own = peer.secrets.get(deal.number) if deal else None
    if deal is None or own is None or deal.stage is Stage.AUDIT:
        return False
    for slot, mask in enumerate(receivers(peer.standing, deal)):
        known = slot in own.places or slot in own.spoilt or is_public(peer.standing, slot)
        if mask >> peer.device & 1 and not known and can_open(deal, slot, peer.device):
            yield from own.look(peer.standing, deal, slot)
            if slot in own.spoilt:
                peer.told(Spoilt(slot))
            return slot in own.places or slot in own.spoilt
    return False


def unseen(peer: Peer, deal: Deal, seat: int) -> bool:
    """Whether the seat may know a card that this device has not opened."""
    own = peer.secrets.get(deal.number)
    return own is None or any(
        seen >> seat & 1 and slot not in own.places and not is_public(peer.standing, slot)
        for slot, seen in enumerate(peer.game.entitled(peer.standing.state))
    )


def answer(peer: Peer) -> Steps[bool]:
    """Make the person's move, and those of the bots that this device keeps."""
    found = playing(peer)
    if found is None or found[0].stage is not Stage.PLAY:
        return False
    deal, own = found
    if peer.wish is not None:
        seat, step, move, number = peer.wish
        peer.wish = None
        still = any(deal.asked[question] == step for question in peer.asked(seat))
        if still and number == deal.number:
            yield from _make(peer, deal, own, seat, step, move)
            return True
    for seat in range(len(peer.table.seats)):
        program = peer.standing.program(seat)
        if not program or not peer.asked(seat):
            continue
        step = max(deal.asked[question] for question in peer.asked(seat))
        chance = Random(chance_of(peer.table, deal.number, own.seed, seat, step))
        move = find_bot(program).choose(peer.game, peer.view(seat), seat, chance)
        yield
        yield from _make(peer, deal, own, seat, step, move)
        return True
    return False


def _make(peer: Peer, deal: Deal, own: Secrets, seat: int, step: int, move: Any) -> Steps[None]:
    game, standing = peer.game, peer.standing
    slots = tuple(
        slot for slot in game.shown(peer.view(seat), move) if not is_public(standing, slot)
    )
    lacking, parts = to_show(deal, slots, peer.device)
    shares = None
    if lacking:
        shares = yield from own.shares(standing, deal, tuple(lacking))
    stand_ins = []
    for away, some in parts.items():
        stand_ins.append((yield from own.stand_ins(standing, deal, away, tuple(some))))
    peer.say(deal.number, Move(seat, step, game.move_text(move), shares, tuple(stand_ins)))


# -- the end of a deal --------------------------------------------------------------------------------


def open_key(peer: Peer) -> Steps[bool]:
    """Open the key when the deal is over, and give the parts of those who are away."""
    deal, device = peer.standing.deal, peer.device
    own = peer.secrets.get(deal.number) if deal else None
    if deal is None or own is None or deal.stage is not Stage.OPEN:
        return False
    if device not in deal.opened and not any(peer.under_way(deal.number, Opened)):
        peer.say(deal.number, Opened(own.key))
        return True
    for away, part in own.parts.items():
        if away not in deal.missed or away in deal.opened or (away, device) in deal.parts:
            continue
        if not any(it.away == away for it in peer.under_way(deal.number, Part)):
            peer.say(deal.number, Part(away, group.encode_scalar(part)))
            return True
    yield
    return False


def settle(peer: Peer) -> Steps[bool]:
    """Audit the deal, and sign the state if all was right."""
    deal = peer.standing.deal
    if deal is None or deal.stage is not Stage.AUDIT:
        return False
    own = peer.secrets.get(deal.number)
    finding = yield from peer.audited(deal, own.joint if own else None)
    if finding.verdicts or peer.device not in deal.members:
        return False
    if peer.device in deal.signed or any(peer.under_way(deal.number, Settled)):
        return False
    peer.say(deal.number, Settled(finding.digest))
    return True


DUTIES: Final[tuple[Duty, ...]] = (
    open_key,
    readying.check_parts,
    give_shares,
    stand_in,
    look,
    answer,
    readying.shuffle,
    settle,
    readying.prepare,
    readying.ahead,
)
