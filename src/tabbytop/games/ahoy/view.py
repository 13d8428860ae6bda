"""Ahoy! Kitten as one seat sees it: all fish are open, the order of the bag and the others' choices are not."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from tabbytop.core.bits import bit, each, lowest
from tabbytop.core.contract import OVER
from tabbytop.core.view import TABLE, Entry, Still, Table
from tabbytop.games.ahoy import rules
from tabbytop.games.ahoy.config import COLOURS
from tabbytop.games.ahoy.notation import ACTIONS, PAWS

PHASES = ("deal", "point", "supply")


@dataclass(frozen=True, slots=True, kw_only=True)
class Character:
    """A tile and what belongs to it."""

    number: int
    seat: int
    paw: str | None  # with 2 players
    ship: bool  # takes no part in this turn
    tile: str
    claimed: str
    worth: int  # points of both as they stand
    choice: str | None  # one's own, until all are revealed


@dataclass(frozen=True, slots=True, kw_only=True)
class Worth:
    """What fish count: a red, a yellow and a blue one together, a white one, and a coloured one in no set."""

    set: int
    white: int
    single: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AhoyTable(Table):
    turn: int
    bag: str  # what is left, in no order
    oceans: tuple[str, ...]
    characters: tuple[Character, ...]
    scores: tuple[int, ...]  # of the seats, as things stand
    supplying: tuple[int, ...]  # the oceans that the banker may supply
    worth: Worth


def _pile(fish: int) -> str:
    return "".join(letter * rules.amount(fish, colour) for colour, letter in enumerate(COLOURS))


def _character(c: Still, s: Still, who: int, viewer: int) -> Character:
    seat = who // c.paws
    choice = s.choice[who] if seat == viewer else rules.NO_CHOICE
    return Character(
        number=who + 1,
        seat=seat,
        paw=PAWS[who % 2] if c.paws == 2 else None,
        ship=bool(s.ships & bit(who)),
        tile=_pile(s.fish[rules.TILE + who]),
        claimed=_pile(s.claimed[who]),
        worth=rules.worth(c.record, s.record, who),
        choice=None if choice == rules.NO_CHOICE else ACTIONS[rules.first_action(c.record, who) + choice],
    )


def _acting(c: Still, s: Still) -> tuple[int, ...]:
    """All who point in this turn, whether they have made up their minds or not."""
    if s.seat < 0:
        return ()
    if s.phase == rules.SUPPLY:
        return (s.seat,)
    return tuple(sorted({who // c.paws for who in range(c.characters) if not s.ships & bit(who)}))


def _bag(c: Still, s: Still) -> str:
    return _pile(sum(rules.one(colour) for colour in s.bag[s.poured : c.tokens]))


def _scores(c: Still, s: Still) -> tuple[int, ...]:
    return tuple(rules.score(c.record, s.record, seat) for seat in range(c.players))


def look(c: Still, s: Still, viewer: int) -> AhoyTable:
    """The table as a seat sees it, or a spectator."""
    return AhoyTable(
        phase=PHASES[s.phase],
        acting=_acting(c, s),
        turn=s.this_turn,
        bag=s.once(_bag, c, s),
        oceans=tuple(_pile(s.fish[ocean]) for ocean in range(c.oceans)),
        characters=tuple(_character(c, s, who, viewer) for who in range(c.characters)),
        scores=s.once(_scores, c, s),
        supplying=tuple(ocean + 1 for ocean in each(s.unsupplied)),
        worth=Worth(set=c.set_worth, white=c.white_worth, single=c.single_worth),
    )


def tell(c: np.record, before: np.record, action: int | None, after: np.record) -> list[Entry]:
    """What a move, or chance (no action), adds to the log. A choice is told when all are in."""
    now = after.copy() if action is None else before.copy()
    entries: list[Entry] = []
    if action is None:
        entries += _refilled(c, [0] * int(c.oceans), now)
        entries.append(_begun(c, now))
    elif before.phase == rules.SUPPLY:
        ocean = action - rules.SUPPLY_FROM
        rules.pour(c, now, ocean)
        entries.append(Entry(int(before.seat), ACTIONS[action]))
        entries += _refilled(c, before.fish, now)
        if now.poured == c.tokens:
            rules.begin_turn(c, now)
            entries.append(_begun(c, now))
    elif after.this_turn > before.this_turn or after.phase == rules.SUPPLY or after.seat == OVER:
        now.choice[lowest(now.waiting)] = action % rules.CHOICES
        entries += _revealed(c, now)
        while now.poured < after.poured:  # once, or once more if nobody could act (A3.3)
            fish = now.fish.copy()
            rules.refill(c, now)
            entries += _refilled(c, fish, now)
            rules.begin_turn(c, now)
            entries.append(_begun(c, now))
    if after.seat == OVER:
        entries += _scored(c, after)
    return entries


def _revealed(c: np.record, s: np.record) -> list[Entry]:
    """All choices of a turn, then what came of them. The state is left as it stands after the turn."""
    chosen = [(who, int(s.choice[who])) for who in range(c.characters) if s.choice[who] != rules.NO_CHOICE]
    tiles = s.fish[rules.TILE :].copy()
    rules.reveal(c, s)
    pointed, came = [], []
    for who, choice in chosen:
        seat, paw = int(who // c.paws), f"{PAWS[who % 2]} " if c.paws == 2 else ""
        pointed.append(Entry(seat, ACTIONS[rules.first_action(c, who) + choice]))
        gained = _pile(s.gained[who])
        if choice == rules.PROTECT:
            came.append(Entry(seat, f"{paw}claimed {_pile(tiles[who])}"))
        elif gained and choice < rules.TILE:
            came.append(Entry(seat, f"{paw}caught {gained}"))
        elif gained:
            came.append(Entry(seat, f"{paw}stole {gained} from {choice - rules.TILE + 1}"))
    return pointed + came


def _refilled(c: np.record, fish: list[int] | np.ndarray, s: np.record) -> list[Entry]:
    """What was drawn onto the oceans since there were these fish on them."""
    drawn = [_pile(s.fish[ocean] - fish[ocean]) for ocean in range(c.oceans)]
    return [Entry(TABLE, f"ocean {ocean} {pile}") for ocean, pile in enumerate(drawn, 1) if pile]


def _begun(c: np.record, s: np.record) -> Entry:
    last = " last" if s.poured == c.tokens else ""  # A4.1
    passes = "" if s.waiting else " passes"  # A3.3
    return Entry(TABLE, f"turn {s.this_turn}{last}{passes}")


def _scored(c: np.record, s: np.record) -> list[Entry]:
    entries = []
    if c.paws == 2:
        for seat in range(c.players):
            paws = [f"{paw} {rules.worth(c, s, seat * 2 + n)}" for n, paw in enumerate(PAWS)]
            entries.append(Entry(seat, f"paws {' '.join(paws)}"))
    scores = [str(rules.score(c, s, seat)) for seat in range(c.players)]
    return [*entries, Entry(TABLE, f"scores {' '.join(scores)}")]
