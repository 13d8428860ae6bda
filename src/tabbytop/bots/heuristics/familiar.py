"""Familiar's Trouble by rules of thumb.

- Play what promises most: the points of each errand, times the chance that those behind you can still complete it.
- A neighbour can add to the colours that are led, and give another colour only when void of those.
- Each unit of value is worth keeping: finish small errands with small cards, and hold the colourful ones back.
- Always exchange, and pass from your longest colour, so that everybody can follow every colour.
- As leader swap the errand that your best lead would bring least of for one of level 2, where points come easiest.
- Draw level 2 in the first two rounds, and then level 1: it is completed in passing, and level 2 is left for swaps.
"""

from __future__ import annotations

from math import comb

import numpy as np

from tabbytop.core.bits import bit, count, lowest
from tabbytop.core.compiler import compiled
from tabbytop.core.contract import register
from tabbytop.games.familiar.config import CARDS, COLOURS, LEVELS, SEATS
from tabbytop.games.familiar.rules import (
    DRAW_FROM,
    HAND,
    NO_SWAP,
    PASS_FROM,
    PLAY_FROM,
    STATE,
    SWAP_FROM,
    THREES,
    left_of,
)

SURE = 128  # a chance of 1
FRESH = 300  # what an errand still to be turned up promises: points times chance
KEEP = 40  # what a unit of value is worth later, likewise
COLOURFUL = 6  # the value that a card of several colours is kept like
MIDDLE = 1  # level 2
EARLY = 2  # rounds in which level 2 is drawn
LONG = 20  # passing: the length of the colour before the value

# The chance that a hand has one of some cards: by its size, how many cards are unseen, and how many of those would do.
_HAS = [
    [[SURE - SURE * comb(max(n - k, 0), h) // max(comb(n, h), 1) for k in range(CARDS)] for n in range(CARDS)]
    for h in range(HAND + 1)
]
HAS = np.array(_HAS, np.int16).reshape(-1)


@compiled
def appeal(c: np.record, s: np.record, action: int) -> int:
    if action >= DRAW_FROM:
        return -abs(action - DRAW_FROM - (MIDDLE if s.this_round <= EARLY else 0))
    if action >= PLAY_FROM:
        card, unseen = action - PLAY_FROM, 0 if left_of(s.seat) == s.lead else _unseen(s)
        return _promise(c, s, card, int(s.display), unseen) - KEEP * _kept(c, card)
    if action >= SWAP_FROM:
        errand, level = (action - SWAP_FROM) // LEVELS, (action - SWAP_FROM) % LEVELS
        return FRESH - _best_promise(c, s, errand) if level == MIDDLE else -1
    if action == NO_SWAP:
        return 0
    if action >= PASS_FROM:
        card = action - PASS_FROM
        return LONG * count(int(s.hand[s.seat]) & int(c.matching[c.colours[card]])) + _kept(c, card)
    return -action


@compiled
def _kept(c: np.record, card: int) -> int:
    several = c.colours[card] & (c.colours[card] - 1)
    return COLOURFUL if several else int(c.value[card])


@compiled
def _best_promise(c: np.record, s: np.record, errand: int) -> int:
    """What the best lead in a colour that it asks for promises of an errand."""
    hand, unseen, best = int(s.hand[s.seat]), _unseen(s), 0
    while hand:
        card = lowest(hand)
        hand &= hand - 1
        for colour in range(len(COLOURS)):
            if c.asks[errand, colour] and c.colours[card] & bit(colour):
                best = max(best, _promise(c, s, card, bit(errand), unseen))
                break
    return best


@compiled
def _promise(c: np.record, s: np.record, card: int, errands: int, unseen: int) -> int:
    """What the trick promises of these errands with this card: points times chance."""
    red, blue, green = _of(c, card, 0), _of(c, card, 1), _of(c, card, 2)
    led, behind, seat = int(c.colours[card]), SEATS - 1, int(s.lead)
    while seat != s.seat:
        played = s.played[s.this_round - 1, seat]
        if seat == s.lead:
            led = int(c.colours[played])
        red, blue, green = red + _of(c, played, 0), blue + _of(c, played, 1), green + _of(c, played, 2)
        behind -= 1
        seat = left_of(seat)
    row = (count(s.hand[left_of(s.seat)]) * CARDS + count(unseen)) * CARDS
    follow = unseen & (int(c.matching[led]) | THREES)
    void = SURE - int(HAS[row + count(follow & ~THREES)])
    promise = 0
    while errands:
        errand = lowest(errands)
        errands &= errands - 1
        more_red = max(0, int(c.asks[errand, 0]) - red)
        more_blue = max(0, int(c.asks[errand, 1]) - blue)
        more_green = max(0, int(c.asks[errand, 2]) - green)
        if more_red | more_blue | more_green == 0:
            promise += int(c.points[errand]) * SURE
        elif behind:
            chance = _chance(c, more_red, more_blue, more_green, behind, follow, unseen & ~follow, row, void)
            promise += int(c.points[errand]) * chance
    return promise


@compiled
def _of(c: np.record, card: int, colour: int) -> int:
    return int(c.value[card]) if c.colours[card] & bit(colour) else 0


@compiled
def _unseen(s: np.record) -> int:
    """All cards that are neither played nor one's own: the hands of the others and the pile, taken together."""
    unseen = int(s.hand[0]) | int(s.hand[1]) | int(s.hand[2])
    for i in range(s.dealt, CARDS):
        unseen |= bit(s.deck[i])
    return unseen & ~int(s.hand[s.seat])


@compiled
def _chance(
    c: np.record, red: int, blue: int, green: int, behind: int, follow: int, off: int, row: int, void: int
) -> int:
    """The chance that those behind add so much, one of them alone or two by sharing it."""
    reds, blues, greens = _giving(c, 0, red), _giving(c, 1, blue), _giving(c, 2, green)
    one = 0
    if reds & blues & greens & (follow | off):
        one = _has(reds & blues & greens, follow, off, row, void)
    if behind == 1:
        return one
    both = 0
    if (red == 0 and blue == 0) or (red == 0 and green == 0) or (blue == 0 and green == 0):
        half = _giving(c, 0 if red else 1 if blue else 2, (red + blue + green) // 2)
        both = _has(half, follow, off, row, void)
        both = both * both // SURE
    elif red == 0 or blue == 0 or green == 0:
        first = _has(reds if red else blues, follow, off, row, void)
        second = _has(greens if green else blues, follow, off, row, void)
        both = first * second // SURE
        both += both * (SURE - both) // SURE
    none = (SURE - one) * (SURE - one) // SURE
    return SURE - none * (SURE - both) // SURE


@compiled
def _giving(c: np.record, colour: int, more: int) -> int:
    """The cards that give so much of a colour."""
    if more <= 0:
        return ~0
    cards = int(c.matching[bit(colour)])
    if more <= 1:
        return cards | THREES
    if more <= 2:
        return cards
    cards = int(c.alike[bit(colour)])
    first = lowest(cards)
    return cards & -bit(first + min(more, 10) - int(c.value[first]))


@compiled
def _has(cards: int, follow: int, off: int, row: int, void: int) -> int:
    """The chance that a neighbour has one of the cards and may play it."""
    chance = int(HAS[row + count(cards & follow)])
    if void and cards & off:
        chance += (SURE - chance) * void * int(HAS[row + count(cards & off)]) // (SURE * SURE)
    return chance


register(STATE, appeal)
