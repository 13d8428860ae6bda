"""Hidden cards dealt again: uniformly at random among all ways that agree with what a seat knows.

Every game that resamples hands asks the same question: these cards are hidden, each holder (a hand, a pile) has so many
of them, and some cards cannot be with some holders (who could not follow holds no card of that suit). The scratch
fields live in the state because a GPU has nowhere else to put them.

Dealing at random and trying again when it comes out wrong is quick while there is some freedom. Where there is little,
it could take forever, so after a few tries the ways are counted instead.
"""

from __future__ import annotations

import numpy as np

from tabbytop.core.bits import bit, count, lowest, nth
from tabbytop.core.chance import below, word
from tabbytop.core.compiler import compiled

MOST_HOLDERS = 4
KINDS = 1 << MOST_HOLDERS  # cards are of one kind if the same holders may have them
TRIES = 40

FIELDS = [
    ("need", np.int16, MOST_HOLDERS),  # how many cards the holder gets
    ("may", np.int64, MOST_HOLDERS),  # which cards it may hold
    ("got", np.int64, MOST_HOLDERS),  # which it got
    ("drew", np.int64, MOST_HOLDERS),  # which of those by lot
    ("turn", np.int16, MOST_HOLDERS),  # the holders, the most restricted first
    ("kind", np.int16, KINDS),  # how many cards there are of each kind
    ("first", np.int16, KINDS),  # how many of them go to the first two holders
    ("kept", np.int16, KINDS),  # the same in the way that was picked
]


@compiled
def scatter(s: np.record, hidden: int, holders: int) -> None:
    """Deal all `hidden` cards to the first so many holders: s.need[i] of s.may[i] into s.got[i].

    The needs add up to the number of hidden cards, and at least one way exists.
    """
    for i in range(MOST_HOLDERS):
        s.got[i] = 0
        s.drew[i] = 0
        if i < holders:
            s.may[i] &= hidden
        else:
            s.may[i] = 0
            s.need[i] = 0
    for kind in range(KINDS):  # no trace of an earlier deal
        s.kind[kind] = 0
        s.first[kind] = 0
        s.kept[kind] = 0
    hidden = _give_what_is_forced(s, hidden)
    _order_by_choice(s)
    tries = 0
    while tries < TRIES and not _try_to_deal(s, hidden):
        tries += 1
    if tries == TRIES:
        _deal_by_counting(s, hidden)
    for i in range(holders):
        s.got[i] |= s.drew[i]


@compiled
def _give_what_is_forced(s: np.record, hidden: int) -> int:
    """Give the cards that only one holder may have, and all of what a holder needs in full; return those left."""
    changed = True
    while changed:
        changed = False
        once, twice = 0, 0
        for i in range(MOST_HOLDERS):
            if s.need[i] == 0:
                s.may[i] = 0
            twice |= once & int(s.may[i])
            once |= int(s.may[i])
        for i in range(MOST_HOLDERS):
            given = int(s.may[i]) & ~twice
            if count(s.may[i]) == s.need[i]:
                given = int(s.may[i])
            if given:
                s.got[i] |= given
                s.need[i] -= count(given)
                hidden &= ~given
                for j in range(MOST_HOLDERS):
                    s.may[j] &= hidden
                changed = True
                break
    return hidden


@compiled
def _order_by_choice(s: np.record) -> None:
    for i in range(MOST_HOLDERS):
        at = i
        while at > 0 and count(s.may[s.turn[at - 1]]) > count(s.may[i]):
            s.turn[at] = s.turn[at - 1]
            at -= 1
        s.turn[at] = i


@compiled
def _try_to_deal(s: np.record, hidden: int) -> bool:
    """Deal once; False if it came out wrong.

    A holder draws as if it had a choice of `most` cards, the same number in every try, whatever those before it took.
    Drawing one that is not there spoils the try. So every complete deal is equally likely.
    """
    left = hidden
    for t in range(MOST_HOLDERS):
        i = s.turn[t]
        may, need = int(s.may[i]), int(s.need[i])
        most = count(may)
        for u in range(t):
            j = s.turn[u]
            most -= max(0, int(s.need[j]) - count(int(s.may[j]) & ~may))
        choice = may & left
        for drawn in range(need):
            n = below(s, most - drawn)
            if n >= count(choice):
                return False
            choice &= ~bit(nth(choice, n))
        s.drew[i] = may & left & ~choice
        left &= ~int(s.drew[i])
    return True


# By counting: first how many cards of each kind go to the first two holders together, in proportion to the ways that
# leaves; then which cards; then the two pairs share what they have.


@compiled
def _deal_by_counting(s: np.record, hidden: int) -> None:
    _count_kinds(s, hidden)
    _pick_what_the_first_two_get(s)
    firsts = 0
    for kind in range(KINDS):
        firsts |= _some(s, _cards_of_kind(s, hidden, kind), int(s.kept[kind]))
    _share(s, firsts, 0)
    _share(s, hidden & ~firsts, 2)


@compiled
def _kind_of(s: np.record, card: int) -> int:
    kind = 0
    for i in range(MOST_HOLDERS):
        kind |= ((int(s.may[i]) >> card) & 1) << i
    return kind


@compiled
def _count_kinds(s: np.record, hidden: int) -> None:
    while hidden:
        s.kind[_kind_of(s, lowest(hidden))] += 1
        hidden &= hidden - 1


@compiled
def _cards_of_kind(s: np.record, hidden: int, kind: int) -> int:
    cards = 0
    while hidden:
        if _kind_of(s, lowest(hidden)) == kind:
            cards |= bit(lowest(hidden))
        hidden &= hidden - 1
    return cards


@compiled
def _pick_what_the_first_two_get(s: np.record) -> None:
    """Go through all divisions, each with its number of ways, and keep one in proportion to it."""
    left = int(s.need[0]) + int(s.need[1])
    last = 0  # the last kind that both pairs may have: it takes what the others leave
    for kind in range(KINDS):
        if kind & 3 and kind >> 2:
            last = kind
        elif kind & 3:
            s.first[kind] = s.kind[kind]
            left -= int(s.kind[kind])
    total = 0.0
    done = False
    while not done:
        if 0 <= left <= s.kind[last]:
            s.first[last] = left
            ways = _ways(s)
            total += ways
            if word(s) * total < ways * 4294967296.0:
                for kind in range(KINDS):
                    s.kept[kind] = s.first[kind]
            s.first[last] = 0
        # Count on, as an odometer does, through the kinds that both pairs may have.
        kind = 0
        while kind < last and (not (kind & 3 and kind >> 2) or s.first[kind] == s.kind[kind]):
            if kind & 3 and kind >> 2:
                left += int(s.first[kind])
                s.first[kind] = 0
            kind += 1
        done = kind >= last
        if not done:
            s.first[kind] += 1
            left -= 1


@compiled
def _ways(s: np.record) -> float:
    """In how many ways the cards can be dealt when so many of each kind go to the first two."""
    ways = _ways_to_share(s, 0, True) * _ways_to_share(s, 2, False)
    for kind in range(KINDS):
        ways *= _choose(int(s.kind[kind]), int(s.first[kind]))
    return ways


@compiled
def _ways_to_share(s: np.record, pair: int, first: bool) -> float:
    """In how many ways two holders can share what the pair of them gets."""
    alone, both = 0, 0
    for kind in range(KINDS):
        cards = int(s.first[kind]) if first else int(s.kind[kind]) - int(s.first[kind])
        if (kind >> pair) & 3 == 1:
            alone += cards
        elif (kind >> pair) & 3 == 3:
            both += cards
    return _choose(both, int(s.need[pair]) - alone)


@compiled
def _choose(n: int, k: int) -> float:
    """The number of ways to choose k of n."""
    if k < 0 or k > n:
        return 0.0
    ways = 1.0
    for i in range(k):
        ways = ways * (n - i) / (i + 1)
    return ways


@compiled
def _some(s: np.record, cards: int, n: int) -> int:
    """n of the cards, at random."""
    some = 0
    for _ in range(n):
        card = bit(nth(cards, below(s, count(cards))))
        cards &= ~card
        some |= card
    return some


@compiled
def _share(s: np.record, cards: int, pair: int) -> None:
    """The holders `pair` and `pair` + 1 share these cards."""
    one, other = int(s.may[pair]), int(s.may[pair + 1])
    alone = cards & one & ~other
    s.drew[pair] = alone | _some(s, cards & one & other, int(s.need[pair]) - count(alone))
    s.drew[pair + 1] = cards & ~int(s.drew[pair])
