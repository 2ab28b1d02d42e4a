"""What a relay counts, in the text form that Prometheus reads; numbers, no names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from web.relay.server import Shell

KIND: Final = "text/plain; version=0.0.4; charset=utf-8"


def text(shell: Shell) -> str:
    """All that is counted."""
    house = shell.house
    lines: list[str] = []

    def add(name: str, kind: str, what: str, *values: tuple[str, float]) -> None:
        lines.append(f"# HELP relay_{name} {what}\n# TYPE relay_{name} {kind}")
        lines.extend(f"relay_{name}{label} {value}" for label, value in values)

    add("rooms", "gauge", "Rooms held.", ("", len(house.rooms)))
    add("connections", "gauge", "Connections open.", ("", len(shell.lines)))
    add("log_bytes", "gauge", "Bytes of all logs.", ("", house.size))
    late = sum(len(room.late) for room in house.rooms.values())
    add("late", "gauge", "Connections that have not yet been sent all.", ("", late))
    counts = house.counts
    add("connections_total", "counter", "Connections made.", ("", counts["connections"]))
    add("entries_total", "counter", "Entries taken into logs.", ("", counts["entries"]))
    add("deliveries_total", "counter", "Frames sent to rooms.", ("", shell.delivered))
    add("forks_total", "counter", "Histories that did not agree.", ("", counts["forks"]))
    add("troubles_total", "counter", "Faults of the relay's own.", ("", counts["troubles"]))
    refusals = [(f'{{code="{code}"}}', count) for code, count in sorted(house.refusals.items())]
    add("refusals_total", "counter", "Frames and connections refused, by code.", *refusals)
    return "\n".join(lines) + "\n"


def report(shell: Shell) -> dict[str, Any]:
    """The same in short, for a line of the log."""
    house = shell.house
    return {
        "rooms": len(house.rooms),
        "connections": len(shell.lines),
        "log_bytes": house.size,
        "entries": house.counts["entries"],
        "refused": dict(house.refusals),
    }
