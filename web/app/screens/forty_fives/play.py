"""What taps do at the family's table, and when it goes on by itself.

The table before the first card needs little: what shows results and rules is imported for them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from engine.forty_fives.legality import PLAYS
from engine.forty_fives.state import Auction, HandOver, Naming, Playing, State, Throw, Throwing
from engine.game import GameError
from web.app.model import Model
from web.app.page import Page
from web.app.screens.common import PAUSES, with_move
from web.app.screens.forty_fives import words
from web.app.screens.forty_fives.seats import shown_trick
from web.app.screens.forty_fives.table import table_page
from web.app.tables import AppTable, asks, held

if TYPE_CHECKING:
    from web.app.screens.chapters import Chapter

CALL_MS, CARD_MS, TRICK_MS, THROW_MS = 750, 700, 1500, 60


class FortyFivesScreens:
    """The screens of the family; ``TableScreen`` says what each call does."""

    def enter(self, model: Model) -> Model:
        """To the table, or to the result the table has come to."""
        table = _table(model)
        screen = "result" if isinstance(table.state, HandOver) else "table"
        return replace(model, screen=screen, touched=None, picked=(), step=-1)

    def page(self, model: Model) -> Page:
        """The page of the table's screens."""
        table = _table(model)
        if not isinstance(table.state, HandOver) or model.screen == "table":
            return table_page(model, table)
        from web.app.screens.forty_fives.result import game_over_page, result_page

        if model.screen == "game-over" and table.outcome is not None:
            return game_over_page(model, table)
        return result_page(model, table)

    def act(self, model: Model, event: Mapping[str, Any]) -> Model:
        """Taps on cards, calls, suits, throws, and through the result."""
        act = _ACTS.get(str(event.get("event")))
        return act(model, str(event.get("value", ""))) if act else model

    def pause(self, model: Model) -> int:
        """How long until a bot moves or the hand's result is shown."""
        table = _table(model)
        pace = PAUSES[model.settings.pace]
        return int(_pause(table.state, table.bot_to_move() is not None) * pace)

    def rest(self, model: Model) -> Model:
        """The hand is over: its result."""
        return self.enter(model) if isinstance(_table(model).state, HandOver) else model

    def summary(self, table: AppTable) -> str:
        """``110 · hand 4 · you have 35``."""
        state: State = table.state
        over = isinstance(state, HandOver)
        hand = len(state.table.results) + (0 if over else 1)
        if table.me < 0:
            return f"{table.variant.title} · hand {hand}"
        score = words.number(state.table.scores[state.table.rules.side(table.me)])
        return f"{table.variant.title} · hand {hand} · you have {score}"

    def scores_line(self, table: AppTable) -> str:
        """``110, after 3 hands: You 35, Maeve 45``; nothing before the first hand is over."""
        if not table.state.table.results:
            return ""
        from web.app.screens.forty_fives.result import scores_line

        return scores_line(table)

    def result_text(self, model: Model) -> str:
        """The places, to share."""
        from web.app.screens.forty_fives.result import result_text

        return result_text(model, _table(model))

    def chapters(self, rules: Any) -> Sequence[Chapter]:
        """The rules in force."""
        from web.app.screens.forty_fives.manual import chapters

        return chapters(rules)


SCREENS: Final = FortyFivesScreens()


def _table(model: Model) -> AppTable:
    assert model.table is not None  # only asked for at a table
    return model.table


def _pause(state: State, bot: bool) -> int:
    if isinstance(state, HandOver):
        return TRICK_MS
    if not bot:
        return 0
    if isinstance(state, Playing):
        return TRICK_MS if shown_trick(state) is not None else CARD_MS
    return THROW_MS if isinstance(state, Throwing) else CALL_MS


# -- taps -----------------------------------------------------------------------------------------------


def _touch(model: Model, value: str) -> Model:
    """A card is touched: it tells about itself; touched again it is played."""
    table = _table(model)
    slot = int(value) if value.isdigit() else -1
    state: State = table.state
    if not isinstance(state, Auction | Naming | Playing) or slot not in held(table, state.hands):
        return model
    if state.table.faces[slot] is None:  # still being dealt
        return model
    mine = isinstance(state, Playing) and asks(table)
    legal = mine and table.game.why_illegal(state, table.me, PLAYS[slot]) is None
    if legal and (model.touched == slot or model.settings.first_tap):
        return with_move(model, f"play {slot}")
    if model.touched == slot:
        return replace(model, touched=None)
    return replace(model, touched=slot, said=(_spoken(model, table, slot, mine),))


def _spoken(model: Model, table: AppTable, slot: int, mine: bool) -> str:
    """What the strip says, for the live region."""
    from engine.cards import card_name
    from web.app.screens.forty_fives.hand import about

    state = table.state
    face = state.table.faces[slot]
    sentence = f"{card_name(face)}. {about(state, face)}"
    if mine:
        refusal = table.game.why_illegal(state, table.me, PLAYS[slot])
        if refusal is not None:
            sentence += f" {table.game.explain(state, table.me, refusal)}"
    return sentence


def _pick(model: Model, value: str) -> Model:
    """A card goes to the throw or comes back from it; the rest is kept."""
    table = _table(model)
    slot = int(value) if value.isdigit() else -1
    if not isinstance(table.state, Throwing) or slot not in held(table, table.state.hands):
        return model
    if slot in model.picked:
        return replace(model, picked=tuple(s for s in model.picked if s != slot), touched=slot)
    return replace(model, picked=(*model.picked, slot), touched=slot)


def _choose(model: Model, value: str) -> Model:
    """The throw a steady player would make, to be looked at before it is made."""
    table = _table(model)
    if not isinstance(table.state, Throwing) or not asks(table):
        return model
    from engine.bots.bot import find_bot

    move = table.advice(table.me, find_bot("steady"))
    return replace(model, picked=move.slots if isinstance(move, Throw) else ())


def _throw(model: Model, value: str) -> Model:
    return with_move(model, " ".join(["throw", *map(str, sorted(model.picked))]))


def _call(model: Model, value: str) -> Model:
    return with_move(model, f"bid {value}" if value[:1].isdigit() else value)


def _figure(model: Model, value: str) -> Model:
    """The figure of a bid whose suit is chosen next; none goes back to the figures."""
    return replace(model, figure=int(value) if value.isdigit() else 0)


def _next_hand(model: Model, value: str) -> Model:
    """The next deal, unless it has been dealt or the game is over."""
    table = _table(model)
    if not table.waits_for_shuffle:
        return model
    try:
        dealt = table.shuffle()
    except GameError:
        return model
    return SCREENS.enter(replace(model, table=dealt))


def _step(model: Model, value: str) -> Model:
    return replace(model, step=int(value) if value.isdigit() else 0)


_ACTS: Final = {
    "card": _touch,
    "play": lambda model, value: with_move(model, f"play {value}"),
    "call": _call,
    "figure": _figure,
    "name": lambda model, value: with_move(model, f"name {value}"),
    "pick": _pick,
    "choose": _choose,
    "throw": _throw,
    "last-trick": lambda model, value: replace(model, over="last-trick"),
    "next-hand": _next_hand,
    "places": lambda model, value: replace(model, screen="game-over"),
    "see-hand": lambda model, value: replace(model, screen="result"),
    "step": _step,
}
