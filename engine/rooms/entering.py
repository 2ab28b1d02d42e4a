"""A newcomer before the door: it knocks, waits, and knocks again, until it has the room's secret."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine.rooms import greeting
from engine.rooms.codes import Code
from engine.rooms.greeting import Answer, Guest, Opened, Turned

PATIENCE: Final = 8_000  # milliseconds until it knocks again; half as long again each time
LONGEST: Final = 60_000


class Newcomer:
    """``state``: ``knocking``, ``wrong`` letters, ``shut`` for a while, another ``version`` inside.

    ``words`` are bodies that it has to say.
    """

    def __init__(self, code: Code, sender: str, version: str) -> None:
        self.code, self.sender, self.version = code, sender, version
        self.state = "knocking"
        self.other_version = ""
        self.until = 0  # when it may knock next
        self.words: list[str] = []
        self._guest: Guest | None = None
        self._tries = 0

    def again(self, code: Code) -> None:
        """Try with these letters."""
        self.code, self.state, self._guest, self.words = code, "knocking", None, []
        self.until = self._tries = 0

    def tick(self, others: bool, entropy: Callable[[], bytes], now: int) -> None:
        """Knock, when somebody is there who could hear it and the time has come."""
        if self.state == "shut" and now >= self.until:
            self.state, self._guest = "knocking", None
        if self.state != "knocking" or now < self.until or not others:
            return
        self._guest = greeting.knocked(self.code, self.sender, self.version, entropy())
        self.words = [greeting.body_of(self._guest.knock)]
        self.until = now + min(LONGEST, PATIENCE * 3**self._tries // 2**self._tries)
        self._tries += 1

    def heard(
        self, words: greeting.Words, sender: str, now: int
    ) -> tuple[bytes, tuple[int, int]] | None:
        """Take in what is said at the door; the room's secret and the pictures, once they are there."""
        guest = self._guest
        if guest is None or words.run != guest.run:
            return None
        if isinstance(words, Answer) and guest.agreed is None:
            proof = guest.proof(words, sender)
            if proof is not None:
                self.words.append(greeting.body_of(proof))
        elif isinstance(words, Opened) and sender == guest.other:
            return guest.secret(words)
        elif isinstance(words, Turned) and guest.other in ("", sender):
            self.state, self.words = words.why, []
            if words.why == greeting.VERSION:
                self.other_version = words.more
            elif words.why == greeting.SHUT:
                seconds = int(words.more) if words.more.isdecimal() else 60
                self.until = now + 1000 * min(seconds, 600)
        return None
