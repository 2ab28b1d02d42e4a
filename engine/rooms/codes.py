"""A room's code: nine letters, said as five and four, as ``BRAMB LEKT``.

The five name the room to the relay. The four never leave the phones: whoever enters proves that it
knows them (``greeting``). In a link all nine stand behind ``#``, which no browser sends anywhere.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

LETTERS: Final = "ABCDEFGHJKLMNPRSTVWXYZ"
"""Without I, O, Q and U, which are taken for others in print; nine of these are 40 bits."""

FIVE: Final = 5
FOUR: Final = 4
LINK: Final = "room="

_SLIPS: Final = str.maketrans(
    {"1": "L", "I": "L", "U": "V", "5": "S", "2": "Z", "8": "B", "6": "G"}
)
_BETWEEN: Final = " -–_.,·/\t\n\u00a0"
_LONGEST: Final = 60


class BadCode(ValueError):
    """What was typed is no code; the message is a sentence."""


@dataclass(frozen=True, slots=True)
class Code:
    """A room's code; ``four`` is a secret among those who may enter."""

    five: str
    four: str = field(repr=False)

    def __post_init__(self) -> None:
        if len(self.five) != FIVE or len(self.four) != FOUR or set(self.text) - set(LETTERS):
            raise BadCode("A room's code has nine letters, five and four.")

    @property
    def text(self) -> str:
        """All nine letters."""
        return self.five + self.four

    @property
    def said(self) -> str:
        """As it is shown and said aloud."""
        return f"{self.five} {self.four}"

    @property
    def fragment(self) -> str:
        """What stands behind ``#`` in a link; ``parse_fragment`` reads it back."""
        return LINK + self.text


def code_from(chance: bytes) -> Code:
    """The code that follows from 32 bytes of fresh chance."""
    number = int.from_bytes(chance, "big")
    letters = []
    for _ in range(FIVE + FOUR):
        number, place = divmod(number, len(LETTERS))
        letters.append(LETTERS[place])
    return Code("".join(letters[:FIVE]), "".join(letters[FIVE:]))


def parse_code(typed: str) -> Code:
    """The code that somebody typed, in any case and spacing; ``BadCode`` says what is wrong.

    Slips that can mean but one letter are mended: a one, or an I, is an L.
    """
    letters = "".join(c for c in typed[:_LONGEST].upper() if c not in _BETWEEN).translate(_SLIPS)
    strange = sorted({c for c in letters if c not in LETTERS})
    if strange:
        raise BadCode(f"No code has the letter “{strange[0]}”. Ask for it once more.")
    if len(letters) != FIVE + FOUR or len(typed) > _LONGEST:
        raise BadCode(f"A room's code has nine letters; these are {len(letters)}.")
    return Code(letters[:FIVE], letters[FIVE:])


def parse_fragment(fragment: str) -> Code | None:
    """The code in the part of an address behind ``#``; None where no room is named there.

    ``BadCode`` where one is named and cannot be.
    """
    for part in fragment[:1000].removeprefix("#").split("&"):
        if part.startswith(LINK):
            return parse_code(part.removeprefix(LINK).replace("%20", " "))
    return None
