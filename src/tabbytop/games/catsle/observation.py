"""CATsle Builders as numbers: what a seat sees, and what it remembers of this round."""

from __future__ import annotations

import numpy as np

from tabbytop.core.bits import bit, count
from tabbytop.core.compiler import compiled
from tabbytop.core.contract import register
from tabbytop.core.encoding import Layout, Part, for_each_seat, members, nothing, number, one_of
from tabbytop.games.catsle import rules
from tabbytop.games.catsle.config import CARDS, COLUMNS, PLACES, RANKS, SUITS
from tabbytop.games.catsle.rules import SEATS, STATE, built, cards_of, suit_of

_PHASES = 3
_SEAT = (
    Part("decides", 1, "1: this seat decides now"),
    Part("leads", 1, "1: led this trick, or leads it"),
    Part("cards", 1, "cards in hand"),
    Part("played suit", len(SUITS), "the suit of the card in the trick: R B G Y K"),
    Part("played rank", 1, "its rank, 1-12; 0: none"),
    Part("place in trick", 1, "1: ranked first, and so on; 0: not ranked yet"),
    Part("built", len(SUITS), "cards of each suit on the board"),
    Part("places", len(SUITS), "where each suit is built: columns 1-4, scrap 5, nowhere 0"),
    Part("lacks", len(SUITS), "suits that the seat could not follow in this round"),
    Part("worth", 1, "points of the board as it stands"),
    Part("total", 1, "points of the rounds before"),
)
_SEAT_SIZE = sum(part.size for part in _SEAT)

LAYOUT = Layout(
    version=1,
    parts=(
        Part("players", 3, "3, 4, 5"),
        Part("phase", _PHASES, "play, take, place"),
        Part("round", 1, "from 1"),
        Part("rounds left", 1, "after this one"),
        Part("limits", COLUMNS, "cards that fit into each column"),
        Part("hand", CARDS, "own cards: R1-R12, B1-B12, G, Y, K"),
        Part("pool", CARDS, "cards of the trick that can still be taken"),
        Part("unseen", CARDS, "cards that another hand or the extra deck may hold"),
        Part("extra suit", len(SUITS), "of the extra card of this trick"),
        Part("extra rank", 1, "1-12; 0: none"),
        Part("to place", len(SUITS), "the suit that needs a place"),
        *for_each_seat(SEATS, _SEAT),
    ),
)


@compiled
def unseen(c: np.record, s: np.record, seat: int) -> int:
    """The cards of other hands, of the extra deck and of those set aside, all in one."""
    cards = 0
    for other in range(c.players):
        if other != seat:
            cards |= int(s.hand[other])
    for i in range(c.players * c.hand + s.turned, CARDS if c.removed < 0 else CARDS - RANKS):
        cards |= bit(s.deck[i])
    return cards


@compiled
def _card(out: np.ndarray, at: int, card: int) -> int:
    at = one_of(out, at, len(SUITS), suit_of(card) if card >= 0 else -1)
    return number(out, at, card % RANKS + 1 if card >= 0 else 0)


@compiled
def _seat(c: np.record, s: np.record, seat: int, out: np.ndarray, at: int) -> int:
    at = number(out, at, 1 if s.seat == seat else 0)
    at = number(out, at, 1 if s.leader == seat else 0)
    at = number(out, at, count(s.hand[seat]))
    at = _card(out, at, int(s.trick[seat]))
    ranked = 0
    if s.phase in (rules.TAKE, rules.PLACE):
        for rank in range(c.players):
            if s.rank[rank] == seat:
                ranked = rank + 1
    at = number(out, at, ranked)
    for suit in range(len(SUITS)):
        at = number(out, at, built(s, seat, suit))
    for suit in range(len(SUITS)):
        place = int(s.place[seat, suit])
        at = number(out, at, PLACES if place == COLUMNS else place + 1)
    for suit in range(len(SUITS)):
        at = number(out, at, 1 if int(s.lacks[seat]) & cards_of(suit) else 0)
    at = number(out, at, rules.score(c, s, seat))
    return number(out, at, s.total[seat])


@compiled
def observe(c: np.record, s: np.record, seat: int, out: np.ndarray) -> None:
    at = one_of(out, 0, 3, int(c.players) - 3)
    at = one_of(out, at, _PHASES, int(s.phase) - rules.PLAY)
    at = number(out, at, s.this_round)
    at = number(out, at, c.rounds - s.this_round)
    for column in range(COLUMNS):
        at = number(out, at, c.limit[column])
    at = members(out, at, CARDS, s.hand[seat])
    at = members(out, at, CARDS, s.pool)
    at = members(out, at, CARDS, unseen(c, s, seat))
    at = _card(out, at, int(s.extra))
    at = one_of(out, at, len(SUITS), int(s.new) if s.phase == rules.PLACE else -1)
    for n in range(SEATS):
        at = _seat(c, s, (seat + n) % c.players, out, at) if n < c.players else nothing(out, at, _SEAT_SIZE)


register(STATE, observe)
