"""Is This a Cat or a Rabbit? as one seat sees it: cards of the day and chips are open, hands and discards are not."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from tabbytop.core.bits import bit, count, each
from tabbytop.core.contract import CHANCE, OVER
from tabbytop.core.view import TABLE, Entry, Still, Table
from tabbytop.games.sorting import rules
from tabbytop.games.sorting.config import BEAR, CARDS, CAT, LENGTHS, NEW_SPECIES, RABBIT
from tabbytop.games.sorting.notation import ACTIONS, CODES, SPECIES

PHASES = ("deal", "declare", "lead", "play")


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat:
    """What lies before one player."""

    cards: int  # in hand
    played: str | None  # on this day
    species: str | None  # what that card is today: rabbit, cat or new species; nothing for a bear
    card_black: int  # black chips on that card
    white: int
    black: int
    declared: bool | None  # to take no black chip; None if not asked, or not yet
    bear_played: bool
    total: int
    lacks: tuple[str, ...]  # cards that the player has shown not to hold in this week


@dataclass(frozen=True, slots=True, kw_only=True)
class Scope:
    """What the scope shows with a card in its middle. Cards in neither are new species."""

    code: str
    rabbits: tuple[str, ...]
    cats: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Chips:
    """What a card of a species brings today."""

    species: str
    white: int
    black: int
    on_card: bool  # where they lie: on the card itself, or on the display


@dataclass(frozen=True, slots=True, kw_only=True)
class SortingTable(Table):
    week: int
    day: int
    start: int  # who began this week
    starter: int  # who begins this day
    hand: tuple[str, ...]
    seats: tuple[Seat, ...]
    reference: str | None
    animal: str | None  # the animal to collect
    rabbits: tuple[str, ...]  # what every card is today, once the reference lies there
    cats: tuple[str, ...]
    new_species: tuple[str, ...]
    brings: tuple[Chips, ...]  # of each species, once the animal to collect is named
    scopes: tuple[Scope, ...]  # of each card in one's hand, while one leads
    display_white: int
    display_black: int
    ahead: int | None  # whose card is the strongest so far
    responsibility: tuple[tuple[int, ...], ...]  # by ear, then by tail
    aside: int


def _codes(cards: int) -> tuple[str, ...]:
    """The cards of a set, copies side by side."""
    return tuple(CODES[card] for card in sorted(card % rules.SECOND for card in each(cards)))


def _chips(animal: int, species: int) -> Chips:
    return Chips(
        species=SPECIES[species],
        white=rules.white_for(animal, species),
        black=rules.black_for(animal, species),
        on_card=species == NEW_SPECIES,
    )


def _seat(c: Still, s: Still, seat: int) -> Seat:
    card = s.trick[seat]
    species = rules.species(c.record, s.record, card) if card not in (rules.NO_CARD, BEAR) else None
    chips = None if species is None else _chips(s.animal, species)
    has_said = (seat - s.start) % c.players < s.said
    return Seat(
        cards=count(s.hand[seat]),
        played=None if card == rules.NO_CARD else CODES[card],
        species=None if species is None else SPECIES[species],
        card_black=chips.black if chips and chips.on_card else 0,
        white=s.white[seat],
        black=s.black[seat],
        declared=bool(s.declared & bit(seat)) if has_said else None,
        bear_played=bool(s.bears_out & bit(seat)),
        total=s.total[seat],
        lacks=_codes(s.lacks[seat]),
    )


def _today(c: Still, s: Still) -> list[tuple[str, ...]]:
    """The cards of each species, as they are today."""
    kinds = [rules.species(c.record, s.record, card) for card in range(CARDS)] if s.reference != rules.NO_CARD else []
    return [tuple(CODES[card] for card, kind in enumerate(kinds) if kind == species) for species in range(len(SPECIES))]


def _scope(c: Still, card: int) -> Scope:
    return Scope(code=CODES[card], rabbits=_codes(c.animals[RABBIT][card]), cats=_codes(c.animals[CAT][card]))


def _seats(c: Still, s: Still) -> tuple[Seat, ...]:
    return tuple(_seat(c, s, seat) for seat in range(c.players))


def look(c: Still, s: Still, viewer: int) -> SortingTable:
    """The table as a seat sees it, or a spectator."""
    led = s.reference != rules.NO_CARD
    leading = s.phase == rules.LEAD and viewer == s.seat
    kinds = sorted({card % rules.SECOND for card in each(s.hand[viewer]) if card != BEAR}) if leading else []
    today = s.once(_today, c, s)
    grid = range(0, LENGTHS * LENGTHS, LENGTHS)
    return SortingTable(
        phase=PHASES[s.phase],
        acting=(s.seat,) if s.seat >= 0 else (),
        week=s.week,
        day=s.day,
        start=s.start,
        starter=s.starter,
        hand=_codes(s.hand[viewer]) if viewer >= 0 else (),
        seats=s.once(_seats, c, s),
        reference=CODES[s.reference] if led else None,
        animal=SPECIES[s.animal] if led else None,
        rabbits=today[RABBIT],
        cats=today[CAT],
        new_species=today[NEW_SPECIES],
        brings=tuple(_chips(s.animal, species) for species in range(len(SPECIES))) if led else (),
        scopes=tuple(_scope(c, card) for card in kinds),
        display_white=s.display_white,
        display_black=s.display_black,
        ahead=s.ahead if led else None,
        responsibility=tuple(tuple(c.responsibility[ear : ear + LENGTHS]) for ear in grid),
        aside=c.cards - c.players * c.hand,
    )


def tell(c: np.record, before: np.record, action: int | None, after: np.record) -> list[Entry]:
    """What a move, or chance (no action), adds to the log."""
    if action is None:
        return [Entry(TABLE, f"week {after.week} start {after.start}")]
    entries = [Entry(int(before.seat), ACTIONS[action])]
    if action not in (BEAR, rules.LEAD_BEAR) and action < rules.DECLARE:
        entries.append(Entry(int(before.seat), _laid(c, before, action)))
    week_over = after.seat in (CHANCE, OVER)
    if week_over or after.day > before.day:
        entries += _tell_day(c, before, action, after)
    if week_over:
        entries += _tell_week(c, before, after)
    return entries


def _laid(c: np.record, before: np.record, action: int) -> str:
    """The chips for a card, and where they lie."""
    if action < rules.LEAD_FROM:
        chips = _chips(int(before.animal), rules.species(c, before, action))
    else:
        animal = (action - rules.LEAD_FROM) // CARDS
        chips = _chips(animal, animal)
    return f"adds {chips.white} white {chips.black} black" + (" on the card" if chips.on_card else "")


def _tell_day(c: np.record, before: np.record, action: int, after: np.record) -> list[Entry]:
    """Who won the day, and the chips that were handed out."""
    if action == rules.LEAD_BEAR:  # a day ends with it only if all the others led theirs before
        return [Entry(TABLE, "nobody wins")]
    winner = int(after.starter)
    card = action if winner == before.seat else int(before.trick[winner])
    followed = before.reference != rules.NO_CARD
    cleared = followed and rules.species(c, before, card) == NEW_SPECIES
    entries = []
    if cleared and before.black[winner] > 0:
        entries.append(Entry(winner, f"discards {before.black[winner]} black"))
    white = [int(after.white[seat] - before.white[seat]) for seat in range(c.players)]
    black = int(after.black[winner] - (0 if cleared else before.black[winner]))
    entries.append(Entry(winner, f"wins {white[winner]} white {black} black"))
    entries += [
        Entry(seat, f"takes {white[seat]} white") for seat in range(c.players) if seat != winner and white[seat]
    ]
    return entries


def _tell_week(c: np.record, before: np.record, after: np.record) -> list[Entry]:
    """How the week ended, and what it brought."""
    entries = []
    if after.day < c.hand:
        entries.append(Entry(TABLE, "all bears are out"))
    entries += [Entry(seat, "broke the declaration") for seat in range(c.players) if rules.broke(after, seat)]
    scolded = rules.scolded(c, after)
    if scolded != rules.NOBODY:
        entries.append(Entry(scolded, "has the most black"))
    bonus = [rules.bonus(c, after, seat) for seat in range(c.players)]
    entries += [Entry(seat, f"earns {more} for no black") for seat, more in enumerate(bonus) if more]
    points = [str(after.total[seat] - before.total[seat]) for seat in range(c.players)]
    return [*entries, Entry(TABLE, f"scores {' '.join(points)}")]
