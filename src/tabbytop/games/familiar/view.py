"""Familiar's Trouble as one seat sees it: errands, tricks and discards are open, hands and piles are not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np

from tabbytop.core.bits import count, each
from tabbytop.core.contract import OVER
from tabbytop.core.view import SPECTATOR, TABLE, Entry, Still, Table
from tabbytop.games.familiar import rules
from tabbytop.games.familiar.config import CARDS, COLOURS, LEVELS, ROUNDS, SEATS
from tabbytop.games.familiar.notation import ACTIONS, CARD_CODES, ERRAND_CODES, RATINGS

LADDER = tuple(sorted(RATINGS))
Colours = tuple[int, int, int]  # red, blue, green
PHASES = ("deal", "exchange", "pass", "swap", "play", "draw")


@dataclass(frozen=True, slots=True, kw_only=True)
class Errand:
    """What an errand card says."""

    code: str
    level: int
    asks: Colours
    points: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Pile:
    """The face-down errands of one level."""

    level: int
    errands: int
    bottom: tuple[str, ...]  # those put back, which everyone saw, from the upper to the lowest


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat:
    """What lies before one player."""

    cards: int  # in hand
    played: str | None  # in this trick
    left: int  # who sits to the left


@dataclass(frozen=True, slots=True, kw_only=True)
class FamiliarTable(Table):
    round: int
    rounds: int
    lead: int
    hand: tuple[str, ...]
    adds: dict[str, Colours]  # what each of these cards would count, while one is to play
    matching: tuple[str, ...]  # those of them that match the card led, while one follows
    totals: Colours  # of the trick so far
    seats: tuple[Seat, ...]
    last: tuple[str, ...]  # the trick before this one, by seat
    discards: tuple[str, ...]
    draw_pile: int  # attribute cards left in it
    display: tuple[Errand, ...]
    completed: tuple[Errand, ...]
    piles: tuple[Pile, ...]
    score: int
    ladder: tuple[int, ...]  # the least score of each rating
    box: tuple[Errand, ...]  # what the errands of this box say; the log names them by their codes


def _in_colours(number: Callable[[int], int]) -> Colours:
    red, blue, green = (number(colour) for colour in range(len(COLOURS)))
    return red, blue, green


def _codes(cards: int) -> tuple[str, ...]:
    return tuple(CARD_CODES[card] for card in each(cards))


def _errands(c: Still, errands: int) -> tuple[Errand, ...]:
    return tuple(
        Errand(
            code=ERRAND_CODES[errand],
            level=c.level[errand] + 1,
            asks=tuple(c.asks[errand]),
            points=c.points[errand],
        )
        for errand in each(errands)
    )


def _box(c: Still) -> tuple[Errand, ...]:
    return _errands(c, (1 << len(ERRAND_CODES)) - 1)


def _totals(c: Still, trick: tuple[int, ...]) -> Colours:
    return _in_colours(partial(rules.total, c.record, np.array(trick, np.int16)))


def _pile(c: Still, s: Still, level: int) -> Pile:
    top, bottom = s.top[level], s.bottom[level]
    seen = s.pile[level][max(top, c.errands[level]) : bottom]
    return Pile(level=level + 1, errands=bottom - top, bottom=tuple(ERRAND_CODES[errand] for errand in seen))


def look(c: Still, s: Still, viewer: int) -> FamiliarTable:
    """The table as a seat sees it, or a spectator."""
    tricks = s.played[: s.this_round]
    trick = [rules.NO_CARD] * SEATS
    if min(tricks[-1]) < 0:  # not discarded yet (O6.3)
        trick = tricks.pop()
    own = s.hand[viewer] if viewer >= 0 else 0
    plays = s.phase == rules.PLAY and viewer == s.seat
    return FamiliarTable(
        phase=PHASES[s.phase],
        acting=(s.seat,) if s.seat >= 0 else (),
        round=s.this_round,
        rounds=ROUNDS,
        lead=s.lead,
        hand=_codes(own),
        adds={CARD_CODES[card]: _in_colours(partial(rules.adds, c.record, card)) for card in each(own) if plays},
        matching=_codes(rules.matches_of(c.record, s.record, viewer)) if plays and viewer != s.lead else (),
        totals=s.once(_totals, c, tuple(trick)),
        seats=tuple(
            Seat(
                cards=count(s.hand[seat]),
                played=None if trick[seat] < 0 else CARD_CODES[trick[seat]],
                left=rules.left_of(seat),
            )
            for seat in range(SEATS)
        ),
        last=tuple(CARD_CODES[card] for card in tricks[-1]) if tricks else (),
        discards=_codes(sum(1 << card for cards in tricks for card in cards)),
        draw_pile=CARDS - s.dealt,
        display=_errands(c, s.display),
        completed=_errands(c, s.done),
        piles=tuple(_pile(c, s, level) for level in range(LEVELS)),
        score=s.score,
        ladder=LADDER,
        box=c.once(_box, c),
    )


def tell(c: np.record, before: np.record, action: int | None, after: np.record) -> list[Entry]:
    """What a move, or chance (no action), adds to the log."""
    seat = int(before.seat)
    entries = []
    if action is None:
        entries.append(Entry(TABLE, f"lead {after.lead}"))
    elif before.phase == rules.PASS:
        left = rules.left_of(seat)
        entries += _hidden(seat, f"pass {left}", f"{ACTIONS[action]} {left}", {seat, left})
    else:
        entries.append(Entry(seat, ACTIONS[action]))
    if before.phase == rules.PLAY and rules.left_of(seat) == before.lead:
        entries += _verdict(c, before, after)
    entries += [Entry(TABLE, f"up {ERRAND_CODES[errand]}") for errand in each(after.display & ~before.display)]
    if after.this_round > before.this_round:
        for later in range(SEATS if before.dealt < after.dealt and action is not None else 0):
            drawer = int(after.lead + later) % SEATS
            (code,) = _codes(after.hand[drawer] & ~before.hand[drawer])
            entries += _hidden(drawer, "new", f"new {code}", {drawer})
        entries.append(Entry(TABLE, f"round {after.this_round}"))
    return entries


def _hidden(seat: int, text: str, secret: str, to: set[int]) -> list[Entry]:
    """An entry that only some seats may read in full."""
    rest = frozenset(range(SPECTATOR, SEATS)) - to
    return [Entry(seat, secret, frozenset(to)), Entry(seat, text, rest)]


def _verdict(c: np.record, before: np.record, after: np.record) -> list[Entry]:
    trick = after.played[before.this_round - 1]
    totals = " ".join(str(rules.total(c, trick, colour)) for colour in range(len(COLOURS)))
    done = [f"completed {ERRAND_CODES[errand]}" for errand in each(after.done & ~before.done)]
    end = f"score {after.score}" if after.seat == OVER else f"lead {after.lead}"
    return [Entry(TABLE, text) for text in (f"totals {totals}", *done, end)]
