"""Search: Monte Carlo tree search over imagined worlds, one compiled implementation for all games.

Every simulation starts from a world that the seat cannot tell from the true one, walks down a tree of the moves that
each seat has seen since (so a choice that lies face down is no knowledge of the others'; over what chance turns up on
the way, the tree takes the average), adds one position to it, plays on by rules of thumb, and remembers for each move
on the way how it turned out for the seat that made it. Each seat seeks its
own advantage: its lead over the others' average, which wins a match of many deals and is what a blocked opponent
costs, too (with what is taken along into the next deal), and when the match is over its share of the victory; a team
seeks its score.

Where all choose at once, each seat learns a mixture (regret matching on the average worth of its moves), and so are the
others taken to do: whoever always answers the same is answered.
"""

from __future__ import annotations

import numpy as np

from tabbytop.bots.mind import advise, consider, lot, prospect
from tabbytop.core import chance
from tabbytop.core.compiler import compiled
from tabbytop.core.contract import (
    CHANCE,
    DEAL,
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

DEPTH = 400
NONE = 0  # no position and no branch: those that there are count from 1
CERTAIN = 1 << 32  # above all that a lot can be
NOTHING = 1  # lies face down
NEVER, ALWAYS = 0, 256  # how often, out of 256

# A position is the moves that the deciding seat has seen, and has a chain of branches: the moves that were tried there.
POSITION = record(("key", np.int64), ("visits", np.int64), ("worth", np.float64), ("branch", np.int64))
BRANCH = record(
    ("action", np.int64), ("visits", np.int64), ("worth", np.float64), ("points", np.float64), ("sibling", np.int64)
)


def plant(simulations: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Room for so many simulations, of which each adds at most what all seats choose at once.

    An index to find positions by their keys, the positions, and the branches.
    """
    most = MOST_SEATS * simulations + 1
    return np.zeros(1 << (2 * most).bit_length(), np.int32), np.zeros(most, POSITION), np.zeros(most, BRANCH)


# How to search.
STYLE = [
    ("explore", np.float64),  # how much a move is tried for being unknown
    ("widen", np.float64),  # how fast more moves of a position are tried
    ("share", np.int64),  # simulations in the same world
    ("playouts", np.int64),  # from the end of a simulation's way down the tree
    ("trees", np.int64),  # worlds go to so many trees in turn
    ("deep", np.int64),  # how many decisions of a simulation the tree may hold
    ("blind", np.int64),  # how often a playout moves at random
    ("foresee", np.int64),  # how often others are taken to choose face down by what they learned
    ("daring", np.int64),  # how often a choice face down is any one
    ("matching", np.int64),  # whether a choice face down is learned by regret matching; or by its promise, as open ones
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
    ("positions", np.int64),  # how many the tree has
    ("branches", np.int64),
    ("looked", np.int64),  # counts the positions looked at
    ("listed", np.int64, MOST_ACTIONS),  # when a move was last legal, and whether it was tried before
    ("depth", np.int64),
    ("path", np.int64, DEPTH),
    ("taken", np.int64, DEPTH),  # the branches
    ("actor", np.int64, DEPTH),
    ("scores", np.int32, MOST_SEATS),
    ("stands", np.float64, MOST_SEATS),  # scores, and what is taken along
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
def _find(d: np.record, index: np.ndarray, positions: np.ndarray, key: int) -> int:
    """The position with a key; a new one, if there is none yet."""
    last = index.shape[0] - 1
    at = key & last
    while index[at] != NONE:
        if positions[index[at]].key == key:
            return int(index[at])
        at = (at + 1) & last
    place = int(d.positions) + 1
    d.positions = place
    index[at] = place
    position = positions[place]
    position.key = key
    position.visits = 0
    position.worth = 0.0
    position.branch = NONE
    return place


@compiled
def _sprout(d: np.record, position: np.record, branches: np.ndarray, action: int) -> int:
    """A new branch of a position."""
    place = int(d.branches) + 1
    d.branches = place
    branch = branches[place]
    branch.action = action
    branch.visits = 0
    branch.worth = 0.0
    branch.points = 0.0
    branch.sibling = position.branch
    position.branch = place
    return place


@compiled
def think(
    cs: np.ndarray,
    roots: np.ndarray,
    worlds: np.ndarray,
    minds: np.ndarray,
    desks: np.ndarray,
    index: np.ndarray,
    positions: np.ndarray,
    branches: np.ndarray,
) -> None:
    """Search from a decision of d.seat. `roots` holds a world that it imagines; only what it knows of that is used.

    `worlds` has room for three: one to play in, one to begin from again, and one for further playouts.
    """
    c, m, d = cs[0], minds[0], desks[0]
    s, begin, leaf = worlds[0], 1, 2
    index[:] = NONE
    d.positions = 0
    d.branches = 0
    d.moves = 0
    for simulation in range(d.simulations):
        if simulation % d.share == 0:
            worlds[begin] = roots[0]
            chance.seed(worlds[begin], d.seed + simulation, chance.WORLDS)
            resample(c, worlds[begin], d.seat)
            recall(c, worlds[begin], d.seat)
        worlds[0] = worlds[begin]
        for seat in range(d.players):
            d.seen[seat] = _root(simulation // int(d.share) % int(d.trees), seat)
            d.gain[seat] = 0.0
            d.points[seat] = 0.0
        d.pending = NOTHING
        d.revealed = 0
        d.depth = 0
        _descend(c, s, m, d, index, positions, branches)
        worlds[leaf] = s
        for playout in range(d.playouts):
            if playout:
                worlds[0] = worlds[leaf]
            _play_out(c, s, m, d)
            _judge(c, s, d)
        _learn(d, positions, branches)
    _report(c, roots[0], m, d, index, positions, branches)


@compiled
def _learn(d: np.record, positions: np.ndarray, branches: np.ndarray) -> None:
    """Remember on the way how it turned out for the seat that decided."""
    for i in range(d.depth):
        position, branch, seat = positions[d.path[i]], branches[d.taken[i]], d.actor[i]
        gain, points = d.gain[seat] / d.playouts, d.points[seat] / d.playouts
        position.visits += 1
        position.worth += (gain - position.worth) / position.visits
        branch.visits += 1
        branch.worth += (gain - branch.worth) / branch.visits
        branch.points += (points - branch.points) / branch.visits


@compiled
def _descend(
    c: np.record,
    s: np.record,
    m: np.record,
    d: np.record,
    index: np.ndarray,
    positions: np.ndarray,
    branches: np.ndarray,
) -> None:
    """Down the tree to a move that was not tried yet, or to the end.

    Where all choose at once, all of them do before the playout begins.
    """
    grown = False
    while not _ended(s) and (d.depth < d.deep or d.pending != NOTHING):
        consider(c, s, m)
        action, who_sees = int(m.legal[0]), secrecy(c, s)
        if m.choices > 1 and who_sees == UNTIL_ALL and s.seat != d.seat and lot(m) & 0xFF >= d.foresee:
            action = _thumb(c, s, m, d)
        elif m.choices > 1:
            here = _find(d, index, positions, int(d.seen[s.seat]))
            branch = _select(m, d, positions[here], branches, who_sees == UNTIL_ALL)
            if branch == NONE:
                branch = _sprout(d, positions[here], branches, advise(c, s, m))
                grown = True
            action = int(branches[branch].action)
            d.path[d.depth] = here
            d.taken[d.depth] = branch
            d.actor[d.depth] = s.seat
            d.depth += 1
        _make(c, s, d, action, who_sees)
        if d.pending == NOTHING and (grown or (d.horizon and d.revealed)):
            return  # with a horizon all the tree is for the choice that is due


@compiled
def _select(m: np.record, d: np.record, position: np.record, branches: np.ndarray, hidden: bool) -> int:
    """The branch to follow: the most promising; or face down, in proportion to how much better than usual it was.

    Or none, if it is time for a move not tried yet: then m.legal holds those that are left.
    """
    legal, known = int(d.looked) + 1, int(d.looked) + 2
    d.looked = known
    for i in range(m.choices):
        d.listed[m.legal[i]] = legal
    dare = hidden and lot(m) & 0xFF < d.daring
    mix = hidden and d.matching != 0
    ease = 0.0 if mix else d.explore * np.sqrt(np.log(position.visits + 1.0))
    best, total, tried, chosen = -1.0, 0.0, 0, NONE
    at = position.branch
    while at != NONE and tried < m.choices:
        branch = branches[at]
        if d.listed[branch.action] == legal:
            d.listed[branch.action] = known
            tried += 1
            if dare:
                if lot(m) * tried < CERTAIN:
                    chosen = at
            elif mix:
                better = branch.worth - position.worth
                if better > 0 or chosen == NONE:
                    total += max(0.0, better)
                    if lot(m) * total <= better * CERTAIN or chosen == NONE:
                        chosen = at
            else:
                promise = branch.worth + ease / np.sqrt(branch.visits + 0.0)
                if promise > best:
                    best, chosen = promise, at
        at = branch.sibling
    if tried < m.choices and (tried == 0 or tried < 1 + d.widen * np.sqrt(position.visits + 0.0)):
        left = 0
        for i in range(m.choices):
            action = m.legal[i]
            if d.listed[action] == legal:
                m.legal[left] = action
                left += 1
        m.choices = left
        return NONE
    return int(chosen)


@compiled
def _make(c: np.record, s: np.record, d: np.record, action: int, who_sees: int) -> None:
    """Make a move in the world, and let everyone see what they see of it."""
    seat = int(s.seat)
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
    """Add how the world turned out for each seat, from 0 to 1."""
    winners = result(c, s, d.scores)
    total, sharing = 0.0, 0
    for seat in range(d.players):
        d.stands[seat] = d.scores[seat] + (prospect(c, s, seat) if s.seat == CHANCE else 0.0)
        total += d.stands[seat]
        sharing += (winners >> seat) & 1
    for seat in range(d.players):
        score = float(d.stands[seat])
        if d.together:
            d.points[seat] += score
            d.gain[seat] += score / d.scale
            continue
        lead = score - (total - score) / (d.players - 1.0)
        gain = 0.5 + 0.5 * lead / (abs(lead) + d.scale)
        if s.seat == OVER:
            gain = (gain + ((winners >> seat) & 1) / (sharing + 0.0)) / 2
        d.points[seat] += lead
        d.gain[seat] += gain


@compiled
def _report(
    c: np.record,
    s: np.record,
    m: np.record,
    d: np.record,
    index: np.ndarray,
    positions: np.ndarray,
    branches: np.ndarray,
) -> None:
    """How often each move of the root was tried, and what it brought."""
    consider(c, s, m)
    d.choices = m.choices
    d.mixed = secrecy(c, s) == UNTIL_ALL
    for i in range(m.choices):
        d.tried[i] = 0
        d.worth[i] = 0.0
        d.lead[i] = 0.0
    for number in range(min(d.trees, d.simulations)):
        at = positions[_find(d, index, positions, _root(number, int(d.seat)))].branch
        while at != NONE:
            branch = branches[at]
            for i in range(m.choices):
                if m.legal[i] == branch.action:
                    d.tried[i] += branch.visits
                    d.worth[i] += branch.worth * branch.visits
                    d.lead[i] += branch.points * branch.visits
            at = branch.sibling
    for i in range(m.choices):
        if d.tried[i]:
            d.worth[i] /= d.tried[i]
            d.lead[i] /= d.tried[i]
