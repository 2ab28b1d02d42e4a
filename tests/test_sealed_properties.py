"""The twenty-one properties that the sealed deal promises, and the tests that show them.

Every test is named with its number in its own file, or stands here by name because it was there
before, next to what it tests. So a property that nobody shows any more is noticed.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

PROPERTIES = {
    1: "a duplicate card in a shuffle: the seat is named",
    2: "a stacked deck by a middle or last shuffler: named (strict: before the deal)",
    3: "a wrong share: rejected at once, the sender named",
    4: "a share moved to another slot, hand or room: rejected",
    5: "a wrong key opened: named",
    6: "a rogue key: rejected",
    7: "replay, reorder, drop-then-continue, altered body, impersonation: rejected",
    8: "two signed versions of one message: a transferable proof",
    9: "a relay that shows two histories: noticed at the next message",
    10: "the log plus all keys but one open none of that seat's cards without backup shares",
    11: "with backup: n-2 cannot, n-1 can",
    12: "a stand-in equals the true share, a bad one is rejected, the absent hand stays closed",
    13: "a bad backup share: complaint first",
    14: "vanish before the audit: rebuilt, the cheat still named",
    15: "a revoke, a false answer, a bot off its program: found by the audit",
    16: "no share is ever released for a slot the engine does not owe",
    17: "malformed encodings, identity, scalars too large: rejected, never a crash",
    18: "slots are uniform with n-1 identity shufflers",
    19: "crash and restart at every step sends the same bytes again",
    20: "the same transcript everywhere; no hidden face in a view, a store or an error; no key "
    "anywhere before its audit",
    21: "a relay that replaces every other identity learns nothing and is noticed",
}

FILES = {
    1: ("cheats",),
    2: ("cheats",),
    3: ("cheats",),
    4: ("cheats",),
    5: ("liars",),
    6: ("liars",),
    7: ("relays",),
    8: ("relays",),
    9: ("relays",),
    10: ("drops",),
    11: ("drops",),
    12: ("drops",),
    13: ("drops",),
    14: ("vanished",),
    15: ("liars",),
    16: ("noise", "noise_drawn"),
    17: ("noise",),
    18: (),
    19: ("crashes",),
    20: ("secrets",),
    21: ("relays",),
}
"""By property the files `test_sealed_….py` with tests called `test_NN_…`."""

ELSEWHERE = {
    6: (("proofs", "test_a_rogue_key_cannot_be_proved"),),
    11: (
        ("backup", "test_with_one_part_missing_no_card_opens"),
        ("backup", "test_all_others_rebuild_the_key"),
    ),
    12: (
        ("backup", "test_a_stand_in_is_the_true_share"),
        ("backup", "test_values_are_proved_like_shares_and_a_bad_one_is_rejected"),
    ),
    13: (("backup", "test_an_owner_that_sent_a_bad_part_is_named"),),
    18: (("deck", "test_one_honest_shuffler_among_idle_ones_makes_slots_uniform"),),
    20: (("same", "test_the_same_bytes_are_sent_everywhere"),),
    21: (("cpace", "test_data_altered_on_the_way_is_noticed"),),
}
"""By property the tests that show it, or a part of it, under other names."""

HERE = Path(__file__).resolve().parent


def names_in(file: str) -> set[str]:
    text = (HERE / f"test_sealed_{file}.py").read_text("utf-8")
    return set(re.findall(r"^def (test_\w+)", text, re.MULTILINE))


@pytest.mark.parametrize("number", range(1, 22))
def test_every_property_is_shown(number: int) -> None:
    assert PROPERTIES[number]
    for file in FILES[number]:
        assert any(name.startswith(f"test_{number:02}_") for name in names_in(file)), file
    for file, name in ELSEWHERE.get(number, ()):
        assert name in names_in(file)
    assert FILES[number] or ELSEWHERE[number]


def test_no_test_bears_the_number_of_another_property() -> None:
    for file in {file for files in FILES.values() for file in files}:
        for name in names_in(file):
            found = re.match(r"test_(\d\d)_", name)
            assert found is None or file in FILES[int(found[1])], name
    assert set(PROPERTIES) == set(FILES) == set(range(1, 22))
