"""The fold over the log: one table of who may say what when, and what follows by itself.

``fold`` gives the standing after one more message, and what there is to tell. It holds no secret, so
peers, onlookers and auditors all do the same; it judges every message by what is public, so they
all come to the same. A message that may not act is consumed without effect.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

from engine.game import Fresh, Remix
from engine.sealed import ending, playing, preparing, taking_back
from engine.sealed.deck import fresh
from engine.sealed.events import (
    Closed,
    Dealt,
    Ended,
    Event,
    Fault,
    Ignored,
    Remixed,
    Returned,
)
from engine.sealed.hand import Chain, Deal, Stage, pack_in_steps
from engine.sealed.journal import Entry
from engine.sealed.messages import (
    REDEAL,
    TAKE_BACK,
    Complain,
    Concede,
    Here,
    Keys,
    Move,
    Opened,
    Part,
    Settled,
    Shares,
    Shuffled,
    StandIns,
    TakeBack,
    Vote,
)
from engine.sealed.ruling import Act, NoEffect, Ruling
from engine.sealed.standing import Standing
from engine.sealed.steps import Steps

Handler = Callable[[Standing, Deal, Entry, Any, Ruling], Steps[Act]]

TABLE: Final[Mapping[tuple[Stage, type], Handler]] = {
    (Stage.KEYS, Keys): preparing.keys,
    (Stage.KEYS, Complain): preparing.complain,
    (Stage.CHAIN, Complain): preparing.complain,
    (Stage.CHAIN, Shuffled): preparing.shuffled,
    (Stage.REMIX, Shuffled): preparing.shuffled,
    (Stage.PLAY, Shares): playing.shares,
    (Stage.REMIX, Shares): playing.shares,
    (Stage.PLAY, StandIns): playing.stand_ins,
    (Stage.REMIX, StandIns): playing.stand_ins,
    (Stage.PLAY, Move): playing.move,
    (Stage.OPEN, Opened): ending.opened,
    (Stage.OPEN, Part): ending.part,
    (Stage.AUDIT, Settled): ending.settled,
}
"""By how far the deal has come that a message names, and its kind, who judges it. No entry: it has
no effect. ``Vote``, ``TakeBack``, ``Concede`` and ``Here`` concern the table, whatever a deal has come
to."""


def fold(old: Standing, entry: Entry, checked: bool = False) -> Steps[tuple[Standing, list[Event]]]:
    """The standing after one more entry of the log, and the events.

    ``checked``: its proofs were verified before, for the entry is from one's own store.
    """
    events: list[Event] = []
    heard = _heard(replace(old, length=entry.index + 1), entry.device, events)
    try:
        act = yield from _judged(heard, entry, Ruling(checked))
        heard = act.standing
        events += act.events
    except NoEffect as ruling:
        kind = Fault if ruling.fault else Ignored
        events.append(kind(entry.index, entry.device, str(ruling)))
    return (yield from _settled_down(heard, events)), events


def _judged(standing: Standing, entry: Entry, ruling: Ruling) -> Steps[Act]:
    message = entry.message
    if message is None:
        raise NoEffect("A signed message is no message.", fault=True)
    if isinstance(message, Vote):
        return ending.vote(standing, entry, message)
    if isinstance(message, TakeBack):
        return taking_back.voice(standing, entry, message)
    if isinstance(message, Concede):
        return ending.concede(standing, entry)
    if isinstance(message, Here):
        return Act(standing)
    deal = standing.deal_of(entry.deal)
    if deal is None or standing.over:
        raise NoEffect("The message is about a deal that is over, or not begun.")
    handler = TABLE.get((deal.stage, type(message)))
    if handler is None:
        raise NoEffect(f"In this stage, {deal.stage.value}, nobody waits for it.")
    if entry.device not in deal.members:
        raise NoEffect("The sender has no part in this deal.")
    return (yield from handler(standing, deal, entry, message, ruling))


def _heard(standing: Standing, device: int, events: list[Event]) -> Standing:
    """Whoever speaks is there, and plays its own seats; in a deal without its key, from the next."""
    votes = {
        about: said
        for about, said in standing.votes.items()
        if about[0] in (REDEAL, TAKE_BACK) or about[1] != device
    }
    if len(votes) != len(standing.votes):
        standing = replace(standing, votes=votes)
    if device not in standing.away:
        return standing
    events.append(Returned(device))
    return ending.seated(replace(standing, away=standing.away - {device}))


# -- what follows by itself -------------------------------------------------------------------------


def _settled_down(standing: Standing, events: list[Event]) -> Steps[Standing]:
    """The standing after all that follows without anybody's doing."""
    while True:
        after = taking_back.lapsed(standing) or _voted(standing, events) or _renewed(standing)
        after = after or (yield from _prepared(standing))
        after = after or _gone_on(standing, events)
        if after is None:
            return standing
        standing = after
        yield


def _voted(standing: Standing, events: list[Event]) -> Standing | None:
    """After a vote that all have joined who must."""
    for about, voices in standing.votes.items():
        if not ending.carried(standing, about, voices):
            continue
        votes = {other: said for other, said in standing.votes.items() if other != about}
        events += ending.told(standing, about)
        return ending.carry_out(replace(standing, votes=votes), about)
    return None


def _renewed(standing: Standing) -> Standing | None:
    """With a new deal to come, where the one in preparation has not the right members."""
    coming, present = standing.coming, standing.present
    if coming.members == present or standing.over:
        return None
    gone = [device for device in coming.members if device in standing.away]
    joined = set(present) - set(coming.members)
    if coming.stage is Stage.READY and not joined and len(gone) == 1 and coming.backed_up:
        return None  # it can be played, with stand-ins
    return replace(standing, coming=Deal(coming.number + 1, present, coming.pack))


def _prepared(standing: Standing) -> Steps[Standing | None]:
    """With the coming deal a stage further."""
    coming = standing.coming
    if coming.stage is Stage.KEYS and len(coming.keys) == len(coming.members):
        joint = coming.keys[coming.members[0]].public
        for device in coming.members[1:]:
            joint = joint + coming.keys[device].public
        pack = yield from pack_in_steps(len(coming.pack))
        chain = Chain(0, fresh(pack))
        return replace(
            standing,
            coming=replace(coming, stage=Stage.CHAIN, joint=joint, chains=(chain,)),
        )
    if coming.stage is Stage.CHAIN and len(coming.chains[0].links) == len(coming.members):
        cards = coming.chains[0].outputs
        return replace(standing, coming=replace(coming, stage=Stage.READY, cards=cards))
    return None


def _gone_on(standing: Standing, events: list[Event]) -> Standing | None:
    """With the deal in play a stage further: dealt, remixed, over, closed."""
    deal = standing.deal
    if deal is None:
        return _dealt(standing, events)
    if deal.stage is Stage.PLAY:
        return _paused(standing, deal, events)
    if deal.stage is Stage.REMIX and deal.chains[-1].turn(standing.acting) is None:
        events.append(Remixed(deal.number))
        cards = deal.cards + deal.chains[-1].outputs
        state = standing.table.game.deal(standing.state)
        deal = replace(deal, stage=Stage.PLAY, cards=cards, changed=standing.length)
        return playing.with_state(standing, deal, state)
    if deal.stage is Stage.OPEN and ending.all_open(standing, deal):
        return replace(standing, deal=replace(deal, stage=Stage.AUDIT))
    if deal.stage is Stage.AUDIT and ending.all_signed(standing, deal):
        return _closed(standing, deal, events)
    return None


def _dealt(standing: Standing, events: list[Event]) -> Standing | None:
    coming, game = standing.coming, standing.table.game
    if coming.stage is not Stage.READY or not standing.waits_for_deal:
        return None
    wanted = game.shuffle_wanted(standing.state)
    assert isinstance(wanted, Fresh)  # ``waits_for_deal``
    fits = wanted.pack == coming.pack
    if not fits:
        return replace(standing, coming=Deal(coming.number + 1, standing.present, wanted.pack))
    seats = range(len(standing.table.seats))
    if not all(standing.player(seat) in coming.members for seat in seats):
        return None  # a seat that nobody plays: the table votes, or waits
    events.append(Dealt(coming.number))
    deal = replace(coming, stage=Stage.PLAY, before=standing.state, changed=standing.length)
    following = Deal(coming.number + 1, standing.present, coming.pack)
    standing = replace(standing, coming=following, deal=deal)
    return playing.with_state(standing, deal, game.deal(standing.state))


def _paused(standing: Standing, deal: Deal, events: list[Event]) -> Standing | None:
    """Where the game waits for a shuffle, or is over."""
    game, state = standing.table.game, standing.state
    wanted = game.shuffle_wanted(state)
    broken_off = deal.void or standing.conceded is not None
    if isinstance(wanted, Remix) and not broken_off:
        chain = Chain(len(deal.chains), tuple([deal.cards[slot] for slot in wanted.slots]))
        return replace(
            standing, deal=replace(deal, stage=Stage.REMIX, chains=(*deal.chains, chain))
        )
    if wanted is None and game.outcome(state) is None and not broken_off:
        return None
    events.append(Ended(deal.number, deal.void))
    votes = {about: said for about, said in standing.votes.items() if about[0] != REDEAL}
    missed = standing.away & frozenset(deal.members)
    return replace(standing, deal=replace(deal, stage=Stage.OPEN, missed=missed), votes=votes)


def _closed(standing: Standing, deal: Deal, events: list[Event]) -> Standing:
    digest = deal.signed[standing.acting[0]]
    events.append(Closed(deal.number, digest))
    state = deal.before if deal.void else standing.state
    over = standing.table.game.outcome(state) is not None or standing.conceded is not None
    standing = replace(
        standing,
        state=state,
        deal=None,
        closed=(*standing.closed, (deal.number, digest)),
        over=over,
    )
    return ending.seated(standing)
