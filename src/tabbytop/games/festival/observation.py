"""Festival of Thousand Cats as numbers: what a seat sees, and what it remembers of this deal.

What is printed on the cards is given for those that can still be played: in one's hand or unseen. With 3 players the
last seat is the dummy.
"""

from __future__ import annotations

import numpy as np

from tabbytop.core.bits import bit, count
from tabbytop.core.compiler import compiled
from tabbytop.core.contract import register
from tabbytop.core.encoding import Layout, Part, for_each_seat, members, nothing, number, one_of
from tabbytop.games.festival import rules
from tabbytop.games.festival.config import ADVANCED, CARDS, EXPERIENCED, MODES, MULTIPLIERS, SEASONS, Y0
from tabbytop.games.festival.rules import DUMMY, NO_CARD, SEATS, STATE, cards_of, season_of

_PHASES = 8
_CARD = len(SEASONS) + 5
_CARD_HELP = "season Sp Su Fa Wi (none: YOROZU), value, place among all cards from 1, fish, booze, crow; all 0: no card"
_SEAT = (
    Part("decides", 1, "1: decides now; all who play do at the same time, whether they have chosen or not"),
    Part("order", 1, "1: is the first to choose a multiplier card or tokens, and so on; 0: nobody does now"),
    Part("cards", 1, "cards in hand, or in the dummy's deck"),
    Part("booze in hand", 1, "season cards with booze among them: everyone is dealt two"),
    Part("no more", len(SEASONS), "markers"),
    Part("taken", CARDS, "cards taken in this deal"),
    Part("booze", 1, "booze tokens"),
    Part("crows", 1, "crows taken"),
    Part("times", len(SEASONS), "what a fish of each season counts; in the advanced game the tokens"),
    Part("multipliers left", 1, "multiplier cards not used yet"),
    Part("worth", 1, "points of the cards taken; 0 when they are counted and tokens for the next deal are taken"),
    Part("total", 1, "points of the deals counted so far"),
)

LAYOUT = Layout(
    version=1,
    parts=(
        Part("players", 2, "3, 4"),
        Part("seat", SEATS, "one's own number, from 0: a move may name one"),
        Part("mode", len(MODES), "basic, experienced, advanced"),
        Part("phase", _PHASES, "offer (one's own), start, multiplier, tokens, token, play, swap, yorozu token"),
        Part("target", 1, "the total that ends the match; 0: the number of deals is fixed"),
        Part("deal", 1, "from 1"),
        Part("deals left", 1, "after this one, if their number is fixed"),
        Part("extra", 1, "1: the deal that breaks a tie"),
        Part("round", 1, "1 to 9; 0: before the first"),
        Part("lower", _CARD, f"the lower face-up card: {_CARD_HELP}"),
        Part("higher", _CARD, "the higher one"),
        Part("open", len(SEASONS), "open seasons"),
        Part("hand", CARDS, "own cards, the one chosen face down included: Sp, Su, Fa, Wi from the lowest, Y0, Y13"),
        Part("unseen", CARDS, "cards that another hand or the dummy's deck may hold"),
        Part("places", CARDS, "of these and one's own: the place among all cards by value, then cats, from 1"),
        Part("fish", CARDS, "of the same cards: fish icons"),
        Part("booze", CARDS, "of the same cards: booze icons"),
        Part("crow", CARDS, "of the same cards: crow icons"),
        Part("multipliers", len(MULTIPLIERS), "own multiplier cards not used yet: A1-A4, B1-B4, C1-C4"),
        Part("unseen multipliers", len(MULTIPLIERS), "those that others may have"),
        Part("multiplier times", len(MULTIPLIERS) * len(SEASONS), "of both: what a fish of each season counts"),
        Part("supply", len(SEASONS), "tokens of each season left to take"),
        Part("played", SEATS * _CARD, "each seat's card: one's own and the dummy's; all when a crow may be swapped"),
        Part("token for", CARDS - Y0, "the YOROZU card for which a token is taken: Y0, Y13"),
        *for_each_seat(SEATS, _SEAT),
    ),
)


@compiled
def _nth(c: np.record, viewer: int, n: int) -> int:
    """The seat that is n-th clockwise from the viewer; last of all the dummy."""
    return (int(viewer) + n) % int(c.players) if n < c.players else n


@compiled
def unseen(s: np.record, seat: int) -> int:
    """The cards of the other hands and of the dummy's deck, all in one."""
    cards = 0
    for other in range(SEATS):
        if other != seat:
            cards |= int(s.hand[other])
    return cards


@compiled
def unseen_multipliers(c: np.record, s: np.record, seat: int) -> int:
    cards = 0
    for other in range(c.players):
        if other != seat:
            cards |= int(s.rack[other])
    return cards


@compiled
def _fish(c: np.record, card: int) -> int:
    return ((int(c.fish[0]) >> card) & 1) + ((int(c.fish[1]) >> card) & 1)


@compiled
def _card(c: np.record, card: int, out: np.ndarray, at: int) -> int:
    if card == NO_CARD:
        return nothing(out, at, _CARD)
    at = one_of(out, at, len(SEASONS), season_of(card))
    at = number(out, at, c.value[card])
    at = number(out, at, c.rank[card] + 1)
    at = number(out, at, _fish(c, card))
    at = number(out, at, (int(c.drinks) >> card) & 1)
    return number(out, at, (int(c.crows) >> card) & 1)


@compiled
def _printed(c: np.record, cards: int, out: np.ndarray, at: int) -> int:
    for card in range(CARDS):
        at = number(out, at, c.rank[card] + 1 if cards & bit(card) else 0)
    for card in range(CARDS):
        at = number(out, at, _fish(c, card) if cards & bit(card) else 0)
    at = members(out, at, CARDS, cards & int(c.drinks))
    return members(out, at, CARDS, cards & int(c.crows))


@compiled
def _multipliers(c: np.record, cards: int, out: np.ndarray, at: int) -> int:
    for card in range(len(MULTIPLIERS)):
        for season in range(len(SEASONS)):
            at = number(out, at, c.multiplier[card, season] if cards & bit(card) else 0)
    return at


@compiled
def _seasons(out: np.ndarray, at: int, cards: int) -> int:
    for season in range(len(SEASONS)):
        at = number(out, at, 1 if int(cards) & cards_of(season) else 0)
    return at


@compiled
def _phase(s: np.record, seat: int) -> int:
    """Which of the phases of the layout it is. Who keeps a hand with three crows says nothing, so others see none."""
    if s.phase == rules.OFFER and s.seat == seat:
        return 0
    return int(s.phase) - rules.START + 1


@compiled
def _decides(c: np.record, s: np.record, seat: int, viewer: int) -> bool:
    if s.phase == rules.PLAY:
        return bool(seat < c.players)
    return bool(s.seat == seat and (s.phase != rules.OFFER or seat == viewer))


@compiled
def _order(c: np.record, s: np.record, seat: int) -> int:
    if s.phase in (rules.MULTIPLIER, rules.TOKENS, rules.TOKEN):
        for i in range(c.players):
            if s.order[i] == seat:
                return i + 1
    return 0


@compiled
def _played(c: np.record, s: np.record, seat: int, viewer: int) -> int:
    """The card of this round that the viewer knows to lie before a seat."""
    if s.phase == rules.SWAP or (s.phase == rules.PLAY and (seat == viewer or seat >= c.players)):
        return int(s.chosen[seat])
    return NO_CARD


@compiled
def _seat(c: np.record, s: np.record, seat: int, viewer: int, out: np.ndarray, at: int) -> int:
    plays = seat < c.players
    counts = plays and (c.mode != EXPERIENCED or s.multiplier[seat] != NO_CARD)
    at = number(out, at, 1 if _decides(c, s, seat, viewer) else 0)
    at = number(out, at, _order(c, s, seat))
    at = number(out, at, count(s.hand[seat]))
    at = number(out, at, count(int(s.hand[seat]) & int(c.booze)))
    at = _seasons(out, at, s.lacks[seat])
    at = members(out, at, CARDS, s.taken[seat])
    at = number(out, at, rules.drinks(c, s, seat))
    at = number(out, at, count(int(s.taken[seat]) & int(c.crows)))
    for season in range(len(SEASONS)):
        at = number(out, at, rules.times(c, s, seat, season) if counts else 0)
    at = number(out, at, count(s.rack[seat]))
    at = number(out, at, rules.score(c, s, seat) if plays and s.phase != rules.YOROZU_TOKEN else 0)
    return number(out, at, s.total[seat])


@compiled
def observe(c: np.record, s: np.record, seat: int, out: np.ndarray) -> None:
    at = one_of(out, 0, 2, int(c.players) - DUMMY)
    at = one_of(out, at, SEATS, seat)
    at = one_of(out, at, len(MODES), int(c.mode))
    at = one_of(out, at, _PHASES, _phase(s, seat))
    at = number(out, at, 0 if c.games else c.target)
    at = number(out, at, s.this_deal)
    at = number(out, at, c.games - s.this_deal if c.games else 0)
    at = number(out, at, s.extra)
    at = number(out, at, s.this_round)
    at = _card(c, int(s.table[0]), out, at)
    at = _card(c, int(s.table[1]), out, at)
    at = _seasons(out, at, s.open)
    hidden = unseen(s, seat)
    at = members(out, at, CARDS, s.hand[seat])
    at = members(out, at, CARDS, hidden)
    at = _printed(c, int(s.hand[seat]) | hidden, out, at)
    others = unseen_multipliers(c, s, seat)
    at = members(out, at, len(MULTIPLIERS), s.rack[seat])
    at = members(out, at, len(MULTIPLIERS), others)
    at = _multipliers(c, int(s.rack[seat]) | others, out, at)
    for season in range(len(SEASONS)):
        at = number(out, at, s.supply[season] if c.mode == ADVANCED else 0)
    for n in range(SEATS):
        at = _card(c, _played(c, s, _nth(c, seat, n), seat), out, at)
    at = one_of(out, at, CARDS - Y0, int(s.asked) - Y0 if s.phase == rules.YOROZU_TOKEN else -1)
    for n in range(SEATS):
        at = _seat(c, s, _nth(c, seat, n), seat, out, at)


register(STATE, observe)
