"""What a first visit imports until its first card lies there: on a phone every module is compiled then.

The lists below are all there is at each step. Who adds a module to one makes every first visit wait
for it: mostly it can be imported by the function that needs it, and then comes behind the answer.
"""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Final

import pytest

from web.build.python import FIRST, LATER, app_files, asked, order
from web.build.tools import ROOT

HOME: Final = """
web.app web.app.texts web.app.model web.app.events web.app.page web.app.screens web.app.render
web.app.together web.app.update web.app.main
web.app.handlers web.app.handlers.start web.app.screens.home
web.app.components web.app.components.icons web.app.components.kept web.app.components.cards
web.app.components.parts web.app.components.home
"""
NEW_GAME: Final = """
web.app.handlers.travel web.app.components.forms web.app.house web.app.screens.new_game
engine engine.game engine.house engine.cards
engine.forty_fives engine.forty_fives.rules engine.forty_fives.variants engine.forty_fives.ranking
engine.forty_fives.state engine.forty_fives.auction engine.forty_fives.legality
engine.forty_fives.scoring engine.forty_fives.transitions engine.forty_fives.play
engine.deeds engine.deeds.rules engine.deeds.variants
"""
FIRST_CARD: Final = """
engine.record engine.table engine.bots engine.bots.bot engine.bots.steady web.app.opening
web.app.telling web.app.tables web.app.components.table web.app.screens.common
web.app.screens.forty_fives web.app.screens.forty_fives.words web.app.screens.forty_fives.seats
web.app.screens.forty_fives.hand web.app.screens.forty_fives.table web.app.screens.forty_fives.play
"""
FIRST_BID: Final = """
engine.english engine.forty_fives.words web.app.components.sheets web.app.screens.forty_fives.sheets
"""
"""What comes to it where the person is the first to bid."""

ANOTHER_GAME: Final = """
web.app.handlers.settings web.app.handlers.house engine.rule_sets
engine.deeds.deck engine.deeds.state engine.deeds.holdings engine.deeds.payment
engine.deeds.legality engine.deeds.transitions engine.deeds.play
"""
ITS_FIRST_CARD: Final = """
engine.deeds.words web.app.screens.deeds web.app.screens.deeds.words web.app.screens.deeds.drawing
web.app.screens.deeds.stacks web.app.screens.deeds.half web.app.screens.deeds.over
web.app.screens.deeds.strip web.app.screens.deeds.seats web.app.screens.deeds.table
web.app.screens.deeds.play
"""

VISIT: Final = """
import json, sys
from web.app.main import App
app, steps, before = App(), [], set()
for event in sys.argv[2:]:
    name, _, value = event.partition(" ")
    sent = {"event": name, "value": value, "kept": {}, "entropy": sys.argv[1]}
    told = json.loads(app.receive(json.dumps(sent)))
    ours = {it for it in sys.modules if it.startswith(("engine", "web.app"))}
    steps.append(sorted(ours - before))
    before = ours
html = told[-1]["html"]
print(json.dumps({"steps": steps, "standard": sorted(sys.modules), "html": html}))
"""


def visit(entropy: str, *events: str) -> tuple[list[list[str]], set[str], str]:
    """What a fresh Python imports at each step, all that it has then, and the last page's HTML."""
    done = subprocess.run(
        [sys.executable, "-c", VISIT, entropy, *events],
        check=True,
        capture_output=True,
        cwd=ROOT,
        text=True,
    )
    told = json.loads(done.stdout)
    return told["steps"], set(told["standard"]), told["html"]


@pytest.mark.parametrize(("entropy", "bids"), [("1", False), ("2", True)])
def test_a_first_visit_imports_what_it_shows(entropy: str, bids: bool) -> None:
    (home, new_game, card), everything, html = visit(entropy, "start", "play-alone", "start-game")
    assert home == sorted(HOME.split())
    assert new_game == sorted(NEW_GAME.split())
    assert card == sorted(FIRST_CARD.split() + (FIRST_BID.split() if bids else []))
    assert 'id="hand"' in html, "there are the first cards"
    assert ("bid-sheet" in html) == bids
    # What only rooms and links reckon with.
    assert everything.isdisjoint({"secrets", "hmac", "base64", "zlib", "binascii"})


def test_another_game_is_imported_when_it_is_chosen() -> None:
    taps = ("start", "play-alone", "start-game", "home", "new-game", "set-game deeds", "start-game")
    (*before, chosen, card), _, html = visit("2", *taps)
    assert before[-2:] == [[], []]
    assert chosen == sorted(ANOTHER_GAME.split())
    assert card == sorted(ITS_FIRST_CARD.split())
    assert 'id="hand"' in html


def test_a_new_game_names_the_games_nobody_chose_without_importing_them() -> None:
    script = """
import sys
from engine.game import find, first, names
titles = [find(name).title for name in names() if find(name).own]
assert len(titles) > 2
games = [name for name in sys.modules if name.startswith("engine.") and name.endswith((".play", ".state"))]
assert not games, games
assert find(first()).game is find(first()).game
family = find(first()).game_at.partition(":")[0]
games = [name for name in sys.modules if name.startswith("engine.") and name.endswith(".play")]
assert games == [family], games
"""
    subprocess.run([sys.executable, "-c", script], check=True, cwd=ROOT)


# -- behind the answers -----------------------------------------------------------------------------------


def named() -> list[str]:
    """The modules in the order in which they are imported behind the answers."""
    sources = {name: body for name, body in app_files(ROOT).items() if not name.startswith(LATER)}
    made: dict[str, tuple[str, ...]] = {}
    exec(order(sources), made)
    return list(made["MODULES"])


def test_what_the_first_taps_need_is_imported_before_all_else() -> None:
    modules = named()
    assert len(modules) == len(set(modules)) > 100
    done = 0
    for step in (HOME, NEW_GAME, FIRST_CARD + FIRST_BID):
        needed = set(step.split())
        assert set(modules[done : done + len(needed)]) == needed
        done += len(needed)
    bot = modules.index("engine.forty_fives.telling")
    assert "engine.deeds.play" in modules[bot:], "and then the game that nobody has chosen yet"


def test_every_name_that_comes_first_is_a_module() -> None:
    assert set(FIRST) <= set(named())


def test_an_order_begins_with_what_its_first_modules_import_at_once() -> None:
    sources = {
        "engine/__init__.py": b"",
        "engine/a.py": b"import engine.b\n",
        "engine/b.py": b"",
        "engine/y.py": b"",
        "engine/z.py": b"import engine.y\ndef f():\n    import engine.a\n",
    }
    found: dict[str, tuple[str, ...]] = {}
    exec(order(sources, ["engine.z", "engine.gone"]), found)
    assert found["MODULES"] == ("engine", "engine.y", "engine.z", "engine.b", "engine.a")


def test_what_is_imported_for_types_alone_is_not_imported_at_once() -> None:
    body = b"import a\nif TYPE_CHECKING:\n    import b\ndef f():\n    from c import d\n"
    assert list(asked("engine.x", False, body, at_once=True)) == ["a"]
    assert sorted(asked("engine.x", False, body)) == ["a", "b", "c", "c.d"]
