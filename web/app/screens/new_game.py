"""New game: how many players, who the others are, by which rules."""

from __future__ import annotations

from engine.game import find
from web.app import texts
from web.app.components.forms import Option, choices, lines, row, segments
from web.app.components.parts import Action, button, screen
from web.app.model import Model
from web.app.page import Page
from web.app.screens import screens_of


def new_game_page(model: Model) -> Page:
    """What is chosen before the deal; the last choices stand."""
    variant = find(model.game)
    settings = model.settings
    seats = [Option(str(n), str(n)) for n in variant.rules.seats]
    levels = [Option(key, name, note) for key, (name, note) in texts.LEVELS.items()]
    rules_line = screens_of(variant).rules_line(variant, variant.rules)
    body = [
        segments(
            texts.PLAYERS, seats, chosen=str(settings.players), event="set-players", id="players"
        ),
        choices(texts.LEVEL, levels, chosen=settings.level, event="set-level", id="level"),
        lines(row(Action(texts.HOUSE_RULES, "rules", icon="book", note=rules_line))),
    ]
    deal = Action(texts.DEAL, "start-game", kind="prime", note=_note(model))
    page = screen(
        f"{variant.title} · {texts.NEW_GAME}",
        body,
        back=Action(texts.BACK, "home", icon="back"),
        foot=button(deal),
        name="new-game",
    )
    return Page("new-game", page, title=texts.page_title(texts.NEW_GAME))


def _note(model: Model) -> str:
    return texts.REPLACES if model.table is not None else ""
