"""The same on a GPU: the loom's and the engine's functions inside CUDA kernels, a thread for each match.

While a thread works on its match it keeps it in local memory, which the hardware interleaves between threads: several
times as fast as records side by side.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numba
import numpy as np

from tabbytop.core import chance
from tabbytop.core.contract import MOST_ACTIONS, MOST_SEATS, result
from tabbytop.core.errors import BadOption
from tabbytop.play import engine, loom
from tabbytop.play.crowd import Outcomes
from tabbytop.play.setup import Setup, signed

try:
    from numba import cuda
except ImportError as error:  # numba-cuda without its libraries
    raise BadOption(f"CUDA cannot be used: {error}; pip install tabbytop[gpu]") from error

BLOCK = 128  # threads


def check() -> None:
    """There has to be a GPU."""
    if not cuda.is_available():
        raise BadOption("device cuda needs an NVIDIA GPU with its driver, and numba-cuda: pip install tabbytop[gpu]")


def _blocks(threads: int) -> int:
    return -(-threads // BLOCK)


class Cuda:
    """A GPU. Arrays share their memory with PyTorch, CuPy and JAX by the CUDA array interface."""

    def __init__(self, setup: Setup) -> None:
        check()
        self._kernels = kernels(loom.strand(setup.parts.rules.STATE))

    def hold(self, array: np.ndarray) -> Any:
        return cuda.to_device(array)

    def take(self, actions: object) -> Any:
        if hasattr(actions, "__cuda_array_interface__"):
            given = cuda.as_cuda_array(actions)
        else:
            given = cuda.to_device(np.ascontiguousarray(np.asarray(actions)))
        if given.dtype.kind not in "iu":
            raise BadOption(f"actions are whole numbers; got {given.dtype}")
        return given

    def run(self, name: str, *arguments: Any) -> None:
        self._kernels[name][_blocks(len(arguments[1])), BLOCK](*arguments)


@cache
def kernels(strand: np.dtype[np.void]) -> dict[str, Any]:
    """The kernels for strands of one game."""
    kind = numba.from_dtype(strand)

    @cuda.jit
    def begin(cs, ts, run):  # type: ignore[no-untyped-def]
        i = cuda.grid(1)
        if i < ts.shape[0]:
            out = cuda.local.array(MOST_ACTIONS, numba.int16)
            here = cuda.local.array(1, kind)
            loom.begin_one(cs[0], here[0], out, i, run)
            ts[i] = here[0]

    @cuda.jit
    def look(cs, ts, seats, mask, seen):  # type: ignore[no-untyped-def]
        i = cuda.grid(1)
        if i < ts.shape[0]:
            out = cuda.local.array(MOST_ACTIONS, numba.int16)
            here = cuda.local.array(1, kind)
            here[0] = ts[i]
            loom.look_one(cs[0], here[0], out, i, seats, mask, seen)

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
            here = cuda.local.array(1, kind)
            here[0] = ts[i]
            loom.step_one(
                cs[0], here[0], out, i, run, by_deal, actions, seats, mask, seen, reward, came, winners
            )
            ts[i] = here[0]

    return {"begin": begin, "look": look, "sample": sample, "wander": wander, "step": step}
