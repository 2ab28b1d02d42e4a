"""What a device keeps in its own store, as bytes; for this device alone, for it holds its keys.

The log only grows, so a store may hold it as rows by number, each written once. Beside it stands
the ``Rest``, which is small, and is written anew whenever it has changed: before anything is sent
that it knows of. Rows may be written before it or after it. A device that was cut off between the two
comes back with more rows than its rest knows of, and judges them like new ones; or with fewer, and
says nothing new until it has heard again what it had said. So it never signs two messages under one
number.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from engine.sealed.journal import HEAD
from engine.text import read_json


@dataclass(frozen=True, slots=True)
class Rest:
    """What is under way, the entries that had no effect, and the keys by deal; and about the log how
    long it was, its head, how many messages of this device it held, and whether the device had
    handed its seat over and fallen silent."""

    pending: tuple[bytes, ...] = ()
    doubtful: frozenset[int] = frozenset()
    keys: Mapping[int, bytes] = field(default_factory=dict, repr=False)
    length: int = 0
    head: bytes = b""
    said: int = 0
    silent: bool = False

    def packed(self) -> bytes:
        """The bytes, which ``unpacked_rest`` reads back."""
        return json.dumps(self._fields()).encode()

    def packed_with(self, log: Sequence[bytes]) -> bytes:
        """The bytes of this and the log in one, which ``unpacked`` reads back."""
        return json.dumps({"log": _texts(log)} | self._fields()).encode()

    def _fields(self) -> dict[str, Any]:
        return {
            "pending": _texts(self.pending),
            "doubtful": sorted(self.doubtful),
            "keys": dict(zip(map(str, self.keys), _texts(self.keys.values()), strict=True)),
            "length": self.length,
            "head": self.head.hex(),
            "said": self.said,
            "silent": self.silent,
        }


def unpacked_rest(data: bytes) -> Rest:
    """The rest that was kept; ``ValueError`` when the bytes are damaged."""
    return _read(data)[1]


def unpacked(data: bytes) -> tuple[tuple[bytes, ...], Rest]:
    """The log and the rest that were kept in one; ``ValueError`` when the bytes are damaged."""
    log, rest = _read(data)
    if log is None:
        raise ValueError("the log is missing")
    return log, rest


def _read(data: bytes) -> tuple[tuple[bytes, ...] | None, Rest]:
    try:
        found = read_json(data.decode())
        for name, kind in _KINDS.items():
            if type(found[name]) is not kind:
                raise ValueError(f"{name} is damaged")
        keys = {int(number): _bytes(key) for number, key in found["keys"].items()}
        head = bytes.fromhex(found["head"])
        if any(len(key) != 32 for key in keys.values()) or len(head) != HEAD:
            raise ValueError("a key has 32 bytes, and a head 16")
        rest = Rest(
            pending=tuple(map(_bytes, found["pending"])),
            doubtful=frozenset(map(int, found["doubtful"])),
            keys=keys,
            length=found["length"],
            head=head,
            said=found["said"],
            silent=found["silent"],
        )
        return tuple(map(_bytes, found["log"])) if "log" in found else None, rest
    except (TypeError, KeyError, AttributeError):
        raise ValueError("a part is missing") from None


_KINDS: Final[Mapping[str, type]] = {
    "pending": list,
    "doubtful": list,
    "keys": dict,
    "length": int,
    "head": str,
    "said": int,
    "silent": bool,
}


def _texts(rows: Iterable[bytes]) -> list[str]:
    return [base64.b64encode(data).decode() for data in rows]


def _bytes(text: str) -> bytes:
    return base64.b64decode(text, validate=True)
