"""A seed is a text: numbers that JavaScript would round go through page, worker and storage whole."""

from __future__ import annotations

import pytest

from tests.browser.conftest import Opener
from tests.browser.driver import more

SEEDS = ["9007199254740993"]
MORE = ["-1", "2147483648", "9007199254740991", "18446744073709551615"]


@pytest.mark.parametrize("seed", [*SEEDS, *more(*MORE)])
def test_a_seed_is_kept_as_it_was_given(open_page: Opener, seed: str) -> None:
    person = open_page(query=f"?seed={seed}")
    person.deal()
    before = person.record()
    assert f"seed {seed}" in before.splitlines()
    dealt = sorted(person.cards())
    person.page.reload()
    person.wait()
    person.tap("[data-event=continue]")
    person.tap("[data-event=menu]")
    assert person.record().startswith(before)
    assert sorted(person.cards()) == dealt
