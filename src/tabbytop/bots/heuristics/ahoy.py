"""Ahoy! Kitten by rules of thumb.

- A fish counts most in a colour that your sets lack, and less the more of that colour you have too many of.
- Never run for the richest pile alone, for everybody sees it: piles are poor, fair or good, and of equals any will do.
- Two paws face only two others, so with two players tell piles apart more finely.
- A tile is worth a third of an ocean with the same fish: its owner may cover it, or be robbed by another.
- Cover your tile once a good catch lies on it, and in the last turn, when a rest costs nothing, even a fair one.
- Never point both paws at one place, and never rob yourself.
- As banker supply empty oceans first, so that there is more to choose from.
"""

from __future__ import annotations

import numpy as np

from tabbytop.core.bits import lowest
from tabbytop.core.compiler import compiled
from tabbytop.core.contract import register
from tabbytop.games.ahoy.config import WHITE
from tabbytop.games.ahoy.rules import CHOICES, PROTECT, STATE, SUPPLY_FROM, TILE, amount, due, owned

LACKING, SPARE, BRIGHT = 6, 3, 6  # what a fish is worth: of the scarcest colour, at least, and a white one
STEP = 10  # about two fish: from poor to fair, and from fair to good
GOOD = 2  # steps
COVER, COVER_LAST = 18, 15  # what is worth covering
SURELY = 99
NEVER = -1


@compiled
def appeal(c: np.record, s: np.record, action: int) -> int:
    if action >= SUPPLY_FROM:
        return due(s, action - SUPPLY_FROM)
    choice, who = action % CHOICES, lowest(s.waiting)
    if choice == PROTECT:
        enough = COVER if s.poured < c.tokens else COVER_LAST
        return SURELY if _value(s, who, int(s.fish[TILE + who])) >= enough else NEVER
    if c.paws == 2 and _is_own(s, who, choice):
        return NEVER
    value = _value(s, who, int(s.fish[choice]))
    return min(GOOD * int(c.paws), (value if choice < TILE else value // 3) // STEP)


@compiled
def _is_own(s: np.record, who: int, choice: int) -> bool:
    """Whether the other paw is there, or points there already."""
    other = who ^ 1
    return choice == TILE + other or (other < who and choice == s.choice[other])


@compiled
def _value(s: np.record, who: int, pile: int) -> int:
    """What a pile is worth to a character."""
    if pile == 0:
        return 0
    have = owned(s, who)
    red, yellow, blue = amount(have, 0), amount(have, 1), amount(have, 2)
    full = LACKING + min(red, yellow, blue)
    return (
        amount(pile, 0) * max(SPARE, full - red)
        + amount(pile, 1) * max(SPARE, full - yellow)
        + amount(pile, 2) * max(SPARE, full - blue)
        + amount(pile, WHITE) * BRIGHT
    )


register(STATE, appeal)
