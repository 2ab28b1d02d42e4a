"""Names of people: the same name twice is told apart, also where it only looks the same."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from typing import Final

_LOOKS: Final = str.maketrans(
    dict(
        zip(
            "аеорсухкмтнвіјѕԁɡһӏοαενρτυικηχøłđıℓ015",
            "aeopcyxkmthbijsdghloaevptuiknxoldilols",
            strict=True,
        )
    )
)
"""Small letters of other scripts, and figures, that look like Latin ones; after folding."""


def skeleton(name: str) -> str:
    """What a name looks like: the same for two names that the eye takes for one."""
    plain = unicodedata.normalize("NFKD", name).casefold()
    kept = "".join(c for c in plain if unicodedata.category(c)[0] not in "MZCP")
    return kept.translate(_LOOKS)


def told_apart(names: Mapping[int, str]) -> Mapping[int, str]:
    """By the same keys, in rising order, what to call each: a second Sam is “Sam 2”.

    Who has no name is “Guest” with a number.
    """
    found: dict[int, str] = {}
    taken: set[str] = set()
    for number, name in sorted(names.items()):
        label, count = name or f"Guest {number + 1}", 1
        while skeleton(label) in taken:
            count += 1
            base = name or f"Guest {number + 1}"
            label = f"{base[:20]} {count}"
        taken.add(skeleton(label))
        found[number] = label
    return found
