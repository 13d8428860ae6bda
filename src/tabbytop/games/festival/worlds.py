"""Festival of Thousand Cats: what a seat cannot know, dealt again."""

from __future__ import annotations

import numpy as np

from tabbytop.core import chance, scatter
from tabbytop.core.bits import bit, count, lowest, nth
from tabbytop.core.compiler import compiled
from tabbytop.core.contract import OPEN, UNTIL_ALL, register
from tabbytop.games.festival.config import EXPERIENCED, MULTIPLIERS
from tabbytop.games.festival.rules import (
    DUMMY,
    HAND,
    NO_CARD,
    OFFER,
    PLAY,
    SEATS,
    STATE,
    fresh,
    may_ask,
    playable,
)


@compiled
def resample(c: np.record, s: np.record, seat: int) -> None:
    """Hidden: the other hands and what they chose, the dummy's deck, multiplier cards not used yet.

    Known of the hands: the markers, and how many season cards with booze are left of the two that each was dealt.
    """
    _deal_again(s, seat, int(c.booze))
    _deal_again(s, seat, ~int(c.booze))
    while s.phase == OFFER and seat != s.seat and not may_ask(c, s, s.seat):
        _deal_again(s, seat, ~int(c.booze))
    if c.players == DUMMY:
        first = HAND * DUMMY + s.this_round
        pile = int(s.hand[DUMMY])
        for i in range(first, HAND * SEATS):
            s.deck[i] = lowest(pile)
            pile &= pile - 1
        chance.shuffle(s, s.deck, first, HAND * SEATS)
    if s.phase == PLAY:
        for other in range(c.players):
            if other != seat and s.chosen[other] != NO_CARD:
                choices = playable(s, other)
                s.chosen[other] = nth(choices, chance.below(s, count(choices)))
    if c.mode == EXPERIENCED:
        _deal_multipliers_again(c, s, seat)


@compiled
def _deal_again(s: np.record, seat: int, cards: int) -> None:
    """Deal those of the cards that are hidden from a seat: each other hand as many as it has."""
    hidden = 0
    holders = 0
    for other in range(SEATS):
        if other != seat:
            held = int(s.hand[other]) & cards
            hidden |= held
            s.need[holders] = count(held)
            s.may[holders] = ~int(s.lacks[other])
            holders += 1
    scatter.scatter(s, hidden, holders)
    holders = 0
    for other in range(SEATS):
        if other != seat:
            s.hand[other] = (int(s.hand[other]) & ~cards) | int(s.got[holders])
            holders += 1


@compiled
def _deal_multipliers_again(c: np.record, s: np.record, seat: int) -> None:
    if s.phase == OFFER and fresh(c, s):  # F3.4: nobody has looked at any
        for i in range(len(MULTIPLIERS)):
            s.pile[i] = i
        chance.shuffle(s, s.pile, 0, len(MULTIPLIERS))
        return
    hidden = 0
    for other in range(c.players):
        if other != seat:
            hidden |= int(s.rack[other])
    for other in range(c.players):
        if other != seat:
            cards = count(s.rack[other])
            s.rack[other] = 0
            for _ in range(cards):
                card = nth(hidden, chance.below(s, count(hidden)))
                s.rack[other] |= bit(card)
                hidden &= ~bit(card)


@compiled
def secrecy(c: np.record, s: np.record) -> int:
    return UNTIL_ALL if s.phase == PLAY else OPEN  # F5.3


@compiled
def covered(c: np.record, s: np.record) -> bool:
    return bool(s.phase == PLAY and s.seat > 0)


@compiled
def recall(c: np.record, s: np.record, seat: int) -> None:
    if s.phase == PLAY:
        for other in range(seat):
            s.chosen[other] = NO_CARD
        s.seat = 0


register(STATE, resample, secrecy, covered, recall)
