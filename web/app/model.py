"""The model: everything the screens show, as one frozen value.

``update`` makes the next model out of one event, ``render`` makes the page out of a model. Home
shows a model without a table: this module and what else is needed there import no engine.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from typing import TYPE_CHECKING, Any, Final

from web.app import texts

if TYPE_CHECKING:
    from engine.rule_sets import RuleSet
    from web.app.contracts import Company
    from web.app.tables import AppTable

Effect = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Settings:
    """What a person has chosen; kept on the device."""

    name: str = ""
    theme: str = "auto"
    four: bool = False
    first_tap: bool = False
    motion: bool = True
    pace: str = "normal"
    players: int = 4
    level: str = "steady"
    plain_told: bool = False  # that this address has no service worker was said once
    kitchen_told: bool = False  # what a room lacks at such an address was said once
    install_told: bool = False  # the offer to install was put away

    def text(self) -> str:
        """The text that is kept."""
        return json.dumps(asdict(self))


def parse_settings(text: str) -> Settings:
    """The settings a kept text holds; ``ValueError`` when it is damaged."""
    from engine.record import clean_name
    from engine.text import read_json

    try:
        found = read_json(text)
    except ValueError:
        raise ValueError("the text is damaged") from None
    if not isinstance(found, dict):
        raise ValueError("the text is damaged")
    usual = Settings()
    known = {f.name: found[f.name] for f in fields(Settings) if f.name in found}
    for name, value in known.items():
        if type(value) is not type(getattr(usual, name)):
            raise ValueError(f"“{name}” is damaged")
        if name in CHOICES and value not in CHOICES[name]:
            raise ValueError(f"“{name}” is damaged")
    known["name"] = clean_name(known.get("name", ""))
    return Settings(**known)


CHOICES: Final[Mapping[str, tuple[Any, ...]]] = {
    "theme": tuple(texts.THEMES),
    "pace": tuple(texts.PACES),
    "level": tuple(texts.LEVELS),
    "players": (2, 3, 4, 5, 6),
}


@dataclass(frozen=True, slots=True)
class Device:
    """What the page told about the device and about itself."""

    version: str = ""
    seed: str = ""  # from the address; used by the first game
    entropy: str = ""  # fresh at every start: where seeds come from
    games: int = 0  # dealt since the start
    platform: str = "other"
    standalone: bool = False
    service_worker: bool = True
    stored: int = -1  # bytes of all that is kept here, the program too; −1: not known
    compiled: str = "none"  # whether the program's code is kept ready to run: a key of texts.CODE
    code_trouble: str = ""  # why it could not be: a key of texts.CODE_TROUBLE
    inside: bool = False  # another app shows the page in a browser of its own
    address: str = ""  # of the page, to which a link adds what stands behind #
    offline_ready: bool = False
    update_ready: bool = False
    installable: bool = False


@dataclass(frozen=True, slots=True)
class Manner:
    """How a table goes on: what stands on the button to the next hand and on that to another game.

    ``off``: this person cannot begin it; the note says for whom one waits.
    """

    next_text: str = texts.NEXT_HAND
    next_note: str = ""
    again_text: str = texts.AGAIN
    again_note: str = ""
    again_off: bool = False


@dataclass(frozen=True, slots=True)
class Trouble:
    """A kept game that could not be read: what is wrong with it, the text, and its scores if any."""

    reason: str
    text: str
    scores: str = ""


@dataclass(frozen=True, slots=True)
class Model:
    """The whole app."""

    screen: str = "home"
    settings: Settings = field(default_factory=Settings)
    device: Device = field(default_factory=Device)
    game: str = ""  # the variant that the next table is opened with, "" for the first of all …
    house: tuple[tuple[str, Any], ...] = ()  # … with these rules changed, playable or not yet
    house_name: str = ""  # … under this name, if they have one
    opened: str = ""  # the house rule whose choices are shown
    sets: tuple[RuleSet, ...] = ()  # the rule sets saved on the device
    offered: RuleSet | None = None  # one that came by a link or was pasted
    table: AppTable | None = None  # the one on screen: that played alone, or that of the room
    company: Company | None = None  # the room, or the way into one
    together: bool = False  # the room is on screen, and the table is its
    aside: AppTable | None = None  # meanwhile: the table played alone
    manner: Manner = field(
        default_factory=Manner
    )  # how the table on screen goes on after a hand and a game
    touched: int | None = None  # the slot under the finger
    figure: int = 0  # the number of a half-made move: a bid whose suit is still to be chosen, hikes
    picked: tuple[int, ...] = ()  # slots chosen, in the order they were
    refused: str = ""  # the sentence why the last try was refused
    over: str = ""  # what lies over the screen: menu, last-trick, end, delete
    step: int = -1  # the trick looked at in the hand that is over; −1: none
    said: tuple[str, ...] = ()  # what happened since the last painting, in words
    log: tuple[str, ...] = ()  # what happened at the table, the last sentences
    notice: str = ""  # a sentence on the home screen or in a toast
    storage: str = ""  # why nothing can be kept
    trouble: Trouble | None = None
    ready: bool = False  # False in the page's own HTML, before Python is there
    search: str = ""  # what is looked for on the rules page
    came_from: str = "home"  # where the rules page leads back to

    @property
    def alone(self) -> AppTable | None:
        """The table played alone, on screen or not."""
        return self.aside if self.together else self.table
