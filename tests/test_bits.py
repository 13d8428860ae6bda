"""Sets of cards as bits."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from tabbytop.core.bits import each, listed

SETS = st.sets(st.integers(0, 60))


@settings(max_examples=60, deadline=None, derandomize=True)
@given(cards=SETS, first=st.integers(0, 100), n=st.integers(0, 9))
def test_a_set_is_listed_ascending_behind_what_is_there(cards: set[int], first: int, n: int) -> None:
    held = sum(1 << card for card in cards)
    out = np.full(160, -1, np.int16)
    after = listed(held, first, out, n)
    assert after == n + len(cards)
    assert out[n:after].tolist() == [first + card for card in sorted(cards)] == [first + card for card in each(held)]
    assert (out[:n] == -1).all()
