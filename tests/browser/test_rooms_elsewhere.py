"""A relay with an address of its own: the page is bundled for it, and it lets that page in."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest
from playwright.sync_api import Browser

import build
from tests.browser.club import Club
from tests.browser.relays import Relay
from web.build.site import relay_address
from web.build.tools import Trouble


def free_port() -> int:
    """A port at which nobody listens."""
    with socket.create_server(("127.0.0.1", 0)) as found:
        return int(found.getsockname()[1])


@pytest.mark.long
def test_two_phones_meet_at_a_relay_elsewhere(chromium: Browser, tmp_path: Path) -> None:
    port = free_port()
    build.bundle(tmp_path / "site", relay=f"http://127.0.0.1:{port}")
    with build.serve_directory(tmp_path / "site") as serving:
        relay = Relay(port, origins=[serving.url.rstrip("/")])
        relay.start()
        try:
            club = Club(chromium, serving.url)
            club.host("Nora")
            club.guest("Ben")
            club.phones[0].wait("#seat-list .seat[data-kind=person] >> nth=1")
            assert not club.faults()
        finally:
            relay.kill()


@pytest.mark.parametrize(
    ("given", "address"),
    [
        ("wss://relay.example/cards", "wss://relay.example/cards"),
        ("https://relay.example", "wss://relay.example/relay"),
        ("HTTP://127.0.0.1:8001/", "ws://127.0.0.1:8001/"),
        ("wss://relay.example/relay?x#y", "wss://relay.example/relay"),
    ],
)
def test_the_address_may_be_written_in_either_way(given: str, address: str) -> None:
    assert relay_address(given) == address


@pytest.mark.parametrize(
    "given", ["relay.example", "/relay", "ftp://relay.example", "wss://", "wss://a b", "wss://a;b/"]
)
def test_what_is_no_address_is_told(given: str) -> None:
    with pytest.raises(Trouble, match="is no address of a relay"):
        relay_address(given)
