"""Deeds on a phone of 360 × 640, by taps: a game to its end, and scripted deals."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from tests import deeds_script as scripts
from tests.browser.conftest import Opener, Picture
from tests.browser.driver import MINE, READY, Person, more
from tests.browser.records import at, settings
from tests.browser.stops import deeds_stops
from tests.browser.test_access import faults
from tests.browser.test_keyboard import typist
from tests.browser.test_layout import SIZES, SMALL, look_everywhere
from tests.browser.test_partners import choose
from tests.deeds_script import Script

PHONE = {"size": (360, 640), "is_mobile": True}
OVER = f"{READY}[data-screen=game-over]"

# Stops that differ in words only from others that axe looks at.
ALIKE = {f"deeds-{it}" for it in ("hike", "takeover", "swap", "bailiff", "wild", "nine", "menu")}


def sit(open_page: Opener, script: Script, *, pace: float = 0.1) -> Person:
    """At the table of a scripted game."""
    kept = {"game": script.text, "settings": settings()}
    person = open_page(kept=kept, pace=pace, **PHONE)
    person.tap("[data-event=continue]")
    return person


def card(script: Script, name: str) -> str:
    """A card of one's own hand on the page."""
    return f"#card-{script.slot(name)}"


def stack(script: Script, name: str) -> str:
    """The stack that begins with a deed, on the page."""
    return f"#stack-{script.slot(name)}"


def state(person: Person):
    """What the kept game has come to."""
    return at(person.record()).state


# -- the table looks as it should -----------------------------------------------------------------------


@pytest.mark.parametrize("players", [4, *more(2, 6)])
def test_the_table_is_whole_and_axe_finds_nothing_grave(
    open_page: Opener, picture: Picture, players: int, request: pytest.FixtureRequest
) -> None:
    everything = request.config.getoption("--full")
    wrong = []
    for stop, person in deeds_stops(open_page, players):
        sizes = SIZES if everything else SMALL
        wrong += look_everywhere(person, stop, players, picture, sizes)
        if everything or stop not in ALIKE:
            wrong += faults(person, stop)
    assert not wrong, "\n".join(wrong)


# -- a whole game -----------------------------------------------------------------------------------------


def step(person: Person) -> None:
    """Answers what is asked by tapping what the page offers."""
    phase = person.marks()["phase"]
    if phase == "throw":
        while person.find("[data-event=throw]").is_disabled():
            person.tap("#pick [aria-pressed=false]")
        person.tap("[data-event=throw]")
    elif phase == "pay":
        person.tap("[data-event=pay]")
    elif phase == "play":
        play(person)
    else:
        person.tap(".sheet [data-event=move]")


def play(person: Person) -> None:
    """Lays a deed, else plays the first card that can be played plainly, else ends the turn."""
    laid = "#hand :is([data-kind=deed],[data-kind=wild])[data-playable=true]"
    able = f"{laid}, #hand [data-kind=money][data-playable=true]"
    if not person.find(able).count():
        person.tap("#end-turn")
        return
    person.tap(laid if person.find(laid).count() else able)
    person.tap("#strip [data-event=move]")


@pytest.mark.parametrize("players", [2, *more(4, 6)])
def test_a_whole_game_to_its_end_by_taps(open_page: Opener, picture: Picture, players: int) -> None:
    kept = {"settings": settings(players=players)}
    person = open_page(query="?seed=rows", kept=kept, pace=0.02, **PHONE)
    choose(person, "deeds")
    for _ in range(400):
        person.wait(f"{MINE}, {OVER}")
        if person.marks()["screen"] == "game-over":
            break
        step(person)
    assert person.marks()["screen"] == "game-over"
    picture(person.page, "deeds-game-over")
    table = at(person.record())
    assert table.outcome is not None
    assert "won!" in person.text("#verdict")
    assert person.find("#places li").count() == players
    said = " ".join(person.heard())
    for what in (r"lays? [A-Z][\w']+", "banks? ", "is on turn"):
        assert re.search(what, said), what
    person.tap("[data-event=again]")
    assert person.marks()["screen"] == "table"


# -- scripted deals ---------------------------------------------------------------------------------------


def paying_with_deeds(person: Person, script: Script) -> None:
    assert "Pay Maeve 5M" in person.text("#throw-sheet")
    person.tap(f"#give-{script.slot('money1')}")
    assert "bank comes first" in person.text("#warning")
    assert person.find("[data-event=pay]").is_disabled()
    person.tap("[data-event=choose]")
    person.tap("[data-event=pay]")
    person.wait(MINE)
    assert sorted(it.colour for it in state(person).stacks[0]) == ["pink"]


def no_chance_against_no_chance(person: Person, script: Script) -> None:
    assert "Maeve says No Chance to your Bailiff." in person.text("#answer-sheet")
    person.tap("#no-chance")
    person.wait(f"{MINE}[data-phase=play]")
    assert len(state(person).banks[0]) == 1
    assert "No Chance" in " ".join(person.heard())


def swap(person: Person, script: Script) -> None:
    person.tap(card(script, "swap"))
    person.tap(stack(script, "brown1"))
    person.tap(stack(script, "green1"))
    assert "Your Tanner's Row for Fernside." in person.text("#strip")
    person.tap("#strip [data-kind=prime]")
    person.wait(f"{MINE}[data-phase=play]")
    assert [[it.colour for it in own] for own in state(person).stacks] == [["green"], ["brown"]]


def takeover_with_a_house(person: Person, script: Script) -> None:
    person.tap(card(script, "takeover"))
    assert person.find("[data-target]").count() == 1
    person.tap("#strip [data-event=let-go]")  # put away: nothing has happened
    assert person.record() == script.text
    assert not person.find("[data-target]").count()
    person.tap(card(script, "takeover"))
    person.tap(stack(script, "dark-blue1"))
    person.tap("#strip [data-kind=prime]")
    person.wait(f"{MINE}[data-phase=play]")
    taken = state(person).stacks[0][-1]
    assert (taken.colour, taken.house >= 0) == ("dark blue", True)
    assert "11M" in person.text(stack(script, "dark-blue1"))


def wild_moved_for_free(person: Person, script: Script) -> None:
    person.tap(stack(script, "wild-red-yellow"))
    person.tap("#strip [data-event=move]")
    after = state(person)
    assert [(it.colour, len(it.deeds)) for it in after.stacks[0]] == [("yellow", 2)]
    assert after.plays == script.state.plays


def nine_thrown_to_seven(person: Person, script: Script) -> None:
    assert person.find("#hand .card").count() == 9
    person.nudge(0)  # nobody else is to act, and this hand not to draw, before it is looked at
    person.tap("#end-turn")
    for _ in range(2):
        assert person.find("[data-event=throw]").is_disabled()
        person.tap("#pick [aria-pressed=false]")
    person.tap("[data-event=throw]")
    assert len(state(person).hands[0]) == 7


SCENES: dict[str, tuple[Callable[[], Script], Callable[[Person, Script], None]]] = {
    "paying with deeds": (lambda: scripts.in_debt(bank=True), paying_with_deeds),
    "a No Chance answered": (scripts.chance_said, no_chance_against_no_chance),
    "a swap": (scripts.swap_ready, swap),
    "a takeover with a House": (scripts.takeover_ready, takeover_with_a_house),
    "a wild moved": (scripts.wild_laid, wild_moved_for_free),
    "nine cards": (scripts.nine_cards, nine_thrown_to_seven),
}


@pytest.mark.parametrize("scene", SCENES)
def test_a_scripted_deal(open_page: Opener, scene: str) -> None:
    make, act = SCENES[scene]
    script = make()
    act(sit(open_page, script), script)


def test_a_pending_answer_is_kept_and_resumed(open_page: Opener) -> None:
    script = scripts.picked_on(held=True)
    person = sit(open_page, script)
    before = person.find("#table").inner_text()
    person.page.reload()
    person.wait()
    assert person.record() == script.text
    person.tap("[data-event=continue]")
    assert person.find("#table").inner_text() == before
    person.tap("#no-chance")
    person.wait(f"{MINE}[data-phase=play]")
    assert [it.colour for it in state(person).stacks[0]] == ["red"]


def test_the_table_of_whom_one_acts_against_comes_into_view(open_page: Opener) -> None:
    script = scripts.full_table(4)
    person = sit(open_page, script, pace=0)
    left = "it => it.getBoundingClientRect().left"
    assert person.find("#table-of-3").evaluate(left) > 360
    person.tap(card(script, "bailiff"))
    person.tap("#plate-3")
    assert person.find("#table-of-3").evaluate(left) < 180


# -- by keys ----------------------------------------------------------------------------------------------


def test_a_turn_by_keyboard_alone(open_page: Opener) -> None:
    script = scripts.nine_cards()
    person = typist(open_page, kept={"game": script.text, "settings": settings()}, pace=0.05)
    person.use("button", re.compile("^Continue"))
    person.use("button", "Tanner's Row, brown deed, 1M")
    assert person.heard()[-1].startswith("Tanner's Row.")
    person.use("button", re.compile("^Lay it"), key="Space")
    person.use("button", re.compile("^brown, 1 of 2, rent 1M"))
    person.use("button", "Close")
    person.use("button", "Bailiff, 3M")
    person.use("button", "5M from Maeve")
    person.wait(f"{MINE}[data-phase=play]")
    person.use("button", "End turn")
    person.wait(MINE)
    assert "Maeve" in " ".join(person.heard())
