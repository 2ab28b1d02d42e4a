"""People who play Deeds by taps and would rather do what has not been done yet."""

from __future__ import annotations

import time
from typing import Any

from playwright.sync_api import Error as PageError

from engine.deeds import state as deeds
from engine.deeds.state import Move, State, owner_of, stack_of
from engine.game import find
from engine.rooms.room import Room
from engine.rule_sets import RuleSet
from engine.sealed.journal import read
from engine.sealed.messages import Move as Said
from engine.sealed.messages import decode
from tests.browser.club import Club, Phone
from tests.browser.records import settings
from tests.browser.rooms_search import KEPT, heard, kept_room
from tests.deeds_wishes import ACTIONS, RULES, Wishes, used_by
from web.app.events import NEXT_KEY

DEEDS = find("deeds").game

MOST_DEEDS = 4  # in a stack
MOST_ANSWERS = 400  # see tests/test_deeds_wishes.py; some are looked at twice
PATIENCE = 5


def house_rules() -> str:
    """The rule set as a device keeps it."""
    variant = find("deeds")
    return RuleSet(variant, variant.game.parse_rules(RULES, variant.rules), "Everything").text()


def moves_in(room: Room) -> set[Move]:
    """Every move that stands in the log of the table."""
    assert room.play is not None  # it is played
    said = (decode(read(data).body) for data in room.play.who.journal.envelopes)
    return {DEEDS.parse_move(it.text) for it in said if isinstance(it, Said)}


def kept_to_the_end(phone: Phone) -> Room:
    """What a phone keeps, once it is all that it has heard."""
    end = time.monotonic() + KEPT
    while True:
        length = heard(phone.frames)
        room = kept_room(phone)
        if room.session.log.next >= length:
            return room
        assert time.monotonic() < end, f"{phone.called} does not keep entry {length - 1}"
        phone.page.wait_for_timeout(20)


class Everything(Club):
    """A club at Deeds that plays until each action has been used once."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.wishes = Wishes()
        self.missed = 0  # so often in a row the finger found nothing to tap

    def _has_kept(self, phone: Phone) -> bool:
        """A phone that was used for these house rules last."""
        phone.put({"settings": settings(name=phone.called), NEXT_KEY: house_rules()})
        return True

    def choose_seats(self) -> None:
        """The host chooses so many seats as there are phones; the game came with the host."""
        host = self.phones[0]
        host.wait('#game [aria-pressed=true][data-value="deeds"]')
        host.press(f'[data-event=room-seats][data-value="{len(self.phones)}"]')
        host.wait(f'#count [aria-pressed=true][data-value="{len(self.phones)}"]')

    # -- one answer by taps ---------------------------------------------------------------------------

    def answer(self, phone: Phone) -> None:
        """Somebody answers what is asked as all would like it, by what this phone keeps."""
        room = kept_to_the_end(phone)
        assert room.play is not None and room.play.peer is not None  # they play
        device, state = room.play.peer.device, room.play.view()
        seat = [it.device for it in room.play.table.seats].index(device)
        self.wishes.used = set().union(*(used_by(state, move) for move in moves_in(room)))
        if not DEEDS.legal_moves(state, seat):
            return  # what was asked when we looked has been answered
        try:
            phone.page.set_default_timeout(8_000)
            self.make(phone, state, seat, self.wishes.choose(state, seat))
            self.missed = 0
        except PageError:
            self.missed += 1  # it went away under the finger, as it may: the person looks again
            if self.missed == PATIENCE:
                raise
        finally:
            phone.page.set_default_timeout(60_000)

    def make(self, phone: Phone, state: State, seat: int, move: Move) -> None:
        """Taps what makes a move."""
        button = f'[data-event=move][data-value="{DEEDS.move_text(move)}"]'
        match move:
            case deeds.Done():
                phone.tap("#end-turn")
            case deeds.Pay():  # what the table advises
                phone.tap("[data-event=pay]")
            case deeds.Accept() | deeds.Refuse() | deeds.Place():
                phone.tap(f".sheet {button}")
            case deeds.Throw(slots):
                for slot in slots:
                    if phone.find(f"#card-{slot}[aria-pressed=false]").count():
                        phone.tap(f"#card-{slot}")
                phone.tap("[data-event=throw]")
            case deeds.Shift(slot, _):
                self.touch(phone, state, slot)
                phone.tap(f"#strip {button}")
            case _:
                phone.tap(f"#card-{move.slot}")
                self.aim(phone, state, seat, move, f"#strip {button}")
                phone.tap(f"#strip {button}")

    def touch(self, phone: Phone, state: State, deed: int) -> None:
        """Taps the stack in which a deed lies."""
        stack = stack_of(state.stacks[owner_of(state, deed)], deed)
        assert stack is not None  # it has an owner
        phone.tap(f"#stack-{stack.deeds[0]}")

    def aim(self, phone: Phone, state: State, seat: int, move: Move, button: str) -> None:
        """Chooses what a touched card is played for, until the button that does it is there."""
        match move:
            case deeds.Rent(_, colour, hikes, _):
                for _ in hikes:
                    phone.tap("#strip [data-event=hike]")
                if not phone.find(button).count():
                    stack = next(it for it in state.stacks[seat] if it.colour == colour)
                    phone.tap(f'#strip [data-event=deed][data-value="{stack.deeds[0]}"]')
            case deeds.Trade(_, own, deed):
                # Each tap on a stack chooses its next deed.
                for _ in range(MOST_DEEDS):
                    self.touch(phone, state, own)
                    if self.chooses(phone, state, deed, button):
                        return
            case deeds.Take(_, deed) | deeds.Seize(_, deed) | deeds.Build(_, deed):
                self.chooses(phone, state, deed, button)

    def chooses(self, phone: Phone, state: State, deed: int, button: str) -> bool:
        """Taps a deed's stack until the button is there; False when it never is."""
        for _ in range(MOST_DEEDS):
            if phone.find(button).count():
                return True
            self.touch(phone, state, deed)
        return bool(phone.find(button).count())

    # -- all together --------------------------------------------------------------------------------------

    def use(self, wanted: int, *, every: int = 40) -> None:
        """All play until so many different things were done; searched now and then, and at the end."""
        done = 0
        while len(self.wishes.used & ACTIONS) < wanted:
            phone = self.asked()
            self.look()
            self.answer(phone)
            done += 1
            assert done < MOST_ANSWERS, sorted(self.wishes.missing)
            if done % every == 0:
                print(f"\n{done} answers; not done yet: {sorted(self.wishes.missing)}", flush=True)
                self.search()
        print(f"\n{done} answers", flush=True)
        self.search()
        assert self.hidden >= len(self.phones)
        self.same_state()
