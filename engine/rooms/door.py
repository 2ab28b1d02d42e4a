"""The door as a phone inside keeps it: whose turn it is to answer a knock, and how the runs go.

The host answers, or the first member after him that is there; the next one when a while has passed.
One run goes on at a time, however many knock, so that every wrong try is counted before the next.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from engine.rooms import greeting
from engine.rooms import messages as say
from engine.rooms.codes import Code
from engine.rooms.greeting import Answer, Doorman, Knock, Proof, Turned
from engine.rooms.lobby import DOOR, Lobby

TURN: Final = 2_500  # milliseconds that the next one waits for the one before it
RUNS: Final = 12_000  # milliseconds after which a run that was answered is given up
FRESH: Final = 30_000  # milliseconds for which a knock is worth an answer
SHUT: Final = 60_000  # milliseconds that the door stays shut
MOST: Final = 64  # knocks that are remembered


@dataclass(slots=True)
class Run:
    """A knock, who knocked and when we heard it; who answered and when; whether it is over."""

    knock: Knock
    guest: str
    at: int
    by: str = ""
    answered: int = 0
    over: bool = False


class Door:
    """What this phone knows of the runs. ``words`` are bodies that it has to say."""

    def __init__(self, code: Code, version: str, own: str) -> None:
        self.code, self.version, self.own = code, version, own
        self.runs: dict[bytes, Run] = {}
        self.doorman: Doorman | None = None
        self.words: list[str] = []
        self.says: list[say.Message] = []
        self.shut_at: int | None = None

    def heard(self, words: greeting.Words, sender: str, secret: bytes, now: int) -> None:
        """Take in what somebody says at the door."""
        if isinstance(words, Knock):
            if words.run in self.runs:
                return
            for run in self.runs.values():
                if run.guest == sender:
                    run.over = True  # it has begun anew
            self.runs[words.run] = Run(words, sender, now)
            while len(self.runs) > MOST:
                del self.runs[next(iter(self.runs))]
            return
        if words.run in self.runs and not self.runs[words.run].over:
            self._goes_on(self.runs[words.run], words, sender, secret, now)

    def _goes_on(
        self, run: Run, words: greeting.Words, sender: str, secret: bytes, now: int
    ) -> None:
        if isinstance(words, Answer) and not run.by:
            run.by, run.answered = sender, now
            if sender != self.own and self.doorman and self.doorman.run == words.run:
                self.doorman = None  # another one was first
        elif isinstance(words, Proof) and sender == run.guest:
            self._judge(run, words, secret)
        elif not isinstance(words, Proof | Answer) and sender == run.by:
            run.over = True

    def _judge(self, run: Run, proof: Proof, secret: bytes) -> None:
        if run.by != self.own or self.doorman is None or self.doorman.run != proof.run:
            return
        found = self.doorman.opening(proof, secret)
        run.over, self.doorman = True, None
        if found is None:
            self.words.append(greeting.body_of(Turned(proof.run, greeting.WRONG, "")))
            self.says.append(say.Wrong(run.guest))
            return
        words, (first, second) = found
        self.words.append(greeting.body_of(words))
        self.says.append(say.Welcomed(run.guest, first, second))

    def counted(self, lobby: Lobby, now: int) -> bool:
        """A wrong try was counted in the log; whether that shuts the door."""
        if lobby.wrong and lobby.wrong % DOOR == 0:
            self.shut_at = now
            return True
        return False

    def shut_for(self, now: int) -> int:
        """For how many milliseconds nobody is let in."""
        return 0 if self.shut_at is None else max(0, self.shut_at + SHUT - now)

    def _fresh(self, run: Run, who: Sequence[str], now: int) -> bool:
        return not run.over and run.guest in who and now - run.at < FRESH

    def tick(
        self,
        lobby: Lobby,
        order: Sequence[int],
        me: int,
        who: Sequence[str],
        entropy: Callable[[], bytes],
        now: int,
    ) -> bool:
        """Answer a knock if it is this phone's turn; ``order`` are the members that are there, in
        the order in which they answer. Whether the door has opened again."""
        opened = self.shut_at is not None and not self.shut_for(now)
        if opened:
            self.shut_at = None
        if me not in order:
            return opened
        for run in self.runs.values():
            if run.by and now - run.answered >= RUNS:
                run.over = True
        if self.doorman and self.runs[self.doorman.run].over:
            self.doorman = None
        rank = order.index(me)
        for run in list(self.runs.values()):
            if not self._fresh(run, who, now) or run.by or now < run.at + rank * TURN:
                continue
            turned = self._turned(run, lobby, now)
            if turned is not None:
                self.words.append(greeting.body_of(turned))
                run.over = True
            elif not self._busy():
                self._answer(run, entropy())
        return opened

    def _busy(self) -> bool:
        return self.doorman is not None or any(
            run.by and not run.over for run in self.runs.values()
        )

    def _turned(self, run: Run, lobby: Lobby, now: int) -> Turned | None:
        name = run.knock.run
        if (run.knock.version, run.knock.protocol) != (lobby.version, lobby.protocol):
            return Turned(name, greeting.VERSION, lobby.version)
        wait = self.shut_for(now)
        return Turned(name, greeting.SHUT, str(-(-wait // 1000))) if wait else None

    def _answer(self, run: Run, chance: bytes) -> None:
        self.doorman = greeting.answered(self.code, run.knock, run.guest, self.own, chance)
        if self.doorman is None:
            run.over = True
        else:
            self.words.append(greeting.body_of(self.doorman.answer))

    def wakes(self, rank: int, now: int) -> list[int]:
        """The moments at which something will follow."""
        found = [] if self.shut_at is None else [self.shut_at + SHUT]
        for run in self.runs.values():
            if run.over or now - run.at >= FRESH:
                continue
            found.append(run.answered + RUNS if run.by else run.at + rank * TURN)
        return found
