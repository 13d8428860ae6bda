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

from tabbytop.bots import afresh
from tabbytop.core.bits import lowest
from tabbytop.core.compiler import compiled
from tabbytop.core.contract import register
from tabbytop.games.ahoy.rules import CHOICES, POINT, PROTECT, STATE, SUPPLY_FROM, TILE, amount, due, owned

LACKING, SPARE, BRIGHT = 6, 3, 6  # what a fish is worth: of the scarcest colour, at least, and a white one
STEP = 10  # about two fish: from poor to fair, and from fair to good
GOOD = 2  # steps
COVER, COVER_LAST = 18, 15  # what is worth covering
SURELY = 99
NEVER = -1


# Notes: what red and blue fish, and yellow and white ones are worth to the character that chooses, so that one
# multiplication by a pile adds up two colours; the other paw's tile, and its choice.
RED_BLUE, YELLOW_WHITE, OTHER, THERE = range(4)
TWO_COLOURS = 0x00FF00FF
NOWHERE = -1


@compiled
def survey(c: np.record, s: np.record, m: np.record) -> None:
    if s.phase != POINT:
        return
    who = lowest(s.waiting)
    have = owned(s, who)
    red, yellow, blue = amount(have, 0), amount(have, 1), amount(have, 2)
    full = LACKING + min(red, yellow, blue)
    m.notes[RED_BLUE] = max(SPARE, full - red) << 16 | max(SPARE, full - blue)
    m.notes[YELLOW_WHITE] = max(SPARE, full - yellow) << 16 | BRIGHT
    other = who ^ 1
    m.notes[OTHER] = TILE + other if c.paws == 2 else NOWHERE
    m.notes[THERE] = s.choice[other] if c.paws == 2 and other < who else NOWHERE


@compiled
def appeal(c: np.record, s: np.record, m: np.record, action: int) -> int:
    if action >= SUPPLY_FROM:
        return due(s, action - SUPPLY_FROM)
    choice = action % CHOICES
    if choice == PROTECT:
        enough = COVER if s.poured < c.tokens else COVER_LAST
        return SURELY if _value(m, int(s.fish[TILE + lowest(s.waiting)])) >= enough else NEVER
    if choice in (m.notes[OTHER], m.notes[THERE]):
        return NEVER
    value = _value(m, int(s.fish[choice]))
    return min(GOOD * int(c.paws), (value if choice < TILE else value // 3) // STEP)


@compiled
def _value(m: np.record, pile: int) -> int:
    """What a pile is worth to the character that chooses."""
    first = (pile & TWO_COLOURS) * int(m.notes[RED_BLUE])
    second = ((pile >> 8) & TWO_COLOURS) * int(m.notes[YELLOW_WHITE])
    return ((first >> 16) & 0xFFFF) + ((second >> 16) & 0xFFFF)


register(STATE, survey, appeal, afresh.prospect)
