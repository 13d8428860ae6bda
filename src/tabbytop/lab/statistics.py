"""What many matches came to, counted as they end, however many they are."""

from __future__ import annotations

import math
from collections import Counter
from typing import TYPE_CHECKING, Any

import numpy as np

from tabbytop.core.bits import each
from tabbytop.play import engine
from tabbytop.play.crowd import Outcomes, kinds_of
from tabbytop.play.setup import Setup

if TYPE_CHECKING:
    from tabbytop.play.cuda import Counts

BARS = 12


class Statistics:
    """Scores and victories by seat and by place, lengths, moves by their kind, and rules.

    Places are counted clockwise from the seat that decides first, which a lot may draw anew for each match.
    """

    def __init__(self, setup: Setup) -> None:
        self._setup = setup
        seats = range(setup.players)
        # By the seat that decided first; scores then by seat.
        self._scores: list[list[Counter[int]]] = [[Counter() for _ in seats] for _ in seats]
        self._winners: list[Counter[int]] = [Counter() for _ in seats]
        self._lengths: Counter[int] = Counter()
        # How many in all, and in how many matches.
        self._tally = np.zeros((2, engine.KINDS), np.int64)
        self._fired = np.zeros((2, engine.RULES), np.int64)

    @property
    def matches(self) -> int:
        return self._lengths.total()

    def add(self, done: Outcomes) -> None:
        """Matches one by one."""
        for first in np.unique(done.firsts):
            these = done.firsts == first
            for seat, scores in enumerate(self._scores[first]):
                scores.update(_counted(done.scores[these, seat]))
            self._winners[first].update(_counted(done.winners[these]))
        self._lengths.update(_counted(done.lengths))
        self._tally += done.tally
        self._fired += done.fired

    def take(self, counts: Counts, lowest: int) -> None:
        """Matches that were counted elsewhere."""
        for first, by_seat in enumerate(self._scores):
            for seat, scores in enumerate(by_seat):
                scores.update(_filled(counts.scores[first, seat], lowest))
            self._winners[first].update(_filled(counts.winners[first]))
        self._lengths.update(_filled(counts.lengths))
        self._tally += counts.tally
        self._fired += counts.fired

    def _standings(self, *, by_place: bool) -> list[dict[str, Any]]:
        """What came to each seat, or to each place."""
        players, matches = self._setup.players, self.matches
        scores: list[Counter[int]] = [Counter() for _ in range(players)]
        won: list[Counter[int]] = [Counter() for _ in range(players)]  # by how many shared it
        for first in range(players):
            turned = first if by_place else 0
            for seat in range(players):
                scores[(seat - turned) % players].update(self._scores[first][seat])
            for winners, often in self._winners[first].items():
                for seat in each(winners):
                    won[(seat - turned) % players][winners.bit_count()] += often
        return [
            {
                "score": _spread(scores[n]),
                "each_score": _shares(scores[n]),
                "wins": won[n].total() / matches,
                "share": sum(often / sharing for sharing, often in sorted(won[n].items())) / matches,
            }
            for n in range(players)
        ]

    def summary(self) -> dict[str, Any]:
        """As plain data."""
        setup, matches = self._setup, self.matches
        kinds = kinds_of(setup.parts.notation.ACTIONS)
        scores = sum((one for by_seat in self._scores for one in by_seat), Counter[int]())
        summary: dict[str, Any] = {
            "game": setup.game.id,
            "players": setup.players,
            "options": dict(setup.options),
            "matches": matches,
            "seed": setup.seed,
            "moves": sum(length * often for length, often in self._lengths.items()),
            "length": _spread(self._lengths),
            "each_length": _shares(self._lengths),
            "seats": self._standings(by_place=False),
            "places": self._standings(by_place=True),
            "places_from": "the seat that decides first",
            "first_decisions": [winners.total() / matches for winners in self._winners],
            "shared_victories": sum(
                often for winners in self._winners for won, often in winners.items() if won.bit_count() > 1
            )
            / matches,
            "scores": _histogram(scores),
            "lengths": _histogram(self._lengths),
            "moves_by_kind": _per_match(kinds, self._tally[0], matches),
            "moves_in_matches": _per_match(kinds, self._tally[1], matches),
            "rules": [
                {"name": name, "clause": clause, "per_match": int(often) / matches, "in_matches": int(come) / matches}
                for (clause, name), often, come in zip(setup.parts.notation.RULES, *self._fired, strict=False)
            ],
        }
        outcome = setup.parts.notation.outcome
        if "rating" in outcome([0] * setup.players, []):
            rated = {score: outcome([score] * setup.players, [])["rating"] for score in range(max(scores) + 1)}
            names = dict.fromkeys(rated.values())
            whole = scores.total()
            summary["ratings"] = {
                name: sum(often for score, often in scores.items() if rated[score] == name) / whole for name in names
            }
        return summary


def _counted(values: np.ndarray) -> dict[int, int]:
    found, often = np.unique(values, return_counts=True)
    return dict(zip(found.tolist(), often.tolist(), strict=True))


def _filled(bins: np.ndarray, lowest: int = 0) -> dict[int, int]:
    (at,) = bins.nonzero()
    return dict(zip((at + lowest).tolist(), bins[at].tolist(), strict=True))


def _per_match(kinds: tuple[str, ...], counted: np.ndarray, matches: int) -> dict[str, float]:
    return {kind: often / matches for kind, often in zip(kinds, counted.tolist(), strict=False)}


def _shares(counter: Counter[int]) -> list[list[float]]:
    """Each value and how often it comes, unrounded: of billions of matches, a few are seen, too."""
    whole = counter.total()
    return [[value, often / whole] for value, often in sorted(counter.items())]


def _spread(counter: Counter[int]) -> dict[str, float]:
    whole = counter.total()
    mean = sum(value * often for value, often in counter.items()) / whole
    variance = math.fsum((value - mean) ** 2 * often for value, often in counter.items()) / whole
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
