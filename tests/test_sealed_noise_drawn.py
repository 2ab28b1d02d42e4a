"""Any bytes that hypothesis can think of, at any moment of a hand: no phone minds.

What is drawn is a moment, a liar, and what the liar signs with its real key.
"""

from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from tests.sealed_noise import bear, made
from tests.sealed_scenes import all_know, deeds, room_of, signed, three

FILMS = [three(), deeds()]

moments = st.tuples(st.integers(0, 1), st.floats(0, 1, exclude_max=True), st.integers(0, 1))


@given(moments, st.one_of(st.binary(max_size=300), st.binary(min_size=64, max_size=120)))
def test_16_any_bytes_from_the_relay_are_borne(at: tuple[int, float, int], data: bytes) -> None:
    which, where, liar = at
    shown = FILMS[which].moments
    room = all_know(room_of(shown[int(where * len(shown))]))
    bear(room, liar, lambda: data, 1)


@given(moments, st.binary(max_size=200), st.integers(0, 11))
def test_16_any_signed_bytes_are_borne(at: tuple[int, float, int], data: bytes, kind: int) -> None:
    which, where, liar = at
    shown = FILMS[which].moments
    room = all_know(room_of(shown[int(where * len(shown))]))
    bear(room, liar, lambda: signed(room, liar, bytes([kind]) + data), 1)


@given(moments, st.text(max_size=60), st.integers(0, 5), st.integers(0, 20))
def test_16_any_text_of_a_move_is_borne(
    at: tuple[int, float, int], text: str, seat: int, step: int
) -> None:
    which, where, liar = at
    shown = FILMS[which].moments
    room = all_know(room_of(shown[int(where * len(shown))]))
    words = text.encode("utf-8", "replace")[:120]
    body = bytes([5, seat, step, len(words)]) + words + b"\0"
    bear(room, liar, lambda: signed(room, liar, body), 1)


@given(moments, st.integers(0, 2**32), st.integers(1, 6))
def test_16_any_row_of_mutations_is_borne(
    at: tuple[int, float, int], seed: int, count: int
) -> None:
    which, where, liar = at
    shown = FILMS[which].moments
    room = all_know(room_of(shown[int(where * len(shown))]))
    if room.relay.log:
        chance = Random(seed)
        bear(room, liar, lambda: made(room, liar, chance), count)
