"""The same laws on walks that hypothesis draws, and shrinks when one fails."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.laws import LAWS
from tests.walks import HOUSE, TABLES, Pick, Walk, walk

ALL = {**TABLES, **HOUSE}
choices = st.lists(st.integers(0, 999), max_size=60)


def chosen(numbers: list[int]) -> Pick:
    """The drawn moves in turn; when none are left, the first, which is the simplest."""
    left = iter(numbers)
    return lambda count: next(left, 0) * count // 1000


@st.composite
def walks(draw: st.DrawFn) -> Walk:
    table = ALL[draw(st.sampled_from(list(ALL)))]
    return walk(table, Random(draw(st.integers(0, 2**32))), chosen(draw(choices)), 1)


@pytest.mark.parametrize("law", LAWS)
@given(drawn=walks())
def test_law(law: str, drawn: Walk) -> None:
    LAWS[law](drawn)
