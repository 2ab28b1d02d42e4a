"""Without a pointer and without eyes: everything by keys, found by its role and its name."""

from __future__ import annotations

import re

from playwright.sync_api import Locator

from tests.browser.driver import OPEN, Person
from tests.browser.records import at, kept_game, settings

MY_TURN = f'{OPEN}:is([data-screen=table][data-turn="0"], [data-screen=result])'
CARD = re.compile(r"^(Joker|(\w+) of (Spades|Hearts|Diamonds|Clubs))$")


class Typist(Person):
    """Somebody who has only a keyboard, and knows things by role and name."""

    def named(self, role: str, name: str | re.Pattern[str]) -> Locator:
        """The first element of this role and name, if there is one."""
        return self.page.get_by_role(role, name=name).first

    def focus_inside(self) -> bool:
        """Whether the keyboard is somewhere in the app."""
        script = "document.getElementById('app').contains(document.activeElement)"
        return bool(self.page.evaluate(script))

    def go(self, target: Locator, *, steps: int = 60) -> None:
        """Tab, until the keyboard is on the target."""
        for _ in range(steps):
            if target.evaluate("it => it === document.activeElement"):
                outline = target.evaluate("it => getComputedStyle(it).outlineStyle")
                assert outline != "none", "the focus is not to be seen"
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"Tab does not lead to {target}")

    def use(self, role: str, name: str | re.Pattern[str], *, key: str = "Enter") -> None:
        """Tab to something and press it; afterwards the keyboard is still in the app."""
        self.wait(OPEN)
        self.go(self.named(role, name))
        self.page.evaluate("document.body.dataset.tapped = ''")
        self.page.keyboard.press(key)
        self.answered()
        assert self.focus_inside(), f"after {name} the focus is lost"


def typist(open_page, **options) -> Typist:
    """A page with a typist before it."""
    person = open_page(has_touch=False, size=(1280, 800), **options)
    person.__class__ = Typist
    return person


def answer(person: Typist) -> None:
    """Answers the open question: the simplest way there is."""
    phase = person.marks()["phase"]
    if phase == "call":
        hold = person.named("button", re.compile(r"^(Hold|Bid 20)"))
        wanted = re.compile(r"^(Hold|Bid)") if hold.count() else "Pass"
        person.use("button", wanted)
    elif phase == "name":
        person.use("button", re.compile(r"^Spades"))
    elif phase == "throw":
        person.use("button", "Choose for me", key="Space")
        person.use("button", re.compile(r"^(Throw|Keep)"))
    else:
        play_a_card(person)


def play_a_card(person: Typist) -> None:
    """Tries cards by their names until one may be played; a refused one must say why."""
    hand = person.page.get_by_role("group", name="Your cards")
    for card in hand.get_by_role("button").all():
        name = card.get_attribute("aria-label")
        assert CARD.match(name), name
        person.use("button", name)
        before = person.heard()
        assert before[-1].startswith(name)
        if person.named("button", "Play").count():
            person.use("button", "Play", key="Space")
            # The bots may have spoken after it: how many of them is the machine's speed.
            said = person.heard()[len(before) :]
            assert re.search(f"You (play|lead) the {name}", " ".join(said)), said
            return
    raise AssertionError("no card may be played")


def test_a_whole_hand_by_keyboard_alone(open_page):
    person = typist(open_page, query="?seed=keys", kept={"settings": settings()}, pace=0.2)
    assert person.named("heading", "Card Night").count()
    person.use("button", re.compile("^Play alone"))
    person.use("button", "3")
    person.use("button", re.compile("^Steady"), key="Space")
    person.use("button", re.compile("^Deal"))
    for _ in range(30):
        person.wait(MY_TURN)
        if person.marks()["screen"] == "result":
            break
        answer(person)
        assert person.focus_inside()
    assert person.marks()["screen"] == "result"
    assert person.page.get_by_role("table", name="Scores").is_visible()
    assert person.page.get_by_role("heading", name="Hand 1").is_visible()
    said = " ".join(person.heard())
    for what in ("bids|passes|holds", "plays the|leads the", "takes? the trick"):
        assert re.search(what, said), (what, said)
    person.use("button", "Next hand")
    assert person.marks()["screen"] == "table"


def test_every_tap_target_has_a_role_and_a_name(open_page):
    """What can be tapped can be named: on the table with its menu, and on every plain screen."""
    kept = {"game": kept_game(4, "play"), "settings": settings()}
    person = typist(open_page, kept=kept, pace=0)

    def all_named() -> None:
        bare = person.page.evaluate(
            """() => [...document.querySelectorAll("#app [data-event]")]
              .filter((it) => !/^(BUTTON|INPUT)$/.test(it.tagName) || !(
                it.getAttribute("aria-label") || it.textContent.trim() || it.labels?.length))
              .map((it) => it.outerHTML)"""
        )
        assert not bare, bare

    all_named()
    for event in ("continue", "menu", "close", "last-trick", "close", "rules", "leave", "menu"):
        person.press(f"[data-event={event}]")
        all_named()


def test_dialogs_take_the_keyboard_and_give_it_back(open_page):
    kept = {"game": kept_game(4, "play"), "settings": settings()}
    person = typist(open_page, kept=kept, pace=0)
    person.use("button", re.compile("^Continue"))
    person.use("button", "Menu")
    dialog = person.page.get_by_role("dialog", name="Menu")
    assert dialog.is_visible()
    inside = "it => it.contains(document.activeElement)"
    assert dialog.evaluate(inside), "the dialog does not get the focus"
    for _ in range(12):  # what lies under it is out of reach
        person.page.keyboard.press("Tab")
        under = person.page.evaluate(
            "document.activeElement !== document.body && !document.activeElement.closest('#menu')"
        )
        assert not under, "Tab leads under the dialog"
    person.page.evaluate("document.body.dataset.tapped = ''")
    person.page.keyboard.press("Escape")
    person.answered()
    assert not dialog.count()
    assert person.named("button", "Menu").evaluate("it => it === document.activeElement")


def test_keys_are_never_held(open_page):
    """The guard is for fingers: a key pressed just after a change is meant."""
    text = kept_game(2, "play")
    person = typist(open_page, kept={"game": text, "settings": settings()}, pace=0)
    person.use("button", re.compile("^Continue"))
    person.page.locator("#hand [data-playable=true]").first.focus()
    person.page.evaluate("document.body.dataset.taps = 'held'")
    person.page.evaluate("document.body.dataset.tapped = ''")
    person.page.keyboard.press("Enter")
    person.answered()
    assert person.find("#strip").is_visible()
    assert at(person.record()).text == text


def test_the_search_of_the_rules_is_a_search(open_page):
    person = typist(open_page, kept={"settings": settings()})
    person.use("button", "Rules")
    field = person.page.get_by_role("searchbox", name="Search the rules")
    person.go(field)
    person.page.keyboard.type("kitty")
    person.page.evaluate("document.body.dataset.tapped = ''")
    person.page.keyboard.press("Enter")
    person.answered()
    assert "part" in person.text("#search-found")
    assert field.evaluate("it => it === document.activeElement")
