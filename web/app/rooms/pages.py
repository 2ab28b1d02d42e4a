"""Which page shows the room: the way in, a wait, the lobby, or the table with what a room adds."""

from __future__ import annotations

from web.app import texts
from web.app.model import Model
from web.app.page import Page
from web.app.rooms import words
from web.app.rooms.beside import beside
from web.app.rooms.company import Company
from web.app.rooms.entry import ask_page, entry_page
from web.app.rooms.lobby import lobby_page
from web.app.rooms.waiting import ENDS, end_page, wait_page
from web.app.screens import table_screen

AT_TABLE = ("table", "result", "game-over")


def page_of(company: Company, model: Model) -> Page:
    """The page, while the room is on screen."""
    view = company.view
    if company.stage == "ask":
        return ask_page(company)
    if company.stage == "restoring":
        return wait_page(company, "restoring")
    if company.stage == "ended" and view is not None:
        return end_page(company, model, view.phase)
    if company.stage == "entry" or view is None:
        return entry_page(company, model)
    if view.phase in ENDS:
        return end_page(company, model, view.phase)
    if view.lobby is None or view.phase in ("connecting", "making", "knocking", "entering"):
        return wait_page(company, view.phase)
    if model.screen in AT_TABLE and model.table is not None:
        return beside(company, model, table_screen(model.table).page(model))
    if view.phase == "playing" and company.table is None and view.me >= 0 and not company.stays:
        seated = view.lobby.seat_of(view.me) >= 0
        if seated:
            return wait_page(company, "starting")
    return lobby_page(company, model)


def room_title(company: Company) -> str:
    """The title of the browser's tab."""
    code = company.view.code.said if company.view is not None else ""
    return texts.page_title(code or words.FRIENDS)
