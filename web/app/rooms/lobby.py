"""The lobby: how to come in, who sits where, what is played, and for whom one waits."""

from __future__ import annotations

import htpy as h
from htpy import Node

from engine.game import find, names
from web.app import texts
from web.app.components.forms import Option, lines, row, segments, switch
from web.app.components.parts import Action, button, buttons, notice, screen, section
from web.app.components.reading import paragraph
from web.app.house import SEATS, rules_line
from web.app.model import Model
from web.app.page import Page
from web.app.rooms import words
from web.app.rooms.company import Company
from web.app.rooms.invitation import invitation
from web.app.rooms.over import over_room
from web.app.rooms.seats import partners, seat_list, watchers
from web.app.rooms.waiting import line_text


def lobby_page(company: Company, model: Model) -> Page:
    """The room before the deal, between games, and looked at while one is played."""
    view = company.view
    assert view is not None and view.lobby is not None  # one is inside
    lobby = view.lobby
    playing = view.phase == "playing"
    body: list[Node] = [
        *_notices(company, model),
        invitation(company),
        section(
            words.SEATS,
            [
                _count(company) if view.hosting and not playing else None,
                seat_list(company),
                partners(company),
                watchers(company),
            ],
            id="seats",
        ),
        section(words.GAME, _game(company), id="game-part"),
        lines(row(Action(words.LEAVE, "room-over", "leave", note=words.LEAVE_NOTE, kind="danger"))),
    ]
    page = screen(
        words.ROOM,
        body,
        back=Action(texts.HOME, "home", icon="back"),
        tools=[Action(words.RULES_IN_WORDS, "rules", icon="help", id="lobby-rules")],
        foot=_foot(company),
        name="lobby",
    )
    whole = h.div(".over-page")[page, over_room(company, model)]
    marks = {"phase": view.phase, "hosting": "true" if view.hosting else "false"}
    guard = f"lobby {view.phase} {[(it.member, it.bot) for it in lobby.seats]}"
    title = texts.page_title(view.code.said)
    return Page("lobby", whole, title=title, guard=guard, marks=marks)


def _notices(company: Company, model: Model) -> list[Node]:
    view = company.view
    assert view is not None  # one is inside
    bars: list[Node] = []
    line = line_text(company)
    if line:
        bars.append(notice(line, id="line", tone="warn", icon_name="away"))
    if view.door.shut_for:
        text = words.DOOR_SHUT.format(left=words.time(view.door.shut_for))
        bars.append(notice(text, id="door", tone="warn"))
    elif view.door.wrong and view.hosting:
        times = words.times(view.door.wrong)
        bars.append(notice(words.WRONG_TRIES.format(times=times), id="door", tone="warn"))
    if model.refused or model.notice:
        bars.append(notice(model.refused or model.notice, id="notice"))
    if company.plain and not model.settings.kitchen_told:
        cross = Action(texts.DISMISS, "dismiss-kitchen", icon="close")
        bars.append(notice(words.KITCHEN, id="kitchen", dismiss=cross))
    return bars


def _count(company: Company) -> Node:
    lobby = company.view.lobby if company.view is not None else None
    assert lobby is not None  # one is inside
    agreed = company.rules()
    allowed = {n for n in SEATS if agreed is None or _can_play(agreed[0].game, agreed[1], n)}
    options = [Option(str(n), str(n), off=n not in allowed) for n in SEATS]
    chosen = str(len(lobby.seats))
    return segments(words.SEAT_COUNT, options, chosen=chosen, event="room-seats", id="count")


def _can_play(game: object, rules: object, count: int) -> bool:
    from engine.game import Game, GameError

    assert isinstance(game, Game)
    try:
        game.start(rules, count, 0)
    except GameError:
        return False
    return True


def _game(company: Company) -> Node:
    """What is played and by which rules, in words; the host may change it."""
    view = company.view
    assert view is not None and view.lobby is not None  # one is inside
    lobby, agreed = view.lobby, company.rules()
    parts: list[Node] = []
    may_change = view.hosting and view.phase in ("lobby", "over")
    if may_change:
        known = names()
        shown = [it for it in known if find(it).own or it == lobby.variant]
        options = [Option(name, find(name).title) for name in shown]
        parts.append(
            segments(texts.GAME, options, chosen=lobby.variant, event="room-game", id="game")
        )
    if agreed is not None:
        variant, rules = agreed
        line = rules_line(variant, rules)
        name = f"{lobby.title}: " if lobby.title else ""
        if not may_change:
            parts.append(h.p(".played")[h.b[variant.title]])
        parts.append(paragraph(f"{name}{line}"))
    rows = [row(Action(words.RULES_IN_WORDS, "rules", icon="book", id="rules-in-words"))]
    if may_change:
        rows += [
            row(Action(texts.HOUSE_RULES, "room-house", "house", icon="settings")),
            row(Action(texts.OTHER_TABLES, "room-house", "tables", icon="friends")),
            switch(
                words.WATCHING,
                on=lobby.watching,
                event="room-watching",
                id="watching",
                hint=words.WATCHING_HINT,
            ),
        ]
    return [*parts, lines(*rows)]


def _foot(company: Company) -> Node:
    """The host's button to start, or for whom everybody else waits."""
    view = company.view
    assert view is not None and view.lobby is not None  # one is inside
    if view.phase == "starting":
        cancel = [Action(words.CANCEL, "room-cancel", kind="quiet")] if view.hosting else []
        return [h.p(".wait-line", role="status")[words.STARTING], buttons(*cancel)]
    if company.table is not None and view.phase in ("playing", "over"):
        table = Action(words.TO_TABLE, "room-table", kind="prime", focus=True)
        if view.phase == "playing":
            return buttons(table)
        again = _start(company, words.REMATCH)
        return buttons(Action(words.TO_TABLE, "room-table", kind="quiet"), again)
    if not view.hosting:
        seated = view.lobby.seat_of(view.me) >= 0
        line = words.waits_to_start(company.host) if seated else words.SIT_FIRST
        return h.p(".wait-line", role="status")[line]
    why = words.WHY_NOT_START.get(view.why_not_start, "")
    return [
        h.p(".wait-line", id="why-not")[why] if why else None,
        button(_start(company, words.START)),
    ]


def _start(company: Company, text: str) -> Action:
    view = company.view
    assert view is not None  # one is inside
    off = not view.hosting or bool(view.why_not_start)
    note = "" if view.hosting else words.WAITING_HOST.format(name=company.host)
    return Action(text, "room-start", kind="prime", note=note, off=off)
