"""Who is there: by what the relay says of connections, and this phone's own clock.

Nothing here is in the log, so no two phones need agree on it; what follows for the table is voted, and
for the host's role announced (``deciding``).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from engine.rooms.lobby import Lobby, Member

AWAY: Final = 5_000  # milliseconds after which a phone is shown as away, and not before
OFFER: Final = 30_000  # … and on its turn the table is offered that a bot plays
HOST: Final = 180_000  # … and the host's role passes on
HIDDEN: Final = "hidden"  # what a phone notes of itself when its page is not seen


class Presence:
    """Since when each member was not seen. A phone sees itself."""

    def __init__(self) -> None:
        self.since: dict[int, int] = {}
        self.told: set[int] = set()  # who was shown as away

    def look(
        self, members: Iterable[Member], who: Mapping[str, str], me: int, now: int
    ) -> list[int]:
        """Take in who is connected; who was away and is back."""
        back = []
        for member in members:
            there = member.number == me or who.get(member.sender, HIDDEN) != HIDDEN
            if not there:
                self.since.setdefault(member.number, now)
            elif self.since.pop(member.number, None) is not None and member.number in self.told:
                self.told.discard(member.number)
                back.append(member.number)
        return back

    def tick(self, members: Iterable[Member], now: int) -> list[int]:
        """Who is away from now on."""
        away = []
        for member in members:
            if member.number not in self.told and self.gone_for(member.number, now) >= AWAY:
                self.told.add(member.number)
                away.append(member.number)
        return away

    def gone_for(self, member: int, now: int) -> int:
        """For how long a member was not seen; 0 for who is there."""
        return max(0, now - self.since[member]) if member in self.since else 0

    def here(self, member: int, now: int) -> bool:
        """Whether a member is to be shown as there."""
        return self.gone_for(member, now) < AWAY

    def wakes(self, lobby: Lobby) -> list[int]:
        """The moments at which something will follow."""
        found = []
        for member, since in self.since.items():
            if member not in self.told:
                found.append(since + AWAY)
            found.append(since + OFFER)
            if member == lobby.host:
                found.append(since + HOST)
        return found
