"""Festival of Thousand Cats as one seat sees it: what was revealed lies open; hands, choices and decks do not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tabbytop.core.bits import count, each
from tabbytop.core.contract import OVER
from tabbytop.core.view import TABLE, Entry, Still, Table
from tabbytop.games.festival import rules
from tabbytop.games.festival.config import ADVANCED, BASIC, CARDS, EXPERIENCED, MULTIPLIERS, SEASONS, Y0
from tabbytop.games.festival.notation import ACTIONS, CODES, LOTS

PHASES = (
    *("deal", "offer", "lot", "lot", "lot", "lot", "start", "multiplier", "tokens", "token"),
    *("play", "swap", "yorozu token"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """What is printed on a number card."""

    code: str
    value: int
    cats: int  # of equal values, more cats are higher
    icons: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Multiplier:
    """A score multiplier card, and what a fish of each season counts with it."""

    code: str
    times: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat:
    """What lies before one player."""

    cards: int  # in hand, the one chosen face down included
    played: str | None  # in this round, once all is revealed; after a swap, what lies there now
    taken: tuple[str, ...]
    no_more: tuple[str, ...]  # the markers
    booze: int  # tokens
    multiplier: Multiplier | None  # chosen for this deal
    multipliers_left: int
    tokens: tuple[str, ...]
    times: tuple[int, ...] | None  # what a fish of each season counts; None where fish are just fish, or not yet known
    worth: int  # points of the cards taken, as they lie; 0 when tokens for the next deal are taken
    total: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Dummy:
    """The fourth hand with three players."""

    cards: int  # in its deck
    played: str | None
    taken: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class FestivalTable(Table):
    deal: int
    extra: bool  # whether this deal breaks a tie
    round: int  # 0 before the first
    rounds: int
    drunk: int  # so many booze tokens end the deal
    face_up: tuple[str, str]  # the lower first
    open: tuple[str, ...]  # seasons
    hand: tuple[str, ...]
    chosen: str | None  # this seat's own card that lies face down
    multipliers: tuple[Multiplier, ...]  # this seat's own
    seats: tuple[Seat, ...]
    dummy: Dummy | None
    order: tuple[int, ...]  # who chooses multipliers or tokens, while they do
    supply: dict[str, int]  # tokens of each season, in the advanced game
    deck: tuple[Card, ...]  # what the cards of this box look like


def _codes(cards: int) -> tuple[str, ...]:
    return tuple(CODES[card] for card in each(cards))


def _code(card: int) -> str | None:
    return None if card == rules.NO_CARD else CODES[card]


def _seasons(cards: int) -> tuple[str, ...]:
    return tuple(season for n, season in enumerate(SEASONS) if int(cards) & rules.cards_of(n))


def _tokens(tokens: Sequence[int]) -> tuple[str, ...]:
    return tuple(season for n, season in enumerate(SEASONS) for _ in range(tokens[n]))


def _deck(c: Still) -> tuple[Card, ...]:
    fish, booze, crows, values, cats = c.fish, c.drinks, c.crows, c.value, c.cats
    return tuple(
        Card(
            code=code,
            value=values[card],
            cats=cats[card],
            icons=("fish",) * sum(cards >> card & 1 for cards in fish)
            + ("booze",) * (booze >> card & 1)
            + ("crow",) * (crows >> card & 1),
        )
        for card, code in enumerate(CODES)
    )


def _multiplier(c: Still, card: int) -> Multiplier:
    return Multiplier(code=MULTIPLIERS[card], times=tuple(c.multiplier[card]))


def _times(c: Still, s: Still, seat: int) -> tuple[int, ...] | None:
    if c.mode == BASIC or (c.mode == EXPERIENCED and s.multiplier[seat] == rules.NO_CARD):
        return None
    return tuple(rules.times(c.record, s.record, seat, season) for season in range(len(SEASONS)))


def _seat(c: Still, s: Still, seat: int) -> Seat:
    return Seat(
        cards=count(s.hand[seat]),
        played=_code(s.chosen[seat]) if s.phase == rules.SWAP else None,
        taken=_codes(s.taken[seat]),
        no_more=_seasons(s.lacks[seat]),
        booze=rules.drinks(c.record, s.record, seat),
        multiplier=None if s.multiplier[seat] == rules.NO_CARD else _multiplier(c, s.multiplier[seat]),
        multipliers_left=count(s.rack[seat]),
        tokens=_tokens(s.tokens[seat]),
        times=_times(c, s, seat),
        worth=0 if s.phase == rules.YOROZU_TOKEN else rules.score(c.record, s.record, seat),
        total=s.total[seat],
    )


def _seats(c: Still, s: Still) -> tuple[Seat, ...]:
    return tuple(_seat(c, s, seat) for seat in range(c.players))


def look(c: Still, s: Still, viewer: int) -> FestivalTable:
    """The table as a seat sees it, or a spectator."""
    phase = s.phase
    acting: tuple[int, ...] = (s.seat,) if s.seat >= 0 else ()
    if phase == rules.PLAY:
        acting = tuple(range(c.players))  # all choose at the same time
    elif phase == rules.OFFER and viewer != s.seat:
        phase, acting = rules.DEAL, ()  # who keeps a hand with three crows says nothing
    dummy = None
    if c.players == rules.DUMMY:
        shown = s.phase in (rules.PLAY, rules.SWAP)
        dummy = Dummy(
            cards=count(s.hand[rules.DUMMY]),
            played=_code(s.chosen[rules.DUMMY]) if shown else None,
            taken=_codes(s.taken[rules.DUMMY]),
        )
    asking = phase in (rules.MULTIPLIER, rules.TOKENS, rules.TOKEN)
    return FestivalTable(
        phase=PHASES[phase],
        acting=acting,
        deal=s.this_deal,
        extra=bool(s.extra),
        round=s.this_round,
        rounds=rules.ROUNDS,
        drunk=rules.DRUNK,
        face_up=(CODES[s.table[0]], CODES[s.table[1]]),
        open=_seasons(s.open),
        hand=_codes(s.hand[viewer]) if viewer >= 0 else (),
        chosen=_code(s.chosen[viewer]) if viewer >= 0 and phase == rules.PLAY else None,
        multipliers=tuple(_multiplier(c, card) for card in each(s.rack[viewer])) if viewer >= 0 else (),
        seats=s.once(_seats, c, s),
        dummy=dummy,
        order=tuple(s.order[: c.players]) if asking else (),
        supply={season: s.supply[n] for n, season in enumerate(SEASONS)} if c.mode == ADVANCED else {},
        deck=c.once(_deck, c),
    )


def tell(c: np.record, before: np.record, action: int | None, after: np.record) -> list[Entry]:
    """What a move, or chance (no action), adds to the log."""
    entries = []
    if action is None:
        entries.append(Entry(TABLE, _chance(c, before, after)))
    elif before.phase != rules.PLAY:
        private = frozenset({int(before.seat)}) if action == rules.KEEP else None
        entries.append(Entry(int(before.seat), ACTIONS[action], private))
    elif before.seat == c.players - 1:
        entries += _revealed(c, before, action, after)
    if before.phase in (rules.PLAY, rules.SWAP):
        entries += _taken(c, before, action, after)
    if c.players == rules.DUMMY and after.phase == rules.PLAY and after.this_round != before.this_round:
        entries.append(Entry(TABLE, f"dummy {CODES[after.chosen[rules.DUMMY]]}"))
    return entries


def _chance(c: np.record, before: np.record, after: np.record) -> str:
    if before.phase == rules.DEAL:
        return f"deal {after.this_deal} table {CODES[after.table[0]]} {CODES[after.table[1]]}"
    seats = after.order[: c.players] if before.phase == rules.ORDER_LOT else after.order[:1]
    return f"lot {LOTS[int(before.phase)]} {' '.join(map(str, seats))}"


def _revealed(c: np.record, before: np.record, card: int, after: np.record) -> list[Entry]:
    """The round's cards, the markers they cost, and the swaps that need no choice."""
    shown = before.copy()
    shown.chosen[shown.seat] = card
    entries = [Entry(seat, f"play {CODES[shown.chosen[seat]]}") for seat in range(c.players)]
    for seat in range(c.players):
        markers = _seasons(after.lacks[seat] & ~before.lacks[seat])
        if markers:
            entries.append(Entry(seat, f"no more {' '.join(markers)}"))
    for yorozu in range(Y0, CARDS):
        crow = rules.crow_for(c, shown, yorozu)
        if crow != rules.NO_CARD:
            entries.append(Entry(TABLE, f"swap {CODES[crow]} {CODES[yorozu]}"))
    return entries


def _taken(c: np.record, before: np.record, action: int | None, after: np.record) -> list[Entry]:
    """What a round brought, and the deal if it is over."""
    own = before.chosen.copy()
    if before.phase == rules.PLAY:
        own[before.seat] = action
    entries = []
    for seat in range(rules.SEATS):
        for card in each(after.taken[seat] & ~before.taken[seat]):
            verb = "keep" if card == own[seat] else "take"
            entries.append(
                Entry(seat, f"{verb} {CODES[card]}")
                if seat < c.players
                else Entry(TABLE, f"dummy {verb}s {CODES[card]}")
            )
    if after.phase in (rules.PLAY, rules.SWAP):
        return entries
    points = [str(after.total[seat] - before.total[seat]) for seat in range(c.players)]
    entries.append(Entry(TABLE, f"scores {' '.join(points)}"))
    if c.mode == ADVANCED and after.seat != OVER:
        tokens = [_tokens(after.tokens[seat]) for seat in range(c.players)]
        entries += [Entry(seat, f"tokens {' '.join(got)}") for seat, got in enumerate(tokens) if got]
    return entries
