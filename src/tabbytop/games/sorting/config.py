"""Is This a Cat or a Rabbit?: the constants of one match, from player count, options and components."""

from __future__ import annotations

import numpy as np

from tabbytop.core.components import Sheet
from tabbytop.core.contract import record
from tabbytop.core.game import Options

LENGTHS = 5  # ears and tails are 1-5 long
CARDS = LENGTHS * LENGTHS  # different ones, bears aside: card n has ear n // 5 + 1 and tail n % 5 + 1
BEAR = CARDS
DOUBLES = LENGTHS  # S1.1: 11, 22, 33, 44, 55 are there twice
BOX = CARDS + DOUBLES
RABBIT, CAT, NEW_SPECIES = range(3)
STRONGEST = 9

CONFIG = record(
    ("players", np.int16),
    ("weeks", np.int32),
    ("declare", np.int16),
    ("bears", np.int16),
    ("hand", np.int16),  # cards dealt to each, the bear included
    ("cards", np.int16),  # cards in the game, those set aside included
    ("responsibility", np.int16, CARDS),
    ("stronger", np.int64, CARDS),  # the cards of more responsibility than each
    ("animals", np.int64, (2, CARDS)),  # the rabbits and the cats against each reference, itself among both (S4.2)
)

_HAND = {3: 9, 4: 7, 5: 6}  # S2.1, S2.2


def check(sheet: Sheet) -> None:
    """Refuse a components file that does not make a playable box."""
    sheet.expect({"responsibility"})
    sheet.keys("responsibility", [str(ear + 1) for ear in range(LENGTHS)])
    _responsibility(sheet)


def _responsibility(sheet: Sheet) -> list[int]:
    rows = [sheet.numbers("responsibility", str(ear + 1), LENGTHS, 1, STRONGEST) for ear in range(LENGTHS)]
    return [number for row in rows for number in row]


def configure(players: int, options: Options, sheet: Sheet) -> np.ndarray:
    """The configuration record, as an array of one."""
    configs = np.zeros(1, CONFIG)
    c = configs[0]
    c.players = players
    c.weeks = options["weeks"]
    c.declare = options["declare"]
    c.bears = options["bears"]
    c.hand = _HAND[players]
    c.cards = CARDS + players if options["bears"] else BOX
    c.responsibility[:] = _responsibility(sheet)
    for card in range(CARDS):
        c.stronger[card] = sum(1 << other for other in range(CARDS) if c.responsibility[other] > c.responsibility[card])
    for reference in range(CARDS):
        for card in range(CARDS):
            longer = card // LENGTHS - reference // LENGTHS, card % LENGTHS - reference % LENGTHS
            if longer[0] >= 0 >= longer[1]:
                c.animals[RABBIT, reference] |= 1 << card
            if longer[0] <= 0 <= longer[1]:
                c.animals[CAT, reference] |= 1 << card
    return configs
