"""The solo table: one device knows every card, shuffles from a seed, and lets bots play their seats.

A table is a value. ``shuffle`` and ``play`` give the table after one step, so whoever drives it can
paint, keep or think between any two moves; nothing here waits.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from engine.bots.bot import Bot, find_bot
from engine.game import Fresh, Game, GameError, Outcome, Question, Variant, find, shuffled
from engine.record import YOU, Dealt, Entry, Made, Record, Seat, with_deal


@dataclass(frozen=True, slots=True)
class SoloTable:
    """A record, the state it has come to, and its text so far (kept after every move)."""

    record: Record
    state: Any
    text: str

    @property
    def game(self) -> Game[Any, Any]:
        """The game's contract."""
        return self.record.game

    @property
    def variant(self) -> Variant:
        """What is played."""
        return self.record.variant

    @property
    def rules(self) -> Any:
        """By which rules."""
        return self.record.rules

    @property
    def names(self) -> tuple[str, ...]:
        """What the seats are called."""
        return tuple(seat.name for seat in self.record.seats)

    @property
    def away(self) -> tuple[str, ...]:
        """By seat what is said of a player who is not there: nothing, here."""
        return ("",) * len(self.record.seats)

    @property
    def me(self) -> int:
        """The seat of the person at this device; -1 where only bots sit."""
        plays = [seat.plays for seat in self.record.seats]
        return plays.index(YOU) if YOU in plays else -1

    @property
    def length(self) -> int:
        """How many deals and moves were made."""
        return len(self.record.entries)

    @property
    def outcome(self) -> Outcome | None:
        """None while the game goes on."""
        return self.game.outcome(self.state)

    @property
    def waits_for_shuffle(self) -> bool:
        """Whether nothing can happen before the cards are shuffled."""
        return self.game.shuffle_wanted(self.state) is not None

    def owed(self) -> tuple[Question, ...]:
        """The questions open now."""
        return self.game.owed(self.state)

    def view(self, seat: int) -> Any:
        """The state as the seat may know it."""
        return self.game.masked(self.state, seat)

    def shuffle(self) -> SoloTable:
        """The table after the wanted shuffle, which follows from the seed and the deals before."""
        deals = sum(isinstance(entry, Dealt) for entry in self.record.entries)
        chance = Random(f"{self.record.seed}/deal/{deals}")
        entry = dealt_by(self.game, self.state, chance)
        return self._after(entry, with_deal(self.game, self.state, entry))

    def play(self, seat: int, move: Any) -> SoloTable:
        """The table after a move; ``IllegalMove`` when the rules refuse it, and nothing changes."""
        return self._after(Made(seat, move), self.game.apply(self.state, seat, move))

    def bot_to_move(self) -> int | None:
        """The first seat that owes an answer and is a bot's, or None."""
        for question in self.owed():
            if self.record.seats[question.seat].plays != YOU:
                return question.seat
        return None

    def play_bot(self) -> SoloTable:
        """The table after one move of one bot; itself when no bot is asked."""
        seat = self.bot_to_move()
        if seat is None:
            return self
        return self.play(seat, self.advice(seat, find_bot(self.record.seats[seat].plays)))

    def advice(self, seat: int, bot: Bot) -> Any:
        """What a bot would do in the seat: from its view, with chance of its own, repeatable."""
        chance = Random(f"{self.record.seed}/seat {seat}/{len(self.record.entries)}")
        return bot.choose(self.game, self.view(seat), seat, chance)

    @property
    def last(self) -> Made | None:
        """The move just made; None before the first, and after a deal."""
        entry = self.record.entries[-1] if self.record.entries else None
        return entry if isinstance(entry, Made) else None

    def told(self, most: int) -> Iterator[tuple[Any, Made, Any]]:
        """The last moves, at most so many, oldest first, each with the states before and after."""
        if not any(isinstance(entry, Made) for entry in self.record.entries[-most:]):
            return  # a game that begins: nothing has to be replayed for it
        from engine.replay import replay

        states = replay(self.record)
        before = next(states)
        for number, (entry, after) in enumerate(zip(self.record.entries, states, strict=True)):
            if isinstance(entry, Made) and number >= self.length - most:
                yield before, entry, after
            before = after

    def _after(self, entry: Entry, state: Any) -> SoloTable:
        record = replace(self.record, entries=(*self.record.entries, entry))
        return SoloTable(record, state, f"{self.text}{record.line(entry)}\n")


def open_table(variant: Variant, rules: Any, seats: Sequence[Seat], seed: str) -> SoloTable:
    """A table before its first deal; the dealer is drawn from the seed."""
    for seat in seats:
        if seat.plays != YOU:
            find_bot(seat.plays)
    dealer = int(Random(f"{seed}/dealer").random() * len(seats))
    record = Record(variant, rules, seed, dealer, tuple(seats))
    return SoloTable(record, record.first(), record.text())


def resume(record: Record) -> SoloTable:
    """The table a record has come to; ``GameError`` when it does not replay."""
    from engine.replay import final

    for seat in record.seats:
        if seat.plays != YOU:
            find_bot(seat.plays)
    return SoloTable(record, final(record), record.text())


def dealt_by(game: Game[Any, Any], state: Any, chance: Random) -> Dealt:
    """The wanted shuffle, made on this device, which knows all faces."""
    wanted = game.shuffle_wanted(state)
    if wanted is None:
        raise GameError("No shuffle is wanted here.")
    if isinstance(wanted, Fresh):
        return Dealt(tuple(shuffled(wanted.pack, chance)))
    faces = game.faces(state)
    known = [face for face in (faces[slot] for slot in wanted.slots) if face is not None]
    if len(known) != len(wanted.slots):
        raise GameError("This device does not know the cards that are to be shuffled.")
    return Dealt(tuple(shuffled(known, chance)))


def play_random(name: str, players: int, seed: int | str, rules: Any = None) -> Record:
    """One whole game at random, by the contract's own calls: list the moves, then ``step``."""
    from engine.bots.random_play import any_move

    variant = find(name)
    game = variant.game
    rules = variant.rules if rules is None else rules
    chance = Random(f"{seed}/random")
    random = chance.random
    dealer = int(random() * players)
    state = game.start(rules, players, dealer)
    entries: list[Entry] = []
    while True:
        owed = game.owed(state)
        if owed:
            seat = owed[int(random() * len(owed))].seat
            moves = game.legal_moves(state, seat)
            move = any_move(moves, random)
            state = game.step(state, seat, move)
            entries.append(Made(seat, move))
        elif game.shuffle_wanted(state) is not None:
            entry = dealt_by(game, state, chance)
            kept = () if isinstance(game.shuffle_wanted(state), Fresh) else game.faces(state)
            state = game.with_faces(game.deal(state), kept + entry.faces)
            entries.append(entry)
        else:
            break
    seats = tuple(Seat("random", f"Seat {seat}") for seat in range(players))
    return Record(variant, rules, str(seed), dealer, seats, tuple(entries))
