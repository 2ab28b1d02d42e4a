"""A Chromium to measure in: its processes, and a renderer slowed as a phone would be."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # What pops up under a desktop's address field begins with the browser, in a renderer of its own
    # that takes a core for seconds; no phone has it. Of several such flags the last one counts, so
    # those of Playwright's that concern a page stand here once more.
    "--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,PaintHolding,HttpsUpgrades,"
    "HttpsFirstBalancedModeAutoEnable,ThirdPartyStoragePartitioning,DestroyProfileOnBrowserClose",
]

#: Stops every renderer of a browser for 12 ms out of 16, until its own input ends: those there are
#: and those that come, for a navigation may take a new one. Chromium's throttle does not slow
#: workers, so the engine would go on at full speed. In a process of its own, to be on time.
DUTY = """
import os, select, signal, sys, time
browser = int(sys.argv[1])
renderers, others, parents = set(), set(), {}
def look():
    there = {int(name) for name in os.listdir("/proc") if name.isdigit()}
    renderers.intersection_update(there)
    others.intersection_update(there)
    lines = {}
    for pid in there - renderers - others:
        try:
            with open(f"/proc/{pid}/stat") as file: stat = file.read()
            with open(f"/proc/{pid}/cmdline") as file: lines[pid] = file.read()
        except OSError: continue
        parents[pid] = int(stat.rpartition(")")[2].split()[1])
    for pid, line in lines.items():
        # A renderer begins as a copy of the zygote, under its name.
        if "--type=zygote" in line: continue
        above = pid
        while above > 1 and above != browser: above = parents.get(above, 0)
        own = above == browser and "--type=renderer" in line
        (renderers if own else others).add(pid)
def tell(what):
    for pid in renderers:
        try: os.kill(pid, what)
        except ProcessLookupError: pass
try:
    while not select.select([sys.stdin], [], [], 0)[0]:
        began = time.monotonic()
        tell(signal.SIGSTOP)
        look()
        time.sleep(max(0, began + 0.012 - time.monotonic()))
        tell(signal.SIGCONT)
        time.sleep(0.004)
finally:
    tell(signal.SIGCONT)
"""

#: Milliseconds of a fixed piece of work in the page, to see how slow the renderer is.
YARD = """() => {
  const began = performance.now();
  let sum = 0;
  for (let number = 0; number < 1e7; number += 1) sum = (sum + number * number) % 1000003;
  return [performance.now() - began, sum][0];
}"""


def processes(browser: Browser | BrowserContext) -> dict[int, str]:
    """Every process of the browser, with its kind."""
    owner = browser if isinstance(browser, Browser) else browser.browser
    assert owner is not None
    session = owner.new_browser_cdp_session()
    found = session.send("SystemInfo.getProcessInfo")["processInfo"]
    session.detach()
    return {int(it["id"]): str(it["type"]) for it in found}


@contextmanager
def slowed(browser: Browser | BrowserContext) -> Iterator[None]:
    """Every renderer runs a quarter of the time."""
    (main,) = [pid for pid, kind in processes(browser).items() if kind == "browser"]
    duty = subprocess.Popen([sys.executable, "-c", DUTY, str(main)], stdin=subprocess.PIPE)
    try:
        yield
    finally:
        assert duty.stdin is not None
        duty.stdin.close()
        duty.wait(10)


def renderer_pss(browser: Browser | BrowserContext) -> int:
    """Bytes of memory of the largest renderer, what it shares with others counted in part (PSS)."""
    found = []
    for pid, kind in processes(browser).items():
        if kind == "renderer":
            lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
            (line,) = [line for line in lines if line.startswith("Pss:")]
            found.append(1024 * int(line.split()[1]))
    return max(found)


def cpu_seconds(browser: Browser) -> float:
    """What all processes of the browser have computed so far."""
    ticks = 0
    for pid in processes(browser):
        try:
            stat = Path(f"/proc/{pid}/stat").read_text()
        except FileNotFoundError:
            continue
        ticks += sum(map(int, stat.rpartition(")")[2].split()[11:13]))
    return ticks / os.sysconf("SC_CLK_TCK")
