"""What a seat knows as numbers, one part behind the other: what learners are given.

Every function writes at a place of a row and gives the place behind what it wrote.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from tabbytop.core.compiler import compiled

NUMBER = np.int16
MOST = 32767


@dataclass(frozen=True)
class Part:
    """So many numbers that belong together, and what they mean."""

    name: str
    size: int
    help: str


@dataclass(frozen=True)
class Layout:
    """How a game's knowledge is laid out. A change of it is a new version."""

    version: int
    parts: tuple[Part, ...]

    @cached_property
    def size(self) -> int:
        return sum(part.size for part in self.parts)

    def slices(self) -> dict[str, slice]:
        """Where each part is."""
        found, at = {}, 0
        for part in self.parts:
            found[part.name] = slice(at, at + part.size)
            at += part.size
        return found


def for_each_seat(seats: int, parts: Iterable[Part]) -> tuple[Part, ...]:
    """The same parts for every seat, the observer's own first, then clockwise; all 0 for seats that nobody has."""
    listed = tuple(parts)
    return tuple(Part(f"{part.name} {n}", part.size, part.help) for n in range(seats) for part in listed)


@compiled
def number(out: np.ndarray, at: int, value: int) -> int:
    out[at] = min(max(int(value), -MOST), MOST)
    return at + 1


@compiled
def one_of(out: np.ndarray, at: int, n: int, which: int) -> int:
    """A 1 for the one of n that it is; none if it is out of range."""
    for i in range(n):
        out[at + i] = 1 if i == which else 0
    return at + n


@compiled
def members(out: np.ndarray, at: int, n: int, cards: int) -> int:
    """A 1 for each of n that is in the set."""
    for i in range(n):
        out[at + i] = (int(cards) >> i) & 1
    return at + n


@compiled
def nothing(out: np.ndarray, at: int, n: int) -> int:
    for i in range(n):
        out[at + i] = 0
    return at + n
