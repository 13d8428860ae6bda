"""The same on a GPU: the loom's and the engine's functions inside CUDA kernels, a thread for each match.

Who plays many moves keeps the match in local memory meanwhile, which the hardware interleaves between threads: several
times as fast as records side by side. For a single move the way there and back would cost more.
"""

from __future__ import annotations

import warnings
from dataclasses import astuple, dataclass
from functools import cache
from typing import Any

import numba
import numpy as np

from tabbytop.core.contract import MOST_ACTIONS, MOST_SEATS, result
from tabbytop.core.errors import BadOption
from tabbytop.play import engine, loom
from tabbytop.play.crowd import Crowd, Outcomes
from tabbytop.play.setup import Setup, signed

try:
    from numba import cuda
except ImportError as error:  # numba-cuda without its libraries
    raise BadOption(f'CUDA cannot be used: {error}; pip install "tabbytop[gpu]"') from error

BLOCK = 128  # threads

warnings.filterwarnings("ignore", message=".*GPU under-utilization.*")  # a small batch is small on purpose


def check() -> None:
    """There has to be a GPU, and CUDA's compiler."""
    if not cuda.is_available():
        raise BadOption("device cuda needs an NVIDIA GPU with its driver; got none")
    try:
        _nothing[1, 1]()
    except (OSError, RuntimeError, ImportError) as error:  # whichever part of the toolkit is not there
        raise BadOption(f'CUDA cannot compile here: {error}; pip install "tabbytop[gpu]" brings it all') from error


@cuda.jit
def _nothing():  # type: ignore[no-untyped-def]
    """To see whether anything can be compiled."""


def _blocks(threads: int) -> int:
    return -(-threads // BLOCK)


class Cuda:
    """A GPU. Arrays share their memory with PyTorch, CuPy and JAX by the CUDA array interface."""

    def __init__(self, setup: Setup) -> None:
        check()
        self._columns: dict[int, _Columns] = {}
        self._kernels = kernels(loom.strand(setup.parts.rules.STATE))

    def hold(self, array: np.ndarray) -> Any:
        held = cuda.to_device(array)
        if array.ndim == 2 and array.shape[1] > MOST_SEATS:
            self._columns[id(held)] = _Columns(held)
        return held

    def take(self, actions: object) -> Any:
        if hasattr(actions, "__cuda_array_interface__"):
            given = cuda.as_cuda_array(actions)
        else:
            given = cuda.to_device(np.ascontiguousarray(np.asarray(actions)))
        if given.dtype.kind not in "iu":
            raise BadOption(f"actions are whole numbers; got {given.dtype}")
        return given

    def wait(self) -> None:
        cuda.synchronize()

    def fetch(self, array: Any) -> np.ndarray:
        fetched: np.ndarray = array.copy_to_host()
        return fetched

    def run(self, name: str, *arguments: Any) -> None:
        turned = [self._columns.get(id(given)) for given in arguments]
        written = [given if there is None else there.rows for given, there in zip(arguments, turned, strict=True)]
        self._kernels[name][_blocks(len(arguments[1])), BLOCK](*written)
        for there in turned:
            if there is not None:
                there.turn()


TILE, STRIP = 32, 8
PADDED = TILE + 1  # so that a column of a tile lies in as many banks as it has rows


class _Columns:
    """A wide array as threads write it best: by columns, so that neighbours write side by side. Then it is turned."""

    def __init__(self, array: Any) -> None:
        rows, width = array.shape
        self._whole = array
        # All 0 as the array is: not every kernel writes every row before it is turned.
        self._turned = cuda.to_device(np.zeros((width, rows), array.dtype))
        about = dict(self._turned.__cuda_array_interface__)
        about |= {"shape": (rows, width), "strides": (array.dtype.itemsize, rows * array.dtype.itemsize)}
        self.rows = cuda.as_cuda_array(_Described(about, self._turned))
        self._grid = -(-rows // TILE), -(-width // TILE)

    def turn(self) -> None:
        _turn[self._grid, (TILE, STRIP)](self._turned, self._whole)


class _Described:
    """Device memory, described anew."""

    def __init__(self, about: dict[str, Any], owner: Any) -> None:
        self.__cuda_array_interface__ = about
        self._owner = owner  # the memory lives as long as this does


@cuda.jit
def _turn(columns, rows):  # type: ignore[no-untyped-def]
    """Tile by tile, through shared memory, so that reading and writing are both side by side."""
    tile = cuda.shared.array((TILE, PADDED), numba.int16)
    left, top = cuda.blockIdx.x * TILE, cuda.blockIdx.y * TILE
    x, y = cuda.threadIdx.x, cuda.threadIdx.y
    for k in range(y, TILE, STRIP):
        if left + x < columns.shape[1] and top + k < columns.shape[0]:
            tile[k, x] = columns[top + k, left + x]
    cuda.syncthreads()
    for k in range(y, TILE, STRIP):
        if left + k < rows.shape[0] and top + x < rows.shape[1]:
            rows[left + k, top + x] = tile[x, k]


@cache
def kernels(strand: np.dtype[np.void]) -> dict[str, Any]:
    """The kernels for strands of one game."""
    kind = numba.from_dtype(strand)

    @cuda.jit
    def begin(cs, ts, run):  # type: ignore[no-untyped-def]
        i = cuda.grid(1)
        if i < ts.shape[0]:
            out = cuda.local.array(MOST_ACTIONS, numba.int16)
            loom.begin_one(cs[0], ts[i], out, i, run)

    @cuda.jit
    def look(cs, ts, seats, mask, seen):  # type: ignore[no-untyped-def]
        i = cuda.grid(1)
        if i < ts.shape[0]:
            out = cuda.local.array(MOST_ACTIONS, numba.int16)
            loom.look_one(cs[0], ts[i], out, i, seats, mask, seen)

    @cuda.jit
    def sample(cs, ts, actions):  # type: ignore[no-untyped-def]
        i = cuda.grid(1)
        if i < ts.shape[0]:
            out = cuda.local.array(MOST_ACTIONS, numba.int16)
            loom.sample_one(cs[0], ts[i], out, i, actions)

    @cuda.jit
    def wander(cs, ts, run, moves, ended):  # type: ignore[no-untyped-def]
        i = cuda.grid(1)
        if i < ts.shape[0]:
            out = cuda.local.array(MOST_ACTIONS, numba.int16)
            here = cuda.local.array(1, kind)
            here[0] = ts[i]
            loom.wander_one(cs[0], here[0], out, i, run, moves, ended)
            ts[i] = here[0]

    @cuda.jit
    def step(cs, ts, run, by_deal, actions, seats, mask, seen, reward, came, winners):  # type: ignore[no-untyped-def]
        i = cuda.grid(1)
        if i < ts.shape[0]:
            out = cuda.local.array(MOST_ACTIONS, numba.int16)
            loom.step_one(cs[0], ts[i], out, i, run, by_deal, actions, seats, mask, seen, reward, came, winners)

    @cuda.jit
    def begin_seat(cs, ts, run, seat, mask, seen):  # type: ignore[no-untyped-def]
        i = cuda.grid(1)
        if i < ts.shape[0]:
            out = cuda.local.array(MOST_ACTIONS, numba.int16)
            loom.begin_seat_one(cs[0], ts[i], out, i, run, seat, mask, seen)

    @cuda.jit
    def step_seat(cs, ts, run, by_deal, seat, actions, mask, seen, reward, came, winners, last, scores):  # type: ignore[no-untyped-def]
        i = cuda.grid(1)
        if i < ts.shape[0]:
            out = cuda.local.array(MOST_ACTIONS, numba.int16)
            loom.step_seat_one(
                cs[0], ts[i], out, i, run, by_deal, seat, actions, mask, seen, reward, came, winners, last, scores
            )

    return {
        "begin": begin, "look": look, "sample": sample, "wander": wander, "step": step,
        "begin_seat": begin_seat, "step_seat": step_seat,
    }  # fmt: skip


# Whole matches

THREADS = 1 << 18
LOWEST, SCORES = -1024, 1 << 13  # scores that are counted one by one
LENGTHS = 1 << 16


@dataclass(frozen=True)
class Counts:
    """How often each thing came out."""

    scores: np.ndarray  # by the seat that decided first, by seat, and by points above LOWEST
    lengths: np.ndarray
    winners: np.ndarray  # by the seat that decided first, and by the set of seats
    tally: np.ndarray  # moves by kind: how many, and in how many matches
    fired: np.ndarray  # the same of rules


class CudaCrowd:
    """The matches of a crowd, the same ones, on a GPU."""

    def __init__(self, crowd: Crowd) -> None:
        check()
        self._run, self._players = signed(crowd.setup.seed), crowd.setup.players
        self._config, self._kinds = cuda.to_device(crowd.setup.config), cuda.to_device(crowd.kind)
        self._play, self._count = whole_matches(crowd.setup.parts.rules.STATE, crowd.player)
        self._totals = [
            cuda.to_device(np.zeros(shape, np.int64))
            for shape in (
                (MOST_SEATS, MOST_SEATS, SCORES), LENGTHS, (MOST_SEATS, 1 << MOST_SEATS),
                (2, engine.KINDS), (2, engine.RULES), 1,
            )
        ]  # fmt: skip

    def play(self, first: int, matches: int) -> Outcomes:
        """So many matches of the run, one by one."""
        done = [cuda.to_device(array) for array in astuple(Outcomes.none(matches))]
        self._play[_blocks(matches), BLOCK](self._config, self._kinds, self._run, first, *done)
        return Outcomes(*(array.copy_to_host() for array in done))

    def count(self, first: int, matches: int) -> None:
        """So many matches of the run, added to what was counted before."""
        self._count[_blocks(THREADS), BLOCK](
            self._config, self._kinds, self._run, first, first + matches, THREADS, *self._totals
        )

    def wait(self) -> None:
        """Until all that was asked for is done."""
        cuda.synchronize()

    def counts(self) -> Counts:
        """What was counted so far."""
        scores, lengths, winners, tally, fired, beyond = (total.copy_to_host() for total in self._totals)
        if beyond[0]:
            raise BadOption(
                f"on a GPU, scores from {LOWEST} to {LOWEST + SCORES - 1} are counted, in matches below {LENGTHS} "
                f"moves; {beyond[0]} were beyond that: use --device cpu"
            )
        return Counts(scores[: self._players, : self._players], lengths, winners, tally, fired)


@cuda.jit(device=True)
def _add(totals, counted):  # type: ignore[no-untyped-def]
    """What one thread counted, added to the same of all."""
    for row in range(totals.shape[0]):
        for i in range(totals.shape[1]):
            if counted[row, i]:
                cuda.atomic.add(totals, (row, i), counted[row, i])


@cache
def whole_matches(state: np.dtype[np.void], player: np.dtype[np.void]) -> tuple[Any, Any]:
    """The kernels that play matches of one game by one kind of player: one by one, and counted."""
    of_state, of_player = numba.from_dtype(state), numba.from_dtype(player)

    @cuda.jit
    def play(cs, kinds, run, first, lengths, scores, winners, firsts, tally, fired):  # type: ignore[no-untyped-def]
        i = cuda.grid(1)
        if i < lengths.shape[0]:
            ss, ps = cuda.local.array(1, of_state), cuda.local.array(1, of_player)
            engine.forget(ps[0])
            lengths[i] = engine.play_out(cs[0], ss[0], ps[0], engine.match_seed(ps[0], run, first + i), kinds)
            winners[i] = result(cs[0], ss[0], scores[i])
            firsts[i] = ps[0].first
            _add(tally, ps[0].tally)
            _add(fired, ps[0].fired)

    @cuda.jit
    def count(cs, kinds, run, first, last, threads, scores, lengths, winners, tally, fired, beyond):  # type: ignore[no-untyped-def]
        i = cuda.grid(1)
        ss, ps = cuda.local.array(1, of_state), cuda.local.array(1, of_player)
        points = cuda.local.array(MOST_SEATS, numba.int32)
        engine.forget(ps[0])
        number = first + i
        while number < last:
            moves = engine.play_out(cs[0], ss[0], ps[0], engine.match_seed(ps[0], run, number), kinds)
            began = ps[0].first
            cuda.atomic.add(winners, (began, result(cs[0], ss[0], points)), 1)
            far = moves >= LENGTHS
            cuda.atomic.add(lengths, min(moves, LENGTHS - 1), 1)
            for seat in range(cs[0].players):
                at = points[seat] - LOWEST
                far = far or at < 0 or at >= SCORES
                cuda.atomic.add(scores, (began, seat, min(max(at, 0), SCORES - 1)), 1)
            if far:
                cuda.atomic.add(beyond, 0, 1)
            number += threads
        _add(tally, ps[0].tally)
        _add(fired, ps[0].fired)

    return play, count
