"""Festival of Thousand Cats by rules of thumb.

- Count the cards nobody has seen: they tell how likely your card is the highest, the lowest or neither, and so what
  it will take. Others are as likely to play any card as another, but hold on to two fish and to drinks.
- A fish is worth what it counts for you, a crow costs one; and what you take nobody else gets.
- A first drink is welcome, a second only towards the end of the deal, a third is ruin. In the advanced game a drink is
  a token of the next deal, too.
- Get rid of crows and booze early; keep two fish and YOROZU for a round that pays.
- A crow or YOROZU of the dummy's is seen before you choose: reckon with the swap.
- In the advanced game tokens are points to come, and two of a season are worth more than two of different ones.
- Double the season whose fish are in your hand; not knowing it yet, the season that counts already.
- Three crows are worth a new deal; between both YOROZU, swap for the side of the better face-up card.
"""

from __future__ import annotations

import numpy as np

from tabbytop.core.bits import bit, count
from tabbytop.core.compiler import compiled
from tabbytop.core.contract import register
from tabbytop.games.festival.config import ADVANCED, BOOZE, CROW, SEASONS, YOROZU_BOOZE
from tabbytop.games.festival.rules import (
    DUMMY,
    KEEP,
    MULTIPLIER_FROM,
    PLAY,
    REDEAL,
    ROUNDS,
    SEATS,
    START_FROM,
    STATE,
    SWAP,
    SWAP_FROM,
    TOKEN_FROM,
    TOKENS_FROM,
    YOROZU,
    YOROZU_TOKEN,
    cards_of,
    drinks,
    times,
)

POINT = 32  # one victory point

# In parts of a point: what the first, the second and the third drink (no more: it ends the deal) bring, and how that
# changes with every round to come and with every card of fish taken before.
DRINK = np.array([[17, -6, 0], [-5, -14, 0], [-131, 0, -POINT // 2]])
NEXT_TOKEN, NEXT_PAIR = 48, 12  # a token of the next deal; that it is the second of its season
DENIED = 28  # that nobody else gets a point

# In parts of a point: what each icon on a card must promise more to be played now.
KEEP_FISH, KEEP_BOOZE, KEEP_YOROZU, KEEP_CROW = 5, -5, 16, -24
KEPT = np.array([KEEP_FISH] * len(SEASONS) + [KEEP_BOOZE, KEEP_YOROZU, KEEP_CROW])

# Notes: what each icon is worth, and both face-up cards. Of each of three others, the dummy last: the cards it may
# play, those of them that are twice as likely, and in how many ways it plays. The ways of all three together, and the
# cards that would be swapped with the dummy's.
WORTH, TABLE, THEIRS, LIKELY, EACH, WAYS, SWAPPED = 0, 7, 9, 12, 15, 18, 19


@compiled
def survey(c: np.record, s: np.record, m: np.record) -> None:
    if s.phase in (PLAY, SWAP):
        _note_worths(c, s, m)
    if s.phase == PLAY:
        _note_others(c, s, m)


@compiled
def appeal(c: np.record, s: np.record, m: np.record, action: int) -> int:
    if action >= SWAP_FROM:
        return _appeal_of_other(c, s, m, action)
    card = int(action)
    mine, last = card, int(m.notes[THEIRS + 2])
    if (int(m.notes[SWAPPED]) >> card) & 1:
        mine, last = int(s.chosen[DUMMY]), bit(card)
    below = int(c.below[mine])
    lower0 = count(int(m.notes[THEIRS]) & below) + count(int(m.notes[LIKELY]) & below)
    lower1 = count(int(m.notes[THEIRS + 1]) & below) + count(int(m.notes[LIKELY + 1]) & below)
    lower2 = count(last & below) + count(int(m.notes[LIKELY + 2]) & below)
    highest = lower0 * lower1 * lower2
    least = (int(m.notes[EACH]) - lower0) * (int(m.notes[EACH + 1]) - lower1) * (int(m.notes[EACH + 2]) - lower2)
    return (
        highest * int(m.notes[TABLE + 1])
        + least * int(m.notes[TABLE])
        + (int(m.notes[WAYS]) - highest - least) * _worth(c, m, mine)
        - int(m.notes[WAYS]) * int(c.icons[card]) * int(KEPT[c.icon[card]])
    )


@compiled
def _note_worths(c: np.record, s: np.record, m: np.record) -> None:
    """What it brings to take an icon, and that nobody else does."""
    for season in range(len(SEASONS)):
        m.notes[WORTH + season] = POINT * times(c, s, s.seat, season) + DENIED
    drink = _worth_of_drink(c, s)
    m.notes[WORTH + BOOZE] = drink
    m.notes[WORTH + YOROZU_BOOZE] = drink
    m.notes[WORTH + CROW] = -POINT - DENIED
    m.notes[TABLE] = _worth(c, m, s.table[0])
    m.notes[TABLE + 1] = _worth(c, m, s.table[1])


@compiled
def _worth(c: np.record, m: np.record, card: int) -> int:
    return int(c.icons[card]) * int(m.notes[WORTH + c.icon[card]])


@compiled
def _worth_of_drink(c: np.record, s: np.record) -> int:
    had = drinks(c, s, s.seat)
    to_come = ROUNDS - int(s.this_round)
    worth = DENIED + (NEXT_TOKEN if c.mode == ADVANCED and s.this_deal != c.games else 0)
    fish = count(int(s.taken[s.seat]) & int(c.fish[0]))
    return worth + int(DRINK[had, 0]) + int(DRINK[had, 1]) * to_come + int(DRINK[had, 2]) * fish


@compiled
def _note_others(c: np.record, s: np.record, m: np.record) -> None:
    """What the others may play, as far as the seat can know, and in how many ways."""
    unseen = 0  # the other hands: together they are no secret
    for seat in range(SEATS):
        unseen ^= int(s.hand[seat])
    unseen ^= int(s.hand[s.seat])
    ways = _note_other(c, s, m, unseen, 0) * _note_other(c, s, m, unseen, 1)
    m.notes[SWAPPED] = 0
    if c.players == DUMMY:
        dummy = bit(s.chosen[DUMMY])
        m.notes[THEIRS + 2] = dummy
        m.notes[LIKELY + 2] = 0
        m.notes[EACH + 2] = 1
        if dummy & YOROZU:
            m.notes[SWAPPED] = c.crows
        elif dummy & int(c.crows):
            m.notes[SWAPPED] = YOROZU
    else:
        ways *= _note_other(c, s, m, unseen, 2)
    m.notes[WAYS] = ways


@compiled
def _note_other(c: np.record, s: np.record, m: np.record, unseen: int, other: int) -> int:
    """In how many ways another one plays: one with two fish or a drink, two with any other card."""
    theirs = unseen & ~int(s.lacks[other + int(other >= s.seat)])
    if theirs & int(s.open):
        theirs &= int(s.open) | YOROZU
    likely = theirs & ~(int(c.fish[1]) | int(c.drinks))
    ways = count(theirs) + count(likely)
    m.notes[THEIRS + other] = theirs
    m.notes[LIKELY + other] = likely
    m.notes[EACH + other] = ways
    return ways


@compiled
def _appeal_of_other(c: np.record, s: np.record, m: np.record, action: int) -> int:
    """The rest is rare, and apart so that playing a card is quick."""
    if action < KEEP:
        return int(m.notes[TABLE + action - SWAP_FROM])
    if action < START_FROM:
        return 1 if action == REDEAL else 0
    if action < MULTIPLIER_FROM:
        return 0
    if action < TOKENS_FROM:
        return _appeal_of_multiplier(c, s, action - MULTIPLIER_FROM)
    if action < TOKEN_FROM:
        return -_promise(c, s, len(SEASONS) - 1 - (action - TOKENS_FROM))
    season = action - TOKEN_FROM
    hope = 0 if s.phase == YOROZU_TOKEN else _promise(c, s, season)
    return hope + 5 * int(s.tokens[s.seat, season])


@compiled
def _promise(c: np.record, s: np.record, season: int) -> int:
    """How many fish of a season one may hope for."""
    mine = int(s.hand[s.seat]) & cards_of(season)
    return 8 + 6 * count(mine & int(c.fish[0])) + count(mine & int(c.fish[1]))


@compiled
def _appeal_of_multiplier(c: np.record, s: np.record, card: int) -> int:
    fish = 0
    for season in range(len(SEASONS)):
        fish += int(c.multiplier[card, season]) * _promise(c, s, season)
    return fish


@compiled
def prospect(c: np.record, s: np.record, seat: int) -> float:
    tokens = 0
    if c.mode == ADVANCED:
        for season in range(len(SEASONS)):
            held = int(s.tokens[seat, season])
            tokens += held * NEXT_TOKEN + int(held > 1) * NEXT_PAIR
    return tokens / POINT


register(STATE, survey, appeal, prospect)
