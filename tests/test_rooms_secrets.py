"""Where secrets may be: nowhere but in their own phone's store. Searched for in everything that goes out
or is kept, in any form; what is planted is found, so that the search can be believed."""

from __future__ import annotations

import json

import pytest

from engine.rooms import actions as act
from engine.rooms.codes import Code
from engine.rooms.sealing import from_letters
from engine.sealed.group import encode_scalar
from tests.rooms_world import Handset, World
from tests.sealed_scan import forms, keys_in, pairs_in, pairs_of, reachable, rows_in
from tests.test_rooms_table import a_move, begun


@pytest.fixture(autouse=True)
def nothing_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.rooms.play.AHEAD", False)


def secrets_of(phone: Handset) -> dict[str, bytes]:
    """All 32 secret bytes of a phone that nobody else may have, by name."""
    room = phone.room
    assert room is not None
    found = {"seed": room.phone.seed, "nonce": room.phone.nonce(room.lobby.members[room.me].drawn)}
    for name in ("signs", "seals"):
        found[name] = encode_scalar(getattr(room.identity, name).secret)
    peer = room.play.peer if room.play is not None else None
    if peer is not None:
        for number, own in peer.secrets.items():
            found[f"deal {number}"] = own.key
            found[f"pair {number}"] = encode_scalar(own.pair.secret)
    return {f"{phone.name} {phone.number} {name}": key for name, key in found.items()}


def of_the_room(phone: Handset) -> dict[str, bytes]:
    """What all inside have, and nobody else."""
    room = phone.room
    assert room is not None and room.keys is not None
    closing = {f"close {it}": room.keys.derived(f"close {it}") for it in "LS"}
    return {"secret": room.secret, **closing}


def kept(phone: Handset) -> str:
    """All that a phone ever wrote, also what is closed in letters."""
    texts = [text for _, text in phone.written if text]
    for _, text in phone.written:
        for part in json.loads(text) if text else ():
            if isinstance(part, str) and len(part) > 40:
                try:
                    texts.append(from_letters(part).decode("latin-1"))
                except ValueError:
                    continue
    return "\n".join(texts)


def at_the_table(seed: object) -> tuple[World, list[Handset]]:
    """Three phones and a bot in the midst of a deal, and a member that watches."""
    world, phones = begun(seed, 3, 4, watching=True)
    late = world.guest(phones[0].room.code, "Ada")  # type: ignore[union-attr]
    world.run(lambda: late.view().table is not None, 15_000)
    for _ in range(6):
        world.run(lambda: any(it.view().table.asked for it in phones), 20_000)
        mover = next(it for it in phones if it.view().table.asked)
        mover.do(act.Play(a_move(mover)))
        world.settle(600)
    return world, [*phones, late]


def test_no_secret_is_in_a_frame_or_in_the_store_of_another_phone() -> None:
    world, phones = at_the_table("scan")
    own = {phone.number: secrets_of(phone) for phone in phones}
    everybody = {name: key for keys in own.values() for name, key in keys.items()}
    frames = "\n".join(world.frames)
    assert keys_in(frames, everybody | of_the_room(phones[0])) == []
    assert len(frames) > 100_000
    code: Code = phones[0].room.code  # type: ignore[union-attr]
    assert code.five in frames and code.four not in frames
    for phone in phones:
        others = {name: key for name, key in everybody.items() if name not in own[phone.number]}
        assert keys_in(kept(phone), others) == [], phone.name
        assert "seed" in " ".join(keys_in(kept(phone), own[phone.number]))  # its own it must have


def test_a_hidden_card_is_in_no_frame_and_in_no_store_but_its_owners() -> None:
    world, phones = at_the_table("cards")
    table = phones[0].view().table
    public = pairs_of(table.game, table.game.masked(table.state))
    hands = {it.number: pairs_of(table.game, it.view().table.state) - public for it in phones}
    assert all(hands[it.number] for it in phones[:3]) and not hands[phones[3].number]
    for frame in world.frames:
        assert rows_in(frame) == set()
    for phone in phones:
        hidden = {pair for other, hand in hands.items() if other != phone.number for pair in hand}
        assert not rows_in(kept(phone)) & hidden
        view = phone.view().table
        seats = () if view.seat < 0 else (view.seat, *bots_of(view, phone))
        assert view.game.masked(view.state, *seats) == view.state
        for state in (view.last[0], view.last[3]):
            assert pairs_of(view.game, state) & hidden == set()


def bots_of(view: object, phone: Handset) -> tuple[int, ...]:
    me = phone.view().me
    return tuple(n for n, it in enumerate(view.keepers) if it == me)  # type: ignore[attr-defined]


def test_nothing_that_a_screen_or_an_error_report_is_given_holds_a_key() -> None:
    _, phones = at_the_table("reports")
    for phone in phones:
        secrets = secrets_of(phone) | of_the_room(phone)
        room = phone.room
        assert room is not None
        for thing in (phone.view(), *phone.events):
            for value in reachable(thing):
                if isinstance(value, bytes | str):
                    assert keys_in(value, secrets) == []
        text = "".join(map(repr, (phone.view(), room.take(), room.phone, room.keys, room.identity)))
        text += repr(room.door.doorman) + repr(room.newcomer) + repr(room.keeper.mark)
        assert keys_in(text, secrets) == []
        assert room.code.four not in text


def test_who_stands_before_the_door_has_nothing_of_the_room() -> None:
    world, phones = at_the_table("outside")
    code: Code = phones[0].room.code  # type: ignore[union-attr]
    eve = world.guest(Code(code.five, "AAAA"), "Eve")
    world.run(lambda: eve.view().phase == "wrong")
    secrets = {name: key for it in phones for name, key in secrets_of(it).items()}
    assert keys_in(kept(eve), secrets | of_the_room(phones[0])) == []
    assert code.four not in kept(eve)
    plain = [value for value in reachable(eve.room.session) if isinstance(value, bytes)]  # type: ignore[union-attr]
    assert not set(plain) & set((secrets | of_the_room(phones[0])).values())


def test_who_has_left_keeps_nothing() -> None:
    world, phones = at_the_table("left")
    phones[1].do(act.Leave())
    world.settle()
    assert phones[1].store == {}
    phones[0].do(act.Kick(2))
    world.settle()
    assert phones[2].store == {}


def test_a_planted_secret_is_found_in_every_form() -> None:
    world, phones = at_the_table("planted")
    secret = of_the_room(phones[0])
    for form, written in forms(secret["secret"]):
        if form != "raw":
            text = "".join(world.frames) + written.decode()
            assert any(it.startswith("secret as") for it in keys_in(text, secret)), form
    view = phones[0].view().table
    slot, face = next(iter(pairs_of(view.game, view.state)))
    assert (slot, face) in pairs_in(view.game, f'["e",5,"a",1,"{{{slot}: {face}}}"]')
    assert keys_in(kept(phones[1]) + json.dumps(list(secret["secret"])), secret) != []
