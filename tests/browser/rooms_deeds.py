"""People who play Deeds by taps and would rather do what has not been done yet."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from playwright.sync_api import Error as PageError

from engine.deeds.deck import CARDS
from engine.game import find
from engine.rule_sets import RuleSet
from tests.browser.club import Club, Phone
from tests.browser.records import settings
from web.app.events import NEXT_KEY

DEEDS = find("deeds").game

PLAYED = {card.kind for card in CARDS} - {"money"}
"""What a card can be played for: a deed or wild laid, a rent asked for, and every action."""

ACTIONS = frozenset(PLAYED | {"bank", "pay", "accept", "throw", "shift", "end"})
"""All that a person can do at the table. ``place`` is left out: it is asked only of who is handed a wild
deed in payment for which two stacks are open."""

RENTS = frozenset(("rent", "any rent"))
TAKING = RENTS | {"takeover", "swap", "pickpocket", "bailiff", "whip-round"}
"""What takes from another's table."""

WORDS = {"bank": "bank", "accept": "accept", "refuse": "no chance", "shift": "shift"}

RULES = {"sets": 5, "draw": 5, "plays": 5, "hand_limit": 9, "buildings_on": "any set"}
"""House rules by which everything comes up soon, and nobody wins before."""


def house_rules() -> str:
    """The rule set as a device keeps it."""
    variant = find("deeds")
    return RuleSet(variant, variant.game.parse_rules(RULES, variant.rules), "Everything").text()


class Everything(Club):
    """A club at Deeds that plays until each action has been used once."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.used: set[str] = set()

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

    @property
    def missing(self) -> frozenset[str]:
        """What nobody has done yet."""
        return ACTIONS - self.used

    @property
    def needed(self) -> frozenset[str]:
        """The cards that wait for their use: a hotel stands on a house, a hike goes with a rent."""
        house = {"house"} if "hotel" in self.missing else set()
        return self.missing | house | (RENTS if "hike" in self.missing else set())

    def spoils(self, kind: str) -> bool:
        """Whether a card would only take from a table what is still to be built on there."""
        return "hotel" in self.missing and kind in TAKING - self.needed

    # -- one answer by taps ---------------------------------------------------------------------------

    def answer(self, phone: Phone) -> None:
        """Somebody answers what is asked, in a way that was not used before if there is one."""
        phase = phone.marks().get("phase")
        try:
            phone.page.set_default_timeout(8_000)
            {"throw": self.throw, "pay": self.pay, "play": self.turn}.get(str(phase), self.reply)(
                phone
            )
        except PageError:
            pass  # it went away under the finger, as it may: the person looks again
        finally:
            phone.page.set_default_timeout(60_000)

    def throw(self, phone: Phone) -> None:
        """Throws down what is plainest, and last what is needed."""
        left = "#pick [aria-pressed=false]"
        plain = [f"{left}[data-kind={kind}]" for kind in ("money", "deed")]
        other = left + "".join(f':not([data-kind="{kind}"])' for kind in sorted(self.needed))
        while phone.find("[data-event=throw]").is_disabled():
            ways = (*(() if "hotel" in self.missing else plain), other, *plain, left)
            phone.tap(next(it for it in ways if phone.find(it).count()))
        phone.tap("[data-event=throw]")
        self.used.add("throw")

    def pay(self, phone: Phone) -> None:
        """Pays with what the table advises."""
        phone.tap("[data-event=pay]")
        self.used.add("pay")

    def reply(self, phone: Phone) -> None:
        """Answers an action, or says where a wild deed lies."""
        chance = phone.find("#no-chance, #no-chance-hike")
        if chance.count() and "no chance" in self.missing:
            self.make(phone, "#no-chance, #no-chance-hike")
        else:
            let = "#let-stand"
            self.make(phone, let if phone.find(let).count() else ".sheet [data-event=move]")

    def make(self, phone: Phone, selector: str, kind: str = "") -> None:
        """Taps a button that makes a move, and notes what was done by it."""
        text = phone.find(selector).first.get_attribute("data-value") or ""
        phone.tap(selector)
        word = text.split(" ")[0]
        self.used.add(WORDS.get(word, kind or word))

    # -- one's turn ------------------------------------------------------------------------------------

    def turn(self, phone: Phone) -> None:
        """The card whose use is missing most; else a deed, a wild moved, money banked; else the end."""
        for index, kind in self.cards(phone):
            if self.play_card(phone, index, kind):
                return
        if "shift" in self.missing and self.shift(phone):
            return
        phone.tap("#end-turn")
        self.used.add("end")

    def cards(self, phone: Phone) -> Iterator[tuple[str, str]]:
        """The cards that can be used, by id and kind, in the order in which they are tried."""
        script = "all => all.map((it) => [it.id, it.dataset.kind])"
        able = phone.find("#hand .card[data-playable=true]").evaluate_all(script)
        rank = {"deed": 1, "wild": 1, "rent": 2, "any rent": 2, "payday": 2, "money": 4}

        # Rents are kept for whoever draws a hike.
        hiker = phone.find('#hand .card[data-kind="hike"]').count()
        kept = RENTS - self.missing if "hike" in self.missing and not hiker else frozenset()

        def order(card: list[str]) -> int:
            return 0 if card[1] in self.needed else rank.get(card[1], 3)

        for index, kind in sorted(able, key=order):
            if kind in kept:
                continue
            if kind == "money" and phone.find("#hand .card").count() < 6 and "bank" in self.used:
                continue
            yield index, kind

    def play_card(self, phone: Phone, index: str, kind: str) -> bool:
        """Touches a card and taps through what it asks; False when it can only be banked, and is not."""
        phone.tap(f"#{index}")
        banked = "#strip [data-event=move][data-value^=bank]"
        made = "#strip [data-event=move]:not([data-value^=bank])"
        hike = "#strip [data-event=hike][aria-pressed=false]"
        for tried in range(0 if self.spoils(kind) else 5):
            if "hike" in self.missing and phone.find(hike).count():
                phone.tap(hike)
                continue
            if phone.find(made).count():
                hiked = phone.find("#strip [data-event=hike][aria-pressed=true]").count()
                self.make(phone, made, kind)
                self.used |= {"hike"} if hiked else set()
                return True
            targets = "#strip [data-event=deed], [data-target]:not([aria-pressed=true])"
            if not phone.find(targets).count():
                break
            # A swap wants one of another's, and one of one's own, which stand below.
            phone.tap(f"{targets} >> nth={-1 if tried % 2 else 0}")
        waits = kind not in ("deed", "wild", "money")
        if phone.find(banked).count() and not (waits and kind in self.needed):
            self.make(phone, banked, kind)
            return True
        if phone.find("#strip [data-event=let-go]").count():
            phone.tap("#strip [data-event=let-go]")
        return False

    def shift(self, phone: Phone) -> bool:
        """Moves a wild deed of one's own to another colour, if there is one."""
        own = phone.find(".mine .stacked[id], #own-table .stacked[id]")
        for number in range(own.count()):
            own.nth(number).tap()
            phone.answered()
            if phone.find("#strip [data-event=move]").count():
                self.make(phone, "#strip [data-event=move]")
                return True
        return False

    # -- all together --------------------------------------------------------------------------------------

    def use(self, wanted: int, *, moves: int = 3000, every: int = 40) -> None:
        """All play until so many different things were done; searched now and then, and at the end."""
        done = 0
        while len(self.used & ACTIONS) < wanted and done < moves:
            phone = self.next()
            if phone is None:
                continue
            self.look()
            self.answer(phone)
            done += 1
            if done % every == 0:
                print(f"\n{done} answers; not done yet: {sorted(self.missing)}", flush=True)
                self.search()
        assert len(self.used & ACTIONS) >= wanted, (sorted(self.missing), done)
        self.search()
        assert self.hidden >= len(self.phones)
        self.same_state()

    def next(self) -> Phone | None:
        """Who is asked something; where a game is over the host begins another one."""
        try:
            return self.asked(seconds=2)
        except AssertionError:
            pass
        host = self.phones[0]
        if host.screen == "game-over" and host.find("[data-event=again]:not([disabled])").count():
            host.tap("[data-event=again]")
        return None
