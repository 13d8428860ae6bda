"""Familiar's Trouble as numbers: what a seat sees, and all that it remembers of the match."""

from __future__ import annotations

import numpy as np

from tabbytop.core.bits import bit, count, lowest
from tabbytop.core.compiler import compiled
from tabbytop.core.contract import register
from tabbytop.core.encoding import Layout, Part, for_each_seat, members, nothing, number, one_of
from tabbytop.games.familiar import rules
from tabbytop.games.familiar.config import CARDS, COLOURS, ERRANDS, LEVELS, ROUNDS, SEATS
from tabbytop.games.familiar.rules import FIRST_THREE, KINDS, NO_CARD, STATE, THREES, left_of
from tabbytop.games.familiar.worlds import may_hold

_PHASES = 5
_ERRANDS = sum(ERRANDS)
_PLACES = 6  # of the largest display
_PLACE = (
    Part("level", LEVELS, "of the errand in this place of the display: 1, 2, 3; none: no errand"),
    Part("asks", len(COLOURS), "red, blue, green"),
    Part("points", 1, "what it is worth"),
)
_PLACE_SIZE = sum(part.size for part in _PLACE)
_CARD = len(COLOURS) + 1
_ROUND = (
    Part("led", SEATS, "who led: oneself, left, right"),
    Part("own", _CARD, "what one played: red, blue, green, and the value; all 0: nothing"),
    Part("left's", _CARD, "what the left one played"),
    Part("right's", _CARD, "what the right one played"),
    Part("given", _CARD, "what one passed to the left"),
    Part("received", _CARD, "what one got from the right"),
)
_ROUND_SIZE = sum(part.size for part in _ROUND)
_SEAT = (
    Part("decides", 1, "1: this seat decides now"),
    Part("leads", 1, "1: is the lead player"),
    Part("cards", 1, "cards in hand"),
)

LAYOUT = Layout(
    version=1,
    parts=(
        Part("phase", _PHASES, "exchange, pass, swap, play, draw"),
        Part("options", 3, "1: hands are exchanged; errands are exchanged; the highest value of all leads next"),
        Part("display size", 1, "errands to which the display is replenished"),
        Part("round", 1, "from 1"),
        Part("rounds left", 1, "after this one"),
        Part("score", 1, "points of the team"),
        Part("draw pile", 1, "attribute cards left in it"),
        Part("hand", KINDS, "own cards: R3-R9, B3-B9, G3-G9, RB2, BG2, RG2, and how many RBG1"),
        Part("unseen", KINDS, "cards that another hand or the draw pile may hold"),
        Part("left may hold", KINDS, "those of them that the left hand may hold, by what was passed and not followed"),
        Part("right may hold", KINDS, "the same of the right hand"),
        Part("pile may hold", KINDS, "the same of the draw pile"),
        Part("trick", len(COLOURS), "what the cards of this round's trick add up to: red, blue, green"),
        Part("display", _ERRANDS, "errands face up: E01-E27"),
        Part("unseen errands", _ERRANDS, "errands not seen yet"),
        Part("put back", _ERRANDS, "how deep in its pile, from 1, an errand lies that was swapped; 0: it was not"),
        Part("piles", LEVELS, "errands in the pile of each level"),
        *(Part(f"{part.name} {n}", part.size, part.help) for n in range(_PLACES) for part in _PLACE),
        *for_each_seat(SEATS, _SEAT),
        *(Part(f"{part.name} {n} ago", part.size, part.help) for n in range(ROUNDS) for part in _ROUND),
    ),
)


@compiled
def unseen(s: np.record, seat: int) -> int:
    """The cards of the other hands and of the draw pile, all in one."""
    cards = int(s.hand[left_of(seat)]) | int(s.hand[left_of(left_of(seat))])
    for i in range(s.dealt, CARDS):
        cards |= bit(s.deck[i])
    return cards


@compiled
def _cards(out: np.ndarray, at: int, cards: int) -> int:
    """A set of cards: of the three alike, how many."""
    at = members(out, at, FIRST_THREE, cards)
    return number(out, at, count(int(cards) & THREES))


@compiled
def _card(c: np.record, out: np.ndarray, at: int, card: int) -> int:
    at = members(out, at, len(COLOURS), int(c.colours[card]) if card != NO_CARD else 0)
    return number(out, at, int(c.value[card]) if card != NO_CARD else 0)


@compiled
def _hands(c: np.record, s: np.record, seat: int, out: np.ndarray, at: int) -> int:
    """Where each card may be."""
    hidden = unseen(s, seat)
    in_left, in_right, in_pile = may_hold(c, s, seat)
    at = _cards(out, at, s.hand[seat])
    at = _cards(out, at, hidden)
    at = _cards(out, at, hidden & in_left)
    at = _cards(out, at, hidden & in_right)
    return _cards(out, at, hidden & in_pile if s.dealt < CARDS else 0)


@compiled
def _trick(c: np.record, s: np.record, out: np.ndarray, at: int) -> int:
    for colour in range(len(COLOURS)):
        at = number(out, at, rules.total(c, s.played[s.this_round - 1], colour))
    return at


@compiled
def _piles(c: np.record, s: np.record, out: np.ndarray, at: int) -> int:
    """Errands put back lie below those that nobody has seen."""
    errands = 0
    for level in range(LEVELS):
        for i in range(s.top[level], c.errands[level]):
            errands |= bit(s.pile[level, i])
    at = nothing(out, members(out, at, _ERRANDS, errands), _ERRANDS)
    for level in range(LEVELS):
        for i in range(max(s.top[level], c.errands[level]), s.bottom[level]):
            number(out, at - _ERRANDS + s.pile[level, i], i - s.top[level] + 1)
    for level in range(LEVELS):
        at = number(out, at, s.bottom[level] - s.top[level])
    return at


@compiled
def _errand(c: np.record, errand: int, out: np.ndarray, at: int) -> int:
    at = one_of(out, at, LEVELS, int(c.level[errand]))
    for colour in range(len(COLOURS)):
        at = number(out, at, c.asks[errand, colour])
    return number(out, at, c.points[errand])


@compiled
def _display(c: np.record, s: np.record, out: np.ndarray, at: int) -> int:
    """What the errands ask for, in the order of their codes."""
    display = int(s.display)
    for _ in range(_PLACES):
        at = _errand(c, lowest(display), out, at) if display else nothing(out, at, _PLACE_SIZE)
        display &= display - 1
    return at


@compiled
def _round(c: np.record, s: np.record, seat: int, r: int, out: np.ndarray, at: int) -> int:
    at = one_of(out, at, SEATS, (int(s.led[r]) - seat) % SEATS)
    for n in range(SEATS):
        at = _card(c, out, at, int(s.played[r, (seat + n) % SEATS]))
    at = _card(c, out, at, int(s.passed[r, seat]))
    return _card(c, out, at, int(s.passed[r, left_of(left_of(seat))]))


@compiled
def observe(c: np.record, s: np.record, seat: int, out: np.ndarray) -> None:
    at = one_of(out, 0, _PHASES, int(s.phase) - rules.EXCHANGE)
    at = number(out, at, c.hand_exchange)
    at = number(out, at, c.errand_exchange)
    at = number(out, at, c.value_leads)
    at = number(out, at, c.display)
    at = number(out, at, s.this_round)
    at = number(out, at, ROUNDS - s.this_round)
    at = number(out, at, s.score)
    at = number(out, at, CARDS - s.dealt)
    at = _hands(c, s, seat, out, at)
    at = _trick(c, s, out, at)
    at = members(out, at, _ERRANDS, s.display)
    at = _piles(c, s, out, at)
    at = _display(c, s, out, at)
    for n in range(SEATS):
        other = (seat + n) % SEATS
        at = number(out, at, 1 if s.seat == other else 0)
        at = number(out, at, 1 if s.lead == other else 0)
        at = number(out, at, count(s.hand[other]))
    for ago in range(ROUNDS):
        r = int(s.this_round) - 1 - ago
        at = _round(c, s, seat, r, out, at) if r >= 0 else nothing(out, at, _ROUND_SIZE)


register(STATE, observe)
