"""CATsle Builders as one seat sees it: boards and tricks are open, hands and piles are not."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from tabbytop.core.bits import count, each
from tabbytop.core.contract import CHANCE, OVER
from tabbytop.core.view import TABLE, Entry, Still, Table
from tabbytop.games.catsle import rules
from tabbytop.games.catsle.config import SUITS
from tabbytop.games.catsle.notation import ACTIONS, CODES, PLACES

PHASES = ("deal", "play", "take", "place")


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A column or the scrap area of a board."""

    name: str
    limit: int
    cards: tuple[str, ...]
    worth: int  # what the cards count; less than nothing if there are too many
    perfect: bool  # exactly as many as there is room for


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat:
    """What lies before one player."""

    cards: int  # in hand
    played: str | None  # in this trick
    board: tuple[Place, ...]
    worth: int  # points of the board as it stands
    perfect: int  # perfect columns
    total: int
    lacks: tuple[str, ...]  # suits that the player could not follow in this round


@dataclass(frozen=True, slots=True, kw_only=True)
class CatsleTable(Table):
    round: int
    trick: int
    tricks: int  # of a round
    start: int
    leader: int
    hand: tuple[str, ...]
    seats: tuple[Seat, ...]
    extra: str | None
    extra_left: int
    ranking: tuple[int, ...]  # once all have played
    pool: tuple[str, ...]  # what can still be taken
    placing: str | None  # the suit that needs a place
    takes: tuple[int, ...]  # how many cards each rank takes, strongest first
    bonus: tuple[int, ...]  # what no, one, two, three and four columns filled exactly add


def _codes(cards: int) -> tuple[str, ...]:
    return tuple(CODES[card] for card in each(cards))


def _place(c: Still, s: Still, seat: int, place: int) -> Place:
    if place not in s.place[seat]:
        return Place(name=PLACES[place], limit=c.limit[place], cards=(), worth=0, perfect=False)
    suit = s.place[seat].index(place)
    return Place(
        name=PLACES[place],
        limit=c.limit[place],
        cards=_codes(s.board[seat] & rules.cards_of(suit)),
        worth=rules.worth(c.record, s.record, seat, suit),
        perfect=rules.is_perfect(c.record, s.record, seat, suit),
    )


def _seat(c: Still, s: Still, seat: int) -> Seat:
    board = tuple(_place(c, s, seat, place) for place in range(c.places))
    return Seat(
        cards=count(s.hand[seat]),
        played=None if s.trick[seat] < 0 else CODES[s.trick[seat]],
        board=board,
        worth=rules.score(c.record, s.record, seat),
        perfect=sum(place.perfect for place in board),
        total=s.total[seat],
        lacks=tuple(suit for n, suit in enumerate(SUITS) if s.lacks[seat] & rules.cards_of(n)),
    )


def _seats(c: Still, s: Still) -> tuple[Seat, ...]:
    return tuple(_seat(c, s, seat) for seat in range(c.players))


def _trick(c: Still, s: Still) -> int:
    left: int = count(s.hand[s.leader]) + (s.trick[s.leader] >= 0)  # before the leader played
    tricks: int = c.hand
    return min(tricks, tricks - left + 1)


def look(c: Still, s: Still, viewer: int) -> CatsleTable:
    """The table as a seat sees it, or a spectator."""
    taking = s.phase in (rules.TAKE, rules.PLACE)
    return CatsleTable(
        phase=PHASES[s.phase],
        acting=(s.seat,) if s.seat >= 0 else (),
        round=s.this_round,
        trick=_trick(c, s),
        tricks=c.hand,
        start=s.start,
        leader=s.leader,
        hand=_codes(s.hand[viewer]) if viewer >= 0 else (),
        seats=s.once(_seats, c, s),
        extra=None if s.extra < 0 else CODES[s.extra],
        extra_left=c.extra - s.turned,
        ranking=tuple(s.rank[: c.players]) if taking else (),
        pool=_codes(s.pool),
        placing=SUITS[s.new] if s.phase == rules.PLACE else None,
        takes=tuple(c.taker[: c.takes].count(rank) for rank in range(c.players)),
        bonus=tuple(c.bonus),
    )


def _built(c: np.record, s: np.record, seat: int, suit: int) -> str:
    """Where a card was built, and what it counts there now, with those that were there before."""
    perfect = " perfect" if rules.is_perfect(c, s, seat, suit) else ""
    return f"builds {PLACES[s.place[seat, suit]]} worth {rules.worth(c, s, seat, suit)}{perfect}"


def tell(c: np.record, before: np.record, action: int | None, after: np.record) -> list[Entry]:
    """What a move, or chance (no action), adds to the log."""
    entries = []
    if action is None:
        entries.append(Entry(TABLE, f"round {after.this_round} start {after.start}"))
    else:
        entries.append(Entry(int(before.seat), ACTIONS[action]))
        if before.phase in (rules.TAKE, rules.PLACE) and after.phase != rules.PLACE:
            suit = int(before.new) if before.phase == rules.PLACE else rules.suit_of(action - rules.TAKE_FROM)
            entries.append(Entry(int(before.seat), _built(c, after, int(before.seat), suit)))
    if after.phase == rules.PLAY and after.played == 0 and after.extra >= 0:
        entries.append(Entry(TABLE, f"extra {CODES[after.extra]}"))
    if after.seat in (CHANCE, OVER):
        points = [str(after.total[seat] - before.total[seat]) for seat in range(c.players)]
        entries.append(Entry(TABLE, f"scores {' '.join(points)}"))
    return entries
