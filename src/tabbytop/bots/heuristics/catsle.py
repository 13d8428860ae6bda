"""CATsle Builders by rules of thumb.

- Take the card that adds most to your board: fill a column before you begin one, never break a perfect one.
- Give a new suit the column that fits what you can still get of it; your own cards of it are the best sign.
- While there is room on the board, play high to take cards; once it is full, duck.
"""

from __future__ import annotations

import numpy as np

from tabbytop.core.bits import count
from tabbytop.core.compiler import compiled
from tabbytop.core.contract import register
from tabbytop.games.catsle.config import COLUMNS, RANKS, SUITS
from tabbytop.games.catsle.rules import NOWHERE, PLACE_FROM, STATE, TAKE_FROM, built, cards_of, suit_of


@compiled
def appeal(c: np.record, s: np.record, action: int) -> int:
    if action < TAKE_FROM:
        return _appeal_of_playing(c, s, action)
    if action < PLACE_FROM:
        return _appeal_of_building(c, s, suit_of(action - TAKE_FROM))
    return _appeal_of_place(c, s, action - PLACE_FROM)


@compiled
def _room(c: np.record, s: np.record, seat: int) -> int:
    """How many cards the columns can still take."""
    room = 0
    for column in range(COLUMNS):
        room += c.limit[column]
    for suit in range(len(SUITS)):
        place = s.place[seat, suit]
        if place != NOWHERE:
            room -= min(int(c.limit[place]), built(s, seat, suit))
    return room


@compiled
def _appeal_of_building(c: np.record, s: np.record, suit: int) -> int:
    place = s.place[s.seat, suit]
    if place == NOWHERE:
        return 2 if _free_columns(s) > 0 else -4
    left = int(c.limit[place]) - built(s, s.seat, suit)
    if left > 0:
        return 6 if left == 1 else 4
    if left == 0 and place < COLUMNS:
        return -6 - 2 * int(c.limit[place])
    return -2


@compiled
def _free_columns(s: np.record) -> int:
    free = COLUMNS
    for suit in range(len(SUITS)):
        place = s.place[s.seat, suit]
        if place != NOWHERE and place < COLUMNS:
            free -= 1
    return free


@compiled
def _appeal_of_place(c: np.record, s: np.record, place: int) -> int:
    if place == COLUMNS:
        return -20
    mine = count(int(s.hand[s.seat]) & cards_of(s.new))
    wanted = 1 + mine
    return -abs(int(c.limit[place]) - wanted)


@compiled
def _appeal_of_playing(c: np.record, s: np.record, card: int) -> int:
    rank = card % RANKS
    tricks = count(s.hand[s.seat])
    eager = 1 if _room(c, s, s.seat) * 2 > tricks else -1
    # A card that would hurt one's own board is better out of hand while others take.
    return eager * rank - _appeal_of_building(c, s, suit_of(card)) // 2


register(STATE, appeal)
