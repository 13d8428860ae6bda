"""What the numbers of an observation ought to be, from what the seat sees of the table: a reading of its own.

Each function gives the parts of the layout that the view shows; `HIDES` names those that it does not, which are what a
seat has worked out or remembers. `unseen` has to have all that others hold, and nothing that lies open or is one's own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from tabbytop.games.ahoy import notation as ahoy_words
from tabbytop.games.catsle import notation as catsle_words
from tabbytop.games.familiar import notation as familiar_words
from tabbytop.games.festival import notation as festival_words
from tabbytop.games.festival.config import MULTIPLIERS, SEASONS
from tabbytop.games.sorting import notation as sorting_words
from tabbytop.play.match import Match

Parts = dict[str, list[int]]
Row = Callable[[str], list[int]]


def one_of(names: Sequence[object], which: object) -> list[int]:
    return [int(name == which) for name in names]


def members(names: Iterable[object], held: Iterable[object]) -> list[int]:
    counted = Counter(held)
    return [counted[name] for name in names]


def turns(match: Match, seat: int) -> list[int]:
    """The seats, one's own first."""
    return [(seat + n) % match.players for n in range(match.players)]


def hides(names: Sequence[str], unseen: list[int], others: Iterable[str], known: Iterable[str]) -> None:
    """What others hold is among the cards unseen, and what the seat knows to be elsewhere is not."""
    for name, least, left, gone in zip(names, members(names, others), unseen, members(names, known), strict=True):
        assert least <= left <= 1 - gone, f"{name}: {least} held by others, {gone} known, {left} unseen"


def of_festival(match: Match, seat: int, row: Row) -> Parts:
    t: Any = match.table(seat)
    codes, told, n = festival_words.CODES, match.options, match.players
    looks = {card.code: card for card in t.deck}
    ranked = sorted(codes, key=lambda code: (looks[code].value, looks[code].cats))

    def icons(code: str, icon: str) -> int:
        return int(looks[code].icons.count(icon))

    def card(code: str | None) -> list[int]:
        if code is None:
            return [0] * 9
        about = [looks[code].value, ranked.index(code) + 1, *(icons(code, icon) for icon in ("fish", "booze", "crow"))]
        return one_of(SEASONS, code[:2]) + about

    others: list[Any] = [match.table(other) for other in range(n) if other != seat]
    open_cards = [*t.face_up, *(code for who in (*t.seats, *([t.dummy] if t.dummy else [])) for code in who.taken)]
    hides(codes, row("unseen"), [code for other in others for code in other.hand], [*t.hand, *open_cards])
    playable = [code for code, hand, unseen in zip(codes, row("hand"), row("unseen"), strict=True) if hand or unseen]
    racks = {card.code: card.times for table in (t, *others) for card in table.multipliers}
    phases = ("offer", "start", "multiplier", "tokens", "token", "play", "swap", "yorozu token")
    shown: Parts = {
        "players": one_of((3, 4), n),
        "seat": one_of(range(4), seat),
        "mode": one_of(("basic", "experienced", "advanced"), told["mode"]),
        "phase": one_of(phases, t.phase),
        "target": [0 if told["games"] else int(told["target"])],
        "deal": [t.deal],
        "deals left": [int(told["games"]) - t.deal if told["games"] else 0],
        "extra": [int(t.extra)],
        "round": [t.round],
        "lower": card(t.face_up[0]),
        "higher": card(t.face_up[1]),
        "open": members(SEASONS, t.open),
        "hand": members(codes, t.hand),
        "places": [ranked.index(code) + 1 if code in playable else 0 for code in codes],
        "fish": [icons(code, "fish") if code in playable else 0 for code in codes],
        "booze": [icons(code, "booze") if code in playable else 0 for code in codes],
        "crow": [icons(code, "crow") if code in playable else 0 for code in codes],
        "multipliers": members(MULTIPLIERS, (card.code for card in t.multipliers)),
        "unseen multipliers": members(MULTIPLIERS, (card.code for other in others for card in other.multipliers)),
        "multiplier times": [times for code in MULTIPLIERS for times in racks.get(code, (0,) * 4)],
        "supply": [t.supply.get(season, 0) for season in SEASONS],
    }
    played: list[int] = []
    for k, who in enumerate([*turns(match, seat), *([3] if n == 3 else [])]):
        lies: Any = t.dummy if who == n else t.seats[who]
        played += card(t.chosen if who == seat and t.phase == "play" else lies.played)
        shown[f"decides {k}"] = [int(who in t.acting)]
        shown[f"order {k}"] = [t.order.index(who) + 1 if who in t.order else 0]
        shown[f"cards {k}"] = [lies.cards]
        shown[f"taken {k}"] = members(codes, lies.taken)
        shown[f"crows {k}"] = [sum(icons(code, "crow") for code in lies.taken)]
        shown[f"booze {k}"] = [sum(icons(code, "booze") for code in lies.taken)]
        if who == n:
            continue
        assert lies.booze == shown[f"booze {k}"][0]
        holds = match.table(who).hand  # type: ignore[attr-defined]  # a festival table
        shown[f"booze in hand {k}"] = [sum(icons(code, "booze") for code in holds if code[0] != "Y")]
        shown[f"no more {k}"] = members(SEASONS, lies.no_more)
        times = {
            "basic": [1] * 4,
            "experienced": list(lies.multiplier.times) if lies.multiplier else [0] * 4,
            "advanced": members(SEASONS, lies.tokens),
        }
        shown[f"times {k}"] = times[str(told["mode"])]
        shown[f"multipliers left {k}"] = [lies.multipliers_left]
        shown[f"worth {k}"] = [lies.worth]
        shown[f"total {k}"] = [lies.total]
    return shown | {"played": played}


def of_familiar(match: Match, seat: int, row: Row) -> Parts:
    t: Any = match.table(seat)
    codes, told = familiar_words.CODES, match.options
    errands = familiar_words.ERRAND_CODES

    def card(code: str | None) -> list[int]:
        return [0] * 4 if code is None else [*(int(colour in code) for colour in "RBG"), int(code[-1])]

    others = [code for other in range(3) if other != seat for code in match.table(other).hand]  # type: ignore[attr-defined]
    hidden = row("unseen")
    for part in ("left may hold", "right may hold", "pile may hold"):
        assert all(may <= there for may, there in zip(row(part), hidden, strict=True)), part
    trick = [card(who.played) for who in t.seats if who.played]
    if not trick and t.phase == "draw":
        trick = [card(code) for code in t.last]
    put_back = {code: pile.errands - len(pile.bottom) + n for pile in t.piles for n, code in enumerate(pile.bottom, 1)}
    lies = {errand.code for errand in (*t.display, *t.completed)} | set(put_back)
    shown: Parts = {
        "phase": one_of(("exchange", "pass", "swap", "play", "draw"), t.phase),
        "options": [int(told["hand_exchange"]), int(told["errand_exchange"]), int(told["leader"] == "value")],
        "display size": [sum(map(int, str(told["display"]).split("-")))],
        "round": [t.round],
        "rounds left": [t.rounds - t.round],
        "score": [t.score],
        "draw pile": [t.draw_pile],
        "hand": members(codes, t.hand),
        "display": members(errands, (errand.code for errand in t.display)),
        "unseen errands": [int(code not in lies) for code in errands],
        "put back": [put_back.get(code, 0) for code in errands],
        "piles": [pile.errands for pile in t.piles],
    }
    if not match.over:
        shown["trick"] = [sum(one[n] * one[3] for one in trick) for n in range(3)]
    total = Counter([*t.hand, *others, *t.discards, *(who.played for who in t.seats if who.played)])
    for code, left in zip(codes, hidden, strict=True):
        assert left == (3 if code == "RBG1" else 1) - total[code] + others.count(code), f"{code} unseen"
    for place in range(6):
        there = t.display[place] if place < len(t.display) else None
        shown[f"level {place}"] = one_of((1, 2, 3), there.level if there else 0)
        shown[f"asks {place}"] = list(there.asks) if there else [0] * 3
        shown[f"points {place}"] = [there.points if there else 0]
    for k, who in enumerate(turns(match, seat)):
        shown[f"decides {k}"] = [int(who in t.acting)]
        shown[f"leads {k}"] = [int(who == t.lead)]
        shown[f"cards {k}"] = [t.seats[who].cards]
    return shown | _rounds(match, seat)


def _rounds(match: Match, seat: int) -> Parts:
    """What the seat saw of all rounds, from its log."""
    rounds: list[dict[object, Any]] = []
    lead = -1
    for who, text in match.view(seat, since=0).log:
        word, *rest = text.split()
        if word == "lead":
            lead = int(rest[0])
        if word == "round":
            rounds.append({"led": lead})
        if word == "play":
            rounds[-1][who] = rest[0]
        if word == "pass" and len(rest) == 2:  # the card and to whom; others read to whom alone
            rounds[-1]["given" if who == seat else "received"] = rest[0]

    def card(code: str | None) -> list[int]:
        return [0] * 4 if code is None else [*(int(colour in code) for colour in "RBG"), int(code[-1])]

    shown: Parts = {}
    around = turns(match, seat)
    for ago in range(9):
        then = rounds[-1 - ago] if ago < len(rounds) else {}
        shown[f"led {ago} ago"] = one_of(around, then.get("led", -1))
        for name, what in (("own", around[0]), ("left's", around[1]), ("right's", around[2])):
            shown[f"{name} {ago} ago"] = card(then.get(what))
        for name in ("given", "received"):
            shown[f"{name} {ago} ago"] = card(then.get(name))
    return shown


def of_catsle(match: Match, seat: int, row: Row) -> Parts:
    t: Any = match.table(seat)
    codes = catsle_words.CODES
    suits, n = "RBGYK", match.players
    boards = [code for who in t.seats for place in who.board for code in place.cards]
    trick = [who.played for who in t.seats if who.played]
    others = [code for other in range(n) if other != seat for code in match.table(other).hand]  # type: ignore[attr-defined]
    hides(codes, row("unseen"), others, {*t.hand, *boards, *trick, *t.pool, *([t.extra] if t.extra else [])})

    def card(code: str | None) -> tuple[list[int], list[int]]:
        return (one_of(suits, code[0]), [int(code[1:])]) if code else ([0] * 5, [0])

    extra = card(t.extra)
    shown: Parts = {
        "players": one_of((3, 4, 5), n),
        "phase": one_of(("play", "take", "place"), t.phase),
        "round": [t.round],
        "rounds left": [int(match.options["rounds"]) - t.round],
        "limits": [place.limit for place in t.seats[0].board[:4]],
        "hand": members(codes, t.hand),
        "pool": members(codes, t.pool),
        "extra suit": extra[0],
        "extra rank": extra[1],
        "to place": one_of(suits, t.placing),
    }
    for k, who in enumerate(turns(match, seat)):
        lies = t.seats[who]
        where = {place.cards[0][0]: at for at, place in enumerate(lies.board, 1) if place.cards}
        shown[f"decides {k}"] = [int(who in t.acting)]
        shown[f"leads {k}"] = [int(who == t.leader)]
        shown[f"cards {k}"] = [lies.cards]
        shown[f"played suit {k}"], shown[f"played rank {k}"] = card(lies.played)
        shown[f"place in trick {k}"] = [t.ranking.index(who) + 1 if who in t.ranking else 0]
        taken = [t.placing] if t.placing and who in t.acting else []
        shown[f"built {k}"] = members(suits, [*taken, *(code[0] for place in lies.board for code in place.cards)])
        shown[f"places {k}"] = [where.get(suit, 0) for suit in suits]
        shown[f"lacks {k}"] = members(suits, lies.lacks)
        shown[f"worth {k}"] = [lies.worth]
        shown[f"total {k}"] = [lies.total]
    return shown


def of_ahoy(match: Match, seat: int, row: Row) -> Parts:
    t: Any = match.table(seat)
    n, paws = match.players, 2 if match.players == 2 else 1
    characters = [t.characters[(seat * paws + k) % len(t.characters)] for k in range(len(t.characters))]

    def fish(pile: str) -> list[int]:
        return members("RYBW", pile)

    def worth(pile: str) -> int:
        red, yellow, blue, white = fish(pile)
        sets = min(red, yellow, blue)
        singles = red + yellow + blue - 3 * sets
        return int(sets * t.worth.set + singles * t.worth.single + white * t.worth.white)

    def choice(text: str | None) -> list[int]:
        """Others are named as they sit around."""
        words = (text or "").split()
        if words and words[0] in ahoy_words.PAWS:
            words = words[1:]
        if words[:1] == ["steal"]:
            seen = [character.number for character in characters].index(int(words[1])) + 1
            words = ["steal", str(seen)]
        return one_of(ahoy_words.CHOICES, " ".join(words))

    pointed = _pointed(match, seat)
    shown: Parts = {
        "players": one_of((2, 3, 4, 5, 6), n),
        "seat": one_of(range(6), seat),
        "phase": one_of(("point", "supply"), None if match.over else t.phase),
        "turn": [t.turn],
        "bag": fish(t.bag),
        "supplying": members(range(1, 7), t.supplying)[: len(row("supplying"))],
        "chosen": choice(characters[0].choice),
        "chosen right": choice(characters[1].choice) if paws == 2 else [0] * len(ahoy_words.CHOICES),
    }
    for ocean in range(1, len(row("supplying")) + 1):
        shown[f"ocean {ocean}"] = fish(t.oceans[ocean - 1] if ocean <= len(t.oceans) else "")
    for k, lies in enumerate(characters):
        owned = lies.tile + lies.claimed
        decides = lies.seat in t.acting and (t.phase == "supply" or not lies.ship)
        shown[f"decides {k}"] = [int(decides)]
        shown[f"ship {k}"] = [int(lies.ship)]
        shown[f"banks {k}"] = [int(match.options["banker"] == "player" and lies.seat == 0)]
        shown[f"tile {k}"] = fish(lies.tile)
        shown[f"claimed {k}"] = fish(lies.claimed)
        shown[f"worth {k}"] = [worth(owned)]
        shown[f"score {k}"] = [t.scores[lies.seat]]
        shown[f"more {k}"] = [worth(owned + more) - worth(owned) for more in ("R", "Y", "B", "W", "RYB")]
        shown[f"pointed {k}"] = choice(pointed.get((lies.seat, lies.paw)))
    return shown


def _pointed(match: Match, seat: int) -> dict[tuple[int, str | None], str]:
    """Who last pointed at what, by seat and paw, from the log. In a turn that passes nobody does."""
    turns: list[dict[tuple[int, str | None], str]] = [{}]
    for who, text in match.view(seat, since=0).log:
        first, _, rest = text.partition(" ")
        paw, choice = (first, rest) if first in ahoy_words.PAWS else (None, text)
        if first == "turn":
            turns.append({})
        elif choice in ahoy_words.CHOICES:
            turns[-1][who, paw] = choice
    return next((turn for turn in reversed(turns) if turn), {})


def of_sorting(match: Match, seat: int, row: Row) -> Parts:
    t: Any = match.table(seat)
    codes, n = sorting_words.CODES[:25], match.players
    kinds = {"rabbit": t.rabbits, "cat": t.cats, "new species": t.new_species}
    other = {"rabbit": "cat", "cat": "rabbit"}.get(t.animal or "", "")
    roles = (t.animal, other, "new species")

    def lengths(code: str | None) -> list[int]:
        return [0, 0] if code in (None, "bear") else [int(code[0]), int(code[1])]

    others = [code for who in range(n) if who != seat for code in match.table(who).hand]  # type: ignore[attr-defined]
    held = members(codes, others)
    copies = [2 if code[0] == code[1] and not match.options["bears"] else 1 for code in codes]
    for left, least, own, most in zip(row("unseen"), held, members(codes, t.hand), copies, strict=True):
        assert least <= left <= most - own
    there = [own or unseen for own, unseen in zip(row("hand"), row("unseen"), strict=True)]
    weight = {code: t.responsibility[int(code[0]) - 1][int(code[1]) - 1] for code in codes}
    strongest = t.seats[t.ahead] if t.ahead is not None and t.ahead >= 0 else None
    best = 0
    if strongest and strongest.played != "bear":
        best = weight[strongest.played] + 9 * (strongest.species == "new species")
    left = t.seats[seat].cards + (t.seats[seat].played is not None)
    shown: Parts = {
        "players": one_of((3, 4, 5), n),
        "phase": one_of(("declare", "lead", "play"), t.phase),
        "options": [int(match.options["declare"]), int(match.options["bears"])],
        "week": [t.week],
        "weeks left": [int(match.options["weeks"]) - t.week],
        "day": [t.day],
        "hand": members(codes, t.hand),
        "bear": [int("bear" in t.hand)],
        "responsibility": [weight[code] if here else 0 for code, here in zip(codes, there, strict=True)],
        "reference": lengths(t.reference),
        "animal": one_of(("rabbit", "cat"), t.animal),
        "collected": members(codes, kinds.get(t.animal, ())),
        "other": members(codes, kinds.get(other, ())),
        "new species": members(codes, t.new_species),
        "display": [t.display_white, t.display_black],
        "on cards": [sum(who.card_black for who in t.seats)],
        "strength": [best],
    }
    if not match.over:
        shown |= {"days left": [left - 1], "aside": [t.aside]}
    for k, who in enumerate(turns(match, seat)):
        lies = t.seats[who]
        shown[f"decides {k}"] = [int(who in t.acting)]
        shown[f"began {k}"] = [int(who == t.start)]
        shown[f"starts {k}"] = [int(who == t.starter)]
        shown[f"cards {k}"] = [lies.cards]
        shown[f"played {k}"] = lengths(lies.played)
        shown[f"played bear {k}"] = [int(lies.played == "bear")]
        shown[f"role {k}"] = one_of(roles, lies.species) if t.animal else [0] * 3
        shown[f"ahead {k}"] = [int(t.ahead == who)]
        shown[f"white {k}"] = [lies.white]
        shown[f"black {k}"] = [lies.black]
        shown[f"said {k}"] = one_of((True, False), lies.declared)
        shown[f"bear out {k}"] = [int(lies.bear_played)]
        shown[f"lacks {k}"] = members(codes, lies.lacks)
        shown[f"total {k}"] = [lies.total]
    return shown


SIGHTS: dict[str, Callable[[Match, int, Row], Parts]] = {
    "festival": of_festival,
    "familiar": of_familiar,
    "catsle": of_catsle,
    "ahoy": of_ahoy,
    "sorting": of_sorting,
}

# What no view shows: it follows from it, or is remembered. (`unseen` is looked at by itself.)
HIDES = {
    "festival": {"unseen", "token for"},
    "familiar": {"unseen", "left may hold", "right may hold", "pile may hold"},
    "catsle": {"unseen"},
    "ahoy": set[str](),
    "sorting": {"unseen", *(f"worth {seat}" for seat in range(5))},
}
