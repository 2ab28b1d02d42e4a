"""What anybody may do, how much and how often; every number can be set.

Glossary: a *bucket* fills steadily up to its brim, and every frame takes something out; an *address*
is what one household or one club shares, so a limit for it has to fit two hundred phones.
"""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass, field
from typing import Any

MINUTE = 60.0
HOUR = 3600.0


def _limit(value: Any, what: str) -> Any:
    return field(default=value, metadata={"what": what})


@dataclass(frozen=True, slots=True)
class Limits:
    """All limits, with what each is for; seconds and bytes."""

    message: int = _limit(65_536, "bytes of a frame")
    log: int = _limit(4 << 20, "bytes of one room's log")
    logs: int = _limit(1 << 30, "bytes of all logs that this process holds")
    rate: float = _limit(20.0, "frames a second of a connection, in the long run")
    burst: float = _limit(200.0, "frames of a connection at once")
    byte_rate: float = _limit(65_536.0, "bytes a second of a connection, in the long run")
    byte_burst: float = _limit(6.0 * (1 << 20), "bytes of a connection at once")
    strikes: float = _limit(20.0, "refusals of a connection, one more a second, until it is closed")
    room: int = _limit(64, "connections in a room")
    guests: int = _limit(32, "guests among them")
    address: int = _limit(256, "connections from an address")
    rooms: int = _limit(20_000, "rooms that this process holds")
    makes: int = _limit(600, "rooms made from an address in an hour")
    wrong: int = _limit(120, "names of no room asked for from an address in a minute")
    guest_message: int = _limit(8_192, "bytes of what a guest says")
    guest_rate: float = _limit(0.5, "sayings a second of a guest, in the long run")
    guest_burst: float = _limit(12.0, "sayings of a guest at once")
    guest_share: float = _limit(0.5, "part of a room's log beyond which guests are not heard")
    note: int = _limit(200, "characters of a note")
    life: float = _limit(4 * 3600.0, "seconds that a room lives after the last keeping message")
    settle: float = _limit(1.0, "seconds after an offer until a room given back takes new messages")
    unsent: int = _limit(262_144, "bytes waiting for a connection before it is sent no more")
    slow: float = _limit(20.0, "seconds after which a connection that takes nothing is cut off")
    quiet: float = _limit(4.0, "seconds of silence after which a connection is asked for a sign")
    asked: float = _limit(200.0, "connections asked so in a second; many are asked more seldom")
    silent: float = _limit(25.0, "seconds of silence after which a connection is cut off")

    def told(self) -> dict[str, float]:
        """What a phone has to know of them, under the names of the protocol."""
        return {
            "message": self.message,
            "log": self.log,
            "rate": self.rate,
            "burst": self.burst,
            "bytes": self.byte_rate,
            "guest": self.guest_message,
            "note": self.note,
            "life": self.life,
        }


class Bucket:
    """So much at once, and so much a second in the long run."""

    __slots__ = ("_at", "_left")

    def __init__(self, brim: float, now: float) -> None:
        self._left = brim
        self._at = now

    def take(self, now: float, rate: float, brim: float, much: float = 1.0) -> bool:
        """Whether there was enough; if not, nothing is taken."""
        left = self._left + (now - self._at) * rate
        if left > brim:
            left = brim
        self._at = now
        if left < much:
            self._left = left
            return False
        self._left = left - much
        return True

    def wait(self, rate: float, much: float = 1.0) -> float:
        """Seconds until there will be enough."""
        return max(0.0, (much - self._left) / rate) if rate else MINUTE


def address_key(address: str) -> str:
    """What counts as one address: an IPv4 address, or the /64 that an IPv6 network is given."""
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(ip, ipaddress.IPv6Address):
        if ip.ipv4_mapped:
            return str(ip.ipv4_mapped)
        return str(ipaddress.ip_network((ip, 64), strict=False))
    return str(ip)


class Doors:
    """What comes from each address: its connections, its wrong names this minute, its new rooms."""

    def __init__(self) -> None:
        self.connections: dict[str, int] = {}
        self._minute = self._hour = -1
        self._wrong: dict[str, set[str]] = {}
        self._makes: dict[str, int] = {}

    def enter(self, address: str, most: int) -> bool:
        """Counts a connection in, unless there are ``most`` already."""
        here = self.connections.get(address, 0)
        if here >= most:
            return False
        self.connections[address] = here + 1
        return True

    def leave(self, address: str) -> None:
        """Counts a connection out."""
        here = self.connections.get(address, 0) - 1
        if here > 0:
            self.connections[address] = here
        else:
            self.connections.pop(address, None)

    def shut(self, address: str, now: float, most: int) -> float:
        """Seconds for which an address that guessed so many wrong names may not try more, or 0."""
        self._turn(now)
        return MINUTE - now % MINUTE if len(self._wrong.get(address, ())) >= most else 0.0

    def wrong(self, address: str, name: str, now: float) -> None:
        """Notes a name of no room; the same name again is no new guess."""
        self._turn(now)
        self._wrong.setdefault(address, set()).add(name)

    def make(self, address: str, now: float, most: int) -> float:
        """Counts a room made; seconds to wait instead when there were ``most`` in this hour."""
        self._turn(now)
        made = self._makes.get(address, 0)
        if made >= most:
            return HOUR - now % HOUR
        self._makes[address] = made + 1
        return 0.0

    def _turn(self, now: float) -> None:
        """What was counted in another minute, or hour, is forgotten."""
        if (minute := int(now // MINUTE)) != self._minute:
            self._minute = minute
            self._wrong.clear()
            if (hour := int(now // HOUR)) != self._hour:
                self._hour = hour
                self._makes.clear()
