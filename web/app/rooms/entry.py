"""The way into a room: one's name, a room made, a room joined by its code or by a link."""

from __future__ import annotations

import htpy as h
from htpy import Node

from web.app import texts
from web.app.components.forms import text_field
from web.app.components.icons import icon
from web.app.components.parts import Action, button, buttons, notice, screen, section
from web.app.components.reading import paragraph
from web.app.model import Model
from web.app.page import Page
from web.app.rooms import words
from web.app.rooms.company import Company


def entry_page(company: Company, model: Model) -> Page:
    """Make a room or join one; where a link was opened, join that one."""
    body = [*_notices(company, model), _name(model)]
    body += [_invited(company)] if company.code is not None else [_make(), _join(company)]
    invited = company.code is not None
    page = screen(
        words.INVITED if invited else words.FRIENDS,
        body,
        back=Action(texts.BACK, "home", icon="back"),
        foot=_join_button(company) if invited else None,
        name="friends",
    )
    return Page("friends", page, title=texts.page_title(words.FRIENDS), guard="friends")


def _name(model: Model) -> Node:
    return text_field(
        words.NAME,
        value=model.settings.name,
        event="set-name",
        id="name",
        hint=words.NAME_HINT,
        limit=24,
        autocomplete="nickname",
    )


def _make() -> Node:
    return section(
        words.MAKE,
        [
            paragraph(words.MAKE_NOTE),
            button(Action(words.MAKE, "room-make", kind="prime", icon="friends")),
        ],
        id="make",
    )


def _join(company: Company) -> Node:
    return section(
        words.JOIN,
        [
            code_field(company),
            button(Action(words.JOIN_IT, "room-join", icon="chevron", id="do-room-join")),
        ],
        id="join",
    )


def code_field(company: Company) -> Node:
    """Where the nine letters are typed, with what was wrong with them."""
    trouble = company.trouble
    return h.div(".field.code-field")[
        h.label(for_="room-code")[words.CODE],
        h.input(
            ".text",
            type="text",
            id="room-code",
            value=company.typed,
            maxlength="60",
            autocomplete="off",
            autocapitalize="characters",
            spellcheck="false",
            data_event="room-typed",
            enterkeyhint="go",
            aria_describedby="room-code-hint",
            aria_invalid="true" if trouble else None,
        ),
        h.p(".hint", id="room-code-hint", data_wrong="true" if trouble else None)[
            [icon("warn"), " ", trouble] if trouble else words.CODE_HINT
        ],
    ]


def _invited(company: Company) -> Node:
    code = company.code.said if company.code is not None else ""
    return h.div(".ticket.alone")[
        h.p(".code", id="code")[[h.b[part] for part in code.split()]],
        h.p(".hint")[words.INVITED_LINE],
    ]


def _join_button(company: Company) -> Node:
    code = company.code.said if company.code is not None else ""
    text = words.JOIN_NAMED.format(code=code)
    return buttons(
        Action(words.OTHER_CODE, "room-other", kind="quiet"),
        Action(text, "room-join", kind="prime", id="do-room-join", focus=True),
    )


def ask_page(company: Company) -> Page:
    """A link to another room than the one this phone is in: which of them shall it be?"""
    old = company.view.code.said if company.view is not None else ""
    code = company.code.said if company.code is not None else ""
    page = screen(
        words.INVITED,
        [_invited(company), paragraph(words.OTHER_ROOM.format(old=old))],
        foot=buttons(
            Action(words.JOIN_NAMED.format(code=code), "room-leave", kind="danger"),
            Action(words.STAY.format(old=old), "room-stay", kind="prime", focus=True),
        ),
        name="friends",
    )
    return Page("friends", page, title=texts.page_title(words.FRIENDS), guard="ask")


def _notices(company: Company, model: Model) -> list[Node]:
    """What is missing here, with the remedy; said once."""
    bars: list[Node] = []
    if model.notice:
        bars.append(notice(model.notice, id="notice"))
    if company.inside:
        how = words.INSIDE_IOS if model.device.platform == "ios" else words.INSIDE_OTHER
        copy = [Action(words.COPY_LINK, "room-share", "copy", icon="copy")]
        bars.append(
            notice(
                words.INSIDE.format(how=how),
                id="inside",
                tone="warn",
                actions=copy if company.code is not None else (),
            )
        )
    if company.plain and not model.settings.kitchen_told:
        cross = Action(texts.DISMISS, "dismiss-kitchen", icon="close")
        bars.append(notice(words.KITCHEN, id="kitchen", dismiss=cross))
    return bars
