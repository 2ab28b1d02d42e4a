"""The drawings on the cards: suits, ranks, courts, Joker, back.

A card is 100 by 142. Ranks are strokes, so that a card needs no font and looks alike on every
phone. `currentColor` is the colour of the suit; the stylesheet sets it.
"""

SUITS: dict[str, str] = {
    "S": '<path d="M16 1.5C21 8.5 30 13.5 30 20.7a6.6 6.6 0 0 1-12.4 3.2c.2 2.8 1.2 4.8 '
    "3.4 6.6H11c2.2-1.8 3.2-3.8 3.4-6.6A6.6 6.6 0 0 1 2 20.7C2 13.5 11 8.5 16 1.5z"
    '"/>',
    "H": '<path d="M16 30C8 22.5 1.5 17.5 1.5 10.3A7.3 7.3 0 0 1 16 8a7.3 7.3 0 0 1 14.5 '
    '2.3C30.5 17.5 24 22.5 16 30z"/>',
    "D": '<path d="M16 1c2.8 5.6 6.6 10.6 11.5 15C22.6 20.4 18.8 25.4 16 31 13.2 25.4 9.4 '
    '20.4 4.5 16 9.4 11.6 13.2 6.6 16 1z"/>',
    "C": '<circle cx="16" cy="8.4" r="6.6"/><circle cx="8.3" cy="18.8" r="6.6"/>'
    '<circle cx="23.7" cy="18.8" r="6.6"/><path d="M13 13h6l-1.5 6c.2 5.4 1.3 8.8 3.7 11.5H'
    '10.8c2.4-2.7 3.5-6.1 3.7-11.5z"/>',
    "X": '<path d="M16 1.5l4.2 9.7 10.3 1-7.8 7 2.3 10.3L16 24.1 7 29.5l2.3-10.3-7.8-7 10.3-1z"/>',
}

# Strokes on a 24 by 32 grid; the ten is the widest and gets a grid of 34.
RANKS: dict[str, str] = {
    "A": "M3 30L12 3l9 27M6.3 21.5h11.4",
    "2": "M4 11a7.9 7.9 0 1 1 14.2 4.8L4.8 28.2H21",
    "3": "M4 4.5h15l-7.5 9c5.3-.2 9 2.7 9 7.3a8.4 8 0 0 1-16.7 1.7",
    "4": "M15.5 30V4L3.5 22.5H22",
    "5": "M19.5 4.5H7.3L6 15.3c1.5-1.4 3.6-2.2 6-2.2a7.9 7.8 0 1 1-8 9.3",
    "6": "M16.5 3L6 17.5M12 13.4a7.9 7.7 0 1 0 .1 0z",
    "7": "M3.5 4.5h16.3L9 30",
    "8": "M12 4.2a5.8 5.3 0 1 0 .1 0zM12 14.7a7.4 6.8 0 1 0 .1 0z",
    "9": "M7.5 29.5L18 15M12 3.7a7.9 7.7 0 1 0 .1 0z",
    "10": "M2.5 9L8 4.5V30M23.5 4.3c-4 0-6.5 3-6.5 7.5v8.5c0 4.5 2.5 7.5 6.5 7.5s6.5-3 6.5-7.5"
    "v-8.5c0-4.5-2.5-7.5-6.5-7.5z",
    "J": "M17.5 2.5v18.7a6.8 6.8 0 0 1-13.4 1.6",
    "Q": "M12 4.3c-5 0-8.5 4.5-8.5 11.5S7 27.5 12 27.5s8.5-4.7 8.5-11.7S17 4.3 12 4.3zM13 21l8 9.5",
    "K": "M5.3 2.5V30M20.5 2.5L6 18.5M11 13.5L21 30",
}

_SKIN, _GOLD, _DARK = "#f3d9bd", "#e0a93b", "#2a2420"
_EYES = (
    f'<g fill="{_DARK}"><circle cx="{{}}" cy="{{}}" r="1.5"/>'
    '<circle cx="{}" cy="{}" r="1.5"/></g>'
)

# Busts on a 60 by 84 grid. The suit is on the breast, at 30 by 71.
COURTS: dict[str, str] = {
    "J": '<path d="M15 26h30v19c0 4-3 6-6 6H21c-3 0-6-2-6-6z" fill="currentColor" opacity=".72"/>'
    f'<path d="M20 25h20v15a10 11 0 0 1-20 0z" fill="{_SKIN}"/>'
    f'<path d="M42 15C44 4 52 0 57 3c0 7-6 12-15 13z" fill="{_GOLD}"/>'
    '<path d="M11 27c-1-9 7-16 19-16s19 5 20 12c-12-2-27-1-39 4z" fill="currentColor"/>'
    + _EYES.format(26, 33, 34, 33)
    + f'<path d="M26.5 41c2 1.6 5 1.6 7 0" stroke="{_DARK}" stroke-width="1.5" fill="none"/>'
    '<path d="M5 84c0-20 10-30 25-30s25 10 25 30z" fill="currentColor"/>'
    f'<path d="M30 54c8 0 15 3 19.5 9L55 84H30z" fill="{_GOLD}"/>'
    '<path d="M20 52l10 8 10-8-2 9-8 4-8-4z" fill="#fff"/>',
    "Q": '<path d="M13 30c0-14 8-19 17-19s17 5 17 19c0 12 2 20 6 27H7c4-7 6-15 6-27z" '
    'fill="currentColor" opacity=".72"/>'
    f'<path d="M20 24c7-1 12-3 14-6 1 3 3 5 6 6v14a10 12 0 0 1-20 0z" fill="{_SKIN}"/>'
    f'<path d="M14 19l-1-11 8 5 9-9 9 9 8-5-1 11c-10-4-22-4-32 0z" fill="{_GOLD}"/>'
    f'<circle cx="30" cy="4" r="3" fill="{_GOLD}"/>'
    + _EYES.format(26, 32, 34, 32)
    + '<path d="M27 41.5c2-1 4-1 6 0-2 2-4 2-6 0z" fill="#b3261e"/>'
    f'<path d="M25 48h10v8H25z" fill="{_SKIN}"/>'
    '<path d="M4 84c1-20 9-28 19-30 2 5 12 5 14 0 10 2 18 10 19 30z" fill="currentColor"/>'
    f'<path d="M21 54c3 9 15 9 18 0" fill="none" stroke="{_GOLD}" stroke-width="3"/>',
    "K": f'<path d="M19 22h22v18H19z" fill="{_SKIN}"/>'
    f'<path d="M14 24L11 6l10 8 9-12 9 12 10-8-3 18z" fill="{_GOLD}"/>'
    '<path d="M14 20h32v5H14z" fill="currentColor"/>'
    + _EYES.format(25, 31, 35, 31)
    + '<path d="M3 84c1-20 10-29 27-29s26 9 27 29z" fill="currentColor"/>'
    '<path d="M14 59c8-4 24-4 32 0l-3 7c-8-3-18-3-26 0z" fill="#fff"/>'
    '<path d="M16 28c2 7 7 8 14 6 7 2 12 1 14-6 3 17-3 29-14 34-11-5-17-17-14-34z" '
    'fill="#6b635c"/><path d="M26 40h8" stroke="#f3d9bd" stroke-width="2"/>',
}

JOKER = (
    f'<path d="M20 30h20v14a10 11 0 0 1-20 0z" fill="{_SKIN}"/>'
    '<path d="M14 31C6 29 2 20 4 10c6 1 12 5 15 11 1-8 5-14 11-18v27z" fill="currentColor"/>'
    f'<path d="M46 31c8-2 12-11 10-21-6 1-12 5-15 11C40 13 36 7 30 3v27z" fill="{_GOLD}"/>'
    '<path d="M14 28h32v5H14z" fill="currentColor"/>'
    f'<g fill="{_GOLD}" stroke="currentColor" stroke-width="1.5"><circle cx="4" cy="10" r="3.5"/>'
    '<circle cx="30" cy="4" r="3.5"/><circle cx="56" cy="10" r="3.5"/></g>'
    + _EYES.format(26, 38, 34, 38)
    + f'<path d="M24 44c3 4 9 4 12 0" stroke="{_DARK}" stroke-width="2" fill="none"/>'
    '<path d="M8 84c0-14 8-24 22-24s22 10 22 24z" fill="currentColor"/>'
    f'<path d="M30 60c14 0 22 10 22 24H30z" fill="{_GOLD}"/>'
    '<path d="M12 58l7-5 5 5 6-5 6 5 5-5 7 5-6 11-6-5-6 6-6-6-6 5z" fill="#fff"/>'
)

# The back: a lattice with a new moon, the mark of the house.
BACK = (
    '<rect width="100" height="142" fill="#fbf8f0"/>'
    '<rect x="6" y="6" width="88" height="130" rx="6" fill="#7c2430"/>'
    '<path d="M6 49L49 6M6 93L93 6M6 136L94 48M50 136L94 92M94 49L51 6M94 93L7 6M94 136L6 48M50 136'
    'L6 92" stroke="#a84a50" stroke-width="2.5"/>'
    '<circle cx="50" cy="71" r="23" fill="#7c2430" stroke="#e0a93b" stroke-width="2.5"/>'
    '<path d="M58 82a15 15 0 1 1 0-22 12.5 12.5 0 0 0 0 22z" fill="#e0a93b"/>'
)
