"""What lies over a page or takes its place: questions, menus, errors, a wait. Most pages go without."""

from collections.abc import Sequence

import htpy as h
from htpy import Node, Renderable

from .icons import icon
from .parts import Action, button, buttons, icon_button


def toast(text: str, *, id: str = "toast", action: Action | None = None) -> Renderable:
    """A short message that floats over the screen; the live region reads it, not this."""
    return h.div(".toast", id=id)[h.p[text], button(action) if action else None]


def dialog(title: str, body: Node, actions: Sequence[Action], *, id: str) -> Renderable:
    """A question over everything else. The last action is the one nearest to the thumb."""
    return h.div(".veil", id=f"{id}-veil")[
        h.div(
            ".dialog",
            id=id,
            role="alertdialog",
            aria_modal="true",
            aria_labelledby=f"{id}-title",
            aria_describedby=f"{id}-text",
        )[
            h.h2(id=f"{id}-title")[title],
            h.div(id=f"{id}-text")[h.p[body] if isinstance(body, str) else body],
            buttons(*actions),
        ]
    ]


def menu(title: str, actions: Sequence[Action], *, close: Action, id: str = "menu") -> Renderable:
    """A list of things to do over the table, with a cross to go back to it."""
    return h.div(".veil", id=f"{id}-veil")[
        h.div(".dialog.menu", id=id, role="dialog", aria_modal="true", aria_labelledby=f"{id}-t")[
            h.header(".bar")[h.h2(id=f"{id}-t")[title], icon_button(close)],
            h.div(".stack")[map(button, actions)],
        ]
    ]


def error_panel(
    title: str,
    *,
    kept: str,
    to_do: str,
    actions: Sequence[Action],
    report: str = "",
    report_label: str = "",
    id: str = "error",
) -> Renderable:
    """What happened, what was kept, what to do; and the report, folded, for copying."""
    return h.section(".error", id=id, role="alert")[
        h.h2[icon("warn"), title],
        h.p[kept],
        h.p[to_do],
        h.details(id=f"{id}-report")[h.summary[report_label], h.pre(tabindex="0")[report]]
        if report
        else None,
        buttons(*actions),
    ]


def waiting(
    text: str, *, done: int | None = None, of: int = 100, id: str = "waiting"
) -> Renderable:
    """For whom or what we wait, with a bar where it takes long."""
    return h.div(".waiting", id=id)[
        h.p[text],
        h.progress(value=str(done), max=str(of), aria_label=text) if done is not None else None,
    ]
