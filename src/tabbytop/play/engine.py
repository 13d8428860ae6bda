"""Whole matches through the contract, compiled: one function each for every game, specialised by type.

A *slot* holds all that one running match needs, so that a move from Python costs one call with one array.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from tabbytop.core import chance
from tabbytop.core.compiler import compiled
from tabbytop.core.contract import (
    MOST_ACTIONS,
    UNTIL_ALL,
    apply,
    begin,
    covered,
    deal,
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
    return chance.word(g) | (chance.word(g) << 32)


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


@compiled
def play_at_random(c: np.record, s: np.record, g: np.record, out: np.ndarray, seed: int) -> int:
    """A whole match between players who choose blindly; how many moves it had."""
    chance.seed(s, seed, chance.DEALS)
    chance.seed(g, seed, chance.CHOICES)
    begin(c, s)
    settle(c, s)
    moves = 0
    n = legal(c, s, out)
    while n > 0:
        apply(c, s, int(out[chance.below(g, n)]))
        settle(c, s)
        moves += 1
        n = legal(c, s, out)
    return moves


@compiled
def many_at_random(
    cs: np.ndarray,
    ss: np.ndarray,
    gs: np.ndarray,
    out: np.ndarray,
    run: int,
    first: int,
    lengths: np.ndarray,
    scores: np.ndarray,
    winners: np.ndarray,
) -> int:
    """Matches first, first+1, ... of a run, as many as `lengths` has room for; how many moves they had together."""
    total = 0
    for i in range(lengths.shape[0]):
        seed = match_seed(gs[0], run, first + i)
        lengths[i] = play_at_random(cs[0], ss[0], gs[0], out, seed)
        winners[i] = result(cs[0], ss[0], scores[i])
        total += lengths[i]
    return total


def twin(slots: np.ndarray) -> np.ndarray:
    """A copy, byte by byte: NumPy copies records field by field, which takes ten times as long."""
    return np.frombuffer(bytearray(slots), slots.dtype)
