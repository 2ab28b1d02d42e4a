"""All screens and phases one after the other, for tests that look at every one of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tests import deeds_script as scripts
from tests.browser.driver import Person
from tests.browser.records import kept_game, settings
from tests.deeds_script import Script

TABLE_STOPS = (
    *("call", "call-strip", "name", "throw", "throw-chosen", "play", "refused", "touched"),
    *("last-trick", "menu", "end-game", "wait", "trick-taken"),
)


def table_stops(open_page: Callable[..., Person], players: int) -> Iterator[tuple[str, Person]]:
    """Every phase of the table for so many players, its sheets and what lies over it."""

    def sit(wish: str) -> Person:
        kept = {"game": kept_game(players, wish), "settings": settings()}
        person.put(kept)
        person.visit()
        person.press("[data-event=continue]")
        return person

    # At pace 0 no bot moves by itself: every stop stays as long as it is looked at.
    person = open_page(kept={}, pace=0)
    yield "call", sit("call")
    person.press("#hand .card")
    yield "call-strip", person
    yield "name", sit("name")
    person.press("[data-event=name]")
    yield "throw", person
    person.press("[data-event=choose]")
    person.press("[data-event=pick]")  # a trump is thrown: the sheet warns
    yield "throw-chosen", person
    yield "play", sit("play")
    person.press("#hand [data-playable=false]")
    yield "refused", person
    person.press("#hand [data-playable=true]")
    yield "touched", person
    person.press("[data-event=last-trick]")
    yield "last-trick", person
    person.press("[data-event=close]")
    person.press("[data-event=menu]")
    yield "menu", person
    person.press("[data-event=ask-end]")
    yield "end-game", person
    person.press("[data-event=close]")
    person.press("#strip [data-event=play]")
    yield "wait", person
    sit("end")
    person.press("#hand .card")
    person.press("#strip [data-event=play]")
    yield "trick-taken", person
    person.nudge(0.1)
    person.wait("body[data-ready][data-screen=result]")
    yield "result", person
    person.press("[data-event=places]")
    yield "game-over", person
    if players == 4:
        person.press("[data-event=home]")
        yield "home-kept", person


def deeds_stops(open_page: Callable[..., Person], players: int) -> Iterator[tuple[str, Person]]:
    """The table of Deeds, long stacks on every side, what its strip says, and its sheets."""
    person = open_page(kept={}, pace=0)

    def sit(script: Script) -> Person:
        person.put({"game": script.text, "settings": settings()})
        person.visit()
        person.press("[data-event=continue]")
        return person

    full = scripts.full_table(players)
    yield "deeds-table", sit(full)
    for card in ("rent-any", "hike", "takeover", "swap", "bailiff", "pickpocket"):
        person.press(f"#card-{full.slot(card)}")
        yield f"deeds-{card}", person
    person.press(f"#stack-{full.slot('orange1')}")  # protected: a sentence says so
    person.wait("#strip .why")
    yield "deeds-refused", person
    person.press("[data-event=let-go]")
    person.press(f"#stack-{full.slot('red1')}")
    yield "deeds-wild", person
    person.press("[data-event=let-go]")
    person.press("[data-event=log]")
    yield "deeds-log", person
    person.press("[data-event=close]")
    person.press("[data-event=seat]")
    yield "deeds-seat", person
    person.press("[data-event=close]")
    person.press("[data-event=menu]")
    yield "deeds-menu", person
    sit(scripts.picked_on(held=True))
    yield "deeds-answer", person
    person.press("#let-stand")
    yield "deeds-wait", person
    sit(scripts.in_debt(bank=True))
    yield "deeds-pay", person
    person.press("[data-event=give]")
    yield "deeds-pay-refused", person
    yield "deeds-place", sit(scripts.wild_comes())
    sit(scripts.nine_cards())
    yield "deeds-nine", person
    person.press("#end-turn")
    person.press("[data-event=pick]")
    yield "deeds-throw", person
    won = scripts.one_move_to_win()
    sit(won)
    card = f"#card-{won.slot('dark-blue2')}"
    person.press(card)
    person.press(card)
    person.nudge(0.1)
    person.wait("body[data-ready][data-screen=game-over]")
    yield "over-deeds", person


def page_stops(open_page: Callable[..., Person]) -> Iterator[tuple[str, Person]]:
    """Every screen that is no table."""
    person = open_page(init="Object.defineProperty(window, 'isSecureContext', {value: false})")
    yield "home-plain", person
    person = open_page(kept={"game": "not a record", "settings": settings()})
    yield "home-unreadable", person
    person.press("[data-event=play-alone]")
    yield "new-game", person
    person.press("[data-event=rules]")
    yield "rules", person
    person.find("#search").fill("joker")
    person.find("#search").press("Enter")
    person.wait("#search-found")
    yield "rules-search", person
    person.press("[data-event=leave]")
    person.press("[data-event=home]")
    person.press("[data-event=settings]")
    yield "settings", person
    person.press("[data-event=ask-delete]")
    yield "delete", person
    person.press("[data-event=close]")
    person.press("[data-event=details]")
    yield "about", person
    person.press("[data-event=leave]")
    person.press("[data-event=home]")
    person.press("[data-event=play-alone]")
    person.press("[data-event=start-game]")
    person.press("[data-event=menu]")
    person.press("[data-event=details]")
    yield "details", person
