"""Gymnasium's vector environment on a batch: one seat in many matches at once, the others play at random, all compiled.

    envs = gymnasium.make_vec("tabbytop/catsle-v1", num_envs=256, players=4, seat=0)

Autoreset is SAME_STEP: when a match ends, the observation is the first of the next match already; the last of the old
one is in info["final_obs"], how it ended in info["final_info"], and info["_final_obs"] says for which. `reset(seed=7)`
begins the matches of `tabbytop.batch(..., seed=7)`; one that ends before the seat decided anything is passed over.
info["final_info"]["winners"] has bit n for seat n.

They run on all cores or, with device="cuda", on a GPU; Gymnasium's arrays are NumPy's, so what a step brings is copied
from there. (A learner that wants it there steps `tabbytop.batch(..., device="cuda")` itself.)
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from tabbytop.core.errors import BadOption, IllegalMove
from tabbytop.envs import need
from tabbytop.envs.gymnasium import PENALTY, Seen, check_illegal, check_seat
from tabbytop.envs.table import MASK, Components, observation_space, whole
from tabbytop.play import loom
from tabbytop.play.batch import SeatBatch, by_deal, check_number, find_device
from tabbytop.play.setup import prepare

need("gymnasium")

from gymnasium.spaces import Discrete  # noqa: E402  (what is missing is said first)
from gymnasium.vector import AutoresetMode, VectorEnv  # noqa: E402
from gymnasium.vector.utils import batch_space  # noqa: E402


class SeatVectorEnv(VectorEnv):  # type: ignore[misc]  # for the type checker it is anything
    """A seat in many matches; on the others sits chance."""

    metadata = {  # noqa: RUF012  (as Gymnasium declares it)
        "render_modes": [],
        "autoreset_mode": AutoresetMode.SAME_STEP,
    }

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        *,
        players: int | None = None,
        seat: int = 0,
        bots: str = "random",
        options: Mapping[str, object] | None = None,
        components: Components = None,
        reward: str = "match",
        illegal: str = "penalty",
        device: str = "cpu",
        render_mode: str | None = None,
    ) -> None:
        if bots != "random":
            raise BadOption(
                f"a batch plays against random; got {bots!r}. For other bots: vectorization_mode='sync' or 'async'"
            )
        if render_mode is not None:
            raise BadOption(f"many matches at once are not shown; got render_mode={render_mode!r}")
        check_illegal(illegal)
        self._strict = illegal == "error"
        setup = prepare(game, players, options or {}, components, 0)
        self.num_envs, self.seat = check_number(num_envs), check_seat(setup, seat)
        self._batch = SeatBatch(setup, num_envs, find_device(device, setup), seat, by_deal=by_deal(reward))
        actions = len(self._batch.names)
        self.single_observation_space = observation_space(setup, actions)
        self.single_action_space = Discrete(actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Seen, dict[str, Any]]:
        """All matches begin anew: those of the run of this seed, or of the next run."""
        if isinstance(seed, list):
            raise BadOption("a batch has one seed for all its matches; got a list")
        run = None if seed is None else whole(seed)
        super().reset(seed=seed)
        self._batch.begin(int(self.np_random.integers(1 << 63)) if run is None else run)
        return self._look()

    def _look(self) -> tuple[Seen, dict[str, Any]]:
        batch = self._batch
        self._mask = batch.fetch(batch.mask).view(MASK)
        seen = {"observation": batch.fetch(batch.observation), "action_mask": self._mask.copy()}
        return seen, {"action_mask": self._mask.copy()}

    def step(self, actions: np.ndarray) -> tuple[Seen, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        batch = self._batch
        if self._strict and np.shape(actions) == (self.num_envs,):
            self._refuse(np.asarray(actions, np.int64))
        batch.step(actions)
        came = batch.fetch(batch.came)
        ended, refused = came == loom.ENDED, came == loom.REFUSED
        seen, info = self._look()
        if refused.any():
            info["illegal"] = refused
        if ended.any():
            info |= self._ends(ended)
        rewards = np.where(refused, PENALTY, batch.fetch(batch.reward)[:, self.seat].astype(np.float64))
        return seen, rewards, ended, np.zeros_like(ended), info

    def _refuse(self, actions: np.ndarray) -> None:
        """Named, before anything is changed."""
        names = self._batch.names
        for number, action in enumerate(actions.tolist()):
            if not 0 <= action < len(names) or not self._mask[number, action]:
                legal_ones = ", ".join(names[move] for move in np.flatnonzero(self._mask[number]))
                raise IllegalMove(f"in match {number} seat {self.seat} may {legal_ones}; got {action}")

    def _ends(self, ended: np.ndarray) -> dict[str, Any]:
        """What Gymnasium's own vector environments tell of a match that ended in this step."""
        batch, last = self._batch, np.full(self.num_envs, None, object)
        known = batch.fetch(batch.last)
        for number in np.flatnonzero(ended):
            last[number] = {
                "observation": known[number],
                "action_mask": np.zeros_like(self._mask[number]),
            }
        told = {"scores": batch.fetch(batch.scores), "winners": batch.fetch(batch.winners)}
        told |= {f"_{name}": ended.copy() for name in tuple(told)}
        return {"final_obs": last, "_final_obs": ended.copy(), "final_info": told, "_final_info": ended.copy()}
