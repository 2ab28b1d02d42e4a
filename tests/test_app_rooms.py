"""Rooms from phone to phone, without a browser: the whole app, the real relay, simulated time.

What takes a whole hand of the sealed deal, or three phones, is for the long run; one of each is not.
"""

from __future__ import annotations

import subprocess
import sys

import pytest

from engine.sealed.table import Table
from tests.app_rooms import Net, Phone, a_room, play, start
from web.app.model import Settings
from web.app.rooms import words


@pytest.fixture(autouse=True)
def unproved(monkeypatch: pytest.MonkeyPatch) -> None:
    """No proofs of shuffles made ahead: they cost most of the time, and no screen shows them."""
    monkeypatch.setattr(Table, "proves", lambda self, deal, chain: False)


def seated(*names: str, **more: int | str) -> tuple[Net, list[Phone]]:
    net = Net()
    return net, a_room(net, names, **more)  # type: ignore[arg-type]


def at_table(*names: str, **more: int | str) -> tuple[Net, list[Phone]]:
    net, phones = seated(*names, **more)
    start(net, phones)
    return net, phones


def turn(net: Net, phones: list[Phone]) -> Phone:
    """Whoever is asked first."""
    net.until(lambda: any(phone.asked for phone in phones), what="nobody is asked")
    return next(phone for phone in phones if phone.asked)


def to_cards(net: Net, phones: list[Phone]) -> Phone:
    """Played until somebody has a card to play."""
    play(net, phones, lambda: any(p.asked and p.painted["body"]["phase"] == "play" for p in phones))
    return turn(net, phones)


# -- not before somebody asks -----------------------------------------------------------------------------


def test_nothing_of_the_rooms_is_imported_before_one_is_asked_for() -> None:
    script = """
import json, sys
from web.app.main import App
app = App()
for event in ("start", "play-alone", "start-game", "menu", "home", "rules", "leave", "settings"):
    app.receive(json.dumps({"event": event, "kept": {}, "entropy": "00"}))
parts = ("web.app.rooms", "engine.rooms", "engine.sealed", "segno")
assert not [name for name in sys.modules if name.startswith(parts)], sys.modules.keys()
app.receive(json.dumps({"event": "home"}))
app.receive(json.dumps({"event": "friends", "clock": 1}))
assert "web.app.rooms.wiring" in sys.modules
"""
    subprocess.run([sys.executable, "-c", script], check=True)


def test_solo_play_asks_for_no_socket() -> None:
    phone = Phone(Net(), "Nora")
    for event in ("play-alone", "start-game", "home", "continue"):
        phone.send(event)
        assert {it["do"] for it in phone.effects} <= {"paint", "keep", "later", "forget"}


def test_rooms_that_have_yet_to_be_fetched_are_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    import web.app.main as main

    phone = Phone(Net(), "Nora")
    real = main.open_rooms
    monkeypatch.setattr(main, "open_rooms", lambda *given: None)
    phone.send("friends")
    assert {"do": "rooms"} in phone.effects
    assert phone.screen == "home"
    phone.send("rooms-coming", "0.25")
    assert "Fetching what rooms need … 25%" in phone.html
    phone.send("rooms-failed", "network")
    assert "What rooms need did not arrive." in phone.html
    phone.send("rooms-here")
    assert phone.screen == "home", "nothing was asked for any more"
    phone.send("friends")
    assert {"do": "rooms"} in phone.effects
    monkeypatch.setattr(main, "open_rooms", real)
    phone.send("rooms-here")
    assert phone.screen == "friends"


# -- coming in -----------------------------------------------------------------------------------------------


def test_a_room_is_made_its_code_shown_in_letters_link_and_pattern() -> None:
    _, (host,) = seated("Nora")
    code = host.view.code
    assert f'data-code="{code.text}"' in host.html
    assert 'class="qr"' in host.html
    host.send("room-share")
    share = next(effect for effect in host.effects if effect["do"] == "share")
    assert share["url"] == f"#room={code.text}"
    assert code.said in share["text"]
    host.send("room-share", "copy")
    assert host.effects[0] == {"do": "copy", "text": f"http://table.example/#room={code.text}"}
    assert host.view.lobby.seat_of(0) == 0, "who makes a room has a seat in it"


def test_a_link_leads_into_the_room_after_one_tap_and_nobody_sees_anything_before() -> None:
    net, (host,) = seated("Nora")
    link = f"#room={host.view.code.text}"
    before = len(host.view.people)
    guest = Phone(net, "Ben", link=link)
    assert guest.screen == "friends"
    assert host.view.code.said in guest.html
    net.run(2000)
    assert guest.line is None
    assert len(host.view.people) == before
    guest.send("room-join")
    net.until(lambda: guest.phase == "lobby")
    assert [it.label for it in host.view.people] == ["Nora", "Ben"]
    assert "Waiting for Nora to start" in guest.html


@pytest.mark.parametrize("typed", ["", "BRAMB", "brambéekt", "12345678901234567890"])
def test_what_is_no_code_is_said_at_the_field(typed: str) -> None:
    phone = Phone(Net(), "Nora")
    phone.send("friends")
    phone.send("room-typed", typed)
    phone.send("room-join")
    assert 'data-wrong="true"' in phone.html
    assert phone.line is None


def test_a_room_that_is_not_there_is_said_with_a_way_on() -> None:
    net = Net()
    phone = Phone(net, "Nora")
    phone.send("friends")
    phone.send("room-typed", "BRAMB LEKT")
    phone.send("room-join")
    net.until(lambda: phone.phase == "gone")
    assert "There is no room BRAMB LEKT" in phone.html
    phone.send("home")
    assert "Back to the room" not in phone.html, "what is gone is not kept"
    phone.send("friends")
    assert phone.screen == "friends"
    assert not [key for key in phone.kept if key.startswith("room.")]


def test_wrong_letters_are_said_and_mended() -> None:
    net, (host,) = seated("Nora")
    code = host.view.code
    wrong = "AAAA" if code.four != "AAAA" else "BBBB"
    guest = Phone(net, "Ben")
    guest.send("friends")
    guest.send("room-typed", code.five + wrong)
    guest.send("room-join")
    net.until(lambda: guest.phase == "wrong")
    assert "last four letters are wrong" in guest.html
    assert host.view.door.wrong == 1
    assert "wrong code once" in host.html
    guest.send("room-typed", code.text)
    guest.send("room-knock")
    net.until(lambda: guest.phase == "lobby")


def test_the_same_name_twice_is_told_apart() -> None:
    _, (host, other) = seated("Sam", "Sam")
    assert [it.label for it in host.view.people] == ["Sam", "Sam 2"]
    assert "Sam 2" in other.html


def test_another_version_is_told_and_an_update_is_offered() -> None:
    net, (host,) = seated("Nora")
    guest = Phone(net, "Ben", link=f"#room={host.view.code.text}", version="2")
    guest.send("room-join")
    net.until(lambda: guest.phase == "version")
    assert "version 1, this phone has 2" in guest.html
    assert 'data-event="room-reload"' in guest.html
    assert 'data-event="update"' in guest.send("update-ready")["html"]


def test_a_link_to_another_room_asks_and_leaves_only_then() -> None:
    net, (host, _) = seated("Nora", "Ben")
    other = Phone(net, "Eva")
    other.send("friends")
    other.send("room-make")
    net.until(lambda: other.phase == "lobby")
    mine, link = other.view.code, f"#room={host.view.code.text}"
    other.send("link", link)
    assert f"Stay in {mine.said}" in other.html
    other.send("room-stay")
    assert other.screen == "lobby"
    other.send("link", link)
    other.send("room-leave")
    net.until(lambda: other.screen == "friends")
    other.send("room-join")
    net.until(lambda: other.phase == "lobby")
    assert other.view.code == host.view.code


def test_the_own_link_changes_nothing() -> None:
    _, (host,) = seated("Nora")
    host.send("home")
    host.send("link", f"#room={host.view.code.text}")
    assert host.screen == "lobby"


# -- the lobby ---------------------------------------------------------------------------------------------------


def test_the_host_arranges_seats_bots_and_rules_and_all_see_it() -> None:
    net, (host, guest) = seated("Nora", "Ben", game="forty-fives", seats=4)
    assert "A seat is free" in host.html
    for seat in (2, 3):
        host.send("room-bot", f"{seat} steady")
        net.settle()
    assert "on your phone, which sees its cards" in host.html
    assert "on Nora&#39;s phone, which sees its cards" in guest.html
    before = guest.view.lobby.seats
    host.send("room-partners")
    net.settle()
    assert guest.view.lobby.seats != before
    assert "Partners: A" in guest.html
    host.send("room-house", "house")
    assert host.screen == "house"
    host.send("set-rule", "rebid 0")
    host.send("new-game")
    net.settle()
    assert host.screen == "lobby"
    assert guest.view.lobby.changes == host.view.lobby.changes
    guest.send("rules")
    assert guest.screen == "rules"
    assert guest.send("leave")["body"]["screen"] == "lobby"


def test_the_guest_has_no_buttons_of_the_host() -> None:
    _, (_, guest) = seated("Nora", "Ben")
    for event in ("room-start", "room-seats", "room-game", "room-bot", "room-kick"):
        assert f'data-event="{event}"' not in guest.html
        guest.send(event, "1 steady")
    assert guest.view.phase == "lobby"


def test_one_stands_up_sits_elsewhere_and_is_kicked() -> None:
    net, (host, guest) = seated("Nora", "Ben", seats=4)
    guest.send("room-stand")
    net.settle()
    assert "Without a seat" in host.html
    assert "Take a free seat to play" in guest.html
    guest.send("room-sit", "3")
    net.settle()
    assert host.view.lobby.seat_of(1) == 3
    host.send("room-over", "place-3")
    assert 'data-event="room-host"' in host.html
    host.send("room-over", "kick-1")
    host.send("room-kick", "1")
    net.until(lambda: "taken you out" in guest.html)
    assert not [key for key in guest.kept if key.startswith("room.")]
    assert guest.send("home")["body"]["screen"] == "home"


def test_leaving_for_good_asks_and_forgets_and_the_host_role_goes_on() -> None:
    net, (host, guest) = seated("Nora", "Ben")
    host.send("room-over", "leave")
    assert "Leave the room for good?" in host.html
    host.send("room-leave")
    net.until(lambda: host.screen == "home")
    net.until(lambda: guest.view.hosting)
    assert not [key for key in host.kept if key.startswith("room.")]
    assert "Play with friends" in host.html
    assert 'data-event="room-seats"' in guest.html


def test_home_keeps_the_seat_and_the_game_played_alone() -> None:
    net = Net()
    alone = Phone(net, "Nora")
    alone.send("play-alone")
    alone.send("start-game")
    text = alone.kept["game"]
    alone.send("home")
    alone.send("friends")
    alone.send("room-make")
    net.until(lambda: alone.phase == "lobby")
    assert alone.kept["game"] == text
    alone.send("home")
    assert "Back to the room" in alone.html
    alone.send("continue")
    assert alone.screen == "table"
    assert alone.app.model.table.text == text  # type: ignore[union-attr]
    alone.send("friends")
    assert alone.screen == "lobby"


# -- playing --------------------------------------------------------------------------------------------------------


def test_a_hand_of_two_phones_and_a_bot_to_its_result_and_the_next_by_itself() -> None:
    net, phones = at_table("Nora", "Ben", bots=1)
    play(net, phones, lambda: all(phone.screen == "result" for phone in phones))
    net.until(lambda: all("Checked: every card" in phone.html for phone in phones))
    assert len({phone.view.table.digest for phone in phones}) == 1
    assert all("Next hand" in phone.html for phone in phones)
    net.until(lambda: all("by itself in" in phone.html for phone in phones))
    net.until(lambda: all(phone.screen == "table" for phone in phones))
    told = [sentence for phone in phones for sentence in phone.said]
    assert any(sentence.startswith("You play") for sentence in told)
    assert any("Ben plays" in sentence for sentence in phones[0].said)


@pytest.mark.long
def test_no_page_shows_a_card_that_its_person_may_not_know() -> None:
    net, phones = at_table("Nora", "Ben", bots=1)
    watched = [(phone, len(phone.pages)) for phone in phones]

    def check() -> bool:
        for phone, _ in watched:
            table = phone.app.model.table
            if phone.screen == "table" and table is not None and table.state is not None:
                game = table.game
                known = {face for face in game.faces(table.state) if face is not None}
                hidden = set(game.pack(table.state)) - known
                shown = {game.face_text(face) for face in hidden}
                for text in shown:
                    assert f'data-card="{text}"' not in phone.html
        return all(phone.screen == "result" for phone in phones)

    play(net, phones, check)


def test_a_double_tap_plays_one_card() -> None:
    net, phones = at_table("Nora", "Ben")
    phone = to_cards(net, phones)
    slot = str(phone.table.game.legal_moves(phone.table.state, phone.table.me)[0].slot)
    hand = len(phone.table.state.hands[phone.table.me])
    phone.send("card", slot)
    phone.send("play", slot)
    assert phone.painted["body"]["mine"] == "false", "nothing can be played while it is under way"
    phone.send("play", slot)
    phone.send("card", slot)
    net.run(1000)
    assert len(phone.table.state.hands[phone.table.me]) == hand - 1


def test_a_refused_card_says_why_and_goes_nowhere() -> None:
    net, phones = at_table("Nora", "Ben")
    phone = turn(net, phones)
    sent = len(net.frames)
    phone.send("play", "0")
    phone.send("card", "999")
    assert len(net.frames) == sent


@pytest.mark.long
def test_an_onlooker_sees_the_table_and_no_hand() -> None:
    net, phones = seated("Nora", "Ben", "Eva", seats=3)
    eva = phones.pop()
    eva.send("room-stand")
    net.settle()
    phones[0].send("room-watching", "true")
    phones[0].send("room-seats", "2")
    net.settle()
    start(net, phones)
    net.until(lambda: eva.screen == "table")
    assert "You are watching" in eva.html
    assert 'data-event="play"' not in eva.html
    to_cards(net, phones)
    phones[0].send("room-lobby")
    assert phones[0].screen == "lobby"
    assert phones[0].send("room-table")["body"]["screen"] == "table"


def test_that_the_log_had_split_is_told_to_everybody() -> None:
    """Who may go on sees no other screen than before, so a sentence says it."""
    net, phones = at_table("Nora", "Ben")
    for phone in phones:
        phone.send("socket-frames", frames=['["fork",3]'])
    net.settle()
    assert all(any("different stories" in said for said in phone.said) for phone in phones)


def test_an_emote_is_seen_by_all_for_some_seconds() -> None:
    net, phones = at_table("Nora", "Ben")
    phones[0].send("room-over", "emotes")
    phones[0].send("room-emote", "well played")
    net.settle()
    assert words.EMOTE_WORDS["well played"] in phones[1].html
    assert any("Well played!" in said for said in phones[1].said)
    net.run(8000)
    assert 'class="emote"' not in phones[1].html


def test_a_move_is_taken_back_when_all_agree() -> None:
    net, phones = at_table("Nora", "Ben")
    phone = to_cards(net, phones)
    other = next(it for it in phones if it is not phone)
    hand = phone.table.state.hands[phone.table.me]
    phone.act()
    net.settle()
    phone.send("menu")
    assert 'data-event="room-ask-back"' in phone.html
    phone.send("room-ask-back")
    net.settle()
    assert "waiting for" in phone.html
    assert "Take the last move back?" in other.html
    other.send("room-back", "yes")
    net.until(lambda: phone.asked)
    assert phone.table.state.hands[phone.table.me] == hand


# -- phones that come and go ---------------------------------------------------------------------------------------------


def test_away_is_shown_after_five_seconds_and_not_before() -> None:
    net, phones = at_table("Nora", "Ben", "Eva")
    away = phones[2]
    away.lose_network()
    net.run(4500)
    assert 'data-away="true"' not in phones[0].html
    net.run(2500)
    assert 'data-away="true"' in phones[0].html
    away.find_network()
    net.run(1000)
    assert 'data-away="true"' not in phones[0].html


@pytest.mark.long
def test_the_one_who_is_away_sees_since_when_and_plays_alone_meanwhile() -> None:
    net, phones = at_table("Nora", "Ben", "Eva")
    away = phones[2]
    away.lose_network()
    net.run(9000)
    assert "No connection for 9 s" in away.html or "No connection for 8 s" in away.html
    away.send("home")
    away.send("play-alone")
    assert away.send("start-game")["body"]["screen"] == "table"
    away.find_network()
    net.run(1000)
    away.send("home")
    away.send("friends")
    assert "No connection" not in away.html


def test_after_half_a_minute_a_bot_may_play_and_a_tap_takes_the_seat_back_and_plays_nothing() -> (
    None
):
    net, phones = at_table("Nora", "Ben", "Eva")
    away = turn(net, phones)
    others = [phone for phone in phones if phone is not away]
    away.lose_network()
    net.run(20_000)
    assert not any("Let a bot play" in phone.html for phone in others)
    net.until(lambda: all("Let a bot play" in phone.html for phone in others), most=40_000)
    assert "which sees its cards" in others[0].html
    number = str(away.view.me)
    for phone in others:
        phone.send("room-let-bot", number)
        net.settle()
    net.until(lambda: words.BOT_FOR_NOW in others[0].html)
    play(net, others, lambda: not others[0].table.state or others[0].table.length > 6)
    away.find_network()
    net.until(lambda: "You were away" in away.html)
    net.run(500)
    # Whatever else is tapped before: the seat is played for, and nothing is sent.
    before, sent = others[0].table.length, away.said_to_relay
    for slot in range(20):
        for event in ("card", "play", "call", "pick", "throw", "name"):
            away.send(event, str(slot))
    net.settle()
    assert away.said_to_relay == sent
    away.send("room-take-seat")
    net.until(lambda: words.BOT_FOR_NOW not in others[0].html)
    assert others[0].table.length == before, "that tap played no card"
    assert "You were away" not in away.html
    play(net, phones, lambda: others[0].table.length > before + 2)


@pytest.mark.long
def test_a_killed_tab_comes_straight_back_to_the_table() -> None:
    net, phones = at_table("Nora", "Ben")
    phone = to_cards(net, phones)
    hand = phone.table.state.hands[phone.table.me]
    phone.kill()
    net.run(3000)
    again = Phone(net, phone.name, phone.kept)
    net.until(lambda: again.screen == "table" and again.asked)
    assert again.table.state.hands[again.table.me] == hand
    phones[phones.index(phone)] = again
    again.act()
    play(net, phones, lambda: all(it.screen == "result" for it in phones))


def test_two_windows_with_one_seat_the_newest_plays_and_the_older_takes_it_back() -> None:
    net, phones = at_table("Nora", "Ben")
    old = phones[0]
    new = Phone(net, "Nora", old.kept)
    net.until(lambda: new.screen == "table")
    net.until(lambda: old.phase == "elsewhere")
    assert "Another window" in old.html
    net.run(30_000)
    assert old.phase == "elsewhere", "the two do not fight for the line"
    old.kept = new.kept
    old.send("room-here")
    net.until(lambda: old.screen == "table" and old.view.line.state == "open")
    net.until(lambda: new.phase == "elsewhere")


@pytest.mark.long
def test_the_relay_forgets_everything_and_the_game_goes_on() -> None:
    from web.relay.house import House

    net, phones = at_table("Nora", "Ben")
    to_cards(net, phones)
    net.house = House(net.limits, net)
    for phone in phones:
        phone.line.cut()  # type: ignore[union-attr]
    net.until(lambda: all(phone.view.line.state == "open" for phone in phones))
    play(net, phones, lambda: all(phone.screen == "result" for phone in phones))


@pytest.mark.long
def test_a_seat_moves_to_a_new_phone_when_the_pictures_are_the_same() -> None:
    net, phones = at_table("Nora", "Ben", "Eva")
    new = Phone(net, "Ben", link=f"#room={phones[0].view.code.text}")
    new.send("room-join")
    net.until(lambda: new.view.me >= 0)
    new.send("room-lobby")
    new.send("room-claim", "1")
    net.until(lambda: "Show this to somebody" in new.html)
    pictures = new.view.pictures
    assert all(name in new.html for name in pictures)
    net.until(lambda: any(p.view.claims for p in phones))
    confirming = next(p for p in phones if p.view.claims)
    assert all(name in confirming.html for name in pictures)
    for phone in phones:
        if phone.view.claims:
            phone.send("room-confirm", f"{new.view.me} yes")
            net.settle()
    net.until(lambda: "on your other phone" in phones[1].html)
    net.until(lambda: new.view.table is not None and new.view.table.seat == 1)


# -- what is said once, and what is forgotten ---------------------------------------------------------------------------------


def test_a_plain_address_says_once_what_is_missing() -> None:
    phone = Phone(Net(), "Nora", service_worker=False)
    assert "plain http address" in phone.send("friends")["html"]
    phone.send("dismiss-kitchen")
    assert words.KITCHEN not in phone.html
    again = Phone(Net(), "Nora", phone.kept, service_worker=False)
    assert words.KITCHEN not in again.send("friends")["html"]


@pytest.mark.parametrize(("platform", "how"), [("ios", "Open in Safari"), ("android", "browser")])
def test_inside_another_app_the_way_out_is_said(platform: str, how: str) -> None:
    phone = Phone(Net(), "Nora", inside=True, platform=platform)
    assert how in phone.send("friends")["html"]


def test_deleting_everything_ends_the_room_on_this_phone() -> None:
    net, phones = at_table("Nora", "Ben")
    phones[0].send("home")
    phones[0].send("settings")
    phones[0].send("delete-all")
    phones[0].kept.clear()
    phones[0].send("forgotten")
    assert phones[0].line is None
    net.run(20_000)
    assert not phones[0].kept
    assert "Back to the room" not in phones[0].html


def test_a_damaged_room_is_told_and_costs_nothing_else() -> None:
    net, (host,) = seated("Nora")
    kept = host.kept | {"room.head": "nonsense", "settings": Settings(name="Nora").text()}
    again = Phone(net, "Nora", kept)
    net.settle()
    assert again.screen == "friends"
    assert not [key for key in again.kept if key.startswith("room.")]
    assert again.app.model.settings.name == "Nora"


def test_long_work_is_done_in_slices_between_taps() -> None:
    net, phones = seated("Nora", "Ben")
    ticks = iter(range(10**9))
    for phone in phones:
        phone.app.rooms.clock = lambda: float(next(ticks))  # type: ignore[union-attr]
    slices = phones[0].slices
    start(net, phones)
    turn(net, phones)
    assert phones[0].slices - slices > 20


def test_who_is_cut_off_can_leave_for_good() -> None:
    net, phones = at_table("Nora", "Ben")
    phones[1].lose_network()
    net.run(6000)
    phones[1].send("room-leave")
    assert phones[1].screen == "home"
    assert not [key for key in phones[1].kept if key.startswith("room.")]
    assert "Back to the room" not in phones[1].html


def test_a_rematch_is_the_hosts_and_keeps_the_seats() -> None:
    net, phones = at_table("Nora", "Ben")
    host, guest = phones
    host.send("menu")
    assert 'data-value="concede"' in host.html
    host.send("room-concede")
    net.until(lambda: all(phone.view.phase == "over" for phone in phones))
    for phone in phones:
        phone.send("room-lobby")
    assert "Play again" in host.html
    assert "waiting for Nora" in guest.html
    seats = host.view.lobby.seats
    host.send("room-start")
    for phone in phones:
        phone.send("room-table")
    net.until(
        lambda: all(phone.phase == "playing" and phone.asked for phone in phones[:1]) or guest.asked
    )
    assert host.view.lobby.seats == seats


def test_who_found_no_free_seat_sits_down_as_soon_as_there_is_one() -> None:
    net, phones = seated("Nora", "Ben", seats=2)
    late = Phone(net, "Eva", link=f"#room={phones[0].view.code.text}")
    late.send("room-join")
    net.until(lambda: late.phase == "lobby")
    assert late.view.lobby.seat_of(late.view.me) < 0
    phones[0].send("room-seats", "3")
    net.until(lambda: late.view.lobby.seat_of(late.view.me) == 2)
    late.send("room-stand")
    net.run(1000)
    assert late.view.lobby.seat_of(late.view.me) < 0, "who stands up wants to stand"
