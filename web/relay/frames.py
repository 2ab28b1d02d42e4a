"""The frames that phones send, checked in form; every one is a JSON array with its kind first.

What is not exactly of that form is ``Refused`` before anything has looked at it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final, NamedTuple, TypeAlias

from web.relay.log import entry_text

LARGEST: Final = (1 << 53) - 1  # what every language takes for a whole number

_json = json.JSONDecoder().decode

_ROOM = re.compile(r"[A-Z]{5}")
_TOKEN = re.compile(r"[A-Za-z0-9_-]{22,128}")
_HEX = re.compile(r"[0-9a-f]{64}")
_SENDER = re.compile(r"[0-9a-f]{16}")


class Refused(Exception):
    """A frame that is answered with ``["no", code, id, …]``; nothing has changed."""

    def __init__(self, code: str, *detail: float | str, id_: int | None = None) -> None:
        super().__init__(code)
        self.code, self.detail, self.id = code, detail, id_

    def frame(self) -> bytes:
        """The answer."""
        return encoded(["no", self.code, self.id, *self.detail])


@dataclass(frozen=True, slots=True)
class Make:
    """A new room under a name, and into it."""

    room: str
    gate: bytes  # the hash of it
    sender: str


@dataclass(frozen=True, slots=True)
class Join:
    """Into a room: what comes from the cursor on."""

    room: str
    sender: str
    cursor: int
    chain: bytes
    gate: bytes | None  # the hash of what was shown


class Say(NamedTuple):  # the one that there are thousands of
    """A message for everyone in the room."""

    id: int
    keeps: bool
    body: str


@dataclass(frozen=True, slots=True)
class Note:
    """What others may see of this connection."""

    text: str


@dataclass(frozen=True, slots=True)
class Trim:
    """Forget what stands below a number."""

    upto: int
    gate: bytes  # the hash of what was shown


@dataclass(frozen=True, slots=True)
class Offer:
    """A piece of a room's log, from a phone that holds it."""

    room: str
    gate: bytes  # the hash of it
    sender: str
    base: int
    chain: bytes
    lasts: dict[str, int]
    entries: list[tuple[str, int, bytes]]  # sender, id, text
    more: bool


Frame: TypeAlias = Make | Join | Say | Note | Trim | Offer


def encoded(value: list[Any]) -> bytes:
    """JSON without spaces, as bytes."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def decode(data: bytes) -> Frame:
    """The frame of these bytes; ``Refused`` when they are none."""
    try:
        frame = _json(data.decode())
    except (ValueError, RecursionError):
        raise Refused("bad-frame") from None
    if not isinstance(frame, list) or not frame or not isinstance(frame[0], str):
        raise Refused("bad-frame")
    kind, *rest = frame
    known = _READERS.get(kind)
    if known is None or len(rest) != known[1]:
        raise Refused("bad-frame")
    return known[0](*rest)


def _say(id_: Any, keeps: Any, body: Any) -> Say:
    number = _number(id_)
    if type(keeps) is not int or keeps not in (0, 1) or type(body) is not str:
        raise Refused("bad-frame", id_=number)
    _plain(body, number)
    return Say(number, keeps == 1, body)


def _make(room: Any, gate: Any, token: Any) -> Make:
    return Make(_match(_ROOM, room), _hash(gate), _sender(token))


def _join(room: Any, token: Any, cursor: Any, chain: Any, gate: Any) -> Join:
    shown = None if gate is None else sha256(_hash(gate)).digest()
    return Join(_match(_ROOM, room), _sender(token), _number(cursor), _hash(chain), shown)


def _note(text: Any) -> Note:
    if type(text) is not str:
        raise Refused("bad-frame")
    _plain(text, None)
    return Note(text)


def _trim(upto: Any, gate: Any) -> Trim:
    return Trim(_number(upto), sha256(_hash(gate)).digest())


def _offer(*parts: Any) -> Offer:
    room, gate, token, base, chain, lasts, entries, more = parts
    if type(more) is not int or more not in (0, 1):
        raise Refused("bad-frame")
    if type(entries) is not list or type(lasts) is not dict:
        raise Refused("bad-frame")
    first = _number(base)
    return Offer(
        room=_match(_ROOM, room),
        gate=_hash(gate),
        sender=_sender(token),
        base=first,
        chain=_hash(chain),
        lasts={_match(_SENDER, sender): _number(last) for sender, last in lasts.items()},
        entries=[_entry(first + at, entry) for at, entry in enumerate(entries)],
        more=more == 1,
    )


def _entry(number: int, entry: Any) -> tuple[str, int, bytes]:
    if type(entry) is not list or len(entry) != 4 or _number(entry[0]) != number:
        raise Refused("bad-frame")
    sender, id_, body = _match(_SENDER, entry[1]), _number(entry[2]), entry[3]
    if type(body) is not str:
        raise Refused("bad-frame")
    _plain(body, None)
    return sender, id_, entry_text(number, sender, id_, body)


def _plain(text: str, id_: int | None) -> None:
    """Half of a surrogate pair is no text: not every phone could read it."""
    try:
        text.encode()
    except UnicodeEncodeError:
        raise Refused("bad-frame", id_=id_) from None


def _number(value: Any) -> int:
    if type(value) is not int or not 0 <= value <= LARGEST:
        raise Refused("bad-frame")
    return value


def _match(pattern: re.Pattern[str], value: Any) -> str:
    if type(value) is not str or not pattern.fullmatch(value):
        raise Refused("bad-frame")
    return value


def _hash(value: Any) -> bytes:
    return bytes.fromhex(_match(_HEX, value))


def _sender(token: Any) -> str:
    """How the relay calls a phone: nobody can speak as another without its token."""
    return sha256(_match(_TOKEN, token).encode()).hexdigest()[:16]


_READERS: Final[dict[str, tuple[Callable[..., Frame], int]]] = {
    "say": (_say, 3),
    "note": (_note, 1),
    "join": (_join, 5),
    "make": (_make, 3),
    "trim": (_trim, 2),
    "offer": (_offer, 8),
}
