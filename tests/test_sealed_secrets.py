"""No card and no key is found where it has no business; and the finder finds what is planted.

The numbers in the names of the tests are those of ``test_sealed_properties``.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Callable

import pytest

from engine.game import GameError, find
from engine.sealed import group
from engine.sealed.hand import Stage
from engine.sealed.journal import read
from engine.sealed.messages import Opened, decode
from engine.sealed.peer import Misuse, Peer
from tests.sealed_owed import receivers
from tests.sealed_room import Room, seed_of
from tests.sealed_scan import Pair, keys_in, pairs_in, pairs_of, reachable, rows_in
from tests.sealed_scenes import Film, deal_of, deeds, standing, three

FILMS = {"110": three, "deeds": deeds}


@pytest.fixture(params=FILMS)
def shown(request: pytest.FixtureRequest, full: bool) -> Film:
    """A whole hand of 110; of Deeds the beginning, or with ``--full`` a whole game."""
    return deeds(whole=full) if request.param == "deeds" else three()


def keys(room: Room, device: int) -> dict[str, bytes]:
    """What a device must keep to itself: its keys of the deals, and of the room."""
    found = {}
    for number, own in room.phones[device].secrets.items():
        found[f"key {device}/{number}"] = own.key
        found[f"scalar {device}/{number}"] = group.encode_scalar(own.pair.secret)
    for name, pair in (("signs", room.owners[device].signs), ("seals", room.owners[device].seals)):
        found[f"{name} {device}"] = group.encode_scalar(pair.secret)
    return found


def hands(room: Room) -> dict[int, set[int]]:
    """By device the slots that it alone may know now."""
    now = standing(room)
    owners = [receivers(now, slot) for slot in range(len(now.table.game.entitled(now.state)))]
    return {
        phone.device: {slot for slot, own in enumerate(owners) if own == {phone.device}}
        for phone in room.phones
    }


def truths(room: Room) -> dict[int, set[Pair]]:
    """By device the cards that it alone may know now, as it knows them."""
    found: dict[int, set[Pair]] = {}
    for device, slots in hands(room).items():
        phone = room.phones[device]
        number = phone.standing.deal.number if phone.standing.deal else -1
        own = phone.secrets.get(number)
        faces = own.faces(deal_of(room)) if own and phone.standing.deal else {}
        found[device] = {(slot, faces[slot]) for slot in slots if slot in faces}
    return found


def errors(phone: Peer) -> list[str]:
    """What a phone answers to all kinds of misuse."""
    game, found = phone.game, []
    tries: list[Callable[[], object]] = [lambda: phone.view(1 - phone.seat), phone.concede]
    tries += [
        lambda move=move: phone.move(game.parse_move(move))  # type: ignore[misc]
        for move in ("play 0", "play 7", "throw 0 1 2 3", "bank 3", "lay 2 red")
    ]
    tries.append(lambda: Peer(phone.table, 1 - phone.device, phone.identity, phone.entropy))
    for one in tries:
        before = phone.wish, list(phone.pending)
        try:
            one()
        except (Misuse, GameError, ValueError) as error:
            found += [str(error), repr(error)]
            found += [repr(getattr(error, "refusal", ""))]
        phone.wish, phone.pending = before
    return found


def views(phone: Peer) -> set[Pair]:
    seats = range(len(phone.table.seats))
    own = [seat for seat in seats if phone.standing.player(seat) == phone.device]
    return {pair for seat in own for pair in pairs_of(phone.game, phone.view(seat))}


def test_20_no_view_store_or_error_has_a_card_that_only_another_may_know(shown: Film) -> None:
    seen = 0
    for number, moment in enumerate(shown.moments):
        room = moment
        if number % 4 or standing(room).deal is None:
            continue
        if any(phone.standing.length < standing(room).length for phone in room.phones):
            continue
        hidden = truths(room)
        for phone in room.phones:
            foreign = {
                pair for device, own in hidden.items() if device != phone.device for pair in own
            }
            seen += len(foreign)
            assert not views(phone) & foreign
            own = phone.secrets[deal_of(room).number]
            assert not {*own.places} & {slot for slot, _ in foreign}
            texts = [*errors(phone), repr(room.heard[phone.device]), phone.saved().decode()]
            for text in (*texts, repr(own)):
                assert not pairs_in(phone.game, text) & foreign
            for state in (phone.standing.state, phone.view()):
                told = rows_in(repr(state)) | rows_in(phone.game.state_text(state))
                assert not told & foreign
    assert seen > 100


def test_20_no_key_is_anywhere_before_its_audit(shown: Film) -> None:
    last = shown.moments[-1]
    for number, moment in enumerate(shown.moments):
        room = moment
        deal = standing(room).deal
        opened = {device for phone in room.phones for device in _opened(phone)}
        if number % 3 and deal is not None and deal.stage is not Stage.OPEN:
            continue
        for owner in range(len(room.phones)):
            secrets = keys(room, owner)
            closed = {k: v for k, v in secrets.items() if owner not in opened or "/" not in k}
            for data in room.relay.log:
                assert not keys_in(data, closed)
            for phone in room.phones:
                assert not any(keys_in(data, closed) for data in phone.outgoing())
                assert not keys_in(repr(room.heard[phone.device]), closed)
                assert not keys_in("\n".join(errors(phone)), closed)
                assert not keys_in(repr(phone.secrets), closed)
                store = phone.saved()
                if phone.device != owner:
                    assert not keys_in(store, closed)
                    continue
                own = {f"key {owner}/{n}" for n in phone.secrets}
                assert {name.split(" as ")[0] for name in keys_in(store, closed)} <= own
    assert last.relay.log


def _opened(phone: Peer) -> set[int]:
    """The devices that have opened a key as far as a phone knows, itself included."""
    log = [*phone.journal.envelopes, *phone.outgoing()]
    return {read(data).device for data in log if isinstance(decode(read(data).body), Opened)}


def test_20_no_memory_holds_what_only_another_device_may_know() -> None:
    """Not even out of sight: from one phone no key of another, and no hidden card, is reached."""
    for at in (0.4, 0.6, 0.75):
        room = three().moments[int(at * len(three().moments))]
        foreign = hands(room)
        for phone in room.phones:
            others = [one for one in room.phones if one.device != phone.device]
            secrets = {k: v for one in others for k, v in keys(room, one.device).items()}
            numbers = {int.from_bytes(it, "little") for it in secrets.values()}
            held = list(reachable(phone))
            assert len(held) > 500
            assert not numbers & {it for it in held if isinstance(it, int)}
            assert not {*secrets.values()} & {it for it in held if isinstance(it, bytes)}
            known = {*phone.secrets[0].places}
            assert not any(known & foreign[one.device] for one in others)
            own = {int.from_bytes(it, "little") for it in keys(room, phone.device).values()}
            assert own & {it for it in held if isinstance(it, int)}  # the search does find them


def test_20_keys_are_erased_when_the_hand_is_settled() -> None:
    room = three().end
    held_before = keys(three().moments[len(three().moments) // 2], 1)
    phone = room.phones[1]
    assert phone.standing.closed
    store = json.loads(phone.saved())
    assert "0" not in store["keys"] and 0 not in phone.secrets
    scalar = int.from_bytes(held_before["scalar 1/0"], "little")
    held = list(reachable(phone))
    assert scalar not in held
    assert held_before["key 1/0"] not in held  # in the log it stands, opened, in an envelope
    assert not keys_in(phone.saved(), {"scalar": held_before["scalar 1/0"]})
    assert any(keys_in(data, {"key": held_before["key 1/0"]}) for data in phone.journal.envelopes)


# -- the finder is tested itself ------------------------------------------------------------------------

KEY = seed_of("planted")
ODD = bytes([251, 255, 190]) * 10 + b"\xff\xfe"  # in base64 full of what alphabets differ in


def _base64(secret: bytes, offset: int, url: bool, padded: bool) -> str:
    data = b"xyz"[:offset] + secret + b"after"[: 5 - offset]
    text = (base64.urlsafe_b64encode if url else base64.b64encode)(data).decode()
    return text if padded else text.rstrip("=")


PLANTED: dict[str, Callable[[bytes], bytes | str]] = {
    "raw": lambda key: b"\0\1" + key + b"\2",
    "lower hex": lambda key: f"key={key.hex()};",
    "upper hex": lambda key: f"key={key.hex().upper()};",
    "mixed hex": lambda key: "".join(
        one.upper() if n % 3 else one for n, one in enumerate(key.hex())
    ),
    "reversed hex": lambda key: key[::-1].hex(),
    "number in hex": lambda key: hex(int.from_bytes(key, "little")),
    "decimal, little end first": lambda key: f"KeyPair(secret={int.from_bytes(key, 'little')})",
    "decimal, big end first": lambda key: str(int.from_bytes(key, "big")),
    "repr": lambda key: f"Opened(key={key!r})",
    "a list of numbers": lambda key: json.dumps({"key": list(key)}),
    "a tight list of numbers": lambda key: json.dumps(list(key), separators=(",", ":")),
    "base64 in lines": lambda key: base64.encodebytes(key * 3),
} | {
    f"base64 at {offset}{', url' if url else ''}{', padded' if padded else ''}": (
        lambda key, offset=offset, url=url, padded=padded: _base64(  # type: ignore[misc]
            key, offset, url, padded
        )
    )
    for offset in range(3)
    for url in (False, True)
    for padded in (False, True)
}


@pytest.mark.parametrize("kind", PLANTED)
@pytest.mark.parametrize("key", [KEY, ODD], ids=["any", "odd"])
def test_20_every_planted_key_is_found(kind: str, key: bytes) -> None:
    leak = PLANTED[kind](key)
    secrets = {"mine": key, "other": seed_of("not planted")}
    assert {found.split(" as ")[0] for found in keys_in(leak, secrets)} == {"mine"}
    around = leak if isinstance(leak, bytes) else leak.encode()
    assert keys_in(b"a page with " + around + b" in it", secrets)


def test_20_a_planted_key_is_found_in_memory_and_in_a_store() -> None:
    room = three().at(lambda it: it.phones[0].standing.length > 20)
    theirs = room.phones[1].secrets[0]
    for place in ({"x": [theirs.pair]}, lambda: theirs, (theirs.pair.secret,)):
        room.phones[0].planted = place  # type: ignore[attr-defined]
        assert theirs.pair.secret in list(reachable(room.phones[0]))
    del room.phones[0].planted  # type: ignore[attr-defined]
    assert theirs.pair.secret not in list(reachable(room.phones[0]))
    room.phones[0].secrets[7] = theirs
    assert keys_in(room.phones[0].saved(), keys(room, 1))


@pytest.mark.parametrize(
    "text",
    [
        '{"is":"Table","faces":[null,null,null,{face}],"mixes":[]}',
        "State(faces=(None, None, None, {face}), x=1)",
        '{{"3": {face}}}',
        "{{3: {face}}}",
        "[[3, {face}]]",
        "Slot 3 cannot be the {name}.",
        "You may not play slot 3, it is the {name}.",
        '"3": "{name}"',
    ],
)
def test_20_every_planted_card_is_found(text: str) -> None:
    game = find("110").game
    face = game.parse_face("QS")
    leak = text.replace("{face}", str(face)).replace("{name}", "QS")
    leak = leak.replace("{{", "{").replace("}}", "}")
    assert (3, face) in pairs_in(game, leak)
    moved = leak.replace("3", "4").replace("null,", "", 1).replace("None, ", "", 1)
    assert (3, face) not in pairs_in(game, moved)


def test_20_a_planted_card_is_found_in_a_view() -> None:
    room = three().at(lambda it: it.phones[0].standing.length > 14)
    slot, face = min(truths(room)[1])
    phone = room.phones[0]
    assert (slot, face) not in views(phone)
    leaky = phone.game.reveal(phone.view(), {slot: face})
    assert (slot, face) in pairs_of(phone.game, leaky)
    assert (slot, face) in pairs_in(phone.game, phone.game.state_text(leaky))
