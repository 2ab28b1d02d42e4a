"""What all tests share: the options ``--full`` and ``--cases``, and chance that repeats itself."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

if find_spec("hypothesis"):  # the browser's Python runs the engine's tests without it
    from hypothesis import HealthCheck, settings

    settings.register_profile(
        "repeatable",
        derandomize=True,
        deadline=None,
        database=None,
        print_blob=False,
        max_examples=50,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    )
    settings.register_profile("long", settings.get_profile("repeatable"), max_examples=1000)
    settings.load_profile("repeatable")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--full", action="store_true", help="the long run: ten times as many games")
    parser.addoption("--cases", metavar="DIR", help="judge the rule cases of this folder instead")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "long: only with --full")
    if config.getoption("--full") and find_spec("hypothesis"):
        settings.load_profile("long")


@pytest.fixture(scope="session")
def valkey_url() -> Iterator[str]:
    """The address of a Valkey or Redis server of the tests' own, empty at first."""
    from tests.relay_hosts import ValkeyServer  # the browser's Python has no servers

    with ValkeyServer() as server:
        yield server.url


FIRST = "tests/pyodide/test_engine.py"
"""As long as many others together: begun last, one core would wait for it with nothing to do."""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: not item.nodeid.startswith(FIRST))
    if not config.getoption("--full"):
        long = [item for item in items if item.get_closest_marker("long")]
        config.hook.pytest_deselected(items=long)
        items[:] = [item for item in items if item not in long]


@pytest.fixture(scope="session")
def full(pytestconfig: pytest.Config) -> bool:
    """Whether this is the long run."""
    return bool(pytestconfig.getoption("--full"))
