"""Search: Monte Carlo tree search over imagined worlds, one compiled implementation for all games.

Every simulation starts from a world that the seat cannot tell from the true one, walks down a tree of what each seat
has seen since (so a choice that lies face down is no knowledge of the others'), adds one position to it, plays on by
rules of thumb, and remembers for each move on the way how it turned out for the seat that made it. Each seat seeks its
own advantage: its lead over the others' average, which wins a match of many deals and is what a blocked opponent
costs, too, and when the match is over its share of the victory; a team seeks its score.

Where all choose at once, each seat learns a mixture (regret matching on the average worth of its moves), and so are the
others taken to do: whoever always answers the same is answered.
"""

from __future__ import annotations

import numpy as np

from tabbytop.bots.mind import advise, consider, lot
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
    recall,
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
CERTAIN = 1 << 32  # above all that a lot can be
NOTHING = 1  # lies face down
NEVER, ALWAYS = 0, 256  # how often, out of 256

# The tree is a table: positions and moves by what the deciding seat has seen.
NODE = record(("key", np.int64), ("visits", np.int64), ("worth", np.float64), ("points", np.float64))

# How to search.
STYLE = [
    ("explore", np.float64),  # how much a move is tried for being unknown
    ("widen", np.float64),  # how fast more moves of a position are tried
    ("share", np.int64),  # simulations in the same world
    ("trees", np.int64),  # worlds go to so many trees in turn
    ("deep", np.int64),  # how many decisions of a simulation the tree may hold
    ("blind", np.int64),  # how often a playout moves at random
    ("foresee", np.int64),  # how often others are taken to choose face down by what they learned
    ("daring", np.int64),  # how often a choice face down is any one
]

DESK = record(
    # What is asked.
    ("seat", np.int64),
    ("players", np.int64),
    ("simulations", np.int64),
    ("seed", np.int64),
    ("together", np.int64),  # all seats share one score
    ("scale", np.float64),  # points that make a clear difference
    ("horizon", np.int64),  # moves after which a playout is judged as it stands, or 0: at the end of the deal
    *STYLE,
    # What was found.
    ("moves", np.int64),
    ("choices", np.int64),
    ("tried", np.int64, MOST_ACTIONS),
    ("worth", np.float64, MOST_ACTIONS),  # from 0 to 1
    ("lead", np.float64, MOST_ACTIONS),  # points ahead of the others' average, or for a team, points
    ("mixed", np.int64),  # whether the choice is one face down
    # While thinking.
    ("seen", np.int64, MOST_SEATS),  # what each seat has seen since the root
    ("pending", np.int64),  # what lies face down
    ("revealed", np.int64),  # whether anything that lay face down has been turned up since the root
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
def _root(tree: int, seat: int) -> int:
    """The key of a seat that has seen nothing yet."""
    return _mix(tree, seat)


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
    """Search from a decision of d.seat. `roots` holds a world that it imagines; only what it knows of that is used.

    `worlds` has room for two: one to play in, and one to begin from again.
    """
    c, m, d = cs[0], minds[0], desks[0]
    for i in range(tree.shape[0]):
        tree[i].key = EMPTY
    d.moves = 0
    room = tree.shape[0] // 2
    for simulation in range(d.simulations):
        if simulation % d.share == 0:
            worlds[1] = roots[0]
            chance.seed(worlds[1], d.seed + simulation, chance.WORLDS)
            resample(c, worlds[1], d.seat)
            recall(c, worlds[1], d.seat)
        worlds[0] = worlds[1]
        s = worlds[0]
        for seat in range(d.players):
            d.seen[seat] = _root(simulation // int(d.share) % int(d.trees), seat)
        d.pending = NOTHING
        d.revealed = 0
        d.depth = 0
        room -= _descend(c, s, m, d, tree, room > 2 * MOST_SEATS)
        _play_out(c, s, m, d)
        _judge(c, s, d)
        for i in range(d.depth):
            node, seat = tree[d.path[i]], d.actor[i]
            node.visits += 1
            node.worth += (d.gain[seat] - node.worth) / node.visits
            node.points += (d.points[seat] - node.points) / node.visits
    _report(c, roots[0], m, d, tree)


@compiled
def _descend(c: np.record, s: np.record, m: np.record, d: np.record, tree: np.ndarray, grow: bool) -> int:
    """Down the tree to a move that was not tried yet, or to the end; how many entries the tree grew by.

    Where all choose at once, all of them do before the playout begins.
    """
    grown = 0
    while not _ended(s) and (d.depth < 2 * d.deep or d.pending != NOTHING):
        consider(c, s, m)
        action = int(m.legal[0])
        hidden = secrecy(c, s) == UNTIL_ALL
        if m.choices > 1 and hidden and s.seat != d.seat and lot(m) & 0xFF >= d.foresee:
            action = _thumb(c, s, m, d)
        elif m.choices > 1:
            key = int(d.seen[s.seat])
            here = _find(tree, key)
            if tree[here].key == EMPTY:
                if not grow:
                    return grown
                _enter(tree, here, key)
                grown += 1
            action, fresh = _select(c, s, m, d, tree, here, hidden)
            there = _find(tree, _mix(key, MOVE + action))
            if fresh:
                _enter(tree, there, _mix(key, MOVE + action))
                grown += 1
            _note(d, here, s.seat)
            _note(d, there, s.seat)
        _make(c, s, d, action)
        if d.pending == NOTHING and (grown or (d.horizon and d.revealed)):
            return grown  # with a horizon all the tree is for the choice that is due
    return grown


@compiled
def _enter(tree: np.ndarray, at: int, key: int) -> None:
    node = tree[at]
    node.key = key
    node.visits = 0
    node.worth = 0.0
    node.points = 0.0


@compiled
def _note(d: np.record, place: int, seat: int) -> None:
    d.path[d.depth] = place
    d.actor[d.depth] = seat
    d.depth += 1


@compiled
def _select(
    c: np.record, s: np.record, m: np.record, d: np.record, tree: np.ndarray, here: int, hidden: bool
) -> tuple[int, bool]:
    """The move to look at, and whether for the first time: an appealing one not tried yet, if it is time for that.

    Else the most promising; or face down, in proportion to how much better than usual a move has been.
    """
    key, visits, usual = int(d.seen[s.seat]), tree[here].visits, tree[here].worth
    ease = d.explore * np.sqrt(np.log(visits + 1.0))
    best, total, chosen, any_tried, fresh = -1.0, 0.0, -1, -1, 0
    for i in range(m.choices):
        action = int(m.legal[i])
        node = tree[_find(tree, _mix(key, MOVE + action))]
        if node.key == EMPTY:
            m.legal[fresh] = action
            fresh += 1
        elif hidden:
            if lot(m) * (i - fresh + 1) < CERTAIN:
                any_tried = action
            regret = node.worth - usual
            if regret > 0:
                total += regret
                if lot(m) * total < regret * CERTAIN:
                    chosen = action
        else:
            promise = node.worth + ease / np.sqrt(node.visits + 0.0)
            if promise > best:
                best, chosen = promise, action
    tried = m.choices - fresh
    if fresh and (tried == 0 or tried < 1 + d.widen * np.sqrt(visits + 0.0)):
        m.choices = fresh
        return advise(c, s, m), True
    if hidden and (chosen < 0 or lot(m) & 0xFF < d.daring):
        chosen = any_tried
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
        d.pending = NOTHING
        d.revealed = 1


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
    if m.choices == 1:
        return int(m.legal[0])
    luck = lot(m)
    if luck & 0xFF < d.blind:
        return int(m.legal[(luck * m.choices) >> 32])
    return advise(c, s, m)


@compiled
def _play_out(c: np.record, s: np.record, m: np.record, d: np.record) -> None:
    moves = 0
    while not _ended(s) and (d.horizon == 0 or moves < d.horizon):
        consider(c, s, m)
        apply(c, s, _thumb(c, s, m, d))
        _settle(c, s)
        moves += 1
    d.moves += moves


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
    d.mixed = secrecy(c, s) == UNTIL_ALL
    for i in range(m.choices):
        d.tried[i] = 0
        d.worth[i] = 0.0
        d.lead[i] = 0.0
        for number in range(d.trees):
            node = tree[_find(tree, _mix(_root(number, int(d.seat)), MOVE + int(m.legal[i])))]
            if node.key != EMPTY:
                d.tried[i] += node.visits
                d.worth[i] += node.worth * node.visits
                d.lead[i] += node.points * node.visits
        if d.tried[i]:
            d.worth[i] /= d.tried[i]
            d.lead[i] /= d.tried[i]
