"""Is This a Cat or a Rabbit? in writing: moves by number, and what chance decided as a record tells it."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from tabbytop.core.errors import BadRecord
from tabbytop.core.told import Stock, Told, placing
from tabbytop.games.sorting.config import BEAR, CARDS, LENGTHS

CODES = (*(f"{card // LENGTHS + 1}{card % LENGTHS + 1}" for card in range(CARDS)), "bear")
SPECIES = ("rabbit", "cat", "new species")

RULES = (  # those that are counted, by clause
    ("S4.6", "every card of a day is the animal to collect"),
    ("S4.7", "a new species wins the day"),
    ("S4.7", "a black chip is thrown away"),
    ("S5.1", "a bear is played or led"),
    ("S5.3", "a day of bears alone has no winner"),
    ("S5.4", "all bears are out: the week ends early"),
    ("S6.2", "the most black chips bring 0 for the week"),
    ("S6.3", "no black chip brings 2 more"),
    ("S6.4", "a declaration is kept"),
    ("S6.4", "a declaration is broken"),
)

ACTIONS = (
    *(f"play {code}" for code in CODES),
    *(f"lead {code} {animal}" for animal in SPECIES[:2] for code in CODES[:CARDS]),
    "lead bear",
    "declare",
    "decline",
)

outcome = placing


def event(c: np.record, s: np.record) -> dict[str, object]:
    """What was just shuffled, as a record's event."""
    codes = iter([CODES[card] for card in s.deck[: c.cards]])
    hands = [[next(codes) for _ in range(c.hand)] for _ in range(c.players)]
    return {"deal": {"hands": hands, "aside": list(codes), "start": int(s.start)}}


def script(c: np.record, s: np.record, event: Mapping[str, object]) -> None:
    """Put what a record's event says in the place of what was just shuffled."""
    told = Told(event, "deal", ["hands", "aside", "start"])
    hands = told.piles("hands", [int(c.hand)] * int(c.players))
    aside = told.pile("aside", int(c.cards - c.players * c.hand))
    start = told.seat("start", int(c.players))
    if start != s.start:
        raise BadRecord(f"seat {s.start} starts week {s.week + 1} (S2.3); got {start}")
    if c.bears and not all(hand.count(CODES[BEAR]) == 1 for hand in hands):
        raise BadRecord("every player gets one bear (S2.2)")
    stock = Stock(CODES, [int(card) for card in s.deck[: c.cards]])
    s.deck[: c.cards] = [stock.deal(code) for pile in (*hands, aside) for code in pile]
