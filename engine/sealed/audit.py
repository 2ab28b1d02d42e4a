"""The audit of a deal: with all keys open, everything that was done is done again and compared.

Every shuffle is recomputed from its device's key, so every card is known; the moves are folded once
more with all faces, and judged by the game's own rules; bots answer again from what they saw and
the chance of their keeper's key. What does not agree convicts, with the first message that is
wrong. The result depends on the log alone, so that everyone, also a stranger, finds the same.

A device that has vanished opens no key, but the others rebuild its secret from the backup, and from
that follows all that the device did: it answers for it like everybody.

Not promised: that a bot could not have looked at an older log. It answers for what its message says
it had seen, which its keeper may put off a little while a question is open to several.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

from engine.bots.bot import find_bot
from engine.game import Fresh, Game, Remix
from engine.sealed import backup, deck, group
from engine.sealed.deck import Masked
from engine.sealed.ending import deal_key
from engine.sealed.events import Convicted
from engine.sealed.group import FixedBase
from engine.sealed.hand import Chain, Deal, Link, context, pack_in_steps
from engine.sealed.journal import Entry
from engine.sealed.messages import Move
from engine.sealed.own import chance_of, seed_of
from engine.sealed.standing import SUBSTITUTE, Standing
from engine.sealed.steps import Steps
from engine.sealed.table import Table

SIGNED_OTHERWISE: Final = "The device has signed another state than the log comes to."


@dataclass(frozen=True, slots=True)
class Finding:
    """What an audit came to: the verdicts, the state with all faces, and the digest to be signed.

    ``settled`` is the state that the digest is of: where the deal was void, the one before it.
    ``complete`` is False where so many have vanished that keys stay closed; then only what is
    public was looked at.
    """

    number: int
    void: bool
    verdicts: tuple[Convicted, ...]
    world: Any
    digest: bytes
    settled: Any = None
    complete: bool = True


def audit(standing: Standing, deal: Deal, joint: FixedBase | None = None) -> Steps[Finding]:
    """What there is to say of a deal whose keys are open. ``joint`` saves making its table."""
    game = standing.table.game
    if not all(deal.is_open(device) for device in deal.members):
        state = deal.before if deal.void else standing.state
        digest = settled_digest(standing.table, deal.number, game.state_text(state))
        return Finding(deal.number, deal.void, (), state, digest, state, complete=False)
    if joint is None:
        joint = yield from FixedBase.prepare(deal.joint)
    check = _Check(standing, deal, joint)
    yield from check.cards()
    if not check.verdicts:
        yield from check.moves()
    world, public = check.state, standing.state
    if not check.verdicts and not _agree(game, world, public):
        check.convict(-1, -1, -1, "With all cards the game comes to another state than without.")
    if check.verdicts:
        return Finding(deal.number, deal.void, tuple(check.verdicts), public, b"")
    signed = deal.before if deal.void else world
    digest = settled_digest(standing.table, deal.number, game.state_text(signed))
    return Finding(deal.number, deal.void, (), world, digest, signed)


def _agree(game: Game[Any, Any], world: Any, public: Any) -> bool:
    """Whether a state with all faces is another one that knows more."""
    known = game.faces(public)
    if len(known) != len(game.faces(world)) or game.with_faces(world, known) != public:
        return False
    pairs = zip(known, game.faces(world), strict=True)
    return all(face is None or face == true for face, true in pairs)


def settled_digest(table: Table, deal: int, state: str) -> bytes:
    """What is signed of the state after a deal, here as its text: 32 bytes."""
    return group.digest("state", context(table, deal, "state"), state.encode())[:32]


@dataclass(slots=True)
class _Check:
    """The audit under way; ``faces`` by slot, ``state`` with all of them."""

    standing: Standing
    deal: Deal
    joint: FixedBase
    verdicts: list[Convicted] = field(default_factory=list)
    secrets: dict[int, int] = field(default_factory=dict, repr=False)
    faces: list[int] = field(default_factory=list)
    state: Any = None

    def convict(self, index: int, device: int, seat: int, reason: str) -> None:
        """Add a verdict."""
        self.verdicts.append(Convicted(self.deal.number, index, device, seat, reason))

    # -- keys and shuffles --------------------------------------------------------------------------

    def cards(self) -> Steps[None]:
        """Every shuffle again, and with them the faces of all slots."""
        deal = self.deal
        self.secrets = yield from self._secrets()
        total = sum(self.secrets.values())
        points = yield from pack_in_steps(len(deal.pack))
        content = list(range(len(points)))
        slots: list[int] = []
        for chain in deal.chains:
            if chain.number:
                content = [slots[slot] for slot in self._died(chain)]
            inputs = chain.inputs
            for link in chain.links:
                order = yield from self._order(chain, link, inputs, total)
                if order is None:
                    return
                content = [content[place] for place in order]
                inputs = link.outputs
            if chain is deal.chains[-1] and len(deal.cards) == len(slots):
                break  # broken off in the midst of a remix: nothing was born of it
            slots += content
        self.faces = [deal.pack[place] for place in slots]

    def _secrets(self) -> Steps[dict[int, int]]:
        deal, table = self.deal, self.standing.table
        found = {}
        for device in deal.members:
            if device in deal.opened:
                pair = deal_key(table, deal.number, device, deal.opened[device])
                found[device] = pair.secret
            else:
                parts = {deal.place(o): deal.parts[device, o] for o in deal.others(device)}
                found[device] = backup.rebuild(parts, deal.place(device), len(deal.members))
            yield
        return found

    def _died(self, chain: Chain) -> tuple[int, ...]:
        """The slots whose cards a remix began with: they are told by their masked cards."""
        places = {card: slot for slot, card in enumerate(self.deal.cards)}
        return tuple(places[card] for card in chain.inputs)

    def _order(
        self,
        chain: Chain,
        link: Link,
        inputs: tuple[Masked, ...],
        total: int,
    ) -> Steps[tuple[int, ...] | None]:
        """Which input became which output; None when the link is false, and its device convicted."""
        bound = context(self.standing.table, self.deal.number, "shuffle", chain.number, link.device)
        again = yield from deck.shuffle(
            seed_of(self.secrets[link.device]), bound, self.joint, inputs
        )
        if again.outputs == link.outputs:
            return again.permutation
        before = yield from _unmasked(inputs, total)
        after = yield from _unmasked(link.outputs, total)
        reason = "The shuffle does not follow from the device's key."
        if Counter(before) != Counter(after):
            reason = "The shuffle has changed the cards."
        self.convict(link.index, link.device, -1, reason)
        return None

    # -- moves --------------------------------------------------------------------------------------

    def moves(self) -> Steps[None]:
        """All moves again with all faces, from the state before the deal."""
        game, table = self.standing.table.game, self.standing.table
        self.state = self.deal.before
        self._dealt()
        seen = [(0, self.state)]  # from which length of the log on, which state
        undone = list(self.deal.undone)
        before: dict[int, Any] = {}  # by message the state before its move
        for entry in self.deal.acted:
            if not isinstance(entry.message, Move):
                continue
            while undone and undone[0][0] <= entry.index:
                length, index = undone.pop(0)
                self.state = before[index]
                seen.append((length, self.state))
            move, seat = entry.message, entry.message.seat
            before[entry.index] = self.state
            made = game.parse_move(move.text)
            refusal = game.why_illegal(self.state, seat, made)
            if refusal is not None:
                self.convict(
                    entry.index, entry.device, seat, f"The rules refuse this move: {refusal.rule}."
                )
                return
            owner = table.seats[seat]
            program = owner.bot or (SUBSTITUTE if owner.device != entry.device else "")
            if program and not self._as_programmed(program, entry, move, made, seen):
                reason = "The bot would have moved otherwise."
                self.convict(entry.index, entry.device, seat, reason)
                return
            self.state = game.step(self.state, seat, made)
            seen.append((entry.index + 1, self.state))
            self._dealt()
            if self.state is not seen[-1][1]:
                seen.append((self._remixed_at(entry.index + 1), self.state))
            yield
        for _, index in undone:
            self.state = before[index]

    def _remixed_at(self, length: int) -> int:
        """How long the log was when the last remix so far was done, begun at some length."""
        chain = self.deal.chains[len(self.standing.table.game.mixes(self.state))]
        return chain.links[-1].index + 1 if chain.links else length

    def _dealt(self) -> None:
        """With the shuffle that the game waits for, and the faces it brought."""
        game, state = self.standing.table.game, self.state
        wanted = game.shuffle_wanted(state)
        first = state is self.deal.before
        if (isinstance(wanted, Fresh) and first) or isinstance(wanted, Remix):
            state = game.deal(state)
            count = len(game.faces(state))
            if count <= len(self.faces):
                self.state = game.with_faces(state, tuple(self.faces[:count]))

    def _as_programmed(
        self, program: str, entry: Entry, move: Move, made: Any, seen: list[tuple[int, Any]]
    ) -> bool:
        game, table, seat = self.standing.table.game, self.standing.table, move.seat
        seed = seed_of(self.secrets[entry.device])
        state = next(state for length, state in reversed(seen) if length <= entry.seen)
        if all(question.seat != seat for question in game.owed(state)):
            return False  # it says it answered before it was asked
        chance = Random(chance_of(table, self.deal.number, seed, seat, move.step))
        choice = find_bot(program).choose(game, game.masked(state, seat), seat, chance)
        return bool(choice == made)


def _unmasked(masked: tuple[Masked, ...], total: int) -> Steps[list[bytes]]:
    """What the cards are, by the sum of all keys."""
    found = []
    for card in masked:
        found.append(group.encode(card.b - group.times(total, card.a)))
        yield
    return found
