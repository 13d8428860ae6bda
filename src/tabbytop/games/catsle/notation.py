"""CATsle Builders in writing: moves by number, and what chance decided as a record tells it."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from tabbytop.core.errors import BadRecord
from tabbytop.core.told import Stock, Told, placing
from tabbytop.games.catsle.config import COLUMNS, RANKS, SUITS

CODES = tuple(f"{suit}{rank}" for suit in SUITS for rank in range(1, RANKS + 1))
PLACES = (*(str(column + 1) for column in range(COLUMNS)), "S")

RULES = (  # those that are counted, by clause
    ("C3.1", "a card does not follow the led suit"),
    ("C3.4", "a suit begins a column"),
    ("C3.4", "a suit begins in the scrap area"),
    ("C4.1", "a column ends a round above its limit"),
    ("C4.2", "a column ends a round perfect"),
    ("C4.3", "a round below zero counts as zero"),
)

ACTIONS = (
    *(f"play {code}" for code in CODES),
    *(f"take {code}" for code in CODES),
    *(f"place {place}" for place in PLACES),
)

outcome = placing


def _piles(c: np.record) -> dict[str, int]:
    """The piles that are dealt after the hands, in order, and their sizes."""
    return {3: {"extra": int(c.extra), "aside": 4}, 4: {"aside": 4}, 5: {}}[int(c.players)]


def event(c: np.record, s: np.record) -> dict[str, object]:
    """What was just shuffled, as a record's event."""
    hand, piles = int(c.hand), _piles(c)
    codes = iter([CODES[card] for card in s.deck[: c.players * hand + sum(piles.values())]])
    told: dict[str, object] = {"hands": [[next(codes) for _ in range(hand)] for _ in range(c.players)]}
    told |= {name: [next(codes) for _ in range(size)] for name, size in piles.items()}
    return {"deal": told | {"start": int(s.start)}}


def script(c: np.record, s: np.record, event: Mapping[str, object]) -> None:
    """Put what a record's event says in the place of what was just shuffled."""
    piles = _piles(c)
    told = Told(event, "deal", ["hands", *piles, "start"])
    codes = [code for hand in told.piles("hands", [int(c.hand)] * int(c.players)) for code in hand]
    for name, size in piles.items():
        codes += told.pile(name, size)
    start = told.seat("start", int(c.players))
    if s.this_round > 0 and start != s.start:
        raise BadRecord(f"seat {s.start} starts round {s.this_round + 1} (C2.3); got {start}")
    stock = Stock(CODES, [int(card) for card in s.deck[: len(codes)]])
    s.deck[: len(codes)] = [stock.deal(code) for code in codes]
    s.start = start
