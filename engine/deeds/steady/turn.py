"""What to play: every play worth a thought is weighed, and the best is made while any is worth it.

    worth = what it gains − what its cards are worth kept (+ a little for emptying the hand)

Cards that would have to be thrown down at the end are worth nothing kept. A wild is moved only to
where the table is worth more, so moving ends.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Final

from engine.deeds.deck import CARDS, COLOURS, DEED, HIKE, KIND, TEN, VALUE
from engine.deeds.holdings import best_rent, moved, rent_of, with_deed
from engine.deeds.legality import sites, why_illegal
from engine.deeds.state import (
    EVERYONE,
    Ask,
    Bank,
    Build,
    Done,
    Draw,
    Lay,
    Move,
    Rent,
    Shift,
    Stack,
    Stacks,
    complete,
    stack_of,
)
from engine.deeds.steady.hand import bite, lays_in, spare, waits
from engine.deeds.steady.plan import winning
from engine.deeds.steady.reasons import set_of, why_banked, why_built, why_laid, why_lies, why_rent
from engine.deeds.steady.sight import SIZE, Sight, purse
from engine.deeds.steady.steals import pickpockets, swaps, takeovers
from engine.deeds.transitions import BAILIFF, WHIP_ROUND

DRAW: Final = 12.0  # a Payday goes first of all
DRAW_LAST: Final = 3.0  # with the last play: what it draws must wait
FULL: Final = 3.0  # for each card that will have to go at the end
BUILT: Final = 3.5  # a building on a set
DEARER: Final = 0.05  # for each M of rent that the set earns already
PLAY: Final = 1.5  # a play that a hike costs besides
MOVE: Final = 1.5  # a play that moving a wild costs, where it does
EMPTY: Final = 2.0  # for each card with which the hand comes to an end, so that more are drawn
LIGHT: Final = 3.0  # what may go for that; a dearer card stays, and so the hand is not empty
SLIGHT: Final = 0.05  # moving a wild for less is not worth a thought

Idea = tuple[float, Move, Callable[[], str]]


def play(sight: Sight) -> tuple[Move, str]:
    """The play to make, or the end of the turn, and why."""
    won = winning(sight)
    if won is not None:
        return won
    best: Idea = (0.0, Done(), partial(_why_done, sight))
    for idea in _ideas(sight):
        if idea[0] > best[0]:
            best = idea
    return best[1], best[2]()


def _why_done(sight: Sight) -> str:
    if not sight.hand:
        return "the hand is empty"
    if not sight.view.plays:
        return "all plays are made"
    return "what is left in the hand is worth more later"


def _ideas(sight: Sight) -> Iterator[Idea]:
    """Every move worth a thought, with its worth and why."""
    if sight.view.plays:
        yield from _plays(sight)
    yield from _shifts(sight)


def _plays(sight: Sight) -> Iterator[Idea]:
    extra, loose = _emptying(sight), spare(sight)
    earned = _earning(sight, sight.own)
    for worth, move, why in _lays(sight, loose, earned):
        yield worth + extra, move, why
    seen: set[int] = set()
    for slot, face in sight.hand:
        if DEED[face] or face in seen:
            continue
        if slot not in loose:
            seen.add(face)  # those alike are as good; but one that has to go comes cheaper
        cost = 0.0 if slot in loose else waits(face)
        for worth, move, why in _uses(sight, slot, face, earned):
            yield worth - cost + extra, move, why


def _emptying(sight: Sight) -> float:
    """What each play is worth besides when the hand can come to an end in this turn."""
    rules = sight.rules
    if len(sight.hand) > sight.view.plays or rules.draw_empty <= rules.draw:
        return 0.0
    return 0.0 if any(waits(face) > LIGHT for _, face in sight.hand) else EMPTY


# -- deeds ----------------------------------------------------------------------------------------


def _lays(sight: Sight, loose: frozenset[int], earned: float) -> Iterator[Idea]:
    """For each colour the deeds of the hand that go there, as many as are best on the average."""
    deeds = [(slot, face) for slot, face in sight.hand if DEED[face]]
    for colour in _open_colours(sight, [face for _, face in deeds]):
        fits = [(slot, face) for slot, face in deeds if lays_in(face, colour)]
        fits.sort(key=lambda card: (len(CARDS[card[1]].colours), card))
        after, cost = sight.own, 0.0
        best: tuple[float, Stacks] = (0.0, after)
        for count, (slot, face) in enumerate(fits[: sight.view.plays], 1):
            after = with_deed(after, slot, colour)
            cost += 0.0 if slot in loose else waits(face)
            gain = sight.gain(after) - cost
            if count < sight.view.plays and earned >= 0:
                gain += max(0.0, _earning(sight, after) - earned)
            if gain / count > best[0]:
                best = gain / count, after
        if best[0] > 0:
            first = fits[0][0]
            yield best[0], Lay(first, colour), partial(_why_lay, sight, best[1], first, colour)


def _open_colours(sight: Sight, faces: list[int]) -> list[str]:
    """The colours in which a deed of the hand might be laid; for a ten where it is wanted."""
    colours = {colour for face in faces if face != TEN for colour in CARDS[face].colours}
    if TEN in faces:
        colours |= {it.colour for it in sight.own if len(it.deeds) < SIZE[it.colour]}
        colours = colours or set(COLOURS)
    return sorted(colours)


def _why_lay(sight: Sight, after: Stacks, slot: int, colour: str) -> str:
    stack = stack_of(after, slot)
    now = stack_of(with_deed(sight.own, slot, colour), slot)
    assert stack is not None and now is not None  # it was just put there
    if len(stack.deeds) > len(now.deeds) and complete(stack, sight.faces):
        return f"{set_of(colour)} can be completed in this turn"
    return why_laid(sight, slot, colour)


def _shifts(sight: Sight) -> Iterator[Idea]:
    """Wild deeds that are worth more in another colour."""
    costs = sight.rules.moving_costs
    if costs and not sight.view.plays:
        return
    for stack in sight.own:
        for slot in stack.deeds:
            card = CARDS[sight.face(slot)]
            for colour in card.colours if card.kind == "wild" else ():
                if colour == stack.colour:
                    continue
                after, _ = moved(sight.own, slot, colour)
                gain = sight.gain(after) - (MOVE if costs else 0.0)
                move = Shift(slot, colour)
                if gain > SLIGHT and why_illegal(sight.view, sight.seat, move) is None:
                    yield gain, move, partial(why_lies, sight, after, slot)


# -- money and actions ----------------------------------------------------------------------------


def _uses(sight: Sight, slot: int, face: int, earned: float) -> Iterator[Idea]:
    """What a card that is no deed may be played for."""
    kind, bank = KIND[face], sight.money(sight.seat)
    banked = purse(bank + VALUE[face]) - purse(bank)
    yield banked, Bank(slot), partial(why_banked, VALUE[face])
    if kind in ("house", "hotel"):
        yield from _buildings(sight, slot, kind, earned)
    elif kind in ("rent", "any rent"):
        yield from _rents(sight, slot, face)
    elif kind in _USES:
        yield from _USES[kind](sight, slot)


def _draws(sight: Sight, slot: int) -> Iterator[Idea]:
    """A Payday is worth little with the last play, and less when cards will have to go."""
    plays = sight.view.plays - 1
    going = len(sight.hand) + 1 - plays - sight.rules.hand_limit
    worth = (DRAW if plays else DRAW_LAST) - FULL * max(0, going)
    yield worth, Draw(slot), lambda: "new cards come before all else"


def _from_all(sight: Sight, slot: int) -> Iterator[Idea]:
    worth = sum(bite(sight, seat, WHIP_ROUND) for seat in sight.others())
    yield worth, Ask(slot, EVERYONE), lambda: f"everyone pays {WHIP_ROUND}M"


def _from_one(sight: Sight, slot: int) -> Iterator[Idea]:
    worth, seat = _worst_hit(sight, BAILIFF)
    yield worth, Ask(slot, seat), lambda: f"{BAILIFF}M hurts this player most"


_USES: Final[dict[str, Callable[[Sight, int], Iterator[Any]]]] = {
    "payday": _draws,
    "whip-round": _from_all,
    "bailiff": _from_one,
    "takeover": takeovers,
    "pickpocket": pickpockets,
    "swap": swaps,
}


def _worst_hit(sight: Sight, due: int) -> tuple[float, int]:
    """What it is worth that one other pays so much, and who."""
    worth, seat = max((bite(sight, seat, due), -seat) for seat in sight.others())
    return worth, -seat


def _rents(sight: Sight, slot: int, face: int) -> Iterator[Idea]:
    """The best rent of a card, as it is and raised."""
    rent, colour = _best_colour(sight, sight.own, face)
    if not rent:
        return
    hikes = [it for it, other in sight.hand if other == HIKE][: sight.view.plays - 1]
    for count in range(len(hikes) + 1):
        due = rent << count
        worth, target = _charged(sight, face, due)
        worth -= count * (waits(HIKE) + PLAY)
        move = Rent(slot, colour, tuple(sorted(hikes[:count])), target)
        yield worth, move, partial(why_rent, due, count)


def _best_colour(sight: Sight, stacks: Stacks, face: int) -> tuple[int, str]:
    """The highest rent a card can ask for with these deeds, and its colour."""
    held = {stack.colour for stack in stacks}
    colours = [colour for colour in CARDS[face].colours if colour in held]
    return max(((best_rent(stacks, c, sight.faces), c) for c in colours), default=(0, ""))


def _charged(sight: Sight, face: int, due: int) -> tuple[float, int]:
    """What it is worth that so much is asked with this card, and of whom."""
    if KIND[face] == "rent":
        return sum(bite(sight, seat, due) for seat in sight.others()), EVERYONE
    return _worst_hit(sight, due)


def _earning(sight: Sight, stacks: Stacks) -> float:
    """What the best rent card of the hand would earn with these deeds; -1 when there is none."""
    best = -1.0
    for face in {face for _, face in sight.hand if KIND[face] in ("rent", "any rent")}:
        rent, _ = _best_colour(sight, stacks, face)
        best = max(best, _charged(sight, face, rent)[0] if rent else 0.0)
    return best


def _buildings(sight: Sight, slot: int, kind: str, earned: float) -> Iterator[Idea]:
    """A House or Hotel on the set that earns most with it."""
    for deed in sites(sight.view, sight.seat, kind):
        stacks = tuple(_built(it, slot, kind) if deed in it.deeds else it for it in sight.own)
        worth = BUILT + sight.gain(stacks)
        if sight.view.plays > 1 and earned >= 0:
            worth += max(0.0, _earning(sight, stacks) - earned)
        stack = stack_of(sight.own, deed)
        assert stack is not None  # it is a site
        worth += DEARER * rent_of(stack, sight.faces)
        yield worth, Build(slot, deed), partial(why_built, stack.colour)


def _built(stack: Stack, slot: int, kind: str) -> Stack:
    if kind == "house":
        return Stack(stack.colour, stack.deeds, slot)
    return Stack(stack.colour, stack.deeds, stack.house, slot)
