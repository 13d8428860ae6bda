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

    def fetch(self, array: Any) -> np.ndarray:
        """A copy of an array from there."""

    def run(self, name: str, *arguments: Any) -> None:
        """One of the loom's functions for every match, with the configuration and the strands as first arguments."""

    def wait(self) -> None:
        """Until all that was asked for is done."""


class Cpu:
    """All cores, each with its share of the matches."""

    def __init__(self) -> None:
        self._entries: dict[str, Callable[..., None]] = {}

    def __reduce__(self) -> tuple[Any, ...]:
        return Cpu, ()  # machine code is found again by whoever needs it

    def hold(self, array: np.ndarray) -> np.ndarray:
        return array

    def take(self, actions: object) -> np.ndarray:
        given = np.asarray(actions)
        if given.dtype.kind not in "iu":
            raise BadOption(f"actions are whole numbers; got {given.dtype}")
        return np.array(given, np.int64)

    def fetch(self, array: np.ndarray) -> np.ndarray:
        return array.copy()

    def wait(self) -> None:
        """It is."""

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


@unlocked
def _begin_seat(out, first, last, cs, ts, run, seat, mask, seen):  # type: ignore[no-untyped-def]
    for i in range(first, last):
        loom.begin_seat_one(cs[0], ts[i], out, i, run, seat, mask, seen)


@unlocked
def _step_seat(out, first, last, cs, ts, run, by_deal, seat, actions, mask, seen, reward, came, winners, ends, scores):  # type: ignore[no-untyped-def]
    for i in range(first, last):
        loom.step_seat_one(
            cs[0], ts[i], out, i, run, by_deal, seat, actions, mask, seen, reward, came, winners, ends, scores
        )  # fmt: skip


_FUNCTIONS: dict[str, Callable[..., None]] = {
    "begin": _begin, "look": _look, "sample": _sample, "wander": _wander, "step": _step,
    "begin_seat": _begin_seat, "step_seat": _step_seat,
}  # fmt: skip


def check_number(n: object) -> int:
    if type(n) is not int or not 1 <= n <= MOST:
        raise BadOption(f"there can be 1 to {MOST} matches; got {n!r}")
    return n


def by_deal(reward: str) -> bool:
    """Whether points are paid after every deal."""
    if reward not in REWARDS:
        raise BadOption(f"reward is {' or '.join(REWARDS)}; got {reward!r}")
    return reward == "deal"


def find_device(name: str, setup: Setup) -> Device:
    if name not in DEVICES:
        raise BadOption(f"device is {' or '.join(DEVICES)}; got {name!r}")
    if name == "cpu":
        return Cpu()
    from tabbytop.play.cuda import Cuda

    return Cuda(setup)


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
    setup = prepare(game, players, options or {}, components, seed)
    return Batch(setup, check_number(n), find_device(device, setup), by_deal=by_deal(reward))


class _Matches:
    """What batches of both kinds have."""

    def __init__(self, setup: Setup, n: int, device: Device, *, by_deal: bool) -> None:
        self._setup, self._device, self._by_deal = setup, device, by_deal
        self._config = device.hold(setup.config)
        self._strands = device.hold(np.zeros(n, loom.strand(setup.parts.rules.STATE)))
        self._run = signed(setup.seed)
        self.mask = device.hold(np.zeros((n, len(self.names)), np.bool_))
        """Which actions are legal in each match."""
        self.observation = device.hold(np.zeros((n, self.layout.size), NUMBER))
        """What the deciding seat knows."""
        self.reward = device.hold(np.zeros((n, setup.players), np.float32))
        """Points that the last step brought each seat."""
        self.came = device.hold(np.zeros(n, np.uint8))
        """What came of the last step: WENT_ON, ENDED (the next match has begun) or REFUSED (nothing has changed)."""
        self.winners = device.hold(np.zeros(n, np.int64))
        """Who shares the victory in a match that the last step ended: bit n for seat n; else 0."""

    def __len__(self) -> int:
        return len(self.came)

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

    def wait(self) -> None:
        """Until the last step is done: on a GPU it goes on while Python does, on CUDA's default stream."""
        self._device.wait()

    def _do(self, name: str, *arguments: Any) -> None:
        self._device.run(name, self._config, self._strands, *arguments)

    def _take(self, actions: object) -> Any:
        taken = self._device.take(actions)
        if taken.shape != self.came.shape:
            raise BadOption(f"a step takes {len(self)} actions; got an array of shape {taken.shape}")
        return taken


class Batch(_Matches):
    """Matches side by side. One that ends is followed by the next of the run at once.

    Its arrays are written anew by every step, in place, and live where the batch does.
    """

    def __init__(self, setup: Setup, n: int, device: Device, *, by_deal: bool = False) -> None:
        super().__init__(setup, n, device, by_deal=by_deal)
        self._actions = device.hold(np.zeros(n, np.int64))
        self._ended = device.hold(np.zeros(n, np.int64))
        self.seats = device.hold(np.zeros(n, np.int16))
        """Who decides in each match."""
        self._do("begin", self._run)
        self._look()

    def _look(self) -> None:
        self._do("look", self.seats, self.mask, self.observation)

    def step(self, actions: object) -> None:
        """One action for each match. An illegal one is refused and reported in `came`; that match stays as it is."""
        self._do(
            "step", self._run, self._by_deal, self._take(actions),
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


class SeatBatch(_Matches):
    """The same for one seat: between its decisions the others play at random."""

    def __init__(self, setup: Setup, n: int, device: Device, seat: int, *, by_deal: bool = False) -> None:
        super().__init__(setup, n, device, by_deal=by_deal)
        self._seat = seat
        self.last = device.hold(np.zeros((n, self.layout.size), NUMBER))
        """What the seat knew at the end of a match that the last step ended."""
        self.scores = device.hold(np.zeros((n, setup.players), np.int32))
        """The scores of that match."""
        self.begin(setup.seed)

    def begin(self, seed: int) -> None:
        """All matches anew, those of this run."""
        self._run = signed(seed)
        self._do("begin_seat", self._run, self._seat, self.mask, self.observation)

    def step(self, actions: object) -> None:
        """One action for each match, up to the seat's next decision. An illegal one is refused."""
        self._do(
            "step_seat", self._run, self._by_deal, self._seat, self._take(actions), self.mask, self.observation,
            self.reward, self.came, self.winners, self.last, self.scores,
        )  # fmt: skip

    def fetch(self, array: Any) -> np.ndarray:
        """A copy of one of its arrays, wherever they live."""
        return self._device.fetch(array)
