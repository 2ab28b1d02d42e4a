"""What happened, and what a seat sees, told in English: for a screen reader and for the terminal.

Only public things are told of a move, and only what a seat's own view holds of a position.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from engine.deeds.deck import CARDS, COLOURS
from engine.deeds.holdings import rent_of, worth
from engine.deeds.legality import owed, too_many
from engine.deeds.payment import due_from
from engine.deeds.state import (
    Accept,
    Action,
    Ask,
    Bank,
    Build,
    Done,
    Draw,
    Lay,
    Move,
    Pay,
    Place,
    Refuse,
    Rent,
    Seize,
    Shift,
    Stack,
    State,
    Take,
    Throw,
    Trade,
    owner_of,
    sets_of,
    stack_of,
)
from engine.deeds.words import cards, money, title
from engine.english import YOU, does, listed, within

Names = Sequence[str]

# -- moves ----------------------------------------------------------------------------------------


def said(before: State, seat: int, move: Move, after: State, names: Names) -> str:
    """A move in whole sentences, from what is public, with all that it led to."""
    first = f"{_SAID[type(move)](before, seat, move, after, names)}."
    return " ".join([first, *_led_to(before, seat, after, names)])


def _led_to(before: State, seat: int, after: State, names: Names) -> list[str]:
    """What else the change brought: broken sets, a turn that begins, a shuffle, the end."""
    lines = []
    binned = _buildings(before) - _buildings(after) - set(sum(after.banks, ()))
    if binned:
        what = _all_of(before, sorted(binned))
        lost = "are" if len(binned) > 1 else "is"
        lines.append(f"{what[0].upper()}{what[1:]} on the broken set {lost} lost.")
    if after.result is not None:
        return [*lines, _ending(after, names)]
    if after.to_draw:
        lines.append("The draw pile is empty: the discard pile is shuffled into a new one.")
    if after.number != before.number:
        lines.append(f"{does([names[after.turn]], 'is', 'are')} on turn.")
    return lines


def _buildings(state: State) -> set[int]:
    stacks = (stack for stacks in state.stacks for stack in stacks)
    return {slot for stack in stacks for slot in (stack.house, stack.hotel) if slot >= 0}


def _ending(state: State, names: Names) -> str:
    assert state.result is not None
    winners = [names[seat] for seat in state.result.winners]
    if state.result.reason == "turn limit":
        share = "share the game" if len(winners) > 1 else ""
        ends = share or ("win" if winners[0] == YOU else "wins")
        return f"The last turn is over: {within(listed(winners))} {ends}."
    return f"{does(winners, 'wins', 'win')} with {state.table.rules.sets} complete sets."


def _all_of(state: State, slots: Sequence[int]) -> str:
    return listed([_the(title(state, slot)) for slot in slots])


def _the(name: str) -> str:
    """A building or an action with its article; a place has its own name."""
    return f"the {name}" if name in _COMMON else name


_COMMON: Final = {card.title for card in CARDS if card.kind not in ("deed", "wild", "money")}


def _verb(names: Names, seat: int, third: str, second: str) -> str:
    return does([names[seat]], third, second)


def _said_done(before: State, seat: int, move: Done, after: State, names: Names) -> str:
    return _verb(names, seat, "ends the turn", "end your turn")


def _said_bank(before: State, seat: int, move: Bank, after: State, names: Names) -> str:
    name, amount = title(after, move.slot), money(worth((move.slot,), after.table.faces))
    what = amount if name == amount else f"{_the(name)} for {amount}"
    return f"{_verb(names, seat, 'banks', 'bank')} {what}"


def _said_lay(before: State, seat: int, move: Lay, after: State, names: Names) -> str:
    what = _deed(after, move.slot)
    return f"{_verb(names, seat, 'lays', 'lay')} {what} as {move.colour}{_counted(after, seat, move.slot)}"


def _said_shift(before: State, seat: int, move: Shift, after: State, names: Names) -> str:
    return f"{_verb(names, seat, 'moves', 'move')} a wild deed to {move.colour}"


def _said_place(before: State, seat: int, move: Place, after: State, names: Names) -> str:
    return f"{_verb(names, seat, 'lays', 'lay')} the wild deed as {move.colour}"


def _counted(state: State, seat: int, slot: int) -> str:
    stack = stack_of(state.stacks[seat], slot)
    if stack is None:
        return ""
    return f", {len(stack.deeds)} of {COLOURS[stack.colour].size}"


def _deed(state: State, slot: int) -> str:
    face = state.table.faces[slot]
    return "a wild deed" if face is not None and CARDS[face].kind == "wild" else title(state, slot)


def _said_draw(before: State, seat: int, move: Draw, after: State, names: Names) -> str:
    drawn = len(after.hands[seat]) - len(before.hands[seat]) + 1
    return f"{_verb(names, seat, 'plays Payday and draws', 'play Payday and draw')} {cards(drawn)}"


def _said_ask(before: State, seat: int, move: Ask, after: State, names: Names) -> str:
    action = after.action
    assert action is not None  # always answered
    if action.kind == "whip-round":
        each = money(action.tracks[0].due)
        return f"{_verb(names, seat, 'plays', 'play')} Whip-round: everyone else owes {each}"
    return f"{_verb(names, seat, 'sends', 'send')} the Bailiff: {_owes(action, names)}"


def _owes(action: Action, names: Names) -> str:
    track = action.tracks[0]
    return within(f"{does([names[track.seat]], 'owes', 'owe')} {money(track.due)}")


def _said_rent(before: State, seat: int, move: Rent, after: State, names: Names) -> str:
    action = after.action
    assert action is not None  # always answered
    hikes = len(move.hikes)
    hiked = f", raised by {'a Rent Hike' if hikes == 1 else f'{hikes} Rent Hikes'}" if hikes else ""
    asks = f"{_verb(names, seat, 'asks', 'ask')} rent for {move.colour}{hiked}"
    if len(action.tracks) == 1:
        return f"{asks}: {_owes(action, names)}"
    return f"{asks}: everyone else owes {money(action.tracks[0].due)}"


def _whose(names: Names, seat: int) -> str:
    return "your" if names[seat] == YOU else f"{names[seat]}'s"


def _said_take(before: State, seat: int, move: Take, after: State, names: Names) -> str:
    owner = _whose(names, owner_of(before, move.deed))
    plays = _verb(names, seat, "plays Pickpocket for", "play Pickpocket for")
    return f"{plays} {owner} {_deed_short(before, move.deed)}"


def _deed_short(state: State, slot: int) -> str:
    face = state.table.faces[slot]
    return "wild deed" if face is not None and CARDS[face].kind == "wild" else title(state, slot)


def _said_trade(before: State, seat: int, move: Trade, after: State, names: Names) -> str:
    owner = _whose(names, owner_of(before, move.deed))
    offers = _verb(names, seat, "plays Swap:", "play Swap:")
    return f"{offers} {_deed(before, move.own)} against {owner} {_deed_short(before, move.deed)}"


def _said_seize(before: State, seat: int, move: Seize, after: State, names: Names) -> str:
    owner = owner_of(before, move.deed)
    stack = stack_of(before.stacks[owner], move.deed)
    colour = stack.colour if stack else ""
    plays = _verb(names, seat, "plays", "play")
    return f"{plays} Hostile Takeover for {_whose(names, owner)} {colour} set"


def _said_build(before: State, seat: int, move: Build, after: State, names: Names) -> str:
    stack = stack_of(after.stacks[seat], move.deed)
    colour = stack.colour if stack else ""
    rent = money(rent_of(stack, after.table.faces)) if stack else ""
    puts = _verb(names, seat, "puts", "put")
    return f"{puts} a {title(after, move.slot)} on {colour}: its rent is {rent} now"


def _said_accept(before: State, seat: int, move: Accept, after: State, names: Names) -> str:
    action = before.action
    assert action is not None  # else nothing to accept
    track = next(it for it in action.tracks if it.seat == move.target)
    if track.thrown:
        cancelled = "is cancelled" if track.thrown % 2 else "stands"
        what = "the Rent Hike" if track.on_hike else _the(_action_name(action))
        return f"{_verb(names, seat, 'lets', 'let')} it be: {what} {cancelled}"
    lets = _verb(names, seat, "lets", "let")
    if track.due:
        if _done_with(after, move.target):
            return (
                f"{lets} it stand and has nothing to give"
                if names[seat] != YOU
                else (f"{lets} it stand and have nothing to give")
            )
        return (
            f"{lets} it stand and must pay {money(track.due)}"
            if names[seat] == YOU
            else (f"{lets} it stand and owes {money(track.due)}")
        )
    return f"{lets} it stand: {_taken(before, action, move.target, names)}"


def _done_with(state: State, target: int) -> bool:
    action = state.action
    return action is None or any(t.seat == target and t.stage == "done" for t in action.tracks)


def _action_name(action: Action) -> str:
    kind = "rent" if "rent" in action.kind else action.kind
    found = (card.title for card in CARDS if card.kind == kind)
    return "rent" if kind == "rent" else next(found)


def _taken(before: State, action: Action, loser: int, names: Names) -> str:
    player = names[action.player]
    if action.kind == "takeover":
        stack = stack_of(before.stacks[loser], action.take)
        what = f"the {stack.colour if stack else ''} set"
        return f"{within(does([player], 'gets', 'get'))} {what}"
    got = f"{within(does([player], 'gets', 'get'))} {_deed(before, action.take)}"
    return f"{got} for {_deed(before, action.give)}" if action.give >= 0 else got


def _said_refuse(before: State, seat: int, move: Refuse, after: State, names: Names) -> str:
    says = _verb(names, seat, "says No Chance", "say No Chance")
    action = before.action
    assert action is not None  # else nothing to refuse
    if move.hike:
        return f"{says} to the Rent Hike"
    if seat != move.target:
        return f"{says} to {_whose(names, move.target)} No Chance"
    track = next(it for it in action.tracks if it.seat == move.target)
    return f"{says} in answer" if track.thrown else f"{says} to {_the(_action_name(action))}"


def _said_pay(before: State, seat: int, move: Pay, after: State, names: Names) -> str:
    action = before.action
    assert action is not None  # else nothing to pay
    player = "you" if names[action.player] == YOU else names[action.player]
    faces = before.table.faces
    total = worth(move.slots, faces)
    deeds = [slot for slot in move.slots if stack_of(before.stacks[seat], slot)]
    told = listed([_deed(before, slot) for slot in deeds])
    if not total:
        return f"{_verb(names, seat, 'hands', 'hand')} {player} {told}, for want of anything else"
    with_deeds = f", {told} among it" if deeds else ""
    return f"{_verb(names, seat, 'pays', 'pay')} {player} {money(total)}{with_deeds}"


def _said_throw(before: State, seat: int, move: Throw, after: State, names: Names) -> str:
    return f"{_verb(names, seat, 'throws', 'throw')} {_all_of(after, move.slots)} down"


_SAID: Final[dict[type, Callable[[State, int, Any, State, Names], str]]] = {
    Done: _said_done,
    Bank: _said_bank,
    Lay: _said_lay,
    Shift: _said_shift,
    Place: _said_place,
    Draw: _said_draw,
    Ask: _said_ask,
    Rent: _said_rent,
    Take: _said_take,
    Trade: _said_trade,
    Seize: _said_seize,
    Build: _said_build,
    Accept: _said_accept,
    Refuse: _said_refuse,
    Pay: _said_pay,
    Throw: _said_throw,
}

# -- positions --------------------------------------------------------------------------------------


def tell(state: State, seat: int, names: Names) -> list[str]:
    """What the seat sees, line by line; a face that its view does not hold is never told."""
    if not state.number:
        return ["The cards are not dealt yet."]
    rules = state.table.rules
    limit = f" of {rules.turn_limit}" if rules.turn_limit else ""
    lines = [f"Turn {state.number}{limit}: {names[state.turn]}. {rules.sets} sets win."]
    lines += [_holding(state, it, names) for it in range(state.table.players)]
    if state.result is not None:
        return [*lines, _ending(state, names)]
    if seat < 0:
        return lines
    hand = [f"{title(state, slot)} ({slot})" for slot in state.hands[seat]]
    lines.append(f"Your hand: {listed(hand)}." if hand else "Your hand is empty.")
    asked = [question.what for question in owed(state) if question.seat == seat]
    return lines + [_WANTED[what](state, seat, names) for what in asked]


def _holding(state: State, seat: int, names: Names) -> str:
    faces = state.table.faces
    stacks = [_stack(stack, state) for stack in state.stacks[seat]]
    deeds = listed(stacks) if stacks else "no deeds"
    bank = money(worth(state.banks[seat], faces))
    held, sets = cards(len(state.hands[seat])), sets_of(state, seat)
    return f"{names[seat]}: {sets} set{'' if sets == 1 else 's'}; {deeds}; bank {bank}; {held} in hand."


def _stack(stack: Stack, state: State) -> str:
    built = "".join(
        f" with {word}"
        for word, slot in (("House", stack.house), ("Hotel", stack.hotel))
        if slot >= 0
    )
    slots = " ".join(map(str, stack.deeds))
    return f"{stack.colour} {len(stack.deeds)} of {COLOURS[stack.colour].size}{built} ({slots})"


def _wanted_play(state: State, seat: int, names: Names) -> str:
    left = state.plays
    return f"It is your turn; {left} play{'' if left == 1 else 's'} left."


def _wanted_throw(state: State, seat: int, names: Names) -> str:
    return f"Throw {cards(too_many(state, seat))} down."


def _wanted_answer(state: State, seat: int, names: Names) -> str:
    action = state.action
    assert action is not None  # else nothing is asked
    if seat == action.player:
        return "Your action was answered with a No Chance: let it be, or say No Chance."
    return f"{_against(state, action, seat, names)}: let it stand, or say No Chance."


def _against(state: State, action: Action, seat: int, names: Names) -> str:
    player = names[action.player]
    track = next(it for it in action.tracks if it.seat == seat)
    if track.due:
        return f"{player} asks {money(track.due)} of you"
    if action.kind == "takeover":
        stack = stack_of(state.stacks[seat], action.take)
        return f"{player} wants your {stack.colour if stack else ''} set"
    wants = f"{player} wants your {_deed_short(state, action.take)}"
    return f"{wants} for {_deed(state, action.give)}" if action.give >= 0 else wants


def _wanted_pay(state: State, seat: int, names: Names) -> str:
    action = state.action
    assert action is not None  # else nothing is owed
    bank = listed([f"{money(worth((s,), state.table.faces))} ({s})" for s in state.banks[seat]])
    owing = f"You owe {names[action.player]} {money(due_from(state, seat))}."
    return f"{owing} Your bank: {bank}." if bank else owing


def _wanted_place(state: State, seat: int, names: Names) -> str:
    wild = next(it for it in state.unplaced if it.seat == seat)
    return f"Name a colour for the {title(state, wild.slot)} ({wild.slot})."


_WANTED: Final[dict[str, Callable[[State, int, Names], str]]] = {
    "play": _wanted_play,
    "throw": _wanted_throw,
    "answer": _wanted_answer,
    "pay": _wanted_pay,
    "place": _wanted_place,
}
