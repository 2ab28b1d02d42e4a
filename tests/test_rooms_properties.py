"""What phones do and what must happen, event by event, and the tests on real phones that show it.

An event that nobody shows any more is noticed: every test that stands here by name has to be there.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

EVENTS: dict[str, tuple[str, ...]] = {
    "the screen locks, a call comes in, the tunnel": (
        "browser/test_rooms_phones.py::test_away_after_five_seconds_and_a_bot_after_thirty_and_the_seat_is_taken_back",
        "browser/test_rooms_lines.py::test_the_network_alone_brings_a_phone_back",
        "browser/test_rooms.py::test_a_phone_without_network_says_so_in_seconds_and_is_back_at_once",
        "test_rooms_table.py::test_a_screen_that_locks_for_a_moment_is_never_shown_as_away",
        "test_rooms_line.py::test_a_page_that_was_hidden_does_not_believe_its_old_line",
    ),
    "the page is closed and reopened": (
        "browser/test_rooms.py::test_lines_that_break_a_killed_tab_and_a_relay_that_is_killed",
        "browser/test_rooms_lines.py::test_a_hand_with_faults",
        "test_rooms_keeping.py::test_a_page_that_dies_between_any_two_writes_goes_on",
    ),
    "the app is installed and opened, another phone takes over": (
        "browser/test_rooms_phones.py::test_a_seat_moves_to_a_new_phone_when_somebody_confirms_the_pictures",
        "test_rooms_moving.py::test_in_the_midst_of_a_deal_the_old_phone_hands_its_hand_over",
        "test_rooms_moving.py::test_pictures_that_are_not_the_right_ones_move_nothing",
    ),
    "the link is opened inside another app's own browser": (
        "browser/test_rooms_phones.py::test_a_link_inside_another_app_says_the_way_out_and_works",
        "test_app_rooms.py::test_inside_another_app_the_way_out_is_said",
    ),
    "away on its turn for 30 s": (
        "browser/test_rooms_phones.py::test_away_after_five_seconds_and_a_bot_after_thirty_and_the_seat_is_taken_back",
        "test_rooms_table.py::test_away_on_its_turn_for_half_a_minute_is_offered_and_the_table_decides",
        "test_rooms_table.py::test_a_tap_takes_the_seat_back_and_can_never_play_a_card",
    ),
    "the host leaves": (
        "browser/test_rooms_phones.py::test_the_host_leaves_for_good_and_play_goes_on",
        "test_rooms_lobby.py::test_the_role_passes_when_the_hosts_phone_is_gone_for_three_minutes_and_not_before",
    ),
    "two tabs, two devices, one seat": (
        "browser/test_rooms.py::test_the_newest_of_two_windows_plays_and_the_other_says_so",
        "test_rooms_moving.py::test_of_two_pages_of_one_phone_the_newest_wins_and_the_older_offers_to_take_it_back",
    ),
    "double tap, resend, reorder, duplicate": (
        "browser/test_rooms_phones.py::test_a_double_tap_plays_one_card",
        "browser/test_rooms_lines.py::test_a_hand_with_faults",
        "test_rooms_table.py::test_two_taps_within_a_blink_make_one_move",
        "test_rooms_line.py::test_entries_in_any_order_doubled_and_with_holes_are_taken_strictly_in_order",
    ),
    "relay gone": (
        "browser/test_rooms_phones.py::test_without_the_relay_one_plays_alone_and_comes_back_to_the_room",
        "test_rooms_line.py::test_people_see_how_long_the_room_can_live",
    ),
    "a stranger with the code": (
        "browser/test_rooms_phones.py::test_a_stranger_with_the_code_sees_no_hand",
        "test_rooms_table.py::test_who_watches_sees_what_is_public_and_only_if_the_host_allows_it",
    ),
    "same name twice": (
        "browser/test_rooms_phones.py::test_two_of_one_name_both_sit_and_are_told_apart",
        "test_rooms_parts.py::test_the_same_name_twice_is_told_apart",
    ),
    "a room from a laptop in a kitchen, over plain http": (
        "browser/test_rooms.py::test_two_phones_and_a_bot_from_a_plain_name",
    ),
    "a hand or a game on two, four and six phones": (
        "browser/test_rooms.py::test_a_hand_of_110_on_two_phones",
        "browser/test_rooms.py::test_a_hand_on_more_phones",
        "browser/test_rooms_deeds.py::test_each_action_is_used_and_nothing_secret_is_found",
        "browser/test_rooms_deeds.py::test_some_actions_and_that_the_search_finds_what_is_planted",
    ),
    "between hands: a newcomer sits down, a leaver goes, a rematch, a move taken back, an emote": (
        "test_rooms_table.py::test_a_newcomer_takes_a_bots_seat_from_the_next_deal_on",
        "test_rooms_table.py::test_a_rematch_has_the_same_seats_and_a_new_game",
        "test_rooms_lobby.py::test_a_member_leaves_for_good_and_its_seat_is_free",
        "test_app_rooms.py::test_a_move_is_taken_back_when_all_agree",
        "test_app_rooms.py::test_an_emote_is_seen_by_all_for_some_seconds",
    ),
}
"""By event the tests that show it; those under ``browser`` on real phones."""

HERE = Path(__file__).resolve().parent


def names_in(file: str) -> set[str]:
    """The tests of a file."""
    return set(re.findall(r"^def (test_\w+)", (HERE / file).read_text("utf-8"), re.MULTILINE))


@pytest.mark.parametrize("event", EVENTS)
def test_every_event_is_shown(event: str) -> None:
    for test in EVENTS[event]:
        file, _, name = test.partition("::")
        assert name in names_in(file), test
    between = event.startswith("between hands")  # shown on whole apps, without a browser
    assert between or any(test.startswith("browser/") for test in EVENTS[event])


def test_a_test_that_is_not_there_is_missed() -> None:
    assert "test_nobody_wrote" not in names_in("browser/test_rooms.py")
    with pytest.raises(FileNotFoundError):
        names_in("test_rooms_that_are_not_there.py")
