"""Rule sets: a named set of changes to a variant, as text and as a link.

The text form, as it is kept, pasted and sent::

    card-night rules 1
    game 110
    name Kitchen
    rules {"hold": "none", "target": 55}

The link form is the same text, packed into letters that survive every messenger.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Final

from engine.game import GameError, Variant, find
from engine.record import clean_name

FORMAT: Final = "card-night rules 1"
LONGEST: Final = 4_000  # characters; every field of every game changed has a fourth of them
DAMAGED: Final = "The link is damaged or was cut off."


class RuleSetError(GameError):
    """A rule set that cannot be read or played; the message says why in a sentence."""


@dataclass(frozen=True, slots=True)
class RuleSet:
    """A variant with changed rules under a name of its own."""

    variant: Variant
    rules: Any
    name: str = ""

    def text(self) -> str:
        """The text form, which ``parse_text`` reads back."""
        changes = self.variant.game.rules_changes(self.rules, self.variant.rules)
        name = clean_name(self.name)
        lines = (f"game {self.variant.name}", f"name {name}", f"rules {json.dumps(changes)}")
        return "\n".join([FORMAT, *lines, ""])

    def link(self) -> str:
        """The link form, which ``parse_link`` reads back: letters, digits, ``-`` and ``_``."""
        import base64  # these are for links alone, which hardly anybody sends
        import zlib

        packed = zlib.compress(self.text().encode(), 9)
        return base64.urlsafe_b64encode(packed).decode().rstrip("=")


def parse_link(link: str) -> RuleSet:
    """The rule set in a link; ``RuleSetError`` when it is broken or is not one."""
    import base64
    import binascii
    import zlib

    if len(link) > LONGEST:
        raise RuleSetError("The link is longer than any rule set can be.")
    try:
        packed = base64.b64decode(link + "=" * (-len(link) % 4), altchars=b"-_", validate=True)
        # A few bytes can claim to hold gigabytes; no more is unpacked than a rule set can have.
        unpacker = zlib.decompressobj()
        text = unpacker.decompress(packed, LONGEST).decode()
    except (binascii.Error, zlib.error, ValueError):
        raise RuleSetError(DAMAGED) from None
    if not unpacker.eof or unpacker.unused_data:
        raise RuleSetError(DAMAGED)
    return parse_text(text)


def parse_text(text: str) -> RuleSet:
    """The rule set a text holds; ``RuleSetError`` says what is wrong with it."""
    lines = [line.strip() for line in text[:LONGEST].strip().splitlines()]
    if not lines or lines[0] != FORMAT:
        raise RuleSetError(f"Rules as text begin with “{FORMAT}”.")
    found = dict(line.partition(" ")[::2] for line in lines[1:])
    if not {"game", "rules"} <= set(found):
        raise RuleSetError("The rules break off: the game or its rules are missing.")
    from engine.text import read_json

    variant = find(found["game"])
    try:
        changes = read_json(found["rules"])
    except ValueError:
        changes = None
    if not isinstance(changes, dict):
        raise RuleSetError("The rules cannot be read: they are given as {…}, and end there.")
    try:
        rules = variant.game.parse_rules(changes, variant.rules)
    except ValueError as error:
        raise RuleSetError(f"These rules cannot be played: {error}") from None
    return RuleSet(variant, rules, clean_name(found.get("name", "")))
