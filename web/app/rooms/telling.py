"""What happened in the room besides moves, in one sentence each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from engine.rooms import events
from web.app.rooms import words
from web.app.rooms.company import Company

_WHY_HOST: Final = {
    "gone": "The host's phone has been gone for long: {name} is the host now.",
    "left": "The host has left: {name} is the host now.",
    "given": "{name} is the host now.",
}


def told(event: Any, company: Company) -> str:
    """The event in a sentence; nothing for what the screen alone shows."""
    tell = _TELL.get(type(event))
    return tell(event, company) if tell is not None else ""


def _named(sentence: str) -> Callable[[Any, Company], str]:
    return lambda event, company: sentence.format(name=company.called(event.member))


def _emoted(event: Any, company: Company) -> str:
    return f"{company.called(event.member)}: {words.EMOTE_WORDS.get(event.emote, event.emote)}"


def _taken_over(event: Any, company: Company) -> str:
    name, keeper = company.called(event.member), company.called(event.keeper)
    return f"A bot plays for {name}, on {keeper}'s phone."


_TELL: Final[dict[type, Callable[[Any, Company], str]]] = {
    events.Entered: _named("{name} has come in."),
    events.Left: _named("{name} has left for good."),
    events.Kicked: _named("{name} was taken out of the room."),
    events.Sat: _named("{name} sits down."),
    events.Stood: _named("{name} stands up."),
    events.HostPassed: lambda event, company: _WHY_HOST.get(event.why, "{name}").format(
        name=company.called(event.member)
    ),
    events.Emoted: _emoted,
    events.Claimed: _named("{name} asks for a seat at the table."),
    events.WentAway: _named("{name} is away; the table goes on."),
    events.Returned: _named("{name} is back."),
    events.TakenOver: _taken_over,
    events.AskedBack: _named("{name} asks to take a move back."),
    events.TakenBack: lambda event, company: "The last move was taken back.",
    events.Conceded: _named("{name} gives up."),
    events.Spoilt: lambda event, company: words.SPOILT,
    events.Starting: lambda event, company: "The game begins.",
    events.Forked: lambda event, company: words.FORKED,
}
