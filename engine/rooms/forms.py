"""How messages about the room are written and signed, and read back.

A message is a JSON array: its kind's number and its fields. Its envelope, an array again, names the
sender by its number among the members (-1 before it has one), counts the sender's messages, and says
what the sender had seen: how many entries of the log, the head of their chain, and the digest of the
room's public state. The signature is over the room and all of this. Reading is total: bytes either
are the one form of a message, or ``Malformed``.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from typing import Any, Final, get_type_hints

from engine.rooms.messages import KINDS, Message
from engine.sealed.proofs import KeyPair, sign
from engine.sealed.wire import Malformed
from engine.text import read_json

LABEL: Final = "room"
SIGNATURE: Final = 64
HEAD: Final = 32  # hex digits of a chain's head, and of a digest, that travel
LONGEST: Final = 48_000  # bytes of a message


def _hex(digits: int) -> Callable[[Any], bool]:
    def fits(value: Any) -> bool:
        return len(value) == digits and not set(value) - set("0123456789abcdef")

    return fits


def _at_most(length: int) -> Callable[[Any], bool]:
    return lambda value: len(value) <= length and "\x00" not in value


_FITS: Final[Mapping[str, Callable[[Any], bool]]] = {
    **dict.fromkeys(("signs", "seals", "mac", "promise", "nonce"), _hex(64)),
    "sender": _hex(16),
    **dict.fromkeys(("name", "title", "bot"), _at_most(24)),
    **dict.fromkeys(("version", "variant"), _at_most(80)),
    "changes": _at_most(4_000),
    "package": _at_most(40_000),
    **dict.fromkeys(("room", "receipt"), _at_most(20_000)),
    "order": lambda value: len(value) <= 16,
}
"""What else than its type is asked of a field, by name; numbers are from -1 to a billion."""


def _is_number(value: Any) -> bool:
    return type(value) is int and -1 <= value <= 10**9


def fields_of(kind: type[Any]) -> Mapping[str, Any]:
    """The fields of a kind of message, and their types."""
    if kind not in _FIELDS:
        hints = get_type_hints(kind)
        _FIELDS[kind] = {field.name: hints[field.name] for field in fields(kind)}
    return _FIELDS[kind]


_FIELDS: Final[dict[type[Any], Mapping[str, Any]]] = {}


def encode(message: Message) -> str:
    """The one text form of a message."""
    kind = type(message)
    return packed([KINDS.index(kind), *(getattr(message, name) for name in fields_of(kind))])


def decode(text: str) -> Message:
    """The message of a text; ``Malformed`` otherwise."""
    kind, *values = _array(text)
    if type(kind) is not int or not 0 <= kind < len(KINDS):
        raise Malformed("There is no such kind of message.")
    names = fields_of(KINDS[kind])
    if len(values) != len(names):
        raise Malformed("A message has missing or unknown parts.")
    given = [_checked(name, names[name], it) for name, it in zip(names, values, strict=True)]
    message: Message = KINDS[kind](*given)
    if encode(message) != text:
        raise Malformed("A message is not in the one form that it has.")
    return message


def _checked(name: str, kind: Any, value: Any) -> Any:
    if kind is int and _is_number(value):
        return value
    if kind is bool and type(value) is bool:
        return value
    if kind is str and type(value) is str and _FITS[name](value):
        return value
    if type(value) is list and all(map(_is_number, value)) and kind not in (int, bool, str):
        row = tuple(value)
        if _FITS[name](row):
            return row
    raise Malformed(f"The part “{name}” of a message cannot be.")


def packed(value: Any) -> str:
    """The text of a JSON value, without idle blanks."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def _array(text: str) -> list[Any]:
    try:
        found = read_json(text) if len(text) <= LONGEST else None
    except (ValueError, RecursionError):
        found = None
    if type(found) is not list or not found:
        raise Malformed("This is no message.")
    return found


# -- envelopes ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Envelope:
    """A message and what its sender signed with it; ``text`` is the message's text form."""

    member: int
    number: int
    seen: int
    head: str
    digest: str
    text: str

    def signed(self, room: bytes) -> bytes:
        """What the signature is over."""
        return room + self._text().encode()

    def _text(self) -> str:
        return packed([self.member, self.number, self.seen, self.head, self.digest, self.text])

    def sealed(self, pair: KeyPair, room: bytes) -> bytes:
        """Its bytes, signed."""
        return self._text().encode() + sign(pair, LABEL, self.signed(room))


def read(data: bytes) -> tuple[Envelope, bytes]:
    """The envelope of these bytes and the signature, not verified yet; ``Malformed`` otherwise."""
    try:
        text = data[:-SIGNATURE].decode()
        found = _array(text)
    except UnicodeDecodeError:
        raise Malformed("This is no message.") from None
    kinds = [int, int, int, str, str, str]
    if [type(it) for it in found] != kinds or not all(map(_is_number, found[:3])):
        raise Malformed("This is no envelope.")
    if not (_hex(HEAD)(found[3]) and _hex(HEAD)(found[4])):
        raise Malformed("This is no envelope.")
    envelope = Envelope(*found)
    if packed(found) != text:
        raise Malformed("An envelope is not in the one form that it has.")
    return envelope, data[-SIGNATURE:]
