"""Familiar's Trouble in writing: moves by number, and what chance decided as a record tells it."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from tabbytop.core.told import Stock, Told
from tabbytop.games.familiar.config import CARDS, COLOURS, ERRANDS, LEVELS, PILE, SEATS

CODES = (*(f"{colour}{value}" for colour in COLOURS for value in range(3, 10)), "RB2", "BG2", "RG2", "RBG1")
CARD_CODES = (*CODES, "RBG1", "RBG1")  # of every card: the last three are alike
ERRAND_CODES = tuple(f"E{number:02}" for number in range(1, sum(ERRANDS) + 1))

RULES = (  # those that are counted, by clause
    ("O3.1", "the lead player calls a hand exchange"),
    ("O3.2", "an errand is swapped"),
    ("O4.1", "a card does not match the lead"),
    ("O6.2", "a trick completes no errand"),
    *(("O6.2", f"an errand of level {level} is completed") for level in range(1, LEVELS + 1)),
)

ACTIONS = (
    "exchange",
    "no exchange",
    *(f"pass {code}" for code in CODES),
    "no swap",
    *(f"swap {code} {level}" for code in ERRAND_CODES for level in range(1, LEVELS + 1)),
    *(f"play {code}" for code in CODES),
    *(f"draw {level}" for level in range(1, LEVELS + 1)),
)

# O9.1: the least score of each rating.
RATINGS = {
    50: "You familiars are the best!",
    40: "Amazing!",
    30: "A vast improvement!",
    20: "So-so.",
    0: "Oi...only this?",
}

_HAND = (CARDS - PILE) // SEATS


def event(c: np.record, s: np.record) -> dict[str, object]:
    """What was just shuffled, as a record's event."""
    codes = [CARD_CODES[card] for card in s.deck]
    return {
        "deal": {
            "hands": [codes[seat * _HAND : (seat + 1) * _HAND] for seat in range(SEATS)],
            "pile": codes[CARDS - PILE :],
            "errands": [[ERRAND_CODES[errand] for errand in s.pile[n, :size]] for n, size in enumerate(ERRANDS)],
            "lead": int(s.lead),
        }
    }


def script(c: np.record, s: np.record, event: Mapping[str, object]) -> None:
    """Put what a record's event says in the place of what was just shuffled."""
    told = Told(event, "deal", ["hands", "pile", "errands", "lead"])
    codes = [code for hand in told.piles("hands", [_HAND] * SEATS) for code in hand] + told.pile("pile", PILE)
    errands = told.piles("errands", ERRANDS)
    lead = told.seat("lead", SEATS)
    stock = Stock(CARD_CODES)
    s.deck[:] = [stock.deal(code) for code in codes]
    for level, size in enumerate(ERRANDS):
        stock = Stock(ERRAND_CODES, range(c.first[level], c.first[level] + size))
        s.pile[level, :size] = [stock.deal(code) for code in errands[level]]
    s.lead = lead


def rating(score: int) -> str:
    return next(text for least, text in RATINGS.items() if score >= least)


def outcome(scores: list[int], winners: list[int]) -> dict[str, object]:
    """The result of a match as a record tells it: one score for all."""
    return {"score": scores[0], "rating": rating(scores[0])}
