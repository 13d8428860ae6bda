"""What the interfaces share: a match that pays its seats, and what the numbers handed out are."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterable, Mapping
from pathlib import Path

import numpy as np

from tabbytop.core.encoding import MOST, NUMBER
from tabbytop.core.errors import BadOption
from tabbytop.core.view import SPECTATOR
from tabbytop.envs import need
from tabbytop.play import loom
from tabbytop.play.batch import by_deal
from tabbytop.play.match import Match
from tabbytop.play.setup import SEEDS, Setup, check_seed, prepare

need("gymnasium")

from gymnasium import spaces  # noqa: E402  (what is missing is said first)

Components = Path | str | Mapping[str, object] | None

MASK = np.int8  # as PettingZoo's and Gymnasium's own environments have it
RENDER_MODES = ("ansi",)


class Paid:
    """A match of points: what each move brings each seat, paid as `loom.play` does it.

    Where seats play together each is paid what the team has.
    """

    def __init__(self, match: Match, *, by_deal: bool) -> None:
        self.match = match
        self._by_deal = by_deal
        # The same match once more, as a strand: it is that which pays.
        self._strands = np.zeros(1, loom.strand(match.setup.parts.rules.STATE))
        self._strands["s"] = match.slots["s"]
        self._points = np.zeros(match.players, np.float32)

    def play(self, move: int) -> list[float]:
        """Make a move; the points it brought."""
        self.match.play(move)
        self._points[:] = 0
        loom.play_alone(self.match.setup.config, self._strands, move, self._by_deal, self._points)
        points: list[float] = self._points.tolist()
        return points


class Tables:
    """Matches of one kind, one after the other: the same from the same seed on."""

    def __init__(
        self,
        game: str,
        players: int | None,
        options: Mapping[str, object] | None,
        components: Components,
        seed: int | None,
        reward: str,
    ) -> None:
        self._by_deal = by_deal(reward)
        self.setup: Setup = prepare(game, players, options or {}, components, None if seed is None else whole(seed))
        self.actions = len(self.setup.parts.notation.ACTIONS)
        self._seeds = np.random.default_rng(self.setup.seed)
        self._next: int | None = self.setup.seed

    def open(self, seed: int | None = None) -> Paid:
        """The match of this seed, that is `tabbytop.new(..., seed=seed)`; else the next of those that follow it."""
        if seed is not None:
            self._next = whole(seed)
            self._seeds = np.random.default_rng(self._next)
        number = int(self._seeds.integers(SEEDS - 1, dtype=np.uint64)) if self._next is None else self._next
        self._next = None
        return Paid(Match(dataclasses.replace(self.setup, seed=number)), by_deal=self._by_deal)

    def space(self, more: int = 0) -> object:
        """What an observation can be; `more` actions are the interface's own."""
        return observation_space(self.setup, self.actions + more)


def whole(seed: object) -> int:
    """A seed, also as NumPy has it."""
    return check_seed(int(seed) if isinstance(seed, np.integer) else seed)


def observation_space(setup: Setup, actions: int) -> object:
    size = setup.parts.observation.LAYOUT.size
    return spaces.Dict(
        {
            "observation": spaces.Box(-MOST, MOST, (size,), NUMBER),
            "action_mask": spaces.Box(0, 1, (actions,), MASK),
        }
    )


def mask(actions: int, legal: Iterable[int]) -> np.ndarray:
    row = np.zeros(actions, MASK)
    row[list(legal)] = 1
    return row


def outcome(match: Match) -> dict[str, object]:
    """What there is to know besides, for everyone: how the match ended."""
    return {"scores": match.scores, "winners": match.winners} if match.over else {}


def check_render_mode(mode: str | None) -> None:
    if mode is not None and mode not in RENDER_MODES:
        raise BadOption(f"render_mode is {' or '.join(RENDER_MODES)}, or None; got {mode!r}")


def text(match: Match, seat: int = SPECTATOR) -> str:
    """The table as a seat sees it, or a spectator."""
    return json.dumps(match.view(seat, since=len(match.log())).json(), indent=1, ensure_ascii=False)
