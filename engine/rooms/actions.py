"""What a person does in a room: frozen values for ``Room.do``. See ``room`` for what refuses them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.rooms.codes import Code


@dataclass(frozen=True, slots=True)
class Rename:
    """Be called otherwise."""

    name: str


@dataclass(frozen=True, slots=True)
class Sit:
    """Take a free seat; while a game is played a bot's or a leaver's, from the next deal on."""

    seat: int


@dataclass(frozen=True, slots=True)
class Stand:
    """Give the seat up; at a table that plays a bot has it from the next deal on."""


@dataclass(frozen=True, slots=True)
class Knock:
    """Try to come in again, with these letters."""

    code: Code


@dataclass(frozen=True, slots=True)
class ChooseGame:
    """The host's choice: a variant, the rules changed from it as JSON, what they are called."""

    variant: str
    changes: str = "{}"
    rules_name: str = ""


@dataclass(frozen=True, slots=True)
class SetSeats:
    """The host's: how many seats."""

    count: int


@dataclass(frozen=True, slots=True)
class SetBot:
    """The host's: a bot in a free seat, or with no name none."""

    seat: int
    bot: str


@dataclass(frozen=True, slots=True)
class Arrange:
    """The host's: by new seat the old one whose player comes there."""

    order: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class AllowWatching:
    """The host's: whether members without a seat may watch."""

    allowed: bool


@dataclass(frozen=True, slots=True)
class Start:
    """The host's: begin, or begin again with the same seats."""


@dataclass(frozen=True, slots=True)
class Cancel:
    """The host's: do not begin after all."""


@dataclass(frozen=True, slots=True)
class Kick:
    """The host's: remove a member."""

    member: int


@dataclass(frozen=True, slots=True)
class HandHost:
    """The host's: give the role away."""

    member: int


@dataclass(frozen=True, slots=True)
class Leave:
    """Leave for good."""


@dataclass(frozen=True, slots=True)
class Emote:
    """Make an emote, by its name."""

    name: str


@dataclass(frozen=True, slots=True)
class Play:
    """Make a move, a value of the game or its text."""

    move: Any


@dataclass(frozen=True, slots=True)
class LetBotPlay:
    """A bot may play for this member as long as it is away."""

    member: int


@dataclass(frozen=True, slots=True)
class Wait:
    """Wait for this member a while longer."""

    member: int


@dataclass(frozen=True, slots=True)
class VoteRedeal:
    """The deal is to be void."""


@dataclass(frozen=True, slots=True)
class Concede:
    """Give the game up, where two play."""


@dataclass(frozen=True, slots=True)
class TakeSeat:
    """I am back: no bot is to play for me any more."""


@dataclass(frozen=True, slots=True)
class AskTakeBack:
    """The last move of a person is to be taken back."""


@dataclass(frozen=True, slots=True)
class AnswerTakeBack:
    """What I say to that; without all agreeing it stays."""

    agree: bool


@dataclass(frozen=True, slots=True)
class ClaimSeat:
    """The seat of this member is mine: I come with another phone."""

    member: int


@dataclass(frozen=True, slots=True)
class ConfirmClaim:
    """I have compared the pictures of this newcomer; whether the seat is its."""

    member: int
    yes: bool


@dataclass(frozen=True, slots=True)
class TakeLine:
    """Let this page be the one that is connected."""


@dataclass(frozen=True, slots=True)
class FollowRelay:
    """The log has split: take the relay's."""


Action = (
    Rename
    | Sit
    | Stand
    | Knock
    | ChooseGame
    | SetSeats
    | SetBot
    | Arrange
    | AllowWatching
    | Start
    | Cancel
    | Kick
    | HandHost
    | Leave
    | Emote
    | Play
    | LetBotPlay
    | Wait
    | VoteRedeal
    | Concede
    | TakeSeat
    | AskTakeBack
    | AnswerTakeBack
    | ClaimSeat
    | ConfirmClaim
    | TakeLine
    | FollowRelay
)
