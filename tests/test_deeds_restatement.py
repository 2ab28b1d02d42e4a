"""Deeds: the engine and the naive restatement agree, position by position and game by game."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine.deeds.play import DEEDS
from engine.deeds.rules import Rules
from engine.deeds.state import Pay, State
from engine.record import with_deal
from engine.table import dealt_by
from tests.deeds_board import dict_of, state_of
from tests.deeds_positions import classes_of, debt, random_fields, table
from tests.deeds_walks import FEW, sayings, varied
from tests.naive import deeds as naive
from tests.naive import deeds_moves, deeds_steps
from tests.naive.deeds_moves import slug
from tests.naive.deeds_table import GameDict, name_of, payments, rent_for, winners_by_sets

POSITIONS = 100_000  # of each kind in the full run, a fortieth of them in the plain one
GAMES = 120  # whole games side by side in the full run, a tenth of them in the plain one
USUAL = asdict(Rules())
CASES = Path(__file__).parent / "cases" / "deeds.json"


def flags_of(number: int) -> dict[str, Any]:
    """The rules of a position or game: every other one plays by house rules."""
    return random_fields(Random(f"rules {number}")) if number % 2 else USUAL


# --------------------------------------------------------------------------------- what is alike


def alike(game: GameDict, text: str) -> str:
    """A move with names for the numbers of cards of which one stands for all its like."""
    word, *parts = text.split()
    if word == "pay":
        return " ".join([word, *sorted(_offered(game, int(part)) for part in parts)])
    if word in ("refuse", "throw"):
        return " ".join([word, *sorted(_named(game, parts, 1 if word == "refuse" else 99))])
    if word == "rent":
        return " ".join([word, *parts[:4], str(len(parts))])
    return text


def _named(game: GameDict, parts: list[str], most: int) -> list[str]:
    return [name_of(game, int(part)) for part in parts[:most]] + parts[most:]


def _offered(game: GameDict, card: int) -> str:
    """Deeds of a stack are alike but for the wild ones; banked cards of a value are."""
    name = name_of(game, card)
    for seat, stacks in enumerate(game["stacks"]):
        for place, stack in enumerate(stacks):
            if card in (stack["house"], stack["hotel"]):
                return f"{name} {seat} {place}"
            if card in stack["deeds"]:
                sort = name if naive.KIND[name] == "wild" else str(naive.VALUE[name])
                return f"{sort} {seat} {place}"
    return f"banked {naive.VALUE[name]}"


NONSENSE = 15  # moves tried of a seat in a position, besides the right ones
CUT_SHORT = {"pay": 120, "throw": 500}  # lists longer than that may break off


def assert_same_moves(game: GameDict, state: State, seat: int) -> None:
    """The engine lists what the restatement allows, of moves all alike at least one."""
    ours = deeds_moves.legal(game, seat)
    theirs = [DEEDS.move_text(move) for move in DEEDS.legal_moves(state, seat)]
    assert len(theirs) == len({alike(game, text) for text in theirs}), "alike moves are listed"
    assert set(theirs) <= set(ours), sorted(set(theirs) - set(ours))
    listed = {alike(game, text) for text in theirs}
    missing = [text for text in ours if alike(game, text) not in listed]
    assert all(len(theirs) >= CUT_SHORT.get(text.split()[0], 10**9) for text in missing), missing
    for text in ours[:: max(1, len(ours) // 40)]:
        assert DEEDS.why_illegal(state, seat, DEEDS.parse_move(text)) is None, text
    for move in sayings(state, seat, NONSENSE):
        if type(move) in FEW:
            refusal = DEEDS.why_illegal(state, seat, move)
            assert (refusal is None) == (DEEDS.move_text(move) in ours), (move, refusal)


# ------------------------------------------------------------------------------- random positions


def positions(first: int, count: int) -> Iterator[tuple[Random, GameDict]]:
    for number in range(first, first + count):
        rng = Random(f"deeds {number}")
        yield rng, table(rng, flags_of(number))


def share(full: bool) -> int:
    return POSITIONS if full else POSITIONS // 40


def test_payments(full: bool) -> None:
    met: Counter[str] = Counter()
    count = share(full)
    for rng, game in positions(0, count):
        seat = rng.randrange(game["players"])
        due = debt(rng, game, seat)
        met.update(classes_of(game, seat, due))
        assert_same_payments(rng, game, seat, due)
    for wanted in ("buildings", "tens", "not covered", "sets", "wilds"):
        assert met[wanted] * 10 >= count, met


def assert_same_payments(rng: Random, game: GameDict, seat: int, due: int) -> None:
    player = (seat + 1) % game["players"]
    right = payments(game, seat, due)
    if right == [[]]:
        track = {"stage": "answer", "due": due}
        game["action"] = {"kind": "bailiff", "player": player, "tracks": {seat: track}}
        after = DEEDS.apply(state_of(game), seat, DEEDS.parse_move(f"accept {seat}"))
        assert after.action is None, "who has nothing is asked for nothing"
        return
    track = {"stage": "pay", "due": due, "thrown": 0}
    game["action"] = {"kind": "bailiff", "player": player, "tracks": {seat: track}}
    state = state_of(game)
    told = str((game, seat, due))
    listed = [list(move.slots) for move in DEEDS.legal_moves(state, seat)]
    assert all(offer in right for offer in listed), told
    have = {alike(game, text_of(offer)) for offer in listed}
    wanted = {alike(game, text_of(offer)) for offer in right}
    assert have == wanted or len(listed) >= CUT_SHORT["pay"], told
    for offer in tried(rng, game, seat, right):
        refusal = DEEDS.why_illegal(state, seat, Pay(tuple(offer)))
        assert (refusal is None) == (offer in right), (offer, refusal, told)


def text_of(offer: list[int]) -> str:
    return " ".join(["pay", *map(str, offer)])


def tried(rng: Random, game: GameDict, seat: int, right: list[list[int]]) -> Iterator[list[int]]:
    """Some right offers, and each with a card more, a card less, or of the hand."""
    own = list(game["banks"][seat])
    for stack in game["stacks"][seat]:
        own += [*stack["deeds"], *(stack[it] for it in ("house", "hotel") if stack[it] is not None)]
    yield []
    yield sorted(own)
    yield sorted(card for card in own if rng.random() < 0.5)
    for offer in rng.sample(right, min(2, len(right))):
        yield offer
        yield sorted({*offer, rng.choice(own)})
        yield sorted({*offer} - {rng.choice(own)})
        yield sorted({*offer, *game["hands"][seat][:1]})


def test_rents_and_sets(full: bool) -> None:
    met: Counter[str] = Counter()
    count = share(full)
    for _, game in positions(1_000_000, count):
        seat = game["turn"]
        for player in range(game["players"]):
            met.update(classes_of(game, player, 0))
        assert_same_rents(game, seat)
    assert min(met["buildings"], met["tens"], met["sets"]) * 10 >= count, met


def assert_same_rents(game: GameDict, seat: int) -> None:
    """With an Any Rent and two hikes in hand, every colour's rent is what the restatement says."""
    cards = game["cards"]
    card = cards.index("rent-any")
    hikes = [slot for slot, name in enumerate(cards) if name == "hike"][:2]
    take_away(game, {card, *hikes})
    game["hands"][seat], game["plays"] = [card, *hikes], 3
    state, target = state_of(game), (seat + 1) % game["players"]
    for colour in naive.ALL_COLOURS:
        for some in ([], hikes[:1], hikes):
            tail = f" hikes {' '.join(map(str, some))}" if some else ""
            move = DEEDS.parse_move(f"rent {card} {slug(colour)} {target}{tail}")
            rent = rent_for(game, seat, colour, len(some))
            assert (DEEDS.why_illegal(state, seat, move) is None) == (rent is not None), game
            if rent is not None:
                after = DEEDS.step(state, seat, move)
                assert after.action is not None
                assert [track.due for track in after.action.tracks] == [rent], (colour, game)


def take_away(game: GameDict, cards: set[int]) -> None:
    """Those cards out of every bank, hand and pile."""
    for pile in (game["stock"], *game["hands"], *game["banks"]):
        pile[:] = [card for card in pile if card not in cards]


def test_a_turn_on_a_random_table(full: bool) -> None:
    """A few moves from a random table: chains, payments, colours named, sets broken."""
    met: Counter[str] = Counter()
    for number in range(share(full) // 10):
        rng = Random(f"turn {number}")
        game = table(rng, flags_of(number))
        if winners_by_sets(game):
            continue  # nobody plays on there
        arm(rng, game)
        state = state_of(game)
        for _ in range(8):
            state, game, word = both(rng, state, game)
            met[word] += 1
    assert all(met[word] for word in WORDS), met


def arm(rng: Random, game: GameDict) -> None:
    """Action cards for the seat on turn, and No Chances for some seats, held or not."""
    kinds = ("pickpocket", "swap", "takeover", "bailiff", "whip-round", "rent-any", "house", "hike")
    found = [card for card in game["stock"] if name_of(game, card) in kinds][:5]
    chances = [card for card in game["stock"] if name_of(game, card) == "no-chance"]
    for card in (*found, *chances):
        seat = game["turn"] if card in found else rng.randrange(game["players"])
        game["stock"].remove(card)
        game["hands"][seat].append(card)


# ------------------------------------------------------------------------------------ whole games

WORDS = (
    "done bank lay shift draw ask rent take trade seize build accept refuse pay place throw"
).split()


def both(rng: Random, state: State, game: GameDict) -> tuple[State, GameDict, str]:
    """A move or a shuffle made by both sides, and what it was."""
    assert summary(game) == summary(dict_of(state))
    if game["winners"] is not None:
        assert not DEEDS.owed(state)
        return state, game, "over"
    if deeds_steps.waits_for_shuffle(game):
        known = len(game["cards"])
        state = with_deal(DEEDS, state, dealt_by(DEEDS, state, rng))
        return state, deeds_steps.shuffle(game, dict_of(state)["cards"][known:]), "shuffle"
    seats = deeds_moves.asked(game)
    assert sorted({question.seat for question in DEEDS.owed(state)}) == seats
    for seat in range(game["players"]):
        assert_same_moves(game, state, seat)
    seat = rng.choice(seats)
    moves = DEEDS.legal_moves(state, seat)
    move = rng.choice(varied(moves) if rng.random() < 0.7 else list(moves))
    text = DEEDS.move_text(move)
    return DEEDS.step(state, seat, move), deeds_steps.step(game, seat, text), text.split()[0]


def summary(game: GameDict) -> dict[str, Any]:
    """What both must have in common, each pile in one order; of a game that is over who won."""
    if game["winners"] is not None:
        return {"winners": game["winners"]}
    action = game["action"]
    return {
        "stock": game["stock"],
        "discard": sorted(game["discard"]),
        "hands": [sorted(cards) for cards in game["hands"]],
        "banks": [sorted(cards) for cards in game["banks"]],
        "stacks": [sorted(own, key=lambda stack: stack["colour"]) for own in game["stacks"]],
        "turn": (game["turn"], game["number"], game["plays"], game["to_draw"], game["throwing"]),
        "unplaced": sorted(game["unplaced"]),
        "action": None if action is None else (action["player"], action["tracks"]),
        "cards": game["cards"],
    }


def dealt(rng: Random, flags: dict[str, Any]) -> State:
    players = rng.randint(2, 6)
    state = DEEDS.start(Rules(**flags), players, rng.randrange(players))
    return with_deal(DEEDS, state, dealt_by(DEEDS, state, rng))


def test_whole_games_side_by_side(full: bool) -> None:
    met: Counter[str] = Counter()
    for number in range(GAMES if full else GAMES // 10):
        rng = Random(f"game {number}")
        state = dealt(rng, flags_of(number))
        game = dict_of(state)
        for _ in range(2000 if full else 300):
            state, game, word = both(rng, state, game)
            met[word] += 1
            if word == "over":
                break
    assert all(met[word] for word in (*WORDS, "over", "shuffle")), met


# ------------------------------------------------------------------------------- the restatement


def read() -> list[Any]:
    return [pytest.param(it, id=it["id"]) for it in json.loads(CASES.read_text(encoding="utf-8"))]


@pytest.mark.parametrize("case", read())
def test_a_case_holds_in_the_restatement(case: dict[str, Any]) -> None:
    flags = USUAL | case.get("rules", {})
    got = naive.answer(flags, case["kind"], case["given"])
    if case["kind"] != "pay":
        assert got == case["expect"]
        return
    right = [as_offer(offer) for offer in got["offers"]]
    assert all(as_offer(offer) in right for offer in case["expect"]["accepted"]), right
    assert not any(as_offer(offer) in right for offer in case["expect"]["refused"]), right


def as_offer(offer: dict[str, list[int]]) -> tuple[list[int], list[int]]:
    return sorted(offer["bank"]), sorted(offer["deeds"])


def test_covers_are_all_that_hold_no_card_too_many() -> None:
    """Said once more, of every subset there is."""
    rng = Random(3)
    for _ in range(300):
        cards = {slot: rng.randint(0, 5) for slot in range(rng.randint(0, 8))}
        due = rng.randint(1, 15)
        wanted = set()
        for mask in range(1 << len(cards)):
            offer = [slot for slot in cards if mask >> slot & 1]
            worth = sum(cards[slot] for slot in offer)
            if worth >= due and all(worth - cards[slot] < due for slot in offer):
                wanted.add(tuple(offer))
        assert {tuple(sorted(offer)) for offer in naive.covers(cards, due)} == wanted
