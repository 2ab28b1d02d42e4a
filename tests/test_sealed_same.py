"""The transcript of a seeded game is the same bytes wherever it is played.

CPython runs this file, and so does the browser's Python; both must come to the digests below, which
stand for everything that the phones of a room have sent. When the protocol is changed on purpose,
``python -m tests.test_sealed_same`` prints what they are now.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from hashlib import sha512
from typing import Any, Final

import pytest

from engine.sealed.events import Moved, Remixed
from tests.sealed_room import Room, deals

BRIEF: Final = json.dumps({"draw": 5, "draw_empty": 7, "hand_limit": 3, "plays": 1})
"""Rules of Deeds by which the stock soon runs out, and is shuffled again."""


def remixed(room: Room) -> bool:
    return bool(room.said(Remixed))


GAMES: Final[
    Mapping[str, tuple[str, int, tuple[int, ...], Callable[[Room], bool], dict[str, Any]]]
] = {
    "a hand of 110": ("110", 3, (1,), deals(1), {}),
    "a strict hand of 110": ("110", 2, (1,), deals(1), {"strict": True}),
    "Deeds up to a remix": ("deeds", 2, (), remixed, {"changes": BRIEF}),
}
"""Variant, devices, keepers of bots, how far it is played, and what else the table agreed upon."""

SENT: Final[Mapping[str, str]] = {
    "a hand of 110": "9bcfc443da776fb97a80436fec823cdfb36dd7f84abbec1c8bd498295d9b381d",
    "a strict hand of 110": "5859282552799d057345b09c8efb8e0a3361c9432d6fe5591360458da679e43a",
    "Deeds up to a remix": "07eda1dcee0d591606fab6bb8b9b7631ec0d8f52deccfdcae2b7c0c00e578e0b",
}
"""SHA-512, half of it, of all envelopes in the relay's order, each behind its length."""


def played(name: str) -> Room:
    variant, devices, bots, until, more = GAMES[name]
    return Room(variant, devices, bots, seed=f"same/{name}", **more).play(until)


def digest(log: Iterable[bytes]) -> str:
    whole = sha512()
    for data in log:
        whole.update(len(data).to_bytes(4, "big") + data)
    return whole.hexdigest()[:64]


@pytest.mark.parametrize("name", GAMES)
def test_the_same_bytes_are_sent_everywhere(name: str) -> None:
    room = played(name)
    assert len(room.said(Moved)) > 15
    for phone in room.phones:
        assert phone.journal.envelopes == room.relay.log[: len(phone.journal)]
    assert digest(room.relay.log) == SENT[name], "What is sent has changed."


def test_one_other_bit_is_another_digest() -> None:
    assert digest([b"one", b"two"]) != digest([b"on", b"etwo"]) != digest([b"on", b"etwp"])


if __name__ == "__main__":
    for name in GAMES:
        print(f'    "{name}": "{digest(played(name).relay.log)}",')
