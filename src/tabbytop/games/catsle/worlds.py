"""CATsle Builders: what a seat cannot know, dealt again."""

from __future__ import annotations

import numpy as np

from tabbytop.core import chance, openly, scatter
from tabbytop.core.bits import bit, count, lowest
from tabbytop.core.compiler import compiled
from tabbytop.core.contract import register
from tabbytop.games.catsle.config import CARDS, RANKS
from tabbytop.games.catsle.rules import STATE


@compiled
def resample(c: np.record, s: np.record, seat: int) -> None:
    """Hidden: the other hands, the extra deck and the cards aside. Known of them: who could not follow what."""
    hidden = 0
    holders = 0
    for other in range(c.players):
        if other != seat:
            hidden |= int(s.hand[other])
            s.need[holders] = count(s.hand[other])
            s.may[holders] = ~int(s.lacks[other])
            holders += 1
    first = c.players * c.hand + s.turned
    last = CARDS if c.removed < 0 else CARDS - RANKS
    for i in range(first, last):
        hidden |= bit(s.deck[i])
    if first < last:  # with 5 players there is no pile
        s.need[holders] = last - first
        s.may[holders] = ~0
        holders += 1
    scatter.scatter(s, hidden, holders)

    holders = 0
    for other in range(c.players):
        if other != seat:
            s.hand[other] = s.got[holders]
            hidden &= ~int(s.got[holders])
            holders += 1
    for i in range(first, last):
        s.deck[i] = lowest(hidden)
        hidden &= hidden - 1
    chance.shuffle(s, s.deck, first, last)


register(STATE, resample, openly.secrecy, openly.covered, openly.recall)
