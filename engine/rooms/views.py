"""What the screens see of a room: frozen values. ``member`` numbers are those of ``lobby.members``."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from engine.game import Game, Outcome, Question
from engine.rooms.codes import Code
from engine.rooms.events import Event
from engine.rooms.lobby import Lobby


@dataclass(frozen=True, slots=True)
class Out:
    """What is to be done outside, in this order: keep texts, None to delete one; send frames; ask
    for a socket (``open``) or close it (``close``); tell of events; delete all that was kept."""

    keep: tuple[tuple[str, str | None], ...] = field(default=(), repr=False)
    frames: tuple[str, ...] = field(default=(), repr=False)
    line: str = ""
    events: tuple[Event, ...] = ()
    forget: bool = False


@dataclass(frozen=True, slots=True)
class LineView:
    """The line to the relay: ``open``, ``connecting``, ``waiting`` or ``off``; milliseconds since it
    was open, until the next try, and for which the room can live without anybody."""

    state: str
    since: int = 0
    retry_in: int = 0
    lives_for: int | None = None


@dataclass(frozen=True, slots=True)
class PersonView:
    """A member that has not gone. ``here`` is False only when it was away for five seconds."""

    number: int
    name: str
    label: str
    seat: int
    here: bool
    away_for: int
    host: bool
    me: bool
    watching: bool
    takes: int  # the seat it has from the next deal on, -1


@dataclass(frozen=True, slots=True)
class OfferView:
    """The table waits for a phone that is away. ``kind``: ``bot``, where a bot may play, or ``two``.

    ``agreed`` have said so, ``mine``: this phone has; ``keeper`` is the member whose phone would
    play the bot, and see the hand.
    """

    member: int
    seat: int
    kind: str
    away_for: int
    agreed: tuple[int, ...]
    mine: bool
    keeper: int
    redeal: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ClaimView:
    """A newcomer says that a member's seat is its person's; the pictures that it must show."""

    member: int
    of: int
    pictures: tuple[str, str]


@dataclass(frozen=True, slots=True)
class TakeBackView:
    """The last move of a person is to be taken back: its seat and text, who agrees, who has not."""

    seat: int
    text: str
    agreed: tuple[int, ...]
    wanted: tuple[int, ...]
    mine: bool


@dataclass(frozen=True, slots=True)
class DoorView:
    """Wrong tries in a row, and milliseconds for which nobody is let in."""

    wrong: int = 0
    shut_for: int = 0


@dataclass(frozen=True, slots=True)
class EmoteView:
    """An emote of the last seconds."""

    member: int
    emote: str
    age: int


@dataclass(frozen=True, slots=True)
class TableView:
    """The table. Tuples are by seat; ``state`` is the game's as this phone may know it."""

    number: int
    variant: str
    changes: str
    game: Game[Any, Any]
    seat: int
    state: Any
    names: tuple[str, ...]
    players: tuple[int, ...]
    bots: tuple[str, ...]
    keepers: tuple[int, ...]
    stage: str
    asked: tuple[Question, ...]
    sent: bool
    waits_for: tuple[int, ...]
    deal: int
    closed: int
    digest: str
    outcome: Outcome | None
    convicted: tuple[tuple[int, str], ...]
    spoilt: bool
    redeal: tuple[int, ...]
    last: tuple[Any, int, Any, Any] | None
    before: Any


@dataclass(frozen=True, slots=True)
class RoomView:
    """Everything."""

    code: Code
    phase: str
    reason: str
    line: LineView
    lobby: Lobby | None
    people: tuple[PersonView, ...]
    me: int
    hosting: bool
    table: TableView | None
    offers: tuple[OfferView, ...]
    claims: tuple[ClaimView, ...]
    taken: bool
    pictures: tuple[str, str] | None
    claiming: int
    take_back: TakeBackView | None
    door: DoorView
    emotes: tuple[EmoteView, ...]
    other_version: str
    can: frozenset[str]
    why_not_start: str
