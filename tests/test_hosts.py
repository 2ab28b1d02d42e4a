"""The hosts that count: what is sent is counted once, whole, and no faster than the line carries."""

from __future__ import annotations

import urllib.error
import urllib.request
from email.utils import formatdate
from pathlib import Path

import pytest

from tests.browser import hosts
from tests.browser.hosts import Bare, Line, Packing, hosted


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "index.html").write_text("<p>" + "home " * 200)
    (tmp_path / "big.zip").write_bytes(bytes(10_000))
    (tmp_path / "big.zip.br").write_bytes(bytes(1_000))
    return tmp_path


def ask(url: str, **headers: str) -> int:
    """The bytes of the body that comes."""
    request = urllib.request.Request(url, headers=headers)
    try:
        with urllib.request.urlopen(request) as answer:
            return len(answer.read())
    except urllib.error.HTTPError as error:
        assert error.code == 304
        return 0


def test_a_folder_and_its_page_are_one_file(folder: Path) -> None:
    with hosted(folder, Packing) as (serving, counted):
        ask(serving.url)
        assert counted.twice() == {}
        ask(f"{serving.url}index.html?x=1")
    assert counted.twice() == {"/index.html": 2}
    assert counted.total > 2 * (folder / "index.html").stat().st_size


def test_what_did_not_change_is_not_sent_again(folder: Path) -> None:
    with hosted(folder, Packing) as (serving, counted):
        ask(serving.url)
        ask(serving.url, **{"If-Modified-Since": formatdate(usegmt=True)})
    assert counted.whole == {"/index.html": 1}


@pytest.mark.parametrize(("kind", "size"), [(Packing, 1_000), (Bare, 10_000)])
def test_what_is_packed_counts_as_it_is_sent(folder: Path, kind: type[Packing], size: int) -> None:
    with hosted(folder, kind) as (serving, counted):
        assert ask(f"{serving.url}big.zip", **{"Accept-Encoding": "br"}) == size
    assert size < counted.sizes["/big.zip"] < size + 1_000


def test_a_line_carries_so_much_a_second_for_all_together(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]

    class Clock:
        monotonic = staticmethod(lambda: now[0])

        @staticmethod
        def sleep(seconds: float) -> None:
            now[0] += seconds

    monkeypatch.setattr(hosts, "time", Clock)
    line = Line(there_and_back=0.1, rate=1000)
    line.wait(since=0)
    assert now[0] == pytest.approx(0.1)
    for _ in range(4):
        line.carry(500)
    assert now[0] == pytest.approx(2.1)
    now[0] = 10.0  # what nobody used is not saved up
    line.carry(1000)
    assert now[0] == pytest.approx(11.0)
