"""Hands on real phones with faults at random points: lines cut, pages closed, browsers gone, relays and
their stores killed, frames late and twice. Nobody is stuck, nothing is lost, all know the same.
"""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser

from tests.browser.driver import OPEN
from tests.browser.rooms_clock import hold, notes
from tests.browser.rooms_troubles import Trouble, gathered, resting

SHORT = (3, 12)
"""What the plain run plays of the seeds, over the shared store."""

SEEDS = [
    pytest.param(seed, marks=[] if seed in SHORT else pytest.mark.long) for seed in range(1, 21)
]


@pytest.mark.parametrize("seed", SEEDS)
def test_a_hand_with_faults(chromium: Browser, bundled: Path, seed: int, record_property) -> None:
    chance = Random(f"browser faults/{seed}")
    store = ("memory", "valkey")[seed % 2]
    count = chance.choice((2, 2, 3, 4))
    game = chance.choice(("110", "forty-fives"))
    bad = Random(f"bad lines/{seed}") if chance.random() < 0.5 else None
    bots = 4 - count if game == "forty-fives" else 0  # four play it, two and two
    with gathered(chromium, bundled, store, count, game, bad, bots=bots) as club:
        tale = Trouble(club, chance).play()
        late = sum(way.late for way in club.ways.values())
        twice = sum(way.twice for way in club.ways.values())
    told = {"back_ms": [round(it) for it in tale.back], "tries": tale.tries}
    what = f"{count} phones, {game}, {store}: {tale.faults} {told} late {late}, twice {twice}"
    record_property("tale", json.dumps(what))
    print(f"\n{what}")


@pytest.mark.long
def test_the_network_alone_brings_a_phone_back(chromium: Browser, bundled: Path) -> None:
    """``online``, and a page that is seen again: each begins a try at once, and no alarm of the page
    rings meanwhile, so the pause between tries does not matter."""
    with gathered(chromium, bundled, "memory", 2, "110") as club:
        phone = club.phones[1]
        way = club.ways[phone.called]
        trouble = Trouble(club, Random("alone"))
        phone.page.context.set_offline(True)
        way.cut(down=True)
        phone.wait("body[data-line=waiting]")
        club.passes(8_000)  # the tries are seconds apart by now
        trouble.comes_back(phone, way, held=True)
        assert trouble.tale.tries == [1]

        way.cut(down=True)
        hold(phone, True)
        resting(phone)
        way.down = False
        before = len(notes(phone))
        assert phone.marks()["line"] == "waiting"  # without an alarm or an event it stays so
        phone.page.evaluate(
            "document.dispatchEvent(new Event('visibilitychange', {bubbles: true}))"
        )
        phone.wait("body[data-line=open]")
        assert [what for what, _ in notes(phone)[before:]].count("socket") == 1
        hold(phone, False)
        phone.wait(f"{OPEN}[data-screen=table]")
