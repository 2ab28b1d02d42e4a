"""Forty-Fives for partners and house rules, by taps at 360×640."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Opener
from tests.browser.driver import MINE, RESULT, Person, more
from web.app.model import Settings

PHONE = (360, 640)

# What the phone's share sheet would be handed.
SHARED = "navigator.share = async (it) => { window.shared = it; };"


def choose(person: Person, game: str) -> None:
    """From home to the table of a game, its first hand dealt."""
    person.tap("[data-event=play-alone]")
    person.tap(f'[data-event=set-game][data-value="{game}"]')
    person.tap("[data-event=set-level][data-value=random]")
    person.tap("[data-event=start-game]")


def outside(page: Page) -> list[str]:
    """What can be tapped but is cut off, or is smaller than a finger."""
    found: list[str] = page.evaluate(
        """() => [...document.querySelectorAll("#table [data-event]")].filter((it) => {
          const { left, top, right, bottom, width, height } = it.getBoundingClientRect();
          return width && (left < 0 || top < 0 || right > innerWidth + 1 ||
            bottom > innerHeight + 1 || width < 44 || height < 44);
        }).map((it) => it.outerHTML.slice(0, 90))"""
    )
    return found


@pytest.mark.parametrize("whole", [False, *more(True)])
def test_a_partnership_with_nine_cards_to_throw_from(open_page: Opener, whole: bool) -> None:
    """To the end of the hand in which nine were held, or to the end of the game."""
    settings = Settings(first_tap=True, pace="fast").text()
    person = open_page(query="?seed=partners", kept={"settings": settings}, size=PHONE, pace=0.05)
    choose(person, "forty-fives")
    assert person.find(".mark.partner").count() == 1
    most = 0
    for _ in range(900):
        person.wait(f"{MINE}, {RESULT}")
        marks = person.marks()
        if marks["screen"] == "result":
            if person.find("[data-event=places]").count():
                person.tap("[data-event=places]")
                break
            if most == 9 and not whole:
                break
            person.tap("[data-event=next-hand]")
            continue
        assert not outside(person.page)
        if marks["phase"] == "call" and most < 9:
            highest = "[data-event=call]:not([data-value=pass]):not([data-value=hold]) >> nth=-1"
            bids = "[data-event=call]:not([data-value=pass]):not([data-value=hold])"
            person.tap(highest if person.find(bids).count() else "[data-value=pass]")
            continue
        if marks["phase"] == "throw":
            most = max(most, person.find("#pick .card").count())
        person.act()
    assert most == 9
    if whole:
        assert person.marks()["screen"] == "game-over"
    assert " & " in person.text("#places" if whole else "#app")


def test_house_rules_are_set_saved_sent_and_opened_in_a_fresh_browser(open_page: Opener) -> None:
    person = open_page(size=PHONE, init=SHARED)
    person.tap("[data-event=play-alone]")
    person.tap("[data-event=house]")
    person.tap("#open-hold")
    person.tap("[data-value='hold 2']")
    assert "needs that players may bid again" in person.text("#problem")
    assert person.find("[data-event=new-game][data-kind=prime]").is_disabled()
    person.tap("#open-rebid")
    person.tap("[data-value='rebid 1']")
    assert not person.find("#problem").count()
    person.page.locator("#set-name").fill("Kitchen")
    person.page.locator("#set-name").press("Enter")
    person.wait("body[data-ready]")
    person.tap("[data-event=save-set]")
    person.tap("[data-event=share-set]")
    link = person.page.evaluate("window.shared.url")
    assert "#rules=" in link

    friend = open_page(query=link[link.index("#") :], size=PHONE)
    friend.wait("body[data-screen=offer]")
    assert "the held bidder may raise" in friend.text("#app")
    friend.tap("[data-event=take-offer]")
    assert "Kitchen: 110 with 2 house rules" in friend.text("#app")
    friend.tap("[data-event=start-game]")
    assert '"hold": "duel"' in friend.record()
    friend.tap("[data-event=menu]")
    friend.tap("#menu-rules")
    assert "the held bidder and the dealer go on" in friend.text("#app")


@pytest.mark.long
def test_saved_rules_are_there_after_a_reload(open_page: Opener) -> None:
    person = open_page(size=PHONE)
    person.tap("[data-event=play-alone]")
    person.tap("[data-event=house]")
    person.tap("#open-leads")
    person.tap("[data-value='leads 1']")
    person.page.locator("#set-name").fill("Barn")
    person.page.locator("#set-name").press("Enter")
    person.wait("body[data-ready]")
    person.tap("[data-event=save-set]")
    person.visit()
    person.tap("[data-event=play-alone]")
    assert "Barn" in person.text("#app")
    person.tap("[data-event=tables]")
    person.tap("[data-event=use-set][data-value=Barn]")
    assert person.marks()["screen"] == "new-game"


HOSTILE = ["<script>alert(1)</script>", *more("x", "eNoL", "A" * 5000)]


@pytest.mark.parametrize("bad", HOSTILE)
def test_a_broken_or_hostile_link_is_refused_with_a_sentence(open_page: Opener, bad: str) -> None:
    person = open_page(query=f"#rules={bad}", size=PHONE)
    person.wait("body[data-screen=home] #notice")
    assert "The link could not be opened." in person.text("#notice")
    assert "#" not in person.page.url
    person.tap("[data-event=play-alone]")
    assert person.marks()["screen"] == "new-game"
