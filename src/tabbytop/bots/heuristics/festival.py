"""Festival of Thousand Cats by rules of thumb.

- Count the cards nobody has seen: they tell how likely your card is the highest, the lowest or neither, and so what
  it will take. Others are as likely to play any card as another, but hold on to two fish and to drinks.
- A fish is worth what it counts for you, a crow costs one; and what you take nobody else gets.
- A first drink is welcome, a second only towards the end of the deal, a third is ruin. In the advanced game a drink is
  a token of the next deal, too.
- Get rid of crows and booze early; keep two fish and YOROZU for a round that pays.
- A crow or YOROZU of the dummy's is seen before you choose: reckon with the swap.
- Double the season whose fish are in your hand; not knowing it yet, the season that counts already.
- Three crows are worth a new deal; between both YOROZU, swap for the side of the better face-up card.
"""

from __future__ import annotations

import numpy as np

from tabbytop.core.bits import bit, count
from tabbytop.core.compiler import compiled
from tabbytop.core.contract import register
from tabbytop.games.festival.config import ADVANCED, CARDS, RANKS, SEASONS, Y0
from tabbytop.games.festival.rules import (
    DUMMY,
    KEEP,
    MULTIPLIER_FROM,
    REDEAL,
    ROUNDS,
    SEATS,
    START_FROM,
    STATE,
    SWAP_FROM,
    TOKEN_FROM,
    TOKENS_FROM,
    YOROZU,
    YOROZU_TOKEN,
    cards_of,
    drinks,
    season_of,
    times,
)

POINT = 32  # one victory point
SURE = 256  # a chance of one

# In parts of a point: what a drink brings, and how much less with every round to come.
FIRST, FIRST_EARLY = 17, 6
SECOND, SECOND_EARLY = -5, 14
THIRD = -131
NEXT_TOKEN = 48
DENIED = 28  # that nobody else gets a point

# In parts of a point: what a card must promise more to be played now.
KEEP_FISH, KEEP_CROW, KEEP_BOOZE, KEEP_YOROZU = 5, -24, -5, 16


@compiled
def appeal(c: np.record, s: np.record, action: int) -> int:
    if action < SWAP_FROM:
        return _appeal_of_playing(c, s, action)
    if action < KEEP:
        return _worth(c, s, s.table[action - SWAP_FROM], _worth_of_drink(c, s))
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
def _worth(c: np.record, s: np.record, card: int, drink: int) -> int:
    """What it brings to take a card, and that nobody else does."""
    fish = _in(c.fish[0], card) + _in(c.fish[1], card)
    if fish:
        return fish * (POINT * times(c, s, s.seat, season_of(card)) + DENIED)
    return _in(c.drinks, card) * drink - _in(c.crows, card) * (POINT + DENIED)


@compiled
def _in(cards: int, card: int) -> int:
    return (int(cards) >> int(card)) & 1


@compiled
def _worth_of_drink(c: np.record, s: np.record) -> int:
    had = drinks(c, s, s.seat)
    to_come = ROUNDS - int(s.this_round)
    worth = DENIED + (NEXT_TOKEN if c.mode == ADVANCED and s.this_deal != c.games else 0)
    if had == 0:
        return worth + FIRST - FIRST_EARLY * to_come
    if had == 1:
        return worth + SECOND - SECOND_EARLY * to_come
    return worth + THIRD - POINT * count(int(s.taken[s.seat]) & int(c.fish[0])) // 2


@compiled
def _kept(c: np.record, card: int) -> int:
    fish = _in(c.fish[0], card) + _in(c.fish[1], card)
    drink = KEEP_BOOZE * _in(c.booze, card) + KEEP_YOROZU * _in(YOROZU, card)
    return KEEP_FISH * fish + KEEP_CROW * _in(c.crows, card) + drink


@compiled
def _appeal_of_playing(c: np.record, s: np.record, card: int) -> int:
    mine = card
    ways, highest, least = 1, 1, 1  # the chances are highest / ways and least / ways
    seen = int(s.hand[s.seat]) | bit(s.table[0]) | bit(s.table[1])
    for seat in range(SEATS):
        seen |= int(s.taken[seat])
    if c.players == DUMMY:
        dummy = int(s.chosen[DUMMY])
        seen |= bit(dummy)
        two = bit(card) | bit(dummy)
        if two & int(c.crows) and two & YOROZU:
            mine, dummy = dummy, card
        if c.rank[dummy] > c.rank[mine]:
            highest = 0
        else:
            least = 0
    unseen = (bit(CARDS) - 1) & ~seen
    below = _below(c, mine)
    for seat in range(c.players):
        if seat != s.seat:
            theirs = unseen & ~int(s.lacks[seat])
            if theirs & int(s.open):
                theirs &= int(s.open) | YOROZU
            any_of_them, lower = _likely(c, theirs), _likely(c, theirs & below)
            ways *= any_of_them
            highest *= lower
            least *= any_of_them - lower
    drink = _worth_of_drink(c, s)
    highest, least = SURE * highest // max(1, ways), SURE * least // max(1, ways)
    return (
        highest * _worth(c, s, s.table[1], drink)
        + least * _worth(c, s, s.table[0], drink)
        + (SURE - highest - least) * _worth(c, s, mine, drink)
        - SURE * _kept(c, card)
    )


@compiled
def _below(c: np.record, card: int) -> int:
    """All cards that are lower, if the values of a season have no gaps (else about those)."""
    below = bit(Y0) if card != Y0 else 0
    for season in range(len(SEASONS)):
        first = season * RANKS
        lower = min(RANKS, max(0, int(c.value[card]) - int(c.value[first])))
        same = first + min(RANKS - 1, lower)  # the card of the same value, if there is one: cats decide
        lower = min(RANKS, lower + int(c.rank[same] < c.rank[card]))
        below |= (bit(lower) - 1) << first
    return below


@compiled
def _likely(c: np.record, cards: int) -> int:
    """How likely one of the cards is played: two fish and drinks half as often."""
    return 2 * count(cards) - count(cards & (int(c.fish[1]) | int(c.drinks)))


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


register(STATE, appeal)
