"""The relay knows nothing of games: it imports Python, its libraries and itself."""

from __future__ import annotations

import ast
import sys

import pytest

from tests.test_layers import ROOT, imports, modules

RELAY = modules(ROOT / "web" / "relay")

LIBRARIES = {"valkey", "websockets"}
"""What its extra in ``pyproject.toml`` names and it cannot do without."""

SANS_IO = ("frames", "house", "limits", "log", "memory", "room", "scripts", "store")
"""The parts without a socket and a clock."""

WORLDLY = {
    "asyncio", "datetime", "io", "os", "pathlib", "random", "secrets", "select", "socket", "ssl",
    "subprocess", "threading", "time", "websockets",
}  # fmt: skip


@pytest.mark.parametrize("name", RELAY)
def test_the_relay_imports_python_its_library_and_itself(name: str) -> None:
    for other in imports(name, RELAY[name]):
        top = other.split(".")[0]
        own = other == "web.relay" or other.startswith("web.relay.")
        assert own or top in sys.stdlib_module_names or top in LIBRARIES, f"{name} imports {other}"


@pytest.mark.parametrize("part", SANS_IO)
def test_what_a_relay_does_knows_no_socket_and_no_clock(part: str) -> None:
    name = f"web.relay.{part}"
    for other in imports(name, RELAY[name]):
        assert other.split(".")[0] not in WORLDLY, f"{name} imports {other}"
        if other.startswith("web.relay."):
            assert other.removeprefix("web.relay.") in SANS_IO, f"{name} imports {other}"
    for node in ast.walk(RELAY[name]):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            assert node.func.id not in ("open", "print", "input"), name
