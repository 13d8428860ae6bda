"""Many matches between players who choose blindly: by the million, or one by one to be recorded."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from tabbytop.core import chance
from tabbytop.core.contract import MOST_ACTIONS, MOST_SEATS
from tabbytop.play import engine
from tabbytop.play.match import Match
from tabbytop.play.setup import SEEDS, Setup, signed


@dataclass(frozen=True)
class Outcomes:
    """What matches came to: one row each."""

    lengths: np.ndarray  # moves
    scores: np.ndarray  # by seat
    winners: np.ndarray  # the set of seats that share the victory


class Crowd:
    """The matches of one run: the n-th is the same whether it is counted, recorded, or played alone from its seed."""

    def __init__(self, setup: Setup) -> None:
        """The setup's seed is the run's."""
        self._setup = setup
        parts = setup.parts
        self._states = np.zeros(1, parts.rules.STATE)
        self._chooser = np.zeros(1, chance.GENERATOR)
        self._legal = np.zeros(MOST_ACTIONS, np.int16)

    def play(self, first: int, matches: int) -> Outcomes:
        """So many matches of the run, compiled, on one core."""
        done = Outcomes(
            np.zeros(matches, np.int32), np.zeros((matches, MOST_SEATS), np.int32), np.zeros(matches, np.int64)
        )
        engine.many_at_random(
            self._setup.config, self._states, self._chooser, self._legal, signed(self._setup.seed), first,
            done.lengths, done.scores, done.winners,
        )  # fmt: skip
        return done

    def begun(self, first: int, matches: int) -> Iterator[Match]:
        """The same matches, before anyone has moved."""
        for number in range(first, first + matches):
            seed = engine.seed_of(self._chooser, signed(self._setup.seed), number)
            yield Match(replace(self._setup, seed=seed % SEEDS))

    def matches(self, first: int, matches: int) -> Iterator[Match]:
        """The same matches, one by one."""
        for match in self.begun(first, matches):
            engine.start_choosing(self._chooser, signed(match.seed))
            while not match.over:
                legal = match.legal()
                match.play(legal[engine.choose(self._chooser, len(legal))])
            yield match
