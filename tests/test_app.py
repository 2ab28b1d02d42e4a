"""The app without a browser: events in, effects and pages out."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from engine.forty_fives.play import FORTY_FIVES
from engine.forty_fives.state import Playing
from engine.game import find, names
from engine.record import Made
from engine.replay import parse
from engine.table import SoloTable, resume
from web.app.main import App, first_page
from web.app.model import Settings, parse_settings


class Phone:
    """The page's side of the app: it keeps what the app asks to keep."""

    def __init__(self, kept: dict[str, str] | None = None, **start: Any) -> None:
        self.app = App()
        self.kept = dict(kept or {})
        self.effects: list[dict[str, Any]] = []
        self.send("start", kept=self.kept, **{"service_worker": True, "entropy": "00", **start})

    def send(self, event: str, value: str = "", **fields: Any) -> dict[str, Any]:
        message = json.dumps({"event": event, "value": value, **fields})
        self.effects = json.loads(self.app.receive(message))
        for effect in self.effects:
            if effect["do"] == "keep":
                self.kept[effect["key"]] = effect["text"]
            if effect["do"] == "forget":
                self.kept.pop(effect["key"], None)
        return self.painted

    @property
    def painted(self) -> dict[str, Any]:
        return self.effects[-1]

    @property
    def table(self) -> SoloTable:
        table = self.app.model.table
        assert table is not None
        return table

    def asked(self) -> bool:
        return any(question.seat == 0 for question in self.table.owed())

    def until(self, phase: str) -> None:
        """Goes on, this player doing what is listed first, until asked in the phase."""
        for _ in range(2000):
            if self.painted["body"].get("phase") == phase and self.asked():
                return
            self.once()
        raise AssertionError(f"never asked in the phase {phase}")

    def once(self) -> None:
        screen = self.painted["body"]["screen"]
        if screen == "result":
            self.send("places" if self.table.outcome else "next-hand")
        elif not self.asked():
            self.send("later", "tick")
        else:
            move = self.table.game.legal_moves(self.table.state, 0)[0]
            word, *rest = self.table.game.move_text(move).split()
            if word == "throw":
                for slot in rest:
                    self.send("pick", slot)
                self.send("throw")
            elif word in ("pass", "hold", "bid"):
                self.send("call", rest[0] if rest else word)
            else:
                self.send(word, rest[0])


def dealt(seed: str = "kitchen", **settings: Any) -> Phone:
    phone = Phone({"settings": Settings(**settings).text()}, seed=seed)
    phone.send("play-alone")
    phone.send("start-game")
    return phone


# -- the pages ------------------------------------------------------------------------------------


def test_the_first_page_is_home_and_needs_no_event() -> None:
    page = json.loads(first_page())
    assert page["body"]["screen"] == "home"
    assert 'data-event="play-alone"' in page["html"]
    assert "Getting the table ready" in page["html"]


def test_the_first_page_has_the_drawings_it_shows_and_all_others_besides() -> None:
    """Each once; what a drawing is made of comes with it."""
    page = json.loads(first_page())
    own, others = (
        re.findall('<symbol id="([^"]+)"', page[name]) for name in ("sprite", "drawings")
    )
    shown = set(re.findall('href="#([^"]+)"', page["html"] + page["sprite"]))
    assert set(own) == shown
    assert len({*own, *others}) == len(own) + len(others) > 100
    assert set(re.findall('href="#([^"]+)"', page["drawings"])) <= {*own, *others}


def test_ready_offline_is_said_once_it_is_true_and_not_before() -> None:
    phone = Phone()
    assert "Ready to play offline" not in phone.painted["html"]
    assert "Ready to play offline" in phone.send("offline-ready")["html"]


def test_an_update_is_offered_at_home_and_never_at_a_table() -> None:
    phone = dealt()
    assert "update" not in phone.send("update-ready")["html"]
    assert phone.painted["body"]["screen"] == "table"
    assert 'data-event="update"' in phone.send("home")["html"]
    phone.send("update")
    assert {"do": "update"} in phone.effects


def test_a_plain_address_is_told_once() -> None:
    phone = Phone(service_worker=False)
    assert "plain http address" in phone.painted["html"]
    phone.send("dismiss-plain")
    assert "plain http address" not in phone.painted["html"]
    assert "plain http address" not in Phone(phone.kept, service_worker=False).painted["html"]


def test_names_with_markup_are_shown_as_letters() -> None:
    phone = Phone()
    phone.send("settings")
    html = phone.send("set-name", '<b onclick="x">Nora')["html"]
    assert "<b onclick" not in html
    assert "&lt;b onclick" in html


# -- playing --------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_a_whole_game_by_events(players: int) -> None:
    phone = dealt(players=players)
    for _ in range(20000):
        if phone.painted["body"]["screen"] == "game-over":
            break
        phone.once()
    assert phone.painted["body"]["screen"] == "game-over"
    phone.send("share")
    assert phone.effects[0]["do"] == "share"
    phone.send("again")
    assert phone.painted["body"]["screen"] == "table"
    assert len(phone.table.record.seats) == players


def test_the_game_is_kept_after_every_move_and_comes_back_as_it_was() -> None:
    phone = dealt()
    for _ in range(60):
        phone.once()
        assert phone.kept["game"] == phone.table.text
        again = Phone(phone.kept)
        assert again.table.state == phone.table.state
        assert "Continue" in again.painted["html"]


def test_the_same_seed_deals_the_same_cards() -> None:
    assert dealt("barn").table.state == dealt("barn").table.state
    assert dealt("barn").table.state != dealt("yard").table.state


def test_two_starts_never_deal_the_same_without_a_seed() -> None:
    one, two = Phone(entropy="aa"), Phone(entropy="bb")
    for phone in (one, two):
        phone.send("start-game")
    assert one.table.record.seed != two.table.record.seed
    first = one.table.record.seed
    one.send("start-game")
    assert one.table.record.seed != first


def test_the_bots_go_on_by_themselves_and_the_table_waits_for_the_person() -> None:
    phone = dealt()
    for _ in range(200):
        later = next(effect for effect in phone.effects if effect["do"] == "later")
        bots = phone.table.bot_to_move() is not None
        over = phone.painted["body"].get("phase") == "over"
        if phone.painted["body"]["screen"] == "table":
            assert (later["ms"] > 0) == (bots or over)
        phone.once()


def test_nothing_goes_on_under_an_open_menu() -> None:
    phone = dealt()
    phone.send("menu")
    assert next(e for e in phone.effects if e["do"] == "later")["ms"] == 0
    before = phone.table
    phone.send("later", "tick")
    assert phone.table is before
    phone.send("back")
    assert not phone.app.model.over


# -- cards under the finger -------------------------------------------------------------------------


def in_play_with_a_refusal() -> tuple[Phone, int]:
    for seed in range(60):
        phone = dealt(f"refusal {seed}")
        phone.until("play")
        for slot in phone.table.state.hands[0]:
            move = phone.table.game.parse_move(f"play {slot}")
            if phone.table.game.why_illegal(phone.table.state, 0, move) is not None:
                return phone, slot
    raise AssertionError("no refusal in sixty deals")


def test_a_refused_card_says_why_in_the_engines_words_and_is_not_played() -> None:
    phone, slot = in_play_with_a_refusal()
    table = phone.table
    move = table.game.parse_move(f"play {slot}")
    refusal = table.game.why_illegal(table.state, 0, move)
    assert refusal is not None
    sentence = table.game.explain(table.state, 0, refusal)
    painted = phone.send("card", str(slot))
    assert sentence in painted["html"]
    assert sentence in painted["say"]
    for event in ("card", "play"):
        phone.send(event, str(slot))
        assert phone.table is table


def test_a_card_is_explained_first_and_played_at_the_second_tap() -> None:
    phone = dealt()
    phone.until("play")
    move = phone.table.game.legal_moves(phone.table.state, 0)[0]
    table = phone.table
    painted = phone.send("card", str(move.slot))
    assert phone.table is table
    assert 'data-event="play"' in painted["html"]
    phone.send("card", str(move.slot))
    assert phone.table is not table


def test_first_tap_play_plays_what_may_be_played_at_once() -> None:
    phone = dealt(first_tap=True)
    phone.until("play")
    move = phone.table.game.legal_moves(phone.table.state, 0)[0]
    table = phone.table
    phone.send("card", str(move.slot))
    assert phone.table is not table


def test_a_card_is_never_in_the_hand_and_on_the_table_at_once() -> None:
    phone = dealt()
    phone.until("play")
    for _ in range(40):
        phone.once()
        state = phone.table.state
        if isinstance(state, Playing):
            html = phone.painted["html"]
            for slot in (slot for hand in state.hands for slot in hand):
                assert html.count(f'data-move="slot-{slot}"') <= 1


def test_too_few_thrown_is_refused_with_how_many_more() -> None:
    for seed in range(40):
        phone = dealt(f"bidder {seed}")
        phone.until("throw")
        if phone.table.state.contract.bidder == 0:
            break
    painted = phone.send("throw")
    assert "more to throw" in painted["html"]
    phone.send("choose")
    assert len(phone.app.model.picked) == 3
    hand = set(phone.table.state.hands[0])
    phone.send("throw")
    entry = phone.table.record.entries[-1]
    assert isinstance(entry, Made)
    assert entry.seat == 0
    assert len(hand & set(entry.move.slots)) == 3


@pytest.mark.parametrize(
    "event",
    [
        {"event": "card", "value": "999"},
        {"event": "card", "value": "-1"},
        {"event": "play", "value": "x"},
        {"event": "call", "value": "1000000"},
        {"event": "name", "value": "Z"},
        {"event": "pick", "value": ""},
        {"event": "step", "value": "-5"},
        {"event": "no such event"},
        {},
    ],
)
def test_nonsense_changes_nothing(event: dict[str, str]) -> None:
    phone = dealt()
    phone.until("call")
    table = phone.table
    phone.app.receive(json.dumps(event))
    assert phone.table is table


# -- the page shows a view, not the world ------------------------------------------------------------


def test_no_hidden_card_is_in_the_page() -> None:
    phone = dealt("canary")
    for _ in range(300):
        table = phone.table
        if phone.painted["body"]["screen"] == "table":
            view = table.view(0)
            known = {face for face in view.table.faces if face is not None}
            hidden = set(table.state.table.faces) - known
            html = phone.painted["html"]
            for face in hidden:
                assert f'data-card="{table.game.face_text(face)}"' not in html
        phone.once()


# -- what is kept --------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["", "card-night 1", "{}", "card-night 1\ngame chess\nmoves\n"])
def test_an_unreadable_game_is_put_aside_and_told(text: str) -> None:
    phone = Phone({"game": text, "settings": Settings(name="Nora").text()})
    assert "could not be read" in phone.painted["html"]
    assert phone.kept["game-put-aside"] == text
    assert "game" not in phone.kept
    assert phone.app.model.settings.name == "Nora"
    assert "could not be read" in Phone(phone.kept).painted["html"]
    phone.send("copy-trouble")
    assert text in phone.effects[0]["text"]
    phone.send("forget-trouble")
    assert "game-put-aside" not in phone.kept


@pytest.mark.parametrize("text", ["", "[]", "{", '{"theme": "pink"}', '{"players": "four"}'])
def test_unreadable_settings_cost_nothing_else(text: str) -> None:
    game = dealt().kept["game"]
    phone = Phone({"settings": text, "game": game})
    assert phone.app.model.settings == Settings()
    assert phone.table.text == game
    assert "usual ones are used" in phone.painted["html"]


def test_settings_parse_back() -> None:
    settings = Settings(name="Nora", theme="night", four=True, pace="fast", players=6)
    assert parse_settings(settings.text()) == settings


def test_a_full_storage_is_told_with_what_can_be_done() -> None:
    phone = dealt()
    phone.send("storage-failed", "full")
    html = phone.send("home")["html"]
    assert "keeps nothing" in html
    assert "Free some space" in html


def test_deleting_everything_starts_afresh() -> None:
    phone = dealt(name="Nora")
    phone.send("home")
    phone.send("settings")
    phone.send("ask-delete")
    phone.send("delete-all")
    assert {"do": "forget-all"} in phone.effects
    painted = phone.send("forgotten")
    assert phone.app.model.table is None
    assert phone.app.model.settings == Settings()
    assert "was deleted" in painted["html"]


def test_the_record_in_the_details_replays_to_the_same_hand() -> None:
    phone = dealt()
    phone.until("play")
    phone.send("menu")
    assert phone.table.record.seed in phone.send("details")["html"]
    phone.send("copy-record")
    copied = next(effect["text"] for effect in phone.effects if effect["do"] == "copy")
    assert resume(parse(copied)).state == phone.table.state


# -- the rules page ------------------------------------------------------------------------------------


def test_the_rules_can_be_searched() -> None:
    phone = Phone()
    everything = phone.send("rules")["html"]
    found = phone.send("search", "reneg kitty")["html"]
    assert len(found) < len(everything)
    assert "held back" in phone.send("search", "held back")["html"]
    assert phone.send("leave")["body"]["screen"] == "home"


# -- games of the version before -------------------------------------------------------------------------


def test_a_game_kept_by_the_first_version_still_opens() -> None:
    for file in sorted((Path(__file__).parent / "records").glob("*.txt")):
        text = file.read_text(encoding="utf-8")
        phone = Phone({"game": text})
        assert "Continue" in phone.painted["html"], file.name
        assert phone.table.text == text
        phone.send("continue")
        for _ in range(30):
            phone.once()


def test_a_game_that_cannot_be_opened_any_more_keeps_its_scores() -> None:
    phone = dealt(pace="fast")
    while not phone.table.state.table.results:
        phone.once()
    scores = phone.kept["scores"]
    assert scores.startswith("110, after 1 hand: ")
    later = phone.kept | {"game": phone.kept["game"].replace("card-night 1", "card-night 0")}
    again = Phone(later)
    assert scores.split(": ")[1] in again.painted["html"]
    assert "card-night 0" in again.kept["game-put-aside"]


# -- house rules -----------------------------------------------------------------------------------------


def test_house_rules_are_set_saved_sent_and_opened_again() -> None:
    phone = Phone()
    phone.send("play-alone")
    phone.send("house")
    phone.send("set-rule", "hold 0")
    phone.send("name-set", "Kitchen")
    phone.send("save-set")
    assert "Saved as" in phone.painted["html"]
    phone.send("share-set")
    url = phone.effects[0]["url"]
    assert url.startswith("#rules=")
    other = Phone(link=url)
    assert other.painted["body"]["screen"] == "offer"
    assert "no holding" in other.painted["html"]
    other.send("take-offer")
    other.send("start-game")
    assert other.table.record.rules.hold == "none"
    assert "holds" not in other.send("rules")["html"]
    assert "Nobody may hold a bid" in other.painted["html"]
    again = Phone(phone.kept)
    assert again.app.model.house_name == "Kitchen"
    again.send("set-game", "110")
    again.send("use-set", "Kitchen")
    again.send("start-game")
    assert again.table.record.rules.hold == "none"
    again.send("delete-set", "Kitchen")
    assert again.app.model.sets == ()


def test_rules_that_cannot_be_played_are_told_and_not_dealt() -> None:
    phone = Phone()
    phone.send("play-alone")
    phone.send("house")
    painted = phone.send("set-rule", "hold 2")
    assert "cannot be played together" in painted["html"]
    assert "A duel with the dealer needs" in painted["html"]
    phone.send("save-set")
    phone.send("start-game")
    assert phone.app.model.table is None
    phone.send("set-rule", "rebid 1")
    phone.send("start-game")
    assert phone.table.record.rules.hold == "duel"


@pytest.mark.parametrize("link", ["#rules=", "#rules=x", "#rules=eNoL", "#rules=%00", "#x", "#"])
def test_a_broken_link_is_refused_with_a_sentence_and_costs_nothing(link: str) -> None:
    game = dealt().kept["game"]
    phone = Phone({"game": game}, link=link)
    assert phone.painted["body"]["screen"] == "home"
    assert phone.table.text == game
    if link.startswith("#rules=") and len(link) > 7:
        assert "could not be opened" in phone.painted["html"]


def test_rules_can_be_pasted_as_text_and_as_a_link() -> None:
    phone = Phone()
    phone.send("tables")
    text = 'card-night rules 1\ngame 110\nname Barn\nrules {"hold": "none"}'
    assert phone.send("paste-set", text)["body"]["screen"] == "offer"
    phone.send("home")
    phone.send("tables")
    assert "could not be read" in phone.send("paste-set", "nonsense")["html"]


TABLES_OF_HANDS = [name for name in names() if find(name).game is FORTY_FIVES]


@pytest.mark.parametrize("name", TABLES_OF_HANDS)
def test_a_hand_of_every_table_by_events(name: str) -> None:
    phone = Phone({"settings": Settings(level="mixed").text()}, seed="every")
    phone.send("set-game", name)
    phone.send("start-game")
    for _ in range(400):
        if phone.painted["body"]["screen"] == "result":
            break
        phone.once()
    assert phone.painted["body"]["screen"] == "result"
    assert phone.table.record.variant.name == name


def test_a_partner_is_marked_everywhere() -> None:
    phone = Phone(seed="partners")
    phone.send("set-game", "forty-fives")
    painted = phone.send("start-game")
    assert painted["html"].count('class="mark partner"') == 1
    partner = phone.table.record.seats[2].name
    assert f"With you: {partner}" in painted["html"]
    while phone.painted["body"]["screen"] != "result":
        phone.once()
    assert f"You &amp; {partner}" in phone.painted["html"]


def test_a_rematch_is_played_by_the_rules_of_the_table() -> None:
    phone = Phone(seed="again")
    phone.send("set-game", "island-rec-hall")
    phone.send("start-game")
    while phone.painted["body"]["screen"] != "game-over":
        phone.once()
    rules = phone.table.record.rules
    home = phone.send("home")["html"]
    assert "How it ended" in home
    assert "Continue" not in home
    phone.send("set-game", "110")
    phone.send("continue")
    phone.send("places")
    phone.send("again")
    assert phone.table.record.rules == rules
