"""Gymnasium: one seat against bots. Importing this registers "tabbytop/catsle-v1" and so on.

    import gymnasium
    import tabbytop.envs.gymnasium

    env = gymnasium.make("tabbytop/catsle-v1", players=4, seat=0, bots="tabby")
    envs = gymnasium.make_vec("tabbytop/catsle-v1", num_envs=256, players=4)  # envs/vector.py

An observation is {"observation": what the seat knows, "action_mask": which actions are legal}; the mask is in the info
as well. Between two steps the bots move. Rewards are points: all of them when the match is over or, by reward="deal",
after every deal; in Familiar's Trouble they are the team's.

An illegal action is refused: the match stays as it is, the reward is -1 and info["illegal"] is True. With
illegal="error" it raises `tabbytop.IllegalMove` instead.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from tabbytop.bots.players import Random, dismiss, lineup, luck
from tabbytop.bots.seat import Seat
from tabbytop.core.errors import BadOption
from tabbytop.envs import need
from tabbytop.envs.table import Components, Tables, check_render_mode, mask, outcome, text
from tabbytop.games import IDS, parts
from tabbytop.play.match import Match
from tabbytop.play.setup import Setup

need("gymnasium")

import gymnasium  # noqa: E402  (what is missing is said first)

Seen = dict[str, np.ndarray]

PENALTY = -1.0  # the reward of an illegal action
ILLEGAL = ("penalty", "error")


def check_seat(setup: Setup, seat: object) -> int:
    if not isinstance(seat, int) or isinstance(seat, bool) or not 0 <= seat < setup.players:
        raise BadOption(f"a seat is from 0 to {setup.players - 1}; got {seat!r}")
    return seat


def check_illegal(illegal: str) -> None:
    if illegal not in ILLEGAL:
        raise BadOption(f"illegal is {' or '.join(ILLEGAL)}; got {illegal!r}")


class SeatEnv(gymnasium.Env):  # type: ignore[misc]  # for the type checker it is anything
    """A seat; on the others sit bots.

    `bots` names them as `tabbytop tournament` does: one for all, or one for each of the other seats in their order,
    with commas between. `reset(seed=7)` is the match `tabbytop.new(..., seed=7)`; the same seed and the same actions
    give the same match, bots included.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 4}  # noqa: RUF012  (as Gymnasium declares it)

    def __init__(
        self,
        game: str,
        *,
        players: int | None = None,
        seat: int = 0,
        bots: str = "random",
        options: Mapping[str, object] | None = None,
        components: Components = None,
        reward: str = "match",
        illegal: str = "penalty",
        render_mode: str | None = None,
    ) -> None:
        check_render_mode(render_mode)
        check_illegal(illegal)
        self.render_mode = render_mode
        self._strict = illegal == "error"
        self._tables = Tables(game, players, options, components, None, reward)
        self.seat = check_seat(self._tables.setup, seat)
        self._bots = lineup(bots, self._tables.setup.players - 1)
        self._bots.insert(self.seat, Random())  # never asked
        self.observation_space = self._tables.space()
        self.action_space = gymnasium.spaces.Discrete(self._tables.actions)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Seen, dict[str, Any]]:
        table = self._tables.open(seed)  # a seed that cannot be is refused before anything is changed
        super().reset(seed=seed)
        self._table = table
        dismiss(self._bots)  # a program knows nothing of the match before
        self._wait()
        return self._look(), self._info()

    @property
    def match(self) -> Match:
        """The match that is being played."""
        return self._table.match

    def _wait(self) -> float:
        """The bots move until it is the seat's turn; the points that this brings it."""
        points = 0.0
        while not self.match.over and self.match.seat != self.seat:
            move = self._bots[self.match.seat].choose(Seat(self.match), luck(self.match))
            points += self._table.play(move)[self.seat]
        return points

    def _legal(self) -> list[int]:
        return [] if self.match.over else self.match.legal()

    def _look(self) -> Seen:
        return {
            "observation": self.match.observe(self.seat),
            "action_mask": mask(self._tables.actions, self._legal()),
        }

    def _info(self) -> dict[str, Any]:
        return {"action_mask": mask(self._tables.actions, self._legal()), **outcome(self.match)}

    def step(self, action: int) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        action = int(action)
        if not self._strict and action not in self._legal():
            return self._look(), PENALTY, self.match.over, False, {**self._info(), "illegal": True}
        points = self._table.play(action)[self.seat] + self._wait()
        return self._look(), points, self.match.over, False, self._info()

    def render(self) -> str | None:
        """With render_mode="ansi" the table as the seat sees it."""
        return None if self.render_mode is None else text(self.match, self.seat)

    def close(self) -> None:
        """Let the bots go that are programs of their own."""
        dismiss(self._bots)


def register() -> None:
    """Make the games known to Gymnasium."""
    for game in IDS:
        name = f"tabbytop/{game}-v{parts(game).observation.LAYOUT.version}"
        if name not in gymnasium.registry:
            gymnasium.register(
                name,
                entry_point="tabbytop.envs.gymnasium:SeatEnv",
                vector_entry_point="tabbytop.envs.vector:SeatVectorEnv",
                kwargs={"game": game},
            )


register()
