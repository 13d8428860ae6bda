"""Festival of Thousand Cats: the rules, clauses F1-F7 of the rules page beside this file.

Cards 0-35 are the seasons Sp Su Fa Wi, nine each from the lowest; 36 is Y0 and 37 Y13. There are always four hands:
with three players the fourth is the dummy's, and seat 3 stands for it wherever cards are played and taken.
Actions: 0-37 play a card, 38-39 swap with Y0 or Y13, 40 keep, 41 redeal, 42-45 name the start player, 46-57 choose a
multiplier card, 58-61 take three tokens, 62-65 take one.
"""

from __future__ import annotations

import numpy as np

from tabbytop.core import chance, scatter
from tabbytop.core.bits import bit, count, leaders, listed, lowest, nth
from tabbytop.core.compiler import compiled
from tabbytop.core.contract import CHANCE, OVER, count_anew, register, state
from tabbytop.games.festival.config import (
    ADVANCED,
    BASIC,
    BOOZE_CARDS,
    CARDS,
    EXPERIENCED,
    MULTIPLIERS,
    RANKS,
    SEASONS,
    TOP,
    Y0,
    Y13,
)

DEAL, OFFER = 0, 1
START_LOT, CHOOSER_LOT, ORDER_LOT, FIRST_LOT = 2, 3, 4, 5
START, MULTIPLIER, TOKENS, TOKEN = 6, 7, 8, 9
PLAY, SWAP, YOROZU_TOKEN = 10, 11, 12

SWAP_FROM = CARDS
KEEP, REDEAL = 40, 41
START_FROM = 42
MULTIPLIER_FROM = 46
TOKENS_FROM = 58
TOKEN_FROM = 62

SEATS = 4
DUMMY = 3  # with three players
ROUNDS = 9
DRUNK = 3  # booze tokens that end the deal
HAND = 9
NO_CARD = -1
ONE_SEASON = (1 << RANKS) - 1
SEASON_CARDS = (1 << Y0) - 1
YOROZU = 1 << Y0 | 1 << Y13

COUNTED = 8  # rules: notation.RULES names them
REDEALT, MARKED, STOLEN, STOLEN_BY_CHOICE, CUT_SHORT, WENT_THROUGH, HALVED, ONE_MORE = range(COUNTED)

STATE = state(
    ("this_deal", np.int32),  # from 1; a redeal is not counted
    ("extra", np.int16),  # whether this is the one more deal that breaks a tie (F7.2)
    ("total", np.int32, SEATS),
    ("this_round", np.int16),  # from 1; 0 before the first
    ("table", np.int16, 2),  # the face-up cards, the lower first
    ("open", np.int64),  # the cards of open seasons
    ("hand", np.int64, SEATS),  # with the card chosen face down, until it is revealed
    ("lacks", np.int64, SEATS),  # the cards whose "no more" markers the seat has
    ("chosen", np.int16, SEATS),  # the card of this round, or NO_CARD; after a swap what lies before the seat
    ("taken", np.int64, SEATS),
    ("order", np.int16, SEATS),  # who chooses multipliers or tokens; the seat drawn by lot is first
    ("asked", np.int16),  # how many of these have been; after a deal, the YOROZU card whose taker is
    ("rack", np.int64, SEATS),  # multiplier cards not used yet
    ("multiplier", np.int16, SEATS),  # the one chosen for this deal, or NO_CARD
    ("tokens", np.int16, (SEATS, len(SEASONS))),
    ("supply", np.int16, len(SEASONS)),
    ("deck", np.int16, CARDS),  # four hands and the table; once dealt, only the dummy's deck remains in it
    ("pile", np.int16, len(MULTIPLIERS)),  # multiplier cards that nobody has looked at yet
    *scatter.FIELDS,
    counted=COUNTED,
)


@compiled
def cards_of(season: int) -> int:
    return ONE_SEASON << (int(season) * RANKS)


@compiled
def season_of(card: int) -> int:
    return int(card) // RANKS


# Setup (F2)


@compiled
def begin(c: np.record, s: np.record) -> None:
    count_anew(s)
    s.this_deal = 1
    s.extra = 0
    s.this_round = 0
    s.asked = 0
    for seat in range(SEATS):
        s.total[seat] = 0
        s.rack[seat] = 0
        s.order[seat] = 0
        for season in range(len(SEASONS)):
            s.tokens[seat, season] = 0
    for season in range(len(SEASONS)):
        s.supply[season] = c.tokens
    for i in range(len(MULTIPLIERS)):
        s.pile[i] = NO_CARD
    s.phase = DEAL
    s.seat = CHANCE


@compiled
def fresh(c: np.record, s: np.record) -> bool:
    """F3.1: whether multiplier cards are dealt in this deal."""
    return bool(c.mode == EXPERIENCED and s.this_deal % 3 == 1)


@compiled
def shuffle(c: np.record, s: np.record) -> None:
    if s.phase == DEAL:
        _shuffle_cards(c, s)
    elif s.phase == ORDER_LOT:
        for seat in range(c.players):
            s.order[seat] = seat
        chance.shuffle(s, s.order, 0, c.players)
    else:  # in the first deal all share the lowest total, so one lot serves F3.2 and F4.2
        seats = leaders(s.total, c.players, -1)
        s.order[0] = nth(seats, chance.below(s, count(seats)))


@compiled
def _shuffle_cards(c: np.record, s: np.record) -> None:
    for i in range(CARDS):
        s.deck[i] = c.deck[i]
    chance.shuffle(s, s.deck, 0, BOOZE_CARDS)
    chance.shuffle(s, s.deck, BOOZE_CARDS, CARDS)
    for hand in range(SEATS - 1, 0, -1):  # F2.1: two with booze begin each hand of nine
        for i in range(2):
            _exchange(s.deck, 2 * hand + i, HAND * hand + i)
    if c.players == DUMMY:
        chance.shuffle(s, s.deck, HAND * DUMMY, HAND * SEATS)
    if c.rank[s.deck[CARDS - 2]] > c.rank[s.deck[CARDS - 1]]:  # F2.3
        _exchange(s.deck, CARDS - 2, CARDS - 1)
    if fresh(c, s):
        for i in range(len(MULTIPLIERS)):
            s.pile[i] = i
        chance.shuffle(s, s.pile, 0, len(MULTIPLIERS))


@compiled
def _exchange(cards: np.ndarray, i: int, j: int) -> None:
    card = cards[i]
    cards[i] = cards[j]
    cards[j] = card


@compiled
def deal(c: np.record, s: np.record) -> None:
    if s.phase == DEAL:
        _deal_cards(c, s)
    else:
        _follow_lot(c, s)


@compiled
def _deal_cards(c: np.record, s: np.record) -> None:
    for seat in range(SEATS):
        s.hand[seat] = 0
        for i in range(HAND * seat, HAND * (seat + 1)):
            s.hand[seat] |= bit(s.deck[i])
            if seat < c.players:
                s.deck[i] = NO_CARD
        s.lacks[seat] = 0
        s.taken[seat] = 0
        s.chosen[seat] = NO_CARD
        s.multiplier[seat] = NO_CARD
        if fresh(c, s):
            s.rack[seat] = 0
    _lay_out(s, s.deck[CARDS - 2], s.deck[CARDS - 1])
    s.deck[CARDS - 2] = NO_CARD
    s.deck[CARDS - 1] = NO_CARD
    s.this_round = 0
    _offer(c, s, 0)


@compiled
def _lay_out(s: np.record, low: int, high: int) -> None:
    """F5.1: the face-up cards, and the cards of the seasons that they leave open."""
    s.table[0] = low
    s.table[1] = high
    s.open = SEASON_CARDS & ~cards_of(season_of(low)) & ~cards_of(season_of(high))


@compiled
def may_ask(c: np.record, s: np.record, seat: int) -> bool:
    return count(int(s.hand[seat]) & int(c.crows)) >= 3


@compiled
def _offer(c: np.record, s: np.record, first: int) -> None:
    """F2.4: the next seat that may ask for a new deal, from `first` on."""
    for seat in range(first, c.players):
        if may_ask(c, s, seat):
            s.phase = OFFER
            s.seat = seat
            return
    _prepare(c, s)


@compiled
def _gather(s: np.record) -> None:
    """All cards are dealt anew."""
    s.phase = DEAL
    s.seat = CHANCE


# Multiplier cards (F3) and tokens (F4), before the first round


@compiled
def _prepare(c: np.record, s: np.record) -> None:
    if c.mode == BASIC:
        _next_round(c, s)
        return
    if fresh(c, s):
        _pick_up_multipliers(c, s)
    if c.mode == EXPERIENCED:
        s.phase = START_LOT if s.this_deal == 1 else CHOOSER_LOT
    else:
        s.phase = ORDER_LOT if s.this_deal == 1 else FIRST_LOT
    s.seat = CHANCE
    if s.this_deal > 1 and count(leaders(s.total, c.players, -1)) == 1:  # nothing to draw
        s.order[0] = lowest(leaders(s.total, c.players, -1))
        _follow_lot(c, s)


@compiled
def _follow_lot(c: np.record, s: np.record) -> None:
    if s.phase == CHOOSER_LOT:
        s.phase = START
        s.seat = s.order[0]
    elif s.phase == ORDER_LOT:
        s.phase = TOKENS
        s.asked = 0
        _ask_next(c, s)
    else:
        _ask_from(c, s, s.order[0])


@compiled
def _pick_up_multipliers(c: np.record, s: np.record) -> None:
    """F3.1, F3.4"""
    for i in range(len(MULTIPLIERS)):
        s.rack[i * c.players // len(MULTIPLIERS)] |= bit(s.pile[i])
        s.pile[i] = NO_CARD


@compiled
def _ask_from(c: np.record, s: np.record, start: int) -> None:
    """F3.3, F4.2: clockwise from a seat."""
    for i in range(c.players):
        s.order[i] = (start + i) % c.players
    s.phase = MULTIPLIER if c.mode == EXPERIENCED else TOKEN
    s.asked = 0
    _ask_next(c, s)


@compiled
def _ask_next(c: np.record, s: np.record) -> None:
    while s.asked < c.players:
        seat = int(s.order[s.asked])
        if s.phase != TOKEN or takeable(s, seat):
            s.seat = seat
            return
        s.asked += 1
    _next_round(c, s)


@compiled
def choose_multiplier(c: np.record, s: np.record, card: int) -> None:
    s.rack[s.seat] &= ~bit(card)
    s.multiplier[s.seat] = card
    s.asked += 1
    _ask_next(c, s)


@compiled
def takeable(s: np.record, seat: int) -> int:
    """F4.2: the seasons of which the seat may take a token."""
    seasons = 0
    for season in range(len(SEASONS)):
        if s.supply[season] > 0 and s.tokens[seat, season] < 2:
            seasons |= bit(season)
    return seasons


@compiled
def _take_token(s: np.record, seat: int, season: int) -> None:
    s.tokens[seat, season] += 1
    s.supply[season] -= 1


@compiled
def take_tokens(c: np.record, s: np.record, left_out: int) -> None:
    """F4.1: one of each season but one."""
    for season in range(len(SEASONS)):
        if season != left_out:
            _take_token(s, s.seat, season)
    s.asked += 1
    _ask_next(c, s)


@compiled
def take_token(c: np.record, s: np.record, season: int) -> None:
    _take_token(s, s.seat, season)
    s.asked += 1
    if s.phase == YOROZU_TOKEN:
        _ask_yorozu(c, s)
    else:
        _ask_next(c, s)


# A round (F5)


@compiled
def _next_round(c: np.record, s: np.record) -> None:
    for seat in range(SEATS):
        s.chosen[seat] = NO_CARD
    if c.players == DUMMY:  # F5.2
        top = HAND * DUMMY + s.this_round
        s.chosen[DUMMY] = s.deck[top]
        s.hand[DUMMY] &= ~bit(s.deck[top])
        s.deck[top] = NO_CARD
    s.this_round += 1
    s.phase = PLAY
    s.seat = 0


@compiled
def playable(s: np.record, seat: int) -> int:
    """F5.3: open seasons and YOROZU; who has no open season may play anything."""
    hand = int(s.hand[seat])
    if hand & int(s.open):
        return hand & (int(s.open) | YOROZU)
    return hand


@compiled
def play(c: np.record, s: np.record, card: int) -> None:
    s.chosen[s.seat] = card
    if s.seat + 1 < c.players:
        s.seat += 1
        return
    _reveal(c, s)
    crows = revealed(s) & int(c.crows)
    if revealed(s) & YOROZU and crows:
        if chooses(c, s):
            s.phase = SWAP
            s.seat = player_of(s, lowest(crows))
            return
        for yorozu in range(Y0, CARDS):
            crow = crow_for(c, s, yorozu)
            if crow != NO_CARD:
                _swap_cards(s, crow, yorozu)
                s.fired[STOLEN] += 1
    _take_cards(c, s)


@compiled
def _reveal(c: np.record, s: np.record) -> None:
    """F5.4: who played a closed season has no card of an open one."""
    for seat in range(c.players):
        card = bit(s.chosen[seat])
        s.hand[seat] &= ~card
        if s.this_round < ROUNDS and not card & (int(s.open) | YOROZU):
            s.fired[MARKED] += count(int(s.open) & ~int(s.lacks[seat])) // RANKS
            s.lacks[seat] |= int(s.open)


@compiled
def revealed(s: np.record) -> int:
    """The four cards of this round."""
    cards = 0
    for seat in range(SEATS):
        cards |= bit(s.chosen[seat])
    return cards


@compiled
def player_of(s: np.record, card: int) -> int:
    """The seat before which a card of this round lies."""
    for seat in range(SEATS):
        if s.chosen[seat] == card:
            return seat
    return NO_CARD


@compiled
def chooses(c: np.record, s: np.record) -> bool:
    """F5.5: one crow between both YOROZU cards, and not the dummy's."""
    crows = revealed(s) & int(c.crows)
    return revealed(s) & YOROZU == YOROZU and count(crows) == 1 and player_of(s, lowest(crows)) < c.players


@compiled
def crow_for(c: np.record, s: np.record, yorozu: int) -> int:
    """F5.5: the crow to swap with this YOROZU unasked, or NO_CARD. Y0 is nearest to the lowest, Y13 to the highest."""
    crows = revealed(s) & int(c.crows)
    if not crows or not revealed(s) & bit(yorozu) or chooses(c, s):
        return NO_CARD
    nearest = lowest(crows)
    while crows:
        crow = lowest(crows)
        crows &= crows - 1
        if (c.rank[crow] < c.rank[nearest]) == (yorozu == Y0):
            nearest = crow
    alone = count(revealed(s) & int(c.crows)) == 1
    if alone and revealed(s) & YOROZU == YOROZU and (2 * c.value[nearest] < TOP) != (yorozu == Y0):
        return NO_CARD  # the dummy's only crow goes to the nearer of both
    return nearest


@compiled
def _swap_cards(s: np.record, crow: int, yorozu: int) -> None:
    _exchange(s.chosen, player_of(s, crow), player_of(s, yorozu))


@compiled
def swap(c: np.record, s: np.record, yorozu: int) -> None:
    _swap_cards(s, s.chosen[s.seat], yorozu)
    s.fired[STOLEN_BY_CHOICE] += 1
    _take_cards(c, s)


@compiled
def _take_cards(c: np.record, s: np.record) -> None:
    """F5.6: the highest and the lowest take from the table and leave their cards there; then F5.7."""
    low, high, lowest_rank, highest_rank = 0, 0, c.rank[s.chosen[0]], c.rank[s.chosen[0]]
    for seat in range(SEATS):  # without branches: who is lowest cannot be guessed
        rank = c.rank[s.chosen[seat]]
        low = seat if rank < lowest_rank else low
        high = seat if rank > highest_rank else high
        lowest_rank, highest_rank = min(rank, lowest_rank), max(rank, highest_rank)
        s.taken[seat] |= bit(s.chosen[seat])
    s.taken[low] ^= bit(s.chosen[low]) | bit(s.table[0])
    s.taken[high] ^= bit(s.chosen[high]) | bit(s.table[1])
    _lay_out(s, s.chosen[low], s.chosen[high])
    ended = s.this_round == ROUNDS
    for seat in range(c.players):
        if drinks(c, s, seat) >= DRUNK:
            ended = True
    if ended:
        s.fired[WENT_THROUGH if s.this_round == ROUNDS else CUT_SHORT] += 1
        _score_deal(c, s)
    else:
        _next_round(c, s)


# Scoring (F6) and the end (F7)


@compiled
def drinks(c: np.record, s: np.record, seat: int) -> int:
    """The seat's booze tokens: one for each booze icon taken."""
    return count(int(s.taken[seat]) & int(c.drinks))


@compiled
def times(c: np.record, s: np.record, seat: int, season: int) -> int:
    """F6.1: what a fish of the season counts for the seat."""
    if c.mode == EXPERIENCED:
        return int(c.multiplier[s.multiplier[seat], season])
    if c.mode == ADVANCED:
        return int(s.tokens[seat, season])
    return 1


@compiled
def score(c: np.record, s: np.record, seat: int) -> int:
    """What the seat's cards are worth as they lie."""
    taken = int(s.taken[seat])
    one, two = taken & int(c.fish[0]), taken & int(c.fish[1])
    if c.mode == BASIC:
        fish = count(one) + count(two)
    else:
        fish = 0
        for season in range(len(SEASONS)):
            cards = cards_of(season)
            fish += (count(one & cards) + count(two & cards)) * times(c, s, seat, season)
    drunk = drinks(c, s, seat)
    booze = 2 * drunk
    if drunk >= DRUNK:  # F6.2
        booze = 0
        fish = -(-fish // 2)
    return fish + booze - count(taken & int(c.crows))  # F6.3


@compiled
def _score_deal(c: np.record, s: np.record) -> None:
    for seat in range(c.players):
        s.total[seat] += score(c, s, seat)
        s.fired[HALVED] += 1 if drinks(c, s, seat) >= DRUNK else 0
    s.phase = DEAL
    s.seat = OVER
    if c.games > 0:
        over = s.this_deal == c.games
    elif s.extra:  # F7.2
        over = True
    else:
        best = leaders(s.total, c.players, 1)
        reached = s.total[lowest(best)] >= c.target
        over = reached and count(best) == 1
        s.extra = 1 if reached and not over else 0
        s.fired[ONE_MORE] += s.extra
    if over:
        return
    if c.mode == ADVANCED:
        tokens_for_booze(c, s)
        s.asked = Y0
        _ask_yorozu(c, s)
    else:
        s.this_deal += 1
        _gather(s)


@compiled
def tokens_for_booze(c: np.record, s: np.record) -> None:
    """F4.4: all tokens go back; then one for each season card with booze, as far as F4.2 lets."""
    for season in range(len(SEASONS)):
        s.supply[season] = c.tokens
        for seat in range(c.players):
            s.tokens[seat, season] = 0
    for seat in range(c.players):
        booze = int(s.taken[seat]) & int(c.booze)
        while booze:
            season = season_of(lowest(booze))
            booze &= booze - 1
            if takeable(s, seat) & bit(season):
                _take_token(s, seat, season)


@compiled
def _ask_yorozu(c: np.record, s: np.record) -> None:
    """F4.4: a token for the player who took Y0, then for the one who took Y13."""
    while s.asked < CARDS:
        for seat in range(c.players):
            if int(s.taken[seat]) & bit(s.asked) and takeable(s, seat):
                s.phase = YOROZU_TOKEN
                s.seat = seat
                return
        s.asked += 1
    s.this_deal += 1
    _gather(s)


@compiled
def result(c: np.record, s: np.record, out: np.ndarray) -> int:
    """F7.1, F7.2: the highest total."""
    for seat in range(c.players):
        out[seat] = s.total[seat]
    return leaders(s.total, c.players, 1)


# The contract


@compiled
def legal(c: np.record, s: np.record, out: np.ndarray) -> int:
    first, choices = 0, 0
    if s.seat < 0:
        pass
    elif s.phase == PLAY:
        choices = playable(s, s.seat)
    elif s.phase == SWAP:
        first, choices = SWAP_FROM, 0b11
    elif s.phase == OFFER:
        first, choices = KEEP, 0b11
    elif s.phase == START:
        first, choices = START_FROM, bit(c.players) - 1
    elif s.phase == MULTIPLIER:
        first, choices = MULTIPLIER_FROM, int(s.rack[s.seat])
    elif s.phase == TOKENS:
        first, choices = TOKENS_FROM, 0b1111
    else:
        first, choices = TOKEN_FROM, takeable(s, s.seat)
    return listed(choices, first, out, 0)


@compiled
def apply(c: np.record, s: np.record, action: int) -> None:
    if action < SWAP_FROM:
        play(c, s, action)
    elif action < KEEP:
        swap(c, s, Y0 + action - SWAP_FROM)
    elif action == KEEP:
        _offer(c, s, s.seat + 1)
    elif action == REDEAL:
        s.fired[REDEALT] += 1
        _gather(s)
    elif action < MULTIPLIER_FROM:
        _ask_from(c, s, action - START_FROM)
    elif action < TOKENS_FROM:
        choose_multiplier(c, s, action - MULTIPLIER_FROM)
    elif action < TOKEN_FROM:
        take_tokens(c, s, len(SEASONS) - 1 - (action - TOKENS_FROM))
    else:
        take_token(c, s, action - TOKEN_FROM)


register(STATE, begin, shuffle, deal, legal, apply, result)
