"""A search of what every phone shows, keeps, sends and is sent, for what it must not have: hidden cards
of others, and keys.

What a phone may know is taken from its own log at the length it had heard when its page was read, or a
longer one: what is public there is public. So it does not matter that phones are read one after another.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from itertools import count as counting
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

from engine.rooms.ledger import ROOM, TABLE
from engine.rooms.room import Room
from engine.rooms.sealing import NotOpened, RoomKeys, from_letters
from engine.sealed import group
from engine.sealed.steps import finish
from tests.sealed_scan import Pair, keys_in, pairs_of, rows_in
from tests.test_rooms_secrets import of_the_room, secrets_of

if TYPE_CHECKING:
    from tests.browser.club import Phone

SHOWN_EVER = """
(() => {
  window.shownEver = new Set();
  const look = () => {
    const deal = document.body.dataset.deal;
    if (!deal) return;
    for (const it of document.querySelectorAll("[data-card][data-move^=slot-], [data-card][id]")) {
      const slot = /(\\d+)$/.exec(it.dataset.move ?? it.id);
      if (slot) window.shownEver.add(`${deal} ${slot[1]} ${it.dataset.card}`);
    }
  };
  document.addEventListener("DOMContentLoaded", () =>
    new MutationObserver(look).observe(document.body, {
      attributes: true, childList: true, subtree: true,
    }));
})();
"""
"""Notes each card that a page shows face up, with the deal it belongs to, if only for one paint."""

KEPT = 30  # seconds after which what a phone has heard lies in its store


def kept_room(phone: Phone) -> Room:
    """The room as the phone would find it when it is opened again; the phone is not touched."""
    return room_of(phone.kept())


def room_of(texts: dict[str, str]) -> Room:
    """The room that these texts of a device make, all that was kept of its log taken in."""
    kept = {key.removeprefix("room."): it for key, it in texts.items() if key[:5] == "room."}
    drawn = (sha256(f"reader/{number}".encode()).digest() for number in counting())
    with patch.object(group, "decode", _decode):
        room = finish(Room.restored(kept, "", 0, lambda: next(drawn)))
        for _ in room.work():  # takes in what was kept of the log and not yet looked at
            pass
    return room


_decode = lru_cache(maxsize=100_000)(group.decode)
"""A log is read again and again, and most of that would be finding its points."""


# -- reading ------------------------------------------------------------------------------------------


@dataclass
class Reading:
    """One phone, read; ``room`` knows of at least as many entries as its page did."""

    name: str
    number: int
    room: Room
    kept: str
    frames: list[str]  # those that came and went since it was read last
    asked: list[str]
    page: str
    shown: set[str]


def read(phone: Phone, number: int) -> Reading:
    """First the page and what came over its line, then its store, once all that is kept there."""
    shown = set(phone.page.evaluate("[...window.shownEver]"))
    page = phone.page.content()
    frames, phone.searched = phone.frames[phone.searched :], len(phone.frames)
    length = heard(phone.frames)
    end = time.monotonic() + KEPT
    while True:
        kept = phone.kept()
        room = room_of(kept)
        if room.session.log.next >= length:
            break
        assert time.monotonic() < end, f"{phone.called} does not keep entry {length - 1}"
        phone.page.wait_for_timeout(20)
    asked = list(phone.watch.requests)
    return Reading(phone.called, number, room, opened(kept), frames, asked, page, shown)


def of_one_length(phones: Sequence[Phone]) -> list[Room]:
    """What all keep, at one length of the log: read again where it moved meanwhile."""
    end = time.monotonic() + KEPT
    while True:
        before = {heard(it.frames) for it in phones}
        rooms = [kept_room(it) for it in phones]
        lengths = before | {it.session.log.next for it in rooms}
        if len(lengths | {heard(it.frames) for it in phones}) == 1:
            return rooms
        assert time.monotonic() < end, lengths
        phones[0].page.wait_for_timeout(50)


def heard(frames: Sequence[str]) -> int:
    """How long the log is by what has come over the line."""
    for frame in reversed(frames):
        found = re.match(r'\["e",(\d+),', frame)
        if found:
            return int(found[1]) + 1
        if frame.startswith('["log",'):
            rows = json.loads(frame)[1]
            if rows:
                return int(rows[-1][0]) + 1
    return 0


def opened(kept: dict[str, str]) -> str:
    """All that is kept, also what is closed in letters."""
    texts = list(kept.values())
    for text in kept.values():
        try:
            parts = json.loads(text)
        except ValueError:
            continue
        for part in parts if isinstance(parts, list) else [parts]:
            if isinstance(part, str) and len(part) > 40:
                try:
                    texts.append(from_letters(part).decode("latin-1"))
                except ValueError:
                    continue
    return "\n".join(texts)


def inside(frames: Sequence[str], keys: RoomKeys) -> Iterator[bytes]:
    """What everybody in the room reads in the bodies of frames."""
    for frame in frames:
        for body in re.findall(rf'"([{ROOM}{TABLE}][\w-]{{20,}})"', frame):
            try:
                yield keys.open(body[0], from_letters(body[1:]))
            except (NotOpened, ValueError):
                continue


# -- what a phone may have ------------------------------------------------------------------------------


def deal_of(room: Room) -> str:
    """The deal whose cards a table shows, as its page names it; empty where none is hidden."""
    play = room.play
    if play is None or play.who.standing.deal is None:
        return ""
    return f"{play.number}.{play.who.standing.deal.number}"


def known(room: Room) -> set[Pair]:
    """What a phone's person may know of the cards of the deal in play."""
    return (
        pairs_of(room.play.table.game, room.play.view()) if room.play and deal_of(room) else set()
    )


def of_bots(room: Room) -> set[Pair]:
    """What a phone knows of the cards because it plays for a bot: no person may see it."""
    peer = room.play.peer if room.play is not None and deal_of(room) else None
    if peer is None:
        return set()
    seats = [n for n, _ in enumerate(peer.table.seats) if peer.standing.player(n) == peer.device]
    found = set().union(*(pairs_of(peer.game, peer.view(it)) for it in seats), set())
    return found - known(room)


def secrets(reading: Reading, rooms: Sequence[Room]) -> dict[str, bytes]:
    """The secret bytes of a phone that nobody else may have; the keys of a hand that lies open on
    any phone are none any more."""
    found = secrets_of(reading)  # type: ignore[arg-type]
    play = reading.room.play
    peer = play.peer if play is not None else None
    for number in peer.secrets if play and peer else ():
        if any(_lies_open(it, play.number, number, peer.device) for it in rooms):
            for what in ("deal", "pair"):
                found.pop(f"{reading.name} {reading.number} {what} {number}")
    return found


def _lies_open(room: Room, table: int, number: int, device: int) -> bool:
    if room.play is None or room.play.number != table:
        return room.play is not None and room.play.number > table
    standing = room.play.who.standing
    if standing.deal is not None and standing.deal.number == number:
        return standing.deal.is_open(device)
    return standing.coming.number > number


# -- the search -----------------------------------------------------------------------------------------


def search(phones: Sequence[Phone]) -> tuple[list[str], int]:
    """What phones show, keep or send and must not, and how many hidden cards were searched for:
    cards of others and their keys; nobody shows or sends any key."""
    readings = [read(it, number) for number, it in enumerate(phones)]
    rooms = [it.room for it in readings]
    keys = [secrets(it, rooms) for it in readings]
    everybody = {name: key for own in keys for name, key in own.items()}
    shared = of_the_room(readings[0])  # type: ignore[arg-type]
    found, count = [], 0
    for number, it in enumerate(readings):
        deal, mine = deal_of(it.room), known(it.room)
        others = [room for room in rooms if room is not it.room and deal_of(room) == deal]
        hidden = set().union(*(known(room) | of_bots(room) for room in others), set()) - mine
        count += len(hidden)
        # What it has for its bot is in its store, and must not be on its page.
        unseen = hidden | of_bots(it.room)
        strange = {name: key for name, key in everybody.items() if name not in keys[number]}
        sent = "\n".join((*it.frames, *it.asked))
        plain = b"\n".join(inside(it.frames, it.room.keys)) if it.room.keys else b""
        where: dict[str, list[Any]] = {
            "shows a hidden card": sorted(_shown(it, deal) & unseen),
            "keeps a hidden card": sorted(rows_in(it.kept) & hidden),
            "sends a card": sorted(rows_in(sent) | rows_in(plain.decode("latin-1"))),
            "keeps another's key": keys_in(it.kept, strange),
            "sends a key": keys_in(sent, everybody | shared),
            "tells a key inside": keys_in(plain, everybody | shared),
            "shows a key": keys_in(it.page, everybody | shared),
        }
        found += [f"{it.name} {what}: {which}" for what, which in where.items() if which]
    return found, count


def _shown(reading: Reading, deal: str) -> set[Pair]:
    play = reading.room.play
    if play is None or not deal:
        return set()
    rows = [text.split(" ", 2) for text in reading.shown]
    return {(int(slot), play.table.game.parse_face(face)) for of, slot, face in rows if of == deal}
