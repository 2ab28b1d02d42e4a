"""Pages that wait, and say for whom; and the ways a room can end, each with a way on."""

from __future__ import annotations

from collections.abc import Sequence

import htpy as h
from htpy import Node

from web.app import texts
from web.app.components.icons import icon
from web.app.components.parts import Action, buttons, screen
from web.app.model import Model
from web.app.page import Page
from web.app.rooms import words
from web.app.rooms.company import Company
from web.app.rooms.entry import code_field

ENDS = ("wrong", "shut", "version", "gone", "kicked", "moved", "elsewhere", "fork", "refused")
"""The phases that do not pass by themselves, or not soon."""

SIGNS = {"moved": "phone", "elsewhere": "phone", "gone": "moon", "kicked": "moon"}


def wait_page(company: Company, phase: str) -> Page:
    """For whom or what one waits, and how to stop waiting."""
    view = company.view
    code = view.code.said if view is not None else ""
    title, line = (text.format(code=code) for text in words.PHASES[phase])
    table = view.table if view is not None else None
    if phase == "starting" and table is not None:
        names = [company.called(member) for member in table.waits_for]
        line = words.waits_for(names, table.stage) or line
    if view is not None and view.line.state == "waiting":
        title, line = words.NO_LINE, line_text(company) or words.NO_LINE_SUB
    return _page(
        company,
        phase,
        [
            h.div(".dealing", aria_hidden="true")[h.i, h.i, h.i],
            h.h2(id="wait-title")[title],
            h.p(role="status")[line],
        ],
        [Action(texts.HOME, "home", id="wait-home")]
        + ([Action(words.OTHER_CODE, "room-other", kind="quiet")] if phase == "knocking" else []),
    )


def end_page(company: Company, model: Model, phase: str) -> Page:
    """What has happened, what is kept, and what can be done."""
    view = company.view
    assert view is not None  # a phase is a view's
    code = view.code.said
    reason = words.REASONS.get(view.reason, view.reason).format(code=code)
    values = {
        "code": code,
        "reason": reason,
        "other": view.other_version or "?",
        "own": model.device.version or "?",
    }
    title, line = (text.format(**values) for text in words.PHASES[phase])
    if phase == "gone" and reason:
        line = f"{reason} {line}" if view.reason == "expired" else reason
    if phase == "shut":
        line = f"{line} ({words.time(view.door.shut_for)})" if view.door.shut_for else line
    body: list[Node] = [
        h.div(".phase-sign")[icon(SIGNS.get(phase, "warn"))],
        h.h2(id="wait-title")[title],
        h.p(role="status")[line],
    ]
    if phase in ("wrong", "shut"):
        body.append(code_field(company))
    return _page(company, phase, body, _ways(phase, model))


def _ways(phase: str, model: Model) -> Sequence[Action]:
    home = Action(texts.HOME, "home", kind="quiet", id="wait-home")
    other = Action(words.NEW_ROOM, "room-other", kind="prime", focus=True)
    leave = Action(words.LEAVE_YES, "room-leave", kind="quiet")
    if phase in ("wrong", "shut"):
        again = Action(words.TRY_AGAIN, "room-knock", kind="prime", focus=True)
        return [Action(words.OTHER_CODE, "room-other", kind="quiet"), again]
    if phase == "version":
        if model.device.update_ready:
            return [leave, Action(words.UPDATE_NOW, "update", kind="prime", focus=True)]
        return [leave, Action(words.RELOAD, "room-reload", kind="prime", focus=True)]
    if phase == "elsewhere":
        return [home, Action(words.PLAY_HERE, "room-here", kind="prime", focus=True)]
    if phase == "fork":
        return [leave, Action(words.FOLLOW, "room-follow", kind="prime", focus=True)]
    return [home, other]


def _page(company: Company, phase: str, body: list[Node], ways: Sequence[Action]) -> Page:
    page = screen(
        words.FRIENDS,
        h.div(".waiting-room", data_phase=phase)[body],
        back=Action(texts.BACK, "home", icon="back"),
        foot=buttons(*ways),
        name=f"room-{phase}",
    )
    marks = {"phase": phase}
    title = texts.page_title(words.FRIENDS)
    return Page("room", page, title=title, guard=f"room {phase}", marks=marks)


def line_text(company: Company) -> str:
    """Since when there is no connection, when it is tried again, and for how long there is time."""
    view = company.view
    if view is None or view.line.state == "open":
        return ""
    line = view.line
    soon = f" in {words.time(line.retry_in + 999)}" if line.state == "waiting" else ""
    text = words.RECONNECTING.format(since=words.time(line.since), soon=soon)
    if line.lives_for is not None and line.since > 60_000:
        text += words.LIVES_FOR.format(left=words.time(line.lives_for))
    return text
