"""CATsle Builders by rules of thumb.

- Take the card that adds most to your board: fill a column before you begin one, never break a perfect one.
- Give a new suit the column that fits what you can still get of it; your own cards of it are the best sign.
- While there is room on the board, play high to take cards; once it is full, duck.
"""

from __future__ import annotations

import numpy as np

from tabbytop.bots import afresh
from tabbytop.core.bits import count
from tabbytop.core.compiler import compiled
from tabbytop.core.contract import register
from tabbytop.games.catsle.config import COLUMNS, RANKS, SUITS
from tabbytop.games.catsle.rules import NOWHERE, PLACE_FROM, STATE, TAKE_FROM, built, cards_of, suit_of

EAGER, FREE = range(2)  # notes: whether to take cards, and how many columns are free


@compiled
def survey(c: np.record, s: np.record, m: np.record) -> None:
    room, free = 0, COLUMNS
    for column in range(COLUMNS):
        room += int(c.limit[column])
    for suit in range(len(SUITS)):
        place = int(s.place[s.seat, suit])
        if place != NOWHERE:
            room -= min(int(c.limit[place]), built(s, s.seat, suit))
            free -= int(place < COLUMNS)
    m.notes[EAGER] = 1 if 2 * room > count(s.hand[s.seat]) else -1
    m.notes[FREE] = free


@compiled
def appeal(c: np.record, s: np.record, m: np.record, action: int) -> int:
    if action < TAKE_FROM:
        # A card that would hurt one's own board is better out of hand while others take.
        return int(m.notes[EAGER]) * (action % RANKS) - _building(c, s, m, suit_of(action)) // 2
    if action < PLACE_FROM:
        return _building(c, s, m, suit_of(action - TAKE_FROM))
    return _place(c, s, action - PLACE_FROM)


@compiled
def _building(c: np.record, s: np.record, m: np.record, suit: int) -> int:
    """What a card of the suit adds to one's own board."""
    place = s.place[s.seat, suit]
    if place == NOWHERE:
        return 2 if m.notes[FREE] else -4
    left = int(c.limit[place]) - built(s, s.seat, suit)
    if left > 0:
        return 6 if left == 1 else 4
    if left == 0 and place < COLUMNS:
        return -6 - 2 * int(c.limit[place])
    return -2


@compiled
def _place(c: np.record, s: np.record, place: int) -> int:
    if place == COLUMNS:
        return -20
    wanted = 1 + count(int(s.hand[s.seat]) & cards_of(s.new))
    return -abs(int(c.limit[place]) - wanted)


register(STATE, survey, appeal, afresh.prospect)
