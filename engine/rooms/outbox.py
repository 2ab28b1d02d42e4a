"""What a phone wants to have in the log, until it is there.

A body is said under an id of the phone's; ids rise. After the line was cut it is said again under the
same id, which the relay knows; after a refusal, when a later one may have got through, under a new one. A
body that is in the log and still wanted had no effect there, for something before it was missing: it is
said once more. A body that is twice in the log acts once, so to say too often does no harm.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

AGAIN: Final = 1_000  # milliseconds before what had no effect is said once more; then twice as long

NEW: Final = -1


@dataclass(slots=True)
class Saying:
    """A body on its way: the id it was said under last, whether that is to be said again, whether the
    log has it, and from when on it may be said once more."""

    keeps: bool
    id: int = NEW
    again: bool = False
    echoed: bool = False
    tries: int = 0
    after: int = 0


class Outbox:
    """The bodies that are wanted, in their order. ``next_id`` is above all that were ever used."""

    def __init__(self) -> None:
        self.next_id = 0
        self.sayings: dict[str, Saying] = {}
        self._hold = 0  # nothing is said before

    def want(self, bodies: Iterable[tuple[str, bool]]) -> None:
        """These are wanted, and no others any more; each with whether it keeps the room alive."""
        before = self.sayings
        self.sayings = {body: before.get(body) or Saying(keeps) for body, keeps in bodies}

    def due(self, now: int) -> Iterator[tuple[int, bool, str]]:
        """What is to be said now: id, whether it keeps the room alive, body."""
        if now < self._hold:
            return
        for body, saying in self.sayings.items():
            if saying.echoed and now >= saying.after:
                saying.id, saying.echoed, saying.tries = NEW, False, saying.tries + 1
            if saying.id == NEW:
                saying.id, self.next_id = self.next_id, self.next_id + 1
            elif not saying.again:
                continue
            saying.again = False
            yield saying.id, saying.keeps, body

    def echo(self, id_: int, now: int) -> None:
        """The log has what was said under an id."""
        self.next_id = max(self.next_id, id_ + 1)
        for saying in self.sayings.values():
            if saying.id == id_:
                saying.echoed, saying.again = True, False
                saying.after = now + (AGAIN << min(saying.tries, 5))

    def once_more(self) -> None:
        """The line is new: what the log has not is said again, under the same ids."""
        for saying in self.sayings.values():
            saying.again = saying.id != NEW and not saying.echoed

    def refused(self, until: int) -> None:
        """Something was refused: what the log has not is said again from a moment on, under new ids."""
        self._hold = max(self._hold, until)
        for saying in self.sayings.values():
            if not saying.echoed:
                saying.id, saying.again = NEW, False

    def wakes(self) -> list[int]:
        """The moments at which something may be said."""
        found = [self._hold for it in self.sayings.values() if it.id == NEW or it.again]
        return found + [it.after for it in self.sayings.values() if it.echoed]
