"""Hidden cards dealt again, compared with every way there is."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Callable
from itertools import product

import numpy as np
import pytest

from tabbytop.core import chance, scatter
from tabbytop.core.contract import state
from tabbytop.core.scatter import MOST_HOLDERS

SCRATCH = state(*scatter.FIELDS, counted=1)
Deal = tuple[int, ...]


def all_ways(cards: int, needs: list[int], mays: list[int]) -> set[Deal]:
    """By trying everything: which holder each card goes to."""
    ways = set()
    for holders in product(range(len(needs)), repeat=cards):
        hands = [sum(1 << card for card in range(cards) if holders[card] == i) for i in range(len(needs))]
        if all(
            hand.bit_count() == need and not hand & ~may for hand, need, may in zip(hands, needs, mays, strict=True)
        ):
            ways.add(tuple(hands))
    return ways


def problem(seed: int) -> tuple[int, list[int], list[int]]:
    """Cards, needs and restrictions that come from a deal that is possible."""
    choose = random.Random(seed)
    holders = choose.randint(1, 4)
    cards = choose.randint(1, 7)
    hands = [0] * holders
    for card in range(cards):
        hands[choose.randrange(holders)] |= 1 << card
    mays = [hand | choose.getrandbits(cards) | choose.getrandbits(cards) for hand in hands]
    return cards, [hand.bit_count() for hand in hands], mays


def deal(scratch: np.record, cards: int, needs: list[int], mays: list[int]) -> Deal:
    for i, (need, may) in enumerate(zip(needs, mays, strict=True)):
        scratch.need[i] = need
        scratch.may[i] = may
    scatter.scatter(scratch, (1 << cards) - 1, len(needs))
    return tuple(int(got) for got in scratch.got[: len(needs)])


def deal_by_counting(scratch: np.record, cards: int, needs: list[int], mays: list[int]) -> Deal:
    for i in range(MOST_HOLDERS):
        scratch.need[i] = needs[i] if i < len(needs) else 0
        scratch.may[i] = mays[i] if i < len(mays) else 0
    for field in ("kind", "first", "kept"):
        scratch[field] = 0
    scatter._deal_by_counting(scratch, (1 << cards) - 1)
    return tuple(int(drew) for drew in scratch.drew[: len(needs)])


@pytest.mark.parametrize("way", [deal, deal_by_counting])
@pytest.mark.parametrize("seed", range(40))
def test_every_way_is_equally_likely(seed: int, way: Callable[..., Deal]) -> None:
    cards, needs, mays = problem(seed)
    ways = all_ways(cards, needs, mays)
    each = 60
    scratch = np.zeros(1, SCRATCH)[0]
    chance.seed(scratch, seed, chance.WORLDS)
    seen = Counter(way(scratch, cards, needs, mays) for _ in range(each * len(ways)))
    assert set(seen) == ways
    off = sum((seen[deal] - each) ** 2 / each for deal in ways)
    freedom = len(ways) - 1
    assert off < freedom + 5 * (2 * freedom) ** 0.5 + 5


def test_a_problem_that_dealing_at_random_hardly_ever_solves() -> None:
    """Four hands of seven; each is void in two of four suits, and hardly a card is free to be elsewhere."""
    suit = (1 << 7) - 1
    needs = [7, 7, 7, 7]
    mays = [suit | suit << 7, suit << 7 | suit << 14, suit << 14 | suit << 21, suit << 21 | suit]
    scratch = np.zeros(1, SCRATCH)[0]
    chance.seed(scratch, 1, chance.WORLDS)
    shifted: Counter[int] = Counter()
    for _ in range(2000):
        hands = deal(scratch, 28, needs, mays)
        assert all(hand.bit_count() == 7 and not hand & ~may for hand, may in zip(hands, mays, strict=True))
        assert sum(hands) == (1 << 28) - 1
        shifted[(hands[0] & suit).bit_count()] += 1
    # With k of its suit in the first hand there are choose(7, k) ** 4 ways.
    ways = [math.comb(7, k) ** 4 for k in range(8)]
    for k in range(8):
        assert shifted[k] / 2000 == pytest.approx(ways[k] / sum(ways), abs=0.04)
