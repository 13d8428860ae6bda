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
    DEAL,
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
def follow(c: np.record, t: np.record, strands: int, run: int) -> None:
    """The next match of the strand."""
    t.match += strands
    start(c, t, run)


@compiled
def _pay(c: np.record, t: np.record, reward: np.ndarray) -> int:
    """Add the points that are not rewarded yet; the set of seats that lead."""
    winners = result(c, t.s, t.scores)
    for seat in range(c.players):
        reward[seat] += np.float32(t.scores[seat] - t.paid[seat])
        t.paid[seat] = t.scores[seat]
    return int(winners)


@compiled
def play(c: np.record, t: np.record, action: int, by_deal: bool, reward: np.ndarray) -> int:
    """A legal action, and all that chance does then; the seats that won if it ended the match, else 0.

    Points are paid when the match is over or, by deal, after every deal of it as well. All that is paid in a match adds
    up to its scores.
    """
    apply(c, t.s, action)
    while t.s.seat == CHANCE:
        if by_deal and t.s.phase == DEAL:
            _pay(c, t, reward)
        shuffle(c, t.s)
        deal(c, t.s)
    return _pay(c, t, reward) if t.s.seat == OVER else 0


@compiled
def play_alone(cs: np.ndarray, ts: np.ndarray, action: int, by_deal: bool, reward: np.ndarray) -> int:
    """The same, from Python."""
    return play(cs[0], ts[0], action, by_deal, reward)


@compiled
def any_action(c: np.record, t: np.record, out: np.ndarray) -> int:
    """One of the legal ones, by the strand's own luck."""
    return int(out[chance.below(t.g, legal(c, t.s, out))])


@compiled
def is_legal(n: int, out: np.ndarray, action: int) -> bool:
    found = False
    for i in range(n):
        found = found or out[i] == action
    return found


@compiled
def take(
    c: np.record, t: np.record, out: np.ndarray, i: int, by_deal: bool, actions: np.ndarray,
    reward: np.ndarray, came: np.ndarray, winners: np.ndarray,
) -> None:  # fmt: skip
    """The i-th match plays the i-th action, or refuses it."""
    for seat in range(c.players):
        reward[i, seat] = 0
    winners[i] = 0
    came[i] = REFUSED
    action = int(actions[i])
    if is_legal(legal(c, t.s, out), out, action):
        winners[i] = play(c, t, action, by_deal, reward[i])
        came[i] = ENDED if t.s.seat == OVER else WENT_ON


@compiled
def show(c: np.record, t: np.record, out: np.ndarray, i: int, mask: np.ndarray, seen: np.ndarray) -> None:
    """What the deciding seat may do, and what it knows."""
    for action in range(mask.shape[1]):
        mask[i, action] = False
    for k in range(legal(c, t.s, out)):
        mask[i, out[k]] = True
    observe(c, t.s, int(t.s.seat), seen[i])


# All seats decide


@compiled
def begin_one(c: np.record, t: np.record, out: np.ndarray, i: int, run: int) -> None:
    t.match = i
    start(c, t, run)


@compiled
def look_one(
    c: np.record, t: np.record, out: np.ndarray, i: int,
    seats: np.ndarray, mask: np.ndarray, seen: np.ndarray,
) -> None:  # fmt: skip
    seats[i] = t.s.seat
    show(c, t, out, i, mask, seen)


@compiled
def step_one(
    c: np.record, t: np.record, out: np.ndarray, i: int, run: int, by_deal: bool, actions: np.ndarray,
    seats: np.ndarray, mask: np.ndarray, seen: np.ndarray, reward: np.ndarray, came: np.ndarray, winners: np.ndarray,
) -> None:  # fmt: skip
    """The i-th match of a batch plays the i-th action."""
    take(c, t, out, i, by_deal, actions, reward, came, winners)
    if came[i] == REFUSED:
        return
    if came[i] == ENDED:
        follow(c, t, actions.shape[0], run)
    look_one(c, t, out, i, seats, mask, seen)


@compiled
def sample_one(c: np.record, t: np.record, out: np.ndarray, i: int, actions: np.ndarray) -> None:
    actions[i] = any_action(c, t, out)


@compiled
def wander_one(c: np.record, t: np.record, out: np.ndarray, i: int, run: int, moves: int, ended: np.ndarray) -> None:
    """So many random moves, from match to match; `ended` counts those that came to their end."""
    ended[i] = 0
    for _ in range(moves):
        apply(c, t.s, any_action(c, t, out))
        settle(c, t.s)
        if t.s.seat == OVER:
            ended[i] += 1
            follow(c, t, ended.shape[0], run)


# One seat decides, the others play at random


@compiled
def reach(c: np.record, t: np.record, out: np.ndarray, seat: int, strands: int, run: int) -> None:
    """On to the seat's first decision. A match that ends before it had any is passed over."""
    while t.s.seat != seat:
        if t.s.seat == OVER:
            follow(c, t, strands, run)
        else:
            apply(c, t.s, any_action(c, t, out))
            settle(c, t.s)


@compiled
def begin_seat_one(
    c: np.record, t: np.record, out: np.ndarray, i: int, run: int, seat: int,
    mask: np.ndarray, seen: np.ndarray,
) -> None:  # fmt: skip
    begin_one(c, t, out, i, run)
    reach(c, t, out, seat, mask.shape[0], run)
    show(c, t, out, i, mask, seen)


@compiled
def step_seat_one(
    c: np.record, t: np.record, out: np.ndarray, i: int, run: int, by_deal: bool, seat: int, actions: np.ndarray,
    mask: np.ndarray, seen: np.ndarray, reward: np.ndarray, came: np.ndarray, winners: np.ndarray,
    last: np.ndarray, scores: np.ndarray,
) -> None:  # fmt: skip
    """The same, up to the seat's next decision. Of a match that ends, the seat's last view and the scores are kept."""
    take(c, t, out, i, by_deal, actions, reward, came, winners)
    if came[i] == REFUSED:
        return
    while t.s.seat not in (OVER, seat):
        winners[i] = play(c, t, any_action(c, t, out), by_deal, reward[i])
    if t.s.seat == OVER:
        came[i] = ENDED
        observe(c, t.s, seat, last[i])
        for other in range(c.players):
            scores[i, other] = t.scores[other]
        follow(c, t, actions.shape[0], run)
        reach(c, t, out, seat, actions.shape[0], run)
    show(c, t, out, i, mask, seen)
