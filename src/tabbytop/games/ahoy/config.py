"""Ahoy! Kitten: the constants of one match, from player count, options and components."""

from __future__ import annotations

import numpy as np

from tabbytop.core.components import Sheet
from tabbytop.core.contract import record
from tabbytop.core.game import Options

COLOURS = "RYBW"
WHITE = 3
TOKENS = 60
OCEANS = 5
CHARACTERS = 6
START = 2  # fish on each ocean at the start, and on an empty one when it is refilled

CONFIG = record(
    ("players", np.int16),
    ("paws", np.int16),  # characters of each player
    ("characters", np.int16),
    ("oceans", np.int16),
    ("tokens", np.int16),  # in the bag at the start
    ("colour", np.int16, len(COLOURS)),  # how many of them are of each colour
    ("player_banks", np.int16),  # seat 0 decides when the bag runs short, not the order of the oceans
    ("set_worth", np.int32),
    ("white_worth", np.int32),
    ("single_worth", np.int32),
)

_BAGS = {"2": 3, "3-6": OCEANS}  # the tables of tokens, and the most oceans that each has to fill at the start
_WORTHS = ["set", "white", "single"]


def check(sheet: Sheet) -> None:
    """Refuse a components file that does not make a playable box."""
    sheet.expect({"tokens", "worth"})
    sheet.keys("tokens", list(_BAGS))
    for bag, oceans in _BAGS.items():
        tokens = sum(sheet.numbers("tokens", bag, len(COLOURS), 0, TOKENS))
        if not START * oceans <= tokens <= TOKENS:
            sheet.fail(("tokens", bag), f"expected {START * oceans} to {TOKENS} tokens in all, got {tokens}")
    sheet.keys("worth", _WORTHS)
    for worth in _WORTHS:
        sheet.number("worth", worth, 0, 100)


def configure(players: int, options: Options, sheet: Sheet) -> np.ndarray:
    """The configuration record, as an array of one."""
    configs = np.zeros(1, CONFIG)
    c = configs[0]
    c.players = players
    c.paws = 2 if players == 2 else 1  # A1.2
    c.characters = c.players * c.paws
    c.oceans = c.characters - 1  # A1.3
    c.colour[:] = sheet.numbers("tokens", "2" if players == 2 else "3-6", len(COLOURS), 0, TOKENS)
    c.tokens = c.colour.sum()
    c.player_banks = options["banker"] == "player"
    c.set_worth, c.white_worth, c.single_worth = (sheet.number("worth", worth, 0, 100) for worth in _WORTHS)
    return configs
