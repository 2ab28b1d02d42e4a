"""New game: which game, how many players, who the others are, by which rules."""

from __future__ import annotations

from htpy import Node

from engine.game import find, names
from web.app import texts
from web.app.components.forms import Option, choices, lines, row, segments
from web.app.components.parts import Action, button, notice, screen
from web.app.house import rules_line, rules_of, seats_for, variant_of
from web.app.model import Model
from web.app.page import Page


def new_game_page(model: Model) -> Page:
    """What is chosen before the deal; the last choices stand."""
    problem = rules_of(model)[1]
    levels = [Option(key, name, note) for key, (name, note) in texts.LEVELS.items()]
    body = [
        _games(model),
        _seats(model, seats_for(model)),
        choices(texts.LEVEL, levels, chosen=model.settings.level, event="set-level", id="level"),
        lines(
            row(Action(texts.HOUSE_RULES, "house", icon="book", note=_rules(model))),
            row(Action(texts.OTHER_TABLES, "tables", icon="friends", note=texts.OTHER_TABLES_NOTE)),
        ),
        notice(f"{texts.CANNOT_WORK} {problem}", id="problem", tone="warn") if problem else None,
    ]
    note = texts.REPLACES if model.table is not None else ""
    deal = Action(texts.DEAL, "start-game", kind="prime", note=note, off=bool(problem))
    page = screen(
        texts.NEW_GAME,
        body,
        back=Action(texts.BACK, "home", icon="back"),
        tools=[Action(texts.RULES, "rules", icon="help")],
        foot=button(deal),
        name="new-game",
    )
    return Page("new-game", page, title=texts.page_title(texts.NEW_GAME))


def _rules(model: Model) -> str:
    """The house rules in a line, under their name if they have one."""
    line = rules_line(variant_of(model), rules_of(model)[0])
    return f"{model.house_name}: {line}" if model.house_name else line


def _games(model: Model) -> Node:
    shown = [name for name in names() if find(name).own]  # the others are a tap further
    chosen = variant_of(model).name
    if chosen not in shown:
        shown.append(chosen)
    options = [Option(name, find(name).title) for name in shown]
    return segments(texts.GAME, options, chosen=chosen, event="set-game", id="game")


def _seats(model: Model, allowed: tuple[int, ...]) -> Node:
    options = [Option(str(n), str(n)) for n in allowed]
    players = model.settings.players
    chosen = str(players if players in allowed else allowed[0])
    return segments(texts.PLAYERS, options, chosen=chosen, event="set-players", id="players")
