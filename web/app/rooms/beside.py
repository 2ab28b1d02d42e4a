"""The table in a room: the page of its game, and beside it what only a room has to say."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import htpy as h
from htpy import Node

from engine.rooms.views import OfferView, RoomView
from web.app.components.icons import icon
from web.app.components.parts import Action, button
from web.app.model import Model
from web.app.page import Page
from web.app.rooms import words
from web.app.rooms.company import Company
from web.app.rooms.over import asked_back, over_room
from web.app.rooms.table import RoomTable
from web.app.rooms.waiting import line_text


def beside(company: Company, model: Model, page: Page) -> Page:
    """The page of the table with the room's bars above it, and with what lies over it."""
    view = company.view
    assert view is not None  # one sits at its table
    bars = _bars(company, model, view)
    body = h.div(".in-room", id="in-room", data_bars=str(len(bars)))[
        h.div(".bars", id="bars")[bars] if bars else None,
        page.body,
        _emotes(company, view),
        over_room(company, model),
    ]
    known = [view.taken, [it.member for it in view.offers], [it.member for it in view.claims]]
    known.append(view.take_back is not None)
    marks = {**page.marks, "line": view.line.state, "together": "true", "deal": _deal(model)}
    # What lies over the table comes and goes under the finger as the table itself does.
    return replace(page, body=body, guard=f"{page.guard} {known}", marks=marks)


def _deal(model: Model) -> str:
    """The table and the deal whose cards are seen; nothing where none of them is hidden any more."""
    table = model.table
    if not isinstance(table, RoomTable) or table.view.stage in ("keys", "shuffling"):
        return ""
    return f"{table.view.number}.{table.view.deal}"


# -- the bars above the table -------------------------------------------------------------------------


def _bars(company: Company, model: Model, view: RoomView) -> Sequence[Node]:
    """What the table must know, the most pressing first; never more than two at once."""
    bars: list[Node] = [_line(company), _spoilt(view)]
    bars += [_offer(company, offer) for offer in view.offers]
    bars += [_refused(model), _asked_back(company), _stage(company, model, view)]
    bars += [_verdict(company, model), _watching(view)]
    return [bar for bar in bars if bar is not None][:2]


def bar(
    text: str, *actions: Action, id: str, sign: str = "", tone: str = "plain", sub: str = ""
) -> Node:
    """One line above the table, with what can be done about it."""
    return h.div(".room-bar", id=id, data_tone=tone)[
        icon(sign) if sign else None,
        h.p[text, sub and [" ", h.small[sub]]],
        h.span(".bar-ways")[map(button, actions)] if actions else None,
    ]


def _line(company: Company) -> Node:
    text = line_text(company)
    view = company.view
    # A short break is nobody's business: most are over before they could be read.
    if not text or view is None or view.line.since < 1500:
        return None
    return bar(text, id="bar-line", sign="away", tone="warn")


def _spoilt(view: RoomView) -> Node:
    table = view.table
    if table is None or not table.spoilt:
        return None
    mine = view.me in table.redeal
    redeal = [] if mine else [Action(words.REDEAL, "room-redeal", kind="prime")]
    return bar(words.SPOILT, *redeal, id="bar-spoilt", sign="warn", tone="warn")


def _offer(company: Company, offer: OfferView) -> Node:
    """A phone is away: wait for it, or let a bot play; where two play, deal anew or give up."""
    name, number = company.called(offer.member), str(offer.member)
    wait = Action(words.WAIT_MORE, "room-wait", number, kind="quiet")
    text = words.away(name, offer.away_for)
    if offer.kind == "two":
        redeal = Action(words.REDEAL, "room-redeal", off=offer.mine)
        concede = Action(words.CONCEDE, "room-over", "concede", kind="quiet")
        return bar(text, wait, redeal, concede, id=f"bar-offer-{number}", sign="away")
    if offer.mine:
        sub = words.agreed([company.called(it) for it in offer.agreed])
        return bar(text, id=f"bar-offer-{number}", sign="away", sub=sub)
    own = company.view is not None and offer.keeper == company.view.me
    sub = f"A bot would play {words.keeper(company.called(offer.keeper), own)}."
    bot = Action(words.BOT_PLAYS, "room-let-bot", number, icon="bot")
    return bar(text, wait, bot, id=f"bar-offer-{number}", sign="away", sub=sub)


def _refused(model: Model) -> Node:
    """Why the room would not do what was asked; a refused card says so at the card."""
    if not model.refused or model.refused not in _ROOM_SAYS:
        return None
    return bar(model.refused, id="bar-refused", sign="warn", tone="warn")


_ROOM_SAYS = {*words.REFUSALS.values(), words.REFUSED}


def _asked_back(company: Company) -> Node:
    text = asked_back(company)
    return bar(text, id="bar-back", sign="undo") if text else None


def _stage(company: Company, model: Model, view: RoomView) -> Node:
    """Between deals: which phone is at work. Nothing while the hand is played, or its result read."""
    table = view.table
    if table is None or table.stage in ("playing", "over") or model.screen != "table":
        return None
    names = [company.called(member) for member in table.waits_for]
    text = words.waits_for(names, table.stage)
    return bar(text, id="bar-stage", sign="update") if text else None


def _verdict(company: Company, model: Model) -> Node:
    """What the audit of the last hand came to, where the result is read."""
    if model.screen == "table" or not company.verdict:
        return None
    known = {words.ALL_RIGHT: ("check", "good"), words.CHECKING: ("update", "plain")}
    sign, tone = known.get(company.verdict, ("warn", "warn"))
    return bar(company.verdict, id="bar-verdict", sign=sign, tone=tone)


def _watching(view: RoomView) -> Node:
    table = view.table
    if table is None or table.seat >= 0:
        return None
    lobby = Action(words.ROOM, "room-lobby", kind="quiet", calm=True)
    return bar(words.WATCHING_NOW, lobby, id="bar-watching", sign="friends")


def _emotes(company: Company, view: RoomView) -> Node:
    """What somebody has just said; the live region reads it, this is for the eye."""
    if not view.emotes:
        return None
    return h.div(".emotes", aria_hidden="true")[
        [
            h.p(".emote")[h.b[company.called(it.member)], words.EMOTE_WORDS.get(it.emote, it.emote)]
            for it in view.emotes[-3:]
        ]
    ]
