"""CATsle Builders: the rules, clauses C1-C5 of the rules page beside this file.

Card n is rank n % 12 + 1 of suit n // 12, in the order R B G Y K. Places 0-3 are the columns, 4 is the scrap area.
Actions: 0-59 play a card, 60-119 take a card, 120-124 choose a place.
"""

from __future__ import annotations

import numpy as np

from tabbytop.core import chance, scatter
from tabbytop.core.bits import bit, count, leaders, listed
from tabbytop.core.compiler import compiled
from tabbytop.core.contract import CHANCE, OVER, count_anew, register, state
from tabbytop.games.catsle.config import CARDS, COLUMNS, PLACES, RANKS, SUITS

DEAL, PLAY, TAKE, PLACE = range(4)
TAKE_FROM = CARDS
PLACE_FROM = 2 * CARDS
SEATS = 5
NOWHERE = -1
NO_CARD = -1
ONE_SUIT = (1 << RANKS) - 1

COUNTED = 6  # rules: notation.RULES names them
NOT_FOLLOWED, COLUMN_OPENED, SCRAP_OPENED, OVERSHOT, PERFECT, BELOW_ZERO = range(COUNTED)

STATE = state(
    ("this_round", np.int32),  # from 1
    ("total", np.int32, SEATS),
    ("perfect", np.int16, SEATS),  # columns filled exactly in the round scored last (C5.1)
    ("start", np.int16),  # who began this round
    ("leader", np.int16),
    ("played", np.int16),  # cards in the trick
    ("trick", np.int16, SEATS),  # the card of each seat, or NO_CARD
    ("extra", np.int16),  # the extra card of this trick, or NO_CARD
    ("turned", np.int16),  # extra cards turned up in this round
    ("rank", np.int16, SEATS),  # the seats of the trick, strongest first
    ("taken", np.int16),  # cards taken from this trick
    ("new", np.int16),  # the suit that waits for its place
    ("pool", np.int64),  # what can still be taken
    ("hand", np.int64, SEATS),
    ("lacks", np.int64, SEATS),  # cards of suits that the seat could not follow
    ("board", np.int64, SEATS),  # cards built
    ("place", np.int16, (SEATS, len(SUITS))),  # where a seat builds a suit, or NOWHERE
    ("deck", np.int16, CARDS),  # as shuffled; once dealt, only the extra deck and the cards set aside remain in it
    *scatter.FIELDS,
    counted=COUNTED,
)


@compiled
def suit_of(card: int) -> int:
    return int(card) // RANKS


@compiled
def cards_of(suit: int) -> int:
    return ONE_SUIT << (int(suit) * RANKS)


# Setup (C2)


@compiled
def begin(c: np.record, s: np.record) -> None:
    count_anew(s)
    s.this_round = 0
    for seat in range(SEATS):
        s.total[seat] = 0
        s.perfect[seat] = 0
    s.phase = DEAL
    s.seat = CHANCE


@compiled
def shuffle(c: np.record, s: np.record) -> None:
    n = 0
    for card in range(CARDS):
        if suit_of(card) != c.removed:
            s.deck[n] = card
            n += 1
    chance.shuffle(s, s.deck, 0, n)
    s.start = chance.below(s, c.players) if s.this_round == 0 else (s.start + 1) % c.players  # C2.3


@compiled
def deal(c: np.record, s: np.record) -> None:
    s.this_round += 1
    for seat in range(c.players):
        s.hand[seat] = 0
        for i in range(seat * c.hand, (seat + 1) * c.hand):
            s.hand[seat] |= bit(s.deck[i])
            s.deck[i] = NO_CARD
        s.lacks[seat] = 0
        s.board[seat] = 0
        for suit in range(len(SUITS)):
            s.place[seat, suit] = NOWHERE
    s.turned = 0
    s.leader = s.start
    _next_trick(c, s)


@compiled
def _next_trick(c: np.record, s: np.record) -> None:
    s.played = 0
    s.taken = 0
    s.pool = 0
    s.extra = NO_CARD
    for seat in range(SEATS):
        s.trick[seat] = NO_CARD
        s.rank[seat] = NO_CARD
    if c.extra > 0:  # C3.0
        card = s.deck[c.players * c.hand + s.turned]
        s.extra = card
        s.pool = bit(card)
        s.turned += 1
    s.phase = PLAY
    s.seat = s.leader


# A trick (C3)


@compiled
def playable(c: np.record, s: np.record) -> int:
    """C3.1: the led suit if the hand has it, else anything."""
    hand = int(s.hand[s.seat])
    if s.played == 0:
        return hand
    following = hand & cards_of(suit_of(s.trick[s.leader]))
    return following if following else hand


@compiled
def play(c: np.record, s: np.record, card: int) -> None:
    seat = s.seat
    led = suit_of(card if s.played == 0 else s.trick[s.leader])
    if suit_of(card) != led:
        s.lacks[seat] |= cards_of(led)
        s.fired[NOT_FOLLOWED] += 1
    s.hand[seat] &= ~bit(card)
    s.pool |= bit(card)
    s.trick[seat] = card
    s.played += 1
    if s.played < c.players:
        s.seat = (seat + 1) % c.players
    else:
        _rank(c, s)
        _next_taker(c, s)


@compiled
def _rank(c: np.record, s: np.record) -> None:
    """C3.2: the led suit first, then by rank, then whoever played later."""
    led = suit_of(s.trick[s.leader])
    for later in range(c.players):
        seat = (s.leader + later) % c.players
        at = later
        while at > 0 and _weaker(s.trick[s.rank[at - 1]], s.trick[seat], led):
            s.rank[at] = s.rank[at - 1]
            at -= 1
        s.rank[at] = seat


@compiled
def _weaker(earlier: int, later: int, led: int) -> bool:
    if (suit_of(earlier) == led) != (suit_of(later) == led):
        return suit_of(later) == led
    return earlier % RANKS <= later % RANKS


@compiled
def _next_taker(c: np.record, s: np.record) -> None:
    """C3.3; when all have taken, the rest is discarded and the next trick led (C3.5-C3.7)."""
    if s.taken < c.takes:
        s.phase = TAKE
        s.seat = s.rank[c.taker[s.taken]]
        return
    s.leader = s.rank[0] if c.first_leads else s.seat
    if s.hand[0] != 0:
        _next_trick(c, s)
    else:
        _score_round(c, s)


@compiled
def take(c: np.record, s: np.record, card: int) -> None:
    s.pool &= ~bit(card)
    s.board[s.seat] |= bit(card)
    s.taken += 1
    if s.place[s.seat, suit_of(card)] == NOWHERE:  # C3.4
        s.new = suit_of(card)
        s.phase = PLACE
    else:
        _next_taker(c, s)


@compiled
def empty_places(c: np.record, s: np.record) -> int:
    free = bit(c.places) - 1
    for suit in range(len(SUITS)):
        place = s.place[s.seat, suit]
        if place != NOWHERE:
            free &= ~bit(place)
    return free


@compiled
def put(c: np.record, s: np.record, place: int) -> None:
    s.place[s.seat, s.new] = place
    s.fired[COLUMN_OPENED if place < COLUMNS else SCRAP_OPENED] += 1
    _next_taker(c, s)


# Scoring (C4) and the end (C5)


@compiled
def built(s: np.record, seat: int, suit: int) -> int:
    return count(int(s.board[seat]) & cards_of(suit))


@compiled
def worth(c: np.record, s: np.record, seat: int, suit: int) -> int:
    """C4.1: what the cards of a suit count where the seat builds them."""
    place = s.place[seat, suit]
    if place == NOWHERE:
        return 0
    cards = built(s, seat, suit)
    over = cards - int(c.limit[place])
    return -over if over > 0 else cards


@compiled
def is_perfect(c: np.record, s: np.record, seat: int, suit: int) -> bool:
    """C4.2: whether the suit's column is exactly at its limit. The scrap area never is."""
    place = s.place[seat, suit]
    return bool(0 <= place < COLUMNS and built(s, seat, suit) == c.limit[place])


@compiled
def perfect_columns(c: np.record, s: np.record, seat: int) -> int:
    perfect = 0
    for suit in range(len(SUITS)):
        if is_perfect(c, s, seat, suit):
            perfect += 1
    return perfect


@compiled
def balance(c: np.record, s: np.record, seat: int) -> int:
    """C4.1 and C4.2 together."""
    points = int(c.bonus[perfect_columns(c, s, seat)])
    for suit in range(len(SUITS)):
        points += worth(c, s, seat, suit)
    return points


@compiled
def score(c: np.record, s: np.record, seat: int) -> int:
    """What the seat's board is worth as it stands."""
    return at_least_zero(balance(c, s, seat))


@compiled
def at_least_zero(points: int) -> int:
    return max(0, points)  # C4.3


@compiled
def _score_round(c: np.record, s: np.record) -> None:
    for seat in range(c.players):
        points = balance(c, s, seat)
        s.total[seat] += at_least_zero(points)
        s.perfect[seat] = perfect_columns(c, s, seat)
        s.fired[BELOW_ZERO] += 1 if points < 0 else 0
        s.fired[PERFECT] += s.perfect[seat]
        s.fired[OVERSHOT] += overshot(c, s, seat)
    s.phase = DEAL
    s.seat = OVER if s.this_round == c.rounds else CHANCE


@compiled
def overshot(c: np.record, s: np.record, seat: int) -> int:
    """The seat's columns above their limits."""
    over = 0
    for suit in range(len(SUITS)):
        over += 1 if s.place[seat, suit] < COLUMNS and worth(c, s, seat, suit) < 0 else 0
    return over


@compiled
def result(c: np.record, s: np.record, out: np.ndarray) -> int:
    """C5.1: the highest total, then the most perfect columns of the final round."""
    for seat in range(c.players):
        out[seat] = int(s.total[seat]) * (PLACES + 1) + s.perfect[seat]
    winners = leaders(out, c.players, 1)
    for seat in range(c.players):
        out[seat] = s.total[seat]
    return winners


# The contract


@compiled
def legal(c: np.record, s: np.record, out: np.ndarray) -> int:
    first, choices = 0, 0
    if s.seat < 0:
        pass
    elif s.phase == PLAY:
        choices = playable(c, s)
    elif s.phase == TAKE:
        first, choices = TAKE_FROM, int(s.pool)
    elif s.phase == PLACE:
        first, choices = PLACE_FROM, empty_places(c, s)
    return listed(choices, first, out, 0)


@compiled
def apply(c: np.record, s: np.record, action: int) -> None:
    if action < TAKE_FROM:
        play(c, s, action)
    elif action < PLACE_FROM:
        take(c, s, action - TAKE_FROM)
    else:
        put(c, s, action - PLACE_FROM)


register(STATE, begin, shuffle, deal, legal, apply, result)
