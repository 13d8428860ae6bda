"""What many matches came to, counted as they end, however many they are."""

from __future__ import annotations

import math
from collections import Counter
from typing import TYPE_CHECKING, Any

import numpy as np

from tabbytop.core.bits import each
from tabbytop.play.crowd import Outcomes, kinds_of
from tabbytop.play.setup import Setup

if TYPE_CHECKING:
    from tabbytop.play.cuda import Counts

BARS = 12


class Statistics:
    """Scores by seat, lengths, victories, and moves by their kind."""

    def __init__(self, setup: Setup) -> None:
        self._setup = setup
        self._scores: list[Counter[int]] = [Counter() for _ in range(setup.players)]
        self._lengths: Counter[int] = Counter()
        self._winners: Counter[int] = Counter()
        self._tally: Counter[str] = Counter()

    @property
    def matches(self) -> int:
        return self._winners.total()

    def add(self, done: Outcomes) -> None:
        """Matches one by one."""
        for seat, scores in enumerate(self._scores):
            scores.update(_counted(done.scores[:, seat]))
        self._lengths.update(_counted(done.lengths))
        self._winners.update(_counted(done.winners))
        self._add_tally(done.tally)

    def take(self, counts: Counts, lowest: int) -> None:
        """Matches that were counted elsewhere."""
        for seat, scores in enumerate(self._scores):
            scores.update(_filled(counts.scores[seat], lowest))
        self._lengths.update(_filled(counts.lengths))
        self._winners.update(_filled(counts.winners))
        self._add_tally(counts.tally)

    def _add_tally(self, tally: np.ndarray) -> None:
        kinds = kinds_of(self._setup.parts.notation.ACTIONS)
        self._tally.update(dict(zip(kinds, tally.tolist(), strict=False)))

    def summary(self) -> dict[str, Any]:
        """As plain data."""
        setup, matches = self._setup, self.matches
        winners = {frozenset(each(seats)): often for seats, often in self._winners.items()}
        won = [{seats: often for seats, often in winners.items() if seat in seats} for seat in range(setup.players)]
        summary: dict[str, Any] = {
            "game": setup.game.id,
            "players": setup.players,
            "options": dict(setup.options),
            "matches": matches,
            "seed": setup.seed,
            "moves": sum(length * often for length, often in self._lengths.items()),
            "length": _spread(self._lengths),
            "each_length": _shares(self._lengths),
            "seats": [
                {
                    "score": _spread(scores),
                    "each_score": _shares(scores),
                    "wins": sum(won[seat].values()) / matches,
                    "share": sum(often / len(seats) for seats, often in won[seat].items()) / matches,
                }
                for seat, scores in enumerate(self._scores)
            ],
            "shared_victories": sum(often for seats, often in winners.items() if len(seats) > 1) / matches,
            "scores": _histogram(sum(self._scores, Counter())),
            "lengths": _histogram(self._lengths),
            "moves_by_kind": {kind: often / matches for kind, often in self._tally.items()},
        }
        outcome = setup.parts.notation.outcome
        if "rating" in outcome([0] * setup.players, []):
            teams = self._scores[0]
            rated = {score: outcome([score] * setup.players, [])["rating"] for score in range(max(teams) + 1)}
            names = dict.fromkeys(rated.values())
            summary["ratings"] = {
                name: sum(often for score, often in teams.items() if rated[score] == name) / matches for name in names
            }
        return summary


def _counted(values: np.ndarray) -> dict[int, int]:
    found, often = np.unique(values, return_counts=True)
    return dict(zip(found.tolist(), often.tolist(), strict=True))


def _filled(bins: np.ndarray, lowest: int = 0) -> dict[int, int]:
    (at,) = bins.nonzero()
    return dict(zip((at + lowest).tolist(), bins[at].tolist(), strict=True))


def _shares(counter: Counter[int]) -> list[list[float]]:
    """Each value and how often it comes, unrounded: of billions of matches, a few are seen, too."""
    whole = counter.total()
    return [[value, often / whole] for value, often in sorted(counter.items())]


def _spread(counter: Counter[int]) -> dict[str, float]:
    whole = counter.total()
    mean = sum(value * often for value, often in counter.items()) / whole
    variance = sum((value - mean) ** 2 * often for value, often in counter.items()) / whole
    return {
        "mean": mean,
        "deviation": math.sqrt(variance),
        "least": min(counter),
        "most": max(counter),
    }


def _histogram(counter: Counter[int]) -> list[dict[str, float]]:
    """How often values fall into each of a few equal ranges."""
    low, high, whole = min(counter), max(counter), counter.total()
    width = max(1, -(-(high - low + 1) // BARS))
    return [
        {
            "from": start,
            "to": start + width - 1,
            "share": sum(often for value, often in counter.items() if start <= value < start + width) / whole,
        }
        for start in range(low, high + 1, width)
    ]
