"""The players: at random, by rules of thumb, and by search in four strengths."""

from __future__ import annotations

import importlib
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from functools import cache
from typing import Protocol

import numpy as np

from tabbytop.bots import search
from tabbytop.bots.mind import MIND, advise, consider, hope, luck_at
from tabbytop.bots.program import Program
from tabbytop.bots.seat import Seat
from tabbytop.core import chance
from tabbytop.core.compiler import compiled
from tabbytop.core.contract import MOST_SEATS
from tabbytop.core.errors import BadOption
from tabbytop.games import parts
from tabbytop.play import together
from tabbytop.play.crowd import Crowd
from tabbytop.play.match import Match
from tabbytop.play.setup import signed

LOTS = 1 << 30
DIGITS = 7  # of search:N, which needs room for its tree
A_PAIR = 2
FEW = 200  # worlds, before simulations share one
# Up to the next comma that is not in quotes, as a shell has them.
ONE = re.compile(r"""(?:\\.|'[^']*'|"(?:\\.|[^"\\])*"|[^,'"\\])*""", re.DOTALL)
QUOTES = "; a comma that belongs to a command stands in quotes, as in exec:bot '1,2'"


class Bot(Protocol):
    """A player that is a program. The seed is all the luck it has: the same seat and seed give the same move."""

    @property
    def name(self) -> str: ...

    def choose(self, seat: Seat, seed: int) -> int:
        """One of the seat's legal moves."""


@dataclass(frozen=True)
class Random:
    """Any legal move."""

    name: str = "random"

    def choose(self, seat: Seat, seed: int) -> int:
        g = np.zeros(1, chance.GENERATOR)
        legal = seat.legal()
        return legal[_one_of(g, signed(seed), len(legal))]


@dataclass(frozen=True)
class Heuristic:
    """Rules of thumb."""

    name: str = "heuristic"

    def choose(self, seat: Seat, seed: int) -> int:
        load(seat.game.id)
        world, minds = seat.imagine(seed), np.zeros(1, MIND)
        return int(_thumb(world.slots, minds, signed(seed)))


@dataclass(frozen=True)
class Style:
    """How to search; what `search` has is explained there. benchmarks/alternatives.py tries others."""

    explore: float = 0.4
    widen: float = 1.0
    share: int = 8
    playouts: int = 2
    trees: int = 1
    deep: int = search.DEPTH - MOST_SEATS
    blind: int = 64
    foresee: int = search.ALWAYS
    daring: int = 50
    matching: int = 1
    # A choice face down is drawn by this power of how often it was found worth trying, with two players. With more, a
    # sharpened mixture can be read (benchmarks/exploiter.py): there it is drawn as it was found.
    sharp: int = 3


@dataclass(frozen=True)
class Search:
    """So many simulations for each move."""

    name: str
    simulations: int
    style: Style = Style()
    by_game: Mapping[str, int] = field(default_factory=dict)  # where it is another number

    def effort(self, game: str) -> int:
        return self.by_game.get(game, self.simulations)

    def choose(self, seat: Seat, seed: int) -> int:
        legal = seat.legal()
        if len(legal) == 1:
            return legal[0]
        found = self.think(seat, seed)
        tried = found.tried[: len(legal)]
        if not found.mixed:
            return legal[favourite(found)]
        # Face down: by lot, so that nobody can count on it, but never what was only tried for the sake of trying.
        worth = np.maximum(0, tried - tried.sum() * self.style.daring // (search.ALWAYS * len(legal)))
        bounds = np.cumsum((worth / worth.max()) ** (self.style.sharp if seat.players == A_PAIR else 1))
        luck = _one_of(np.zeros(1, chance.GENERATOR), signed(seed), LOTS) / LOTS
        return legal[int(np.searchsorted(bounds, luck * bounds[-1], side="right"))]

    def think(self, seat: Seat, seed: int) -> np.record:
        """What a search from the seat's decision finds."""
        load(seat.game.id)
        world = seat.imagine(seed)
        desks = np.zeros(1, search.DESK)
        d: np.record = desks[0]
        d.seat, d.players, d.seed, d.simulations = seat.number, seat.players, signed(seed), self.effort(seat.game.id)
        d.together, d.scale = seat.game.together, seat.game.scale
        d.horizon = seat.game.horizon.get(seat.players, 0) * seat.players
        for knob, _ in search.STYLE:
            setattr(d, knob, getattr(self.style, knob))
        d.share = min(self.style.share, -(-d.simulations // FEW))
        minds = np.zeros(1, MIND)
        hope(minds[0], signed(seed))
        roots = np.ascontiguousarray(world.slots["s"])
        configs = np.ascontiguousarray(world.slots["c"])
        search.think(configs, roots, np.zeros(3, roots.dtype), minds, desks, *_room(int(d.simulations)))
        return d


def favourite(found: np.record) -> int:
    """Which of the moves a search came to like best: the one tried most, of several the one worth most."""
    return max(range(int(found.choices)), key=lambda n: (found.tried[n], found.worth[n]))


_room = cache(search.plant)


@cache
def load(game: str) -> None:
    """A game's rules of thumb."""
    parts(game)
    importlib.import_module(f"tabbytop.bots.heuristics.{game}")


@compiled
def _one_of(gs: np.ndarray, seed: int, n: int) -> int:
    chance.seed(gs[0], seed, chance.CHOICES)
    return chance.below(gs[0], n)


@compiled
def _thumb(slots: np.ndarray, minds: np.ndarray, seed: int) -> int:
    t, m = slots[0], minds[0]
    hope(m, seed)
    consider(t.c, t.s, m)
    return advise(t.c, t.s, m)


# From a kitten with a ball of yarn to a tiger asleep on a cushion. A weak one looks at a few appealing moves in a few
# imagined worlds, so it errs as a beginner does; the strongest thinks for some hundredths of a second.
STRENGTHS = {
    "kitten": Search("kitten", 4, by_game={"sorting": 3}),
    "tabby": Search("tabby", 25, by_game={"ahoy": 40}),
    "lynx": Search("lynx", 200, by_game={"sorting": 100}),
    "tiger": Search("tiger", 12_000, by_game={"catsle": 3_000, "familiar": 6_000}),
}


def find(name: str) -> Bot:
    """A bot by its name: random, heuristic, a strength, search:N for N simulations a move, or exec:COMMAND."""
    if name == "random":
        return Random()
    if name == "heuristic":
        return Heuristic()
    if name in STRENGTHS:
        return STRENGTHS[name]
    kind, _, number = name.partition(":")
    if kind == "search" and number.isdecimal() and len(number) <= DIGITS and int(number):
        return Search(name, int(number))
    if kind == "exec" and number.strip():
        return Program(number)
    raise BadOption(
        f"a bot is random, heuristic, {', '.join(STRENGTHS)}, search:SIMULATIONS or exec:COMMAND; got {name!r}"
    )


def several(names: str) -> list[Bot]:
    """Bots by their names, with commas between. A comma in quotes is part of a command."""
    found, at = [], 0
    while one := ONE.match(names, at):
        found.append(one[0].strip())
        at = one.end()
        if at == len(names):
            break
        if names[at] != ",":
            raise BadOption(f"a quote in {names!r:.80} does not end")
        at += 1
    try:
        return [find(name) for name in found]
    except BadOption as error:
        raise BadOption(f"{error}{_hint(names)}") from None


def lineup(names: str, seats: int) -> list[Bot]:
    """Bots for so many seats: one name for all of them, or one each, with commas between.

    A program runs once for each seat, so that none is told what another sees. `dismiss` them when the match is over.
    """
    bots = several(names)
    if len(bots) == 1:
        return [bot for _ in range(seats) for bot in several(names)]
    if len(bots) != seats:
        raise BadOption(f"expected one bot, or {seats} with commas between; got {len(bots)}{_hint(names)}")
    return bots


def _hint(names: str) -> str:
    return QUOTES if "exec:" in names else ""


def dismiss(bots: Iterable[Bot]) -> None:
    """Let programs go. Who is asked again begins anew, and knows nothing of an earlier match."""
    for bot in bots:
        if isinstance(bot, Program):
            bot.close()


def settings(name: str, game: str) -> dict[str, int | float]:
    """What a searching bot of this name does in a game, to tell whether it is still the same bot."""
    bot = find(name)
    return {"simulations": bot.effort(game), **asdict(bot.style)} if isinstance(bot, Search) else {}


def luck(match: Match) -> int:
    """The seed of the next decision: the same each time the match stands here, so that it can be resumed or undone."""
    return int(luck_at(signed(match.seed), len(match.history)))


def decide(match: Match, bots: list[Bot]) -> None:
    """Let the bot of the deciding seat move."""
    match.play(bots[match.seat].choose(Seat(match), luck(match)))


def played(crowd: Crowd, names: str, matches: int) -> Iterator[Match]:
    """The first matches of a crowd, one by one, played by these bots; random ones as the crowd itself would."""
    if names == "random":
        yield from crowd.matches(0, matches)
        return
    bots = lineup(names, crowd.setup.players)
    for match in crowd.begun(0, matches):
        try:
            while not match.over:
                decide(match, bots)
        finally:
            dismiss(bots)
        yield match


def choices(match: Match, bot: Bot, seat: int) -> list[int]:
    """What a bot does on a seat whose decision is due: one move, or with two paws, two."""
    chosen: list[int] = []
    while (asked := together.decision(match, seat, chosen)) is not None:
        chosen.append(bot.choose(Seat(asked), luck(asked)))
        if not together.at_once(match):
            break
    return chosen
