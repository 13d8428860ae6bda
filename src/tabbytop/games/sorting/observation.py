"""Is This a Cat or a Rabbit? as numbers: what a seat sees, and what it remembers of this week."""

from __future__ import annotations

import numpy as np

from tabbytop.core.bits import bit, count
from tabbytop.core.compiler import compiled
from tabbytop.core.contract import register
from tabbytop.core.encoding import Layout, Part, for_each_seat, members, nothing, number, one_of
from tabbytop.games.sorting import rules
from tabbytop.games.sorting.config import BEAR, CARDS, LENGTHS, NEW_SPECIES, RABBIT
from tabbytop.games.sorting.rules import NO_CARD, SEATS, SECOND, STATE, THE_BEAR, together

_PHASES = 3
_ROLES = 3
COLLECTED, OTHER, NEW = range(_ROLES)  # what a card is today
NO_ROLE = -1

_SEAT = (
    Part("decides", 1, "1: this seat decides now"),
    Part("began", 1, "1: began this week"),
    Part("starts", 1, "1: begins this day"),
    Part("cards", 1, "cards in hand"),
    Part("played", 2, "ear and tail of the card of this day, 1-5; 0: none, or a bear"),
    Part("played bear", 1, "1: a bear is the card of this day"),
    Part("role", _ROLES, "what that card is: the animal to collect, the other animal, a new species"),
    Part("ahead", 1, "1: that card is the strongest so far"),
    Part("white", 1, "white chips"),
    Part("black", 1, "black chips"),
    Part("said", 2, "declared to take no black chip, declined"),
    Part("bear out", 1, "1: its bear has been played in this week"),
    Part("lacks", CARDS, "cards that the seat has shown not to hold in this week"),
    Part("worth", 1, "points of this week as it stands"),
    Part("total", 1, "points of the weeks before"),
)
_SEAT_SIZE = sum(part.size for part in _SEAT)

LAYOUT = Layout(
    version=1,
    parts=(
        Part("players", 3, "3, 4, 5"),
        Part("phase", _PHASES, "declare, lead, play"),
        Part("options", 2, "1: with declarations; with bears"),
        Part("week", 1, "from 1"),
        Part("weeks left", 1, "after this one"),
        Part("day", 1, "from 1"),
        Part("days left", 1, "after this one, unless the bears end the week"),
        Part("hand", CARDS, "own cards: 11-15, 21-25, and so on; 2: both copies"),
        Part("bear", 1, "1: the own bear is in hand"),
        Part("unseen", CARDS, "cards that another hand or the cards aside may hold; 2: both copies"),
        Part("aside", 1, "cards aside"),
        Part("responsibility", CARDS, "of each card in hand or unseen; 0: all copies are out"),
        Part("reference", 2, "ear and tail of the card led; 0: none"),
        Part("animal", 2, "to collect: rabbit, cat"),
        Part("collected", CARDS, "cards that are the animal to collect"),
        Part("other", CARDS, "cards that are the other animal"),
        Part("new species", CARDS, "cards that are a new species"),
        Part("display", 2, "white and black chips on the display"),
        Part("on cards", 1, "black chips on the cards of this day"),
        Part("strength", 1, "of the strongest card of this day: its responsibility, 9 more for a new species"),
        *for_each_seat(SEATS, _SEAT),
    ),
)


@compiled
def unseen(c: np.record, s: np.record, seat: int) -> int:
    """The cards of other hands and those aside, bears apart, all in one."""
    cards = int(s.aside)
    for other in range(c.players):
        if other != seat:
            cards = together(cards, int(s.hand[other]) & ~THE_BEAR)
    return cards


@compiled
def _cards(out: np.ndarray, at: int, cards: int) -> int:
    """How many there are of each card."""
    for card in range(CARDS):
        at = number(out, at, ((cards >> card) & 1) + ((cards >> (card + SECOND)) & 1))
    return at


@compiled
def _lengths(out: np.ndarray, at: int, card: int) -> int:
    shown = card not in (NO_CARD, BEAR)
    at = number(out, at, card // LENGTHS + 1 if shown else 0)
    return number(out, at, card % LENGTHS + 1 if shown else 0)


@compiled
def _role(c: np.record, s: np.record, card: int) -> int:
    """What a card is today; a bear is nothing, nor is a card before one is led."""
    if s.reference == NO_CARD or card in (NO_CARD, BEAR):
        return NO_ROLE
    species = rules.species(c, s, card)
    if species == NEW_SPECIES:
        return NEW
    return COLLECTED if species == s.animal else OTHER


@compiled
def _today(c: np.record, s: np.record, out: np.ndarray, at: int) -> int:
    """What has been led, and what that makes of all cards and of the day."""
    led = s.reference != NO_CARD
    at = _lengths(out, at, int(s.reference))
    at = one_of(out, at, 2, int(s.animal) - RABBIT if led else -1)
    for role in range(_ROLES):
        for card in range(CARDS):
            at = number(out, at, 1 if _role(c, s, card) == role else 0)
    at = number(out, at, s.display_white)
    at = number(out, at, s.display_black)
    at = number(out, at, s.cards_black)
    return number(out, at, s.strength)


@compiled
def _seat(c: np.record, s: np.record, seat: int, out: np.ndarray, at: int) -> int:
    card = int(s.trick[seat])
    at = number(out, at, 1 if s.seat == seat else 0)
    at = number(out, at, 1 if s.start == seat else 0)
    at = number(out, at, 1 if s.starter == seat else 0)
    at = number(out, at, count(s.hand[seat]))
    at = _lengths(out, at, card)
    at = number(out, at, 1 if card == BEAR else 0)
    at = one_of(out, at, _ROLES, _role(c, s, card))
    at = number(out, at, 1 if s.ahead == seat else 0)
    at = number(out, at, s.white[seat])
    at = number(out, at, s.black[seat])
    has_said = (seat - s.start) % c.players < s.said
    declared = int(s.declared) & bit(seat) != 0
    at = one_of(out, at, 2, (0 if declared else 1) if has_said else -1)
    at = number(out, at, 1 if int(s.bears_out) & bit(seat) else 0)
    at = members(out, at, CARDS, s.lacks[seat])
    at = number(out, at, rules.score(c, s, seat, rules.scolded(c, s)))
    return number(out, at, s.total[seat])


@compiled
def observe(c: np.record, s: np.record, seat: int, out: np.ndarray) -> None:
    hand, hidden = int(s.hand[seat]), unseen(c, s, seat)
    at = one_of(out, 0, 3, int(c.players) - 3)
    at = one_of(out, at, _PHASES, int(s.phase) - rules.SAY)
    at = number(out, at, c.declare)
    at = number(out, at, c.bears)
    at = number(out, at, s.week)
    at = number(out, at, c.weeks - s.week)
    at = number(out, at, s.day)
    at = number(out, at, c.hand - s.day)
    at = _cards(out, at, hand)
    at = number(out, at, 1 if hand & THE_BEAR else 0)
    at = _cards(out, at, hidden)
    at = number(out, at, count(s.aside))
    for card in range(CARDS):
        at = number(out, at, c.responsibility[card] if (hand | hidden) & bit(card) else 0)
    at = _today(c, s, out, at)
    for n in range(SEATS):
        at = _seat(c, s, (seat + n) % c.players, out, at) if n < c.players else nothing(out, at, _SEAT_SIZE)


register(STATE, observe)
