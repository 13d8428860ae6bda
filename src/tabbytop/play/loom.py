"""Many matches side by side, a move at a time: what a batch does, compiled, on every device the same.

A *strand* is one running match of the batch and the matches of the run that follow it. Nothing here allocates, so a
thread of a GPU can do it: whoever calls brings `out`, room for a list of legal actions.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from tabbytop.core import chance
from tabbytop.core.compiler import compiled
from tabbytop.core.contract import (
    CHANCE,
    MOST_SEATS,
    OVER,
    apply,
    begin,
    deal,
    legal,
    observe,
    record,
    result,
    settle,
    shuffle,
)
from tabbytop.play.engine import match_seed

DEAL = 0  # the phase of a state that waits for a new deal, in every game

# What came of an action.
WENT_ON, ENDED, REFUSED = 0, 1, 2


@cache
def strand(state: np.dtype[np.void]) -> np.dtype[np.void]:
    return record(
        ("s", state),
        ("g", chance.GENERATOR),  # for random choices
        ("match", np.int64),  # its number in the run
        ("paid", np.int32, MOST_SEATS),  # points that were rewarded in this match
        ("scores", np.int32, MOST_SEATS),
    )


@compiled
def start(c: np.record, t: np.record, run: int) -> None:
    """Begin the strand's match, up to its first decision."""
    seed = match_seed(t.g, run, t.match)
    chance.seed(t.s, seed, chance.DEALS)
    chance.seed(t.g, seed, chance.CHOICES)
    for seat in range(MOST_SEATS):
        t.paid[seat] = 0
    begin(c, t.s)
    settle(c, t.s)


@compiled
def _pay(c: np.record, t: np.record, reward: np.ndarray) -> int:
    """Add the points that are not rewarded yet; the set of seats that lead."""
    winners = result(c, t.s, t.scores)
    for seat in range(c.players):
        reward[seat] += np.float32(t.scores[seat] - t.paid[seat])
        t.paid[seat] = t.scores[seat]
    return int(winners)


@compiled
def play(c: np.record, t: np.record, action: int, run: int, by_deal: bool, reward: np.ndarray) -> int:
    """A legal action, and all that chance does then; the seats that won if it ended the match, else 0."""
    apply(c, t.s, action)
    while t.s.seat == CHANCE:
        if by_deal and t.s.phase == DEAL:
            _pay(c, t, reward)
        shuffle(c, t.s)
        deal(c, t.s)
    return _pay(c, t, reward) if t.s.seat == OVER else 0


@compiled
def follow(c: np.record, t: np.record, strands: int, run: int) -> None:
    """The next match of the strand."""
    t.match += strands
    start(c, t, run)


@compiled
def is_legal(n: int, out: np.ndarray, action: int) -> bool:
    found = False
    for i in range(n):
        found = found or out[i] == action
    return found


@compiled
def show(c: np.record, t: np.record, n: int, out: np.ndarray, seats: np.ndarray, mask: np.ndarray, i: int) -> None:
    """Whose decision it is, and what is legal."""
    seats[i] = t.s.seat
    for action in range(mask.shape[1]):
        mask[i, action] = False
    for k in range(n):
        mask[i, out[k]] = True


@compiled
def step_one(
    c: np.record, t: np.record, out: np.ndarray, i: int, run: int, by_deal: bool, actions: np.ndarray,
    seats: np.ndarray, mask: np.ndarray, seen: np.ndarray, reward: np.ndarray, came: np.ndarray, winners: np.ndarray,
) -> None:  # fmt: skip
    """The i-th match of a batch plays the i-th action."""
    for seat in range(c.players):
        reward[i, seat] = 0
    winners[i] = 0
    action = int(actions[i])
    if not is_legal(legal(c, t.s, out), out, action):
        came[i] = REFUSED
        return
    winners[i] = play(c, t, action, run, by_deal, reward[i])
    came[i] = WENT_ON
    if t.s.seat == OVER:
        came[i] = ENDED
        follow(c, t, actions.shape[0], run)
    show(c, t, legal(c, t.s, out), out, seats, mask, i)
    observe(c, t.s, int(t.s.seat), seen[i])


@compiled
def look_one(
    c: np.record, t: np.record, out: np.ndarray, i: int,
    seats: np.ndarray, mask: np.ndarray, seen: np.ndarray,
) -> None:  # fmt: skip
    show(c, t, legal(c, t.s, out), out, seats, mask, i)
    observe(c, t.s, int(t.s.seat), seen[i])


@compiled
def sample_one(c: np.record, t: np.record, out: np.ndarray, i: int, actions: np.ndarray) -> None:
    """Any of the legal actions, by the strand's own luck."""
    actions[i] = out[chance.below(t.g, legal(c, t.s, out))]


@compiled
def begin_one(c: np.record, t: np.record, out: np.ndarray, i: int, run: int) -> None:
    t.match = i
    start(c, t, run)


@compiled
def wander_one(c: np.record, t: np.record, out: np.ndarray, i: int, run: int, moves: int, ended: np.ndarray) -> None:
    """So many random moves, from match to match; `ended` counts those that came to their end."""
    ended[i] = 0
    for _ in range(moves):
        n = legal(c, t.s, out)
        apply(c, t.s, int(out[chance.below(t.g, n)]))
        settle(c, t.s)
        if t.s.seat == OVER:
            ended[i] += 1
            follow(c, t, ended.shape[0], run)
