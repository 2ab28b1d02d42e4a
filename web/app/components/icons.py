"""Small line drawings on a 24 by 24 grid, drawn with one stroke width."""

from markupsafe import Markup

_DOT = '<circle cx="{}" cy="{}" r="1.6" fill="currentColor" stroke="none"/>'

DRAWINGS: dict[str, str] = {
    "menu": '<path d="M4 7h16M4 12h16M4 17h16"/>',
    "help": '<path d="M8.5 9a3.5 3.5 0 1 1 5 3.2c-1 .6-1.5 1.2-1.5 2.3"/>' + _DOT.format(12, 18.5),
    "back": '<path d="M15 5l-7 7 7 7"/>',
    "chevron": '<path d="M9 5l7 7-7 7"/>',
    "play": '<path d="M8 5l11 7-11 7z" fill="currentColor"/>',
    "close": '<path d="M6 6l12 12M18 6L6 18"/>',
    "check": '<path d="M5 12.5l4.5 4.5L19 7.5"/>',
    "bot": '<rect x="4.5" y="8" width="15" height="11.5" rx="3.5"/><path d="M12 8V4"/>'
    + _DOT.format(9.3, 13.5)
    + _DOT.format(14.7, 13.5)
    + _DOT.format(12, 3.6),
    "friends": '<circle cx="9" cy="9" r="3.4"/><path d="M3 19.5c.4-4 2.7-6 6-6s5.6 2 6 6"/>'
    '<path d="M15.5 5.8a3.4 3.4 0 0 1 0 6.4M17.5 14c2 .7 3.2 2.5 3.5 5.5"/>',
    "phone": '<rect x="7" y="3" width="10" height="18" rx="2.2"/><path d="M11 17.8h2"/>',
    "book": '<path d="M12 6.5C10 5 7 4.5 4 4.7v13.6c3-.2 6 .3 8 1.8 2-1.5 5-2 8-1.8V4.7'
    'c-3-.2-6 .3-8 1.8zM12 6.5v13.6"/>',
    "learn": '<path d="M2.5 9.5L12 5l9.5 4.5L12 14zM6.5 12v4.5c3.3 2.6 7.7 2.6 11 0V12"/>',
    "settings": '<path d="M4 7h9M17.5 7H20M4 17h2.5M11 17h9"/><circle cx="15.3" cy="7" r="2.3"/>'
    '<circle cx="8.7" cy="17" r="2.3"/>',
    "trick": '<rect x="4" y="6.5" width="9" height="13" rx="1.8"/>'
    '<path d="M9 3.5h8.5A2.5 2.5 0 0 1 20 6v10.5"/>',
    "last": '<path d="M4.5 5v4.5H9M5 9.3A8 8 0 1 1 4.2 14M12 8v4.5l3 2"/>',
    "crown": '<path d="M4 18l-1-10.5 5 4L12 5l4 6.5 5-4L20 18z" fill="currentColor"/>',
    "lead": '<path d="M5 5v15M5 5.5h12l-3 4 3 4H5" />',
    "warn": '<path d="M12 4L2.8 19.5h18.4zM12 10v4.5"/>' + _DOT.format(12, 17),
    "lamp": '<path d="M9 17.5c0-2.5-3-4-3-7.7a6 6 0 1 1 12 0c0 3.7-3 5.2-3 7.7zM10 21h4"/>',
    "search": '<circle cx="10.5" cy="10.5" r="6"/><path d="M15 15l5.5 5.5"/>',
    "copy": '<rect x="8" y="8" width="12" height="12" rx="2.2"/>'
    '<path d="M16 4.5H6.5a2 2 0 0 0-2 2V16"/>',
    "down": '<path d="M12 4.5v14M6 13l6 6 6-6"/>',
    "install": '<path d="M12 3.5v11M7.5 10.5L12 15l4.5-4.5M4 16v4h16v-4"/>',
    "update": '<path d="M19.5 5v4.5H15M19 9.3A8 8 0 1 0 19.8 14"/>',
    "share": '<path d="M12 15V3.5M8 7l4-3.7L16 7M6 11H5v9.5h14V11h-1"/>',
    "trash": '<path d="M4.5 7h15M9.5 7V4h5v3M6.5 7l1 13.5h9l1-13.5M10 11v5.5M14 11v5.5"/>',
    "plus": '<path d="M12 5v14M5 12h14"/>',
    "minus": '<path d="M5 12h14"/>',
    "partner": '<path d="M12 20C6 15.5 3.5 12.5 3.5 9A4.3 4.3 0 0 1 12 7.8 4.3 4.3 0 0 1'
    ' 20.5 9c0 3.5-2.5 6.5-8.5 11z"/>',
    "away": '<path d="M8 6h8l-8 11.5h8"/>',
    "undo": '<path d="M8.5 5L4 9.5 8.5 14M4.5 9.5H14a5.5 5.5 0 0 1 0 11h-3"/>',
    "chart": '<path d="M4 4v16h16M7.5 15l4-5 3.5 2.5L20 6"/>',
    "dots": _DOT.format(5.5, 12) + _DOT.format(12, 12) + _DOT.format(18.5, 12),
    "laugh": '<circle cx="12" cy="12" r="8.5"/><path d="M8 14c1 2 2.4 3 4 3s3-1 4-3"/>'
    + _DOT.format(9, 9.8)
    + _DOT.format(15, 9.8),
    "moon": '<path d="M19.5 14.5A8 8 0 1 1 9.5 4.5a6.5 6.5 0 0 0 10 10z"/>',
}


def icon(name: str) -> Markup:
    """The drawing called `name`, as tall as the text around it; hidden from screen readers.

    Raises KeyError for a name that is not in `DRAWINGS`, so that a typing error is seen at once.
    """
    DRAWINGS[name]
    return Markup(f'<svg class="icon" aria-hidden="true"><use href="#i-{name}"></use></svg>')


def icon_lines() -> dict[str, str]:
    """Every icon's drawing as it stands in its symbol `i-<name>`, by name."""
    return {
        name: '<g fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" '
        f'stroke-linejoin="round">{drawing}</g>'
        for name, drawing in DRAWINGS.items()
    }
