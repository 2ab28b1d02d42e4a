"""Where the time of a start goes: what the page and its worker noted, as the rows of a picture."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

from tests.bench.figure import Waterfall

#: What a page or a worker noted, its times counted from when it began itself.
NOTED = """() => ({
  origin: performance.timeOrigin,
  entries: performance.getEntries()
    .filter((it) => ["mark", "measure", "paint", "resource", "navigation"].includes(it.entryType))
    .map((it) => ({
      kind: it.entryType, name: it.name, begin: it.startTime, size: it.encodedBodySize ?? 0,
      end: it.responseEnd || it.startTime + it.duration,
    })),
  seen: Object.entries(globalThis.bench ?? {}).filter(([, at]) => typeof at === "number"),
})"""


def waterfall(name: str, page: Page) -> Waterfall:
    """The picture of the start that the page has behind it, its workers' fetches among it."""
    own = page.evaluate(NOTED)
    rows = [*_rows(own, 0.0)]
    rows += [(f"seen: {what}", at, at) for what, at in own["seen"]]
    for worker in page.workers:
        noted = worker.evaluate(NOTED)
        shift = noted["origin"] - own["origin"]
        rows.append(("worker begins", shift, shift))
        rows += [(f"  worker: {what}", begin, end) for what, begin, end in _rows(noted, shift)]
    return Waterfall(name, tuple(sorted(rows, key=lambda row: row[1:])))


def _rows(noted: dict[str, Any], shift: float) -> list[tuple[str, float, float]]:
    rows = []
    for entry in noted["entries"]:
        what = entry["name"]
        if entry["kind"] in ("resource", "navigation"):
            what = what.partition("?")[0].rpartition("/")[2] or "the page"
            if entry["size"]:
                what += f" ({entry['size'] / 1000:.0f} kB)"
        rows.append((what, entry["begin"] + shift, max(entry["begin"], entry["end"]) + shift))
    return rows
