"""How fast the game opens: first and later visits, good and bad networks, quick and slow phones.

Against the same game over the untouched files of PyScript and Pyodide (``plain``), and beside what
an empty page with the bare interpreter takes (``floor``). A network is shaped at the server, and a
renderer is slowed with its workers. “Playable” is a kept table on screen, with its taps open.
"""

from __future__ import annotations

import tempfile
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

from playwright.sync_api import Playwright, sync_playwright

import build
from tests.bench.chromium import renderer_pss, slowed
from tests.bench.figure import Figure, Waterfall
from tests.bench.floor import floor_site
from tests.bench.visits import (
    installed,
    noted,
    painted,
    phone,
    settled,
    stored,
    tapped_until_heard,
    visit,
)
from tests.bench.waterfall import waterfall
from tests.browser.hosts import STORED, Bare, Line, Packing, hosted
from web.build.plain import plain_bundle

RUNS = 7  # of ours and of plain, in turn
SLOW_RUNS = 3  # where one takes long
MILLION = 1_000_000


@dataclass(frozen=True)
class Network:
    """A phone's network, and what is asked of a first visit over it, in milliseconds."""

    name: str
    line: tuple[float, float]  # seconds there and back, bytes a second
    goals: dict[str, float]


NETWORKS = (
    Network(
        "slow4_9mbit",
        (0.060, 9 * MILLION / 8),
        {"first_paint": 500, "home_answers_taps": 1000, "first_card": 6000},
    ),
    Network(
        "slow4_1_6mbit",
        (0.150, 1.6 * MILLION / 8),
        {
            "first_paint": 1000,
            "largest_paint": 1800,
            "home_answers_taps": 2000,
            "first_card": 25_000,
        },
    ),
)


@dataclass
class Sites:
    """The folders that are served, and where profiles may lie."""

    ours: Path
    plain: Path
    floor: Path
    scratch: Path
    profiles: int = field(default=0)

    def fresh(self) -> Path:
        """A profile that nobody has used."""
        self.profiles += 1
        return self.scratch / f"profile-{self.profiles}"


def run() -> Iterator[Figure | Waterfall]:
    """The figures of the group ``start``, and where the time goes."""
    with tempfile.TemporaryDirectory() as scratch, sync_playwright() as playwright:
        sites = made(Path(scratch))
        yield from first_visits(playwright, sites)
        yield from later_visits(playwright, sites)
        for network in NETWORKS:
            yield from slow_network(playwright, sites, network)
        yield from first_visit_bytes(playwright, sites)


def made(scratch: Path) -> Sites:
    """All that is served, built."""
    sites = Sites(*(scratch / name for name in ("ours", "plain", "floor")), scratch)
    build.bundle(sites.ours, pack=True)
    plain_bundle(sites.plain)
    floor_site(sites.floor, sites.ours)
    return sites


def times(name: str, taken: dict[str, list[float]], goal: float) -> Iterator[Figure]:
    """The medians of what all took, and the ratio of ours to plain under a name of its own."""
    for who in ("floor", "plain"):
        if who in taken:
            yield Figure(f"start.{name}_ms.{who}", median(taken[who]), "ms")
    ours, plain = median(taken["ours"]), median(taken["plain"])
    yield Figure(f"start.{name}_ms", ours, "ms", f"start.{name}_ms.plain", ours / plain)
    yield Figure(f"start.{name}_ratio", ours / plain, "of plain", goal=goal)


# -- on a good line --------------------------------------------------------------------------------


def first_visits(playwright: Playwright, sites: Sites) -> Iterator[Figure | Waterfall]:
    """Nothing on the device yet, the server on the same machine; until Python answers taps."""
    ready: dict[str, list[float]] = defaultdict(list)
    first_paint: list[float] = []
    pictures = {}
    with hosted(sites.ours, Packing) as (ours, _), hosted(sites.plain, Packing) as (plain, _):
        for _ in range(RUNS):
            for who, url in (("ours", ours.url), ("plain", plain.url)):
                with phone(playwright, sites.fresh()) as context:
                    page = visit(context, url)
                    ready[who].append(noted(page, "ready"))
                    if who == "ours":
                        first_paint.append(painted(page))
                    pictures[who] = waterfall(f"start.first_visit.{who}", page)
    yield Figure("start.first_paint_ms", median(first_paint), "ms")
    yield from times("first_visit", ready, goal=0.4)
    yield from pictures.values()


def later_visits(playwright: Playwright, sites: Sites) -> Iterator[Figure | Waterfall]:
    """Installed, the browser just started, the server stopped: until a kept table can be played."""
    profiles = {who: sites.fresh() for who in ("ours", "plain", "floor")}
    urls = {}
    for who, folder in (("ours", sites.ours), ("plain", sites.plain), ("floor", sites.floor)):
        with hosted(folder, Packing) as (serving, _), phone(playwright, profiles[who]) as context:
            urls[who] = serving.url
            if who == "floor":
                page = visit(context, serving.url)
                noted(page, "ready")
                page.evaluate(STORED)
            else:
                installed(context, serving.url, prepared=who == "ours")
    playable: dict[str, list[float]] = defaultdict(list)
    slow: dict[str, list[float]] = defaultdict(list)
    memory: dict[str, list[float]] = defaultdict(list)
    pictures, kept = {}, {}
    for _ in range(RUNS):
        for who, profile in profiles.items():
            with phone(playwright, profile) as context:
                page = visit(context, urls[who], "continue")
                playable[who].append(noted(page, "ready" if who == "floor" else "playable"))
                pictures[who] = waterfall(f"start.second_visit.{who}", page)
                memory[who].append(renderer_pss(context) / 2**20)
                kept[who] = stored(page)["usage"]
    for who, runs in (("ours", RUNS), ("plain", SLOW_RUNS)):
        for _ in range(runs):
            with phone(playwright, profiles[who]) as context, slowed(context):
                page = visit(context, urls[who], "continue")
                slow[who].append(noted(page, "playable"))
                if who == "ours":
                    pictures["slow4"] = waterfall("start.slow4_offline", page)
    yield from times("second_visit", playable, goal=0.25)
    yield from pictures.values()
    for name, taken, unit, goal in (
        ("slow4_offline.playable_ms", slow, "ms", 2200),
        ("memory_at_a_table_mib", memory, "MiB", 150),
    ):
        ours, plain = (median(taken[who]) for who in ("ours", "plain"))
        against = f"start.{name}.plain"
        yield Figure(against, plain, unit)
        yield Figure(f"start.{name}", ours, unit, against, ours / plain, goal=goal)
    yield Figure("start.stored_bytes.plain", kept["plain"], "bytes")
    yield Figure("start.stored_bytes", kept["ours"], "bytes", goal=50 * MILLION)


# -- on a phone's network --------------------------------------------------------------------------


def slow_network(playwright: Playwright, sites: Sites, network: Network) -> Iterator[Figure]:
    """First visits on a phone a quarter as fast, over its network, from a host that packs."""
    taken: dict[str, list[float]] = defaultdict(list)

    def came(finger: bool) -> None:
        line = Line(*network.line)
        with (
            hosted(sites.ours, Packing, line) as (serving, _),
            phone(playwright, sites.fresh()) as context,
            slowed(context),
        ):
            page = visit(context, serving.url, "deal" if finger else "")
            if finger:
                taken["first_paint"].append(painted(page))
                taken["home_answers_taps"].append(tapped_until_heard(page))
                taken["first_card"].append(noted(page, "card"))
            else:
                # The largest paint counts until the first tap: here there is none.
                noted(page, "ready")
                taken["largest_paint"].append(noted(page, "largest"))

    for _ in range(SLOW_RUNS):
        came(finger=True)
        if "largest_paint" in network.goals:
            came(finger=False)
    for what, goal in network.goals.items():
        yield Figure(f"start.{network.name}.{what}_ms", median(taken[what]), "ms", goal=goal)


# -- bytes -----------------------------------------------------------------------------------------


def first_visit_bytes(playwright: Playwright, sites: Sites) -> Iterator[Figure]:
    """What a first visit is sent until all is stored, by a host that packs and by a bare one."""
    whole = sum(
        file.stat().st_size for file in sites.ours.rglob("*") if file.suffix not in (".br", ".gz")
    )
    yield Figure("start.bundle_bytes", whole, "bytes")
    for name, kind, goal in (("brotli", Packing, 4.2), ("plain_host", Bare, 5.2)):
        fresh = sites.fresh()
        with hosted(sites.ours, kind) as (serving, counted), phone(playwright, fresh) as context:
            page = visit(context, serving.url)
            noted(page, "ready")
            page.evaluate(STORED)
            settled(page)
        figure = f"start.first_visit_bytes_{name}"
        ratio = counted.total / whole
        yield Figure(
            figure, counted.total, "bytes", "start.bundle_bytes", ratio, goal=goal * MILLION
        )
        yield Figure(f"start.sent_twice_{name}", len(counted.twice()), "files", goal=0)
        if kind is Packing:
            yield Figure("start.own_bytes_brotli", counted.own, "bytes", goal=250_000)
