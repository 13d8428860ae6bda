"""Rules of thumb: what each game gives so that a compiled player can tell a good move from a bad one."""

from __future__ import annotations

import numpy as np

from tabbytop.core.compiler import compiled
from tabbytop.core.contract import MOST_ACTIONS, generic, legal, record, register
from tabbytop.play.engine import PLAYER

# What a compiled player has at hand: its luck, the legal moves of the decision it looks at, and notes about it.
_THOUGHTS = [("choices", np.int64), ("luck", np.int64), ("notes", np.int64, 24)]
MIND = record(("legal", np.int16, MOST_ACTIONS), *_THOUGHTS)
THUMB = record(*_THOUGHTS, *PLAYER)  # the same as a player of whole matches

TIES = 8

_LUCK = (1 << 62) - 1


@compiled
def hope(m: np.record, seed: int) -> None:
    """Begin a mind's luck."""
    m.luck = seed & _LUCK
    for _ in range(4):
        lot(m)


@compiled
def lot(m: np.record) -> int:
    """32 random bits. A thought needs very many, and only passable ones."""
    m.luck = (int(m.luck) * 0x27BB2EE687B0B0FD + 0x14057B7EF767814F) & _LUCK
    return int(m.luck) >> 30


@generic
def survey(c: np.record, s: np.record, m: np.record) -> None:
    """Before a decision: note in m.notes what `appeal` asks for with every move."""


@generic
def appeal(c: np.record, s: np.record, m: np.record, action: int) -> int:
    """How good a legal action looks to the deciding seat by the game's rules of thumb; only the order matters.

    `s` is a world that the seat imagines; a rule of thumb looks at nothing in it that the seat cannot see.
    """


@compiled
def consider(c: np.record, s: np.record, m: np.record) -> None:
    """List the legal moves."""
    m.choices = legal(c, s, m.legal)


@compiled
def advise(c: np.record, s: np.record, m: np.record) -> int:
    """Of the legal moves in m.legal the most appealing one; of equals, any."""
    survey(c, s, m)
    ties = lot(m)
    best, chosen = 0, -1
    for i in range(m.choices):
        action = int(m.legal[i])
        worth = appeal(c, s, m, action) * TIES + ((ties >> (i & 15)) & (TIES - 1))
        if chosen < 0 or worth > best:
            best, chosen = worth, action
    return chosen


# A player of whole compiled matches


@compiled
def luck_at(match: int, moves: int) -> int:
    """The luck of a decision: the same each time a match of that seed stands there."""
    return (match + 7919 * moves) & ((1 << 63) - 1)


@compiled
def prepare(c: np.record, p: np.record) -> None:
    """Nothing is kept from move to move."""


@compiled
def pick(c: np.record, p: np.record, s: np.record, n: int) -> int:
    hope(p, luck_at(p.match, p.moves))
    p.choices = n
    return advise(c, s, p)


register(THUMB, prepare, pick)
