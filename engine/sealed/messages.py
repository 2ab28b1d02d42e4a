"""What devices say to each other: frozen messages, and their binary forms.

A message holds points, scalars and proofs as the bytes they came in: whoever folds it decodes them
step by step. Reading is total: bytes either are the one form of a message or ``Malformed``.

===========  ====================================================================================
``Keys``     a device's key for one deal, the proof that it knows it, and its backup
``Complain`` a device was sent a part of a backup that does not fit
``Shuffled`` a device's link of a shuffle chain, with its proof where the table wants it
``Shares``   what a device adds so that others can open the slots they may know
``StandIns`` the same for a device that is away, from the part of its backup the sender holds
``Move``     a seat's move, and what opens the slots it shows
``Opened``   a device's key after the deal
``Part``     a part of the backup of a device that is away after the deal
``Settled``  the state a device found when it had audited the deal
``Vote``     a device's voice: somebody is away, who plays for it, or the deal is to be void
``Concede``  at a table of two, a device gives the game up
``Here``     a device that was thought away is back
``TakeBack`` a device's voice for taking back the last move
===========  ====================================================================================
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from engine.sealed.wire import Malformed, Reader, Writer

POINT: Final = 32  # bytes of a point, and of a scalar
PROOF: Final = 64  # bytes of a signature, of a proof of knowledge, of a batched proof of shares
CARDS: Final = 280  # of the largest pack: its shuffle with a proof fits the longest envelope
SLOTS: Final = 4096  # of the longest game
DEVICES: Final = 16
SHUFFLE_PROOF: Final = 200 * CARDS + 4096  # bytes, more than any proof of a shuffle has
TEXT: Final = 1000  # bytes of a move's text

AWAY, TAKE_OVER, REDEAL, TAKE_BACK = range(4)
VOTES: Final = ("away", "take over", "redeal")
"""What a ``Vote`` is for; a ``TakeBack`` is one for the fourth."""


@dataclass(frozen=True, slots=True)
class Keys:
    """The key of a device, and for each other member, in order, a sealed part of its backup.

    ``commitments`` are those beyond the first, which is the key itself; where two play there is no
    backup, and both rows are empty.
    """

    public: bytes
    proof: bytes
    commitments: tuple[bytes, ...]
    parts: tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class Complain:
    """The part that ``about`` sealed for the sender does not fit; ``value`` opens it to all."""

    about: int
    value: bytes
    proof: bytes


@dataclass(frozen=True, slots=True)
class Shuffled:
    """The sender's link of chain ``chain``, 0 for the pack, from 1 for the remixes.

    ``cards`` are 64 bytes a card, ``proof`` is empty where the table wants none (``Table.proves``).
    """

    chain: int
    cards: bytes
    proof: bytes


@dataclass(frozen=True, slots=True)
class Shares:
    """The sender's shares of these slots, 32 bytes each, and one proof for all."""

    slots: tuple[int, ...]
    points: bytes
    proof: bytes


@dataclass(frozen=True, slots=True)
class StandIns:
    """The sender's parts of the shares of ``away`` for these slots, and one proof for all."""

    away: int
    slots: tuple[int, ...]
    points: bytes
    proof: bytes


@dataclass(frozen=True, slots=True)
class Move:
    """A seat's answer to the question that was asked at ``step``.

    ``shares`` are the sender's shares of the slots shown that lack them, ``stand_ins`` its parts of
    the shares that devices which are away have not given: the last things that are wanting to open
    what the move shows.
    """

    seat: int
    step: int
    text: str
    shares: Shares | None = None
    stand_ins: tuple[StandIns, ...] = ()


@dataclass(frozen=True, slots=True)
class Opened:
    """The 32 bytes from which everything that the sender did in this deal follows."""

    key: bytes


@dataclass(frozen=True, slots=True)
class Part:
    """The part of the backup of ``away`` that the sender holds, a scalar."""

    away: int
    part: bytes


@dataclass(frozen=True, slots=True)
class Settled:
    """The digest of the state that the sender's audit came to."""

    digest: bytes


@dataclass(frozen=True, slots=True)
class Vote:
    """A voice: ``AWAY`` and ``TAKE_OVER`` concern a device, the latter names who plays for it."""

    kind: int
    device: int = 0
    keeper: int = 0


@dataclass(frozen=True, slots=True)
class Concede:
    """The sender gives the game up."""


@dataclass(frozen=True, slots=True)
class Here:
    """The sender is there; like every message of its, it ends an absence."""


@dataclass(frozen=True, slots=True)
class TakeBack:
    """A voice: what the message ``move`` of the log moved is to be taken back."""

    move: int


Message = (
    Keys
    | Complain
    | Shuffled
    | Shares
    | StandIns
    | Move
    | Opened
    | Part
    | Settled
    | Vote
    | Concede
    | Here
    | TakeBack
)

# -- writing ----------------------------------------------------------------------------------------


def encode(message: Message) -> bytes:
    """The one binary form of a message: the number of its kind, then its fields."""
    out = Writer().number(_KINDS[type(message)])
    match message:
        case Keys(public, proof, commitments, parts):
            out.fixed(public).fixed(proof).number(len(parts))
            for data in (*commitments, *parts):
                out.fixed(data)
        case Complain(about, value, proof):
            out.number(about).fixed(value).fixed(proof)
        case Shuffled(chain, cards, proof):
            out.number(chain).number(len(cards) // (2 * POINT)).fixed(cards).blob(proof)
        case Shares() | StandIns():
            _write_points(out, message)
        case Move(seat, step, text, shares, stand_ins):
            out.number(seat).number(step).blob(text.encode())
            out.number(len(stand_ins) * 2 + (shares is not None))
            if shares is not None:
                _write_points(out, shares)
            for one in stand_ins:
                _write_points(out, one)
        case Opened(data) | Settled(data):
            out.fixed(data)
        case Part(away, part):
            out.number(away).fixed(part)
        case Vote(kind, device, keeper):
            out.number(kind).number(device).number(keeper)
        case TakeBack(move):
            out.number(move)
    return out.done()


def _write_points(out: Writer, message: Shares | StandIns) -> None:
    if isinstance(message, StandIns):
        out.number(message.away)
    out.numbers(message.slots).fixed(message.points).fixed(message.proof)


# -- reading ----------------------------------------------------------------------------------------


def decode(data: bytes) -> Message:
    """The message of these bytes; ``Malformed`` otherwise."""
    reader = Reader(data)
    kind = reader.number(len(_READERS) - 1)
    message = _READERS[kind](reader)
    reader.end()
    return message


def _keys(reader: Reader) -> Keys:
    public, proof = reader.fixed(POINT), reader.fixed(PROOF)
    others = reader.number(DEVICES - 1)
    if others == 1:
        raise Malformed("A table of two has no backup.")
    more = max(0, others - 1)
    commitments = tuple([reader.fixed(POINT) for _ in range(more)])
    return Keys(public, proof, commitments, tuple([reader.fixed(POINT) for _ in range(others)]))


def _complain(reader: Reader) -> Complain:
    return Complain(reader.number(DEVICES - 1), reader.fixed(POINT), reader.fixed(PROOF))


def _shuffled(reader: Reader) -> Shuffled:
    chain, count = reader.number(SLOTS), reader.number(CARDS)
    return Shuffled(chain, reader.fixed(2 * POINT * count), reader.blob(SHUFFLE_PROOF))


def _some_slots(reader: Reader) -> tuple[int, ...]:
    slots = reader.numbers(CARDS, SLOTS)
    if not slots:
        raise Malformed("The message is about no card.")
    return slots


def _shares(reader: Reader) -> Shares:
    slots = _some_slots(reader)
    return Shares(slots, reader.fixed(POINT * len(slots)), reader.fixed(PROOF))


def _stand_ins(reader: Reader) -> StandIns:
    away, slots = reader.number(DEVICES - 1), _some_slots(reader)
    return StandIns(away, slots, reader.fixed(POINT * len(slots)), reader.fixed(PROOF))


def _move(reader: Reader) -> Move:
    seat, step, text = reader.number(255), reader.number(), reader.text(TEXT)
    openings = reader.number(2 * DEVICES)
    shares = _shares(reader) if openings % 2 else None
    stand_ins = tuple([_stand_ins(reader) for _ in range(openings // 2)])
    return Move(seat, step, text, shares, stand_ins)


def _vote(reader: Reader) -> Vote:
    kind = reader.number(len(VOTES) - 1)
    vote = Vote(kind, reader.number(DEVICES - 1), reader.number(DEVICES - 1))
    if (kind == REDEAL and vote.device) or (kind != TAKE_OVER and vote.keeper):
        raise Malformed("A vote says more than it should.")
    return vote


_READERS: Final[tuple[Callable[[Reader], Message], ...]] = (
    _keys,
    _complain,
    _shuffled,
    _shares,
    _stand_ins,
    _move,
    lambda reader: Opened(reader.fixed(32)),
    lambda reader: Part(reader.number(DEVICES - 1), reader.fixed(POINT)),
    lambda reader: Settled(reader.fixed(32)),
    _vote,
    lambda reader: Concede(),
    lambda reader: Here(),
    lambda reader: TakeBack(reader.number()),
)
_KINDS: Final[Mapping[type[Any], int]] = {
    kind: number
    for number, kind in enumerate(
        (
            *(Keys, Complain, Shuffled, Shares, StandIns, Move),
            *(Opened, Part, Settled, Vote, Concede, Here),
            TakeBack,
        )
    )
}
