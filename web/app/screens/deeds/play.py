"""What taps do at the table of Deeds, and when it goes on by itself.

The table before the first card needs little: what shows moves, ends and rules is imported for them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from engine.deeds.deck import CARDS
from engine.deeds.payment import least_offer
from engine.deeds.state import State, owner_of, sets_of, stack_of
from engine.deeds.words import about
from web.app.model import Model
from web.app.page import Page
from web.app.screens.common import PAUSES, with_move
from web.app.screens.deeds import words
from web.app.screens.deeds.half import Ways, asked, may_play
from web.app.screens.deeds.over import told_before
from web.app.screens.deeds.strip import stack_text
from web.app.screens.deeds.table import table_page, ways_of
from web.app.tables import AppTable, asks, held
from web.app.telling import names

if TYPE_CHECKING:
    from web.app.screens.chapters import Chapter

# The same whatever a bot holds, so that its pause tells nothing: what shortens it all can see.
MOVE_MS, DONE_MS, SHUFFLE_MS, END_MS = 1100, 500, 400, 1800


class DeedsScreens:
    """The screens of Deeds; ``TableScreen`` says what each call does."""

    def enter(self, model: Model) -> Model:
        """To the table, or to the end the game has come to."""
        table = _table(model)
        screen = "game-over" if table.outcome is not None else "table"
        fresh = replace(model, screen=screen, touched=None, picked=(), figure=0, step=-1)
        return replace(fresh, log=told_before(table, names(model)))

    def page(self, model: Model) -> Page:
        """The page of the table's screens."""
        table = _table(model)
        if table.outcome is not None and model.screen == "game-over":
            from web.app.screens.deeds.result import game_over_page

            return game_over_page(model, table)
        return table_page(model, table)

    def act(self, model: Model, event: Mapping[str, Any]) -> Model:
        """Taps on cards, stacks, plates and the buttons of strip and sheets."""
        act = _ACTS.get(str(event.get("event")))
        return act(model, str(event.get("value", ""))) if act else model

    def pause(self, model: Model) -> int:
        """How long until a bot moves, the piles are shuffled or the end is shown."""
        table = _table(model)
        pause = 0
        if table.outcome is not None:
            pause = END_MS
        elif table.waits_for_shuffle:
            pause = SHUFFLE_MS
        elif table.bot_to_move() is not None:
            over = not table.state.plays and table.owed()[0].what == "play"
            pause = DONE_MS if over else MOVE_MS
        return int(pause * PAUSES[model.settings.pace])

    def rest(self, model: Model) -> Model:
        """The discard pile is shuffled, or the game is over."""
        table = _table(model)
        if table.outcome is not None:
            return replace(model, screen="game-over", touched=None, picked=(), figure=0)
        return replace(model, table=table.shuffle()) if table.waits_for_shuffle else model

    def summary(self, table: AppTable) -> str:
        """``Deeds · turn 12 · you have 1 of 3 sets``."""
        state: State = table.state
        if table.me < 0:
            return f"{table.variant.title} · turn {state.number}"
        sets = words.sets(sets_of(state, table.me), state.table.rules.sets)
        return f"{table.variant.title} · turn {state.number} · you have {sets}"

    def scores_line(self, table: AppTable) -> str:
        """``Deeds, turn 12, sets: You 1, Maeve 2``; nothing before the deal."""
        state: State = table.state
        if not state.number:
            return ""
        told = ", ".join(f"{name} {sets_of(state, seat)}" for seat, name in enumerate(table.names))
        return f"{table.variant.title}, turn {state.number}, sets: {told}"

    def result_text(self, model: Model) -> str:
        """The places, to share."""
        from web.app.screens.deeds.result import result_text

        return result_text(model, _table(model))

    def chapters(self, rules: Any) -> Sequence[Chapter]:
        """The rules in force."""
        from web.app.screens.deeds.manual import chapters

        return chapters(rules)


SCREENS: Final = DeedsScreens()


def _table(model: Model) -> AppTable:
    assert model.table is not None  # only asked for at a table
    return model.table


def _slot(value: str) -> int:
    return int(value) if value.isdecimal() else -1


def _nothing_chosen(model: Model) -> Model:
    return replace(model, touched=None, picked=(), figure=0)


# -- cards, stacks, plates ------------------------------------------------------------------------------


def _touch(model: Model, value: str) -> Model:
    """A card of the hand is touched: it tells about itself; touched again it is played, if plain."""
    table, slot = _table(model), _slot(value)
    state: State = table.state
    if slot not in held(table, state.hands) or asked(table) in ("pay", "place", "throw"):
        return model
    face = state.table.faces[slot]
    if face is None:  # still being dealt
        return model
    if model.touched == slot:
        prime = ways_of(model, table).prime()
        if prime is not None and prime.value is not None:
            return with_move(model, prime.value)
        return _nothing_chosen(model)
    fresh = replace(model, touched=slot, picked=(), figure=0)
    found = ways_of(fresh, table)
    prime = found.prime()
    if model.settings.first_tap and prime is not None and len(found.actions) == 1:
        return with_move(fresh, prime.value or "")
    from web.app.screens.deeds.ways import why_not

    why = why_not(state, table.me, slot) if asks(table) else ""
    told = f"{CARDS[face].title}. {about(state.table.rules, face)} {why}"
    return replace(fresh, said=(f"{told.strip()} {found.hint}".strip(),))


def _deed(model: Model, value: str) -> Model:
    """A stack is tapped: chosen for the card under the finger, or looked at."""
    table, deed = _table(model), _slot(value)
    state: State = table.state
    owner = owner_of(state, deed)
    if owner < 0:
        return model
    in_hand = model.touched is not None and model.touched in held(table, state.hands)
    found = ways_of(model, table) if in_hand else Ways()
    stack = stack_of(state.stacks[owner], deed)
    assert stack is not None and model is not None  # it has an owner
    if found.deeds.intersection(stack.deeds):
        return _picked(model, table, found, owner, deed)
    if in_hand and found.deeds and model.touched is not None:
        from web.app.screens.deeds.ways import why_not_this

        sentence = why_not_this(state, table.me, model.touched, deed)
        if sentence:
            return replace(model, refused=sentence, said=(sentence,))
    if model.touched in stack.deeds:
        return _nothing_chosen(model)
    fresh = replace(_nothing_chosen(model), touched=stack.deeds[0])
    return replace(fresh, said=(f"{stack.colour}: {stack_text(state, owner, stack)}",))


def _picked(model: Model, table: AppTable, found: Ways, owner: int, deed: int) -> Model:
    """One deed of the stack is chosen; the next one of it when it is tapped again."""
    from web.app.screens.deeds.taking import choices

    state: State = table.state
    able = choices(state, found.deeds, deed)
    stack = stack_of(state.stacks[owner], deed)
    assert stack is not None  # it was tapped
    before = [slot for slot in model.picked if slot in stack.deeds]
    place = able.index(before[0]) + 1 if before and before[0] in able else 0
    me = table.me
    kept = [slot for slot in model.picked if (owner_of(state, slot) == me) != (owner == me)]
    after = replace(model, picked=(*kept, able[place % len(able)]))
    return replace(after, said=(ways_of(after, table).hint,))


def _seat(model: Model, value: str) -> Model:
    """A plate is tapped: the one a card is played against, or looked at."""
    table, seat = _table(model), _slot(value)
    found = ways_of(model, table)
    if seat in found.seats:
        texts = [it.value for it in found.actions if it.event == "move" and it.value]
        for text in texts:
            if getattr(table.game.parse_move(text), "target", None) == seat:
                return with_move(model, text)
    return replace(model, over=f"seat-{seat}") if 0 <= seat < table.state.table.players else model


def _hike(model: Model, value: str) -> Model:
    """One Rent Hike more with the rent, or none again after the last."""
    table = _table(model)
    if model.touched is None or not asks(table) or not may_play(table.state, table.me):
        return model
    moves = table.game.legal_moves(table.state, table.me)
    most = max((len(m.hikes) for m in moves if getattr(m, "hikes", ())), default=0)
    return replace(model, figure=(model.figure + 1) % (most + 1))


# -- sheets -----------------------------------------------------------------------------------------------


def _give(model: Model, value: str) -> Model:
    """A card is added to the payment, or taken back."""
    from web.app.screens.deeds.sheets import offered, payable

    table, slot = _table(model), _slot(value)
    if asked(table) != "pay" or slot not in payable(table.state, table.me):
        return model
    chosen = offered(model, table)
    after = tuple(s for s in chosen if s != slot) if slot in chosen else (*chosen, slot)
    return replace(model, picked=after, figure=1)


def _choose(model: Model, value: str) -> Model:
    """The payment that costs least."""
    return replace(model, picked=(), figure=0)


def _pay(model: Model, value: str) -> Model:
    table = _table(model)
    if asked(table) != "pay":
        return model
    from web.app.screens.deeds.sheets import offered

    offer = offered(model, table) if model.figure else least_offer(table.state, table.me)
    return with_move(model, " ".join(["pay", *map(str, sorted(offer))]))


def _pick(model: Model, value: str) -> Model:
    """A card goes to the throw or comes back from it."""
    table, slot = _table(model), _slot(value)
    if asked(table) != "throw" or slot not in held(table, table.state.hands):
        return model
    if slot in model.picked:
        return replace(model, picked=tuple(s for s in model.picked if s != slot), touched=slot)
    return replace(model, picked=(*model.picked, slot), touched=slot)


def _throw(model: Model, value: str) -> Model:
    return with_move(model, " ".join(["throw", *map(str, sorted(model.picked))]))


_ACTS: Final[dict[str, Callable[[Model, str], Model]]] = {
    "card": _touch,
    "deed": _deed,
    "seat": _seat,
    "hike": _hike,
    "let-go": lambda model, value: _nothing_chosen(model),
    "move": with_move,
    "give": _give,
    "choose": _choose,
    "pay": _pay,
    "pick": _pick,
    "throw": _throw,
    "log": lambda model, value: replace(model, over="log"),
}
