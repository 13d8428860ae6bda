"""Ahoy! Kitten: what a seat cannot know, drawn again."""

from __future__ import annotations

import numpy as np

from tabbytop.core import chance
from tabbytop.core.bits import bit, count, lowest, nth
from tabbytop.core.compiler import compiled
from tabbytop.core.contract import OPEN, UNTIL_ALL, register
from tabbytop.games.ahoy.config import COLOURS
from tabbytop.games.ahoy.rules import NO_CHOICE, POINT, STATE, amount, choices, one


@compiled
def resample(c: np.record, s: np.record, seat: int) -> None:
    """Hidden: the order of the bag, and what others chose in this turn."""
    left = 0
    for i in range(s.poured, c.tokens):
        left += one(s.bag[i])
    n = int(s.poured)
    for colour in range(len(COLOURS)):
        for _ in range(amount(left, colour)):
            s.bag[n] = colour
            n += 1
    chance.shuffle(s, s.bag, s.poured, c.tokens)
    for who in range(c.characters):
        if s.choice[who] != NO_CHOICE and who // c.paws != seat:
            may = choices(c, s, who)
            s.choice[who] = nth(may, chance.below(s, count(may)))


@compiled
def secrecy(c: np.record, s: np.record) -> int:
    return UNTIL_ALL if s.phase == POINT else OPEN  # A3.1


@compiled
def covered(c: np.record, s: np.record) -> bool:
    return bool(s.waiting and (bit(c.characters) - 1) & ~int(s.ships) & ~int(s.waiting))


@compiled
def recall(c: np.record, s: np.record, seat: int) -> None:
    if s.phase == POINT:
        for who in range(c.characters):
            if s.choice[who] != NO_CHOICE and who // c.paws != seat:
                s.choice[who] = NO_CHOICE
                s.waiting |= bit(who)
        s.seat = lowest(s.waiting) // c.paws


register(STATE, resample, secrecy, covered, recall)
