"""CATsle Builders: the constants of one match, from player count, options and components."""

from __future__ import annotations

import numpy as np

from tabbytop.core.components import Sheet
from tabbytop.core.contract import record
from tabbytop.core.game import Options

SUITS = "RBGYK"
RANKS = 12
CARDS = len(SUITS) * RANKS
COLUMNS = 4
PLACES = 5  # the columns, then the scrap area
NO_SUIT = -1

CONFIG = record(
    ("players", np.int16),
    ("rounds", np.int32),
    ("first_leads", np.int16),  # variant: the player ranked first leads, not the one who took two
    ("removed", np.int16),  # the suit left in the box, or NO_SUIT
    ("hand", np.int16),  # cards dealt to each
    ("extra", np.int16),  # cards in the extra deck
    ("places", np.int16),
    ("limit", np.int16, PLACES),
    ("bonus", np.int16, COLUMNS + 1),
    ("takes", np.int16),  # cards taken from each trick
    ("taker", np.int16, 4),  # by which rank, in order
)

_HAND = {3: 11, 4: 14, 5: 12}  # C2.1
_TAKERS = {3: [0, 1, 1], 4: [0, 1, 1], 5: [0, 1, 2, 2]}  # C3.3


def check(sheet: Sheet) -> None:
    """Refuse a components file that does not make a playable box."""
    counts = ["3", "4", "5"]
    sheet.expect({"columns", "bonus"})
    sheet.keys("columns", counts)
    for count in counts:
        sheet.numbers("columns", count, COLUMNS, 1, RANKS)
    sheet.keys("bonus", ["points"])
    sheet.numbers("bonus", "points", COLUMNS + 1, 0, 100)


def configure(players: int, options: Options, sheet: Sheet) -> np.ndarray:
    """The configuration record, as an array of one."""
    configs = np.zeros(1, CONFIG)
    c = configs[0]
    c.players = players
    c.rounds = options["rounds"]
    c.first_leads = options["leader"] == "first"
    c.removed = SUITS.index(str(options["removed"])) if players == 3 else NO_SUIT
    c.hand = _HAND[players]
    c.extra = _HAND[players] if players == 3 else 0  # C2.2
    c.limit[:COLUMNS] = sheet.numbers("columns", str(players), COLUMNS, 1, RANKS)
    c.places = PLACES - (players == 3)  # as many places as suits, so that one is always free for a new suit (C3.4)
    c.bonus[:] = sheet.numbers("bonus", "points", COLUMNS + 1, 0, 100)
    c.takes = len(_TAKERS[players])
    c.taker[: c.takes] = _TAKERS[players]
    return configs
