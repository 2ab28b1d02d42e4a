"""Drives a room: what happens on the line and on the screen goes in, effects and the model come out.

Long reckoning is done in slices between taps: each ``work`` event does some milliseconds of it, and
asks for the next. What must be kept is an effect of its own before what may only be sent after it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from engine.rooms.codes import BadCode, Code, parse_fragment
from engine.rooms.room import Room, RoomError
from web.app import texts
from web.app.events import Answer, Event
from web.app.model import Effect, Model
from web.app.rooms import taps, ways
from web.app.rooms.company import Company
from web.app.rooms.following import ANSWER_MS, follow, shown
from web.app.together import ROOM_KEYS, kept_room
from web.app.update import update

SLICE_MS: Final = 8.0
"""So long may a slice of work take: a tap that comes meanwhile waits no longer."""

SECOND: Final = 1000


class Wiring:
    """The one room of this device, or the way into one, between two events."""

    def __init__(self, entropy: Callable[[], bytes], clock: Callable[[], float]) -> None:
        self.entropy = entropy
        self.clock = clock
        self.room: Room | None = None
        self.keys: set[str] = set()  # what is kept of the room on this device
        self.steps: Iterator[None] | None = None  # the work that is under way
        self.restoring: Any = None  # the kept room, being read
        self.slice_asked = False
        self.fresh: object = None  # not None: this phone has yet to sit down in its new room
        self.line = 0  # the number of the newest line, so that word of an older one is not heard
        self.version = ""
        self.now = 0

    # -- coming in --------------------------------------------------------------------------------

    def begin(self, model: Model, event: Event) -> Answer:
        """What follows from an event that asks for a room: a tap, a link, or a room that is kept."""
        self._hear_clock(event)
        self.version = model.device.version
        company = model.company if isinstance(model.company, Company) else None
        fresh = Company(
            at=self.now,
            inside=model.device.inside,
            address=model.device.address,
            plain=not model.device.service_worker,
        )
        # One that has ended is put away once somebody asks for another.
        company = fresh if company is None or company.stage == "ended" else company
        kept = kept_room(event.get("kept") or {})
        effects: list[Effect] = []
        if kept and self.room is None:
            self._restore(kept)
            company = replace(company, stage="restoring")
            effects.append(self._slice())
        link = str(event.get("link") or event.get("value") or "")
        try:
            code = parse_fragment(link) if link.startswith("#") else None
        except BadCode as error:
            model = replace(model, notice=texts.BROKEN_LINK.format(reason=error))
            code = None
        if code is not None:
            company = self._invited(company, code)
        if event.get("event") == "friends" or kept or code is not None:
            model = ways.to_room(replace(model, company=company, notice=""), company)
        return self._after(replace(model, company=company), effects, look=True)

    def _invited(self, company: Company, code: Code) -> Company:
        """A link to the own room changes nothing; one to another asks."""
        own = self.room.view(self.now).code if self.room is not None else None
        if own == code:
            return company
        here = self.room is not None or self.restoring is not None
        return replace(company, code=code, stage="ask" if here else "entry", trouble="")

    def _restore(self, kept: Mapping[str, str]) -> None:
        self.keys = set(kept)
        self.restoring = Room.restored(kept, self.version, self.now, self.entropy)

    # -- every event ------------------------------------------------------------------------------

    def hear(self, model: Model, event: Event) -> Answer:
        """The next model and the effects, the painting aside."""
        self._hear_clock(event)
        name = str(event.get("event", ""))
        drive = _LINE.get(name)
        if drive is not None and int(event.get("line") or self.line) != self.line:
            return model, []
        if drive is not None:
            look = drive(self, event)
            return self._after(model, [], look=look)
        if name == "work":
            return self._work(model)
        if name == "kept-read" and self.room is not None:
            self._restore(kept_room(event.get("kept") or {}))
            return self._after(model, [self._slice()], look=False)
        if name == "forgotten":
            self._drop()
            after, effects = update(model, event)
            return after, [*effects, {"do": "socket-close"}, {"do": "wake", "ms": -1}]
        fresh = replace(model, said=(), refused="")
        done = taps.tapped(self, fresh, event)
        if done is not None:
            return self._after(*done, look=True)
        after, effects = update(model, event)
        return self._after(*taps.wished(self, after, effects), look=True)

    def _hear_clock(self, event: Event) -> None:
        clock = event.get("clock")
        self.now = max(self.now, int(clock)) if isinstance(clock, int | float) else self.now

    def _opened(self, event: Event) -> bool:
        if self.room is not None:
            self.room.opened(self.now)
        return True

    def _frames(self, event: Event) -> bool:
        if self.room is not None:
            for frame in event.get("frames") or ():
                self.room.received(str(frame), self.now)
        return True

    def _closed(self, event: Event) -> bool:
        if self.room is not None:
            self.room.closed(self.now)
        return True

    def _seen(self, event: Event) -> bool:
        if self.room is not None:
            self.room.visible(self.now, event.get("value") == "true")
        return True

    def _wake(self, event: Event) -> bool:
        if self.room is not None:
            self.room.tick(self.now)
        return True

    # -- work in slices ---------------------------------------------------------------------------

    def _slice(self) -> Effect:
        self.slice_asked = True
        return {"do": "work"}

    def _work(self, model: Model) -> Answer:
        """Some milliseconds of work; the screen is looked at again when something came of it."""
        self.slice_asked = False
        until = self.clock() + SLICE_MS
        if self.restoring is not None:
            return self._restored(model, until)
        if self.room is None:
            return model, []
        self.steps = self.steps or iter(self.room.work())
        for _ in self.steps:
            if self.clock() >= until:
                return self._after(model, [], look=False)
        self.steps = None
        return self._after(model, [], look=True)

    def _restored(self, model: Model, until: float) -> Answer:
        try:
            while self.clock() < until:
                next(self.restoring)
        except StopIteration as done:
            self.restoring, self.steps, self.room = None, None, done.value
        except RoomError as error:
            self.restoring = None
            self._drop()
            company = Company(stage="entry", at=self.now, trouble=str(error))
            return replace(model, company=company), self._forget_all()
        if self.room is None or self.restoring is not None:
            return model, [self._slice()]
        company = model.company if isinstance(model.company, Company) else Company()
        stage = company.stage if company.stage == "ask" else "in"
        return self._after(replace(model, company=replace(company, stage=stage)), [], look=True)

    # -- what comes of it -------------------------------------------------------------------------

    def enter(self, room: Room) -> None:
        """Another room is this device's now."""
        self.room, self.steps, self.fresh = room, None, ()

    def _drop(self) -> None:
        self.room = self.steps = self.restoring = None

    def _forget_all(self) -> list[Effect]:
        keys, self.keys = self.keys, set()
        return [{"do": "forget", "key": ROOM_KEYS + key} for key in sorted(keys)]

    def leave(self) -> list[Effect]:
        """The room is over for this device: nothing of it is kept."""
        self._drop()
        return [*self._forget_all(), {"do": "socket-close"}, {"do": "wake", "ms": -1}]

    def _after(self, model: Model, effects: list[Effect], *, look: bool) -> Answer:
        """The effects that the room asks for, and the model as the room is now."""
        if self.room is None:
            return model, effects
        effects = [it for it in effects if not (model.together and it["do"] == "later")]
        if self.fresh is not None and look:
            self.fresh = ways.settle_in(self.room, model, self.fresh, self.now)
        out = self.room.take()
        for key, text in out.keep:
            kept = {"do": "keep", "key": ROOM_KEYS + key, "text": text}
            effects.append(kept if text is not None else {"do": "forget", "key": ROOM_KEYS + key})
            (self.keys.add if text is not None else self.keys.discard)(key)
        if out.frames:
            effects.append({"do": "socket-send", "frames": list(out.frames)})
        if out.line == "open":
            self.line += 1
            effects.append({"do": "socket-open", "line": self.line})
        elif out.line:
            effects.append({"do": "socket-close"})
        # Work that was broken off in the middle is work, too.
        if (self.steps is not None or self.room.busy) and not self.slice_asked:
            effects.append(self._slice())
        if out.forget:
            gone = self.room.view(self.now)
            return ways.ended(model, gone), [*effects, *self.leave()]
        if look or out.events:
            model = shown(model, self.room.view(self.now), self.now, out.events)
            model = follow(model, out.events)
            effects.append({"do": "wake", "ms": self._wake_in(model)})
        return model, effects

    def _wake_in(self, model: Model) -> int:
        """Milliseconds until the room, or what counts seconds on the screen, wants to be woken."""
        company = model.company
        waits = [] if self.room is None or self.room.wake is None else [self.room.wake - self.now]
        if isinstance(company, Company) and ways.counts(model, company):
            waits.append(SECOND - self.now % SECOND)
        if isinstance(company, Company):
            again = company.answered_at + ANSWER_MS if company.answered is not None else 0
            dues = company.leaves_at, company.rests_at, again
            waits += [due - self.now for due in dues if due]
        return max(10, min(waits)) if waits else -1


_LINE: Final[dict[str, Callable[[Wiring, Event], bool]]] = {
    "socket-open": Wiring._opened,
    "socket-frames": Wiring._frames,
    "socket-closed": Wiring._closed,
    "seen": Wiring._seen,
    "wake": Wiring._wake,
}
