"""Imports go one way, the engine needs nothing but Python, and games are named at home only."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.game import names

ROOT = Path(__file__).resolve().parent.parent
ENGINE = ROOT / "engine"
APP = ROOT / "web" / "app"

TALKS = {
    "engine.__main__",
    "engine.auditor",
    "engine.bots.arena",
    "engine.referee",
    "engine.terminal",
}
"""The parts that speak with a terminal and with files; all others only reckon."""

FOR_PEOPLE = {"web.app.texts"}
"""Where what the app says about itself stands; a game's title is no code there."""

FORBIDDEN = {
    "asyncio", "datetime", "io", "multiprocessing", "os", "pathlib", "secrets", "shutil", "signal",
    "socket", "subprocess", "sys", "tempfile", "threading", "time", "urllib", "uuid",
}  # fmt: skip
"""Clock, chance from outside, files, network: nothing in the engine may know them."""

HELPERS = {"bots", "sealed", "rooms"}
"""Folders of the engine that hold no game."""

BELOW_GAMES = ("engine.cards", "engine.english", "engine.house", "engine.text")
"""What every game may build on, besides the contract."""

GAMES = sorted(
    folder.name
    for folder in ENGINE.iterdir()
    if (folder / "__init__.py").exists() and folder.name not in HELPERS
)


def modules(folder: Path) -> dict[str, ast.Module]:
    """Every module below a folder by its dotted name, parsed."""
    found = {}
    for file in sorted(folder.rglob("*.py")):
        name = ".".join(file.relative_to(ROOT).with_suffix("").parts)
        found[name.removesuffix(".__init__")] = ast.parse(file.read_text(encoding="utf-8"))
    return found


ENGINE_MODULES = modules(ENGINE)
APP_MODULES = modules(APP) if APP.is_dir() else {}


def imports(name: str, tree: ast.Module) -> Iterator[str]:
    """The modules that a module imports, anywhere in it; ``from a import b`` counts as a.b too."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            start = name.split(".")[: -node.level] if node.level else []
            module = ".".join([*start, *([node.module] if node.module else [])])
            for alias in node.names:
                whole = f"{module}.{alias.name}"
                yield whole if whole in ENGINE_MODULES else module


def layer(name: str) -> int:
    """How high a module stands; one may import its own layer and those below."""
    parts = name.split(".")
    if parts[0] == "web":
        return 7
    if name in TALKS and parts[1] != "bots":
        return 6
    if name == "engine" or name in BELOW_GAMES:
        return 0
    if name == "engine.game":
        return 1
    if parts[1] in GAMES:
        return 2
    if parts[1] == "bots":
        return 5 if parts[-1] == "arena" else 3
    if parts[1] == "sealed":
        return 5
    if parts[1] == "rooms":
        return 6
    return {"engine.record": 4, "engine.replay": 4, "engine.table": 5, "engine.rule_sets": 5}[name]


@pytest.mark.parametrize("name", [*ENGINE_MODULES, *APP_MODULES])
def test_imports_go_down(name: str) -> None:
    for other in imports(name, {**ENGINE_MODULES, **APP_MODULES}[name]):
        if other.split(".")[0] == "engine" and name != "engine.game":
            assert layer(other) <= layer(name), f"{name} imports {other}"
        if other.split(".")[0] == "web":
            assert name.startswith("web."), f"{name} imports {other}"


def test_the_contract_needs_only_its_text_form_and_what_a_house_rule_is() -> None:
    own = set(imports("engine.game", ENGINE_MODULES["engine.game"]))
    assert {other for other in own if other.startswith("engine")} == {"engine.text", "engine.house"}


@pytest.mark.parametrize("game", GAMES)
def test_a_game_knows_no_other_game_no_bot_and_no_table(game: str) -> None:
    allowed = (f"engine.{game}", "engine.game", *BELOW_GAMES)
    for name, tree in ENGINE_MODULES.items():
        if name.split(".")[1:2] == [game]:
            for other in imports(name, tree):
                if other.startswith("engine"):
                    assert other.startswith(allowed), f"{name} imports {other}"


@pytest.mark.parametrize("name", ENGINE_MODULES)
def test_the_engine_needs_nothing_but_python(name: str) -> None:
    for other in imports(name, ENGINE_MODULES[name]):
        top = other.split(".")[0]
        assert top == "engine" or top in sys.stdlib_module_names, f"{name} imports {other}"


@pytest.mark.parametrize("name", sorted(set(ENGINE_MODULES) - TALKS))
def test_the_engine_knows_no_clock_no_file_and_no_chance(name: str) -> None:
    tree = ENGINE_MODULES[name]
    for other in imports(name, tree):
        assert other.split(".")[0] not in FORBIDDEN, f"{name} imports {other}"
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module == "random":
            assert [alias.name for alias in node.names] == ["Random"], f"{name}: global chance"
        if isinstance(node, ast.Import):
            assert all(alias.name != "random" for alias in node.names), f"{name}: global chance"
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            assert node.func.id not in ("open", "print", "input", "exec", "eval"), name
            seeded = node.func.id != "Random" or bool(node.args)
            assert seeded, f"{name}: a source of chance without a seed"


# The sealed deal: reckoning at the bottom, and above it a protocol that knows games by contract.

RECKONING = (
    "backup", "cpace", "curve", "deck", "group", "proofs", "ristretto", "shuffle_proof", "steps",
)  # fmt: skip
"""The modules of ``engine.sealed`` that know of no game, no table and no message."""

CONTRACT = {"engine.bots.bot", "engine.game", "engine.record", "engine.text"}
"""What the rest of it may know of the engine."""

SEALED = sorted(name for name in ENGINE_MODULES if name.startswith("engine.sealed."))


@pytest.mark.parametrize("name", RECKONING)
def test_the_mathematics_of_the_sealed_deal_stand_alone(name: str) -> None:
    module = f"engine.sealed.{name}"
    for other in imports(module, ENGINE_MODULES[module]):
        if other.startswith("engine"):
            assert other.removeprefix("engine.sealed.") in RECKONING, f"{module} imports {other}"


@pytest.mark.parametrize("name", SEALED)
def test_the_sealed_deal_knows_games_by_their_contract_alone(name: str) -> None:
    for other in imports(name, ENGINE_MODULES[name]):
        if other.startswith("engine") and not other.startswith("engine.sealed"):
            assert other in CONTRACT, f"{name} imports {other}"


ROOMS = sorted(name for name in ENGINE_MODULES if name.startswith("engine.rooms"))


@pytest.mark.parametrize("name", ROOMS)
def test_rooms_know_games_by_their_contract_alone(name: str) -> None:
    for other in imports(name, ENGINE_MODULES[name]):
        if other.startswith("engine") and not other.startswith(("engine.sealed", "engine.rooms")):
            assert other in CONTRACT, f"{name} imports {other}"


# A game's name: that of its folder, of its variants, or of a module within the folder.


def named(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Every name of a game in code, with its line: identifiers, imports, texts but docstrings."""
    docs = docstrings(tree)
    marks = {game.replace("_", "") for game in GAMES}
    variants = set(names())
    for node in ast.walk(tree):
        texts = []
        if isinstance(node, ast.Name):
            texts = [node.id]
        elif isinstance(node, ast.Attribute):
            texts = [node.attr]
        elif isinstance(node, ast.ImportFrom):
            texts = [str(node.module), *(alias.name for alias in node.names)]
        elif isinstance(node, ast.Import):
            texts = [alias.name for alias in node.names]
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in docs:
            texts = [node.value]
            if variants & set(node.value.split()):
                yield node.lineno, node.value
        for text in texts:
            plain = text.lower().replace("_", "").replace("-", "").replace(" ", "")
            if any(mark in plain for mark in marks):
                yield getattr(node, "lineno", 0), text


def docstrings(tree: ast.Module) -> set[ast.AST]:
    """Texts that stand alone: docstrings of modules, classes, functions and values."""
    return {node.value for node in ast.walk(tree) if isinstance(node, ast.Expr)}


GENERAL = [
    name
    for name in [*ENGINE_MODULES, *APP_MODULES]
    if name not in {"engine.game", *FOR_PEOPLE}
    and name.split(".")[1:2] not in [[game] for game in GAMES]
]


@pytest.mark.parametrize("name", GENERAL)
def test_no_game_is_named_outside_its_folder_and_the_registry(name: str) -> None:
    if set(name.split(".")) & set(GAMES):  # a game's own folder elsewhere, as of its screens
        return
    found = list(named({**ENGINE_MODULES, **APP_MODULES}[name]))
    assert not found, f"{name} names a game: {found}"


def test_the_registry_alone_names_games_in_the_contract() -> None:
    tree = ENGINE_MODULES["engine.game"]
    registry = next(
        node
        for node in tree.body
        if isinstance(node, ast.AnnAssign) and getattr(node.target, "id", "") == "_FAMILIES"
    )
    assert registry.end_lineno is not None
    within = range(registry.lineno, registry.end_lineno + 1)
    assert all(line in within for line, _ in named(tree))
