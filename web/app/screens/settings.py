"""Settings: the name, the look, how cards are played, and what is kept on the device."""

from __future__ import annotations

from htpy import Node

from web.app import texts
from web.app.components.dialogs import dialog
from web.app.components.forms import Option, lines, row, segments, switch, text_field
from web.app.components.parts import Action, notice, screen, section
from web.app.components.reading import paragraph
from web.app.model import Model
from web.app.page import Page


def settings_page(model: Model) -> Page:
    """Every setting, each kept as soon as it is changed."""
    body = [
        notice(model.notice, id="notice") if model.notice else None,
        _look(model),
        _play(model),
        section(texts.ON_DEVICE, _kept(model), id="kept"),
    ]
    over = _ask_delete() if model.over == "delete" else None
    page = screen(
        texts.SETTINGS, [body, over], back=Action(texts.BACK, "home", icon="back"), name="settings"
    )
    return Page("settings", page, title=texts.page_title(texts.SETTINGS))


def _look(model: Model) -> Node:
    settings = model.settings
    themes = [Option(key, text) for key, text in texts.THEMES.items()]
    return [
        text_field(
            texts.YOUR_NAME,
            value=settings.name,
            event="set-name",
            id="name",
            hint=texts.YOUR_NAME_HINT,
            limit=24,
            autocomplete="nickname",
        ),
        segments(texts.THEME, themes, chosen=settings.theme, event="set-theme", id="theme"),
        lines(
            switch(texts.FOUR, on=settings.four, event="set-four", id="four", hint=texts.FOUR_HINT),
            switch(
                texts.MOTION,
                on=settings.motion,
                event="set-motion",
                id="motion",
                hint=texts.MOTION_HINT,
            ),
            switch(
                texts.FIRST_TAP,
                on=settings.first_tap,
                event="set-first-tap",
                id="first-tap",
                hint=texts.FIRST_TAP_HINT,
            ),
        ),
    ]


def _play(model: Model) -> Node:
    paces = [Option(key, text) for key, text in texts.PACES.items()]
    return segments(texts.PACE, paces, chosen=model.settings.pace, event="set-pace", id="pace")


def _kept(model: Model) -> Node:
    return [
        paragraph(_how_much(model)),
        lines(
            row(Action(texts.ABOUT, "details", icon="help")),
            row(Action(texts.DELETE, "ask-delete", note=texts.DELETE_NOTE, kind="danger")),
        ),
    ]


def _how_much(model: Model) -> str:
    stored = model.device.stored
    return texts.KEPT_UNKNOWN if stored < 0 else texts.KEPT_BYTES.format(size=texts.size(stored))


def _ask_delete() -> Node:
    return dialog(
        texts.DELETE_ASK,
        texts.DELETE_TEXT,
        [
            Action(texts.DELETE_YES, "delete-all", kind="danger"),
            Action(texts.KEEP_IT, "close", focus=True),
        ],
        id="ask-delete",
    )
