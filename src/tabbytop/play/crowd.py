"""Many matches between compiled players: by the million, or one by one to be recorded."""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise

import numpy as np

from tabbytop.core import chance
from tabbytop.core.contract import MOST_SEATS
from tabbytop.play import engine
from tabbytop.play.blind import BLIND
from tabbytop.play.match import Match
from tabbytop.play.setup import SEEDS, Setup, signed

SHARE = 64  # matches for which a thread is worth its while


@dataclass(frozen=True)
class Outcomes:
    """What matches came to: one row each, but for what is counted in all of them together."""

    lengths: np.ndarray  # moves
    scores: np.ndarray  # by seat
    winners: np.ndarray  # the set of seats that share the victory
    firsts: np.ndarray  # the seat that decided first
    tally: np.ndarray  # moves of each kind: how many, and in how many matches
    fired: np.ndarray  # the same of rules

    @classmethod
    def none(cls, matches: int) -> Outcomes:
        """Room for so many."""
        return cls(
            np.zeros(matches, np.int32), np.zeros((matches, MOST_SEATS), np.int32), np.zeros(matches, np.int64),
            np.zeros(matches, np.int8), np.zeros((2, engine.KINDS), np.int64), np.zeros((2, engine.RULES), np.int64),
        )  # fmt: skip


@cache
def kinds_of(names: tuple[str, ...]) -> tuple[str, ...]:
    """What kinds of moves there are, in the order of the actions: "play R8" and "play R9" are of one kind."""
    return tuple(dict.fromkeys(map(kind_of, names)))


@cache
def kind_of(move: str) -> str:
    """The words of a move without its cards, places and numbers."""
    return " ".join(word for word in move.split() if word.isalpha() and word.islower())


def cores() -> int:
    """How many this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@cache
def crew() -> ThreadPoolExecutor:
    """A thread for each core, for compiled functions that do not hold Python's lock."""
    return ThreadPoolExecutor(cores(), "tabbytop")


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=crew.cache_clear)  # a forked process has no threads but the one that forked


class Crowd:
    """The matches of one run: the n-th is the same whether it is counted, recorded, or played alone from its seed."""

    def __init__(self, setup: Setup, player: np.dtype[np.void] = BLIND) -> None:
        """The setup's seed is the run's. Its player has all seats."""
        self._setup, self._player = setup, player
        names = setup.parts.notation.ACTIONS
        found = kinds_of(names)
        assert len(found) <= engine.KINDS, "more kinds of moves than there is room to count"
        assert len(setup.parts.notation.RULES) <= engine.RULES, "more rules than there is room to count"
        self.kinds = found
        self.kind = np.array([found.index(kind_of(name)) for name in names], np.int8)
        """The kind of each action."""
        self._chooser = np.zeros(1, chance.GENERATOR)

    @property
    def setup(self) -> Setup:
        return self._setup

    @property
    def player(self) -> np.dtype[np.void]:
        return self._player

    def play(self, first: int, matches: int, most_cores: int | None = None) -> Outcomes:
        """So many matches of the run, compiled, on all cores or on so many."""
        done = Outcomes.none(matches)
        shares = max(1, min(most_cores or cores(), matches // SHARE))
        ends = [matches * share // shares for share in range(shares + 1)]
        if shares == 1:
            _add(done, self._share(first, done, 0, matches))
            return done
        for job in [crew().submit(self._share, first, done, low, high) for low, high in pairwise(ends)]:
            _add(done, job.result())
        return done

    def _share(self, first: int, done: Outcomes, low: int, high: int) -> np.record:
        """Some of the matches; the player that counted in them is returned."""
        states, players = np.zeros(1, self._setup.parts.rules.STATE), np.zeros(1, self._player)
        engine.many(
            self._setup.config, states, players, self.kind, signed(self._setup.seed), first + low,
            done.lengths[low:high], done.scores[low:high], done.winners[low:high], done.firsts[low:high],
        )  # fmt: skip
        player: np.record = players[0]
        return player

    def begun(self, first: int, matches: int) -> Iterator[Match]:
        """The same matches, before anyone has moved."""
        for number in range(first, first + matches):
            seed = engine.seed_of(self._chooser, signed(self._setup.seed), number)
            yield Match(replace(self._setup, seed=seed % SEEDS))

    def matches(self, first: int, matches: int) -> Iterator[Match]:
        """The same matches between players who choose blindly, one by one."""
        for match in self.begun(first, matches):
            engine.start_choosing(self._chooser, signed(match.seed))
            while not match.over:
                legal = match.legal()
                match.play(legal[engine.choose(self._chooser, len(legal))])
            yield match


def _add(done: Outcomes, player: np.record) -> None:
    done.tally[:] += player.tally
    done.fired[:] += player.fired
