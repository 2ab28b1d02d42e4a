"""What a peer keeps in its own store, as bytes; for this device alone, for it holds its keys."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from engine.text import read_json


@dataclass(frozen=True, slots=True)
class Kept:
    """The log, what is under way, the entries that had no effect, and the keys by deal."""

    log: tuple[bytes, ...]
    pending: tuple[bytes, ...]
    doubtful: frozenset[int]
    keys: Mapping[int, bytes] = field(repr=False)

    def packed(self) -> bytes:
        """The bytes, which ``unpacked`` reads back."""
        return json.dumps(
            {
                "log": _texts(self.log),
                "pending": _texts(self.pending),
                "doubtful": sorted(self.doubtful),
                "keys": dict(zip(map(str, self.keys), _texts(self.keys.values()), strict=True)),
            }
        ).encode()


def unpacked(data: bytes) -> Kept:
    """What was kept; ``ValueError`` when the bytes are damaged."""
    try:
        found = read_json(data.decode())
        keys = {int(number): _bytes(key) for number, key in found["keys"].items()}
        if any(len(key) != 32 for key in keys.values()):
            raise ValueError("a key has 32 bytes")
        log, pending = (tuple(map(_bytes, found[name])) for name in ("log", "pending"))
        return Kept(log, pending, frozenset(map(int, found["doubtful"])), keys)
    except (TypeError, KeyError, AttributeError):
        raise ValueError("a part is missing") from None


def _texts(rows: Iterable[bytes]) -> list[str]:
    return [base64.b64encode(data).decode() for data in rows]


def _bytes(text: str) -> bytes:
    return base64.b64decode(text, validate=True)
