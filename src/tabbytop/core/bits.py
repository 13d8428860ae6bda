"""Sets of cards as bits in an int64: card n is in the set when bit n is 1.

Each function has a Python body for uncompiled runs and, where the machine has an instruction for it, a compiled twin.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic, overload

from tabbytop.core.compiler import compiled


@intrinsic
def _cttz(_typing: Any, _mask: Any) -> Any:
    def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.int64), generate


@intrinsic
def _ctpop(_typing: Any, _mask: Any) -> Any:
    def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.int64), generate


def lowest(cards: int) -> int:
    """The lowest card of a set that is not empty."""
    return (int(cards) & -int(cards)).bit_length() - 1


def count(cards: int) -> int:
    """How many cards are in the set."""
    return int(cards).bit_count()


overload(lowest)(lambda cards: lambda cards: _cttz(types.int64(cards)))
overload(count)(lambda cards: lambda cards: _ctpop(types.int64(cards)))


_NONE_LEFT = 1 << 62  # above all cards, so that a set is not empty


@compiled
def bit(card: int) -> int:
    """The set of just this card. (Not `1 << card`: uncompiled, that would be a NumPy int16 and overflow.)"""
    return 1 << int(card)


@compiled
def nth(cards: int, n: int) -> int:
    """The card of the set that has n lower ones in it."""
    for _ in range(n):
        cards &= cards - 1
    return lowest(cards)


@compiled
def listed(cards: int, first: int, out: np.ndarray, n: int) -> int:
    """Write the cards of a set, each plus `first`, ascending into `out` from place n; the place after is returned.

    Four at a time, as no processor guesses how many there are: up to three numbers behind the last mean nothing.
    """
    after = n + count(cards)
    while cards:
        for i in range(4):
            out[n + i] = first + lowest(cards | _NONE_LEFT)
            cards &= cards - 1
        n += 4
    return after


@compiled
def leaders(values: np.ndarray, n: int, sign: int) -> int:
    """Which of the first n values are the highest, as a set; with sign -1, the lowest."""
    found = 0
    best = 0
    for i in range(n):
        value = sign * int(values[i])
        if value > best or found == 0:
            best = value
            found = 0
        if value == best:
            found |= bit(i)
    return found


def each(cards: int) -> Iterator[int]:
    """The cards of a set in ascending order (for plain Python; a rule loops with `lowest`)."""
    left = int(cards)
    while left:
        yield lowest(left)
        left &= left - 1
