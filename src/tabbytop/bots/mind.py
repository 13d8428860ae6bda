"""Rules of thumb: what each game gives so that a compiled player can tell a good move from a bad one."""

from __future__ import annotations

import numpy as np

from tabbytop.core import chance
from tabbytop.core.compiler import compiled
from tabbytop.core.contract import MOST_ACTIONS, generic, legal, record

# What a compiled player has at hand: its own generator, and the legal moves of the decision it looks at.
MIND = record(("choices", np.int64), *chance.FIELDS, ("legal", np.int16, MOST_ACTIONS))

TIES = 8


@generic
def appeal(c: np.record, s: np.record, action: int) -> int:
    """How good a legal action looks to the deciding seat by the game's rules of thumb; only the order matters.

    `s` is a world that the seat imagines; a rule of thumb looks at nothing in it that the seat cannot see.
    """


@compiled
def advise(c: np.record, s: np.record, m: np.record) -> int:
    """Of the legal moves in m.legal the most appealing one; of equals, any."""
    best, chosen = 0, -1
    for i in range(m.choices):
        action = int(m.legal[i])
        worth = appeal(c, s, action) * TIES + chance.below(m, TIES)
        if chosen < 0 or worth > best:
            best, chosen = worth, action
    return chosen


@compiled
def consider(c: np.record, s: np.record, m: np.record) -> None:
    """List the legal moves."""
    m.choices = legal(c, s, m.legal)
