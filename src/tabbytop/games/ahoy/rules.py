"""Ahoy! Kitten: the rules, clauses A1-A5 of the rules page beside this file.

Rules speak of characters: one to a player, or with 2 players two, the paws of a seat. Places 0-4 are the oceans, 5-10
the tiles of the characters, and a choice is the place that is pointed at, or 11, to protect. A pile of fish is one
number with a byte for each colour in the order R Y B W, so that piles are added like numbers.
Actions: 0-11 a choice, 12-23 the same for a left paw, 24-35 for a right one, 36-40 an ocean to supply.
"""

from __future__ import annotations

import numpy as np

from tabbytop.core import chance
from tabbytop.core.bits import bit, count, leaders, listed, lowest
from tabbytop.core.compiler import compiled
from tabbytop.core.contract import CHANCE, OVER, count_anew, register, state
from tabbytop.games.ahoy.config import CHARACTERS, COLOURS, OCEANS, START, TOKENS, WHITE

DEAL, POINT, SUPPLY = range(3)
TILE = OCEANS  # the first place that is a character's
PROTECT = OCEANS + CHARACTERS
CHOICES = PROTECT + 1
SUPPLY_FROM = 3 * CHOICES
NO_CHOICE = -1
BANKER = 0

COUNTED = 7  # rules: notation.RULES names them
CAUGHT, STOLEN, CONTESTED, BLOCKED, CLAIMED, PASSED, SHORT = range(COUNTED)

STATE = state(
    ("this_turn", np.int16),  # from 1
    ("bag", np.int16, TOKENS),  # colours in the order they are drawn
    ("poured", np.int16),  # how many of them have been drawn
    ("fish", np.int64, OCEANS + CHARACTERS),  # the pile on each place
    ("claimed", np.int64, CHARACTERS),  # the pile beside each tile
    ("ships", np.int16),  # characters on their ships
    ("waiting", np.int16),  # characters that have yet to choose in this turn
    ("choice", np.int16, CHARACTERS),  # what a character chose, until all is revealed, or NO_CHOICE
    ("pointed", np.int16, CHARACTERS),  # what it chose in the turn resolved last, or NO_CHOICE: everyone saw it
    ("gained", np.int64, CHARACTERS),  # the pile a character got in the turn resolved last
    ("unsupplied", np.int16),  # oceans that the banker has not supplied yet
    counted=COUNTED,
)


@compiled
def one(colour: int) -> int:
    """The pile of a single fish."""
    return bit(8 * int(colour))


@compiled
def amount(pile: int, colour: int) -> int:
    return (int(pile) >> (8 * colour)) & 0xFF


# Setup (A2)


@compiled
def begin(c: np.record, s: np.record) -> None:
    count_anew(s)
    s.phase = DEAL
    s.seat = CHANCE


@compiled
def shuffle(c: np.record, s: np.record) -> None:
    n = 0
    for colour in range(len(COLOURS)):
        for _ in range(c.colour[colour]):
            s.bag[n] = colour
            n += 1
    chance.shuffle(s, s.bag, 0, n)


@compiled
def deal(c: np.record, s: np.record) -> None:
    s.this_turn = 0
    s.poured = 0
    s.ships = 0
    s.unsupplied = 0
    for place in range(OCEANS + CHARACTERS):
        s.fish[place] = 0
    for who in range(CHARACTERS):
        s.claimed[who] = 0
        s.gained[who] = 0
        s.choice[who] = NO_CHOICE
        s.pointed[who] = NO_CHOICE
    refill(c, s)  # A2.1: every ocean is empty, so each gets two
    begin_turn(c, s)


# A turn (A3)


@compiled
def begin_turn(c: np.record, s: np.record) -> None:
    """Ask all that are not on their ships. If nobody can act, everyone turns back and the turn is over (A3.3)."""
    s.this_turn += 1
    s.waiting = (bit(c.characters) - 1) & ~int(s.ships)
    s.phase = POINT
    if s.waiting:
        _ask(c, s)
    else:
        s.ships = 0
        s.fired[PASSED] += 1


@compiled
def _ask(c: np.record, s: np.record) -> None:
    """The seat of the next character that has yet to choose: with two paws, the left one first (A3.1)."""
    s.seat = lowest(s.waiting) // c.paws


@compiled
def choices(c: np.record, s: np.record, who: int) -> int:
    """A3.1: any ocean; from the second turn on any other character, or protect if there is something to."""
    oceans = bit(c.oceans) - 1
    if s.this_turn == 1:
        return oceans
    others = (bit(c.characters) - 1) & ~bit(who)
    protect = bit(PROTECT) if s.fish[TILE + who] else 0
    return oceans | (others << TILE) | protect


@compiled
def point(c: np.record, s: np.record, choice: int) -> None:
    who = lowest(s.waiting)
    s.choice[who] = choice
    s.waiting &= ~bit(who)
    if s.waiting:
        _ask(c, s)
    else:
        reveal(c, s)
        _between_turns(c, s)


@compiled
def reveal(c: np.record, s: np.record) -> None:
    """A3.2: all choices are resolved together, from the position before the turn."""
    once, twice, protecting = 0, 0, 0
    for who in range(c.characters):
        choice = s.choice[who]
        if choice == PROTECT:
            protecting |= bit(who)
        elif choice != NO_CHOICE:
            twice |= once & bit(choice)
            once |= bit(choice)
    covered = protecting << TILE
    alone = once & ~twice & ~covered  # the places that give their fish
    caught, stolen, blocked = 0, 0, 0
    for who in range(c.characters):
        choice = s.choice[who]
        s.gained[who] = 0
        if choice == PROTECT:
            s.claimed[who] += s.fish[TILE + who]
        elif choice != NO_CHOICE and alone & bit(choice):
            s.gained[who] = s.fish[choice]
            came = 1 if s.gained[who] else 0
            caught += came if choice < TILE else 0
            stolen += came if choice >= TILE else 0
        elif choice != NO_CHOICE:
            blocked += 1 if covered & bit(choice) else 0
        s.pointed[who] = choice
        s.choice[who] = NO_CHOICE
    s.fired[CAUGHT] += caught
    s.fired[STOLEN] += stolen
    s.fired[BLOCKED] += blocked
    s.fired[CLAIMED] += count(protecting)
    s.fired[CONTESTED] += count(twice & (bit(TILE) - 1))
    emptied = alone | covered
    while emptied:
        s.fish[lowest(emptied)] = 0
        emptied &= emptied - 1
    for who in range(c.characters):
        s.fish[TILE + who] += s.gained[who]
    s.ships = protecting  # A3.3: they turn to their ships, and who was there turns back


# Between turns (A4)


@compiled
def _between_turns(c: np.record, s: np.record) -> None:
    """Up to the next turn in which anyone can act (A3.3), the banker's decision or the end."""
    while s.poured < c.tokens:
        left = c.tokens - s.poured
        if left < START * c.oceans and _needed(c, s) > left:  # A4.3
            s.fired[SHORT] += 1
            if c.player_banks:
                s.unsupplied = bit(c.oceans) - 1
                s.phase = SUPPLY
                s.seat = BANKER
                return
        refill(c, s)
        begin_turn(c, s)
        if s.waiting:
            return
    s.seat = OVER  # A4.1


@compiled
def due(s: np.record, ocean: int) -> int:
    """A4.2: how many fish an ocean gets."""
    return 1 if s.fish[ocean] else START


@compiled
def _needed(c: np.record, s: np.record) -> int:
    needed = 0
    for ocean in range(c.oceans):
        needed += due(s, ocean)
    return needed


@compiled
def refill(c: np.record, s: np.record) -> None:
    """Supply the oceans in number order, as long as there are fish in the bag (A4.3)."""
    for ocean in range(c.oceans):
        pour(c, s, ocean)


@compiled
def pour(c: np.record, s: np.record, ocean: int) -> None:
    """All that the ocean is due, or what is left."""
    for _ in range(min(due(s, ocean), int(c.tokens - s.poured))):
        s.fish[ocean] += one(s.bag[s.poured])
        s.poured += 1


@compiled
def supply(c: np.record, s: np.record, ocean: int) -> None:
    """A4.3: the banker names an ocean, until the bag is empty."""
    pour(c, s, ocean)
    s.unsupplied &= ~bit(ocean)
    if s.poured == c.tokens:
        s.unsupplied = 0
        begin_turn(c, s)
        if not s.waiting:
            _between_turns(c, s)


# Result (A5)


@compiled
def owned(s: np.record, who: int) -> int:
    """A5.1: what is claimed and what is on the tile."""
    return int(s.claimed[who]) + int(s.fish[TILE + who])


@compiled
def worth_of(c: np.record, pile: int) -> int:
    """A5.1: sets of red, yellow and blue, the coloured fish left over, and the white ones."""
    red, yellow, blue = amount(pile, 0), amount(pile, 1), amount(pile, 2)
    sets = min(red, yellow, blue)
    singles = red + yellow + blue - 3 * sets
    return int(sets * c.set_worth + singles * c.single_worth + amount(pile, WHITE) * c.white_worth)


@compiled
def worth(c: np.record, s: np.record, who: int) -> int:
    return worth_of(c, owned(s, who))


@compiled
def score(c: np.record, s: np.record, seat: int) -> int:
    """A5.3: with two paws the lower one counts."""
    first = seat * c.paws
    lower = worth(c, s, first)
    for who in range(first + 1, first + c.paws):
        lower = min(lower, worth(c, s, who))
    return lower


@compiled
def whites(c: np.record, s: np.record, seat: int) -> int:
    white = 0
    for who in range(seat * c.paws, (seat + 1) * c.paws):
        white += amount(owned(s, who), WHITE)
    return white


@compiled
def result(c: np.record, s: np.record, out: np.ndarray) -> int:
    """A5.2: the highest score, then the most white fish."""
    for seat in range(c.players):
        out[seat] = score(c, s, seat) * (TOKENS + 1) + whites(c, s, seat)
    winners = leaders(out, c.players, 1)
    for seat in range(c.players):
        out[seat] = score(c, s, seat)
    return winners


# The contract


@compiled
def first_action(c: np.record, who: int) -> int:
    """Where a character's choices begin among the actions: paws have their own (A3.1)."""
    return 0 if c.paws == 1 else CHOICES * (1 + who % 2)


@compiled
def legal(c: np.record, s: np.record, out: np.ndarray) -> int:
    first, may = 0, 0
    if s.seat < 0:
        pass
    elif s.phase == POINT:
        who = lowest(s.waiting)
        first, may = first_action(c, who), choices(c, s, who)
    else:
        first, may = SUPPLY_FROM, int(s.unsupplied)
    return listed(may, first, out, 0)


@compiled
def apply(c: np.record, s: np.record, action: int) -> None:
    if action < SUPPLY_FROM:
        point(c, s, action % CHOICES)
    else:
        supply(c, s, action - SUPPLY_FROM)


register(STATE, begin, shuffle, deal, legal, apply, result)
