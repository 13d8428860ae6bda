"""What the interfaces share: a match that pays its seats, and what the numbers handed out are."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping

import numpy as np

from tabbytop.core.contract import CHANCE, MOST_SEATS
from tabbytop.core.encoding import MOST, NUMBER
from tabbytop.core.errors import BadOption
from tabbytop.core.view import SPECTATOR
from tabbytop.envs import need
from tabbytop.play import engine
from tabbytop.play.batch import REWARDS
from tabbytop.play.loom import DEAL
from tabbytop.play.match import Match
from tabbytop.play.setup import SEEDS, Setup, prepare

need("gymnasium")

from gymnasium import spaces  # noqa: E402  (what is missing is said first)

MASK = np.int8  # as PettingZoo's and Gymnasium's own environments have it
RENDER_MODES = ("ansi",)


class Paid:
    """A match of points: what each move brings each seat.

    Points are paid when the match is over or, by deal, after every deal of it as well. All that is paid in a match adds
    up to its scores. Where seats play together each is paid what the team has.
    """

    def __init__(self, match: Match, *, by_deal: bool) -> None:
        self.match = match
        self._by_deal = by_deal
        self._paid = [0] * match.players

    def play(self, move: int) -> list[float]:
        """Make a move; the points it brought."""
        before = engine.twin(self.match.slots) if self._by_deal else None
        self.match.play(move)
        scores = self._paid
        if self.match.over:
            scores = self.match.scores
        elif before is not None:
            scores = self._after_the_deal(before, move)
        points = [float(score - paid) for score, paid in zip(scores, self._paid, strict=True)]
        self._paid = scores
        return points

    def _after_the_deal(self, slots: np.ndarray, move: int) -> list[int]:
        """The scores when the last deal came to its end, if this move ended it."""
        scores = self._paid
        engine.move(slots, move)
        while slots[0].s.seat == CHANCE:
            if slots[0].s.phase == DEAL:
                out = np.zeros(MOST_SEATS, np.int32)
                engine.finish(slots, out)
                scores = out[: len(scores)].tolist()
            engine.draw(slots)
            engine.carry_out(slots)
        return scores


class Tables:
    """Matches of one kind, one after the other: the same from the same seed on."""

    def __init__(
        self, game: str, players: int | None, options: Mapping[str, object] | None, seed: int | None, reward: str
    ) -> None:
        if reward not in REWARDS:
            raise BadOption(f"reward is {' or '.join(REWARDS)}; got {reward!r}")
        self._by_deal = reward == "deal"
        self.setup: Setup = prepare(game, players, options or {}, None, None if seed is None else int(seed))
        self.actions = len(self.setup.parts.notation.ACTIONS)
        self._seeds = np.random.default_rng(self.setup.seed)
        self._next: int | None = self.setup.seed

    def open(self, seed: int | None = None) -> Paid:
        """The match of this seed, that is `tabbytop.new(..., seed=seed)`; else the next of those that follow it."""
        if seed is not None:
            self._next, self._seeds = int(seed), np.random.default_rng(int(seed))
        number = int(self._seeds.integers(SEEDS - 1, dtype=np.uint64)) if self._next is None else self._next
        self._next = None
        setup = prepare(self.setup.game.id, self.setup.players, self.setup.options, None, number)
        return Paid(Match(setup), by_deal=self._by_deal)

    def space(self, more: int = 0) -> object:
        """What an observation can be; `more` actions are the interface's own."""
        return observation_space(self.setup, self.actions + more)


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
