"""What phones say to each other about the room: frozen messages.

How they are written stands in ``forms``.

==============  =================================================================================
``Enter``       a phone that knows the secret becomes a member
``Rename``      its person is called otherwise
``Sit Stand``   it takes a seat, or gives it up
``Choose``      the host's choice of game and rules; ``Seats``, ``SetBot``, ``Arrange``,
                ``Watching`` his others
``Start``       the host wants to play; ``Ready`` is the answer of each phone, ``Cancel`` ends it
``Kick``        the host removes a member; ``Hand`` gives his role to another
``Leave``       a member leaves for good
``Take``        a member takes the role of a host whose phone is gone: said twice (``lobby``)
``Here``        nothing but that the sender is there
``Emote``       one of a few
``Welcomed``    a newcomer was let in, with this pair of pictures; ``Wrong``: it did not know the code
``Claim``       a newcomer says that a member's seat is its person's; ``Confirm`` what a member says
``Handed``      the secrets of a seat at the table, closed to the phone that the seat moves to
``Settle``      all that the log before this has come to, so that it can be forgotten
``Agree``       the sender has come to the same
==============  =================================================================================
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

PROTOCOL: Final = 1


@dataclass(frozen=True, slots=True)
class Enter:
    """``signs``, ``seals``, ``mac`` and ``promise`` in hex; ``sender`` is what the relay calls it."""

    name: str
    signs: str
    seals: str
    sender: str
    mac: str
    promise: str
    version: str
    protocol: int


@dataclass(frozen=True, slots=True)
class Rename:
    """A new name."""

    name: str


@dataclass(frozen=True, slots=True)
class Sit:
    """A free seat; while a game is played a bot's or a leaver's, from the next deal on."""

    seat: int


@dataclass(frozen=True, slots=True)
class Stand:
    """The seat is given up, or no longer waited for."""


@dataclass(frozen=True, slots=True)
class Choose:
    """A variant, the rules changed from it as JSON, and what these rules are called."""

    variant: str
    changes: str
    title: str


@dataclass(frozen=True, slots=True)
class Seats:
    """How many seats there are."""

    count: int


@dataclass(frozen=True, slots=True)
class SetBot:
    """A bot by its way of playing sits in a free seat, or with no name gives it up."""

    seat: int
    bot: str


@dataclass(frozen=True, slots=True)
class Arrange:
    """By new seat the old one whose player comes there."""

    order: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Watching:
    """Whether members without a seat may watch."""

    allowed: bool


@dataclass(frozen=True, slots=True)
class Start:
    """The host wants to begin."""


@dataclass(frozen=True, slots=True)
class Cancel:
    """The host does not, after all."""


@dataclass(frozen=True, slots=True)
class Ready:
    """A seated phone agrees, shows its part in drawing the dealer, and promises the next one."""

    table: int
    nonce: str
    promise: str


@dataclass(frozen=True, slots=True)
class Kick:
    """The host removes a member."""

    member: int


@dataclass(frozen=True, slots=True)
class Hand:
    """The host gives his role to a member."""

    member: int


@dataclass(frozen=True, slots=True)
class Leave:
    """The sender leaves for good; if it was the host, ``heir`` is to be, where that can be."""

    heir: int


@dataclass(frozen=True, slots=True)
class Take:
    """The sender takes the role of the host ``host``, whose phone is gone."""

    host: int


@dataclass(frozen=True, slots=True)
class Here:
    """The sender is there."""


@dataclass(frozen=True, slots=True)
class Emote:
    """One of a few, by its place."""

    emote: int


@dataclass(frozen=True, slots=True)
class Welcomed:
    """The newcomer of this connection knew the code; the pair is what both phones see."""

    sender: str
    first: int
    second: int


@dataclass(frozen=True, slots=True)
class Wrong:
    """The newcomer of this connection did not know the code."""

    sender: str


@dataclass(frozen=True, slots=True)
class Claim:
    """The seat of member ``of`` is the sender's person's."""

    of: int


@dataclass(frozen=True, slots=True)
class Confirm:
    """The sender has compared the pictures of ``member``, and says whether the seat is its."""

    member: int
    yes: bool


@dataclass(frozen=True, slots=True)
class Handed:
    """For member ``to``: the secrets of the sender's seat at a table, closed to its phone."""

    to: int
    table: int
    package: str


@dataclass(frozen=True, slots=True)
class Settle:
    """The room when the present table began, and the receipt of the last deal before it, packed."""

    room: str
    receipt: str


@dataclass(frozen=True, slots=True)
class Agree:
    """The sender has come to the state whose ``Settle`` stands at entry ``at``."""

    at: int


Message = (
    Enter
    | Rename
    | Sit
    | Stand
    | Choose
    | Seats
    | SetBot
    | Arrange
    | Watching
    | Start
    | Cancel
    | Ready
    | Kick
    | Hand
    | Leave
    | Take
    | Here
    | Emote
    | Welcomed
    | Wrong
    | Claim
    | Confirm
    | Handed
    | Settle
    | Agree
)
KINDS: Final[tuple[type[Any], ...]] = (
    *(Enter, Rename, Sit, Stand, Choose, Seats, SetBot, Arrange, Watching, Start, Cancel, Ready),
    *(Kick, Hand, Leave, Take, Here, Emote, Welcomed, Wrong, Claim, Confirm, Handed, Settle, Agree),
)

KEEPING_NOT: Final = (Here, Emote, Welcomed, Wrong, Take, Agree)
"""What does not keep a room alive: greetings, emotes, presence."""
