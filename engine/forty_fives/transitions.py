"""What a move does: one function a phase, unchecked.

Source: the sections "Deal", "Kitty", "Draw" and "Play" of the rules.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from engine.forty_fives.auction import after_call, bidding_sides, opening
from engine.forty_fives.ranking import order_of
from engine.forty_fives.rules import HAND
from engine.forty_fives.scoring import score
from engine.forty_fives.state import (
    Auction,
    Call,
    Contract,
    HandOver,
    Hands,
    Move,
    Name,
    Naming,
    Play,
    Playing,
    Result,
    ShortStock,
    State,
    Table,
    Throw,
    Throwing,
    Trick,
    Undealt,
    dealt,
    first_in_stock,
    from_left,
    pack_of,
)
from engine.game import Fresh, GameError, Mix, Remix, Shuffle

ROUND: Final = 3  # cards a seat is given in the first round of the draw; the rest in the second

# -- shuffles -------------------------------------------------------------------------------------


def shuffle_wanted(state: State) -> Shuffle | None:
    """A whole pack before a hand; what was thrown when the stock has run short."""
    if isinstance(state, ShortStock):
        return Remix(tuple(sorted(slot for own in state.contract.thrown for slot in own)))
    if isinstance(state, Undealt) or (isinstance(state, HandOver) and state.result.winner is None):
        return Fresh(pack_of(state.table.rules))
    return None


def deal(state: State) -> State:
    """The state after the wanted shuffle; ``GameError`` when none is wanted, as for a second deal."""
    wanted = shuffle_wanted(state)
    table = state.table
    if isinstance(wanted, Fresh):
        dealer = (table.dealer + 1) % table.players if isinstance(state, HandOver) else table.dealer
        unknown = (None,) * len(wanted.pack)
        return opening(Table(table.rules, table.players, dealer, table.results, unknown, ()))
    if isinstance(state, ShortStock) and wanted is not None:
        first = len(table.faces)
        born = tuple(range(first, first + len(wanted.slots)))
        faces = table.faces + (None,) * len(born)
        table = replace(table, faces=faces, mixes=(*table.mixes, Mix(wanted.slots, born)))
        return _draw(table, state.contract, state.hands, state.waiting, born)
    raise GameError("The cards are dealt already.")


# -- calls, trumps, throws ------------------------------------------------------------------------


def _call(state: Auction, seat: int, move: Call) -> State:
    after = after_call(state, move)
    if isinstance(after, Auction):
        return after
    if after is None:
        return _redeal(state, move)
    table = state.table
    hands = state.hands
    if after.order is not None:  # the suit was named with the bid
        return Throwing(table, after, _take_kitty(table, after, hands), (None,) * table.players)
    if table.rules.trump_named == "after kitty":
        hands = _take_kitty(table, after, hands)
    return Naming(table, after, hands)


def _redeal(state: Auction, last: Call) -> HandOver:
    """Everyone passed and nobody is stuck: the hands are laid open and the next dealer deals."""
    table = state.table
    nothing = (0,) * len(table.scores)
    result = Result(table.dealer, -1, 0, "", (), None, nothing, nothing, table.scores, None)
    contract = Contract((*state.calls, (state.turn, last)), -1, 0)
    table = replace(table, results=(*table.results, result))
    return HandOver(table, contract, state.hands, ())


def _take_kitty(table: Table, contract: Contract, hands: Hands) -> Hands:
    kitty = dealt(table.rules, table.players, table.dealer)[1]
    return _with_hand(hands, contract.bidder, tuple(sorted(hands[contract.bidder] + kitty)))


def _with_hand(hands: Hands, seat: int, hand: tuple[int, ...]) -> Hands:
    return (*hands[:seat], hand, *hands[seat + 1 :])


def _name(state: Naming, seat: int, move: Name) -> State:
    table, contract, hands = state.table, state.contract, state.hands
    order = order_of(table.rules, move.trump)
    if table.rules.trump_named != "after kitty":
        hands = _take_kitty(table, contract, hands)
    named = Contract(contract.calls, contract.bidder, contract.bid, order)
    return Throwing(table, named, hands, (None,) * table.players)


def _throw(state: Throwing, seat: int, move: Throw) -> State:
    thrown = (*state.thrown[:seat], move.slots, *state.thrown[seat + 1 :])
    if None in thrown:
        return Throwing(state.table, state.contract, state.hands, thrown)
    all_thrown = tuple([own for own in thrown if own is not None])
    old = state.contract
    contract = Contract(old.calls, old.bidder, old.bid, old.order, all_thrown)
    hands = tuple(
        [
            tuple([slot for slot in hand if slot not in own]) if own else hand
            for hand, own in zip(state.hands, all_thrown, strict=True)
        ]
    )
    table = state.table
    stock = range(first_in_stock(table), len(table.faces))
    return _draw(table, contract, hands, _draw_order(table, hands), tuple(stock))


def _draw_order(table: Table, hands: Hands) -> tuple[int, ...]:
    """The seats in the order they are given cards: left of the dealer first, up to three each,
    then a second round."""
    order = from_left(table.players, table.dealer)
    needs = [(seat, HAND - len(hands[seat])) for seat in order]
    first = [seat for seat, need in needs for _ in range(min(need, ROUND))]
    return (*first, *[seat for seat, need in needs for _ in range(need - ROUND)])


def _draw(
    table: Table,
    contract: Contract,
    hands: Hands,
    waiting: tuple[int, ...],
    stock: tuple[int, ...],
) -> State:
    """Deal the stock out to those who wait for cards; then play, or wait for a new stock."""
    grown = [list(hand) for hand in hands]
    for seat, slot in zip(waiting, stock, strict=False):
        grown[seat].append(slot)
    hands = tuple([tuple(hand) for hand in grown])
    if len(waiting) > len(stock):
        return ShortStock(table, contract, hands, waiting[len(stock) :])
    return Playing(table, contract, hands, _first_leader(table, contract), (), ())


def _first_leader(table: Table, contract: Contract) -> int:
    leads = table.rules.leads
    if leads == "bidder":
        return contract.bidder
    seat = contract.bidder if leads == "left of bidder" else table.dealer
    return (seat + 1) % table.players


# -- playing --------------------------------------------------------------------------------------


def _play(state: Playing, seat: int, move: Play) -> State:
    table, contract, hands = state.table, state.contract, state.hands
    slot = move.slot
    hand = hands[seat]
    place = hand.index(slot)
    hands = (*hands[:seat], hand[:place] + hand[place + 1 :], *hands[seat + 1 :])
    trick = (*state.trick, slot)
    if len(trick) < table.players:
        return Playing(table, contract, hands, state.leader, trick, state.tricks)
    winner = (state.leader + best_play(table, contract, trick)) % table.players
    tricks = (*state.tricks, Trick(state.leader, trick, winner))
    if len(tricks) < HAND:
        return Playing(table, contract, hands, winner, (), tricks)
    table = replace(table, results=(*table.results, _result(table, contract, tricks)))
    return HandOver(table, contract, (), tricks)


def best_play(table: Table, contract: Contract, trick: tuple[int, ...]) -> int:
    """Which card of a trick takes it, by its place: the highest trump, else the highest of the
    suit led."""
    faces, order = table.faces, contract.order
    led = faces[trick[0]]
    assert order is not None and led is not None  # trumps are named and played cards are open
    power = order.power[led]
    best, most = 0, power[led]
    for place, slot in enumerate(trick):
        strength = power[faces[slot]]  # type: ignore[index]
        if strength > most:
            best, most = place, strength
    return best


def best_trump_trick(table: Table, contract: Contract, tricks: tuple[Trick, ...]) -> int | None:
    """The trick that holds the best trump played, which always takes it; None without a trump."""
    order = contract.order
    assert order is not None
    best, most = None, order.strength[order.trumps[-1]] - 1
    for number, trick in enumerate(tricks):
        place = (trick.winner - trick.leader) % table.players
        strength = order.strength[table.faces[trick.slots[place]]]  # type: ignore[index]
        if strength > most:
            best, most = number, strength
    return best


def _is_last(table: Table) -> bool:
    """Whether the game is over with this hand, whatever the score. A redeal is no hand."""
    played = sum(result.bidder >= 0 for result in table.results)
    return bool(table.rules.hands) and played + 1 >= table.rules.hands


def _result(table: Table, contract: Contract, tricks: tuple[Trick, ...]) -> Result:
    rules = table.rules
    best = best_trump_trick(table, contract, tricks)
    winners = tuple([trick.winner for trick in tricks])
    scored = score(
        rules,
        table.scores,
        rules.side(contract.bidder),
        contract.bid,
        [rules.side(seat) for seat in winners],
        best,
        bidding_sides(rules, contract),
        last=_is_last(table),
    )
    return Result(
        table.dealer,
        contract.bidder,
        contract.bid,
        contract.trump,
        winners,
        best,
        scored.taken,
        scored.delta,
        scored.totals,
        scored.winner,
    )


_STEPS: Final[dict[type, Callable[[Any, int, Any], State]]] = {
    Auction: _call,
    Naming: _name,
    Throwing: _throw,
    Playing: _play,
}


def step(state: State, seat: int, move: Move) -> State:
    """The state after a legal move of the seat."""
    return _STEPS[type(state)](state, seat, move)
