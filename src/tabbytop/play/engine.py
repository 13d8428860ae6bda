"""Whole matches through the contract, compiled: one function each for every game, specialised by type.

A *slot* holds all that one running match needs, so that a move from Python costs one call with one array.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from tabbytop.core import chance
from tabbytop.core.compiler import compiled, unlocked
from tabbytop.core.contract import (
    MOST_ACTIONS,
    UNTIL_ALL,
    apply,
    begin,
    covered,
    deal,
    generic,
    legal,
    observe,
    record,
    resample,
    result,
    secrecy,
    settle,
    shuffle,
)


@cache
def slot(config: np.dtype[np.void], state: np.dtype[np.void]) -> np.dtype[np.void]:
    return record(("c", config), ("s", state), ("legal", np.int16, MOST_ACTIONS), ("choices", np.int64))


@compiled
def start(slots: np.ndarray, seed: int) -> None:
    """Begin a match, up to the first turn of chance."""
    t = slots[0]
    chance.seed(t.s, seed, chance.DEALS)
    begin(t.c, t.s)
    t.choices = 0


@compiled
def advance(slots: np.ndarray) -> int:
    """Let chance have its turns, and list what is legal then."""
    t = slots[0]
    settle(t.c, t.s)
    t.choices = legal(t.c, t.s, t.legal)
    return int(t.choices)


@compiled
def step(slots: np.ndarray, action: int) -> int:
    """Play a legal action and advance; how many actions are legal next. An illegal one changes nothing: -1."""
    t = slots[0]
    for i in range(t.choices):
        if t.legal[i] == action:
            apply(t.c, t.s, action)
            settle(t.c, t.s)
            t.choices = legal(t.c, t.s, t.legal)
            return int(t.choices)
    return -1


@compiled
def move(slots: np.ndarray, action: int) -> None:
    """Play a legal action, up to the next decision or turn of chance."""
    t = slots[0]
    apply(t.c, t.s, action)


@compiled
def draw(slots: np.ndarray) -> None:
    """Chance decides."""
    t = slots[0]
    shuffle(t.c, t.s)


@compiled
def carry_out(slots: np.ndarray) -> None:
    """What chance decided is carried out."""
    t = slots[0]
    deal(t.c, t.s)


@compiled
def finish(slots: np.ndarray, out: np.ndarray) -> int:
    t = slots[0]
    return result(t.c, t.s, out)


@compiled
def imagine(slots: np.ndarray, seat: int, seed: int) -> None:
    """Turn the match into one of those that the seat cannot tell from it."""
    t = slots[0]
    chance.seed(t.s, seed, chance.WORLDS)
    resample(t.c, t.s, seat)
    t.choices = legal(t.c, t.s, t.legal)


@compiled
def know(slots: np.ndarray, seat: int, out: np.ndarray) -> None:
    """What the seat knows, as numbers."""
    t = slots[0]
    observe(t.c, t.s, seat, out)


@compiled
def at_once(slots: np.ndarray) -> bool:
    """Whether this decision is one of several that are made face down and revealed together."""
    t = slots[0]
    return t.choices > 0 and secrecy(t.c, t.s) == UNTIL_ALL


@compiled
def face_down(slots: np.ndarray) -> bool:
    """Whether choices lie face down."""
    t = slots[0]
    return covered(t.c, t.s)


@compiled
def match_seed(g: np.record, run: int, number: int) -> int:
    """The seed of a run's n-th match."""
    chance.seed(g, run, chance.SEEDS)
    g.drawn = 4 * number
    low, high = chance.word(g), chance.word(g)
    return low | ((high - ((high >> 31) << 32)) << 32)  # signed, uncompiled too


@compiled
def seed_of(gs: np.ndarray, run: int, number: int) -> int:
    """The same, from Python."""
    return match_seed(gs[0], run, number)


@compiled
def start_choosing(gs: np.ndarray, seed: int) -> None:
    """Make ready for a match's random choices."""
    chance.seed(gs[0], seed, chance.CHOICES)


@compiled
def choose(gs: np.ndarray, n: int) -> int:
    """One of n."""
    return chance.below(gs[0], n)


# Whole matches between compiled players


KINDS = 16  # more than any game has kinds of moves
RULES = 16  # more than any game counts

# What every compiled player has: where it is, luck, room for the legal moves, and counts over all its matches, each of
# how often in all and of in how many matches.
# (No record may begin with all the fields of another: Numba would take the one for the other.)
PLAYER = [
    ("match", np.int64),  # its seed
    ("first", np.int64),  # the seat that decided first in it
    ("moves", np.int64),  # made in it so far
    *chance.FIELDS,
    ("legal", np.int16, MOST_ACTIONS),
    ("tally", np.int64, (2, KINDS)),  # of moves of each kind
    ("before", np.int64, KINDS),  # how many there were in all when the match began
    ("fired", np.int64, (2, RULES)),  # of rules
]


@generic
def prepare(c: np.record, p: np.record) -> None:
    """Make ready for the match p.match. (Which player it is, is told by the type of its record.)"""


@generic
def pick(c: np.record, p: np.record, s: np.record, n: int) -> int:
    """What the deciding seat does: one of the n actions in p.legal."""


@compiled
def play_out(c: np.record, s: np.record, p: np.record, seed: int, kinds: np.ndarray) -> int:
    """A whole match in which one player has all seats; how many moves it had. `kinds` says of what kind a move is."""
    chance.seed(s, seed, chance.DEALS)
    begin(c, s)
    settle(c, s)
    p.match = seed
    p.first = s.seat
    p.moves = 0
    prepare(c, p)
    n = legal(c, s, p.legal)
    while n > 0:
        action = pick(c, p, s, n)
        p.tally[0, kinds[action]] += 1
        apply(c, s, action)
        settle(c, s)
        p.moves += 1
        n = legal(c, s, p.legal)
    _add_up(s, p)
    return int(p.moves)


@compiled
def _add_up(s: np.record, p: np.record) -> None:
    """The match is over: which kinds of moves were made in it, and which rules fired."""
    for kind in range(KINDS):
        p.tally[1, kind] += 1 if p.tally[0, kind] > p.before[kind] else 0
        p.before[kind] = p.tally[0, kind]
    for rule in range(s.fired.shape[0]):
        p.fired[0, rule] += s.fired[rule]
        p.fired[1, rule] += 1 if s.fired[rule] > 0 else 0


@compiled
def forget(p: np.record) -> None:
    """The player has counted nothing yet."""
    for kind in range(KINDS):
        p.before[kind] = 0
    for row in range(2):
        for kind in range(KINDS):
            p.tally[row, kind] = 0
        for rule in range(RULES):
            p.fired[row, rule] = 0


@unlocked
def many(
    cs: np.ndarray,
    ss: np.ndarray,
    ps: np.ndarray,
    kinds: np.ndarray,
    run: int,
    first: int,
    lengths: np.ndarray,
    scores: np.ndarray,
    winners: np.ndarray,
    firsts: np.ndarray,
) -> None:
    """Matches first, first+1, ... of a run, as many as `lengths` has room for."""
    for i in range(lengths.shape[0]):
        seed = match_seed(ps[0], run, first + i)
        lengths[i] = play_out(cs[0], ss[0], ps[0], seed, kinds)
        winners[i] = result(cs[0], ss[0], scores[i])
        firsts[i] = ps[0].first


def twin(slots: np.ndarray) -> np.ndarray:
    """A copy, byte by byte: NumPy copies records field by field, which takes ten times as long."""
    return np.frombuffer(bytearray(slots), slots.dtype)
