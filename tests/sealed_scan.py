"""Looks for secrets where they have no business: keys in any form, and hidden cards.

``keys_in`` finds 32 secret bytes in a text or bytes however they are written; ``pairs_in`` the
slots and faces that a text tells; ``reachable`` all plain values that a thing holds in memory.
"""

from __future__ import annotations

import base64
import re
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import lru_cache, partial
from random import Random
from typing import Any

from engine.game import Game

# -- keys --------------------------------------------------------------------------------------------


@lru_cache(maxsize=256)
def forms(secret: bytes) -> tuple[tuple[str, bytes], ...]:
    """How 32 bytes may be written, each form in what ``_smoothed`` leaves of a text."""
    found = [
        ("raw", secret),
        ("hex", secret.hex().encode()),
        ("hex", secret[::-1].hex().encode()),
        ("Python", repr(secret)[2:-1].encode()),
        ("numbers", ",".join(map(str, secret)).encode()),
    ]
    for order in ("little", "big"):
        number = int.from_bytes(secret, order)  # type: ignore[arg-type]
        found += [("decimal", str(number).encode()), ("hex", f"{number:x}".encode())]
    for offset in range(3):
        # What comes before and after changes the characters at the seams: they are left out.
        text = base64.b64encode(bytes(offset) + secret).decode()
        core = text[-(-offset * 8 // 6) : (offset + 32) * 8 // 6]
        found.append(("base64", core.encode()))
    return tuple(found)


def keys_in(where: bytes | str, secrets: Mapping[str, bytes]) -> list[str]:
    """Which secrets are there, by name, and in what form."""
    data = where.encode("utf-8", "surrogatepass") if isinstance(where, str) else where
    plain = data.translate(_AS_STANDARD, b"\r\n")
    lower, tight = data.lower(), data.translate(None, b" \r\n")
    views = {"raw": data, "Python": data, "hex": lower, "base64": plain}
    return [
        f"{name} as {form}"
        for name, secret in secrets.items()
        for form, written in forms(secret)
        if written in views.get(form, tight)
    ]


_AS_STANDARD = bytes.maketrans(b"-_", b"+/")

# -- cards -------------------------------------------------------------------------------------------

Pair = tuple[int, int]  # slot and face


def rows_in(text: str) -> set[Pair]:
    """The slots and faces that the text form of a state tells, in its row of faces."""
    found: set[Pair] = set()
    for row in re.findall(r'"?faces"?\s*[:=]\s*[\[(]([^\])]*)[\])]', text):
        for slot, entry in enumerate(row.split(",")):
            if entry.strip().isdigit():
                found.add((slot, int(entry)))
    return found


def pairs_in(game: Game[Any, Any], text: str) -> set[Pair]:
    """The slots and faces that a text tells: in a state, as a pair, or in a sentence.

    In a state other numbers stand next to each other too; there ``rows_in`` is enough.
    """
    found = rows_in(text)
    for slot, face in re.findall(r"\b(\d+)\"?'?\s*[:,=]\s*\"?'?([\w*]+)", text):
        found |= _pair(game, slot, face)
    for slot, rest in re.findall(r"[Ss]lots? (\d+)([^.]*)", text):
        for word in re.findall(r"[\w*]+", rest):
            found |= _pair(game, slot, word)
    return found


def _pair(game: Game[Any, Any], slot: str, face: str) -> set[Pair]:
    found = {(int(slot), int(face))} if face.isdigit() else set()
    try:
        return found | {(int(slot), game.parse_face(face))}
    except ValueError:
        return found


def pairs_of(game: Game[Any, Any], state: Any) -> set[Pair]:
    """The slots and faces that a state knows."""
    return {(slot, face) for slot, face in enumerate(game.faces(state)) if face is not None}


# -- memory ------------------------------------------------------------------------------------------


def reachable(thing: Any) -> Iterator[Any]:
    """Every number, text and byte string that can be reached from a thing, closures included."""
    seen: set[int] = set()
    todo: list[Any] = [thing]
    while todo:
        it = todo.pop()
        if it is None or isinstance(it, bool | float | type | Enum | Random):
            continue
        if isinstance(it, bytes | str | int):
            yield it
            continue
        if id(it) in seen:
            continue
        seen.add(id(it))
        if isinstance(it, Mapping):
            todo += [*it.keys(), *it.values()]
        elif isinstance(it, list | tuple | set | frozenset | deque):
            todo += it
        elif isinstance(it, partial):
            todo += [it.func, it.args, it.keywords]
        elif isinstance(it, Callable) and hasattr(it, "__closure__"):  # type: ignore[arg-type]
            todo += [cell.cell_contents for cell in it.__closure__ or ()]
        else:
            names = [one.name for one in fields(it)] if is_dataclass(it) else []
            for cls in type(it).__mro__:
                slots = cls.__dict__.get("__slots__", ())
                names += [slots] if isinstance(slots, str) else slots
            todo += [getattr(it, name) for name in names if hasattr(it, name)]
            todo += vars(it).values() if hasattr(it, "__dict__") else ()
