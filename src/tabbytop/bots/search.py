"""Search: Monte Carlo tree search over imagined worlds, one compiled implementation for all games.

Every simulation deals again what the seat cannot know, walks down a tree of what each seat has seen since (so a choice
that lies face down is no knowledge of the others'), adds one position to it, plays the deal out by rules of thumb, and
remembers for each move on the way how it turned out for the seat that made it. Each seat seeks its own advantage: its
score compared with the others' at the end of the deal and its share of a victory; a team seeks its score.
"""

from __future__ import annotations

import numpy as np

from tabbytop.bots.mind import advise, appeal, consider
from tabbytop.core import chance
from tabbytop.core.compiler import compiled
from tabbytop.core.contract import (
    CHANCE,
    MOST_ACTIONS,
    MOST_SEATS,
    OPEN,
    OVER,
    TO_LEFT,
    UNTIL_ALL,
    apply,
    covered,
    deal,
    record,
    resample,
    result,
    secrecy,
    shuffle,
)

DEAL = 0  # the phase of a state that waits for a new deal, in every game
DEPTH = 400
EMPTY = 0
MOVE = 1 << 20  # keeps the keys of moves apart from those of positions

# The tree is a table: positions and moves by what the deciding seat has seen.
NODE = record(("key", np.int64), ("visits", np.int64), ("total", np.float64), ("points", np.float64))

DESK = record(
    # What is asked.
    ("seat", np.int64),
    ("players", np.int64),
    ("simulations", np.int64),
    ("seed", np.int64),
    ("together", np.int64),  # all seats share one score
    ("scale", np.float64),  # points that make a clear difference
    ("explore", np.float64),
    ("widen", np.float64),  # how fast more moves of a position are tried
    ("blind", np.int64),  # of 256 moves in a playout, how many are made at random
    # What was found.
    ("moves", np.int64),
    ("choices", np.int64),
    ("tried", np.int64, MOST_ACTIONS),
    ("worth", np.float64, MOST_ACTIONS),  # from 0 to 1
    ("lead", np.float64, MOST_ACTIONS),  # points ahead of the others' average, or for a team, points
    # While thinking.
    ("seen", np.int64, MOST_SEATS),  # what each seat has seen since the root
    ("pending", np.int64),  # what lies face down
    ("depth", np.int64),
    ("path", np.int64, DEPTH),
    ("actor", np.int64, DEPTH),
    ("scores", np.int32, MOST_SEATS),
    ("gain", np.float64, MOST_SEATS),
    ("points", np.float64, MOST_SEATS),
)

_LOW = (1 << 62) - 1


@compiled
def _mix(key: int, number: int) -> int:
    """Another key for each number that follows a key."""
    key = ((key ^ (number + 0x1F83D9AB5BE0CD19)) * 0x2545F4914F6CDD1D) & _LOW
    return key ^ (key >> 29)


@compiled
def _find(tree: np.ndarray, key: int) -> int:
    """Where a key stands in the table, or where there is room for it."""
    at = key & (tree.shape[0] - 1)
    while tree[at].key not in (EMPTY, key):
        at = (at + 1) & (tree.shape[0] - 1)
    return int(at)


@compiled
def think(
    cs: np.ndarray, roots: np.ndarray, worlds: np.ndarray, minds: np.ndarray, tree: np.ndarray, desks: np.ndarray
) -> None:
    """Search from a decision of d.seat. `roots` holds a world that it imagines; only what it knows of that is used."""
    c, m, d = cs[0], minds[0], desks[0]
    for i in range(tree.shape[0]):
        tree[i].key = EMPTY
    d.moves = 0
    room = tree.shape[0] // 2
    for simulation in range(d.simulations):
        worlds[0] = roots[0]
        s = worlds[0]
        chance.seed(s, d.seed + simulation, chance.WORLDS)
        resample(c, s, d.seat)
        for seat in range(MOST_SEATS):
            d.seen[seat] = 1 + seat
        d.pending = 1
        d.depth = 0
        room -= _descend(c, s, m, d, tree, room > 2)
        _play_out(c, s, m, d)
        _judge(c, s, d)
        for i in range(d.depth):
            node = tree[d.path[i]]
            node.visits += 1
            node.total += d.gain[d.actor[i]]
            node.points += d.points[d.actor[i]]
    _report(c, roots[0], m, d, tree)


@compiled
def _descend(c: np.record, s: np.record, m: np.record, d: np.record, tree: np.ndarray, grow: bool) -> int:
    """Down the tree to a move that was not tried yet, or to the end; how many entries the tree grew by."""
    while not _ended(s) and d.depth + 2 < DEPTH:
        consider(c, s, m)
        action = int(m.legal[0])
        grown = 0
        if m.choices > 1 and s.seat != d.seat and secrecy(c, s) == UNTIL_ALL:
            action = _thumb(c, s, m, d)
        elif m.choices > 1:
            here = _find(tree, int(d.seen[s.seat]))
            if tree[here].key == EMPTY:
                if not grow:
                    return 0
                _enter(tree, here, int(d.seen[s.seat]))
                grown += 1
            action, fresh = _select(c, s, m, d, tree, here)
            there = _find(tree, _mix(int(d.seen[s.seat]), MOVE + action))
            if fresh:
                _enter(tree, there, _mix(int(d.seen[s.seat]), MOVE + action))
                grown += 1
            _note(d, here, s.seat)
            _note(d, there, s.seat)
        _make(c, s, d, action)
        if grown:
            return grown
    return 0


@compiled
def _enter(tree: np.ndarray, at: int, key: int) -> None:
    node = tree[at]
    node.key = key
    node.visits = 0
    node.total = 0.0
    node.points = 0.0


@compiled
def _note(d: np.record, place: int, seat: int) -> None:
    d.path[d.depth] = place
    d.actor[d.depth] = seat
    d.depth += 1


@compiled
def _select(c: np.record, s: np.record, m: np.record, d: np.record, tree: np.ndarray, here: int) -> tuple[int, bool]:
    """The move to look at, and whether for the first time: the most promising, or an appealing one not tried yet."""
    key, visits = int(d.seen[s.seat]), tree[here].visits
    ease = d.explore * np.sqrt(np.log(visits + 1.0))
    best, chosen, tried, most, fresh = -1.0, -1, 0, 0, -1
    for i in range(m.choices):
        action = int(m.legal[i])
        there = _find(tree, _mix(key, MOVE + action))
        if tree[there].key == EMPTY:
            if fresh < 0 or d.widen > 0:
                worth = appeal(c, s, action) * 8 + chance.below(m, 8)
                if fresh < 0 or worth > most:
                    most, fresh = worth, action
            continue
        tried += 1
        promise = tree[there].total / tree[there].visits + ease / np.sqrt(tree[there].visits + 0.0)
        if promise > best:
            best, chosen = promise, action
    if fresh >= 0 and (chosen < 0 or tried < 1 + d.widen * np.sqrt(visits + 0.0)):
        return fresh, True
    return chosen, False


@compiled
def _make(c: np.record, s: np.record, d: np.record, action: int) -> None:
    """Make a move in the world, and let everyone see what they see of it."""
    seat, who_sees = int(s.seat), secrecy(c, s)
    told = 1 + action + MOST_ACTIONS * seat
    apply(c, s, action)
    _settle(c, s)
    d.moves += 1
    if who_sees == OPEN:
        for other in range(d.players):
            d.seen[other] = _mix(int(d.seen[other]), told)
        return
    d.seen[seat] = _mix(int(d.seen[seat]), told)
    if who_sees == TO_LEFT:
        left = (seat + 1) % d.players
        d.seen[left] = _mix(int(d.seen[left]), told)
        return
    d.pending = _mix(int(d.pending), told)
    if not covered(c, s):
        for other in range(d.players):
            d.seen[other] = _mix(int(d.seen[other]), int(d.pending))
        d.pending = 1


@compiled
def _ended(s: np.record) -> bool:
    """A search looks no further than the end of the deal."""
    return bool(s.seat == OVER or (s.seat == CHANCE and s.phase == DEAL))


@compiled
def _settle(c: np.record, s: np.record) -> None:
    """Let lots be drawn within the deal."""
    while s.seat == CHANCE and s.phase != DEAL:
        shuffle(c, s)
        deal(c, s)


@compiled
def _thumb(c: np.record, s: np.record, m: np.record, d: np.record) -> int:
    """A move by rules of thumb, now and then at random."""
    if m.choices == 1 or chance.word(m) & 0xFF < d.blind:
        return int(m.legal[chance.below(m, m.choices)])
    return advise(c, s, m)


@compiled
def _play_out(c: np.record, s: np.record, m: np.record, d: np.record) -> None:
    while not _ended(s):
        consider(c, s, m)
        apply(c, s, _thumb(c, s, m, d))
        _settle(c, s)
        d.moves += 1


@compiled
def _judge(c: np.record, s: np.record, d: np.record) -> None:
    """How the world turned out for each seat, from 0 to 1."""
    winners = result(c, s, d.scores)
    total, sharing = 0, 0
    for seat in range(d.players):
        total += d.scores[seat]
        sharing += (winners >> seat) & 1
    for seat in range(d.players):
        score = d.scores[seat] + 0.0
        lead = score - (total - score) / (d.players - 1.0)
        d.points[seat] = score if d.together else lead
        d.gain[seat] = score / d.scale if d.together else 0.5 + 0.5 * lead / (abs(lead) + d.scale)
        if s.seat == OVER and not d.together:
            d.gain[seat] = (d.gain[seat] + ((winners >> seat) & 1) / (sharing + 0.0)) / 2


@compiled
def _report(c: np.record, s: np.record, m: np.record, d: np.record, tree: np.ndarray) -> None:
    """How often each move of the root was tried, and what it brought."""
    consider(c, s, m)
    d.choices = m.choices
    for i in range(m.choices):
        node = tree[_find(tree, _mix(1 + d.seat, MOVE + int(m.legal[i])))]
        tried = int(node.visits) if node.key != EMPTY else 0
        d.tried[i] = tried
        d.worth[i] = node.total / tried if tried else 0.0
        d.lead[i] = node.points / tried if tried else 0.0
