"""Is This a Cat or a Rabbit?: what a seat cannot know, dealt again."""

from __future__ import annotations

import numpy as np

from tabbytop.core import openly, scatter
from tabbytop.core.bits import count
from tabbytop.core.compiler import compiled
from tabbytop.core.contract import register
from tabbytop.games.sorting.rules import SECOND, STATE, THE_BEAR, together


@compiled
def resample(c: np.record, s: np.record, seat: int) -> None:
    """Hidden: the other hands and the cards aside. Known of them: their bears, and what a follower did not have."""
    hidden = 0
    holders = 0
    for other in range(c.players):
        if other != seat:
            cards = int(s.hand[other]) & ~THE_BEAR
            hidden = together(hidden, cards)
            s.need[holders] = count(cards)
            s.may[holders] = ~together(int(s.lacks[other]), int(s.lacks[other]))
            holders += 1
    if s.aside != 0:  # with five players there is nothing aside, and four hands are all that can be scattered
        hidden = together(hidden, int(s.aside))
        s.need[holders] = count(s.aside)
        s.may[holders] = ~0
        holders += 1
    scatter.scatter(s, hidden, holders)

    holders = 0
    for other in range(c.players):
        if other != seat:
            s.hand[other] = (int(s.hand[other]) & THE_BEAR) | _stacked(int(s.got[holders]))
            holders += 1
    if s.aside != 0:
        s.aside = _stacked(int(s.got[holders]))


@compiled
def _stacked(cards: int) -> int:
    """The set with no second copy where there is no first."""
    alone = (cards >> SECOND) & ~cards
    return (cards | alone) & ~(alone << SECOND)


register(STATE, resample, openly.secrecy, openly.covered, openly.recall)
