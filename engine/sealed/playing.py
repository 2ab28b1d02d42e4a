"""Judging what plays a deal: shares, stand-ins for those who are away, and moves.

A share opens nothing alone; only what is owed has an effect, and what a slot holds comes out of the
shares, never from anybody's word. A move is judged by what is public and what it shows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from engine.game import Contradiction, Question
from engine.sealed import backup, group
from engine.sealed.deck import open_card
from engine.sealed.events import Moved
from engine.sealed.group import Point
from engine.sealed.hand import Deal, Made, context, pack_points
from engine.sealed.journal import Entry
from engine.sealed.messages import Move, Shares, StandIns
from engine.sealed.proofs import verify_shares
from engine.sealed.ruling import Act, NoEffect, Ruling, points
from engine.sealed.standing import (
    Standing,
    can_open,
    lies_elsewhere,
    receivers,
    to_show,
    unserved,
)
from engine.sealed.steps import Steps

# -- shares -------------------------------------------------------------------------------------------


def shares_context(standing: Standing, deal: Deal, device: int, slots: tuple[int, ...]) -> bytes:
    """What the proof of a device's shares is bound to."""
    return context(standing.table, deal.number, "shares", device, *slots)


def stand_in_context(
    standing: Standing, deal: Deal, device: int, away: int, slots: tuple[int, ...]
) -> bytes:
    """What the proof of a device's parts of another's shares is bound to."""
    return context(standing.table, deal.number, "stand-ins", device, away, *slots)


def shares(
    standing: Standing, deal: Deal, entry: Entry, message: Shares, ruling: Ruling
) -> Steps[Act]:
    """Shares of slots that others may open, each given once."""
    device = entry.device
    for slot in message.slots:
        if slot >= len(deal.cards) or not deal.served[slot] & ~(1 << device):
            raise NoEffect(f"Nobody is owed a share of slot {slot}.", fault=True)
        if (slot, device) in deal.shares:
            raise NoEffect(f"The share of slot {slot} was given before.")
    deal = yield from with_shares(standing, deal, device, message, ruling)
    return Act(replace(standing, deal=acted(deal, entry)))


def with_shares(
    standing: Standing, deal: Deal, device: int, message: Shares, ruling: Ruling
) -> Steps[Deal]:
    """The deal with a device's shares; ``NoEffect`` when they are not proved."""
    bound = shares_context(standing, deal, device, message.slots)
    public = deal.keys[device].public
    found = yield from _proved(deal, message, public, bound, ruling, "A share")
    given = {(slot, device): it for slot, it in zip(message.slots, found, strict=True)}
    return replace(deal, shares={**deal.shares, **given})


def _proved(
    deal: Deal,
    message: Shares | StandIns,
    public: Point,
    bound: bytes,
    ruling: Ruling,
    what: str,
) -> Steps[Sequence[Point]]:
    """The points of a message, which belong to a public key; ``NoEffect`` when that is not proved."""
    found = yield from points(message.points)
    bases = [deal.cards[slot].a for slot in message.slots]
    proving = verify_shares(public, bases, found, bound, message.proof)
    yield from ruling.proved(proving, f"{what} is wrong, or its proof.")
    return found


def stand_ins(
    standing: Standing, deal: Deal, entry: Entry, message: StandIns, ruling: Ruling
) -> Steps[Act]:
    """Parts of the shares of a device that is away, each given once."""
    device, away = entry.device, message.away
    if away not in standing.away:
        raise NoEffect("Nobody need stand in for a device that is there.")
    if not deal.backed_up or away not in deal.members:
        raise NoEffect("There is no backup of this device.", fault=True)
    for slot in message.slots:
        if slot >= len(deal.cards) or not deal.served[slot] & ~(1 << away):
            raise NoEffect(f"Nobody is owed a share of slot {slot}.", fault=True)
        if (slot, away, device) in deal.stand_ins or (slot, away) in deal.shares:
            raise NoEffect(f"The share of slot {slot} was given before.")
    deal = yield from with_stand_ins(standing, deal, device, message, ruling)
    return Act(replace(standing, deal=acted(deal, entry)))


def with_stand_ins(
    standing: Standing, deal: Deal, device: int, message: StandIns, ruling: Ruling
) -> Steps[Deal]:
    """The deal with a device's parts; ``NoEffect`` when they are not proved."""
    bound = stand_in_context(standing, deal, device, message.away, message.slots)
    public = backup.part_point(deal.keys[message.away].commitments, deal.place(device))
    found = yield from _proved(deal, message, public, bound, ruling, "A stand-in")
    given = {
        (slot, message.away, device): it for slot, it in zip(message.slots, found, strict=True)
    }
    return replace(deal, stand_ins={**deal.stand_ins, **given})


def acted(deal: Deal, entry: Entry) -> Deal:
    """The deal with a message that had an effect."""
    return replace(deal, acted=(*deal.acted, entry))


# -- opening ------------------------------------------------------------------------------------------


def share_of(deal: Deal, slot: int, device: int, own: Mapping[int, Point]) -> Point | None:
    """A member's share of a slot as it follows from the log and, by absent device, one's own parts.

    None when something is wanting.
    """
    share = deal.shares.get((slot, device))
    if share is not None or not deal.backed_up:
        return share
    missing = unserved(deal, slot, device)
    values = {other: deal.stand_ins.get((slot, device, other)) for other in deal.others(device)}
    if len(missing) == 1:
        values[missing[0]] = own.get(device)
    given = {deal.place(other): value for other, value in values.items() if value is not None}
    if len(given) < len(values):
        return None
    return backup.stand_in(given, deal.place(device), len(deal.members))


def place_of(deal: Deal, slot: int, given: Mapping[int, Point]) -> int | None:
    """The place in the pack of the card that all shares of a slot open, by device; None for none."""
    point = open_card(deal.cards[slot], given.values())
    return pack_points(len(deal.pack))[1].get(group.encode(point))


def _shown_faces(
    standing: Standing,
    deal: Deal,
    entry: Entry,
    message: Move,
    slots: tuple[int, ...],
    ruling: Ruling,
) -> Steps[tuple[Deal, dict[int, int]]]:
    """The deal with what a move adds, and the faces that it shows."""
    device = entry.device
    for slot in slots:
        if not can_open(deal, slot, device):
            raise NoEffect(f"The sender cannot have seen slot {slot}.", fault=True)
    own, parts = to_show(deal, slots, device)
    given = message.shares.slots if message.shares else ()
    stood = {it.away: set(it.slots) for it in message.stand_ins}
    fits = set(own) <= set(given) <= set(slots) and len(stood) == len(message.stand_ins)
    fits = fits and all(set(wanted) <= stood.get(other, set()) for other, wanted in parts.items())
    # More than is wanted comes when an absent device has spoken meanwhile.
    if not fits or any(not _may_stand_in(deal, device, it, slots) for it in message.stand_ins):
        raise NoEffect("The move does not open what it shows.", fault=True)
    if message.shares is not None:
        deal = yield from with_shares(standing, deal, device, message.shares, ruling)
    for one in message.stand_ins:
        deal = yield from with_stand_ins(standing, deal, device, one, ruling)
    places = dict(deal.places)
    for slot in slots:
        found = {member: share_of(deal, slot, member, {}) for member in deal.members}
        place = place_of(deal, slot, {d: it for d, it in found.items() if it is not None})
        yield
        if place is None or lies_elsewhere(standing, deal, slot, place, places):
            raise NoEffect(f"Slot {slot} holds a false card: somebody has shuffled falsely.")
        places[slot] = place
    return replace(deal, places=places), {slot: deal.pack[places[slot]] for slot in slots}


def _may_stand_in(deal: Deal, device: int, given: StandIns, slots: tuple[int, ...]) -> bool:
    known = deal.backed_up and given.away in deal.others(device)
    return known and set(given.slots) <= set(slots)


# -- moves --------------------------------------------------------------------------------------------


def move(standing: Standing, deal: Deal, entry: Entry, message: Move, ruling: Ruling) -> Steps[Act]:
    """A seat's move: an answer to a question that is open, with what it shows, by the rules."""
    game, state, seat = standing.table.game, standing.state, message.seat
    if seat >= len(standing.table.seats):
        raise NoEffect("There is no such seat.", fault=True)
    if standing.player(seat) != entry.device:
        owner = standing.table.seats[seat].device
        late = owner == entry.device or (owner, entry.device) in standing.kept
        raise NoEffect("Another device plays this seat.", fault=not late)
    known = entry.seen >= deal.changed  # then the sender knew what it was asked
    asked = {step for question, step in deal.asked.items() if question.seat == seat}
    if message.step not in asked:
        raise NoEffect("The question is answered, or was never asked.", fault=known)
    try:
        made = game.parse_move(message.text)
    except ValueError as error:
        raise NoEffect(str(error), fault=True) from None
    if game.move_text(made) != message.text:
        raise NoEffect("The move is not in the form that moves have.", fault=True)
    slots = game.shown(state, made)
    if any(not 0 <= slot < len(deal.cards) for slot in slots):
        raise NoEffect("There is no such card.", fault=True)
    hidden = tuple(slot for slot in slots if game.faces(state)[slot] is None)
    deal, faces = yield from _shown_faces(standing, deal, entry, message, hidden, ruling)
    try:
        seen = game.reveal(state, faces)
    except Contradiction as error:
        raise NoEffect(str(error)) from None
    refusal = game.judged(seen, seat, made)
    yield
    if refusal is not None:
        raise NoEffect(f"The rules refuse this move: {refusal.rule}.", fault=known)
    last = deal.last if standing.program(seat) else Made(entry.index, seat, state)
    deal = replace(acted(deal, entry), changed=entry.index + 1, step=deal.step + 1, last=last)
    after = with_state(standing, deal, game.step(seen, seat, made), seat)
    return Act(after, (Moved(entry.index, seat, message.text),))


def with_state(standing: Standing, deal: Deal, state: Any, mover: int = -1) -> Standing:
    """The standing with another state of the game, its questions and who is to open what.

    A question that stays open keeps the step at which it was asked, so that what others answer
    meanwhile does not make an answer to it late; but who has just moved is asked anew.
    """
    questions: dict[Question, int] = {}
    for question in standing.table.game.owed(state):
        kept = deal.asked.get(question) if question.seat != mover else None
        questions[question] = deal.step if kept is None else kept
    after = replace(standing, state=state)
    masks = receivers(after, deal)
    before = deal.served + (0,) * (len(masks) - len(deal.served))
    served = tuple([mask | old for mask, old in zip(masks, before, strict=True)])
    return replace(after, deal=replace(deal, asked=questions, served=served))
