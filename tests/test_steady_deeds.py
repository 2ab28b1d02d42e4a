"""The rules of thumb of ``steady`` in Deeds: one position each, and what holds in every game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

import pytest

from engine.bots.arena import duplicate_match, game_match, main
from engine.bots.bot import find_bot
from engine.bots.steady import BOT
from engine.deeds.measure import points, slips
from engine.deeds.play import DEEDS as GAME
from engine.deeds.rules import Rules
from engine.deeds.state import Shift, State
from engine.deeds.steady.sight import standing
from engine.game import GameError, find
from engine.record import with_deal
from engine.table import dealt_by
from tests.deeds_board import board, move_of, play
from tests.deeds_positions import random_fields

DEEDS = Rules()

# ------------------------------------------------------------------------------- on one's own turn

BROWN = "brown: brown1 brown2"
BLUE = "dark-blue: dark-blue1 dark-blue2"
UTILITY = "utility: utility1 utility2"
RED = "red: red1 red2 red3"
GREEN = "green: green1 green2 green3"
RICH = "bank money10 money5 money5.2"
NOTHING = "hand payday.9"


@dataclass(frozen=True)
class Lie:
    """A position and the move that fits it. ``seats`` as in ``deeds_board``; seat 0 is on turn."""

    what: str
    seats: tuple[str, ...]
    expected: str
    why: str = ""
    before: tuple[str, ...] = ()
    seat: int = 0
    plays: int | None = None
    rules: Rules = field(default=DEEDS)

    def __str__(self) -> str:
        return self.what

    def state(self) -> State:
        position = board(*self.seats, rules=self.rules, plays=self.plays)
        return play(position, *self.before)


def free(**changes: Any) -> Rules:
    return replace(DEEDS, **changes)


TURNS = [
    # laying
    Lie("a set is completed before all else", ("hand red3 money10 green1 | red: red1 red2", RICH),
        "lay red3 red", "it completes the red set"),
    Lie("else what comes nearest to one", ("hand red2 green1 | red: red1", RICH), "lay red2 red",
        "two of three for the red set"),
    Lie("two deeds of a colour that make a set come before one that begins another",
        ("hand utility1 utility2 green1", RICH), "lay utility1 utility",
        "the set of utilities can be completed in this turn"),
    Lie("a wild lies where it completes",
        ("hand wild-red-yellow | red: red1 red2 | yellow: yellow1", RICH),
        "lay wild-red-yellow red", "completes the red set"),
    Lie("a wild of ten colours waits in the hand", ("hand wild-ten | red: red1", RICH), "done",
        "worth more later"),
    Lie("until it completes a set", ("hand wild-ten money5 | red: red1 red2", RICH),
        "lay wild-ten red", "it completes the red set"),
    Lie("a wild of ten colours moves on to complete another",
        ("| red: red1 red2 | brown: brown1 brown2 | brown: wild-ten", NOTHING), "shift wild-ten red",
        "it completes the red set"),
    Lie("a wild moves to where it makes a set",
        ("| red: red1 wild-red-yellow | yellow: yellow1 yellow2", NOTHING),
        "shift wild-red-yellow yellow", "it completes the yellow set"),
    Lie("but breaks none", (f"| red: red1 red2 wild-red-yellow | yellow: yellow1 yellow2 | {BROWN}",
        NOTHING), "done"),
    # money
    Lie("Payday goes first", ("hand payday red3 money5 | red: red1 red2", RICH), "draw payday",
        "before all else"),
    Lie("what is left over is banked", ("hand money5 no-chance takeover rent-any", "hand money1"),
        "bank money5", "guards your deeds"),
    Lie("a No Chance is kept", ("hand no-chance", NOTHING), "done", "worth more later"),
    Lie("also with a full hand", ("hand no-chance takeover bailiff money1 money2 rent-any hike house"
        " | bank money10", "hand"), "bank money2", plays=1),
    Lie("rent of a poor deed is not raised", ("hand rent-red-yellow hike money1 | red: red1", RICH),
        "rent rent-red-yellow red all"),
    Lie("a hike goes with a rent that hurts", (f"hand rent-red-yellow hike | {RED} house", RICH),
        "rent rent-red-yellow red all hikes hike", "the rent is 18M"),
    Lie("not without a play for it", (f"hand rent-red-yellow hike | {RED} house", RICH),
        "rent rent-red-yellow red all", plays=1),
    Lie("no rent is asked of who has nothing", (f"hand rent-red-yellow no-chance | {RED}", NOTHING),
        "done"),
    Lie("Any Rent goes to who can pay", (f"hand rent-any | {RED}", "bank money1", RICH),
        "rent rent-any red 2"),
    Lie("a deed is laid before the rent that it raises",
        ("hand rent-red-yellow red3 | red: red1 red2", RICH), "lay red3 red"),
    Lie("a House goes on a set before the rent that it raises",
        (f"hand rent-red-yellow house | {RED}", RICH), "build house red1", "raises the rent"),
    Lie("a Hotel follows", (f"hand hotel | {RED} house", NOTHING), "build hotel red1"),
    Lie("the dearest set gets the House", (f"hand house | {BROWN} | {BLUE}", NOTHING),
        "build house dark-blue1"),
    Lie("the Bailiff goes to who is hurt most", (f"hand bailiff | {RED}", "bank money1", RICH),
        "ask bailiff 2"),
    Lie("a Whip-round", ("hand whip-round", RICH, RICH.replace("5.2", "4")), "ask whip-round all",
        "everyone pays 2M"),
    # taking
    Lie("a set is taken over", ("hand takeover money1", RED), "seize takeover red1",
        "the red set"),
    Lie("from who is nearest to the win", ("hand takeover money1", f"| {GREEN}", f"| {BROWN} | {BLUE}"),
        "seize takeover dark-blue1"),
    Lie("or the set that wins", (f"hand takeover | {BROWN} | {BLUE}", f"| brown: wild-light-blue-brown wild-ten | {RED}"),
        "seize takeover red1", "it completes the sets that win"),
    Lie("a Pickpocket takes what completes a set",
        ("hand pickpocket | red: red1 red2", "| red: red3 | green: green1 green2"),
        "take pickpocket red3", "it completes the red set"),
    Lie("or what the nearest rival misses most",
        ("hand pickpocket | pink: pink1", "| yellow: yellow1", f"| {BROWN} | {BLUE} | red: red1 red2"),
        "take pickpocket red1", "miss it most"),
    Lie("it waits for more than a first deed", ("hand pickpocket | bank money10", "| pink: pink1"),
        "done"),
    Lie("a Swap gives what is needed least",
        ("hand swap | red: red1 red2 | pink: pink1", "| red: red3"), "trade swap pink1 red3",
        "it completes the red set"),
    # winning
    Lie("the win comes before a Payday", (f"hand payday red3 | {BROWN} | {BLUE} | red: red1 red2", RICH),
        "lay red3 red", "it completes the sets that win"),
    Lie("a wild moved wins", (f"| {BROWN} | {BLUE} | red: red1 red2 | yellow: wild-red-yellow", RICH),
        "shift wild-red-yellow red", "it completes the sets that win", plays=0),
    Lie("two deeds win, whatever else is in the hand",
        (f"hand red2 red3 payday takeover | {BROWN} | {BLUE} | red: red1", f"| {GREEN} | {UTILITY}"),
        "lay red2 red", "this turn can win the game"),
    Lie("what may be refused comes first",
        (f"hand pickpocket red2 | {BROWN} | {BLUE} | red: red1", "| red: red3"),
        "take pickpocket red3", "with the red set this turn can win the game"),
    Lie("and the rest after it",
        (f"hand pickpocket red2 | {BROWN} | {BLUE} | red: red1", "| red: red3"), "lay red2 red",
        "it completes the sets that win", ("0: take pickpocket red3", "1: accept 1")),
    Lie("where moving costs a play it is paid for the win",
        (f"| {BROWN} | {BLUE} | red: red1 red2 | yellow: wild-red-yellow", RICH),
        "shift wild-red-yellow red", rules=free(moving_costs=True)),
    Lie("where moving costs a play there is none without plays",
        (f"| {BROWN} | {BLUE} | red: red1 red2 | yellow: wild-red-yellow", RICH), "done",
        plays=0, rules=free(moving_costs=True)),
]  # fmt: skip

# ----------------------------------------------------------------------------------------- answers

PICK = "0: take pickpocket red1"
ANSWERS = [
    Lie("a takeover is always refused", ("hand takeover", f"hand no-chance | {UTILITY}"),
        "refuse no-chance 1", "a whole set is at stake", ("0: seize takeover utility1",), 1),
    Lie("if there is anything to refuse it with", ("hand takeover", f"hand money1 | {UTILITY}"),
        "accept 1", "you have no No Chance", ("0: seize takeover utility1",), 1),
    Lie("2M are paid", ("hand whip-round", f"hand no-chance | {RICH}"), "accept 1",
        "worth more later", ("0: ask whip-round all",), 1),
    Lie("5M are paid from a full bank", ("hand bailiff", f"hand no-chance | {RICH}"), "accept 1",
        "", ("0: ask bailiff 1",), 1),
    Lie("but not with deeds", ("hand bailiff", "hand no-chance | bank money1 | red: red1 red2"),
        "refuse no-chance 1", "5M would cost you deeds", ("0: ask bailiff 1",), 1),
    Lie("a first deed may go", ("hand pickpocket", "hand no-chance | red: red1"), "accept 1", "",
        (PICK,), 1),
    Lie("not one that wins for the other",
        (f"hand pickpocket | {BROWN} | {BLUE} | red: red2 red3", "hand no-chance | red: red1"),
        "refuse no-chance 1", "the other would win", (PICK,), 1),
    Lie("nor one that breaks the way to one's own win",
        ("hand pickpocket", f"hand no-chance | {BROWN} | {BLUE} | red: red1 red2"),
        "refuse no-chance 1", "more than a No Chance", (PICK,), 1),
    Lie("nor is such a deed swapped",
        ("hand swap | pink: pink1", f"hand no-chance | {BROWN} | {BLUE} | red: red1 red2"),
        "refuse no-chance 1", "", ("0: trade swap pink1 red1",), 1),
    Lie("a No Chance to a takeover is answered", ("hand takeover no-chance", f"hand no-chance.2 | {RED}"),
        "refuse no-chance 1", "worth another No Chance",
        ("0: seize takeover red1", "1: refuse no-chance.2 1"), 0),
    Lie("and refused again", ("hand takeover no-chance", f"hand no-chance.2 no-chance.3 | {RED}"),
        "refuse no-chance.3 1", "",
        ("0: seize takeover red1", "1: refuse no-chance.2 1", "0: refuse no-chance 1"), 1),
    Lie("a No Chance to a Whip-round stands", ("hand whip-round no-chance", f"hand no-chance.2 | {RICH}"),
        "accept 1", "worth more later", ("0: ask whip-round all", "1: refuse no-chance.2 1"), 0),
    Lie("where one costs a play, none is said without", ("hand takeover no-chance",
        f"hand no-chance.2 | {RED}"), "accept 1", "",
        ("0: seize takeover red1", "1: refuse no-chance.2 1"), 0, 1, free(no_chance_costs=True)),
]  # fmt: skip

# ------------------------------------------------------------------------ paying, placing, throwing

ASKED = ("0: ask bailiff 1", "1: accept 1")
SEVEN = "hand no-chance takeover pickpocket rent-any bailiff house money4"
DEBTS = [
    Lie("the bank to the last M", ("hand bailiff", "bank money3 money2 money10 | red: red1"),
        "pay money3 money2", "the bank covers it to the last M", ASKED, 1),
    Lie("as little too much as can be", ("hand bailiff", "bank money10 money4 money2 | red: red1"),
        "pay money4 money2", "the bank covers it with the least loss", ASKED, 1),
    Lie("no set is broken", ("hand bailiff", f"bank money1 | {BLUE} | green: green1"),
        "pay money1 green1", "no set is broken", ASKED, 1),
    Lie("lone deeds go before those that are nearly a set",
        ("hand bailiff", "| red: red1 red2 | yellow: yellow1 | pink: pink1"), "pay yellow1 pink1",
        "what you need least", ASKED, 1),
    Lie("a building goes before a deed", ("hand bailiff", f"bank money2 | {RED} house"),
        "pay money2 house", "", ASKED, 1),
    Lie("a wild stays where a plain deed will do",
        ("hand bailiff", "bank money2 | red: wild-red-yellow | yellow: yellow1"),
        "pay money2 yellow1", "", ASKED, 1),
    Lie("the other's set is not completed",
        ("hand bailiff | orange: orange2 orange3", "bank money3 | orange: orange1 | pink: pink1"),
        "pay money3 pink1", "", ASKED, 1),
    Lie("least of all the one that wins: rather break a set of one's own", (
        f"hand bailiff | {GREEN} | pink: pink1 pink2 pink3 | yellow: yellow1 yellow2",
        "bank money2 | dark-blue: dark-blue1 wild-dark-blue-green | yellow: wild-red-yellow"),
        "pay money2 dark-blue1", "anything else would help the other more", ASKED, 1),
    Lie("who cannot pay hands over all", ("hand bailiff", "bank money1 | pink: pink1"),
        "pay money1 pink1", "so everything goes", ASKED, 1),
    Lie("with a free choice money goes first all the same",
        ("hand bailiff", f"bank money5 money1 | {BLUE} | green: green1"), "pay money5",
        "to the last M", ASKED, 1, None, free(pay_from="free choice")),
    Lie("a wild received completes a set",
        ("hand pickpocket | red: red1 red2 | yellow: yellow1", "| red: wild-red-yellow"),
        "place wild-red-yellow red", "it completes the red set",
        ("0: take pickpocket wild-red-yellow", "1: accept 1")),
    Lie("also on another's turn, to win",
        ("hand swap | red: wild-red-yellow", f"| {BROWN} | {BLUE} | yellow: yellow1 yellow2 | pink: pink1"),
        "place wild-red-yellow yellow", "it completes the sets that win",
        ("0: trade swap wild-red-yellow pink1", "1: accept 1"), 1),
    Lie("what is least useful is thrown down", (f"{SEVEN} money1 red1 | red: red2 red3", RICH),
        "throw money1 money4", "you can use least", ("0: done",)),
    Lie("deeds beyond use go before a takeover",
        (f"{SEVEN.replace('money4', 'payday')} pink1 | {BROWN} | {BLUE} | red: red2 red3", RICH),
        "throw pink1", "this is the card", ("0: done",)),
]  # fmt: skip


@pytest.mark.parametrize("case", [*TURNS, *ANSWERS, *DEBTS], ids=str)
def test_rules_of_thumb(case: Lie) -> None:
    state = case.state()
    move, reason = BOT.advise(GAME, GAME.masked(state, case.seat), case.seat, Random(0))
    assert GAME.why_illegal(state, case.seat, move) is None
    assert move == move_of(state, case.expected), (GAME.move_text(move), reason)
    assert case.why in reason


def test_who_is_not_asked_gets_no_advice() -> None:
    with pytest.raises(GameError, match="Nothing is asked"):
        BOT.choose(GAME, board("hand money1", ""), 1, Random(0))


# ------------------------------------------------------------------------------ what holds anywhere


def tables(seed: str, count: int) -> Iterator[tuple[Rules, int, Random]]:
    """Tables with every rule drawn at random, each with its own chance; every fifth is usual."""
    for number in range(count):
        rng = Random(f"{seed} {number}")
        rules = Rules(**random_fields(rng)) if number % 5 else DEEDS
        yield rules, rng.randint(2, 6), rng


def game(rules: Rules, players: int, rng: Random, *kinds: str) -> Iterator[tuple[State, int, Any]]:
    """A whole game: every state with a seat that owes and the move it makes; the last has none."""
    bots = [find_bot(kind) for kind in kinds]
    state: State = GAME.start(rules, players, rng.randrange(players))
    while True:
        owed = GAME.owed(state)
        if owed:
            seat = rng.choice(owed).seat
            move = rng.choice(bots).choose(GAME, GAME.masked(state, seat), seat, rng)
            yield state, seat, move
            state = GAME.apply(state, seat, move)
        elif GAME.shuffle_wanted(state) is None:
            yield state, -1, None
            return
        else:
            state = with_deal(GAME, state, dealt_by(GAME, state, rng))


class Guarded(tuple[int | None, ...]):
    """Faces of which only the known ones may be looked at."""

    def __getitem__(self, index: Any) -> Any:
        found = super().__getitem__(index)
        assert found is not None, f"slot {index} is not for this seat"
        return found

    def __iter__(self) -> Iterator[int | None]:
        raise AssertionError("looked through all the cards")


def test_every_move_is_legal_and_comes_from_the_view_alone(full: bool) -> None:
    met: Counter[str] = Counter()
    for rules, players, rng in tables("legal", 300 if full else 30):
        for number, (state, seat, _) in enumerate(game(rules, players, rng, "steady", "random")):
            if seat < 0 or number > 400:
                break
            view = GAME.masked(state, seat)
            guarded = replace(view, table=replace(view.table, faces=Guarded(view.table.faces)))
            move, reason = BOT.advise(GAME, guarded, seat, Random(number))
            assert GAME.why_illegal(state, seat, move) is None
            assert len(reason) > 8 and reason[-1] not in ".!" and "  " not in reason
            if number % 4 == 0:
                world = GAME.masked(GAME.sample(view, rng), seat)
                assert BOT.choose(GAME, world, seat, Random(0)) == move, "sees too much"
            met[type(move).__name__] += 1
    assert sum(met.values()) > 2500 and len(met) == 16, met


def test_no_game_of_steady_players_stalls(full: bool) -> None:
    """No turn goes on and on, and hardly a game has to be cut off."""
    games, ends = 500 if full else 40, Counter[str]()
    for rules, players, rng in tables("whole", games):
        rules, turns = replace(rules, turn_limit=200), Counter[int]()
        for state, _, _ in game(rules, players, rng, "steady"):
            turns[state.number] += 1
            assert turns[state.number] < 200
        outcome = GAME.outcome(state)
        assert outcome is not None
        ends[outcome.reason] += 1
    assert ends["turn limit"] <= games // 50, ends


def test_wilds_are_moved_only_for_the_better() -> None:
    """A wild moved leaves the table worth more, or is a step to the win: nobody moves for ever."""
    met = 0
    for rules, players, rng in tables("moved", 15):
        rules = replace(rules, moving_costs=False, turn_limit=60)
        for state, seat, move in game(rules, players, rng, "steady"):
            if not isinstance(move, Shift):
                continue
            reason = BOT.advise(GAME, GAME.masked(state, seat), seat, Random(0))[1]
            if "win" not in reason:
                after = GAME.step(state, seat, move)
                before, now = (
                    standing(it.stacks[seat], it.table.faces, rules.sets) for it in (state, after)
                )
                assert now > before
            met += 1
    assert met > 20


# ----------------------------------------------------------------------------------------- strength


@pytest.mark.parametrize(("players", "least"), [(2, 0.85), (4, 0.75)])
def test_steady_wins_against_random(players: int, least: float, full: bool) -> None:
    games = (400 if full else 40) // (players - 1)
    share = game_match(find("deeds"), players, BOT, find_bot("random"), games, "strength")
    assert share.low >= least, share


def test_steady_makes_no_visible_slip() -> None:
    match = duplicate_match(find("deeds"), 3, BOT, find_bot("random"), 10, "slips")
    assert not match.slips and match.low > 0
    clumsy = duplicate_match(find("deeds"), 3, find_bot("random"), BOT, 10, "slips")
    assert sum(clumsy.slips.values()) > 5


def test_slips_are_what_everybody_sees() -> None:
    taken = play(
        board("hand takeover", f"hand no-chance | {UTILITY}"), "0: seize takeover utility1"
    )
    assert slips(taken, 1, move_of(taken, "accept 1"))
    assert not slips(taken, 1, move_of(taken, "refuse no-chance 1"))
    kept = board("hand no-chance", "")
    assert slips(kept, 0, move_of(kept, "bank no-chance"))
    asked = play(board("hand bailiff", f"bank money1 | {BLUE} | green: green1"), *ASKED)
    assert slips(asked, 1, move_of(asked, "pay money1 dark-blue1"))
    assert not slips(asked, 1, move_of(asked, "pay money1 green1"))


def test_the_win_is_the_point_of_a_game() -> None:
    state = board(f"hand red3 | {BROWN} | {BLUE} | red: red1 red2", "", "")
    assert points(state) is None
    assert points(play(state, "0: lay red3 red")) == (1.0, 0.0, 0.0)


def test_the_arena_plays_it(capsys: pytest.CaptureFixture[str]) -> None:
    few = ["--game", "deeds", "--players", "3", "--deals", "2", "--games", "2"]
    assert main(["steady", "random", *few]) == 0
    assert "games won" in capsys.readouterr().out
