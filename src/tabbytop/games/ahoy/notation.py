"""Ahoy! Kitten in writing: moves by number, and what chance decided as a record tells it."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from tabbytop.core.told import Stock, Told, placing
from tabbytop.games.ahoy.config import CHARACTERS, COLOURS, OCEANS

PAWS = ("L", "R")
CHOICES = (
    *(f"fish {ocean + 1}" for ocean in range(OCEANS)),
    *(f"steal {who + 1}" for who in range(CHARACTERS)),
    "protect",
)

RULES = (  # those that are counted, by clause
    ("A3.2", "an ocean is fished"),
    ("A3.2", "a tile is robbed"),
    ("A3.2", "several point at an ocean: nobody gets it"),
    ("A3.2", "a thief points at a covered tile"),
    ("A3.2", "a catch is claimed"),
    ("A3.3", "nobody can act: a turn passes"),
    ("A4.3", "the bag has too few fish for all oceans"),
)

ACTIONS = (
    *CHOICES,
    *(f"{paw} {choice}" for paw in PAWS for choice in CHOICES),
    *(f"supply {ocean + 1}" for ocean in range(OCEANS)),
)

outcome = placing


def event(c: np.record, s: np.record) -> dict[str, object]:
    """What was just shuffled, as a record's event."""
    return {"deal": {"bag": "".join(COLOURS[colour] for colour in s.bag[: c.tokens])}}


def script(c: np.record, s: np.record, event: Mapping[str, object]) -> None:
    """Put what a record's event says in the place of what was just shuffled."""
    bag = Told(event, "deal", ["bag"]).text("bag", int(c.tokens))
    stock = Stock(COLOURS, [int(colour) for colour in s.bag[: c.tokens]])
    s.bag[: c.tokens] = [stock.deal(letter) for letter in bag]
