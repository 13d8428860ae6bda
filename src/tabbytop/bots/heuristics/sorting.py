"""Is This a Cat or a Rabbit? by rules of thumb.

- Remember what has been played: what is left tells how likely those after you have the animal to collect, and how
  likely one of them beats your card, by strength if they have it and with a new species if not.
- A day on which all follow is worth little unless you win it: everyone else gets a white chip, too.
- Take white chips even with black ones among them, but lose neither a declaration nor, late in the week, a clean
  record for them; the more black chips you have above the others, the likelier all your white ones are lost.
- A win with a new species leaves only the black chips of the day, and so counts as much as the risk it removes.
- If another wins, let it be with as many black chips as possible.
- Of equal cards play the one with ears as long as its tail: it is a new species most often and the hardest to lead.
- Play the bear when no day's chips are worth more.
- Declare unless the hand is strong: who rarely wins takes no black chips.
"""

from __future__ import annotations

import numpy as np

from tabbytop.core.bits import bit, count, lowest
from tabbytop.core.compiler import compiled
from tabbytop.core.contract import register
from tabbytop.games.sorting.config import BEAR, CARDS, CAT, LENGTHS, NEW_SPECIES, RABBIT, STRONGEST
from tabbytop.games.sorting.rules import (
    CLEAN,
    DECLARE,
    KEPT,
    LEAD_BEAR,
    LEAD_FROM,
    NO_CARD,
    SECOND,
    STATE,
    THE_BEAR,
    broke,
    species,
    together,
)

CHIP = 64  # one chip; also a chance of one
ALL_FOLLOW = 24  # what a white chip is worth when everyone gets one
A_DAY = 40  # the white chips a day to come may bring
BLACK_FOR_OTHERS = 19
BLACK_OF_A_STRANGER = 88  # the black chips for a card that does not follow
BLACK, MORE_BLACK = 7, 3  # the risk to lose all: with any, and for each more than the others have
UNCLEAN = 6  # the chance a day to come takes a clean record
FOLLOWER_WINS, STRANGER_WINS = 70, 108  # how eager they are with a card that can
SAVED = 3  # for each step of difference between ears and tail
BEAR_AMONG_WHITE, BEAR_AMONG_BLACK = 25, 20
STRONG_HAND = 6


@compiled
def appeal(c: np.record, s: np.record, action: int) -> int:
    if action < LEAD_FROM:
        return _appeal_of_playing(c, s, action)
    if action < LEAD_BEAR:
        card, animal = (action - LEAD_FROM) % CARDS, (action - LEAD_FROM) // CARDS
        return _prospect(c, s, card, animal, int(c.responsibility[card]), 1, 0) - _saved(card)
    if action == DECLARE:
        return _weakness(c, int(s.hand[s.seat]) & ~THE_BEAR)
    return 0


@compiled
def _appeal_of_playing(c: np.record, s: np.record, card: int) -> int:
    white, black = int(s.display_white), int(s.display_black) + int(s.cards_black)
    if card == BEAR:
        return CHIP * (BEAR_AMONG_BLACK if black else BEAR_AMONG_WHITE)
    strength = int(c.responsibility[card])
    what = species(c, s, card)
    if what == s.animal:
        white += 1
    elif what == NEW_SPECIES:
        black += 1
        strength += STRONGEST
    else:
        black += 2
    return _prospect(c, s, s.reference, s.animal, strength, white, black) - _saved(card)


@compiled
def _saved(card: int) -> int:
    return CHIP * SAVED * abs(card // LENGTHS - card % LENGTHS)


@compiled
def _weakness(c: np.record, cards: int) -> int:
    weakness = 0
    while cards:
        weakness += STRONG_HAND - int(c.responsibility[lowest(cards) % SECOND])
        cards &= cards - 1
    return weakness


@compiled
def _prospect(c: np.record, s: np.record, reference: int, animal: int, strength: int, white: int, black: int) -> int:
    """What the day may bring: with one's own card of this strength there are so many white and black chips."""
    last = s.played + 1 == c.players
    unseen = 0 if last else _unseen(c, s)
    cards = max(1, count(unseen))
    wanted = unseen & _both(int(c.animals[animal, reference]))
    follow = 0 if black else CHIP  # the chance that all do
    win = CHIP if strength > s.strength else 0
    both = min(follow, win)
    white, black = CHIP * white, CHIP * black
    hand = count(s.hand[s.seat])  # as many as those have who are yet to play
    before, has = -1, 0
    follower, stranger = 0, 0
    if win and not last:
        follower, stranger = _resistance(c, unseen, wanted, reference, strength)
    for seat in range(c.players):
        if seat != s.seat and s.trick[seat] == NO_CARD:
            theirs = count(wanted & ~_both(int(s.lacks[seat])))
            if theirs != before:
                has = CHIP - _power(CHIP * (cards - theirs) // cards, hand)
                before = theirs
            follow = follow * has // CHIP
            both = both * has * follower // CHIP**2
            win = win * (has * follower + (CHIP - has) * stranger) // CHIP**2
            white += has
            black += BLACK_OF_A_STRANGER * (CHIP - has) // CHIP
    gain = follow * ALL_FOLLOW + both * CHIP
    if win > both:
        mine = CHIP * int(s.white[s.seat])
        old = CHIP * int(s.black[s.seat])
        kept = 0 if strength > STRONGEST else old
        gain += (win - both) * (_week(c, s, mine + white, kept + max(CHIP, black)) - _week(c, s, mine, old))
    return gain + (CHIP - follow - win + both) * BLACK_FOR_OTHERS * black // CHIP


@compiled
def _unseen(c: np.record, s: np.record) -> int:
    """All cards not played yet but one's own; who has which is not looked at."""
    cards = int(s.aside)
    for seat in range(c.players):
        if seat != s.seat:
            cards = together(cards, int(s.hand[seat]) & ~THE_BEAR)
    return cards


@compiled
def _both(cards: int) -> int:
    """The cards and their second copies."""
    return cards | (cards << SECOND)


@compiled
def _power(chance: int, times: int) -> int:
    product = CHIP
    for _ in range(times):
        product = product * chance // CHIP
    return product


@compiled
def _resistance(c: np.record, unseen: int, wanted: int, reference: int, strength: int) -> tuple[int, int]:
    """The chance that a card is not beaten by one who follows, and by one who cannot."""
    known = _both(int(c.animals[RABBIT, reference]) | int(c.animals[CAT, reference]))
    others = max(1, count(unseen & ~wanted))
    if strength > STRONGEST:
        beaten = STRANGER_WINS * _stronger(c, unseen & ~known, strength - STRONGEST) // others
        return CHIP, max(0, CHIP - beaten)
    follower = FOLLOWER_WINS * _stronger(c, wanted, strength) // max(1, count(wanted))
    stranger = STRANGER_WINS * count(unseen & ~known) // others
    return max(0, CHIP - follower), max(0, CHIP - stranger)


@compiled
def _stronger(c: np.record, cards: int, strength: int) -> int:
    stronger = 0
    while cards:
        stronger += int(c.responsibility[lowest(cards) % SECOND] > strength)
        cards &= cards - 1
    return stronger


@compiled
def _week(c: np.record, s: np.record, white: int, black: int) -> int:
    """What one's chips promise at the end of the week."""
    days = count(s.hand[s.seat]) - 1
    white += A_DAY * days
    declared = int(s.declared) & bit(s.seat)
    if black == 0:
        extra = KEPT if declared else (0 if c.declare else CLEAN)
        return white + extra * (CHIP - UNCLEAN * days)
    if declared:
        return 0
    most = 0
    for seat in range(c.players):
        if seat != s.seat and not broke(s, seat):
            most = max(most, int(s.black[seat]))
    risk = BLACK + MORE_BLACK * (black - CHIP * most) // CHIP
    return white * (CHIP - min(CHIP, max(0, risk))) // CHIP


register(STATE, appeal)
