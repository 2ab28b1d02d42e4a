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
]

#: Stops a process for 12 ms out of 16, until its own input ends. Chromium's throttle does not
#: slow workers, so the engine would go on at full speed. In a process of its own, to be on time.
DUTY = """
import os, select, signal, sys, time
pids = [int(pid) for pid in sys.argv[1:]]
def tell(what):
    for pid in pids:
        try: os.kill(pid, what)
        except ProcessLookupError: pass
try:
    while not select.select([sys.stdin], [], [], 0)[0]:
        tell(signal.SIGSTOP)
        time.sleep(0.012)
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
def slowed(browser: Browser) -> Iterator[None]:
    """Every renderer runs a quarter of the time."""
    pids = [str(pid) for pid, kind in processes(browser).items() if kind == "renderer"]
    assert pids, "Chromium has no renderer"
    duty = subprocess.Popen([sys.executable, "-c", DUTY, *pids], stdin=subprocess.PIPE)
    try:
        yield
    finally:
        assert duty.stdin is not None
        duty.stdin.close()
        duty.wait(10)


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
