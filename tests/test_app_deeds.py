"""The screens of Deeds without a browser: events in, pages out, from games that are scripted."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import fields
from html import unescape

import pytest

from engine.deeds.deck import CARDS, KIND
from engine.deeds.house import HOUSE_RULES
from engine.deeds.rules import Rules
from engine.deeds.state import State
from engine.game import find
from tests import deeds_script as scripts
from tests.deeds_script import Script
from tests.test_app import Phone
from web.app.model import Settings
from web.app.screens.deeds.manual import chapters

POSITIONS: dict[str, Callable[[], Script]] = {
    "picked on": lambda: scripts.picked_on(held=True),
    "picked on, no chance": lambda: scripts.picked_on(held=False),
    "no chance said": scripts.chance_said,
    "in debt": scripts.in_debt,
    "in debt with a bank": lambda: scripts.in_debt(bank=True),
    "swap": scripts.swap_ready,
    "takeover": scripts.takeover_ready,
    "wild laid": scripts.wild_laid,
    "nine cards": scripts.nine_cards,
    "a wild comes": scripts.wild_comes,
}


def sit(script: Script, **settings: object) -> Phone:
    """At the table of a kept game."""
    phone = Phone({"game": script.text, "settings": Settings(**settings).text()})  # type: ignore[arg-type]
    phone.send("continue")
    return phone


def html(phone: Phone) -> str:
    return str(phone.painted["html"])


def buttons(phone: Phone, event: str = "move") -> list[str]:
    """The values of the buttons on the page that send this event and can be tapped."""
    found = re.findall(r"<button[^>]*>", html(phone))
    values = [
        re.search(r'data-value="([^"]*)"', tag)
        for tag in found
        if f'data-event="{event}"' in tag and " disabled" not in tag
    ]
    return [value[1] for value in values if value is not None]


def targets(phone: Phone) -> list[int]:
    """The first deeds of the stacks that may be tapped for the card under the finger."""
    found = re.findall(r'<button class="stacked"[^>]*>', html(phone))
    tags = [tag for tag in found if "data-target" in tag]
    return [int(re.search(r'data-value="(\d+)"', tag)[1]) for tag in tags]  # type: ignore[index]


def touch(phone: Phone, script: Script, card: str) -> int:
    slot = script.slot(card)
    phone.send("card", str(slot))
    return slot


# -- a whole game -----------------------------------------------------------------------------------


def once(phone: Phone) -> None:
    """One step of the game, this player answering by what the page offers."""
    if not phone.asked():
        phone.send("later", "tick")
        return
    what = phone.painted["body"]["phase"]
    state: State = phone.table.state
    if what == "throw":
        for slot in state.hands[0][: len(state.hands[0]) - state.table.rules.hand_limit]:
            phone.send("pick", str(slot))
        phone.send("throw")
    elif what == "pay":
        phone.send("pay")
    elif what == "play":
        play(phone, state)
    else:
        phone.send("move", buttons(phone)[0])


def play(phone: Phone, state: State) -> None:
    """Touches card after card until one has a button that plays it, else ends the turn."""
    for slot in state.hands[0]:
        phone.send("card", str(slot))
        moves = [text for text in buttons(phone) if text != "done"]
        if moves:
            phone.send("move", moves[0])
            assert phone.table.state is not state
            return
        phone.send("let-go")
    phone.send("move", "done")


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_a_whole_game_by_events(players: int) -> None:
    settings = Settings(players=players, level="random").text()
    phone = Phone({"settings": settings}, seed=f"whole {players}")
    phone.send("set-game", "deeds")
    phone.send("start-game")
    for _ in range(9000):
        if phone.painted["body"]["screen"] == "game-over":
            break
        once(phone)
    assert phone.painted["body"]["screen"] == "game-over"
    assert "won!" in html(phone)
    phone.send("share")
    assert f"{players}." in phone.effects[0]["text"]
    phone.send("again")
    assert phone.painted["body"]["screen"] == "table"
    assert len(phone.table.record.seats) == players
    assert phone.app.model.log == ()


def test_deeds_is_offered_beside_the_other_games() -> None:
    phone = Phone()
    page = str(phone.send("play-alone")["html"])
    assert [page.count(f'data-value="{name}"') for name in ("110", "forty-fives", "deeds")] == [
        1
    ] * 3
    assert "auction-forty-fives" not in page


def test_the_kept_game_is_told_at_home_and_its_scores_outlive_it() -> None:
    script = scripts.takeover_ready()
    phone = Phone({"game": script.text})
    assert "Deeds · turn 3 · you have 1 of 3 sets" in html(phone)
    phone.send("continue")
    touch(phone, script, "takeover")
    phone.send("move", f"bank {script.slot('takeover')}")
    assert "You 1, Maeve 1" in phone.kept["scores"]


# -- touching ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", POSITIONS)
def test_every_stack_and_card_tells_about_itself_and_changes_nothing(name: str) -> None:
    script = POSITIONS[name]()
    phone = sit(script)
    state: State = phone.table.state
    phase = phone.painted["body"]["phase"]
    for slot in state.hands[0]:
        phone.send("card", str(slot))
        face = state.table.faces[slot]
        assert face is not None
        if phase == "play":
            assert CARDS[face].title in unescape(html(phone))
            assert 'id="strip"' in html(phone)
        phone.send("let-go")
    for seat, stacks in enumerate(state.stacks):
        for stack in stacks:
            page = str(phone.send("deed", str(stack.deeds[0]))["html"])
            if phase == "play":
                assert f"{'Your' if seat == 0 else 'Maeve&#39;s'} {stack.colour}" in page
            phone.send("let-go")
    assert phone.table.text == script.text


def test_a_plain_card_is_played_by_a_second_tap() -> None:
    script = scripts.nine_cards()
    phone = sit(script)
    slot = touch(phone, script, "brown1")
    phone.send("card", str(slot))
    assert phone.table.text.endswith(f"0 lay {slot} brown\n")


def test_the_first_tap_plays_what_can_be_played_in_one_way_only_where_that_is_set() -> None:
    script = scripts.nine_cards()
    phone = sit(script, first_tap=True)
    slot = touch(phone, script, "money3")
    assert phone.table.text.endswith(f"0 bank {slot}\n")
    touch(phone, script, "bailiff")
    assert 'id="strip"' in html(phone)


def test_what_cannot_be_played_says_why() -> None:
    script = scripts.nine_cards()
    phone = sit(script)
    touch(phone, script, "swap")
    assert "not on your table" in html(phone)
    assert buttons(phone) == [f"bank {script.slot('swap')}", "done"]


def test_without_plays_every_card_says_so() -> None:
    script = Script(["money1", "money2", "money3", "red1"], []).play(
        0, "bank {money1}", "bank {money2}", "bank {money3}"
    )
    phone = sit(script)
    touch(phone, script, "red1")
    assert "no plays left" in html(phone)
    assert buttons(phone) == ["done"]
    assert html(phone).count('data-playable="false"') == len(script.state.hands[0])


# -- half-made moves --------------------------------------------------------------------------------


def test_a_pickpocket_is_played_by_tapping_the_deed_and_can_be_put_away() -> None:
    script = Script(["pickpocket"], ["red1", "brown1"], draws=["money3"])
    script.play(0, "done").play(1, "lay {red1} red", "lay {brown1} brown", "done")
    phone = sit(script)
    slot = touch(phone, script, "pickpocket")
    red, brown = script.slot("red1"), script.slot("brown1")
    assert sorted(targets(phone)) == sorted([red, brown])
    phone.send("deed", str(red))
    assert f"take {slot} {red}" in buttons(phone)
    phone.send("deed", str(brown))
    assert f"take {slot} {brown}" in buttons(phone)
    assert f"take {slot} {red}" not in buttons(phone)
    phone.send("let-go")
    assert phone.table.text == script.text
    assert not targets(phone)
    assert phone.app.model.picked == ()


def test_another_deed_of_the_same_stack_is_chosen_by_tapping_again() -> None:
    script = Script(["pickpocket"], ["red1", "wild-red-yellow"], draws=["money3"])
    script.play(0, "done")
    script.play(1, "lay {red1} red", "lay {wild-red-yellow} red", "done")
    phone = sit(script)
    slot = touch(phone, script, "pickpocket")
    red, wild = script.slot("red1"), script.slot("wild-red-yellow")
    for deed in (red, wild, red):
        phone.send("deed", str(red))
        assert f"take {slot} {deed}" in buttons(phone)


def test_a_protected_deed_says_that_it_is() -> None:
    theirs = ["brown1", "brown2", "red1"]
    script = Script(["pickpocket"], theirs, draws=["money3"]).play(0, "done")
    script.play(1, "lay {brown1} brown", "lay {brown2} brown", "lay {red1} red", "done")
    phone = sit(script)
    touch(phone, script, "pickpocket")
    assert "protected" in str(phone.send("deed", str(script.slot("brown1")))["html"])
    assert targets(phone) == [script.slot("red1")]


def test_a_swap_takes_one_deed_of_each_in_any_order() -> None:
    script = scripts.swap_ready()
    for order in (("brown1", "green1"), ("green1", "brown1")):
        phone = sit(script)
        slot = touch(phone, script, "swap")
        for card in order:
            phone.send("deed", str(script.slot(card)))
        text = f"trade {slot} {script.slot('brown1')} {script.slot('green1')}"
        assert text in buttons(phone)
        phone.send("move", text)
        assert phone.table.state.action.kind == "swap"


def test_a_takeover_takes_the_whole_set_with_its_house() -> None:
    script = scripts.takeover_ready()
    phone = sit(script)
    slot = touch(phone, script, "takeover")
    deed = script.slot("dark-blue1")
    assert targets(phone) == [deed]
    phone.send("deed", str(deed))
    phone.send("move", f"seize {slot} {deed}")
    while not phone.asked():
        phone.send("later", "tick")
    stack = phone.table.state.stacks[0][-1]
    assert (stack.colour, stack.house >= 0) == ("dark blue", True)
    assert "rent 11M" in html(phone)


def test_a_rent_is_raised_by_hikes_before_it_is_asked() -> None:
    script = Script(["rent-red-yellow", "red1", "hike", "money1"], ["money2"]).play(
        0, "lay {red1} red"
    )
    phone = sit(script)
    rent, hike = touch(phone, script, "rent-red-yellow"), script.slot("hike")
    assert f"rent {rent} red all" in buttons(phone)
    assert "Ask 2M each for red" in html(phone)
    phone.send("hike")
    assert f"rent {rent} red all hikes {hike}" in buttons(phone)
    assert "Ask 4M each for red" in html(phone)
    phone.send("hike")
    assert f"rent {rent} red all" in buttons(phone)
    phone.send("let-go")
    assert phone.app.model.figure == 0


def test_any_rent_asks_for_the_colour_and_then_for_the_player() -> None:
    script = Script(["rent-any", "red1", "brown1"], ["money2"], ["money1"]).play(
        0, "lay {red1} red", "lay {brown1} brown"
    )
    phone = sit(script)
    rent = touch(phone, script, "rent-any")
    assert buttons(phone) == [f"bank {rent}", "done"]
    phone.send("deed", str(script.slot("red1")))
    assert [f"rent {rent} red 1", f"rent {rent} red 2"] == buttons(phone)[:2]
    phone.send("seat", "2")
    action = phone.table.state.action
    assert (action.colour, [track.seat for track in action.tracks]) == ("red", [2])


def test_the_bailiff_is_sent_by_tapping_a_name() -> None:
    script = Script(["bailiff"], ["money2"], ["money1"])
    phone = sit(script)
    assert "table" in str(phone.send("seat", "1")["html"])
    assert phone.app.model.over == "seat-1"
    phone.send("close")
    touch(phone, script, "bailiff")
    phone.send("seat", "2")
    assert [track.seat for track in phone.table.state.action.tracks] == [2]


def test_a_wild_deed_moves_for_free_on_ones_own_turn() -> None:
    script = scripts.wild_laid()
    phone = sit(script)
    wild, plays = script.slot("wild-red-yellow"), script.state.plays
    phone.send("deed", str(wild))
    assert f"shift {wild} yellow" in buttons(phone)
    phone.send("move", f"shift {wild} yellow")
    assert phone.table.state.plays == plays
    assert [len(stack.deeds) for stack in phone.table.state.stacks[0]] == [2]


# -- sheets -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("held", [True, False])
def test_an_answer_is_asked_whether_or_not_a_no_chance_is_held(held: bool) -> None:
    script = scripts.picked_on(held=held)
    phone = sit(script)
    assert 'id="answer-sheet"' in html(phone)
    assert "Ember Square" in html(phone)
    offered = [text.split()[0] for text in buttons(phone)]
    assert offered == (["refuse", "accept"] if held else ["accept"])


def test_a_bot_takes_as_long_with_a_no_chance_as_without() -> None:
    pauses = set()
    for theirs in (["no-chance"], ["money1"]):
        script = Script(["bailiff"], theirs, draws=["money3"])
        phone = sit(script)
        slot = touch(phone, script, "bailiff")
        phone.send("move", f"ask {slot} 1")
        pauses.add(next(effect["ms"] for effect in phone.effects if effect["do"] == "later"))
    assert len(pauses) == 1 and pauses != {0}


def test_a_no_chance_is_answered_with_a_no_chance() -> None:
    script = scripts.chance_said()
    phone = sit(script)
    assert "Maeve says No Chance to your Bailiff." in html(phone)
    phone.send("move", f"refuse {script.slot('no-chance')} 1")
    while not phone.asked():
        phone.send("later", "tick")
    assert phone.painted["body"]["phase"] == "play"
    assert len(phone.table.state.banks[0]) == 1  # the Bailiff stood after all


def test_a_debt_is_paid_as_is_proposed_or_as_one_chooses_within_the_rules() -> None:
    script = scripts.in_debt(bank=True)
    phone = sit(script)
    money, red, pink, brown = (script.slot(it) for it in ("money1", "red1", "pink1", "brown1"))
    assert "Pay Maeve 5M" in html(phone)
    proposed = phone.app.model
    phone.send("give", str(money))
    assert "bank comes first" in html(phone)
    assert 'id="do-pay"' in html(phone)
    before = phone.table.text
    phone.send("pay")
    assert phone.table.text == before  # refused, and nothing else
    phone.send("choose")
    assert phone.app.model.picked == proposed.picked
    phone.send("pay")
    assert phone.table.text.endswith(f"0 pay {' '.join(map(str, sorted((money, red, brown))))}\n")
    assert pink in phone.table.state.stacks[0][0].deeds


def test_a_wild_deed_that_came_is_given_a_colour() -> None:
    script = scripts.wild_comes()
    phone = sit(script)
    wild = script.slot("wild-red-yellow")
    assert buttons(phone) == [f"place {wild} red", f"place {wild} yellow"]
    assert "2 of 3, rent 3M" in html(phone)
    phone.send("move", f"place {wild} red")
    assert len(phone.table.state.stacks[0][0].deeds) == 2


def test_nine_cards_are_thrown_down_to_seven() -> None:
    script = scripts.nine_cards()
    phone = sit(script)
    phone.send("move", "done")
    assert phone.painted["body"]["phase"] == "throw"
    first, second, third = script.state.hands[0][:3]
    for slot in (first, second, third, second):
        phone.send("pick", str(slot))
    assert "2 of 2 chosen" in html(phone)
    phone.send("throw")
    assert phone.table.text.endswith(f"0 throw {first} {third}\n")
    assert len(phone.table.state.hands[0]) == 7


def test_the_winning_deed_ends_the_game() -> None:
    script = scripts.one_move_to_win()
    phone = sit(script)
    slot = touch(phone, script, "dark-blue2")
    phone.send("card", str(slot))
    assert phone.table.outcome is not None
    phone.send("later", "tick")
    assert phone.painted["body"]["screen"] == "game-over"
    assert "You have won!" in html(phone)
    assert "3/3" in html(phone)
    home = html(Phone(phone.kept))
    assert "How it ended" in home
    assert "Continue" not in home
    assert phone.send("log")["html"].count("<li>") > 3


# -- keeping, secrets, rules --------------------------------------------------------------------------


@pytest.mark.parametrize("name", POSITIONS)
def test_a_game_comes_back_as_it_was_in_the_middle_of_any_question(name: str) -> None:
    phone = sit(POSITIONS[name]())
    again = Phone(phone.kept)
    again.send("continue")
    assert html(again) == html(phone)


def test_no_card_of_another_hand_is_on_the_page() -> None:
    script = Script(["bailiff"], ["dark-blue1"], ["green1"])
    page = html(sit(script))
    shown = set(re.findall(r'data-move="slot-(\d+)"', page))
    assert shown == {str(slot) for slot in script.state.hands[0]}
    assert "Admiral" not in page and "Fernside" not in page


def test_the_log_has_what_happened_before_the_game_was_kept() -> None:
    phone = sit(scripts.takeover_ready())
    page = str(phone.send("log")["html"])
    assert "House on dark blue" in page
    assert page.index("House on dark blue") < page.index("brown, 2 of 2")  # the newest first


FIELDS = [field.name for field in fields(Rules)]


@pytest.mark.parametrize("field", FIELDS)
def test_the_rules_page_tells_every_rule_that_may_be_set(field: str) -> None:
    rule = next(it for it in HOUSE_RULES if it.field == field)
    game, usual = find("deeds").game, find("deeds").rules
    pages = set()
    for choice in rule.choices:
        rules = game.parse_rules({field: choice.value}, usual)
        pages.add(str([chapter.parts for chapter in chapters(rules)]))
    assert len(pages) == len(rule.choices)


def test_every_kind_of_card_is_told_of_in_the_rules() -> None:
    page = str([chapter.parts for chapter in chapters(Rules())])
    for kind, title in {(card.kind, card.title) for card in CARDS}:
        if kind not in ("deed", "wild", "rent", "money"):
            assert title in page, title
    assert set(KIND) >= {"deed", "wild"}
