"""The rules of thumb of ``steady`` in the Forty-fives family, one position each."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

import pytest

from engine.bots.steady import BOT
from engine.cards import parse_card
from engine.forty_fives.auction import opening
from engine.forty_fives.measure import slips
from engine.forty_fives.play import FORTY_FIVES as GAME
from engine.forty_fives.ranking import order_of
from engine.forty_fives.rules import Rules
from engine.forty_fives.state import (
    Auction,
    Bid,
    Call,
    Contract,
    Hold,
    Name,
    Naming,
    Pass,
    Play,
    Playing,
    Result,
    Table,
    Throw,
    Throwing,
    Trick,
    dealt,
)
from engine.forty_fives.transitions import best_play
from tests import tables

ONE_TEN = Rules()
PARTNERS = Rules(**tables.FORTY_FIVES)

# --------------------------------------------------------------------------------- calling and naming


def hand_of(text: str) -> list[int]:
    return [parse_card(card) for card in text.split()]


def table(rules: Rules, seat: int, hand: str, scores: str = "", players: int = 4) -> Table:
    """A table dealt by the last seat at which one seat knows its hand and nothing else."""
    slots = dealt(rules, players, players - 1)[0][seat]
    faces: list[int | None] = [None] * rules.pack
    for slot, card in zip(slots, hand_of(hand), strict=False):
        faces[slot] = card
    totals = tuple(map(int, scores.split())) or (0,) * rules.side_count(players)
    before = Result(players - 2, 0, 15, "S", (0,) * 5, 0, totals, totals, totals, None)
    return Table(rules, players, players - 1, (before,), tuple(faces), ())


@dataclass(frozen=True)
class Calling:
    """``before``: the calls so far, by seat from the dealer's left; P pass, H hold, else a bid."""

    what: str
    hand: str
    before: str
    expected: str
    scores: str = ""
    rules: Rules = ONE_TEN

    def __str__(self) -> str:
        return self.what


STRONG, FAIR, POOR = "5S JS AH 2S KD", "JS AS 2S 9D 8C", "9H 4D 8C 7S KC"
CALLINGS = [
    Calling("nothing to bid on", POOR, "", "pass"),
    Calling("a fair hand bids the least", "5S AH KS 9D 8C", "", "bid 15"),
    Calling("one goes as far as the hand is worth", "5S AH AS 9D 8C", "P B15", "bid 20"),
    Calling("and no further", "JS AS 2S 9D 8C", "P B25", "pass"),
    Calling("30 is not bid lightly", "5S AH KS 9D 8C", "B25", "pass"),
    Calling("a hand of sure tricks goes for all five", "5S JS JK AH AS", "", "bid 30"),
    Calling("the dealer holds what the hand is worth", STRONG, "P B15 P", "hold"),
    Calling("the dealer lets a poor hand go", POOR, "P B15 P", "pass"),
    Calling("a stuck dealer need not bid", POOR, "P P P", "pass"),
    Calling("at 100 only a bid goes out", "JS AH 9S 9D 8C", "", "bid 15", "100 0 0 0"),
    Calling("the same hand passes before that", "JS AH 9S 9D 8C", "", "pass", "40 0 0 0"),
    Calling("nor is the game given away", "5S AH AS 3S 8C", "B20", "bid 25", "95 0 0 0"),
    Calling("without that danger it is", "5S AH AS 3S 8C", "B20", "pass", "50 0 0 0"),
    Calling("a partner's bid stands", FAIR, "B20 P", "pass", "0 0", PARTNERS),
    Calling("even when the dealer could hold it", FAIR, "P B20 P", "pass", "0 0", PARTNERS),
    Calling(
        "past 100 a side bids on little", "9H 4D 8C 10S 7D", "B15", "bid 20", "0 105", PARTNERS
    ),
    Calling("and not before", "9H 4D 8C 10S 7D", "B15", "pass", "0 100", PARTNERS),
    Calling("60 below zero wants everything", FAIR, "", "bid 15", "-30 0", PARTNERS),
]


def auction(case: Calling) -> tuple[Auction, int]:
    calls: list[tuple[int, Call]] = []
    seat = len(case.before.split())
    state = opening(table(case.rules, seat, case.hand, case.scores))
    for number, text in enumerate(case.before.split()):
        call: Call = Pass() if text == "P" else Hold() if text == "H" else Bid(int(text[1:]))
        state = GAME.apply(state, number, call)  # type: ignore[assignment]
        calls.append((number, call))
    return state, seat


@pytest.mark.parametrize("case", CALLINGS, ids=str)
def test_calls(case: Calling) -> None:
    state, seat = auction(case)
    move, reason = BOT.advise(GAME, state, seat, Random(0))
    assert GAME.move_text(move) == case.expected, reason


@pytest.mark.parametrize(
    ("hand", "trump"),
    [
        ("5S KS 9H 8H 7C", "S"),
        ("KD QD 3D AH 2C", "D"),
        ("AH KH QH 7C 2S", "H"),
        ("JK 5C KD QD 9H", "C"),
        ("2C 10C 9C 4D KH", "C"),
    ],
)
def test_the_best_suit_is_named_and_never_an_empty_one(hand: str, trump: str) -> None:
    state = Naming(table(ONE_TEN, 0, hand), Contract((), 0, 15), dealt(ONE_TEN, 4, 3)[0])
    assert BOT.choose(GAME, state, 0, Random(0)) == Name(trump)


# ------------------------------------------------------------------------------------------ throwing

FREE, BOUND = 0, 1  # the seat that draws, and the bidder who keeps five of eight
THROWS = [
    # hand (trump: spades), seat, what goes
    ("5S JS KD QD KC", FREE, "KD QD KC"),
    ("KD QD KC 9H 8H", FREE, "KD QD KC 9H 8H"),
    ("10S AH JK 5S JS", FREE, ""),
    ("10S AH 5D JD AD", FREE, "5D JD AD"),
    ("5S JS KD QD KC 2H 3H 4H", BOUND, "2H 3H 4H"),
    ("5S JS KD 9D 4C AC KC QC", BOUND, "9D 4C AC"),
    ("5S JS AS 10S 9S 2S AH JK", BOUND, "10S 9S 2S"),
    ("AH KH 9H 7H 6H 4D 3D 2D", BOUND, "4D 3D 2D"),
]


@pytest.mark.parametrize(("hand", "seat", "gone"), THROWS)
def test_trumps_stay_and_plain_cards_go(hand: str, seat: int, gone: str) -> None:
    trump = "H" if "KH 9H" in hand else "S"
    cards = hand_of(hand)
    faces: list[int | None] = [*cards, *[None] * (53 - len(cards))]
    hands = [(50,) * 5] * 4
    hands[seat] = tuple(range(len(cards)))  # type: ignore[call-overload]
    before = Table(ONE_TEN, 4, 3, (), tuple(faces), ())
    contract = Contract((), BOUND, 20, order_of(ONE_TEN, trump))
    state = Throwing(before, contract, tuple(hands), (None,) * 4)
    move = BOT.choose(GAME, state, seat, Random(0))
    assert isinstance(move, Throw)
    assert sorted(cards[slot] for slot in move.slots) == sorted(hand_of(gone))


def test_a_throw_that_the_stock_limits_keeps_the_highest_plain_cards() -> None:
    rules = Rules(seats=(6,), short_stock="cap")
    cards = hand_of("KD QD JC 9H 8H")
    faces: list[int | None] = [*cards, *[None] * 48]
    contract = Contract((), 1, 20, order_of(rules, "S"))
    hands = (tuple(range(5)), *[(50,) * 5] * 5)
    state = Throwing(Table(rules, 6, 5, (), tuple(faces), ()), contract, hands, (None,) * 6)
    move = BOT.choose(GAME, state, 0, Random(0))
    assert [cards[slot] for slot in move.slots] == hand_of("QD JC 9H 8H")


# ------------------------------------------------------------------------------------------- playing


@dataclass(frozen=True)
class Lie:
    """A trick as it lies before seat 0; trumps are spades. ``gone``: tricks before, by seat 0."""

    what: str
    hand: str
    trick: str
    expected: str
    bidder: int = 3
    bid: int = 20
    rules: Rules = ONE_TEN
    gone: tuple[str, ...] = ()
    why: str = ""

    def __str__(self) -> str:
        return self.what


def playing(case: Lie) -> Playing:
    """The position: every card has the slot of its place in a list, and only some are known."""
    faces: list[int | None] = []

    def slots(text: str) -> tuple[int, ...]:
        faces.extend(hand_of(text))
        return tuple(range(len(faces) - len(text.split()), len(faces)))

    hand, trick = slots(case.hand), slots(case.trick)
    contract = Contract(
        ((case.bidder, Bid(case.bid)),), case.bidder, case.bid, order_of(case.rules, "S"), ((),) * 4
    )
    played = [slots(text) for text in case.gone]
    known = len(faces)
    faces += [None] * (case.rules.pack - known)
    now = Table(case.rules, 4, 3, (), tuple(faces), ())
    tricks = tuple(Trick(0, own, best_play(now, contract, own)) for own in played)
    leader = -len(trick) % 4
    others = iter(range(known, case.rules.pack))
    left = [len(hand) - (seat >= leader and bool(trick)) for seat in range(4)]
    hands = [tuple(next(others) for _ in range(count)) for count in left]
    return Playing(now, contract, (hand, *hands[1:]), leader, trick, tricks)


LIES = [
    Lie("the lowest trump that is enough takes the trick", "AS 10S 4D 3D", "3C KC 2C", "10S"),
    Lie("the lowest card of the suit that is enough", "KC QC JC 4D", "3C 10C 2C", "JC", why="lowest"),
    Lie("nothing takes it: the lowest goes", "KS 10S 9D", "5S 2S 3S", "10S", why="nothing"),
    Lie("nothing takes it: the lowest plain card", "KD QD 2D 9D", "3C KC 2C", "2D", why="nothing"),
    Lie("the 5 is held back", "5S 4D 3D 2H", "6S 4C 7S", "2H", why="the 5 may be held back"),
    Lie("the Jack takes what it can while the 5 is out", "JS 4D 3D 9H", "6S 4C 7S", "JS"),
    Lie("the 5 is not spent on plain cards", "5S 4D 3D 9H", "3C KC 2C", "3D", why="worth more"),
    Lie("the last card is played", "5S", "3C KC 2C", "5S", why="last card"),
    Lie("only one card may be played", "KS 4D", "5S 2S 3S", "KS", why="only card"),
    Lie("the bidder leads the best trump", "5S KS QS 4D 3C", "", "5S", bidder=0, why="the 5 is the best"),
    Lie(
        "what is the best trump left is counted",
        "JK KS 4D 3C",
        "",
        "JK",
        bidder=0,
        gone=("JS 5S 2S 3S",),
        why="the Joker is the best trump left",
    ),
    Lie("without the Joker in the pack none waits for it", "AH KS 4D 3C", "", "AH", bidder=0,
        rules=Rules(joker=False, held_back=("5", "J", "AH")), gone=("JS 5S 2S 3S",),
        why="the Ace of Hearts is the best trump left"),
    Lie("a defender leads low and plain", "JS AS KD 3D 2H", "", "2H", why="bidder spend a trump"),
    Lie("a partner's trick is not trumped", "AS KS 4D 9H", "3C KC 2C", "4D", rules=PARTNERS,
        bidder=3, why="your partner has"),
    Lie("nor overtaken in the suit", "KC 9D 8H 3C", "4C QC 2C", "8H", rules=PARTNERS, bidder=3,
        why="your partner has"),
    Lie("nor with a trump from trumps", "5S JS KS 4D", "3S AS 2S", "KS", rules=PARTNERS, bidder=3),
    Lie("a rival's trick is, with the least", "AS KS 4D 9H", "3C 4C KC", "KS", rules=PARTNERS,
        bidder=3),
]  # fmt: skip


@pytest.mark.parametrize("case", LIES, ids=str)
def test_plays(case: Lie) -> None:
    state = playing(case)
    move, reason = BOT.advise(GAME, state, 0, Random(0))
    assert isinstance(move, Play) and GAME.why_illegal(state, 0, move) is None
    played = state.table.faces[move.slot]
    assert played is not None
    assert GAME.face_text(played) == case.expected, reason
    assert case.why in reason


def test_who_has_only_trumps_that_may_wait_misses_no_holdback() -> None:
    only = playing(Lie("", "JS AH", "6S 5S 9S", "AH"))
    assert slips(only, 0, Play(1)) == ()
    plain_too = playing(Lie("", "JS AH 4D", "6S 5S 9S", "4D"))
    assert slips(plain_too, 0, Play(1)) == ("missed a holdback",)
    assert slips(plain_too, 0, Play(2)) == ()
