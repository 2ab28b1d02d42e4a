"""The traps that installed web apps and Python in a browser fall into, and the tests that know them.

Each has a number and stands in many public reports; here it is told in a sentence, with the tests
that fail when the game falls into it. So a trap that nobody looks at any more is noticed.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

TRAPS = {
    "W01": "a white page after a deploy: old files gone, a page kept in place of a script",
    "W02": "a running page breaks when another version takes over under it",
    "W05": "one missing file stops the offline copy for ever, or leaves half of it",
    "W06": "the installed game shows the browser's error page: its address is no key of the copy",
    "W08": "controls under the notch, a gap below; not known as installed",
    "W09": "a double tap zooms the page",
    "W10": "silent for ever after the phone was locked",
    "W11": "what was kept is gone after a week",
    "W12": "the button to install is missing or dead",
    "W13": "the phone's way back closes the game and loses it",
    "W15": "the screen goes dark in the middle of a game after the app was left once",
    "W17": "a small pull reloads the page",
    "W18": "a link opens in the browser, which shares nothing with the installed game",
    "Y01": "the host sends WebAssembly under another type",
    "Y02": "a strict policy stops Python, in the page or in its workers",
    "Y03": "no memory left at the start or after some reloads",
    "Y05": "memory shared between threads is wanted where the host cannot allow it",
    "Y07": "Python starts in one browser, or from one folder, only",
    "Y09": "something is fetched from another origin",
    "Y11": "the loader and the files of two versions are mixed",
    "Y12": "the load never ends",
    "Y14": "the memory that was kept does not come back",
    "Y16": "large numbers change on their way between Python and the page",
    "Y18": "deep recursion kills Python, and the game with it",
    "Y19": "old Python files go on running after a deploy",
    "X04": "tests without a network pass for the wrong reason",
}

SHOWN = {
    "W01": (
        ("browser/test_offline", "test_no_web_page_is_ever_stored_as_a_part_of_the_game"),
        ("browser/test_offline", "test_a_broken_deploy_leaves_the_old_version_whole"),
        ("browser/test_start_hosts", "test_a_page_in_place_of_a_missing_file_is_never_kept"),
        (
            "browser/test_update",
            "test_a_kept_game_survives_an_update_from_each_of_the_last_two_editions",
        ),
    ),
    "W02": (
        ("browser/test_offline", "test_an_update_is_offered_at_home_and_never_under_a_game"),
        ("browser/test_update", "test_a_table_goes_on_when_another_tab_takes_the_update"),
        ("browser/test_update", "test_python_that_dies_comes_back_to_the_same_table"),
    ),
    "W05": (
        ("browser/test_offline", "test_everything_on_the_list_is_served_and_of_the_right_kind"),
        ("browser/test_offline", "test_ready_offline_is_said_once_it_is_true_and_not_before"),
        ("browser/test_update", "test_a_file_that_is_missing_for_a_while_is_fetched_later"),
    ),
    "W06": (
        ("browser/test_offline", "test_with_the_server_stopped_the_game_opens_and_is_played"),
        ("browser/test_offline", "test_it_works_from_a_folder_below_others"),
        ("browser/test_offline", "test_the_manifest_and_its_icons_are_what_they_say"),
    ),
    "W08": (
        ("browser/test_access", "test_the_page_uses_the_whole_screen_of_a_phone"),
        (
            "browser/test_offline",
            "test_an_iphone_gets_the_steps_in_words_and_the_installed_game_nothing",
        ),
    ),
    "W09": (
        ("browser/test_access", "test_no_gesture_of_the_browser_gets_in_the_way"),
        ("browser/test_access", "test_two_quick_taps_do_not_zoom"),
    ),
    "W10": (("test_start_traps", "test_there_is_no_sound_that_could_fall_silent"),),
    "W11": (
        ("browser/test_offline", "test_what_the_browser_wiped_is_a_clean_start"),
        ("browser/test_start_kept", "test_caches_that_the_browser_dropped_are_filled_again"),
        ("browser/test_start_hosts", "test_the_browser_is_asked_once_to_keep_what_is_kept"),
        ("test_app", "test_the_record_in_the_details_replays_to_the_same_hand"),
    ),
    "W12": (
        ("browser/test_offline", "test_an_offer_to_install_that_came_early_is_used_once"),
        (
            "browser/test_offline",
            "test_an_iphone_gets_the_steps_in_words_and_the_installed_game_nothing",
        ),
    ),
    "W13": (
        ("browser/test_game", "test_back_closes_what_lies_on_top_and_then_goes_home"),
        ("browser/test_game", "test_fifty_dialogs_do_not_make_the_history_longer"),
        ("browser/test_game", "test_a_killed_browser_comes_back_to_the_same_hand"),
    ),
    "W15": (("browser/test_start_hosts", "test_the_lock_on_a_lit_screen_is_asked_for_again"),),
    "W17": (
        ("browser/test_access", "test_no_gesture_of_the_browser_gets_in_the_way"),
        ("browser/test_game", "test_a_reload_at_any_step_comes_back_to_it"),
    ),
    "W18": (
        ("test_app", "test_rules_can_be_pasted_as_text_and_as_a_link"),
        (
            "browser/test_partners",
            "test_house_rules_are_set_saved_sent_and_opened_in_a_fresh_browser",
        ),
    ),
    "Y01": (
        ("browser/test_offline", "test_everything_on_the_list_is_served_and_of_the_right_kind"),
        ("browser/test_offline", "test_webassembly_of_the_wrong_kind_starts_all_the_same"),
        ("browser/test_start_hosts", "test_a_host_that_knows_no_kind_but_the_oldest_will_do"),
    ),
    "Y02": (
        ("browser/test_offline", "test_only_our_own_origin_is_asked"),
        ("browser/test_start_hosts", "test_a_strict_policy_from_the_host_is_met"),
        ("browser/test_start_hosts", "test_a_host_that_forbids_webassembly_is_told_in_words"),
    ),
    "Y03": (
        ("browser/test_offline", "test_no_runtime_is_left_behind_when_a_page_goes"),
        ("webkit/test_webkit", "test_it_is_opened_again_and_again"),
    ),
    "Y05": (("browser/test_offline", "test_without_shared_memory_it_starts_and_plays"),),
    "Y07": (
        ("browser/test_offline", "test_it_works_from_a_folder_below_others"),
        ("webkit/test_webkit", "test_it_opens_and_plays_with_the_server_stopped"),
    ),
    "Y09": (
        ("browser/test_offline", "test_only_our_own_origin_is_asked"),
        ("browser/test_offline", "test_with_the_server_stopped_the_game_opens_and_is_played"),
    ),
    "Y11": (
        ("browser/test_offline", "test_a_broken_deploy_leaves_the_old_version_whole"),
        ("browser/test_start_kept", "test_what_is_damaged_is_thrown_away_and_made_anew"),
    ),
    "Y12": (
        ("browser/test_offline", "test_webassembly_that_breaks_off_once_is_fetched_again"),
        ("browser/test_offline", "test_webassembly_that_never_comes_is_told_with_a_way_on"),
        ("browser/test_offline", "test_no_runtime_is_left_behind_when_a_page_goes"),
    ),
    "Y14": (
        ("browser/test_start_kept", "test_what_is_damaged_is_thrown_away_and_made_anew"),
        ("browser/test_start_kept", "test_what_another_browser_prepared_is_not_used"),
    ),
    "Y16": (
        ("pyodide/test_same", "test_large_numbers_cross_as_texts"),
        ("browser/test_numbers", "test_a_seed_is_kept_as_it_was_given"),
    ),
    "Y18": (
        ("test_depth", "test_bots_play_a_long_game_that_resumes"),
        ("test_depth", "test_no_state_is_copied_deeply"),
        ("browser/test_update", "test_python_that_dies_comes_back_to_the_same_table"),
    ),
    "Y19": (
        (
            "browser/test_update",
            "test_a_kept_game_survives_an_update_from_each_of_the_last_two_editions",
        ),
        ("pyodide/test_bundle", "test_another_source_makes_another_version"),
    ),
    "X04": (
        ("browser/test_offline", "test_with_the_server_stopped_the_game_opens_and_is_played"),
        ("webkit/test_webkit", "test_it_opens_and_plays_with_the_server_stopped"),
    ),
}
"""By trap the tests that know it, as (file below ``tests``, test)."""

HERE = Path(__file__).resolve().parent


@pytest.mark.parametrize("trap", TRAPS)
def test_every_trap_has_tests(trap: str) -> None:
    assert SHOWN[trap]
    for file, name in SHOWN[trap]:
        text = (HERE / f"{file}.py").read_text("utf-8")
        assert re.search(rf"^def {name}\(", text, re.MULTILINE), (file, name)


def test_no_test_knows_a_trap_that_is_not_told_here() -> None:
    assert set(SHOWN) == set(TRAPS)
    for file in HERE.rglob("test_*.py"):
        for docstring in re.findall(r'^    """([^"]+)', file.read_text("utf-8"), re.MULTILINE):
            told = set(re.findall(r"\b[WY]\d\d\b", docstring.partition(":")[0]))
            assert told <= set(TRAPS), (file.name, told)


SOUND = re.compile(r"AudioContext|new Audio\b|<audio|\.mp3|\.ogg|\.wav\b")


def test_there_is_no_sound_that_could_fall_silent() -> None:
    """W10: whoever brings the first sound is told here which trap waits for it."""
    for file in [*(HERE.parent / "web/shell").rglob("*"), *(HERE.parent / "web/app").rglob("*.py")]:
        if file.is_file() and file.suffix in {".js", ".mjs", ".html", ".css", ".py"}:
            assert not SOUND.search(file.read_text("utf-8")), file.name
