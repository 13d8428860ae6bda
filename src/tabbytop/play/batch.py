"""Many matches at once: step them all by an array of actions, with masks and observations, on all cores or on a GPU."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from tabbytop.core.compiler import direct, unlocked
from tabbytop.core.contract import MOST_ACTIONS
from tabbytop.core.encoding import NUMBER, Layout
from tabbytop.core.errors import BadOption
from tabbytop.core.game import Game, Options
from tabbytop.play import loom
from tabbytop.play.crowd import cores, crew
from tabbytop.play.setup import Setup, prepare, signed

DEVICES = ("cpu", "cuda")
REWARDS = ("match", "deal")
MOST = 1 << 24  # matches of one batch
SHARE = 512  # matches for which a thread is worth its while


class Device(Protocol):
    """Where a batch lives: how its arrays are made and its compiled functions run over all matches."""

    def hold(self, array: np.ndarray) -> Any:
        """The array, there."""

    def take(self, actions: object) -> Any:
        """What somebody handed in, there, as int64 in a row."""

    def run(self, name: str, *arguments: Any) -> None:
        """One of the loom's functions for every match, with the configuration and the strands as first arguments."""


class Cpu:
    """All cores, each with its share of the matches."""

    def __init__(self) -> None:
        self._entries: dict[str, Callable[..., None]] = {}

    def hold(self, array: np.ndarray) -> np.ndarray:
        return array

    def take(self, actions: object) -> np.ndarray:
        given = np.asarray(actions)
        if given.dtype.kind not in "iu":
            raise BadOption(f"actions are whole numbers; got {given.dtype}")
        return np.array(given, np.int64)

    def run(self, name: str, *arguments: Any) -> None:
        matches = len(arguments[1])
        shares = max(1, min(cores(), matches // SHARE))
        ends = [matches * share // shares for share in range(shares + 1)]
        jobs = [(np.zeros(MOST_ACTIONS, np.int16), first, last, *arguments) for first, last in pairwise(ends)]
        if name not in self._entries:  # all later calls bring arguments of the same types
            self._entries[name] = direct(_FUNCTIONS[name], *jobs[0])
        function = self._entries[name]
        if shares == 1:
            function(*jobs[0])
            return
        for running in [crew().submit(function, *job) for job in jobs]:
            running.result()


@unlocked
def _begin(out, first, last, cs, ts, run):  # type: ignore[no-untyped-def]
    for i in range(first, last):
        loom.begin_one(cs[0], ts[i], out, i, run)


@unlocked
def _look(out, first, last, cs, ts, seats, mask, seen):  # type: ignore[no-untyped-def]
    for i in range(first, last):
        loom.look_one(cs[0], ts[i], out, i, seats, mask, seen)


@unlocked
def _sample(out, first, last, cs, ts, actions):  # type: ignore[no-untyped-def]
    for i in range(first, last):
        loom.sample_one(cs[0], ts[i], out, i, actions)


@unlocked
def _wander(out, first, last, cs, ts, run, moves, ended):  # type: ignore[no-untyped-def]
    for i in range(first, last):
        loom.wander_one(cs[0], ts[i], out, i, run, moves, ended)


@unlocked
def _step(out, first, last, cs, ts, run, by_deal, actions, seats, mask, seen, reward, came, winners):  # type: ignore[no-untyped-def]
    for i in range(first, last):
        loom.step_one(
            cs[0], ts[i], out, i, run, by_deal, actions, seats, mask, seen, reward, came, winners
        )  # fmt: skip


_FUNCTIONS: dict[str, Callable[..., None]] = {
    "begin": _begin, "look": _look, "sample": _sample, "wander": _wander, "step": _step
}  # fmt: skip


def batch(
    game: str,
    n: int,
    *,
    players: int | None = None,
    options: Mapping[str, object] | None = None,
    components: Path | str | Mapping[str, object] | None = None,
    seed: int | None = None,
    reward: str = "match",
    device: str = "cpu",
) -> Batch:
    """So many matches of one game, all at their first decision.

    With the same seed they are the same on every device, and those that `tabbytop simulate` counts. Points are
    rewarded when the match is over or, by `reward="deal"`, after every deal of it as well.
    """
    if type(n) is not int or not 1 <= n <= MOST:
        raise BadOption(f"a batch has 1 to {MOST} matches; got {n!r}")
    if reward not in REWARDS:
        raise BadOption(f"reward is {' or '.join(REWARDS)}; got {reward!r}")
    if device not in DEVICES:
        raise BadOption(f"device is {' or '.join(DEVICES)}; got {device!r}")
    setup = prepare(game, players, options or {}, components, seed)
    if device == "cpu":
        return Batch(setup, n, Cpu(), by_deal=reward == "deal")
    from tabbytop.play.cuda import Cuda

    return Batch(setup, n, Cuda(setup), by_deal=reward == "deal")


class Batch:
    """Matches side by side. One that ends is followed by the next of the run at once.

    Its arrays are written anew by every step, in place, and live where the batch does.
    """

    def __init__(self, setup: Setup, n: int, device: Device, *, by_deal: bool = False) -> None:
        self._setup, self._device, self._by_deal = setup, device, by_deal
        hold = device.hold
        self._config = hold(setup.config)
        self._strands = hold(np.zeros(n, loom.strand(setup.parts.rules.STATE)))
        self._actions = hold(np.zeros(n, np.int64))
        self._ended = hold(np.zeros(n, np.int64))
        self._run = signed(setup.seed)
        self.seats = hold(np.zeros(n, np.int16))
        """Who decides in each match."""
        self.mask = hold(np.zeros((n, len(setup.parts.notation.ACTIONS)), np.bool_))
        """Which actions are legal there."""
        self.observation = hold(np.zeros((n, self.layout.size), NUMBER))
        """What the deciding seat knows."""
        self.reward = hold(np.zeros((n, setup.players), np.float32))
        """Points that the last step brought each seat."""
        self.came = hold(np.zeros(n, np.uint8))
        """What came of the last step: WENT_ON, ENDED (the next match has begun) or REFUSED (nothing has changed)."""
        self.winners = hold(np.zeros(n, np.int64))
        """Who shares the victory in a match that the last step ended: bit n for seat n; else 0."""
        self._do("begin", self._run)
        self._look()

    def __len__(self) -> int:
        return len(self.seats)

    @property
    def game(self) -> Game:
        return self._setup.game

    @property
    def players(self) -> int:
        return self._setup.players

    @property
    def options(self) -> Options:
        return dict(self._setup.options)

    @property
    def seed(self) -> int:
        return self._setup.seed

    @property
    def layout(self) -> Layout:
        """What the numbers of an observation mean."""
        layout: Layout = self._setup.parts.observation.LAYOUT
        return layout

    @property
    def names(self) -> tuple[str, ...]:
        """How each action is written."""
        names: tuple[str, ...] = self._setup.parts.notation.ACTIONS
        return names

    def _do(self, name: str, *arguments: Any) -> None:
        self._device.run(name, self._config, self._strands, *arguments)

    def _look(self) -> None:
        self._do("look", self.seats, self.mask, self.observation)

    def step(self, actions: object) -> None:
        """One action for each match. An illegal one is refused and reported in `came`; that match stays as it is."""
        taken = self._device.take(actions)
        if taken.shape != self.seats.shape:
            raise BadOption(f"a step takes {len(self)} actions; got an array of shape {taken.shape}")
        self._do(
            "step", self._run, self._by_deal, taken,
            self.seats, self.mask, self.observation, self.reward, self.came, self.winners,
        )  # fmt: skip

    def sample(self) -> Any:
        """A legal action for each match, by chance."""
        self._do("sample", self._actions)
        return self._actions

    def random(self, moves: int) -> Any:
        """So many random moves in each match; how many matches ended in each place."""
        if type(moves) is not int or moves < 0:
            raise BadOption(f"moves are a number from 0; got {moves!r}")
        self._do("wander", self._run, moves, self._ended)
        self._look()
        return self._ended
