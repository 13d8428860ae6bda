"""Familiar's Trouble by rules of thumb.

- Play what promises most: the points of each errand, times the chance that those behind you can still complete it.
- A neighbour can add to the colours that are led, and give another colour only when void of those.
- Each unit of value is worth keeping: finish small errands with small cards, and hold the colourful ones back.
- Always exchange, and pass from your longest colour, so that everybody can follow every colour.
- As leader swap the errand that your best lead would bring least of for one of level 2, where points come easiest.
- Draw level 2 in the first two rounds, and then level 1: it is completed in passing, and level 2 is left for swaps.
"""

from __future__ import annotations

from itertools import product
from math import comb

import numpy as np

from tabbytop.bots import afresh
from tabbytop.core.bits import bit, count, lowest
from tabbytop.core.compiler import compiled
from tabbytop.core.contract import register
from tabbytop.games.familiar.config import AMOUNT, ANYTHING, CARDS, DONE, EITHER, HOWS, LEVELS, ROUNDS, SEATS
from tabbytop.games.familiar.rules import (
    DRAW_FROM,
    HAND,
    NO_SWAP,
    PASS_FROM,
    PLAY,
    PLAY_FROM,
    STATE,
    SWAP,
    SWAP_FROM,
    THREES,
    kinds,
    left_of,
)

SURE = 128  # a chance of 1
FRESH = 300  # what an errand still to be turned up promises: points times chance
KEEP = 40  # what a unit of value is worth later, likewise
COLOURFUL = 6  # the value that a card of several colours is kept like
MIDDLE = 1  # level 2
EARLY = 2  # rounds in which level 2 is drawn
LONG = 20  # passing: the length of the colour before the value

# Notes: what the others may have; of that, what follows the lead and what does not, and the chance that they are void;
# where the errands end; and, one by one, what the best lead promises of an errand, or what the trick leaves of it.
UNSEEN, FOLLOW, OFF, VOID, END, ERRAND = range(6)

WANT = (1 << AMOUNT) - 1
ANY = 64  # numbers of cards, for a table: CARDS and more if none is needed
OF_ONE = 16  # likewise, for cards that have a colour
_HANDS = [min(HAND, ROUNDS - r) for r in range(ROUNDS)]  # by round, from 0
_UNSEEN = [CARDS - SEATS * r - _HANDS[r] for r in range(ROUNDS)]  # by the lead player


def _lacks(hand: int, unseen: int, cards: int) -> float:
    """The chance that a hand has none of some cards."""
    return comb(max(0, unseen - cards), hand) / comb(unseen, hand)


def _fail(hand: int, unseen: int, first: int, second: int, how: int) -> float:
    """The chance that two hands cannot complete an errand, by how many cards there are of the two sets it needs."""
    if how == DONE:
        return 0
    if how == EITHER:
        second = max(0, second - first)  # the second set has those of the first in it
    one_has_none = _lacks(hand, unseen, first + second)
    none = _lacks(2 * hand, unseen, first + second)
    and_no_first = one_has_none * _lacks(hand, unseen - hand, first)
    and_no_second = one_has_none * _lacks(hand, unseen - hand, second)
    if how == EITHER:
        return 2 * and_no_first - none
    no_first, no_second = _lacks(2 * hand, unseen, first), _lacks(2 * hand, unseen, second)
    return 2 * one_has_none + no_first + no_second - 2 * and_no_first - 2 * and_no_second + none


# By round, whether the lead is played, and how many unseen cards would do: the chance that a hand behind has one.
_HAS = [
    1 - (cards < CARDS and _lacks(_HANDS[r], _UNSEEN[r] - played, cards))
    for r, played, cards in product(range(ROUNDS), range(2), range(ANY))
]
HAS = np.array([round(SURE * chance) for chance in _HAS], np.int16)

# By round, how an errand can be completed after the lead, and how many cards of its two sets are unseen: the chance.
_DO = [
    1 - _fail(_HANDS[r], _UNSEEN[r], first, second, how)
    for r, how, first, second in product(range(ROUNDS), range(HOWS), range(OF_ONE), range(OF_ONE))
]
DO = np.array([round(SURE * chance) for chance in _DO], np.int16)


@compiled
def survey(c: np.record, s: np.record, m: np.record) -> None:
    if s.phase == PLAY and s.seat == s.lead:
        m.notes[UNSEEN] = _unseen(s)
    elif s.phase == PLAY:
        _survey_trick(c, s, m)
    elif s.phase == SWAP and s.top[MIDDLE] < s.bottom[MIDDLE]:
        _survey_leads(c, s, m)


@compiled
def appeal(c: np.record, s: np.record, m: np.record, action: int) -> int:
    if action >= DRAW_FROM:
        return -abs(action - DRAW_FROM - (MIDDLE if s.this_round <= EARLY else 0))
    if action >= PLAY_FROM:
        card = action - PLAY_FROM
        if s.seat == s.lead:
            return _leading(c, s, m, card) - KEEP * _kept(c, card)
        return _following(c, s, m, card) - KEEP * _kept(c, card)
    if action >= SWAP_FROM:
        errand, level = (action - SWAP_FROM) // LEVELS, (action - SWAP_FROM) % LEVELS
        if level != MIDDLE:
            return -1
        return FRESH - int(m.notes[ERRAND + count(int(s.display) & (bit(errand) - 1))])
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
def _unseen(s: np.record) -> int:
    """All cards that are neither played nor one's own: the hands of the others and the pile, taken together."""
    unseen = int(s.hand[0]) | int(s.hand[1]) | int(s.hand[2])
    for i in range(s.dealt, CARDS):
        unseen |= bit(s.deck[i])
    return unseen & ~int(s.hand[s.seat])


@compiled
def _row(s: np.record) -> int:
    """Where HAS has the chances of those behind."""
    return (2 * int(s.this_round) - (2 if s.seat == s.lead else 1)) * ANY


@compiled
def _follow(c: np.record, s: np.record, lead: int, unseen: int) -> tuple[int, int]:
    """The cards that follow a lead, and the chance that one of the others has no colour of it and may play any."""
    follow = unseen & int(c.matching[c.colours[lead]])
    void = SURE - int(HAS[_row(s) + count(follow)])
    return follow | unseen & THREES, void


@compiled
def _promise(c: np.record, s: np.record, errand: int, lead: int, follow: int, unseen: int, void: int) -> int:
    """What a lead promises of an errand: points times chance."""
    chance = _chance(c, s, errand, lead, follow)
    if void:
        chance += (_chance(c, s, errand, lead, unseen) - chance) * void // SURE
    return int(c.points[errand]) * chance


@compiled
def _chance(c: np.record, s: np.record, errand: int, lead: int, behind: int) -> int:
    """The chance that those behind complete an errand, if they may play these cards."""
    lack = c.lack[errand, lead]
    how = (int(s.this_round) - 1) * HOWS + int(lack[2])
    return int(DO[(how * OF_ONE + count(lack[0] & behind)) * OF_ONE + count(lack[1] & behind)])


@compiled
def _leading(c: np.record, s: np.record, m: np.record, card: int) -> int:
    """What the trick promises with this lead."""
    promise, errands, unseen = 0, int(s.display), int(m.notes[UNSEEN])
    follow, void = _follow(c, s, card, unseen)
    while errands:
        promise += _promise(c, s, lowest(errands), card, follow, unseen, void)
        errands &= errands - 1
    return promise


@compiled
def _survey_leads(c: np.record, s: np.record, m: np.record) -> None:
    """Note what the best lead in a colour that it asks for promises of each errand."""
    unseen, hand = _unseen(s), kinds(int(s.hand[s.seat]))
    for i in range(count(s.display)):
        m.notes[ERRAND + i] = 0
    while hand:
        card = lowest(hand)
        hand &= hand - 1
        follow, void = _follow(c, s, card, unseen)
        i, errands = ERRAND, int(s.display)
        while errands:
            errand = lowest(errands)
            errands &= errands - 1
            if int(c.asked[errand]) & int(c.colours[card]):
                m.notes[i] = max(int(m.notes[i]), _promise(c, s, errand, card, follow, unseen, void))
            i += 1


@compiled
def _survey_trick(c: np.record, s: np.record, m: np.record) -> None:
    """Note what the last to play may play, and what the cards played leave of each errand."""
    lead = s.played[s.this_round - 1, s.lead]
    given, follow, off, void = int(c.gives[lead]), 0, 0, 0
    if left_of(s.lead) == s.seat:
        unseen = _unseen(s)
        follow, void = _follow(c, s, lead, unseen)
        off = unseen & ~follow
    else:
        given += int(c.gives[s.played[s.this_round - 1, left_of(s.lead)]])
    m.notes[FOLLOW] = follow | ANYTHING & -bit(CARDS)
    m.notes[OFF] = off
    m.notes[VOID] = void
    i, errands = ERRAND, int(s.display)
    while errands:
        m.notes[i] = int(c.wants[lowest(errands)]) - given
        errands &= errands - 1
        i += 1
    m.notes[END] = i


@compiled
def _following(c: np.record, s: np.record, m: np.record, card: int) -> int:
    """What the trick promises with this card."""
    gives, follow, off, void = int(c.gives[card]), int(m.notes[FOLLOW]), int(m.notes[OFF]), int(m.notes[VOID])
    row, promise = _row(s), 0
    for i in range(ERRAND, m.notes[END]):
        want = int(m.notes[i]) - gives
        cards = int(c.giving[0, want & WANT]) & int(c.giving[1, want >> AMOUNT & WANT])
        cards &= int(c.giving[2, want >> 2 * AMOUNT & WANT])
        chance = int(HAS[row + count(cards & follow)])
        if void:
            chance += (SURE - chance) * void * int(HAS[row + count(cards & off)]) // (SURE * SURE)
        promise += (want >> 3 * AMOUNT) * chance
    return promise


register(STATE, survey, appeal, afresh.prospect)
