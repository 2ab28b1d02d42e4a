"""axe finds no serious fault on any screen, in any theme; the page behaves under the finger."""

from __future__ import annotations

import pytest

from tests.browser.driver import OPEN, Person, more
from tests.browser.records import kept_game, settings
from tests.browser.stops import page_stops, table_stops
from web.build.tools import NODE_MODULES

AXE = NODE_MODULES / "axe-core/axe.min.js"
GRAVE = {"serious", "critical"}
LOOKS = (("felt", "off"), ("paper", "off"), ("night", "off"), ("paper", "on"))

RUN = """async ({ only }) => {
  const options = { resultTypes: ["violations"] };
  if (only) options.runOnly = { type: "rule", values: only };
  const { violations } = await axe.run(document, options);
  return violations.map(({ id, impact, nodes }) => [
    id, impact, nodes.map((node) => `${node.target} ${node.failureSummary}`.slice(0, 300))]);
}"""


def faults(person: Person, stop: str) -> list[str]:
    """What axe finds grave at one stop: everything once, the colours in every theme."""
    page = person.page
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text("utf-8"))
    found = []
    for number, (theme, four) in enumerate(LOOKS):
        page.evaluate("look => Object.assign(document.body.dataset, look)", look(theme, four))
        only = ["color-contrast"] if number else None
        for rule, impact, nodes in page.evaluate(RUN, {"only": only}):
            if impact in GRAVE:
                found.append(f"{stop}, {theme}, four colours {four}: {rule}: {nodes}")
    return found


def look(theme: str, four: str) -> dict[str, str]:
    """What the settings of a theme put on the page."""
    return {"theme": theme, "four": four}


def test_axe_finds_nothing_grave_at_the_table(open_page):
    found = [f for stop, person in table_stops(open_page, 4) for f in faults(person, stop)]
    assert not found, "\n".join(found)


def test_axe_finds_nothing_grave_on_the_other_screens(open_page):
    found = [f for stop, person in page_stops(open_page) for f in faults(person, stop)]
    assert not found, "\n".join(found)


def test_axe_finds_nothing_grave_in_the_trouble_box(open_page):
    person = open_page(init="delete window.WebAssembly", ready=False, watched=False)
    person.wait("#trouble:not([hidden])")
    found = faults(person, "trouble")
    assert not found, "\n".join(found)


@pytest.mark.parametrize("theme", ["paper", *more("auto", "felt", "night")])
def test_a_theme_chosen_in_the_settings_is_the_one_axe_looked_at(open_page, theme):
    person = open_page(kept={"settings": settings(theme=theme, four=True)})
    marks = person.marks()
    assert (marks["theme"], marks["four"]) == (theme, "on")


# -- under the finger ------------------------------------------------------------------------


def style(person: Person, selector: str, name: str) -> set[str]:
    """The computed values of a property over all that is found."""
    script = "(all, name) => all.map(it => getComputedStyle(it)[name])"
    found = set(person.find(selector).evaluate_all(script, name))
    assert found, f"nothing is {selector}"
    return found


def test_no_gesture_of_the_browser_gets_in_the_way(open_page):
    """W09, W17: no zoom on a double tap, no reload on a pull."""
    person = open_page(kept={"game": kept_game(4, "play"), "settings": settings()}, pace=0)
    person.press("[data-event=continue]")
    for selector in ("html", "body", ".card", "button"):
        able = style(person, selector, "touchAction")
        assert able <= {"manipulation", "none"}, (selector, able)
    for selector in ("html", "body"):
        contained = style(person, selector, "overscrollBehaviorY")
        assert contained <= {"contain", "none"}, (selector, contained)


def test_two_quick_taps_do_not_zoom(open_page):
    person = open_page(
        kept={"game": kept_game(4, "play"), "settings": settings()}, pace=0, is_mobile=True
    )
    person.press("[data-event=continue]")
    person.wait(OPEN)
    boxes = [card.bounding_box() for card in person.find("#hand .card").all()[:2]]
    for box in boxes:
        person.page.touchscreen.tap(box["x"] + 20, box["y"] + 40)
    assert person.page.evaluate("visualViewport.scale") == 1


def test_the_page_uses_the_whole_screen_of_a_phone(open_page):
    """W08: nothing lies under a notch or the home bar."""
    person = open_page(kept={"game": kept_game(4, "play"), "settings": settings()}, pace=0)
    person.press("[data-event=continue]")
    assert "viewport-fit=cover" in person.find("meta[name=viewport]").get_attribute("content")
    session = person.page.context.new_cdp_session(person.page)
    for (width, height), insets in (
        ((320, 568), {"top": 47, "bottom": 34, "left": 0, "right": 0}),
        ((390, 844), {"top": 47, "bottom": 34, "left": 0, "right": 0}),
        ((844, 390), {"top": 0, "bottom": 21, "left": 47, "right": 47}),
    ):
        person.page.set_viewport_size({"width": width, "height": height})
        session.send("Emulation.setSafeAreaInsetsOverride", {"insets": insets})
        outside = person.page.evaluate(
            """async ({ top, bottom, left, right }) => {
              await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
              return [...document.querySelectorAll("#app button")].filter((it) => {
                const box = it.getBoundingClientRect();
                return box.top < top || box.left < left || box.right > innerWidth - right ||
                  box.bottom > innerHeight - bottom;
              }).map((it) => `${it.id} ${JSON.stringify(it.getBoundingClientRect())}`);
            }""",
            insets,
        )
        assert not outside, (width, height, outside)
