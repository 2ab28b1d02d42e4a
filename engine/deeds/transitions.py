"""How a move changes the state: unchecked, for ``legality`` has judged it.

A move changes the table; then the action is closed when it is settled with everyone, and the win is
looked for. Amounts are fixed when an action is declared; cards are drawn when there are any, and
wait for a shuffle of the discard pile when there are none.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from engine.deeds.deck import KIND
from engine.deeds.holdings import (
    arrangement,
    best_rent,
    moved,
    with_deed,
    without_deed,
    worth,
)
from engine.deeds.legality import track_of
from engine.deeds.payment import everything
from engine.deeds.state import (
    EVERYONE,
    Accept,
    Action,
    Ask,
    Bank,
    Build,
    Done,
    Draw,
    Hands,
    Lay,
    Move,
    Pay,
    Place,
    Refuse,
    Rent,
    Seize,
    Shift,
    Stack,
    Stacks,
    State,
    Table,
    Take,
    Throw,
    Track,
    Trade,
    Wild,
    changed,
    owner_of,
    pack_of,
    sets_of,
    stack_of,
)
from engine.game import Fresh, GameError, Mix, Outcome, Remix, Shuffle

FIRST_HAND: Final = 5  # cards each at the start
BAILIFF: Final = 5  # M
WHIP_ROUND: Final = 2  # M
PAYDAY: Final = 2  # cards

# -- shuffles, the deal, draws ------------------------------------------------------------------------


def shuffle_wanted(state: State) -> Shuffle | None:
    """The pack before the deal; the discard pile when a draw finds the stock empty."""
    if not state.number:
        return Fresh(pack_of(state.table.rules))
    return Remix(state.discard) if state.to_draw and state.result is None else None


def deal(state: State) -> State:
    """The state after the wanted shuffle: five cards each, or the draw goes on."""
    if shuffle_wanted(state) is None:
        raise GameError("No shuffle is wanted now.")
    table = state.table
    if not state.number:
        slots = tuple(range(len(pack_of(table.rules))))
        dealt = FIRST_HAND * table.players
        hands = tuple(slots[seat : dealt : table.players] for seat in range(table.players))
        first = (table.dealer + 1) % table.players
        known = Table(table.rules, table.players, table.dealer, (None,) * len(slots))
        stock = slots[: dealt - 1 : -1]
        state = changed(state, table=known, stock=stock, hands=hands, turn=first)
        return _begin_turn(state, first)
    before, count = len(table.faces), len(state.discard)
    born = tuple(range(before, before + count))
    faces = table.faces + (None,) * count
    mixes = (*table.mixes, Mix(state.discard, born))
    known = Table(table.rules, table.players, table.dealer, faces, mixes)
    return _drawn(changed(state, table=known, stock=born[::-1], discard=()), state.to_draw)


def _begin_turn(state: State, seat: int) -> State:
    rules = state.table.rules
    count = rules.draw if state.hands[seat] else rules.draw_empty
    state = _drawn(
        state,
        count,
        turn=seat,
        number=state.number + 1,
        plays=rules.plays,
        throwing=False,
        seen=(),
    )
    return _after_change(state, state) if rules.win_off_turn == "own turn" else state


def _drawn(state: State, count: int, **changes: Any) -> State:
    """After other changes so many cards come to the seat on turn.

    What is missing waits for a shuffle of the discard pile; where there is none, there are no more.
    """
    taken = min(count, len(state.stock))
    changes["to_draw"] = count - taken if state.discard else 0
    if taken:
        turn = changes.get("turn", state.turn)
        drawn = state.stock[: -taken - 1 : -1]
        changes["hands"] = _set(state.hands, turn, state.hands[turn] + drawn)
        changes["stock"] = state.stock[:-taken]
    return changed(state, **changes)


# -- a move ---------------------------------------------------------------------------------------------


def step(state: State, seat: int, move: Move) -> State:
    """The state after a legal move."""
    after = _STEPS[type(move)](state, seat, move)
    if after.action is not None and after.action is not state.action:
        after = _closed(after)
    if after.stacks is state.stacks and after.unplaced is state.unplaced:
        return after
    turn = state.turn
    if after.turn == turn and after.stacks[turn] is not state.stacks[turn]:
        after = changed(after, seen=(*after.seen, arrangement(state.stacks[turn])))
    return _after_change(after, state)


def _closed(state: State) -> State:
    """Without its action, when that is settled with everyone."""
    assert state.action is not None
    if all(track.stage == "done" for track in state.action.tracks):
        return changed(state, action=None)
    return state


def _after_change(state: State, before: State) -> State:
    """With a winner, when the change is resolved and somebody has sets enough."""
    if state.unplaced or state.result is not None:
        return state
    rules, players = state.table.rules, state.table.players
    if rules.win_off_turn == "own turn":
        seats = [state.turn]
    elif before.unplaced:
        seats = [(state.turn + i) % players for i in range(players)]
    else:
        order = [(state.turn + i) % players for i in range(players)]
        seats = [seat for seat in order if state.stacks[seat] is not before.stacks[seat]]
    for seat in seats:
        # So many sets need as many stacks: most tables are told by that alone.
        if len(state.stacks[seat]) >= rules.sets and sets_of(state, seat) >= rules.sets:
            return _ended(state, (seat,), "sets complete")
    return state


def _ended(state: State, winners: tuple[int, ...], reason: str) -> State:
    return changed(state, result=Outcome(winners, reason), action=None, throwing=False, to_draw=0)


# -- plays ------------------------------------------------------------------------------------------------


def _bank(state: State, seat: int, move: Bank) -> State:
    banks = _set(state.banks, seat, (*state.banks[seat], move.slot))
    hands = _set(state.hands, seat, _less(state.hands[seat], move.slot))
    return changed(state, hands=hands, banks=banks, plays=state.plays - 1)


def _lay(state: State, seat: int, move: Lay) -> State:
    hands = _set(state.hands, seat, _less(state.hands[seat], move.slot))
    stacks = _put(state.stacks, seat, with_deed(state.stacks[seat], move.slot, move.colour))
    return changed(state, hands=hands, stacks=stacks, plays=state.plays - 1)


def _shift(state: State, seat: int, move: Shift) -> State:
    stacks, binned = moved(state.stacks[seat], move.slot, move.colour)
    plays = state.plays - state.table.rules.moving_costs
    state = changed(state, stacks=_put(state.stacks, seat, stacks), plays=plays)
    return _bin(state, seat, binned)


def _spent(state: State, seat: int, *slots: int) -> State:
    """After these cards were played from the hand to the discard pile, one play each."""
    hands = _set(state.hands, seat, _less(state.hands[seat], *slots))
    plays = state.plays - len(slots)
    return changed(state, hands=hands, discard=state.discard + slots, plays=plays)


def _draw(state: State, seat: int, move: Draw) -> State:
    return _drawn(_spent(state, seat, move.slot), PAYDAY)


def _build(state: State, seat: int, move: Build) -> State:
    house = KIND[state.table.faces[move.slot] or 0] == "house"
    stacks = tuple(
        stack
        if move.deed not in stack.deeds
        else Stack(stack.colour, stack.deeds, move.slot)
        if house
        else Stack(stack.colour, stack.deeds, stack.house, move.slot)
        for stack in state.stacks[seat]
    )
    hands = _set(state.hands, seat, _less(state.hands[seat], move.slot))
    stacks_by_seat = _put(state.stacks, seat, stacks)
    return changed(state, hands=hands, stacks=stacks_by_seat, plays=state.plays - 1)


# -- actions ----------------------------------------------------------------------------------------------


def _ask(state: State, seat: int, move: Ask) -> State:
    kind = KIND[state.table.faces[move.slot] or 0]
    due = WHIP_ROUND if kind == "whip-round" else BAILIFF
    tracks = tuple(Track(target, due) for target in _targets(state, seat, move.target))
    return changed(_spent(state, seat, move.slot), action=Action(kind, seat, tracks))


def _rent(state: State, seat: int, move: Rent) -> State:
    kind = KIND[state.table.faces[move.slot] or 0]
    hikes = len(move.hikes)
    due = best_rent(state.stacks[seat], move.colour, state.table.faces) << hikes
    tracks = tuple(Track(it, due, hikes) for it in _targets(state, seat, move.target))
    action = Action(kind, seat, tracks, move.colour)
    return changed(_spent(state, seat, move.slot, *move.hikes), action=action)


def _targets(state: State, seat: int, target: int) -> list[int]:
    players = state.table.players
    if target != EVERYONE:
        return [target]
    return [(seat + i) % players for i in range(1, players)]


def _take(state: State, seat: int, move: Take) -> State:
    tracks = (Track(owner_of(state, move.deed)),)
    action = Action("pickpocket", seat, tracks, take=move.deed)
    return changed(_spent(state, seat, move.slot), action=action)


def _trade(state: State, seat: int, move: Trade) -> State:
    tracks = (Track(owner_of(state, move.deed)),)
    action = Action("swap", seat, tracks, give=move.own, take=move.deed)
    return changed(_spent(state, seat, move.slot), action=action)


def _seize(state: State, seat: int, move: Seize) -> State:
    tracks = (Track(owner_of(state, move.deed)),)
    action = Action("takeover", seat, tracks, take=move.deed)
    return changed(_spent(state, seat, move.slot), action=action)


# -- answers ----------------------------------------------------------------------------------------------


def _refuse(state: State, seat: int, move: Refuse) -> State:
    track = _track(state, move.target, "answer")
    costs = state.table.rules.no_chance_costs and seat == state.turn
    on_hike = move.hike or track.on_hike
    longer = Track(track.seat, track.due, track.hikes, track.thrown + 1, on_hike, last=move.slot)
    hands = _set(state.hands, seat, _less(state.hands[seat], move.slot))
    discard = (*state.discard, move.slot)
    state = changed(state, hands=hands, discard=discard, plays=state.plays - costs)
    return _tracked(state, longer)


def _accept(state: State, seat: int, move: Accept) -> State:
    """The chain ends: an odd number of No Chances has cancelled what it was about."""
    track = _track(state, move.target, "answer")
    cancelled = track.thrown % 2 == 1
    if track.on_hike:
        gone = int(cancelled)
        return _tracked(state, Track(track.seat, track.due >> gone, track.hikes - gone))
    if cancelled:
        return _settled(state, track)
    return _happens(state, track)


def _happens(state: State, track: Track) -> State:
    """The action stands against this seat."""
    action = state.action
    assert action is not None
    if track.due:
        if not everything(state, track.seat):
            return _settled(state, track)  # who has nothing to give is asked for nothing
        return _tracked(state, Track(track.seat, track.due, track.hikes, track.thrown, stage="pay"))
    if action.kind == "takeover":
        state = _takeover(state, action, track.seat)
    else:
        state = _handed(state, track.seat, action.player, (action.take,))
        if action.give >= 0:
            state = _handed(state, action.player, track.seat, (action.give,))
    return _settled(state, track)


def _takeover(state: State, action: Action, loser: int) -> State:
    stack = stack_of(state.stacks[loser], action.take)
    assert stack is not None  # nothing changes while the chain runs
    rest = tuple(it for it in state.stacks[loser] if it is not stack)
    stacks = _put(state.stacks, loser, rest)
    stacks = _put(stacks, action.player, (*stacks[action.player], stack))
    return changed(state, stacks=stacks)


def _pay(state: State, seat: int, move: Pay) -> State:
    track, action = _track(state, seat, "pay"), state.action
    assert action is not None
    deeds = tuple(slot for slot in move.slots if stack_of(state.stacks[seat], slot))
    rest = tuple(slot for slot in move.slots if slot not in deeds)
    state = _without_buildings(state, seat, rest)
    banks = _set(state.banks, seat, _less(state.banks[seat], *rest))
    banks = _set(banks, action.player, banks[action.player] + rest)
    state = _handed(changed(state, banks=banks), seat, action.player, deeds)
    return _settled(state, track)


def _without_buildings(state: State, seat: int, slots: tuple[int, ...]) -> State:
    """After these buildings were taken off the seat's stacks, wherever they go."""
    if not any(stack.house in slots or stack.hotel in slots for stack in state.stacks[seat]):
        return state
    stacks = tuple(
        Stack(
            stack.colour,
            stack.deeds,
            -1 if stack.house in slots else stack.house,
            -1 if stack.hotel in slots else stack.hotel,
        )
        for stack in state.stacks[seat]
    )
    return changed(state, stacks=_put(state.stacks, seat, stacks))


def _handed(state: State, giver: int, taker: int, deeds: tuple[int, ...]) -> State:
    """After deeds went from one table to another; wild ones wait for their colour there."""
    if not deeds:
        return state
    faces = state.table.faces
    left, got = state.stacks[giver], state.stacks[taker]
    unplaced = state.unplaced
    binned: tuple[int, ...] = ()
    for slot in deeds:
        stack = stack_of(left, slot)
        assert stack is not None  # judged, or looked up
        left, fallen = without_deed(left, slot)
        binned += fallen
        if KIND[faces[slot] or 0] == "wild":
            unplaced = (*unplaced, Wild(taker, slot))
        else:
            got = with_deed(got, slot, stack.colour)
    stacks = _put(_put(state.stacks, giver, left), taker, got)
    return _bin(changed(state, stacks=stacks, unplaced=unplaced), giver, binned)


def _bin(state: State, owner: int, buildings: tuple[int, ...]) -> State:
    """After buildings of a broken set went where the table's rules say."""
    if not buildings:
        return state
    if state.table.rules.binned_buildings == "discard":
        return changed(state, discard=state.discard + buildings)
    return changed(state, banks=_set(state.banks, owner, state.banks[owner] + buildings))


def _place(state: State, seat: int, move: Place) -> State:
    stacks = _put(state.stacks, seat, with_deed(state.stacks[seat], move.slot, move.colour))
    unplaced = tuple(wild for wild in state.unplaced if wild.slot != move.slot)
    return changed(state, stacks=stacks, unplaced=unplaced)


# -- the end of a turn --------------------------------------------------------------------------------------


def _done(state: State, seat: int, move: Done) -> State:
    if len(state.hands[seat]) > state.table.rules.hand_limit:
        return changed(state, throwing=True)
    return _next_turn(state)


def _throw(state: State, seat: int, move: Throw) -> State:
    hands = _set(state.hands, seat, _less(state.hands[seat], *move.slots))
    if state.table.rules.throw_under:
        opened = state.opened
        for slot in move.slots:
            opened |= 1 << slot
        stock = move.slots[::-1] + state.stock
        return _next_turn(changed(state, hands=hands, stock=stock, opened=opened))
    return _next_turn(changed(state, hands=hands, discard=state.discard + move.slots))


def _next_turn(state: State) -> State:
    limit, players = state.table.rules.turn_limit, state.table.players
    if limit and state.number >= limit:
        faces, seats = state.table.faces, range(players)
        marks = [(sets_of(state, seat), worth(state.banks[seat], faces)) for seat in seats]
        best = max(marks)
        return _ended(state, tuple(s for s in seats if marks[s] == best), "turn limit")
    return _begin_turn(state, (state.turn + 1) % players)


# -- small helps ----------------------------------------------------------------------------------------------


def _track(state: State, target: int, stage: str) -> Track:
    track = track_of(state, target, stage)
    assert track is not None  # judged by ``legality``
    return track


def _tracked(state: State, track: Track) -> State:
    """The state with a seat's track in place of its former one."""
    action = state.action
    assert action is not None
    tracks = tuple(track if it.seat == track.seat else it for it in action.tracks)
    again = Action(action.kind, action.player, tracks, action.colour, action.give, action.take)
    return changed(state, action=again)


def _settled(state: State, track: Track) -> State:
    done = Track(track.seat, track.due, track.hikes, track.thrown, track.on_hike, "done")
    return _tracked(state, done)


def _less(cards: tuple[int, ...], *gone: int) -> tuple[int, ...]:
    return tuple(slot for slot in cards if slot not in gone)


def _set(hands: Hands, seat: int, cards: tuple[int, ...]) -> Hands:
    return (*hands[:seat], cards, *hands[seat + 1 :])


def _put(stacks: tuple[Stacks, ...], seat: int, own: Stacks) -> tuple[Stacks, ...]:
    return (*stacks[:seat], own, *stacks[seat + 1 :])


_STEPS: Final[dict[type, Callable[[State, int, Any], State]]] = {
    Done: _done,
    Bank: _bank,
    Lay: _lay,
    Shift: _shift,
    Draw: _draw,
    Ask: _ask,
    Rent: _rent,
    Take: _take,
    Trade: _trade,
    Seize: _seize,
    Build: _build,
    Accept: _accept,
    Refuse: _refuse,
    Pay: _pay,
    Place: _place,
    Throw: _throw,
}
