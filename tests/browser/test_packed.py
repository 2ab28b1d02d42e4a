"""A first visit fetches everything packed and once, from hosts that pack and from those that do not."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

import build
from tests.browser.driver import READY
from tests.browser.hosts import STORED, Bare, Packing, hosted
from web.build import packed

BIG = ("pyodide.asm.wasm", "python_stdlib.zip", "pyodide.asm.mjs", "app-")


@pytest.fixture(scope="module")
def packed_bundle(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The bundle as it goes to a host, packed in a hurry."""
    folder = tmp_path_factory.mktemp("packed") / "site"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(packed, "QUALITY", "4")
        build.bundle(folder, pack=True)
        yield folder


@pytest.mark.parametrize("kind", [Packing, Bare])
def test_everything_comes_packed_and_once_and_opens_without_the_host(
    open_page, packed_bundle: Path, kind: type[Packing]
) -> None:
    with hosted(packed_bundle, kind) as (serving, counted):
        person = open_page(serving.url)
        person.page.evaluate(STORED)
        person.wait(READY)
        whole = {name: times for name, times in counted.times.items() if name.startswith(BIG)}
        assert len(whole) == len(BIG)
        assert set(whole.values()) == {1}, whole
        assert all(name.endswith(".gz") == (kind is Bare) for name in whole), whole
        assert counted.total < 7_500_000, counted.total
    person.visit()
    person.deal(players=2)
    assert person.find("#hand .card").count() == 5


@pytest.mark.parametrize("damage", [b"", b"no gzip at all", None])
def test_a_damaged_or_missing_packed_file_is_fetched_as_it_is(
    open_page, packed_bundle: Path, tmp_path: Path, damage: bytes | None
) -> None:
    folder = tmp_path / "site"
    shutil.copytree(packed_bundle, folder)
    (file,) = folder.glob("assets/runtime-*/pyodide.asm.wasm.gz")
    file.unlink()
    if damage is not None:
        file.write_bytes(damage)
    with hosted(folder, Bare) as (serving, counted):
        person = open_page(serving.url, watched=False)
        person.deal(players=2)
        assert counted.times["pyodide.asm.wasm"]
