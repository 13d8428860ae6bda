"""The random generator."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from tabbytop.core import chance


def generator(seed: int = 0, stream: int = chance.DEALS) -> np.record:
    g: np.record = np.zeros(1, chance.GENERATOR)[0]
    chance.seed(g, seed, stream)
    return g


def test_it_is_philox_by_its_published_answer() -> None:
    """Counter 0 and key 0 of philox4x32-10, as in Random123's known answers."""
    g = generator()
    assert [chance.word(g) for _ in range(4)] == [0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8]


def test_streams_and_seeds_differ() -> None:
    first = {chance.word(generator(seed, stream)) for seed in (0, 1, 1 << 32, -1) for stream in range(4)}
    assert len(first) == 16


def test_the_same_seed_gives_the_same_numbers() -> None:
    left, right = generator(7), generator(7)
    assert [chance.below(left, 60) for _ in range(100)] == [chance.below(right, 60) for _ in range(100)]


@pytest.mark.parametrize("n", [1, 2, 7, 60])
def test_numbers_below_n_are_even(n: int) -> None:
    g = generator(3)
    seen = Counter(chance.below(g, n) for _ in range(500 * n))
    assert set(seen) == set(range(n))
    assert all(400 < times < 600 for times in seen.values())


def test_a_shuffle_is_even_and_stays_in_its_range() -> None:
    g = generator(5)
    seen: Counter[tuple[int, ...]] = Counter()
    for _ in range(6000):
        cards = np.arange(5, dtype=np.int16)
        chance.shuffle(g, cards, 1, 4)
        assert (cards[0], cards[4]) == (0, 4)
        seen[tuple(cards[1:4].tolist())] += 1
    assert len(seen) == 6
    assert all(850 < times < 1150 for times in seen.values())
