"""Ways between the room's screens and the others, what one brings along, and how a room is left."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import replace
from typing import Any, Final

from engine.rooms import actions
from engine.rooms.events import Refusal
from engine.rooms.room import Room
from engine.rooms.views import RoomView
from web.app.house import changes_of, rules_of, set_of
from web.app.model import Model
from web.app.rooms.company import Company

DONE: Final = ("gone", "kicked", "moved", "left")
"""The phases after which nothing is to be kept of a room."""


def to_room(model: Model, company: Company) -> Model:
    """The model with the room, or the way into one, on screen."""
    alone = model.alone
    fresh = replace(model, company=company, together=True, aside=alone, table=company.table)
    fresh = replace(fresh, screen="room", over="", touched=None, picked=(), figure=0)
    return replace(fresh, log=company.log)


def to_others(model: Model) -> Model:
    """The model with the room put aside: what was played alone is the table again."""
    alone = model.alone
    return replace(model, together=False, table=alone, aside=None, log=(), touched=None, picked=())


def ended(model: Model, view: RoomView) -> Model:
    """The room is over for this device: where one goes from there."""
    company = model.company
    code = company.code if isinstance(company, Company) and company.stage == "ask" else None
    address = company.address if isinstance(company, Company) else ""
    fresh = Company(code=code, address=address)
    if view.phase in DONE and view.phase != "left":
        fresh = replace(fresh, stage="ended", view=view)
    if not model.together:
        return replace(model, company=fresh if fresh.stage == "ended" else None)
    if code is None and fresh.stage == "entry":
        return replace(to_others(model), company=None, screen="home", over="")
    return replace(model, company=fresh, table=None, screen="room", over="")


def counts(model: Model, company: Company) -> bool:
    """Whether something on the screen counts seconds."""
    view = company.view
    if view is None or not model.together:
        return False
    waiting = view.line.state != "open" or view.offers or view.door.shut_for or view.emotes
    return bool(waiting or company.leaves_at)


def choice(model: Model) -> actions.ChooseGame:
    """The game and the house rules that are chosen on this phone, playable together or not."""
    chosen = set_of(model)
    if rules_of(model)[1]:
        return actions.ChooseGame(chosen.variant.name, json.dumps(changes_of(model)), "")
    changes = json.dumps(chosen.variant.game.rules_changes(chosen.rules, chosen.variant.rules))
    return actions.ChooseGame(chosen.variant.name, changes, chosen.name)


def settle_in(room: Room, model: Model, tried: object, now: int) -> object:
    """Who has come in and never sat takes the first free seat, also one that is added later, and a
    new host brings a game along. Gives what to hand in the next time; None once this is done."""
    view = room.view(now)
    if view.lobby is None or view.me < 0:
        return tried
    first = view.hosting and not view.lobby.variant and tried == ()
    todo: list[Any] = [choice(model)] if first else []
    free = next((seat for seat, place in enumerate(view.lobby.seats) if place.free), -1)
    seated = view.lobby.seat_of(view.me) >= 0 or view.phase != "lobby"
    # Once for every new picture of the seats: one's own word may still be on its way.
    if not seated and free >= 0 and view.lobby.seats != tried:
        todo.append(actions.Sit(free))
    for action in todo:
        with suppress(Refusal):  # somebody was quicker: there are other seats, a tap away
            room.do(action, now)
    return None if seated else view.lobby.seats
