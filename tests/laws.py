"""The laws every game keeps, each a function that takes a walk and asserts.

They speak the contract's language only; what they must know of a game besides is in
``tests.walks.INSIGHTS``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import FrozenInstanceError
from random import Random
from typing import Any

import pytest

from engine.game import Fresh, Game, GameError, IllegalMove
from engine.record import Dealt
from engine.replay import parse, replay
from tests.walks import Walk, insight

Law = Callable[[Walk], None]


def died(game: Game[Any, Any], state: Any) -> set[int]:
    return {slot for mix in game.mixes(state) for slot in mix.died}


def cards_are_conserved(walk: Walk) -> None:
    game = walk.game
    for state in walk.states:
        faces, dead = game.faces(state), died(game, state)
        if not faces:
            continue
        live = [face for slot, face in enumerate(faces) if slot not in dead]
        assert Counter(live) == Counter(game.pack(state))
        placed = [slot for place in insight(game).places(state) for slot in place]
        assert len(placed) == len(set(placed)), "a slot lies in two places"
        assert not dead & set(placed), "a dead slot lies somewhere"
        stock = sorted(set(range(len(faces))) - dead - set(placed))
        assert stock == list(range(len(faces) - len(stock), len(faces))), "a slot lies nowhere"


def legal_is_what_is_not_refused(walk: Walk) -> None:
    game = walk.game
    for state in walk.states:
        for seat in (-1, *walk.seats, len(walk.seats)):
            moves = game.legal_moves(state, seat)
            listed = list(moves)
            legal = set(listed)
            assert len(moves) == len(listed) == len(legal)
            assert listed == [moves[number] for number in range(len(moves))]
            assert not listed or (moves[-1] == listed[-1] and list(moves[1:]) == listed[1:])
            for move in (*listed, *insight(game).sayings(state, seat)):
                refusal = game.why_illegal(state, seat, move)
                if move in legal or refusal is not None:
                    assert (refusal is None) == (move in legal), (seat, move, refusal)
                else:
                    assert insight(game).stands_for(state, listed, move), (seat, move)


def only_who_is_asked_may_move(walk: Walk) -> None:
    game = walk.game
    for state in walk.states:
        owed = game.owed(state)
        assert len(owed) == len(set(owed)), "a question is asked twice"
        asked = [question.seat for question in owed]
        assert insight(game).several or len(asked) == len(set(asked))
        for seat in walk.seats:
            assert bool(game.legal_moves(state, seat)) == (seat in asked)


def no_state_is_stuck(walk: Walk) -> None:
    game = walk.game
    for state in walk.states:
        waits = [bool(game.owed(state)), game.shuffle_wanted(state) is not None]
        waits.append(game.outcome(state) is not None)
        assert sum(waits) == 1, "a state waits for moves, for a shuffle, or is the end"


def a_refused_move_changes_nothing(walk: Walk) -> None:
    game, chance = walk.game, Random(5)
    for state in walk.states[:: max(1, len(walk.states) // 12)]:
        before = game.state_text(state)
        for seat in (*walk.seats, 99):
            for move in chance.sample(insight(game).sayings(state, seat), 12):
                if game.why_illegal(state, seat, move) is not None:
                    with pytest.raises(IllegalMove):
                        game.apply(state, seat, move)
        assert game.state_text(state) == before
        with pytest.raises((FrozenInstanceError, AttributeError, TypeError)):
            state.table = None


def text_forms_parse_back(walk: Walk) -> None:
    game = walk.game
    for state in walk.states[:: max(1, len(walk.states) // 10)]:
        for seen in (state, game.masked(state), game.masked(state, 0)):
            text = game.state_text(seen)
            assert "\n" not in text
            assert game.parse_state(text) == seen
    for _, _, move, _ in walk.moves():
        text = game.move_text(move)
        assert "\n" not in text
        assert game.parse_move(text) == move
    for face in set(game.pack(walk.states[-1])):
        assert game.parse_face(game.face_text(face)) == face
    base = walk.table.variant.rules
    assert game.parse_rules(game.rules_changes(walk.table.rules, base), base) == walk.table.rules


def a_record_replays_to_the_same_states(walk: Walk) -> None:
    record = walk.record()
    again = parse(record.text())
    assert again == record
    assert again.text() == record.text()
    assert list(replay(again)) == walk.states


def a_view_shows_what_its_seat_may_know(walk: Walk) -> None:
    game, chance = walk.game, Random(8)
    everyone = (1 << len(walk.seats)) - 1
    for state in walk.states:
        faces, masks = game.faces(state), game.entitled(state)
        assert len(masks) == len(faces)
        for seat in (-1, *walk.seats):
            view = game.masked(state, *([seat] if seat >= 0 else []))
            hidden = [
                slot
                for slot, mask in enumerate(masks)
                if mask != everyone and not (seat >= 0 and mask >> seat & 1)
            ]
            assert [s for s, face in enumerate(game.faces(view)) if face is None] == hidden
            other = list(faces)
            for slot, source in zip(hidden, chance.sample(hidden, len(hidden)), strict=True):
                other[slot] = faces[source]
            twin = game.with_faces(state, tuple(other))
            assert game.masked(twin, *([seat] if seat >= 0 else [])) == view
            if seat >= 0:
                assert list(game.legal_moves(view, seat)) == list(game.legal_moves(state, seat))


def what_may_be_known_stays_known(walk: Walk) -> None:
    game = walk.game
    for before, entry, after in walk.steps():
        if isinstance(entry, Dealt) and isinstance(game.shuffle_wanted(before), Fresh):
            continue
        dead = died(game, after)
        pairs = zip(game.entitled(before), game.entitled(after), strict=False)
        for slot, (old, new) in enumerate(pairs):
            assert slot in dead or old & new == old, f"slot {slot} was forgotten"


def a_sampled_world_looks_the_same(walk: Walk) -> None:
    game, chance = walk.game, Random(10)
    for state in walk.states:
        if not game.faces(state):
            continue
        for seat in walk.seats:
            view = game.masked(state, seat)
            world = game.sample(view, chance)
            faces = game.faces(world)
            assert game.masked(world, seat) == view
            assert Counter(faces[: len(game.pack(state))]) == Counter(game.pack(state))
            for mix in game.mixes(world):
                old, new = [faces[s] for s in mix.died], [faces[s] for s in mix.born]
                assert Counter(old) == Counter(new), "a remix has changed the cards"
            known = zip(game.faces(view), faces, strict=True)
            assert all(face in (None, own) for face, own in known), "a known card was changed"
            assert list(game.legal_moves(world, seat)) == list(game.legal_moves(state, seat))


def no_move_is_refused_for_lack_of_knowledge(walk: Walk) -> None:
    game = walk.game
    for before, seat, move, _ in walk.moves():
        for other in [move, *list(game.legal_moves(before, seat))[:8]]:
            assert game.judged(before, seat, other) is None
            assert game.why_illegal(game.masked(before, seat), seat, other) is None
            for slot in game.shown(before, other):
                assert game.faces(before)[slot] is not None


def every_seats_own_fold_is_the_masked_truth(walk: Walk) -> None:
    for seat in (-1, *walk.seats):
        _fold(walk, seat)


def _fold(walk: Walk, seat: int) -> None:
    """One device's fold: it learns shown cards, and what its seat is entitled to; -1 only hears."""
    game = walk.game
    who = [seat] if seat >= 0 else []
    own = walk.states[0]
    for before, entry, after in walk.steps():
        truth = game.faces(before)
        if isinstance(entry, Dealt):
            own = game.deal(own)
        else:
            shown = {s: truth[s] for s in game.shown(own, entry.move)}
            own = game.apply(game.reveal(own, shown), entry.seat, entry.move)  # type: ignore[arg-type]
        known = game.faces(game.masked(after, *who))
        own = game.reveal(own, {s: face for s, face in enumerate(known) if face is not None})
        assert own == game.masked(after, *who)
        assert game.reveal(own, {s: f for s, f in enumerate(known) if f is not None}) == own


def cards_are_dealt_once(walk: Walk) -> None:
    game = walk.game
    for state in walk.states:
        if game.shuffle_wanted(state) is None:
            with pytest.raises(GameError):
                game.deal(state)


def a_hand_begins_clean(walk: Walk) -> None:
    game, rules, know = walk.game, walk.table.rules, insight(walk.game)
    for _, after in walk.deals():
        first = game.deal(game.start(rules, len(walk.seats), know.dealer(after)))
        blank = game.with_faces(after, game.faces(first))
        assert know.forgetful(blank) == first


def the_deal_passes_left(walk: Walk) -> None:
    know, expected = insight(walk.game), walk.dealer
    for _, after in walk.deals():
        assert know.dealer(after) == expected
        assert [question.seat for question in walk.game.owed(after)] == [know.first(after)]
        expected = (expected + 1) % len(walk.seats)


def whats_said_is_a_sentence_and_public(walk: Walk) -> None:
    game = walk.game
    names = ["You", "Anna", "Ben", "Cleo", "Dan", "Ella", "Finn"]
    for before, seat, move, after in walk.moves():
        sentence = game.said(before, seat, move, after, names)
        public = game.said(game.masked(before), seat, move, game.masked(after), names)
        assert sentence == public
        assert sentence[0].isupper()
        assert sentence.endswith(".")
        assert sentence.startswith(names[seat])
    for state in walk.states:
        for seat in (-1, *walk.seats):
            seen = game.masked(state, *([seat] if seat >= 0 else []))
            lines = game.tell(seen, seat, names)
            assert lines
            assert all(line and "\n" not in line for line in lines)
            if game.faces(state):
                assert lines == game.tell(state, seat, names), "more is told than is seen"


LAWS: dict[str, Law] = {
    law.__name__: law
    for law in (
        cards_are_conserved,
        legal_is_what_is_not_refused,
        only_who_is_asked_may_move,
        no_state_is_stuck,
        a_refused_move_changes_nothing,
        text_forms_parse_back,
        a_record_replays_to_the_same_states,
        a_view_shows_what_its_seat_may_know,
        what_may_be_known_stays_known,
        a_sampled_world_looks_the_same,
        no_move_is_refused_for_lack_of_knowledge,
        every_seats_own_fold_is_the_masked_truth,
        cards_are_dealt_once,
        a_hand_begins_clean,
        the_deal_passes_left,
        whats_said_is_a_sentence_and_public,
    )
}
