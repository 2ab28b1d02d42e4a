"""``Company``: the room, or the way into one, as one frozen value that can be asked for its page."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import Any

from engine.game import GameError, Variant
from engine.rooms.codes import Code
from engine.rooms.views import PersonView, RoomView
from web.app.model import Model
from web.app.page import Page
from web.app.rooms import words
from web.app.rooms.table import RoomTable


@dataclass(frozen=True, slots=True)
class Company:
    """The room as it is at a moment ``at``, and what the person at this device has in hand.

    ``stage`` is "entry" before there is a room, "ask" when a link leads to another room than the one
    this phone is in, "restoring" while the kept one is read, "in" once there is a view.
    """

    stage: str = "entry"
    at: int = 0
    view: RoomView | None = None
    table: RoomTable | None = None  # the table as it is now; on screen may still be the last hand
    typed: str = ""  # the code as it was typed
    code: Code | None = None  # the code that a link brought
    trouble: str = ""  # why the last try was refused, as a sentence
    stays: bool = False  # the person looks at the lobby although a game is played
    answered: Any = None  # the state in which the person answered last …
    answered_at: int = 0  # … and when: until the answer is in the log, nothing is asked again
    finished: RoomTable | None = None  # the hand that is over, until its result has been seen
    rests_at: int = 0  # when the hand's result comes by itself …
    leaves_at: int = 0  # … and when it goes; 0: it does not
    put_away: tuple[int, int] = (-1, -1)  # the hand whose result the person has put away
    verdict: str = ""  # what the last audit came to
    log: tuple[str, ...] = ()  # what happened at the table, the last sentences
    inside: bool = False  # another app shows the page
    address: str = ""
    plain: bool = False  # a plain http address: some things are missing

    def page(self, model: Model) -> Page:
        """The page, while the room is on screen."""
        pages: Any = import_module("web.app.rooms.pages")
        page: Page = pages.page_of(self, model)
        return page

    def summary(self) -> str:
        """Where the room stands, for the home screen; nothing before one is inside."""
        if self.stage != "in" or self.view is None or self.view.lobby is None:
            return ""
        parts = [self.view.code.said]
        if self.table is not None and self.table.view.asked:
            parts.append(words.YOUR_TURN)
        elif self.view.phase in ("lobby", "starting"):
            here = sum(person.here for person in self.view.people)
            parts.append(f"{here} {'is' if here == 1 else 'are'} here")
        return " · ".join(parts)

    @property
    def link(self) -> str:
        """What a friend is sent: the page's address and the code behind ``#``."""
        code = self.view.code if self.view is not None else self.code
        return f"{self.address}#{code.fragment}" if code is not None else self.address

    def rules(self) -> tuple[Variant, Any] | None:
        """What is played in the room and by which rules; None where they make no game."""
        lobby = self.view.lobby if self.view is not None else None
        if lobby is None:
            return None
        try:
            return lobby.kind, lobby.rules()
        except (GameError, ValueError, AttributeError, TypeError):
            return None

    def person(self, number: int) -> PersonView | None:
        """A member by its number, if it is there."""
        people = self.view.people if self.view is not None else ()
        return next((it for it in people if it.number == number), None)

    def called(self, number: int) -> str:
        """What to call a member."""
        person = self.person(number)
        return person.label if person is not None else "Somebody"

    @property
    def host(self) -> str:
        """What to call the host."""
        return self.called(self.view.lobby.host) if self.view and self.view.lobby else "the host"
