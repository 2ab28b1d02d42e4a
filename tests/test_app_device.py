"""What the app says about the device: how much is kept, and how the start came about."""

from __future__ import annotations

from typing import Any

import pytest

from tests.test_app import Phone, in_play_with_a_refusal
from web.app import texts

MEASURE = {"do": "measure"}


def told(phone: Phone, **changes: Any) -> str:
    """The page after the browser said what it keeps."""
    usual = {"compiled": "kept", "trouble": "", "bytes": 31_234_567}
    return str(phone.send("device", **{**usual, **changes})["html"])


def test_the_settings_tell_how_much_is_kept_in_megabytes() -> None:
    phone = Phone()
    phone.send("settings")
    assert MEASURE in phone.effects
    assert "31.2 MB" in told(phone)
    assert "12 kB" in told(phone, bytes=12_345)


@pytest.mark.parametrize("size", [-1, None, "many"])
def test_where_the_browser_does_not_say_it_is_not_known(size: object) -> None:
    phone = Phone(service_worker=False)
    assert "is not known" in phone.send("settings")["html"]
    assert "is not known" in told(phone, bytes=size)
    assert texts.NOT_KNOWN in phone.send("details")["html"]


def test_after_everything_was_deleted_the_page_is_asked_anew() -> None:
    phone = Phone()
    told(phone)
    phone.send("delete-all")
    phone.send("forgotten")
    assert "31.2 MB" not in phone.send("settings")["html"]
    assert MEASURE in phone.effects
    assert "4 kB" in told(phone, bytes=4096)


def test_the_details_tell_how_the_start_came_about() -> None:
    phone = Phone()
    phone.send("details")
    assert MEASURE in phone.effects
    for compiled, sentence in texts.CODE.items():
        assert sentence in told(phone, compiled=compiled)
    assert texts.OFFLINE_NOT_YET in phone.painted["html"]
    assert texts.OFFLINE_WHOLE in phone.send("offline-ready")["html"]
    plain = Phone(service_worker=False)
    assert texts.OFFLINE_NEVER in plain.send("details")["html"]


@pytest.mark.parametrize("trouble", texts.CODE_TROUBLE)
def test_a_failed_cache_is_told_on_the_details_page_only(trouble: str) -> None:
    phone = Phone()
    sentence = texts.CODE_TROUBLE[trouble]
    assert sentence not in told(phone, compiled="none", trouble=trouble)
    assert sentence not in phone.send("settings")["html"]
    assert sentence not in phone.send("home")["html"]
    assert sentence in phone.send("details")["html"]
    assert sentence not in told(phone)


def test_words_that_nobody_knows_are_dropped() -> None:
    phone = Phone()
    phone.send("details")
    html = told(phone, compiled="?", trouble="<b>")
    assert texts.CODE["none"] in html
    assert "&lt;b&gt;" not in html


def test_what_the_page_tells_takes_no_sentence_away() -> None:
    phone, slot = in_play_with_a_refusal()
    phone.send("play", str(slot))
    sentence = phone.app.model.refused
    assert sentence
    told(phone)
    assert phone.app.model.refused == sentence
    phone.send("menu")
    assert not phone.app.model.refused
