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

from engine.sealed.events import Moved, Remixed, TakenBack
from engine.sealed.steps import finish
from engine.sealed.table import Seat
from engine.sealed.taking_back import why_not_back
from tests.sealed_room import Phone, Room, deals, identities, seed_of

BRIEF: Final = json.dumps({"draw": 5, "draw_empty": 7, "hand_limit": 3, "plays": 1})
"""Rules of Deeds by which the stock soon runs out, and is shuffled again."""


def remixed(room: Room) -> bool:
    return bool(room.said(Remixed))


class Regretful(Phone):
    """Agrees to take back the first moves that can be, its own and those of others."""

    regrets = 0

    def act(self) -> bool:
        deal = self.standing.deal
        if why_not_back(self.standing) is not None or deal is None or deal.last is None:
            return super().act()
        if deal.last.index <= self.regrets or len(deal.undone) > 1:
            return super().act()
        self.regrets = deal.last.index
        self.vote_take_back()
        return True


def played_on() -> Room:
    """The second hand, at a table where the bot's seat is a newcomer's."""
    first = played("a hand of 110")
    receipt = finish(first.phones[0].receipt())
    assert receipt is not None
    owners = (*first.owners, *identities("same/newcomer", 1))
    seats = (*first.table.seats[:3], Seat("Newcomer", 3))
    devices = [owner.device for owner in owners]
    table = first.table.played_on(seed_of("same/next"), receipt.state, seats, devices)
    return Room("110", 4, seed="same/played on", at=(table, owners)).play(deals(1))


def regretted() -> Room:
    """A hand in which two moves are taken back, and what the bot has answered to them."""
    kinds = dict.fromkeys(range(3), Regretful)
    return Room("110", 3, (1,), seed="same/regretted", kinds=kinds).play(deals(1))


GAMES: Final[
    Mapping[str, tuple[str, int, tuple[int, ...], Callable[[Room], bool], dict[str, Any]]]
] = {
    "a hand of 110": ("110", 3, (1,), deals(1), {}),
    "a strict hand of 110": ("110", 2, (1,), deals(1), {"strict": True}),
    "Deeds up to a remix": ("deeds", 2, (), remixed, {"changes": BRIEF}),
}
"""Variant, devices, keepers of bots, how far it is played, and what else the table agreed upon."""

MORE: Final[Mapping[str, Callable[[], Room]]] = {
    "a hand that is played on": played_on,
    "a hand with moves taken back": regretted,
}
"""Games that are more than one table from its first message to some point."""

SENT: Final[Mapping[str, str]] = {
    "a hand of 110": "9bcfc443da776fb97a80436fec823cdfb36dd7f84abbec1c8bd498295d9b381d",
    "a strict hand of 110": "5859282552799d057345b09c8efb8e0a3361c9432d6fe5591360458da679e43a",
    "Deeds up to a remix": "07eda1dcee0d591606fab6bb8b9b7631ec0d8f52deccfdcae2b7c0c00e578e0b",
    "a hand that is played on": "b47ecd8d1b190d275199e6d20827c6239786b44e8bbe01760e9e8f32d9d6f99f",
    "a hand with moves taken back": (
        "55063cc992a191398d69c0aa9b719fbdea8e043cb9ed6dcd77229e60644ef83b"
    ),
}
"""SHA-512, half of it, of all envelopes in the relay's order, each behind its length."""


def played(name: str) -> Room:
    if name in MORE:
        return MORE[name]()
    variant, devices, bots, until, more = GAMES[name]
    return Room(variant, devices, bots, seed=f"same/{name}", **more).play(until)


def digest(log: Iterable[bytes]) -> str:
    whole = sha512()
    for data in log:
        whole.update(len(data).to_bytes(4, "big") + data)
    return whole.hexdigest()[:64]


@pytest.mark.parametrize("name", [*GAMES, *MORE])
def test_the_same_bytes_are_sent_everywhere(name: str) -> None:
    room = played(name)
    assert len(room.said(Moved)) > 15
    for phone in room.phones:
        assert phone.journal.envelopes == room.relay.log[: len(phone.journal)]
    assert digest(room.relay.log) == SENT[name], "What is sent has changed."


def test_a_hand_with_moves_taken_back_has_them_taken_back() -> None:
    assert len(regretted().said(TakenBack)) == 2


def test_one_other_bit_is_another_digest() -> None:
    assert digest([b"one", b"two"]) != digest([b"on", b"etwo"]) != digest([b"on", b"etwp"])


if __name__ == "__main__":
    for name in (*GAMES, *MORE):
        print(f'    "{name}": "{digest(played(name).relay.log)}",')
