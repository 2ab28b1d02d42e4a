"""Actions and buttons, page frames and notices.

Every event goes out as `data-event` with, where there is one, `data-value`. Everything that can
be tapped has an id that stays the same from one drawing to the next.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import htpy as h
from htpy import Node, Renderable

from .icons import icon
from .kept import kept

Kind = Literal["plain", "prime", "quiet", "danger"]
Tone = Literal["plain", "good", "warn"]


@dataclass(frozen=True, slots=True)
class Action:
    """Something to tap: its text, the event it sends, and how much it asks to be tapped.

    `note` is a second, smaller line. `label` replaces the text for a screen reader. `id` follows
    from event and value where it is left out. `focus` asks for the focus when it appears;
    `calm` is heard even just after the table changed under the finger.
    """

    text: str
    event: str
    value: str | None = None
    kind: Kind = "plain"
    note: str = ""
    icon: str = ""
    label: str = ""
    id: str = ""
    off: bool = False
    pressed: bool | None = None
    focus: bool = False
    calm: bool = False

    def key(self) -> str:
        """The id of its button."""
        return self.id or id_from("do", self.event, self.value)


def id_from(*words: str | None) -> str:
    """An id made of words: "do", "bid", "20" give "do-bid-20"."""
    return "-".join(re.sub(r"[^A-Za-z0-9]+", "-", word).strip("-") for word in words if word)


def attributes(action: Action) -> dict[str, str | bool | None]:
    """What every button of an action carries, whatever its look."""
    pressed = None if action.pressed is None else ("true" if action.pressed else "false")
    return {
        "type": "button",
        "id": action.key(),
        "data-event": action.event,
        "data-value": action.value,
        "data-focus": "true" if action.focus else None,
        "data-calm": "true" if action.calm else None,
        "aria-label": action.label or None,
        "aria-pressed": pressed,
        "disabled": action.off,
    }


@kept
def button(action: Action) -> Renderable:
    """A button with its text, icon before it and note beneath it."""
    return h.button(".btn", attributes(action), data_kind=action.kind)[
        icon(action.icon) if action.icon else None,
        h.span[action.text, action.note and h.small[action.note]],
    ]


@kept
def icon_button(action: Action) -> Renderable:
    """A round button that shows only its icon; its text is read out."""
    return h.button(".round", attributes(action) | {"aria-label": action.label or action.text})[
        icon(action.icon)
    ]


def buttons(*actions: Action) -> Renderable:
    """Buttons side by side with equal room; below each other where a text is long."""
    return h.div(".buttons", data_n=str(len(actions)))[map(button, actions)]


def screen(
    title: str,
    body: Node,
    *,
    back: Action | None = None,
    tools: Sequence[Action] = (),
    foot: Node = None,
    name: str = "page",
) -> Renderable:
    """A page that scrolls under its title, with the main action held at the bottom.

    `tools` are icon buttons at the right of the title. `name` tells pages apart, so that a new
    page starts at its top.
    """
    return h.div(".screen", id=f"screen-{name}")[
        h.header(".bar")[
            icon_button(back) if back else None,
            h.h1[title],
            map(icon_button, tools),
        ],
        h.div(".page", id=f"page-{name}", tabindex="0")[h.div(".column")[body]],
        h.footer(".foot")[h.div(".column")[foot]] if foot is not None else None,
    ]


def section(title: str, body: Node, *, id: str) -> Renderable:
    """A part of a page under its own heading."""
    return h.section(".part", aria_labelledby=f"{id}-title", id=id)[
        h.h2(id=f"{id}-title")[title], body
    ]


def notice(
    text: str,
    *,
    id: str,
    actions: Sequence[Action] = (),
    dismiss: Action | None = None,
    tone: Tone = "plain",
    icon_name: str = "",
) -> Renderable:
    """A bar with a sentence, things to do about it and, if it may be put away, a cross."""
    sign = icon_name or ("warn" if tone == "warn" else "")
    return h.div(".notice", id=id, data_tone=tone)[
        icon(sign) if sign else None,
        h.p[text],
        map(button, actions),
        icon_button(dismiss) if dismiss else None,
    ]


@kept
def spoken(text: str) -> Renderable:
    """Words for screen readers only."""
    return h.span(".sr")[text]
