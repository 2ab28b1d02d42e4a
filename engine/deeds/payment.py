"""What may be handed over for a debt: the product's own rules of Deeds, “Paying”.

An *offer* is a set of slots of one's own table. It *covers* when its values reach what is due. A
*lot* is what may be offered besides the bank: a deed, or a building where these may be given.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.deeds.deck import KIND, TEN, VALUE
from engine.deeds.holdings import worth
from engine.deeds.state import Stack, State, complete
from engine.game import Refusal

MOST_LISTED = 120  # offers; a table has a handful, a fortune late in a game thousands


@dataclass(frozen=True, slots=True)
class Lot:
    """Something to offer. Lots of one `group` are alike; `after`: only together with that slot."""

    slot: int
    value: int
    group: tuple[int, int, int]
    after: int = -1


def due_from(state: State, seat: int) -> int:
    """What the seat has to pay now in M; 0 when no payment is asked of it."""
    if state.action is None:
        return 0
    return sum(it.due for it in state.action.tracks if it.seat == seat and it.stage == "pay")


def everything(state: State, seat: int) -> tuple[int, ...]:
    """All the seat must hand over when it cannot cover a debt, ascending."""
    rules, faces = state.table.rules, state.table.faces
    slots = list(state.banks[seat])
    for stack in state.stacks[seat]:
        slots += (
            slot for slot in stack.deeds if rules.ten_when_short != "kept" or faces[slot] != TEN
        )
        if rules.buildings_payable:
            slots += _buildings(stack)
    return tuple(sorted(slots))


def why_no_offer(state: State, seat: int, offer: tuple[int, ...]) -> Refusal | None:
    """None when the offer settles the seat's debt as it should, else the rule against it."""
    if list(offer) != sorted(set(offer)):
        return Refusal("twice")
    bank, lots = state.banks[seat], {lot.slot: lot for lot in _lots(state, seat)}
    tens = set(_all_deeds(state, seat)) - set(lots)
    foreign = tuple(s for s in offer if s not in bank and s not in lots and s not in tens)
    if foreign:
        return Refusal("not on your table", foreign)
    due, faces = due_from(state, seat), state.table.faces
    if worth(bank, faces) + sum(lot.value for lot in lots.values()) < due:
        return None if offer == everything(state, seat) else Refusal("hand over all")
    if tens.intersection(offer):
        return Refusal("worth nothing", tuple(sorted(tens.intersection(offer))))
    return _why_not_covering(state, seat, offer, lots)


def _why_not_covering(
    state: State, seat: int, offer: tuple[int, ...], lots: dict[int, Lot]
) -> Refusal | None:
    """The same for a debt that the seat can cover."""
    due, faces, bank = due_from(state, seat), state.table.faces, state.banks[seat]
    given = [lots[slot] for slot in offer if slot in lots]
    needed, counted = due, offer
    if state.table.rules.pay_from == "bank first":
        held = worth(bank, faces)
        if held >= due and given:
            return Refusal("bank covers", tuple(lot.slot for lot in given))
        if held < due:
            kept = tuple(slot for slot in bank if slot not in offer)
            if kept:
                return Refusal("whole bank first", kept)
            needed, counted = due - held, tuple(lot.slot for lot in given)
    lone = tuple(lot.slot for lot in given if lot.after >= 0 and lot.after not in offer)
    if lone:
        return Refusal("hotel first", lone)
    total = worth(counted, faces)
    if total < needed:
        return Refusal("not enough")
    spare = tuple(slot for slot in counted if total - worth((slot,), faces) >= needed)
    return Refusal("more than needed", spare) if spare else None


def offers(state: State, seat: int) -> list[tuple[int, ...]]:
    """Offers that settle the seat's debt, of cards alike one for all, in a fixed order.

    Where there are more than ``MOST_LISTED`` the list breaks off; all in it are right.
    """
    due, faces, rules = due_from(state, seat), state.table.faces, state.table.rules
    values = [(slot, worth((slot,), faces)) for slot in state.banks[seat]]
    bank = [Lot(slot, value, (-1, value, 0)) for slot, value in values]
    lots = _lots(state, seat)
    held = sum(lot.value for lot in bank)
    if held + sum(lot.value for lot in lots) < due:
        return [everything(state, seat)]
    if rules.pay_from == "free choice":
        return _covering(bank + lots, due, ())
    if held >= due:
        return _covering(bank, due, ())
    return _covering(lots, due - held, state.banks[seat])


def least_offer(state: State, seat: int) -> tuple[int, ...]:
    """The offer that costs the seat least: the lowest value, then the fewest broken sets and deeds."""
    return min(offers(state, seat), key=lambda offer: _cost(state, seat, offer))


def _cost(state: State, seat: int, offer: tuple[int, ...]) -> tuple[int, int, int, int]:
    faces, given = state.table.faces, set(offer)
    broken = sum(
        complete(stack, faces) and not given.isdisjoint(stack.deeds) for stack in state.stacks[seat]
    )
    deeds = len(given.intersection(_all_deeds(state, seat)))
    return worth(offer, faces), broken, deeds, len(offer)


def _covering(lots: list[Lot], needed: int, always: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Every choice of lots that covers what is needed with no lot too many, up to the limit.

    Lots are tried from the dearest down and a choice ends as soon as it covers: then the last lot
    is the cheapest and none can be left out.
    """
    lots = sorted(lots, key=lambda lot: (-lot.value, lot.group, lot.slot))
    rest = [0] * (len(lots) + 1)
    for i in range(len(lots) - 1, -1, -1):
        rest[i] = rest[i + 1] + lots[i].value
    found: list[tuple[int, ...]] = []
    chosen: list[int] = []

    def choose(i: int, missing: int) -> None:
        if missing <= 0:
            found.append(tuple(sorted((*always, *chosen))))
            return
        if rest[i] < missing or len(found) >= MOST_LISTED:
            return
        lot = lots[i]
        if lot.after < 0 or lot.after in chosen:
            chosen.append(lot.slot)
            choose(i + 1, missing - lot.value)
            chosen.pop()
        # Leaving out one of several alike means leaving out all that follow.
        i += 1
        while i < len(lots) and lots[i].group == lot.group:
            i += 1
        choose(i, missing)

    choose(0, needed)
    return found[:MOST_LISTED]


def _lots(state: State, seat: int) -> list[Lot]:
    """What may be offered besides the bank towards a debt that can be covered."""
    faces, payable = state.table.faces, state.table.rules.buildings_payable
    lots = []
    for number, stack in enumerate(state.stacks[seat]):
        for slot in stack.deeds:
            face = faces[slot]
            if face is not None and VALUE[face]:
                # Deeds of a stack are alike but for what they can become.
                lots.append(Lot(slot, VALUE[face], (number, VALUE[face], _sort(face))))
        for building in _buildings(stack) if payable else ():
            after = stack.hotel if building == stack.house else -1
            value = worth((building,), faces)
            lots.append(Lot(building, value, (number, value, building + len(VALUE)), after))
    return lots


def _sort(face: int) -> int:
    """Alike for all deeds of a colour, and for a wild its own."""
    return face if KIND[face] == "wild" else -1


def _buildings(stack: Stack) -> tuple[int, ...]:
    return tuple(it for it in (stack.house, stack.hotel) if it >= 0)


def _all_deeds(state: State, seat: int) -> tuple[int, ...]:
    return tuple(slot for stack in state.stacks[seat] for slot in stack.deeds)
