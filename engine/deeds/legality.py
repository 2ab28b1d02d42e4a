"""Who owes which answer, which moves there are, and why a move may not be made.

``why_illegal`` judges by what the state knows of the cards: a card whose face is unknown here is
refused, for a logged move comes with the faces it shows. The lists in ``options`` come from the
same small questions (``askable``, ``takeable``, ``sites``), each of which stands for one rule.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from engine.deeds.deck import CARDS, COLOURS, DEED, HIKE, KIND, NO_CHANCE
from engine.deeds.holdings import arrangement, best_rent, is_loose, moved, whole
from engine.deeds.payment import why_no_offer
from engine.deeds.rules import SEATS
from engine.deeds.state import (
    EVERYONE,
    Accept,
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
    Track,
    Trade,
    owner_of,
    stack_of,
)
from engine.game import Question, Refusal

# -- whose answer is awaited ------------------------------------------------------------------------


def owed(state: State) -> tuple[Question, ...]:
    """The questions open now; what others owe comes before the turn goes on."""
    if state.result is not None or state.to_draw or not state.number:
        return ()
    action = state.action
    if action is None and not state.unplaced:
        return (_THROW if state.throwing else _PLAY)[state.turn]
    questions: list[Question] = []
    if action is not None:
        about = tuple(slot for slot in (action.take, action.give) if slot >= 0)
        for track in action.tracks:
            if track.stage == "answer":
                # The last No Chance tells the chains of several targets apart.
                said = (track.last,) if track.thrown else ()
                questions.append(Question(answering(state, track), "answer", about + said))
            elif track.stage == "pay":
                questions.append(Question(track.seat, "pay"))
    for wild in state.unplaced:
        questions.append(Question(wild.seat, "place", (wild.slot,)))
    return tuple(questions)


_PLAY: Final = tuple((Question(seat, "play"),) for seat in range(SEATS.stop))
_THROW: Final = tuple((Question(seat, "throw"),) for seat in range(SEATS.stop))


def answering(state: State, track: Track) -> int:
    """Who is next in the chain of No Chances: the target, then the player, and so on."""
    assert state.action is not None
    return state.action.player if track.thrown % 2 else track.seat


def track_of(state: State, target: int, stage: str) -> Track | None:
    """How far the action has come with a seat, when it is at this stage."""
    if state.action is None:
        return None
    found = (it for it in state.action.tracks if it.seat == target and it.stage == stage)
    return next(found, None)


# -- the small questions ----------------------------------------------------------------------------


def askable(state: State, seat: int, face: int) -> list[str]:
    """The colours on a rent card for which the seat can ask something."""
    stacks, faces = state.stacks[seat], state.table.faces
    held = {stack.colour for stack in stacks}
    return [c for c in CARDS[face].colours if c in held and best_rent(stacks, c, faces)]


def why_no_site(state: State, stack: Stack, kind: str) -> Refusal | None:
    """None when a House or Hotel may be put on a complete stack."""
    if not COLOURS[stack.colour].streets and state.table.rules.buildings_on == "streets":
        return Refusal("no building there")
    if kind == "house":
        return Refusal("one house", (stack.house,)) if stack.house >= 0 else None
    if stack.house < 0:
        return Refusal("house before hotel")
    return Refusal("one hotel", (stack.hotel,)) if stack.hotel >= 0 else None


def sites(state: State, seat: int, kind: str) -> list[int]:
    """The first deeds of one's own stacks that may have a House or Hotel."""
    stacks = whole(state.stacks[seat], state.table.faces)
    return [stack.deeds[0] for stack in stacks if why_no_site(state, stack, kind) is None]


def turning_back(state: State) -> set[tuple[int, str]]:
    """The moves of one wild (slot, colour) that bring back an arrangement seen in this turn."""
    if not state.seen:
        return set()
    stacks = state.stacks[state.turn]
    lies = {slot: stack.colour for stack in stacks for slot in stack.deeds}
    found = set()
    for past in state.seen:
        lay = [(slot, c) for c, deeds in past for slot in deeds if lies.get(slot) != c]
        # In stacks of one colour deeds may lie together in several ways, so all is compared.
        if len(lay) == 1 and lay[0][0] in lies and arrangement(moved(stacks, *lay[0])[0]) == past:
            found.add(lay[0])
    return found


# -- why a move may not be made ---------------------------------------------------------------------


def why_illegal(state: State, seat: int, move: Move) -> Refusal | None:
    """None when the seat may make the move, else the rule against it."""
    check = _CHECKS.get(type(move))
    if check is None:
        return Refusal("not a move")
    refusal = _why_not_asked(state, seat, type(move))
    return refusal if refusal is not None else check(state, seat, move)


def _why_not_asked(state: State, seat: int, kind: type) -> Refusal | None:
    wanted = _ANSWERS.get(kind, "play")
    asked = [question.what for question in owed(state) if question.seat == seat]
    if wanted in asked:
        return None
    if not asked and seat == state.turn and wanted == "play" and state.action is not None:
        return Refusal("others answer first")
    if not asked:
        return Refusal("not asked")
    if "throw" in asked:
        return Refusal("throw down first")
    return Refusal("answer first")


def _why_not_held(state: State, seat: int, slot: int) -> Refusal | None:
    if slot not in state.hands[seat]:
        return Refusal("not in your hand", (slot,))
    return Refusal("unknown card", (slot,)) if state.table.faces[slot] is None else None


def _why_not_played(
    state: State, seat: int, slot: int, *kinds: str, cost: int = 1
) -> Refusal | None:
    """None when the card is held, is of one of these kinds, and enough plays are left."""
    refusal = _why_not_held(state, seat, slot)
    if refusal is not None:
        return refusal
    if state.plays < cost:
        return Refusal("no plays left")
    face = state.table.faces[slot]
    assert face is not None  # held, and so known
    return None if KIND[face] in kinds else Refusal("another card", (slot,))


def _why_not_done(state: State, seat: int, move: Done) -> Refusal | None:
    return None


def _why_no_bank(state: State, seat: int, move: Bank) -> Refusal | None:
    refusal = _why_not_held(state, seat, move.slot)
    if refusal is not None:
        return refusal
    face = state.table.faces[move.slot]
    if face is not None and DEED[face]:
        return Refusal("deeds are not banked", (move.slot,))
    return None if state.plays else Refusal("no plays left")


def _why_no_lay(state: State, seat: int, move: Lay) -> Refusal | None:
    refusal = _why_not_played(state, seat, move.slot, "deed", "wild")
    return refusal or _why_no_colour(state, move.slot, move.colour)


def _why_no_colour(state: State, slot: int, colour: str) -> Refusal | None:
    face = state.table.faces[slot]
    if face is None:
        return Refusal("unknown card", (slot,))
    return None if colour in CARDS[face].colours else Refusal("not its colour", (slot,))


def _why_no_draw(state: State, seat: int, move: Draw) -> Refusal | None:
    return _why_not_played(state, seat, move.slot, "payday")


def _why_no_ask(state: State, seat: int, move: Ask) -> Refusal | None:
    refusal = _why_not_played(state, seat, move.slot, "bailiff", "whip-round")
    if refusal is not None:
        return refusal
    all_pay = KIND[state.table.faces[move.slot] or 0] == "whip-round"
    return _why_no_target(state, seat, move.target, all_pay)


def _why_no_target(state: State, seat: int, target: int, all_pay: bool) -> Refusal | None:
    if all_pay:
        return None if target == EVERYONE else Refusal("everyone pays")
    if target == EVERYONE:
        return Refusal("one pays")
    other = 0 <= target < state.table.players and target != seat
    return None if other else Refusal("nobody there")


def _why_no_rent(state: State, seat: int, move: Rent) -> Refusal | None:
    faces, hikes = state.table.faces, move.hikes
    refusal = _why_not_played(state, seat, move.slot, "rent", "any rent", cost=1 + len(hikes))
    if refusal is not None:
        return refusal
    if list(hikes) != sorted(set(hikes)):
        return Refusal("twice", hikes)
    for hike in hikes:
        refusal = _why_not_held(state, seat, hike)
        if refusal is not None:
            return refusal
        if faces[hike] != HIKE:
            return Refusal("another card", (hike,))
    face = faces[move.slot]
    assert face is not None  # checked above
    if move.colour not in CARDS[face].colours:
        return Refusal("not its colour", (move.slot,))
    if not best_rent(state.stacks[seat], move.colour, faces):
        return Refusal("no rent there")
    return _why_no_target(state, seat, move.target, KIND[face] == "rent")


def _why_no_take(state: State, seat: int, move: Take) -> Refusal | None:
    refusal = _why_not_played(state, seat, move.slot, "pickpocket")
    return refusal or _why_not_loose(state, seat, move.deed)


def _why_not_loose(state: State, seat: int, deed: int) -> Refusal | None:
    """None when a deed of somebody else lies in no complete set."""
    owner = owner_of(state, deed)
    if owner in (-1, seat):
        return Refusal("not somebody's deed", (deed,))
    loose = is_loose(state.stacks[owner], deed, state.table.faces)
    return None if loose else Refusal("in a complete set", (deed,))


def _why_no_trade(state: State, seat: int, move: Trade) -> Refusal | None:
    refusal = _why_not_played(state, seat, move.slot, "swap")
    if refusal is not None:
        return refusal
    if stack_of(state.stacks[seat], move.own) is None:
        return Refusal("not your deed", (move.own,))
    if not is_loose(state.stacks[seat], move.own, state.table.faces):
        return Refusal("in your complete set", (move.own,))
    return _why_not_loose(state, seat, move.deed)


def _why_no_seizure(state: State, seat: int, move: Seize) -> Refusal | None:
    refusal = _why_not_played(state, seat, move.slot, "takeover")
    if refusal is not None:
        return refusal
    owner = owner_of(state, move.deed)
    if owner in (-1, seat):
        return Refusal("not somebody's deed", (move.deed,))
    stacks = whole(state.stacks[owner], state.table.faces)
    if any(stack.deeds[0] == move.deed for stack in stacks):
        return None
    return Refusal("not a complete set", (move.deed,))


def _why_no_building(state: State, seat: int, move: Build) -> Refusal | None:
    refusal = _why_not_played(state, seat, move.slot, "house", "hotel")
    if refusal is not None:
        return refusal
    stacks = whole(state.stacks[seat], state.table.faces)
    stack = next((it for it in stacks if it.deeds[0] == move.deed), None)
    if stack is None:
        return Refusal("not your complete set", (move.deed,))
    return why_no_site(state, stack, KIND[state.table.faces[move.slot] or 0])


def _why_no_shift(state: State, seat: int, move: Shift) -> Refusal | None:
    stack = stack_of(state.stacks[seat], move.slot)
    if stack is None:
        return Refusal("not your deed", (move.slot,))
    face = state.table.faces[move.slot]
    if face is None or KIND[face] != "wild":
        return Refusal("not a wild deed", (move.slot,))
    if stack.colour == move.colour:
        return Refusal("lies there already", (move.slot,))
    refusal = _why_no_colour(state, move.slot, move.colour)
    if refusal is not None:
        return refusal
    if state.table.rules.moving_costs and not state.plays:
        return Refusal("no plays left")
    if (move.slot, move.colour) in turning_back(state):
        return Refusal("seen this turn", (move.slot,))
    return None


# -- answers ------------------------------------------------------------------------------------------


def _why_no_accept(state: State, seat: int, move: Accept) -> Refusal | None:
    track = track_of(state, move.target, "answer")
    if track is None or answering(state, track) != seat:
        return Refusal("not asked")
    return None


def _why_no_refusal(state: State, seat: int, move: Refuse) -> Refusal | None:
    track = track_of(state, move.target, "answer")
    if track is None or answering(state, track) != seat:
        return Refusal("not asked")
    if move.hike and (track.thrown or not why_hikes_stand(state, track)):
        return Refusal("no hike to stop")
    refusal = _why_not_held(state, seat, move.slot)
    if refusal is not None:
        return refusal
    if state.table.faces[move.slot] != NO_CHANCE:
        return Refusal("another card", (move.slot,))
    return None if can_afford_refusal(state, seat) else Refusal("no plays left")


def why_hikes_stand(state: State, track: Track) -> bool:
    """Whether a No Chance may be aimed at one hike alone."""
    return state.table.rules.no_chance_to_hike and track.hikes > 0


def can_afford_refusal(state: State, seat: int) -> bool:
    """Whether a No Chance may cost the seat what the table's rules say it costs."""
    free = not state.table.rules.no_chance_costs or seat != state.turn
    return free or state.plays > 0


def _why_no_pay(state: State, seat: int, move: Pay) -> Refusal | None:
    return why_no_offer(state, seat, move.slots)


def _why_no_place(state: State, seat: int, move: Place) -> Refusal | None:
    if not any(wild.seat == seat and wild.slot == move.slot for wild in state.unplaced):
        return Refusal("not waiting for a colour", (move.slot,))
    return _why_no_colour(state, move.slot, move.colour)


def _why_no_throw(state: State, seat: int, move: Throw) -> Refusal | None:
    if list(move.slots) != sorted(set(move.slots)):
        return Refusal("twice")
    foreign = tuple(slot for slot in move.slots if slot not in state.hands[seat])
    if foreign:
        return Refusal("not in your hand", foreign)
    return None if len(move.slots) == too_many(state, seat) else Refusal("throw exactly")


def too_many(state: State, seat: int) -> int:
    """How many cards the seat holds beyond the limit."""
    return max(0, len(state.hands[seat]) - state.table.rules.hand_limit)


_ANSWERS: Final = {
    Accept: "answer",
    Refuse: "answer",
    Pay: "pay",
    Place: "place",
    Throw: "throw",
}

_CHECKS: Final[dict[type, Callable[[State, int, Any], Refusal | None]]] = {
    Done: _why_not_done,
    Bank: _why_no_bank,
    Lay: _why_no_lay,
    Draw: _why_no_draw,
    Ask: _why_no_ask,
    Rent: _why_no_rent,
    Take: _why_no_take,
    Trade: _why_no_trade,
    Seize: _why_no_seizure,
    Build: _why_no_building,
    Shift: _why_no_shift,
    Accept: _why_no_accept,
    Refuse: _why_no_refusal,
    Pay: _why_no_pay,
    Place: _why_no_place,
    Throw: _why_no_throw,
}
