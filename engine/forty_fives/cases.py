"""Rule cases: what the engine answers to a worked position, and where that is not as expected.

The format is told in ``tests/cases/README.md``. Every answer comes out of the same functions that a
game is played with.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from engine.cards import card_text, parse_card
from engine.forty_fives import legality, transitions
from engine.forty_fives.auction import after_call, opening, why_no_call
from engine.forty_fives.ranking import order_of
from engine.forty_fives.rules import Rules
from engine.forty_fives.scoring import score
from engine.forty_fives.state import (
    Auction,
    Bid,
    Call,
    Contract,
    Hold,
    Naming,
    Pass,
    Playing,
    Result,
    Table,
    Throwing,
    dealt,
    pack_of,
    undealt,
)
from engine.game import GameError, IllegalMove

Given = Mapping[str, Any]
Answer = dict[str, Any]

_DAMAGED: Final = (KeyError, TypeError, IndexError, AttributeError, AssertionError, StopIteration)
"""What a position that no table can come to stumbles over."""


def complaints(rules: Rules, case: Mapping[str, Any]) -> list[str]:
    """A sentence for each expectation of the case that the engine does not meet.

    ``ValueError`` when the case cannot be understood: an unknown kind, a missing or damaged part.
    """
    kind = case["kind"]
    if kind not in _ANSWERS:
        raise ValueError(f"“{kind}” is no kind of case of this game: {', '.join(_ANSWERS)}.")
    try:
        got = answer(rules, kind, case["given"])
    except IllegalMove as error:
        return [f"the engine refuses what is told: {error.refusal.rule}"]
    except GameError as error:
        raise ValueError(str(error)) from None
    except _DAMAGED as error:
        raise ValueError(f"The position given cannot be read: {error!r}.") from None
    found = []
    for name, wanted in case["expect"].items():
        if name == "not_to_call" and "may_call" in got:
            if wanted in got["may_call"]:
                found.append(f"seat {wanted} would be asked to call again")
        elif name not in got:
            found.append(f"{name}: expected {wanted}, but the answer has only {got}")
        elif _comparable(name, got[name]) != _comparable(name, wanted):
            found.append(f"{name}: expected {wanted}, got {got[name]}")
    return found


def _comparable(name: str, value: Any) -> Any:
    return sorted(value, key=str) if name == "legal" and isinstance(value, list) else value


def answer(rules: Rules, kind: str, given: Given) -> Answer:
    """What the engine says of a position, in the words of the case format."""
    return _ANSWERS[kind](rules, given)


# -- cards ----------------------------------------------------------------------------------------


def _legal(rules: Rules, given: Given) -> Answer:
    hand = [parse_card(text) for text in given["hand"]]
    led = given["led"]
    trick = [parse_card(text) for text in given.get("trick") or ([led] if led else [])]
    if led and card_text(trick[0]) != led:
        raise ValueError("The first card of the trick is not the card led.")
    faces = (*hand, *trick)
    if len(set(faces)) != len(faces):
        raise ValueError("A card is in two places.")
    players = max(2, len(trick) + 1)
    table = Table(rules, players, 0, (), faces, ())
    contract = Contract((), 0, rules.bids[0], order_of(rules, given["trump"]))
    hands = ((),) * len(trick) + (tuple(range(len(hand))),) + ((),) * (players - len(trick) - 1)
    slots = tuple(range(len(hand), len(faces)))
    position = Playing(table, contract, hands, 0, slots, ())
    moves = legality.legal_moves(position, len(trick))
    return {"legal": [card_text(faces[move.slot]) for move in moves]}  # type: ignore[union-attr]


def _trick(rules: Rules, given: Given) -> Answer:
    plays = tuple(parse_card(text) for text in given["plays"])
    table = Table(rules, len(plays), 0, (), plays, ())
    contract = Contract((), 0, rules.bids[0], order_of(rules, given["trump"]))
    return {"winner": transitions.best_play(table, contract, tuple(range(len(plays))))}


# -- the auction ----------------------------------------------------------------------------------


def _auction(rules: Rules, given: Given) -> Answer:
    position: Auction | Contract | None = _opening(rules, given)
    for seat, text in given["calls"]:
        call = _parse_call(text)
        if not isinstance(position, Auction):
            raise ValueError("There is a call after the auction is over.")
        if seat != position.turn:
            raise ValueError(f"Seat {seat} called, but it was the turn of seat {position.turn}.")
        refusal = why_no_call(position, call)
        if refusal is not None:
            raise IllegalMove(refusal)
        position = after_call(position, call)
    if position is None:
        return {"redeal": True, "may_call": []}
    if isinstance(position, Contract):
        over = {"bidder": position.bidder, "bid": position.bid, "may_call": []}
        return over | ({"trump": position.trump} if position.order else {})
    calls = legality.legal_moves(position, position.turn)
    still = [s for s in range(position.table.players) if _may_call(position, s)]
    legal = [_call_word(call) for call in calls if isinstance(call, Pass | Hold | Bid)]
    return {"turn": position.turn, "legal": legal, "may_call": still}


def _opening(rules: Rules, given: Given) -> Auction:
    players, dealer = given["players"], given["dealer"]
    undealt(rules, players, dealer)  # refuses a number of players these rules do not seat
    scores = tuple(given.get("scores") or (0,) * rules.side_count(players))
    nothing = (0,) * len(scores)
    before = Result(dealer, -1, 0, "", (), None, nothing, nothing, scores, None)
    return opening(Table(rules, players, dealer, (before,), (None,) * len(pack_of(rules)), ()))


def _may_call(position: Auction, seat: int) -> bool:
    if position.table.rules.rebid:
        return seat not in position.passed
    return all(caller != seat for caller, _ in position.calls)


def _parse_call(text: Any) -> Call:
    if text == "pass":
        return Pass()
    if text == "hold":
        return Hold()
    if type(text) is int:
        return Bid(text)
    figure, _, suit = str(text).partition(" ")
    if figure.isdigit() and suit:
        return Bid(int(figure), suit)
    raise ValueError(f"“{text}” is not a call.")


def _call_word(call: Call) -> str | int:
    if isinstance(call, Bid):
        return f"{call.figure} {call.trump}" if call.trump else call.figure
    return "pass" if isinstance(call, Pass) else "hold"


# -- scores and the course of a hand ----------------------------------------------------------------


def _score(rules: Rules, given: Given) -> Answer:
    bidder = rules.side(given["bidder"])
    bidding = given.get("sides_that_bid", [bidder])
    tricks = [rules.side(seat) for seat in given["tricks"]]
    best = given["best_trump_trick"]
    last = bool(given.get("last"))
    scored = score(rules, given["start"], bidder, given["bid"], tricks, best, bidding, last)
    return {
        "delta": list(scored.delta),
        "total": list(scored.totals),
        "winner": scored.winner,
    }


def _seats(rules: Rules, given: Given) -> Answer:
    try:
        undealt(rules, given["players"], 0)
    except GameError:
        return {"playable": False}
    return {"playable": True}


def _deal(rules: Rules, given: Given) -> Answer:
    hands, kitty = dealt(rules, given["players"], given["dealer"])
    return {"hands": [list(h) for h in hands], "kitty": list(kitty), "pack": len(pack_of(rules))}


def _after_auction(rules: Rules, players: int, dealer: int, bidder: int) -> Naming | Throwing:
    """The state after the auction, reached by calls: the bidder's the only bid."""
    start = transitions.deal(undealt(rules, players, dealer))
    while isinstance(start, Auction):
        bids = start.turn == bidder and not start.top
        calls = legality.legal_moves(start, start.turn)
        call = next(c for c in calls if isinstance(c, Bid if bids else Pass))
        start = transitions.step(start, start.turn, call)
    assert isinstance(start, Naming | Throwing)
    return start


def _named(position: Naming | Throwing) -> Throwing:
    """The state in which everyone throws; trumps do not matter here."""
    if isinstance(position, Naming):
        position = transitions.step(position, position.turn, legality.NAMES[0])  # type: ignore[assignment]
    assert isinstance(position, Throwing)
    return position


def _order(rules: Rules, given: Given) -> Answer:
    naming = _after_auction(rules, given["players"], given["dealer"], given["bidder"])
    kitty = set(dealt(rules, given["players"], given["dealer"])[1])
    sees = isinstance(naming, Naming) and bool(kitty) and kitty <= set(naming.hands[naming.turn])
    return {"sees_kitty_before_naming": sees, "names_after_auction": isinstance(naming, Naming)}


def _throw(rules: Rules, given: Given) -> Answer:
    players = given["players"]
    naming = _after_auction(rules, players, 0, 1)
    throwing = _named(naming)
    seat = 1 if given["bidder"] else 2 % players
    counts = [len(throw.slots) for throw in legality.legal_moves(throwing, seat)]  # type: ignore[union-attr]
    return {"least": min(counts), "most": max(counts)}


def _lead(rules: Rules, given: Given) -> Answer:
    position = _after_auction(rules, given["players"], given["dealer"], given["bidder"])
    state: Any = _named(position)
    while isinstance(state, Throwing):
        seat = legality.owed(state)[0].seat
        state = transitions.step(state, seat, legality.legal_moves(state, seat)[0])
    return {"leader": state.leader}


_ANSWERS: Final[dict[str, Callable[[Rules, Given], Answer]]] = {
    "legal": _legal,
    "trick": _trick,
    "auction": _auction,
    "score": _score,
    "seats": _seats,
    "deal": _deal,
    "order": _order,
    "throw": _throw,
    "lead": _lead,
}
