"""Familiar's Trouble: what a seat cannot know, dealt again.

A seat knows its own cards and what was played; which card it passed to the left and which it got from the right; and
who could not follow, so had no card of the led colours at that moment, three-colour cards apart. It does not see what
its neighbours draw, nor what the left one passes to the right one. A deal of the hidden cards agrees with all this if
it has a past: if some such draws and passes lead to it through everything that the seat saw.
"""

from __future__ import annotations

import numpy as np

from tabbytop.core import chance, openly, scatter
from tabbytop.core.bits import bit, count, lowest
from tabbytop.core.compiler import compiled
from tabbytop.core.contract import OPEN, TO_LEFT, register
from tabbytop.games.familiar.config import CARDS, LEVELS, ROUNDS, SEATS
from tabbytop.games.familiar.rules import DRAWS, FIRST_THREE, GUESSES, NO_CARD, PASS, STATE, THREES, card_of, left_of

LEFT, RIGHT, SELF = range(3)  # the seats, as the one who imagines sees them
LEFT_DREW, RIGHT_DREW, PASSED_ON = range(GUESSES)

STEPS = 8  # of a round: three passes, three plays, the draws of two neighbours
NOTHING, SEEN_LEAVING, GIVEN, GUESSED = range(4)  # what a step of the past was


@compiled
def resample(c: np.record, s: np.record, seat: int) -> None:
    """Deal hidden cards where each may be, until the two hands have a past together; it is what the others remember."""
    left, right = left_of(seat), left_of(left_of(seat))
    in_left, in_right, in_pile = may_hold(c, s, seat)
    hidden = int(s.hand[left]) | int(s.hand[right])
    for i in range(s.dealt, CARDS):
        hidden |= bit(s.deck[i])
    left_has, right_has = count(s.hand[left]), count(s.hand[right])
    found = False
    while not found:
        s.need[0], s.may[0] = left_has, in_left
        s.need[1], s.may[1] = right_has, in_right
        s.need[2], s.may[2] = CARDS - s.dealt, in_pile
        scatter.scatter(s, hidden, 3)
        s.past[LEFT], s.past[RIGHT] = s.got[0], s.got[1]
        found = _find_past(c, s, seat)
    s.hand[left], s.hand[right] = s.got[0], s.got[1]
    for r in range(s.this_round):
        if s.passed[r, left] != NO_CARD:
            s.passed[r, left] = s.guess[r, PASSED_ON]
    _lay_pile(s, int(s.got[2]))
    for level in range(LEVELS):
        _shuffle_errands(c, s, level)


@compiled
def may_hold(c: np.record, s: np.record, seat: int) -> tuple[int, int, int]:
    """Which cards may be to the left, to the right and in the pile, each card taken by itself."""
    left, right = left_of(seat), left_of(left_of(seat))
    in_left, in_right, in_pile = ~0, ~0, ~0
    for r in range(s.this_round):
        for later in range(SEATS):
            giver = (s.led[r] + later) % SEATS
            card = s.passed[r, giver]
            if giver == left and card != NO_CARD:
                in_right |= in_left
            elif giver == seat and card != NO_CARD and card < FIRST_THREE:  # of three alike, who can tell
                in_left |= bit(card)
                in_right &= ~bit(card)
                in_pile &= ~bit(card)
        in_left &= ~int(c.matching[lacked(c, s, r, left)])
        in_right &= ~int(c.matching[lacked(c, s, r, right)])
        if drew_after(s, r):
            in_left |= in_pile
            in_right |= in_pile
    return in_left, in_right, in_pile


@compiled
def lacked(c: np.record, s: np.record, r: int, seat: int) -> int:
    """The colours led in a round, if the seat's card showed that it could not follow."""
    led, card = s.played[r, s.led[r]], s.played[r, seat]
    return 0 if card == NO_CARD or c.colours[card] & c.colours[led] else int(c.colours[led])


@compiled
def drew_after(s: np.record, r: int) -> bool:
    """Whether hands were replenished after a round."""
    return r < DRAWS and r + 1 < s.this_round


@compiled
def _lay_pile(s: np.record, cards: int) -> None:
    for i in range(s.dealt, CARDS):
        s.deck[i] = lowest(cards)
        cards &= cards - 1
    chance.shuffle(s, s.deck, s.dealt, CARDS)


@compiled
def _shuffle_errands(c: np.record, s: np.record, level: int) -> None:
    """Errands put back at the bottom were seen; those above them were not."""
    errands = 0
    for i in range(s.top[level], c.errands[level]):
        errands |= bit(s.pile[level, i])
    for i in range(s.top[level], c.errands[level]):
        s.pile[level, i] = lowest(errands)
        errands &= errands - 1
    chance.shuffle(s, s.pile[level], s.top[level], c.errands[level])


# The search for a past


@compiled
def _find_past(c: np.record, s: np.record, seat: int) -> bool:
    """Take everything back, from the last step to the first; where that cannot be, go forward again and guess anew."""
    for r in range(ROUNDS):
        for unseen in range(GUESSES):
            s.guess[r, unseen] = NO_CARD
            s.untried[r, unseen] = 0
    last = int(s.this_round) * STEPS - 1
    step, back = last, True
    while 0 <= step <= last:
        back = _take_back(c, s, seat, step) if back else _redo(c, s, seat, step)
        step += -1 if back else 1
    return step < 0


@compiled
def _step(s: np.record, seat: int, step: int) -> tuple[int, int, int]:
    """What happened, to the hand on which side (for a guess: which of them), and with what card."""
    r, n = step // STEPS, step % STEPS
    if n >= 2 * SEATS:
        return (GUESSED if drew_after(s, r) else NOTHING), n - 2 * SEATS, NO_CARD
    player = (s.led[r] + n) % SEATS
    side = (player - seat - 1) % SEATS
    passing = n < SEATS
    card = int(s.passed[r, player] if passing else s.played[r, player])
    if card == NO_CARD or (side == SELF and not passing):
        return NOTHING, side, card
    if side == SELF:
        return GIVEN, LEFT, card
    if side == LEFT and passing:
        return GUESSED, PASSED_ON, NO_CARD
    return SEEN_LEAVING, side, card


@compiled
def _take_back(c: np.record, s: np.record, seat: int, step: int) -> bool:
    """One step back; False if it cannot have happened."""
    r = step // STEPS
    if step % STEPS == STEPS - 1 and _hopeless(c, s, seat, r):
        return False
    what, side, card = _step(s, seat, step)
    if what == SEEN_LEAVING:
        if int(s.past[side]) & int(c.matching[lacked(c, s, r, (seat + 1 + side) % SEATS)]):
            return False
        _gain(s, side, card)
    elif what == GIVEN:
        if not has(int(s.past[LEFT]), card):
            return False
        _lose(s, LEFT, card)
    elif what == GUESSED:
        s.untried[r, side] = s.past[RIGHT] if side == PASSED_ON else s.past[side] & ~given(s, seat, r)
        return _guess(c, s, seat, r, side)
    return True


@compiled
def _redo(c: np.record, s: np.record, seat: int, step: int) -> bool:
    """One step forward again; or, with another guess, back: then True."""
    r = step // STEPS
    what, side, card = _step(s, seat, step)
    if what == SEEN_LEAVING:
        _lose(s, side, card)
    elif what == GIVEN:
        _gain(s, LEFT, card)
    elif what == GUESSED:
        if side == PASSED_ON:
            _lose(s, LEFT, int(s.guess[r, side]))
        _gain(s, RIGHT if side == PASSED_ON else side, int(s.guess[r, side]))
        return _guess(c, s, seat, r, side)
    return False


@compiled
def _guess(c: np.record, s: np.record, seat: int, r: int, unseen: int) -> bool:
    """Guess what was drawn or passed on: best what the seat passed, then what the hand lacked the latest."""
    side = RIGHT if unseen == PASSED_ON else unseen
    untried, own = int(s.untried[r, unseen]), given(s, seat, r)
    if untried == 0:
        return False
    best = untried & own if untried & own else untried
    earlier = r
    while earlier >= 0:
        late = best & int(c.matching[lacked(c, s, earlier, (seat + 1 + side) % SEATS)])
        earlier = -1 if late else earlier - 1
        best = late if late else best
    card = card_of(lowest(best), int(s.past[side]))
    # Another card of the same colours would be no other guess, unless the seat passed it.
    s.untried[r, unseen] = untried & ~(bit(card) if own & bit(card) else int(c.alike[c.colours[card]]) & ~own)
    s.guess[r, unseen] = card
    s.past[side] &= ~bit(card)
    if unseen == PASSED_ON:
        s.past[LEFT] |= bit(card)
    return True


@compiled
def given(s: np.record, seat: int, r: int) -> int:
    """The cards that the seat passed up to a round, but for the three alike: a neighbour has not drawn them since."""
    cards = 0
    for earlier in range(r + 1):
        if s.passed[earlier, seat] != NO_CARD:
            cards |= bit(s.passed[earlier, seat])
    return cards & ~THREES


@compiled
def has(hand: int, card: int) -> bool:
    """Whether the hand has the card; of three alike, any."""
    return hand & (THREES if card >= FIRST_THREE else bit(card)) != 0


@compiled
def _lose(s: np.record, side: int, card: int) -> None:
    s.past[side] &= ~bit(card_of(card, int(s.past[side])))


@compiled
def _gain(s: np.record, side: int, card: int) -> None:
    s.past[side] = _joined(int(s.past[side]), int(s.past[RIGHT - side]), card)


@compiled
def _joined(hand: int, other: int, card: int) -> int:
    """The hand with the card, if there is one; of three alike, one that is in neither hand."""
    return hand if card == NO_CARD else hand | bit(card_of(card, ~(hand | other)))


# Where a search would only fail later: each of these alone rules a past out


@compiled
def _hopeless(c: np.record, s: np.record, seat: int, r: int) -> bool:
    return _too_many(c, s, seat, r, LEFT) or _too_many(c, s, seat, r, RIGHT) or _astray(s, seat, r)


@compiled
def _too_many(c: np.record, s: np.record, seat: int, r: int, side: int) -> bool:
    """Whether a hand has more cards that it lacked in this round or before than can have come in since."""
    holder, giver = (seat + 1 + side) % SEATS, (seat + side) % SEATS
    cards, came, lacking = int(s.past[side]), 0, 0
    for earlier in range(r, -1, -1):
        if drew_after(s, earlier):
            came += 1
        now = lacked(c, s, earlier, holder)
        lacking |= now
        if count(cards & int(c.matching[lacking])) > came:
            return True
        if side == LEFT and cards & int(c.matching[now]) & given(s, seat, earlier):
            return True
        if s.passed[earlier, giver] != NO_CARD:
            if side == LEFT:
                cards &= ~bit(s.passed[earlier, giver])
            else:
                came += 1
    return False


@compiled
def _astray(s: np.record, seat: int, r: int) -> bool:
    """Whether a card that the seat passed has neither stayed to the left nor can have been passed on from there."""
    here, there, passes = int(s.past[LEFT]), int(s.past[RIGHT]), 0
    for step in range((r + 1) * STEPS - 1, -1, -1):
        what, side, card = _step(s, seat, step)
        if what == GUESSED and side == PASSED_ON:
            passes += 1
        elif what == SEEN_LEAVING and side == LEFT:
            here = _joined(here, there, card)
        elif what == SEEN_LEAVING:
            there = _joined(there, here, card)
        elif what == GIVEN and has(here, card):
            here &= ~bit(card_of(card, here))
        elif what == GIVEN and has(there, card) and passes > 0:
            there &= ~bit(card_of(card, there))
            passes -= 1
        elif what == GIVEN:
            return True
    return False


@compiled
def secrecy(c: np.record, s: np.record) -> int:
    return TO_LEFT if s.phase == PASS else OPEN  # O3.1


register(STATE, resample, secrecy, openly.covered, openly.recall)
