"""What a fold of the log has to tell: frozen events.

``Ignored`` is what can happen to the honest, as an answer that came too late. ``Fault`` is what
cannot: a proof that does not hold, a move that the rules refuse. Both leave the state as it was.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Ignored:
    """A message of the log that had no effect, and why, as a sentence."""

    index: int
    device: int
    reason: str


@dataclass(frozen=True, slots=True)
class Fault:
    """A message that no honest device sends, and why, as a sentence; it had no effect."""

    index: int
    device: int
    reason: str


@dataclass(frozen=True, slots=True)
class Dealt:
    """A deal begins to be played; ``number`` counts the deals, void ones too."""

    number: int


@dataclass(frozen=True, slots=True)
class Remixed:
    """Slots were shuffled anew."""

    number: int


@dataclass(frozen=True, slots=True)
class Moved:
    """A seat made a move, here as its text, by message ``index``."""

    index: int
    seat: int
    text: str


@dataclass(frozen=True, slots=True)
class TakenBack:
    """By everyone's consent a seat's move by message ``index`` was taken back, and with it all
    that bots have answered to it."""

    index: int
    seat: int


@dataclass(frozen=True, slots=True)
class Left:
    """The table has agreed that a device is away."""

    device: int


@dataclass(frozen=True, slots=True)
class Returned:
    """A device that was away has spoken again, and plays its own seats."""

    device: int


@dataclass(frozen=True, slots=True)
class TakenOver:
    """By the table's vote a bot plays for a device that is away, kept by ``keeper``."""

    device: int
    keeper: int


@dataclass(frozen=True, slots=True)
class Spoilt:
    """A slot of this device's opens to no card, or to one that lies elsewhere: somebody has shuffled
    falsely. Once the table agrees to deal anew the keys are opened, and the audit tells who."""

    slot: int


@dataclass(frozen=True, slots=True)
class Ended:
    """A deal is over, or void, and its keys are to be opened."""

    number: int
    void: bool


@dataclass(frozen=True, slots=True)
class Differs:
    """Devices came to different states from the same log; ``device`` signed another than before."""

    index: int
    device: int


@dataclass(frozen=True, slots=True)
class Closed:
    """All who are there have signed the state after a deal, this digest of it."""

    number: int
    digest: bytes


@dataclass(frozen=True, slots=True)
class Conceded:
    """A device has given the game up."""

    device: int


@dataclass(frozen=True, slots=True)
class Convicted:
    """What an audit found: the seat, the device that plays it, the first wrong message, and why.

    ``seat`` is -1 where it is no seat's move but the device's own doing.
    """

    deal: int
    index: int
    device: int
    seat: int
    reason: str


Event = (
    Ignored
    | Fault
    | Dealt
    | Remixed
    | Moved
    | TakenBack
    | Left
    | Returned
    | TakenOver
    | Spoilt
    | Ended
    | Differs
    | Closed
    | Conceded
    | Convicted
)
