"""110 on a phone of 390 × 844, by taps: a game to its end, and what must not go wrong on the way."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

import build
from engine.cards import card_text
from engine.forty_fives.legality import PLAYS
from engine.record import Made
from tests.browser.driver import FLAGS, MINE, OPEN, READY, Person, Watch, more
from tests.browser.records import ME, at, kept_game, refused, settings

PHONE = {"is_mobile": True, "has_touch": True}


def faces(text: str, slots) -> list[str]:
    """The cards of these slots at the table a kept game has come to."""
    table = at(text).state.table
    return [card_text(table.faces[slot]) for slot in slots]


def moves_of(text: str) -> int:
    """How many moves this player has made in a kept game."""
    return sum(isinstance(it, Made) and it.seat == ME for it in at(text).record.entries)


# -- a game ----------------------------------------------------------------------------------


def test_a_whole_game_to_its_end_by_taps(open_page, picture):
    person = open_page(query="?seed=evening", pace=0.1, **PHONE)
    person.tap("[data-event=settings]")
    person.tap("[data-event=set-pace][data-value=fast]")
    person.tap("[data-event=home]")
    person.deal(players=2, level="random")
    hands = person.play_game()
    assert person.marks()["screen"] == "game-over"
    picture(person.page, "game-over")
    table = at(person.record())
    assert table.outcome is not None and table.record.seed == "evening"
    results = table.state.table.results
    assert len(results) == hands
    assert max(results[-1].totals) >= table.record.rules.target
    places = person.find("#places li").all_inner_texts()
    for total, seat in zip(results[-1].totals, table.record.seats, strict=True):
        shown = str(total).replace("-", "−")
        assert any(seat.name in place and shown in place for place in places), (places, total)
    # Everything that was played was said, and the next game may begin.
    assert any(" the " in sentence for sentence in person.heard())
    person.tap("[data-event=again]")
    assert person.marks()["screen"] == "table"
    assert at(person.record()).outcome is None


def test_a_hand_of_four_with_every_card_touched_before(open_page):
    person = open_page(query="?seed=kitchen", kept={"settings": settings()}, pace=0.2, **PHONE)
    person.deal(players=4)
    person.play_hand()
    assert person.find("#scores tbody tr").count() == 4
    assert person.find(".open-hand").count() == 4
    person.tap("[data-event=next-hand]")
    assert len(person.cards()) == 5


@pytest.mark.long
def test_bots_go_on_after_a_person_and_after_coming_back(open_page):
    """B02: whoever moved last, a bot that must act does."""
    for wish in ("call", "play"):
        kept = {"game": kept_game(4, wish), "settings": settings()}
        person = open_page(kept=kept, pace=0.1, **PHONE)
        before = len(at(person.record()).record.entries)
        person.tap("[data-event=continue]")
        person.act()
        person.tap("[data-event=menu]")
        person.tap("#menu [data-event=home]")
        person.tap("[data-event=continue]")
        person.wait(f"{MINE}, body[data-ready][data-screen=result]")
        assert len(at(person.record()).record.entries) > before + 1


def test_what_changed_is_painted_and_nothing_else(open_page):
    kept = {"game": kept_game(4, "play"), "settings": settings()}
    person = open_page(kept=kept, pace=0, **PHONE)
    person.tap("[data-event=continue]")
    person.page.evaluate("document.getElementById('trump').ours = true")
    for number in range(person.find("#hand .card").count()):
        person.tap(f"#hand .card >> nth={number}")
        assert person.find("#hand .card[aria-pressed=true]").count() == 1
        assert person.find("#strip").count() == 1
    person.tap("#hand .card:not([data-playable=false])")
    if person.find("#strip [data-event=play]").count():
        person.tap("#strip [data-event=play]")
    assert person.page.evaluate("document.getElementById('trump').ours")
    page = "document.getElementById('app').innerHTML"
    after_many_paints = person.page.evaluate(page)
    person.visit()
    person.tap("[data-event=continue]")
    assert after_many_paints == person.page.evaluate(page)


def test_own_card_lies_on_the_table_before_a_bot_answers(open_page):
    """B09: every paint after the tap is looked at; the first shows one's own card and no other."""
    person = open_page(kept={"game": kept_game(4, "play"), "settings": settings()}, **PHONE)
    person.tap("[data-event=continue]")
    before = set(person.cards("#trick .card:not(.empty)"))
    person.tap("#hand [data-playable=true]")
    card = person.find("#hand [aria-pressed=true]").get_attribute("data-card")
    person.page.evaluate(
        """() => {
          window.seen = [];
          new MutationObserver(() => window.seen.push(
            [...document.querySelectorAll("#trick .card:not(.empty)")].map((it) => it.dataset.card)
          )).observe(document.getElementById("app"), { childList: true, subtree: true });
        }"""
    )
    person.tap("#strip [data-event=play]")
    seen = person.page.evaluate("window.seen")
    assert set(seen[-1]) == before | {card}
    assert card not in person.cards()  # never twice: R36


def test_the_same_seed_deals_the_same_cards(open_page):
    def dealt(seed: str) -> tuple[list[str], str]:
        person = open_page(query=f"?seed={seed}", kept={"settings": settings()}, pace=0, **PHONE)
        person.deal(players=3)
        return person.cards(), person.record()

    first, again = dealt("attic"), dealt("attic")
    assert first == again
    assert at(first[1]).record.seed == "attic"


# -- a card that may not be played --------------------------------------------------------------


@pytest.mark.parametrize("players", [4, *more(2, 6)])
def test_a_refused_card_explains_itself_with_the_engines_words(open_page, players):
    text = kept_game(players, "play")
    table = at(text)
    person = open_page(kept={"game": text, "settings": settings()}, pace=0, **PHONE)
    person.tap("[data-event=continue]")
    slots = refused(table)
    dimmed = person.cards("#hand [data-playable=false]")
    assert sorted(dimmed) == sorted(faces(text, slots))
    for slot, face in zip(slots, faces(text, slots), strict=True):
        sentence = table.game.explain(
            table.state, ME, table.game.why_illegal(table.state, ME, PLAYS[slot])
        )
        person.tap(f'#hand [data-card="{face}"]')
        assert person.text("#strip .why") == sentence
        assert sentence in person.heard()[-1]
        assert not person.find("#strip [data-event=play]").count()
        person.tap(f'#hand [data-card="{face}"]')  # again: it is put down, not played
        assert person.record() == text


def test_a_card_tells_what_it_is_before_it_is_played(open_page):
    text = kept_game(4, "play")
    person = open_page(kept={"game": text, "settings": settings()}, pace=0, **PHONE)
    person.tap("[data-event=continue]")
    person.tap("#hand [data-playable=true]")
    assert person.record() == text
    assert person.find("#strip [data-event=play]").is_visible()
    card = person.find("#hand [aria-pressed=true]")
    assert card.get_attribute("aria-label") in person.text("#strip")
    face = card.get_attribute("data-card")
    person.tap(f'#hand [data-card="{face}"]')
    assert moves_of(person.record()) == moves_of(text) + 1


def test_play_on_the_first_tap_is_a_setting(open_page):
    text = kept_game(4, "play")
    person = open_page(kept={"game": text, "settings": settings()}, pace=0, **PHONE)
    person.tap("[data-event=settings]")
    person.tap("#first-tap")
    person.tap("[data-event=home]")
    person.tap("[data-event=continue]")
    person.tap("#hand [data-playable=false]")
    assert person.find("#strip .why").is_visible()
    assert person.record() == text
    person.tap("#hand [data-playable=true]")
    assert moves_of(person.record()) == moves_of(text) + 1


# -- nothing plays by accident --------------------------------------------------------------------


def test_a_tap_just_after_the_table_changed_is_not_heard(open_page):
    text = kept_game(2, "play")
    kept = {"game": text, "settings": settings(first_tap=True)}
    person = open_page(kept=kept, pace=8, **PHONE)  # so the guard holds for 2.4 seconds
    person.tap("[data-event=continue]")  # the table has appeared this moment
    script = """(hand) => {
      const held = document.body.dataset.taps;
      const box = document.querySelector("#hand [data-playable=true]").getBoundingClientRect();
      return [held, box.x + box.width / 2, box.y + box.height / 2];
    }"""
    held, x, y = person.page.evaluate(script)
    assert held == "held"
    person.page.touchscreen.tap(x, y)
    person.wait(OPEN)
    assert person.record() == text
    person.page.touchscreen.tap(x, y)
    fewer = len(at(text).state.hands[ME])
    person.wait(f"{READY}:not(:has(#hand .card:nth-child({fewer})))")
    assert moves_of(person.record()) == moves_of(text) + 1


def test_a_table_opened_by_a_key_is_held_only_when_it_changes(open_page):
    """There is no finger that could have been on its way to something else."""
    kept = {"game": kept_game(2, "play"), "settings": settings(first_tap=True)}
    person = open_page(kept=kept, pace=1000, **PHONE)  # what is held now stays so
    person.press("[data-event=continue]")
    person.wait(f"{OPEN}[data-screen=table]")
    person.press("#hand [data-playable=true]")
    assert person.marks()["taps"] == "held"


def test_taps_are_held_until_no_card_slides_any_more(open_page):
    """Else a card on its way over a button would take the tap meant for that."""
    person = open_page(
        kept={"game": kept_game(4, "play"), "settings": settings(motion=True)}, **PHONE
    )
    person.tap("[data-event=continue]")
    slow = person.page.context.new_cdp_session(person.page)
    slow.send("Animation.enable")
    slow.send("Animation.setPlaybackRate", {"playbackRate": 0.25})
    person.page.evaluate(
        """() => {
          window.sliding = [];
          const app = document.getElementById("app"), { body } = document;
          new MutationObserver(() => {
            const slides = app.getAnimations({ subtree: true }).filter((it) => it.id === "slide");
            window.sliding.push([body.dataset.taps, slides.length]);
          }).observe(body, { attributes: true, attributeFilter: ["data-taps"] });
        }"""
    )
    person.tap("#hand [data-playable=true]")
    person.tap("#strip [data-event=play]")
    person.wait(OPEN)
    sliding = person.page.evaluate("window.sliding")
    assert any(state == "held" and count for state, count in sliding), sliding
    assert not any(state == "open" and count for state, count in sliding), sliding


FINGER = """([kind, selector, x, y]) => {
  const at = { bubbles: true, cancelable: true, clientX: x, clientY: y };
  const touch = { ...at, pointerType: "touch", isPrimary: true };
  const event = kind === "click"
    ? new MouseEvent(kind, { ...at, detail: 1 })
    : new PointerEvent(kind, touch);
  document.querySelector(selector).dispatchEvent(event);
}"""


def finger(person: Person, *told: tuple[str, str, int, int]) -> None:
    """What a browser tells of a finger, one after the other: kind, where, x and y."""
    for one in told:
        person.page.evaluate(FINGER, list(one))


def test_a_finger_is_heard_when_it_is_lifted_and_its_click_is_only_an_echo(open_page):
    text = kept_game(2, "play")
    person = open_page(kept={"game": text, "settings": settings()}, pace=0, **PHONE)
    person.tap("[data-event=continue]")
    person.wait(OPEN)
    card = "#hand [data-playable=true]"
    person.page.evaluate("document.body.dataset.tapped = ''")
    finger(person, ("pointerdown", card, 50, 50), ("pointerup", card, 53, 52))
    person.answered()
    person.wait("#hand [aria-pressed=true]")
    # Painted under the finger meanwhile, the button must not take the click that follows.
    finger(person, ("click", "#strip [data-event=play]", 50, 50))
    # The next click is somebody's own.
    finger(person, ("click", "#strip [data-event=play]", 50, 50))
    person.wait(f"{READY}:not(:has(#strip))")
    assert moves_of(person.record()) == moves_of(text) + 1


@pytest.mark.parametrize(
    "meanwhile", [("pointerup", 80, 50), ("pointercancel", 50, 50), ("contextmenu", 50, 50)]
)
def test_a_finger_that_slides_scrolls_or_holds_is_no_tap(open_page, meanwhile):
    kept = {"game": kept_game(2, "play"), "settings": settings()}
    person = open_page(kept=kept, pace=0, **PHONE)
    person.tap("[data-event=continue]")
    person.wait(OPEN)
    cards = ("#hand .card:nth-child(1)", "#hand .card:nth-child(2)")
    kind, x, y = meanwhile
    finger(person, ("pointerdown", cards[0], 50, 50), (kind, cards[0], x, y))
    finger(person, ("pointerup", cards[0], 50, 50))
    person.page.evaluate("document.body.dataset.tapped = ''")
    finger(person, ("click", cards[1], 90, 50))  # heard, so the page is painted once
    person.answered()
    assert person.find("#hand [aria-pressed=true]").get_attribute("id") == person.find(
        cards[1]
    ).get_attribute("id")


@pytest.mark.parametrize("first_tap", [False, True])
def test_two_quick_taps_play_one_card_at_most(open_page, first_tap):
    text = kept_game(2, "play")
    kept = {"game": text, "settings": settings(first_tap=first_tap)}
    person = open_page(kept=kept, **PHONE)
    person.tap("[data-event=continue]")
    person.wait(OPEN)
    boxes = [it.bounding_box() for it in person.find("#hand .card").all()]
    person.page.evaluate("document.body.dataset.tapped = ''")
    for box in (boxes[0], boxes[-1], boxes[0], boxes[1]):
        person.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    person.wait(f"{READY}:not([data-tapped])")
    person.wait(MINE)
    played = moves_of(person.record()) - moves_of(text)
    assert played <= 1 if first_tap else played == 0


# -- closing, coming back -------------------------------------------------------------------------


def processes_of(folder: Path) -> list[int]:
    """The processes that were started with this folder as their profile."""
    found = []
    for entry in Path("/proc").iterdir():
        try:
            if entry.name.isdigit() and str(folder).encode() in (entry / "cmdline").read_bytes():
                found.append(int(entry.name))
        except OSError:
            continue
    return found


def test_a_killed_browser_comes_back_to_the_same_hand(engine_of_browser, site, tmp_path):
    def start() -> Person:
        context = engine_of_browser.launch_persistent_context(
            tmp_path / "profile",
            executable_path=build.chromium(),
            args=FLAGS,
            viewport={"width": 390, "height": 844},
            **PHONE,
        )
        person = Person(context.pages[0], site, Watch(context, site), pace=0.2)
        person.visit("?seed=lamp")
        return person

    person = start()
    person.deal(players=3)
    while person.marks().get("phase") != "play" or len(person.cards()) > 4:
        person.wait(MINE)
        person.act()
    person.wait(MINE)
    hand, text = person.cards(), person.record()
    for process in processes_of(tmp_path / "profile"):
        os.kill(process, signal.SIGKILL)

    person = start()
    assert person.record() == text
    assert person.find("[data-event=continue]").is_visible()
    assert "hand 1" in person.text("[data-event=continue]")
    person.tap("[data-event=continue]")
    assert person.marks()["screen"] == "table"
    assert person.cards() == hand
    person.play_hand()
    person.page.context.close()


@pytest.mark.parametrize("wish", ["throw", *more("call", "name", "play")])
def test_a_reload_at_any_step_comes_back_to_it(open_page, wish):
    """W17: a pull that reloads the page costs nothing."""
    text = kept_game(4, wish)
    person = open_page(kept={"game": text, "settings": settings()}, pace=0, **PHONE)
    person.tap("[data-event=continue]")
    before = person.find("#table").inner_text()
    person.page.reload()
    person.wait()
    assert person.record() == text
    person.tap("[data-event=continue]")
    assert person.find("#table").inner_text() == before


# -- the browser's Back ---------------------------------------------------------------------------


def back(person: Person) -> None:
    """The phone's own way back, heard by the app."""
    person.page.evaluate("document.body.dataset.tapped = ''; history.back()")
    person.wait(f"{READY}:not([data-tapped])")


def test_back_closes_what_lies_on_top_and_then_goes_home(open_page):
    text = kept_game(4, "play")
    person = open_page(kept={"game": text, "settings": settings()}, pace=0, **PHONE)
    person.tap("[data-event=continue]")
    person.tap("[data-event=menu]")
    assert person.find("#menu").is_visible()
    back(person)
    assert not person.find("#menu").count()
    assert person.marks()["screen"] == "table"
    person.tap("[data-event=menu]")
    person.tap("#menu-rules")
    assert person.marks()["screen"] == "rules"
    back(person)
    assert person.marks()["screen"] == "table"
    back(person)
    assert person.marks()["screen"] == "home"
    assert person.find("[data-event=continue]").is_visible()
    assert person.record() == text
    person.tap("[data-event=settings]")
    back(person)
    assert person.marks()["screen"] == "home"
    person.page.go_forward()
    person.wait()
    assert person.marks()["screen"] == "home"


@pytest.mark.long
def test_fifty_dialogs_do_not_make_the_history_longer(open_page):
    kept = {"game": kept_game(4, "play"), "settings": settings()}
    person = open_page(kept=kept, pace=0, **PHONE)
    person.press("[data-event=continue]")
    person.press("[data-event=menu]")
    person.press("[data-event=close]")
    length = person.page.evaluate("history.length")
    for number in range(50):
        person.press("[data-event=menu]")
        back(person) if number % 5 == 0 else person.press("[data-event=close]")
    person.press("[data-event=menu]")
    person.press("#menu [data-event=home]")
    person.press("[data-event=continue]")
    assert person.page.evaluate("history.length") == length


# -- settings, and forgetting ---------------------------------------------------------------------


def test_settings_are_kept_and_the_theme_is_there_before_python(open_page, site):
    person = open_page(**PHONE)
    person.tap("[data-event=settings]")
    person.tap("[data-event=set-theme][data-value=paper]")
    person.tap("#four")
    person.find("#name").fill("Róisín")
    person.page.evaluate("document.body.dataset.tapped = ''")
    person.find("#name").press("Enter")
    person.wait(f"{READY}:not([data-tapped])")
    assert person.marks()["four"] == "on"
    red = "getComputedStyle(document.querySelector('[data-suit=D]') ?? document.body).color"
    person.page.goto(site, wait_until="commit")
    person.wait("body[data-theme=paper]:not([data-ready])")
    person.wait()
    marks = person.marks()
    assert (marks["theme"], marks["four"]) == ("paper", "on")
    person.tap("[data-event=settings]")
    assert person.find("#name").input_value() == "Róisín"
    assert person.find("#four").is_checked()
    person.tap("[data-event=home]")
    person.tap("[data-event=rules]")
    assert person.page.evaluate(red) == "rgb(28, 80, 168)"


def test_delete_everything_deletes_everything(open_page):
    person = open_page(kept={"settings": settings(theme="paper")}, pace=0, **PHONE)
    person.deal()
    person.wait("body[data-ready]:not([data-screen=home])")
    person.tap("[data-event=menu]")
    person.tap("#menu [data-event=home]")
    person.wait(".status:has-text('Ready to play offline')")
    person.tap("[data-event=settings]")
    person.tap("[data-event=ask-delete]")
    person.tap("#ask-delete [data-event=close]")
    assert person.kept()
    person.tap("[data-event=ask-delete]")
    person.page.locator("#ask-delete [data-event=delete-all]").tap()
    person.wait(f"{READY}:has-text('was deleted')")
    left = person.page.evaluate(
        """async () => ({
          caches: await caches.keys(),
          workers: (await navigator.serviceWorker.getRegistrations()).length,
          local: { ...localStorage },
          session: { ...sessionStorage },
        })"""
    )
    assert left == {"caches": [], "workers": 0, "local": {}, "session": {}}
    assert person.kept() == {}
    assert not person.find("[data-event=continue]").count()
    person.deal()  # and the next game begins as on the first day
    assert person.marks()["screen"] == "table"
