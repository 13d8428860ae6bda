"""Ahoy! Kitten as numbers: all fish, what is left in the bag, what one chose, and where all pointed in the turn before.

Characters stand as seen by the observer: its own first, with 2 players both paws, then the others clockwise. Moves name
them by number, so the seat is given too.
"""

from __future__ import annotations

import numpy as np

from tabbytop.core.bits import bit
from tabbytop.core.compiler import compiled
from tabbytop.core.contract import MOST_SEATS, register
from tabbytop.core.encoding import Layout, Part, for_each_seat, members, nothing, number, one_of
from tabbytop.games.ahoy import rules
from tabbytop.games.ahoy.config import CHARACTERS, COLOURS, OCEANS
from tabbytop.games.ahoy.rules import CHOICES, PROTECT, STATE, TILE, amount, one, owned

_PHASES = 2
_CHARACTER = (
    Part("decides", 1, "1: decides now; all who point do at the same time, whether they have chosen or not"),
    Part("ship", 1, "1: on its ship"),
    Part("banks", 1, "1: its player names the oceans to supply when the bag runs short"),
    Part("tile", len(COLOURS), "fish on the tile: R Y B W"),
    Part("claimed", len(COLOURS), "fish beside it"),
    Part("worth", 1, "points of both as they stand"),
    Part("score", 1, "points of its player as they stand"),
    Part("more", len(COLOURS) + 1, "points that another R Y B W fish would add, and another of R Y B each"),
    Part("pointed", CHOICES, "its last choice revealed: oceans, characters as seen, protect; none: was on its ship"),
)
_CHARACTER_SIZE = sum(part.size for part in _CHARACTER)

LAYOUT = Layout(
    version=2,
    parts=(
        Part("players", MOST_SEATS - 1, "2, 3, 4, 5, 6"),
        Part("seat", MOST_SEATS, "one's own number, from 0"),
        Part("phase", _PHASES, "point, supply; none: the match is over"),
        Part("turn", 1, "from 1"),
        Part("bag", len(COLOURS), "fish left in it: R Y B W; all 0: the last turn"),
        *(Part(f"ocean {ocean + 1}", len(COLOURS), "fish on it: R Y B W") for ocean in range(OCEANS)),
        Part("supplying", OCEANS, "oceans that the banker has yet to supply"),
        Part("chosen", CHOICES, "one's own choice (2 players: the left paw's): oceans, characters as seen, protect"),
        Part("chosen right", CHOICES, "2 players: the right paw's"),
        *for_each_seat(CHARACTERS, _CHARACTER),
    ),
)


@compiled
def _pile(out: np.ndarray, at: int, pile: int) -> int:
    for colour in range(len(COLOURS)):
        at = number(out, at, amount(pile, colour))
    return at


@compiled
def _left(c: np.record, s: np.record) -> int:
    """The pile in the bag."""
    left = 0
    for i in range(s.poured, c.tokens):
        left += one(s.bag[i])
    return left


@compiled
def _choice(c: np.record, choice: int, first: int, out: np.ndarray, at: int) -> int:
    """What is pointed at; the characters are counted from one's first."""
    if TILE <= choice < PROTECT:
        choice = TILE + (choice - TILE - first) % int(c.characters)
    return one_of(out, at, CHOICES, choice)


@compiled
def _more(c: np.record, s: np.record, who: int, out: np.ndarray, at: int) -> int:
    """What fish would add."""
    pile = owned(s, who)
    for colour in range(len(COLOURS)):
        at = number(out, at, rules.worth_of(c, pile + one(colour)) - rules.worth_of(c, pile))
    return number(out, at, rules.worth_of(c, pile + one(0) + one(1) + one(2)) - rules.worth_of(c, pile))


@compiled
def _decides(c: np.record, s: np.record, who: int) -> bool:
    if s.seat < 0:
        return False
    if s.phase == rules.POINT:
        return not int(s.ships) & bit(who)
    return bool(s.seat == who // c.paws)


@compiled
def _character(c: np.record, s: np.record, who: int, first: int, out: np.ndarray, at: int) -> int:
    seat = who // int(c.paws)
    at = number(out, at, 1 if _decides(c, s, who) else 0)
    at = number(out, at, 1 if int(s.ships) & bit(who) else 0)
    at = number(out, at, 1 if c.player_banks and seat == rules.BANKER else 0)
    at = _pile(out, at, s.fish[TILE + who])
    at = _pile(out, at, s.claimed[who])
    at = number(out, at, rules.worth(c, s, who))
    at = number(out, at, rules.score(c, s, seat))
    at = _more(c, s, who, out, at)
    return _choice(c, int(s.pointed[who]), first, out, at)


@compiled
def observe(c: np.record, s: np.record, seat: int, out: np.ndarray) -> None:
    characters = int(c.characters)
    first = int(seat) * int(c.paws)
    at = one_of(out, 0, MOST_SEATS - 1, int(c.players) - 2)
    at = one_of(out, at, MOST_SEATS, seat)
    at = one_of(out, at, _PHASES, int(s.phase) - rules.POINT if s.seat >= 0 else -1)
    at = number(out, at, s.this_turn)
    at = _pile(out, at, _left(c, s))
    for ocean in range(OCEANS):
        at = _pile(out, at, s.fish[ocean])
    at = members(out, at, OCEANS, s.unsupplied)
    at = _choice(c, int(s.choice[first]), first, out, at)
    at = _choice(c, int(s.choice[first + 1]), first, out, at) if c.paws == 2 else nothing(out, at, CHOICES)
    for n in range(CHARACTERS):
        who = (first + n) % characters
        at = _character(c, s, who, first, out, at) if n < characters else nothing(out, at, _CHARACTER_SIZE)


register(STATE, observe)
