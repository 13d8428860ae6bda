"""The random generator: Philox 4x32-10, counter-based, the same on every device and uncompiled.

Its fields are part of a state's record (or of a record of their own), so a seed means the same match everywhere.
All arithmetic is in int64 and masked: Numba would turn a mix of uint64 and int64 into floats.
"""

from __future__ import annotations

import numpy as np

from tabbytop.core.compiler import compiled

FIELDS = [("key", np.int64, 3), ("drawn", np.int64), ("words", np.int64, 4)]
GENERATOR = np.dtype((np.record, FIELDS))

# Streams of one seed that never meet.
DEALS, CHOICES, WORLDS, SEEDS = 0, 1, 2, 3

_LOW = 0xFFFFFFFF


@compiled
def seed(g: np.record, number: int, stream: int) -> None:
    """Start the generator at the beginning of one stream of a seed (any int64, read as 64 bits)."""
    g.key[0] = number & _LOW
    g.key[1] = (number >> 32) & _LOW
    g.key[2] = stream
    g.drawn = 0


@compiled
def _refill(g: np.record) -> None:
    block = int(g.drawn) >> 2
    a, b, c, d = block & _LOW, (block >> 32) & _LOW, 0, int(g.key[2])
    left, right = int(g.key[0]), int(g.key[1])
    for _ in range(10):
        first = 0xD2511F53 * a
        second = 0xCD9E8D57 * c
        a, b, c, d = (
            ((second >> 32) & _LOW) ^ b ^ left,
            second & _LOW,
            ((first >> 32) & _LOW) ^ d ^ right,
            first & _LOW,
        )
        left = (left + 0x9E3779B9) & _LOW
        right = (right + 0xBB67AE85) & _LOW
    g.words[0] = a
    g.words[1] = b
    g.words[2] = c
    g.words[3] = d


@compiled
def word(g: np.record) -> int:
    """32 random bits."""
    if g.drawn & 3 == 0:
        _refill(g)
    drawn = int(g.words[g.drawn & 3])
    g.drawn += 1
    return drawn


@compiled
def below(g: np.record, n: int) -> int:
    """A random number from 0 to n-1. (The bias of n in 2**32 is far below anything a match could show.)"""
    return (word(g) * int(n)) >> 32


@compiled
def shuffle(g: np.record, cards: np.ndarray, low: int, high: int) -> None:
    """Shuffle cards[low:high] in place."""
    for i in range(high - 1, low, -1):
        j = low + below(g, i - low + 1)
        card = cards[i]
        cards[i] = cards[j]
        cards[j] = card
