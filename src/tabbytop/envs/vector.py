"""Gymnasium's vector environment on a batch: one seat in many matches at once, the others play at random, all compiled.

    envs = gymnasium.make_vec("tabbytop/catsle-v1", num_envs=256, players=4, seat=0)

Autoreset is SAME_STEP: when a match ends, the observation is the first of the next match already; the last of the old
one is in info["final_obs"], how it ended in info["final_info"], and info["_final_obs"] says for which. `reset(seed=7)`
begins the matches of `tabbytop.batch(..., seed=7)`. (They run on the CPU; a learner that wants them on a GPU steps
`tabbytop.batch(..., device="cuda")` itself.) info["final_info"]["winners"] has bit n for seat n.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from tabbytop.core import chance
from tabbytop.core.compiler import unlocked
from tabbytop.core.contract import MOST_ACTIONS, OVER, legal, observe
from tabbytop.core.encoding import NUMBER
from tabbytop.core.errors import BadOption, IllegalMove
from tabbytop.envs import need
from tabbytop.envs.gymnasium import PENALTY, Seen, check_illegal, check_seat
from tabbytop.envs.table import MASK, observation_space
from tabbytop.play import loom
from tabbytop.play.batch import MOST, REWARDS
from tabbytop.play.setup import check_seed, prepare, signed

need("gymnasium")

from gymnasium.spaces import Discrete  # noqa: E402  (what is missing is said first)
from gymnasium.vector import AutoresetMode, VectorEnv  # noqa: E402
from gymnasium.vector.utils import batch_space  # noqa: E402


# The cache folder's name does not depend on this file, but on all that these functions call. A change in the file
# itself is noticed by Numba, since nobody calls them from another file that is compiled.
@unlocked
def _answer(
    c: np.record, t: np.record, out: np.ndarray, i: int, run: int, by_deal: bool, seat: int, reward: np.ndarray
) -> int:
    """The others move at random until it is the seat's turn or the match is over; who won if it is, else 0."""
    winners = 0
    while t.s.seat not in (OVER, seat):
        action = int(out[chance.below(t.g, legal(c, t.s, out))])
        winners = loom.play(c, t, action, run, by_deal, reward[i])
    return winners


@unlocked
def _show(c: np.record, t: np.record, out: np.ndarray, i: int, seat: int, mask: np.ndarray, seen: np.ndarray) -> None:
    for action in range(mask.shape[1]):
        mask[i, action] = 0
    for k in range(legal(c, t.s, out)):
        mask[i, out[k]] = 1
    observe(c, t.s, seat, seen[i])


@unlocked
def _begin_all(
    out: np.ndarray, cs: np.ndarray, ts: np.ndarray, run: int, seat: int,
    mask: np.ndarray, seen: np.ndarray, reward: np.ndarray,
) -> None:  # fmt: skip
    for i in range(ts.shape[0]):
        loom.begin_one(cs[0], ts[i], out, i, run)
        _answer(cs[0], ts[i], out, i, run, False, seat, reward)
        _show(cs[0], ts[i], out, i, seat, mask, seen)


@unlocked
def _step_all(
    out: np.ndarray, cs: np.ndarray, ts: np.ndarray, run: int, by_deal: bool, seat: int, actions: np.ndarray,
    mask: np.ndarray, seen: np.ndarray, reward: np.ndarray, came: np.ndarray, winners: np.ndarray,
    last: np.ndarray, scores: np.ndarray,
) -> None:  # fmt: skip
    c = cs[0]
    for i in range(ts.shape[0]):
        t = ts[i]
        for other in range(c.players):
            reward[i, other] = 0
        winners[i] = 0
        action = int(actions[i])
        if not loom.is_legal(legal(c, t.s, out), out, action):
            came[i] = loom.REFUSED
            continue
        came[i] = loom.WENT_ON
        winners[i] = loom.play(c, t, action, run, by_deal, reward[i])
        if t.s.seat != OVER:
            winners[i] = _answer(c, t, out, i, run, by_deal, seat, reward)
        if t.s.seat == OVER:
            came[i] = loom.ENDED
            observe(c, t.s, seat, last[i])
            for other in range(c.players):
                scores[i, other] = t.scores[other]
            loom.follow(c, t, ts.shape[0], run)
            _answer(c, t, out, i, run, False, seat, reward)
        _show(c, t, out, i, seat, mask, seen)


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
        reward: str = "match",
        illegal: str = "penalty",
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
        if type(num_envs) is not int or not 1 <= num_envs <= MOST:
            raise BadOption(f"there can be 1 to {MOST} matches; got {num_envs!r}")
        if reward not in REWARDS:
            raise BadOption(f"reward is {' or '.join(REWARDS)}; got {reward!r}")
        self._by_deal = reward == "deal"
        self._setup = prepare(game, players, options or {}, None, 0)
        self.seat = check_seat(self._setup, seat)
        parts = self._setup.parts
        self.num_envs, actions = num_envs, len(parts.notation.ACTIONS)
        self.single_observation_space = observation_space(self._setup, actions)
        self.single_action_space = Discrete(actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._run = 0
        self._strands = np.zeros(num_envs, loom.strand(parts.rules.STATE))
        self._out = np.zeros(MOST_ACTIONS, np.int16)
        self._mask = np.zeros((num_envs, actions), MASK)
        self._seen = np.zeros((num_envs, parts.observation.LAYOUT.size), NUMBER)
        self._last = np.zeros_like(self._seen)
        self._reward = np.zeros((num_envs, self._setup.players), np.float32)
        self._came = np.zeros(num_envs, np.uint8)
        self._winners = np.zeros(num_envs, np.int64)
        self._scores = np.zeros((num_envs, self._setup.players), np.int32)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Seen, dict[str, Any]]:
        """All matches begin anew: those of the run of this seed, or of the next run."""
        if isinstance(seed, list):
            raise BadOption("a batch has one seed for all its matches; got a list")
        super().reset(seed=seed)
        self._run = signed(int(self.np_random.integers(1 << 63)) if seed is None else check_seed(int(seed)))
        _begin_all(
            self._out, self._setup.config, self._strands, self._run, self.seat, self._mask, self._seen, self._reward
        )
        return self._look(), {"action_mask": self._mask.copy()}

    def _look(self) -> Seen:
        return {"observation": self._seen.copy(), "action_mask": self._mask.copy()}

    def step(self, actions: np.ndarray) -> tuple[Seen, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        taken = np.ascontiguousarray(actions, np.int64)
        if taken.shape != (self.num_envs,):
            raise BadOption(f"a step takes {self.num_envs} actions; got an array of shape {taken.shape}")
        if self._strict:
            self._refuse(taken)
        _step_all(
            self._out, self._setup.config, self._strands, self._run, self._by_deal, self.seat, taken,
            self._mask, self._seen, self._reward, self._came, self._winners, self._last, self._scores,
        )  # fmt: skip
        ended, refused = self._came == loom.ENDED, self._came == loom.REFUSED
        info: dict[str, Any] = {"action_mask": self._mask.copy()}
        if refused.any():
            info["illegal"] = refused
        if ended.any():
            info |= self._ends(ended)
        rewards = np.where(refused, PENALTY, self._reward[:, self.seat].astype(np.float64))
        return self._look(), rewards, ended, np.zeros_like(ended), info

    def _refuse(self, actions: np.ndarray) -> None:
        """Named, before anything is changed."""
        names = self._setup.parts.notation.ACTIONS
        for number, action in enumerate(actions.tolist()):
            if not 0 <= action < len(names) or not self._mask[number, action]:
                legal_ones = ", ".join(names[move] for move in np.flatnonzero(self._mask[number]))
                raise IllegalMove(f"in match {number} seat {self.seat} may {legal_ones}; got {action}")

    def _ends(self, ended: np.ndarray) -> dict[str, Any]:
        """What Gymnasium's own vector environments tell of a match that ended in this step."""
        last = np.full(self.num_envs, None, object)
        for number in np.flatnonzero(ended):
            last[number] = {
                "observation": self._last[number].copy(),
                "action_mask": np.zeros_like(self._mask[number]),
            }
        told = {"scores": self._scores.copy(), "winners": self._winners.copy()}
        told |= {f"_{name}": ended.copy() for name in tuple(told)}
        return {"final_obs": last, "_final_obs": ended.copy(), "final_info": told, "_final_info": ended.copy()}
