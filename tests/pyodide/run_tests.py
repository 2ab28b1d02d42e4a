"""Runs inside the browser: the tests of its folder by pytest, with what became of each.

`given` is JSON: `arguments` for pytest, and `lighter`, constants of test modules to be changed so
that an interpreter half as fast does not take twice as long.
"""

import json
import os
import sys
from typing import Any

HOME = "/home/pyodide"
os.chdir(HOME)
if HOME not in sys.path:
    sys.path.insert(0, HOME)

import pytest  # noqa: E402 (lies in the folder)


class Outcomes:
    """Collects what became of every test."""

    def __init__(self, lighter: dict[str, dict[str, Any]]) -> None:
        self.lighter = lighter
        self.outcomes: dict[str, str] = {}
        self.reports: list[str] = []

    def pytest_collection_finish(self) -> None:
        for module, constants in self.lighter.items():
            for name, value in constants.items():
                assert hasattr(sys.modules[module], name), f"{module} has no {name}"
                setattr(sys.modules[module], name, value)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.reports.append(f"{report.nodeid}\n{report.longreprtext}")

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        worse = report.outcome != "passed" or report.nodeid not in self.outcomes
        if worse:
            self.outcomes[report.nodeid] = report.outcome
        if report.failed:
            self.reports.append(f"{report.nodeid}\n{report.longreprtext[-2000:]}")


order = json.loads(globals()["given"])
watch = Outcomes(order["lighter"])
code = int(pytest.main(["-q", "--no-header", "--no-summary", *order["arguments"]], plugins=[watch]))
json.dumps({"code": code, "outcomes": watch.outcomes, "reports": watch.reports})
