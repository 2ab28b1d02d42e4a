"""A seat moves to another phone of the same person: pictures are compared, somebody inside confirms."""

from __future__ import annotations

import pytest

from engine.rooms import actions as act
from engine.rooms.events import Denied, SeatMoved, TakenOver
from tests.rooms_world import Handset, World, refused, seated
from tests.test_rooms_table import all_play, asked, begun, closed, playing


@pytest.fixture(autouse=True)
def nothing_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.rooms.play.AHEAD", False)


def another_phone(world: World, phones: list[Handset], of: int) -> Handset:
    """A newcomer that asks for the seat of a member."""
    new = world.guest(phones[0].room.code, "Maeve")  # type: ignore[union-attr]
    world.run(lambda: new.view().me >= 0 and new.room.complete, 15_000)  # type: ignore[union-attr]
    new.do(act.ClaimSeat(of))
    world.settle()
    return new


def test_everybody_inside_sees_the_pictures_that_the_newcomer_shows() -> None:
    world, phones = seated("pictures", 3, 4)
    new = another_phone(world, phones, 1)
    assert new.view().claiming == 1 and new.view().pictures is not None
    for phone in (phones[0], phones[2]):
        (claim,) = phone.view().claims
        assert (claim.member, claim.of, claim.pictures) == (3, 1, new.view().pictures)
    assert refused(lambda: new.do(act.ConfirmClaim(3, True))) in ("not-asked", "no-such")


def test_in_the_lobby_the_seat_moves_at_once_and_the_old_phone_says_so() -> None:
    world, phones = seated("lobby", 3)
    new = another_phone(world, phones, 1)
    phones[2].do(act.ConfirmClaim(3, True))
    world.settle()
    assert new.view().lobby.seat_of(3) == 1 and phones[1].view().phase == "moved"
    assert phones[1].store == {} and phones[1].link is None
    assert phones[0].told(SeatMoved) == [SeatMoved(1, 3)]
    phones[0].do(act.Start())
    everyone = [phones[0], new, phones[2]]
    world.run(lambda: all(playing(it) for it in everyone), 20_000)


def test_the_hosts_role_moves_with_the_hosts_seat() -> None:
    world, phones = seated("host moves", 3)
    new = another_phone(world, phones, 0)
    phones[1].do(act.ConfirmClaim(3, True))
    world.settle()
    assert new.view().hosting and phones[0].view().phase == "moved"


def test_pictures_that_are_not_the_right_ones_move_nothing() -> None:
    world, phones = seated("denied", 3)
    new = another_phone(world, phones, 1)
    phones[0].do(act.ConfirmClaim(3, False))
    world.settle()
    assert new.told(Denied) == [Denied(3)] and new.view().claiming == -1
    assert phones[0].view().claims == () and new.view().lobby.seat_of(1) == 1
    assert phones[1].view().phase == "lobby"


def test_who_has_not_come_through_the_door_has_no_pictures_and_no_claim() -> None:
    _, phones = seated("no pictures", 3)
    assert refused(lambda: phones[0].do(act.ClaimSeat(1))) == "no-such"


@pytest.mark.parametrize("watching", [False, True])
def test_in_the_midst_of_a_deal_the_old_phone_hands_its_hand_over(watching: bool) -> None:
    world, phones = begun("midst", 3, watching=watching)
    old = asked(phones)
    number, seat, hand = old.view().me, old.view().table.seat, old.view().table.state
    rest = [it for it in phones if it is not old]
    new = another_phone(world, phones, number)
    if watching:
        assert new.view().table.seat == -1
        assert new.view().table.game.faces(new.view().table.state) != hand
    else:
        assert new.view().table is None
    rest[0].do(act.ConfirmClaim(3, True))
    world.settle()
    assert old.view().phase == "moved" and old.store == {} and old.link is None
    assert new.view().me == number and new.view().table.seat == seat
    assert new.view().table.state == hand and new.view().table.asked
    new.kill()
    new.reopen()
    world.settle()
    assert new.view().me == number and new.view().table.state == hand
    everyone = [*rest, new]
    all_play(everyone)
    world.run(lambda: closed(everyone), 200_000)
    assert rest[0].told(SeatMoved) == [SeatMoved(number, number)]
    world.run(lambda: closed(everyone, 2), 200_000)  # and the next deal is the new phone's
    assert len({it.view().table.digest for it in everyone}) == 1


def test_if_the_old_phone_is_gone_a_bot_plays_on_and_the_seat_is_the_new_ones_next() -> None:
    world, phones = begun("gone", 3)
    old = asked(phones)
    number, seat = old.view().me, old.view().table.seat
    rest = [it for it in phones if it is not old]
    old.kill()
    new = another_phone(world, rest, number)
    rest[0].do(act.ConfirmClaim(3, True))
    world.pass_(31_000)
    for phone in rest:
        phone.do(act.LetBotPlay(number))
    world.run(lambda: bool(rest[0].told(TakenOver)), 5_000)
    all_play([*rest, new])
    world.run(lambda: new.view().lobby.table == 2, 200_000)
    assert new.view().lobby.seat_of(3) == seat
    world.run(lambda: closed([*rest, new]), 200_000)
    old.reopen()
    world.settle()
    assert old.view().phase == "moved" and old.store == {}


# -- one phone, two pages ----------------------------------------------------------------------------


def test_of_two_pages_of_one_phone_the_newest_wins_and_the_older_offers_to_take_it_back() -> None:
    world, phones = begun("pages", 3)
    old = phones[1]
    new = Handset(world, "Maeve")
    new.store, new.entropy = old.store, old.entropy
    new.reopen()
    world.settle()
    assert old.view().phase == "elsewhere" and old.room.wake is None  # type: ignore[union-attr]
    assert new.view().phase == "playing" and new.view().me == old.view().me
    everyone = [phones[0], new, phones[2]]
    mover = asked(everyone)
    world.pass_(30_000)  # no ping-pong
    assert old.view().phase == "elsewhere" and new.view().line.state == "open"
    assert mover.view().table.asked
    old.reopen()  # take it back: from the store, for the other page has written there
    world.settle()
    assert new.view().phase == "elsewhere" and old.view().phase == "playing"
    assert not phones[0].view().people[1].away_for
    all_play([phones[0], old, phones[2]])
    world.run(lambda: closed([phones[0], old, phones[2]]), 200_000)
