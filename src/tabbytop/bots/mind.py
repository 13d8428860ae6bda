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

EVEN = 46  # of the luck's bits; those above decide between equals

_LUCK = (1 << 62) - 1
_STEP, _ODD = 0x27BB2EE687B0B0FD, 0x14057B7EF767814F


@compiled
def hope(m: np.record, seed: int) -> None:
    """Begin a mind's luck."""
    m.luck = seed & _LUCK
    for _ in range(4):
        lot(m)


@compiled
def lot(m: np.record) -> int:
    """32 random bits. A thought needs very many, and only passable ones."""
    m.luck = (int(m.luck) * _STEP + _ODD) & _LUCK
    return int(m.luck) >> 30


@generic
def survey(c: np.record, s: np.record, m: np.record) -> None:
    """Before a decision: note in m.notes what `appeal` asks for with every move."""


@generic
def appeal(c: np.record, s: np.record, m: np.record, action: int) -> int:
    """How good a legal action looks to the deciding seat by the game's rules of thumb; only the order matters.

    `s` is a world that the seat imagines; a rule of thumb looks at nothing in it that the seat cannot see.
    """


@generic
def prospect(c: np.record, s: np.record, seat: int) -> float:
    """What a seat takes along into the next deal, in points, when a deal is over and the match is not."""


@compiled
def consider(c: np.record, s: np.record, m: np.record) -> None:
    """List the legal moves."""
    m.choices = legal(c, s, m.legal)


@compiled
def advise(c: np.record, s: np.record, m: np.record) -> int:
    """Of the legal moves in m.legal the most appealing one; of equals, any."""
    survey(c, s, m)
    luck, best, chosen = int(m.luck), 0, -1
    for i in range(m.choices):
        action = int(m.legal[i])
        luck = (luck * _STEP + _ODD) & _LUCK
        worth = (appeal(c, s, m, action) << (62 - EVEN)) + (luck >> EVEN)
        if chosen < 0 or worth > best:
            best, chosen = worth, action
    m.luck = luck
    return chosen


# A player of whole compiled matches


@compiled
def luck_at(match: int, moves: int) -> int:
    """The luck of a decision: the same each time a match of that seed stands there, and nothing like that of the next,
    so that seats which choose at the same time do so independently."""
    luck = (int(match) + int(moves) * 0x1E3779B97F4A7C15) & _LUCK
    luck = ((luck ^ (luck >> 30)) * 0x3F58476D1CE4E5B9) & _LUCK
    luck = ((luck ^ (luck >> 27)) * 0x14D049BB133111EB) & _LUCK
    return luck ^ (luck >> 31)


@compiled
def prepare(c: np.record, p: np.record) -> None:
    """Nothing is kept from move to move."""


@compiled
def pick(c: np.record, p: np.record, s: np.record, n: int) -> int:
    hope(p, luck_at(p.match, p.moves))
    p.choices = n
    return advise(c, s, p)


register(THUMB, prepare, pick)
