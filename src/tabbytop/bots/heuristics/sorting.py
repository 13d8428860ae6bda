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

from tabbytop.bots import afresh
from tabbytop.core.bits import bit, count, lowest
from tabbytop.core.compiler import compiled
from tabbytop.core.contract import register
from tabbytop.games.sorting.config import BEAR, BOX, CARDS, CAT, LENGTHS, NEW_SPECIES, RABBIT, STRONGEST
from tabbytop.games.sorting.rules import (
    CLEAN,
    DECLARE,
    KEPT,
    LEAD_BEAR,
    LEAD_FROM,
    PLAY,
    SAY,
    SEATS,
    SECOND,
    STATE,
    THE_BEAR,
    black_for,
    broke,
    collected,
    species,
    white_for,
)

CHIP_BITS = 6
CHIP = 1 << CHIP_BITS  # one chip; also a chance of one
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

SURELY = 1 << 20  # so many black chips that all is lost

# What is noted of a decision: the cards unseen and how many; cards in hand; the cards unseen that are collected, and
# the chance that all have one; the chance that no new species beats a card; how many play later, and from EACH on what
# each of them may hold (when leading) or the chance to have a card that follows; one's chips as the day may leave them.
UNSEEN, CARDS_UNSEEN, HAND, WANTED, FOLLOW, STRANGER, LATER, WHITES, BLACKS, OLD, ABOVE, NOW, EACH = range(13)


def _chances_to_have() -> np.ndarray:
    """By cards unseen, cards in a hand and how many of the unseen are wanted: the chance that the hand has one."""
    cards, wanted = np.ogrid[: BOX + 1, : BOX + 1]
    other = CHIP * np.maximum(0, np.maximum(1, cards) - wanted) // np.maximum(1, cards)
    none = np.full_like(other, CHIP)
    chances = []
    for _ in range(MOST_IN_HAND + 1):
        chances.append(CHIP - none)
        none = none * other // CHIP
    return np.stack(chances, 1).astype(np.int8)


def _chances_to_stand(eagerness: int) -> np.ndarray:
    """By how many cards another may have and how many of them would win: the chance that one's own is not beaten."""
    cards, winning = np.ogrid[: BOX + 1, : BOX + 1]
    chances: np.ndarray = np.maximum(0, CHIP - eagerness * winning // np.maximum(1, cards))
    return chances.astype(np.int8)


MOST_IN_HAND = 9
HAS = _chances_to_have()
FOLLOWER_LOSES, STRANGER_LOSES = _chances_to_stand(FOLLOWER_WINS), _chances_to_stand(STRANGER_WINS)
UNEVEN = np.array([CHIP * SAVED * abs(card // LENGTHS - card % LENGTHS) for card in range(CARDS)])


@compiled
def survey(c: np.record, s: np.record, m: np.record) -> None:
    if s.phase == SAY:
        return
    hand = count(s.hand[s.seat])  # as many as those have who are yet to play
    later = int(c.players) - int(s.played) - 1
    unseen = _unseen(s) if later else 0
    m.notes[HAND] = hand
    m.notes[LATER] = later
    m.notes[UNSEEN] = unseen
    m.notes[CARDS_UNSEEN] = count(unseen)
    _note_chips(c, s, m, hand - 1)
    if s.phase == PLAY:
        _note_day(c, s, m)
        return
    seat = int(s.seat)
    for i in range(later):
        seat = seat + 1 if seat + 1 < c.players else 0
        m.notes[EACH + i] = ~_both(int(s.lacks[seat]))


@compiled
def _unseen(s: np.record) -> int:
    """All cards not played yet but one's own; who has which is not looked at."""
    mine = int(s.hand[s.seat])
    some, odd = int(s.aside), int(s.aside) ^ mine
    for seat in range(SEATS):
        some |= int(s.hand[seat])
        odd ^= int(s.hand[seat])
    two = some & ~odd & ~mine  # in different places; two in one hand are odd, each for itself
    return (odd | _both(two)) & ~_both(THE_BEAR)


@compiled
def _both(cards: int) -> int:
    """The cards and their second copies."""
    return cards | (cards << SECOND)


@compiled
def _note_chips(c: np.record, s: np.record, m: np.record, days: int) -> None:
    """What one's chips promise at the end of the week, with so many days to come."""
    most = 0
    for seat in range(SEATS):
        most = max(most, 0 if seat == s.seat or (c.declare and broke(s, seat)) else int(s.black[seat]))
    m.notes[ABOVE] = -CHIP * most
    white, black = CHIP * int(s.white[s.seat]) + A_DAY * days, CHIP * int(s.black[s.seat])
    extra = 0 if c.declare else CLEAN
    if c.declare and int(s.declared) & bit(s.seat):
        extra = KEPT
        m.notes[ABOVE] = SURELY
    m.notes[WHITES] = white
    m.notes[OLD] = black
    m.notes[NOW] = _at_risk(m, white, black) if black else white + extra * (CHIP - UNCLEAN * days)


@compiled
def _at_risk(m: np.record, white: int, black: int) -> int:
    """What so many white chips promise with so many black ones."""
    risk = BLACK + ((MORE_BLACK * (black + int(m.notes[ABOVE]))) >> CHIP_BITS)
    return (white * (CHIP - min(CHIP, max(0, risk)))) >> CHIP_BITS


@compiled
def _note_day(c: np.record, s: np.record, m: np.record) -> None:
    """Once the animal to collect is known: who may have it, and the chips that this leads to."""
    unseen, cards, hand, later = int(m.notes[UNSEEN]), m.notes[CARDS_UNSEEN], m.notes[HAND], int(m.notes[LATER])
    wanted = unseen & _both(collected(c, s))
    black = CHIP * (int(s.display_black) + int(s.cards_black))
    follow, have = 0 if black else CHIP, 0
    seat = int(s.seat)
    for i in range(later):
        seat = seat + 1 if seat + 1 < c.players else 0
        has = int(HAS[cards, hand, count(wanted & ~_both(int(s.lacks[seat])))])
        follow *= has
        have += has
        m.notes[EACH + i] = has
    m.notes[WANTED] = wanted
    m.notes[FOLLOW] = follow >> (CHIP_BITS * later)
    m.notes[STRANGER] = STRANGER_LOSES[cards - count(wanted), count(unseen & ~_known(c, s.reference))]
    m.notes[WHITES] += CHIP * int(s.display_white) + have
    m.notes[BLACKS] = black + _blacks(later, have)


@compiled
def _known(c: np.record, reference: int) -> int:
    """The cards that are no new species."""
    return _both(int(c.animals[RABBIT, reference]) | int(c.animals[CAT, reference]))


@compiled
def _blacks(later: int, have: int) -> int:
    """The black chips of so many players who on average follow as often as this."""
    return (BLACK_OF_A_STRANGER * (CHIP * later - have)) >> CHIP_BITS


@compiled
def appeal(c: np.record, s: np.record, m: np.record, action: int) -> int:
    if action < BEAR:
        return _appeal_of_playing(c, s, m, action) - int(UNEVEN[action])
    if LEAD_FROM <= action < LEAD_BEAR:
        is_cat = action >= LEAD_FROM + CARDS
        card = action - LEAD_FROM - CARDS if is_cat else action - LEAD_FROM
        return _appeal_of_leading(c, m, card, CAT if is_cat else RABBIT) - int(UNEVEN[card])
    if action == BEAR:
        return CHIP * (BEAR_AMONG_BLACK if s.display_black + s.cards_black else BEAR_AMONG_WHITE)
    if action == DECLARE:
        return _weakness(c, int(s.hand[s.seat]) & ~THE_BEAR)
    return 0


@compiled
def _appeal_of_playing(c: np.record, s: np.record, m: np.record, card: int) -> int:
    strength, stronger = int(c.responsibility[card]), _both(int(c.stronger[card]))
    white, black, kept = int(m.notes[WHITES]), int(m.notes[BLACKS]), int(m.notes[OLD])
    wanted, later = int(m.notes[WANTED]), int(m.notes[LATER])
    follow, follower, stranger = 0, CHIP, int(m.notes[STRANGER])
    what = species(c, s, card)
    white += CHIP * white_for(s.animal, what)
    black += CHIP * black_for(s.animal, what)
    if what == NEW_SPECIES:
        kept = 0
        strength += STRONGEST
        new = int(m.notes[UNSEEN]) & ~_known(c, s.reference) & stronger
        stranger = int(STRANGER_LOSES[m.notes[CARDS_UNSEEN] - count(wanted), count(new)])
    else:
        follower = int(FOLLOWER_LOSES[count(wanted), count(wanted & stronger)])
        if what == s.animal:
            follow = int(m.notes[FOLLOW])
    if strength <= s.strength:
        return _prospect(m, follow, 0, 0, white, black, kept)
    stand, win = CHIP, CHIP
    for i in range(later):
        stand *= follower
        win *= CHIP * stranger + int(m.notes[EACH + i]) * (follower - stranger)
    return _prospect(m, follow, stand, win, white, black, kept)


@compiled
def _appeal_of_leading(c: np.record, m: np.record, card: int, animal: int) -> int:
    unseen, cards, hand, later = int(m.notes[UNSEEN]), m.notes[CARDS_UNSEEN], m.notes[HAND], int(m.notes[LATER])
    wanted = unseen & _both(int(c.animals[animal, card]))
    follower = int(FOLLOWER_LOSES[count(wanted), count(wanted & _both(int(c.stronger[card])))])
    stranger = int(STRANGER_LOSES[cards - count(wanted), count(unseen & ~_known(c, card))])
    follow, stand, win, have = CHIP, CHIP, CHIP, 0
    for i in range(later):
        has = int(HAS[cards, hand, count(wanted & int(m.notes[EACH + i]))])
        follow *= has
        stand *= follower
        win *= CHIP * stranger + has * (follower - stranger)
        have += has
    white, black = int(m.notes[WHITES]) + CHIP + have, _blacks(later, have)
    return _prospect(m, follow >> (CHIP_BITS * later), stand, win, white, black, int(m.notes[OLD]))


@compiled
def _prospect(m: np.record, follow: int, stand: int, win: int, white: int, black: int, kept: int) -> int:
    """What the day may bring, by the chances that all follow, that one then wins, and that one wins at all.

    The latter two are products of the chances with each later player, not yet scaled down.
    """
    later = int(m.notes[LATER])
    both = (follow * stand) >> (CHIP_BITS * (later + 1))
    win >>= 2 * CHIP_BITS * later
    gain = follow * ALL_FOLLOW + both * CHIP
    gain += (win - both) * (_at_risk(m, white, kept + max(CHIP, black)) - int(m.notes[NOW]))
    return gain + (((CHIP - follow - win + both) * BLACK_FOR_OTHERS * black) >> CHIP_BITS)


@compiled
def _weakness(c: np.record, cards: int) -> int:
    weakness = 0
    while cards:
        weakness += STRONG_HAND - int(c.responsibility[lowest(cards) % SECOND])
        cards &= cards - 1
    return weakness


register(STATE, survey, appeal, afresh.prospect)
