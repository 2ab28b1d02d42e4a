"""A new table: who sits down, from which seed, and the first deal."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Final

from engine.game import shuffled
from engine.record import YOU, Seat
from engine.table import open_table
from web.app import texts
from web.app.house import rules_of, seats_for, variant_of
from web.app.model import Device, Model
from web.app.screens import table_screen

BOT_NAMES: Final = (
    *("Maeve", "Conor", "Brigid", "Finn", "Nora", "Declan", "Una", "Eamon", "Orla", "Hugh"),
    *("Grainne", "Cathal", "Rosa", "Tomas", "Nell", "Ivor", "Aoife", "Pat", "Delia", "Fergus"),
)


def deal_new(model: Model) -> Model:
    """The model at a new table, its first hand dealt."""
    variant = variant_of(model)
    rules, problem = rules_of(model)
    if problem:
        return replace(model, screen="house")
    seed, device = _next_seed(model)
    players, allowed = model.settings.players, seats_for(model)
    if players not in allowed:
        players = allowed[0]
    table = open_table(variant, rules, _sitting(model, players, seed), seed).shuffle()
    fresh = replace(model, device=device, table=table, over="", notice="", step=-1, refused="")
    return table_screen(table).enter(replace(fresh, picked=(), touched=None))


def _next_seed(model: Model) -> tuple[str, Device]:
    """The seed in the address for the first game, else a new one from what the browser gave."""
    device = model.device
    number = device.games
    if device.seed:
        seed = device.seed if number == 0 else f"{device.seed}-{number + 1}"
    else:
        seed = f"{Random(f'{device.entropy}/{number}').getrandbits(60):015x}"
    return seed, replace(device, games=number + 1)


def _sitting(model: Model, players: int, seed: str) -> list[Seat]:
    """The person at this device in seat 0, bots of the chosen level on the others."""
    names = shuffled(BOT_NAMES, Random(f"{seed}/names"))
    ways = {"steady": ("steady",), "random": ("random",), "mixed": ("steady", "random")}
    level = ways[model.settings.level]
    own = Seat(YOU, model.settings.name or texts.YOU)
    others = [n for n in names if n != own.name]
    return [own, *(Seat(level[i % len(level)], others[i]) for i in range(players - 1))]
