"""What a room has to tell: frozen events. The view alone is enough to paint; these are for toasts,
sounds and the log of the game. Members are named by their numbers, seats by their places."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.game import Outcome


class Refusal(Exception):
    """What the person asked for cannot be, and nothing has changed; ``code`` says why."""

    def __init__(self, code: str) -> None:
        super().__init__(f"This cannot be now: {code}.")
        self.code = code


# -- who is in the room -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Entered:
    """A phone has become a member."""

    member: int


@dataclass(frozen=True, slots=True)
class Left:
    """A member has left for good."""

    member: int


@dataclass(frozen=True, slots=True)
class Kicked:
    """The host has removed a member."""

    member: int


@dataclass(frozen=True, slots=True)
class Renamed:
    """A member is called otherwise."""

    member: int
    before: str


@dataclass(frozen=True, slots=True)
class Sat:
    """A member has a seat, or will have it from the next deal on."""

    member: int
    seat: int


@dataclass(frozen=True, slots=True)
class Stood:
    """A member has given its seat up, or waits for none any more."""

    member: int


@dataclass(frozen=True, slots=True)
class HostPassed:
    """A member is the host now: the one before is ``gone``, has ``left``, or has ``given`` it."""

    member: int
    why: str


@dataclass(frozen=True, slots=True)
class Emoted:
    """A member made an emote."""

    member: int
    emote: str


@dataclass(frozen=True, slots=True)
class WrongTry:
    """A newcomer did not know the code: so many times in a row."""

    count: int


@dataclass(frozen=True, slots=True)
class DoorShut:
    """Three in a row: nobody is let in for a minute."""


@dataclass(frozen=True, slots=True)
class DoorOpened:
    """Newcomers are let in again."""


@dataclass(frozen=True, slots=True)
class Claimed:
    """A member says that the seat of another is its person's."""

    member: int
    of: int


@dataclass(frozen=True, slots=True)
class SeatMoved:
    """The seat of a member has moved to another phone, now member ``to``."""

    of: int
    to: int


@dataclass(frozen=True, slots=True)
class Denied:
    """A phone inside has said that the pictures of this member are not the right ones."""

    member: int


# -- what is to be played ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class GameChosen:
    """The host has chosen game and rules."""


@dataclass(frozen=True, slots=True)
class SeatsChanged:
    """The host has changed the seats: how many, their bots, their order."""


@dataclass(frozen=True, slots=True)
class WatchingChanged:
    """The host has allowed watching, or does not any more."""


@dataclass(frozen=True, slots=True)
class Starting:
    """The host wants to begin."""


@dataclass(frozen=True, slots=True)
class Cancelled:
    """It does not begin after all."""


@dataclass(frozen=True, slots=True)
class Began:
    """A table begins, or plays on with other players; ``table`` counts them."""

    table: int


# -- the game ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Dealt:
    """A deal begins to be played."""

    number: int


@dataclass(frozen=True, slots=True)
class Remixed:
    """Slots were shuffled anew."""

    number: int


@dataclass(frozen=True, slots=True)
class Played:
    """A seat made a move; the states as this phone may know them."""

    seat: int
    move: Any
    before: Any
    after: Any


@dataclass(frozen=True, slots=True)
class HandOver:
    """A deal is over, or void; ``state`` is the game's."""

    number: int
    void: bool
    state: Any


@dataclass(frozen=True, slots=True)
class Closed:
    """All who are there have signed the state after a deal, this digest of it."""

    number: int
    digest: bytes


@dataclass(frozen=True, slots=True)
class GameOver:
    """The game is over; None where it was broken off."""

    outcome: Outcome | None


@dataclass(frozen=True, slots=True)
class Conceded:
    """A member has given the game up."""

    member: int


@dataclass(frozen=True, slots=True)
class WentAway:
    """The table has agreed that a member's phone is away."""

    member: int


@dataclass(frozen=True, slots=True)
class Returned:
    """A member that the table believed away is back."""

    member: int


@dataclass(frozen=True, slots=True)
class TakenOver:
    """A bot plays for a member, on the phone of ``keeper``."""

    member: int
    keeper: int


@dataclass(frozen=True, slots=True)
class AskedBack:
    """A member asks to take back the last move."""

    member: int


@dataclass(frozen=True, slots=True)
class TakenBack:
    """The last move, of this seat, was taken back."""

    seat: int


@dataclass(frozen=True, slots=True)
class Spoilt:
    """A card of ours does not open: somebody has shuffled falsely. To deal anew will tell who."""


@dataclass(frozen=True, slots=True)
class Convicted:
    """The audit has found a member to have cheated; ``seat`` is -1 where it was no seat's move."""

    member: int
    seat: int
    reason: str


# -- the line, and what is wrong --------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Away:
    """A member's phone was not seen for five seconds."""

    member: int


@dataclass(frozen=True, slots=True)
class Back:
    """It is seen again."""

    member: int


@dataclass(frozen=True, slots=True)
class Reconnected:
    """This phone has its line again."""


@dataclass(frozen=True, slots=True)
class Forked:
    """The relay's log is another one than ours from an entry on."""

    entry: int


@dataclass(frozen=True, slots=True)
class RelayStopping:
    """The relay stops, and is back in about so many seconds."""

    seconds: int


@dataclass(frozen=True, slots=True)
class Refused:
    """The relay refuses something of ours."""

    code: str


@dataclass(frozen=True, slots=True)
class Ignored:
    """A message of ours had no effect; ``text`` is a sentence for the page of details."""

    code: str
    text: str = ""


@dataclass(frozen=True, slots=True)
class Doubt:
    """Something that a member says does not fit to what the others have seen."""

    member: int
    code: str


Event = (
    Entered
    | Left
    | Kicked
    | Renamed
    | Sat
    | Stood
    | HostPassed
    | Emoted
    | WrongTry
    | DoorShut
    | DoorOpened
    | Claimed
    | SeatMoved
    | Denied
    | GameChosen
    | SeatsChanged
    | WatchingChanged
    | Starting
    | Cancelled
    | Began
    | Dealt
    | Remixed
    | Played
    | HandOver
    | Closed
    | GameOver
    | Conceded
    | WentAway
    | Returned
    | TakenOver
    | AskedBack
    | TakenBack
    | Spoilt
    | Convicted
    | Away
    | Back
    | Reconnected
    | Forked
    | RelayStopping
    | Refused
    | Ignored
    | Doubt
)
