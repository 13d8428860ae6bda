"""Familiar's Trouble: the rules, clauses O1-O9 of the rules page beside this file.

Cards 0-20 are R3..R9, B3..B9, G3..G9, 21-23 are RB2, BG2, RG2, and 24-26 are the three alike, RBG1: as a move they are
one, number 24. Colours are sets: red 1, blue 2, green 4. Errands are 0-26, levels 0-2.
Actions: 0-1 exchange or not, 2-26 pass a card, 27 no swap, 28-108 swap an errand for the top of a level's pile,
109-133 play a card, 134-136 draw an errand of a level.
"""

from __future__ import annotations

import numpy as np

from tabbytop.core import chance, scatter
from tabbytop.core.bits import bit, count, listed, lowest
from tabbytop.core.compiler import compiled
from tabbytop.core.contract import CHANCE, OVER, count_anew, register, state
from tabbytop.games.familiar.config import CARDS, ERRANDS, LEVELS, PILE, ROUNDS, SEATS

DEAL, EXCHANGE, PASS, SWAP, PLAY, DRAW = range(6)

KINDS = CARDS - 2  # three cards are alike
PASS_FROM = 2
NO_SWAP = PASS_FROM + KINDS
SWAP_FROM = NO_SWAP + 1
PLAY_FROM = SWAP_FROM + sum(ERRANDS) * LEVELS
DRAW_FROM = PLAY_FROM + KINDS

HAND = (CARDS - PILE) // SEATS
DRAWS = PILE // SEATS  # rounds after which hands are replenished (O8.1)
FIRST_THREE = KINDS - 1
THREES = (1 << CARDS) - (1 << FIRST_THREE)  # the three-colour cards
NO_CARD = -1
COUNTED = 4 + LEVELS  # rules: notation.RULES names them
EXCHANGED, SWAPPED, NOT_FOLLOWED, NOTHING_DONE, COMPLETED = range(5)  # and from there by level

GUESSES = 3  # what a seat does not see of a round: what its neighbours draw, and what one passes to the other

STATE = state(
    ("this_round", np.int16),  # from 1
    ("lead", np.int16),
    ("score", np.int32),
    ("hand", np.int64, SEATS),
    ("deck", np.int16, CARDS),  # as shuffled; once dealt, only the draw pile remains in it
    ("dealt", np.int16),  # where the draw pile begins
    ("display", np.int64),  # errands face up
    ("done", np.int64),  # errands completed
    ("pile", np.int16, (LEVELS, max(ERRANDS) + ROUNDS)),  # errands as shuffled, from the top; below, those put back
    ("top", np.int16, LEVELS),
    ("bottom", np.int16, LEVELS),
    # What happened in each round: who led, what each seat passed to the left and played, or NO_CARD.
    ("led", np.int16, ROUNDS),
    ("passed", np.int16, (ROUNDS, SEATS)),
    ("played", np.int16, (ROUNDS, SEATS)),
    # Where the search for an imagined past stands.
    ("past", np.int64, 2),  # hands to the left and right, as they were then
    ("guess", np.int16, (ROUNDS, GUESSES)),  # the card that was drawn or passed unseen
    ("untried", np.int32, (ROUNDS, GUESSES)),  # others that it may have been
    *scatter.FIELDS,
    counted=COUNTED,
)


@compiled
def left_of(seat: int) -> int:
    return (int(seat) + 1) % SEATS


@compiled
def kinds(cards: int) -> int:
    """The cards as moves know them: the three that are alike count as one."""
    return cards & ~THREES | bit(FIRST_THREE) if cards & THREES else cards


@compiled
def card_of(kind: int, hand: int) -> int:
    """The card of a hand that a move means; or, for one of three alike, any that is there."""
    return lowest(hand & THREES) if kind >= FIRST_THREE else int(kind)


# Setup (O2)


@compiled
def begin(c: np.record, s: np.record) -> None:
    count_anew(s)
    s.this_round = 0
    s.score = 0
    s.display = 0
    s.done = 0
    for r in range(ROUNDS):
        s.led[r] = NO_CARD
        for seat in range(SEATS):
            s.passed[r, seat] = NO_CARD
            s.played[r, seat] = NO_CARD
    s.phase = DEAL
    s.seat = CHANCE


@compiled
def shuffle(c: np.record, s: np.record) -> None:
    for card in range(CARDS):
        s.deck[card] = card
    chance.shuffle(s, s.deck, 0, CARDS)
    for level in range(LEVELS):
        for i in range(s.pile.shape[1]):
            s.pile[level, i] = c.first[level] + i if i < c.errands[level] else NO_CARD
        chance.shuffle(s, s.pile[level], 0, c.errands[level])
    s.lead = chance.below(s, SEATS)  # O2.3


@compiled
def deal(c: np.record, s: np.record) -> None:
    s.dealt = 0
    for seat in range(SEATS):  # O2.1
        s.hand[seat] = 0
        for _ in range(HAND):
            _draw_card(s, seat)
    for level in range(LEVELS):  # O2.2
        s.top[level] = 0
        s.bottom[level] = c.errands[level]
        for _ in range(c.opening[level]):
            _turn_up(s, level)
    _next_round(c, s)


@compiled
def _draw_card(s: np.record, seat: int) -> None:
    s.hand[seat] |= bit(s.deck[s.dealt])
    s.deck[s.dealt] = NO_CARD
    s.dealt += 1


@compiled
def _turn_up(s: np.record, level: int) -> None:
    """The top errand of a pile joins the display."""
    s.display |= bit(s.pile[level, s.top[level]])
    s.pile[level, s.top[level]] = NO_CARD
    s.top[level] += 1


@compiled
def _next_round(c: np.record, s: np.record) -> None:
    s.led[s.this_round] = s.lead
    s.this_round += 1
    s.seat = s.lead
    if c.hand_exchange:
        s.phase = EXCHANGE
    else:
        _offer_swap(c, s)


# Hand exchange (O3.1)


@compiled
def exchange(c: np.record, s: np.record, declined: int) -> None:
    if declined:
        _offer_swap(c, s)
    else:
        s.fired[EXCHANGED] += 1
        s.phase = PASS


@compiled
def pass_left(c: np.record, s: np.record, kind: int) -> None:
    seat, left = s.seat, left_of(s.seat)
    card = card_of(kind, int(s.hand[seat]))
    s.hand[seat] &= ~bit(card)
    s.hand[left] |= bit(card)
    s.passed[s.this_round - 1, seat] = card
    s.seat = left
    if left == s.lead:
        _offer_swap(c, s)


# Errand exchange (O3.2)


@compiled
def open_levels(s: np.record) -> int:
    """The set of levels whose pile is not empty."""
    levels = 0
    for level in range(LEVELS):
        if s.top[level] < s.bottom[level]:
            levels |= bit(level)
    return levels


@compiled
def _offer_swap(c: np.record, s: np.record) -> None:
    s.phase = SWAP if c.errand_exchange and open_levels(s) else PLAY


@compiled
def swaps(s: np.record, out: np.ndarray) -> int:
    out[0] = NO_SWAP
    n = 1
    levels = open_levels(s)
    display = int(s.display)
    while display:
        errand = lowest(display)
        display &= display - 1
        for level in range(LEVELS):
            if levels & bit(level):
                out[n] = SWAP_FROM + errand * LEVELS + level
                n += 1
    return n


@compiled
def swap(c: np.record, s: np.record, errand: int, level: int) -> None:
    s.fired[SWAPPED] += 1
    s.display &= ~bit(errand)
    _turn_up(s, level)
    own = c.level[errand]
    s.pile[own, s.bottom[own]] = errand
    s.bottom[own] += 1


# Trick (O4)


@compiled
def matches_of(c: np.record, s: np.record, seat: int) -> int:
    """O4.1: the cards of the hand that match the card that was led, the three-colour cards left out."""
    led = c.colours[s.played[s.this_round - 1, s.lead]]
    return int(s.hand[seat]) & int(c.matching[led])


@compiled
def playable(c: np.record, s: np.record) -> int:
    hand = int(s.hand[s.seat])
    if s.seat == s.lead:
        return hand
    matches = matches_of(c, s, s.seat)
    return matches | hand & THREES if matches else hand  # O4.1-O4.3


@compiled
def play(c: np.record, s: np.record, kind: int) -> None:
    seat = s.seat
    card = card_of(kind, int(s.hand[seat]))
    s.hand[seat] &= ~bit(card)
    s.played[s.this_round - 1, seat] = card
    s.seat = left_of(seat)
    if s.seat == s.lead:
        _settle_trick(c, s)


@compiled
def _settle_trick(c: np.record, s: np.record) -> None:
    trick = s.played[s.this_round - 1]
    _judge(c, s, trick)
    s.lead = _next_lead(c, s, trick)
    s.seat = s.lead
    if s.this_round == ROUNDS:
        s.phase = DEAL
        s.seat = OVER
    else:
        _replenish(c, s)


@compiled
def _next_lead(c: np.record, s: np.record, trick: np.ndarray) -> int:
    """O5.1: the highest value that matches the lead, of equals the first. O5.2: of all values."""
    best = int(s.lead)
    led = c.colours[trick[best]]
    for later in range(1, SEATS):
        seat = (s.lead + later) % SEATS
        matches = c.colours[trick[seat]] & led
        s.fired[NOT_FOLLOWED] += 0 if matches else 1
        if (c.value_leads or matches) and c.value[trick[seat]] > c.value[trick[best]]:
            best = seat
    return best


# Verdict (O6)


@compiled
def adds(c: np.record, card: int, colour: int) -> int:
    """What a card, or none yet, counts in one colour."""
    return int(c.value[card]) if card != NO_CARD and c.colours[card] & bit(colour) else 0


@compiled
def total(c: np.record, trick: np.ndarray, colour: int) -> int:
    """O6.1: what the three cards, or those that lie there, add up to in one colour."""
    added = 0
    for seat in range(SEATS):
        added += adds(c, trick[seat], colour)
    return added


@compiled
def _judge(c: np.record, s: np.record, trick: np.ndarray) -> None:
    """O6.2: every errand that the totals cover is completed."""
    red, blue, green = total(c, trick, 0), total(c, trick, 1), total(c, trick, 2)
    before = int(s.done)
    left = int(s.display)
    while left:
        errand = lowest(left)
        left &= left - 1
        if c.asks[errand, 0] <= red and c.asks[errand, 1] <= blue and c.asks[errand, 2] <= green:
            s.display &= ~bit(errand)
            s.done |= bit(errand)
            s.score += c.points[errand]
            s.fired[COMPLETED + c.level[errand]] += 1
    s.fired[NOTHING_DONE] += 1 if s.done == before else 0


# Replenishment (O7, O8)


@compiled
def _replenish(c: np.record, s: np.record) -> None:
    if count(s.display) < c.display and open_levels(s):
        s.phase = DRAW
        return
    if s.this_round <= DRAWS:
        for later in range(SEATS):
            _draw_card(s, (s.lead + later) % SEATS)
    _next_round(c, s)


@compiled
def draw(c: np.record, s: np.record, level: int) -> None:
    _turn_up(s, level)
    _replenish(c, s)


# The end (O9)


@compiled
def result(c: np.record, s: np.record, out: np.ndarray) -> int:
    """One score for all, and all share what it is worth."""
    for seat in range(SEATS):
        out[seat] = s.score
    return bit(SEATS) - 1


# The contract


@compiled
def legal(c: np.record, s: np.record, out: np.ndarray) -> int:
    first, choices = 0, 0
    if s.seat < 0:
        return 0
    if s.phase == EXCHANGE:
        choices = 3
    elif s.phase == PASS:
        first, choices = PASS_FROM, kinds(int(s.hand[s.seat]))
    elif s.phase == SWAP:
        return swaps(s, out)
    elif s.phase == PLAY:
        first, choices = PLAY_FROM, kinds(playable(c, s))
    else:
        first, choices = DRAW_FROM, open_levels(s)
    return listed(choices, first, out, 0)


@compiled
def apply(c: np.record, s: np.record, action: int) -> None:
    if action >= DRAW_FROM:
        draw(c, s, action - DRAW_FROM)
    elif action >= PLAY_FROM:
        play(c, s, action - PLAY_FROM)
    elif action >= NO_SWAP:
        if action >= SWAP_FROM:
            swap(c, s, (action - SWAP_FROM) // LEVELS, (action - SWAP_FROM) % LEVELS)
        s.phase = PLAY
    elif action >= PASS_FROM:
        pass_left(c, s, action - PASS_FROM)
    else:
        exchange(c, s, action)


register(STATE, begin, shuffle, deal, legal, apply, result)
