"""Choices, switches, fields and rows.

A choice sends its event with its value. A switch and a field send only their event: the page
adds "true" or "false", or what was typed.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import htpy as h
from htpy import Node, Renderable

from .icons import icon
from .parts import Action, attributes, button, id_from


@dataclass(frozen=True, slots=True)
class Option:
    """One way to choose: the value sent, the text and, if it needs one, a sentence."""

    value: str
    text: str
    note: str = ""
    off: bool = False


def segments(
    label: str, options: Sequence[Option], *, chosen: str, event: str, id: str, hint: str = ""
) -> Renderable:
    """Short choices side by side, as for the number of players; one is pressed."""
    return h.fieldset(".field", id=id)[
        h.legend[label],
        h.div(".segments", data_n=str(len(options)))[
            [_option(option, chosen, event, id) for option in options]
        ],
        hint and h.p(".hint")[hint],
    ]


def choices(
    label: str, options: Sequence[Option], *, chosen: str, event: str, id: str, hint: str = ""
) -> Renderable:
    """Choices below each other, each with its sentence; one is pressed and ticked."""
    return h.fieldset(".field", id=id)[
        h.legend[label],
        h.div(".choices")[[_option(option, chosen, event, id) for option in options]],
        hint and h.p(".hint")[hint],
    ]


def switch(label: str, *, on: bool, event: str, id: str, hint: str = "") -> Renderable:
    """A setting that is on or off, the whole line to be tapped."""
    return h.label(".line.switch", for_=id)[
        h.span[h.b[label], hint and h.small[hint]],
        h.input(
            type="checkbox",
            role="switch",
            id=id,
            checked=on,
            data_event=event,
        ),
    ]


def text_field(
    label: str,
    *,
    value: str,
    event: str,
    id: str,
    hint: str = "",
    limit: int | None = None,
    autocomplete: str = "off",
) -> Renderable:
    """A line to type in."""
    return h.div(".field")[
        h.label(for_=id)[label],
        h.input(
            ".text",
            type="text",
            id=id,
            value=value,
            maxlength=None if limit is None else str(limit),
            autocomplete=autocomplete,
            data_event=event,
            enterkeyhint="done",
            aria_describedby=f"{id}-hint" if hint else None,
        ),
        hint and h.p(".hint", id=f"{id}-hint")[hint],
    ]


def row(action: Action, *, shown: str = "") -> Renderable:
    """A line that leads somewhere, with what is set now and a chevron."""
    return h.button(".line", attributes(action), data_kind=action.kind)[
        icon(action.icon) if action.icon else None,
        h.span[h.b[action.text], action.note and h.small[action.note]],
        shown and h.span(".now")[shown],
        icon("chevron"),
    ]


def lines(*rows: Node) -> Renderable:
    """Rows and switches on one panel."""
    return h.div(".lines")[rows]


def stepper(
    label: str, shown: str, *, less: Action, more: Action, id: str, hint: str = ""
) -> Renderable:
    """A number with a button to each side."""
    return h.div(".line.stepper", id=id, role="group", aria_label=label)[
        h.span[h.b[label], hint and h.small[hint]],
        button(less),
        h.output[shown],
        button(more),
    ]


def _option(option: Option, chosen: str, event: str, id: str) -> Renderable:
    on = option.value == chosen
    action = Action(
        option.text, event, option.value, id=id_from(id, option.value), pressed=on, off=option.off
    )
    return h.button(".option", attributes(action))[
        h.span[h.b[option.text], option.note and h.small[option.note]],
        icon("check") if on else None,
    ]
