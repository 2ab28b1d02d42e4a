"""A game that goes on at another table: from a state that all have signed, with other devices."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from random import Random

import pytest

from engine.sealed.audit import settled_digest
from engine.sealed.events import Closed, Convicted, Dealt, Fault
from engine.sealed.evidence import judge
from engine.sealed.messages import Message, Settled, Shuffled
from engine.sealed.peer import Peer
from engine.sealed.receipt import Receipt, ReceiptError, parse_receipt, receipt_of, signers
from engine.sealed.standing import state_hash
from engine.sealed.steps import finish
from engine.sealed.table import Device, Identity, Seat, Table, TableError, parse_table
from tests.sealed_room import Phone, Room, deals, entropy, identities, seed_of, table_of
from tests.sealed_scenes import all_know, become, deeds, moves, named, of, room_of, signed, three

NEW_ROOM = seed_of("the next table")


@cache
def played() -> Room:
    """A hand of 110 by three phones, the first of which keeps a bot; twins of it are changed."""
    return all_know(three().end)


def receipt(room: Room, device: int = 0) -> Receipt:
    found = finish(room.phones[device].receipt())
    assert found is not None
    return found


def going_on(
    room: Room, seats: tuple[Seat, ...], owners: tuple[Identity, ...], seed: object
) -> Room:
    """The room at the next table of a game, with these seats and devices."""
    devices = tuple(owner.device for owner in owners)
    table = room.table.played_on(seed_of(seed), receipt(room).state, seats, devices)
    return Room(room.table.variant, len(owners), seed=seed, at=(table, owners))


def results(room: Room) -> list[tuple[int, ...]]:
    return [tuple(it.totals) for it in room.phones[0].standing.state.table.results]


def altered(state: str) -> str:
    """The state of another game, in which somebody has more points."""
    data = json.loads(state)
    data["table"]["results"][0]["totals"][0] += 5
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False)


class Doubling(Phone):
    """Shuffles with one card twice."""

    def say(self, deal: int, message: Message) -> None:
        if isinstance(message, Shuffled):
            message = replace(message, cards=message.cards[64:128] + message.cards[64:])
        super().say(deal, message)


# -- receipts ------------------------------------------------------------------------------------------


def test_all_phones_have_the_same_receipt_and_a_stranger_can_check_it() -> None:
    room = played()
    texts = {receipt(room, device).text() for device in range(3)}
    assert len(texts) == 1
    found = parse_receipt(texts.pop())
    assert found == receipt(room)
    assert finish(signers(found)) == {0, 1, 2}
    assert found.number == 0 and parse_table(found.table) == room.table
    finding = room.phones[0].finding
    assert finding is not None and found.state == room.table.game.state_text(finding.world)


def test_there_is_no_receipt_before_a_deal_is_closed() -> None:
    assert finish(room_of(three().at(moves(3))).phones[0].receipt()) is None
    room = three().at(
        lambda it: any(len(p.standing.deal.signed) == 2 for p in it.phones if p.standing.deal)
    )
    phones = [phone for phone in room.phones if not phone.standing.closed]
    assert phones and all(finish(phone.receipt()) is None for phone in phones)


def test_a_phone_that_was_restored_in_the_next_deal_has_the_receipt_of_the_last() -> None:
    room = Room("110", 3, (0,), seed="restored receipt").play(
        lambda it: deals(1)(it) and moves(2)(it)
    )
    phone = room.phones[1]
    again = finish(Peer.restored(room.table, 1, room.owners[1], phone.entropy, phone.saved()))
    assert again.standing.deal is not None and again.standing.deal.number == 1
    found = finish(again.receipt())
    assert found is not None and found == receipt(room) and found.number == 0
    assert finish(again.receipt()) == found


def test_a_receipt_of_a_void_deal_is_of_the_state_before_it() -> None:
    room = all_know(room_of(three().at(moves(3))))
    for phone in room.phones:
        phone.vote_redeal()
    room.play(deals(1))
    found = receipt(room)
    assert finish(signers(found)) == {0, 1, 2}
    assert found.state == room.table.game.state_text(room.table.first)
    assert room.table.played_on(NEW_ROOM, found.state).first == room.table.first


def test_a_device_that_was_away_is_no_signer() -> None:
    room = all_know(room_of(three().at(moves(3))))
    room.phones[1].asleep = True
    for device in (0, 2):
        room.phones[device].vote_away(1)
    room.play(lambda it: bool(it.phones[0].standing.away))
    for device in (0, 2):
        room.phones[device].vote_take_over(1, 0)
    room.play(deals(1))
    assert finish(signers(receipt(room))) == {0, 2}
    assert receipt(room, 2) == receipt(room)


def test_no_receipt_is_right_but_the_true_one() -> None:
    true = receipt(played())
    other = receipt(Room("110", 2, seed="other receipt").play(deals(1)))
    table = json.loads(true.table)
    table["seats"][0][0] = "Mallory"
    first, second, third = true.signed
    moved = played().phones[0].journal.envelopes[10]
    for false in (
        replace(true, state=altered(true.state)),
        replace(true, table=json.dumps(table, ensure_ascii=False)),
        replace(true, table=true.table.replace(", ", ",")),
        replace(true, table=other.table),
        replace(true, number=1),
        replace(true, state=other.state),
        replace(true, signed=()),
        replace(true, signed=(first, first, third)),
        replace(true, signed=(second, first)),
        replace(true, signed=(first, moved)),
        replace(true, signed=(first, second[:-1] + bytes([second[-1] ^ 1]))),
        replace(true, signed=(first, second[:1] + b"\x02" + second[2:])),
        replace(true, signed=(*other.signed,)),
        replace(true, signed=(first, b"", third)),
        replace(true, table="{}"),
        replace(other, state=true.state),
    ):
        with pytest.raises(ReceiptError):
            finish(signers(false))
    assert finish(signers(replace(true, signed=(second,)))) == {1}


def test_one_that_lies_signs_alone() -> None:
    """A device can sign what it likes; then it is the only one to have signed it."""
    room, true = played(), receipt(played())
    false = altered(true.state)
    digest = settled_digest(room.table, 0, false)
    forged = signed(room, 1, Settled(digest), deal=0)
    assert finish(signers(replace(true, state=false, signed=(forged,)))) == {1}
    with pytest.raises(ReceiptError):
        finish(signers(replace(true, state=false, signed=(true.signed[0], forged))))


def test_no_text_is_a_receipt_but_one(full: bool) -> None:
    text, chance = receipt(played()).text(), Random("receipts")
    for bad in ("", "{}", "[]", "null", "[" * 200, text[:-1], text + "x", " " * 200_000):
        with pytest.raises(ReceiptError):
            parse_receipt(bad)
    for _ in range(3000 if full else 300):
        at = chance.randrange(len(text))
        spoilt = text[:at] + chance.choice('0a"{}[],:') + text[at + chance.randrange(2) :]
        try:
            found = parse_receipt(spoilt)
            devices = finish(signers(found)) if found != receipt(played()) else {0, 1, 2}
        except ReceiptError:
            continue
        assert found == receipt(played()) and devices == {0, 1, 2}


def test_nobody_gets_a_receipt_of_what_was_not_signed() -> None:
    room = played()
    finding = room.phones[0].finding
    assert finding is not None
    log = room.phones[0].journal.envelopes
    assert receipt_of(room.table, finding, log) == receipt(room)
    assert receipt_of(room.table, replace(finding, digest=bytes(32)), log) is None
    guilty = Convicted(0, 0, 1, -1, "A reason.")
    assert receipt_of(room.table, replace(finding, verdicts=(guilty,)), log) is None


# -- tables that play on -------------------------------------------------------------------------------


def test_a_newcomer_takes_a_bots_seat_and_a_device_has_another_key() -> None:
    room = played()
    owners = (room.owners[0], *identities("newcomers", 2), room.owners[2])
    seats = (
        Seat("Seat 0", 0),
        Seat("Nora on a new phone", 1),
        Seat("Seat 2", 3),
        Seat("A newcomer", 2),
    )
    later = going_on(room, seats, owners, "newcomer").play(deals(1))
    assert len(results(later)) == 2 and results(later)[:1] == results(room)
    assert not named(later) and later.said(Dealt, Closed) == [Dealt(0), *later.said(Closed)]
    assert later.table.context != room.table.context
    found = receipt(later, 2)  # the newcomer's
    assert finish(signers(found)) == {0, 1, 2, 3}
    assert parse_table(found.table).began == receipt(room).state
    last = Room("110", 4, seed="third", at=(later.table.played_on(NEW_ROOM, found.state), owners))
    assert len(results(last.play(deals(1)))) == 3


def test_a_leavers_seat_goes_to_a_bot_of_forty_fives_and_partners_stay() -> None:
    room = Room("forty-fives", 4, seed="leaver").play(deals(1))
    owners = (room.owners[0], room.owners[1], room.owners[3])
    seats = (Seat("A", 0), Seat("B", 1), Seat("a bot for C", 0, "random"), Seat("D", 2))
    later = going_on(room, seats, owners, "leaver 2").play(deals(1))
    assert len(results(later)) == 2 and results(later)[:1] == results(room)
    assert len(results(later)[1]) == 2  # sides, not seats
    assert not named(later)


def test_a_phone_that_comes_late_folds_the_new_log_alone() -> None:
    room = played()
    table = room.table.played_on(NEW_ROOM, receipt(room).state)
    later = Room("110", 3, seed="late", at=(table, room.owners))
    later.phones[1].asleep = True
    for device in (0, 2):
        later.phones[device].vote_away(1)
    later.play(lambda it: it.phones[0].standing.length > 20)
    all_know(later)
    late = Peer(parse_table(table.text()), 1, room.owners[1], entropy("late", 1))
    for data in later.relay.log:
        late.receive(data)
    finish(late.work())
    assert late.journal.head == later.phones[0].journal.head
    assert state_hash(late.standing) == state_hash(later.phones[0].standing)
    assert late.standing.state.table.results == played().phones[1].standing.state.table.results


def test_the_log_of_a_table_that_played_on_is_audited_by_itself() -> None:
    room = played()
    table = room.table.played_on(NEW_ROOM, receipt(room).state)
    later = Room("110", 3, seed="audited", at=(table, room.owners)).play(deals(1))
    text = later.phones[0].proof_text()
    found = finish(judge(text))
    assert found.convicted == [] and [it.number for it in found.findings] == [0]
    assert found.standing.closed == later.phones[0].standing.closed
    # From another state the same log is none of that table.
    lines = text.splitlines()
    other = replace(table, began=altered(receipt(room).state))
    with pytest.raises(Exception, match="Line 2"):
        finish(judge("\n".join([other.text(), *lines[1:]])))


def test_a_cheat_at_a_table_that_played_on_is_named() -> None:
    room = played()
    table = room.table.played_on(NEW_ROOM, receipt(room).state)
    later = Room("110", 3, seed="cheat", at=(table, room.owners))
    become(later, 2, Doubling)
    later.play(lambda it: all(of(heard, Fault) for heard in it.heard[:2]))
    (found,) = named(later, Fault, by=(0, 1))
    assert found[0] == 2 and "The shuffle is none" in found[1]


def test_a_table_is_read_back_and_an_old_one_is_as_it_was() -> None:
    room = played()
    table = room.table.played_on(NEW_ROOM, receipt(room).state)
    assert parse_table(table.text()) == table
    assert '"began"' not in room.table.text()
    again = table.played_on(room.table.room, table.began)
    assert again.context not in (table.context, room.table.context)
    with pytest.raises(TableError):
        parse_table(room.table.text()[:-1] + ', "began": ""}')
    with pytest.raises(TableError):
        parse_table(room.table.text()[:-1] + ', "began": 1}')


def changed(table: Table, **more: object) -> None:
    replace(table, **more)  # type: ignore[arg-type]


def test_a_table_does_not_play_on_from_just_any_state() -> None:
    room, game = played(), played().table.game
    table, state = room.table, receipt(room).state
    running = room_of(three().at(moves(3))).phones[0].standing.state
    whole = game.start(game.parse_rules({"target": 60, "near": 50}, table.kind.rules), 4, 0)
    over = Room("110", 2, seed="short game", changes='{"target": 25, "near": 20}')
    over.play(lambda it: it.phones[0].standing.over)
    five = game.start(table.kind.rules, 5, 0)
    for began, words in (
        (state[:-1], "damaged"),
        ("[]", "play is to go on"),
        ("7", "play is to go on"),
        (state.replace('"dealer":', '"dealer": '), "damaged"),
        (state.replace('"players":4', '"players":4.0'), "damaged"),
        (state.replace('"players":4', '"players":0'), "play is to go on"),
        (state.replace('"results":[{', '"results":[7,{'), "damaged"),
        (game.state_text(running), "none between two deals"),
        (game.state_text(whole), "other rules"),
        (game.state_text(five), "other rules"),
    ):
        with pytest.raises(TableError, match=words):
            table.played_on(NEW_ROOM, began)
    with pytest.raises(TableError, match="that is not over"):
        over.table.played_on(NEW_ROOM, receipt(over).state)
    with pytest.raises(TableError, match="another name"):
        table.played_on(table.room, state)
    with pytest.raises(TableError, match="no state"):
        table.played_on(NEW_ROOM, "")
    with pytest.raises(TableError, match="other rules"):
        table.played_on(NEW_ROOM, state, seats=table.seats[:3])
    with pytest.raises(TableError, match="other rules"):
        changed(table, began=state, changes='{"target": 60, "near": 50}')
    twin = Device(table.devices[0].signs, table.devices[1].seals)
    with pytest.raises(TableError):
        table.played_on(NEW_ROOM, state, devices=(table.devices[0], twin, table.devices[2]))


def test_deeds_plays_on_only_before_its_one_deal() -> None:
    room = deeds().end
    state = room.table.game.state_text(room.phones[0].standing.state)
    with pytest.raises(TableError, match="none between two deals"):
        room.table.played_on(NEW_ROOM, state)
    fresh = room.table.game.state_text(room.table.first)
    assert room.table.played_on(NEW_ROOM, fresh).first == room.table.first


def test_no_text_makes_a_table_that_cannot_begin(full: bool) -> None:
    """Any change of a state is refused with a sentence, or is a state that cards are dealt to."""
    room, chance = played(), Random("states")
    table, game = room.table, room.table.game
    true = json.loads(receipt(room).state)
    odd = [0, 1, -1, 99, "", None, "S", [], [1], {"is": "Result"}, True, 1.5, 10**30]
    refused = 0

    def spoilt(value: object) -> object:
        if isinstance(value, dict) and chance.random() < 0.9:
            name = chance.choice(list(value))
            return {**value, name: spoilt(value[name])}
        if isinstance(value, list) and value and chance.random() < 0.8:
            at = chance.randrange(len(value))
            return [
                *value[:at],
                *([spoilt(value[at])] if chance.random() < 0.8 else []),
                *value[at + 1 :],
            ]
        return chance.choice(odd)

    for _ in range(3000 if full else 300):
        text = json.dumps(spoilt(true), separators=(",", ":"), ensure_ascii=False)
        try:
            found = table.played_on(NEW_ROOM, text)
        except TableError:
            refused += 1
            continue
        assert game.state_text(found.first) == text
        game.owed(game.deal(found.first))
    assert refused > 150


def test_tables_of_two_and_a_bot_play_on() -> None:
    table, owners = table_of("110", 2, (1,), seed="pair")
    room = Room("110", 2, seed="pair", at=(table, owners)).play(deals(1))
    later = going_on(room, room.table.seats, owners, "pair 2").play(deals(1))
    assert len(results(later)) == 2 and not named(later)
