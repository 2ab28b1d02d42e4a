"""Every registered variant is played to its end by bots, and says where its rules come from."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

import pytest

from engine.bots.bot import find_bot
from engine.bots.steady import BOT
from engine.forty_fives.state import Auction, Bid, HandOver, Naming, Throwing
from engine.forty_fives.transitions import deal
from engine.game import find, names
from engine.record import with_deal
from engine.table import dealt_by
from tests.naive import forty_fives as naive
from tests.tables import TABLES
from tests.walks import FAMILY as SEATED

FIELDS = ("steady", "random", "steady random")
GAMES = 2  # of each field at each number of players; ten times as many in the full run


def play(name: str, players: int, field: str, seed: str) -> tuple[Any, list[Any]]:
    """A whole game: its last state, and what every hand and every contract came to."""
    variant, chance = find(name), Random(seed)
    game, who = variant.game, field.split()
    bots = [find_bot(who[seat % len(who)]) for seat in range(players)]
    state: Any = game.start(variant.rules, players, int(chance.random() * players))
    seen = []
    while game.outcome(state) is None:
        owed = game.owed(state)
        if not owed:
            state = with_deal(game, state, dealt_by(game, state, chance))
            continue
        seat = owed[0].seat
        move = bots[seat].choose(game, game.masked(state, seat), seat, chance)
        before, state = state, game.apply(state, seat, move)
        if isinstance(state, HandOver) or isinstance(before, Auction):
            seen.append(state)
    return state, seen


@pytest.mark.parametrize("table", SEATED)
def test_whole_games(table: str, full: bool) -> None:
    name, players = SEATED[table].variant.name, SEATED[table].players
    flags = TABLES[name]
    for field, number in product(FIELDS, range(GAMES * (10 if full else 1))):
        state, seen = play(name, players, field, f"{table} {field} {number}")
        outcome = find(name).game.outcome(state)
        assert outcome is not None
        side = naive.side_of(flags, outcome.winners[0])
        assert outcome.winners == tuple(
            seat for seat in range(players) if naive.side_of(flags, seat) == side
        )
        hands = [hand.result for hand in seen if isinstance(hand, HandOver)]
        scored = [result for result in hands if result.bidder >= 0]
        assert all(result.winner is None for result in hands[:-1])
        assert len(hands) == len(scored) or flags["all_pass"] == "redeal"
        if flags["hands"]:
            assert len(scored) == flags["hands"]
            assert hands[-1].totals[side] == max(hands[-1].totals)
        else:
            assert hands[-1].totals[side] >= flags["target"]
        if flags["goes_out"] == "bidder only":
            assert naive.side_of(flags, hands[-1].bidder) == side
        over = [after for after in seen if isinstance(after, Throwing)]
        assert bool(over) == (flags["trump_named"] == "with the bid")
        assert all(after.contract.trump for after in over)


@pytest.mark.parametrize("name", TABLES)
def test_a_suit_is_named_once_and_in_its_time(name: str) -> None:
    """With the bid, or afterwards by who was not asked for it: a dealer who is stuck."""
    variant = find(name)
    game, players = variant.game, variant.rules.seats[0]
    state: Any = deal(game.start(variant.rules, players, 0))
    with_bid = variant.rules.trump_named == "with the bid"
    while isinstance(state, Auction):
        calls = game.legal_moves(state, state.turn)
        state = game.apply(state, state.turn, calls[0])
    if variant.rules.all_pass == "redeal":
        assert isinstance(state, HandOver)
    else:
        assert isinstance(state, Naming) and not state.contract.trump
    state = deal(game.start(variant.rules, players, 0))
    while isinstance(state, Auction):
        calls = [c for c in game.legal_moves(state, state.turn) if isinstance(c, Bid)]
        state = game.apply(
            state, state.turn, calls[0] if not state.top else game.legal_moves(state, state.turn)[0]
        )
    assert isinstance(state, Throwing if with_bid else Naming)


def test_steady_names_with_its_bid_the_suit_it_holds() -> None:
    met = 0
    for number in range(20):
        _, seen = play("merrimack", 4, "steady", f"suit {number}")
        for after in seen:
            if isinstance(after, Throwing):
                last = [c for seat, c in after.contract.calls if seat == after.contract.bidder]
                assert isinstance(last[-1], Bid) and last[-1].trump == after.contract.trump
                met += 1
    assert met > 20
    assert BOT is find_bot("steady")


@pytest.mark.parametrize("name", names())
def test_a_variant_says_where_it_comes_from(name: str) -> None:
    variant = find(name)
    assert variant.name == name and variant.title
    assert len(variant.source) > 20
    own = variant.source.startswith("the product's own")
    assert own or "Chosen by us: " in variant.source, "no page tells all of a table"
    assert len({find(other).title for other in names()}) == len(names())


NAMES = ["You", "Anna", "Ben", "Cleo"]


def called(name: str, *calls: str) -> tuple[Any, Any, str]:
    """The states before and after the last call of an auction that seat 3 dealt, and what is said."""
    game = find(name).game
    state: Any = game.deal(game.start(find(name).rules, 4, 3))
    before, sentence = state, ""
    for text in calls:
        before, move = state, game.parse_move(text)
        state = game.apply(before, before.turn, move)
        sentence = game.said(before, before.turn, move, state, NAMES)
    return before, state, sentence


def test_who_has_the_bid_is_told_where_the_suit_went_with_it() -> None:
    _, _, sentence = called("merrimack", "bid 20 H", "pass", "pass", "pass")
    assert sentence == "Cleo passes; you have the bid at 20."
    _, _, sentence = called("merrimack", "bid 20 H", "pass", "pass", "bid 25 S")
    assert sentence == "Cleo bids 25 in spades and has the bid."
    _, state, sentence = called("merrimack", "pass", "pass", "pass", "pass")
    assert sentence == "Cleo passes; Cleo is stuck with 15."
    game, name = find("merrimack").game, find("merrimack").game.parse_move("name D")
    told = game.said(state, 3, name, game.apply(state, 3, name), NAMES)
    assert told == "Cleo names Diamonds as trumps and picks up the kitty."


def test_a_game_of_so_many_hands_is_told_by_hands() -> None:
    game = find("island-rec-hall").game
    _, state, _ = called("island-rec-hall")
    assert (
        game.tell(state, 0, NAMES)[0] == "Scores: You and Ben 0, Anna and Cleo 0. "
        "0 of 4 hands are played."
    )
    _, state, _ = called("island")
    assert game.tell(state, 0, NAMES)[0].endswith("The game is played to 120.")
