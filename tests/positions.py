"""Random positions of the Forty-fives family as (kind, given) pairs in the format of the cases.

Everything comes from the ``random.Random`` handed in, so a seed names a position for ever. The
``legal`` positions are drawn class by class, because the rare hands are the ones rules get wrong:
each of ``CLASSES`` gets a fifth of them, and any hand at all the rest.

Glossary: *privileged*, a trump the table lets hold back; *ordinary*, any other trump; *void*, no
card of the led suit and no trump.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from random import Random
from typing import Any

from tests.naive import forty_fives as naive
from tests.naive.auction import Call, Flags

Given = dict[str, Any]
Position = tuple[str, Given]

CLASSES = ("only privileged", "privileged and ordinary", "void", "Joker or Ace of Hearts led")
SUITS = ("S", "H", "D", "C")
SEATS: dict[int, list[tuple[int, ...]]] = {
    0: [(2,), (3,), (2, 3, 4, 5, 6), (4, 5), (6,)],
    2: [(4,), (6,), (4, 6)],
    3: [(6,)],
}
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")


def positions(seed: int, flags: Flags, counts: dict[str, int]) -> Iterator[Position]:
    """So many positions of each kind, such as ``{"legal": 100, "trick": 50}``, always the same."""
    makers = {"legal": legal, "trick": trick, "score": score, "auction": auction}
    for kind, count in counts.items():
        rng = Random(f"{seed} {kind}")
        for _ in range(count):
            yield kind, makers[kind](rng, flags)


def pack(flags: Flags) -> list[str]:
    """All cards of the pack."""
    cards = [rank + suit for suit in SUITS for rank in RANKS]
    return [*cards, "JK"] if flags["joker"] else cards


# ------------------------------------------------------------------------------------ legal plays


def legal(rng: Random, flags: Flags) -> Given:
    """A hand about to play, of one of the classes or of none."""
    trump = rng.choice(SUITS)
    led, hand = _led_and_hand(rng, flags, trump, rng.choice((*CLASSES, "any")))
    rng.shuffle(hand)
    given: Given = {"trump": trump, "led": led, "hand": hand}
    if led is not None and rng.random() < 0.5:
        unseen = _without(pack(flags), [*hand, led])
        given["trick"] = [led, *rng.sample(unseen, rng.randint(0, 4))]
    return given


def _led_and_hand(
    rng: Random, flags: Flags, trump: str, wanted: str
) -> tuple[str | None, list[str]]:
    trumps = naive.trump_order(flags, trump)
    plain = _without(pack(flags), trumps)
    top = _privileged(flags, trump)
    ordinary = _without(trumps, top)
    size = rng.randint(1, 5)
    if wanted == "only privileged":
        held = rng.sample(top, rng.randint(1, min(size, len(top))))
        hand = held + rng.sample(plain, size - len(held))
        return _led(rng, flags, trump, hand), hand
    if wanted == "privileged and ordinary":
        hand = [rng.choice(top), rng.choice(ordinary)]
        hand += rng.sample(_without(pack(flags), hand), rng.randint(0, 3))
        return _led(rng, flags, trump, hand), hand
    if wanted == "void":
        led = rng.choice(trumps if rng.random() < 0.3 else plain)
        return led, rng.sample(_without(plain, _led_suit(flags, trump, led)), size)
    if wanted == "Joker or Ace of Hearts led":
        led = rng.choice([card for card in ("JK", "AH") if card in trumps])
        return led, rng.sample(_without(pack(flags), [led]), size)
    hand = rng.sample(pack(flags), size)
    return (None if rng.random() < 0.2 else _led(rng, flags, trump, hand)), hand


def _led(rng: Random, flags: Flags, trump: str, hand: list[str]) -> str:
    """A card that is not in the hand: a trump as often as a plain one."""
    trumps = naive.trump_order(flags, trump)
    cards = trumps if rng.random() < 0.5 else _without(pack(flags), trumps)
    return rng.choice(_without(cards, hand))


def _led_suit(flags: Flags, trump: str, led: str) -> list[str]:
    trumps = naive.trump_order(flags, trump)
    return trumps if led in trumps else naive.plain_suit_of(led)


def _privileged(flags: Flags, trump: str) -> list[str]:
    """The trumps this table lets hold back; the 5 where it lets none."""
    cards = naive.privileged(flags, trump)
    return [card for card in cards if card in pack(flags)] or ["5" + trump]


def _without(cards: Iterable[str], others: Iterable[str]) -> list[str]:
    gone = list(others)
    return [card for card in cards if card not in gone]


def classes_of(flags: Flags, given: Given) -> list[str]:
    """The classes a ``legal`` position belongs to; often none, sometimes two."""
    trumps = [c for c in given["hand"] if c in naive.trump_order(flags, given["trump"])]
    top = [card for card in trumps if card in _privileged(flags, given["trump"])]
    led = given["led"]
    found = []
    if top and len(top) == len(trumps):
        found.append("only privileged")
    if top and len(top) < len(trumps):
        found.append("privileged and ordinary")
    if led is not None and not trumps:
        suit = _led_suit(flags, given["trump"], led)
        if not any(card in suit for card in given["hand"]):
            found.append("void")
    if led in ("JK", "AH"):
        found.append("Joker or Ace of Hearts led")
    return found


def count_classes(flags: Flags, drawn: Iterable[Position]) -> Counter[str]:
    """How many ``legal`` positions are of each class; under "all", how many there are."""
    counts: Counter[str] = Counter()
    for kind, given in drawn:
        if kind == "legal":
            counts["all"] += 1
            counts.update(classes_of(flags, given))
    return counts


# ---------------------------------------------------------------------------------- trick winners


def trick(rng: Random, flags: Flags) -> Given:
    """Two to six cards on the table, often of one suit and trumps, so that it is a near thing."""
    trump = rng.choice(SUITS)
    cards = pack(flags)
    led = rng.choice(cards)
    if rng.random() < 0.7:
        trumps = naive.trump_order(flags, trump)
        suit = _led_suit(flags, trump, led)
        cards = suit if rng.random() < 0.4 else [c for c in cards if c in suit or c in trumps]
    plays = [led, *rng.sample(_without(cards, [led]), rng.randint(1, max(flags["seats"]) - 1))]
    return {"trump": trump, "plays": plays}


# ----------------------------------------------------------------------------------------- scores


def score(rng: Random, flags: Flags) -> Given:
    """A hand that was played: scores near every threshold, tricks leaning to one or two seats."""
    players = rng.choice(flags["seats"])
    sides = range(flags["sides"] or players)
    bidder = rng.randrange(players)
    bids = [*flags["bids"], flags["bids"][-1]]
    if flags["hole_bid"]:
        bids.append(flags["hole_bid"])
    that_bid = {naive.side_of(flags, bidder), *rng.sample(sides, rng.randint(0, len(sides)))}
    last = {"last": rng.random() < 0.5} if flags["hands"] else {}
    return last | {
        "start": _starts(rng, flags, len(sides)),
        "bidder": bidder,
        "bid": rng.choice(bids),
        "tricks": _tricks(rng, players, bidder),
        "best_trump_trick": rng.choice((None, 0, 1, 2, 3, 4)),
        "sides_that_bid": sorted(that_bid),
    }


def _tricks(rng: Random, players: int, bidder: int) -> list[int]:
    """Who took the five tricks: often the bidder, sometimes all, sometimes two seats share them."""
    if rng.random() < 0.3:
        pair = rng.sample(range(players), 2)
        return [rng.choice(pair) for _ in range(5)]
    lean = rng.choice((0.2, 0.5, 0.8, 1.0))
    return [bidder if rng.random() < lean else rng.randrange(players) for _ in range(5)]


def _starts(rng: Random, flags: Flags, sides: int) -> list[int]:
    """Scores to begin on; past the target only where reaching it does not end the game."""
    finish = [flags["target"] - 20, flags["target"] - 15, flags["target"] - 10, flags["near"] - 5]
    tight = rng.random() < 0.4
    starts = []
    for _ in range(sides):
        about = rng.choice((flags["near"], flags["target"] - 15, 0)) + 5 * rng.randint(-4, 4)
        start = rng.choice(finish) if tight else about
        ends = flags["goes_out"] != "bidder only" and not flags["hands"]
        starts.append(min(start, flags["target"] - 5) if ends else start)
    return starts


# --------------------------------------------------------------------------------------- auctions


def auction(rng: Random, flags: Flags) -> Given:
    """An auction broken off at random, or over: every call in it was legal by the restatement."""
    players = rng.choice(flags["seats"])
    dealer = rng.randrange(players)
    near = (flags["near"] - 5, flags["near"], flags["near"] + 5) if flags["near_bid"] else ()
    points = (-20, -5, 0, 5, 60, *near)
    scores = [rng.choice(points) for _ in range(flags["sides"] or players)]
    passes = rng.choice((0.2, 0.5, 0.9))
    calls: list[tuple[int, Call]] = []
    for _ in range(rng.randint(0, 3 * players)):
        now = naive.auction(flags, players, dealer, scores, calls)
        if "turn" not in now:
            break
        calls.append((now["turn"], _call(rng, now["legal"], passes)))
    given: Given = {"players": players, "dealer": dealer, "calls": [list(call) for call in calls]}
    if any(scores) or rng.random() < 0.5:
        given["scores"] = scores
    return given


def _call(rng: Random, calls: list[Call], passes: float) -> Call:
    """Pass or hold rather often, else the next figure rather than the highest."""
    if rng.random() < passes:
        return "pass"
    if "hold" in calls and rng.random() < 0.5:
        return "hold"
    figures = [call for call in calls if call not in ("pass", "hold")]
    few = 8 if isinstance(calls[-1], str) else 2  # two figures, in every suit where it goes along
    return rng.choice(figures[:few]) if figures else "pass"


# ------------------------------------------------------------------------------------ house rules


def random_fields(rng: Random) -> dict[str, Any]:
    """A value for every field of ``Rules``; a table that cannot be played is to be redrawn."""
    sides = rng.choice((0, 0, 2, 3))
    joker = rng.random() < 0.5
    names = [name for name in ("5", "J", "JK", "AH") if joker or name != "JK"]
    bids = sorted(rng.sample((5, 10, 15, 20, 25, 30), rng.randint(1, 6)))
    hole_bid = rng.choice((0, 0, 30, 45, 60, 60))
    return {
        "seats": rng.choice(SEATS[sides]),
        "sides": sides,
        "joker": joker,
        "deal": rng.choice(("3 2 k3", "3 k2 2 k2", "2 3", "5 k5", "k1 1 1 1 1 1", "2 3 k3")),
        "bids": tuple(bids),
        "hole_bid": hole_bid,
        "rebid": rng.random() < 0.6,
        "all_pass": rng.choice(("dealer", "redeal")),
        "hold": rng.choice(("none", "ends", "duel")),
        "trump_named": rng.choice(("before kitty", "after kitty", "with the bid")),
        "bidder_draws": rng.random() < 0.5,
        "short_stock": rng.choice(("reshuffle", "cap")),
        "leads": rng.choice(("bidder", "left of bidder", "left of dealer")),
        "plain_lead": rng.choice(("follow or trump", "free")),
        "held_back": tuple(rng.sample(names, rng.randint(0, len(names)))),
        "no_trump": rng.choice(("no bonus", "last trick")),
        "slam_pays": rng.choice((0, 30, 60, 90)),
        "slam_costs": rng.choice((15, 30, 60)),
        "hole_pays": rng.choice((hole_bid, 2 * hole_bid)),
        "near": rng.choice((0, 50, 80, 100)),
        "near_from": rng.random() < 0.5,
        "near_end": rng.choice(("all score", "bidder only", "sides that bid")),
        "near_bid": rng.choice((0, 0, *bids)),
        "target": rng.choice((45, 110, 120, 125)),
        "hands": rng.choice((0, 0, 0, 1, 4)),
        "goes_out": rng.choice(("bidder, then first there", "bidder, then most", "bidder only")),
    }
