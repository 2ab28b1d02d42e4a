"""At the table: what the design says must happen when phones sleep, leave, come late or tap twice."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine.bots.bot import find_bot
from engine.rooms import actions as act
from engine.rooms.events import (
    AskedBack,
    Away,
    Back,
    Began,
    GameOver,
    HostPassed,
    Ignored,
    Played,
    Returned,
    TakenBack,
    TakenOver,
    WentAway,
)
from tests.rooms_world import Handset, World, refused, seated


@pytest.fixture(autouse=True)
def nothing_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    """Deals are not made ready in advance here, nor proved: that takes two thirds of the time."""
    monkeypatch.setattr("engine.rooms.play.AHEAD", False)


ONE_HAND = json.dumps({"hands": 1})


def begun(
    seed: object,
    phones: int,
    seats: int | None = None,
    changes: str = "{}",
    *,
    watching: bool = False,
) -> tuple[World, list[Handset]]:
    """A table that plays, nobody having moved yet; `watching`: others may watch it."""
    world, handsets = seated(seed, phones, seats)
    if watching:
        handsets[0].do(act.AllowWatching(True))
    if changes != "{}":
        handsets[0].do(act.ChooseGame("110", changes))
        world.settle(500)
    handsets[0].do(act.Start())
    world.run(lambda: all(playing(it) for it in handsets), 60_000)
    world.run(lambda: any(it.view().table.asked for it in handsets), 60_000)
    return world, handsets


def playing(phone: Handset) -> bool:
    table = phone.view().table
    return table is not None and table.stage == "playing"


def asked(phones: list[Handset]) -> Handset:
    """The phone whose turn it is."""
    (found,) = [it for it in phones if it.room and it.view().table.asked]
    return found


def a_move(phone: Handset) -> Any:
    peer = phone.room.play.peer  # type: ignore[union-attr]
    return find_bot("random").choose(peer.game, peer.view(), peer.seat, phone.chance)  # type: ignore[union-attr]


def all_play(phones: list[Handset]) -> None:
    for phone in phones:
        phone.plays = "random"
        phone.go_on()


def closed(phones: list[Handset], count: int = 1) -> bool:
    return all(it.room.play and len(it.room.play.who.standing.closed) >= count for it in phones)  # type: ignore[union-attr]


def turn_of(world: World, phones: list[Handset], wanted: Handset) -> None:
    """Play on until it is a phone's turn."""
    for _ in range(40):
        world.run(lambda: any(it.room and it.view().table.asked for it in phones), 60_000)
        mover = asked(phones)
        if mover is wanted:
            return
        mover.do(act.Play(a_move(mover)))
        world.settle(1_000)
    raise AssertionError("It is never its turn.")


# -- playing -----------------------------------------------------------------------------------------


def test_the_dealer_is_drawn_by_all_who_sit() -> None:
    dealers = set()
    for n in range(8):
        world, phones = seated(n, 2, 2)
        phones[0].do(act.Start())
        world.run(lambda: all(it.view().phase == "playing" for it in phones), 5_000)  # noqa: B023
        assert len({it.view().lobby.dealer for it in phones}) == 1
        dealers.add(phones[0].view().lobby.dealer)
    assert dealers == {0, 1}


def test_two_taps_within_a_blink_make_one_move() -> None:
    world, phones = begun("double tap", 3)
    for phone in phones:
        phone.delay = 400
    mover = asked(phones)
    move = a_move(mover)
    mover.do(act.Play(move))
    assert mover.view().table.sent and not mover.view().table.asked
    world.settle(50)
    assert refused(lambda: mover.do(act.Play(move))) == "not-asked"
    world.settle(3_000)
    assert [len(it.told(Played)) for it in phones] == [1, 1, 1]
    assert not mover.view().table.sent


def test_a_move_may_be_said_as_its_text_and_an_illegal_one_is_refused_here() -> None:
    from engine.game import IllegalMove

    world, phones = begun("text", 2)
    mover, other = asked(phones), next(it for it in phones if not it.view().table.asked)
    with pytest.raises(IllegalMove):
        mover.do(act.Play("play 3"))
    assert refused(lambda: mover.do(act.Play("nonsense"))) == "no-such"
    assert refused(lambda: other.do(act.Play("pass"))) == "not-asked"
    peer = mover.room.play.peer  # type: ignore[union-attr]
    assert peer is not None
    mover.do(act.Play(peer.game.move_text(a_move(mover))))
    world.settle()
    assert len(other.told(Played)) == 1


def test_moves_forged_by_others_change_nothing_and_are_ignored_by_all() -> None:
    """A phone that says another seat's move, or one the rules refuse."""
    from engine.sealed.messages import Move

    world, phones = begun("forged", 3)
    mover = asked(phones)
    other = next(it for it in phones if it is not mover)
    peer = other.room.play.peer  # type: ignore[union-attr]
    assert peer is not None and peer.standing.deal is not None
    number = peer.standing.deal.number
    for move in (
        Move(mover.room.play.peer.seat, 0, "pass"),  # type: ignore[union-attr]
        Move(peer.seat, 0, "play 7"),
        Move(peer.seat, 99, "pass"),
        Move(200, 0, "pass"),
        Move(peer.seat, 0, "pass" * 50),
    ):
        peer.say(number, move)
    other.go_on()
    world.settle()
    assert not any(it.told(Played) for it in phones)
    assert len(other.told(Ignored)) == 5 and all(it.text for it in other.told(Ignored))
    assert not mover.told(Ignored)
    all_play(phones)
    world.run(lambda: closed(phones), 200_000)


@pytest.mark.parametrize("variant", ["deeds", "forty-fives"])
def test_a_table_of_any_game_is_played_the_same_way(variant: str) -> None:
    world, phones = seated(f"any {variant}", 2, 4, variant)
    phones[0].do(act.Start())
    all_play_later(phones)
    world.run(lambda: all(len(it.told(Played)) > 12 for it in phones), 60_000)
    assert all(it.view().table.variant == variant for it in phones)


def all_play_later(phones: list[Handset]) -> None:
    for phone in phones:
        phone.plays = "random"


# -- away --------------------------------------------------------------------------------------------


def test_a_seat_is_shown_as_away_after_five_seconds_and_not_before() -> None:
    world, phones = begun("away", 3)
    phones[1].go_offline()
    world.pass_(4_800)
    assert phones[0].view().people[1].here and not phones[0].told(Away)
    world.pass_(700)
    assert not phones[0].view().people[1].here and phones[0].told(Away) == [Away(1)]
    phones[1].go_online()
    world.settle(1_000)
    assert phones[0].view().people[1].here and phones[0].told(Back) == [Back(1)]
    assert phones[0].view().people[1].away_for == 0


def test_a_screen_that_locks_for_a_moment_is_never_shown_as_away() -> None:
    world, phones = begun("blink", 3)
    for _ in range(5):
        phones[1].go_offline()
        world.pass_(3_000)
        phones[1].go_online()
        world.pass_(2_000)
    assert not phones[0].told(Away)


def test_away_on_its_turn_for_half_a_minute_is_offered_and_the_table_decides() -> None:
    world, phones = begun("offer", 3)
    gone = asked(phones)
    gone.go_offline()
    rest = [it for it in phones if it is not gone]
    number = gone.view().me
    world.pass_(29_000)
    assert not any(it.view().offers for it in rest)
    assert refused(lambda: rest[0].do(act.LetBotPlay(number))) == "too-soon"
    world.pass_(2_000)
    (offer,) = rest[0].view().offers
    assert (offer.member, offer.kind, offer.mine, offer.agreed) == (number, "bot", False, ())
    rest[0].do(act.Wait(number))
    assert rest[0].view().offers == () and rest[1].view().offers != ()
    world.pass_(31_000)
    assert rest[0].view().offers != ()
    rest[0].do(act.LetBotPlay(number))
    world.pass_(5_000)
    assert not rest[0].told(WentAway)  # all who are there must agree
    assert rest[1].view().offers[0].agreed == (rest[0].view().me,)
    rest[1].do(act.LetBotPlay(number))
    world.run(lambda: bool(rest[0].told(TakenOver)), 5_000)
    (taken,) = rest[0].told(TakenOver)
    assert taken.member == number and taken.keeper in [it.view().me for it in rest]
    seat = rest[0].view().lobby.seat_of(number)
    assert rest[0].view().table.bots[seat] == "steady"
    assert rest[0].view().table.keepers[seat] == taken.keeper
    world.run(lambda: any(it.seat == seat for it in rest[0].told(Played)), 5_000)


def bot_in_place(seed: object) -> tuple[World, list[Handset], Handset]:
    """A table at which a bot plays for a phone that is away."""
    world, phones = begun(seed, 3)
    gone = asked(phones)
    gone.go_offline()
    rest = [it for it in phones if it is not gone]
    world.pass_(31_000)
    for phone in rest:
        phone.do(act.LetBotPlay(gone.view().me))
    world.run(lambda: bool(rest[0].told(TakenOver)), 5_000)
    world.settle()
    return world, phones, gone


def taken_over(seed: object) -> tuple[World, list[Handset], Handset]:
    """A table at which a bot plays for a phone that was away, and is back now."""
    world, phones, gone = bot_in_place(seed)
    gone.go_online()
    world.settle()
    return world, phones, gone


def test_a_tap_takes_the_seat_back_and_can_never_play_a_card() -> None:
    world, phones, gone = taken_over("taken")
    assert gone.view().taken and gone.view().table.asked == ()
    assert "Play" not in gone.view().can and "TakeSeat" in gone.view().can
    for move in ("pass", "play 1", a_move(asked(phones)) if any_asked(phones) else "pass"):
        assert refused(lambda move=move: gone.do(act.Play(move))) == "away"  # type: ignore[misc]
    before = len(gone.told(Played))
    gone.do(act.TakeSeat())
    assert refused(lambda: gone.do(act.Play("pass"))) in ("away", "not-asked")
    world.settle()
    assert not gone.view().taken
    assert phones[0].told(Returned) == [Returned(gone.view().me)]
    assert len([it for it in gone.told(Played) if it.seat == gone.view().table.seat]) == len(
        [it for it in gone.told(Played)[:before] if it.seat == gone.view().table.seat]
    )
    all_play(phones)
    world.run(lambda: closed(phones), 200_000)


def any_asked(phones: list[Handset]) -> bool:
    return any(it.view().table.asked for it in phones)


def test_a_phone_that_only_comes_back_changes_nothing_by_itself() -> None:
    world, phones, gone = taken_over("only back")
    world.pass_(20_000)
    assert gone.view().taken and not phones[0].told(Returned)


def behind(world: World, phone: Handset) -> None:
    """Until a slow phone has its line, and something of the log before it that it has yet to take in."""

    def found() -> bool:
        room = phone.room
        return room is not None and room.on_line and not room.complete

    world.run(found, 20_000)


def test_a_tap_that_takes_the_seat_back_counts_while_the_log_is_still_taken_in() -> None:
    world, phones, gone = bot_in_place("slow to return")
    rest = [it for it in phones if it is not gone]
    gone.slice = 1
    gone.go_online()
    world.run(lambda: gone.view().taken and gone.view().line.state == "open", 20_000)
    behind(world, gone)
    assert "TakeSeat" in gone.view().can
    gone.do(act.TakeSeat())
    world.settle(2_000)
    assert not gone.view().taken and rest[0].told(Returned) == [Returned(gone.view().me)]


def test_a_card_that_is_played_while_an_entry_is_taken_in_is_played_once() -> None:
    world, phones = begun("slow to play", 3)
    mover = asked(phones)
    other = next(it for it in phones if it is not mover)
    mover.slice = 1
    other.do(act.Emote("well played"))
    behind(world, mover)
    assert mover.view().table.asked and "Play" in mover.view().can
    mover.do(act.Play(a_move(mover)))
    world.settle(2_000)
    assert [len(it.told(Played)) for it in phones] == [1, 1, 1]


def test_a_card_that_was_played_when_the_deal_was_void_is_played_in_no_other() -> None:
    world, phones = begun("void meanwhile", 2)
    mover = asked(phones)
    other = next(it for it in phones if it is not mover)
    mover.do(act.VoteRedeal())
    world.settle()
    mover.slice = 1
    other.do(act.VoteRedeal())
    behind(world, mover)
    assert mover.view().table.asked
    mover.do(act.Play("pass"))
    world.run(
        lambda: any(it.view().table.deal == 1 and it.view().table.asked for it in phones), 60_000
    )
    world.settle(2_000)
    now = asked(phones)
    peer = now.room.play.peer  # type: ignore[union-attr]
    assert peer is not None and peer.standing.deal is not None
    (step,) = peer.standing.deal.asked.values()
    peer.wish = peer.seat, step, a_move(now), 0  # as if it had waited till now
    now.room.tick(world.now)  # type: ignore[union-attr]
    now.go_on()
    world.settle(2_000)
    assert peer.wish is None and not any(it.told(Played) for it in phones)


def test_who_leaves_while_an_entry_is_taken_in_says_so() -> None:
    world, phones = begun("slow to leave", 3)
    phones[2].slice = 1
    phones[1].do(act.Emote("well played"))
    behind(world, phones[2])
    phones[2].do(act.Leave())
    world.settle(2_000)
    assert phones[0].view().lobby.members[2].gone == "left" and phones[2].store == {}


def test_without_the_line_no_card_can_be_played() -> None:
    world, phones = begun("offline", 3)
    mover = asked(phones)
    mover.go_offline()
    world.settle(100)
    assert refused(lambda: mover.do(act.Play(a_move(mover)))) == "offline"
    assert mover.view().line.state in ("waiting", "connecting")


def test_two_phones_wait_for_each_other_or_agree_to_deal_anew_or_concede() -> None:
    world, phones = begun("two", 2)
    gone, rest = asked(phones), next(it for it in phones if not it.view().table.asked)
    gone.go_offline()
    world.pass_(31_000)
    (offer,) = rest.view().offers
    assert offer.kind == "two" and {"VoteRedeal", "Concede"} <= rest.view().can
    assert refused(lambda: rest.do(act.LetBotPlay(gone.view().me))) == "too-few-phones"
    rest.do(act.VoteRedeal())
    world.settle()
    assert rest.view().table.redeal == (rest.view().me,)
    gone.go_online()
    world.settle()
    gone.do(act.VoteRedeal())
    world.run(lambda: all(it.view().table.deal == 1 for it in phones), 20_000)
    rest.do(act.Concede())
    world.run(lambda: all(it.view().phase == "over" for it in phones), 20_000)
    assert phones[0].told(GameOver)


# -- leaving, and coming late ------------------------------------------------------------------------


def test_the_host_leaves_a_table_that_plays_and_play_goes_on() -> None:
    world, phones = begun("host leaves", 4)
    seat = phones[0].view().table.seat
    phones[0].do(act.Leave())
    rest = phones[1:]
    world.settle()
    assert phones[0].view().phase == "left" and phones[0].store == {}
    assert rest[0].told(HostPassed) == [HostPassed(1, "left")]
    all_play(rest)
    world.run(lambda: closed(rest), 200_000)
    world.run(lambda: rest[0].view().lobby.table == 2, 20_000)
    assert rest[0].view().lobby.seats[seat].bot == "steady"
    world.run(lambda: closed(rest), 200_000)  # the next table, without the one who left
    assert len({it.view().table.digest for it in rest}) == 1


def test_a_phone_that_is_removed_in_the_midst_of_a_deal_does_not_end_it() -> None:
    world, phones = begun("kicked", 3)
    phones[0].do(act.Kick(2))
    world.settle()
    assert phones[2].view().phase == "kicked" and phones[2].store == {}
    all_play(phones[:2])
    world.run(lambda: closed(phones[:2]), 200_000)


def test_who_was_removed_is_not_heard_at_the_table_any_more() -> None:
    """Its phone still knows the room's secret, and says that it is there."""
    from engine.rooms.forms import packed
    from engine.sealed.messages import Here

    world, phones = begun("not heard", 3)
    ghost = phones[2].room.play.peer  # type: ignore[union-attr]
    assert ghost is not None
    phones[0].do(act.Kick(2))
    world.run(lambda: bool(phones[0].told(TakenOver)), 20_000)
    ghost.say(ghost.standing.deal.number, Here())  # type: ignore[union-attr]
    room = phones[1].room
    assert room is not None and room.ledger is not None and phones[1].link is not None
    for data in ghost.outgoing():
        room.session.outbox.next_id += 1
        body = room.ledger.envelope(1, data)
        phones[1].link.up(packed(["say", room.session.outbox.next_id, 0, body]))
    world.settle()
    assert not phones[0].told(Returned) and not phones[1].told(Returned)
    phones[1].kill()
    phones[1].reopen()
    world.settle()
    assert phones[1].view().table.state is not None and playing(phones[1])


def test_when_two_leave_in_one_deal_it_is_dealt_anew_without_them() -> None:
    world, phones = begun("two leave", 4)
    phones[1].do(act.Leave())
    phones[3].do(act.Leave())
    rest = [phones[0], phones[2]]
    world.run(lambda: all(it.view().lobby.table == 2 for it in rest), 20_000)
    assert [it.bot for it in rest[0].view().lobby.seats] == ["", "steady", "", "steady"]
    all_play(rest)
    world.run(lambda: closed(rest), 200_000)


def test_when_only_one_is_left_the_game_is_over() -> None:
    world, phones = begun("one left", 2)
    phones[1].do(act.Leave())
    world.run(lambda: phones[0].view().phase == "over", 20_000)
    assert phones[0].told(GameOver) == [GameOver(None)]
    assert phones[0].view().why_not_start == "seats-empty"


def test_a_newcomer_takes_a_bots_seat_from_the_next_deal_on() -> None:
    world, phones = begun("newcomer", 2, 3)
    phones[0].do(act.AllowWatching(True))
    late = world.guest(phones[0].room.code, "Ada")  # type: ignore[union-attr]
    world.run(lambda: late.view().phase == "playing", 10_000)
    seat = next(n for n, it in enumerate(late.view().lobby.seats) if it.bot)
    for other in (0, 1, 2):
        if other != seat:
            assert refused(lambda other=other: late.do(act.Sit(other))) == "taken-seat"  # type: ignore[misc]
    late.do(act.Sit(seat))
    world.settle()
    assert late.view().table.seat == -1 and late.view().people[2].takes == seat
    before = late.view().table
    everyone = [*phones, late]
    all_play(everyone)
    world.run(lambda: all(it.view().lobby.table == 2 for it in everyone), 200_000)
    assert late.told(Began) == [Began(2)]
    world.run(lambda: all(playing(it) for it in everyone), 20_000)
    assert late.view().table.seat == seat and late.view().table.closed == 0
    scores = [it.view().table.state for it in everyone]
    assert len({str(getattr(it, "table", it).results) for it in scores}) == 1
    assert before.number == 1
    world.run(lambda: closed(everyone), 200_000)
    assert len({it.view().table.digest for it in everyone}) == 1


def test_a_player_who_stands_up_has_a_bot_from_the_next_deal_on() -> None:
    world, phones = begun("stands", 3)
    phones[0].do(act.AllowWatching(True))
    phones[2].do(act.Stand())
    all_play(phones)
    world.run(lambda: all(it.view().lobby.table == 2 for it in phones), 200_000)
    assert phones[2].view().table.seat == -1 and phones[2].view().people[2].watching
    world.run(lambda: closed(phones), 200_000)


def test_who_watches_sees_what_is_public_and_only_if_the_host_allows_it() -> None:
    world, phones = begun("watching", 2)
    late = world.guest(phones[0].room.code, "Ada")  # type: ignore[union-attr]
    world.run(lambda: late.view().lobby is not None, 10_000)
    world.settle()
    assert late.view().table is None
    phones[0].do(act.AllowWatching(True))
    world.run(lambda: late.view().table is not None, 10_000)
    game, state = late.view().table.game, late.view().table.state
    assert game.masked(state) == state and late.view().table.seat == -1
    for phone in phones:
        hidden = [face for face in game.faces(phone.view().table.state) if face is not None]
        assert hidden
    assert refused(lambda: late.do(act.Play("pass"))) == "not-asked"
    phones[0].do(act.AllowWatching(False))
    world.settle()
    assert late.view().table is None and late.view().lobby is not None
    assert phones[1].view().table is not None
    all_play(phones)
    world.run(lambda: closed(phones), 200_000)


def test_a_rematch_has_the_same_seats_and_a_new_game() -> None:
    world, phones = begun("rematch", 3, 4, ONE_HAND)
    all_play(phones)
    world.run(lambda: all(it.view().phase == "over" for it in phones), 200_000)
    assert phones[1].told(GameOver)[0].outcome is not None
    assert phones[1].view().table.stage == "over"
    seats = phones[0].view().lobby.seats
    assert refused(lambda: phones[1].do(act.Start())) == "not-host"
    phones[0].do(act.Start())
    world.run(lambda: all(playing(it) for it in phones), 20_000)
    assert phones[0].view().lobby.seats == seats and phones[0].view().table.number == 2
    world.run(lambda: all(it.view().phase == "over" for it in phones), 200_000)
    assert len({it.view().table.digest for it in phones}) == 1


def test_after_a_game_seats_and_game_can_be_changed_before_the_next() -> None:
    world, phones = begun("changed", 2, 2, ONE_HAND)
    all_play(phones)
    world.run(lambda: all(it.view().phase == "over" for it in phones), 200_000)
    phones[0].do(act.SetSeats(3))
    world.settle()
    assert phones[1].view().phase == "lobby"
    phones[0].do(act.SetBot(2, "random"))
    world.settle()
    phones[0].do(act.Start())
    world.run(lambda: all(playing(it) for it in phones), 20_000)
    assert phones[1].view().table.names[2] == "Bot 1"


# -- taking back -------------------------------------------------------------------------------------


def test_a_move_is_taken_back_when_all_agree() -> None:
    world, phones = begun("take back", 3)
    mover = asked(phones)
    mover.do(act.Play(a_move(mover)))
    world.settle()
    mover.do(act.AskTakeBack())
    world.settle()
    rest = [it for it in phones if it is not mover]
    asking = rest[0].view().take_back
    assert asking.agreed == (mover.view().me,) and asking.seat == mover.view().table.seat
    assert set(asking.wanted) == {it.view().me for it in rest} and asking.text
    rest[0].do(act.AnswerTakeBack(True))
    world.settle()
    assert not mover.told(TakenBack)
    rest[1].do(act.AnswerTakeBack(True))
    world.settle()
    assert mover.told(TakenBack) == [TakenBack(mover.view().table.seat)]
    assert mover.view().table.asked and mover.view().take_back is None
    all_play(phones)
    world.run(lambda: closed(phones), 200_000)


def test_who_does_not_agree_to_take_back_is_not_asked_again_for_this_move() -> None:
    world, phones = begun("not back", 2)
    mover, other = asked(phones), next(it for it in phones if not it.view().table.asked)
    mover.do(act.Play(a_move(mover)))
    world.settle()
    mover.do(act.AskTakeBack())
    world.settle()
    other.do(act.AnswerTakeBack(False))
    assert other.view().take_back is None and mover.view().take_back is not None
    world.settle()
    other.do(act.Play(a_move(other)))
    world.settle()
    assert mover.view().take_back is None and not mover.told(TakenBack)
    other.do(act.AskTakeBack())
    world.settle()
    assert mover.view().take_back is not None and other.view().take_back is not None
    assert mover.told(AskedBack) == [AskedBack(it.view().me) for it in (mover, other)]
