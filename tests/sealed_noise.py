"""Noise for phones: bytes of any kind, and true messages with something wrong in them.

``made`` draws a byte string by a chance of its own; what a dishonest device has signed with its
real key gets as far as its message goes.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, Final

from engine.sealed.group import ORDER
from engine.sealed.journal import read
from engine.sealed.messages import Concede, Settled, TakeBack, Vote, decode
from engine.sealed.wire import Malformed
from tests.sealed_owed import Owed
from tests.sealed_room import Phone, Room
from tests.sealed_scenes import signed, tell

P: Final = 2**255 - 19
ODD: Final = tuple(
    number.to_bytes(32, "little")
    for number in (0, 1, 2, P - 1, P, P + 1, P + 2, ORDER - 1, ORDER, ORDER + 1, 2**255, 2**256 - 1)
)
"""Where a point or a scalar should be: the identity, negative, not canonical, too large, none."""

WORDS: Final = (
    *("play", "throw", "bid", "pass", "hold", "name", "lay", "bank", "done", "rent", "accept"),
    *("draw", "trade", "place", "pay", "no", "red", "all", "S", "5H", "JK", "-1", "007", "999999"),
    *("1e3", "0x1", "\u0661", "\u200f", "", " ", "\n", "1_0", "+3", "None", "9" * 200, "\0"),
)


def mutated(data: bytes, chance: Random, other: bytes) -> bytes:
    """Some bytes with something wrong in them."""
    out = bytearray(data)
    match chance.randrange(7):
        case 0:
            for _ in range(chance.randrange(1, 4)):
                out[chance.randrange(len(out))] ^= 1 << chance.randrange(8)
        case 1:
            del out[chance.randrange(len(out)) :]
        case 2:
            at, to = chance.randrange(len(out)), chance.randrange(len(other) + 1)
            out[at:] = other[to:]
        case 3 if len(out) > 32:
            at = chance.randrange(len(out) - 31)
            out[at : at + 32] = chance.choice(ODD)
        case 4:
            at = chance.randrange(len(out))
            out[at:at] = chance.randbytes(chance.randrange(1, 40))
        case 5:
            out[0] = chance.randrange(16)
        case _:
            at = chance.randrange(len(out))
            del out[at : at + chance.randrange(1, 40)]
    return bytes(out)


def move_body(seat: int, step: int, chance: Random) -> bytes:
    """A move with a text that may be anything, and nothing shown."""
    words = [
        chance.choice((*WORDS, str(chance.randrange(120)))) for _ in range(chance.randrange(5))
    ]
    text = " ".join(words).encode()
    head = bytes([5, seat, min(step + chance.choice((0, 0, 0, 1)), 127)])
    size = bytes([len(text)]) if len(text) < 128 else bytes([len(text) & 127 | 128, len(text) >> 7])
    return head + size + text + bytes([chance.choice((0, 0, 0, 1, 2))])


def made(room: Room, liar: int, chance: Random) -> bytes:
    """A byte string that a dishonest device, or the relay, may send now."""
    log = room.relay.log
    true, other = chance.choice(log), chance.choice(log)
    kind = chance.randrange(8)
    if kind == 0:
        return chance.randbytes(chance.choice((0, 1, 64, 65, 90, 400)))
    if kind == 1:
        return mutated(true, chance, other)
    if kind == 2:
        return signed(room, liar, read(true).body, **header(room, liar, chance))
    if kind <= 4:
        deal = room.phones[liar].standing.deal
        step = max(deal.asked.values(), default=0) if deal else 0
        seat = chance.choice((liar, liar, liar, 0, 3, 9))
        return signed(room, liar, move_body(seat, step, chance))
    return signed(room, liar, mutated(read(true).body, chance, read(other).body))


def header(room: Room, liar: int, chance: Random) -> dict[str, Any]:
    """Something wrong around a message."""
    journal = max((phone.journal for phone in room.phones), key=len)
    field = chance.choice(("deal", "seq", "seen", "head", "deal"))
    return {
        field: {
            "deal": chance.choice((0, 1, 2, 99, 2**32 - 1)),
            "seq": chance.choice((0, journal.next_seq(liar) + 1, 2**32 - 1)),
            "seen": chance.choice((0, 1, len(journal) + 1, 2**32 - 1)),
            "head": chance.randbytes(16),
        }[field]
    }


def decisive(body: bytes) -> bool:
    """Whether a device is bound by such a message, so that it is no noise: signatures and votes."""
    try:
        return isinstance(decode(body), Concede | Settled | TakeBack | Vote)
    except Malformed:
        return False


def bear(room: Room, liar: int, noise: Callable[[], bytes], times: int) -> None:
    """Let all phones but one hear noise: no exception, no end of work, and nothing given away that
    is not owed; all of them stand alike after each."""
    phones = [phone for phone in room.phones if phone.device != liar]
    owed = [Owed(phone) for phone in phones]
    for _ in range(times):
        data = noise()
        for phone, watch in zip(phones, owed, strict=True):
            tell(phone, data)
            assert not watch.broken(), (data, watch.broken())
        assert len({fingerprint(phone) for phone in phones}) == 1, data
        room.phones[liar].journal = phones[0].journal


def fingerprint(phone: Phone) -> tuple[Any, ...]:
    """What all phones that have heard the same must have in common."""
    now = phone.standing
    deals = [
        (it.number, it.stage, it.step, it.void, tuple(it.keys), tuple(it.shares), len(it.acted))
        for it in (now.deal, now.coming)
        if it is not None
    ]
    state = now.table.game.state_text(now.state) if now.deal else ""
    return (phone.journal.head, now.length, now.away, *deals, state, _votes(now.votes))


def _votes(votes: Any) -> tuple[Any, ...]:
    return tuple(sorted((about, tuple(sorted(said))) for about, said in votes.items()))
