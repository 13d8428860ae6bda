"""Is This a Cat or a Rabbit?: the rules, clauses S1-S7 of the rules page beside this file.

Card n has ear n // 5 + 1 and tail n % 5 + 1; 25 is a bear. In a set of cards bit n is the card and bit n + 32 a second
copy of it: two copies in different hands are the same card, so nothing anywhere depends on which of them is which.
Actions: 0-24 play a card, 25 play the bear, 26-50 lead a card for rabbits, 51-75 for cats, 76 lead the bear,
77 declare, 78 decline.
"""

from __future__ import annotations

import numpy as np

from tabbytop.core import chance, scatter
from tabbytop.core.bits import bit, leaders, listed
from tabbytop.core.compiler import compiled
from tabbytop.core.contract import CHANCE, OVER, count_anew, register, state
from tabbytop.games.sorting.config import BEAR, BOX, CARDS, CAT, DOUBLES, LENGTHS, NEW_SPECIES, RABBIT, STRONGEST

DEAL, SAY, LEAD, PLAY = range(4)
LEAD_FROM = CARDS + 1
LEAD_BEAR = LEAD_FROM + 2 * CARDS
DECLARE = LEAD_BEAR + 1
SEATS = 5
NOBODY = -1
NO_CARD = -1
SECOND = 32  # how far above a card its second copy stands in a set
THE_BEAR = 1 << BEAR
ANY_CARD = THE_BEAR - 1  # one of each, no bear
COUNTED = 10  # rules: notation.RULES names them
ALL_ALIKE, SPECIES_WON, THROWN_AWAY, BEAR_PLAYED, BEARS_ALONE, ALL_BEARS_OUT = range(6)
MOST_BLACK, NO_BLACK, DECLARATION_KEPT, DECLARATION_BROKEN = range(6, COUNTED)

KEPT, CLEAN = 3, 2  # extra points for no black chip, with and without declarations (S6.3, S6.4)

STATE = state(
    ("week", np.int32),  # from 1
    ("day", np.int16),  # from 1
    ("total", np.int32, SEATS),
    ("start", np.int16),  # who began this week
    ("said", np.int16),  # how many have declared or declined
    ("declared", np.int16),  # the seats that will take no black chip
    ("starter", np.int16),  # who begins this day
    ("reference", np.int16),  # the card led, or NO_CARD
    ("animal", np.int16),  # the animal to collect
    ("played", np.int16),  # cards played on this day
    ("trick", np.int16, SEATS),  # the card of each seat, or NO_CARD
    ("ahead", np.int16),  # whose card is the strongest so far, or NOBODY
    ("strength", np.int16),  # of that card
    ("display_white", np.int16),
    ("display_black", np.int16),
    ("cards_black", np.int16),  # black chips on the cards
    ("white", np.int16, SEATS),
    ("black", np.int16, SEATS),
    ("bears_out", np.int16),  # the seats whose bear has been played
    ("hand", np.int64, SEATS),
    ("lacks", np.int64, SEATS),  # cards that the seat would have had to play, and did not
    ("aside", np.int64),
    ("deck", np.int16, BOX),  # as shuffled; empty once dealt
    *scatter.FIELDS,
    counted=COUNTED,
)


@compiled
def together(some: int, more: int) -> int:
    """Two sets in one: a card that is in both is there twice."""
    return some | more | ((some & more) << SECOND)


@compiled
def without(cards: int, card: int) -> int:
    """One copy of the card less."""
    return cards & ~(bit(card) << SECOND) if cards & (bit(card) << SECOND) else cards & ~bit(card)


# Setup of each week (S2)


@compiled
def begin(c: np.record, s: np.record) -> None:
    count_anew(s)
    s.week = 0
    for seat in range(SEATS):
        s.total[seat] = 0
    _clear_the_day(s)
    s.phase = DEAL
    s.seat = CHANCE


@compiled
def shuffle(c: np.record, s: np.record) -> None:
    for card in range(CARDS):
        s.deck[card] = card
    if c.bears:  # S2.2: the cards are shuffled alone; then a bear changes places with the first card of each hand
        chance.shuffle(s, s.deck, 0, CARDS)
        for seat in range(c.players):
            s.deck[CARDS + seat] = s.deck[seat * c.hand]
            s.deck[seat * c.hand] = BEAR
    else:  # S2.1
        for i in range(DOUBLES):
            s.deck[CARDS + i] = i * (LENGTHS + 1)
        chance.shuffle(s, s.deck, 0, BOX)
    s.start = s.week % c.players  # S2.3


@compiled
def deal(c: np.record, s: np.record) -> None:
    s.week += 1
    s.day = 0
    for seat in range(c.players):
        s.hand[seat] = _off_the_deck(s, seat * c.hand, (seat + 1) * c.hand)
        s.lacks[seat] = 0
        s.white[seat] = 0
        s.black[seat] = 0
    s.aside = _off_the_deck(s, c.players * c.hand, c.cards)
    s.bears_out = 0
    s.said = 0
    s.declared = 0
    s.starter = s.start
    _next_day(s)
    if c.declare:
        s.phase = SAY


@compiled
def _off_the_deck(s: np.record, first: int, end: int) -> int:
    cards = 0
    for i in range(first, end):
        cards = together(cards, bit(s.deck[i]))
        s.deck[i] = NO_CARD
    return cards


# Declarations (S3)


@compiled
def say(c: np.record, s: np.record, declares: bool) -> None:
    """S3.1: in turn, from the starting player, who leads when all have spoken."""
    if declares:
        s.declared |= bit(s.seat)
    s.said += 1
    s.seat = (s.seat + 1) % c.players
    if s.said == c.players:
        s.phase = LEAD


# A day (S4), with bears (S5)


@compiled
def _next_day(s: np.record) -> None:
    s.day += 1
    s.phase = LEAD
    s.seat = s.starter


@compiled
def _clear_the_day(s: np.record) -> None:
    s.reference = NO_CARD
    s.animal = RABBIT
    s.played = 0
    s.ahead = NOBODY
    s.strength = 0
    s.display_white = 0
    s.display_black = 0
    s.cards_black = 0
    for seat in range(SEATS):
        s.trick[seat] = NO_CARD


@compiled
def leadable(s: np.record) -> int:
    """S4.1: any card. None if a bear is the last one: then it is led (S5.2)."""
    return int(s.hand[s.seat]) & ANY_CARD


@compiled
def lead(c: np.record, s: np.record, card: int, animal: int) -> None:
    s.reference = card
    s.animal = animal
    s.display_white = white_for(animal, animal)
    s.ahead = s.seat
    s.strength = c.responsibility[card]
    s.phase = PLAY
    _lay(s, card)
    _next_player(c, s)


@compiled
def lead_bear(c: np.record, s: np.record) -> None:
    """S5.2: the next player is the starting player of this day."""
    s.starter = (s.seat + 1) % c.players
    _lay(s, BEAR)
    _next_player(c, s)


@compiled
def collected(c: np.record, s: np.record) -> int:
    """The cards that are the animal to collect today."""
    return int(c.animals[s.animal, s.reference])


@compiled
def species(c: np.record, s: np.record, card: int) -> int:
    """S4.2: what a card is today. The copy of the reference is the animal to collect."""
    if collected(c, s) & bit(card):
        return int(s.animal)
    other = RABBIT + CAT - int(s.animal)
    return other if int(c.animals[other, s.reference]) & bit(card) else NEW_SPECIES


@compiled
def playable(c: np.record, s: np.record) -> int:
    """S4.3, S5.1: the animal to collect if the hand has it, else anything, bears included."""
    hand = int(s.hand[s.seat])
    following = hand & collected(c, s)
    return following if following else hand & (ANY_CARD | THE_BEAR)


@compiled
def play(c: np.record, s: np.record, card: int) -> None:
    if not collected(c, s) & bit(card):
        s.lacks[s.seat] |= collected(c, s)
    if card != BEAR:  # S5.3
        _compete(c, s, card)
    _lay(s, card)
    _next_player(c, s)


@compiled
def white_for(animal: int, what: int) -> int:
    """S4.4: the white chips that a card puts on the display."""
    return 1 if what == animal else 0


@compiled
def black_for(animal: int, what: int) -> int:
    """S4.4: the black chips for a card: on the display, or on the card itself if it is a new species."""
    if what == animal:
        return 0
    return 1 if what == NEW_SPECIES else 2


@compiled
def _compete(c: np.record, s: np.record, card: int) -> None:
    """The chips for a card. S4.5: whether it is the strongest so far."""
    strength = int(c.responsibility[card])
    what = species(c, s, card)
    s.display_white += white_for(s.animal, what)
    if what == NEW_SPECIES:
        s.cards_black += black_for(s.animal, what)
        strength += STRONGEST
    else:
        s.display_black += black_for(s.animal, what)
    if strength > s.strength:
        s.ahead = s.seat
        s.strength = strength


@compiled
def _lay(s: np.record, card: int) -> None:
    if card == BEAR:
        s.bears_out |= bit(s.seat)
        s.fired[BEAR_PLAYED] += 1
    s.hand[s.seat] = without(int(s.hand[s.seat]), card)
    s.trick[s.seat] = card
    s.played += 1


@compiled
def _next_player(c: np.record, s: np.record) -> None:
    if s.played < c.players:
        s.seat = (s.seat + 1) % c.players
        return
    if s.ahead != NOBODY:  # S5.3: nobody wins a day of bears alone
        _hand_out_chips(c, s)
        s.starter = s.ahead  # S4.8
    else:
        s.fired[BEARS_ALONE] += 1
    _clear_the_day(s)
    if s.hand[0] == 0 or s.bears_out == bit(c.players) - 1:  # S5.4
        s.fired[ALL_BEARS_OUT] += 1 if s.hand[0] != 0 else 0
        _score_week(c, s)
    else:
        _next_day(s)


@compiled
def _hand_out_chips(c: np.record, s: np.record) -> None:
    winner = s.ahead
    if s.display_black + s.cards_black == 0:  # S4.6: every card is the animal to collect
        for seat in range(c.players):
            if s.trick[seat] != BEAR:
                s.white[seat] += 1
        s.white[winner] += 1
        s.fired[ALL_ALIKE] += 1
        return
    if s.strength > STRONGEST:  # S4.7: won by a new species
        s.fired[SPECIES_WON] += 1
        s.fired[THROWN_AWAY] += s.black[winner]
        s.black[winner] = 0
    s.white[winner] += s.display_white
    s.black[winner] += s.display_black + s.cards_black


# Scoring a week (S6) and the end (S7)


@compiled
def broke(s: np.record, seat: int) -> bool:
    """Whether the seat declared to take no black chip and has one (S6.4)."""
    return bool(int(s.declared) & bit(seat)) and s.black[seat] > 0


@compiled
def scolded(c: np.record, s: np.record) -> int:
    """S6.2: the one seat with the most black chips, or NOBODY. Who broke a declaration is left out (S6.4)."""
    most = 0
    alone = NOBODY
    for seat in range(c.players):
        if broke(s, seat) or s.black[seat] < most:
            continue
        alone = seat if s.black[seat] > most else NOBODY
        most = int(s.black[seat])
    return alone


@compiled
def bonus(c: np.record, s: np.record, seat: int) -> int:
    """The extra points for no black chip."""
    if s.black[seat] > 0:
        return 0
    if not c.declare:
        return CLEAN  # S6.3
    return KEPT if int(s.declared) & bit(seat) else 0  # S6.4


@compiled
def score(c: np.record, s: np.record, seat: int, zero: int) -> int:
    """What the week brings the seat if seat `zero` has the most black chips."""
    if seat == zero or broke(s, seat):
        return 0
    return int(s.white[seat]) + bonus(c, s, seat)  # S6.1


@compiled
def _score_week(c: np.record, s: np.record) -> None:
    zero = scolded(c, s)
    s.fired[MOST_BLACK] += 1 if zero != NOBODY else 0
    for seat in range(c.players):
        if bonus(c, s, seat):
            s.fired[DECLARATION_KEPT if c.declare else NO_BLACK] += 1
        elif broke(s, seat):
            s.fired[DECLARATION_BROKEN] += 1
        s.total[seat] += score(c, s, seat, zero)
        s.hand[seat] = 0  # S5.4: what is left is discarded
    s.aside = 0
    s.phase = DEAL
    s.seat = OVER if s.week == c.weeks else CHANCE


@compiled
def result(c: np.record, s: np.record, out: np.ndarray) -> int:
    """S7.1: the highest total."""
    for seat in range(c.players):
        out[seat] = s.total[seat]
    return leaders(out, c.players, 1)


# The contract


@compiled
def legal(c: np.record, s: np.record, out: np.ndarray) -> int:
    if s.seat < 0:
        return 0
    if s.phase == PLAY:
        return listed(playable(c, s), 0, out, 0)
    if s.phase == SAY:
        return listed(0b11, DECLARE, out, 0)
    cards = leadable(s)
    if cards == 0:
        return listed(0b1, LEAD_BEAR, out, 0)
    return listed(cards, LEAD_FROM + CARDS, out, listed(cards, LEAD_FROM, out, 0))


@compiled
def apply(c: np.record, s: np.record, action: int) -> None:
    if action < LEAD_FROM:
        play(c, s, action)
    elif action < LEAD_BEAR:
        lead(c, s, (action - LEAD_FROM) % CARDS, (action - LEAD_FROM) // CARDS)
    elif action == LEAD_BEAR:
        lead_bear(c, s)
    else:
        say(c, s, action == DECLARE)


register(STATE, begin, shuffle, deal, legal, apply, result)
