"""Festival of Thousand Cats in writing: moves by number, and what chance decided as a record tells it."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

import numpy as np

from tabbytop.core.bits import each, leaders
from tabbytop.core.errors import BadRecord
from tabbytop.core.told import Stock, Told, placing
from tabbytop.games.festival import rules
from tabbytop.games.festival.config import MULTIPLIERS, RANKS, SEASONS
from tabbytop.games.festival.rules import HAND, SEATS

CODES = (*(f"{season}{first + n}" for first, season in enumerate(SEASONS, 1) for n in range(RANKS)), "Y0", "Y13")
LOTS = {
    rules.START_LOT: "start",
    rules.CHOOSER_LOT: "chooser",
    rules.ORDER_LOT: "order",
    rules.FIRST_LOT: "first",
}

RULES = (  # those that are counted, by clause
    ("F2.4", "a new deal is asked for"),
    ("F5.4", 'a "no more" marker is taken'),
    ("F5.5", "a crow steals a YOROZU card"),
    ("F5.5", "a crow chooses which YOROZU card to steal"),
    ("F5.7", "a third drink ends the deal before round nine"),
    ("F5.7", "a deal goes all nine rounds"),
    ("F6.2", "three drinks halve a seat's fish"),
    ("F7.2", "one more deal breaks a tie"),
)

ACTIONS = (
    *(f"play {code}" for code in CODES),
    "swap Y0",
    "swap Y13",
    "keep",
    "redeal",
    *(f"start {seat}" for seat in range(SEATS)),
    *(f"multiplier {name}" for name in MULTIPLIERS),
    *(f"tokens {' '.join(three)}" for three in combinations(SEASONS, 3)),
    *(f"token {season}" for season in SEASONS),
)

outcome = placing


def _piles(c: np.record, s: np.record) -> list[str]:
    """What a deal event tells."""
    dummy = ["dummy"] if c.players == rules.DUMMY else []
    return ["hands", "table", *dummy, *(["multipliers"] if rules.fresh(c, s) else [])]


def _racks(c: np.record) -> list[int]:
    """How many multiplier cards each seat is dealt."""
    return [len(MULTIPLIERS) // int(c.players)] * int(c.players)


def event(c: np.record, s: np.record) -> dict[str, object]:
    """What was just shuffled or drawn, as a record's event."""
    if s.phase != rules.DEAL:
        order = [int(seat) for seat in s.order[: c.players]]
        return {"chance": {LOTS[int(s.phase)]: order if s.phase == rules.ORDER_LOT else order[0]}}
    codes = [CODES[card] for card in s.deck]
    hands = [codes[HAND * seat : HAND * (seat + 1)] for seat in range(SEATS)]
    names = iter([MULTIPLIERS[card] for card in s.pile] if rules.fresh(c, s) else [])
    told = {
        "hands": hands[: c.players],
        "table": codes[HAND * SEATS :],
        "dummy": hands[rules.DUMMY],
        "multipliers": [[next(names, "") for _ in range(size)] for size in _racks(c)],
    }
    return {"deal": {pile: told[pile] for pile in _piles(c, s)}}


def script(c: np.record, s: np.record, event: Mapping[str, object]) -> None:
    """Put what a record's event says in the place of what was just shuffled or drawn."""
    if s.phase == rules.DEAL:
        _script_deal(c, s, Told(event, "deal", _piles(c, s)))
        return
    lot = LOTS[int(s.phase)]
    told = Told(event, "chance", [lot])
    if s.phase == rules.ORDER_LOT:
        s.order[: c.players] = told.seats(lot, int(c.players))
        return
    seat = told.seat(lot, int(c.players))
    lowest = leaders(s.total, int(c.players), -1)
    if not lowest >> seat & 1:
        raise BadRecord(f"{lot} is a seat of the lowest total, one of {', '.join(map(str, each(lowest)))}; got {seat}")
    s.order[0] = seat


def _script_deal(c: np.record, s: np.record, told: Told) -> None:
    piles = _piles(c, s)
    hands = told.piles("hands", [HAND] * int(c.players))
    if "dummy" in piles:
        hands.append(told.pile("dummy", HAND))
    stock = Stock(CODES)
    cards = [[stock.deal(code) for code in pile] for pile in (*hands, told.pile("table", 2))]
    for hand in cards[:SEATS]:
        booze = sum(int(c.booze) >> card & 1 for card in hand)
        if booze != 2:
            raise BadRecord(f"each hand is dealt two season cards with booze (F2.1); got {booze}")
    low, high = cards[SEATS]
    if c.rank[low] > c.rank[high]:
        raise BadRecord(f"the lower card of the table comes first (F2.3); got {CODES[low]} {CODES[high]}")
    if "multipliers" in piles:
        names = Stock(MULTIPLIERS)
        s.pile[:] = [names.deal(name) for rack in told.piles("multipliers", _racks(c)) for name in rack]
    s.deck[:] = [card for pile in cards for card in pile]
