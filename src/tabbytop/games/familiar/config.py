"""Familiar's Trouble: the constants of one match, from options and components."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from tabbytop.core.components import Sheet
from tabbytop.core.contract import record
from tabbytop.core.game import Options

SEATS = 3
COLOURS = "RBG"
RED, BLUE, GREEN = 1, 2, 4  # colours as a set
ALL_COLOURS = RED | BLUE | GREEN
CARDS = 27
PILE = 12  # attribute cards that are not dealt
LEVELS = 3
ERRANDS = (9, 10, 8)  # of each level (O1.2)
ROUNDS = 9
AMOUNT = 6  # bits
ENOUGH = 31  # so that what is wanted less what is given stays positive; up to this, nothing is wanted
ANYTHING = (1 << 63) - 1  # as a set of cards: with more than there are, for no card is needed

# How the two behind the lead player complete an errand with two sets of cards. It is done already; or either of them
# plays one of the first set, or both one of the second; or each plays one of another set.
DONE, EITHER, EACH = range(3)
HOWS = 3

CONFIG = record(
    ("players", np.int16),
    ("hand_exchange", np.int16),
    ("errand_exchange", np.int16),
    ("opening", np.int16, LEVELS),  # errands laid out at the start, by level
    ("display", np.int16),  # all of them together
    ("value_leads", np.int16),  # variant: the highest value leads next, whatever its colour
    ("colours", np.int16, CARDS),  # of each attribute card, as a set
    ("value", np.int16, CARDS),
    # For each set of colours: the cards that have one of them, three-colour cards apart, and those of just these.
    ("matching", np.int64, ALL_COLOURS + 1),
    ("alike", np.int64, ALL_COLOURS + 1),
    ("level", np.int16, sum(ERRANDS)),  # of each errand, from 0
    ("asks", np.int16, (sum(ERRANDS), len(COLOURS))),
    ("points", np.int16, sum(ERRANDS)),
    ("first", np.int16, LEVELS),  # errand of each level
    ("errands", np.int16, LEVELS),  # how many the level has
    # For rules of thumb. Amounts of all colours are one number, AMOUNT bits each, red lowest.
    ("gives", np.int64, CARDS),  # what a card adds
    ("asked", np.int16, sum(ERRANDS)),  # the colours that an errand asks for, as a set
    ("wants", np.int64, sum(ERRANDS)),  # the amounts, each and ENOUGH; above them its points
    ("giving", np.int64, (len(COLOURS), 1 << AMOUNT)),  # the cards that give so much of a colour, by amount and ENOUGH
    ("lack", np.int32, (sum(ERRANDS), CARDS, 3)),  # what a lead leaves of an errand: two sets of cards, and how
)

# O1.1
_COLOURS = [*[RED] * 7, *[BLUE] * 7, *[GREEN] * 7, RED | BLUE, BLUE | GREEN, RED | GREEN, *[ALL_COLOURS] * 3]
_VALUES = [*range(3, 10), *range(3, 10), *range(3, 10), 2, 2, 2, 1, 1, 1]


def check(sheet: Sheet) -> None:
    """Refuse a components file that does not make a playable box."""
    sheet.expect({"errands"})
    sheet.keys("errands", ["cards"])
    _errands(sheet)


def _errands(sheet: Sheet) -> list[list[int]]:
    """Level, red, blue, green and points of every errand."""
    levels = [level for level, size in enumerate(ERRANDS, 1) for _ in range(size)]
    rows = []
    for i, (level, row) in enumerate(zip(levels, sheet.rows("errands", "cards", len(levels)), strict=True)):
        place, code = ("errands", "cards", i), f"E{i + 1:02}"
        if len(row) != 6:
            sheet.fail(place, f"expected code, level, red, blue, green, points; got {len(row)} values")
        if row[0] != code:
            sheet.fail(place, f"expected {code} here, got {row[0]!r}")
        numbers = [value for value in row[1:] if isinstance(value, int) and not isinstance(value, bool)]
        if len(numbers) != 5:
            sheet.fail(place, f"expected whole numbers after the code, got {row[1:]}")
        if numbers[0] != level:
            sheet.fail(place, f"{code} is of level {level}: nine of level 1, ten of level 2, eight of level 3")
        if not all(0 <= asked <= 27 for asked in numbers[1:4]) or not any(numbers[1:4]):
            sheet.fail(place, f"an errand asks for 0 to 27 of each colour and for something; got {numbers[1:4]}")
        if not 0 <= numbers[4] <= 1000:
            sheet.fail(place, f"points are from 0 to 1000, got {numbers[4]}")
        rows.append(numbers)
    return rows


def configure(players: int, options: Options, sheet: Sheet) -> np.ndarray:
    """The configuration record, as an array of one."""
    configs = np.zeros(1, CONFIG)
    c = configs[0]
    c.players = players
    c.hand_exchange = options["hand_exchange"]
    c.errand_exchange = options["errand_exchange"]
    c.opening[:] = [int(errands) for errands in str(options["display"]).split("-")]
    c.display = sum(c.opening)
    c.value_leads = options["leader"] == "value"
    c.colours[:] = _COLOURS
    c.value[:] = _VALUES
    for card, its in enumerate(_COLOURS):
        c.alike[its] |= 1 << card
        for colours in range(ALL_COLOURS + 1):
            if its & colours and its != ALL_COLOURS:
                c.matching[colours] |= 1 << card
    for errand, (level, red, blue, green, points) in enumerate(_errands(sheet)):
        c.level[errand] = level - 1
        c.asks[errand] = red, blue, green
        c.points[errand] = points
    c.first[:] = [sum(ERRANDS[:level]) for level in range(LEVELS)]
    c.errands[:] = ERRANDS
    c.gives[:] = [_packed(_amounts(card)) for card in range(CARDS)]
    for colour in range(len(COLOURS)):
        c.giving[colour] = [_giving(colour, want - ENOUGH) for want in range(1 << AMOUNT)]
    for errand, asks in enumerate(c.asks.tolist()):
        c.wants[errand] = _packed([ask + ENOUGH for ask in asks] + [int(c.points[errand])])
        c.lack[errand] = _lack(*asks)
        c.asked[errand] = sum(1 << colour for colour, ask in enumerate(asks) if ask)
    return configs


def _amounts(card: int) -> list[int]:
    return [_VALUES[card] if _COLOURS[card] >> colour & 1 else 0 for colour in range(len(COLOURS))]


def _packed(amounts: list[int]) -> int:
    return sum(amount << AMOUNT * place for place, amount in enumerate(amounts))


@lru_cache(256)  # 6 bits for each colour
def _giving(colour: int, amount: int) -> int:
    """The cards that give so much of a colour."""
    if amount <= 0:
        return ANYTHING
    return sum(1 << card for card in range(CARDS) if _amounts(card)[colour] >= amount)


@lru_cache(256)  # strangers bring boxes of their own
def _lack(*asks: int) -> list[tuple[int, int, int]]:
    """What each lead leaves of an errand."""
    rows = []
    for card in range(CARDS):
        lacks = [max(0, ask - amount) for ask, amount in zip(asks, _amounts(card), strict=True)]
        sets = [_giving(colour, lack) for colour, lack in enumerate(lacks) if lack]
        if not sets:
            rows.append((0, 0, DONE))
        elif len(sets) == 1:  # one card, or two halves
            lack = max(lacks)
            rows.append((sets[0], _giving(lacks.index(lack), max(1, lack // 2)), EITHER))
        elif len(sets) == 2:
            rows.append((sets[0], sets[1], EACH))
        else:  # only a card of all colours
            rows.append((sets[0] & sets[1] & sets[2], 0, EITHER))
    return rows
