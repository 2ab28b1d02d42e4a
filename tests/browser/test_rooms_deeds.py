"""Deeds on real phones until each action of the game has been used, by taps; and meanwhile every phone's
storage, pages and frames are searched for cards and keys that it must not have.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from playwright.sync_api import Browser

from engine.rooms.sealing import to_letters
from tests.browser.driver import STORE, more
from tests.browser.relays import Front, together
from tests.browser.rooms_deeds import Everything
from tests.browser.rooms_search import kept_room, known, search
from tests.deeds_wishes import ACTIONS
from tests.test_rooms_secrets import secrets_of

NAMES = ("Nora", "Ben", "Caoimhe", "Dan", "Eva", "Finn")
SOME = 8
"""So many different things are done in the plain run, of all that there are."""

PUT_ONE = f"""async ([key, text]) => {{ {STORE}
  await store("readwrite", (kept) => {{ kept.put(text, key); return () => null; }});
}}"""


@pytest.fixture(scope="module")
def front(bundled: Path) -> Iterator[Front]:
    """The bundle and a relay at one address."""
    with together(bundled) as found:
        yield found


@pytest.fixture
def club(chromium: Browser, front: Front) -> Iterator[Everything]:
    """Nobody yet. When the test is done, no page may have thrown or asked another origin."""
    found = Everything(chromium, front.url)
    yield found
    told = found.faults()
    for context in found.contexts:
        context.close()
    assert not told, told


def gather(club: Everything, count: int) -> None:
    """So many phones at a table of Deeds, by rules that bring everything up."""
    club.host(NAMES[0])
    for name in NAMES[1:count]:
        club.guest(name)
    club.choose_seats()
    club.begin()


def found(club: Everything) -> list[str]:
    """What the search finds now."""
    return search(club.phones)[0]


def finds(club: Everything, wanted: str) -> bool:
    """Whether the search finds something that begins so."""
    return any(it.startswith(wanted) for it in found(club))


@pytest.mark.parametrize("count", more(2, 4, 6))
def test_each_action_is_used_and_nothing_secret_is_found(club: Everything, count: int) -> None:
    gather(club, count)
    club.use(len(ACTIONS))
    club.look_for_secrets()


def test_some_actions_and_that_the_search_finds_what_is_planted(club: Everything) -> None:
    gather(club, 2)
    club.use(SOME, every=5)
    club.look_for_secrets()

    nora, ben = club.phones
    room, mine = kept_room(ben), kept_room(nora)
    assert room.play is not None and mine.play is not None and room.keys is not None
    game = room.play.table.game
    slot, face = min(known(room) - known(mine))
    name = game.face_text(face)

    card = f'<i data-card="{name}" data-move="slot-{slot}"></i>'
    nora.page.evaluate("text => document.body.insertAdjacentHTML('beforeend', text)", card)
    nora.page.evaluate("document.querySelector('body > i[data-card]').remove()")
    wanted = f"Nora shows a hidden card: [({slot}, {face})]"
    assert found(club) == [wanted]  # it was seen, although it is gone

    kept = nora.kept()
    row = ["null"] * slot + [str(face)]
    nora.page.evaluate(PUT_ONE, ["planted", f'{{"faces": [{", ".join(row)}]}}'])
    assert set(found(club)) == {wanted, f"Nora keeps a hidden card: [({slot}, {face})]"}

    own = secrets_of(SimpleNamespace(room=room, name="Ben", number=1))  # type: ignore[arg-type]
    deal = max(it for it in own if " deal " in it)
    for what in ("Ben 1 seed", deal, deal.replace("deal", "pair")):
        planted = base64.b64encode(b"x" + own[what]).decode()
        nora.page.evaluate(PUT_ONE, ["planted", json.dumps(planted)])
        assert finds(club, f"Nora keeps another's key: ['{what} as")
        ben.frames.append(json.dumps(["say", 9, 0, own[what].hex()]))
        assert finds(club, f"Ben sends a key: ['{what} as hex")
        inside = room.keys.close("S", b"before" + own[what] + b"behind")
        ben.frames.append(json.dumps(["say", 9, 0, "S" + to_letters(inside)]))
        assert finds(club, f"Ben tells a key inside: ['{what} as raw")
    nora.page.evaluate(PUT_ONE, ["planted", ""])
    ben.frames.append('["say",9,0,"faces: [1, 2]"]')
    assert finds(club, "Ben sends a card: [(0, 1), (1, 2)]")

    hexed = room.secret.hex()
    nora.page.evaluate("text => (document.title = text)", hexed)
    assert finds(club, "Nora shows a key: ['secret as hex")
    assert kept.keys() == nora.kept().keys() - {"planted"}
