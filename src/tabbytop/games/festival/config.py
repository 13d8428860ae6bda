"""Festival of Thousand Cats: the constants of one match, from player count, options and components."""

from __future__ import annotations

import numpy as np

from tabbytop.core.components import Sheet
from tabbytop.core.contract import record
from tabbytop.core.game import Options

SEASONS = ("Sp", "Su", "Fa", "Wi")
RANKS = 9  # cards of a season
Y0, Y13 = 36, 37
CARDS = 38
TOP = 13  # the value of Y13; that of Y0 is 0
BOOZE_CARDS = 8  # besides YOROZU
MULTIPLIERS = tuple(f"{letter}{number}" for letter in "ABC" for number in range(1, 5))
BASIC, EXPERIENCED, ADVANCED = range(3)
MODES = ("basic", "experienced", "advanced")
BOOZE, YOROZU_BOOZE, CROW = range(len(SEASONS), len(SEASONS) + 3)  # icons, after the fish of each season

CONFIG = record(
    ("players", np.int16),
    ("mode", np.int16),
    ("target", np.int32),
    ("games", np.int32),
    ("value", np.int16, CARDS),
    ("cats", np.int16, CARDS),
    ("rank", np.int16, CARDS),  # the place of each card when all are ordered by value, then by cats
    ("below", np.int64, CARDS),  # the cards of lower rank
    ("icon", np.uint8, CARDS),  # what is printed on each card
    ("icons", np.int16, CARDS),  # and how often
    ("deck", np.int16, CARDS),  # the season cards with booze, then all others
    ("booze", np.int64),  # the season cards with booze
    ("drinks", np.int64),  # these and YOROZU
    ("crows", np.int64),
    ("fish", np.int64, 2),  # the cards with at least one fish, and those with two
    ("multiplier", np.int16, (len(MULTIPLIERS), len(SEASONS))),
    ("tokens", np.int16),  # of each season
)


def check(sheet: Sheet) -> None:
    """Refuse a components file that does not make a playable box."""
    sheet.expect({"values", "cats", "fish", "booze", "crows", "multipliers", "tokens"})
    for table in ("values", "cats", "fish", "booze", "crows"):
        sheet.keys(table, list(SEASONS))
    cats: list[int] = []
    crows: list[int] = []
    drinks = 0
    for season in SEASONS:
        values = _values(sheet, season)
        if values != sorted(set(values)):
            sheet.fail(("values", season), f"expected values that rise from card to card, got {values}")
        fish, booze, crow = (_icons(sheet, table, season) for table in ("fish", "booze", "crows"))
        for card, kinds in enumerate(zip(fish, booze, crow, strict=True), 1):
            if sum(map(bool, kinds)) > 1:
                sheet.fail(("booze" if kinds[1] else "crows", season), f"card {card} has an icon of another kind")
        if sum(crow) != 1:
            sheet.fail(("crows", season), f"expected one crow, got {sum(crow)}")
        crows.append(values[crow.index(1)])
        if crows[-1] in crows[:-1]:  # F5.5 asks for the nearest
            sheet.fail(("crows", season), f"expected crows on different values, got another on {crows[-1]}")
        cats.append(_cats(sheet, season))
        if cats[-1] in cats[:-1]:  # F2.3 breaks every tie
            sheet.fail(("cats", season), f"expected a different number for each season, got another {cats[-1]}")
        drinks += sum(booze)
    if drinks != BOOZE_CARDS:
        sheet.fail(("booze",), f"expected {BOOZE_CARDS} cards with booze, two for each of four hands; got {drinks}")
    sheet.keys("multipliers", list(MULTIPLIERS))
    for name in MULTIPLIERS:
        _multiplier(sheet, name)
    sheet.keys("tokens", ["3", "4"])
    for players in (3, 4):
        _tokens(sheet, players)


def _values(sheet: Sheet, season: str) -> list[int]:
    return sheet.numbers("values", season, RANKS, 1, TOP - 1)


def _cats(sheet: Sheet, season: str) -> int:
    return sheet.number("cats", season, 0, 9)


def _icons(sheet: Sheet, table: str, season: str) -> list[int]:
    return sheet.numbers(table, season, RANKS, 0, 2 if table == "fish" else 1)


def _multiplier(sheet: Sheet, name: str) -> list[int]:
    return sheet.numbers("multipliers", name, len(SEASONS), -9, 9)


def _tokens(sheet: Sheet, players: int) -> int:
    return sheet.number("tokens", str(players), players, 9)  # enough that everyone can take any three (F4.1)


def configure(players: int, options: Options, sheet: Sheet) -> np.ndarray:
    """The configuration record, as an array of one."""
    configs = np.zeros(1, CONFIG)
    c = configs[0]
    c.players = players
    c.mode = MODES.index(str(options["mode"]))
    c.target = options["target"]
    c.games = options["games"]
    c.value[:] = [*(value for season in SEASONS for value in _values(sheet, season)), 0, TOP]
    c.cats[:] = [*(_cats(sheet, season) for season in SEASONS for _ in range(RANKS)), 0, 0]
    for rank, card in enumerate(sorted(range(CARDS), key=lambda card: (c.value[card], c.cats[card]))):
        c.rank[card] = rank
    c.below[:] = [sum(1 << lower for lower in range(CARDS) if c.rank[lower] < c.rank[card]) for card in range(CARDS)]
    fish, booze, crows = (
        [icons for season in SEASONS for icons in _icons(sheet, table, season)] for table in ("fish", "booze", "crows")
    )
    c.fish[:] = _set(fish, 1), _set(fish, 2)
    c.booze = _set(booze, 1)
    c.drinks = c.booze | 1 << Y0 | 1 << Y13
    c.crows = _set(crows, 1)
    c.icon[:] = [
        *(CROW if crows[card] else BOOZE if booze[card] else card // RANKS for card in range(Y0)),
        YOROZU_BOOZE,
        YOROZU_BOOZE,
    ]
    c.icons[:] = [*(sum(icons) for icons in zip(fish, booze, crows, strict=True)), 1, 1]
    c.deck[:] = sorted(range(CARDS), key=lambda card: (not int(c.booze) >> card & 1, card))
    c.multiplier[:] = [_multiplier(sheet, name) for name in MULTIPLIERS]
    c.tokens = _tokens(sheet, players)
    return configs


def _set(icons: list[int], least: int) -> int:
    return sum(1 << card for card, number in enumerate(icons) if number >= least)
